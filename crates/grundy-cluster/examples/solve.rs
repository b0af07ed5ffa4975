//! Solves Connect Four of a size in one process or more on this machine, and
//! by threads, and says how many seconds of the processor each way takes.
//!
//!     cargo run --release -p grundy-cluster --example solve -- 5 5 2 1
//!
//! is a board of 5 × 5 and 2 processes of 1 thread.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use grundy::rulesets::connect_four::ConnectFour;
use grundy::solve::partitioned::{Failure, Settings, Solution, Threads, solve};
use grundy::{Convention, Notation, Packed, Player};
use grundy_cluster::{Cluster, Hosts, Job};

type Error = Box<dyn std::error::Error>;

/// Seconds of the processor that this process has taken, in its own code and
/// in the system's.
fn processor() -> (f64, f64) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) / 100.0, ticks(12).unwrap_or(0.0) / 100.0)
}

fn report(what: &str, positions: u64, clock: Instant) {
    let (own, system) = processor();
    println!(
        "{what}: {positions} positions, {:.2} s of the processor ({system:.2} of the system), \
         {:.2} s by the clock",
        own + system,
        clock.elapsed().as_secs_f64()
    );
}

fn positions(shares: &[Solution<u64>]) -> u64 {
    shares.iter().map(Solution::keys).sum()
}

fn main() -> Result<(), Error> {
    let numbers =
        env::args().skip(1).map(|text| text.parse()).collect::<Result<Vec<usize>, _>>()?;
    let &[width, height, processes, threads, ref process @ ..] = numbers.as_slice() else {
        return Err("expected width, height, processes, threads".into());
    };
    let rules = ConnectFour::new(width, height, 4).ok_or("the board does not fit")?;
    let start = rules.pack(&rules.start().ok_or("no start")?, Player::Left);
    let settings = Settings::default();
    let clock = Instant::now();
    match process {
        [] => {
            let addresses: Vec<String> = (0..processes)
                .map(|_| Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string()))
                .collect::<Result<_, Error>>()?;
            let mut numbers = (0..processes).map(|number| {
                Command::new(env::current_exe()?)
                    .args(env::args().skip(1))
                    .arg(number.to_string())
                    .env("HOSTS", addresses.join("\n"))
                    .stdin(Stdio::null())
                    .spawn()
            });
            let mut running = numbers.by_ref().collect::<Result<Vec<_>, _>>()?;
            for child in &mut running {
                child.wait()?;
            }
            let clock = Instant::now();
            let group = Threads::group(processes * threads);
            let shares = thread::scope(|scope| {
                let workers: Vec<_> = group
                    .into_iter()
                    .map(|fabric| {
                        let (rules, settings) = (&rules, &settings);
                        scope.spawn(move || solve(rules, &[start], fabric, settings))
                    })
                    .collect();
                let shares = workers.into_iter().map(|w| w.join().expect("no thread panics"));
                shares.collect::<Result<Vec<_>, Failure>>()
            })?;
            report("threads", positions(&shares), clock);
        }
        &[process, ..] => {
            let hosts = Hosts::parse(&env::var("HOSTS")?)?;
            let job = Job::new(format!("{width} x {height}"), Convention::Normal);
            let shares = Cluster::new(&hosts, process, threads)
                .run(&job, |fabric| solve(&rules, &[start], fabric, &settings))?;
            report(&format!("process {process}"), positions(&shares), clock);
        }
    }
    Ok(())
}
