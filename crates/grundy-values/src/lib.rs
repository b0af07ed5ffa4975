//! What positions are worth in a sum. Values know neither rules nor graphs.

use grundy_base::{limits, outcome, player, stack};

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
pub use theory::{BestMove, Orthodox, Reason, TheoryError, Uptimal};
pub use thermograph::{Corner, Thermograph};
