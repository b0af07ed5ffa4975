//! Canonical forms, also those of misère play, as games that can be played: a ruleset whose positions
//! are forms.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::value::{Form, Forms, MisereForm, MisereForms, Stopper};
use grundy_base::{ByPlayer, Limits, ParseError, Player, Progress, Stopped, Text};
use grundy_ruleset::{Notation, Ruleset};

/// The play of a canonical form; its positions are its followers. Each is written like a value.
#[derive(Clone)]
pub(super) struct Followers(Arc<Listed>);

struct Listed {
    impartial: bool,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    options: ByPlayer<Vec<Vec<u32>>>,
}

/// A canonical form with more followers is not played.
pub(super) const MOST: usize = 100_000;

impl Followers {
    /// The followers of a short game, which is position 0; none if it has too many.
    pub(super) fn of_form(
        form: Form,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let options =
            |&form: &Form, player, forms: &mut Forms<'_>| Ok(forms.options(form, player)?.to_vec());
        Self::list(form, forms, limits, options, |&form, forms| forms.print(form))
    }

    /// The followers of a misère form.
    pub(super) fn of_misere(
        form: MisereForm,
        misere: &MisereForms,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let options = |&form: &MisereForm, _, _: &mut Forms<'_>| Ok(misere.options(form).to_vec());
        let print = |&form: &MisereForm, _: &mut Forms<'_>| {
            let text = misere.text(form, usize::MAX);
            Ok(text.unwrap_or_default())
        };
        Self::list(form, forms, limits, options, print)
    }

    /// The followers of a stopper.
    pub(super) fn of_stopper(
        stopper: Stopper,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let options =
            |stopper: &Stopper, player, forms: &mut Forms<'_>| stopper.options(player, forms);
        Self::list(stopper, forms, limits, options, |stopper, forms| forms.print_stopper(stopper))
    }

    /// Lists the followers, breadth first.
    fn list<'f, G: Clone>(
        start: G,
        forms: &mut Forms<'f>,
        limits: &Limits<'_>,
        options_of: impl Fn(&G, Player, &mut Forms<'f>) -> Result<Vec<G>, Stopped>,
        print: impl Fn(&G, &mut Forms<'f>) -> Result<String, Stopped>,
    ) -> Result<Option<Self>, Stopped> {
        let mut found = Listed {
            impartial: true,
            names: Vec::new(),
            numbers: HashMap::new(),
            options: ByPlayer::default(),
        };
        let mut games: Vec<G> = Vec::new();
        let mut bytes = 0;
        let mut number = |game: G, found: &mut Listed, games: &mut Vec<G>, forms: &mut _| {
            let name = print(&game, forms)?;
            if let Some(&known) = found.numbers.get(&name) {
                return Ok::<u32, Stopped>(known);
            }
            let number = found.names.len() as u32;
            bytes += 2 * name.len() as u64;
            limits.room(forms.bytes() + bytes, games.len())?;
            found.numbers.insert(name.clone(), number);
            found.names.push(name);
            games.push(game);
            Ok(number)
        };
        number(start, &mut found, &mut games, forms)?;
        let mut next = 0;
        while next < games.len() {
            if games.len() > MOST {
                return Ok(None);
            }
            if next.is_multiple_of(Limits::STRIDE) {
                let bytes = forms.bytes();
                limits.check(Progress { stage: "listing followers", positions: next, bytes })?;
            }
            for player in Player::BOTH {
                let options = options_of(&games[next].clone(), player, forms)?;
                let numbers: Result<Vec<u32>, Stopped> = options
                    .into_iter()
                    .map(|option| number(option, &mut found, &mut games, forms))
                    .collect();
                found.options[player].push(numbers?);
            }
            next += 1;
        }
        found.impartial = found.options.left == found.options.right;
        Ok(Some(Followers(Arc::new(found))))
    }
}

impl Ruleset for Followers {
    type Position = u32;

    fn impartial(&self) -> bool {
        self.0.impartial
    }

    fn options(&self, &at: &u32, player: Player) -> impl Iterator<Item = u32> {
        self.0.options[player][at as usize].iter().copied()
    }

    // In sums, components where play is over are left out.
    fn components(&self, at: u32) -> impl Iterator<Item = u32> {
        let over =
            Player::BOTH.iter().all(|&player| self.0.options[player][at as usize].is_empty());
        (!over).then_some(at).into_iter()
    }
}

impl Notation for Followers {
    fn name(&self) -> &'static str {
        "value"
    }

    /// The canonical form, for its followers are numbered in an order of their own.
    fn parameters(&self) -> String {
        self.0.names[0].clone()
    }

    fn print(&self, &at: &u32) -> String {
        self.0.names[at as usize].clone()
    }

    fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
        let number = self.0.numbers.get(text.as_str().trim());
        number.copied().ok_or_else(|| text.expected(format!("a follower of {}", self.0.names[0])))
    }

    fn spell(&self, at: &u32) -> String {
        self.print(at)
    }
}
