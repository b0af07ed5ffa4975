//! Converts expressions to clauses, and checks the uses of the keywords of GDL.

use std::ops::Range;

use grundy::{Fault, Source};

use crate::formula::{Clause, Formula};
use crate::parse::{Expression, Kind};
use crate::terms::{Functor, Pattern, Symbol, Terms};

/// The keywords of GDL that name relations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) role: Symbol,
    pub(crate) init: Symbol,
    pub(crate) true_: Symbol,
    pub(crate) does: Symbol,
    pub(crate) next: Symbol,
    pub(crate) legal: Symbol,
    pub(crate) goal: Symbol,
    pub(crate) terminal: Symbol,
}

impl Words {
    fn new(terms: &mut Terms) -> Self {
        Words {
            role: terms.symbol("role"),
            init: terms.symbol("init"),
            true_: terms.symbol("true"),
            does: terms.symbol("does"),
            next: terms.symbol("next"),
            legal: terms.symbol("legal"),
            goal: terms.symbol("goal"),
            terminal: terms.symbol("terminal"),
        }
    }
}

/// The clauses of a file.
pub(crate) struct Clauses {
    pub(crate) terms: Terms,
    pub(crate) words: Words,
    /// Each clause with the relation of its head. A fault in a clause matters only if the
    /// game needs that relation.
    pub(crate) all: Vec<(Functor, Result<Clause, Fault>)>,
}

/// Limits on the arguments of one term and on the conditions of one rule.
const MOST_ARGUMENTS: usize = 200;
const MOST_CONDITIONS: usize = 1000;

/// Converts the expressions of a file to clauses.
pub(crate) fn clauses(source: &Source, expressions: &[Expression]) -> Result<Clauses, Fault> {
    let mut terms = Terms::default();
    let words = Words::new(&mut terms);
    let mut all = Vec::with_capacity(expressions.len());
    for expression in expressions {
        let mut reader = Reader { source, terms: &mut terms, variables: Vec::new(), conditions: 0 };
        all.push(reader.clause(expression)?);
    }
    Ok(Clauses { terms, words, all })
}

struct Reader<'a> {
    source: &'a Source,
    terms: &'a mut Terms,
    variables: Vec<String>,
    /// The number of conditions of this rule so far.
    conditions: usize,
}

impl Reader<'_> {
    fn fault(&self, message: impl Into<String>, at: &Range<usize>) -> Fault {
        Fault::new(message).at(self.source, at.clone())
    }

    fn clause(&mut self, whole: &Expression) -> Result<(Functor, Result<Clause, Fault>), Fault> {
        let (head, conditions) = match &whole.kind {
            Kind::List(parts) if parts.first().and_then(Expression::name) == Some("<=") => {
                let [_, head, conditions @ ..] = &parts[..] else {
                    return Err(self.fault("this rule has no head", &whole.span));
                };
                (head, conditions)
            }
            _ => (whole, &[][..]),
        };
        let pattern = self.atom(head)?;
        let functor = pattern.functor(self.terms);
        let name = self.terms.name(functor.0);
        if matches!(name, "not" | "or" | "and" | "distinct" | "true" | "does" | "<=") {
            let message = format!("`{name}` cannot be the head of a rule");
            return Err(self.fault(message, &head.span));
        }
        let parts: Result<Vec<Formula>, Fault> =
            conditions.iter().map(|condition| self.formula(condition, true)).collect();
        let body = parts.map(Formula::All);
        let variables = std::mem::take(&mut self.variables);
        let clause =
            body.map(|body| Clause { head: pattern, body, variables, span: whole.span.clone() });
        Ok((functor, clause))
    }

    /// Reads a condition; if `holds` is false, its negation.
    fn formula(&mut self, expression: &Expression, holds: bool) -> Result<Formula, Fault> {
        self.conditions += 1;
        if self.conditions > MOST_CONDITIONS {
            let message = format!("this rule has more than {MOST_CONDITIONS} conditions");
            return Err(self.fault(message, &expression.span));
        }
        let (name, parts) = match &expression.kind {
            Kind::List(parts) => {
                (parts.first().and_then(Expression::name).unwrap_or_default(), &parts[..])
            }
            Kind::Name(name) => (name.as_str(), std::slice::from_ref(expression)),
        };
        match (name, &parts[parts.len().min(1)..]) {
            ("not", [inner]) => self.formula(inner, !holds),
            ("and" | "or", inner) => {
                let inner: Result<Vec<Formula>, Fault> =
                    inner.iter().map(|part| self.formula(part, holds)).collect();
                let inner = inner?;
                Ok(if (name == "and") == holds { Formula::All(inner) } else { Formula::Any(inner) })
            }
            ("distinct", [left, right]) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                Ok(Formula::Equal { left, right, holds: !holds })
            }
            ("not", other) => {
                let message = format!("`not` takes one condition, not {}", other.len());
                Err(self.fault(message, &expression.span))
            }
            ("distinct", other) => {
                let message = format!("`distinct` takes two terms, not {}", other.len());
                Err(self.fault(message, &expression.span))
            }
            ("<=" | "=>" | "<=>", _) => {
                let message = format!("`{name}` cannot stand in a condition");
                Err(self.fault(message, &expression.span))
            }
            _ => Ok(Formula::Atom { atom: self.atom(expression)?, holds }),
        }
    }

    /// A relation with its arguments.
    fn atom(&mut self, expression: &Expression) -> Result<Pattern, Fault> {
        if expression.name().is_some_and(|name| name.starts_with('?')) {
            let message = "a variable cannot stand for a condition";
            return Err(self.fault(message, &expression.span));
        }
        let atom = self.term(expression)?;
        let (symbol, given) = atom.functor(self.terms);
        let name = self.terms.name(symbol);
        let wanted = match name {
            "role" | "init" | "true" | "next" | "base" => 1,
            "does" | "legal" | "goal" | "input" => 2,
            "terminal" => 0,
            _ => return Ok(atom),
        };
        if given != wanted {
            let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
            return Err(self.fault(message, &expression.span));
        }
        Ok(atom)
    }

    fn term(&mut self, expression: &Expression) -> Result<Pattern, Fault> {
        let parts = match &expression.kind {
            Kind::Name(name) if name.starts_with('?') => {
                let known = self.variables.iter().position(|variable| variable == name);
                return Ok(Pattern::Variable(known.unwrap_or_else(|| {
                    self.variables.push(name.clone());
                    self.variables.len() - 1
                })));
            }
            Kind::Name(name) => {
                let symbol = self.terms.symbol(name);
                return Ok(Pattern::Ground(self.terms.make(&[symbol])));
            }
            Kind::List(parts) => parts,
        };
        let Some((functor, arguments)) = parts.split_first() else {
            return Err(self.fault("nothing stands in these parentheses", &expression.span));
        };
        let name = match functor.name() {
            Some(name) if !name.starts_with('?') => name,
            Some(_) => return Err(self.fault("a variable takes no arguments", &functor.span)),
            None => return Err(self.fault("a name should stand here", &functor.span)),
        };
        if arguments.len() > MOST_ARGUMENTS {
            let message = format!("`{name}` has more than {MOST_ARGUMENTS} arguments");
            return Err(self.fault(message, &expression.span));
        }
        let symbol = self.terms.symbol(name);
        let arguments: Result<Vec<Pattern>, Fault> =
            arguments.iter().map(|argument| self.term(argument)).collect();
        let arguments = arguments?;
        Ok(Pattern::new(symbol, arguments, self.terms))
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_string(),
        1 => "one argument".to_string(),
        2 => "two arguments".to_string(),
        _ => format!("{count} arguments"),
    }
}
