//! Grundy values by the definition, for codes whose moves leave at most two
//! heaps and whose values part badly into rare and common ones.
//!
//! Each option is a mark at its value that bears the number of the heap, so that
//! no marks are taken away. Time: n² / 4 marks for each number that may be taken
//! before a split, a few processor cycles each; memory: four bytes a heap.

use grundy_base::{Code, Limits, Progress, Stopped};

pub(super) struct Stamps {
    code: Code,
    marks: Vec<u32>,
}

impl Stamps {
    pub(super) fn new(code: &Code) -> Stamps {
        Stamps { code: code.clone(), marks: Vec::new() }
    }

    /// Extends the values to g(`last`).
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u32>,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        while values.len() <= last {
            let heap = values.len();
            let bytes = 4 * (values.capacity() + self.marks.capacity()) as u64;
            limits.check(Progress { stage: "heaps", positions: heap, bytes })?;
            // Sums without carry are below the next power of two.
            let most = values.iter().max().map_or(0, |&most| most as usize);
            self.marks.resize((most + 1).next_power_of_two().max(self.marks.len()), 0);
            let stamp = heap as u32;
            if self.code.leaving(0).any(|taken| taken == heap) {
                self.marks[0] = stamp;
            }
            for taken in self.code.leaving(1).filter(|&taken| taken < heap) {
                self.marks[values[heap - taken] as usize] = stamp;
            }
            for taken in self.code.leaving(2) {
                let Some(rest) = heap.checked_sub(taken) else { continue };
                let parts = if self.code.is_unequal() { rest.saturating_sub(1) } else { rest } / 2;
                let Some(others) = values.get(rest - parts..rest) else { continue };
                let firsts = values.get(1..=parts).unwrap_or(&[]);
                for (&a, &b) in firsts.iter().zip(others.iter().rev()) {
                    self.marks[(a ^ b) as usize] = stamp;
                }
            }
            let value = self.marks.iter().take_while(|&&mark| mark == stamp).count();
            values.push(value as u32);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::sparse::tests::definition;
    use super::*;

    #[test]
    fn values_are_those_of_the_definition() {
        for digits in [&[4, 4, 2, 6, 4][..], &[0, 7, 7], &[4, 0, 6, 6, 5], &[0, 0, 0, 7], &[0, 6]] {
            let code = Code::new(digits.to_vec());
            let mut values = vec![0];
            let mut stamps = Stamps::new(&code);
            stamps.extend(&mut values, 500, &Limits::default()).unwrap();
            let expected = definition(&code, 500);
            assert!(values.iter().copied().eq(expected.into_iter().map(u32::from)), "{digits:?}");
            let unequal = code.unequal();
            let mut values = vec![0];
            Stamps::new(&unequal).extend(&mut values, 300, &Limits::default()).unwrap();
            let expected = definition(&unequal, 300);
            assert!(values.iter().copied().eq(expected.into_iter().map(u32::from)), "{digits:?}");
        }
    }
}
