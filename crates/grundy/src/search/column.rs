//! The types of the columns of a search, for tables whose columns have one type each.

use super::Cell;

/// The type of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnType {
    /// All cells so far are empty.
    #[default]
    Unknown,
    /// Numbers, exact in floating point.
    Number,
    /// Answers to a condition.
    Truth,
    /// Anything else.
    Text,
}

impl ColumnType {
    /// The type of a column after this cell.
    #[must_use]
    pub fn with(self, cell: &Cell) -> ColumnType {
        let kind = match cell {
            Cell::None => return self,
            Cell::Number(_) if cell.number().is_some() => ColumnType::Number,
            Cell::Truth(_) => ColumnType::Truth,
            Cell::Number(_) | Cell::Text(_) => ColumnType::Text,
        };
        if self == ColumnType::Unknown || self == kind { kind } else { ColumnType::Text }
    }
}

impl Cell {
    /// A number such as `-3/4` in floating point, if that is exact.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        // Integers up to this one, and their quotients by powers of two, are exact.
        const LARGEST: i64 = 1 << 53;
        let Cell::Number(text) = self else { return None };
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let (above, below): (i64, i64) = (above.parse().ok()?, below.parse().ok()?);
        (above.abs() <= LARGEST && below <= LARGEST).then(|| above as f64 / below as f64)
    }

    /// An answer to a condition.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        match self {
            Cell::Truth(truth) => Some(*truth),
            _ => None,
        }
    }
}
