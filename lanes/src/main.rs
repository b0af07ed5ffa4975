//! The lanes of grundy's tests.
//!
//! A lane is a group of tests with the sources on which it depends. After it has passed, a stamp in
//! the cache says so, and it is skipped until one of these sources, the toolchain or a tool
//! changes.
//!
//! Lanes run in a copy of the checkout in the cache, which all checkouts on this machine use. So
//! nothing is compiled twice for two checkouts, and edits during a run do not disturb the tests.
//!
//! `lanes/wakes.txt` lists, for one file of each kind, the lanes that it wakes. Tests check this
//! list, that every file wakes a lane, and that a lane is woken by the files that its tests read
//! elsewhere.
//!
//! A library that is generic over positions is compiled for each type of position: `game::Compiled`
//! lists the types for which solvers are compiled in `grundy-game`, and not again in
//! `grundy-rulesets`, which is edited most often. Crates for which tests do not wait are compiled
//! without optimization; the dev profile lists the others.

mod cache;
mod checkout;
mod lane;
mod run;
mod table;
#[cfg(test)]
mod tests;

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;

use cache::Cache;
use checkout::Checkout;
use lane::{Lane, Packages, Tool};
use run::{Report, Runner};

const USAGE: &str = "\
usage: ./test [--gate] [--all] [--required] [--plan] [LANE…]

Runs the lanes whose sources have changed since they passed: all that are tests, or those named.

  --gate      also the lanes of the gate: lints, packages, fuzzing and others
  --all       every lane, whether it has passed before or not, and in full
  --required  a lane whose tools are missing fails, instead of being left out
  --plan      only says which lanes would run";

/// The request on the command line.
#[derive(Debug, Default)]
struct Asked {
    gate: bool,
    all: bool,
    required: bool,
    plan: bool,
    lanes: Vec<String>,
}

impl Asked {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Asked::default();
        for argument in arguments {
            match &argument[..] {
                "--gate" => asked.gate = true,
                "--all" => asked.all = true,
                "--required" => asked.required = true,
                "--plan" => asked.plan = true,
                name if table::LANES.iter().any(|lane| lane.name == name) => {
                    asked.lanes.push(argument);
                }
                _ => {
                    let names: Vec<_> = table::LANES.iter().map(|lane| lane.name).collect();
                    let names = names.join(", ");
                    return Err(format!("no lane {argument:?}\n{USAGE}\n\nlanes: {names}"));
                }
            }
        }
        Ok(asked)
    }

    fn wants(&self, lane: &Lane) -> bool {
        match self.lanes.is_empty() {
            true => self.gate || !lane.gate_only,
            false => self.lanes.iter().any(|name| name == lane.name),
        }
    }
}

fn main() -> ExitCode {
    let arguments = env::args().skip(1);
    if arguments.len() == 1 && env::args().nth(1).is_some_and(|it| it == "-h" || it == "--help") {
        println!("{USAGE}\n");
        for lane in table::LANES {
            println!("  {:<12}{}", lane.name, lane.about);
        }
        return ExitCode::SUCCESS;
    }
    let asked = match Asked::parse(arguments) {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let ended = cache::root().and_then(|cache| {
        let checkout = env::current_dir()?;
        run(&asked, &Place { checkout: &checkout, cache: &cache, lanes: table::LANES })
    });
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("lanes: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The place where lanes run, and the lanes.
struct Place<'a> {
    checkout: &'a Path,
    cache: &'a Path,
    lanes: &'static [Lane],
}

/// Carries out the request, and returns whether nothing failed.
fn run(asked: &Asked, place: &Place<'_>) -> io::Result<bool> {
    let cache = Cache::open(place.cache, &toolchain()?, asked.plan)?;
    // The sources are read only now, because they may have changed while others ran.
    let checkout = Checkout::read(place.checkout)?;
    let packages = Packages::read(&checkout);
    let mut counts = Counts::default();
    let mut lanes = Vec::new();
    for lane in place.lanes.iter().filter(|lane| asked.wants(lane)) {
        let versions = match versions(lane) {
            Ok(versions) => versions,
            Err(missing) => {
                println!("{:<12}left out: there is no {}", lane.name, missing.name);
                match asked.required && !lane.optional {
                    true => counts.failed.push(lane.name),
                    false => counts.skipped += 1,
                }
                continue;
            }
        };
        let digest = lane.digest(&checkout, &packages, &versions);
        match cache.passed(lane.name, digest).filter(|_| !asked.all) {
            Some(ago) => {
                println!("{:<12}skipped: unchanged since it passed {ago} ago", lane.name);
                counts.skipped += 1;
            }
            None => lanes.push((lane, digest)),
        }
    }
    if asked.plan {
        for (lane, _) in lanes {
            println!("{:<12}would run", lane.name);
        }
        return Ok(counts.failed.is_empty());
    }
    let mirror = cache.checkout();
    if !lanes.is_empty() {
        checkout.copy_to(&mirror)?;
        println!("{} lanes run in {}", lanes.len(), mirror.display());
    }
    let counts = Mutex::new(counts);
    let order: Vec<&Lane> = lanes.iter().map(|&(lane, _)| lane).collect();
    Runner { checkout: &mirror, logs: &cache.logs()?, all: asked.all }.run(
        &order,
        &|number, report| {
            let (lane, digest) = lanes[number];
            let passed = tell(lane, report);
            let mut counts = counts.lock().expect("no lane panics");
            if !passed {
                return counts.failed.push(lane.name);
            }
            counts.passed += 1;
            if let Err(error) = cache.stamp(lane.name, digest) {
                eprintln!("lanes: cannot keep that {} has passed: {error}", lane.name);
            }
        },
    );
    cache.shrink()?;
    let Counts { passed, failed, skipped } = counts.into_inner().expect("no lane panics");
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("lanes: {passed} passed, {} failed, {skipped} skipped", failed.len());
    Ok(failed.is_empty())
}

/// The number of lanes with each result.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: Vec<&'static str>,
    skipped: usize,
}

/// Prints how a lane has ended, and returns whether it has passed.
fn tell(lane: &Lane, report: io::Result<Report>) -> bool {
    let Report { passed, seconds, processor, compiled, log } = match report {
        Ok(report) => report,
        Err(error) => {
            println!("{:<12}cannot run: {error}", lane.name);
            return false;
        }
    };
    let word = if passed { "passed" } else { "FAILED" };
    println!(
        "{:<12}{word} in {seconds} s ({processor} s of the processor, {compiled} crates compiled)",
        lane.name
    );
    let text = fs::read(&log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    if !passed {
        println!("--- {}\n{text}--- end of {}", log.display(), log.display());
        return false;
    }
    // The summaries that test programs print, each in one line.
    let summaries = ["     Summary [", "test result: ", "# tests ", "# pass ", "# fail "];
    for line in text.lines().filter(|line| summaries.iter().any(|it| line.starts_with(it))) {
        println!("            {}", line.trim());
    }
    true
}

/// The version of the compiler, and the parts of the environment that change its output.
fn toolchain() -> io::Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut around: Vec<String> = env::vars()
        .filter(|(name, _)| {
            name == "RUSTFLAGS" || name == "RUSTDOCFLAGS" || name.starts_with("CARGO_PROFILE_")
        })
        .map(|(name, value)| format!("{name}={value}\n"))
        .collect();
    around.sort();
    Ok(version + &around.concat())
}

/// The versions of the tools of a lane; an error names one that is missing.
fn versions(lane: &Lane) -> Result<String, Tool> {
    let mut versions = String::new();
    for &tool in lane.tools {
        let output = Command::new("bash")
            .args(["-c", &format!("{}{}", table::FUNCTIONS, tool.version)])
            .output();
        match output {
            Ok(output) if output.status.success() => {
                versions += &String::from_utf8_lossy(&output.stdout);
            }
            _ => return Err(tool),
        }
    }
    Ok(versions)
}
