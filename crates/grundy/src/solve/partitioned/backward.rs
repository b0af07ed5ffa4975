//! Backward: the verdicts of all positions, from the last tier to the first.

use super::ask::{Places, Questions};
use super::code::Code;
use super::codes;
use super::fabric::Fabric;
use super::failure::Failure;
use super::runs::{Source, Stored};
use super::worker::Worker;
use crate::ruleset::Packed;

/// Positions that ask together.
const GROUP: usize = 1 << 15;

impl<R: Packed, F: Fabric> Worker<'_, R, F> {
    /// Finds the verdict of every position.
    pub(super) fn backward(&mut self) -> Result<(), Failure> {
        let mut below = u32::MAX;
        loop {
            // The greatest tier that anybody has, below those that are done.
            let mine = self.tiers.range(..below).next_back().map(|(tier, _)| *tier);
            let Some(rest) = self.least(mine.map(|tier| u32::MAX - tier))? else { return Ok(()) };
            let tier = u32::MAX - rest;
            if self.stays() {
                self.settle(tier)?;
            } else {
                self.decide(tier)?;
            }
            below = tier;
        }
    }

    /// The verdicts of a tier that every move leaves.
    fn decide(&mut self, tier: u32) -> Result<(), Failure> {
        let mut writer = codes::Writer::new(&self.store, &self.name("codes", tier))?;
        self.each_group(tier, |_, codes| writer.add(codes))?;
        if let Some(tier) = self.tiers.get_mut(&tier) {
            tier.codes = Some(writer.finish()?);
        }
        Ok(())
    }

    /// Goes through a tier that every move leaves, and gives the verdicts of a
    /// group of positions at a time.
    fn each_group(
        &mut self,
        tier: u32,
        mut done: impl FnMut(&[R::Key], &[Code]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (peers, kinds) = (self.fabric.peers(), self.rules.kinds());
        let mut questions = Questions::new(peers, kinds);
        let mut places = Places::new(peers, kinds);
        let mut positions = self.tiers.get(&tier).map(|tier| Stored::new(tier.keys.clone()));
        let (mut group, mut codes) = (Vec::new(), Vec::new());
        let (stuck, rules, ranges) = (self.stuck(), self.rules, self.in_ranges());
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
            for (asker, &key) in group.iter().enumerate() {
                let mut options = false;
                let end = rules.expand(key, |kind, option| {
                    options = true;
                    let owner = if ranges { 0 } else { self.owner(option) };
                    questions.add(owner, kind, option, asker as u32);
                });
                codes.push(match end {
                    Some(fate) => Code::end(fate),
                    None if options => Code::WORST,
                    None => stuck,
                });
            }
            let more = u64::from(!group.is_empty());
            let anybody = self.ask(&mut questions, &mut places, more, |asker, option, code| {
                let asker = asker as usize;
                let code = code.before(rules.passes_turn(group[asker], option));
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
