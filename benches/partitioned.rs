//! Games of millions of positions, with known answers: positions per second of processor time, and
//! peak bytes per position.

use std::fs;
use std::thread;

use grundy::rulesets::connect_four::ConnectFour;
use grundy::rulesets::dodgem::Dodgem;
use grundy::rulesets::quixo::Quixo;
use grundy::rulesets::teeko::{Goals, Teeko};
use grundy::rulesets::tic_tac_toe::TicTacToe;
use grundy::solve::partitioned::file::{self, About, Saved};
use grundy::solve::partitioned::{Failure, Settings, Solution, Threads, solve};
use grundy::{Key, Notation, Packed, Player, Verdict};

/// The processor time of this process, in seconds.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}

/// The peak memory of this process, in bytes.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

/// Solves from the start, and compares the answer.
fn run<R: Packed + Notation>(rules: &R, threads: usize, positions: u64, expected: Verdict) {
    let key = rules.pack(&rules.start().unwrap(), Player::Left);
    let (start, clock) = (processor(), std::time::Instant::now());
    let settings = Settings::default();
    let shares: Vec<Solution<R::Key>> = thread::scope(|scope| {
        let workers: Vec<_> = Threads::group(threads)
            .into_iter()
            .map(|fabric| {
                let settings = &settings;
                scope.spawn(move || solve(rules, &[key], fabric, settings).unwrap())
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let (seconds, wall) = (processor() - start, clock.elapsed().as_secs_f64());
    let found: u64 = shares.iter().map(Solution::keys).sum();
    let verdict = shares.iter().find_map(|share| share.find(rules.shelf(key), key).unwrap());
    let held: u64 = shares.iter().map(Solution::held).sum();
    println!(
        "{:24} {threads} threads  {found:>11} positions  {seconds:6.2} s of the processor, {wall:6.2} s by the clock  \
         {:5.2} M/s  {:5.1} bytes at the peak, {:4.2} kept",
        rules.name().to_string() + "(" + &rules.parameters() + ")",
        found as f64 / seconds / 1e6,
        peak() / found as f64,
        held as f64 / found as f64,
    );
    assert_eq!(found, positions);
    assert_eq!(verdict.map(|code| code.verdict()), Some(expected));
    ask(rules, shares, &settings);
}

/// Saves a solution, and looks up some positions in the file.
fn ask<R: Packed + Notation>(rules: &R, shares: Vec<Solution<R::Key>>, settings: &Settings<'_>) {
    const QUERIES: usize = 200_000;
    let mut shares = shares.into_iter();
    let Some(mut solution) = shares.next() else { return };
    shares.for_each(|share| solution.join(share));
    let keys = solution.keys();
    let every = keys.div_ceil(QUERIES as u64).max(1) as usize;
    let (mut number, mut expected) = (0, Vec::new());
    let each = solution.each_of_all(|keys, codes| {
        for (&key, &code) in keys.iter().zip(codes) {
            if number % every == 0 {
                expected.push((key, code));
            }
            number += 1;
        }
        Ok::<(), Failure>(())
    });
    each.unwrap();
    // The order is random, so that it does not help.
    expected.sort_by_key(|(key, _)| key.mix());
    let path = std::env::temp_dir().join(format!("grundy-bench-{}.positions", std::process::id()));
    let about = About {
        game: rules.name().to_string(),
        convention: "normal".to_string(),
        version: String::new(),
        key_bytes: size_of::<R::Key>(),
        part: None,
        packing: String::new(),
        rules: Vec::new(),
    };
    file::write(&path, &about, &solution, &settings.limits).unwrap();
    drop(solution);
    let bits = fs::metadata(&path).unwrap().len() as f64 * 8.0 / keys as f64;
    let saved = Saved::open(&path).unwrap();
    let known = saved.positions::<R::Key>().unwrap();
    let clock = std::time::Instant::now();
    for &(key, code) in &expected {
        assert_eq!(known.find(rules.shelf(key), key).unwrap(), Some(code));
    }
    let micros = clock.elapsed().as_secs_f64() * 1e6 / expected.len() as f64;
    println!("{:24} {bits:.2} bits a position in a file, {micros:.2} microseconds a query", "");
    fs::remove_file(&path).unwrap();
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let want = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    let threads: usize =
        std::env::var("THREADS").ok().and_then(|threads| threads.parse().ok()).unwrap_or(1);
    if want("connect-four-4") {
        let rules = ConnectFour::new(5, 4, 4).unwrap();
        run(&rules, threads, 3_945_711, Verdict::Draw(Some(20)));
    }
    if want("connect-four-5") {
        let rules = ConnectFour::new(5, 5, 4).unwrap();
        run(&rules, threads, 69_763_700, Verdict::Draw(Some(25)));
    }
    // Billions of positions take minutes and some gigabytes, so these run only on request.
    if wanted.iter().any(|wanted| wanted == "connect-four-6") {
        let rules = ConnectFour::new(6, 5, 4).unwrap();
        run(&rules, threads, 2_818_972_642, Verdict::Draw(Some(30)));
    }
    if want("dodgem") {
        let rules = Dodgem::new(5, 3).unwrap();
        run(&rules, threads, 4_797_953, Verdict::Win(43));
    }
    if want("tic-tac-toe") {
        let rules = TicTacToe::new(4, 4, 4).unwrap();
        run(&rules, threads, 9_722_011, Verdict::Draw(Some(16)));
    }
    if want("teeko") {
        let rules = Teeko::new(5, Goals::Standard).unwrap();
        run(&rules, threads, 12_063_947, Verdict::Draw(None));
    }
    if want("quixo") {
        let rules = Quixo::new(4).unwrap();
        run(&rules, threads, 5_170_021, Verdict::Win(21));
    }
}
