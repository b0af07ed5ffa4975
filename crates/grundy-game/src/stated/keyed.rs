//! Stated games whose positions are integers: compiled rules, for games of very many positions.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use super::Expansions;
use super::keys::{Keys, Rows, fate};
use super::rules::StatedRules;
use super::store::Number;
use grundy_base::{Convention, End, Fate, Fault, ParseError, Player, Text};
use grundy_ruleset::{Defined, Expanded, Flow, Key, Notation, Outside, Packed, Ruleset};

/// The ruleset of a stated game, with its keys.
pub(crate) struct Keyed<K> {
    rules: StatedRules,
    keys: Arc<dyn Keys>,
    /// Whether this is play from the first position. From other positions, play need not reach all
    /// positions that a key stands for, and each key is counted once.
    whole: bool,
    /// The first fault of keys; after it they are asked nothing more. After a fault that rules
    /// learn from, the rules themselves have not failed.
    fault: Arc<OnceLock<Fault>>,
    key: PhantomData<fn() -> K>,
}

/// Keys that are expanded in one call.
const BATCH: usize = 4096;

thread_local! {
    /// The options of the last key, whose memory is used again.
    static ROWS: Cell<Option<Rows>> = const { Cell::new(None) };
}

impl<K: Key> Keyed<K> {
    /// The ruleset for all positions of play, if this position has a key of this type and of no
    /// narrower type.
    pub(crate) fn new(rules: &StatedRules, position: Number) -> Option<Self> {
        let keys = rules.keys()?;
        let wide = keys.bits() > 64;
        if wide != (size_of::<K>() > 8) {
            return None;
        }
        let whole = position == rules.first();
        let fault = Arc::default();
        let keyed = Keyed { rules: rules.clone(), keys, whole, fault, key: PhantomData };
        keyed.number(position, Player::Left)?;
        Some(keyed)
    }

    fn fail(&self, fault: Fault) {
        if !fault.again {
            self.rules.fail(fault.clone());
        }
        self.fault.get_or_init(|| fault);
    }

    /// Expands keys; after a fault, which is kept, nothing has options.
    fn rows(&self, keys: &[u128], rows: &mut Rows) {
        rows.clear();
        let found = match self.failure() {
            Some(fault) => Err(fault),
            None => self.keys.expand(keys, rows),
        };
        if let Err(fault) = found {
            rows.clear();
            keys.iter().for_each(|_| rows.close(Some(Fate::Draw)));
            self.fail(fault);
        }
    }
}

impl<K: Key> Keyed<K> {
    /// The number of a position, if it has one; none after a fault, which is kept.
    fn number(&self, position: Number, mover: Player) -> Option<u128> {
        let number = self.keys.pack(&self.rules.bytes_of(position), mover);
        number.unwrap_or_else(|fault| {
            self.fail(fault);
            None
        })
    }

    /// The points of the player to move where play is over; 0 after a fault, which is kept.
    pub(super) fn points(&self, key: K) -> i64 {
        self.keys.points(key.number()).unwrap_or_else(|fault| {
            self.fail(fault);
            0
        })
    }

    /// What keys have answered, unless they have failed meanwhile.
    fn told<T>(&self, answer: T) -> T {
        if let Some(fault) = self.keys.failure() {
            self.fail(fault);
        }
        answer
    }

    /// Asks the stated rules for the moves of keys; after a fault, which is kept, no
    /// number is a key.
    fn define_some(&self, keys: &[K], found: &mut impl FnMut(Defined<K>)) {
        if self.keys.states_rules() {
            self.define_by_keys(keys, found);
            return;
        }
        let unpacked: Vec<Option<(Vec<u8>, Player)>> = keys
            .iter()
            .map(|&key| self.keys.unpack(key.number()).filter(|_| self.is_key(key)))
            .collect();
        let asked: Vec<(&[u8], Player)> =
            unpacked.iter().flatten().map(|(bytes, mover)| (&bytes[..], *mover)).collect();
        let mut answer = Expansions::default();
        let told = match self.failure() {
            Some(fault) => Err(fault),
            None => self.rules.tell(&asked, &mut answer),
        };
        if let Err(fault) = told {
            self.fail(fault);
            keys.iter().for_each(|_| found(Defined::NoKey));
            return;
        }
        let mut answers = answer.positions();
        for place in unpacked {
            let Some((_, mover)) = place else {
                found(Defined::NoKey);
                continue;
            };
            let Some((end, options)) = answers.next() else { return };
            for (option, turn) in options {
                let next = turn.unwrap_or(mover.opponent());
                match self.keys.pack(option, next) {
                    Ok(Some(key)) => found(Defined::Option(key_of(key), next != mover)),
                    Ok(None) => self.fail(
                        Fault::new("a move leads to a position that has no key")
                            .in_position(self.rules.spelled(option)),
                    ),
                    Err(fault) => self.fail(fault),
                }
            }
            found(Defined::Done(end.map(|end| fate(end, mover))));
        }
    }
}

impl<K: Key> Keyed<K> {
    /// As [`define_some`](Self::define_some), where keys ask the stated rules themselves.
    fn define_by_keys(&self, keys: &[K], found: &mut impl FnMut(Defined<K>)) {
        let known: Vec<u128> =
            keys.iter().filter(|&&key| self.is_key(key)).map(|key| key.number()).collect();
        let mut rows = Rows::default();
        self.rows(&known, &mut rows);
        let mut answers = known.iter().zip(rows.each().zip(&rows.done)).peekable();
        for key in keys {
            let own = answers.next_if(|&(&known, _)| known == key.number());
            let Some((&from, (options, &(_, end)))) = own else {
                found(Defined::NoKey);
                continue;
            };
            for &to in options {
                let passes = self.keys.alternates() || self.keys.mover(from) != self.keys.mover(to);
                found(Defined::Option(key_of(to), passes));
            }
            found(Defined::Done(end));
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
        self.number(position, Player::Left).is_some()
    }

    fn pack(&self, &position: &Number, mover: Player) -> K {
        let key = self.number(position, mover);
        // A number that is no key; this happens only after the rules have failed.
        key.map_or_else(|| key_of(u128::MAX >> (128 - self.keys.bits())), key_of)
    }

    fn unpack(&self, key: K) -> Option<(Number, Player)> {
        let (position, mover) = self.told(self.keys.unpack(key.number()))?;
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

    fn is_key(&self, key: K) -> bool {
        self.told(self.keys.is_key(key.number()))
    }

    /// Asks the rules as they are stated, not as they are compiled; no position is kept.
    fn define(&self, keys: &[K], mut found: impl FnMut(Defined<K>)) -> bool {
        keys.chunks(BATCH).for_each(|keys| self.define_some(keys, &mut found));
        true
    }

    fn alternates(&self) -> bool {
        self.keys.alternates()
    }

    fn passes_turn(&self, from: K, to: K) -> bool {
        self.keys.mover(from.number()) != self.keys.mover(to.number())
    }

    fn orbit(&self, key: K) -> u32 {
        let mut orbits = Vec::new();
        self.orbits(&[key], &mut orbits);
        orbits.first().copied().unwrap_or(1)
    }

    fn orbits(&self, keys: &[K], orbits: &mut Vec<u32>) {
        if !self.whole {
            orbits.extend(std::iter::repeat_n(1, keys.len()));
            return;
        }
        let numbers: Vec<u128> = keys.iter().map(|key| key.number()).collect();
        self.keys.orbits(&numbers, orbits);
        self.told(());
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
        let Keyed { rules, keys, whole, fault, .. } = self;
        let (rules, keys, fault) = (rules.clone(), keys.clone(), fault.clone());
        Keyed { rules, keys, whole: *whole, fault, key: PhantomData }
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

    fn loopy(&self) -> bool {
        self.rules.loopy()
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

    fn outside(&self) -> Option<&dyn Outside<Number>> {
        Some(self)
    }
}

impl<K: Key> Outside<Number> for Keyed<K> {
    fn failure(&self) -> Option<Fault> {
        self.fault.get().cloned().or_else(|| self.rules.failure())
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::stated::{Moves, Stated, Statement};
    use grundy_base::{Limits, Source};
    use grundy_packed::verify::{Check, Extent, Refused, verify};
    use grundy_packed::{Checkpoint, Settings, Solo, solve};

    /// A heap from which one or two tokens are taken: a position is its byte, and so is its key.
    /// With `lies` the keys have other moves than the rules, and `breaks` is the number of calls
    /// after which asking for their moves fails.
    #[derive(Clone)]
    struct Heap {
        source: Source,
        lies: bool,
        breaks: Arc<AtomicUsize>,
    }

    const START: u8 = 200;

    fn taken(heap: u8) -> impl Iterator<Item = u8> {
        (1..=2).filter_map(move |take| heap.checked_sub(take))
    }

    impl Statement for Heap {
        fn name(&self) -> &str {
            "heap"
        }

        fn source(&self) -> &Source {
            &self.source
        }

        fn state(&self, _: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
            Ok(Box::new(self.clone()))
        }
    }

    impl Stated for Heap {
        fn start(&self) -> Vec<u8> {
            vec![START]
        }

        fn impartial(&self) -> bool {
            true
        }

        fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
            for (heap, _) in asked {
                taken(heap[0]).for_each(|heap| found.option(&[heap], None));
                found.close(None);
            }
            Ok(())
        }

        fn keys(&self) -> Result<Option<Arc<dyn Keys>>, Fault> {
            Ok(Some(Arc::new(self.clone())))
        }

        fn print(&self, position: &[u8]) -> String {
            position[0].to_string()
        }

        fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
            text.as_str().parse().map(|heap| vec![heap]).map_err(|_| text.expected("a heap"))
        }

        fn moves(&self, position: &[u8], _: Player) -> Result<Moves, Fault> {
            Ok(taken(position[0]).map(|heap| (None, vec![heap])).collect())
        }
    }

    impl Keys for Heap {
        fn bits(&self) -> u32 {
            8
        }

        fn packing(&self) -> String {
            String::new()
        }

        fn most(&self) -> u128 {
            256
        }

        fn pack(&self, position: &[u8], _: Player) -> Result<Option<u128>, Fault> {
            Ok(Some(position[0].into()))
        }

        fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)> {
            Some((vec![u8::try_from(key).ok()?], Player::Left))
        }

        fn expand(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault> {
            let left = self.breaks.load(Ordering::Relaxed);
            self.breaks.store(left.checked_sub(1).ok_or(Fault::new("broken"))?, Ordering::Relaxed);
            for &key in keys {
                let skipped = usize::from(self.lies && key == 100);
                taken(key as u8).skip(skipped).for_each(|heap| found.option(heap.into()));
                found.close(None);
            }
            Ok(())
        }

        fn alternates(&self) -> bool {
            true
        }

        fn mover(&self, _: u128) -> Player {
            Player::Left
        }

        fn flow(&self) -> Flow {
            Flow::Rising
        }

        fn tier(&self, key: u128) -> u32 {
            u32::from(START) - key as u32
        }

        fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>) {
            orbits.extend(std::iter::repeat_n(1, keys.len()));
        }
    }

    fn rules(lies: bool, calls: usize) -> StatedRules {
        let source = Source { file: "heap".to_string(), text: String::new() };
        let heap = Heap { source, lies, breaks: Arc::new(AtomicUsize::new(calls)) };
        StatedRules::new("heap", Arc::new(heap.clone()), Box::new(heap))
    }

    /// What checking a solution by keys with the rules gives, and the bytes of the positions kept
    /// then.
    fn verified(lies: bool) -> (Result<u64, Refused>, u64) {
        let rules = rules(lies, usize::MAX);
        let keyed: Keyed<u64> = Keyed::new(&rules, rules.first()).unwrap();
        let starts = [Packed::pack(&keyed, &rules.first(), Player::Left)];
        let solution = solve(&keyed, &starts, Solo, &Settings::default()).unwrap();
        let limits = Limits::default();
        let check = Check { extent: Extent::All, convention: Convention::Normal, limits: &limits };
        let checked = verify(&keyed, &keyed, &starts, &solution, &solution.claims(), &check);
        (checked, Outside::held(&rules))
    }

    #[test]
    fn a_check_by_the_rules_keeps_no_positions() {
        let (checked, held) = verified(false);
        assert_eq!(checked.unwrap(), u64::from(START) + 1);
        // The start, which the caller has asked for.
        assert!(held < 100, "{held}");
    }

    #[test]
    fn keys_with_other_moves_than_the_rules_are_found_out() {
        let (checked, _) = verified(true);
        let refused = checked.unwrap_err().to_string();
        assert!(refused.contains("by its options"), "{refused}");
    }

    /// Rules may fail for reasons that are gone the next time, such as a lack of time.
    #[test]
    fn work_goes_on_from_before_the_rules_have_failed() {
        let folder = std::env::temp_dir().join(format!("grundy-failed-{}", std::process::id()));
        let solved = |calls: usize| {
            let rules = rules(false, calls);
            let keyed: Keyed<u64> = Keyed::new(&rules, rules.first()).unwrap();
            let starts = [Packed::pack(&keyed, &rules.first(), Player::Left)];
            let checkpoint = Checkpoint { folder: folder.clone(), job: "heap".to_string() };
            let settings = Settings { checkpoint: Some(checkpoint), ..Settings::default() };
            solve(&keyed, &starts, Solo, &settings)
        };
        for calls in [30, 100, 150] {
            let error = solved(calls).unwrap_err().to_string();
            assert_eq!(error, "broken");
        }
        assert_eq!(solved(usize::MAX).unwrap().keys(), u64::from(START) + 1);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
