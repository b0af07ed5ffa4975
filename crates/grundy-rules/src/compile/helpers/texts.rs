//! Texts.

use super::{Helper, Writer, given};
use crate::compile::ir::{Local, Node, Op, Stat, Width, add, choose, eq, get, int, load, op, sub};
use crate::compile::memory::{address, byte_at, item, length, pair};
use crate::compile::types::Type;

impl Writer<'_> {
    pub(super) fn new_text(&mut self) -> Vec<Stat> {
        let [a] = given();
        let allocated = self.call(Helper::Allocate, vec![a.clone()]);
        vec![Stat::Return(pair(allocated, a))]
    }

    pub(super) fn find(&mut self) -> Result<Vec<Stat>, String> {
        let [a, b, c] = given();
        // [text, part, from]
        let (size, last, at) = (self.local(), self.local(), self.local());
        let (wanted, shift) = (self.local(), self.local());
        let part = pair(byte_at(a.clone(), get(at)), get(size));
        let same = self.equal(&Type::Text, part, b.clone())?;
        // Up to eight characters are one word, whose other bytes are shifted out.
        let word = |at: Node| op(Op::Shl, load(Width::Eight, at, 0), get(shift));
        let here = word(byte_at(a.clone(), get(at)));
        let by_words = vec![
            Stat::Set(shift, op(Op::Shl, sub(int(8), get(size)), int(3))),
            Stat::Set(wanted, word(address(b.clone()))),
            self.first_place(at, last, eq(here, get(wanted))),
        ];
        let few = op(Op::LtUnsigned, sub(get(size), int(1)), int(8));
        Ok(vec![
            Stat::Set(size, length(b)),
            Stat::Set(last, sub(length(a), get(size))),
            Stat::Set(at, c),
            Stat::If(few, by_words, vec![self.first_place(at, last, same)]),
            Stat::Return(int(-1)),
        ])
    }

    pub(super) fn has_character(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let mut body = self.count(length(a.clone()), 1, |_, at| {
            let code = load(Width::One, byte_at(a, at), 0);
            vec![Stat::If(eq(code, b), vec![Stat::Return(int(1))], Vec::new())]
        });
        body.push(Stat::Return(int(0)));
        body
    }

    pub(super) fn replace_character(&mut self) -> Vec<Stat> {
        let [a, b, c] = given();
        let (new, code) = (self.local(), self.local());
        let allocated = self.call(Helper::Allocate, vec![length(a.clone())]);
        let mut body = vec![Stat::Set(new, allocated)];
        body.extend(self.count(length(a.clone()), 1, |_, at| {
            let from = load(Width::One, byte_at(get(0), at.clone()), 0);
            let put = choose(eq(get(code), b), c, get(code));
            vec![Stat::Set(code, from), Stat::Store(Width::One, add(get(new), at), put, 0)]
        }));
        body.push(Stat::Return(pair(get(new), length(a))));
        body
    }

    pub(super) fn count_character(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let count = self.local();
        let mut body = vec![Stat::Set(count, int(0))];
        body.extend(self.count(length(a.clone()), 1, |_, at| {
            let code = load(Width::One, byte_at(a, at), 0);
            vec![Stat::Set(count, add(get(count), eq(code, b)))]
        }));
        body.push(Stat::Return(get(count)));
        body
    }

    pub(super) fn join_characters(&mut self) -> Vec<Stat> {
        let [a] = given();
        let new = self.local();
        let allocated = self.call(Helper::Allocate, vec![length(a.clone())]);
        let mut body = vec![Stat::Set(new, allocated)];
        body.extend(self.count(length(a.clone()), 1, |_, at| {
            let code = item(0, at.clone());
            vec![Stat::Store(Width::One, add(get(new), at), code, 0)]
        }));
        body.push(Stat::Return(pair(get(new), length(a))));
        body
    }

    pub(super) fn join(&mut self) -> Vec<Stat> {
        let [_, b] = given();
        // [separator, row]
        let (total, new, to, part) = (self.local(), self.local(), self.local(), self.local());
        let mut body = vec![Stat::Set(total, int(0))];
        let count = length(b.clone());
        body.extend(self.count(count.clone(), 1, |_, at| {
            let size = length(item(1, at.clone()));
            let gap = choose(op(Op::Gt, at, int(0)), length(get(0)), int(0));
            vec![Stat::Set(total, add(get(total), add(size, gap)))]
        }));
        let allocated = self.call(Helper::Allocate, vec![get(total)]);
        body.extend([Stat::Set(new, allocated), Stat::Set(to, get(new))]);
        body.extend(self.count(count, 1, |writer, at| {
            let mut gap = writer.copy(get(to), address(get(0)), length(get(0)));
            gap.push(Stat::Set(to, add(get(to), length(get(0)))));
            let mut block = vec![
                Stat::If(op(Op::Gt, at.clone(), int(0)), gap, Vec::new()),
                Stat::Set(part, item(1, at)),
            ];
            block.extend(writer.copy(get(to), address(get(part)), length(get(part))));
            block.push(Stat::Set(to, add(get(to), length(get(part)))));
            block
        }));
        body.push(Stat::Return(pair(get(new), get(total))));
        body
    }

    /// Returns the first number from `at` to `last` for which a condition holds, if there is one.
    fn first_place(&mut self, at: Local, last: Local, holds: Node) -> Stat {
        self.labels += 1;
        Stat::While(
            self.labels,
            op(Op::Le, get(at), get(last)),
            vec![Stat::If(holds, vec![Stat::Return(get(at))], Vec::new())],
            vec![Stat::Set(at, add(get(at), int(1)))],
        )
    }
}
