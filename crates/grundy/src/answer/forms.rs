//! Canonical forms of games, and facts about a value.

use super::Solver;
use crate::game::Game;
use crate::solve::fold::FoldError;
use crate::solve::sided::sides;
use crate::value::{Dyadic, Form, Forms, LoopyNimber, Sided};
use grundy_base::{Convention, Limits, Outcome, Player, Stopped};

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The canonical form, as it is printed.
    pub value: String,
    /// The number that it is.
    pub number: Option<Dyadic>,
    /// The nimber that it is.
    pub nimber: Option<u32>,
    /// Who wins.
    pub outcome: Outcome,
    /// Where the walls of the thermograph meet.
    pub temperature: Dyadic,
    /// Where the mast stands.
    pub mean: Dyadic,
    /// Where play stops when Left starts.
    pub left_stop: Dyadic,
    /// Where play stops when Right starts.
    pub right_stop: Dyadic,
    /// The number of days until it is born.
    pub birthday: Dyadic,
}

impl Facts {
    /// The facts about a form.
    pub fn new(forms: &mut Forms<'_>, form: Form) -> Result<Self, Stopped> {
        let nimber = forms.as_compact(form);
        let nimber = nimber.filter(|value| value.ups == 0 && value.number == Dyadic::ZERO);
        Ok(Facts {
            value: forms.print(form)?,
            number: forms.as_number(form).cloned(),
            nimber: nimber.map(|value| value.nimber),
            outcome: forms.outcome(form)?,
            temperature: forms.temperature(form)?,
            mean: forms.mean(form)?,
            left_stop: forms.stop(form, Player::Left).clone(),
            right_stop: forms.stop(form, Player::Right).clone(),
            birthday: forms.birthday(form)?,
        })
    }
}

/// A game has no canonical form, or it was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoForm {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is none.
    #[error("{game} {why}")]
    None {
        /// The game as it is written.
        game: String,
        /// The reason.
        why: &'static str,
    },
    /// Play can go on for ever.
    #[error("{game} can go on for ever: only games that end have a canonical form")]
    Loopy {
        /// The game as it is written.
        game: String,
    },
}

impl Solver {
    /// The canonical form of a game. The form of an impartial game is its nimber, which needs no
    /// positions where there are heaps.
    pub fn form(
        &mut self,
        game: &dyn Game,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Form, NoForm> {
        let none = |why| NoForm::None { game: game.text(), why };
        if game.has_ends() {
            return Err(none(
                "has ends of its own: it has no value in a sum, but `solve` says who wins",
            ));
        }
        if game.convention() == Convention::Misere {
            return Err(none("is played to misère: values are those of normal play"));
        }
        if game.impartial() {
            return match self.value(game, limits)? {
                Some((LoopyNimber::Finite(nimber), _)) => match u32::try_from(nimber.0) {
                    Ok(nimber) => Ok(forms.nimber(nimber)?),
                    Err(_) => Err(none("has a nimber that is too large for a canonical form")),
                },
                _ => Err(NoForm::Loopy { game: game.text() }),
            };
        }
        game.form(forms, limits).map_err(|error| match error {
            FoldError::Stopped(stopped) => stopped.into(),
            FoldError::Loopy => NoForm::Loopy { game: game.text() },
        })
    }

    /// The onside and the offside of a game in which play can go on for ever.
    ///
    /// # Errors
    ///
    /// If a limit is reached, and if positions are sums that come back.
    pub fn sides(
        &mut self,
        game: &dyn Game,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Sided, NoForm> {
        // A position that splits may, as a whole, be a part of another one: where parts are not
        // single positions, the positions are taken whole.
        for split in [true, false] {
            let parts = game.components(split, limits)?;
            if let Some(found) = sides(&parts.graph, &parts.start, forms)? {
                return Ok(found);
            }
        }
        Err(NoForm::Loopy { game: game.text() })
    }
}
