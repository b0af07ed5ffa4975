//! Choosing lags, or splits, that show most options.

use std::collections::BinaryHeap;

/// Chooses first what gains the most, given what was chosen before, as long as the gain is above
/// `worth`. Gains never grow: the greatest gain that is still true is the best.
#[inline(always)]
pub(super) fn choose<S: Shown>(among: &[S::By], worth: u32, shown: &mut S) -> Vec<S::By> {
    let mut gains: BinaryHeap<(u32, S::By)> = among.iter().map(|&by| (u32::MAX, by)).collect();
    let mut chosen = Vec::new();
    while let Some((_, by)) = gains.pop() {
        let gain = shown.gain(by);
        if gain <= worth {
            continue;
        }
        if gains.peek().is_some_and(|next| next.0 > gain) {
            gains.push((gain, by));
            continue;
        }
        shown.add(by);
        chosen.push(by);
    }
    chosen
}

/// The options that are shown by what was chosen.
pub(super) trait Shown {
    /// What shows options, such as a lag.
    type By: Copy + Ord;

    /// How many more options it shows.
    fn gain(&self, by: Self::By) -> u32;

    /// Counts these options as shown.
    fn add(&mut self, by: Self::By);
}
