//! Checks that go beyond the grammar.

use std::collections::HashSet;

use super::tree::{Argument, AstArgument, AstExpr, AstParameter, AstStmt, Expr, Parameter, Stmt};
use crate::error::Error;

/// Checks statements: where they stand, and the parameters of functions.
pub(super) fn module(tree: &AstStmt) -> Result<(), Error> {
    statement(tree, false, false)?;
    let mut wrong = Ok(());
    tree.node.visit_expr(|child| {
        if wrong.is_ok() {
            wrong = expression(child);
        }
    });
    wrong
}

fn statement(stmt: &AstStmt, in_loop: bool, in_def: bool) -> Result<(), Error> {
    let message = match &stmt.node {
        Stmt::Def(def) => {
            parameters(&def.params)?;
            return statement(&def.body, false, true);
        }
        Stmt::For(for_) => return statement(&for_.body, true, in_def),
        Stmt::Break if !in_loop => "`break` cannot be used outside of a `for` loop",
        Stmt::Continue if !in_loop => "`continue` cannot be used outside of a `for` loop",
        Stmt::Return(_) if !in_def => "`return` cannot be used outside of a `def` function",
        other => {
            let mut wrong = Ok(());
            other.visit_stmt(|child| {
                if wrong.is_ok() {
                    wrong = statement(child, in_loop, in_def);
                }
            });
            return wrong;
        }
    };
    Err(Error::syntax(message, stmt.span))
}

fn expression(expr: &AstExpr) -> Result<(), Error> {
    if let Expr::Lambda(lambda) = &expr.node {
        parameters(&lambda.params)?;
    }
    let mut wrong = Ok(());
    expr.node.visit_expr(|child| {
        if wrong.is_ok() {
            wrong = expression(child);
        }
    });
    wrong
}

fn parameters(params: &[AstParameter]) -> Result<(), Error> {
    let mut names = HashSet::new();
    let (mut slash, mut star, mut stars, mut optional) = (false, false, false, false);
    for (index, param) in params.iter().enumerate() {
        let twice = param.node.name().is_some_and(|name| !names.insert(&name.node));
        let message = match &param.node {
            _ if twice => "duplicated parameter name",
            Parameter::Normal(..) if stars => "parameter after kwargs",
            Parameter::Normal(_, None) if optional && !star => {
                "positional parameter after non positional"
            }
            Parameter::Slash if index == 0 => "`/` cannot be first parameter",
            Parameter::Slash if slash || star || stars => "multiple `/` in parameters",
            Parameter::NoArgs | Parameter::Args(_) if star || stars => {
                "args parameter after another args or kwargs parameter"
            }
            Parameter::NoArgs => match params.get(index + 1).map(|next| &next.node) {
                None => "`*` parameter must not be last",
                Some(Parameter::Normal(..)) => "",
                Some(_) => "`*` must be followed by named parameter",
            },
            Parameter::KwArgs(_) if stars => "multiple kwargs dictionary in parameters",
            _ => "",
        };
        if !message.is_empty() {
            return Err(Error::syntax(message, param.span));
        }
        match &param.node {
            Parameter::Normal(_, default) => optional |= default.is_some(),
            Parameter::Slash => slash = true,
            Parameter::NoArgs | Parameter::Args(_) => star = true,
            Parameter::KwArgs(_) => stars = true,
        }
    }
    Ok(())
}

/// What is wrong with the order of the arguments of a call.
pub(super) fn arguments(arguments: &[AstArgument]) -> Option<Error> {
    let mut names = HashSet::new();
    let (mut named, mut star, mut stars) = (false, false, false);
    for argument in arguments {
        let message = match &argument.node {
            Argument::Positional(_) if named || star || stars => {
                "positional argument after non positional"
            }
            Argument::Positional(_) => continue,
            Argument::Named(..) if star || stars => "named argument after *args or **kwargs",
            Argument::Named(name, _) => {
                named = true;
                if names.insert(&name.node) {
                    continue;
                }
                "repeated named argument"
            }
            Argument::Args(_) if star || stars => "args array after another args or kwargs",
            Argument::Args(_) => {
                star = true;
                continue;
            }
            Argument::KwArgs(_) if stars => "multiple kwargs dictionary in arguments",
            Argument::KwArgs(_) => {
                stars = true;
                continue;
            }
        };
        return Some(Error::syntax(message, argument.span));
    }
    None
}
