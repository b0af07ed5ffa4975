//! Rulesets as trait objects: the type of the ruleset is erased, that of its positions is
//! kept.
//!
//! Solvers take these objects. A solver is thus compiled once for each type of position, not
//! once for each ruleset, and the moves of a ruleset are compiled once, not once in each
//! solver.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use crate::error::{Fault, ParseError, Source, Text};
use crate::outcome::{Convention, End};
use crate::player::Player;
use crate::scene::{Scene, Token};
use crate::{HeapRules, Lines, Notation, Numbering, PairRules, Ruleset, Sizes, Theorem};

/// What [`Rules::each_move`] calls with each option and who moves there.
pub type OnMove<'a, P> = dyn FnMut(P, Player) -> ControlFlow<()> + 'a;

/// A [`Ruleset`] with positions of type `P`; implemented for every ruleset. The methods are
/// those of [`Ruleset`], with callbacks in place of iterators.
pub trait Rules<P>: Send + Sync {
    /// As [`Ruleset::impartial`].
    fn impartial(&self) -> bool;
    /// As [`Ruleset::has_ends`].
    fn has_ends(&self) -> bool;
    /// As [`Ruleset::loopy`].
    fn loopy(&self) -> bool;
    /// As [`Ruleset::splits`].
    fn splits(&self) -> bool;
    /// As [`Ruleset::convention`].
    fn convention(&self) -> Convention;
    /// Calls `on_move` with each of [`Ruleset::options`] and the player to move there, until
    /// `on_move` breaks.
    fn each_move(&self, position: &P, mover: Player, on_move: &mut OnMove<'_, P>);
    /// As [`Ruleset::end`].
    fn end(&self, position: &P, mover: Player) -> Option<End>;
    /// As [`Ruleset::turn`].
    fn turn(&self, position: &P) -> Option<Player>;
    /// As [`Ruleset::theorem`].
    fn theorem(&self, position: &P, mover: Player, convention: Convention) -> Option<Theorem<P>>;
    /// Calls `on_part` with each of [`Ruleset::components`].
    fn each_component(&self, position: P, on_part: &mut dyn FnMut(P));
    /// Calls `on_part` with the representative of each component, and whether it is the
    /// negative: [`Ruleset::representative`] of each of [`Ruleset::components`].
    fn each_representative(&self, position: P, on_part: &mut dyn FnMut(P, bool));
    /// As [`Ruleset::negative`].
    fn negative(&self, position: &P) -> Option<P>;
    /// As [`Ruleset::representative`].
    fn representative(&self, position: P) -> (P, bool);
    /// As [`Ruleset::longest_play`].
    fn longest_play(&self, position: &P) -> Option<u64>;
    /// As [`Ruleset::numbering`].
    fn numbering(&self) -> Option<Numbering<P>>;
    /// As [`Ruleset::batch`].
    fn batch(&self) -> usize;
    /// As [`Ruleset::foresee`].
    fn foresee(&self, next: &[(P, Player)], later: &[(P, Player)], threads: usize);
    /// As [`Ruleset::slots`].
    fn slots(&self, position: &P, mover: Player) -> Vec<u16>;
    /// As [`Ruleset::lines`].
    fn lines<'a>(&'a self, from: &[(P, Player)]) -> Option<Box<dyn Lines + 'a>>;
    /// As [`Ruleset::held`].
    fn held(&self) -> u64;
    /// As [`Ruleset::failure`].
    fn failure(&self) -> Option<Fault>;
    /// As [`Ruleset::bytes`].
    fn bytes(&self, position: &P) -> usize;
    /// Hashes a position as its original type does, also when it is stored as words.
    fn hash(&self, position: &P, hasher: &mut dyn Hasher);
}

impl<R: Ruleset> Rules<R::Position> for R {
    fn impartial(&self) -> bool {
        Ruleset::impartial(self)
    }

    fn has_ends(&self) -> bool {
        Ruleset::has_ends(self)
    }

    fn loopy(&self) -> bool {
        Ruleset::loopy(self)
    }

    fn splits(&self) -> bool {
        Ruleset::splits(self)
    }

    fn convention(&self) -> Convention {
        Ruleset::convention(self)
    }

    fn each_move(
        &self,
        position: &R::Position,
        mover: Player,
        on_move: &mut OnMove<'_, R::Position>,
    ) {
        let _ = self.options(position, mover).try_for_each(|option| {
            let next = Ruleset::turn(self, &option).unwrap_or(mover.opponent());
            on_move(option, next)
        });
    }

    fn end(&self, position: &R::Position, mover: Player) -> Option<End> {
        Ruleset::end(self, position, mover)
    }

    fn turn(&self, position: &R::Position) -> Option<Player> {
        Ruleset::turn(self, position)
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
            let (part, negative) = Ruleset::representative(self, part);
            on_part(part, negative);
        });
    }

    fn theorem(
        &self,
        position: &R::Position,
        mover: Player,
        convention: Convention,
    ) -> Option<Theorem<R::Position>> {
        Ruleset::theorem(self, position, mover, convention)
    }

    fn negative(&self, position: &R::Position) -> Option<R::Position> {
        Ruleset::negative(self, position)
    }

    fn representative(&self, position: R::Position) -> (R::Position, bool) {
        Ruleset::representative(self, position)
    }

    fn longest_play(&self, position: &R::Position) -> Option<u64> {
        Ruleset::longest_play(self, position)
    }

    fn numbering(&self) -> Option<Numbering<R::Position>> {
        Ruleset::numbering(self)
    }

    fn batch(&self) -> usize {
        Ruleset::batch(self)
    }

    fn foresee(
        &self,
        next: &[(R::Position, Player)],
        later: &[(R::Position, Player)],
        threads: usize,
    ) {
        Ruleset::foresee(self, next, later, threads);
    }

    fn slots(&self, position: &R::Position, mover: Player) -> Vec<u16> {
        Ruleset::slots(self, position, mover)
    }

    fn lines<'a>(&'a self, from: &[(R::Position, Player)]) -> Option<Box<dyn Lines + 'a>> {
        Ruleset::lines(self, from)
    }

    fn held(&self) -> u64 {
        Ruleset::held(self)
    }

    fn failure(&self) -> Option<Fault> {
        Ruleset::failure(self)
    }

    fn bytes(&self, position: &R::Position) -> usize {
        Ruleset::bytes(self, position)
    }

    fn hash(&self, position: &R::Position, mut hasher: &mut dyn Hasher) {
        position.hash(&mut hasher);
    }
}

impl<P> dyn Rules<P> + '_ {
    /// Calls `on_move` with each option and the player who moves there, until it fails.
    ///
    /// # Errors
    ///
    /// The first failure.
    pub fn try_each_move<E>(
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
        });
        found
    }

    /// Calls `on_option` with every option.
    pub fn each_option(&self, position: &P, player: Player, mut on_option: impl FnMut(P)) {
        self.each_move(position, player, &mut |option, _| {
            on_option(option);
            ControlFlow::Continue(())
        });
    }

    /// The components of a position.
    #[must_use]
    pub fn components(&self, position: P) -> Vec<P> {
        let mut parts = Vec::new();
        self.each_component(position, &mut |part| parts.push(part));
        parts
    }
}

/// A [`Notation`] of positions of type `P`; implemented for every notation. The methods are
/// those of [`Notation`].
pub trait Written<P>: Rules<P> {
    /// The rules alone.
    fn rules(&self) -> &dyn Rules<P>;
    /// As [`Notation::name`].
    fn name(&self) -> &'static str;
    /// As [`Notation::parameters`].
    fn parameters(&self) -> String;
    /// As [`Notation::sources`].
    fn sources(&self) -> Vec<(&'static str, &Source)>;
    /// As [`Notation::print`].
    fn print(&self, position: &P) -> String;
    /// As [`Notation::read`].
    fn read(&self, text: Text<'_>) -> Result<P, ParseError>;
    /// As [`Notation::draw`].
    fn draw(&self, position: &P) -> String;
    /// As [`Notation::spell`].
    fn spell(&self, position: &P) -> String;
    /// As [`Notation::move_name`].
    fn move_name(&self, from: &P, to: &P, player: Player) -> String;
    /// As [`Notation::players`].
    fn players(&self) -> Option<[String; 2]>;
    /// As [`Notation::scene`], with the pieces in the colours of the players.
    fn scene(&self, position: &P) -> Scene;
    /// As [`Notation::tokens`], with the pieces in the colours of the players.
    fn tokens(&self, scene: &Scene, from: &P, to: &P, player: Player) -> Vec<Token>;
    /// As [`Notation::sizes`].
    fn sizes(&self) -> Option<Sizes>;
    /// As [`Notation::alphabet`].
    fn alphabet(&self) -> String;
    /// As [`Notation::heaps`].
    fn heaps(&self) -> Option<&dyn HeapRules>;
    /// As [`Notation::pairs`].
    fn pairs(&self) -> Option<&dyn PairRules>;
    /// As [`Notation::heap_sizes`].
    fn heap_sizes(&self, position: &P) -> Vec<u64>;
    /// As [`Notation::with_heap_sizes`].
    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<P>;
}

impl<R: Notation> Written<R::Position> for R {
    fn rules(&self) -> &dyn Rules<R::Position> {
        self
    }

    fn name(&self) -> &'static str {
        Notation::name(self)
    }

    fn parameters(&self) -> String {
        Notation::parameters(self)
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        Notation::sources(self)
    }

    fn print(&self, position: &R::Position) -> String {
        Notation::print(self, position)
    }

    fn read(&self, text: Text<'_>) -> Result<R::Position, ParseError> {
        Notation::read(self, text)
    }

    fn draw(&self, position: &R::Position) -> String {
        Notation::draw(self, position)
    }

    fn spell(&self, position: &R::Position) -> String {
        Notation::spell(self, position)
    }

    fn move_name(&self, from: &R::Position, to: &R::Position, player: Player) -> String {
        Notation::move_name(self, from, to, player)
    }

    fn players(&self) -> Option<[String; 2]> {
        Notation::players(self)
    }

    fn scene(&self, position: &R::Position) -> Scene {
        Notation::scene(self, position).painted(self.colours())
    }

    fn tokens(
        &self,
        scene: &Scene,
        from: &R::Position,
        to: &R::Position,
        player: Player,
    ) -> Vec<Token> {
        let tokens = Notation::tokens(self, scene, from, to, player).into_iter();
        tokens.map(|token| token.painted(self.colours())).collect()
    }

    fn sizes(&self) -> Option<Sizes> {
        Notation::sizes(self)
    }

    fn alphabet(&self) -> String {
        Notation::alphabet(self)
    }

    fn heaps(&self) -> Option<&dyn HeapRules> {
        Notation::heaps(self)
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        Notation::pairs(self)
    }

    fn heap_sizes(&self, position: &R::Position) -> Vec<u64> {
        Notation::heap_sizes(self, position)
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<R::Position> {
        Notation::with_heap_sizes(self, sizes)
    }
}
