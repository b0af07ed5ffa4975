//! Tables in one or two numbers, as text, CSV, JSON, LaTeX cells and a picture.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::json::line;
use super::known::{self, SequenceJson};
use super::markup::{MONO, Svg, mono_width, sans_width};
use super::text::{FAINT, STRONG, WIN, group, paint};
use crate::answer::Cell;
use crate::oeis::Sequence;

/// A table of games in two numbers, with a row for each first number; or in one number, as one row.
#[derive(Debug)]
pub struct Grid {
    /// The games, as they are written.
    pub ruleset: String,
    /// The letter of each number, beginning with the first; one letter for one row.
    pub letters: Vec<char>,
    /// The least first number; not used for one row.
    pub first_row: u64,
    /// The least second number, or the only one.
    pub first_column: u64,
    /// The entries: rows of the same length.
    pub cells: Vec<Vec<Cell>>,
    /// Where the values stand in the OEIS.
    pub oeis: Option<Sequence>,
}

/// Entries of one row that fill a line of text.
const WIDTH: usize = 10;
/// Longer entries are cut in text and pictures.
const LONGEST: usize = 24;

impl Grid {
    /// Leaves out the first rows, and the first columns, in which there is no position.
    pub fn trim(&mut self, rows: bool, columns: bool) {
        let empty = |cell: &&Cell| **cell == Cell::NoPosition;
        if rows {
            let leading =
                self.cells.iter().take_while(|row| row.iter().all(|cell| empty(&cell))).count();
            self.first_row += leading as u64;
            self.cells.drain(..leading);
        }
        if columns {
            let leading = self.cells.iter().map(|row| row.iter().take_while(empty).count()).min();
            let leading = leading.unwrap_or(0);
            self.first_column += leading as u64;
            self.cells.iter_mut().for_each(|row| drop(row.drain(..leading)));
        }
    }

    /// The numbers of entries for which this holds, row by row.
    pub fn places(&self, is: impl Fn(&Cell) -> bool) -> impl Iterator<Item = Vec<u64>> {
        let rows = (self.first_row..).zip(&self.cells);
        rows.flat_map(move |(row, cells)| {
            let columns = (self.first_column..).zip(cells);
            let found = columns.filter(|(_, cell)| is(cell)).map(|(column, _)| column);
            found.map(|column| self.numbers(row, column)).collect::<Vec<_>>()
        })
    }

    fn numbers(&self, row: u64, column: u64) -> Vec<u64> {
        if self.is_line() { vec![column] } else { vec![row, column] }
    }

    /// Whether there is one number.
    #[must_use]
    pub fn is_line(&self) -> bool {
        self.letters.len() < 2
    }

    /// What is in the table, in words.
    fn title(&self) -> String {
        let letters: Vec<String> =
            self.letters.iter().map(|letter| letter.to_lowercase().to_string()).collect();
        let cells = || self.cells.iter().flatten();
        let of = if cells().any(|cell| matches!(cell, Cell::Value(..))) {
            "value"
        } else if cells().any(|cell| matches!(cell, Cell::Outcome(_))) {
            "outcome"
        } else {
            "g"
        };
        format!("{of}({}) of {}", letters.join(", "), self.ruleset)
    }

    /// The heads of the columns, and the rows with their heads: for people, where a dash says that
    /// there is no such position, and a blank that an entry is not decided.
    #[must_use]
    pub fn rows(&self) -> (Vec<String>, Vec<(String, Vec<String>)>) {
        let heads = |from: u64, count: usize| (from..).take(count).map(|head| head.to_string());
        let cells = |cells: &[Cell]| cells.iter().map(shown).collect::<Vec<_>>();
        if !self.is_line() {
            let columns = self.cells.first().map_or(0, Vec::len);
            let rows = heads(self.first_row, self.cells.len()).zip(&self.cells);
            let rows = rows.map(|(head, row)| (head, cells(row))).collect();
            return (heads(self.first_column, columns).collect(), rows);
        }
        let row = self.cells.first().map_or(&[][..], Vec::as_slice);
        let columns = (0..row.len().min(WIDTH)).map(|digit| format!("+{digit}")).collect();
        let starts = (self.first_column..).step_by(WIDTH);
        let rows = starts.zip(row.chunks(WIDTH));
        (columns, rows.map(|(start, row)| (start.to_string(), cells(row))).collect())
    }

    /// The table for people; lost positions are marked by their colour.
    #[must_use]
    pub fn text(&self) -> String {
        let (heads, rows) = self.rows();
        let numeric = !self
            .cells
            .iter()
            .flatten()
            .any(|cell| matches!(cell, Cell::Value(..) | Cell::Outcome(_)));
        let length = |text: &String| text.chars().count();
        let head = rows.iter().map(|(head, _)| length(head)).max().unwrap_or(0);
        let column = |at: usize| {
            let cells = rows.iter().filter_map(|(_, cells)| cells.get(at));
            cells.chain(heads.get(at)).map(length).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..heads.len()).map(column).collect();
        // Numbers of all columns line up.
        if let (true, Some(widest)) = (numeric, widths.iter().copied().max()) {
            widths.fill(widest);
        }
        let mut text = format!("{}\n", paint(STRONG, self.title()));
        let columns: String =
            heads.iter().zip(&widths).map(|(head, width)| format!(" {head:>width$}")).collect();
        let _ = writeln!(text, "{}", paint(FAINT, format!("{:>head$} {columns}", "")));
        let all = self.cells.iter().flatten();
        let mut marked = all.map(Cell::is_p);
        for (start, cells) in rows {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let cell = format!("{cell:>width$}");
                let is_p = marked.next().unwrap_or(false);
                line += &format!(" {}", if is_p { paint(WIN, cell) } else { cell });
            }
            let row = format!("{} {line}", paint(FAINT, format!("{start:>head$}")));
            let _ = writeln!(text, "{}", row.trim_end());
        }
        if let Some(oeis) = &self.oeis {
            let _ = writeln!(text, "{}", known::sequence(oeis));
        }
        text + &self.open()
    }

    /// Which entries are not decided, in a line; empty if all are.
    fn open(&self) -> String {
        /// Further entries are only counted.
        const SHOWN: usize = 12;
        let open: Vec<String> =
            self.places(|cell| *cell == Cell::Open).map(|numbers| tuple(&numbers)).collect();
        if open.is_empty() {
            return String::new();
        }
        let more = match open.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {} more", group(more)),
        };
        let list = open.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        format!("{}\n", paint(FAINT, format!("not decided within the limits: {list}{more}")))
    }

    /// A line of the second numbers, and below it a line for each row; for one row, a line for each
    /// number. Missing and undecided entries are empty.
    #[must_use]
    pub fn csv(&self) -> String {
        let field = |cell: &Cell| quoted(&cell.text().unwrap_or_default());
        if self.is_line() {
            let row = self.cells.first().map_or(&[][..], Vec::as_slice);
            let lines = (self.first_column..).zip(row);
            return lines.fold(String::from("n,value\n"), |text, (n, cell)| {
                text + &format!("{n},{}\n", field(cell))
            });
        }
        let columns = self.cells.first().map_or(0, Vec::len);
        let heads = (self.first_column..).take(columns).map(|head| format!(",{head}"));
        let mut text = format!("a{}\n", heads.collect::<String>());
        for (a, row) in (self.first_row..).zip(&self.cells) {
            let cells: String = row.iter().map(|cell| format!(",{}", field(cell))).collect();
            let _ = writeln!(text, "{a}{cells}");
        }
        text
    }

    /// The table on one line of JSON: Grundy values are numbers, other values and outcomes are
    /// text, and missing or undecided entries are null.
    #[must_use]
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct GridJson<'a> {
            ruleset: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            first_row: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            first_column: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            from: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            rows: Option<Vec<Vec<Value>>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            values: Option<Vec<Value>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            oeis: Option<SequenceJson>,
            /// Only where a limit was reached.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            undecided: Vec<Vec<u64>>,
        }
        let cell = |cell: &Cell| match cell {
            Cell::Nimber(value) => Value::from(*value),
            cell => cell.text().map_or(Value::Null, Value::from),
        };
        let mut rows: Vec<Vec<Value>> =
            self.cells.iter().map(|row| row.iter().map(cell).collect()).collect();
        let one = self.is_line();
        let not_zero = |number: u64| Some(number).filter(|number| *number > 0);
        line(&GridJson {
            ruleset: &self.ruleset,
            first_row: not_zero(self.first_row).filter(|_| !one),
            first_column: not_zero(self.first_column).filter(|_| !one),
            from: not_zero(self.first_column).filter(|_| one),
            values: one.then(|| rows.pop().unwrap_or_default()),
            rows: (!one).then_some(rows),
            oeis: self.oeis.map(SequenceJson::from),
            undecided: self.places(|cell| *cell == Cell::Open).collect(),
        })
    }

    /// The lost positions, for people.
    #[must_use]
    pub fn p_positions(&self) -> String {
        /// Positions of one line.
        const ROW: usize = 10;
        let mut text = format!("{}\n", paint(STRONG, format!("P-positions of {}", self.ruleset)));
        let places: Vec<String> = self.places(Cell::is_p).map(|place| tuple(&place)).collect();
        if places.is_empty() {
            text += "none in this table\n";
        }
        let width = places.iter().map(String::len).max().unwrap_or(0);
        for row in places.chunks(ROW) {
            let cells: Vec<String> = row.iter().map(|place| format!("{place:<width$}")).collect();
            let _ = writeln!(text, "{}", cells.join(" ").trim_end());
        }
        text + &self.open()
    }

    /// The lost positions, one on each line.
    #[must_use]
    pub fn p_positions_csv(&self) -> String {
        let heads: Vec<String> =
            self.letters.iter().map(|letter| letter.to_lowercase().to_string()).collect();
        let lines = self.places(Cell::is_p).map(|place| comma_separated(&place));
        lines.fold(heads.join(",") + "\n", |text, line| text + &line + "\n")
    }

    /// The lost positions on one line of JSON.
    #[must_use]
    pub fn p_positions_json(&self) -> String {
        #[derive(Serialize)]
        struct PlacesJson<'a> {
            ruleset: &'a str,
            p_positions: Value,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            undecided: Vec<Vec<u64>>,
        }
        let places = self.places(Cell::is_p);
        let p_positions = match self.is_line() {
            true => places.flatten().collect::<Vec<u64>>().into(),
            false => places.collect::<Vec<_>>().into(),
        };
        let undecided = self.places(|cell| *cell == Cell::Open).collect();
        line(&PlacesJson { ruleset: &self.ruleset, p_positions, undecided })
    }

    /// The table as an SVG, with the lost positions on a ground of their own.
    #[must_use]
    pub fn svg(&self) -> String {
        const SIZE: f64 = 11.0;
        const HEIGHT: f64 = 22.0;
        const MARGIN: f64 = 24.0;
        const TOP: f64 = 78.0;
        const INK: &str = "#222";
        const PALE_INK: &str = "#555";
        const LINES: &str = "#ddd";
        /// Blue of Okabe and Ito (2008), pale.
        const LOST: &str = "#b3d9f0";
        const NOTHING: &str = "#f2f2f2";
        let (heads, rows) = self.rows();
        let wide = |text: &String| mono_width(text, SIZE) + 12.0;
        let head = rows.iter().map(|(head, _)| wide(head)).fold(HEIGHT, f64::max);
        let widths: Vec<f64> = (0..heads.len())
            .map(|at| {
                let cells = rows.iter().filter_map(|(_, cells)| cells.get(at));
                cells.chain(heads.get(at)).map(wide).fold(HEIGHT, f64::max)
            })
            .collect();
        let title = self.title();
        let width = head + widths.iter().sum::<f64>();
        let least = sans_width(&title, 15.0).max(220.0);
        let height = TOP + HEIGHT * (rows.len() + 1) as f64 + MARGIN;
        let mut svg = Svg::new(2.0 * MARGIN + width.max(least), height, &title);
        svg.words((MARGIN, 32.0), "start", 15.0)
            .set("fill", INK)
            .set("font-weight", "bold")
            .text(&title);
        svg.element("rect")
            .number("x", MARGIN)
            .number("y", 45.0)
            .number("width", 12.0)
            .number("height", 12.0)
            .set("fill", LOST)
            .set("stroke", LINES)
            .done();
        let legend = "lost for the player who starts";
        svg.words((MARGIN + 18.0, 55.0), "start", SIZE).set("fill", PALE_INK).text(legend);
        svg.open("g").set("font-family", MONO).number("font-size", SIZE).done();
        let write = |svg: &mut Svg, x: f64, y: f64, colour: &str, text: &str| {
            svg.element("text")
                .number("x", x)
                .number("y", y)
                .set("text-anchor", "end")
                .set("fill", colour)
                .text(text);
        };
        let mut x = MARGIN + head;
        for (text, width) in heads.iter().zip(&widths) {
            x += width;
            write(&mut svg, x - 6.0, TOP + 15.0, PALE_INK, text);
        }
        let mut all = self.cells.iter().flatten();
        for (at, (start, cells)) in rows.iter().enumerate() {
            let y = TOP + HEIGHT * (at + 1) as f64;
            write(&mut svg, MARGIN + head - 6.0, y + 15.0, PALE_INK, start);
            let mut x = MARGIN + head;
            for (text, width) in cells.iter().zip(&widths) {
                let fill = match all.next() {
                    Some(cell) if cell.is_p() => LOST,
                    Some(Cell::NoPosition) => NOTHING,
                    _ => "#fff",
                };
                svg.element("rect")
                    .number("x", x)
                    .number("y", y)
                    .number("width", *width)
                    .number("height", HEIGHT)
                    .set("fill", fill)
                    .set("stroke", LINES)
                    .done();
                x += width;
                if !text.is_empty() {
                    write(&mut svg, x - 6.0, y + 15.0, INK, text);
                }
            }
        }
        svg.close();
        svg.finish()
    }
}

/// An entry for people.
fn shown(cell: &Cell) -> String {
    let text = match cell {
        Cell::NoPosition => "-".to_string(),
        cell => cell.text().unwrap_or_default(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn comma_separated(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// `7`, or `(3,5)`.
fn tuple(numbers: &[u64]) -> String {
    let list = comma_separated(numbers);
    if numbers.len() == 1 { list } else { format!("({list})") }
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}
