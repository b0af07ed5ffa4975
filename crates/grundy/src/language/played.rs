//! Values as games that are played, move by move.

use std::fmt::Write;

use super::{LanguageError, Session, Term};
use crate::answer::{Options, Whole};
use crate::catalogue::{self, WithEnds};
use crate::game::Game;
use crate::outcome::Convention;
use crate::player::{ByPlayer, Player};
use crate::value::{Form, Sided};

/// A canonical form of more positions is not played.
const MOST_FORMS: usize = 100_000;

impl Session<'_> {
    /// The sum of these terms as one game. Values are played as their canonical
    /// forms.
    pub(super) fn played(
        &mut self,
        terms: &[Term],
        at: usize,
    ) -> Result<Box<dyn Game>, LanguageError> {
        let mut sum = Vec::new();
        for term in terms {
            sum.push(match term {
                Term::Form(form) => (self.written_out(*form, at)?, false),
                Term::Loopy(sided) => (loopy(sided, at)?, false),
                Term::Position(position, negative) => (position.game.boxed(), *negative),
            });
        }
        catalogue::add(sum).map_err(|WithEnds(name)| {
            LanguageError::value(format!("{name} has ends of its own: it cannot be added"), at)
        })
    }

    /// A canonical form as a game: a Nim heap, or a graph of all its followers.
    fn written_out(&mut self, form: Form, at: usize) -> Result<Box<dyn Game>, LanguageError> {
        if let Some(nimber) = self.forms.as_nimber(form) {
            return Ok(catalogue::parse(&format!("*{nimber}"))?);
        }
        let followers = self.forms.followers(form)?;
        if followers.len() > MOST_FORMS {
            let why = format!("a canonical form of more than {MOST_FORMS} followers is not played");
            return Err(LanguageError::value(why, at));
        }
        // Sorted, as they come.
        let place = |form: &Form| followers.binary_search(form).unwrap_or_default();
        let mut options = ByPlayer::<Vec<Vec<usize>>>::default();
        for player in Player::BOTH {
            for &follower in &followers {
                let of = self.forms.options(follower, player)?;
                options[player].push(of.iter().map(place).collect());
            }
        }
        explicit(&options, place(&form))
    }

    /// Who wins under misère play.
    pub(super) fn misere_outcome(
        &mut self,
        game: &dyn Game,
        at: usize,
    ) -> Result<String, LanguageError> {
        let options = Options {
            convention: Convention::Misere,
            limits: self.limits,
            whole: Whole::Always,
            ..Options::default()
        };
        let answer = self.solver.solve(game, &options)?;
        let outcome = answer.outcome.ok_or_else(|| {
            let why = "the game has no outcome class: one player wins or draws";
            LanguageError::value(why, at)
        })?;
        Ok(outcome.word().to_string())
    }
}

/// A stopper as the game of its canonical form.
fn loopy(sided: &Sided, at: usize) -> Result<Box<dyn Game>, LanguageError> {
    let Some(stopper) = sided.stopper() else {
        let why = "a game by its sides is no position: only stoppers are played";
        return Err(LanguageError::value(why, at));
    };
    let graph = stopper.graph();
    let of = |node, player| graph.options(node, player).iter().map(|&to| to as usize).collect();
    let options =
        ByPlayer::new(|player| (0..graph.len() as u32).map(|node| of(node, player)).collect());
    explicit(&options, 0)
}

/// The game in which these are the options of each position.
fn explicit(
    options: &ByPlayer<Vec<Vec<usize>>>,
    start: usize,
) -> Result<Box<dyn Game>, LanguageError> {
    let mut graph = String::from("graph({");
    for (player, name) in [(Player::Left, "left"), (Player::Right, "right")] {
        let _ = write!(graph, "\"{name}\":{{");
        for (i, options) in options[player].iter().enumerate() {
            let options: Vec<String> = options.iter().map(usize::to_string).collect();
            let comma = if i > 0 { "," } else { "" };
            let _ = write!(graph, "{comma}\"{i}\":[{}]", options.join(","));
        }
        graph += "},";
    }
    let _ = write!(graph, "\"start\":{start}}})");
    Ok(catalogue::parse(&graph)?)
}
