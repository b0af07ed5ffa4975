//! Calls the module for many positions that get keys: for their negatives, images and tiers.

use grundy::Fault;

use crate::game::ModuleGame;
use crate::trap::Why;

/// The highest tier that is allowed.
const HIGHEST: i32 = (1 << 24) - 1;

impl ModuleGame {
    /// Replaces positions by their negatives. If a position has none, keys that are found later do
    /// not use negatives.
    pub(crate) fn negate<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
    ) -> Result<(), Fault> {
        let canonical = self.is_canonical();
        let done = self.run(|instance| {
            for position in positions {
                instance.replace("negative", std::iter::once(&mut *position))?;
                if canonical {
                    instance.replace("canonical", std::iter::once(position))?;
                }
            }
            Ok(())
        });
        done.map_err(|failed| {
            let fault = self.failed(&failed);
            if failed.trap.call != "negative" || failed.trap.why != Why::Refused {
                return fault;
            }
            self.learn(|learned| learned.no_negative = true);
            fault.again()
        })
    }

    /// Replaces positions by the least of their images, if the module gives symmetries.
    pub(crate) fn represent<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
    ) -> Result<(), Fault> {
        self.each_image(positions, |position, images| {
            let least = images.chunks_exact(position.len()).min();
            if let Some(least) = least.filter(|least| *least < &*position) {
                position.copy_from_slice(least);
            }
        })
    }

    /// Appends for each position the number of its different images, itself included.
    pub(crate) fn count_images<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
        counts: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        self.each_image(positions, |position, images| {
            let mut all: Vec<&[u8]> = images.chunks_exact(position.len()).collect();
            all.push(position);
            all.sort_unstable();
            all.dedup();
            counts.push(all.len() as u32);
        })
    }

    /// The images of a position that the module returns.
    pub(crate) fn images(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        let (mut position, mut all) = (position.to_vec(), Vec::new());
        self.each_image(std::iter::once(&mut position[..]), |position, images| {
            all.extend(images.chunks_exact(position.len()).map(<[u8]>::to_vec));
        })?;
        Ok(all)
    }

    /// Calls `take` with each position and its images.
    fn each_image<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
        take: impl FnMut(&mut [u8], &[u8]),
    ) -> Result<(), Fault> {
        let done = self.run(|instance| Ok(instance.images(positions, take)?));
        done.map_err(|failed| self.failed(&failed))
    }

    /// Appends the results of `tier` for positions.
    pub(crate) fn tiers<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
        tiers: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let mut wrong = None;
        let done = self.run(|instance| {
            let mut numbers = Vec::new();
            for position in positions {
                numbers.clear();
                instance.numbers("tier", std::iter::once(&mut *position), &mut numbers)?;
                match numbers.first() {
                    Some(&tier @ 0..=HIGHEST) => tiers.push(tier as u32),
                    Some(&tier) => {
                        wrong.get_or_insert_with(|| (tier, position.to_vec()));
                    }
                    None => {}
                }
            }
            Ok(())
        });
        done.map_err(|failed| self.failed(&failed))?;
        match wrong {
            Some((tier, position)) => {
                let what = format!("`tier` returned {tier}: tiers are between 0 and {HIGHEST}");
                Err(self.fault(&what, Some(&position)))
            }
            None => Ok(()),
        }
    }
}
