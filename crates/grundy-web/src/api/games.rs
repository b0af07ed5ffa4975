//! The catalogue of games, and the functions of the calculator.

use std::sync::{Arc, LazyLock};

use grundy::catalogue::{self, Family, RULESETS};
use grundy::format::board;
use grundy::language::functions::FUNCTIONS;
use serde::Serialize;

use super::{Reply, json};

#[derive(Serialize)]
struct Games {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    aliases: &'static [&'static str],
    family: &'static str,
    title: &'static str,
    about: &'static str,
    rules: &'static str,
    notation: &'static str,
    examples: &'static [&'static str],
    source: &'static str,
    /// The first example, drawn.
    board: String,
    /// Whether a table of Grundy values can be made.
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
    let games = RULESETS.iter().map(|entry| {
        let example = catalogue::parse(entry.examples[0]).ok();
        Game {
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
            table: example.is_some_and(|game| game.heaps().is_some()),
        }
    });
    json(&Games { games: games.collect() })
});

pub(super) async fn games() -> Reply {
    Reply::Json(GAMES.clone())
}

#[derive(Serialize)]
struct Functions {
    functions: Vec<Function>,
}

#[derive(Serialize)]
struct Function {
    name: &'static str,
    usage: String,
    help: &'static str,
}

pub(super) async fn functions() -> Reply {
    let functions = FUNCTIONS.iter().map(|function| Function {
        name: function.name,
        usage: function.usage(),
        help: function.help,
    });
    Reply::Json(json(&Functions { functions: functions.collect() }))
}
