//! What a partizan game is worth, found after it is known who wins.

use super::{Answer, Facts, MODEST_MEMORY, MODEST_POSITIONS, NoForm, Solver};
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::outcome::Convention;
use crate::value::Forms;

/// The value of a partizan game under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartizanValue {
    /// Of a game that always ends.
    Short(Facts),
    /// Of a game that can go on for ever: a stopper, or its onside and offside, as it is printed.
    Loopy(String),
}

impl PartizanValue {
    /// The value as it is printed.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            PartizanValue::Short(facts) => &facts.value,
            PartizanValue::Loopy(text) => text,
        }
    }

    /// What is known of it, if there is a canonical form.
    #[must_use]
    pub fn facts(&self) -> Option<&Facts> {
        match self {
            PartizanValue::Short(facts) => Some(facts),
            PartizanValue::Loopy(_) => None,
        }
    }
}

/// Puts the value of a partizan game into its answer, where it has one that takes little work:
/// not many more positions than were listed. A limit that is reached leaves the answer as it is.
///
/// # Errors
///
/// When the rules of the game are faulty.
pub fn add_value(answer: &mut Answer, game: &dyn Game, limits: &Limits<'_>) -> Result<(), Stopped> {
    if answer.impartial || game.has_ends() || answer.convention == Convention::Misere {
        return Ok(());
    }
    let positions = MODEST_POSITIONS.max(answer.positions.unwrap_or(0)).min(limits.positions);
    let limits = Limits { positions, memory: limits.memory.min(MODEST_MEMORY), ..*limits };
    answer.partizan = match value(game, &limits) {
        Ok(value) => Some(value),
        Err(NoForm::Stopped(fault @ Stopped::Rules(_))) => return Err(fault),
        Err(_) => None,
    };
    Ok(())
}

fn value(game: &dyn Game, limits: &Limits<'_>) -> Result<PartizanValue, NoForm> {
    let mut forms = Forms::new(*limits);
    let mut solver = Solver::default();
    match solver.form(game, &mut forms, limits) {
        Ok(form) => Ok(PartizanValue::Short(Facts::new(&mut forms, form)?)),
        Err(NoForm::Loopy { .. }) => {
            let sided = solver.sides(game, &mut forms, limits)?;
            Ok(PartizanValue::Loopy(forms.print_sided(&sided)?))
        }
        Err(error) => Err(error),
    }
}
