//! Asking for the verdicts of options: each worker answers for the keys that it
//! holds.

use std::collections::BTreeMap;

use super::code::Code;
use super::fabric::Fabric;
use super::failure::Failure;
use super::sort::sort_pairs;
use super::tier::{Cursor, Tier};
use super::worker::{Worker, seal, unseal};
use crate::ruleset::{Flow, Key, Packed};

/// Options whose verdicts are wanted, by the worker that holds them and the
/// kind of move, each with the number of the position that asks.
pub(super) struct Questions<K> {
    kinds: usize,
    options: Vec<Vec<K>>,
    askers: Vec<Vec<u32>>,
    pairs: Vec<(K, u32)>,
    room: Vec<(K, u32)>,
}

impl<K: Key> Questions<K> {
    pub(super) fn new(peers: usize, kinds: usize) -> Self {
        let streams = peers * kinds;
        Questions {
            kinds,
            options: (0..streams).map(|_| Vec::new()).collect(),
            askers: (0..streams).map(|_| Vec::new()).collect(),
            pairs: Vec::new(),
            room: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, owner: usize, kind: usize, option: K, asker: u32) {
        let stream = owner * self.kinds + kind;
        self.options[stream].push(option);
        self.askers[stream].push(asker);
    }

    fn clear(&mut self) {
        self.options.iter_mut().for_each(Vec::clear);
        self.askers.iter_mut().for_each(Vec::clear);
    }

    /// Puts the options of a stream in order.
    fn sort(&mut self, stream: usize) {
        let (options, askers) = (&mut self.options[stream], &mut self.askers[stream]);
        if options.is_sorted() {
            return;
        }
        self.pairs.clear();
        self.pairs.extend(options.iter().copied().zip(askers.iter().copied()));
        sort_pairs(&mut self.pairs, &mut self.room);
        for (place, &(option, asker)) in self.pairs.iter().enumerate() {
            (options[place], askers[place]) = (option, asker);
        }
    }
}

/// Places in the tiers, from which the next keys of each stream are looked up.
pub(super) struct Places<K> {
    tiers: BTreeMap<u32, Vec<Cursor<K>>>,
    streams: usize,
}

impl<K: Key> Places<K> {
    pub(super) fn new(peers: usize, kinds: usize) -> Self {
        // Own streams, and those of the others.
        Places { tiers: BTreeMap::new(), streams: 2 * peers * kinds }
    }

    fn of(&mut self, tier: u32) -> &mut [Cursor<K>] {
        let streams = self.streams;
        self.tiers.entry(tier).or_insert_with(|| (0..streams).map(|_| Cursor::new()).collect())
    }
}

impl<R: Packed, F: Fabric> Worker<'_, R, F> {
    /// Gives each asker the verdict of each option that it has asked for.
    /// `vote` and what comes back are those of [`Fabric::finish`], added up.
    pub(super) fn ask(
        &mut self,
        questions: &mut Questions<R::Key>,
        places: &mut Places<R::Key>,
        vote: u64,
        mut answer: impl FnMut(u32, R::Key, Code),
    ) -> Result<u64, Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        // What is asked of others: the stream here, and where it starts.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for stream in 0..questions.options.len() {
            questions.sort(stream);
            let (options, askers) = (&questions.options[stream], &questions.askers[stream]);
            let Some(&first) = options.first() else { continue };
            let pieces = match self.in_ranges() {
                true => self.pieces(self.tier_of(first), options),
                false => vec![(stream / questions.kinds, 0..options.len())],
            };
            for (to, piece) in pieces {
                if to == me {
                    let (options, askers) = (&options[piece.clone()], &askers[piece]);
                    self.look_up(places, stream, options, |place, code| {
                        answer(askers[place], options[place], code);
                    })?;
                } else {
                    let kind = stream % questions.kinds;
                    let number = (open.len() * questions.kinds + kind) as u64;
                    open.push((stream, piece.start));
                    self.fabric.post(to, seal(&mut options[piece].to_vec(), number))?;
                }
            }
        }
        if peers == 1 {
            questions.clear();
            return Ok(vote);
        }
        let mut arrived = Vec::new();
        self.fabric.finish(0, &mut |from, parcel| {
            arrived.push((from, parcel));
            Ok(())
        })?;
        for (from, parcel) in arrived {
            let (options, number) = unseal::<R::Key>(parcel);
            let mut words = vec![0u64; options.len().div_ceil(4) + 1];
            let stream = (peers + from) * questions.kinds + number as usize % questions.kinds;
            self.look_up(places, stream, &options, |place, code| {
                words[place / 4] |= u64::from(code.bits()) << (16 * (place % 4));
            })?;
            words[options.len().div_ceil(4)] = number << 32 | options.len() as u64;
            self.fabric.post(from, words)?;
        }
        let mut answers = Vec::new();
        let votes = self.fabric.finish(vote, &mut |_, parcel| {
            answers.push(parcel);
            Ok(())
        })?;
        for mut words in answers {
            let tail = words.pop().unwrap_or_default();
            let (number, count) = ((tail >> 32) as usize, tail as u32 as usize);
            let (stream, start) = open[number / questions.kinds];
            let piece = start..start + count;
            let options = &questions.options[stream][piece.clone()];
            let askers = &questions.askers[stream][piece];
            for (place, (&asker, &option)) in askers.iter().zip(options).enumerate() {
                let bits = (words[place / 4] >> (16 * (place % 4))) as u16;
                answer(asker, option, Code::from_bits(bits));
            }
        }
        questions.clear();
        Ok(votes.into_iter().sum())
    }

    /// The verdicts of rising keys that this worker holds.
    fn look_up(
        &self,
        places: &mut Places<R::Key>,
        stream: usize,
        keys: &[R::Key],
        mut found: impl FnMut(usize, Code),
    ) -> Result<(), Failure> {
        let Some(&first) = keys.first() else { return Ok(()) };
        let missing =
            || Failure::Lost("a position was not reached that a move leads to".to_string());
        let mut look = |tier: &Tier<R::Key>, cursor: &mut Cursor<R::Key>, place: usize| {
            let code = cursor.verdict(tier, keys[place])?.ok_or_else(missing)?;
            found(place, code);
            Ok::<(), Failure>(())
        };
        if matches!(self.rules.flow(), Flow::Loopy | Flow::Stepwise) {
            let number = self.tier_of(first);
            let tier = self.tiers.get(&number).ok_or_else(missing)?;
            let cursor = &mut places.of(number)[stream];
            return (0..keys.len()).try_for_each(|place| look(tier, cursor, place));
        }
        for (place, &key) in keys.iter().enumerate() {
            let number = self.tier_of(key);
            let tier = self.tiers.get(&number).ok_or_else(missing)?;
            look(tier, &mut places.of(number)[stream], place)?;
        }
        Ok(())
    }
}
