//! Bit-parallel evaluation of gates: each position is one bit of the words of a value.

use crate::net::{FALSE, Gates, Literal, Node};

/// The number of positions that are evaluated together.
pub(crate) const LANES: usize = 64 * WORDS;
const WORDS: usize = 4;

/// A truth value for each lane.
pub(crate) type Value = [u64; WORDS];

pub(crate) const NONE: Value = [0; WORDS];

/// The first `count` lanes.
pub(crate) fn first(count: usize) -> Value {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        0 => 0,
        rest if rest < 64 => (1 << rest) - 1,
        _ => !0,
    })
}

pub(crate) fn has(value: &Value, lane: usize) -> bool {
    value[lane / 64] >> (lane % 64) & 1 == 1
}

pub(crate) fn map(a: &Value, b: &Value, with: impl Fn(u64, u64) -> u64) -> Value {
    std::array::from_fn(|word| with(a[word], b[word]))
}

/// The lanes whose bit is set, in order.
pub(crate) fn lanes(value: &Value) -> impl Iterator<Item = usize> + '_ {
    value.iter().enumerate().flat_map(|(word, &bits)| {
        let rest = std::iter::successors(Some(bits), |&bits| Some(bits & bits.wrapping_sub(1)));
        rest.take_while(|&bits| bits != 0)
            .map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}

/// The slots of the nodes that are needed: the indexes of their values.
#[derive(Debug)]
pub(crate) struct Slots {
    slot: Vec<u32>,
    /// The number of slots.
    pub(crate) count: usize,
}

/// A node without a slot.
const NOWHERE: u32 = u32::MAX;

impl Slots {
    /// Slots for these literals and for all that they depend on.
    pub(crate) fn new(gates: &Gates, wanted: impl IntoIterator<Item = Literal>) -> Self {
        let needed = cone(gates, wanted);
        let mut count = 0;
        let slot = needed.iter().enumerate().map(|(node, &needed)| {
            // Slot 0 is the constant false.
            if needed || node == 0 {
                count += 1;
                count - 1
            } else {
                NOWHERE
            }
        });
        let slot = slot.collect();
        Slots { slot, count: count as usize }
    }

    /// Converts a literal of a node to a literal of its slot.
    pub(crate) fn literal(&self, literal: Literal) -> Literal {
        2 * self.slot[literal as usize / 2] + literal % 2
    }
}

/// The nodes on which these literals depend, directly or indirectly.
fn cone(gates: &Gates, wanted: impl IntoIterator<Item = Literal>) -> Vec<bool> {
    let mut knot_of = vec![NOWHERE; gates.nodes.len()];
    for (number, knot) in gates.knots.iter().enumerate() {
        for &(variable, ..) in &knot.grows {
            knot_of[variable as usize] = number as u32;
        }
    }
    let mut needed = vec![false; gates.nodes.len()];
    let mut open: Vec<u32> = wanted.into_iter().map(|literal| literal / 2).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut needed[node as usize], true) {
            continue;
        }
        match gates.nodes[node as usize] {
            Node::Gate(gate) => open.extend(gates.inputs(gate).iter().map(|input| input / 2)),
            Node::Variable => {
                // The variables of a knot grow together, so all of them are needed.
                let knot = &gates.knots[knot_of[node as usize] as usize];
                let both = |&(variable, literal, _): &(u32, u32, u32)| [variable, literal / 2];
                open.extend(knot.grows.iter().flat_map(both));
            }
            _ => {}
        }
    }
    needed
}

/// Gates in the order in which they are evaluated.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// The instructions. A gate is its slot, the numbers of its positive and negated
    /// inputs, and the slots of these inputs. A variable that grows is its slot, `GROWS`,
    /// and the literal that it grows to.
    code: Vec<u32>,
    parts: Vec<Part>,
}

const GROWS: u32 = u32::MAX;

#[derive(Debug)]
struct Part {
    code: std::ops::Range<usize>,
    /// The slots of a knot's variables; empty if the code runs only once.
    variables: Vec<u32>,
}

impl Program {
    /// A program that evaluates the literals `wanted`. The literals `given`, and all that they
    /// depend on, have been evaluated before.
    pub(crate) fn new(
        gates: &Gates,
        slots: &Slots,
        wanted: impl IntoIterator<Item = Literal>,
        given: impl IntoIterator<Item = Literal>,
    ) -> Self {
        let mut needed = cone(gates, wanted);
        for (needed, given) in needed.iter_mut().zip(cone(gates, given)) {
            *needed &= !given;
        }
        let mut program = Program::default();
        let mut node = 0;
        for knot in &gates.knots {
            program.straight(gates, slots, node..knot.nodes.start, |node| needed[node as usize]);
            program.knot(gates, slots, knot, &needed);
            node = knot.nodes.end;
        }
        program
            .straight(gates, slots, node..gates.nodes.len() as u32, |node| needed[node as usize]);
        program
    }

    fn straight(
        &mut self,
        gates: &Gates,
        slots: &Slots,
        nodes: std::ops::Range<u32>,
        wanted: impl Fn(u32) -> bool,
    ) {
        let from = self.code.len();
        for node in nodes.filter(|&node| wanted(node)) {
            self.gate(gates, slots, node);
        }
        match self.parts.last_mut() {
            Some(last) if last.variables.is_empty() => last.code.end = self.code.len(),
            _ => self.parts.push(Part { code: from..self.code.len(), variables: Vec::new() }),
        }
    }

    fn knot(&mut self, gates: &Gates, slots: &Slots, knot: &crate::net::Knot, needed: &[bool]) {
        let start = knot.nodes.start;
        let mut varies = vec![false; knot.nodes.len()];
        for node in knot.nodes.clone() {
            varies[(node - start) as usize] = match gates.nodes[node as usize] {
                Node::Variable => true,
                Node::Gate(gate) => gates
                    .inputs(gate)
                    .iter()
                    .any(|input| input / 2 >= start && varies[(input / 2 - start) as usize]),
                _ => false,
            };
        }
        let varies = |node: u32| varies[(node - start) as usize];
        let wanted = |node: u32| needed[node as usize];
        self.straight(gates, slots, knot.nodes.clone(), |node| wanted(node) && !varies(node));
        let mut grows = knot.grows.iter().filter(|grows| wanted(grows.0)).peekable();
        let variables =
            grows.clone().map(|&(variable, ..)| slots.slot[variable as usize]).collect();
        let from = self.code.len();
        for node in knot.nodes.start..=knot.nodes.end {
            while let Some((variable, literal, _)) = grows.next_if(|grows| grows.2 <= node) {
                let slot = slots.slot[*variable as usize];
                self.code.extend([slot, GROWS, slots.literal(*literal)]);
            }
            if node < knot.nodes.end && wanted(node) && varies(node) {
                self.gate(gates, slots, node);
            }
        }
        self.parts.push(Part { code: from..self.code.len(), variables });
    }

    fn gate(&mut self, gates: &Gates, slots: &Slots, node: u32) {
        let Node::Gate(gate) = gates.nodes[node as usize] else { return };
        let inputs = gates.inputs(gate).iter().map(|&input| slots.literal(input));
        let (denied, asked): (Vec<Literal>, Vec<Literal>) =
            inputs.partition(|input| input % 2 == 1);
        self.code.extend([slots.slot[node as usize], asked.len() as u32, denied.len() as u32]);
        self.code.extend(asked.iter().chain(&denied).map(|input| input / 2));
    }

    /// Evaluates the nodes of the program.
    pub(crate) fn run(&self, values: &mut [Value]) {
        for Part { code, variables } in &self.parts {
            let code = &self.code[code.clone()];
            if variables.is_empty() {
                evaluate(code, values);
                continue;
            }
            for &variable in variables {
                values[variable as usize] = NONE;
            }
            while evaluate(code, values) {}
        }
    }
}

/// Runs the code once. Returns whether a variable has grown.
fn evaluate(mut code: &[u32], values: &mut [Value]) -> bool {
    let mut grown = false;
    while let [slot, asked, rest @ ..] = code {
        let slot = *slot as usize;
        if *asked == GROWS {
            let [input, behind @ ..] = rest else { break };
            let now = map(&values[slot], &value(values, *input), |a, b| a | b);
            grown |= now != values[slot];
            values[slot] = now;
            code = behind;
            continue;
        }
        let [denied, rest @ ..] = rest else { break };
        let (asked, rest) = rest.split_at(*asked as usize);
        let (denied, behind) = rest.split_at(*denied as usize);
        let mut all = [!0; WORDS];
        for &input in asked {
            let input = &values[input as usize];
            for (all, input) in all.iter_mut().zip(input) {
                *all &= input;
            }
        }
        for &input in denied {
            let input = &values[input as usize];
            for (all, input) in all.iter_mut().zip(input) {
                *all &= !input;
            }
        }
        values[slot] = all;
        code = behind;
    }
    grown
}

/// The value of a literal of a slot.
pub(crate) fn value(values: &[Value], literal: Literal) -> Value {
    let flip = if literal % 2 == 1 { !0 } else { 0 };
    values[literal as usize / 2].map(|word| word ^ flip)
}

/// Loads positions into lanes: bit i of a position becomes the value of the slot of
/// `literals[i]`. The constant false keeps its value.
pub(crate) fn load<'a>(
    positions: impl Iterator<Item = &'a [u8]>,
    literals: &[Literal],
    block: &mut Vec<u64>,
    values: &mut [Value],
) {
    // The words of 64 bits are stored by their index: the first word of every position, then the
    // second word of every position, and so on.
    let words = literals.len().div_ceil(64);
    block.clear();
    block.resize(LANES * words, 0);
    for (lane, position) in positions.enumerate() {
        for (word, bytes) in position.chunks(8).enumerate() {
            let mut all = [0; 8];
            all[..bytes.len()].copy_from_slice(bytes);
            block[LANES * word + lane] = u64::from_le_bytes(all);
        }
    }
    for (word, literals) in literals.chunks(64).enumerate() {
        let (squares, _) = block[LANES * word..LANES * (word + 1)].as_chunks_mut::<64>();
        for (group, square) in squares.iter_mut().enumerate() {
            transpose(square);
            for (bits, literal) in square.iter().zip(literals) {
                values[*literal as usize / 2][group] = *bits;
            }
        }
    }
    values[FALSE as usize / 2] = NONE;
}

/// Converts the first `count` lanes to positions and appends them to `bytes`: bit i of a
/// position is the value of `literals[i]`.
pub(crate) fn store(
    count: usize,
    literals: &[Literal],
    values: &[Value],
    block: &mut Vec<u64>,
    bytes: &mut Vec<u8>,
) {
    let words = literals.len().div_ceil(64);
    let length = literals.len().div_ceil(8);
    block.clear();
    block.resize(LANES * words, 0);
    for (word, literals) in literals.chunks(64).enumerate() {
        let (squares, _) = block[LANES * word..LANES * (word + 1)].as_chunks_mut::<64>();
        for (group, square) in squares.iter_mut().take(count.div_ceil(64)).enumerate() {
            for (bits, literal) in square.iter_mut().zip(literals) {
                let flip = if literal % 2 == 1 { !0 } else { 0 };
                *bits = values[*literal as usize / 2][group] ^ flip;
            }
            transpose(square);
        }
    }
    for lane in 0..count {
        let start = bytes.len();
        for word in 0..words {
            bytes.extend(block[LANES * word + lane].to_le_bytes());
        }
        bytes.truncate(start + length);
    }
}

/// Exchanges rows and columns (Warren: Hacker's Delight, section 7–3).
fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let moved = ((square[row] >> width) ^ square[row + width]) & mask;
            square[row] ^= moved << width;
            square[row + width] ^= moved;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let before: [u64; 64] = std::array::from_fn(|row| {
            (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(row as u32)
        });
        let mut after = before;
        transpose(&mut after);
        for (row, bits) in after.iter().enumerate() {
            for (column, before) in before.iter().enumerate() {
                assert_eq!(bits >> column & 1, before >> row & 1);
            }
        }
    }

    #[test]
    fn what_is_loaded_is_stored() {
        for count in [1, 63, 64, 65, 200, LANES] {
            for facts in [0, 1, 8, 63, 64, 65, 130] {
                let length = usize::div_ceil(facts, 8);
                let positions: Vec<Vec<u8>> = (0..count)
                    .map(|lane| {
                        let mut bytes = vec![0; length];
                        (0..facts)
                            .filter(|fact| (lane * 7 + fact * fact) % 3 == 0)
                            .for_each(|fact| bytes[fact / 8] |= 1 << (fact % 8));
                        bytes
                    })
                    .collect();
                let literals: Vec<Literal> = (0..facts as u32).map(|fact| 2 * (fact + 1)).collect();
                let mut values = vec![NONE; facts + 1];
                let (mut block, mut bytes) = (Vec::new(), Vec::new());
                load(positions.iter().map(Vec::as_slice), &literals, &mut block, &mut values);
                store(count, &literals, &values, &mut block, &mut bytes);
                assert_eq!(bytes, positions.concat(), "{count} positions of {facts} facts");
            }
        }
    }
}
