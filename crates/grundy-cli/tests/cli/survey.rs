//! `grundy survey`: what is found, that it goes on after a stop, and its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::run::{
    answered, command, every_digit_is_checked, folder, grundy, journal, json, refused, unchecked,
};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// The games of a survey by their rulesets.
fn games(answer: &Value) -> BTreeMap<String, Value> {
    let games = answer["games"].as_array().unwrap().iter();
    games.map(|game| (game["game"].as_str().unwrap().to_string(), game.clone())).collect()
}

/// Dawson's Kayles from the definition, and FNV-1a of its first values.
fn checksum_of_dawson() -> String {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..10_000usize {
        let mut seen = [false; 64];
        for left in 0..heap.saturating_sub(1) {
            seen[(values[left] ^ values[heap - 2 - left]) as usize] = true;
        }
        values.push(seen.iter().position(|seen| !seen).unwrap() as u32);
    }
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{sum:016x}")
}

#[test]
fn octal_games_of_two_digits_are_as_published() {
    let answer = json(&["survey", "octal", "--digits", "2", "--heaps", "20k", "--budget", "5m"]);
    assert_eq!(answer["codes"], 64);
    let counts = &answer["counts"];
    assert_eq!((&counts["new"], &counts["contradicts"]), (&0.into(), &0.into()), "{counts}");
    let games = games(&answer);
    let dawson = &games["octal(0.07)"];
    assert_eq!((&dawson["period"], &dawson["preperiod"]), (&34.into(), &53.into()));
    assert_eq!((&dawson["status"], &dawson["standard"]), (&"known".into(), &"0.137".into()));
    assert_eq!(dawson["codes"], "0.07 0.4 0.42");
    assert_eq!(dawson["checksum"], checksum_of_dawson());
    let officers = &games["octal(0.37)"];
    assert_eq!((&officers["status"], &officers["period"]), (&"open".into(), &Value::Null));
    assert_eq!(officers["codes"], "0.37 0.6 0.61 0.62 0.63");
    let codes: usize =
        games.values().map(|game| game["codes"].as_str().unwrap().split(' ').count()).sum();
    assert_eq!(codes, 64);
}

#[test]
fn hexadecimal_periods_have_certificates_that_hold() {
    let folder = folder("survey-hexadecimal");
    let file = path(&folder, "found.certificates");
    let table = path(&folder, "found.csv");
    answered(&[
        "survey",
        "hexadecimal",
        "--digits",
        "1",
        "--heaps",
        "2000",
        "--budget",
        "5m",
        "--certificates",
        &file,
        "-o",
        &table,
    ]);
    let table = fs::read_to_string(&table).unwrap();
    let heading = table.lines().next().unwrap();
    assert!(heading.starts_with("game,status,period,preperiod,saltus,"), "{heading}");
    // Take one and leave three heaps: arithmetic periodic.
    assert!(
        table.lines().any(|line| line.starts_with("hexadecimal(0.8),proved,3,1,1,")),
        "{table}"
    );
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    let told = answered(&["verify", &file]);
    assert!(told.starts_with(&format!("verified: all {lines} certificates hold\n")), "{told}");
    let told = answered(&["verify", &file, "--sample", "2", "--seed", "7"]);
    assert!(told.contains("a random sample of 2 of the"), "{told}");
    let text = fs::read_to_string(&file).unwrap();
    let wrong = text.replacen("\"preperiod\":", "\"preperiod\":1", 1);
    fs::write(&file, wrong).unwrap();
    assert!(refused(&["verify", &file]).contains("line 1 is refused"), "{text}");
}

#[test]
fn a_survey_that_was_killed_goes_on() {
    let folder = folder("survey-killed");
    let (whole, kept) = (path(&folder, "whole.csv"), path(&folder, "kept.survey"));
    let args = |save: &str, output: &str| {
        let fixed = ["survey", "octal", "--digits", "2", "--heaps", "30k", "--budget", "5m"];
        let more = ["--save", save, "-o", output, "--threads", "1"];
        fixed.iter().chain(&more).map(ToString::to_string).collect::<Vec<String>>()
    };
    let run = |args: &[String]| answered(&args.iter().map(String::as_str).collect::<Vec<&str>>());
    run(&args(&path(&folder, "other.survey"), &whole));
    let output = path(&folder, "kept.csv");
    let all = args(&kept, &output);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut child = command(&all).spawn().unwrap();
    // Some games are done, and written each second.
    let lines = || fs::read_to_string(&kept).map_or(0, |text| text.lines().count());
    while lines() < 3 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    child.wait().unwrap();
    let torn = fs::read_to_string(&kept).unwrap() + "{\"game\":\"octal(0.07)\",\"bud";
    fs::write(&kept, torn).unwrap();
    run(&args(&kept, &output));
    assert_eq!(fs::read_to_string(&whole).unwrap(), fs::read_to_string(&output).unwrap());
    // All is there: nothing is done again.
    let before = fs::read_to_string(&kept).unwrap();
    run(&args(&kept, &output));
    assert_eq!(before, fs::read_to_string(&kept).unwrap());
}

#[test]
fn a_larger_budget_looks_again_at_open_games() {
    let folder = folder("survey-again");
    let kept = path(&folder, "kept.survey");
    let run = |more: &[&str]| {
        let fixed = ["survey", "octal", "--digits", "1", "--save", &kept, "--format", "json"];
        let args: Vec<&str> = fixed.iter().chain(more).copied().collect();
        games(&serde_json::from_str(&answered(&args)).unwrap())
    };
    let first = run(&["--budget", "20ms"]);
    let second = run(&["--budget", "20ms", "--nearest", "1", "--times", "20"]);
    let heaps = |games: &BTreeMap<String, Value>| games["octal(0.6)"]["heaps"].as_u64().unwrap();
    assert!(heaps(&second) > heaps(&first));
    assert_eq!(second["octal(0.6)"]["budget"], 0.4);
    // Those with a period are not looked at again.
    assert_eq!(second["octal(0.7)"]["budget"], 0.02);
}

/// Which games are nearest is not chosen anew by another budget: those are that were looked at.
#[test]
fn games_that_had_more_stay_the_nearest() {
    let folder = folder("survey-nearest");
    let kept = path(&folder, "kept.survey");
    let run = |budget: &str, nearest: &str| -> BTreeMap<String, Value> {
        let mut args =
            vec!["survey", "octal", "--digits", "2", "--save", &kept, "--format", "json"];
        args.extend(["--budget", budget, "--nearest", nearest, "--times", "4", "--threads", "1"]);
        games(&serde_json::from_str(&answered(&args)).unwrap())
    };
    let with = |games: &BTreeMap<String, Value>, budget: f64| -> Vec<String> {
        let had = games.iter().filter(|(_, game)| game["budget"] == budget);
        had.map(|(name, _)| name.clone()).collect()
    };
    let first = with(&run("20ms", "3"), 0.08);
    assert_eq!(first.len(), 3);
    let second = run("30ms", "3");
    // A fast machine settles some of them in so little time.
    let (settled, open): (Vec<String>, _) =
        first.into_iter().partition(|name| second[name]["period"].is_number());
    let longer = with(&second, 0.12);
    assert!(open.iter().all(|name| longer.contains(name)), "{open:?} are not in {longer:?}");
    assert!(longer.len() <= 3 && with(&second, 0.08).iter().all(|name| settled.contains(name)));
    assert_eq!(with(&run("30ms", "5"), 0.12).len(), 5);
}

/// One that settles with more does not make room for another when the same command is run again.
#[test]
fn a_game_that_had_more_and_settled_keeps_its_place() {
    let folder = folder("survey-settled");
    let kept = path(&folder, "kept.survey");
    let args = ["survey", "hexadecimal", "--digits", "1", "--save", &kept, "--format", "json"];
    let run = |nearest: &str| {
        let budgets = ["--budget", "200ms", "--nearest", nearest, "--times", "4"];
        games(&serde_json::from_str(&answered(&[&args[..], &budgets].concat())).unwrap())
    };
    let first = run("0");
    // As if 0.8 had settled with more: where heaps fall in three parts nothing else says how near
    // a game is.
    let text = fs::read_to_string(&kept).unwrap();
    let mut lines = unchecked(&text);
    let settled = lines.iter().find(|line| line.contains("\"hexadecimal(0.8)\"")).unwrap();
    assert!(settled.contains("\"budget\":0.2") && settled.contains("\"period\":3"), "{settled}");
    let more = settled.replacen("\"budget\":0.2", "\"budget\":0.8", 1);
    lines.push(&more);
    fs::write(&kept, journal(lines)).unwrap();
    let second = run("1");
    let open = |games: &BTreeMap<String, Value>| {
        let open = games.iter().filter(|(_, game)| game["status"] == "open");
        open.map(|(name, game)| (name.clone(), game["budget"].clone())).collect::<Vec<_>>()
    };
    assert!(open(&first).iter().any(|(name, _)| name.starts_with("hexadecimal")), "{first:?}");
    assert_eq!(open(&first), open(&second));
}

/// A survey of the octal ones looks at them.
#[test]
fn octal_games_are_not_the_nearest_of_hexadecimal_ones() {
    let args = ["survey", "hexadecimal", "--digits", "2", "--format", "json"];
    let budgets = ["--budget", "10ms", "--nearest", "3", "--times", "4"];
    let games = games(&serde_json::from_str(&answered(&[&args[..], &budgets].concat())).unwrap());
    let longer: Vec<&String> =
        games.iter().filter(|(_, game)| game["budget"] == 0.04).map(|(name, _)| name).collect();
    assert_eq!(longer.len(), 3);
    assert!(longer.iter().all(|name| name.starts_with("hexadecimal")), "{longer:?}");
}

#[test]
fn a_damaged_line_is_named_and_nothing_is_lost() {
    let folder = folder("survey-damaged");
    let kept = path(&folder, "kept.survey");
    let args = ["survey", "octal", "--digits", "1", "--heaps", "2000", "--save", &kept];
    answered(&args);
    let good = fs::read_to_string(&kept).unwrap();
    let third = good.lines().nth(2).unwrap();
    let damaged = good.replacen(third, "{\"game\":", 1);
    fs::write(&kept, &damaged).unwrap();
    assert!(refused(&args).contains("line 3 is damaged"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), damaged);
    let other = ["survey", "octal", "--digits", "1", "--heaps", "3000", "--save", &kept];
    assert!(refused(&other).contains("kept.survey is of another job"));
    fs::write(&kept, unchecked(&good).join("\n") + "\n").unwrap();
    assert!(refused(&args).contains("kept.survey was written by an earlier version"));
    let begun: String = good.split_inclusive('\n').take(2).collect();
    fs::write(&kept, begun).unwrap();
    every_digit_is_checked(Path::new(&kept), || grundy(&args));
    let twice = ["survey", "octal", "--digits", "1", "--save", &kept, "-o", &kept];
    assert!(refused(&twice).contains("is named twice"));
    assert!(
        refused(&["survey", "octal", "--digits", "1", "--save", "/dev/full"])
            .contains("cannot resume from /dev/full: it is no regular file")
    );
    let little = ["survey", "octal", "--digits", "1", "--heaps", "2000", "--memory", "1"];
    assert!(answered(&little).contains("octal(0.6)"));
}

#[test]
fn other_files_are_not_touched() {
    let folder = folder("survey-other");
    let file = path(&folder, "notes.txt");
    fs::write(&file, "not a journal\n").unwrap();
    let error = refused(&["survey", "octal", "--digits", "1", "--save", &file]);
    assert!(error.contains("is of another job"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "not a journal\n");
    answered(&[
        "survey",
        "octal",
        "--digits",
        "1",
        "--heaps",
        "2000",
        "--save",
        &path(&folder, "one"),
    ]);
    let error = refused(&["survey", "octal", "--digits", "2", "--save", &path(&folder, "one")]);
    assert!(error.contains("is of another job"), "{error}");
    for digits in ["0", "5", "x"] {
        assert_eq!(grundy(&["survey", "octal", "--digits", digits]).status, Some(2));
    }
    for limit in ["--budget", "--heaps"] {
        assert_eq!(grundy(&["survey", "octal", "--digits", "1", limit, "0"]).status, Some(2));
    }
}

#[test]
fn the_page_has_every_game() {
    let folder = folder("survey-page");
    let file = path(&folder, "page.html");
    answered(&["survey", "octal", "--digits", "2", "--heaps", "5000", "-o", &file]);
    let page = fs::read_to_string(&file).unwrap();
    assert!(!page.contains("{{"));
    assert_eq!(page.matches("<tr>").count() - 1, page.matches("<td>octal(0.").count());
    assert!(page.contains("<svg") && page.contains("Games without one so far"));
}
