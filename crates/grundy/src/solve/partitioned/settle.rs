//! Backward in a tier in which play can come back to where it was.
//!
//! Each position counts the options that may still save its player. Rounds are
//! remoteness: what was decided in the last one tells the positions before it.
//! A loss there decides the position at once, a win takes one hope, and the
//! last hope taken decides it too. Options in later tiers have their verdicts
//! already; the best of them bears on the position in the round of its
//! remoteness. Then ties go back in the same way. What is left is a draw.

use std::collections::BTreeMap;

use super::ask::{Places, Questions};
use super::code::Code;
use super::codes;
use super::fabric::Fabric;
use super::failure::Failure;
use super::keys::{self, BLOCK, Reader};
use super::runs::{self, Source, Stored};
use super::sort::sort_all;
use super::tier::Cursor;
use super::turned::Turned;
use super::worker::{Worker, seal, unseal};
use crate::huge::Huge;
use crate::outcome::Fate;
use crate::ruleset::Packed;

/// Positions that are looked at together.
const GROUP: usize = 1 << 15;

/// Positions that tell those before them, together.
const TELLING: usize = 1 << 18;

/// More options of one position are not counted.
const MOST_HOPES: u16 = 0x3ffe;

/// The state of a tier.
pub(super) struct Settling {
    pub(super) tier: u32,
    pub(super) codes: Huge<Code>,
    /// The best option in a later tier, where there are later tiers.
    outside: Option<Huge<Code>>,
    /// Positions that a round may decide without a word from this tier.
    due: BTreeMap<u32, Vec<u32>>,
    /// Decided in the last round.
    decided: Vec<u32>,
}

impl Settling {
    /// Decides an open position.
    fn decide(&mut self, position: u32, code: Code) {
        self.codes[position as usize] = code;
        self.decided.push(position);
    }

    /// What this round decides that nobody is told of.
    fn decide_due(&mut self, round: u32, ties: bool) {
        for position in self.due.remove(&round).unwrap_or_default() {
            let Some(hopes) = self.codes[position as usize].hopes() else { continue };
            let code = match &self.outside {
                _ if ties => Code::tie(round),
                _ if hopes == 0 => Code::loss(round),
                Some(outside) if outside[position as usize] == Code::win(round) => Code::win(round),
                _ => continue,
            };
            self.decide(position, code);
        }
    }

    /// An option of a position was decided in the last round. `good` says that
    /// the player who moves there wins.
    #[inline]
    fn hear(&mut self, position: u32, good: bool, round: u32) {
        let Some(hopes) = self.codes[position as usize].hopes() else { return };
        if good {
            self.decide(position, Code::win(round));
        } else if hopes == 1 {
            let slowest = self.outside.as_ref().map_or(Code::WORST, |all| all[position as usize]);
            match slowest.remoteness() {
                Some(later) if later > round => {
                    self.codes[position as usize] = Code::open(0);
                    self.due.entry(later).or_default().push(position);
                }
                _ => self.decide(position, Code::loss(round)),
            }
        } else {
            self.codes[position as usize] = Code::open(hopes - 1);
        }
    }
}

impl<R: Packed, F: Fabric> Worker<'_, R, F> {
    /// The verdicts of a tier in which play may stay.
    pub(super) fn settle(&mut self, tier: u32) -> Result<(), Failure> {
        let mut state = self.prepare(tier)?;
        let turned = if self.rules.has_parents() { None } else { Some(self.turn_round(tier)?) };
        for ties in [false, true] {
            if ties {
                state.start_ties();
            }
            let mut round = 0;
            loop {
                state.decide_due(round, ties);
                if round > Code::LONGEST {
                    return Err(Failure::TooRemote { limit: Code::LONGEST - 1 });
                }
                let next = match state.decided.is_empty() {
                    false => Some(round),
                    true => state.due.keys().next().copied(),
                };
                let Some(next) = self.least(next)? else { break };
                if next > round {
                    round = next;
                    continue;
                }
                round += 1;
                self.tell(&mut state, turned.as_ref(), round, ties)?;
                self.check("deciding", 0)?;
            }
        }
        let mut writer = codes::Writer::new(&self.store, &self.name("codes", tier))?;
        for code in state.codes.iter_mut().filter(|code| code.is_open()) {
            *code = Code::DRAW;
        }
        writer.add(&state.codes)?;
        drop(state);
        let name = self.name("keys", tier);
        if let Some(tier) = self.tiers.get_mut(&tier) {
            tier.codes = Some(writer.finish()?);
            if tier.keys.is_plain() {
                let mut packed = keys::Writer::new(&self.store, &name)?;
                runs::write(&mut Stored::new(tier.keys.clone()), &mut packed)?;
                tier.keys = packed.finish()?;
            }
        }
        self.extra = 0;
        Ok(())
    }

    /// Goes through a tier: ends, hopes, and options in later tiers.
    fn prepare(&mut self, tier: u32) -> Result<Settling, Failure> {
        let (peers, kinds) = (self.fabric.peers(), self.rules.kinds());
        let count = self.tiers.get(&tier).map_or(0, |tier| tier.keys.len());
        let count = u32::try_from(count).map_err(|_| {
            let limit = u64::from(u32::MAX);
            crate::limits::Stopped::Numbering { what: "positions of one worker in a tier", limit }
        })? as usize;
        let last = self.tiers.range(tier + 1..).next().is_none();
        let alone = self.agree(u64::from(!last))? == 0;
        self.extra = (count * if alone { 2 } else { 4 }) as u64;
        self.check("deciding", 0)?;
        let mut state = Settling {
            tier,
            codes: Huge::zeroed(count),
            outside: (!alone).then(|| Huge::zeroed(count)),
            due: BTreeMap::new(),
            decided: Vec::new(),
        };
        let mut questions = Questions::new(peers, kinds);
        let mut places = Places::new(peers, kinds);
        let mut positions = self.tiers.get(&tier).map(|tier| Stored::new(tier.keys.clone()));
        let (mut group, mut inside) = (Vec::new(), Vec::new());
        let (stuck, rules) = (self.stuck(), self.rules);
        let mut start = 0;
        loop {
            group.clear();
            while let Some(positions) = &mut positions
                && group.len() < GROUP
            {
                let before = group.len();
                positions.fill(&mut group)?;
                if group.len() == before {
                    break;
                }
            }
            for (asker, &key) in group.iter().enumerate() {
                let mut outside = false;
                inside.clear();
                let end = rules.expand(key, |kind, option| {
                    if self.tier_of(option) == tier {
                        inside.push(option);
                    } else {
                        outside = true;
                        questions.add(self.owner(option), kind, option, asker as u32);
                    }
                });
                inside.sort_unstable();
                inside.dedup();
                let hopes = u16::try_from(inside.len()).unwrap_or(u16::MAX);
                if hopes > MOST_HOPES {
                    return Err(Failure::TooManyMoves { limit: MOST_HOPES });
                }
                let code = match end {
                    Some(fate) => Code::end(fate),
                    None if hopes == 0 && !outside => stuck,
                    None => Code::open(hopes),
                };
                state.codes[start + asker] = code;
                if code.fate() != Fate::Draw {
                    state.decided.push((start + asker) as u32);
                }
            }
            let more = u64::from(!group.is_empty());
            let best = &mut state.outside;
            let anybody = self.ask(&mut questions, &mut places, more, |asker, option, code| {
                let place = asker as usize;
                let code = code.before(rules.passes_turn(group[place], option));
                if let Some(best) = best {
                    best[start + place] = best[start + place].max(code);
                }
            })?;
            if state.outside.is_some() {
                state.weigh(start..start + group.len())?;
            }
            start += group.len();
            self.check("deciding", start as u64)?;
            if anybody == 0 {
                return Ok(state);
            }
        }
    }

    /// Tells the positions before those that were just decided.
    fn tell(
        &mut self,
        state: &mut Settling,
        turned: Option<&Turned>,
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let mut decided = std::mem::take(&mut state.decided);
        // In order, so that keys are read from front to back.
        decided.sort_unstable();
        let mut from = 0;
        loop {
            let some = &decided[from..decided.len().min(from + TELLING)];
            from += some.len();
            match turned {
                Some(turned) => self.tell_numbers(state, turned, some, round, ties)?,
                None => self.tell_keys(state, some, round, ties)?,
            }
            if self.agree(u64::from(from < decided.len()))? == 0 {
                return Ok(());
            }
        }
    }

    /// By the moves that were turned round.
    fn tell_numbers(
        &mut self,
        state: &mut Settling,
        turned: &Turned,
        decided: &[u32],
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        let mut letters: Vec<Vec<u64>> = vec![Vec::new(); peers];
        for &position in decided {
            let loss = state.codes[position as usize].fate() == Fate::Loss;
            turned.each(position, |worker, before, passes_turn| {
                letters[worker].push(u64::from(before) << 1 | u64::from(loss == passes_turn));
            });
        }
        let hear = |state: &mut Settling, letters: &[u64]| {
            for &letter in letters {
                state.told((letter >> 1) as u32, letter & 1 == 1, round, ties);
            }
        };
        hear(state, &letters[me]);
        for (to, letters) in letters.into_iter().enumerate() {
            if to != me && !letters.is_empty() {
                self.fabric.post(to, letters)?;
            }
        }
        self.fabric.finish(0, &mut |_, letters| {
            hear(state, &letters);
            Ok(())
        })?;
        Ok(())
    }

    /// By the rules' own way back.
    fn tell_keys(
        &mut self,
        state: &mut Settling,
        decided: &[u32],
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let (peers, me, tier) = (self.fabric.peers(), self.fabric.index(), state.tier);
        let rules = self.rules;
        // For each worker those that win by moving here, and those that lose a hope.
        let mut lists: Vec<Vec<R::Key>> = (0..2 * peers).map(|_| Vec::new()).collect();
        let (mut reader, mut block, mut before) = (Reader::new(), usize::MAX, Vec::new());
        for &position in decided {
            let Some(tier_here) = self.tiers.get(&tier) else { break };
            if position as usize / BLOCK != block {
                block = position as usize / BLOCK;
                tier_here.keys.read(block, &mut reader)?;
            }
            let key = reader.keys[position as usize % BLOCK];
            let loss = state.codes[position as usize].fate() == Fate::Loss;
            before.clear();
            rules.parents(key, |parent| before.push(parent));
            before.sort_unstable();
            before.dedup();
            for &parent in before.iter().filter(|&&parent| self.tier_of(parent) == tier) {
                let good = loss == rules.passes_turn(parent, key);
                lists[2 * self.owner(parent) + usize::from(good)].push(parent);
            }
        }
        let mut room = Vec::new();
        let mut arrived = Vec::new();
        for (stream, list) in lists.iter_mut().enumerate().filter(|(_, list)| !list.is_empty()) {
            sort_all(list, &mut room);
            let good = (stream % 2) as u64;
            match stream / 2 {
                to if to == me => arrived.push((std::mem::take(list), good)),
                to => self.fabric.post(to, seal(list, good))?,
            }
        }
        self.fabric.finish(0, &mut |_, parcel| {
            arrived.push(unseal(parcel));
            Ok(())
        })?;
        let Some(tier) = self.tiers.get(&tier) else { return Ok(()) };
        for (keys, good) in arrived {
            let mut cursor = Cursor::new();
            for key in keys {
                // Positions that no play reaches are nobody's.
                if let Some(position) = cursor.find(tier, key)? {
                    state.told(position as u32, good == 1, round, ties);
                }
            }
        }
        Ok(())
    }
}

impl Settling {
    /// Takes into account the best options in later tiers.
    fn weigh(&mut self, positions: std::ops::Range<usize>) -> Result<(), Failure> {
        let Some(outside) = &self.outside else { return Ok(()) };
        for position in positions {
            let (Some(hopes), best) = (self.codes[position].hopes(), outside[position]) else {
                continue;
            };
            let Some(round) = best.remoteness() else {
                self.codes[position] = Code::open(hopes + 1);
                continue;
            };
            if round >= Code::LONGEST {
                return Err(Failure::TooRemote { limit: Code::LONGEST - 1 });
            }
            if best.fate() != Fate::Loss {
                self.codes[position] = Code::open(hopes + 1);
            }
            // Ties wait for their turn.
            if best.fate() == Fate::Win || best.fate() == Fate::Loss && hopes == 0 {
                self.due.entry(round).or_default().push(position as u32);
            }
        }
        Ok(())
    }

    /// From the wins and losses to the ties.
    fn start_ties(&mut self) {
        self.due.clear();
        self.decided.clear();
        for position in 0..self.codes.len() {
            let code = self.codes[position];
            if code == Code::tie(0) {
                self.decided.push(position as u32);
            } else if code.is_open()
                && let Some(outside) = &self.outside
                && outside[position].fate() == Fate::Draw
                && let Some(round) = outside[position].remoteness()
            {
                self.due.entry(round).or_default().push(position as u32);
            }
        }
    }

    #[inline]
    fn told(&mut self, position: u32, good: bool, round: u32, ties: bool) {
        if !ties {
            self.hear(position, good, round);
        } else if self.codes[position as usize].is_open() {
            self.decide(position, Code::tie(round));
        }
    }
}
