//! Finds the instances of a rule.

use grundy::Fault;

use super::Grounder;
use super::facts::{Facts, at};
use super::plan::{Plan, Value};
use crate::formula::{Formula, Rule};
use crate::terms::{Pattern, Term, Terms};

/// The rows that a join considers, for semi-naive evaluation. The atom at `new` matches
/// only rows found in the last round, atoms before it only older rows, and atoms after it
/// all rows.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) new: Option<usize>,
}

impl Window {
    fn rows(self, facts: &Facts, atom: usize, relation: usize) -> (usize, usize) {
        let relation = &facts.relations[relation];
        match self.new {
            Some(new) if atom == new => (relation.old, relation.now),
            Some(new) if atom < new => (0, relation.old),
            _ => (0, relation.now),
        }
    }
}

pub(super) struct Join<'a> {
    pub(super) grounder: &'a mut Grounder,
    pub(super) rule: &'a Rule,
    pub(super) plan: &'a Plan,
    pub(super) window: Window,
    pub(super) bound: Vec<Term>,
    /// The atoms of the rule that depend on the position.
    pub(super) kept: &'a [bool],
    /// The ground instance of each atom of the rule.
    pub(super) matched: Vec<Term>,
    pub(super) steps: usize,
    /// The heads of the instances found.
    pub(super) heads: &'a mut Vec<Term>,
}

impl Join<'_> {
    pub(super) fn run(&mut self) -> Result<(), Fault> {
        if !self.tests(&self.plan.tests) {
            return Ok(());
        }
        self.step(0)
    }

    fn tests(&self, tests: &[usize]) -> bool {
        let Grounder { terms, facts, .. } = &*self.grounder;
        tests.iter().all(|&test| holds(&self.rule.tests[test], &self.bound, terms, facts))
    }

    /// Counts a row that is looked at.
    fn count(&mut self) -> Result<(), Fault> {
        self.steps += 1;
        match self.steps.is_multiple_of(4096) {
            true => self.grounder.check(self.rule, self.heads.capacity() * size_of::<Term>()),
            false => Ok(()),
        }
    }

    fn step(&mut self, number: usize) -> Result<(), Fault> {
        let plan = self.plan;
        let Some(step) = plan.steps.get(number) else { return self.instance() };
        self.count()?;
        let (from, to) = self.window.rows(&self.grounder.facts, step.atom, step.relation);
        let Some((index, values)) = &step.by else {
            let pattern = &self.rule.atoms[step.atom];
            let atom = self.grounder.terms.known(pattern, &self.bound);
            let row = atom.and_then(|atom| self.grounder.facts.row(atom));
            let (Some(atom), Some(row)) = (atom, row) else { return Ok(()) };
            if row < from || row >= to {
                return Ok(());
            }
            self.matched[step.atom] = atom;
            return if self.tests(&step.tests) { self.step(number + 1) } else { Ok(()) };
        };
        let mut key = [0; 32];
        let long: Vec<Term>;
        let value = |value: &Value| match value {
            Value::Variable(variable) => self.bound[*variable],
            Value::Term(term) => *term,
        };
        let key = if values.len() <= key.len() {
            for (part, from) in key.iter_mut().zip(values) {
                *part = value(from);
            }
            &key[..values.len()]
        } else {
            long = values.iter().map(value).collect();
            &long
        };
        let rows = self.grounder.facts.look_up(step.relation, *index, key);
        // No index grows during a join, so that offsets into its rows stay valid.
        let mut next = rows.partition_point(|&row| (row as usize) < from);
        let count = rows.len();
        while next < count {
            let rows = self.grounder.facts.look_up(step.relation, *index, key);
            let row = rows[next] as usize;
            if row >= to {
                break;
            }
            next += 1;
            self.count()?;
            let facts = &self.grounder.facts;
            let atom = facts.relations[step.relation].rows[row];
            let terms = &self.grounder.terms;
            let mut fits = true;
            for (path, variable) in &step.binds {
                match at(terms, atom, path) {
                    Some(term) => self.bound[*variable] = term,
                    None => fits = false,
                }
            }
            fits = fits
                && step
                    .repeats
                    .iter()
                    .all(|(path, variable)| at(terms, atom, path) == Some(self.bound[*variable]));
            if fits && self.tests(&step.tests) {
                self.matched[step.atom] = atom;
                self.step(number + 1)?;
            }
        }
        Ok(())
    }

    fn instance(&mut self) -> Result<(), Fault> {
        if let Some(variable) = self.plan.unbound {
            return Err(self.grounder.unbound(self.rule, variable));
        }
        let Grounder { terms, instances, parts, .. } = &mut *self.grounder;
        let head = terms.instance(&self.rule.head, &self.bound);
        if terms.too_large(head) {
            return Err(self.grounder.endless(self.rule));
        }
        if let Some(instances) = instances {
            parts.clear();
            parts.extend([head, 0]);
            let kept = self.kept.iter().zip(&self.matched);
            parts.extend(kept.filter_map(|(kept, &atom)| kept.then_some(atom)));
            parts[2..].sort_unstable();
            dedup_behind(parts, 2);
            let positive = parts.len() - 2;
            parts[1] = positive as u32;
            for denied in &self.rule.denied {
                parts.push(terms.instance(denied, &self.bound));
            }
            parts[2 + positive..].sort_unstable();
            dedup_behind(parts, 2 + positive);
            let (asked, denied) = parts[2..].split_at(positive);
            if denied.iter().any(|atom| asked.binary_search(atom).is_ok()) {
                return Ok(());
            }
            instances.insert(parts);
        }
        self.heads.push(head);
        Ok(())
    }
}

/// Removes duplicates from the part of a list that begins at `from`, which is sorted.
fn dedup_behind(list: &mut Vec<u32>, from: usize) {
    let mut kept = from;
    for i in from..list.len() {
        if i == from || list[i] != list[kept - 1] {
            list[kept] = list[i];
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Whether a condition that does not depend on the position holds.
fn holds(test: &Formula, bound: &[Term], terms: &Terms, facts: &Facts) -> bool {
    match test {
        Formula::Atom { atom, holds } => {
            terms.known(atom, bound).is_some_and(|atom| facts.contains(atom)) == *holds
        }
        Formula::Equal { left, right, holds } => same(left, right, bound, terms) == *holds,
        Formula::All(parts) => parts.iter().all(|part| self::holds(part, bound, terms, facts)),
        Formula::Any(parts) => parts.iter().any(|part| self::holds(part, bound, terms, facts)),
    }
}

fn same(left: &Pattern, right: &Pattern, bound: &[Term], terms: &Terms) -> bool {
    match (left, right) {
        (Pattern::Compound(a, left), Pattern::Compound(b, right)) => {
            a == b
                && left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| same(left, right, bound, terms))
        }
        // A term that does not exist yet differs from every existing term.
        _ => match (terms.known(left, bound), terms.known(right, bound)) {
            (Some(left), Some(right)) => left == right,
            _ => false,
        },
    }
}
