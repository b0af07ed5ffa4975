//! A move that is given by its name, also one of very many.

use std::ops::ControlFlow;

use crate::sum::SumOfGames;
use crate::{Game, NamedMove, Of, written_ruleset};
use grundy_base::{Limits, Player, Progress, Stopped, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::{HeapRules, Position};

/// The most moves whose names are compared before anything else is tried.
const MANY: usize = 1 << 10;

impl<P: Position + 'static> Of<P> {
    /// As [`Game::option_named`].
    pub(super) fn named(
        &self,
        player: Player,
        name: &str,
        limits: &Limits<'_>,
    ) -> Result<Option<NamedMove>, Stopped> {
        let called = |option: &P| self.rules.move_name(&self.position, option, player);
        let found = |index: Option<usize>, option: P| NamedMove {
            index,
            name: called(&option),
            to: self.after(option, player),
        };
        let position = self.without_ruleset(name).unwrap_or(name);
        let wanted = self.rules.read(Text::new(position)).ok();
        let (mut options, all) = self.distinct_options(player, MANY)?;
        let by_name = options.iter().position(|option| called(option) == name);
        let leads_there =
            |option: &P| wanted.as_ref() == Some(option) || self.rules.spell(option) == name;
        let by_position = || options.iter().position(leads_there);
        if let Some(index) = by_name.or_else(by_position) {
            return Ok(Some(found(Some(index), options.swap_remove(index))));
        }
        if all {
            return Ok(None);
        }
        let sizes = |position: &P| self.rules.heap_sizes(position);
        // Rows of coins are worth as much as heaps, but are not written as such.
        let heaps = self
            .rules
            .heaps()
            .filter(|_| heaps::print(&sizes(&self.position)) == self.rules.print(&self.position));
        if let (Some(rules), Some(wanted)) = (heaps, &wanted) {
            let is_move = is_move(rules, &sizes(&self.position), &sizes(wanted), limits)?;
            return Ok(is_move.then(|| found(None, wanted.clone())));
        }
        let (mut seen, mut stopped) = (0, Ok(()));
        let (mut by_name, mut by_position) = (None, None);
        self.rules.each_move(&self.position, player, &mut |option, _| {
            seen += 1;
            if seen % Limits::STRIDE == 0 {
                stopped = limits.check(Progress { stage: "moves", positions: seen, bytes: 0 });
            }
            if called(&option) == name {
                by_name = Some(option);
            } else if wanted.as_ref() == Some(&option) {
                by_position = Some(option);
            }
            match by_name.is_some() || stopped.is_err() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        stopped?;
        Ok(by_name.or(by_position).map(|option| found(None, option)))
    }

    /// The position in a text that may begin with the ruleset.
    fn without_ruleset<'t>(&self, text: &'t str) -> Option<&'t str> {
        let ruleset = written_ruleset(&*self.rules);
        let inside = match ruleset.strip_suffix(')') {
            Some(open) => text.strip_prefix(open)?.strip_prefix("; ")?,
            None => text.strip_prefix(&*ruleset)?.strip_prefix('(')?,
        };
        inside.strip_suffix(')')
    }
}

impl SumOfGames {
    /// As [`Game::option_named`]: a move in a term has the name of the game that the term becomes.
    pub(super) fn named(
        &self,
        player: Player,
        name: &str,
        limits: &Limits<'_>,
    ) -> Result<Option<NamedMove>, Stopped> {
        let (mut moves, all) = self.moves_up_to(player, MANY);
        let found = |index, name, to| Ok(Some(NamedMove { index, name, to }));
        if let Some(index) = moves.iter().position(|option| option.name == name) {
            let option = moves.swap_remove(index);
            return found(Some(index), option.name, option.to);
        }
        if all {
            return Ok(None);
        }
        for place in 0..self.terms.len() {
            let (game, negative) = &self.terms[place];
            let mover = if *negative { player.opponent() } else { player };
            if let Some(option) = game.option_named(mover, name, limits)? {
                return found(None, option.to.text(), self.with(place, &*option.to));
            }
        }
        Ok(None)
    }
}

/// Whether a move in one of the heaps leads from some sizes to others.
fn is_move(
    rules: &dyn HeapRules,
    from: &[u64],
    to: &[u64],
    limits: &Limits<'_>,
) -> Result<bool, Stopped> {
    let mut go_on = || limits.check(Progress { stage: "moves", positions: 0, bytes: 0 });
    for (heap, &size) in from.iter().enumerate() {
        let (before, after) = (&from[..heap], &from[heap + 1..]);
        let left = to.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        if let Some(left) = left
            && rules.leaves(size, left, &mut go_on)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
