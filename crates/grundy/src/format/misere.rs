//! Misère values and misère quotients, as text and JSON.

use std::fmt::Write;

use serde::Serialize;

use super::text::{FAINT, LOSS, STRONG, WIN, group, paint};
use crate::answer::{GameQuotient, MisereFacts};
use crate::solve::period::Period;
use crate::solve::quotient::{Element, Presentation, Quotient, Relation};
use grundy_base::Outcome;

/// Tables of more elements are not shown: nobody reads them.
const LARGEST_TABLE: usize = 64;
/// The most relations, or elements, that are shown.
const LISTED: usize = 60;
/// The number of heaps in a line of a table.
const ROW: usize = 10;

/// A quotient, and what is shown of it.
pub struct Shown<'a> {
    /// The game, or the ruleset, as it is written.
    pub game: &'a str,
    /// The quotient.
    pub quotient: &'a Quotient,
    /// The names of the games of the quotient: a component, or the size of a heap.
    pub names: &'a dyn Fn(usize) -> String,
    /// Whether the games are heaps from 0 on.
    pub heaps: bool,
    /// The period of the pretending function.
    pub period: Option<&'a Period>,
    /// Whether all products are shown.
    pub table: bool,
}

grundy_base::debug! {
    impl[] Shown<'_>: "Shown";
}

fn row(text: &mut String, label: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{} {value}", paint(FAINT, format!("{label:<10}")));
}

/// Who wins, and what the position is worth.
#[must_use]
pub fn facts(game: &str, facts: &MisereFacts) -> String {
    let mut text = String::new();
    let value = facts.genus.misere(0);
    row(&mut text, "game", paint(STRONG, game));
    row(&mut text, "play", "misère: the player who cannot move wins");
    row(&mut text, "outcome", outcome(value == 0));
    row(
        &mut text,
        "value",
        format!("{value} under misère play, {} under normal play", facts.genus.normal),
    );
    row(&mut text, "genus", format!("{}, {}", facts.genus, facts.wildness.word()));
    let form = facts.form.as_deref();
    row(&mut text, "form", form.unwrap_or("too long to be written"));
    text
}

fn outcome(is_p: bool) -> String {
    match is_p {
        true => paint(LOSS, "P: the player who moves second wins"),
        false => paint(WIN, "N: the player who starts wins"),
    }
}

/// A quotient: order, generators, relations, P-portion and pretending function.
#[must_use]
pub fn quotient(shown: &Shown<'_>) -> String {
    let Shown { quotient, names, .. } = shown;
    let presentation = quotient.presentation();
    let spell = |element: Element| presentation.spellings[element as usize].to_string();
    let mut text = String::new();
    let mut portion: Vec<Element> = quotient.p_portion().collect();
    portion.sort_by_key(|&element| &presentation.spellings[element as usize]);
    row(&mut text, "quotient", format!("{}{}", paint(STRONG, shown.game), last(shown)));
    row(
        &mut text,
        "order",
        format!("{}, of which {} are P-positions", group(quotient.order()), portion.len()),
    );
    let generators = presentation.letters().zip(&presentation.generators);
    let generators: Vec<String> =
        generators.map(|(letter, &game)| format!("{letter} = Φ({})", names(game))).collect();
    row(&mut text, "generators", list(&generators));
    let relations: Vec<String> =
        presentation.relations.iter().map(|Relation(a, b)| format!("{a} = {b}")).collect();
    row(&mut text, "relations", list(&relations));
    row(&mut text, "P-portion", list(&portion.into_iter().map(spell).collect::<Vec<_>>()));
    if let Some(found) = shown.period {
        let (period, from) = (group(found.period), group(found.preperiod));
        row(
            &mut text,
            "period",
            format!("{period} from heap {from} on, proved: this is the quotient of all heaps"),
        );
    }
    text.push('\n');
    pretending(shown, &presentation, &mut text);
    if shown.table && quotient.order() <= LARGEST_TABLE {
        text.push('\n');
        products(quotient, &presentation, &mut text);
    }
    text
}

/// The last heap shown.
fn last(shown: &Shown<'_>) -> String {
    match shown.quotient.pretending().len() {
        games if shown.heaps => {
            format!(" up to heaps of {}", group(games.saturating_sub(1)))
        }
        _ => String::new(),
    }
}

fn list(all: &[String]) -> String {
    match all.len() {
        0 => "none".to_string(),
        1..=LISTED => all.join(", "),
        more => format!("{}, and {} more", all[..LISTED].join(", "), group(more - LISTED)),
    }
}

/// The element of each game; heaps in rows as long as the period.
fn pretending(shown: &Shown<'_>, presentation: &Presentation, text: &mut String) {
    let images = shown.quotient.pretending();
    let cells: Vec<String> =
        images.iter().map(|&image| presentation.spellings[image as usize].to_string()).collect();
    if !shown.heaps {
        for (game, cell) in cells.iter().enumerate().take(LISTED) {
            let _ =
                writeln!(text, "{} {cell}", paint(FAINT, format!("Φ({}) =", (shown.names)(game))));
        }
        if cells.len() > LISTED {
            let _ = writeln!(text, "and {} components more", group(cells.len() - LISTED));
        }
        return;
    }
    let row = shown.period.map(|found| found.period).filter(|period| (4..=24).contains(period));
    let row = row.unwrap_or(ROW);
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let width = width.max(format!("+{}", row - 1).len());
    let head = images.len().to_string().len();
    let columns: Vec<String> =
        (0..row.min(cells.len())).map(|i| format!("{:>width$}", format!("+{i}"))).collect();
    let _ = writeln!(text, "{}", paint(FAINT, format!("{:>head$}  {}", "Φ", columns.join(" "))));
    // The elements behind the first period are known.
    let shown_to = shown.period.map_or(cells.len(), |found| found.preperiod + found.period);
    let rows = shown_to.min(cells.len()).div_ceil(row);
    for (i, chunk) in cells.chunks(row).enumerate().take(rows) {
        let cells: Vec<String> = chunk.iter().map(|cell| format!("{cell:>width$}")).collect();
        let start = paint(FAINT, format!("{:>head$}", i * row));
        let _ = writeln!(text, "{start}  {}", cells.join(" "));
    }
}

/// The multiplication table; P-positions stand out.
fn products(quotient: &Quotient, presentation: &Presentation, text: &mut String) {
    let mut elements: Vec<Element> = (0..quotient.order() as Element).collect();
    elements.sort_by_key(|&element| &presentation.spellings[element as usize]);
    let spell = |element: Element| presentation.spellings[element as usize].to_string();
    let width = elements.iter().map(|&a| spell(a).chars().count()).max().unwrap_or(1);
    let cell = |element: Element| {
        let cell = format!("{:>width$}", spell(element));
        if quotient.is_p(element) { paint(LOSS, cell) } else { cell }
    };
    let head: Vec<String> = elements.iter().map(|&a| format!("{:>width$}", spell(a))).collect();
    let _ = writeln!(text, "{}", paint(FAINT, format!("{:>width$}  {}", "·", head.join(" "))));
    for &a in &elements {
        let row: Vec<String> = elements.iter().map(|&b| cell(quotient.product(a, b))).collect();
        let _ =
            writeln!(text, "{}  {}", paint(FAINT, format!("{:>width$}", spell(a))), row.join(" "));
    }
}

/// The element of a position in a quotient, and who wins.
#[must_use]
pub fn element(found: &GameQuotient) -> String {
    let element = found.quotient.sum(&found.start);
    let presentation = found.quotient.presentation();
    let mut text = String::new();
    let spelled = &presentation.spellings[element as usize];
    let (p, why) = match found.quotient.is_p(element) {
        true => ("P", "in the P-portion"),
        false => ("N", "not in the P-portion"),
    };
    row(&mut text, "element", format!("{spelled}, {why}: {p}"));
    text
}

#[derive(Serialize)]
struct MisereJson<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    facts: Option<FactsJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<Element>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quotient: Option<QuotientJson>,
}

#[derive(Serialize)]
struct FactsJson<'a> {
    outcome: &'static str,
    misere_grundy: u32,
    grundy: u32,
    genus: GenusJson<'a>,
    class: &'static str,
    form: Option<&'a str>,
}

#[derive(Serialize)]
struct GenusJson<'a> {
    normal: u32,
    /// With 0, 1, 2, … heaps of two added; the last two alternate.
    misere: &'a [u32],
}

#[derive(Serialize)]
struct QuotientJson {
    order: usize,
    generators: Vec<GeneratorJson>,
    relations: Vec<[String; 2]>,
    elements: Vec<String>,
    p_portion: Vec<Element>,
    /// The element of each game.
    pretending: Vec<Element>,
    /// The names of the games; none for heaps from 0 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<String>>,
    period: Option<PeriodJson>,
    /// Row a, column b: the product ab.
    #[serde(skip_serializing_if = "Option::is_none")]
    products: Option<Vec<Vec<Element>>>,
}

#[derive(Serialize)]
struct GeneratorJson {
    letter: String,
    game: String,
}

#[derive(Serialize)]
struct PeriodJson {
    period: usize,
    preperiod: usize,
    proved: bool,
}

/// All that is known, as JSON: a position's facts, the element of the position, and the
/// quotient.
#[must_use]
pub fn json(
    game: &str,
    facts: Option<&MisereFacts>,
    element: Option<Element>,
    quotient: Option<&Shown<'_>>,
) -> String {
    let facts = facts.map(|facts| FactsJson {
        outcome: if facts.genus.misere(0) == 0 { Outcome::P } else { Outcome::N }.word(),
        misere_grundy: facts.genus.misere(0),
        grundy: facts.genus.normal,
        genus: GenusJson { normal: facts.genus.normal, misere: facts.genus.digits() },
        class: facts.wildness.word(),
        form: facts.form.as_deref(),
    });
    let json = MisereJson { game, facts, element, quotient: quotient.map(quotient_json) };
    serde_json::to_string(&json).expect("strings and numbers can be written")
}

fn quotient_json(shown: &Shown<'_>) -> QuotientJson {
    let Shown { quotient, names, .. } = shown;
    let presentation = quotient.presentation();
    let elements = 0..quotient.order() as Element;
    let row = |a: Element| elements.clone().map(|b| quotient.product(a, b)).collect();
    let generators = presentation.letters().zip(&presentation.generators);
    QuotientJson {
        order: quotient.order(),
        generators: generators
            .map(|(letter, &game)| GeneratorJson { letter, game: names(game) })
            .collect(),
        relations: presentation
            .relations
            .iter()
            .map(|Relation(a, b)| [a.to_string(), b.to_string()])
            .collect(),
        elements: presentation.spellings.iter().map(ToString::to_string).collect(),
        p_portion: quotient.p_portion().collect(),
        pretending: quotient.pretending().to_vec(),
        games: (!shown.heaps).then(|| (0..quotient.pretending().len()).map(names).collect()),
        period: shown.period.map(|found| PeriodJson {
            period: found.period,
            preperiod: found.preperiod,
            proved: found.proved,
        }),
        products: shown.table.then(|| elements.clone().map(row).collect()),
    }
}
