//! Output: answers as text, JSON, pictures and files, one format a module.
//!
//! - Answers: [`text`] for a terminal, [`json`] for scripts, [`latex`] for papers, [`explain`]
//!   for the argument step by step; [`known`] adds published facts, [`misere`] writes misère values.
//!   [`sets`] writes W_A, L_A, W_B, L_B and the strategies as maps.
//! - Heaps: [`table`] for values and periods, [`grid`] for games in two numbers, [`plot`] for pictures of sequences, [`formula`]
//!   and [`code`] for sequences as formulas and as source code.
//! - Position graphs: [`picture`] is the data, which [`svg`] draws (laid out by [`layout`]),
//!   [`dot`] hands to Graphviz and [`graph_json`] to programs; [`label`] writes the nodes, and
//!   `raster` makes a PNG of the SVG.
//! - Boards and values: [`board`] draws scenes, [`thermograph`] thermographs, [`histogram`]
//!   numbers of positions, [`worksheet`] the lines of the calculator, [`typeset`] values in
//!   LaTeX and Unicode, [`cgsuite`] values as CGSuite reads them.
//! - Files: [`solution`] for solved games, [`strategy`] for weak solutions, [`values`] for Grundy values, [`certificate`] for
//!   periods, [`checkpoint`] for a search that goes on, [`database`] for values of components.
//! - Games with their moves: [`record`] reads records, PGN and SGF.
//! - For all of them: [`GRAPHS`] and [`PROGRAMS`] list the formats of a thing, [`markup`] writes SVG, [`words`] holds the words of pictures.

pub mod board;
pub mod certificate;
pub mod cgsuite;
pub mod checkpoint;
mod checksum;
pub mod code;
#[cfg(not(target_family = "wasm"))]
pub mod database;
pub mod dot;
pub mod explain;
pub mod formula;
pub mod graph_json;
pub mod grid;
pub mod histogram;
#[cfg(feature = "png")]
mod image;
pub mod json;
pub mod known;
pub mod label;
pub mod latex;
pub mod layout;
pub mod markup;
pub mod misere;
pub mod picture;
pub mod plot;
#[cfg(feature = "png")]
pub mod raster;
pub mod record;
pub mod sets;
pub mod solution;
#[cfg(not(target_family = "wasm"))]
pub mod strategy;
pub mod survey;
pub mod svg;
pub mod table;
pub mod text;
pub mod thermograph;
pub mod typeset;
#[cfg(not(target_family = "wasm"))]
pub mod values;
pub mod words;
pub mod worksheet;

use std::error::Error;
use std::fmt;

use self::code::Program;
use self::picture::Picture;

/// A format of things of a kind.
pub struct Format<T> {
    /// The name that users give it.
    pub name: &'static str,
    /// What it is for, in a few words.
    pub about: &'static str,
    /// The extensions of its files.
    pub endings: &'static [&'static str],
    /// Whether it is binary, and needs a file.
    pub is_binary: bool,
    /// Whether it is for programs, which want everything, and not for readers.
    pub is_whole: bool,
    /// Makes the contents of the file.
    pub write: fn(&T) -> Written,
}

/// The contents of a file, or the reason why it cannot be written.
pub type Written = Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

impl<T> fmt::Debug for Format<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The format of a table whose files have this extension.
#[must_use]
pub fn of_ending<T>(table: &'static [Format<T>], ending: &str) -> Option<&'static Format<T>> {
    table.iter().find(|format| format.endings.contains(&ending))
}

/// Graphs of positions.
pub const GRAPHS: &[Format<Picture>] = &[
    svg::FORMAT,
    #[cfg(feature = "png")]
    raster::FORMAT,
    dot::FORMAT,
    graph_json::FORMAT,
];

/// Grundy values of heaps as a function of a program.
pub const PROGRAMS: &[Format<Program>] =
    &[code::cpp::FORMAT, code::python::FORMAT, code::rust::FORMAT];

#[cfg(test)]
mod tests {
    use super::*;

    fn is_unambiguous<T>(table: &'static [Format<T>]) {
        for (place, format) in table.iter().enumerate() {
            assert!(table[..place].iter().all(|other| other.name != format.name), "{format:?}");
            for ending in format.endings {
                assert!(std::ptr::eq(of_ending(table, ending).unwrap(), format), "{ending}");
            }
        }
    }

    #[test]
    fn names_and_extensions_mean_one_format() {
        is_unambiguous(GRAPHS);
        is_unambiguous(PROGRAMS);
        assert!(of_ending(GRAPHS, "txt").is_none());
    }
}
