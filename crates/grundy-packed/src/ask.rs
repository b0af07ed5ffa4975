//! Looking up the verdicts of options: each worker answers for the keys that it holds.

use std::collections::BTreeMap;

use super::code::Code;
use super::failure::Failure;
use super::sort::sort_pairs;
use super::tier::{Cursor, Tier};
use super::worker::{Worker, seal, unseal};
use grundy_ruleset::{Flow, Key};

/// Options whose verdicts are wanted, by the worker that holds them and the
/// kind of move, each with the number of the position that asks.
pub(super) struct Questions<K> {
    kinds: usize,
    /// Options, and the position that asks for them.
    pub(super) lists: Vec<(Vec<K>, Vec<u32>)>,
    pairs: Vec<(K, u32)>,
    room: Vec<(K, u32)>,
}

impl<K: Key> Questions<K> {
    pub(super) fn new(peers: usize, kinds: usize) -> Self {
        let streams = peers * kinds;
        Questions {
            kinds,
            lists: (0..streams).map(|_| (Vec::new(), Vec::new())).collect(),
            pairs: Vec::new(),
            room: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for (options, askers) in &mut self.lists {
            options.clear();
            askers.clear();
        }
    }

    /// Puts the options of a stream in order.
    fn sort(&mut self, stream: usize) {
        let (options, askers) = &mut self.lists[stream];
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
        // Streams of this worker, and streams of the others.
        Places { tiers: BTreeMap::new(), streams: 2 * peers * kinds }
    }

    fn of(&mut self, tier: u32) -> &mut [Cursor<K>] {
        let streams = self.streams;
        self.tiers.entry(tier).or_insert_with(|| (0..streams).map(|_| Cursor::new()).collect())
    }
}

impl<K: Key> Worker<'_, K> {
    /// Gives each asker the verdict of each option that it has asked for. `vote` and the result are
    /// those of [`Fabric::finish`], the result added up.
    pub(super) fn ask(
        &mut self,
        questions: &mut Questions<K>,
        places: &mut Places<K>,
        vote: u64,
        mut answer: impl FnMut(u32, K, Code),
    ) -> Result<u64, Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        // What is asked of others: the stream here, and where it starts.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for stream in 0..questions.lists.len() {
            questions.sort(stream);
            let (options, askers) = &questions.lists[stream];
            let Some(&first) = options.first() else { continue };
            let pieces = match self.in_ranges {
                true => self.pieces(self.rules.tier(first), options),
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
            let (options, number) = unseal::<K>(parcel);
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
            let (options, askers) = &questions.lists[stream];
            let (options, askers) = (&options[piece.clone()], &askers[piece]);
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
        places: &mut Places<K>,
        stream: usize,
        keys: &[K],
        mut found: impl FnMut(usize, Code),
    ) -> Result<(), Failure> {
        let Some(&first) = keys.first() else { return Ok(()) };
        let missing =
            || Failure::Lost("a position was not reached that a move leads to".to_string());
        let mut look = |tier: &Tier<K>, cursor: &mut Cursor<K>, place: usize| {
            let code = cursor.verdict(tier, keys[place])?.ok_or_else(missing)?;
            found(place, code);
            Ok::<(), Failure>(())
        };
        if matches!(self.hints.flow, Flow::Loopy | Flow::Stepwise) {
            let number = self.rules.tier(first);
            let tier = self.tiers.get(&number).ok_or_else(missing)?;
            let cursor = &mut places.of(number)[stream];
            return (0..keys.len()).try_for_each(|place| look(tier, cursor, place));
        }
        let mut tiers = Vec::new();
        self.rules.tiers(keys, &mut tiers);
        for (place, number) in tiers.into_iter().enumerate() {
            let tier = self.tiers.get(&number).ok_or_else(missing)?;
            look(tier, &mut places.of(number)[stream], place)?;
        }
        Ok(())
    }
}
