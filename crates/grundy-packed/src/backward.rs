//! The backward pass: the verdicts of all positions, from the last tier to the first.

use super::ask::{Places, Questions};
use super::checkpoint::Settled;
use super::code::Code;
use super::codes;
use super::counts::Tally;
use super::failure::Failure;
use super::runs::{KeyStream, Stored};
use super::tier::Tier;
use super::worker::Worker;
use grundy_ruleset::Key;

/// Positions that ask together.
const GROUP: usize = 1 << 15;

impl<K: Key> Worker<'_, K> {
    /// Finds the verdict of every position.
    pub(super) fn backward(
        &mut self,
        mut below: u64,
        mut settling: Option<Settled>,
    ) -> Result<(), Failure> {
        loop {
            // The greatest tier of any worker, below the tiers that are done.
            let most = below.checked_sub(1).map(|tier| tier.min(u32::MAX.into()) as u32);
            let mine = most.and_then(|most| self.tiers.range(..=most).next_back());
            let mine = mine.map(|(&tier, _)| u32::MAX - tier);
            let Some(rest) = self.least(mine)? else { return Ok(()) };
            let tier = u32::MAX - rest;
            if self.stays() {
                self.settle(tier, settling.take().unwrap_or_default())?;
            } else {
                self.decide(tier)?;
            }
            below = u64::from(tier);
            self.mark_backward(below, None)?;
        }
    }

    /// The verdicts of a tier that every move leaves.
    fn decide(&mut self, tier: u32) -> Result<(), Failure> {
        let count = self.tiers.get(&tier).map_or(0, |tier| tier.keys.len());
        let name = self.fresh("codes", tier);
        let mut writer = codes::Writer::new(&self.room_for(count), &name)?;
        let (rules, mut orbits) = (self.rules, Vec::new());
        let mut tally = std::mem::replace(&mut self.tally, Tally::new());
        self.each_group(tier, |keys, codes| {
            rules.orbits(keys, &mut orbits);
            codes.iter().zip(&orbits).for_each(|(&code, &orbit)| tally.add(code, orbit));
            writer.add(codes)
        })?;
        self.tally = tally;
        if let Some(here) = self.tiers.get(&tier) {
            let codes = Some(writer.finish()?);
            self.tiers.insert(tier, Tier { keys: here.keys.clone(), codes });
        }
        Ok(())
    }

    /// Goes through a tier that every move leaves, and gives the verdicts of a
    /// group of positions at a time.
    fn each_group(
        &mut self,
        tier: u32,
        mut done: impl FnMut(&[K], &[Code]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (peers, kinds) = (self.fabric.peers(), self.hints.kinds);
        let mut questions = Questions::new(peers, kinds);
        let mut places = Places::new(peers, kinds);
        let mut positions = self.tiers.get(&tier).map(|tier| Stored::new(tier.keys.clone()));
        let (mut group, mut codes) = (Vec::new(), Vec::new());
        let (stuck, rules, ranges) = (self.stuck(), self.rules, self.in_ranges);
        let alternates = self.hints.alternates;
        loop {
            group.clear();
            codes.clear();
            while let Some(positions) = &mut positions
                && group.len() < GROUP
            {
                let before = group.len();
                positions.fill(&mut group)?;
                if group.len() == before {
                    break;
                }
            }
            let workers = if ranges { 1 } else { peers };
            rules.ask(&group, workers, &mut questions.lists, &mut codes, stuck);
            let more = u64::from(!group.is_empty());
            let anybody = self.ask(&mut questions, &mut places, more, |asker, option, code| {
                let asker = asker as usize;
                let code = code.before(alternates || rules.passes_turn(group[asker], option));
                codes[asker] = codes[asker].max(code);
            })?;
            if codes.iter().any(|code| code.remoteness() == Some(Code::LONGEST)) {
                return Err(Failure::TooRemote { limit: Code::LONGEST - 1 });
            }
            done(&group, &codes)?;
            self.check("deciding", 0)?;
            if anybody == 0 {
                return Ok(());
            }
        }
    }
}
