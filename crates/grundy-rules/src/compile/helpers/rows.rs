//! Rows of items that do not change: tuples, ranges, and the items of lists.

use super::{Helper, Writer, given};
use crate::compile::ir::{Node, Op, Stat, Width, add, choose, either, get, int, load, op};
use crate::compile::memory::{address, length, pair};
use crate::compile::types::Type;

impl Writer<'_> {
    pub(super) fn range_row(&mut self) -> Vec<Stat> {
        let [a, b, c] = given();
        let items = self.local();
        let allocated = self.call(Helper::Allocate, vec![op(Op::Shl, c.clone(), int(3))]);
        let mut body = vec![Stat::Set(items, allocated)];
        body.extend(self.count(c.clone(), 1, |_, at| {
            let word = add(a, op(Op::Mul, b, at.clone()));
            let to = add(get(items), op(Op::Shl, at, int(3)));
            vec![Stat::Store(Width::Eight, to, word, 0)]
        }));
        body.push(Stat::Return(pair(get(items), c)));
        body
    }

    pub(super) fn search(&mut self, ty: &Type, width: i64) -> Result<Vec<Stat>, String> {
        let [a] = given();
        let width = 8 * width;
        let same = |writer: &mut Self, at: Node| {
            let address = add(address(get(0)), op(Op::Mul, at, int(width)));
            writer.equal(ty, load(Width::Eight, address, 0), get(1))
        };
        let mut failed = None;
        let mut body = self.count(length(a), 1, |writer, at| match same(writer, at.clone()) {
            Ok(same) => vec![Stat::If(same, vec![Stat::Return(at)], Vec::new())],
            Err(why) => {
                failed = Some(why);
                Vec::new()
            }
        });
        if let Some(why) = failed {
            return Err(why);
        }
        body.push(Stat::Return(int(-1)));
        Ok(body)
    }

    pub(super) fn copied_row(&mut self) -> Vec<Stat> {
        let [a] = given();
        let (items, bytes) = (self.local(), self.local());
        let allocated = self.call(Helper::Allocate, vec![get(bytes)]);
        let mut body = vec![
            Stat::Set(bytes, op(Op::Shl, length(a.clone()), int(3))),
            Stat::Set(items, allocated),
        ];
        body.extend(self.copy(get(items), address(a.clone()), get(bytes)));
        body.push(Stat::Return(pair(get(items), length(a))));
        body
    }

    pub(super) fn column(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let items = self.local();
        let bytes = op(Op::Shl, length(a.clone()), int(3));
        let allocated = self.call(Helper::Allocate, vec![bytes]);
        let mut body = vec![Stat::Set(items, allocated)];
        let offset = op(Op::Shl, b, int(3));
        body.extend(self.count(length(a.clone()), 1, |_, at| {
            let from = add(add(address(get(0)), op(Op::Shl, at.clone(), int(4))), offset);
            let to = add(get(items), op(Op::Shl, at, int(3)));
            vec![Stat::Store(Width::Eight, to, load(Width::Eight, from, 0), 0)]
        }));
        let row = pair(get(items), length(a));
        body.push(Stat::Return(self.call(Helper::ListOf, vec![row])));
        body
    }

    /// Repetitions of a text or tuple, whose items have `1 << shift` bytes.
    pub(super) fn repeated(&mut self, shift: i64) -> Vec<Stat> {
        let (count, size, new) = (self.local(), self.local(), self.local());
        let total = op(Op::Mul, get(size), get(count));
        let allocated = self.call(Helper::Allocate, vec![op(Op::Shl, total.clone(), int(shift))]);
        // No product of 31 bits is beyond the memory.
        let small = op(Op::LtUnsigned, get(1), int(1_i64 << 31));
        let mut body = vec![
            Stat::Set(size, length(get(0))),
            Stat::Set(count, choose(op(Op::Gt, get(1), int(0)), get(1), int(0))),
            Stat::If(either(op(Op::Le, get(1), int(0)), small), Vec::new(), vec![Stat::Trap]),
            Stat::Set(new, allocated),
        ];
        body.extend(self.count(get(count), 1, |writer, at| {
            let ahead = op(Op::Shl, op(Op::Mul, at, get(size)), int(shift));
            let bytes = op(Op::Shl, get(size), int(shift));
            writer.copy(add(get(new), ahead), address(get(0)), bytes)
        }));
        body.push(Stat::Return(pair(get(new), total)));
        body
    }
}
