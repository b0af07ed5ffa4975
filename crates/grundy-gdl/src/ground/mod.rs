//! Grounding: finds all instances of the rules, without variables, that play may need.
//!
//! Relations that do not depend on the position are evaluated first, stratum by stratum.
//! Then the atoms that may hold in some position are found. Negated conditions are
//! ignored: every fact that `init` or `next` gives may be true, and every legal move may
//! be made. Both steps are least fixed points, computed by semi-naive evaluation: in each
//! round a rule is joined so that at least one of its atoms is new.

mod facts;
mod join;
mod plan;

use grundy::{Fault, Source};

pub(crate) use facts::Facts;
use join::{Join, Window};
use plan::Plan;

use crate::check::Words;
use crate::formula::{Clause, Rule};
use crate::limits::Budget;
use crate::slices::Slices;
use crate::strata::Strata;
use crate::terms::{Pattern, Term, Terms};

/// The rules of a game without variables.
pub(crate) struct Ground {
    pub(crate) terms: Terms,
    pub(crate) words: Words,
    pub(crate) facts: Facts,
    /// The instances of the rules that depend on the position. Each is its head, the
    /// number of its positive atoms, these atoms, and its negated atoms.
    pub(crate) instances: Slices,
    pub(crate) clauses: Vec<Clause>,
    /// The two players, in the order in which they are named in the file.
    pub(crate) roles: [Term; 2],
}

impl Ground {
    pub(crate) fn bytes(&self) -> usize {
        self.terms.bytes() + self.facts.bytes() + self.instances.bytes()
    }
}

pub(crate) struct Grounder {
    terms: Terms,
    facts: Facts,
    /// None while the relations that do not depend on the position are evaluated.
    instances: Option<Slices>,
    /// Buffer for the instance that is being built.
    parts: Vec<u32>,
    budget: Budget,
    source: Source,
    clauses: Vec<Clause>,
}

/// A rule that is joined in rounds.
struct Joined<'a> {
    rule: &'a Rule,
    relations: Vec<usize>,
    /// For each atom, whether its relation grows during the rounds.
    grows: Vec<bool>,
    /// For each atom, whether it depends on the position.
    kept: Vec<bool>,
    variables: usize,
    /// The plan of the first round, then the plans that begin with each atom.
    plans: Vec<Option<Plan>>,
}

/// Grounds the rules of a game.
pub(crate) fn ground(source: &Source, strata: Strata, budget: Budget) -> Result<Ground, Fault> {
    let Strata { terms, words, clauses, fixed, dynamic, is_dynamic } = strata;
    let mut grounder = Grounder {
        terms,
        facts: Facts::default(),
        instances: None,
        parts: Vec::new(),
        budget,
        source: source.clone(),
        clauses,
    };
    for rules in &fixed {
        grounder.rounds(rules, &|_| true, &|_| false, &|_, _| None)?;
    }
    let roles = grounder.roles(words)?;
    grounder.instances = Some(Slices::default());
    for init in grounder.facts.of((words.init, 1)).to_vec() {
        let fact = grounder.terms.arguments(init)[0];
        let atom = grounder.terms.make(&[words.true_, fact]);
        grounder.facts.add(&grounder.terms, atom);
    }
    let dynamic_atom = |functor| is_dynamic.contains(&functor);
    grounder.rounds(&dynamic, &dynamic_atom, &dynamic_atom, &|terms, head| {
        let (symbol, arity) = terms.functor(head);
        let becomes = match (symbol, arity) {
            (symbol, 1) if symbol == words.next => words.true_,
            (symbol, 2) if symbol == words.legal => words.does,
            _ => return None,
        };
        let mut parts = vec![becomes];
        parts.extend(terms.arguments(head));
        Some(terms.make(&parts))
    })?;
    let Grounder { terms, facts, instances, clauses, .. } = grounder;
    let instances = instances.unwrap_or_default();
    Ok(Ground { terms, words, facts, instances, clauses, roles })
}

impl Grounder {
    fn roles(&self, words: Words) -> Result<[Term; 2], Fault> {
        let Grounder { terms, facts, .. } = self;
        let roles: Vec<Term> =
            facts.of((words.role, 1)).iter().map(|&role| terms.arguments(role)[0]).collect();
        let of_role = |role: Term| {
            let clause = self.clauses.iter().find(|clause| match clause.head {
                Pattern::Ground(head) => {
                    terms.functor(head) == (words.role, 1) && terms.arguments(head) == [role]
                }
                _ => false,
            });
            move |fault: Fault| match clause {
                Some(clause) => fault.at(&self.source, clause.span.clone()),
                None => fault,
            }
        };
        let named = || terms.list(&roles).replace(' ', ", ");
        if let Some(&chance) = roles.iter().find(|&&role| terms.text(role) == "random") {
            let fault =
                Fault::new("the role `random` stands for chance, of which nothing is known");
            return Err(of_role(chance)(fault));
        }
        match roles[..] {
            [left, right] => Ok([left, right]),
            [] => Err(Fault::new("the game has no roles")),
            [only] => {
                let message =
                    format!("the game has one role, {}, and games of two are played", named());
                Err(of_role(only)(Fault::new(message)))
            }
            [_, _, third, ..] => {
                let count = roles.len();
                let message =
                    format!("the game has {count} roles, {}, and games of two are played", named());
                Err(of_role(third)(Fault::new(message)))
            }
        }
    }

    /// Joins rules until nothing new is found.
    fn rounds(
        &mut self,
        rules: &[Rule],
        grows: &dyn Fn((u32, usize)) -> bool,
        kept: &dyn Fn((u32, usize)) -> bool,
        implied: &dyn Fn(&mut Terms, Term) -> Option<Term>,
    ) -> Result<(), Fault> {
        let mut joined: Vec<Joined<'_>> = Vec::with_capacity(rules.len());
        for rule in rules {
            let functors: Vec<_> =
                rule.atoms.iter().map(|atom| atom.functor(&self.terms)).collect();
            joined.push(Joined {
                rule,
                relations: functors.iter().map(|&functor| self.facts.relation(functor)).collect(),
                grows: functors.iter().map(|&functor| grows(functor)).collect(),
                kept: functors.iter().map(|&functor| kept(functor)).collect(),
                variables: self.clauses[rule.clause].variables.len(),
                plans: vec![None; rule.atoms.len() + 1],
            });
        }
        for relation in &mut self.facts.relations {
            (relation.old, relation.now) = (0, relation.rows.len());
        }
        let mut heads = Vec::new();
        let mut first = true;
        loop {
            for rule in &mut joined {
                if first {
                    self.join(rule, None, &mut heads)?;
                    self.take(&mut heads, implied);
                    continue;
                }
                for atom in 0..rule.relations.len() {
                    let relation = &self.facts.relations[rule.relations[atom]];
                    if rule.grows[atom] && relation.old < relation.now {
                        self.join(rule, Some(atom), &mut heads)?;
                        self.take(&mut heads, implied);
                    }
                }
            }
            first = false;
            let mut new = false;
            for relation in &mut self.facts.relations {
                new |= relation.now < relation.rows.len();
                (relation.old, relation.now) = (relation.now, relation.rows.len());
            }
            if !new {
                return Ok(());
            }
        }
    }

    fn take(&mut self, heads: &mut Vec<Term>, implied: &dyn Fn(&mut Terms, Term) -> Option<Term>) {
        for head in heads.drain(..) {
            if !self.facts.contains(head) {
                self.facts.add(&self.terms, head);
                if let Some(atom) = implied(&mut self.terms, head) {
                    self.facts.add(&self.terms, atom);
                }
            }
        }
    }

    fn join(
        &mut self,
        joined: &mut Joined<'_>,
        new: Option<usize>,
        heads: &mut Vec<Term>,
    ) -> Result<(), Fault> {
        let Joined { rule, relations, kept, variables, plans, .. } = joined;
        // A rule with an empty relation has no instances.
        if relations.iter().any(|&relation| self.facts.relations[relation].now == 0) {
            return Ok(());
        }
        self.check(rule, 0)?;
        let plan = &mut plans[new.map_or(0, |atom| atom + 1)];
        let rows = plan::rows(&self.facts, relations);
        match plan {
            Some(plan) if plan.rows >= rows / 2 => {
                for step in &plan.steps {
                    if let Some((index, _)) = step.by {
                        self.facts.refresh(&self.terms, step.relation, index);
                    }
                }
            }
            _ => {
                let Grounder { terms, facts, .. } = self;
                *plan = Some(plan::plan(rule, *variables, relations, new, terms, facts));
            }
        }
        let Some(plan) = plan else { return Ok(()) };
        let mut join = Join {
            rule,
            plan,
            window: Window { new },
            bound: vec![u32::MAX; *variables],
            kept,
            matched: vec![u32::MAX; relations.len()],
            steps: 0,
            heads,
            grounder: self,
        };
        join.run()
    }

    /// Checks the limits, where `more` bytes are held elsewhere. A fault is at a rule.
    fn check(&self, rule: &Rule, more: usize) -> Result<(), Fault> {
        let instances = self.instances.as_ref().map_or(0, Slices::bytes);
        let checked = self.budget.check(self.terms.bytes() + self.facts.bytes() + instances + more);
        checked.map_err(|fault| fault.at(&self.source, self.clauses[rule.clause].span.clone()))
    }

    fn unbound(&self, rule: &Rule, variable: usize) -> Fault {
        let clause = &self.clauses[rule.clause];
        let name = &clause.variables[variable];
        Fault::new(format!("nothing says what `{name}` is"))
            .at(&self.source, clause.span.clone())
            .with_help("a variable of a rule must stand in a condition of it that is not denied")
    }

    fn endless(&self, rule: &Rule) -> Fault {
        let clause = &self.clauses[rule.clause];
        Fault::new("this rule makes terms that grow without end")
            .at(&self.source, clause.span.clone())
    }
}
