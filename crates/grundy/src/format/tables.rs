//! The formats of a thing: a table for each kind of thing, a line for each format. Programs ask the
//! table for names, extensions of files, and what to call.

use std::error::Error;
use std::fmt;

use super::code::{self, Program};
use super::picture::Picture;
use super::{dot, graph_json, svg};

/// A format of things of a kind.
pub struct Format<T> {
    /// As users name it.
    pub name: &'static str,
    /// What it is for, in a few words.
    pub about: &'static str,
    /// The extensions of its files.
    pub endings: &'static [&'static str],
    /// Whether it is no text, and takes a file.
    pub is_binary: bool,
    /// Whether it is for programs, which want all there is, and not for readers.
    pub is_whole: bool,
    /// What stands in the file.
    pub write: fn(&T) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>>,
}

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
    super::raster::FORMAT,
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
