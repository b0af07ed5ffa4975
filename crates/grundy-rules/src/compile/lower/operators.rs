//! Operators: arithmetic, comparisons, concatenation, membership.

use grundy_starlark::syntax::BinOp;
use grundy_starlark::syntax::Span;

use super::super::helpers::Helper;
use super::super::ir::{
    Node, Op, Stat, Width, add, both, either, eq, get, int, load, not, op, sub,
};
use super::super::memory;
use super::super::types::Type;
use super::{Known, Lower, Lowered, NONE, Value};

impl Lower<'_, '_> {
    /// The value of a constant that is known.
    pub(in super::super) fn of_known(&mut self, known: &Known) -> Value {
        let (ty, word) = self.world.word_of(known);
        Value { ty, node: int(word), known: Some(known.clone()) }
    }

    /// Whether a value counts as true.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Lowered<Node> {
        if let Some(known) = &value.known {
            return Ok(int(i64::from(match known {
                Known::None => false,
                Known::Bool(value) => *value,
                Known::Int(value) => *value != 0,
                Known::Text(text) => !text.is_empty(),
                Known::Tuple(items) => !items.is_empty(),
            })));
        }
        Ok(match value.ty.clone() {
            Type::Bool => value.node,
            Type::Int => op(Op::Ne, value.node, int(0)),
            Type::None => int(0),
            Type::Char | Type::Function(_) => int(1),
            Type::Text | Type::Row(_) | Type::Tuple(_) | Type::Range => {
                op(Op::Ne, memory::length(value.node), int(0))
            }
            Type::List(_) | Type::Dict(..) | Type::Set(_) => {
                let length = load(Width::Four, value.node, memory::LENGTH);
                self.hold(op(Op::Ne, length, int(0)))
            }
            Type::Option(inner) => {
                let word = self.hold(value.node);
                let (stats, holds) = self
                    .block(|lower| lower.truth(Value::new((*inner).clone(), word.clone()), span))?;
                both(op(Op::Ne, word, int(NONE)), super::super::ir::after(stats, holds))
            }
            Type::Never => int(0),
            Type::Elems => return Err(self.obstacle(span, "the truth of `elems`")),
        })
    }

    /// Whether two values are equal.
    pub(super) fn equal(&mut self, a: Value, b: Value, span: Span) -> Lowered<Node> {
        if let (Some(a), Some(b)) = (&a.known, &b.known) {
            return Ok(int(i64::from(a == b)));
        }
        match (&a.ty, &b.ty) {
            // One character and a text: no text is made of the character.
            (Type::Char, Type::Text) => return Ok(is_character(self, b.node, a.node)),
            (Type::Text, Type::Char) => return Ok(is_character(self, a.node, b.node)),
            (Type::None, Type::None) => return Ok(int(1)),
            (Type::None, other) | (other, Type::None) if !matches!(other, Type::Option(_)) => {
                return Ok(int(0));
            }
            _ => {}
        }
        let Ok(ty) = self.world.unit.cells.join(&a.ty, &b.ty) else {
            // Values of different types are never equal, unless both are None.
            let optional = |ty: &Type| matches!(ty, Type::Option(_) | Type::None);
            if optional(&a.ty) && optional(&b.ty) {
                let (a, b) = (self.hold(a.node), self.hold(b.node));
                return Ok(both(eq(a, int(NONE)), eq(b, int(NONE))));
            }
            if nested(&a.ty) || nested(&b.ty) {
                return Err(self.obstacle(span, format!("a comparison of {} and {}", a.ty, b.ty)));
            }
            return Ok(int(0));
        };
        if ty == Type::Text {
            for (known, other) in [(&a.known, &b.node), (&b.known, &a.node)] {
                if let Some(Known::Text(text)) = known
                    && text.is_empty()
                {
                    return Ok(eq(memory::length(other.clone()), int(0)));
                }
            }
        }
        let a = self.coerce(a, &ty, span)?;
        let b = self.coerce(b, &ty, span)?;
        let same = self.equal_words(&ty, a, b)?;
        // Lists may change before the answer is used.
        Ok(self.hold(same))
    }

    fn equal_words(&mut self, ty: &Type, a: Node, b: Node) -> Lowered<Node> {
        match ty {
            Type::Bool | Type::Int | Type::Char | Type::None | Type::Never => Ok(eq(a, b)),
            ty => {
                let ty = self.world.unit.cells.resolved(ty);
                self.call(Helper::Equal(ty), vec![a, b])
            }
        }
    }

    /// Below zero, zero or above zero: how two values are ordered.
    pub(super) fn compare(&mut self, a: Value, b: Value, span: Span) -> Lowered<Node> {
        let ty = self.join(&a.ty, &b.ty, span)?;
        let a = self.coerce(a, &ty, span)?;
        let b = self.coerce(b, &ty, span)?;
        let ty = self.world.unit.cells.resolved(&ty);
        match ty {
            Type::Int | Type::Char => {
                // Within ±2^62, so the difference does not overflow.
                Ok(sub(a, b))
            }
            Type::Never => Ok(int(0)),
            ty => {
                let node = self.call(Helper::Compare(ty), vec![a, b])?;
                Ok(self.hold(node))
            }
        }
    }

    fn ordered(&mut self, by: Op, a: Value, b: Value, span: Span) -> Lowered<Node> {
        if let (Type::Int, Type::Int) | (Type::Char, Type::Char) = (&a.ty, &b.ty) {
            return Ok(op(by, a.node, b.node));
        }
        let compared = self.compare(a, b, span)?;
        Ok(op(by, compared, int(0)))
    }

    /// An operator other than `and` and `or`.
    pub(super) fn binary(&mut self, by: BinOp, a: Value, b: Value, span: Span) -> Lowered<Value> {
        let folded = match (by, &a.known, &b.known) {
            (BinOp::Add, Some(Known::Int(a)), Some(Known::Int(b))) => Some(Known::Int(a + b)),
            (BinOp::Subtract, Some(Known::Int(a)), Some(Known::Int(b))) => Some(Known::Int(a - b)),
            (BinOp::Add, Some(Known::Text(a)), Some(Known::Text(b))) if a.len() + b.len() < 256 => {
                Some(Known::Text(format!("{a}{b}")))
            }
            (BinOp::Multiply, Some(Known::Int(a)), Some(Known::Int(b))) => {
                a.checked_mul(*b).filter(|product| product.abs() < 1 << 61).map(Known::Int)
            }
            _ => None,
        };
        if let Some(known) =
            folded.filter(|known| !matches!(known, Known::Int(n) if n.abs() >= 1 << 61))
        {
            return Ok(self.of_known(&known));
        }
        let bool = |node| Ok(Value::bool(node));
        match by {
            BinOp::Equal => bool(self.equal(a, b, span)?),
            BinOp::NotEqual => bool(not(self.equal(a, b, span)?)),
            BinOp::Less => bool(self.ordered(Op::Lt, a, b, span)?),
            BinOp::LessOrEqual => bool(self.ordered(Op::Le, a, b, span)?),
            BinOp::Greater => bool(self.ordered(Op::Gt, a, b, span)?),
            BinOp::GreaterOrEqual => bool(self.ordered(Op::Ge, a, b, span)?),
            BinOp::In => bool(self.contains(b, a, span)?),
            BinOp::NotIn => bool(not(self.contains(b, a, span)?)),
            BinOp::Add => self.sum(vec![a, b], span),
            BinOp::Multiply => self.product(a, b, span),
            BinOp::Percent if matches!(a.ty, Type::Char | Type::Text) => {
                Err(self.obstacle(span, "`%` of a string").with_help("write an f-string"))
            }
            BinOp::Divide => Err(self
                .obstacle(span, "`/` gives a number that is not whole")
                .with_help("write `//`")),
            BinOp::BitOr if matches!(a.ty, Type::Dict(..) | Type::Set(_)) => {
                let name = if matches!(a.ty, Type::Set(_)) { "_set_union" } else { "_dict_union" };
                self.library(name, vec![a, b], span)
            }
            BinOp::BitAnd | BinOp::Subtract | BinOp::BitXor if matches!(a.ty, Type::Set(_)) => {
                let name = match by {
                    BinOp::BitAnd => "_set_intersection",
                    BinOp::Subtract => "_set_difference",
                    _ => "_set_symmetric_difference",
                };
                self.library(name, vec![a, b], span)
            }
            _ => {
                let a = self.integer(a, span)?;
                let b = self.integer(b, span)?;
                let node = match by {
                    BinOp::Subtract => Node::Checked(Box::new(sub(a, b))),
                    BinOp::Percent => self.floor(a, b, true)?,
                    BinOp::FloorDivide => self.floor(a, b, false)?,
                    BinOp::BitAnd => op(Op::And, a, b),
                    BinOp::BitOr => op(Op::Or, a, b),
                    BinOp::BitXor => op(Op::Xor, a, b),
                    BinOp::LeftShift => self.call(Helper::ShiftLeft, vec![a, b])?,
                    BinOp::RightShift => self.call(Helper::ShiftRight, vec![a, b])?,
                    _ => return Err(self.obstacle(span, "this operator")),
                };
                Ok(Value::int(node))
            }
        }
    }

    /// The word of an integer.
    pub(super) fn integer(&mut self, value: Value, span: Span) -> Lowered<Node> {
        match value.ty {
            Type::Int | Type::Never => Ok(value.node),
            _ => self.coerce(value, &Type::Int, span),
        }
    }

    /// Quotient or remainder, rounded down.
    fn floor(&mut self, a: Node, b: Node, remainder: bool) -> Lowered<Node> {
        if let Node::Int(divisor) = b
            && divisor > 0
        {
            let a = self.hold(a);
            let rest = self.hold(op(Op::Rem, a.clone(), int(divisor)));
            // Adds the divisor to a negative remainder.
            let sign = op(Op::ShrSigned, rest.clone(), int(63));
            let rest = add(rest, op(Op::And, sign, int(divisor)));
            return Ok(match remainder {
                true => rest,
                false => op(Op::Div, sub(a, rest), int(divisor)),
            });
        }
        let helper = if remainder { Helper::FloorRemainder } else { Helper::FloorQuotient };
        self.call(helper, vec![a, b])
    }

    fn product(&mut self, a: Value, b: Value, span: Span) -> Lowered<Value> {
        let (a, b) = match (&a.ty, &b.ty) {
            (Type::Int, Type::Int) => {
                let node = self.call(Helper::Multiply, vec![a.node, b.node])?;
                return Ok(Value::int(node));
            }
            (Type::Int, _) => (b, a),
            _ => (a, b),
        };
        let count = self.integer(b, span)?;
        match a.ty.clone() {
            Type::Char | Type::Text => {
                let text = self.coerce(a, &Type::Text, span)?;
                let node = self.call(Helper::RepeatText, vec![text, count])?;
                Ok(Value::new(Type::Text, self.hold(node)))
            }
            Type::Tuple(_) | Type::Row(_) => {
                let item = self.any_item(&a.ty, span)?;
                let ty = Type::Row(item.into());
                let row = self.coerce(a, &ty, span)?;
                let node = self.call(Helper::RepeatRow, vec![row, count])?;
                Ok(Value::new(ty, self.hold(node)))
            }
            Type::List(cell) => {
                let new = self.site(span, 0);
                let content = self.world.unit.cells.content(cell);
                self.put(new, &content, span)?;
                let row = self.hold(memory::row_of(a.node));
                let row = self.call(Helper::RepeatRow, vec![row, count])?;
                let node = self.call(Helper::ListOf, vec![row])?;
                Ok(Value::new(Type::List(new), self.hold(node)))
            }
            other => Err(self.obstacle(span, format!("`*` of {other}"))),
        }
    }

    pub(super) fn any_item(&mut self, tuple: &Type, span: Span) -> Lowered<Type> {
        self.world.unit.cells.any_item(tuple).map_err(|clash| self.clash(span, clash))
    }

    /// The sum of values of the same kind, or their concatenation.
    pub(super) fn sum(&mut self, values: Vec<Value>, span: Span) -> Lowered<Value> {
        let mut values: Vec<Value> = values;
        // None is no summand: a value that may be None counts as its other type.
        for value in &mut values {
            if let Type::Option(inner) = value.ty.clone() {
                let node = self.coerce(value.clone(), &inner, span)?;
                *value = Value::new((*inner).clone(), node);
            }
        }
        let all =
            |wanted: fn(&Type) -> bool| values.iter().all(|v| wanted(&v.ty) || v.ty == Type::Never);
        if all(|ty| matches!(ty, Type::Int)) {
            let sum = values
                .into_iter()
                .map(|value| value.node)
                .reduce(|a, b| Node::Checked(Box::new(add(a, b))));
            return Ok(Value::int(sum.unwrap_or(int(0))));
        }
        if all(|ty| matches!(ty, Type::Char | Type::Text)) {
            return Ok(self.texts(values));
        }
        if all(|ty| matches!(ty, Type::Tuple(_) | Type::Row(_))) {
            return self.rows(values, span);
        }
        if all(|ty| matches!(ty, Type::List(_))) {
            let new = self.site(span, 0);
            let mut rows = Vec::new();
            for value in values {
                if let Type::List(cell) = value.ty {
                    let content = self.world.unit.cells.content(cell);
                    self.put(new, &content, span)?;
                    let row = self.hold(memory::row_of(value.node));
                    // The words of the items are those of the joined type, or a later round
                    // joins the cells.
                    rows.push(Value::new(Type::Row(content.into()), row));
                }
            }
            let ty = Type::Row(self.world.unit.cells.content(new).into());
            let mut words = Vec::new();
            for row in rows {
                words.push(self.coerce(row, &ty, span)?);
            }
            let row = self.joined_rows(words);
            let node = self.call(Helper::ListOf, vec![row])?;
            return Ok(Value::new(Type::List(new), self.hold(node)));
        }
        let different = values.iter().find(|value| value.ty != values[0].ty);
        let why = match different {
            Some(other) => format!("`+` of {} and {}", values[0].ty, other.ty),
            None => format!("`+` of {}", values[0].ty),
        };
        Err(self.obstacle(span, why))
    }

    /// The concatenation of texts: memory is taken once.
    fn texts(&mut self, values: Vec<Value>) -> Value {
        // Slices of slices: a text that nothing is taken from costs nothing.
        let values: Vec<Value> = values.into_iter().map(|value| self.held(value)).collect();
        let mut length = int(0);
        for value in &values {
            length = add(
                length,
                match value.ty {
                    Type::Char => int(1),
                    _ => memory::length(value.node.clone()),
                },
            );
        }
        let length = self.hold(length);
        let address = self.allocate(length.clone());
        let mut at = get(address);
        for value in values {
            match value.ty {
                Type::Char => {
                    self.out.push(Stat::Store(Width::One, at.clone(), value.node, 0));
                    at = self.hold(add(at, int(1)));
                }
                _ => {
                    let size = memory::length(value.node.clone());
                    self.copy(at.clone(), memory::address(value.node), size.clone());
                    at = self.hold(add(at, size));
                }
            }
        }
        Value::new(Type::Text, self.hold(memory::pair(get(address), length)))
    }

    /// Copies bytes, eight at a time: up to seven more than asked for are written.
    pub(super) fn copy(&mut self, to: Node, from: Node, bytes: Node) {
        let (to, from, bytes) = (self.hold(to), self.hold(from), self.hold(bytes));
        let at = self.set(int(0));
        let label = self.label();
        let word = load(Width::Eight, add(from, get(at)), 0);
        let body = vec![Stat::Store(Width::Eight, add(to, get(at)), word, 0)];
        let more = op(Op::Lt, get(at), bytes);
        let step = vec![Stat::Set(at, add(get(at), int(8)))];
        self.out.push(Stat::While(label, more, body, step));
    }

    fn rows(&mut self, values: Vec<Value>, span: Span) -> Lowered<Value> {
        let tuples: Option<Vec<Vec<Type>>> = values
            .iter()
            .map(|value| match &value.ty {
                Type::Tuple(items) => Some(items.to_vec()),
                _ => None,
            })
            .collect();
        let ty = match tuples {
            Some(items) => Type::Tuple(items.concat().into()),
            None => {
                let mut item = Type::Never;
                for value in &values {
                    let other = self.any_item(&value.ty, span)?;
                    item = self.join(&item, &other, span)?;
                }
                Type::Row(item.into())
            }
        };
        let mut words = Vec::new();
        for value in values {
            let word = match ty {
                Type::Row(_) => self.coerce(value, &ty, span)?,
                _ => value.node,
            };
            words.push(word);
        }
        let node = self.joined_rows(words);
        Ok(Value::new(ty, node))
    }

    fn joined_rows(&mut self, words: Vec<Node>) -> Node {
        let words: Vec<Node> = words.into_iter().map(|word| self.hold(word)).collect();
        let mut length = int(0);
        for word in &words {
            length = add(length, memory::length(word.clone()));
        }
        let length = self.hold(length);
        let address = self.allocate(op(Op::Shl, length.clone(), int(3)));
        let mut at = get(address);
        for word in words {
            let size = self.hold(op(Op::Shl, memory::length(word.clone()), int(3)));
            self.copy(at.clone(), memory::address(word), size.clone());
            at = self.hold(add(at, size));
        }
        self.hold(memory::pair(get(address), length))
    }

    /// Whether a container has an item.
    pub(super) fn contains(&mut self, container: Value, item: Value, span: Span) -> Lowered<Node> {
        let node = match container.ty.clone() {
            Type::Char | Type::Text => {
                if let (Some(Known::Text(text)), Type::Char) = (&container.known, &item.ty)
                    && let Some(codes) = self.world.program.codes(text).filter(|c| c.len() <= 8)
                {
                    let item = self.hold(item.node);
                    let mut any = int(0);
                    for code in codes {
                        any = either(any, eq(item.clone(), int(code)));
                    }
                    return Ok(any);
                }
                let text = self.coerce(container, &Type::Text, span)?;
                match item.ty {
                    Type::Char => self.call(Helper::HasCharacter, vec![text, item.node])?,
                    _ => {
                        let item = self.coerce(item, &Type::Text, span)?;
                        let at = self.call(Helper::Find, vec![text, item, int(0)])?;
                        op(Op::Ge, at, int(0))
                    }
                }
            }
            Type::Tuple(items) => {
                // Item by item: types may differ, and most such tuples are short.
                let node = self.hold(container.node.clone());
                let known = match &container.known {
                    Some(Known::Tuple(known)) => Some(known.clone()),
                    _ => None,
                };
                let item = self.held(item);
                let mut any = int(0);
                let address = memory::address(node);
                let mut found = Vec::new();
                for (i, ty) in items.iter().enumerate() {
                    let other = match &known {
                        Some(known) => self.of_known(&known[i]),
                        None => Value::new(
                            ty.clone(),
                            load(Width::Eight, address.clone(), 8 * i as u32),
                        ),
                    };
                    let (stats, same) =
                        self.block(|lower| lower.equal(other, item.clone(), span))?;
                    found.push(super::super::ir::after(stats, same));
                }
                for same in found.into_iter().rev() {
                    any = either(same, any);
                }
                any
            }
            Type::Row(_) | Type::Range | Type::List(_) | Type::Set(_) | Type::Dict(..) => {
                let (content, row, width) = match &container.ty {
                    Type::Row(content) => ((**content).clone(), container.node, 1),
                    Type::Range => (Type::Int, container.node, 1),
                    Type::List(cell) => {
                        (self.world.unit.cells.content(*cell), memory::row_of(container.node), 1)
                    }
                    Type::Set(cell) | Type::Dict(cell, _) => {
                        (self.world.unit.cells.content(*cell), memory::row_of(container.node), 2)
                    }
                    _ => (Type::Never, int(0), 1),
                };
                let Ok(ty) = self.world.unit.cells.join(&content, &item.ty) else {
                    if nested(&content) || nested(&item.ty) {
                        let why = format!("a search for {} among {content}", item.ty);
                        return Err(self.obstacle(span, why));
                    }
                    return Ok(int(0));
                };
                let item = self.coerce(item, &ty, span)?;
                let row = self.hold(row);
                let at = self.search(&ty, &content, row, width, item, span)?;
                op(Op::Ge, at, int(0))
            }
            Type::Option(inner) => {
                let node = self.coerce(container, &inner, span)?;
                return self.contains(Value::new((*inner).clone(), node), item, span);
            }
            Type::Never => int(0),
            other => return Err(self.obstacle(span, format!("`in` {other}"))),
        };
        Ok(self.hold(node))
    }

    /// The index of the first item of a row that equals a value, or −1.
    pub(super) fn search(
        &mut self,
        ty: &Type,
        content: &Type,
        row: Node,
        width: i64,
        item: Node,
        span: Span,
    ) -> Lowered<Node> {
        if !self.same_word(content, ty) {
            // Only for texts among characters, or a value among optional ones.
            if width != 1 {
                return Err(self.obstacle(span, format!("a search for {ty} among {content}")));
            }
            let mapped = self.mapped(row, content, ty, span)?;
            return self.search(ty, ty, get(mapped), 1, item, span);
        }
        let ty = self.world.unit.cells.resolved(ty);
        self.call(Helper::Search(ty, width), vec![row, item])
    }

    /// A row with its items as values of another type.
    pub(super) fn mapped(
        &mut self,
        row: Node,
        from: &Type,
        to: &Type,
        span: Span,
    ) -> Lowered<super::super::ir::Local> {
        let row = self.hold(row);
        let length = self.hold(memory::length(row.clone()));
        let address = self.allocate(op(Op::Shl, length.clone(), int(3)));
        let index = self.set(int(0));
        let label = self.label();
        let ahead = op(Op::Shl, get(index), int(3));
        let word = load(Width::Eight, add(memory::address(row), ahead.clone()), 0);
        let (mut body, node) =
            self.block(|lower| lower.coerce(Value::new(from.clone(), word), to, span))?;
        body.push(Stat::Store(Width::Eight, add(get(address), ahead), node, 0));
        let more = op(Op::Lt, get(index), length.clone());
        let step = vec![Stat::Set(index, add(get(index), int(1)))];
        self.out.push(Stat::While(label, more, body, step));
        Ok(self.set(memory::pair(get(address), length)))
    }
}

/// Whether a text is this one character.
fn is_character(lower: &mut Lower<'_, '_>, text: Node, character: Node) -> Node {
    let text = lower.hold(text);
    let one = eq(memory::length(text.clone()), int(1));
    both(one, eq(load(Width::One, memory::address(text), 0), character))
}

/// Whether values of the type contain others, so that comparing them may need more than a word.
fn nested(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Tuple(_)
            | Type::Row(_)
            | Type::List(_)
            | Type::Dict(..)
            | Type::Set(_)
            | Type::Option(_)
    )
}
