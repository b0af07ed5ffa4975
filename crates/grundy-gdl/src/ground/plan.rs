//! The order in which the atoms of a rule are joined.

use std::collections::HashSet;

use super::facts::{Facts, Path, Signature, at};
use crate::formula::{Formula, Rule};
use crate::terms::{Pattern, Term, Terms};

/// The source of a value in the key of an index.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Variable(usize),
    Term(Term),
}

/// The join with one atom of a rule, after the atoms of the earlier steps.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The index of the atom in the rule.
    pub(super) atom: usize,
    pub(super) relation: usize,
    /// The index and the key for the lookup; none if all its variables are bound, as the
    /// atom is then a ground term.
    pub(super) by: Option<(usize, Vec<Value>)>,
    /// The variables that it binds, with their paths.
    pub(super) binds: Vec<(Path, usize)>,
    /// Further occurrences of these variables, which must have equal values.
    pub(super) repeats: Vec<(Path, usize)>,
    /// The tests that can be evaluated after this step but not before.
    pub(super) tests: Vec<usize>,
}

/// A join plan: the order in which the instances of a rule are found.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The tests without variables, which are evaluated first.
    pub(super) tests: Vec<usize>,
    pub(super) steps: Vec<Step>,
    /// A variable that no atom binds.
    pub(super) unbound: Option<usize>,
    /// The number of atoms known when the plan was made.
    pub(super) rows: usize,
}

/// The number of atoms of the relations of a rule.
pub(super) fn rows(facts: &Facts, relations: &[usize]) -> usize {
    relations.iter().map(|&relation| facts.relations[relation].rows.len()).sum()
}

/// Makes a plan greedily. It begins with the atom `first`, if given, and then always
/// takes the atom with the fewest matches, as estimated from a sample.
pub(super) fn plan(
    rule: &Rule,
    variables: usize,
    relations: &[usize],
    first: Option<usize>,
    terms: &Terms,
    facts: &mut Facts,
) -> Plan {
    let mut bound = vec![false; variables];
    let mut open: Vec<usize> = (0..rule.atoms.len()).collect();
    let samples: Vec<Sample> = (rule.atoms.iter().zip(relations))
        .map(|(atom, &relation)| Sample::new(atom, &facts.relations[relation].rows, terms))
        .collect();
    let mut tested = vec![false; rule.tests.len()];
    let tests = ready(&rule.tests, &mut tested, &bound);
    let mut steps = Vec::new();
    while !open.is_empty() {
        let cost = |&atom: &usize| samples[atom].rows(&bound);
        let next = match first {
            Some(first) if steps.is_empty() => open.iter().position(|&atom| atom == first),
            _ => (0..open.len()).min_by(|&a, &b| cost(&open[a]).total_cmp(&cost(&open[b]))),
        };
        let atom = open.remove(next.unwrap_or_default());
        let mut step = step(&rule.atoms[atom], atom, relations[atom], &mut bound, terms, facts);
        step.tests = ready(&rule.tests, &mut tested, &bound);
        steps.push(step);
    }
    let free = |variable: usize| !bound[variable];
    let mut unbound = rule.head.variable(free);
    for denied in &rule.denied {
        unbound = unbound.or_else(|| denied.variable(free));
    }
    for test in &rule.tests {
        test.each_variable(&mut |variable| {
            if free(variable) {
                unbound = unbound.or(Some(variable));
            }
        });
    }
    Plan { tests, steps, unbound, rows: rows(facts, relations) }
}

/// The tests without free variables that were not evaluated before.
fn ready(tests: &[Formula], tested: &mut [bool], bound: &[bool]) -> Vec<usize> {
    let mut ready = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        let mut closed = !tested[number];
        test.each_variable(&mut |variable| closed &= bound[variable]);
        if closed {
            tested[number] = true;
            ready.push(number);
        }
    }
    ready
}

/// Makes the step of an atom, and marks its variables as bound.
fn step(
    atom: &Pattern,
    number: usize,
    relation: usize,
    bound: &mut [bool],
    terms: &Terms,
    facts: &mut Facts,
) -> Step {
    let mut step = Step {
        atom: number,
        relation,
        by: None,
        binds: Vec::new(),
        repeats: Vec::new(),
        tests: Vec::new(),
    };
    if atom.variable(|variable| !bound[variable]).is_none() {
        return step;
    }
    let (mut signature, mut values) = (Signature::default(), Vec::new());
    walk(atom, &mut Vec::new(), &mut |path, part| match part {
        Pattern::Compound(symbol, arguments) if !path.is_empty() => {
            signature.functors.push((path.to_vec(), *symbol, arguments.len()));
        }
        Pattern::Compound(..) => {}
        Pattern::Ground(term) => {
            signature.keys.push(path.to_vec());
            values.push(Value::Term(*term));
        }
        Pattern::Variable(variable) if bound[*variable] => {
            signature.keys.push(path.to_vec());
            values.push(Value::Variable(*variable));
        }
        Pattern::Variable(variable) => {
            let known = step.binds.iter().any(|(_, bound)| bound == variable);
            let list = if known { &mut step.repeats } else { &mut step.binds };
            list.push((path.to_vec(), *variable));
        }
    });
    step.by = Some((facts.index(terms, relation, &signature), values));
    for &(_, variable) in &step.binds {
        bound[variable] = true;
    }
    step
}

/// Calls `see` for every part of a pattern, with its path. Ground terms are not entered.
fn walk(pattern: &Pattern, path: &mut Path, see: &mut impl FnMut(&Path, &Pattern)) {
    see(path, pattern);
    if let Pattern::Compound(_, arguments) = pattern {
        for (number, argument) in arguments.iter().enumerate() {
            path.push(number as u8);
            walk(argument, path, see);
            path.pop();
        }
    }
}

/// Estimates of the number of atoms that fit a pattern, and of the number of distinct
/// subterms at the place of each variable and ground term.
struct Sample {
    rows: f64,
    places: Vec<(Option<usize>, f64)>,
}

impl Sample {
    fn new(atom: &Pattern, rows: &[Term], terms: &Terms) -> Self {
        /// The size of the sample.
        const SIZE: usize = 200;
        let (mut signature, mut leaves) = (Signature::default(), Vec::new());
        walk(atom, &mut Vec::new(), &mut |path, part| match part {
            Pattern::Compound(symbol, arguments) if !path.is_empty() => {
                signature.functors.push((path.clone(), *symbol, arguments.len()));
            }
            Pattern::Compound(..) => {}
            Pattern::Ground(_) => leaves.push((path.clone(), None)),
            Pattern::Variable(variable) => leaves.push((path.clone(), Some(*variable))),
        });
        let looked = rows.len().clamp(1, SIZE);
        let sample = (0..rows.len().min(SIZE)).map(|i| rows[i * rows.len() / looked]);
        let sample: Vec<Term> = sample.filter(|&row| signature.fits(terms, row)).collect();
        let rows = sample.len() as f64 * rows.len() as f64 / looked as f64;
        let places = leaves.into_iter().map(|(path, variable)| {
            let different: HashSet<Term> =
                sample.iter().filter_map(|&row| at(terms, row, &path)).collect();
            let count = different.len() as f64;
            // If most values in the sample are distinct, so are most of all values.
            let scaled = 2 * different.len() > sample.len();
            let all = if scaled { count * rows / sample.len() as f64 } else { count };
            (variable, all.max(1.0))
        });
        Sample { rows, places: places.collect() }
    }

    /// The expected number of matches when these variables are bound.
    fn rows(&self, bound: &[bool]) -> f64 {
        let known = |place: &&(Option<usize>, f64)| place.0.is_none_or(|variable| bound[variable]);
        let kept = self.places.iter().filter(known).map(|place| place.1).product::<f64>();
        self.rows / kept
    }
}
