//! Numbers along an axis: the row of dots of each, and the numbers that are named.

/// Numbers in a row, along pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    first: u64,
    /// How many numbers.
    numbers: u64,
    pixels: u32,
}

impl Axis {
    /// The numbers from `first` to `last`, both included, along `pixels`.
    pub(super) fn new(first: u64, last: u64, pixels: u32) -> Axis {
        Axis { first, numbers: (last - first).saturating_add(1), pixels }
    }

    pub(super) fn first(self) -> u64 {
        self.first
    }

    pub(super) fn last(self) -> u64 {
        self.first + (self.numbers - 1)
    }

    /// How many cells there are: one for each number, or for each pixel.
    pub(super) fn cells(self) -> u32 {
        self.numbers.min(self.pixels.into()) as u32
    }

    /// The cell of a number.
    pub(super) fn cell(self, number: u64) -> u32 {
        let cells = self.cells();
        // In wide numbers, as the product may be large.
        (u128::from(number - self.first) * u128::from(cells) / u128::from(self.numbers)) as u32
    }

    /// The first number in a cell, or behind the cell before.
    pub(super) fn cell_start(self, cell: u32) -> u64 {
        let (cell, cells) = (u128::from(cell), u128::from(self.cells()));
        self.first + (cell * u128::from(self.numbers)).div_ceil(cells) as u64
    }

    /// The most numbers that share a cell.
    pub(super) fn shared(self) -> u64 {
        self.numbers.div_ceil(self.cells().into())
    }

    /// How large a dot is.
    pub(super) fn dot(self) -> u32 {
        (self.pixels / self.cells()).clamp(1, 3)
    }

    /// The first pixel of the dot in a cell.
    pub(super) fn dot_start(self, cell: u32) -> u32 {
        let (cells, pixels) = (u64::from(self.cells()), u64::from(self.pixels));
        let middle = (2 * u64::from(cell) + 1) * pixels / (2 * cells);
        middle as u32 - self.dot() / 2
    }

    /// Where the place of a number starts.
    pub(super) fn start(self, number: u64) -> f64 {
        (number - self.first) as f64 * self.unit()
    }

    /// The middle of the place of a number.
    pub(super) fn middle(self, number: u64) -> f64 {
        ((number - self.first) as f64 + 0.5) * self.unit()
    }

    /// How long the place of a number is.
    pub(super) fn unit(self) -> f64 {
        f64::from(self.pixels) / self.numbers as f64
    }

    /// Round numbers that are at least some pixels apart.
    pub(super) fn ticks(self, apart: f64) -> impl Iterator<Item = u64> {
        let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
        let step = steps.into_iter().find(|&step| step as f64 * self.unit() >= apart);
        let step = step.unwrap_or(u64::MAX);
        let ticks = self.first.div_ceil(step)..=(self.first + (self.numbers - 1)) / step;
        ticks.map(move |tick| tick * step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_cell_and_cells_do_not_overlap() {
        for (greatest, pixels, first) in
            [(0, 10, 0), (3, 10, 1), (9, 10, 3), (10, 10, 0), (12_345, 100, 77), (7, 400, 0)]
        {
            let axis = Axis::new(first, first + greatest, pixels);
            let numbers = first..=first + greatest;
            let mut cells: Vec<u32> = numbers.clone().map(|number| axis.cell(number)).collect();
            assert!(cells.is_sorted());
            for cell in 0..axis.cells() {
                assert_eq!(
                    numbers.clone().find(|&n| axis.cell(n) == cell),
                    Some(axis.cell_start(cell))
                );
            }
            assert_eq!(axis.cell_start(axis.cells()), first + greatest + 1);
            cells.dedup();
            assert_eq!(cells, (0..axis.cells()).collect::<Vec<_>>());
            for pair in cells.windows(2) {
                assert!(axis.dot_start(pair[0]) + axis.dot() <= axis.dot_start(pair[1]));
            }
            assert!(axis.dot_start(axis.cells() - 1) + axis.dot() <= pixels);
            let most = axis.shared();
            let in_first = numbers.filter(|&number| axis.cell(number) == 0).count() as u64;
            assert!(in_first <= most && most <= in_first + 1);
        }
    }

    #[test]
    fn ticks_are_round_and_apart() {
        let ticks: Vec<u64> = Axis::new(0, 100, 800).ticks(60.0).collect();
        assert_eq!(ticks, (0..=10).map(|i| 10 * i).collect::<Vec<_>>());
        assert_eq!(Axis::new(0, 1, 300).ticks(30.0).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(Axis::new(0, u64::MAX, 100).ticks(1e9).collect::<Vec<_>>(), [0]);
        let far: Vec<u64> = Axis::new(1_000_003, 1_000_051, 800).ticks(100.0).collect();
        assert_eq!(far, [1_000_010, 1_000_020, 1_000_030, 1_000_040, 1_000_050]);
    }
}
