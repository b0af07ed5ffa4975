//! Facts that never change, and moves that are never legal.
//!
//! The method is a fixed-point iteration. At first every fact has its value at the start of
//! play. A fact that may change makes everything that depends on it uncertain, until nothing
//! changes any more. The facts that are still certain have this value in every reachable
//! position, by induction.

use super::{Choice, FALSE, Fact, Literal, Net, Node};

/// A value is 0 for false, 1 for true, or this.
const UNCERTAIN: u8 = 2;

/// The facts and the moves of a net, with `always` and `never` filled in.
pub(super) fn find(net: &Net) -> (Vec<Fact>, Vec<Choice>) {
    let nodes = &net.gates.nodes;
    // The dependents of each node, which are updated when it becomes uncertain.
    let mut counts = vec![0u32; nodes.len() + 2];
    let each_edge = |edge: &mut dyn FnMut(u32, u32)| {
        for (number, node) in nodes.iter().enumerate() {
            if let Node::Gate(gate) = node {
                net.gates.inputs(*gate).iter().for_each(|input| edge(input / 2, number as u32));
            }
        }
        let outputs = net.next.iter().zip(&net.fact).chain(net.legal.iter().zip(&net.choice));
        for (output, input) in outputs {
            edge(output / 2, input / 2);
        }
        for &(variable, literal, _) in net.gates.knots.iter().flat_map(|knot| &knot.grows) {
            edge(literal / 2, variable);
        }
    };
    each_edge(&mut |from, _| counts[from as usize + 2] += 1);
    for i in 2..counts.len() {
        counts[i] += counts[i - 1];
    }
    let mut told = vec![0u32; counts[counts.len() - 1] as usize];
    each_edge(&mut |from, to| {
        let place = &mut counts[from as usize + 1];
        told[*place as usize] = to;
        *place += 1;
    });

    let mut values = vec![0u8; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        values[number] = match node {
            Node::False | Node::Move(_) | Node::Variable => 0,
            Node::Fact(fact) => u8::from(net.facts[*fact as usize].initially),
            Node::Gate(gate) => all(net.gates.inputs(*gate), &values),
        };
    }
    let mut open: Vec<u32> = Vec::new();
    let begin = |inputs: &mut dyn Iterator<Item = (Literal, Literal)>,
                 values: &mut [u8],
                 open: &mut Vec<u32>| {
        for (output, input) in inputs {
            let node = input as usize / 2;
            if node != 0 && values[node] != UNCERTAIN && literal(output, values) != values[node] {
                values[node] = UNCERTAIN;
                open.push(node as u32);
            }
        }
    };
    let pairs = |a: &[Literal], b: &[Literal]| -> Vec<(Literal, Literal)> {
        a.iter().copied().zip(b.iter().copied()).collect()
    };
    begin(&mut pairs(&net.next, &net.fact).into_iter(), &mut values, &mut open);
    begin(&mut pairs(&net.legal, &net.choice).into_iter(), &mut values, &mut open);
    let grows = net.gates.knots.iter().flat_map(|knot| &knot.grows);
    begin(&mut grows.map(|&(node, literal, _)| (literal, 2 * node)), &mut values, &mut open);
    while let Some(node) = open.pop() {
        let range = counts[node as usize] as usize..counts[node as usize + 1] as usize;
        for &to in &told[range] {
            let value = &values[to as usize];
            if to == 0 || *value == UNCERTAIN {
                continue;
            }
            let uncertain = match nodes[to as usize] {
                Node::Gate(gate) => all(net.gates.inputs(gate), &values) == UNCERTAIN,
                _ => true,
            };
            if uncertain {
                values[to as usize] = UNCERTAIN;
                open.push(to);
            }
        }
    }

    let mut facts = net.facts.clone();
    for (fact, &input) in facts.iter_mut().zip(&net.fact) {
        let value = values[input as usize / 2];
        fact.always = (value != UNCERTAIN).then_some(value == 1);
    }
    let mut choices = net.choices.clone();
    for (choice, &input) in choices.iter_mut().zip(&net.choice) {
        choice.never = input == FALSE || values[input as usize / 2] == 0;
    }
    (facts, choices)
}

fn literal(literal: Literal, values: &[u8]) -> u8 {
    match values[literal as usize / 2] {
        UNCERTAIN => UNCERTAIN,
        value => value ^ (literal & 1) as u8,
    }
}

fn all(inputs: &[Literal], values: &[u8]) -> u8 {
    let mut result = 1;
    for &input in inputs {
        match literal(input, values) {
            0 => return 0,
            UNCERTAIN => result = UNCERTAIN,
            _ => {}
        }
    }
    result
}
