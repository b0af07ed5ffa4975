//! The variables of the functions of a file.

use std::collections::HashMap;

use super::code::Capture;
use crate::syntax::{AstName, AstStmt, Stmt};

/// The variables of a function.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) names: HashMap<String, usize>,
    /// Variables of the open comprehensions, the innermost last.
    pub(super) inner: Vec<HashMap<String, usize>>,
    pub(super) slots: Vec<String>,
    pub(super) shared: Vec<usize>,
    captured: HashMap<String, usize>,
    pub(super) captures: Vec<Capture>,
    /// The level of the tree, and the deepest one.
    pub(super) level: usize,
    pub(super) deepest: usize,
}

impl Scope {
    pub(super) fn own(&self, name: &str) -> Option<usize> {
        let inner = self.inner.iter().rev().find_map(|names| names.get(name));
        inner.or_else(|| self.names.get(name)).copied()
    }

    /// A new variable.
    pub(super) fn slot(&mut self, name: &str) -> usize {
        self.slots.push(name.to_string());
        self.slots.len() - 1
    }
}

/// A variable as a function sees it.
#[derive(Clone, Copy)]
pub(super) enum Seen {
    Own(usize),
    Captured(usize),
}

/// The variables of the open functions, the innermost last; the first are variables of
/// comprehensions at the top level.
#[derive(Default)]
pub(super) struct Scopes(Vec<Scope>);

impl Scopes {
    pub(super) fn open(&mut self, scope: Scope) {
        self.0.push(scope);
    }

    pub(super) fn close(&mut self) -> Scope {
        self.0.pop().unwrap_or_default()
    }

    /// The scope of the innermost function.
    pub(super) fn last(&mut self) -> &mut Scope {
        if self.0.is_empty() {
            self.0.push(Scope::default());
        }
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    /// Finds a variable in the innermost function, or in the functions around it.
    pub(super) fn find(&mut self, name: &str) -> Option<Seen> {
        self.find_in(self.0.len().checked_sub(1)?, name)
    }

    fn find_in(&mut self, number: usize, name: &str) -> Option<Seen> {
        let scope = self.0.get(number)?;
        if let Some(slot) = scope.own(name) {
            return Some(Seen::Own(slot));
        }
        if let Some(&captured) = scope.captured.get(name) {
            return Some(Seen::Captured(captured));
        }
        let outer = number.checked_sub(1)?;
        let capture = match self.find_in(outer, name)? {
            Seen::Own(slot) => {
                let shared = &mut self.0[outer].shared;
                if !shared.contains(&slot) {
                    shared.push(slot);
                }
                Capture::Slot(slot)
            }
            Seen::Captured(captured) => Capture::Captured(captured),
        };
        let scope = &mut self.0[number];
        scope.captures.push(capture);
        scope.captured.insert(name.to_string(), scope.captures.len() - 1);
        Some(Seen::Captured(scope.captures.len() - 1))
    }

    /// All names of variables, beginning with the inner functions.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut all = Vec::new();
        for scope in self.0.iter().rev() {
            let mut names: Vec<&str> = scope.names.keys().map(String::as_str).collect();
            names.extend(scope.inner.iter().flat_map(HashMap::keys).map(String::as_str));
            names.sort_by_key(|name| scope.own(name));
            all.extend(names);
        }
        all
    }
}

/// The names that statements bind, without those of functions within them, each once.
pub(super) fn bound(statement: &AstStmt) -> Vec<String> {
    fn add(name: &AstName, names: &mut Vec<String>, seen: &mut HashMap<String, ()>) {
        if seen.insert(name.node.clone(), ()).is_none() {
            names.push(name.node.clone());
        }
    }
    fn all(statement: &AstStmt, names: &mut Vec<String>, seen: &mut HashMap<String, ()>) {
        match &statement.node {
            Stmt::Assign(target, _) | Stmt::AssignModify(target, ..) => {
                target.node.visit_lvalue(|name| add(name, names, seen));
            }
            Stmt::For(for_) => for_.var.node.visit_lvalue(|name| add(name, names, seen)),
            Stmt::Def(def) => {
                add(&def.name, names, seen);
                return;
            }
            _ => {}
        }
        statement.node.visit_stmt(|child| all(child, names, seen));
    }
    let mut names = Vec::new();
    all(statement, &mut names, &mut HashMap::new());
    names
}
