//! What positions are worth in a sum. Values know neither rules nor graphs.

mod loopy;
mod nimber;

pub use loopy::{LoopyNimber, ParseLoopyNimberError};
pub use nimber::{Mex, Nimber};
