//! Rulesets as trait objects: the type of the ruleset is erased, that of its positions is
//! kept.
//!
//! Solvers take these objects. A solver is thus compiled once for each type of position, not
//! once for each ruleset, and the moves of a ruleset are compiled once, not once in each
//! solver.

use std::ops::ControlFlow;

use crate::scene::{Scene, Token};
use crate::{Notation, Outside, Position, Ruleset};
use grundy_base::{Fault, Player};

/// A function that [`Rules::each_move`] calls with each option and the player to move there.
pub type OnMove<'a, P> = dyn FnMut(P, Player) -> ControlFlow<()> + 'a;

/// A [`Ruleset`] with positions of type `P`, implemented for every ruleset: callbacks where
/// [`Ruleset`] has iterators.
pub trait Rules<P>: Ruleset<Position = P> {
    /// Calls `on_move` with each of [`Ruleset::options`] and the player to move there, until
    /// `on_move` breaks.
    ///
    /// # Errors
    ///
    /// If the rules have failed. Moves may then be missing or wrong.
    fn each_move(
        &self,
        position: &P,
        mover: Player,
        on_move: &mut OnMove<'_, P>,
    ) -> Result<(), Fault>;

    /// Calls `on_part` with each of [`Ruleset::components`].
    fn each_component(&self, position: P, on_part: &mut dyn FnMut(P));

    /// Calls `on_part` with the representative of each component, and whether it is the
    /// negative: [`Ruleset::representative`] of each of [`Ruleset::components`].
    fn each_representative(&self, position: P, on_part: &mut dyn FnMut(P, bool));
}

impl<R: Ruleset> Rules<R::Position> for R {
    fn each_move(
        &self,
        position: &R::Position,
        mover: Player,
        on_move: &mut OnMove<'_, R::Position>,
    ) -> Result<(), Fault> {
        self.visit_options(position, mover, on_move);
        self.outside().and_then(Outside::failure).map_or(Ok(()), Err)
    }

    fn each_component(&self, position: R::Position, on_part: &mut dyn FnMut(R::Position)) {
        self.components(position).for_each(on_part);
    }

    fn each_representative(
        &self,
        position: R::Position,
        on_part: &mut dyn FnMut(R::Position, bool),
    ) {
        self.components(position).for_each(|part| {
            let (part, negative) = self.representative(part);
            on_part(part, negative);
        });
    }
}

impl<P: Position> dyn Rules<P> + '_ {
    /// Calls `on_move` with each option and the player who moves there, until it fails.
    ///
    /// # Errors
    ///
    /// The first failure, of `on_move` or of the rules.
    pub fn try_each_move<E: From<Fault>>(
        &self,
        position: &P,
        mover: Player,
        mut on_move: impl FnMut(P, Player) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut found = Ok(());
        self.each_move(position, mover, &mut |option, next| match on_move(option, next) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                found = Err(error);
                ControlFlow::Break(())
            }
        })?;
        found
    }

    /// Calls `on_option` with every option.
    ///
    /// # Errors
    ///
    /// As [`each_move`](Rules::each_move).
    pub fn each_option(
        &self,
        position: &P,
        player: Player,
        mut on_option: impl FnMut(P),
    ) -> Result<(), Fault> {
        self.each_move(position, player, &mut |option, _| {
            on_option(option);
            ControlFlow::Continue(())
        })
    }

    /// The components of a position.
    #[must_use]
    pub fn parts(&self, position: P) -> Vec<P> {
        let mut parts = Vec::new();
        self.each_component(position, &mut |part| parts.push(part));
        parts
    }

    /// The error of the rules; none if they have not failed.
    #[must_use]
    pub fn failure(&self) -> Option<Fault> {
        self.outside().and_then(Outside::failure)
    }
}

/// A [`Notation`] of positions of type `P`, implemented for every notation: with pictures in the
/// colours of the players.
pub trait Written<P>: Rules<P> + Notation<Position = P> {
    /// [`Notation::scene`], with the pieces in the colours of the players.
    fn painted_scene(&self, position: &P) -> Scene;

    /// [`Notation::tokens`], with the pieces in the colours of the players.
    fn painted_tokens(&self, scene: &Scene, from: &P, to: &P, player: Player) -> Vec<Token>;
}

impl<R: Notation> Written<R::Position> for R {
    fn painted_scene(&self, position: &R::Position) -> Scene {
        self.scene(position).painted(self.colours())
    }

    fn painted_tokens(
        &self,
        scene: &Scene,
        from: &R::Position,
        to: &R::Position,
        player: Player,
    ) -> Vec<Token> {
        let tokens = self.tokens(scene, from, to, player).into_iter();
        tokens.map(|token| token.painted(self.colours())).collect()
    }
}
