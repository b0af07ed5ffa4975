//! Values of combinatorial games: what a game is worth in a sum of games.
//!
//! Two players, Left and Right, move in turn; who cannot move loses. Games are added by
//! playing them side by side, and two games are equal if they can replace each other in
//! every sum. This crate computes with games up to equality. It knows no rules: a game is
//! given by its options.
//!
//! # Which type for which games
//!
//! | games | type | what it computes |
//! | --- | --- | --- |
//! | numbers | [`Dyadic`] | fractions with a power of two below, of any size; the simplest number between two |
//! | impartial | [`Nimber`], [`Mex`] | sums, the minimum excludant; [`nim_product`] and [`nim_inverse`] |
//! | impartial, where play may go on for ever | [`LoopyNimber`] | Smith–Fraenkel values |
//! | short, also partizan | [`Forms`], with a [`Form`] for each game | canonical forms, sums, negatives, multiples, comparison, stops, birthdays; their notation |
//! | the same, their theory | methods of [`Forms`] | temperature, mean, [`Thermograph`], cooling and heating, atomic weight, [`Uptimal`] expansions, products, best moves |
//! | loopy and partizan | [`LoopyGraph`], [`Stopper`], [`Sided`] | canonical forms of stoppers; onside and offside, sums, comparison, the degree of loopiness |
//! | impartial, under misère play | [`MisereForms`], [`Genus`] | misère canonical forms, sums, genus, tame and wild games |
//!
//! Canonical forms are kept in an arena: [`Forms`] holds each form once, and a [`Form`] is its
//! number there, so that equal games are equal numbers. Everything that may take long or much
//! memory heeds [`Limits`] and returns [`Stopped`] where one is reached.
//!
//! # Examples
//!
//! Canonical forms, and sums of them:
//!
//! ```
//! use grundy_values::{Dyadic, Form, Forms, Limits, Outcome};
//!
//! let mut forms = Forms::new(Limits::default());
//! let star = forms.canonical([Form::ZERO], [Form::ZERO])?;
//! let up = forms.canonical([Form::ZERO], [star])?;
//! assert_eq!(forms.print(up)?, "^");
//!
//! // ↑ is positive, and less than every positive number.
//! let small = forms.number(Dyadic::new(1, 10))?;
//! assert_eq!(forms.outcome(up)?, Outcome::L);
//! assert!(forms.at_most(up, small)?);
//!
//! // Equal games are one form: * + * = 0.
//! assert_eq!(forms.sum(star, star)?, Form::ZERO);
//! let sum = forms.sum_all([up, up, star])?;
//! assert_eq!(forms.print(sum)?, "^^*");
//! # Ok::<(), grundy_values::Stopped>(())
//! ```
//!
//! Comparison: two games may be less, equal, greater, or confused.
//!
//! ```
//! use std::cmp::Ordering;
//!
//! use grundy_values::{Form, Forms, Limits};
//!
//! let mut forms = Forms::new(Limits::default());
//! let star = forms.nimber(1)?;
//! let up = forms.canonical([Form::ZERO], [star])?;
//! assert_eq!(forms.compare(up, Form::ZERO)?, Some(Ordering::Greater));
//! assert_eq!(forms.compare(up, star)?, None);
//! # Ok::<(), grundy_values::Stopped>(())
//! ```
//!
//! A hot game: its mean, its temperature, and the walls of its thermograph.
//!
//! ```
//! use grundy_values::{Dyadic, Forms, Limits, Player};
//!
//! let mut forms = Forms::new(Limits::default());
//! let (five, one) = (forms.number(5.into())?, forms.number(1.into())?);
//! let switch = forms.canonical([five], [one])?;
//! assert_eq!(forms.mean(switch)?, 3.into());
//! assert_eq!(forms.temperature(switch)?, 2.into());
//! let thermograph = forms.thermograph(switch)?;
//! assert_eq!(thermograph.stop(Player::Left, &Dyadic::from(1)), 4.into());
//! # Ok::<(), grundy_values::Stopped>(())
//! ```
//!
//! A loopy game, given by its graph: over = {0 | over} is a stopper.
//!
//! ```
//! use grundy_values::{Forms, Limits, LoopyGraph, Player, Stopper};
//!
//! let mut graph = LoopyGraph::default();
//! let (over, zero) = (graph.add(), graph.add());
//! graph.add_option(over, Player::Left, zero);
//! graph.add_option(over, Player::Right, over);
//!
//! let mut forms = Forms::new(Limits::default());
//! assert_eq!(Stopper::new(&graph, &mut forms)?, Some(Stopper::over()));
//! # Ok::<(), grundy_values::Stopped>(())
//! ```
//!
//! Misère play: *2 + *2 is no longer 0, but still won by the second player.
//!
//! ```
//! use grundy_values::{Limits, MisereForm, MisereForms};
//!
//! let limits = Limits::default();
//! let mut forms = MisereForms::default();
//! let two = forms.nimber(2, &limits)?;
//! let sum = forms.sum(two, two, &limits)?;
//! assert_ne!(sum, MisereForm::ZERO);
//! assert!(forms.is_p_position(sum));
//! assert_eq!(forms.genus(sum).to_string(), "0^02");
//! # Ok::<(), grundy_values::Stopped>(())
//! ```
//!
//! Books: Berlekamp, Conway and Guy, *Winning Ways*; Conway, *On Numbers and Games*;
//! Siegel, *Combinatorial Game Theory*. Each method names the theorem that it rests on.

mod dyadic;
mod form;
mod loopy;
mod misere;
mod nim_product;
mod nimber;
mod notation;
mod stopper;
mod theory;
mod thermograph;

pub use dyadic::{Bound, Dyadic};
pub use form::{Compact, Exchange, Form, Forms, Link, List, Passed};
pub use loopy::{LoopyNimber, ParseLoopyNimberError};
pub use misere::{Genus, MisereForm, MisereForms, Wildness};
pub use nim_product::{nim_inverse, nim_product};
pub use nimber::{Mex, Nimber};
pub use notation::MOST_POWERS;
pub use stopper::{LoopyGraph, Sided, Stopper};
pub use theory::{BestMove, Orthodox, Reason, Simplification, TheoryError, Uptimal};
pub use thermograph::{Corner, Thermograph};

pub use grundy_base::{ByPlayer, Fate, Limits, Outcome, Player, Progress, Stopped};
pub use num_bigint::BigInt;
