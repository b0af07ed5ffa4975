//! The bodies of rules: formulas, and their disjunctive normal forms.

use std::ops::Range;

use crate::terms::{Functor, Pattern, Terms};

/// A condition in negation normal form: only atoms and equalities are negated.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    /// Whether a relation holds of some terms.
    Atom {
        atom: Pattern,
        holds: bool,
    },
    /// Whether two terms are the same.
    Equal {
        left: Pattern,
        right: Pattern,
        holds: bool,
    },
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

impl Formula {
    /// Calls `seen` for every atom, with whether it must hold.
    pub(crate) fn each_atom(&self, seen: &mut impl FnMut(&Pattern, bool)) {
        match self {
            Formula::Atom { atom, holds } => seen(atom, *holds),
            Formula::Equal { .. } => {}
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.each_atom(seen));
            }
        }
    }

    pub(crate) fn each_variable(&self, seen: &mut impl FnMut(usize)) {
        match self {
            Formula::Atom { atom, .. } => atom.each_variable(seen),
            Formula::Equal { left, right, .. } => {
                left.each_variable(seen);
                right.each_variable(seen);
            }
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.each_variable(seen));
            }
        }
    }

    fn substitute(&mut self, variable: usize, by: &Pattern, terms: &mut Terms) {
        match self {
            Formula::Atom { atom, .. } => atom.substitute(variable, by, terms),
            Formula::Equal { left, right, .. } => {
                left.substitute(variable, by, terms);
                right.substitute(variable, by, terms);
            }
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter_mut().for_each(|part| part.substitute(variable, by, terms));
            }
        }
    }
}

/// A rule of the file, or a fact.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) head: Pattern,
    pub(crate) body: Formula,
    /// The names of its variables.
    pub(crate) variables: Vec<String>,
    /// Its bytes in the file.
    pub(crate) span: Range<usize>,
}

/// A rule whose body is a conjunction: its head holds if all of `atoms` hold, none of
/// `denied` holds, and all `tests` pass. Only tests may contain alternatives.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Pattern,
    pub(crate) atoms: Vec<Pattern>,
    pub(crate) denied: Vec<Pattern>,
    /// Conditions that do not depend on the position.
    pub(crate) tests: Vec<Formula>,
    /// The clause that it is from.
    pub(crate) clause: usize,
}

/// The expansion of a clause is too large.
pub(crate) struct TooMany;

/// Limit on the conditions that the expansion of one clause makes.
const MOST: usize = 100_000;

/// The rules that a clause expands to, one for each conjunction of its disjunctive normal form.
/// `fixed` tells whether a relation does not depend on the position.
pub(crate) fn rules(
    clause: &Clause,
    number: usize,
    terms: &mut Terms,
    fixed: &dyn Fn(Functor) -> bool,
) -> Result<Vec<Rule>, TooMany> {
    let mut rules = Vec::new();
    let mut open = vec![vec![clause.body.clone()]];
    let mut made = 0;
    while let Some(parts) = open.pop() {
        let mut conjunction = Vec::new();
        flatten(parts, &mut conjunction);
        let mut bound = vec![false; clause.variables.len()];
        for part in &conjunction {
            if let Formula::Atom { atom, holds: true } = part {
                atom.each_variable(&mut |variable| bound[variable] = true);
            }
        }
        let alternative = conjunction.iter().position(|part| {
            matches!(part, Formula::Any(_)) && !is_test(part, &bound, terms, fixed)
        });
        let Some(at) = alternative else {
            rules.extend(rule(clause, number, conjunction, terms, fixed));
            continue;
        };
        let Formula::Any(alternatives) = conjunction.swap_remove(at) else { continue };
        made += alternatives.len() * (conjunction.len() + 1);
        if made > MOST {
            return Err(TooMany);
        }
        // `open` is a stack, so the alternatives are pushed in reverse, to be expanded in order.
        for alternative in alternatives.into_iter().rev() {
            let mut parts = conjunction.clone();
            parts.push(alternative);
            open.push(parts);
        }
    }
    Ok(rules)
}

/// Whether a part is a test: it binds no variable and does not depend on the position.
/// Such alternatives are evaluated as they are, not expanded to rules.
fn is_test(part: &Formula, bound: &[bool], terms: &Terms, fixed: &dyn Fn(Functor) -> bool) -> bool {
    let mut test = true;
    part.each_variable(&mut |variable| test &= bound[variable]);
    part.each_atom(&mut |atom, _| test &= fixed(atom.functor(terms)));
    test
}

fn flatten(parts: Vec<Formula>, into: &mut Vec<Formula>) {
    for part in parts {
        match part {
            Formula::All(parts) => flatten(parts, into),
            Formula::Any(mut parts) if parts.len() == 1 => {
                flatten(parts.pop().into_iter().collect(), into);
            }
            part => into.push(part),
        }
    }
}

/// The rule of a conjunction; none if its equalities cannot be unified.
fn rule(
    clause: &Clause,
    number: usize,
    mut conjunction: Vec<Formula>,
    terms: &mut Terms,
    fixed: &dyn Fn(Functor) -> bool,
) -> Option<Rule> {
    let mut head = clause.head.clone();
    let is_equal = |part: &Formula| matches!(part, Formula::Equal { holds: true, .. });
    while let Some(at) = conjunction.iter().position(is_equal) {
        let Formula::Equal { left, right, .. } = conjunction.swap_remove(at) else { continue };
        match (left, right) {
            (left, right) if left == right => {}
            (Pattern::Variable(variable), other) | (other, Pattern::Variable(variable)) => {
                if other.variable(|inner| inner == variable).is_some() {
                    return None;
                }
                head.substitute(variable, &other, terms);
                for part in &mut conjunction {
                    part.substitute(variable, &other, terms);
                }
            }
            (left, right) => {
                if left.functor(terms) != right.functor(terms) {
                    return None;
                }
                let pairs = arguments(left, terms).into_iter().zip(arguments(right, terms));
                let equal = |(left, right)| Formula::Equal { left, right, holds: true };
                conjunction.extend(pairs.map(equal));
            }
        }
    }
    let mut rule = Rule { head, atoms: vec![], denied: vec![], tests: vec![], clause: number };
    for part in conjunction {
        match part {
            Formula::Atom { atom, holds: true } if rule.atoms.contains(&atom) => {}
            Formula::Atom { atom, holds: true } => rule.atoms.push(atom),
            Formula::Atom { atom, holds: false } if !fixed(atom.functor(terms)) => {
                rule.denied.push(atom);
            }
            part => rule.tests.push(part),
        }
    }
    Some(rule)
}

fn arguments(pattern: Pattern, terms: &Terms) -> Vec<Pattern> {
    match pattern {
        Pattern::Compound(_, arguments) => arguments,
        Pattern::Ground(term) => {
            terms.arguments(term).iter().map(|&a| Pattern::Ground(a)).collect()
        }
        Pattern::Variable(_) => Vec::new(),
    }
}
