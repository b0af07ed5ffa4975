//! The transposition table of components: of one thread, or shared by several.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::{DefaultHashBuilder, HashMap, HashSet};

use grundy_base::{Limits, Stopped};
use grundy_graph::Node;
use grundy_graph::intern::{Interner, Key};
use grundy_values::{Exchange, Form, Forms, Link, Passed};

/// The state of a component in the table.
pub(super) enum State {
    Unknown,
    /// It is on the line of play that is being searched.
    Open,
    Valued(Form),
}

/// The values of components.
pub(super) trait Known<P> {
    /// What a component is found by.
    type Key: Clone;

    /// Takes components out of the first list, and adds their keys; the thread holds `own` bytes
    /// besides.
    fn keys(
        &mut self,
        parts: &mut Vec<(P, bool)>,
        keys: &mut Vec<(Self::Key, bool)>,
        own: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped>;

    fn get(&mut self, key: &Self::Key, forms: &mut Forms<'_>) -> Result<State, Stopped>;

    /// Enters the component of a key, which is searched from now on. It holds `extra`
    /// bytes outside its slot.
    fn open(&mut self, key: &Self::Key, extra: impl Fn(&P) -> u64) -> Result<P, Stopped>;

    fn close(&mut self, key: Self::Key, value: Form, forms: &Forms<'_>) -> Result<(), Stopped>;

    /// Forgets a component whose search was given up.
    fn forget(&mut self, key: Self::Key);

    /// How many components are known, and the bytes of it all; this thread holds
    /// `own` besides.
    fn size(&mut self, own: u64) -> (usize, u64);
}

/// The table of a single thread.
pub(super) struct Alone<P> {
    positions: Interner<P>,
    /// By number of the position; none where nothing is known.
    values: Vec<Option<Value>>,
    /// What positions hold outside their own slot, such as long vectors.
    outside: u64,
    /// Where the components that are looked up together stand.
    asked: Vec<Key>,
}

/// A value, or that it is being found.
#[derive(Clone, Copy)]
enum Value {
    Open,
    Found(Form),
}

impl<P: Eq + Hash> Default for Alone<P> {
    fn default() -> Self {
        Alone { positions: Interner::new(None), values: Vec::new(), outside: 0, asked: Vec::new() }
    }
}

/// The bytes of a table of this capacity.
fn table_bytes<K, V>(capacity: usize) -> u64 {
    (capacity * (size_of::<(K, V)>() + 1)) as u64
}

impl<P: Clone + Eq + Hash> Known<P> for Alone<P> {
    type Key = Node;

    fn keys(
        &mut self,
        parts: &mut Vec<(P, bool)>,
        keys: &mut Vec<(Node, bool)>,
        own: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let values = self.values.capacity() * size_of::<Option<Value>>();
        let values = if self.values.len() == self.values.capacity() { 3 * values } else { values };
        let growing = self.positions.bytes().1 + values as u64;
        limits.room(growing + self.outside + own, self.values.len())?;
        // All slots are asked for before the first is waited for.
        self.asked.clear();
        for (part, _) in &*parts {
            let key = self.positions.key(part, 0);
            self.positions.ask_for_slot(key);
            self.asked.push(key);
        }
        for &key in &self.asked {
            self.positions.ask_for_position(key);
        }
        for ((part, negative), &key) in parts.drain(..).zip(&self.asked) {
            keys.push((self.positions.intern(part, key), negative));
        }
        self.values.resize(self.positions.len(), None);
        limits.count(self.values.len())
    }

    fn get(&mut self, &key: &Node, _: &mut Forms<'_>) -> Result<State, Stopped> {
        Ok(match self.values[key as usize] {
            None => State::Unknown,
            Some(Value::Open) => State::Open,
            Some(Value::Found(value)) => State::Valued(value),
        })
    }

    fn open(&mut self, &key: &Node, extra: impl Fn(&P) -> u64) -> Result<P, Stopped> {
        let position = self.positions.get(key).0.clone();
        self.outside += extra(&position);
        self.values[key as usize] = Some(Value::Open);
        Ok(position)
    }

    fn close(&mut self, key: Node, value: Form, _: &Forms<'_>) -> Result<(), Stopped> {
        self.values[key as usize] = Some(Value::Found(value));
        Ok(())
    }

    fn forget(&mut self, key: Node) {
        self.values[key as usize] = None;
    }

    fn size(&mut self, own: u64) -> (usize, u64) {
        let values = self.values.capacity() * size_of::<Option<Value>>();
        (self.values.len(), self.positions.bytes().0 + values as u64 + self.outside + own)
    }
}

/// The values that several threads find together.
pub struct Shared<P> {
    shards: [Mutex<HashMap<P, Passed>>; SHARDS],
    hasher: DefaultHashBuilder,
    exchange: Exchange,
    /// Components with a value, over all shards.
    positions: AtomicUsize,
    /// The bytes of all shards, and of what positions hold outside their slots.
    bytes: AtomicU64,
    /// The bytes that the threads hold besides, as each has said last.
    own: AtomicU64,
}

grundy_base::debug! {
    impl[P] Shared<P>: "Shared";
}

/// With this many shards threads seldom wait for each other.
const SHARDS: usize = 64;

impl<P> Default for Shared<P> {
    fn default() -> Self {
        Shared {
            shards: std::array::from_fn(|_| Mutex::default()),
            hasher: DefaultHashBuilder::default(),
            exchange: Exchange::default(),
            positions: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            own: AtomicU64::new(0),
        }
    }
}

impl<P> Shared<P> {
    /// Bytes held, as reported by the threads.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = self.bytes.load(Ordering::Relaxed) + self.exchange.bytes();
        tables + self.own.load(Ordering::Relaxed)
    }
}

impl<P: Eq + Hash> Shared<P> {
    fn shard(&self, position: &P) -> MutexGuard<'_, HashMap<P, Passed>> {
        // The table itself looks at the highest and the lowest bits.
        let shard = self.hasher.hash_one(position) >> 32;
        self.shards[shard as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one of several threads knows: its own line of play, and what all have valued.
pub(super) struct Together<'s, P> {
    shared: &'s Shared<P>,
    link: Link,
    /// The components on the line of play, and what they hold outside their slots.
    open: HashSet<P>,
    /// Set when the value that all look for is found.
    done: Option<&'s AtomicBool>,
    /// The bytes that this thread has said it holds.
    said: u64,
}

impl<'s, P: Clone + Eq + Hash> Together<'s, P> {
    pub(super) fn new(shared: &'s Shared<P>, done: Option<&'s AtomicBool>) -> Self {
        Together { shared, link: Link::default(), open: HashSet::new(), done, said: 0 }
    }

    pub(super) fn pass(&mut self, form: Form, forms: &Forms<'_>) -> Result<Passed, Stopped> {
        self.link.pass(form, forms, &self.shared.exchange)
    }

    pub(super) fn take(&mut self, passed: Passed, forms: &mut Forms<'_>) -> Result<Form, Stopped> {
        self.link.take(passed, forms, &self.shared.exchange)
    }
}

impl<P> Drop for Together<'_, P> {
    fn drop(&mut self) {
        // What a thread held is free when it leaves.
        self.shared.own.fetch_sub(self.said, Ordering::Relaxed);
    }
}

impl<P: Clone + Eq + Hash> Known<P> for Together<'_, P> {
    type Key = P;

    fn keys(
        &mut self,
        parts: &mut Vec<(P, bool)>,
        keys: &mut Vec<(P, bool)>,
        own: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let (positions, bytes) = self.size(own);
        if self.done.is_some_and(|done| done.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted { reached: positions });
        }
        limits.room(bytes, positions)?;
        limits.count(positions + 1)?;
        keys.append(parts);
        Ok(())
    }

    fn get(&mut self, position: &P, forms: &mut Forms<'_>) -> Result<State, Stopped> {
        let passed = self.shared.shard(position).get(position).copied();
        match passed {
            Some(passed) => self.take(passed, forms).map(State::Valued),
            None if self.open.contains(position) => Ok(State::Open),
            None => Ok(State::Unknown),
        }
    }

    fn open(&mut self, position: &P, extra: impl Fn(&P) -> u64) -> Result<P, Stopped> {
        self.shared.bytes.fetch_add(extra(position), Ordering::Relaxed);
        self.open.insert(position.clone());
        Ok(position.clone())
    }

    fn close(&mut self, position: P, value: Form, forms: &Forms<'_>) -> Result<(), Stopped> {
        self.open.remove(&position);
        let passed = self.pass(value, forms)?;
        let mut shard = self.shared.shard(&position);
        let before = shard.capacity();
        if shard.insert(position, passed).is_none() {
            self.shared.positions.fetch_add(1, Ordering::Relaxed);
        }
        let grown = shard.capacity() - before;
        drop(shard);
        if grown > 0 {
            self.shared.bytes.fetch_add(table_bytes::<P, Passed>(grown), Ordering::Relaxed);
        }
        Ok(())
    }

    fn forget(&mut self, position: P) {
        self.open.remove(&position);
    }

    fn size(&mut self, own: u64) -> (usize, u64) {
        let own = own + self.link.bytes() + table_bytes::<P, ()>(self.open.capacity());
        let all = &self.shared.own;
        if own != self.said {
            // If there is less than before, this subtracts, by wrapping.
            all.fetch_add(own.wrapping_sub(self.said), Ordering::Relaxed);
            self.said = own;
        }
        let valued = self.shared.positions.load(Ordering::Relaxed);
        (valued + self.open.len(), self.shared.bytes())
    }
}
