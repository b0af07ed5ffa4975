//! How many heaps have which values, by columns: all that a plot keeps of any number of heaps.

use super::axis::Axis;
use super::is_rare;
use crate::solve::sequence::classes::Classes;

/// The most rows of a column; so memory has a limit.
const MOST_ROWS: u64 = 1 << 12;
/// Values below this one are counted before they are put into rows.
const SMALL: usize = 1 << 16;

/// Heaps counted by column and row.
///
/// The greatest value is known only after all heaps. Until then a row is one value, and, if there
/// are too many rows, 2, 4, 8 … values; all heaps stay counted.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    heaps: Axis,
    classes: Option<Classes>,
    columns: Vec<Vec<Cell>>,
    /// A row is 2^`shift` values.
    shift: u32,
    greatest: u32,
    rares: u64,
    /// Heaps of a stretch with the same parity, by value.
    stretch: [Vec<u32>; 2],
}

/// How many heaps are common, and rare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) commons: u32,
    pub(super) rares: u32,
}

impl Cell {
    pub(super) fn add(&mut self, other: Cell) {
        self.commons = self.commons.saturating_add(other.commons);
        self.rares = self.rares.saturating_add(other.rares);
    }
}

impl Counts {
    pub(super) fn new(heaps: Axis, classes: Option<Classes>) -> Counts {
        Counts {
            heaps,
            classes,
            columns: vec![Vec::new(); heaps.cells() as usize],
            shift: 0,
            greatest: 0,
            rares: 0,
            stretch: [vec![0; SMALL], vec![0; SMALL]],
        }
    }

    /// Counts the heaps from `heap` on; all are on the axis.
    pub(super) fn add(&mut self, mut heap: u64, mut values: &[u32]) {
        while !values.is_empty() {
            let column = self.heaps.cell(heap);
            let rest = self.heaps.cell_start(column + 1) - heap;
            let (now, later) = values.split_at(rest.min(values.len() as u64) as usize);
            self.add_to_column(column as usize, heap, now);
            heap += now.len() as u64;
            values = later;
        }
    }

    fn add_to_column(&mut self, column: usize, heap: u64, values: &[u32]) {
        let greatest = values.iter().copied().max().unwrap_or(0);
        self.greatest = self.greatest.max(greatest);
        if greatest as usize >= SMALL {
            for (heap, &value) in (heap..).zip(values) {
                self.put(column, heap, value, 1);
            }
            return;
        }
        // The class of a heap depends only on its parity and its value.
        for pair in values.chunks(2) {
            for (counts, &value) in self.stretch.iter_mut().zip(pair) {
                counts[value as usize] += 1;
            }
        }
        for value in 0..=greatest {
            for parity in 0..2 {
                let heaps = std::mem::take(&mut self.stretch[parity][value as usize]);
                if heaps > 0 {
                    self.put(column, heap + parity as u64, value, heaps);
                }
            }
        }
    }

    fn put(&mut self, column: usize, heap: u64, value: u32, heaps: u32) {
        while u64::from(value >> self.shift) >= MOST_ROWS {
            self.shift += 1;
            for rows in &mut self.columns {
                *rows = rows.chunks(2).map(sum).collect();
            }
        }
        let cell = if is_rare(self.classes, heap, value) {
            self.rares += u64::from(heaps);
            Cell { rares: heaps, commons: 0 }
        } else {
            Cell { commons: heaps, rares: 0 }
        };
        let (rows, row) = (&mut self.columns[column], (value >> self.shift) as usize);
        if row >= rows.len() {
            rows.resize(row + 1, Cell::default());
        }
        rows[row].add(cell);
    }

    /// The greatest value.
    pub(super) fn greatest(&self) -> u32 {
        self.greatest
    }

    /// How many heaps are rare.
    pub(super) fn rares(&self) -> u64 {
        self.rares
    }

    /// How many values share a row.
    pub(super) fn row_height(&self) -> u64 {
        1 << self.shift
    }

    /// Column, least value, and heaps of all rows.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u32, u64, Cell)> {
        (0..).zip(&self.columns).flat_map(move |(column, rows)| {
            (0u64..).zip(rows).map(move |(row, &cell)| (column, row << self.shift, cell))
        })
    }
}

fn sum(cells: &[Cell]) -> Cell {
    let mut sum = Cell::default();
    cells.iter().for_each(|&cell| sum.add(cell));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Counts heap by heap, in stretches of any length, with values that need higher rows.
    #[test]
    fn every_heap_is_counted_in_its_column_and_row() {
        for factor in [1, 3000] {
            let value = |n: u64| (n * n % 977 * n / 50_000) as u32 * factor;
            let heaps = Axis::new(70, 90_000, 31);
            let mut counts = Counts::new(heaps, None);
            let mut next = 70;
            for length in (1..).map(|i| i * i) {
                let end = (next + length).min(90_001);
                let values: Vec<u32> = (next..end).map(value).collect();
                counts.add(next, &values);
                next = end;
                if next > 90_000 {
                    break;
                }
            }
            assert_eq!(counts.row_height() > 1, factor > 1);
            let mut expected = BTreeMap::new();
            for n in 70..=90_000 {
                let row = u64::from(value(n)) / counts.row_height() * counts.row_height();
                *expected.entry((heaps.cell(n), row)).or_insert(0) += 1;
            }
            let found = counts.cells().filter(|(.., cell)| *cell != Cell::default());
            let found = found.map(|(column, value, cell)| ((column, value), cell.commons));
            assert_eq!(found.collect::<BTreeMap<_, u32>>(), expected);
            assert_eq!(Some(counts.greatest()), (70..=90_000).map(value).max());
        }
    }
}
