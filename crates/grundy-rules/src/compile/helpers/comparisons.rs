//! Comparisons of values of each type.

use super::{Helper, Writer};
use crate::compile::ir::{Node, Op, Stat, Width, add, choose, either, eq, get, int, load, op, sub};
use crate::compile::memory::{NONE, address, byte_at, item, length, row_of};
use crate::compile::types::Type;

impl Writer<'_> {
    pub(super) fn equal(&mut self, ty: &Type, a: Node, b: Node) -> Result<Node, String> {
        Ok(match ty {
            Type::Bool | Type::Int | Type::Char | Type::None | Type::Never => eq(a, b),
            ty => Node::Call(self.unit.helper(Helper::Equal(ty.clone()))?, vec![a, b]),
        })
    }

    pub(super) fn equality(&mut self, ty: &Type, a: Node, b: Node) -> Result<Vec<Stat>, String> {
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

    pub(super) fn comparison(&mut self, ty: &Type, a: Node, b: Node) -> Result<Vec<Stat>, String> {
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
