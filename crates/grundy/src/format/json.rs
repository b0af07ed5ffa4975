//! Answers as JSON, for scripts: fields are added, never changed.

use serde::Serialize;

use crate::answer::{self, Answer, Entry, Side};
use crate::solve::period::{Period, Seen};
use crate::value::LoopyNimber;

#[derive(Serialize)]
struct AnswerJson<'a> {
    game: &'a str,
    convention: &'static str,
    impartial: bool,
    positions: Option<usize>,
    outcome: Option<&'static str>,
    value: Option<String>,
    grundy: Option<u64>,
    left: Option<SideJson<'a>>,
    right: Option<SideJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<ComponentJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<Vec<EntryJson>>,
}

#[derive(Serialize)]
struct EntryJson {
    game: String,
    mover: Option<&'static str>,
    result: &'static str,
    remoteness: Option<u32>,
    best: Vec<String>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    result: &'static str,
    remoteness: Option<u32>,
    best: Vec<BestJson<'a>>,
    /// Only where it is false.
    #[serde(skip_serializing_if = "Clone::clone")]
    complete: bool,
}

#[derive(Serialize)]
struct BestJson<'a> {
    to: &'a str,
    result: &'static str,
    remoteness: Option<u32>,
    #[serde(rename = "move")]
    name: &'a str,
}

#[derive(Serialize)]
struct ComponentJson<'a> {
    game: &'a str,
    value: String,
    grundy: Option<u64>,
}

fn number(value: &LoopyNimber) -> Option<u64> {
    value.nimber().map(|nimber| nimber.0)
}

fn side(side: &Side) -> SideJson<'_> {
    let best = side.best.iter().map(|best| BestJson {
        to: &best.to,
        result: best.fate.word(),
        remoteness: best.remoteness,
        name: &best.name,
    });
    SideJson {
        result: side.fate.word(),
        remoteness: side.remoteness,
        best: best.collect(),
        complete: side.complete,
    }
}

pub(super) fn line(value: &impl Serialize) -> String {
    // Plain structs of numbers and text always serialise.
    serde_json::to_string(value).unwrap_or_default()
}

/// A text as a JSON string.
#[must_use]
pub fn string(text: &str) -> String {
    line(&text)
}

/// A value on one line.
#[must_use]
pub fn value(game: &str, value: &LoopyNimber) -> String {
    #[derive(Serialize)]
    struct ValueJson<'a> {
        game: &'a str,
        value: String,
        grundy: Option<u64>,
        outcome: &'static str,
    }
    line(&ValueJson {
        game,
        value: value.to_string(),
        grundy: number(value),
        outcome: value.outcome().word(),
    })
}

/// An answer on one line, with what to do in every position where `strategy` is set.
#[must_use]
pub fn answer(answer: &Answer, strategy: bool) -> String {
    let components = answer.parts.iter().map(|part| ComponentJson {
        game: &part.text,
        value: part.value.to_string(),
        grundy: number(&part.value),
    });
    line(&AnswerJson {
        game: &answer.game,
        convention: answer.convention.word(),
        impartial: answer.impartial,
        positions: answer.positions,
        outcome: answer.outcome.map(|outcome| outcome.word()),
        value: answer.value.as_ref().map(LoopyNimber::to_string),
        grundy: answer.value.as_ref().and_then(number),
        left: answer.left.as_ref().map(side),
        right: answer.right.as_ref().map(side),
        components: components.collect(),
        strategy: answer.solved.as_ref().filter(|_| strategy).map(|solved| {
            let entry = |entry: Entry| EntryJson {
                game: solved.play.text(entry.node, false),
                mover: (!answer.impartial).then(|| solved.play.mover(entry.node, false).word()),
                result: entry.verdict.fate().word(),
                remoteness: entry.verdict.remoteness(),
                best: entry.best.iter().map(|&node| solved.play.text(node, false)).collect(),
            };
            answer::strategy(solved).map(entry).collect()
        }),
    })
}

/// A Grundy sequence on one line.
#[must_use]
pub fn table(ruleset: &str, values: &[u32]) -> String {
    #[derive(Serialize)]
    struct Table<'a> {
        ruleset: &'a str,
        values: &'a [u32],
    }
    line(&Table { ruleset, values })
}

/// The Grundy values of pairs of heaps, a row for each first heap, on one line.
#[must_use]
pub fn pairs(ruleset: &str, rows: &[Vec<u32>]) -> String {
    #[derive(Serialize)]
    struct Pairs<'a> {
        ruleset: &'a str,
        rows: &'a [Vec<u32>],
    }
    line(&Pairs { ruleset, rows })
}

/// A period, or that none was found, on one line.
#[must_use]
pub fn period(ruleset: &str, found: Option<&Period>, seen: Seen) -> String {
    #[derive(Serialize)]
    struct PeriodJson<'a> {
        ruleset: &'a str,
        period: Option<usize>,
        preperiod: Option<usize>,
        saltus: Option<u32>,
        max_value: Option<u32>,
        proved: bool,
        checked_to: u64,
        exceptions: Option<&'a [usize]>,
    }
    line(&PeriodJson {
        ruleset,
        period: found.map(|found| found.period),
        preperiod: found.map(|found| found.preperiod),
        saltus: found.map(|found| found.saltus),
        max_value: seen.greatest,
        proved: found.is_some_and(|found| found.proved),
        checked_to: seen.heaps.saturating_sub(1),
        exceptions: found.and_then(Period::listed_exceptions),
    })
}
