//! `table`, `period` and `compare`.

use std::fs;

use serde_json::{Value, json};

use crate::run::{answered, folder, grundy, json, refused};

#[test]
fn a_table_lists_the_values_from_0() {
    assert_eq!(
        json(&["table", "subtraction(1,2)", "-n", "7"]),
        json!({"ruleset": "subtraction(1,2)", "values": [0, 1, 2, 0, 1, 2, 0, 1]})
    );
    assert_eq!(json(&["table", "nim", "-n", "0"])["values"], json!([0]));
    let csv = answered(&["table", "subtraction(1,2)", "-n", "3", "--format", "csv"]);
    assert_eq!(csv, "n,g\n0,0\n1,1\n2,2\n3,0\n");
    let bfile = answered(&["table", "subtraction(1,2)", "-n", "3", "--format", "bfile"]);
    assert_eq!(bfile, "0 0\n1 1\n2 2\n3 0\n");
    assert!(answered(&["table", "subtraction(2..5)", "-n", "50"]).contains("period 7"));
}

/// `table` says of a period what `period` says.
#[test]
fn a_table_and_the_period_agree() {
    for ruleset in [
        "kayles",
        "dawsons-kayles",
        "dawsons-chess",
        "octal(0.07)",
        "nim",
        "subtraction(2..5)",
        "subtraction(1,3,4)",
        "subtraction(3..)",
        "octal(4.7)",
        "octal(0.017)",
        "lasker",
        "hexadecimal(0.8)",
        "heap(-1>0..2)",
        "thirty-one",
    ] {
        let period = answered(&["period", ruleset]);
        let said = period.split_once('\n').unwrap().1;
        for last in ["0", "30", "500"] {
            let table = answered(&["table", ruleset, "-n", last]);
            assert!(table.ends_with(said), "{ruleset}: {table} is not {said}");
        }
        assert!(said.contains("(proved)"), "{said}");
    }
    // What is not proved by a few thousand heaps is said with how far it was looked for.
    let far = answered(&["table", "octal(0.16)", "-n", "30"]);
    assert!(far.contains("no period found so far\n"), "{far}");
    assert!(far.contains("heaps up to 4000\n"), "{far}");
    assert!(far.contains("known: Gangolli and Plambeck found period 149459"), "{far}");
    assert!(far.ends_with("OEIS A071430\n`grundy period 'octal(0.16)'` looks further\n"), "{far}");
    // Nothing would be proved by values that take long.
    let slow = answered(&["table", "mock-turtles", "-n", "9"]);
    assert!(slow.contains("heaps up to 9\nOEIS A000069\n"), "{slow}");
    let limited = answered(&["table", "kayles", "-n", "30", "--max-positions", "100"]);
    assert!(limited.contains("heaps up to 30\n"), "{limited}");
}

/// The parities of values may repeat for long where the values do not.
#[test]
fn the_period_of_parities_is_proved_by_that_of_the_values() {
    let parity = |ruleset: &str, of: &str| answered(&["table", ruleset, "--parity", of]);
    assert!(parity("nim", "value").contains("period 2, preperiod 0 (proved)"));
    assert!(parity("kayles", "value").contains("(proved)"));
    assert!(parity("subtraction(1,2)", "bits").contains("period 3, preperiod 0 (proved)"));
    assert!(!parity("nim", "bits").contains("(proved)"));
    assert!(!parity("kayles", "value").contains("OEIS"));
}

#[test]
fn sequences_of_the_oeis_are_named() {
    for (ruleset, line) in [
        ("kayles", "OEIS A002186"),
        ("octal(0.77)", "OEIS A002186"),
        ("octal(4.4)", "OEIS A002186, where g(n) is a(n - 1)"),
        ("dawsons-kayles", "OEIS A002187, where g(n) is a(n - 1)"),
        ("treblecross", "OEIS A071426"),
        ("grundys-game", "OEIS A002188"),
    ] {
        let table = answered(&["table", ruleset, "-n", "5"]);
        assert!(table.lines().any(|found| found == line), "{table}");
    }
    assert!(!answered(&["table", "nim"]).contains("OEIS"));
    let dawson = json(&["table", "dawsons-kayles", "-n", "3"]);
    assert_eq!(dawson["oeis"], json!({"sequence": "A002187", "shift": 1}));
    assert_eq!(json(&["table", "nim", "-n", "3"]).get("oeis"), None);
    assert!(answered(&["games", "kayles"]).contains("OEIS A002186"));
    assert_eq!(json(&["games", "kayles"])["oeis"]["sequence"], "A002186");
    assert_eq!(json(&["games", "dodgem"]).get("oeis"), None);
}

/// Wythoff 1907, and Nivasch, The Sprague–Grundy function of the game Euclid, 2006.
#[test]
fn a_table_of_pairs_has_a_row_for_each_first_heap() {
    assert_eq!(
        json(&["table", "wythoff", "-n", "3"]),
        json!({
            "ruleset": "wythoff",
            "rows": [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]],
            "oeis": {"sequence": "A004481", "shift": null},
        })
    );
    let csv = answered(&["table", "euclid", "-n", "2", "--format", "csv"]);
    assert_eq!(csv, "a,0,1,2\n0,,,\n1,,0,1\n2,,1,0\n");
    let text = answered(&["table", "wythoff", "-n", "2"]);
    let oeis = "OEIS A004481, by antidiagonals\n";
    assert_eq!(text, format!("g(a, b) of wythoff\n   0 1 2\n0  0 1 2\n1  1 2 0\n2  2 0 1\n{oeis}"));
    assert_eq!(json(&["table", "euclid(to 0)"])["rows"][20][1], json!(20));
    assert!(refused(&["table", "wythoff", "--format", "bfile"]).contains("one sequence"));
    assert!(refused(&["table", "wythoff", "-n", "18446744073709551615"]).contains("--"));
    assert!(refused(&["period", "wythoff"]).contains("played on pairs of heaps"));
    assert!(refused(&["table", "octal(2.3)"]).contains("not played on single heaps"));
}

/// Siegel, Combinatorial Game Theory, section IV.2: all-but sets are arithmetic
/// periodic.
#[test]
fn what_may_not_be_taken_gives_a_saltus() {
    let found = json(&["period", "subtraction(all but 1,4)"]);
    assert_eq!((&found["proved"], &found["exceptions"]), (&json!(true), &json!([])));
    let (period, saltus) = (found["period"].as_u64().unwrap(), found["saltus"].as_u64().unwrap());
    let values = json(&["table", "subtraction(all but 1,4)", "-n", "200"])["values"].clone();
    for n in 0..200 - period as usize {
        let [now, later] = [n, n + period as usize].map(|n| values[n].as_u64().unwrap());
        assert_eq!(later, now + saltus, "{n}");
    }
    // Far beyond what is held in memory.
    let far = answered(&["value", "subtraction(all but 1,4; 1000000000000)"]);
    assert!(far.starts_with('*'), "{far}");
}

/// Values of hexadecimal games may grow, also at some residues only; what is
/// seen over 1,500 heaps of 0.F6 is shown to end.
#[test]
fn periods_of_hexadecimal_games_are_decided() {
    let found = json(&["period", "hexadecimal(0.28)"]);
    assert_eq!(found["proved"], json!(true));
    assert_eq!((&found["period"], &found["saltus"]), (&json!(53), &json!(16)));
    assert!(found.get("saltuses").is_none());
    let far = answered(&["value", "hexadecimal(0.28; 1000000000000)"]);
    assert_eq!(
        far,
        format!("*{}\n", {
            let (rounds, heap) =
                ((1_000_000_000_000u64 - 1) / 53, (1_000_000_000_000u64 - 1) % 53 + 1);
            let values = json(&["table", "hexadecimal(0.28)", "-n", "53"])["values"].clone();
            values[heap as usize].as_u64().unwrap() + 16 * rounds
        })
    );

    let found = json(&["period", "hexadecimal(0.205200C)"]);
    assert_eq!((&found["proved"], &found["saltus"]), (&json!(true), &Value::Null));
    let still: Vec<usize> = (0..40).filter(|&place| found["saltuses"][place] == json!(0)).collect();
    assert_eq!(still, [15, 35]);
    let told = answered(&["period", "hexadecimal(0.205200C)", "--explain"]);
    assert!(told.contains("saltus by residue 16 (38), 0 (2)"), "{told}");
    assert!(told.contains("g(n) = 14 where n mod 40 = 39,"), "{told}");

    let folder = folder("sapp");
    let path = folder.join("certificate").display().to_string();
    answered(&["period", "hexadecimal(0.205200C)", "--certificate", &path]);
    assert!(answered(&["verify", &path]).contains("verified"));
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in [
        (",16,0,16", ",16,16,16"),
        ("\"preperiod\":4", "\"preperiod\":5"),
        ("\"period\":40", "\"period\":80"),
        ("\"saltus\":16", "\"saltus\":17"),
    ] {
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        refused(&["verify", &path]);
    }

    for max in ["1400", "3000"] {
        let found = json(&["period", "hexadecimal(0.F6)", "--max", max]);
        assert_eq!(found["proved"], json!(false));
    }

    // Where values stay small, it is looked farther without being told to.
    let found = json(&["period", "hexadecimal(0.B1C)"]);
    assert_eq!((&found["period"], &found["proved"]), (&json!(2568), &json!(true)));
    assert_eq!(json(&["period", "hexadecimal(0.F6)"])["checked_to"], 4000);
    // What is seen is decided for all heaps, and not given up before.
    let found = json(&["period", "hexadecimal(0.3DD)", "--max", "700"]);
    assert_eq!((&found["saltus"], &found["proved"]), (&json!(8), &json!(true)));
}

#[test]
fn a_period_has_every_field() {
    assert_eq!(
        json(&["period", "subtraction(2..5)"]),
        json!({
            "ruleset": "subtraction(2..5)",
            "period": 7,
            "preperiod": 0,
            "saltus": 0,
            "max_value": 3,
            "proved": true,
            "checked_to": 4000,
            "exceptions": [],
            "known": null,
        })
    );
}

/// Guy and Smith, The G-values of various games, 1956.
#[test]
fn kayles_has_period_12_from_71_on() {
    let found = json(&["period", "kayles"]);
    assert_eq!((&found["period"], &found["preperiod"]), (&json!(12), &json!(71)));
    assert_eq!((&found["saltus"], &found["max_value"]), (&json!(0), &json!(8)));
    assert_eq!(found["proved"], true);
    let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(found["exceptions"], json!(exceptions));
    let values = json(&["table", "kayles", "-n", "10"]);
    assert_eq!(values["values"], json!([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]));
}

#[test]
fn a_period_is_compared_with_what_is_known() {
    let kayles = json!({
        "open": false,
        "period": 12,
        "preperiod": 71,
        "by": "Guy and Smith",
        "year": 1956,
        "like": null,
        "agrees": true,
        "new": false,
    });
    for ruleset in ["kayles", "octal(0.770)", "hexadecimal(0.77)"] {
        assert_eq!(json(&["period", ruleset])["known"], kayles, "{ruleset}");
    }
    assert!(answered(&["period", "kayles"]).contains("known: as Guy and Smith found in 1956\n"));
    let plain = answered(&["period", "octal(0.142)", "--max", "100"]);
    assert!(plain.contains("open: no period of this game is known\n"), "{plain}");
    let treblecross = &json(&["period", "octal(0.007)", "--max", "100"])["known"];
    let expected = (&json!(true), &json!("0.04"), &json!(null));
    assert_eq!((&treblecross["open"], &treblecross["like"], &treblecross["period"]), expected);
    let unnamed = answered(&["period", "subtraction(1,2)"]);
    assert!(unnamed.contains("known: as in the table of octal games\n"), "{unnamed}");
    for other in ["grundys-game", "octal(0.0007)", "hexadecimal(0.8)", "nim"] {
        assert_eq!(json(&["period", other, "--max", "100"])["known"], json!(null), "{other}");
    }
}

#[test]
fn what_is_known_is_said_where_nothing_is_found() {
    let arguments = ["period", "octal(0.106)", "--max", "500"];
    let known = &json(&arguments)["known"];
    let expected = (&json!(328_226_140_474_u64), &json!(465_384_263_797_u64), &json!(null));
    assert_eq!((&known["period"], &known["preperiod"], &known["agrees"]), expected);
    let fact = "Flammenkamp found period 328226140474, preperiod 465384263797";
    assert!(answered(&arguments).contains(&format!("known: {fact}\n")));
    let stopped = grundy(&["period", "octal(0.106)", "--time", "1ms"]);
    assert_eq!(stopped.status, Some(1));
    let told = stopped.stderr;
    assert!(told.contains("--time") && told.contains(fact), "{told}");
}

/// Rare values of 0.3106 still come up where the search in constant memory is given up.
#[test]
fn a_search_says_why_it_ends() {
    let ended = grundy(&["period", "octal(0.3106)"]);
    assert_eq!(ended.status, Some(0));
    assert!(ended.stderr.contains("with --time, --max or --save"), "{}", ended.stderr);
    let rares = "106 rare values, the last at n = 16267609\n";
    assert!(ended.stdout.contains(rares), "{}", ended.stdout);

    let limited = grundy(&["period", "octal(0.3106)", "--max-positions", "10000000"]);
    assert_eq!(limited.status, Some(1));
    assert!(limited.stderr.contains("--max-positions"), "{}", limited.stderr);
    assert!(limited.stdout.contains("rare values"), "{}", limited.stdout);

    // With a limit it goes on among values in memory: rare ones still come up.
    let found = json(&["period", "octal(0.3106)", "--max", "21000000"]);
    assert_eq!(found["checked_to"], 21_000_000);
    assert_eq!(found["rares"]["last"], 20_118_452);
}

#[test]
fn nim_has_a_saltus() {
    let found = json(&["period", "nim", "--max", "100"]);
    assert_eq!((&found["period"], &found["saltus"]), (&json!(1), &json!(1)));
    assert_eq!(found["checked_to"], 100);
}

#[test]
fn a_sequence_that_is_too_short_proves_nothing() {
    for max in ["0", "1", "2", "5"] {
        let found = json(&["period", "subtraction(2..5)", "--max", max]);
        assert_eq!(found["proved"], false, "{max}: {found}");
        assert_eq!(found["checked_to"].to_string(), max);
    }
}

#[test]
fn a_table_that_cannot_be_held_is_refused() {
    for n in ["1000000000000", "4611686018427387904", "18446744073709551615"] {
        let error = refused(&["table", "subtraction(1,2)", "-n", n]);
        assert!(error.contains("--memory"), "{error}");
        // A period proved by few heaps needs no more.
        assert_eq!(json(&["period", "subtraction(1,2)", "--max", n])["checked_to"], 4000);
    }
}

/// Achim Flammenkamp, Octal games (table on the web).
#[test]
fn periods_of_octal_games_are_the_published_ones() {
    for (code, period, preperiod) in [
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.165", 1_550, 5_181),
        ("0.156", 349, 3_479),
        ("0.16", 149_459, 105_351),
        ("0.356", 142, 7_315),
        ("0.56", 144, 326_640),
        ("0.644", 442, 3_256),
        ("0.127", 4, 46_578),
        ("0.45", 20, 498),
        ("0.055", 148, 259),
    ] {
        let found = json(&["period", &format!("octal({code})")]);
        let expected = (&json!(period), &json!(preperiod), &json!(true));
        assert_eq!((&found["period"], &found["preperiod"], &found["proved"]), expected, "{code}");
    }
}

/// Values that other programs have found.
#[test]
fn values_far_out_are_those_of_other_programs() {
    for (ruleset, n, value) in [("grundys-game", 60_000, 56), ("octal(0.007)", 100_000, 565)] {
        let values = json(&["table", ruleset, "-n", &n.to_string()])["values"].clone();
        let values = values.as_array().unwrap();
        assert_eq!((values.len(), &values[n]), (n + 1, &json!(value)), "{ruleset}");
    }
}

/// T. Czajka, octal-games: Flammenkamp's tables take 0.161 for 0.36, but they
/// differ at 519.
#[test]
fn a_comparison_finds_the_first_difference() {
    assert_eq!(
        json(&["compare", "octal(0.161)", "octal(0.36)", "-n", "1000"])["difference"]["n"],
        519
    );
    let text = answered(&["compare", "octal(0.161)", "octal(0.36)"]);
    assert!(text.starts_with("first difference at n = 519: "), "{text}");
    let text = answered(&["compare", "octal(0.161)", "octal(0.36)", "-n", "518"]);
    assert_eq!(text, "equal for n ≤ 518\n");
    assert_eq!(
        json(&["compare", "subtraction(1,2)", "subtraction(1..3)", "-n", "50"]),
        json!({
            "first": "subtraction(1,2)",
            "second": "subtraction(1..3)",
            "shift": 0,
            "difference": {"n": 3, "values": [0, 3]},
            "compared_to": 3,
            "equal_for_all": false,
        })
    );
}

/// OEIS A002187: Dawson's Chess has the values a(n), Dawson's Kayles a(n − 1);
/// A002186: 0.77 and 0.771 are one sequence, 4.4 is one place behind.
#[test]
fn proved_periods_make_a_comparison_final() {
    let text = "equal for all n (both periods proved)\n";
    let dawson = |shift| answered(&["compare", "dawsons-chess", "dawsons-kayles", shift]);
    assert_eq!(dawson("--shift=1"), text);
    assert_eq!(answered(&["compare", "kayles", "octal(0.771)"]), text);
    assert_eq!(answered(&["compare", "kayles", "octal(4.4)", "--shift", "1"]), text);
    let back = ["compare", "octal(4.4)", "kayles", "--shift", "-1"];
    assert_eq!(answered(&back), "equal for all n ≥ 1 (both periods proved)\n");
    assert!(dawson("--shift=0").starts_with("first difference at n = 1: 1 and 0"));

    let found = json(&["compare", "kayles", "octal(0.771)", "-n", "20"]);
    let expected = (&json!(20), &json!(false), &json!(null));
    let fields = (&found["compared_to"], &found["equal_for_all"], &found["difference"]);
    assert_eq!(fields, expected, "twenty values prove nothing");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    for (arguments, reason) in [
        (["kayles", "tic-tac-toe", "--shift=0"], "not played on single heaps"),
        (["tic-tac-toe", "kayles", "--shift=0"], "not played on single heaps"),
        (["kayles", "kayles", "--shift=-9223372036854775808"], "nothing to compare"),
        (["kayles", "kayles", "--shift=9223372036854775807"], "--memory"),
    ] {
        let [first, second, shift] = arguments;
        let error = refused(&["compare", first, second, shift]);
        assert!(error.contains(reason), "{error}");
    }
    let error = refused(&["compare", "kayles", "kayles", "-n", "5", "--shift", "-6"]);
    assert!(error.contains("nothing to compare with --shift -6 up to 5"), "{error}");
}

/// Where values start does not change them, and neither does a period that
/// makes those before superfluous.
#[test]
fn a_table_may_start_at_any_heap() {
    let from = |from: &str, to: &str, game: &str| json(&["table", game, "--from", from, "-n", to]);
    assert_eq!(
        from("1000000000000", "1000000000003", "subtraction(1,2)"),
        json!({"ruleset": "subtraction(1,2)", "from": 1_000_000_000_000_u64, "values": [1, 2, 0, 1]})
    );
    let all = json(&["table", "grundys-game", "-n", "3000"]);
    let part = from("2990", "3000", "grundys-game");
    assert_eq!(part["values"], json!(all["values"].as_array().unwrap()[2990..]));
    assert_eq!(from("4000000000", "4000000000", "nim")["values"], json!([4_000_000_000_u64]));
    let text = answered(&["table", "kayles", "--from", "12", "-n", "14"]);
    assert!(text.contains("12  4 1 2"), "{text}");
    assert!(refused(&["table", "kayles", "--from", "12", "-n", "11"]).contains("--from 12"));
    assert!(
        refused(&["table", "nim", "--from", "5000000000", "-n", "5000000001"]).contains("32 bits")
    );
}

#[test]
fn a_table_of_p_positions_has_their_residues() {
    let table = |game: &str| json(&["table", game, "-n", "20", "--p-positions"]);
    assert_eq!(
        table("subtraction(2..5)"),
        json!({
            "ruleset": "subtraction(2..5)",
            "p_positions": [0, 1, 7, 8, 14, 15],
            "periodic": {"modulus": 7, "residues": [0, 1], "from": 0},
        })
    );
    assert_eq!(table("grundys-game")["periodic"], json!(null));
    // Also where the values that are printed prove nothing.
    let text = answered(&["table", "dawsons-kayles", "-n", "20", "--p-positions"]);
    let residues = "where n mod 34 = 5, 9, 21, 25, 29, from n = 53 on";
    assert!(text.contains(residues), "{text}");
    let text = answered(&["table", "subtraction(2..5)", "-n", "20", "--p-positions"]);
    assert!(text.contains("where n mod 7 = 0, 1"), "{text}");
    let parity = json(&["table", "nim", "-n", "7", "--parity"]);
    assert_eq!(parity["values"], json!([0, 1, 0, 1, 0, 1, 0, 1]));
    let evil = json(&["table", "nim", "-n", "7", "--parity", "bits"]);
    assert_eq!(evil["values"], json!([0, 1, 1, 0, 1, 0, 0, 1]));
}

#[test]
fn residues_of_p_positions_are_seen_in_rule_files() {
    let folder = folder("residues");
    let file = folder.join("take.star");
    let moves = "def moves(n):\n    return [n - k for k in (1, 3, 4) if k <= n]\n";
    fs::write(&file, format!("heaps = True\n\ndef start(n = 9):\n    return n\n\n{moves}"))
        .unwrap();
    let asked = ["table", file.to_str().unwrap(), "-n", "60", "--p-positions"];
    let found = json(&asked);
    assert_eq!(found["periodic"], json!(null));
    assert_eq!(found["seen"], json!({"modulus": 7, "residues": [0, 2], "from": 0}));
    let text = answered(&asked);
    assert!(text.contains("where n mod 7 = 0, 2 (seen for n up to 60, not proved)"), "{text}");
    // The rules as they stand are a program in Python, which python3 runs elsewhere.
    let code = answered(&["table", file.to_str().unwrap(), "--code", "python"]);
    assert!(
        code.contains("    def moves(n):\n        return [n - k for k in (1, 3, 4) if k <= n]"),
        "{code}"
    );
    // In other languages the rules are translated.
    for language in ["cpp", "rust"] {
        let code = answered(&["table", file.to_str().unwrap(), "--code", language]);
        assert!(code.contains("the definition, with the rules of the file"), "{code}");
    }
}

/// Codeforces 603C, by the editorial: for even k g = 0, 1, 2, 0, 1, 0, 1, …; for odd k g(0..4) = 0,
/// 1, 0, 1, 2, behind that 0 for odd n, and for even n 2 where g(n / 2) = 1, else 1.
fn codeforces(odd: bool, n: u64) -> u64 {
    match (odd, n) {
        (false, 0..=2) => n,
        (false, _) => u64::from(n.is_multiple_of(2)),
        (true, 0..=4) => [0, 1, 0, 1, 2][n as usize],
        (true, _) if n % 2 == 1 => 0,
        (true, _) => {
            if codeforces(true, n / 2) == 1 {
                2
            } else {
                1
            }
        }
    }
}

#[test]
fn values_that_follow_the_digits_are_proved() {
    for (odd, rules) in [(true, "heap(-1, =n/2+n/2+n/2 if even)"), (false, "heap(-0>2 equal, -1)")]
    {
        let head = rules.strip_suffix(')').unwrap();
        for n in (0..40).chain([999_999_999, 1_000_000_000, 1 << 59, 1_000_000_000_000_000_000]) {
            let value = &json(&["value", &format!("{head}; {n})")])["grundy"];
            assert_eq!(*value, json!(codeforces(odd, n)), "{rules} {n}");
        }
    }
    let found = json(&["period", "heap(-1, =n/2)"]);
    assert_eq!(found["automaton"], json!({"base": 2, "states": 5, "proved": true}));
    assert_eq!(found["period"], json!(null));
    let text = answered(&["period", "heap(-2, =n/3)", "--explain"]);
    assert!(text.contains("3-automatic (proved)") && text.contains("state  g  0 1 2"), "{text}");
    // Two divisors without a common root: no automaton, and no value of a heap out of reach.
    assert_eq!(json(&["period", "heap(-1, =n/2, =n/3)"]).get("automaton"), None);
    refused(&["value", "heap(-1, =n/2, =n/3; 1000000000000000000)"]);
    // Values far away, without those before.
    let far = json(&["table", "heap(-1, =n/2)", "--from", "1000000000000", "-n", "1000000000003"]);
    let one_by_one = (0..4).map(|more| {
        json(&["value", &format!("heap(-1, =n/2; {})", 1_000_000_000_000u64 + more)])["grundy"]
            .clone()
    });
    assert_eq!(far["values"], json!(one_by_one.collect::<Vec<_>>()));
}

#[test]
fn unbounded_takes_and_splits_have_proved_arithmetic_periods() {
    let lasker = json(&["period", "heap(-1.., -0>2)"]);
    let period = |found: &serde_json::Value| {
        ["period", "preperiod", "saltus", "proved"].map(|key| found[key].clone())
    };
    assert_eq!(period(&lasker), [json!(4), json!(1), json!(4), json!(true)]);
    // Winning Ways, chapter 4.
    let values = json(&["table", "heap(-1.., -0>2)", "-n", "40"]);
    for n in 0..=40u64 {
        let value = match n % 4 {
            3 => n + 1,
            0 if n > 0 => n - 1,
            _ => n,
        };
        assert_eq!(values["values"][n as usize], json!(value), "{n}");
    }
    let three = json(&["period", "heap(-1.., -0>3)"]);
    assert_eq!(period(&three), [json!(8), json!(1), json!(8), json!(true)]);
}

#[test]
fn periods_of_formulas_are_certified() {
    let folder = folder("certificates-of-formulas");
    for (number, rules) in
        ["heap(-1 if even, -3 if odd, -5)", "heap(-1, =n/2+n/2 if even)"].iter().enumerate()
    {
        let file = folder.join(format!("{number}.json"));
        assert_eq!(json(&["period", rules])["proved"], json!(true), "{rules}");
        answered(&["period", rules, "--certificate", file.to_str().unwrap()]);
        answered(&["verify", file.to_str().unwrap()]);
        let text = fs::read_to_string(&file).unwrap();
        let wrong = text.replacen("\"period\":2", "\"period\":3", 1);
        assert_ne!(wrong, text, "{text}");
        fs::write(&file, wrong).unwrap();
        refused(&["verify", file.to_str().unwrap()]);
    }
}

#[test]
fn flipping_games_of_squares_and_triangular_numbers() {
    // Project Euler 459: the number of winning first moves is W(1) = 1, W(2) = 0, W(5) = 8.
    for (side, count) in [(1, 1), (2, 0), (5, 8)] {
        let board = vec!["H".repeat(side); side].join("|");
        let game =
            format!("turning-corners(squares consecutive by triangular consecutive; {board})");
        let best = json(&["solve", &game, "--moves", "best"])["left"]["best"].clone();
        let moves = best.as_array().into_iter().flatten();
        assert_eq!(moves.filter(|best| best["result"] == "win").count(), count, "{side}");
    }
    // W(100) = 31395, by nim-products of the values of columns and of rows.
    let values = |rules: &str| -> Vec<u64> {
        let table = json(&["table", rules, "-n", "100"]);
        table["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect()
    };
    let runs = |rules: &str, lengths: &[usize]| {
        let mut sums = vec![0];
        for value in &values(rules)[1..] {
            sums.push(sums[sums.len() - 1] ^ value);
        }
        let all =
            lengths.iter().flat_map(|&length| (length..=100).map(move |end| (end - length, end)));
        (all.map(|(start, end)| sums[start] ^ sums[end]).collect::<Vec<u64>>(), sums[100])
    };
    let squares: Vec<usize> = (1..=10).map(|n| n * n).collect();
    let triangular: Vec<usize> = (1..=13).map(|n| n * (n + 1) / 2).collect();
    let (columns, width) = runs("coin-turning(squares consecutive)", &squares);
    let (rows, height) = runs("coin-turning(triangular consecutive)", &triangular);
    let all = product(width, height);
    let winning = columns.iter().flat_map(|&x| rows.iter().map(move |&y| product(x, y)));
    assert_eq!(winning.filter(|&sum| sum == all).count(), 31395);
}

/// The nim-product by its definition: the mex of (a' ⊗ b) ⊕ (a ⊗ b') ⊕ (a' ⊗ b') for less a' and b'.
fn product(a: u64, b: u64) -> u64 {
    use std::sync::LazyLock;
    const SIDE: usize = 64;
    static TABLE: LazyLock<Vec<Vec<u64>>> = LazyLock::new(|| {
        let mut table = vec![vec![0; SIDE]; SIDE];
        for a in 0..SIDE {
            for b in 0..SIDE {
                let less = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let mut options: Vec<u64> =
                    less.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect();
                options.sort_unstable();
                options.dedup();
                let mex =
                    (0..).zip(&options).take_while(|(value, option)| value == *option).count();
                table[a][b] = mex as u64;
            }
        }
        table
    });
    TABLE[a as usize][b as usize]
}

#[test]
fn a_certificate_is_checked_from_the_rules() {
    let folder = folder("certificates");
    let file = folder.join("kayles.json");
    let path = file.to_str().unwrap();
    let explained = answered(&["period", "kayles", "--certificate", path, "--explain"]);
    assert!(explained.contains("Guy and Smith"), "{explained}");
    assert!(explained.contains("g(n) = 2 where n mod 12 = 2, 7, 10"), "{explained}");
    for (game, piece) in [
        ("nim", "g(n) = n for all n"),
        ("subtraction(all but 1,4)", "g(n) = floor(n / 2) for all n"),
        ("subtraction(2..5)", "g(n) = 3 where n mod 7 = 6"),
    ] {
        let explained = answered(&["period", game, "--explain"]);
        assert!(explained.contains(piece), "{explained}");
    }
    let verified = json(&["verify", path]);
    assert_eq!((&verified["verified"], &verified["period"]), (&json!(true), &json!(12)));
    let text = std::fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("\"period\":12", "\"period\":24"),
        ("\"period\":12", "\"period\":11"),
        ("\"period\":12", "\"period\":0"),
        ("\"preperiod\":71", "\"preperiod\":70"),
        ("\"preperiod\":71", "\"preperiod\":72"),
        ("\"preperiod\":71", "\"preperiod\":18446744073709551615"),
        ("\"saltus\":0", "\"saltus\":1"),
        ("kayles", "grundys-game"),
    ] {
        std::fs::write(&file, text.replace(from, to)).unwrap();
        assert!(refused(&["verify", path]).contains("refused"), "{to}");
    }
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    refused(&["verify", path]);
    assert!(
        refused(&["period", "octal(0.007)", "--max", "3000", "--certificate", path])
            .contains("nothing to certify")
    );
}
