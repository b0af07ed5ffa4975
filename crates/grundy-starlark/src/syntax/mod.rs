//! From the text of a file to its tree.

mod check;
mod expressions;
mod lexer;
mod parser;
mod strings;
mod token;
mod tree;
mod visit;

use crate::error::Error;
pub use crate::span::Span;
pub use tree::{
    Argument, AstArgument, AstExpr, AstName, AstParameter, AstStmt, AstTarget, BinOp, Clause, Def,
    Expr, For, ForClause, Lambda, Literal, Parameter, Piece, Spanned, Stmt, Target,
};
pub use visit::Visit;

/// The most digits of an integer that is read: more take too long.
pub(crate) const MOST_DIGITS: usize = 100_000;

/// The stack that reading a file, or finding what its names mean, may take: some hundred bytes for a
/// level of the tree.
pub(crate) const STACK: usize = 8 << 20;

/// Reads a file: Starlark with `def`, `lambda`, format strings, and statements of any kind at the
/// top level, but without `load`. Types are read and ignored. Brackets within each other, and
/// operators behind each other, take stack.
///
/// # Errors
///
/// The first error, and where it is.
pub fn parse(text: &str) -> Result<AstStmt, Error> {
    stacker::maybe_grow(STACK, 2 * STACK, || {
        let tree = parser::Parser::new(text).module()?;
        check::module(&tree)?;
        Ok(tree)
    })
}
