//! Writes the results of a search as text, JSON and CSV.

use std::io::Write;

use anyhow::Result;
use grundy::format::text::group;
use grundy::search::{Cell, Counts, Plan, Query};
use serde_json::{Map, Value, json};

use super::Found;

/// The names of the columns; the first is that of the position.
fn heading(plan: &Plan) -> Vec<String> {
    std::iter::once("game").chain(plan.columns()).map(str::to_string).collect()
}

/// The counts of the search, in one line.
pub(super) fn summary(found: &Found, plan: &Plan) -> String {
    let Counts { done, distinct, found: count, .. } = found.counts;
    let looked = match done == plan.len() {
        true => group(done as usize),
        false => format!("{} of {}", group(done as usize), group(plan.len() as usize)),
    };
    let distinct = match distinct == done {
        true => String::new(),
        false => format!(", {} up to symmetry", group(distinct as usize)),
    };
    format!("{}: {looked} positions{distinct}, {} found", plan.ruleset(), group(count as usize))
}

/// An aligned table.
pub(super) fn text(found: &Found, plan: &Plan, out: &mut (dyn Write + Send)) -> Result<()> {
    /// Longer cells do not make their column wider.
    const WIDEST: usize = 40;
    let width = |text: &str| text.chars().count().min(WIDEST);
    let mut cells = heading(plan);
    let mut widths: Vec<usize> = cells.iter().map(|cell| width(cell)).collect();
    found.rows.each(&mut |row| {
        let game = plan.game(&row.position);
        let texts = std::iter::once(game).chain(row.cells.iter().map(Cell::to_string));
        for (widest, text) in widths.iter_mut().zip(texts) {
            *widest = width(&text).max(*widest);
        }
        Ok(())
    })?;
    writeln!(out, "{}", summary(found, plan))?;
    let mut line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    if found.counts.found > 0 {
        line(&cells)?;
    }
    found.rows.each(&mut |row| {
        cells.clear();
        cells.push(plan.game(&row.position));
        cells.extend(row.cells.iter().map(Cell::to_string));
        Ok(line(&cells)?)
    })
}

/// One object with the counts and all positions.
pub(super) fn json(
    found: &Found,
    query: &Query<'_>,
    plan: &Plan,
    out: &mut (dyn Write + Send),
) -> Result<()> {
    let Counts { done, distinct, found: count, unanswered, .. } = found.counts;
    let head = json!({
        "ruleset": plan.ruleset(), "size": query.size, "where": query.condition,
        "positions": plan.len(), "done": done, "distinct": distinct, "found": count,
        "unanswered": unanswered,
    })
    .to_string();
    // The whole list is not kept in memory.
    write!(out, "{},\"rows\":[", head.trim_end_matches('}'))?;
    let names = heading(plan);
    let mut before = "\n";
    found.rows.each(&mut |row| {
        let mut object = Map::new();
        object.insert(names[0].clone(), json!(plan.game(&row.position)));
        for (name, cell) in names[1..].iter().zip(&row.cells) {
            object.insert(
                name.clone(),
                match cell {
                    Cell::Truth(truth) => json!(truth),
                    Cell::None => Value::Null,
                    other => json!(other.to_string()),
                },
            );
        }
        write!(out, "{before}{}", Value::Object(object))?;
        before = ",\n";
        Ok(())
    })?;
    Ok(writeln!(out, "]}}")?)
}

/// A header and a line for each position.
pub(super) fn csv(found: &Found, plan: &Plan, out: &mut (dyn Write + Send)) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(heading(plan))?;
    found.rows.each(&mut |row| {
        let cells = row.cells.iter().map(Cell::to_string);
        Ok(writer.write_record(std::iter::once(plan.game(&row.position)).chain(cells))?)
    })?;
    Ok(writer.flush()?)
}
