//! Options, stops and birthdays of forms.

use std::cmp::Ordering;

use hashbrown::HashMap;

use super::{Form, Forms, List};
use crate::Dyadic;
use grundy_base::{Player, Stopped};

impl Forms<'_> {
    /// The options of a game in canonical form, sorted by number.
    pub fn options(&mut self, form: Form, player: Player) -> Result<List, Stopped> {
        if let Some(parts) = self.parts(form) {
            return self.parts_options(parts, player);
        }
        let [left, right] = self.table.options(form);
        Ok(List::from_slice(if player == Player::Left { left } else { right }))
    }

    /// The number that play comes to when this player starts, and both stop as
    /// soon as there is a number (Siegel, Combinatorial Game Theory, section II.3).
    #[must_use]
    pub fn stop(&self, form: Form, starter: Player) -> &Dyadic {
        let [left, right] = self.table.record(form).stops;
        self.numbers.get(if starter == Player::Left { left } else { right })
    }

    /// The number of days until this value is born: one more than the latest of
    /// its options, and 0 for zero.
    pub fn birthday(&mut self, form: Form) -> Result<Dyadic, Stopped> {
        let mut known: HashMap<Form, Dyadic> = HashMap::new();
        let mut open = vec![form];
        while let Some(&form) = open.last() {
            if known.contains_key(&form) {
                open.pop();
                continue;
            }
            if let Some(value) = self.as_compact(form) {
                known.insert(form, value.birthday());
                continue;
            }
            let [left, right] = self.table.options(form);
            let before = open.len();
            let mut latest = Dyadic::ZERO;
            for &option in left.iter().chain(right) {
                match known.get(&option) {
                    Some(birthday) if *birthday > latest => latest = birthday.clone(),
                    Some(_) => {}
                    None => open.push(option),
                }
            }
            if open.len() == before {
                known.insert(form, &latest + &Dyadic::from(1));
            }
        }
        Ok(known.remove(&form).unwrap_or_default())
    }

    /// Who wins under normal play: at least zero, at most zero, both or neither.
    pub fn sign(&mut self, form: Form) -> Result<Option<Ordering>, Stopped> {
        self.compare(form, Form::ZERO)
    }
}
