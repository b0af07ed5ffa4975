//! Files of values and of checkpoints, from which `table` and `period` go on.

use serde_json::{Value, json};

use crate::run::{answered, folder, grundy, json, refused};

#[test]
fn a_search_for_a_period_goes_on_from_its_file() {
    let path = folder("period").join("106.checkpoints");
    let file = path.to_str().unwrap();
    // Interrupted by a limit: what was done is kept.
    let arguments = ["period", "octal(0.106)", "--save", file, "--time", "6s"];
    let stopped = grundy(&arguments);
    assert_eq!(stopped.status, Some(1));
    assert!(stopped.stderr.contains("--time"), "{}", stopped.stderr);
    let rares = "15 rare values, the last at n = 1103\n";
    assert!(stopped.stdout.contains(rares), "{}", stopped.stdout);
    let contents = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = contents.lines().collect();
    assert_eq!(lines.len(), 4, "a header, values, how the search goes on, and a snapshot");

    // Killed while a line was written.
    std::fs::write(&path, format!("{contents}{{\"heap\":99")).unwrap();
    let found = json(&["period", "octal(0.106)", "--max", "9000000", "--save", file]);
    assert_eq!(found["period"], json!(null));
    assert!(std::fs::read_to_string(&path).unwrap() == contents, "the end was cut off");

    std::fs::write(&path, contents.replace("\"heap\":", "\"heap\":1")).unwrap();
    assert!(refused(&arguments).contains("line 4: a damaged checkpoint"));
    std::fs::write(&path, contents.replace("\"values\":\"0", "\"values\":\"1")).unwrap();
    assert!(refused(&arguments).contains("line 2: a damaged checkpoint"));
    std::fs::write(&path, contents.replace("\"first\":0", "\"first\":1")).unwrap();
    assert!(refused(&arguments).contains("line 2: a damaged checkpoint"));
    std::fs::write(&path, [lines[0], lines[2], ""].join("\n")).unwrap();
    assert!(refused(&arguments).contains("line 2: a damaged checkpoint"));
    std::fs::write(&path, contents.replace("\"method\":\"", "\"method\":\"x")).unwrap();
    assert!(refused(&arguments).contains("line 3: a damaged checkpoint"));
    std::fs::write(&path, contents.replace("\"heaps\":4096", "\"heaps\":4094")).unwrap();
    assert!(refused(&arguments).contains("line 3: a damaged checkpoint"));
    std::fs::write(&path, &lines[0][..20]).unwrap();
    json(&["period", "octal(0.106)", "--max", "9000000", "--save", file]);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&contents[..2 * lines[0].len()]));
    std::fs::write(&path, contents.replace("0.106", "0.104")).unwrap();
    assert!(refused(&arguments).contains("checkpoints of octal(0.104)"));
    std::fs::write(&path, "hello\n").unwrap();
    assert!(refused(&arguments).contains("line 1: not a file of checkpoints"));
}

/// The first line says the method, and there are no values.
#[test]
fn a_search_goes_on_from_a_file_of_version_1() {
    let path = folder("period-1").join("104.checkpoints");
    let arguments = ["period", "octal(0.104)", "--save", path.to_str().unwrap(), "--max"];
    let go_on = |last| json(&[&arguments[..], &[last]].concat());
    go_on("9000000");
    let contents = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Value> =
        contents.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"format": "grundy period", "version": 2, "ruleset": "octal(0.104)"})
    );
    lines[0]["version"] = json!(1);
    lines[0]["method"] = lines[2]["method"].clone();
    let lines = [&lines[0], &lines[3]].map(|line| line.to_string() + "\n");
    std::fs::write(&path, lines.concat().replace("\"method\":\"", "\"method\":\"x")).unwrap();
    let arguments = [&arguments[..], &["20000000"]].concat();
    assert!(refused(&arguments).contains("made by another version: x"));
    std::fs::write(&path, lines.concat()).unwrap();
    let more = json(&arguments);
    assert_eq!(more, json(&["period", "octal(0.104)", "--max", "20000000"]));
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now.starts_with(&lines.concat()) && now.lines().count() == 3, "one more snapshot");
}

/// Odd numbers of values, and a search that begins where they end.
#[test]
fn a_search_goes_on_from_any_number_of_values() {
    let path = folder("period-odd").join("106.checkpoints");
    let period = |last, more: &[&str]| {
        json(&[&["period", "octal(0.106)", "--max", last][..], more].concat())
    };
    for last in ["4999", "5000", "8200000", "8400000", "10000000", "10000000"] {
        let found = period(last, &["--save", path.to_str().unwrap()]);
        let at_once = period(last, &[]);
        for name in ["greatest_at", "max_value", "rares"] {
            assert_eq!(found[name], at_once[name], "{last}: {name}");
        }
    }
    let path = folder("period-dense").join("checkpoints");
    let path = path.to_str().unwrap();
    answered(&["period", "octal(4.4264)", "--max", "20000", "--save", path]);
    let arguments = ["period", "octal(4.4264)", "--max", "24000", "--threads", "1"];
    let found = json(&[&arguments[..], &["--save", path]].concat());
    assert_eq!(found, json(&arguments));
}

/// Where values are kept in memory, as the game has not settled or has no need to, they are kept in
/// the file as well.
#[test]
fn values_in_memory_go_on_from_a_file() {
    for (number, ruleset) in
        ["octal(0.007)", "hexadecimal(0.38)", "grundys-game"].iter().enumerate()
    {
        let path = folder("period-values").join(number.to_string());
        let period =
            |last, more: &[&str]| json(&[&["period", ruleset, "--max", last][..], more].concat());
        let save = |last| period(last, &["--save", path.to_str().unwrap()]);
        save("5000");
        let contents = std::fs::read_to_string(&path).unwrap();
        // Killed while values were written.
        std::fs::write(&path, format!("{contents}{{\"first\":5001,\"val")).unwrap();
        assert_eq!(save("12000"), period("12000", &[]), "{ruleset}");
        let more = std::fs::read_to_string(&path).unwrap();
        assert!(more.starts_with(&contents) && more.len() > 2 * contents.len(), "{ruleset}");
        let arguments = ["period", ruleset, "--memory", "1k", "--save", path.to_str().unwrap()];
        assert!(refused(&arguments).contains("more than the limit on memory"), "{ruleset}");
        // Less is asked for than there is.
        assert_eq!(save("7000"), period("7000", &[]), "{ruleset}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), more);
    }
}

#[test]
fn a_file_of_checkpoints_is_opened_before_the_work() {
    let folder = folder("period-opened");
    let nowhere = folder.join("missing").join("106.checkpoints");
    // The work would end at this limit.
    let arguments = ["period", "octal(0.106)", "--memory", "1", "--save"];
    let error = refused(&[&arguments[..], &[nowhere.to_str().unwrap()]].concat());
    assert!(error.contains("cannot write"), "{error}");
    assert!(refused(&[&arguments[..], &["/dev/full"]].concat()).contains("no regular file"));
    // Nothing is kept of a period that needs no search.
    let path = folder.join("kayles.checkpoints");
    answered(&["period", "kayles", "--save", path.to_str().unwrap()]);
    assert!(!path.exists());
    std::fs::write(&path, "").unwrap();
    answered(&["period", "kayles", "--save", path.to_str().unwrap()]);
    assert!(path.exists());
}

/// Many rare values: what is found in two goes is found in one, and which heap has the greatest
/// value first.
#[test]
fn a_search_among_many_rare_values_goes_on_from_its_file() {
    let path = folder("grundys-game").join("checkpoints");
    let file = path.to_str().unwrap();
    let text = answered(&["period", "grundys-game", "--max", "9000000", "--save", file]);
    assert!(text.contains("greatest value 256 (first at n = 7250049)"), "{text}");
    let lines = std::fs::read_to_string(&path).unwrap().lines().count();
    assert_eq!(lines, 7, "a header, values of 4 million heaps, the method, and a snapshot");

    // Killed in the middle of a character.
    let contents = std::fs::read(&path).unwrap();
    let last = contents.iter().rposition(|&byte| byte >= 0x80).unwrap();
    std::fs::write(&path, &contents[..last]).unwrap();
    let go_on = ["period", "grundys-game", "--max", "11000000"];
    let resumed = json(&[&go_on[..], &["--save", file]].concat());
    let at_once = json(&go_on);
    for name in ["greatest_at", "max_value", "rares"] {
        assert_eq!(resumed[name], at_once[name], "{name}");
    }
    // OEIS A002188, and Flammenkamp's count.
    assert_eq!(at_once["rares"], json!({"count": 1273, "last": 82860}));
    assert_eq!((&at_once["max_value"], &at_once["greatest_at"]), (&json!(256), &json!(7_250_049)));
}

/// A settled game, continued from a file whose end was cut off.
#[test]
fn a_file_of_values_is_continued() {
    let folder = folder("values");
    let file = folder.join("106.values");
    let path = file.to_str().unwrap();
    let save = |last: &str| json(&["table", "octal(0.106)", "-n", last, "--save", path]);
    assert_eq!(save("5000")["heaps"], 5001);
    assert_eq!(save("1500000")["heaps"], 1_500_001);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(save("1600000")["heaps"], 1_600_001);
    let part = |more: &[&str]| {
        let of = ["table", "octal(0.106)", "--from", "1499990", "-n", "1500010"];
        json(&[&of[..], more].concat())["values"].clone()
    };
    assert_eq!(part(&["--save", path]), part(&[]));
    // Less is asked for than there is: nothing is lost.
    assert_eq!(save("10")["heaps"], 1_600_001);
    assert!(refused(&["table", "kayles", "--save", path]).contains("values of octal(0.106)"));
    let other = folder.join("notes.txt");
    std::fs::write(&other, "my notes\n").unwrap();
    assert!(
        refused(&["table", "kayles", "--save", other.to_str().unwrap()]).contains("not a file")
    );
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "my notes\n");
}

/// The methods of these have more to know than the values.
#[test]
fn a_file_of_values_of_any_game_is_continued() {
    for (number, ruleset) in ["subtraction(all but 1,4,6)", "hexadecimal(0.b1c)"].iter().enumerate()
    {
        let file = folder("values-of-any").join(number.to_string());
        let path = file.to_str().unwrap();
        answered(&["table", ruleset, "-n", "2500", "--save", path]);
        let table = |more: &[&str]| {
            let of = ["table", ruleset, "--from", "2400", "-n", "3500"];
            json(&[&of[..], more].concat())["values"].clone()
        };
        assert_eq!(table(&["--save", path]), table(&[]), "{ruleset}");
    }
}

#[test]
fn a_file_has_one_writer() {
    let folder = folder("locks");
    for (name, arguments) in [
        ("106.values", &["table", "octal(0.106)", "-n", "50"][..]),
        ("106.checkpoints", &["period", "octal(0.106)", "--max", "9000000"]),
    ] {
        let path = folder.join(name);
        let arguments = [arguments, &["--save", path.to_str().unwrap()]].concat();
        let other = std::fs::File::create(&path).unwrap();
        other.lock().unwrap();
        let error = refused(&arguments);
        assert!(
            error.contains(&format!("another grundy is writing {}", path.display())),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        drop(other);
        answered(&arguments);
        assert_ne!(std::fs::read(&path).unwrap(), b"");
    }
}
