//! A cache with a limit on the bytes of its entries. The least recently used entry is removed
//! first.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by key, which threads share.
pub(crate) struct SizedCache<K, V> {
    /// The limit on the bytes.
    most: u64,
    table: Mutex<SizedTable<K, V>>,
}

struct SizedTable<K, V> {
    bytes: u64,
    /// Counts the uses of the cache.
    now: u64,
    entries: HashMap<Arc<K>, SizedEntry<V>>,
    /// The keys by their last use.
    used: BTreeMap<u64, Arc<K>>,
}

struct SizedEntry<V> {
    value: V,
    bytes: u64,
    used: u64,
}

impl<K: Hash + Eq, V: Clone> SizedCache<K, V> {
    /// An empty cache for `most` bytes.
    pub(crate) fn new(most: u64) -> Self {
        let table = SizedTable { bytes: 0, now: 0, entries: HashMap::new(), used: BTreeMap::new() };
        SizedCache { most, table: Mutex::new(table) }
    }

    /// The value of a key, which becomes the most recently used.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let SizedTable { now, entries, used, .. } = &mut *self.table();
        let entry = entries.get_mut(key)?;
        let key = used.remove(&entry.used)?;
        *now += 1;
        entry.used = *now;
        used.insert(*now, key);
        Some(entry.value.clone())
    }

    /// Keeps a value, which takes `bytes` with its key, in place of an earlier one of the key.
    /// Returns the values of other keys that were removed, or this value if it is larger than the
    /// cache.
    #[must_use = "the values that had to go"]
    pub(crate) fn insert(&self, key: K, value: V, bytes: u64) -> Vec<V> {
        let mut table = self.table();
        table.remove(&key);
        if bytes > self.most {
            return vec![value];
        }
        let mut gone = Vec::new();
        while table.bytes + bytes > self.most
            && let Some((_, oldest)) = table.used.pop_first()
        {
            gone.extend(table.remove(&oldest));
        }
        table.now += 1;
        table.bytes += bytes;
        let (key, used) = (Arc::new(key), table.now);
        table.used.insert(used, key.clone());
        table.entries.insert(key, SizedEntry { value, bytes, used });
        gone
    }

    fn table(&self) -> MutexGuard<'_, SizedTable<K, V>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq, V> SizedTable<K, V> {
    fn remove(&mut self, key: &K) -> Option<V> {
        let entry = self.entries.remove(key)?;
        self.used.remove(&entry.used);
        self.bytes -= entry.bytes;
        Some(entry.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [i32; 0] = [];

    #[test]
    fn what_was_asked_for_least_recently_goes_first() {
        let cache = SizedCache::new(10);
        for key in 0..3 {
            assert_eq!(cache.insert(key, key, 3), NOTHING);
        }
        assert_eq!(cache.get(&0), Some(0));
        assert_eq!(cache.insert(3, 3, 4), [1]);
        assert_eq!([0, 1, 2, 3].map(|key| cache.get(&key)), [Some(0), None, Some(2), Some(3)]);
        // Entries are removed until there is room.
        assert_eq!(cache.insert(4, 4, 6), [0, 2]);
        assert_eq!((cache.get(&3), cache.get(&4)), (Some(3), Some(4)));
    }

    #[test]
    fn a_value_takes_the_place_of_the_one_before() {
        let cache = SizedCache::new(10);
        assert_eq!(cache.insert("a", 1, 10), NOTHING);
        assert_eq!(cache.insert("a", 2, 4), NOTHING);
        assert_eq!(cache.insert("b", 3, 6), NOTHING);
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (Some(2), Some(3)));
    }

    #[test]
    fn what_is_larger_than_the_cache_is_not_kept() {
        let cache = SizedCache::new(10);
        assert_eq!(cache.insert("a", 1, 2), NOTHING);
        assert_eq!(cache.insert("b", 2, 11), [2]);
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (Some(1), None));
        // The value that it should have replaced is removed too.
        assert_eq!(cache.insert("a", 3, 11), [3]);
        assert_eq!(cache.get(&"a"), None);
        assert_eq!(SizedCache::new(0).insert("a", 1, 1), [1]);
    }

    /// Checks after many insertions and look-ups that the bytes are the sum of the entries' bytes,
    /// within the limit, and that each entry has one use.
    #[test]
    fn the_limit_is_kept() {
        let cache = SizedCache::new(100);
        let mut random = grundy::Random::new(1);
        for _ in 0..10_000 {
            let (key, bytes) = (random.below(16), random.below(40) as u64);
            match random.below(2) {
                0 => drop(cache.get(&key)),
                _ => drop(cache.insert(key, random.word(), bytes)),
            }
            let table = cache.table();
            assert_eq!(table.bytes, table.entries.values().map(|entry| entry.bytes).sum::<u64>());
            assert!(table.bytes <= 100);
            assert!(
                table.entries.iter().all(|(key, entry)| table.used.get(&entry.used) == Some(key))
            );
            assert_eq!(table.used.len(), table.entries.len());
        }
    }
}
