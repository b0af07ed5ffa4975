//! Operators between two values, most of them integers.

use super::Evaluator;
use crate::error::Error;
use crate::span::Span;
use crate::syntax::BinOp;
use crate::value::{Value, of_ints};

/// Comparisons of integers of 64 bits, and whether short texts are equal: most comparisons are these.
#[inline(always)]
pub(super) fn simple(op: BinOp, left: Value<'_>, right: Value<'_>) -> Option<bool> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Some(match op {
            BinOp::Equal => a == b,
            BinOp::NotEqual => a != b,
            BinOp::Less => a < b,
            BinOp::Greater => a > b,
            BinOp::LessOrEqual => a <= b,
            BinOp::GreaterOrEqual => a >= b,
            _ => return None,
        }),
        (Value::Text(a), Value::Text(b)) if a.is_short() => match op {
            BinOp::Equal => Some(a.same(b)),
            BinOp::NotEqual => Some(!a.same(b)),
            _ => None,
        },
        _ => None,
    }
}

impl<'v> Evaluator<'v, '_> {
    #[inline]
    pub(super) fn binary(
        &mut self,
        op: BinOp,
        left: Value<'v>,
        right: Value<'v>,
        span: Span,
    ) -> Result<Value<'v>, Error> {
        if let Some(holds) = simple(op, left, right) {
            return Ok(Value::bool(holds));
        }
        if let (Value::Int(a), Value::Int(b)) = (left, right)
            && let Some(number) = of_ints(op, a, b)
        {
            return Ok(Value::Int(number));
        }
        self.slower(op, left, right, span)
    }

    #[inline(never)]
    fn slower(
        &mut self,
        op: BinOp,
        left: Value<'v>,
        right: Value<'v>,
        span: Span,
    ) -> Result<Value<'v>, Error> {
        left.operate(op, right, self.heap).map_err(|error| error.at(span))
    }
}
