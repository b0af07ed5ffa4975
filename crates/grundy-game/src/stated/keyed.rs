//! Stated games whose positions are integers: compiled rules, for games of very many positions.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::Arc;

use super::keys::{Keys, Rows};
use super::rules::Rules;
use super::store::Number;
use crate::error::{Fault, ParseError, Text};
use crate::outcome::{Convention, End, Fate};
use crate::player::Player;
use crate::ruleset::{Expanded, Flow, Key, Notation, Packed, Ruleset};

/// The ruleset of a stated game, with its keys.
pub(crate) struct Keyed<K> {
    rules: Rules,
    keys: Arc<dyn Keys>,
    key: PhantomData<fn() -> K>,
}

/// Keys that are expanded in one call.
const BATCH: usize = 4096;

thread_local! {
    /// The options of the last key, whose memory is used again.
    static ROWS: Cell<Option<Rows>> = const { Cell::new(None) };
}

impl<K: Key> Keyed<K> {
    /// The ruleset for all positions of play, if this position has a key of this type and none
    /// of a narrower type.
    pub(crate) fn new(rules: &Rules, position: Number) -> Option<Self> {
        let keys = rules.keys()?;
        let wide = keys.bits() > 64;
        if wide != (size_of::<K>() > 8) {
            return None;
        }
        keys.pack(&rules.bytes_of(position), Player::Left).ok().flatten()?;
        Some(Keyed { rules: rules.clone(), keys, key: PhantomData })
    }

    /// Expands keys; after a fault, which the rules keep, nothing has options.
    fn rows(&self, keys: &[u128], rows: &mut Rows) {
        rows.clear();
        let found = match Ruleset::failure(&self.rules) {
            Some(fault) => Err(fault),
            None => self.keys.expand(keys, rows),
        };
        if let Err(fault) = found {
            rows.clear();
            keys.iter().for_each(|_| rows.close(Some(Fate::Draw)));
            self.rules.fail(fault);
        }
    }
}

/// The key of a number that keys of this width include.
#[inline]
fn key_of<K: Key>(number: u128) -> K {
    K::from_number(number).unwrap_or_else(K::zeroed)
}

impl<K: Key> Packed for Keyed<K> {
    type Key = K;

    fn holds(&self, &position: &Number) -> bool {
        let key = self.keys.pack(&self.rules.bytes_of(position), Player::Left);
        key.is_ok_and(|key| key.is_some())
    }

    fn pack(&self, &position: &Number, mover: Player) -> K {
        let key = self.keys.pack(&self.rules.bytes_of(position), mover);
        let key = key.unwrap_or_else(|fault| {
            self.rules.fail(fault);
            None
        });
        // A number that is no key; it is asked for only after the rules have failed.
        key.map_or_else(|| key_of(u128::MAX >> (128 - self.keys.bits())), key_of)
    }

    fn unpack(&self, key: K) -> Option<(Number, Player)> {
        let (position, mover) = self.keys.unpack(key.number())?;
        Some((self.rules.meet(&position)?, mover))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let mut rows = ROWS.take().unwrap_or_default();
        self.rows(&[key.number()], &mut rows);
        rows.options.iter().for_each(|&to| option(0, key_of(to)));
        let end = rows.done.first().and_then(|&(_, end)| end);
        ROWS.set(Some(rows));
        end
    }

    fn expand_all(&self, keys: &[K], mut found: impl FnMut(Expanded<K>)) {
        let mut rows = Rows::default();
        let mut numbers = Vec::new();
        for keys in keys.chunks(BATCH) {
            numbers.clear();
            numbers.extend(keys.iter().map(|key| key.number()));
            self.rows(&numbers, &mut rows);
            let mut first = 0;
            for &(until, end) in &rows.done {
                for &option in &rows.options[first..until] {
                    found(Expanded::Option(0, key_of(option)));
                }
                first = until;
                found(Expanded::Done(end));
            }
        }
    }

    fn alternates(&self) -> bool {
        self.keys.alternates()
    }

    fn passes_turn(&self, from: K, to: K) -> bool {
        self.keys.mover(from.number()) != self.keys.mover(to.number())
    }

    fn orbit(&self, key: K) -> u32 {
        let mut orbits = Vec::new();
        self.keys.orbits(&[key.number()], &mut orbits);
        orbits.first().copied().unwrap_or(1)
    }

    fn orbits(&self, keys: &[K], orbits: &mut Vec<u32>) {
        let numbers: Vec<u128> = keys.iter().map(|key| key.number()).collect();
        self.keys.orbits(&numbers, orbits);
    }

    fn flow(&self) -> Flow {
        self.keys.flow()
    }

    fn packing(&self) -> String {
        self.keys.packing()
    }

    fn most(&self) -> u128 {
        self.keys.most()
    }

    fn tier(&self, key: K) -> u32 {
        self.keys.tier(key.number())
    }
}

impl<K: Key> Clone for Keyed<K> {
    fn clone(&self) -> Self {
        Keyed { rules: self.rules.clone(), keys: self.keys.clone(), key: PhantomData }
    }
}

impl<K: Key> Ruleset for Keyed<K> {
    type Position = Number;

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn has_ends(&self) -> bool {
        self.rules.has_ends()
    }

    fn convention(&self) -> Convention {
        Ruleset::convention(&self.rules)
    }

    fn options(&self, position: &Number, player: Player) -> impl Iterator<Item = Number> {
        self.rules.options(position, player)
    }

    fn end(&self, position: &Number, mover: Player) -> Option<End> {
        self.rules.end(position, mover)
    }

    fn turn(&self, position: &Number) -> Option<Player> {
        self.rules.turn(position)
    }

    fn negative(&self, position: &Number) -> Option<Number> {
        self.rules.negative(position)
    }

    fn failure(&self) -> Option<Fault> {
        Ruleset::failure(&self.rules)
    }
}

impl<K: Key> Notation for Keyed<K> {
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    fn print(&self, position: &Number) -> String {
        self.rules.print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Number, ParseError> {
        self.rules.read(text)
    }
}
