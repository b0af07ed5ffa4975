//! Positions as values: read from the digits of their bytes, and written as such.

use std::collections::HashMap;

use grundy_starlark::syntax::Span;

use super::super::ir::{Local, Node, Op, Stat, Width, add, choose, eq, get, int, load, op, sub};
use super::super::memory;
use super::super::types::Type;
use super::roots::{GameTypes, HEAD, UNANSWERED};
use super::{Known, Lower, Lowered, NONE, Value};
use crate::structure::shape::Shape;

impl Lower<'_, '_> {
    /// The value of the position at an address.
    pub(super) fn decode(&mut self, game: &GameTypes<'_>, position: &Type) -> Lowered<()> {
        let layout = game.layout;
        // The letters of a group of digits, by the group.
        let mut groups: HashMap<usize, (Local, usize)> = HashMap::new();
        for (i, word) in layout.words.iter().enumerate() {
            let mut rest = load(Width::Eight, get(0), 8 * i as u32);
            // The last word may have fewer bytes.
            let missing = 8 * (8 * (i + 1)).saturating_sub(layout.width) as i64;
            if missing > 0 {
                rest = op(Op::And, rest, int(i64::MAX >> (missing - 1)));
            }
            let mut rest = self.hold(rest);
            for (j, group) in word.iter().enumerate().rev() {
                let digit = match j {
                    0 => rest.clone(),
                    _ => op(Op::And, rest.clone(), int(group.radix as i64 - 1)),
                };
                let digit = self.set(digit);
                groups.insert(group.first, (digit, group.count));
                let bits = i64::from(group.radix.trailing_zeros());
                rest = self.hold(op(Op::ShrUnsigned, rest, int(bits)));
            }
        }
        let (shape, mut at) = game.shape();
        let value = self.value(shape, position, &groups, &mut at)?;
        self.out.push(Stat::Return(value));
        Ok(())
    }

    /// The digit at an index, which is alone in its group.
    fn digit(groups: &HashMap<usize, (Local, usize)>, at: &mut usize) -> Node {
        let digit = groups.get(at).map_or(int(0), |&(local, _)| get(local));
        *at += 1;
        digit
    }

    /// The word of a value of a type, from its digits from an index on.
    fn value(
        &mut self,
        shape: &Shape,
        ty: &Type,
        groups: &HashMap<usize, (Local, usize)>,
        at: &mut usize,
    ) -> Lowered<Node> {
        let first = *at;
        // The type may still grow; the digits are passed over.
        let unlike = |lower: &mut Self, at: &mut usize| {
            lower.world.unlike = Some(format!("positions that are {ty}"));
            *at = first + shape.length();
            Ok(Node::Never)
        };
        if let (Shape::Option(inner), Type::Option(ty)) = (shape, ty) {
            let there = Self::digit(groups, at);
            let (stats, word) = self.block(|lower| lower.value(inner, ty, groups, at))?;
            let word = super::super::ir::after(stats, word);
            return Ok(self.hold(choose(there, word, int(NONE))));
        }
        if let (false, Type::Option(inner)) = (*shape == Shape::None, ty) {
            return self.value(shape, inner, groups, at);
        }
        Ok(match (shape, ty) {
            (Shape::None, Type::None | Type::Option(_)) => int(NONE),
            (Shape::Bool, Type::Bool) => Self::digit(groups, at),
            (Shape::Number { low, .. }, Type::Int) => add(Self::digit(groups, at), int(*low)),
            (Shape::Choice(texts), Type::Text) => {
                let mut words = Vec::new();
                for text in texts {
                    let Some(codes) = self.world.program.codes(text) else {
                        return unlike(self, at);
                    };
                    words.push(self.world.unit.data.text(&codes));
                }
                let table = self.world.unit.data.words(&words);
                let digit = Self::digit(groups, at);
                self.hold(load(Width::Eight, add(int(table), op(Op::Shl, digit, int(3))), 0))
            }
            (Shape::Text { least, most, letters }, Type::Text | Type::Char) => {
                let all: String = letters.iter().collect();
                let Some(codes) = self.world.program.codes(&all) else { return unlike(self, at) };
                let size = match least == most {
                    true => int(*most as i64),
                    false => add(Self::digit(groups, at), int(*least as i64)),
                };
                if *ty == Type::Char {
                    if (*least, *most) != (1, 1) {
                        return unlike(self, at);
                    }
                    let table = address_of(self.world.unit.data.table(&codes));
                    let digit = Self::digit(groups, at);
                    return Ok(self.hold(load(Width::One, add(int(table), digit), 0)));
                }
                if *most == 0 {
                    return Ok(int(0));
                }
                let text = self.allocate(int(*most as i64));
                let end = *at + most;
                let mut offset = 0;
                while *at < end {
                    let Some(&(digit, count)) = groups.get(at) else {
                        return unlike(self, at);
                    };
                    // All letters of the group at once; letters beyond the text are written over
                    // later.
                    let table = self.world.unit.data.letters(&codes, count);
                    let word =
                        load(Width::Eight, add(int(table), op(Op::Shl, get(digit), int(3))), 0);
                    self.out.push(Stat::Store(Width::Eight, get(text), word, offset));
                    *at += count;
                    offset += count as u32;
                }
                self.hold(memory::pair(get(text), size))
            }
            (Shape::Tuple(items), Type::Tuple(types)) if items.len() == types.len() => {
                let mut words = Vec::new();
                for (item, ty) in items.iter().zip(types.iter()) {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                self.tuple_of(words)
            }
            (Shape::Tuple(items), Type::Row(ty)) => {
                let mut words = Vec::new();
                for item in items {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                self.tuple_of(words)
            }
            (Shape::Row { least, most, item }, Type::Row(ty)) => {
                let size = match least == most {
                    true => int(*most as i64),
                    false => add(Self::digit(groups, at), int(*least as i64)),
                };
                let mut words = Vec::new();
                for _ in 0..*most {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                let row = self.tuple_of(words);
                self.hold(memory::pair(memory::address(row), size))
            }
            _ => return unlike(self, at),
        })
    }

    /// Stores the bytes of a position at an address; gives no answer if it has none.
    pub(super) fn encode(
        &mut self,
        game: &GameTypes<'_>,
        tier: Option<&Value>,
        position: Value,
        to: &Node,
    ) -> Lowered<()> {
        let layout = game.layout;
        let mut radices = Vec::new();
        layout.shape.radices(&mut radices);
        let digits: Vec<Local> = radices.iter().map(|_| self.temporary()).collect();
        let mut at = 0;
        if let (Shape::Tuple(pair), Some(tier)) = (&layout.shape, tier) {
            self.digits(&pair[0], tier.clone(), &digits, &mut at, &unanswered)?;
        }
        self.digits(game.shape().0, position, &digits, &mut at, &unanswered)?;
        for (i, word) in layout.words.iter().enumerate() {
            let mut whole = int(0);
            for group in word {
                let mut part = int(0);
                for digit in group.first..group.first + group.count {
                    let scaled = op(Op::Mul, part, int(radices[digit] as i64));
                    part = match scaled {
                        Node::Int(0) => get(digits[digit]),
                        scaled => add(scaled, get(digits[digit])),
                    };
                }
                let bits = i64::from(group.radix.trailing_zeros());
                let scaled = op(Op::Shl, whole, int(bits));
                whole = match scaled {
                    Node::Int(0) => part,
                    scaled => add(scaled, part),
                };
            }
            self.out.push(Stat::Store(Width::Eight, to.clone(), whole, 8 * i as u32));
        }
        Ok(())
    }

    /// Sets the digits of a value from an index on; `misfit` where it has none.
    fn digits(
        &mut self,
        shape: &Shape,
        value: Value,
        digits: &[Local],
        at: &mut usize,
        misfit: &dyn Fn() -> Stat,
    ) -> Lowered<()> {
        let value = self.held(value);
        if let Type::Option(inner) = value.ty.clone() {
            let none = eq(value.node.clone(), int(NONE));
            let inner = Value::new((*inner).clone(), value.node);
            match shape {
                Shape::None => {
                    self.out.push(Stat::If(none, Vec::new(), vec![misfit()]));
                    return Ok(());
                }
                Shape::Option(shape) => {
                    let first = *at;
                    *at += 1;
                    let (mut yes, ()) =
                        self.block(|lower| lower.digits(shape, inner, digits, at, misfit))?;
                    yes.push(Stat::Set(digits[first], int(1)));
                    let no = digits[first..*at].iter().map(|&digit| Stat::Set(digit, int(0)));
                    let no = no.collect();
                    self.out.push(Stat::If(none, no, yes));
                    return Ok(());
                }
                _ => {
                    self.out.push(Stat::If(none, vec![misfit()], Vec::new()));
                    return self.digits(shape, inner, digits, at, misfit);
                }
            }
        }
        if let Shape::Option(inner) = shape {
            let first = *at;
            *at += 1;
            if value.ty == Type::None {
                let mut radices = Vec::new();
                inner.radices(&mut radices);
                *at += radices.len();
                for &digit in &digits[first..*at] {
                    self.out.push(Stat::Set(digit, int(0)));
                }
                return Ok(());
            }
            self.out.push(Stat::Set(digits[first], int(1)));
            return self.digits(inner, value, digits, at, misfit);
        }
        let mut next = || {
            *at += 1;
            digits[*at - 1]
        };
        match (shape, value.ty.clone()) {
            (Shape::None, Type::None) => {}
            (Shape::Bool, Type::Bool) => {
                let digit = next();
                self.out.push(Stat::Set(digit, value.node));
            }
            (Shape::Number { low, high }, Type::Int) => {
                let digit = next();
                self.out.push(Stat::Set(digit, sub(value.node, int(*low))));
                let most = high.abs_diff(*low) as i64;
                let beyond = op(Op::LtUnsigned, int(most), get(digit));
                self.out.push(Stat::If(beyond, vec![misfit()], Vec::new()));
            }
            (Shape::Choice(texts), Type::Text | Type::Char) => {
                let digit = next();
                let text = self.coerce(value, &Type::Text, Span::default())?;
                let text = self.hold(text);
                let mut choice = vec![misfit()];
                for (i, known) in texts.iter().enumerate().rev() {
                    let known = self.of_known(&Known::Text(known.clone()));
                    let (mut stats, same) = self.block(|lower| {
                        lower.equal(Value::new(Type::Text, text.clone()), known, Span::default())
                    })?;
                    let set = Stat::Set(digit, int(i as i64));
                    stats.push(Stat::If(same, vec![set], choice));
                    choice = stats;
                }
                self.out.append(&mut choice);
            }
            (Shape::Text { least, most, letters }, Type::Text | Type::Char) => {
                let all: String = letters.iter().collect();
                let Some(codes) = self.world.program.codes(&all).filter(|all| all.len() < 128)
                else {
                    self.out.push(misfit());
                    return Ok(());
                };
                // The number of each letter, and 128 for others.
                let mut numbers = [128; 256];
                for (i, &code) in codes.iter().enumerate() {
                    numbers[usize::from(code)] = i as u8;
                }
                let table = address_of(self.world.unit.data.table(&numbers));
                let number = |code: Node| load(Width::One, add(int(table), code), 0);
                if value.ty == Type::Char && (*least, *most) == (1, 1) {
                    let digit = next();
                    self.out.push(Stat::Set(digit, number(value.node)));
                    let other = op(Op::Lt, int(127), get(digit));
                    self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
                    return Ok(());
                }
                let text = self.coerce(value, &Type::Text, Span::default())?;
                let text = self.hold(text);
                let size = self.hold(memory::length(text.clone()));
                let digit = (least != most).then(&mut next);
                self.length_digit(&size, (*least, *most), digit, misfit);
                let address = self.hold(memory::address(text));
                let bad = self.set(int(0));
                for i in 0..*most {
                    let digit = next();
                    let found = number(load(Width::One, address.clone(), i as u32));
                    let found = match i < *least {
                        true => found,
                        false => choose(op(Op::Gt, size.clone(), int(i as i64)), found, int(0)),
                    };
                    self.out.push(Stat::Set(digit, found));
                    self.out.push(Stat::Set(bad, op(Op::Or, get(bad), get(digit))));
                }
                let other = op(Op::Lt, int(127), get(bad));
                self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
            }
            (Shape::Tuple(items), Type::Tuple(types)) if items.len() == types.len() => {
                let address = self.hold(memory::address(value.node));
                for (i, (item, ty)) in items.iter().zip(types.iter()).enumerate() {
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    self.digits(item, Value::new(ty.clone(), word), digits, at, misfit)?;
                }
            }
            (Shape::Tuple(items), Type::Row(ty)) => {
                let other = op(Op::Ne, memory::length(value.node.clone()), int(items.len() as i64));
                self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
                let address = self.hold(memory::address(value.node));
                for (i, item) in items.iter().enumerate() {
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    self.digits(item, Value::new((*ty).clone(), word), digits, at, misfit)?;
                }
            }
            (Shape::Row { least, most, item }, Type::Row(_) | Type::Tuple(_)) => {
                let ty = self.any_item(&value.ty, Span::default())?;
                let row = self.coerce(value, &Type::Row(ty.clone().into()), Span::default())?;
                let row = self.hold(row);
                let size = self.hold(memory::length(row.clone()));
                let digit = (least != most).then(&mut next);
                self.length_digit(&size, (*least, *most), digit, misfit);
                let address = self.hold(memory::address(row));
                for i in 0..*most {
                    let first = *at;
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    let (there, ()) = self.block(|lower| {
                        lower.digits(item, Value::new(ty.clone(), word), digits, at, misfit)
                    })?;
                    if i < *least {
                        self.out.extend(there);
                    } else {
                        let zeros = digits[first..*at].iter().map(|&d| Stat::Set(d, int(0)));
                        let zeros = zeros.collect();
                        let more = op(Op::Gt, size.clone(), int(i as i64));
                        self.out.push(Stat::If(more, there, zeros));
                    }
                }
            }
            _ => {
                let mut radices = Vec::new();
                shape.radices(&mut radices);
                *at += radices.len();
                self.out.push(misfit());
            }
        }
        Ok(())
    }

    /// Sets the digit of a length, if there is one, and checks that it is between two others.
    fn length_digit(
        &mut self,
        size: &Node,
        (least, most): (usize, usize),
        digit: Option<Local>,
        misfit: &dyn Fn() -> Stat,
    ) {
        let more = sub(size.clone(), int(least as i64));
        let beyond = op(Op::LtUnsigned, int((most - least) as i64), more.clone());
        self.out.push(Stat::If(beyond, vec![misfit()], Vec::new()));
        if let Some(digit) = digit {
            self.out.push(Stat::Set(digit, more));
        }
    }
}

/// The statement that gives no answer for the position.
fn unanswered() -> Stat {
    Stat::If(
        int(1),
        vec![
            Stat::Store(Width::Eight, get(1), int(UNANSWERED), 0),
            Stat::Return(add(get(1), int(HEAD))),
        ],
        Vec::new(),
    )
}

/// The address in the word of a text.
fn address_of(word: i64) -> i64 {
    word >> 32
}
