//! The tables in `results/`: certificates hold, and are those of the tables; values are those of a
//! program that knows nothing but the definition.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::book::root;
use crate::run::{answered, folder, grundy, json};

fn results() -> PathBuf {
    root().join("results")
}

/// The lines of a table, by its columns.
fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(results().join(name)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// The files with a table of a survey, without their extension.
fn tables() -> Vec<String> {
    let names = fs::read_dir(results()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut tables: Vec<String> =
        names.filter_map(|name| Some(name.to_str()?.strip_suffix(".csv")?.to_string())).collect();
    tables.retain(|name| ["octal-", "hexadecimal-"].iter().any(|family| name.starts_with(family)));
    tables.sort();
    assert!(!tables.is_empty());
    tables
}

#[test]
fn a_sample_of_certificates_holds() {
    let mut files = 0;
    for entry in fs::read_dir(results()).unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        if path.ends_with(".certificates") {
            let told = answered(&["verify", path, "--sample", "12", "--seed", "31"]);
            assert!(told.starts_with("verified: a random sample of 12 of the "), "{told}");
            assert_eq!(grundy(&["verify", path, "--sample", "0"]).status, Some(2));
            files += 1;
        } else if path.ends_with(".certificate") {
            let told = answered(&["verify", path]);
            assert!(told.starts_with("verified in part: octal("), "{told}");
            files += 1;
        }
    }
    assert!(files >= 2);
}

#[test]
fn every_unpublished_period_has_its_certificate() {
    for table in tables() {
        let Ok(text) = fs::read_to_string(results().join(format!("{table}.certificates"))) else {
            let published = |row: &BTreeMap<String, String>| row["status"] != "new";
            assert!(rows(&format!("{table}.csv")).iter().all(published), "{table}");
            continue;
        };
        let certified: BTreeMap<String, [u64; 2]> = text
            .lines()
            .map(|line| {
                let line: Value = serde_json::from_str(line).unwrap();
                let number = |name: &str| line[name].as_u64().unwrap();
                let game = line["ruleset"].as_str().unwrap().to_string();
                (game, [number("period"), number("preperiod")])
            })
            .collect();
        let listed: BTreeMap<String, [u64; 2]> = rows(&format!("{table}.csv"))
            .into_iter()
            .filter(|row| ["new", "proved"].contains(&&*row["status"]))
            .map(|row| {
                let number = |name: &str| row[name].parse().unwrap();
                (row["game"].clone(), [number("period"), number("preperiod")])
            })
            .collect();
        assert_eq!(certified, listed, "{table}");
    }
}

/// A journal is made of a table and its certificates, and these are made of it.
#[test]
fn surveys_go_on_from_their_tables() {
    let folder = folder("results-resume");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    for table in tables() {
        let (family, digits) = table.split_once('-').unwrap();
        let journal = path(&format!("{table}.survey"));
        let made = Command::new("python3")
            .arg(results().join("resume.py"))
            .args([family, digits, &journal])
            .status();
        // Python makes tables, and is not needed for the program.
        let Ok(made) = made else { return };
        assert!(made.success(), "{table}");
        let (again, proofs) = (path(&format!("{table}.csv")), path(&format!("{table}.proofs")));
        let args = ["survey", family, "--digits", digits, "--budget", "2s", "--save", &journal];
        answered(&[&args[..], &["--certificates", &proofs, "-o", &again]].concat());
        let published = |ending| fs::read_to_string(results().join(format!("{table}.{ending}")));
        assert_eq!(fs::read_to_string(&again).unwrap(), published("csv").unwrap(), "{table}");
        let published = published("certificates").unwrap_or_default();
        assert_eq!(fs::read_to_string(&proofs).unwrap(), published, "{table}");
    }
}

/// Every misère quotient that is proved is found again.
#[test]
fn misere_quotients_are_found_again() {
    let mut proved = 0;
    for row in rows("misere-3.csv").iter().filter(|row| row["proved"] == "True") {
        let found = &json(&["misere", &row["game"]])["quotient"];
        let number = |name: &str| row[name].parse::<u64>().unwrap();
        assert_eq!(found["order"], number("order"), "{row:?}");
        assert_eq!(found["p_portion"].as_array().unwrap().len() as u64, number("p_portion"));
        assert_eq!(found["period"]["period"], number("period"), "{row:?}");
        assert_eq!(found["period"]["preperiod"], number("preperiod"), "{row:?}");
        assert_eq!(found["period"]["proved"], true, "{row:?}");
        proved += 1;
    }
    // Among them Kayles (Sibert and Conway 1992), Guiles and 0.123 (Plambeck 2005).
    let order = |game: &str| {
        let rows = rows("misere-3.csv");
        rows.iter().find(|row| row["game"] == game).unwrap()["order"].clone()
    };
    assert_eq!(
        ["0.77", "0.15", "0.123"].map(|code| order(&format!("octal({code})"))),
        ["40", "42", "20"]
    );
    assert!(proved > 70);
}

/// `check.c` agrees with some lines of each table, and sees a wrong one.
#[test]
#[cfg(unix)]
fn values_are_those_of_another_program() {
    const EACH: usize = 40;
    let folder = folder("results-check");
    let program = folder.join("check");
    let compiled = Command::new("cc")
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([program.clone(), results().join("check.c")])
        .status();
    assert!(compiled.expect("a C compiler").success());
    let sample = folder.join("sample.csv");
    let check = |text: &str| {
        fs::write(&sample, text).unwrap();
        Command::new(&program).arg(&sample).output().unwrap()
    };
    for table in tables() {
        let text = fs::read_to_string(results().join(format!("{table}.csv"))).unwrap();
        let mut lines = text.lines();
        let heading = lines.next().unwrap();
        let some: Vec<&str> = lines.skip(EACH / 2).step_by(EACH).collect();
        let some = format!("{heading}\n{}\n", some.join("\n"));
        let told = check(&some);
        let words = String::from_utf8(told.stdout).unwrap();
        assert!(told.status.success() && words.ends_with("; 0 faults\n"), "{table}: {words}");
        let checksum = heading.split(',').position(|name| name == "checksum").unwrap();
        let known = some
            .lines()
            .find_map(|line| line.split(',').nth(checksum).filter(|sum| sum.len() == 16));
        let known = known.expect("a checksum");
        let other = known.replacen(&known[..1], if known.starts_with('0') { "1" } else { "0" }, 1);
        assert!(!check(&some.replacen(known, &other, 1)).status.success(), "{table}");
    }
}

/// `boards.cpp` agrees with the boards that it can play to their ends in a moment, and sees a
/// wrong value and a wrong outcome.
#[test]
#[cfg(unix)]
fn values_of_boards_are_those_of_another_program() {
    let folder = folder("results-boards");
    let program = folder.join("boards");
    let compiled = Command::new("c++")
        .args(["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([program.clone(), results().join("boards.cpp")])
        .status();
    // As for programs that the program writes, nothing is tried where there is no compiler.
    let Ok(compiled) = compiled else { return };
    assert!(compiled.success());
    let text = fs::read_to_string(results().join("boards.csv")).unwrap();
    let sample = folder.join("sample.csv");
    let check = |text: &str| {
        fs::write(&sample, text).unwrap();
        let told = Command::new(&program).arg(&sample).arg("20000").output().unwrap();
        (told.status.success(), String::from_utf8(told.stdout).unwrap())
    };
    let (right, words) = check(&text);
    assert!(right && words.ends_with("; 0 faults\n"), "{words}");
    let values: usize = words.split(' ').next().unwrap().parse().unwrap();
    assert!(values > 200, "{words}");
    let heading = text.lines().next().unwrap();
    for (from, to, told) in [
        ("domineering(4x3),R,-3/2,", "domineering(4x3),R,-3/2*,", "the value is not"),
        ("domineering(4x3),R,", "domineering(4x3),P,", "the outcome is R"),
    ] {
        let line = text.lines().find(|line| line.starts_with(from)).expect("the board").to_string();
        let (right, words) = check(&format!("{heading}\n{}\n", line.replacen(from, to, 1)));
        assert!(!right && words.contains(told), "{words}");
    }
}

/// What theorems say of Toads and Frogs, and others have found of Domineering and NoGo.
#[test]
fn values_of_boards_are_as_published() {
    let rows = rows("boards.csv");
    let row = |game: &str| rows.iter().find(|row| row["game"] == game);
    let strip = |toads, gap, frogs| {
        let [toads, gap, frogs] =
            [("T", toads), (".", gap), ("F", frogs)].map(|(c, n)| c.repeat(n));
        row(&format!("toads-and-frogs({toads}{gap}{frogs})")).map(|row| row["value"].clone())
    };
    let mut compared = 0;
    // T. Thanatipanonda, Further hopping with Toads and Frogs, 2011, proves these conjectures of
    // J. Erickson, 1996: {a-3|a-b||*|3-b} with a gap of 2, and a - 7/2 for three frogs, gap 3.
    for a in 4..=12_i64 {
        for b in 3..a {
            let expected = match b {
                3 => format!("{{{}*|v}}", a - 3),
                _ => format!("{{{}|{}||*|{}}}", a - 3, a - b, 3 - b),
            };
            if let Some(value) = strip(a as usize, 2, b as usize) {
                assert_eq!(value, expected, "{a} {b}");
                compared += 1;
            }
        }
        if let Some(value) = strip(a as usize, 3, 3).filter(|_| a >= 5) {
            assert_eq!(value, format!("{}/2", 2 * a - 7));
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
    // Bullock 2002; M. Mueller's page on solved boards of NoGo.
    for (game, outcome) in [
        ("domineering(5x5)", "P"),
        ("domineering(6x6)", "N"),
        ("domineering(13x2)", "P"),
        ("domineering(8x4)", "R"),
        ("domineering(9x4)", "L"),
        ("nogo(3x3)", "N"),
        ("nogo(4x4)", "P"),
    ] {
        assert_eq!(row(game).expect(game)["outcome"], outcome, "{game}");
    }
}

/// What was seen of games without a period is seen again, as far as takes a moment.
#[test]
fn growth_is_as_written() {
    let mut compared = 0;
    for row in rows("growth.csv") {
        let number = |name: &str| row[name].parse::<u64>().unwrap();
        if number("heaps") > 1 << 15 {
            continue;
        }
        let found = json(&["period", &row["game"], "--max", &row["heaps"]]);
        assert_eq!(found["checked_to"], number("heaps"));
        assert_eq!(found["max_value"], number("greatest"), "{row:?}");
        compared += 1;
    }
    assert!(compared >= 6, "{compared}");
}
