//! The errors of games that are written wrongly: `testdata/messages/games.txt` lists them for every
//! ruleset, and what each must say is held here. `BLESS=1` writes the list again.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::{env, fs};

use grundy::catalogue::{Entry, parse, rulesets};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/messages/games.txt");

/// A game as it should be, in ways in which people write it wrongly.
fn slips(entry: &Entry) -> Vec<String> {
    let (name, example) = (entry.name, entry.examples[0]);
    let mut slips: Vec<String> =
        ["", "x", "99999999999999999999", "0", "-1", "1;2;3", ";", "3,,4", "\"", "é"]
            .iter()
            .map(|inside| format!("{name}({inside})"))
            .collect();
    slips.push(name.to_string());
    let Some((before, inside)) = example.split_once('(') else { return slips };
    let inside = inside.strip_suffix(')').unwrap();
    for wrong in
        [inside.to_string(), format!("{inside}?)"), format!("{inside},)"), format!("{inside};)")]
    {
        slips.push(format!("{before}({wrong}"));
    }
    if let Some((parameters, position)) = inside.split_once(';') {
        slips.push(format!("{before}({parameters}; ?)"));
        slips.push(format!("{before}({parameters};)"));
        slips.push(format!("{before}(?;{position})"));
    }
    slips
}

#[test]
fn every_ruleset_says_what_is_wrong_where_and_what_to_write() {
    let mut list = String::new();
    for entry in rulesets() {
        let mut said = HashSet::new();
        for text in slips(entry) {
            match parse(&text) {
                // What is read is written as it can be read again.
                Ok(game) => {
                    let again = parse(&game.text());
                    let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(again.text(), game.text(), "{text}");
                }
                Err(error) => {
                    assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text}");
                    let help = error.help.as_deref().unwrap_or_default();
                    let has_next = ["for example ", "did you mean ", "`"];
                    assert!(has_next.iter().any(|word| help.contains(word)), "{text}: {error}");
                    assert!(!error.expected.is_empty() && !error.expected.ends_with('.'), "{text}");
                    // Each message is listed once, wherever it points.
                    if said.insert((error.expected.clone(), error.help.clone())) {
                        let _ = writeln!(list, "{text}\n    {error}");
                    }
                }
            }
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(LIST, &list).unwrap();
    }
    let known = fs::read_to_string(LIST).unwrap();
    let differs = known.lines().zip(list.lines()).find(|(known, found)| known != found);
    assert!(known == list, "the list differs (BLESS=1 writes it again): {differs:?}");
}
