//! Choosing lags that show most options.

use std::collections::BinaryHeap;

use crate::sequence::ranks::Lag;

/// Chooses the lag first that gains the most, given those before it, as long as that is more than
/// one is worth. What a lag gains never grows: the greatest gain that is still true is the best.
#[inline(always)]
pub(super) fn choose(lags: &[Lag], worth: u32, shown: &mut impl Shown) -> Vec<Lag> {
    let mut gains: BinaryHeap<(u32, Lag)> = lags.iter().map(|lag| (u32::MAX, *lag)).collect();
    let mut chosen = Vec::new();
    while let Some((_, lag)) = gains.pop() {
        let gain = shown.gain(lag);
        if gain <= worth {
            continue;
        }
        if gains.peek().is_some_and(|next| next.0 > gain) {
            gains.push((gain, lag));
            continue;
        }
        shown.add(lag);
        chosen.push(lag);
    }
    chosen
}

/// Which options are shown by the lags that were chosen.
pub(super) trait Shown {
    /// How many more a lag shows.
    fn gain(&self, lag: Lag) -> u32;

    /// Counts them as shown.
    fn add(&mut self, lag: Lag);
}
