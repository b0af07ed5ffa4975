//! What positions are worth in a sum. Values know neither rules nor graphs.

mod dyadic;
mod form;
mod loopy;
mod nimber;
mod notation;
mod thermograph;

pub use dyadic::{Bound, Dyadic};
pub(crate) use form::deeper;
pub use form::{Compact, Form, Forms, List};
pub use loopy::{LoopyNimber, ParseLoopyNimberError};
pub use nimber::{Mex, Nimber};
pub use thermograph::{Corner, Thermograph};
