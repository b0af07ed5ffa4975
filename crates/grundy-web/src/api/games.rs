//! The catalogue of games, and the functions of the calculator.

use std::sync::{Arc, LazyLock};

use grundy::catalogue::{self, Family, Traits};
use grundy::format::board;
use grundy::language::functions::GROUPS;
use serde::Serialize;

use super::json;
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
    rules: &'static str,
    notation: &'static str,
    examples: &'static [&'static str],
    source: &'static str,
    /// The drawing of the first example.
    board: String,
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

/// All rulesets, each with an example. They never change.
static GAMES: LazyLock<Arc<str>> = LazyLock::new(|| {
    let games = catalogue::rulesets().iter().chain(catalogue::shipped()).map(|entry| {
        let example = catalogue::parse(entry.examples[0]);
        let Traits { impartial, has_ends, loopy, misere, heaps } =
            entry.traits().expect("examples of the catalogue are games");
        GameRow {
            name: entry.name,
            aliases: entry.aliases,
            family: family(entry.family),
            title: entry.title,
            about: entry.about,
            rules: entry.rules,
            notation: entry.notation,
            examples: entry.examples,
            source: entry.source,
            board: example.as_deref().map(board::svg).unwrap_or_default(),
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
