//! Which worker holds which places of a dense table.

use super::failure::Failure;
use super::moves::{at, place_of};
use grundy_base::Stopped;
use grundy_ruleset::Key;

/// How the keys are shared out: each worker has a range.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    count: u64,
    peers: u64,
    /// The first key of this worker, and how many places its table has.
    pub(super) first: u64,
    pub(super) len: usize,
}

impl Shares {
    /// The share of worker `me` among `peers`.
    pub(super) fn new(count: u64, peers: usize, me: usize) -> Result<Shares, Failure> {
        let (peers, me) = (peers as u64, me as u64);
        let each = count.div_ceil(peers);
        let first = (me * each).min(count);
        let len = (count - first).min(each);
        let limit = u64::from(u32::MAX);
        if len > limit {
            return Err(Stopped::Numbering { what: "positions of one worker", limit }.into());
        }
        Ok(Shares { count, peers, first, len: len as usize })
    }

    /// Keys of one worker.
    const fn each(&self) -> u64 {
        self.count.div_ceil(self.peers)
    }

    /// The worker that holds a key, and its place there; none for a key outside of the table.
    #[inline]
    pub(super) fn holder<K: Key>(&self, key: K) -> Option<(usize, u32)> {
        let (key, each) = (place_of(key) as u64, self.each());
        match self.peers {
            _ if key >= self.count => None,
            1 => Some((0, key as u32)),
            _ => Some(((key / each) as usize, (key % each) as u32)),
        }
    }

    /// The keys at some places of this worker.
    pub(super) fn keys<K: Key>(&self, places: &[u32], keys: &mut Vec<K>) {
        keys.clear();
        keys.extend(places.iter().map(|&place| at::<K>(self.first as usize + place as usize)));
    }
}
