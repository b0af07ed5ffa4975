//! Numbers: how many are in a range, and operations that are checked.

use super::{Writer, given};
use crate::compile::ir::{Local, Node, Op, Stat, add, both, choose, eq, get, int, op, sub};

impl Writer<'_> {
    pub(super) fn range_length(&mut self) -> Vec<Stat> {
        let [a, b, c] = given();
        let upward = op(Op::Div, add(sub(b.clone(), a.clone()), sub(c.clone(), int(1))), c.clone());
        let downward = op(
            Op::Div,
            add(sub(a.clone(), b.clone()), sub(sub(int(0), c.clone()), int(1))),
            sub(int(0), c.clone()),
        );
        vec![
            Stat::If(eq(c.clone(), int(0)), vec![Stat::Trap], Vec::new()),
            Stat::If(
                op(Op::Gt, c, int(0)),
                vec![Stat::Return(choose(op(Op::Gt, b.clone(), a.clone()), upward, int(0)))],
                Vec::new(),
            ),
            Stat::Return(choose(op(Op::Lt, b, a), downward, int(0))),
        ]
    }

    pub(super) fn multiply(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let small = |x: Node| op(Op::LtUnsigned, add(x, int(1_i64 << 31)), int(1_i64 << 32));
        let quick = both(small(a.clone()), small(b.clone()));
        vec![Stat::If(quick, Vec::new(), vec![Stat::Trap]), Stat::Return(op(Op::Mul, a, b))]
    }

    pub(super) fn shift_left(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        // At most 2^31 by at most 30 places.
        let small = op(Op::LtUnsigned, add(a.clone(), int(1_i64 << 31)), int(1_i64 << 32));
        let fits = both(small, op(Op::LtUnsigned, b.clone(), int(31)));
        vec![Stat::If(fits, Vec::new(), vec![Stat::Trap]), Stat::Return(op(Op::Shl, a, b))]
    }

    pub(super) fn shift_right(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        vec![
            Stat::If(op(Op::LtUnsigned, b.clone(), int(64)), Vec::new(), vec![Stat::Trap]),
            Stat::Return(op(Op::ShrSigned, a, b)),
        ]
    }

    pub(super) fn floor_remainder(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let (rest, wrong) = self.truncated(&b);
        vec![
            Stat::Set(rest, op(Op::Rem, a, b.clone())),
            Stat::Return(choose(wrong, add(get(rest), b), get(rest))),
        ]
    }

    pub(super) fn floor_quotient(&mut self) -> Vec<Stat> {
        let [a, b] = given();
        let (rest, wrong) = self.truncated(&b);
        let quotient = op(Op::Div, a.clone(), b.clone());
        vec![
            Stat::Set(rest, op(Op::Rem, a, b)),
            Stat::Return(choose(wrong, sub(quotient.clone(), int(1)), quotient)),
        ]
    }

    /// A place for the remainder of the truncating division by `b`, and whether its quotient is one
    /// more than the quotient rounded down.
    fn truncated(&mut self, b: &Node) -> (Local, Node) {
        let rest = self.local();
        let signs_differ = op(Op::Lt, op(Op::Xor, get(rest), b.clone()), int(0));
        (rest, both(op(Op::Ne, get(rest), int(0)), signs_differ))
    }
}
