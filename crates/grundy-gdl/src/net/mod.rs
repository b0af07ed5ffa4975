//! The propositional net: from ground rules to gates.
//!
//! The inputs of a net are the facts that are true in a position, and the moves that are
//! made. Its outputs are whether play is over, which moves are legal, which goals are
//! reached, and which facts are true next. Atoms that depend on each other cyclically
//! form a knot, whose variables grow from false to the least fixed point.

mod constants;
mod gates;

use std::collections::{BTreeMap, HashSet};

use grundy::{Fault, Source};

pub(crate) use gates::{FALSE, Gates, Knot, Literal, Node, TRUE};

use crate::ground::Ground;
use crate::limits::Budget;
use crate::terms::Term;

/// A fact that may be true in some position.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) term: Term,
    pub(crate) initially: bool,
    /// Its value in all positions, if it is known to be constant.
    pub(crate) always: Option<bool>,
}

/// A move that may be legal in some position.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) role: usize,
    pub(crate) term: Term,
    /// Whether it is known to be never legal.
    pub(crate) never: bool,
}

/// A game as gates.
pub(crate) struct Net {
    pub(crate) gates: Gates,
    pub(crate) facts: Vec<Fact>,
    pub(crate) choices: Vec<Choice>,
    /// The inputs: a literal for each fact and each move.
    pub(crate) fact: Vec<Literal>,
    pub(crate) choice: Vec<Literal>,
    /// The outputs: whether each fact is true next.
    pub(crate) next: Vec<Literal>,
    /// Whether each move is legal.
    pub(crate) legal: Vec<Literal>,
    pub(crate) terminal: Literal,
    /// For each role, the term of each goal and whether it is reached.
    pub(crate) goals: [Vec<(Term, Literal)>; 2],
}

/// Makes the net of ground rules.
pub(crate) fn net(source: &Source, ground: &mut Ground, budget: Budget) -> Result<Net, Fault> {
    let words = ground.words;
    let roles = ground.roles;
    let init: Vec<Term> = ground.facts.of((words.init, 1)).to_vec();
    let init: Vec<Term> = init.iter().map(|&init| ground.terms.arguments(init)[0]).collect();
    let initially: HashSet<Term> = init.into_iter().collect();
    let facts = ground.facts.of((words.true_, 1)).iter().map(|&atom| {
        let term = ground.terms.arguments(atom)[0];
        Fact { term, initially: initially.contains(&term), always: None }
    });
    let facts: Vec<Fact> = facts.collect();
    let choices = ground.facts.of((words.does, 2)).iter().filter_map(|&atom| {
        let &[role, term] = ground.terms.arguments(atom) else { return None };
        let role = roles.iter().position(|&known| known == role)?;
        Some(Choice { role, term, never: false })
    });
    let choices: Vec<Choice> = choices.collect();
    let net = Builder::new(source, ground, budget, facts, choices).build()?;
    let (facts, choices) = constants::find(&net);
    let known = facts.iter().filter(|fact| fact.always.is_some()).count()
        + choices.iter().filter(|choice| choice.never).count();
    if known == 0 {
        return Ok(net);
    }
    drop(net);
    Builder::new(source, ground, budget, facts, choices).build()
}

struct Builder<'a> {
    source: &'a Source,
    ground: &'a mut Ground,
    budget: Budget,
    gates: Gates,
    facts: Vec<Fact>,
    choices: Vec<Choice>,
    /// The literal of each atom, by its number as a term.
    literal: Vec<Literal>,
    /// For each head, by its number as a term, the place where its instances begin in `instances`.
    first: Vec<u32>,
    instances: Vec<u32>,
    /// The index and the low link of each atom in Tarjan's algorithm, from 1 on; 0 if the
    /// atom was not visited.
    seen: Vec<(u32, u32)>,
    /// For each literal, the number of lists that contain it; used by `any`.
    uses: Vec<u32>,
}

/// An atom whose literal is not known yet.
const OPEN: Literal = u32::MAX;

impl<'a> Builder<'a> {
    fn new(
        source: &'a Source,
        ground: &'a mut Ground,
        budget: Budget,
        facts: Vec<Fact>,
        choices: Vec<Choice>,
    ) -> Self {
        // Counting sort: the instances of each head are contiguous.
        let mut first = vec![0u32; ground.terms.len() + 2];
        for instance in ground.instances.iter() {
            first[instance[0] as usize + 2] += 1;
        }
        for i in 2..first.len() {
            first[i] += first[i - 1];
        }
        let mut instances = vec![0; ground.instances.len()];
        for (number, instance) in ground.instances.iter().enumerate() {
            let place = &mut first[instance[0] as usize + 1];
            instances[*place as usize] = number as u32;
            *place += 1;
        }
        let gates = Gates::new();
        Builder {
            source,
            ground,
            budget,
            gates,
            facts,
            choices,
            literal: Vec::new(),
            first,
            instances,
            seen: Vec::new(),
            uses: Vec::new(),
        }
    }

    fn build(mut self) -> Result<Net, Fault> {
        let words = self.ground.words;
        let (mut fact, mut choice) = (Vec::new(), Vec::new());
        let mut next_atoms = Vec::new();
        for (number, Fact { always, .. }) in self.facts.iter().enumerate() {
            fact.push(match always {
                Some(value) => Literal::from(*value),
                None => self.gates.fact(number),
            });
        }
        for (number, &Choice { role, never, .. }) in self.choices.iter().enumerate() {
            choice.push(if never { FALSE } else { self.gates.choice(number, role) });
        }
        let roles = self.ground.roles;
        let terms = &mut self.ground.terms;
        let mut legal_atoms = Vec::new();
        let mut known = Vec::new();
        for (Fact { term, .. }, &literal) in self.facts.iter().zip(&fact) {
            known.push((terms.make(&[words.true_, *term]), literal));
            next_atoms.push(terms.make(&[words.next, *term]));
        }
        for (Choice { role, term, .. }, &literal) in self.choices.iter().zip(&choice) {
            known.push((terms.make(&[words.does, roles[*role], *term]), literal));
            legal_atoms.push(terms.make(&[words.legal, roles[*role], *term]));
        }
        let terminal = terms.make(&[words.terminal]);
        self.literal = vec![OPEN; terms.len()];
        self.seen = vec![(0, 0); terms.len()];
        self.first.resize(terms.len() + 2, self.instances.len() as u32);
        // A move of an unknown role is never made.
        for &atom in self.ground.facts.of((words.does, 2)) {
            self.literal[atom as usize] = FALSE;
        }
        for (atom, literal) in known {
            self.literal[atom as usize] = literal;
        }
        let goal_atoms = self.ground.facts.of((words.goal, 2)).to_vec();

        for &atom in legal_atoms.iter().chain(&next_atoms).chain(&goal_atoms).chain([&terminal]) {
            self.resolve(atom)?;
        }
        let literals =
            |atoms: &[Term]| atoms.iter().map(|&atom| self.literal[atom as usize]).collect();
        let (next, legal) = (literals(&next_atoms), literals(&legal_atoms));
        let mut goals = [Vec::new(), Vec::new()];
        for atom in goal_atoms {
            let &[role, value] = self.ground.terms.arguments(atom) else { continue };
            let literal = self.literal[atom as usize];
            if let Some(role) = roles.iter().position(|&known| known == role)
                && literal != FALSE
            {
                goals[role].push((value, literal));
            }
        }
        let terminal = self.literal[terminal as usize];
        let Builder { gates, facts, choices, .. } = self;
        Ok(Net { gates, facts, choices, fact, choice, next, legal, terminal, goals })
    }

    fn instances_of(&self, atom: Term) -> &[u32] {
        let atom = atom as usize;
        &self.instances[self.first[atom] as usize..self.first[atom + 1] as usize]
    }

    /// Makes gates for an atom and for all that it depends on: strongly connected components in
    /// Tarjan's order, each after the components that it depends on.
    fn resolve(&mut self, root: Term) -> Result<(), Fault> {
        struct Frame {
            atom: Term,
            instance: usize,
            /// The part of the instance to visit next. Parts from 2 on are the atoms.
            part: usize,
        }
        if self.literal[root as usize] != OPEN {
            return Ok(());
        }
        let mut stack: Vec<Term> = Vec::new();
        let mut frames = vec![Frame { atom: root, instance: 0, part: 2 }];
        self.seen[root as usize] = (1, 1);
        stack.push(root);
        let mut count = 1;
        while let Some(frame) = frames.last_mut() {
            let atom = frame.atom;
            let (from, to) = (self.first[atom as usize], self.first[atom as usize + 1]);
            if frame.instance < (to - from) as usize {
                let instance = self.instances[from as usize + frame.instance];
                let parts = self.ground.instances.get(instance);
                let Some(&below) = parts.get(frame.part) else {
                    (frame.instance, frame.part) = (frame.instance + 1, 2);
                    continue;
                };
                frame.part += 1;
                if self.literal[below as usize] != OPEN {
                    continue;
                }
                let (number, _) = self.seen[below as usize];
                if number > 0 {
                    let low = &mut self.seen[atom as usize].1;
                    *low = (*low).min(number);
                } else {
                    count += 1;
                    self.seen[below as usize] = (count, count);
                    stack.push(below);
                    frames.push(Frame { atom: below, instance: 0, part: 2 });
                }
                continue;
            }
            frames.pop();
            let (number, low) = self.seen[atom as usize];
            if let Some(above) = frames.last() {
                let above = &mut self.seen[above.atom as usize].1;
                *above = (*above).min(low);
            }
            if number == low {
                let start = stack.iter().rposition(|&open| open == atom).unwrap_or_default();
                let component = stack.split_off(start);
                // This gives literals to its atoms, so they are not visited again.
                self.component(&component)?;
            }
        }
        Ok(())
    }

    fn component(&mut self, atoms: &[Term]) -> Result<(), Fault> {
        self.budget.check(self.gates.bytes() + self.ground.bytes())?;
        let asks_itself = |atom: Term| {
            let mut instances = self.instances_of(atom).iter();
            instances.any(|&instance| self.ground.instances.get(instance)[2..].contains(&atom))
        };
        if let [atom] = *atoms
            && !asks_itself(atom)
        {
            self.literal[atom as usize] = self.atom(atom);
            return Ok(());
        }
        let mut sorted = atoms.to_vec();
        sorted.sort_unstable();
        for &atom in atoms {
            for &instance in self.instances_of(atom) {
                let parts = self.ground.instances.get(instance);
                let denied = &parts[2 + parts[1] as usize..];
                if denied.iter().any(|part| sorted.binary_search(part).is_ok()) {
                    return Err(self.unstratified(atom));
                }
            }
        }
        let start = self.gates.nodes.len() as u32;
        for &atom in atoms {
            self.literal[atom as usize] = self.gates.variable();
        }
        let mut grows = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            let variable = self.literal[atom as usize] / 2;
            let literal = self.atom(atom);
            grows.push((variable, literal, self.gates.nodes.len() as u32));
        }
        let nodes = start..self.gates.nodes.len() as u32;
        self.gates.knots.push(gates::Knot { nodes, grows });
        Ok(())
    }

    fn unstratified(&self, atom: Term) -> Fault {
        let terms = &self.ground.terms;
        let functor = terms.functor(atom);
        let fault = Fault::new(format!("`{}` depends on its own negation", terms.text(atom)));
        let speaks = |clause: &&crate::formula::Clause| clause.head.functor(terms) == functor;
        match self.ground.clauses.iter().find(speaks) {
            Some(clause) => fault.at(self.source, clause.span.clone()),
            None => fault,
        }
    }

    /// The literal of an atom: the disjunction of its instances.
    fn atom(&mut self, atom: Term) -> Literal {
        let mut instances = Vec::new();
        for &number in self.instances_of(atom) {
            let parts = self.ground.instances.get(number);
            let positive = parts[1] as usize;
            let mut literals = Vec::with_capacity(parts.len() - 2);
            for (place, &part) in parts[2..].iter().enumerate() {
                let literal = self.literal[part as usize] ^ Literal::from(place >= positive);
                match literal {
                    TRUE => {}
                    literal => literals.push(literal),
                }
            }
            if !literals.contains(&FALSE) {
                literals.sort_unstable();
                literals.dedup();
                instances.push(literals);
            }
        }
        self.any(instances)
    }

    /// The disjunction of these conjunctions. Common literals are factored out: each list
    /// is grouped with the others that share its most frequent literal.
    fn any(&mut self, mut lists: Vec<Vec<Literal>>) -> Literal {
        if lists.iter().any(Vec::is_empty) {
            return TRUE;
        }
        lists.sort_unstable();
        lists.dedup();
        self.uses.resize(2 * self.gates.nodes.len(), 0);
        for &literal in lists.iter().flatten() {
            self.uses[literal as usize] += 1;
        }
        let common = |list: &Vec<Literal>| {
            let uses = |literal: &Literal| self.uses[*literal as usize];
            let most = list.iter().copied().max_by_key(|literal| (uses(literal), *literal));
            most.filter(|most| list.len() > 1 && uses(most) > 1)
        };
        let commons: Vec<Option<Literal>> = lists.iter().map(common).collect();
        for &literal in lists.iter().flatten() {
            self.uses[literal as usize] = 0;
        }
        let mut shared: BTreeMap<Literal, Vec<Vec<Literal>>> = BTreeMap::new();
        let mut parts = Vec::new();
        for (mut list, common) in lists.into_iter().zip(commons) {
            match common {
                Some(most) => {
                    list.retain(|&literal| literal != most);
                    shared.entry(most).or_default().push(list);
                }
                None => parts.push(self.gates.all(list)),
            }
        }
        for (literal, lists) in shared {
            let rest = self.any(lists);
            parts.push(self.gates.all(vec![literal, rest]));
        }
        self.gates.any(parts)
    }
}
