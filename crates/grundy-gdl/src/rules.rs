//! The rules of a game as programs, with the names of its facts and moves.

use std::collections::HashMap;

use crate::ground::Ground;
use crate::lanes::{Program, Slots};
use crate::net::{FALSE, Literal, Net};
use crate::order::natural;
use crate::terms::{Term, Terms};

/// A fact as a relation and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Move {
    /// The name that players see, without outer parentheses.
    pub(crate) name: String,
    /// Whether the move is legal.
    pub(crate) legal: Literal,
    /// Whether the move is made.
    pub(crate) made: Literal,
}

/// A goal. Its value is none if the file does not give a number.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) text: String,
    pub(crate) value: Option<i64>,
    pub(crate) reached: Literal,
}

/// All that is needed to play. Its literals refer to slots.
#[derive(Debug)]
pub(crate) struct GroundRules {
    pub(crate) roles: [String; 2],
    /// The facts that may change, in the order of the bits of a position.
    pub(crate) facts: Vec<Fact>,
    /// The facts that are always true.
    pub(crate) permanent: Vec<Fact>,
    /// The bit of each fact by its text.
    pub(crate) bit: HashMap<String, usize>,
    pub(crate) start: Vec<u8>,
    /// The moves of each role.
    pub(crate) moves: [Vec<Move>; 2],
    /// The idle move of each role, such as `noop`, if it has one.
    pub(crate) idle: [Option<usize>; 2],
    /// The literals of the facts `(control …)`, which say whose turn it is, if there are any.
    pub(crate) control: Option<[Literal; 2]>,
    /// The bits of these facts, if a role has another move than the idle one only in positions
    /// where its fact is true. If just one of these facts is true, it then says whose turn it is.
    pub(crate) tells: Option<[usize; 2]>,
    pub(crate) goals: [Vec<Goal>; 2],
    /// The sum of the goals of both players when one of them wins.
    pub(crate) sum: i64,
    pub(crate) terminal: Literal,
    /// For each fact, the literals for whether it is true in this position (`now`) and in the next
    /// one (`next`).
    pub(crate) now: Vec<Literal>,
    pub(crate) next: Vec<Literal>,
    pub(crate) slots: usize,
    pub(crate) gates: usize,
    /// Computes from a position which moves are legal, and whether play is over.
    pub(crate) state: Program,
    /// Computes after `state` which goals are reached.
    pub(crate) judge: Program,
    /// Computes from a position and the moves made which facts are true next.
    pub(crate) step: Program,
}

/// Usual names of the idle move, the most common first.
const IDLE: [&str; 12] = [
    "noop",
    "no_op",
    "no-op",
    "nop",
    "idle",
    "wait",
    "nothing",
    "donothing",
    "none",
    "null",
    "skip",
    "pass",
];

fn fact(terms: &Terms, term: Term) -> Fact {
    Fact {
        text: terms.text(term),
        name: terms.name(terms.functor(term).0).to_string(),
        arguments: terms.arguments(term).iter().map(|&argument| terms.text(argument)).collect(),
    }
}

impl GroundRules {
    pub(crate) fn new(ground: &Ground, net: &Net) -> Self {
        let terms = &ground.terms;
        let mut changing: Vec<(Fact, usize)> = Vec::new();
        let mut permanent = Vec::new();
        for (number, known) in net.facts.iter().enumerate() {
            match known.always {
                None => changing.push((fact(terms, known.term), number)),
                Some(true) => permanent.push(fact(terms, known.term)),
                Some(false) => {}
            }
        }
        changing.sort_by(|(a, _), (b, _)| natural(&a.text, &b.text));
        let order: Vec<usize> = changing.iter().map(|&(_, number)| number).collect();
        let facts: Vec<Fact> = changing.into_iter().map(|(fact, _)| fact).collect();

        let mut choices: [Vec<(String, usize)>; 2] = Default::default();
        for (number, choice) in net.choices.iter().enumerate().filter(|(_, choice)| !choice.never) {
            let text = match terms.arguments(choice.term) {
                [] => terms.text(choice.term),
                arguments => {
                    format!(
                        "{} {}",
                        terms.name(terms.functor(choice.term).0),
                        terms.list(arguments)
                    )
                }
            };
            choices[choice.role].push((text, number));
        }
        choices.iter_mut().for_each(|moves| moves.sort_by(|(a, _), (b, _)| natural(a, b)));
        let idle = [0, 1].map(|role: usize| {
            let place = |idle: &&str| choices[role].iter().position(|(name, _)| name == idle);
            IDLE.iter().find_map(place)
        });

        let of = |literals: &[Literal], order: &[usize]| -> Vec<Literal> {
            order.iter().map(|&number| literals[number]).collect()
        };
        let (now, next) = (of(&net.fact, &order), of(&net.next, &order));
        let numbers: Vec<usize> = choices.iter().flatten().map(|&(_, number)| number).collect();
        let (legal, made) = (of(&net.legal, &numbers), of(&net.choice, &numbers));
        let reached: Vec<Literal> =
            net.goals.iter().flatten().map(|&(_, literal)| literal).collect();
        let state: Vec<Literal> = legal.iter().copied().chain([net.terminal]).collect();
        let gates = &net.gates;
        let all = [&now, &next, &state, &made, &reached].map(|list| list.iter().copied());
        let slots = Slots::new(gates, all.into_iter().flatten());
        let slotted = |literals: &[Literal]| -> Vec<Literal> {
            literals.iter().map(|&literal| slots.literal(literal)).collect()
        };

        let places = [0, 1].map(|role: usize| {
            let text = format!("(control {})", terms.text(ground.roles[role]));
            facts.iter().position(|fact| fact.text == text)
        });
        let needed = |role: usize, bit: usize| {
            let implied = gates.implying(now[bit]);
            let mut moves = choices[role].iter().enumerate();
            moves.all(|(place, &(_, number))| {
                idle[role] == Some(place) || implied(net.legal[number])
            })
        };
        let tells = match places {
            [Some(left), Some(right)] if needed(0, left) && needed(1, right) => Some([left, right]),
            _ => None,
        };
        let control = places.map(|bit| bit.map_or(FALSE, |bit| slots.literal(now[bit])));
        let moves = choices.map(|moves| {
            let slotted = moves.into_iter().map(|(name, number)| Move {
                name,
                legal: slots.literal(net.legal[number]),
                made: slots.literal(net.choice[number]),
            });
            slotted.collect()
        });
        let goals = [0, 1].map(|role: usize| {
            let goal = |&(term, literal): &(Term, Literal)| {
                let text = terms.text(term);
                Goal { value: text.parse().ok(), text, reached: slots.literal(literal) }
            };
            net.goals[role].iter().map(goal).collect::<Vec<Goal>>()
        });
        let mut start = vec![0; facts.len().div_ceil(8)];
        for (bit, &number) in order.iter().enumerate() {
            start[bit / 8] |= u8::from(net.facts[number].initially) << (bit % 8);
        }
        GroundRules {
            roles: ground.roles.map(|role| terms.text(role)),
            bit: facts.iter().enumerate().map(|(bit, fact)| (fact.text.clone(), bit)).collect(),
            facts,
            permanent,
            start,
            moves,
            idle,
            control: (control != [FALSE, FALSE]).then_some(control),
            tells,
            sum: sum(&goals),
            goals,
            terminal: slots.literal(net.terminal),
            state: Program::new(gates, &slots, state.iter().copied(), []),
            judge: Program::new(gates, &slots, reached, state),
            step: Program::new(gates, &slots, next.iter().copied(), []),
            now: slotted(&now),
            next: slotted(&next),
            slots: slots.count,
            gates: gates.count(),
        }
    }
}

impl GroundRules {
    /// A number for a move of a role, which is not 0. Moves of different roles have different
    /// numbers, unless there are very many moves.
    pub(crate) fn slot(&self, role: usize, number: u32) -> u16 {
        let before = if role == 0 { 0 } else { self.moves[0].len() };
        ((before + number as usize) % usize::from(u16::MAX)) as u16 + 1
    }
}

/// The best goal of one player plus the worst of the other, if this sum is the same for
/// both players; otherwise 100.
fn sum(goals: &[Vec<Goal>; 2]) -> i64 {
    let ends = |goals: &[Goal]| {
        let values = goals.iter().filter_map(|goal| goal.value);
        Some((values.clone().min()?, values.max()?))
    };
    match (ends(&goals[0]), ends(&goals[1])) {
        (Some((worst, best)), Some((low, high))) => match best.checked_add(low) {
            Some(sum) if worst.checked_add(high) == Some(sum) => sum,
            _ => 100,
        },
        _ => 100,
    }
}
