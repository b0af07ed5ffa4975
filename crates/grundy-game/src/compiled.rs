//! Types of positions whose games are compiled in this crate, once for all rulesets that use them.
//!
//! Everything that a [`Game`] can do is compiled for each type of position, including solvers,
//! where the type is erased. A ruleset whose positions are [`Compiled`] leaves that to this crate:
//! an edit in its moves compiles its moves again, and no solver.

use super::{Game, Of};
use grundy_ruleset::Position;

/// Positions whose games are compiled in this crate.
pub trait Compiled: Position + 'static {
    /// Erases the type of the position.
    fn erase(of: Of<Self>) -> Box<dyn Game>;
}

impl<P: Compiled> Of<P> {
    /// The game, with the type of its positions erased.
    #[must_use]
    pub fn erased(self) -> Box<dyn Game> {
        P::erase(self)
    }
}

// The unit tests of this crate erase none of these types, and need not compile their solvers again.
#[cfg(not(test))]
mod positions {
    use super::{Compiled, Game, Of};
    use grundy_ruleset::board::heaps::Heaps;
    use grundy_ruleset::words::{Bytes, Words};

    macro_rules! compiled {
        ($($position:ty),+) => {$(
            impl Compiled for $position {
                // If it were inlined, all of it would be compiled where it is called.
                #[inline(never)]
                fn erase(of: Of<Self>) -> Box<dyn Game> {
                    Box::new(of)
                }
            }
        )+};
    }

    compiled!(Words<1>, Words<2>, Words<3>, Words<5>, Words<7>, Bytes, Heaps, u32);
}
