//! Files of all positions of a large game: looked up, counted, checked, joined,
//! and turned into tables.

use std::fs;
use std::path::{Path, PathBuf};

use grundy::catalogue;
use grundy::solve::partitioned::file::{About, Saved};
use grundy::solve::partitioned::{Code, Failure, Positions, Settings, Solo, Threads};
use serde_json::Value;

use crate::run::{answered, folder, grundy_reading, json, refused};

fn about(game: &str, key_bytes: usize, part: Option<[usize; 2]>) -> About {
    let (game, convention) = (game.to_string(), "normal".to_string());
    let version = env!("CARGO_PKG_VERSION").to_string();
    About { game, convention, version, key_bytes, part, packing: String::new(), rules: Vec::new() }
}

/// A file of all positions of a game.
fn saved(folder: &Path, name: &str, game: &str) -> String {
    let game = catalogue::parse(game).unwrap();
    let settings = Settings::default();
    let positions: Positions = game.large().unwrap().work(&mut Solo, &settings).unwrap();
    let path = folder.join(name);
    let about = about(&game.text(), positions.key_bytes(), None);
    positions.write(&path, &about, &settings.limits).unwrap();
    text(&path)
}

/// The files of so many workers.
fn parts(folder: &Path, game: &str, count: usize) -> Vec<String> {
    let game = catalogue::parse(game).unwrap();
    let settings = Settings::default();
    let work = |(which, mut fabric): (usize, Threads)| {
        let positions = game.large().unwrap().work(&mut fabric, &settings).unwrap();
        let path = folder.join(format!("part.{which}"));
        let about = about(&game.text(), positions.key_bytes(), Some([which, count]));
        positions.write(&path, &about, &settings.limits).unwrap();
        text(&path)
    };
    std::thread::scope(|scope| {
        let fabrics = Threads::group(count).into_iter().enumerate();
        let workers: Vec<_> = fabrics.map(|fabric| scope.spawn(move || work(fabric))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The same as a table.
fn table(file: &str) -> String {
    let path = format!("{file}.parquet");
    answered(&["merge", file, "-o", &path]);
    path
}

#[test]
fn a_position_is_looked_up_with_all_its_moves() {
    let folder = folder("lookup");
    let file = saved(&folder, "four.positions", "connect-four(4x4)");
    for file in [table(&file), file] {
        for position in ["....|....|.X..|.OX.", "connect-four(4x4; ....|....|.X..|.OX.)"] {
            let found = json(&["lookup", &file, position, "--player", "right"]);
            let solved = json(&["solve", "connect-four(4x4; ....|....|.X..|.OX.)", "--remoteness"]);
            assert_eq!(found["game"], solved["game"]);
            assert_eq!(found["right"]["result"], solved["right"]["result"]);
            assert_eq!(found["right"]["remoteness"], solved["right"]["remoteness"]);
            assert_eq!(found["left"], Value::Null);
            assert_eq!(found["right"]["moves"].as_array().unwrap().len(), 4);
        }
        let shown = answered(&["lookup", &file, "....|....|....|...."]);
        assert!(shown.contains("Left first draw in 16 moves"), "{shown}");
        assert!(shown.contains("Right first draw"), "{shown}");
        // A key of the table gives its position back.
        let found = json(&["lookup", &file, "....|....|.X..|.OX.", "--player", "right"]);
        let key = found["right"]["key"].as_str().unwrap();
        let back = json(&["lookup", &file, "--keys", key]);
        let known = |answer: &Value| {
            ["left", "right"].map(|player| answer[player]["key"].clone()).contains(&key.into())
        };
        assert!(known(&back) && known(&found), "{back}");
    }
}

#[test]
fn what_is_not_in_the_file_is_said() {
    let folder = folder("lookup-errors");
    let start = "connect-four(4x4; ....|....|.X..|.OX.)";
    let file = saved(&folder, "four.positions", start);
    let error = refused(&["lookup", &file, "....|....|....|....", "--player", "left"]);
    assert!(error.contains("is not in the file: play does not reach it"), "{error}");
    let error = refused(&["lookup", &file, "....|....|....|..X"]);
    assert!(error.contains("expected"), "{error}");
    let error = refused(&["lookup", &file, "connect-four(5x4)"]);
    assert!(error.contains("is of connect-four(4x4), not of connect-four(5x4)"), "{error}");
    assert!(refused(&["lookup", &file]).contains("a file and a position are needed"));
    let error = refused(&["lookup", "missing.positions", "...."]);
    assert!(error.contains("cannot read missing.positions"), "{error}");
    fs::write(folder.join("odd"), "odd").unwrap();
    let error = refused(&["lookup", &text(&folder.join("odd")), "...."]);
    assert!(error.contains("does not hold positions by their keys"), "{error}");
    assert!(refused(&["lookup", &file, "--keys", "x"]).contains("is no number"));
}

#[test]
fn lines_are_answered_by_lines() {
    let folder = folder("lookup-batch");
    let file = saved(&folder, "four.positions", "connect-four(4x4)");
    let lines = "....|....|....|....\n....|....|.X..|.OX.\nodd\n";
    for file in [table(&file), file] {
        let ran = grundy_reading(&["lookup", "--batch", &file, "--player", "right"], lines);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stderr.contains("1 of 3 lines could not be answered"), "{}", ran.stderr);
        let rows: Vec<Vec<&str>> =
            ran.stdout.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| row.len() == 7), "{rows:?}");
        assert_eq!(rows[0][1..6], ["-", "-", "-", "draw", "16"]);
        assert_eq!(rows[2][1], "error");
    }
}

#[test]
fn positions_are_counted_by_result_and_remoteness() {
    let folder = folder("stats");
    let file = saved(&folder, "dodgem.positions", "dodgem(3)");
    for file in [table(&file), file] {
        let stats = json(&["stats", &file]);
        let sum = |rows: &Value, name: &str| -> u64 {
            rows.as_array().unwrap().iter().map(|row| row[name].as_u64().unwrap()).sum()
        };
        assert_eq!(stats["positions"], sum(&stats["counts"], "positions"));
        let shown = answered(&["stats", &file]);
        assert!(shown.contains('█') && shown.contains("win"), "{shown}");
        let svg = format!("{file}.svg");
        answered(&["stats", &file, "-o", &svg]);
        assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    }
    // As everybody counts them.
    let stats = json(&["stats", &saved(&folder, "ttt.positions", "tic-tac-toe")]);
    assert_eq!(stats["keys"], 5478);
}

#[test]
fn positions_are_counted_by_tiers() {
    let folder = folder("tiers");
    let file = saved(&folder, "ttt.positions", "tic-tac-toe");
    // By the number of marks on the board, as everybody counts them.
    let each = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];
    for file in [table(&file), file] {
        let stats = json(&["stats", "--tiers", &file]);
        let tiers = stats["tiers"].as_array().unwrap();
        let keys: Vec<u64> = tiers.iter().map(|tier| tier["keys"].as_u64().unwrap()).collect();
        assert_eq!(keys, each);
        for fate in ["win", "draw", "loss"] {
            let of = |stats: &Value| stats["results"][fate]["positions"].as_u64().unwrap();
            assert_eq!(tiers.iter().map(of).sum::<u64>(), of(&stats));
        }
        assert_eq!(tiers[0]["example"], "tic-tac-toe");
        let shown = answered(&["stats", "--tiers", &file]);
        assert_eq!(shown.lines().count(), 7 + 1 + each.len(), "{shown}");
    }
    let moves = folder.join("ttt.strategy").display().to_string();
    answered(&["solve", "tic-tac-toe", "--save", &moves]);
    let error = refused(&["stats", "--tiers", &moves]);
    assert!(error.contains("has no tiers"), "{error}");
}

#[test]
fn files_are_checked_whole_or_by_a_sample() {
    let folder = folder("positions-verify");
    for game in ["connect-four(4x3)", "dodgem(3)", "tic-tac-toe"] {
        let file = saved(&folder, "game.positions", game);
        for file in [table(&file), file] {
            let shown = answered(&["verify", &file]);
            assert!(shown.starts_with("verified: all "), "{shown}");
            let shown = answered(&["verify", &file, "--sample", "50", "--seed", "3"]);
            assert!(shown.contains("a random sample of 50 of the"), "{shown}");
            assert!(shown.contains("seed 3"), "{shown}");
            let found = json(&["verify", &file, "--sample", "50"]);
            assert_eq!((&found["entries"], &found["verified"]), (&50.into(), &true.into()));
        }
    }
}

/// Every command that reads a file gives the right answer or none, wherever a bit is wrong.
#[test]
fn a_damaged_file_is_refused() {
    let folder = folder("positions-damage");
    let whole = saved(&folder, "four.positions", "connect-four(3x3,3)");
    let solution = Saved::open(Path::new(&whole)).unwrap().positions::<u64>().unwrap();
    let mut keys = String::new();
    let mut each = |some: &[u64], _: &[Code]| {
        some.iter().step_by(40).for_each(|key| keys += &format!("{key}\n"));
        Ok::<(), Failure>(())
    };
    solution.each_of_all(&mut each).unwrap();
    let back = text(&folder.join("back"));
    for file in [table(&whole), whole.clone()] {
        let bytes = fs::read(&file).unwrap();
        let is_table = file.ends_with("parquet");
        let changed = text(&folder.join("changed"));
        let looked_up = |file: &str| grundy_reading(&["lookup", file, "--keys", "--batch"], &keys);
        let (stats, found) = (json(&["stats", &file]), looked_up(&file));
        assert_eq!((found.status, found.stdout.lines().count()), (Some(0), keys.lines().count()));
        // Anywhere in the file, and everywhere near its ends.
        let near = (0..20).chain(bytes.len() - 30..bytes.len());
        for at in (0..bytes.len()).step_by(bytes.len() / 40).chain(near) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            fs::write(&changed, &flipped).unwrap();
            let sound = |args: &[&str]| {
                let ran = crate::run::grundy(args);
                assert!(!ran.stderr.contains("panicked"), "byte {at} of {file}: {}", ran.stderr);
                ran.status == Some(0)
            };
            // Tables have bytes that say nothing of their rows.
            assert!(!sound(&["verify", &changed]) || is_table, "byte {at} of {file}");
            if sound(&["merge", &changed, "-o", &back]) {
                assert_eq!(fs::read(&back).unwrap(), fs::read(&whole).unwrap(), "byte {at}");
            }
            if sound(&["stats", &changed]) {
                assert_eq!(json(&["stats", &changed]), stats, "byte {at} of {file}");
            }
            let now = looked_up(&changed);
            if now.status == Some(0) {
                assert_eq!(now.stdout, found.stdout, "byte {at} of {file}");
            }
        }
        for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&changed, &bytes[..length]).unwrap();
            refused(&["verify", &changed]);
        }
    }
}

#[test]
fn parts_are_joined_to_what_one_worker_writes() {
    for game in ["connect-four(4x4)", "dodgem(3)"] {
        let folder = folder("merge");
        let whole = saved(&folder, "whole", game);
        for count in [1, 2, 3] {
            let mut parts = parts(&folder, game, count);
            parts.reverse();
            let joined = text(&folder.join("joined"));
            let mut args = vec!["merge", "-o", &joined];
            args.extend(parts.iter().map(String::as_str));
            answered(&args);
            assert_eq!(fs::read(&joined).unwrap(), fs::read(&whole).unwrap(), "{count} parts");
            args[0] = "verify";
            args.drain(1..3);
            assert!(answered(&args).starts_with("verified: all"));
            args[0] = "stats";
            assert_eq!(answered(&args), answered(&["stats", &whole]));
        }
        // A table and back.
        let back = text(&folder.join("back"));
        answered(&["merge", &table(&whole), "-o", &back]);
        assert_eq!(fs::read(&back).unwrap(), fs::read(&whole).unwrap());
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = folder("merge-errors");
    let whole = saved(&folder, "whole", "dodgem(3)");
    let parts = parts(&folder, "dodgem(3)", 3);
    let other: PathBuf = folder.join("other");
    fs::create_dir(&other).unwrap();
    let others = self::parts(&other, "connect-four(3x3,3)", 3);
    let joined = text(&folder.join("joined"));
    let merge = |files: &[&String]| {
        let mut args = vec!["merge", "-o", &joined];
        args.extend(files.iter().map(|file| file.as_str()));
        refused(&args)
    };
    let error = merge(&[&parts[0], &parts[2]]);
    assert!(error.contains("part 1 of 3 is missing"), "{error}");
    let error = merge(&[&parts[1]]);
    assert!(error.contains("parts 0, 2 of 3 are missing"), "{error}");
    let error = merge(&[&parts[0], &parts[1], &parts[1]]);
    assert!(error.contains("are the same part, 1"), "{error}");
    let error = merge(&[&parts[0], &others[1], &parts[2]]);
    assert!(error.contains("do not belong together: the game is"), "{error}");
    let error = merge(&[&whole, &parts[0]]);
    assert!(error.contains("is whole"), "{error}");
    for command in ["stats", "verify"] {
        let error = refused(&[command, &parts[0]]);
        assert!(error.contains("parts 1, 2 of 3 are missing"), "{error}");
    }
    let error = refused(&["lookup", &parts[0], "...|...|..."]);
    assert!(error.contains("are missing"), "{error}");
    assert!(!Path::new(&joined).exists());
}

#[test]
fn a_file_takes_the_place_of_solving_in_play_and_in_graphs() {
    let folder = folder("with");
    let file = saved(&folder, "dodgem", "dodgem(3)");
    for file in [table(&file), file] {
        let ran = grundy_reading(&["play", "dodgem(3)", "--with", &file], "moves\n1\nhint\nquit\n");
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let solved = grundy_reading(&["play", "dodgem(3)"], "moves\n1\nhint\nquit\n");
        // The best of equal moves may be another one; what they are worth is not.
        let worth = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.contains("wins") || line.contains("loses"));
            let mut lines: Vec<String> = lines.take(3).map(str::to_string).collect();
            lines.sort();
            lines
        };
        assert_eq!(worth(&ran.stdout), worth(&solved.stdout));

        let graph = |args: &[&str]| {
            let with = ["graph", "dodgem(3)", "--format", "json"];
            let args: Vec<&str> = with.iter().chain(args).copied().collect();
            let graph: Value = serde_json::from_str(&answered(&args)).unwrap();
            graph
        };
        let (known, solved) = (graph(&["--with", &file]), graph(&[]));
        assert_eq!(known["nodes"], solved["nodes"]);
        let svg = answered(&["graph", "dodgem(3)", "--with", &file, "--nodes", "20"]);
        assert!(svg.starts_with("<svg"));
    }
    let file = text(&folder.join("dodgem"));
    for command in ["play", "graph"] {
        let error = refused(&[command, "dodgem(4)", "--with", &file]);
        assert!(error.contains("is of dodgem(3), not of dodgem(4)"), "{error}");
        let error = refused(&[command, "dodgem(3)", "--with", &file, "--misere"]);
        assert!(error.contains("is of normal play, not of misere"), "{error}");
    }
}

/// A million rows are a group, which a thread reads while others read others.
#[test]
fn groups_of_rows_are_read_by_several_threads() {
    let folder = folder("groups");
    let file = table(&saved(&folder, "four.positions", "connect-four(4x5)"));
    let keys = json(&["stats", &file])["keys"].as_u64().unwrap();
    assert!(keys > 1 << 20, "{keys}");
    for _ in 0..3 {
        let found = json(&["verify", &file, "--threads", "4", "--sample", "20000"]);
        assert_eq!((&found["entries"], &found["of"]), (&20_000.into(), &keys.into()));
    }
}
