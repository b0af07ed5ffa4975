//! Choosing lags, or splits, that show most options.

use std::collections::BinaryHeap;

/// Chooses first what gains the most, given those before it, as long as that is more than
/// one is worth. What one gains never grows: the greatest gain that is still true is the best.
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

/// Which options are shown by what was chosen.
pub(super) trait Shown {
    /// By what options are shown, as by a lag.
    type By: Copy + Ord;

    /// How many more one shows.
    fn gain(&self, by: Self::By) -> u32;

    /// Counts them as shown.
    fn add(&mut self, by: Self::By);
}
