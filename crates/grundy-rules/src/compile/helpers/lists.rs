//! Lists and dictionaries.

use super::{Helper, Writer, given};
use crate::compile::ir::{
    Global, Node, Op, Stat, Width, add, choose, either, eq, get, int, load, op, sub,
};
use crate::compile::memory::{HEAD, ITEMS, LENGTH, LOCK, ROOM, address, length, row_of};
use crate::compile::types::Type;

impl Writer<'_> {
    pub(super) fn list_of(&mut self) -> Vec<Stat> {
        let [a] = given();
        let head = self.local();
        let allocated = self.call(Helper::Allocate, vec![int(HEAD)]);
        vec![
            Stat::Set(head, allocated),
            Stat::Store(Width::Four, get(head), address(a.clone()), ITEMS),
            Stat::Store(Width::Four, get(head), length(a.clone()), LENGTH),
            Stat::Store(Width::Four, get(head), length(a), ROOM),
            Stat::Store(Width::Four, get(head), int(0), LOCK),
            Stat::Return(get(head)),
        ]
    }

    pub(super) fn new_list(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let head = self.local();
        let bytes = op(Op::Shl, op(Op::Mul, a, b.clone()), int(3));
        let allocated = self.call(Helper::Allocate, vec![add(bytes, int(HEAD))]);
        vec![
            Stat::Set(head, allocated),
            Stat::Store(Width::Four, get(head), add(get(head), int(HEAD)), ITEMS),
            Stat::Store(Width::Four, get(head), int(0), LENGTH),
            Stat::Store(Width::Four, get(head), b, ROOM),
            Stat::Store(Width::Four, get(head), int(0), LOCK),
            Stat::Return(get(head)),
        ]
    }

    pub(super) fn push(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let count = self.local();
        let mut body = self.grow(8);
        let items = load(Width::Four, a.clone(), ITEMS);
        body.extend([
            Stat::Set(count, load(Width::Four, a.clone(), LENGTH)),
            Stat::Store(Width::Eight, add(items, op(Op::Shl, get(count), int(3))), b, 0),
            Stat::Store(Width::Four, a, add(get(count), int(1)), LENGTH),
            Stat::Return(int(0)),
        ]);
        body
    }

    pub(super) fn pop(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let (count, at, items, word) = (self.local(), self.local(), self.local(), self.local());
        let wrapped = choose(op(Op::Lt, b.clone(), int(0)), add(b.clone(), get(count)), b);
        let place = |at: Node| add(get(items), op(Op::Shl, at, int(3)));
        let mut body = vec![
            Stat::Set(count, load(Width::Four, a.clone(), LENGTH)),
            Stat::Set(at, wrapped),
            Stat::If(op(Op::LtUnsigned, get(at), get(count)), Vec::new(), vec![Stat::Trap]),
            Stat::Set(items, load(Width::Four, a.clone(), ITEMS)),
            Stat::Set(word, load(Width::Eight, place(get(at)), 0)),
            Stat::Store(Width::Four, a, sub(get(count), int(1)), LENGTH),
        ];
        let bytes = op(Op::Shl, sub(sub(get(count), get(at)), int(1)), int(3));
        body.extend(self.copy(place(get(at)), place(add(get(at), int(1))), bytes));
        body.push(Stat::Return(get(word)));
        body
    }

    pub(super) fn insert(&mut self) -> Vec<Stat> {
        let [a, b, c] = given();
        let (count, at, items) = (self.local(), self.local(), self.local());
        let place = |at: Node| add(get(items), op(Op::Shl, at, int(3)));
        let mut body = self.grow(8);
        let wrapped = choose(op(Op::Lt, b.clone(), int(0)), add(b.clone(), get(count)), b);
        body.extend([
            Stat::Set(count, load(Width::Four, a.clone(), LENGTH)),
            Stat::Set(at, wrapped),
            Stat::Set(at, choose(op(Op::Lt, get(at), int(0)), int(0), get(at))),
            Stat::Set(at, choose(op(Op::Gt, get(at), get(count)), get(count), get(at))),
            Stat::Set(items, load(Width::Four, a.clone(), ITEMS)),
        ]);
        let moved = sub(get(count), get(at));
        body.extend(self.count(moved, 1, |_, i| {
            let last = sub(get(count), add(i, int(1)));
            let word = load(Width::Eight, place(last.clone()), 0);
            vec![Stat::Store(Width::Eight, place(last), word, 8)]
        }));
        body.extend([
            Stat::Store(Width::Eight, place(get(at)), c, 0),
            Stat::Store(Width::Four, a, add(get(count), int(1)), LENGTH),
            Stat::Return(int(0)),
        ]);
        body
    }

    pub(super) fn put(&mut self, ty: &Type) -> Result<Vec<Stat>, String> {
        let [a, b, c] = given();
        let at = self.local();
        let search = self.unit.helper(Helper::Search(ty.clone(), 2))?;
        let found = Node::Call(search, vec![row_of(a.clone()), b.clone()]);
        let entry = |at: Node| add(load(Width::Four, get(0), ITEMS), op(Op::Shl, at, int(4)));
        let replaced =
            vec![Stat::Store(Width::Eight, entry(get(at)), c.clone(), 8), Stat::Return(int(0))];
        let mut body =
            vec![Stat::Set(at, found), Stat::If(op(Op::Ge, get(at), int(0)), replaced, Vec::new())];
        body.extend(self.grow(16));
        let count = load(Width::Four, a.clone(), LENGTH);
        body.extend([
            Stat::Set(at, count),
            Stat::Store(Width::Eight, entry(get(at)), b, 0),
            Stat::Store(Width::Eight, entry(get(at)), c, 8),
            Stat::Store(Width::Four, a, add(get(at), int(1)), LENGTH),
            Stat::Return(int(0)),
        ]);
        Ok(body)
    }

    pub(super) fn remove_entry(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let (count, items, word) = (self.local(), self.local(), self.local());
        let place = |at: Node| add(get(items), op(Op::Shl, at, int(4)));
        let mut body = vec![
            Stat::Set(count, load(Width::Four, a.clone(), LENGTH)),
            Stat::Set(items, load(Width::Four, a.clone(), ITEMS)),
            Stat::Set(word, load(Width::Eight, place(b.clone()), 8)),
            Stat::Store(Width::Four, a, sub(get(count), int(1)), LENGTH),
        ];
        let bytes = op(Op::Shl, sub(sub(get(count), b.clone()), int(1)), int(4));
        body.extend(self.copy(place(b.clone()), place(add(b, int(1))), bytes));
        body.push(Stat::Return(get(word)));
        body
    }

    pub(super) fn copied_list(&mut self) -> Vec<Stat> {
        let [a] = given();
        let row = self.call(Helper::CopiedRow, vec![a]);
        vec![Stat::Return(self.call(Helper::ListOf, vec![row]))]
    }

    pub(super) fn may_change(&mut self) -> Vec<Stat> {
        let [a] = given();
        // Constants of the file lie below the memory of positions.
        let constant = op(Op::LtUnsigned, a.clone(), Node::Global(Global::Base));
        let looped = op(Op::Ne, load(Width::Four, a, LOCK), int(0));
        vec![Stat::If(either(constant, looped), vec![Stat::Trap], Vec::new()), Stat::Return(int(0))]
    }

    /// Makes room for one more item of the list that is the first parameter.
    fn grow(&mut self, bytes: i64) -> Vec<Stat> {
        let (room, new) = (self.local(), self.local());
        let wanted = add(op(Op::Mul, get(room), int(2)), int(4));
        let allocated = self.call(Helper::Allocate, vec![op(Op::Mul, wanted.clone(), int(bytes))]);
        let mut larger =
            vec![Stat::Set(room, load(Width::Four, get(0), ROOM)), Stat::Set(new, allocated)];
        let old = load(Width::Four, get(0), ITEMS);
        let used = op(Op::Mul, load(Width::Four, get(0), LENGTH), int(bytes));
        larger.extend(self.copy(get(new), old, used));
        larger.extend([
            Stat::Store(Width::Four, get(0), get(new), ITEMS),
            Stat::Store(Width::Four, get(0), wanted, ROOM),
        ]);
        let full = eq(load(Width::Four, get(0), LENGTH), load(Width::Four, get(0), ROOM));
        vec![Stat::If(full, larger, Vec::new())]
    }
}
