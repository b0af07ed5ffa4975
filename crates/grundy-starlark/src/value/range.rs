//! Ranges of numbers.

/// The numbers from one to another, in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) stop: i64,
    /// Not 0.
    pub(crate) step: i64,
}

// The numbers have 32 bits when a range is made, and 33 in a slice of one; its start and stop may be a
// step away from them. So nothing here overflows.
impl Range {
    pub(crate) fn len(&self) -> usize {
        let distance = (self.stop - self.start) * self.step.signum();
        if distance <= 0 {
            return 0;
        }
        ((distance - 1) / self.step.abs() + 1) as usize
    }

    pub(crate) fn get(&self, index: usize) -> i64 {
        self.start + self.step * index as i64
    }

    pub(crate) fn contains(&self, number: i64) -> bool {
        let within = match self.step > 0 {
            true => self.start <= number && number < self.stop,
            false => self.stop < number && number <= self.start,
        };
        within && (number - self.start) % self.step == 0
    }

    /// Whether both have the same numbers in the same order.
    pub(crate) fn same(&self, other: &Range) -> bool {
        let length = self.len();
        length == other.len()
            && (length == 0 || self.start == other.start)
            && (length <= 1 || self.step == other.step)
    }
}
