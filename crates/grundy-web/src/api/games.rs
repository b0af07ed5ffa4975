//! The catalogue of games, and the functions of the calculator.

use std::sync::{Arc, LazyLock};

use grundy::catalogue::{self, Entry, Family, Traits};
use grundy::format::board;
use grundy::language::functions::GROUPS;
use serde::{Deserialize, Serialize};

use super::json;
use crate::error::ApiError;
use crate::reply::Reply;

#[derive(Serialize)]
struct Games {
    games: Vec<GameRow>,
}

#[derive(Serialize)]
struct GameRow {
    name: &'static str,
    aliases: &'static [&'static str],
    family: &'static str,
    title: &'static str,
    about: &'static str,
    examples: &'static [&'static str],
    impartial: bool,
    has_ends: bool,
    loopy: bool,
    /// Whether its misère play has a theory.
    misere: bool,
    /// Whether a table of its Grundy values can be made.
    table: bool,
}

/// The word for a family in responses.
pub(super) fn family(family: Family) -> &'static str {
    match family {
        Family::Heaps => "heaps",
        Family::Strip => "strip",
        Family::Grid => "grid",
        Family::Graph => "graph",
        Family::Explicit => "explicit",
        Family::Own => "own",
    }
}

fn entries() -> impl Iterator<Item = &'static Entry> {
    catalogue::rulesets().iter().chain(catalogue::shipped())
}

/// All rulesets. They never change.
static GAMES: LazyLock<Arc<str>> = LazyLock::new(|| {
    let games = entries().map(|entry| {
        let Traits { impartial, has_ends, loopy, misere, heaps } =
            entry.traits().expect("examples of the catalogue are games");
        GameRow {
            name: entry.name,
            aliases: entry.aliases,
            family: family(entry.family),
            title: entry.title,
            about: entry.about,
            examples: entry.examples,
            impartial,
            has_ends,
            loopy,
            misere,
            table: heaps,
        }
    });
    json(&Games { games: games.collect() })
});

pub(super) fn games() -> Reply {
    Reply::json(&**GAMES)
}

#[derive(Serialize)]
struct Boards {
    boards: Vec<BoardRow>,
}

/// The first example of a ruleset.
#[derive(Serialize)]
struct BoardRow {
    /// The name of the ruleset.
    name: &'static str,
    svg: String,
}

/// The boards of the catalogue, apart from it: they are twice as long, compressed.
static BOARDS: LazyLock<Arc<str>> = LazyLock::new(|| {
    let boards = entries().map(|entry| {
        let example = catalogue::parse(entry.examples[0]);
        let svg = example.as_deref().map(board::svg).unwrap_or_default();
        BoardRow { name: entry.name, svg }
    });
    json(&Boards { boards: boards.collect() })
});

pub(super) fn boards() -> Reply {
    Reply::json(&**BOARDS)
}

#[derive(Deserialize)]
pub(super) struct AskedRuleset {
    name: String,
}

/// What only a player of the game reads.
#[derive(Serialize)]
struct Details {
    name: &'static str,
    rules: &'static str,
    notation: &'static str,
    source: &'static str,
}

pub(super) fn ruleset(AskedRuleset { name }: AskedRuleset) -> Result<Reply, ApiError> {
    let found = entries().find(|entry| entry.name == name);
    let Some(&Entry { name, rules, notation, source, .. }) = found else {
        return Err(ApiError::bad_request(format!("no ruleset is called {name}")));
    };
    Ok(Reply::json(&*json(&Details { name, rules, notation, source })))
}

#[derive(Serialize)]
struct Functions {
    functions: Vec<Function>,
}

#[derive(Serialize)]
struct Function {
    name: &'static str,
    /// The number of its arguments.
    parameters: usize,
    usage: String,
    help: &'static str,
    /// The word for its group.
    group: &'static str,
}

pub(super) fn functions() -> Reply {
    let functions = GROUPS.iter().flat_map(|group| {
        group.functions.iter().map(|function| Function {
            name: function.name,
            parameters: function.parameters.len(),
            usage: function.usage(),
            help: function.help,
            group: group.word,
        })
    });
    Reply::json(&*json(&Functions { functions: functions.collect() }))
}
