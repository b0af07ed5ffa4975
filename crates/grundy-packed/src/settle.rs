//! Retrograde analysis of a tier in which play can come back.
//!
//! Each position counts its *hopes*: the options that may still save the player to move.
//! Round n decides the positions of remoteness n. A position that was decided in the last
//! round informs its predecessors: if it is lost, they are won at once; if it is won, they
//! have one hope less, and without hopes they are lost. Options in later tiers have their
//! verdicts already; the best of them takes effect in the round of its remoteness. Ties are
//! propagated afterwards in the same way. What is left is a draw.

use std::collections::BTreeMap;

use super::ask::{Places, Questions};
use super::checkpoint::Settled;
use super::code::Code;
use super::codes;
use super::failure::Failure;
use super::keys::{self, BLOCK, Reader};
use super::moves::{Hints, Rows, holder};
use super::runs::{self, KeyStream, Stored};
use super::shares::Shares;
use super::sort::sort_all;
use super::tier::{Cursor, Tier};
use super::turned::Turned;
use super::worker::{Worker, seal, unseal};
use grundy_base::Fate;
use grundy_base::huge::Huge;
use grundy_ruleset::{Flow, Key};

/// Positions that are looked at together.
const GROUP: usize = 1 << 15;

/// Positions that tell those before them, together.
const TELLING: usize = 1 << 18;

/// The greatest number of hopes that a code can hold.
pub(super) const MOST_HOPES: u16 = 0x3ffe;

/// The state of a tier.
pub(super) struct Settling {
    pub(super) tier: u32,
    pub(super) codes: Huge<Code>,
    /// The best option in a later tier, where there are later tiers.
    pub(super) outside: Option<Huge<Code>>,
    /// Positions that a round may decide by later tiers alone.
    pub(super) due: BTreeMap<u32, Vec<u32>>,
    /// Decided in the last round.
    pub(super) decided: Vec<u32>,
}

impl Settling {
    /// Decides an open position.
    fn decide(&mut self, position: u32, code: Code) {
        self.codes[position as usize] = code;
        self.decided.push(position);
    }

    /// Positions that this round decides by their options in later tiers alone.
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

    /// Hears that an option of a position was decided in the last round. `good` says that the
    /// player who moves there wins.
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

/// How the positions before a position are found.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// By the reversed moves.
    Turned(&'a Turned),
    /// By the reverse moves of the rules, looked up among the sorted keys.
    Keys,
    /// By the reverse moves of the rules, looked up in a dense table.
    Table(Shares),
}

impl<K: Key> Worker<'_, K> {
    /// The verdicts of a tier in which play may stay.
    pub(super) fn settle(&mut self, tier: u32, settled: Settled) -> Result<(), Failure> {
        let mut state = self.prepare(tier)?;
        let turned = match self.hints.has_parents {
            true => None,
            false => Some(self.turn_round(tier)?),
        };
        let way = turned.as_ref().map_or(Way::Keys, Way::Turned);
        self.rounds(&mut state, way, settled)?;
        let name = self.fresh("codes", tier);
        let mut writer = codes::Writer::new(&self.room_for(state.codes.len() as u64), &name)?;
        for code in state.codes.iter_mut().filter(|code| code.is_open()) {
            *code = Code::DRAW;
        }
        writer.add(&state.codes)?;
        if let Some(tier) = self.tiers.get(&tier) {
            let (mut reader, mut orbits) = (Reader::new(), Vec::new());
            for (block, codes) in state.codes.chunks(BLOCK).enumerate() {
                tier.keys.read(block, &mut reader)?;
                self.rules.orbits(&reader.keys, &mut orbits);
                codes.iter().zip(&orbits).for_each(|(&code, &orbit)| self.tally.add(code, orbit));
            }
        }
        drop(state);
        if let Some(here) = self.tiers.get(&tier) {
            let (mut keys, codes) = (here.keys.clone(), Some(writer.finish()?));
            if keys.is_plain() {
                let mut packed = keys::Writer::new(&self.store, "")?;
                runs::write(&mut Stored::new(keys), &mut packed)?;
                keys = packed.finish()?;
            }
            self.tiers.insert(tier, Tier { keys, codes });
        }
        self.extra = 0;
        Ok(())
    }

    /// Round after round, until nothing more is decided.
    pub(super) fn rounds(
        &mut self,
        state: &mut Settling,
        way: Way<'_>,
        mut settled: Settled,
    ) -> Result<(), Failure> {
        for ties in [false, true] {
            if ties {
                state.start_ties();
            }
            let mut round = self.replay(state, way, &settled, ties)?;
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
                let logged = settled.rounds[usize::from(ties)].last().map(|(round, _)| *round);
                if logged != Some(round) {
                    self.log(state, &mut settled, round, ties)?;
                }
                round += 1;
                self.tell(state, way, round, ties)?;
                self.check("deciding", 0)?;
            }
        }
        Ok(())
    }

    /// Records what the last round has decided, before predecessors are informed.
    fn log(
        &mut self,
        state: &mut Settling,
        settled: &mut Settled,
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        if !self.store.is_kept() {
            return Ok(());
        }
        state.decided.sort_unstable();
        let won = |&position: &u32| state.codes[position as usize].fate() == Fate::Win;
        let words: Vec<u64> = (state.decided.iter())
            .map(|position| u64::from(*position) << 1 | u64::from(won(position)))
            .collect();
        let name = self.fresh("round", state.tier);
        let mut writer = keys::Writer::new(&self.store, &name)?;
        writer.add(&words)?;
        writer.finish()?;
        settled.rounds[usize::from(ties)].push((round, name));
        self.mark_backward(u64::from(state.tier) + 1, Some(settled))
    }

    /// Replays from files what rounds have decided before a crash. Returns the round to go on with.
    fn replay(
        &mut self,
        state: &mut Settling,
        way: Way<'_>,
        settled: &Settled,
        ties: bool,
    ) -> Result<u32, Failure> {
        let rounds = &settled.rounds[usize::from(ties)];
        let Some((&(last, _), _)) = rounds.split_last() else { return Ok(0) };
        let mut decided: Vec<Vec<u32>> = Vec::new();
        for (round, name) in rounds {
            let mut words = Vec::new();
            let mut source = Stored::new(keys::Keys::<u64>::open(self.need(name)?)?);
            while {
                let before = words.len();
                source.fill(&mut words)?;
                words.len() > before
            } {}
            for word in &words {
                state.codes[(word >> 1) as usize] = match (ties, word & 1) {
                    (true, _) => Code::tie(*round),
                    (false, 1) => Code::win(*round),
                    (false, _) => Code::loss(*round),
                };
            }
            decided.push(words.iter().map(|word| (word >> 1) as u32).collect());
        }
        let open = decided.pop().unwrap_or_default();
        // All rounds but the last have taken hopes. Ties take none.
        for round in decided.into_iter().filter(|_| !ties) {
            state.decided = round;
            self.tell(state, way, last, ties)?;
        }
        state.decided = open;
        state.due = state.due.split_off(&(last + 1));
        Ok(last)
    }

    /// Goes through a tier: ends, hopes, and options in later tiers.
    fn prepare(&mut self, tier: u32) -> Result<Settling, Failure> {
        let peers = self.fabric.peers();
        let count = self.tiers.get(&tier).map_or(0, |tier| tier.keys.len());
        let count = u32::try_from(count).map_err(|_| {
            let limit = u64::from(u32::MAX);
            grundy_base::Stopped::Numbering { what: "positions of one worker in a tier", limit }
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
        let mut questions = Questions::new(peers, 1);
        let mut places = Places::new(peers, 1);
        let mut positions = self.tiers.get(&tier).map(|tier| Stored::new(tier.keys.clone()));
        let (mut group, mut inside) = (Vec::new(), Vec::new());
        let (mut rows, mut tiers) = (Rows::new(), Vec::new());
        let (stuck, rules, Hints { flow, alternates, .. }) = (self.stuck(), self.rules, self.hints);
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
            rules.options(&group, &mut rows);
            if flow != Flow::Loopy {
                rules.tiers(rows.all(), &mut tiers);
            }
            for asker in 0..group.len() {
                let (range, (end, options)) = (rows.range(asker), rows.row(asker));
                inside.clear();
                match flow {
                    Flow::Loopy => inside.extend_from_slice(options),
                    _ => {
                        for (&option, &there) in options.iter().zip(&tiers[range]) {
                            if there == tier {
                                inside.push(option);
                            } else {
                                let (options, askers) = &mut questions.lists[holder(option, peers)];
                                options.push(option);
                                askers.push(asker as u32);
                            }
                        }
                    }
                }
                let outside = inside.len() < options.len();
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
                if code.is_won_or_lost() {
                    state.decided.push((start + asker) as u32);
                }
            }
            let more = u64::from(!group.is_empty());
            let best = &mut state.outside;
            let anybody = self.ask(&mut questions, &mut places, more, |asker, option, code| {
                let place = asker as usize;
                let code = code.before(alternates || rules.passes_turn(group[place], option));
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

    /// Tells the positions that lead to those just decided.
    fn tell(
        &mut self,
        state: &mut Settling,
        way: Way<'_>,
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
            match way {
                Way::Turned(turned) => self.tell_numbers(state, turned, some, round, ties)?,
                Way::Keys => self.tell_keys(state, some, round, ties)?,
                Way::Table(shares) => self.tell_table(state, shares, some, round, ties)?,
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

    /// By the reverse moves of the rules.
    fn tell_keys(
        &mut self,
        state: &mut Settling,
        decided: &[u32],
        round: u32,
        ties: bool,
    ) -> Result<(), Failure> {
        let (peers, me, tier) = (self.fabric.peers(), self.fabric.index(), state.tier);
        let (rules, Hints { flow, alternates, .. }) = (self.rules, self.hints);
        // For each worker the positions that win by moving here, and those that lose a hope.
        let mut lists: Vec<Vec<K>> = (0..2 * peers).map(|_| Vec::new()).collect();
        let mut reader = Reader::new();
        let (mut keys, mut rows, mut before) = (Vec::new(), Rows::new(), Vec::new());
        for decided in decided.chunk_by(|a, b| *a as usize / BLOCK == *b as usize / BLOCK) {
            let Some(here) = self.tiers.get(&tier) else { break };
            here.keys.read(decided[0] as usize / BLOCK, &mut reader)?;
            keys.clear();
            keys.extend(decided.iter().map(|&position| reader.keys[position as usize % BLOCK]));
            rules.parents(&keys, &mut rows);
            for (row, (&position, &key)) in decided.iter().zip(&keys).enumerate() {
                let loss = state.codes[position as usize].fate() == Fate::Loss;
                before.clear();
                before.extend_from_slice(rows.row(row).1);
                before.sort_unstable();
                before.dedup();
                for &parent in &before {
                    if flow != Flow::Loopy && rules.tier(parent) != tier {
                        continue;
                    }
                    let good = loss == (alternates || rules.passes_turn(parent, key));
                    lists[2 * holder(parent, peers) + usize::from(good)].push(parent);
                }
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
                // Play does not reach the positions that are not found.
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

    /// Passes from wins and losses to ties.
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
    pub(super) fn told(&mut self, position: u32, good: bool, round: u32, ties: bool) {
        if !ties {
            self.hear(position, good, round);
        } else if self.codes[position as usize].is_open() {
            self.decide(position, Code::tie(round));
        }
    }
}
