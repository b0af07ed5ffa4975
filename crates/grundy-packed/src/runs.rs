//! Sorted runs of keys from several workers, merged when all of them have come.

use super::failure::Failure;
use super::keys::{BLOCK, Keys, Reader, Writer};
use super::sort::{merge, sort};
use super::store::Store;
use grundy_ruleset::Key;

/// Rising keys, a piece at a time.
pub(super) trait KeyStream<K> {
    /// Adds the next keys to `out`; nothing, when there are none.
    fn fill(&mut self, out: &mut Vec<K>) -> Result<(), Failure>;
}

/// A run in memory.
struct Run<K> {
    keys: Vec<K>,
    at: usize,
}

impl<K: Key> KeyStream<K> for Run<K> {
    fn fill(&mut self, out: &mut Vec<K>) -> Result<(), Failure> {
        let end = self.keys.len().min(self.at + BLOCK);
        out.extend_from_slice(&self.keys[self.at..end]);
        self.at = end;
        Ok(())
    }
}

/// A run that was written.
pub(super) struct Stored<K> {
    keys: Keys<K>,
    reader: Reader<K>,
    block: usize,
}

impl<K: Key> Stored<K> {
    pub(super) fn new(keys: Keys<K>) -> Self {
        Stored { keys, reader: Reader::new(), block: 0 }
    }
}

impl<K: Key> KeyStream<K> for Stored<K> {
    fn fill(&mut self, out: &mut Vec<K>) -> Result<(), Failure> {
        if self.block < self.keys.blocks() {
            self.keys.read(self.block, &mut self.reader)?;
            out.extend_from_slice(&self.reader.keys);
            self.block += 1;
        }
        Ok(())
    }
}

/// What is left of a piece of a source.
struct Rest<'a, K> {
    source: Box<dyn KeyStream<K> + 'a>,
    keys: Vec<K>,
    at: usize,
}

impl<'a, K: Key> Rest<'a, K> {
    fn new(source: Box<dyn KeyStream<K> + 'a>) -> Self {
        Rest { source, keys: Vec::new(), at: 0 }
    }

    /// Keys that were not yet taken; none when the source has no more.
    fn look(&mut self) -> Result<&[K], Failure> {
        if self.at == self.keys.len() {
            self.keys.clear();
            self.at = 0;
            self.source.fill(&mut self.keys)?;
        }
        Ok(&self.keys[self.at..])
    }
}

/// The keys of two sources, each once.
struct Both<'a, K> {
    a: Rest<'a, K>,
    b: Rest<'a, K>,
}

impl<K: Key> KeyStream<K> for Both<'_, K> {
    fn fill(&mut self, out: &mut Vec<K>) -> Result<(), Failure> {
        let before = out.len();
        while out.len() < before + BLOCK {
            let (a, b) = (self.a.look()?, self.b.look()?);
            if a.is_empty() || b.is_empty() {
                let rest = if a.is_empty() { &mut self.b } else { &mut self.a };
                out.extend_from_slice(&rest.keys[rest.at..]);
                rest.at = rest.keys.len();
                break;
            }
            let (i, j) = merge(a, b, out, before + BLOCK - out.len());
            self.a.at += i;
            self.b.at += j;
        }
        Ok(())
    }
}

/// The keys of all sources, each once.
pub(super) fn all<'a, K: Key + 'a>(
    mut sources: Vec<Box<dyn KeyStream<K> + 'a>>,
) -> Box<dyn KeyStream<K> + 'a> {
    while sources.len() > 1 {
        let mut pairs = Vec::with_capacity(sources.len().div_ceil(2));
        let mut rest = sources.into_iter();
        while let Some(a) = rest.next() {
            pairs.push(match rest.next() {
                Some(b) => Box::new(Both { a: Rest::new(a), b: Rest::new(b) }),
                None => a,
            });
        }
        sources = pairs;
    }
    sources.pop().unwrap_or_else(|| Box::new(Run { keys: Vec::new(), at: 0 }))
}

/// The keys of one source that another does not have.
pub(super) struct Minus<'a, K> {
    keys: Rest<'a, K>,
    without: Rest<'a, K>,
}

impl<'a, K: Key> Minus<'a, K> {
    pub(super) fn new(
        keys: Box<dyn KeyStream<K> + 'a>,
        without: Box<dyn KeyStream<K> + 'a>,
    ) -> Self {
        Minus { keys: Rest::new(keys), without: Rest::new(without) }
    }
}

impl<K: Key> KeyStream<K> for Minus<'_, K> {
    fn fill(&mut self, out: &mut Vec<K>) -> Result<(), Failure> {
        let before = out.len();
        while out.len() < before + BLOCK {
            let (a, b) = (self.keys.look()?, self.without.look()?);
            if a.is_empty() {
                break;
            }
            if b.is_empty() {
                out.extend_from_slice(a);
                self.keys.at = self.keys.keys.len();
                break;
            }
            let (mut i, mut j) = (0, 0);
            while i < a.len() && j < b.len() {
                if b[j] < a[i] {
                    // Much is skipped where few keys are new.
                    j += 1 + b[j + 1..].partition_point(|key| *key < a[i]);
                    continue;
                }
                if a[i] < b[j] {
                    out.push(a[i]);
                } else {
                    j += 1;
                }
                i += 1;
            }
            self.keys.at += i;
            self.without.at += j;
        }
        Ok(())
    }
}

/// Keys that arrive in lists. Each stream is a run as long as its keys rise.
pub(super) struct Runs<K> {
    /// For each stream the run that may still grow.
    open: Vec<Vec<K>>,
    closed: Vec<Vec<K>>,
    stored: Vec<Keys<K>>,
    /// Keys in memory.
    held: usize,
    room: Vec<K>,
}

impl<K: Key> Runs<K> {
    pub(super) fn new() -> Self {
        Runs { open: Vec::new(), closed: Vec::new(), stored: Vec::new(), held: 0, room: Vec::new() }
    }

    /// Takes what is in a list.
    pub(super) fn add(&mut self, stream: usize, keys: &mut Vec<K>) {
        sort(keys, &mut self.room);
        let Some(&first) = keys.first() else { return };
        if self.open.len() <= stream {
            self.open.resize_with(stream + 1, Vec::new);
        }
        let run = &mut self.open[stream];
        match run.last() {
            Some(&last) if last > first => {
                let capacity = run.len().min(keys.len() * 4);
                let full = std::mem::replace(run, Vec::with_capacity(capacity));
                self.closed.push(full);
            }
            Some(&last) if last == first => {
                run.pop();
                self.held -= 1;
            }
            _ => {}
        }
        run.extend_from_slice(keys);
        self.held += keys.len();
        keys.clear();
    }

    /// Keys in memory.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// Bytes in memory, about.
    pub(super) fn bytes(&self) -> u64 {
        let stored: u64 = self.stored.iter().map(Keys::held).sum();
        stored + (self.held * size_of::<K>()) as u64
    }

    /// Writes down what is in memory.
    pub(super) fn pack(&mut self, store: &Store, name: &str) -> Result<(), Failure> {
        if self.held > 0 {
            let mut writer = Writer::new(store, name)?;
            write(&mut *self.source_of_memory(), &mut writer)?;
            self.stored.push(writer.finish()?);
        }
        Ok(())
    }

    /// Takes what was written down before.
    pub(super) fn restore(&mut self, keys: Keys<K>) {
        self.stored.push(keys);
    }

    /// The files in which runs are written down.
    pub(super) fn names(&self) -> Vec<String> {
        self.stored.iter().filter_map(Keys::name).collect()
    }

    /// The only run, if all keys are in one written run.
    pub(super) fn only(&self) -> Option<Keys<K>> {
        match self.stored.as_slice() {
            [only] if self.held == 0 => Some(only.clone()),
            _ => None,
        }
    }

    fn source_of_memory(&mut self) -> Box<dyn KeyStream<K>> {
        self.held = 0;
        let runs = self.open.drain(..).chain(self.closed.drain(..));
        let runs = runs.filter(|run| !run.is_empty());
        all(runs.map(|keys| Box::new(Run { keys, at: 0 }) as Box<dyn KeyStream<K>>).collect())
    }

    /// All keys, each once.
    pub(super) fn into_source(mut self) -> Box<dyn KeyStream<K>> {
        let stored = std::mem::take(&mut self.stored);
        let mut sources: Vec<Box<dyn KeyStream<K>>> =
            stored.into_iter().map(|keys| Box::new(Stored::new(keys)) as Box<_>).collect();
        sources.push(self.source_of_memory());
        all(sources)
    }
}

/// Writes all keys of a source.
pub(super) fn write<K: Key>(
    source: &mut dyn KeyStream<K>,
    writer: &mut Writer<K>,
) -> Result<(), Failure> {
    let mut keys = Vec::new();
    loop {
        keys.clear();
        source.fill(&mut keys)?;
        if keys.is_empty() {
            return Ok(());
        }
        writer.add(&keys)?;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn drain(mut source: Box<dyn KeyStream<u64> + '_>) -> Vec<u64> {
        let mut keys = Vec::new();
        loop {
            let before = keys.len();
            source.fill(&mut keys).unwrap();
            if keys.len() == before {
                return keys;
            }
        }
    }

    #[test]
    fn runs_are_merged_and_each_key_is_there_once() {
        let mut runs = Runs::new();
        let mut expected = BTreeSet::new();
        for list in 0..40u64 {
            let mut keys: Vec<u64> =
                (0..list * 37).map(|i| (i + 1000 * list).mix() >> 50).collect();
            if list % 3 == 0 {
                keys.sort_unstable();
            }
            expected.extend(keys.iter().copied());
            runs.add(list as usize % 4, &mut keys);
            if list == 20 {
                runs.pack(&Store::Memory, "").unwrap();
            }
        }
        assert_eq!(drain(runs.into_source()), expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn what_is_known_is_taken_away() {
        let source = |keys: &BTreeSet<u64>| -> Box<dyn KeyStream<u64>> {
            Box::new(Run { keys: keys.iter().copied().collect(), at: 0 })
        };
        for (count, known) in [(3000u64, 5000u64), (10, 5000), (5000, 3), (0, 5), (5, 0)] {
            let keys: BTreeSet<u64> = (0..count).map(|i| i.mix() >> 51).collect();
            let known: BTreeSet<u64> = (0..known).map(|i| (i + 77_777).mix() >> 51).collect();
            let left = Minus::new(source(&keys), source(&known));
            let expected: Vec<u64> = keys.difference(&known).copied().collect();
            assert_eq!(drain(Box::new(left)), expected);
        }
    }
}
