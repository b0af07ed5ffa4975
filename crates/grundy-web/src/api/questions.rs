//! Requests that the command line answers too, with the same JSON.

use grundy::answer::{self, Options, Solver};
use grundy::catalogue;
use grundy::format::{json, worksheet};
use grundy::language::Dialect;
use grundy::rulesets::explicit::Explicit;
use grundy::solve::partitioned::Failure;
use grundy::solve::period::Seen;
use grundy::{Game, Notation, known_octal, oeis};
use serde::{Deserialize, Serialize};

use super::{App, convention, game};
use crate::error::ApiError;
use crate::reply::Reply;

/// Limit on the moves in a response.
const MANY_MOVES: usize = 1000;
/// Limit on the length of a table in a response.
const LONGEST_TABLE: usize = 100_000;

#[derive(Deserialize)]
pub(super) struct AskedGame {
    game: String,
    #[serde(default)]
    misere: bool,
}

pub(super) async fn solve(
    app: &App,
    AskedGame { game: text, misere }: AskedGame,
) -> Result<Reply, ApiError> {
    let solved = app.pool.run(move |limits| {
        let game = game(&text, limits)?;
        let options = Options {
            convention: Some(convention(misere, &*game)),
            limits: *limits,
            most_moves: MANY_MOVES,
            ..Options::default()
        };
        let answer = answer::solve(&*game, &options).map_err(Failure::into_stopped)?;
        Ok(json::answer(&answer.whole()?, json::Also::default()))
    });
    Ok(Reply::json(solved.await?))
}

#[derive(Deserialize)]
pub(super) struct Expression {
    expr: String,
}

pub(super) async fn value(app: &App, Expression { expr }: Expression) -> Result<Reply, ApiError> {
    let found = app.pool.run(move |limits| Ok(worksheet::json(&expr, Dialect::default(), limits)?));
    Ok(Reply::json(found.await?))
}

#[derive(Deserialize)]
pub(super) struct AskedTable {
    ruleset: String,
    n: Option<usize>,
}

pub(super) async fn table(
    app: &App,
    AskedTable { ruleset, n }: AskedTable,
) -> Result<Reply, ApiError> {
    let last = n.unwrap_or(100);
    if last > LONGEST_TABLE {
        let most = format!("n is at most {LONGEST_TABLE} here; the program goes further");
        return Err(ApiError::bad_request(most));
    }
    let found = app.pool.run(move |limits| {
        let ruleset = heap_ruleset(&ruleset)?;
        let mut solver = Solver::default();
        let values = solver.table(&*ruleset, last, limits)?;
        Ok(json::table(&ruleset.ruleset(), 0, values.unwrap_or_default(), in_oeis(&*ruleset)))
    });
    Ok(Reply::json(found.await?))
}

#[derive(Deserialize)]
pub(super) struct AskedPeriod {
    ruleset: String,
    max: Option<u64>,
}

pub(super) async fn period(
    app: &App,
    AskedPeriod { ruleset, max }: AskedPeriod,
) -> Result<Reply, ApiError> {
    let found = app.pool.run(move |limits| {
        let ruleset = heap_ruleset(&ruleset)?;
        let known = ruleset.heaps().and_then(|(rules, _)| known_octal::known(&rules.kind()));
        let mut solver = Solver::default();
        let last = max.unwrap_or(u64::MAX);
        let (found, reach) = solver.look_for_period(&*ruleset, last, limits)?;
        let seen = Seen::of(solver.known(&*ruleset, reach as usize));
        let oeis = in_oeis(&*ruleset);
        Ok(json::period(&ruleset.ruleset(), found.as_ref(), seen, known.as_ref(), oeis))
    });
    Ok(Reply::json(found.await?))
}

/// Where the values of heaps stand in the OEIS.
fn in_oeis(ruleset: &dyn Game) -> Option<oeis::Sequence> {
    oeis::find(&ruleset.ruleset(), ruleset.heaps().map(|(rules, _)| rules.kind()).as_ref())
}

/// A ruleset whose heaps have a sequence of Grundy values.
pub(super) fn heap_ruleset(text: &str) -> Result<Box<dyn Game>, ApiError> {
    let ruleset = catalogue::parse_ruleset(text)?;
    match ruleset.heaps() {
        Some((rules, _)) if !rules.may_pass() => Ok(ruleset),
        _ => {
            let why = format!("{} is not played on heaps with a sequence", ruleset.ruleset());
            Err(ApiError::unanswerable(why))
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

#[derive(Serialize)]
struct Read {
    game: String,
}

/// Prints a game in its standard notation. The text is an expression, or a list of
/// positions and moves.
pub(super) async fn read(app: &App, Text { text }: Text) -> Result<Reply, ApiError> {
    let read = app.pool.run(move |limits| {
        let expression = super::game(&text, limits);
        let game = match expression {
            Ok(game) => game.text(),
            Err(_) if is_explicit(&text) => {
                let game = Explicit::read_inline(&text)?;
                game.spell(&game.start_position())
            }
            Err(error) => return Err(error),
        };
        Ok(super::json(&Read { game }))
    });
    Ok(Reply::json(&*read.await?))
}

/// Whether a text that is no game is meant as a list of positions and moves.
fn is_explicit(text: &str) -> bool {
    let text = text.trim();
    let statement = ["start ", "left wins ", "right wins ", "tie ", "turn "];
    text.starts_with('{')
        || text.lines().any(|line| {
            let line = line.trim();
            statement.iter().any(|word| line.starts_with(word)) || line.contains('>')
        })
}
