//! Visits the parts of a tree.

use super::tree::{
    Argument, AstExpr, AstName, AstParameter, AstStmt, Clause, Expr, ForClause, Parameter, Piece,
    Stmt, Target,
};

/// A part of a statement.
pub enum Visit<'a> {
    /// A statement within it.
    Stmt(&'a AstStmt),
    /// An expression of it.
    Expr(&'a AstExpr),
}

impl Stmt {
    /// Visits the statements and expressions that are directly in this one, in their order.
    pub fn visit_children<'a>(&'a self, mut visit: impl FnMut(Visit<'a>)) {
        let visit = &mut visit as &mut dyn FnMut(Visit<'a>);
        match self {
            Stmt::Break | Stmt::Continue | Stmt::Pass | Stmt::Return(None) => {}
            Stmt::Return(Some(value)) | Stmt::Expression(value) => visit(Visit::Expr(value)),
            Stmt::Assign(target, value) => {
                target.node.visit_expr(&mut |part| visit(Visit::Expr(part)));
                visit(Visit::Expr(value));
            }
            Stmt::AssignModify(target, _, value) => {
                target.node.visit_expr(&mut |part| visit(Visit::Expr(part)));
                visit(Visit::Expr(value));
            }
            Stmt::Statements(all) => all.iter().for_each(|one| visit(Visit::Stmt(one))),
            Stmt::If(condition, then) => {
                visit(Visit::Expr(condition));
                visit(Visit::Stmt(then));
            }
            Stmt::IfElse(condition, branches) => {
                visit(Visit::Expr(condition));
                visit(Visit::Stmt(&branches.0));
                visit(Visit::Stmt(&branches.1));
            }
            Stmt::For(for_) => {
                for_.var.node.visit_expr(&mut |part| visit(Visit::Expr(part)));
                visit(Visit::Expr(&for_.over));
                visit(Visit::Stmt(&for_.body));
            }
            Stmt::Def(def) => {
                defaults(&def.params, &mut |part| visit(Visit::Expr(part)));
                visit(Visit::Stmt(&def.body));
            }
        }
    }

    /// Visits the statements that are directly in this one.
    pub fn visit_stmt<'a>(&'a self, mut visit: impl FnMut(&'a AstStmt)) {
        self.visit_children(|child| {
            if let Visit::Stmt(child) = child {
                visit(child);
            }
        });
    }

    /// Visits the expressions of this statement and of the statements within it, but not those
    /// within expressions.
    pub fn visit_expr<'a>(&'a self, mut visit: impl FnMut(&'a AstExpr)) {
        fn all<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a AstExpr)) {
            stmt.visit_children(|child| match child {
                Visit::Stmt(child) => all(&child.node, visit),
                Visit::Expr(child) => visit(child),
            });
        }
        all(self, &mut visit);
    }
}

impl Expr {
    /// Visits the expressions that are directly in this one.
    pub fn visit_expr<'a>(&'a self, mut visit: impl FnMut(&'a AstExpr)) {
        let visit = &mut visit as &mut dyn FnMut(&'a AstExpr);
        match self {
            Expr::Tuple(items) | Expr::List(items) => items.iter().for_each(visit),
            Expr::Dot(value, _)
            | Expr::Not(value)
            | Expr::Minus(value)
            | Expr::Plus(value)
            | Expr::BitNot(value) => visit(value),
            Expr::Call(function, arguments) => {
                visit(function);
                arguments.iter().for_each(|argument| visit(argument.node.value()));
            }
            Expr::Index(pair) => [&pair.0, &pair.1].into_iter().for_each(visit),
            Expr::Slice(value, bounds) => {
                visit(value);
                bounds.iter().flatten().for_each(|bound| visit(bound));
            }
            Expr::Identifier(_) | Expr::Literal(_) => {}
            Expr::Lambda(lambda) => {
                defaults(&lambda.params, visit);
                visit(&lambda.body);
            }
            Expr::Op(left, _, right) => [&**left, &**right].into_iter().for_each(visit),
            Expr::If(three) => [&three.0, &three.1, &three.2].into_iter().for_each(visit),
            Expr::Dict(entries) => entries.iter().for_each(|(key, value)| {
                visit(key);
                visit(value);
            }),
            Expr::ListComprehension(item, first, others) => {
                clauses(first, others, visit);
                visit(item);
            }
            Expr::DictComprehension(entry, first, others) => {
                clauses(first, others, visit);
                visit(&entry.0);
                visit(&entry.1);
            }
            Expr::FString(pieces) => pieces.iter().for_each(|piece| match piece {
                Piece::Text(_) => {}
                Piece::Str(value) | Piece::Repr(value) => visit(value),
            }),
        }
    }
}

impl Target {
    /// Visits the names that are assigned to.
    pub fn visit_lvalue<'a>(&'a self, mut visit: impl FnMut(&'a AstName)) {
        fn all<'a>(target: &'a Target, visit: &mut dyn FnMut(&'a AstName)) {
            match target {
                Target::Tuple(items) => items.iter().for_each(|item| all(&item.node, visit)),
                Target::Index(_) | Target::Dot(..) => {}
                Target::Identifier(name) => visit(name),
            }
        }
        all(self, &mut visit);
    }

    /// Visits the expressions that are evaluated to find the place.
    pub(crate) fn visit_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a AstExpr)) {
        match self {
            Target::Tuple(items) => items.iter().for_each(|item| item.node.visit_expr(visit)),
            Target::Index(pair) => {
                visit(&pair.0);
                visit(&pair.1);
            }
            Target::Dot(value, _) => visit(value),
            Target::Identifier(_) => {}
        }
    }
}

impl Argument {
    /// The value that is given.
    #[must_use]
    pub fn value(&self) -> &AstExpr {
        match self {
            Argument::Positional(value)
            | Argument::Named(_, value)
            | Argument::Args(value)
            | Argument::KwArgs(value) => value,
        }
    }
}

impl Parameter {
    /// The name, unless it is a mark.
    #[must_use]
    pub fn name(&self) -> Option<&AstName> {
        match self {
            Parameter::Normal(name, _) | Parameter::Args(name) | Parameter::KwArgs(name) => {
                Some(name)
            }
            Parameter::Slash | Parameter::NoArgs => None,
        }
    }
}

fn defaults<'a>(params: &'a [AstParameter], visit: &mut dyn FnMut(&'a AstExpr)) {
    for param in params {
        if let Parameter::Normal(_, Some(default)) = &param.node {
            visit(default);
        }
    }
}

fn clauses<'a>(first: &'a ForClause, others: &'a [Clause], visit: &mut dyn FnMut(&'a AstExpr)) {
    first.var.node.visit_expr(visit);
    visit(&first.over);
    for clause in others {
        match clause {
            Clause::For(clause) => {
                clause.var.node.visit_expr(visit);
                visit(&clause.over);
            }
            Clause::If(condition) => visit(condition),
        }
    }
}
