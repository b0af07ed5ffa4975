//! Answers as JSON, for scripts: fields are added, never changed.

use serde::Serialize;

use super::known::{KnownJson, SequenceJson};
use crate::answer::literature::{self, Published};
use crate::answer::{self, Answer, Best, Entry, Facts, Judged, OpenSide, Side, Work};
use crate::known_octal::Known;
use crate::oeis::Sequence;
use crate::solve::automatic::Automatic;
use crate::solve::compare::Comparison;
use crate::solve::period::{Period, Seen, zeros};
use crate::solve::sequence::classes::Rares;
use crate::value::{Dyadic, LoopyNimber};
use grundy_base::{Convention, Player};

#[derive(Serialize)]
struct AnswerJson<'a> {
    game: &'a str,
    convention: &'static str,
    impartial: bool,
    positions: Option<usize>,
    outcome: Option<&'static str>,
    value: Option<String>,
    grundy: Option<u64>,
    /// Only where the canonical form of a partizan game was found.
    #[serde(flatten)]
    facts: Option<FactsJson>,
    /// Only where a theorem says who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<&'static str>,
    left: Option<AnySideJson<'a>>,
    right: Option<AnySideJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<ComponentJson<'a>>,
    /// Only where it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeJson<'a>>,
    /// Only where a search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    literature: Option<PublishedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<Vec<EntryJson>>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// What was asked for and not found, where a limit was reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<&'static str>,
    /// Only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<Vec<WorkJson>>,
}

/// What a method did.
#[derive(Serialize)]
struct WorkJson {
    method: &'static str,
    seconds: f64,
    visited: u64,
    bytes: u64,
    found: Vec<&'static str>,
}

impl From<&Work> for WorkJson {
    fn from(Work { method, time, visited, bytes, found }: &Work) -> Self {
        WorkJson {
            method,
            seconds: time.as_secs_f64(),
            visited: *visited,
            bytes: *bytes,
            found: found.iter().map(|facet| facet.word()).collect(),
        }
    }
}

/// A published result.
#[derive(Debug, Serialize)]
pub struct PublishedJson {
    /// The games that it is of.
    game: String,
    /// `first`, `second` or `nobody`.
    winner: &'static str,
    source: &'static str,
}

impl From<&Published> for PublishedJson {
    fn from(known: &Published) -> Self {
        PublishedJson { game: known.to_string(), winner: known.winner.word(), source: known.source }
    }
}

/// The field that names a sequence of the OEIS, with a comma before it.
#[must_use]
pub fn oeis(sequence: Sequence) -> String {
    format!(",\"oeis\":{}", line(&SequenceJson::from(sequence)))
}

/// Published results, on one line.
#[must_use]
pub fn published<'a>(known: impl Iterator<Item = &'a Published>) -> String {
    line(&known.map(PublishedJson::from).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct OutcomeJson<'a> {
    game: &'a str,
    outcome: &'static str,
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
#[serde(untagged)]
enum AnySideJson<'a> {
    Solved(SideJson<'a>),
    Open(OpenSideJson<'a>),
}

/// Where a search was stopped.
#[derive(Serialize)]
struct OpenSideJson<'a> {
    /// Always null.
    result: Option<&'static str>,
    at_least: &'static str,
    at_most: &'static str,
    best: Vec<OpenBestJson<'a>>,
    line: &'a [String],
}

#[derive(Serialize)]
struct OpenBestJson<'a> {
    to: &'a str,
    #[serde(rename = "move")]
    name: &'a str,
    at_least: &'static str,
    at_most: &'static str,
    /// Whether it keeps what is proved of the position.
    proved: bool,
}

#[derive(Serialize)]
struct SideJson<'a> {
    result: &'static str,
    remoteness: Option<u32>,
    best: Vec<BestJson<'a>>,
    /// Only where it is false.
    #[serde(skip_serializing_if = "Clone::clone")]
    complete: bool,
    /// In games that count points.
    #[serde(flatten)]
    score: Option<ScoreJson<'a>>,
    /// Only where it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<JudgedJson<'a>>,
}

/// A move, with what it brings about.
#[derive(Serialize)]
struct JudgedJson<'a> {
    #[serde(flatten)]
    option: BestJson<'a>,
    /// In games that count points.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_by: Option<i64>,
}

#[derive(Serialize)]
struct ScoreJson<'a> {
    /// From here on.
    margin: i64,
    /// The margin with the points that there are already; below 0 for a loss.
    win_by: i64,
    best_by_margin: Vec<BestJson<'a>>,
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

fn nimber(facts: &Facts) -> Option<u64> {
    facts.nimber.map(u64::from)
}

fn side(side: &Side) -> SideJson<'_> {
    let score = side.score.as_ref().map(|score| ScoreJson {
        margin: score.margin,
        win_by: score.total,
        best_by_margin: bests(&score.best),
    });
    SideJson {
        result: side.fate.word(),
        remoteness: side.remoteness,
        best: bests(&side.best),
        complete: side.complete,
        score,
        moves: side.moves.iter().map(judged).collect(),
    }
}

fn open_side(side: &OpenSide) -> OpenSideJson<'_> {
    let best = side.best.iter().map(|best| OpenBestJson {
        to: &best.to,
        name: &best.name,
        at_least: best.bounds.at_least.word(),
        at_most: best.bounds.at_most.word(),
        proved: side.is_proved(best),
    });
    OpenSideJson {
        result: None,
        at_least: side.bounds.at_least.word(),
        at_most: side.bounds.at_most.word(),
        best: best.collect(),
        line: &side.line,
    }
}

fn any_side(answer: &Answer, player: Player) -> Option<AnySideJson<'_>> {
    let solved = answer.side(player).map(|solved| AnySideJson::Solved(side(solved)));
    solved.or_else(|| answer.open[player].as_ref().map(|open| AnySideJson::Open(open_side(open))))
}

fn judged(Judged { option, margin }: &Judged) -> JudgedJson<'_> {
    JudgedJson { option: option.into(), win_by: *margin }
}

fn bests(best: &[Best]) -> Vec<BestJson<'_>> {
    best.iter().map(BestJson::from).collect()
}

impl<'a> From<&'a Best> for BestJson<'a> {
    fn from(Best { name, to, fate, remoteness, .. }: &'a Best) -> Self {
        BestJson { to, result: fate.word(), remoteness: *remoteness, name }
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

#[derive(Serialize)]
struct ValueJson<'a> {
    game: &'a str,
    value: String,
    grundy: Option<u64>,
    outcome: &'static str,
    #[serde(flatten)]
    facts: FactsJson,
}

/// Facts about a canonical form. Numbers are text, because they may be fractions of any size;
/// `None` if there is no form.
#[derive(Debug, Default, Serialize)]
pub struct FactsJson {
    number: Option<String>,
    temperature: Option<String>,
    mean: Option<String>,
    left_stop: Option<String>,
    right_stop: Option<String>,
    birthday: Option<String>,
}

impl From<&Facts> for FactsJson {
    fn from(facts: &Facts) -> Self {
        FactsJson {
            number: facts.number.as_ref().map(Dyadic::to_string),
            temperature: Some(facts.temperature.to_string()),
            mean: Some(facts.mean.to_string()),
            left_stop: Some(facts.left_stop.to_string()),
            right_stop: Some(facts.right_stop.to_string()),
            birthday: Some(facts.birthday.to_string()),
        }
    }
}

/// The value of an impartial game on one line, with what is known of it where it
/// is a nimber.
#[must_use]
pub fn value(game: &str, value: &LoopyNimber, facts: Option<&Facts>) -> String {
    line(&ValueJson {
        game,
        value: value.to_string(),
        grundy: number(value),
        outcome: value.outcome().word(),
        facts: facts.map(FactsJson::from).unwrap_or_default(),
    })
}

/// What is known of the value of an expression, on one line.
#[must_use]
pub fn facts(expression: &str, facts: &Facts) -> String {
    line(&ValueJson {
        game: expression,
        value: facts.value.clone(),
        grundy: nimber(facts),
        outcome: facts.outcome.word(),
        facts: facts.into(),
    })
}

/// What an answer in JSON also contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Also {
    /// Every position with its result and its best moves, if all were looked at.
    pub strategy: bool,
    /// What each method did.
    pub work: bool,
}

/// An answer on one line, with what to do in every position where `strategy` is set.
#[must_use]
pub fn answer(answer: &Answer, also: Also) -> String {
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
        value: answer.value_text(),
        grundy: answer.value.as_ref().and_then(number).or(answer.facts().and_then(nimber)),
        facts: answer.facts().map(FactsJson::from),
        theorem: answer.theorem,
        left: any_side(answer, Player::Left),
        right: any_side(answer, Player::Right),
        components: components.collect(),
        outcomes: answer
            .outcomes
            .iter()
            .map(|(game, outcome)| OutcomeJson { game, outcome: outcome.word() })
            .collect(),
        literature: literature::beside(answer).map(PublishedJson::from),
        strategy: answer.solved.as_ref().filter(|_| also.strategy).map(|solved| {
            let entry = |entry: Entry| EntryJson {
                game: solved.play.text(entry.node, false),
                mover: (!answer.impartial).then(|| solved.play.mover(entry.node, false).word()),
                result: entry.verdict.fate().word(),
                remoteness: entry.verdict.remoteness(),
                best: entry.best.iter().map(|&node| solved.play.text(node, false)).collect(),
            };
            answer::strategy(solved).map(entry).collect()
        }),
        stopped: answer.stopped.as_ref().map(ToString::to_string),
        missing: answer.missing.iter().map(|facet| facet.word()).collect(),
        work: also.work.then(|| answer.work.iter().map(WorkJson::from).collect()),
    })
}

/// The heaps whose values are written.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HeapsOf<'a> {
    ruleset: &'a str,
    /// Only under misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<&'static str>,
}

impl<'a> HeapsOf<'a> {
    /// The heaps of a ruleset under a convention.
    #[must_use]
    pub fn new(ruleset: &'a str, convention: Convention) -> Self {
        let convention = Some(convention).filter(|it| *it == Convention::Misere);
        HeapsOf { ruleset, convention: convention.map(Convention::word) }
    }
}

/// A Grundy sequence on one line, from the heap `from` on, which is named unless it is the empty
/// one.
#[must_use]
pub fn table(of: HeapsOf<'_>, from: u64, values: &[u32], oeis: Option<Sequence>) -> String {
    #[derive(Serialize)]
    struct Table<'a> {
        #[serde(flatten)]
        of: HeapsOf<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
        values: &'a [u32],
        #[serde(skip_serializing_if = "Option::is_none")]
        oeis: Option<SequenceJson>,
    }
    let oeis = oeis.map(SequenceJson::from);
    line(&Table { of, from: (from > 0).then_some(from), values, oeis })
}

/// The heaps of value 0 on one line; and, where a period is proved, the residues with that value
/// from the preperiod on.
#[must_use]
pub fn p_positions(
    of: HeapsOf<'_>,
    heaps: &[u64],
    found: Option<&Period>,
    values: &[u32],
) -> String {
    #[derive(Serialize)]
    struct Residues {
        modulus: usize,
        residues: Vec<usize>,
        from: usize,
    }
    #[derive(Serialize)]
    struct PPositions<'a> {
        #[serde(flatten)]
        of: HeapsOf<'a>,
        p_positions: &'a [u64],
        periodic: Option<Residues>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seen: Option<Residues>,
    }
    let of_period = |found: &Period, values: &[u32]| {
        let residues = found.residues(values, 0)?;
        Some(Residues { modulus: found.period, residues, from: found.preperiod })
    };
    let proved = found.filter(|found| found.proved);
    let periodic = proved.and_then(|found| of_period(found, values));
    let seen = match proved {
        Some(_) => None,
        None => zeros(values).and_then(|(found, zeros)| of_period(&found, &zeros)),
    };
    line(&PPositions { of, p_positions: heaps, periodic, seen })
}

/// The contents of a file of values, on one line.
#[must_use]
pub fn stored(ruleset: &str, file: &str, heaps: u64, bytes: u64) -> String {
    #[derive(Serialize)]
    struct Stored<'a> {
        ruleset: &'a str,
        file: &'a str,
        heaps: u64,
        bytes: u64,
    }
    line(&Stored { ruleset, file, heaps, bytes })
}

/// A period, or that none was found, on one line; what is known of it, and the automaton of the
/// values.
#[must_use]
pub fn period(
    of: HeapsOf<'_>,
    found: Option<&Period>,
    seen: Seen,
    known: Option<&Known>,
    oeis: Option<Sequence>,
    automatic: Option<&Automatic>,
) -> String {
    #[derive(Serialize)]
    struct AutomatonJson {
        base: u64,
        states: usize,
        proved: bool,
    }
    #[derive(Serialize)]
    struct RaresJson {
        count: u64,
        last: u64,
    }
    #[derive(Serialize)]
    struct PeriodJson<'a> {
        #[serde(flatten)]
        of: HeapsOf<'a>,
        period: Option<usize>,
        preperiod: Option<usize>,
        saltus: Option<u32>,
        #[serde(skip_serializing_if = "<[u32]>::is_empty")]
        saltuses: &'a [u32],
        max_value: Option<u32>,
        proved: bool,
        checked_to: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        greatest_at: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rares: Option<RaresJson>,
        exceptions: Option<&'a [usize]>,
        known: Option<KnownJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        oeis: Option<SequenceJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        automaton: Option<AutomatonJson>,
    }
    line(&PeriodJson {
        of,
        period: found.map(|found| found.period),
        preperiod: found.map(|found| found.preperiod),
        saltus: found.filter(|found| found.saltuses.is_empty()).map(|found| found.saltus),
        saltuses: found.map_or(&[], |found| &found.saltuses),
        max_value: seen.greatest,
        proved: found.is_some_and(|found| found.proved),
        checked_to: seen.heaps.saturating_sub(1),
        greatest_at: seen.greatest_at,
        rares: seen.rares.map(|Rares { count, last }| RaresJson { count, last }),
        exceptions: found.and_then(Period::listed_exceptions),
        known: known.map(|known| KnownJson::new(known, found)),
        oeis: oeis.map(SequenceJson::from),
        automaton: automatic.map(|automatic| AutomatonJson {
            base: automatic.base(),
            states: automatic.states(),
            proved: true,
        }),
    })
}

/// A comparison of two Grundy sequences on one line.
#[must_use]
pub fn comparison(first: &str, second: &str, shift: i64, found: &Comparison) -> String {
    #[derive(Serialize)]
    struct DifferenceJson {
        n: u64,
        values: (u64, u64),
    }
    #[derive(Serialize)]
    struct ComparisonJson<'a> {
        first: &'a str,
        second: &'a str,
        shift: i64,
        difference: Option<DifferenceJson>,
        compared_to: u64,
        equal_for_all: bool,
    }
    let difference = found.difference;
    line(&ComparisonJson {
        first,
        second,
        shift,
        difference: difference.map(|found| DifferenceJson { n: found.n, values: found.values }),
        compared_to: found.compared_to,
        equal_for_all: found.equal_for_all,
    })
}
