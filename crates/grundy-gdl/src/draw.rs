//! Draws positions for people: a board from facts such as `(cell 1 2 x)`, then a list of
//! all other facts.

use std::collections::{BTreeMap, HashMap};

use crate::order::natural;
use crate::position::facts;
use crate::rules::{Fact, GroundRules};

/// Names for an empty square, which is drawn as a dot.
const EMPTY: [&str; 5] = ["b", "blank", "empty", "nil", "none"];

/// Boards with more rows or columns are printed as a list of facts.
const LARGEST: usize = 30;

pub(crate) fn draw(rules: &GroundRules, position: &[u8]) -> String {
    let now: Vec<&Fact> = facts(rules, position).collect();
    let board = board(rules, &now);
    let (mut lines, on_board) = board.unwrap_or_default();
    let others = now.iter().filter(|fact| !on_board.is_some_and(|name| on(name, fact)));
    lines.extend(others.map(|fact| fact.text.clone()));
    lines.join("\n")
}

fn on(name: &str, fact: &Fact) -> bool {
    fact.name == name && fact.arguments.len() == 3
}

/// The lines of the board, and the relation that it shows: the ternary relation with the
/// most facts. Its first two arguments are the row and the column.
fn board<'a>(rules: &'a GroundRules, now: &[&'a Fact]) -> Option<(Vec<String>, Option<&'a str>)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in rules.facts.iter().chain(&rules.permanent).filter(|fact| fact.arguments.len() == 3)
    {
        *counts.entry(&fact.name).or_default() += 1;
    }
    let (&name, _) = counts.iter().max_by_key(|&(_, count)| *count)?;
    let possible = rules.facts.iter().chain(&rules.permanent).filter(|fact| on(name, fact));
    let ([mut rows, mut columns], mut widths) = ([Vec::new(), Vec::new()], 1);
    for fact in possible {
        rows.push(fact.arguments[0].as_str());
        columns.push(fact.arguments[1].as_str());
        widths = widths.max(shown(&fact.arguments[2]).len());
    }
    for axis in [&mut rows, &mut columns] {
        axis.sort_by(|a, b| natural(a, b));
        axis.dedup();
        if axis.len() < 2 || axis.len() > LARGEST {
            return None;
        }
    }
    let mut squares: HashMap<(&str, &str), &str> = HashMap::new();
    for fact in now.iter().copied().chain(&rules.permanent).filter(|fact| on(name, fact)) {
        let [row, column, what] = &fact.arguments[..] else { continue };
        if squares.insert((row, column), shown(what)).is_some() {
            return None;
        }
    }
    let width = columns.iter().map(|column| column.len()).fold(widths, usize::max);
    let label = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let line = |label_text: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|cell| format!(" {cell:>width$}")).collect();
        format!("{label_text:>label$}{cells}").trim_end().to_string()
    };
    let mut lines = vec![line("", &mut columns.iter().copied())];
    for row in rows {
        let mut cells =
            columns.iter().map(|column| squares.get(&(row, column)).copied().unwrap_or(" "));
        lines.push(line(row, &mut cells));
    }
    Some((lines, Some(name)))
}

fn shown(what: &str) -> &str {
    if EMPTY.contains(&what) { "." } else { what }
}
