//! Requests that the command line answers too, in the same JSON.

use std::cell::RefCell;
use std::sync::Arc;

use grundy::answer::{self, Answer, Options, Solver, Wanted};
use grundy::catalogue;
use grundy::format::json::{self, HeapsOf};
use grundy::format::worksheet;
use grundy::language::Dialect;
use grundy::rulesets::explicit::Explicit;
use grundy::solve::period::Seen;
use grundy::{Convention, Game, Notation, Player, known_octal, oeis};
use serde::{Deserialize, Serialize};

use super::streamed::{self, Found};
use super::{App, convention, game, json as to_json};
use crate::config::BEYOND;
use crate::error::ApiError;
use crate::reply::Reply;

/// Limit on the length of a table in a response.
const LONGEST_TABLE: usize = 100_000;

/// The name of the events before the answer to who wins.
const FINDING: &str = "finding";

/// A game, and further questions about it besides who wins.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedGame {
    game: String,
    #[serde(default)]
    misere: bool,
    /// The player who starts; none for both possible starters.
    player: Option<Starter>,
    /// Which moves.
    moves: Option<WantedMoves>,
    /// Whether the number of moves is asked for.
    #[serde(default)]
    remoteness: bool,
    #[serde(default)]
    value: bool,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Starter {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum WantedMoves {
    /// All moves that keep the result.
    Best,
    /// Every move, with its result.
    All,
}

/// Answers who wins. `finding` events report what is found so far. If a limit is reached, the
/// answer says what is missing.
pub(super) async fn solve(app: &App, streams: bool, asked: AskedGame) -> Result<Reply, ApiError> {
    let key = format!("solve {}", to_json(&asked));
    streamed::answer(app, streams, FINDING, key, move |limits, report| {
        let game = game(&asked.game, limits)?;
        let text = |answer: &Answer| Arc::from(json::answer(answer, json::Also::default()));
        let report = RefCell::new(report);
        let tell = |answer: &Answer| report.borrow_mut()(Some(text(answer)));
        let starter = asked.player.map(|player| match player {
            Starter::Left => Player::Left,
            Starter::Right => Player::Right,
        });
        let options = Options {
            convention: Some(convention(asked.misere, &*game)),
            starter,
            wanted: Wanted {
                moves: asked.moves == Some(WantedMoves::Best),
                every_move: asked.moves == Some(WantedMoves::All),
                remoteness: asked.remoteness,
                value: asked.value,
                ..Wanted::WINNER
            },
            beyond: BEYOND,
            limits: *limits,
            told: Some(&tell),
            ..Options::default()
        };
        options.check(&*game)?;
        report.borrow_mut()(None);
        let answer = answer::solve(&*game, &options)?;
        Ok(Found { json: text(&answer), keep: answer.stopped.is_none() })
    })
    .await
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
        let (name, oeis) = (ruleset.ruleset(), in_oeis(&*ruleset));
        let of = HeapsOf::new(&name, Convention::Normal);
        Ok(json::table(of, 0, values.unwrap_or_default(), oeis))
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
        let open = !found.as_ref().is_some_and(|found| found.proved);
        let automatic = if open { solver.automatic(&*ruleset, limits)? } else { None };
        let oeis = in_oeis(&*ruleset);
        let name = ruleset.ruleset();
        let of = HeapsOf::new(&name, Convention::Normal);
        Ok(json::period(of, found.as_ref(), seen, known.as_ref(), oeis, automatic))
    });
    Ok(Reply::json(found.await?))
}

/// The OEIS sequence with the values of heaps.
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

/// Whether a text that is not a game is meant as a list of positions and moves.
fn is_explicit(text: &str) -> bool {
    let text = text.trim();
    let statement = ["start ", "left wins ", "right wins ", "tie ", "turn "];
    text.starts_with('{')
        || text.lines().any(|line| {
            let line = line.trim();
            statement.iter().any(|word| line.starts_with(word)) || line.contains('>')
        })
}
