//! Functions of the module that are not functions of the file: memory, texts, lists, and
//! comparisons of each type.

use super::data::CHARACTERS;
use super::ir::{
    Callee, Code, Global, Label, Local, Node, Op, Stat, Width, add, both, choose, either, eq, get,
    int, load, op, sub,
};
use super::memory::{
    HEAD, ITEMS, LENGTH, LOCK, NONE, ROOM, address, byte_at, item, length, pair, row_of,
};
use super::types::Type;
use super::unit::Unit;

/// A function; its parameters are given in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Helper {
    /// \[bytes\]: new memory.
    Allocate,
    /// \[length\]: a text to be written to.
    NewText,
    /// \[start, stop, step\]
    RangeLength,
    /// \[start, step, length\]: the numbers as a tuple.
    RangeRow,
    /// \[a, b\]
    Equal(Type),
    /// \[a, b\]: below, at or above zero.
    Compare(Type),
    /// \[row, item\]: the index of the item, or −1. Items have so many words.
    Search(Type, i64),
    /// \[dict, key, value\]
    Put(Type),
    /// \[a, b\]: each checked.
    Multiply,
    ShiftLeft,
    ShiftRight,
    FloorRemainder,
    FloorQuotient,
    /// \[text, count\]
    RepeatText,
    /// \[row, count\]
    RepeatRow,
    /// \[row\]: a list that takes over the items.
    ListOf,
    /// \[words of an item, room\]
    NewList,
    /// \[list, word\]
    Push,
    /// \[list, index\]: the item, which is removed.
    Pop,
    /// \[list, index, word\]
    Insert,
    /// \[dict, index\]: the value, which is removed with its key.
    RemoveEntry,
    /// \[row\]
    CopiedRow,
    /// \[row\]: a list of copies.
    CopiedList,
    /// \[entries, 0 for keys or 1 for values\]: a list.
    Column,
    /// \[text, part, from\]: the index, or −1.
    Find,
    /// \[text, character\]
    HasCharacter,
    /// \[text, from, to\]
    ReplaceCharacter,
    /// \[text, character\]
    CountCharacter,
    /// \[row of characters\]
    JoinCharacters,
    /// \[separator, row of texts\]
    Join,
    /// \[list\]: traps if it may not change.
    MayChange,
}

/// The text of one character.
pub(super) fn text_of(code: Node) -> Node {
    pair(add(int(CHARACTERS), code), int(1))
}

/// Numbers beyond these bounds are left to the interpreter.
pub(super) const LARGE: i64 = 1 << 62;

impl Unit<Helper> {
    /// A helper that needs no types.
    pub(super) fn plain_helper(&mut self, helper: Helper) -> Callee {
        self.helper(helper).unwrap_or_default()
    }

    /// The function for a helper, which is made when it is first asked for.
    ///
    /// # Errors
    ///
    /// Why values of its type cannot be compared.
    pub(super) fn helper(&mut self, helper: Helper) -> Result<Callee, String> {
        if let Some(&known) = self.helpers.get(&helper) {
            return Ok(known);
        }
        let callee = self.reserve();
        self.helpers.insert(helper.clone(), callee);
        let code = self.write(&helper)?;
        self.functions[callee] = Some(code);
        Ok(callee)
    }

    fn write(&mut self, helper: &Helper) -> Result<Code, String> {
        let name = match helper {
            Helper::Equal(ty) => format!("equal {ty}"),
            Helper::Compare(ty) => format!("compare {ty}"),
            Helper::Search(ty, _) => format!("search {ty}"),
            Helper::Put(ty) => format!("put {ty}"),
            other => format!("{other:?}"),
        };
        let parameters = match helper {
            Helper::Allocate
            | Helper::NewText
            | Helper::ListOf
            | Helper::CopiedRow
            | Helper::CopiedList
            | Helper::JoinCharacters
            | Helper::MayChange => 1,
            Helper::RangeLength
            | Helper::RangeRow
            | Helper::Put(_)
            | Helper::Insert
            | Helper::Find
            | Helper::ReplaceCharacter => 3,
            _ => 2,
        };
        let mut writer = Writer { code: Code::new(name, parameters), labels: 0, unit: self };
        let body = writer.body(helper)?;
        writer.code.body = body;
        Ok(writer.code)
    }
}

struct Writer<'u> {
    code: Code,
    labels: Label,
    unit: &'u mut Unit<Helper>,
}

impl Writer<'_> {
    fn local(&mut self) -> Local {
        self.code.local()
    }

    fn call(&mut self, helper: Helper, given: Vec<Node>) -> Node {
        Node::Call(self.unit.plain_helper(helper), given)
    }

    /// Runs `body` with an index from 0 up to a limit, by a step.
    fn count(
        &mut self,
        limit: Node,
        step: i64,
        body: impl FnOnce(&mut Self, Node) -> Vec<Stat>,
    ) -> Vec<Stat> {
        let index = self.local();
        self.labels += 1;
        let label = self.labels;
        let body = body(self, get(index));
        let next = vec![Stat::Set(index, add(get(index), int(step)))];
        vec![
            Stat::Set(index, int(0)),
            Stat::While(label, op(Op::Lt, get(index), limit), body, next),
        ]
    }

    /// Copies bytes, eight at a time.
    fn copy(&mut self, to: Node, from: Node, bytes: Node) -> Vec<Stat> {
        self.count(bytes, 8, |_, at| {
            let word = load(Width::Eight, add(from, at.clone()), 0);
            vec![Stat::Store(Width::Eight, add(to, at), word, 0)]
        })
    }

    fn equal(&mut self, ty: &Type, a: Node, b: Node) -> Result<Node, String> {
        Ok(match ty {
            Type::Bool | Type::Int | Type::Char | Type::None | Type::Never => eq(a, b),
            ty => Node::Call(self.unit.helper(Helper::Equal(ty.clone()))?, vec![a, b]),
        })
    }

    fn body(&mut self, helper: &Helper) -> Result<Vec<Stat>, String> {
        let [a, b, c] = [0, 1, 2].map(get);
        Ok(match helper {
            Helper::Allocate => {
                let (start, end) = (self.local(), self.local());
                let rounded = op(Op::And, add(a, int(7)), int(-8));
                vec![
                    Stat::Set(start, Node::Global(Global::Free)),
                    Stat::Set(end, add(get(start), rounded)),
                    Stat::If(
                        op(Op::LtUnsigned, int(super::ARENA_END), get(end)),
                        vec![Stat::Trap],
                        Vec::new(),
                    ),
                    Stat::SetGlobal(Global::Free, get(end)),
                    Stat::Return(get(start)),
                ]
            }
            Helper::NewText => {
                let allocated = self.call(Helper::Allocate, vec![a.clone()]);
                vec![Stat::Return(pair(allocated, a))]
            }
            Helper::RangeLength => {
                let upward =
                    op(Op::Div, add(sub(b.clone(), a.clone()), sub(c.clone(), int(1))), c.clone());
                let downward = op(
                    Op::Div,
                    add(sub(a.clone(), b.clone()), sub(sub(int(0), c.clone()), int(1))),
                    sub(int(0), c.clone()),
                );
                vec![
                    Stat::If(eq(c.clone(), int(0)), vec![Stat::Trap], Vec::new()),
                    Stat::If(
                        op(Op::Gt, c, int(0)),
                        vec![Stat::Return(choose(
                            op(Op::Gt, b.clone(), a.clone()),
                            upward,
                            int(0),
                        ))],
                        Vec::new(),
                    ),
                    Stat::Return(choose(op(Op::Lt, b, a), downward, int(0))),
                ]
            }
            Helper::RangeRow => {
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
            Helper::Equal(ty) => self.equality(&ty.clone(), a, b)?,
            Helper::Compare(ty) => self.comparison(&ty.clone(), a, b)?,
            Helper::Search(ty, width) => {
                let width = 8 * width;
                let same = |writer: &mut Self, at: Node| {
                    let address = add(address(get(0)), op(Op::Mul, at, int(width)));
                    writer.equal(ty, load(Width::Eight, address, 0), get(1))
                };
                let mut failed = None;
                let mut body =
                    self.count(length(a), 1, |writer, at| match same(writer, at.clone()) {
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
                body
            }
            Helper::Put(ty) => {
                let at = self.local();
                let search = self.unit.helper(Helper::Search(ty.clone(), 2))?;
                let found = Node::Call(search, vec![row_of(a.clone()), b.clone()]);
                let entry =
                    |at: Node| add(load(Width::Four, get(0), ITEMS), op(Op::Shl, at, int(4)));
                let replaced = vec![
                    Stat::Store(Width::Eight, entry(get(at)), c.clone(), 8),
                    Stat::Return(int(0)),
                ];
                let mut body = vec![
                    Stat::Set(at, found),
                    Stat::If(op(Op::Ge, get(at), int(0)), replaced, Vec::new()),
                ];
                body.extend(self.grow(16));
                let count = load(Width::Four, a.clone(), LENGTH);
                body.extend([
                    Stat::Set(at, count),
                    Stat::Store(Width::Eight, entry(get(at)), b, 0),
                    Stat::Store(Width::Eight, entry(get(at)), c, 8),
                    Stat::Store(Width::Four, a, add(get(at), int(1)), LENGTH),
                    Stat::Return(int(0)),
                ]);
                body
            }
            Helper::Multiply => {
                let small =
                    |x: Node| op(Op::LtUnsigned, add(x, int(1_i64 << 31)), int(1_i64 << 32));
                let quick = both(small(a.clone()), small(b.clone()));
                vec![Stat::If(quick, Vec::new(), vec![Stat::Trap]), Stat::Return(op(Op::Mul, a, b))]
            }
            Helper::ShiftLeft => {
                // At most 2^31 by at most 30 places.
                let small = op(Op::LtUnsigned, add(a.clone(), int(1_i64 << 31)), int(1_i64 << 32));
                let fits = both(small, op(Op::LtUnsigned, b.clone(), int(31)));
                vec![Stat::If(fits, Vec::new(), vec![Stat::Trap]), Stat::Return(op(Op::Shl, a, b))]
            }
            Helper::ShiftRight => vec![
                Stat::If(op(Op::LtUnsigned, b.clone(), int(64)), Vec::new(), vec![Stat::Trap]),
                Stat::Return(op(Op::ShrSigned, a, b)),
            ],
            Helper::FloorRemainder => {
                let rest = self.local();
                let wrong = both(
                    op(Op::Ne, get(rest), int(0)),
                    op(Op::Lt, op(Op::Xor, get(rest), b.clone()), int(0)),
                );
                vec![
                    Stat::Set(rest, op(Op::Rem, a, b.clone())),
                    Stat::Return(choose(wrong, add(get(rest), b), get(rest))),
                ]
            }
            Helper::FloorQuotient => {
                let rest = self.local();
                let wrong = both(
                    op(Op::Ne, get(rest), int(0)),
                    op(Op::Lt, op(Op::Xor, get(rest), b.clone()), int(0)),
                );
                let quotient = op(Op::Div, a.clone(), b.clone());
                vec![
                    Stat::Set(rest, op(Op::Rem, a, b)),
                    Stat::Return(choose(wrong, sub(quotient.clone(), int(1)), quotient)),
                ]
            }
            Helper::RepeatText => self.repeated(0),
            Helper::RepeatRow => self.repeated(3),
            Helper::ListOf => {
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
            Helper::NewList => {
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
            Helper::Push => {
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
            Helper::Pop => {
                let (count, at, items, word) =
                    (self.local(), self.local(), self.local(), self.local());
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
            Helper::Insert => {
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
            Helper::RemoveEntry => {
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
            Helper::CopiedRow => {
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
            Helper::CopiedList => {
                let row = self.call(Helper::CopiedRow, vec![a]);
                vec![Stat::Return(self.call(Helper::ListOf, vec![row]))]
            }
            Helper::Column => {
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
            Helper::Find => {
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
                vec![
                    Stat::Set(size, length(b)),
                    Stat::Set(last, sub(length(a), get(size))),
                    Stat::Set(at, c),
                    Stat::If(few, by_words, vec![self.first_place(at, last, same)]),
                    Stat::Return(int(-1)),
                ]
            }
            Helper::HasCharacter => {
                let mut body = self.count(length(a.clone()), 1, |_, at| {
                    let code = load(Width::One, byte_at(a, at), 0);
                    vec![Stat::If(eq(code, b), vec![Stat::Return(int(1))], Vec::new())]
                });
                body.push(Stat::Return(int(0)));
                body
            }
            Helper::CountCharacter => {
                let count = self.local();
                let mut body = vec![Stat::Set(count, int(0))];
                body.extend(self.count(length(a.clone()), 1, |_, at| {
                    let code = load(Width::One, byte_at(a, at), 0);
                    vec![Stat::Set(count, add(get(count), eq(code, b)))]
                }));
                body.push(Stat::Return(get(count)));
                body
            }
            Helper::ReplaceCharacter => {
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
            Helper::JoinCharacters => {
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
            Helper::Join => {
                // [separator, row]
                let (total, new, to, part) =
                    (self.local(), self.local(), self.local(), self.local());
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
            Helper::MayChange => {
                // Constants of the file lie below the memory of positions.
                let constant = op(Op::LtUnsigned, a.clone(), Node::Global(Global::Base));
                let looped = op(Op::Ne, load(Width::Four, a, LOCK), int(0));
                vec![
                    Stat::If(either(constant, looped), vec![Stat::Trap], Vec::new()),
                    Stat::Return(int(0)),
                ]
            }
        })
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

    /// Repetitions of a text or tuple, whose items have `1 << shift` bytes.
    fn repeated(&mut self, shift: i64) -> Vec<Stat> {
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

    fn equality(&mut self, ty: &Type, a: Node, b: Node) -> Result<Vec<Stat>, String> {
        Ok(match ty {
            Type::Text => {
                // Eight characters at a time; the last ones are shifted up.
                let (size, at, other, rest) =
                    (self.local(), self.local(), self.local(), self.local());
                self.labels += 1;
                let label = self.labels;
                let word = |text: Node| load(Width::Eight, byte_at(text, get(at)), 0);
                let shift = op(Op::Shl, sub(int(8), get(rest)), int(3));
                vec![
                    Stat::If(eq(a.clone(), b.clone()), vec![Stat::Return(int(1))], Vec::new()),
                    Stat::Set(size, length(a.clone())),
                    Stat::If(
                        eq(get(size), length(b.clone())),
                        Vec::new(),
                        vec![Stat::Return(int(0))],
                    ),
                    Stat::Set(at, int(0)),
                    Stat::While(
                        label,
                        op(Op::Lt, get(at), get(size)),
                        vec![
                            Stat::Set(other, op(Op::Xor, word(a), word(b))),
                            Stat::Set(rest, sub(get(size), get(at))),
                            Stat::If(
                                op(Op::Lt, get(rest), int(8)),
                                vec![Stat::Set(other, op(Op::Shl, get(other), shift))],
                                Vec::new(),
                            ),
                            Stat::If(
                                op(Op::Ne, get(other), int(0)),
                                vec![Stat::Return(int(0))],
                                Vec::new(),
                            ),
                        ],
                        vec![Stat::Set(at, add(get(at), int(8)))],
                    ),
                    Stat::Return(int(1)),
                ]
            }
            Type::Option(inner) => {
                let none = either(eq(a.clone(), int(NONE)), eq(b.clone(), int(NONE)));
                let same = self.equal(inner, a.clone(), b.clone())?;
                vec![
                    Stat::If(eq(a, b), vec![Stat::Return(int(1))], Vec::new()),
                    Stat::If(none, vec![Stat::Return(int(0))], Vec::new()),
                    Stat::Return(same),
                ]
            }
            Type::Tuple(items) => {
                let mut body = Vec::new();
                for (i, ty) in items.iter().enumerate() {
                    let part = |tuple: Node| load(Width::Eight, address(tuple), 8 * i as u32);
                    let same = self.equal(ty, part(a.clone()), part(b.clone()))?;
                    body.push(Stat::If(same, Vec::new(), vec![Stat::Return(int(0))]));
                }
                body.push(Stat::Return(int(1)));
                body
            }
            Type::Row(content) => self.equal_rows(content, a, b)?,
            Type::Range => self.equal_rows(&Type::Int, a, b)?,
            Type::List(cell) => {
                let content = self.unit.cells.content(*cell);
                let content = self.unit.cells.resolved(&content);
                let (one, two) = (self.local(), self.local());
                let same = self.equal(&Type::Row(content.into()), get(one), get(two))?;
                vec![Stat::Set(one, row_of(a)), Stat::Set(two, row_of(b)), Stat::Return(same)]
            }
            other => return Err(format!("a comparison of {other} with another one")),
        })
    }

    fn equal_rows(&mut self, content: &Type, a: Node, b: Node) -> Result<Vec<Stat>, String> {
        let other = op(Op::Ne, length(a.clone()), length(b));
        let mut body = vec![
            Stat::If(eq(get(0), get(1)), vec![Stat::Return(int(1))], Vec::new()),
            Stat::If(other, vec![Stat::Return(int(0))], Vec::new()),
        ];
        let mut failed = None;
        body.extend(self.count(length(a), 1, |writer, at| {
            match writer.equal(content, item(0, at.clone()), item(1, at)) {
                Ok(same) => vec![Stat::If(same, Vec::new(), vec![Stat::Return(int(0))])],
                Err(why) => {
                    failed = Some(why);
                    Vec::new()
                }
            }
        }));
        if let Some(why) = failed {
            return Err(why);
        }
        body.push(Stat::Return(int(1)));
        Ok(body)
    }

    fn comparison(&mut self, ty: &Type, a: Node, b: Node) -> Result<Vec<Stat>, String> {
        let sign = |x: Node, y: Node| sub(op(Op::Gt, x.clone(), y.clone()), op(Op::Lt, x, y));
        // Compares parts until two differ.
        let decide =
            |writer: &mut Self, ty: &Type, x: Node, y: Node| -> Result<Vec<Stat>, String> {
                let order = writer.local();
                let node = match ty {
                    Type::Int | Type::Char | Type::Bool => sign(x, y),
                    Type::Never => int(0),
                    ty => Node::Call(writer.unit.helper(Helper::Compare(ty.clone()))?, vec![x, y]),
                };
                Ok(vec![
                    Stat::Set(order, node),
                    Stat::If(get(order), vec![Stat::Return(get(order))], Vec::new()),
                ])
            };
        let shorter = choose(
            op(Op::Lt, length(a.clone()), length(b.clone())),
            length(a.clone()),
            length(b.clone()),
        );
        let by_length = Stat::Return(sign(length(a.clone()), length(b.clone())));
        Ok(match ty {
            Type::Bool => vec![Stat::Return(sign(a, b))],
            Type::Text => {
                let size = self.local();
                let mut body = vec![Stat::Set(size, shorter)];
                let mut failed = None;
                body.extend(self.count(get(size), 1, |writer, at| {
                    let x = load(Width::One, byte_at(a, at.clone()), 0);
                    let y = load(Width::One, byte_at(b, at), 0);
                    decide(writer, &Type::Char, x, y).unwrap_or_else(|why| {
                        failed = Some(why);
                        Vec::new()
                    })
                }));
                body.push(by_length);
                body
            }
            Type::Tuple(items) => {
                let mut body = Vec::new();
                for (i, ty) in items.iter().enumerate() {
                    let part = |tuple: Node| load(Width::Eight, address(tuple), 8 * i as u32);
                    body.extend(decide(self, ty, part(a.clone()), part(b.clone()))?);
                }
                body.push(Stat::Return(int(0)));
                body
            }
            Type::Row(content) => {
                let size = self.local();
                let mut body = vec![Stat::Set(size, shorter)];
                let mut failed = None;
                body.extend(self.count(get(size), 1, |writer, at| {
                    let (x, y) = (item(0, at.clone()), item(1, at));
                    decide(writer, content, x, y).unwrap_or_else(|why| {
                        failed = Some(why);
                        Vec::new()
                    })
                }));
                if let Some(why) = failed {
                    return Err(why);
                }
                body.push(by_length);
                body
            }
            Type::List(cell) => {
                let content = self.unit.cells.content(*cell);
                let content = self.unit.cells.resolved(&content);
                let compare = self.unit.helper(Helper::Compare(Type::Row(content.into())))?;
                vec![Stat::Return(Node::Call(compare, vec![row_of(a), row_of(b)]))]
            }
            other => return Err(format!("an order of {other}")),
        })
    }
}
