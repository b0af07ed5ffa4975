//! Games stated in the Game Description Language (GDL) of General Game Playing:
//! Love, Hinrichs, Haley, Schkufza and Genesereth, *General Game Playing: Game
//! Description Language Specification*, Stanford 2006.
//!
//! ```
//! use grundy::stated::Statement;
//!
//! let game = grundy_gdl::load("flip.kif", "
//!     (role heads) (role tails)
//!     (init up)
//!     (<= (legal heads flip) (true up)) (<= (legal heads noop) (not (true up)))
//!     (legal tails noop)
//!     (<= (next done) (does heads flip))
//!     (<= terminal (true done))
//!     (goal heads 100) (goal tails 0)
//! ").unwrap();
//! assert_eq!(game.name(), "flip");
//! assert_eq!(game.summary().roles, ["heads", "tails"]);
//! ```
//!
//! The stages of reading a file:
//!
//! ```text
//! text ──parse──▶ expressions ──check──▶ clauses ──strata──▶ rules
//!      ──ground──▶ rules without variables ──net──▶ gates ──lanes──▶ programs
//! ```
//!
//! A position is the set of facts that are true, one bit each. Facts that never change
//! have no bit. A program evaluates 256 positions at a time: which moves are legal, which
//! facts are true next, whether play is over, and which goals are reached.
//!
//! The first role that the file names is Left, the second is Right. In each position only
//! one of them may have a choice; it is then that player's turn. A step counter is part
//! of the position like any other fact, so a game that counts its steps never repeats a position.
//!
//! Each gain of one player must be a loss of the other. With [`Goals::Higher`], written
//! `NAME(higher)`, the player with the higher goal wins, even if a role has no legal move and the
//! file does not say that play is over.

mod check;
mod draw;
mod formula;
mod game;
mod ground;
mod lanes;
mod limits;
mod net;
mod order;
mod parse;
mod position;
mod rules;
mod slices;
mod strata;
mod terms;

pub use game::{GdlGame, Goals, Summary};
pub use limits::Limits;

use grundy::{Fault, Source};

/// Reads a game. `file` is the name of the file as the user gave it.
///
/// # Errors
///
/// If the text is not a turn-based game of two players, as far as can be checked before
/// play, or if reading it exceeds the default [`Limits`].
pub fn load(file: &str, text: &str) -> Result<GdlGame, Fault> {
    load_with(file, text, Limits::default())
}

/// As [`load`], with other limits.
///
/// # Errors
///
/// As [`load`].
pub fn load_with(file: &str, text: &str, limits: Limits) -> Result<GdlGame, Fault> {
    let budget = limits::Budget::new(limits);
    let source = Source { file: file.to_string(), text: text.to_string() };
    let expressions = parse::parse(text).map_err(|misread| misread.fault(&source))?;
    let clauses = check::clauses(&source, &expressions)?;
    let strata = strata::strata(&source, clauses)?;
    let mut ground = ground::ground(&source, strata, budget)?;
    let net = net::net(&source, &mut ground, budget)?;
    let rules = rules::GroundRules::new(&ground, &net);
    Ok(GdlGame::new(source, rules, ground.instances.len()))
}
