//! What the tests share: an interpreter of the language from its definition, and a
//! solver from the definition of winning.

#![allow(dead_code, unreachable_pub)]

pub mod oracle;
pub mod textbook;

use std::collections::{BTreeSet, HashMap};

use grundy::stated::{Expansions, Stated, Statement};
use grundy::{End, Player};
use oracle::{Oracle, Term};

pub fn examples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gdl");
    let mut files = read_folder(folder);
    files.retain(|(file, _)| file.ends_with(".kif"));
    assert!(files.len() >= 7, "the examples are gone");
    files
}

pub fn example(name: &str) -> grundy_gdl::GdlGame {
    let wanted = format!("/{name}.kif");
    let (file, text) = examples().into_iter().find(|(file, _)| file.ends_with(&wanted)).unwrap();
    grundy_gdl::load(&file, &text).unwrap()
}

pub fn read_folder(folder: &str) -> Vec<(String, String)> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text = |path: &std::path::Path| {
        String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
    };
    files.iter().map(|path| (path.to_string_lossy().replace('\\', "/"), text(path))).collect()
}

/// The options of one position, with what the game says of the position.
pub fn look(game: &dyn Stated, position: &[u8]) -> Result<(Option<End>, Vec<Vec<u8>>), String> {
    let mut found = Expansions::default();
    game.expand(&[(position, Player::Left)], &mut found).map_err(|fault| fault.to_string())?;
    let (end, options) = found.positions().next().unwrap();
    let mut all = Vec::new();
    for (option, turn) in options {
        assert_eq!(turn, game.turn(option).unwrap(), "{}", game.print(option));
        all.push(option.to_vec());
    }
    Ok((end, all))
}

/// Holds a game to the interpreter: in every position that `pick` leads to, the
/// same moves are legal and lead to the same facts, and the ends are the same.
/// Returns how many positions were compared.
pub fn compare(
    game: &grundy_gdl::GdlGame,
    text: &str,
    most: usize,
    mut pick: impl FnMut(&[Vec<u8>]) -> Vec<Vec<u8>>,
) -> usize {
    let oracle = Oracle::new(text);
    let name = game.name();
    let game = game.stated();
    let facts = |position: &[u8]| oracle::facts(&game.print(position));
    let start = game.start();
    let initial = oracle.initial();
    // Facts that never change have no part in positions.
    let permanent: BTreeSet<Term> = initial.difference(&facts(&start)).cloned().collect();
    assert!(facts(&start).is_subset(&initial), "{name}");
    let mut seen: HashMap<Vec<u8>, ()> = HashMap::from([(start.clone(), ())]);
    let mut open = vec![start];
    let mut compared = 0;
    while let Some(position) = open.pop() {
        if compared == most {
            break;
        }
        compared += 1;
        let written = game.print(&position);
        let state: BTreeSet<Term> = facts(&position).union(&permanent).cloned().collect();
        let truth = oracle.state(&state);
        let (end, options) = match look(&*game, &position) {
            Ok(found) => found,
            Err(fault) => {
                let lawful = truth.terminal && !truth.has_winner() || !truth.takes_turns();
                assert!(lawful, "{name}: {written}: {fault}");
                continue;
            }
        };
        assert_eq!(end.is_some(), truth.terminal, "{name}: {written}");
        if let Some(end) = end {
            assert_eq!(truth.end(), Some(end), "{name}: {written}");
            continue;
        }
        let mover = match game.turn(&position).unwrap().unwrap() {
            Player::Left => 0,
            Player::Right => 1,
        };
        let moves = game.moves(&position, Player::BOTH[mover]).unwrap();
        let reached: Vec<Vec<u8>> = moves.iter().map(|(_, option)| option.clone()).collect();
        assert_eq!(options, reached, "{name}: {written}");
        assert_eq!(truth.legal[1 - mover].len(), 1, "{name}: {written}");
        let ours: BTreeSet<String> = moves.iter().filter_map(|(name, _)| name.clone()).collect();
        let theirs: BTreeSet<String> = truth.legal[mover].iter().map(Term::move_name).collect();
        assert_eq!(ours, theirs, "{name}: {written}");
        assert_eq!(ours.len(), moves.len(), "{name}: {written}");
        let chosen = pick(&options);
        for (made, option) in &moves {
            // All moves of a large position would take long.
            if chosen.len() < options.len() && !chosen.contains(option) {
                continue;
            }
            let made_term = truth.legal[mover].iter().find(|term| Some(term.move_name()) == *made);
            let idle = truth.legal[1 - mover].first().unwrap();
            let mut joint = [made_term.unwrap(), idle];
            if mover == 1 {
                joint.reverse();
            }
            let next = oracle.next(&state, joint);
            let after: BTreeSet<Term> = facts(option).union(&permanent).cloned().collect();
            assert_eq!(after, next, "{name}: {written}: {made:?}");
        }
        for option in chosen {
            if seen.insert(option.clone(), ()).is_none() {
                let read = game.read(grundy::Text::new(&game.print(&option)));
                assert_eq!(read.as_ref(), Ok(&option), "{name}");
                open.push(option);
            }
        }
    }
    compared
}
