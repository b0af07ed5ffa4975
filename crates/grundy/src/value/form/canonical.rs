//! From options to the canonical form.

use super::numbers::{Key, Number, left_key_from, right_key_from};
use super::table::{Stops, Table};
use super::{Form, Forms, List, deeper};
use crate::limits::Stopped;
use crate::player::Player;
use crate::value::Dyadic;
use crate::value::dyadic::Bound;

/// A game that is not a number, by options of its own, with the keys of its stops.
struct Options {
    left: List,
    right: List,
    keys: [Key; 2],
}

impl Forms<'_> {
    /// The form of the game with these options.
    ///
    /// A number is found as the simplest one between the options. In all other
    /// games dominated options are left out and reversible ones bypassed until
    /// there are none (Siegel, Combinatorial Game Theory, section II.2).
    pub fn canonical(
        &mut self,
        left: impl IntoIterator<Item = Form>,
        right: impl IntoIterator<Item = Form>,
    ) -> Result<Form, Stopped> {
        self.canonical_of(left.into_iter().collect(), right.into_iter().collect())
    }

    pub(super) fn canonical_of(
        &mut self,
        mut left: List,
        mut right: List,
    ) -> Result<Form, Stopped> {
        self.step()?;
        tidy(&mut left);
        tidy(&mut right);
        if let Some(number) = self.simplest(&left, &right) {
            return self.number(number);
        }
        // Neither is empty, or the game would be a number.
        self.drop_dominated(&mut left, Player::Left)?;
        self.drop_dominated(&mut right, Player::Right)?;
        let keys = self.keys_of([&left, &right]);
        let mut game = Options { left, right, keys };
        loop {
            let left = self.bypass(&game, Player::Left)?;
            let changed = left.is_some();
            if let Some(mut left) = left {
                tidy(&mut left);
                self.drop_dominated(&mut left, Player::Left)?;
                game.left = left;
            }
            let right = self.bypass(&game, Player::Right)?;
            if !changed && right.is_none() {
                break;
            }
            if let Some(mut right) = right {
                tidy(&mut right);
                self.drop_dominated(&mut right, Player::Right)?;
                game.right = right;
            }
        }
        match self.recognise(&game.left, &game.right) {
            Some(parts) => self.intern_parts(parts),
            None => self.intern_options([&game.left, &game.right]),
        }
    }

    /// The form with these canonical options, sorted, which is not compact.
    pub(super) fn intern_options(&mut self, options: [&[Form]; 2]) -> Result<Form, Stopped> {
        let numbers = &self.numbers;
        let stops = |table: &Table| {
            let record = |&option: &Form| table.record(option);
            let [left, right] = options.map(|options| options.iter().map(record));
            // The left stop is the greatest right stop of a left option; the
            // game is not at most it if such an option is at least it.
            let left = left.map(|option| (option.stops[1], option.within[1]));
            let right = right.map(|option| (option.stops[0], option.within[0]));
            let order = |a: Number, b: Number| numbers.compare(a, b);
            let left = left.max_by(|a, b| order(a.0, b.0).then(a.1.cmp(&b.1)));
            let right = right.min_by(|a, b| order(a.0, b.0).then(b.1.cmp(&a.1)));
            // Both sides have options, or the game would be a number.
            let [left, right] = [left, right].map(|stop| stop.unwrap_or((Number::ZERO, false)));
            Stops {
                keys: keys_of(table, options),
                numbers: [left.0, right.0],
                within: [!left.1, !right.1],
            }
        };
        self.table.intern_options(options, stops, &self.limits)
    }

    fn keys_of(&self, options: [&[Form]; 2]) -> [Key; 2] {
        keys_of(&self.table, options)
    }

    /// The number that the game with these options is, if it is one.
    ///
    /// It is one if a number fits: one that no left option is at least, and no
    /// right option at most. A number x is at most a game if it is below the
    /// game's right stop, or is that stop and the game at least x.
    fn simplest(&self, left: &[Form], right: &[Form]) -> Option<Dyadic> {
        // The stop of an option next to the other side, and whether it fits itself.
        let stop = |form: Form, player: Player| {
            let record = self.table.record(form);
            match player {
                Player::Left => (record.stops[1], !record.within[1]),
                Player::Right => (record.stops[0], !record.within[0]),
            }
        };
        if !left.is_empty() && !right.is_empty() {
            let [left_key, right_key] = [
                left.iter().map(|&form| self.table.record(form).keys[1]).max()?,
                right.iter().map(|&form| self.table.record(form).keys[0]).min()?,
            ];
            if left_key >= right_key {
                return None;
            }
        }
        // The strictest bound: of equal stops one that does not fit itself.
        let order = |a: &(Number, bool), b: &(Number, bool)| self.numbers.compare(a.0, b.0);
        let below = left.iter().map(|&form| stop(form, Player::Left));
        let below = below.max_by(|a, b| order(a, b).then(b.1.cmp(&a.1)));
        let above = right.iter().map(|&form| stop(form, Player::Right));
        let above = above.min_by(|a, b| order(a, b).then(a.1.cmp(&b.1)));
        let bound = |(number, allowed)| Bound { at: self.numbers.get(number), allowed };
        Dyadic::simplest_between(below.map(bound), above.map(bound))
    }

    /// Leaves out the options to which the player has better ones.
    fn drop_dominated(&mut self, options: &mut List, player: Player) -> Result<(), Stopped> {
        let mut i = 0;
        'options: while i < options.len() {
            let mut j = i + 1;
            while j < options.len() {
                let (a, b) = match player {
                    Player::Left => (options[i], options[j]),
                    Player::Right => (options[j], options[i]),
                };
                if self.at_most(a, b)? {
                    // The first of the two is worse.
                    options.remove(i);
                    continue 'options;
                }
                if self.at_most(b, a)? {
                    options.remove(j);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// The player's options where those that are reversible are replaced; none
    /// if there are no such options.
    ///
    /// A left option is reversible if one of its right options is at most the
    /// game; the left options of that one take its place.
    fn bypass(&mut self, game: &Options, player: Player) -> Result<Option<List>, Stopped> {
        let opponent = player.opponent();
        let options = if player == Player::Left { &game.left } else { &game.right };
        let mut replaced: Option<List> = None;
        for (i, &option) in options.iter().enumerate() {
            let mut through = None;
            if !self.is_irreversible(option, player, game.keys) {
                for answer in self.options(option, opponent)? {
                    let reverses = match player {
                        Player::Left => self.is_below(answer, game)?,
                        Player::Right => self.is_above(answer, game)?,
                    };
                    if reverses {
                        through = Some(answer);
                        break;
                    }
                }
            }
            match (through, &mut replaced) {
                (None, None) => {}
                (None, Some(replaced)) => replaced.push(option),
                (Some(answer), _) => {
                    let next = self.options(answer, player)?;
                    replaced.get_or_insert_with(|| options[..i].into()).extend(next);
                }
            }
        }
        Ok(replaced)
    }

    /// Whether a form is at most a game that has no form yet.
    fn is_below(&mut self, form: Form, game: &Options) -> Result<bool, Stopped> {
        let [left, right] = self.table.record(form).keys;
        if left > game.keys[0] || right > game.keys[1] {
            return Ok(false);
        }
        if left <= game.keys[1] {
            return Ok(true);
        }
        for &option in &game.right {
            if self.at_most(option, form)? {
                return Ok(false);
            }
        }
        if self.as_number(form).is_some() {
            return Ok(true);
        }
        deeper(|| {
            for option in self.options(form, Player::Left)? {
                if self.is_above(option, game)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Whether a form is at least a game that has no form yet.
    fn is_above(&mut self, form: Form, game: &Options) -> Result<bool, Stopped> {
        let [left, right] = self.table.record(form).keys;
        if left < game.keys[0] || right < game.keys[1] {
            return Ok(false);
        }
        if right >= game.keys[0] {
            return Ok(true);
        }
        for &option in &game.left {
            if self.at_most(form, option)? {
                return Ok(false);
            }
        }
        if self.as_number(form).is_some() {
            return Ok(true);
        }
        deeper(|| {
            for option in self.options(form, Player::Right)? {
                if self.is_below(option, game)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// Sorted, and without repeats.
fn tidy(options: &mut List) {
    options.sort_unstable();
    options.dedup();
}

fn keys_of(table: &Table, [left, right]: [&[Form]; 2]) -> [Key; 2] {
    let greatest = left.iter().map(|&form| table.record(form).keys[1]).max();
    let least = right.iter().map(|&form| table.record(form).keys[0]).min();
    // Both sides have options, or the game would be a number.
    [left_key_from(greatest.unwrap_or(0)), right_key_from(least.unwrap_or(0))]
}
