//! The dependency graph of relations: the relations that a game needs, those that depend on the
//! position or on the moves, and the strata in which the others are evaluated.

use std::collections::{HashMap, HashSet};

use grundy::{Fault, Source};

use crate::check::Clauses;
use crate::check::Words;
use crate::formula::{self, Clause, Rule, TooMany};
use crate::terms::{Functor, Terms};

/// The rules of a game in the order in which they are evaluated.
pub(crate) struct Strata {
    pub(crate) terms: Terms,
    pub(crate) words: Words,
    pub(crate) clauses: Vec<Clause>,
    /// The rules that do not depend on the position, by stratum. The relations that a
    /// rule negates are complete before its stratum begins.
    pub(crate) fixed: Vec<Vec<Rule>>,
    pub(crate) dynamic: Vec<Rule>,
    /// The relations that depend on the position or on the moves.
    pub(crate) is_dynamic: HashSet<Functor>,
}

/// Sorts the clauses of a file into strata.
pub(crate) fn strata(source: &Source, clauses: Clauses) -> Result<Strata, Fault> {
    let Clauses { mut terms, words, all } = clauses;
    let Words { role, init, true_, does, next, legal, goal, terminal } = words;
    let roots = [(role, 1), (init, 1), (next, 1), (legal, 2), (goal, 2), (terminal, 0)];
    let clauses = needed(&terms, roots, all)?;
    for (root, what) in [(role, "role"), (legal, "legal"), (terminal, "terminal"), (goal, "goal")] {
        if !clauses.iter().any(|clause| clause.head.functor(&terms).0 == root) {
            return Err(Fault::new(format!("{} says nothing of `{what}`", source.file)).with_help(
                "a game has rules for `role`, `init`, `legal`, `next`, `terminal` and `goal`",
            ));
        }
    }

    let mut is_dynamic: HashSet<Functor> =
        [(true_, 1), (does, 2), (next, 1), (legal, 2), (goal, 2), (terminal, 0)].into();
    spread(&terms, &clauses, &mut is_dynamic);
    // `legal`, `terminal` and `goal` are evaluated before a move is made, so they cannot
    // depend on it.
    let mut of_moves: HashSet<Functor> = [(does, 2)].into();
    spread(&terms, &clauses, &mut of_moves);
    for (functor, dependent, on) in [
        ((role, 1), &is_dynamic, "the position"),
        ((init, 1), &is_dynamic, "the position"),
        ((legal, 2), &of_moves, "the moves that players make"),
        ((terminal, 0), &of_moves, "the moves that players make"),
        ((goal, 2), &of_moves, "the moves that players make"),
    ] {
        if dependent.contains(&functor) {
            let name = terms.name(functor.0);
            let speaks = |clause: &&Clause| clause.head.functor(&terms) == functor;
            let depends = |clause: &&Clause| {
                let mut depends = false;
                clause.body.each_atom(&mut |atom, _| {
                    depends |= dependent.contains(&atom.functor(&terms));
                });
                depends
            };
            let fault = Fault::new(format!("`{name}` depends on {on}"));
            return Err(match clauses.iter().filter(speaks).find(depends) {
                Some(clause) => fault.at(source, clause.span.clone()),
                None => fault,
            });
        }
    }

    let levels = levels(source, &terms, &clauses, &is_dynamic)?;
    let count = levels.values().max().map_or(0, |most| most + 1);
    let (mut fixed, mut dynamic) = (vec![Vec::new(); count], Vec::new());
    for (number, clause) in clauses.iter().enumerate() {
        let rules =
            formula::rules(clause, number, &mut terms, &|functor| !is_dynamic.contains(&functor));
        let rules = rules.map_err(|TooMany| {
            let message = "this rule has too many alternatives";
            Fault::new(message).at(source, clause.span.clone())
        })?;
        match levels.get(&clause.head.functor(&terms)) {
            Some(&level) => fixed[level].extend(rules),
            None => dynamic.extend(rules),
        }
    }
    Ok(Strata { terms, words, clauses, fixed, dynamic, is_dynamic })
}

/// The clauses of the relations that the roots depend on.
fn needed(
    terms: &Terms,
    roots: [Functor; 6],
    all: Vec<(Functor, Result<Clause, Fault>)>,
) -> Result<Vec<Clause>, Fault> {
    let mut by_head: HashMap<Functor, Vec<usize>> = HashMap::new();
    for (number, (functor, _)) in all.iter().enumerate() {
        by_head.entry(*functor).or_default().push(number);
    }
    let mut seen: HashSet<Functor> = roots.into();
    let mut open = roots.to_vec();
    while let Some(functor) = open.pop() {
        for &number in by_head.get(&functor).map_or(&[][..], |clauses| clauses) {
            if let Ok(clause) = &all[number].1 {
                clause.body.each_atom(&mut |atom, _| {
                    let functor = atom.functor(terms);
                    if seen.insert(functor) {
                        open.push(functor);
                    }
                });
            }
        }
    }
    all.into_iter()
        .filter(|(functor, _)| seen.contains(functor))
        .map(|(_, clause)| clause)
        .collect()
}

/// Adds every relation that depends on one of these.
fn spread(terms: &Terms, clauses: &[Clause], on: &mut HashSet<Functor>) {
    let mut heads: HashMap<Functor, Vec<Functor>> = HashMap::new();
    for clause in clauses {
        let head = clause.head.functor(terms);
        clause
            .body
            .each_atom(&mut |atom, _| heads.entry(atom.functor(terms)).or_default().push(head));
    }
    let mut open: Vec<Functor> = on.iter().copied().collect();
    while let Some(functor) = open.pop() {
        for &head in heads.get(&functor).map_or(&[][..], |heads| heads) {
            if on.insert(head) {
                open.push(head);
            }
        }
    }
}

/// The stratum of each relation that does not depend on the position. It is above the
/// strata of the relations that it negates, and not below those of the other relations
/// that it depends on.
fn levels(
    source: &Source,
    terms: &Terms,
    clauses: &[Clause],
    is_dynamic: &HashSet<Functor>,
) -> Result<HashMap<Functor, usize>, Fault> {
    let fixed = clauses.iter().filter(|clause| !is_dynamic.contains(&clause.head.functor(terms)));
    let mut levels: HashMap<Functor, usize> = HashMap::new();
    let mut edges: Vec<(Functor, Functor, bool, usize)> = Vec::new();
    for (number, clause) in fixed.clone().enumerate() {
        let head = clause.head.functor(terms);
        levels.insert(head, 0);
        clause
            .body
            .each_atom(&mut |atom, holds| edges.push((head, atom.functor(terms), holds, number)));
    }
    let mut seen = HashSet::new();
    edges.retain(|&(head, atom, holds, _)| seen.insert((head, atom, holds)));
    let most = levels.len();
    loop {
        let mut changed = false;
        for &(head, atom, holds, number) in &edges {
            let Some(&below) = levels.get(&atom) else { continue };
            let level = below + usize::from(!holds);
            if level > levels[&head] {
                if level > most {
                    let name = terms.name(head.0);
                    let message = format!("`{name}` depends on its own negation");
                    let clause = fixed.clone().nth(number);
                    let span = clause.map_or(0..0, |clause| clause.span.clone());
                    return Err(Fault::new(message).at(source, span));
                }
                levels.insert(head, level);
                changed = true;
            }
        }
        if !changed {
            return Ok(levels);
        }
    }
}
