//! The Game Description Language from its definition: for every position all that
//! holds is found anew, rule by rule, stratum by stratum, without grounding, gates
//! or bits. Shares no code with what it checks, not even the parser.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use grundy::{End, Player};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    Variable(String),
    Compound(String, Vec<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(name) => write!(f, "{name}"),
            Term::Compound(name, arguments) if arguments.is_empty() => write!(f, "{name}"),
            Term::Compound(name, arguments) => {
                write!(f, "({name}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                write!(f, ")")
            }
        }
    }
}

impl Term {
    pub fn move_name(&self) -> String {
        let text = self.to_string();
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.unwrap_or(&text).to_string()
    }

    fn name(&self) -> &str {
        match self {
            Term::Compound(name, _) | Term::Variable(name) => name,
        }
    }

    fn arguments(&self) -> &[Term] {
        match self {
            Term::Compound(_, arguments) => arguments,
            Term::Variable(_) => &[],
        }
    }

    fn key(&self) -> Key {
        (self.name().to_string(), self.arguments().len())
    }
}

type Key = (String, usize);
type Bound = HashMap<String, Term>;

/// The terms of a text.
fn terms(text: &str) -> Vec<Term> {
    let mut spaced = String::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap().to_lowercase();
        spaced += &line.replace('(', " ( ").replace(')', " ) ");
        spaced.push(' ');
    }
    let mut open: Vec<Vec<Term>> = vec![vec![]];
    for word in spaced.split_whitespace() {
        let term = match word {
            "(" => {
                open.push(vec![]);
                continue;
            }
            ")" => {
                let mut list = open.pop().unwrap();
                if list.is_empty() {
                    continue;
                }
                let rest = list.split_off(1);
                Term::Compound(list[0].name().to_string(), rest)
            }
            name if name.starts_with('?') => Term::Variable(name.to_string()),
            name => Term::Compound(name.to_string(), vec![]),
        };
        open.last_mut().unwrap().push(term);
    }
    open.pop().unwrap()
}

/// The facts of a printed position.
pub fn facts(text: &str) -> BTreeSet<Term> {
    terms(text).into_iter().collect()
}

#[derive(Default)]
struct Facts {
    all: HashSet<Term>,
    by_key: HashMap<Key, Vec<Term>>,
}

impl Facts {
    fn add(&mut self, fact: Term) -> bool {
        let new = self.all.insert(fact.clone());
        if new {
            self.by_key.entry(fact.key()).or_default().push(fact);
        }
        new
    }

    fn of(&self, key: &Key) -> &[Term] {
        self.by_key.get(key).map_or(&[], |facts| facts)
    }
}

pub struct Oracle {
    rules: Vec<(Term, Vec<Term>)>,
    /// The rules by stratum, of relations that depend on the position.
    strata: Vec<Vec<usize>>,
    fixed: Facts,
    pub roles: Vec<Term>,
}

/// What holds in a position.
pub struct State {
    pub terminal: bool,
    pub legal: [Vec<Term>; 2],
    pub goals: [BTreeSet<String>; 2],
}

impl State {
    pub fn end(&self) -> Option<End> {
        let value = |role: usize| match self.goals[role].iter().collect::<Vec<_>>()[..] {
            [goal] => goal.parse::<i64>().ok(),
            _ => None,
        };
        let (left, right) = (value(0)?, value(1)?);
        Some(match left.cmp(&right) {
            std::cmp::Ordering::Equal => End::Tie,
            std::cmp::Ordering::Less => End::Won(Player::Right),
            std::cmp::Ordering::Greater => End::Won(Player::Left),
        })
    }

    /// Whether the goals are those of a game in which one loses what the other wins.
    pub fn has_winner(&self) -> bool {
        let sum: i64 =
            self.goals.iter().flatten().filter_map(|goal| goal.parse::<i64>().ok()).sum();
        self.end().is_some_and(|end| end == End::Tie || sum == 100)
    }

    pub fn takes_turns(&self) -> bool {
        let counts = self.legal.each_ref().map(Vec::len);
        self.terminal || counts.contains(&1) && !counts.contains(&0)
    }
}

fn atom(name: &str, arguments: &[&Term]) -> Term {
    Term::Compound(name.to_string(), arguments.iter().map(|&term| term.clone()).collect())
}

impl Oracle {
    pub fn new(text: &str) -> Self {
        let rules: Vec<(Term, Vec<Term>)> = terms(text)
            .into_iter()
            .map(|term| match term {
                Term::Compound(name, parts) if name == "<=" => {
                    (parts[0].clone(), parts[1..].to_vec())
                }
                fact => (fact, vec![]),
            })
            .collect();
        let dynamic = dependent(&rules, &[("true".into(), 1), ("does".into(), 2)]);
        let levels = levels(&rules);
        let most = levels.values().max().copied().unwrap_or(0);
        let of_level = |level: usize, dynamic_ones: bool| -> Vec<usize> {
            let wanted = |&rule: &usize| {
                let key = rules[rule].0.key();
                levels[&key] == level && dynamic.contains(&key) == dynamic_ones
            };
            (0..rules.len()).filter(wanted).collect()
        };
        let fixed_strata: Vec<Vec<usize>> =
            (0..=most).map(|level| of_level(level, false)).collect();
        let strata = (0..=most).map(|level| of_level(level, true)).collect();
        let mut oracle = Oracle { rules, strata, fixed: Facts::default(), roles: vec![] };
        let mut fixed = Facts::default();
        for stratum in &fixed_strata {
            oracle.saturate(stratum, &mut fixed);
        }
        oracle.fixed = fixed;
        let roles = oracle.fixed.of(&("role".into(), 1)).iter();
        oracle.roles = roles.map(|role| role.arguments()[0].clone()).collect();
        oracle
    }

    pub fn initial(&self) -> BTreeSet<Term> {
        let init = self.fixed.of(&("init".into(), 1)).iter();
        init.map(|init| init.arguments()[0].clone()).collect()
    }

    fn holding(&self, state: &BTreeSet<Term>, moves: &[Term]) -> Facts {
        let mut facts = Facts::default();
        for fact in state {
            facts.add(atom("true", &[fact]));
        }
        for made in moves {
            facts.add(made.clone());
        }
        for stratum in &self.strata {
            self.saturate(stratum, &mut facts);
        }
        facts
    }

    pub fn state(&self, state: &BTreeSet<Term>) -> State {
        let facts = self.holding(state, &[]);
        let of = |name: &str, role: &Term| -> Vec<Term> {
            let key = (name.to_string(), 2);
            let all = facts.of(&key).iter().chain(self.fixed.of(&key));
            let own = all.filter(|fact| fact.arguments()[0] == *role);
            own.map(|fact| fact.arguments()[1].clone()).collect()
        };
        let terminal = atom("terminal", &[]);
        State {
            terminal: facts.all.contains(&terminal) || self.fixed.all.contains(&terminal),
            legal: [0, 1].map(|role| of("legal", &self.roles[role])),
            goals: [0, 1]
                .map(|role| of("goal", &self.roles[role]).iter().map(Term::to_string).collect()),
        }
    }

    pub fn next(&self, state: &BTreeSet<Term>, moves: [&Term; 2]) -> BTreeSet<Term> {
        let does: Vec<Term> =
            self.roles.iter().zip(moves).map(|(role, made)| atom("does", &[role, made])).collect();
        let facts = self.holding(state, &does);
        let key = ("next".to_string(), 1);
        let next = facts.of(&key).iter().chain(self.fixed.of(&key));
        next.map(|next| next.arguments()[0].clone()).collect()
    }

    /// Adds what rules say until nothing is new.
    fn saturate(&self, rules: &[usize], facts: &mut Facts) {
        loop {
            let mut new = Vec::new();
            for &rule in rules {
                let (head, body) = &self.rules[rule];
                let body: Vec<&Term> = body.iter().collect();
                self.solve(&body, &mut Bound::new(), facts, &mut |bound| {
                    new.push(substitute(head, bound));
                    true
                });
            }
            let mut changed = false;
            for fact in new {
                changed |= !self.fixed.all.contains(&fact) && facts.add(fact);
            }
            if !changed {
                return;
            }
        }
    }

    /// Calls `found` with every binding that fulfils all conditions, while it likes.
    fn solve(
        &self,
        body: &[&Term],
        bound: &mut Bound,
        facts: &Facts,
        found: &mut dyn FnMut(&mut Bound) -> bool,
    ) -> bool {
        // Tests as soon as they are closed, then the atom with the fewest facts.
        let is_test = |term: &Term| matches!(term.name(), "distinct" | "not");
        let closed = body.iter().position(|term| is_test(term) && is_closed(term, bound));
        let atoms = (0..body.len()).filter(|&i| !is_test(body[i]) && body[i].name() != "or");
        let cost = |&i: &usize| {
            let key = body[i].key();
            let count = facts.of(&key).len() + self.fixed.of(&key).len();
            let known = leaves(body[i], bound);
            (count as f64 / 8f64.powi(known) * 1000.0) as u64
        };
        let fewest = atoms.min_by_key(cost);
        let other = || body.iter().position(|term| term.name() == "or");
        let Some(next) = closed.or(fewest).or_else(other).or((!body.is_empty()).then_some(0))
        else {
            return found(bound);
        };
        let mut rest = body.to_vec();
        let term = rest.remove(next);
        match (term.name(), term.arguments()) {
            ("and", parts) => {
                rest.extend(parts);
                self.solve(&rest, bound, facts, found)
            }
            ("or", parts) => parts.iter().all(|part| {
                let mut rest = rest.clone();
                rest.push(part);
                self.solve(&rest, &mut bound.clone(), facts, found)
            }),
            ("not", [inner]) => {
                let mut none = true;
                self.solve(&[inner], &mut bound.clone(), facts, &mut |_| {
                    none = false;
                    false
                });
                !none || self.solve(&rest, bound, facts, found)
            }
            ("distinct", [left, right]) => {
                substitute(left, bound) == substitute(right, bound)
                    || self.solve(&rest, bound, facts, found)
            }
            _ => {
                let wanted = substitute(term, bound);
                if is_closed(&wanted, &Bound::new()) {
                    let holds = facts.all.contains(&wanted) || self.fixed.all.contains(&wanted);
                    return !holds || self.solve(&rest, bound, facts, found);
                }
                let key = wanted.key();
                facts.of(&key).iter().chain(self.fixed.of(&key)).all(|fact| {
                    let mut inner = bound.clone();
                    !matches(&wanted, fact, &mut inner)
                        || self.solve(&rest, &mut inner, facts, found)
                })
            }
        }
    }
}

fn leaves(term: &Term, bound: &Bound) -> i32 {
    match term {
        Term::Variable(name) => i32::from(bound.contains_key(name)),
        Term::Compound(_, arguments) if arguments.is_empty() => 1,
        Term::Compound(_, arguments) => arguments.iter().map(|part| leaves(part, bound)).sum(),
    }
}

fn is_closed(term: &Term, bound: &Bound) -> bool {
    match term {
        Term::Variable(name) => bound.contains_key(name),
        Term::Compound(_, arguments) => arguments.iter().all(|part| is_closed(part, bound)),
    }
}

fn substitute(term: &Term, bound: &Bound) -> Term {
    match term {
        Term::Variable(name) => bound.get(name).unwrap_or(term).clone(),
        Term::Compound(name, arguments) => {
            let arguments = arguments.iter().map(|part| substitute(part, bound)).collect();
            Term::Compound(name.clone(), arguments)
        }
    }
}

fn matches(pattern: &Term, fact: &Term, bound: &mut Bound) -> bool {
    match pattern {
        Term::Variable(name) => match bound.get(name) {
            Some(known) => known == fact,
            None => {
                bound.insert(name.clone(), fact.clone());
                true
            }
        },
        Term::Compound(name, arguments) => {
            name == fact.name()
                && arguments.len() == fact.arguments().len()
                && arguments.iter().zip(fact.arguments()).all(|(p, f)| matches(p, f, bound))
        }
    }
}

/// Calls `see` with each relation of a condition, and whether it is denied.
fn relations(condition: &Term, denied: bool, see: &mut dyn FnMut(Key, bool)) {
    match condition.name() {
        "distinct" => {}
        "not" => condition.arguments().iter().for_each(|part| relations(part, !denied, see)),
        "and" | "or" => condition.arguments().iter().for_each(|part| relations(part, denied, see)),
        _ => see(condition.key(), denied),
    }
}

fn dependent(rules: &[(Term, Vec<Term>)], on: &[Key]) -> HashSet<Key> {
    let mut all: HashSet<Key> = on.iter().cloned().collect();
    loop {
        let before = all.len();
        for (head, body) in rules {
            let mut depends = false;
            for condition in body {
                relations(condition, false, &mut |key, _| depends |= all.contains(&key));
            }
            if depends {
                all.insert(head.key());
            }
        }
        if all.len() == before {
            return all;
        }
    }
}

fn levels(rules: &[(Term, Vec<Term>)]) -> BTreeMap<Key, usize> {
    let mut levels: BTreeMap<Key, usize> = rules.iter().map(|(head, _)| (head.key(), 0)).collect();
    loop {
        let mut changed = false;
        for (head, body) in rules {
            let mut level = levels[&head.key()];
            for condition in body {
                relations(condition, false, &mut |key, denied| {
                    let below = levels.get(&key).copied().unwrap_or(0);
                    level = level.max(below + usize::from(denied));
                });
            }
            assert!(level <= rules.len(), "{head} depends on its own negation");
            changed |= levels.insert(head.key(), level) != Some(level);
        }
        if !changed {
            return levels;
        }
    }
}
