//! From options to the canonical form.

use super::numbers::{Key, Number, left_key_from, right_key_from};
use super::table::Parts;
use super::table::{Stops, Table};
use super::{Form, Forms, List, MANY};
use crate::Dyadic;
use crate::dyadic::Bound;
use grundy_base::stack::deeper;
use grundy_base::{Player, Stopped};

/// A game that is not a number, by its own options, sorted, with the keys of its stops, and what is
/// known of how nimbers compare with it.
struct Options {
    left: List,
    right: List,
    keys: [Key; 2],
    nimbers: Nimbers,
}

/// The search for the least nimber, with a number beside it, that is comparable
/// to a game: all nimbers are confused with each other, so that no larger one is
/// above a game that this one is below, and none below one that it is above.
#[derive(Clone, Copy, Default)]
struct Nimbers {
    number: Option<Number>,
    /// Number of nimbers, from *0 on, that are confused with the game.
    confused: u32,
    /// Whether the next nimber is at most the game, and whether it is at least the game, if it is
    /// one of them.
    next: Option<[bool; 2]>,
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
        let mut game = Options { left, right, keys, nimbers: Nimbers::default() };
        loop {
            if let Some(parts) = self.recognise(&game.left, &game.right) {
                return self.intern_parts(parts);
            }
            let left = self.bypass(&mut game, Player::Left)?;
            let changed = left.is_some();
            if let Some(mut left) = left {
                tidy(&mut left);
                self.drop_dominated(&mut left, Player::Left)?;
                game.left = left;
            }
            let right = self.bypass(&mut game, Player::Right)?;
            if !changed && right.is_none() {
                return self.intern_options([&game.left, &game.right]);
            }
            if let Some(mut right) = right {
                tidy(&mut right);
                self.drop_dominated(&mut right, Player::Right)?;
                game.right = right;
            }
        }
    }

    /// The form with these canonical options, sorted, which is not compact.
    pub(super) fn intern_options(&mut self, options: [&[Form]; 2]) -> Result<Form, Stopped> {
        let numbers = &self.numbers;
        let stops = |table: &Table| {
            let record = |&option: &Form| table.record(option);
            let [left, right] = options.map(|options| options.iter().map(record));
            // The left stop is the greatest right stop of a left option; the game is not at most
            // this stop if such an option is at least the stop.
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
    /// It is a number if one fits: no left option is at least that number, and no right option at
    /// most. A number x is at most a game if it is below the game's right stop, or if it is that
    /// stop and the game is at least x.
    fn simplest(&self, left: &[Form], right: &[Form]) -> Option<Dyadic> {
        // The stop of an option next to the other side, and whether that number fits itself.
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
        // The strictest bound; of equal stops, one that does not fit itself.
        let order = |a: &(Number, bool), b: &(Number, bool)| self.numbers.compare(a.0, b.0);
        let below = left.iter().map(|&form| stop(form, Player::Left));
        let below = below.max_by(|a, b| order(a, b).then(b.1.cmp(&a.1)));
        let above = right.iter().map(|&form| stop(form, Player::Right));
        let above = above.min_by(|a, b| order(a, b).then(a.1.cmp(&b.1)));
        let bound = |(number, allowed)| Bound { at: self.numbers.get(number), allowed };
        Dyadic::simplest_between(below.map(bound), above.map(bound))
    }

    /// Leaves out the options that are worse than another one. They are sorted, and stay so.
    ///
    /// Many options: compact ones are compared all at once, as a nimber may have that many, and the
    /// others pair by pair.
    fn drop_dominated(&mut self, options: &mut List, player: Player) -> Result<(), Stopped> {
        let mut others = options.len();
        if options.len() > MANY {
            let compact = self.best_compact(options, player);
            options.retain(|&mut form| self.parts(form).is_none());
            others = options.len();
            options.extend(compact);
        }
        let mut i = 0;
        'options: while i < others {
            self.steps_of(options.len() / MANY)?;
            let mut j = i + 1;
            while j < options.len() {
                let (a, b) = match player {
                    Player::Left => (options[i], options[j]),
                    Player::Right => (options[j], options[i]),
                };
                if self.at_most(a, b)? {
                    // The first of the two is worse.
                    options.remove(i);
                    others -= 1;
                    continue 'options;
                }
                if self.at_most(b, a)? {
                    options.remove(j);
                    others -= usize::from(j < others);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        if others < options.len() {
            options.sort_unstable();
        }
        Ok(())
    }

    /// The player's options with the reversible ones replaced; none if no option is reversible.
    ///
    /// A left option is reversible if one of its right options is at most the game; the left
    /// options of that right option take its place.
    fn bypass(&mut self, game: &mut Options, player: Player) -> Result<Option<List>, Stopped> {
        let options = if player == Player::Left { &game.left } else { &game.right }.clone();
        let mut replaced: Option<List> = None;
        for (i, &option) in options.iter().enumerate() {
            let through = match self.is_irreversible(option, player, game.keys) {
                true => None,
                false => self.reversing(option, game, player)?,
            };
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

    /// The answer through which this option of the player is reversible, if it is.
    fn reversing(
        &mut self,
        option: Form,
        game: &mut Options,
        player: Player,
    ) -> Result<Option<Form>, Stopped> {
        if let Some(parts) = self.nimber_parts(option) {
            let [below, above] = self.compared_before(parts, game)?;
            let reverses = if player == Player::Left { below } else { above };
            let least = game.nimbers.confused;
            return reverses.then(|| self.smaller_nimber(parts, least)).transpose();
        }
        for answer in self.options(option, player.opponent())? {
            let reverses = match player {
                Player::Left => self.is_below(answer, game)?,
                Player::Right => self.is_above(answer, game)?,
            };
            if reverses {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Whether a smaller nimber is at most the game, and whether one is at least the game.
    fn compared_before(&mut self, parts: Parts, game: &mut Options) -> Result<[bool; 2], Stopped> {
        if game.nimbers.number != Some(parts.number) {
            game.nimbers = Nimbers { number: Some(parts.number), ..Nimbers::default() };
        }
        while game.nimbers.next.is_none() && game.nimbers.confused < parts.nimber {
            let nimber = self.smaller_nimber(parts, game.nimbers.confused)?;
            let compared = [self.is_below(nimber, game)?, self.is_above(nimber, game)?];
            match compared {
                [false, false] => game.nimbers.confused += 1,
                compared => game.nimbers.next = Some(compared),
            }
        }
        Ok(game.nimbers.next.filter(|_| game.nimbers.confused < parts.nimber).unwrap_or_default())
    }

    /// Whether a form is at most a game that has no form yet.
    fn is_below(&mut self, form: Form, game: &mut Options) -> Result<bool, Stopped> {
        let [left, right] = self.table.record(form).keys;
        if left > game.keys[0] || right > game.keys[1] {
            return Ok(false);
        }
        if left <= game.keys[1] {
            return Ok(true);
        }
        if game.right.len() > MANY && game.right.binary_search(&form).is_ok() {
            return Ok(false);
        }
        self.steps_of(game.right.len() / MANY)?;
        for &option in &game.right {
            if self.at_most(option, form)? {
                return Ok(false);
            }
        }
        if self.as_number(form).is_some() {
            return Ok(true);
        }
        if let Some(parts) = self.nimber_parts(form) {
            return Ok(!self.compared_before(parts, game)?[1]);
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
    fn is_above(&mut self, form: Form, game: &mut Options) -> Result<bool, Stopped> {
        let [left, right] = self.table.record(form).keys;
        if left < game.keys[0] || right < game.keys[1] {
            return Ok(false);
        }
        if right >= game.keys[0] {
            return Ok(true);
        }
        if game.left.len() > MANY && game.left.binary_search(&form).is_ok() {
            return Ok(false);
        }
        self.steps_of(game.left.len() / MANY)?;
        for &option in &game.left {
            if self.at_most(form, option)? {
                return Ok(false);
            }
        }
        if self.as_number(form).is_some() {
            return Ok(true);
        }
        if let Some(parts) = self.nimber_parts(form) {
            return Ok(!self.compared_before(parts, game)?[0]);
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
