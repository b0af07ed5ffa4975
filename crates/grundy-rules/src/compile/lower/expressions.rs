//! Expressions.

use grundy_starlark::syntax::Span;
use grundy_starlark::syntax::{AstExpr, BinOp, Clause, Expr, ForClause, Literal, Piece};

use super::super::helpers::Helper;
use super::super::ir::{Node, Op, Stat, Width, add, after, choose, get, int, not, op, sub};
use super::super::memory;
use super::super::types::{Function, Type};
use super::{Known, Lower, Lowered, Parts, Value};

impl Lower<'_, '_> {
    /// The value of an expression, in parts if it is a tuple that is written out.
    pub(super) fn parts(&mut self, expression: &AstExpr) -> Lowered<Parts> {
        match &expression.node {
            Expr::Tuple(items) => {
                let mut parts = Vec::new();
                for item in items {
                    let part = self.parts(item)?;
                    parts.push(self.hold_parts(part));
                }
                Ok(Parts::Many(parts))
            }
            Expr::If(branches) => {
                let (condition, yes, no) = &**branches;
                match self.condition(condition)? {
                    Node::Int(0) => self.parts(no),
                    Node::Int(_) => self.parts(yes),
                    holds => Ok(Parts::One(self.conditional(condition, holds, yes, no)?)),
                }
            }
            _ => Ok(Parts::One(self.expression(expression)?)),
        }
    }

    pub(in super::super) fn expression(&mut self, expression: &AstExpr) -> Lowered<Value> {
        let span = expression.span;
        match &expression.node {
            Expr::Literal(literal) => self.literal(literal, span),
            Expr::Identifier(name) => self.name(&name.node, span),
            Expr::Tuple(items) => {
                let mut values = Vec::new();
                for item in items {
                    let value = self.expression(item)?;
                    values.push(self.held(value));
                }
                Ok(self.tuple(values))
            }
            Expr::List(items) => self.list_of_all(items.iter(), 0, span),
            Expr::Dict(entries) => {
                let (keys, values) = (self.site(span, 0), self.site(span, 1));
                let list = self.call(Helper::NewList, vec![int(2), int(entries.len() as i64)])?;
                let dict = Value::new(Type::Dict(keys, values), self.hold(list));
                for (key, value) in entries {
                    let key = self.expression(key)?;
                    let key = self.held(key);
                    let value = self.expression(value)?;
                    self.store(dict.clone(), key, value, span)?;
                }
                Ok(dict)
            }
            Expr::ListComprehension(item, first, others) => self.list(item, first, others, span),
            Expr::DictComprehension(entry, first, others) => {
                let (keys, values) = (self.site(span, 0), self.site(span, 1));
                let list = self.call(Helper::NewList, vec![int(2), int(8)])?;
                let dict = Value::new(Type::Dict(keys, values), self.hold(list));
                let target = dict.clone();
                self.comprehension(first, others, |lower| {
                    let key = lower.expression(&entry.0)?;
                    let key = lower.held(key);
                    let value = lower.expression(&entry.1)?;
                    lower.store(target.clone(), key, value, span)
                })?;
                Ok(dict)
            }
            Expr::If(branches) => {
                let (condition, yes, no) = &**branches;
                match self.condition(condition)? {
                    Node::Int(0) => self.expression(no),
                    Node::Int(_) => self.expression(yes),
                    holds => self.conditional(condition, holds, yes, no),
                }
            }
            Expr::Not(inner) => Ok(Value::bool(not(self.condition(inner)?))),
            Expr::Op(a, BinOp::And, b) => self.both_values(a, b, true, span),
            Expr::Op(a, BinOp::Or, b) => self.both_values(a, b, false, span),
            Expr::Op(_, BinOp::Add, _) => self.additions(expression),
            Expr::Op(a, by, b) => {
                let a = self.expression(a)?;
                let a = self.held_if_needed(a);
                let b = self.expression(b)?;
                self.binary(*by, a, b, span)
            }
            Expr::Minus(inner) => {
                let value = self.expression(inner)?;
                if let Some(Known::Int(known)) = value.known {
                    return Ok(self.of_known(&Known::Int(-known)));
                }
                let node = self.integer(value, span)?;
                Ok(Value::int(sub(int(0), node)))
            }
            Expr::Plus(inner) => {
                let value = self.expression(inner)?;
                Ok(Value::int(self.integer(value, span)?))
            }
            Expr::BitNot(inner) => {
                let value = self.expression(inner)?;
                let node = self.integer(value, span)?;
                Ok(Value::int(op(Op::Xor, node, int(-1))))
            }
            Expr::Index(pair) => {
                let container = self.expression(&pair.0)?;
                let container = self.held(container);
                let index = self.expression(&pair.1)?;
                self.index(container, index, span)
            }
            Expr::Slice(value, [from, to, step]) => {
                let value = self.expression(value)?;
                let value = self.held(value);
                let mut bound = |part: &Option<Box<AstExpr>>| match part {
                    Some(part) => {
                        let part = self.expression(part)?;
                        Ok(Some(self.held(part)))
                    }
                    None => Ok(None),
                };
                let (from, to, step) = (bound(from)?, bound(to)?, bound(step)?);
                match step {
                    None => self.slice(value, from, to, span),
                    Some(step) => self.stepped(value, from, to, step, span),
                }
            }
            Expr::Call(callee, given) => self.called(callee, given, span),
            Expr::Lambda(_) => self.function_value(span),
            Expr::FString(parts) => {
                let mut pieces = Vec::new();
                for part in parts {
                    pieces.push(match part {
                        Piece::Text(text) => self.of_known(&Known::Text(text.clone())),
                        Piece::Str(value) => {
                            let value = self.expression(value)?;
                            let value = self.text_of(value, span)?;
                            self.held(value)
                        }
                        Piece::Repr(value) => {
                            let value = self.expression(value)?;
                            let value = self.repr_of(value, span)?;
                            self.held(value)
                        }
                    });
                }
                match pieces.len() {
                    0 => Ok(self.of_known(&Known::Text(String::new()))),
                    _ => self.sum(pieces, span),
                }
            }
            Expr::Dot(..) => Err(self.obstacle(span, "a method that is not called")),
        }
    }

    /// Holds a value that may change before it is used; a known value is used as it is.
    fn held_if_needed(&mut self, value: Value) -> Value {
        if value.known.is_some() { value } else { self.held(value) }
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> Lowered<Value> {
        Ok(match literal {
            Literal::Int(number) if number.unsigned_abs() < 1 << 61 => {
                self.of_known(&Known::Int(*number))
            }
            Literal::Int(_) | Literal::Large(_) => {
                return Err(self.obstacle(span, "a number of more than 61 bits"));
            }
            Literal::Text(text) => {
                if !self.world.program.has_codes(text) {
                    return Err(self.obstacle(span, "more than 128 different letters beyond ASCII"));
                }
                self.of_known(&Known::Text(text.clone()))
            }
            Literal::Float(_) => {
                return Err(self.obstacle(span, "a number that is not whole"));
            }
            Literal::Ellipsis => {
                return Err(self.obstacle(span, "this literal"));
            }
        })
    }

    fn name(&mut self, name: &str, span: Span) -> Lowered<Value> {
        if let Some(value) = self.variable(name, span)? {
            return Ok(value);
        }
        if let Some(function) = self.world.program.top(self.function, name) {
            let captured = Vec::new().into();
            return Ok(Value::new(Type::Function(Function { number: function, captured }), int(0)));
        }
        if !self.world.program.is_library(self.function)
            && let Some(value) =
                self.world.constant(name).map_err(|why| self.obstacle(span, why))?
        {
            return Ok(value);
        }
        match name {
            "True" => Ok(self.of_known(&Known::Bool(true))),
            "False" => Ok(self.of_known(&Known::Bool(false))),
            "None" => Ok(Value::none()),
            _ => Err(self.obstacle(span, format!("`{name}` as a value"))),
        }
    }

    /// A tuple of values, in the data of the module if all are known.
    pub(super) fn tuple(&mut self, values: Vec<Value>) -> Value {
        let known: Option<Vec<Known>> = values.iter().map(|value| value.known.clone()).collect();
        if let Some(known) = known {
            return self.of_known(&Known::Tuple(known));
        }
        let types = values.iter().map(|value| value.ty.clone()).collect();
        let words = values.into_iter().map(|value| value.node).collect();
        Value::new(Type::Tuple(types), self.tuple_of(words))
    }

    /// A comprehension as a list.
    fn list(
        &mut self,
        item: &AstExpr,
        first: &ForClause,
        others: &[Clause],
        span: Span,
    ) -> Lowered<Value> {
        let cell = self.site(span, 0);
        let list = self.collected(item, first, others, cell, span)?;
        Ok(Value::new(Type::List(cell), list))
    }

    fn collected(
        &mut self,
        item: &AstExpr,
        first: &ForClause,
        others: &[Clause],
        cell: super::super::types::Cell,
        span: Span,
    ) -> Lowered<Node> {
        let once = !others.iter().any(|clause| matches!(clause, Clause::For(_)));
        let iteration = self.iterate(&first.over)?;
        if !once {
            let list = self.call(Helper::NewList, vec![int(1), int(8)])?;
            let list = self.hold(list);
            let target = list.clone();
            self.comprehension_over(iteration, first, others, &mut |lower| {
                let value = lower.expression(item)?;
                lower.push(target.clone(), cell, value, span)
            })?;
            return Ok(list);
        }
        // At most one item for each step of the iteration.
        let most = iteration.length.clone();
        let items = self.allocate(op(Op::Shl, most.clone(), int(3)));
        let count = self.set(int(0));
        self.comprehension_over(iteration, first, others, &mut |lower| {
            let value = lower.expression(item)?;
            lower.put(cell, &value.ty, span)?;
            let content = lower.world.unit.cells.content(cell);
            let word = lower.coerce(value, &content, span)?;
            let at = add(get(items), op(Op::Shl, get(count), int(3)));
            lower.out.push(Stat::Store(Width::Eight, at, word, 0));
            lower.out.push(Stat::Set(count, add(get(count), int(1))));
            Ok(())
        })?;
        let row = memory::pair(get(items), get(count));
        let list = self.call(Helper::ListOf, vec![row])?;
        Ok(self.hold(list))
    }

    /// `yes if condition else no`, where the condition is not known.
    fn conditional(
        &mut self,
        condition: &AstExpr,
        holds: Node,
        yes: &AstExpr,
        no: &AstExpr,
    ) -> Lowered<Value> {
        let span = condition.span;
        let holds = self.hold(holds);
        let before = self.scope.clone();
        self.narrow(condition, true);
        let (yes_stats, a) = self.block(|lower| lower.expression(yes))?;
        self.scope = before.clone();
        self.narrow(condition, false);
        let (no_stats, b) = self.block(|lower| lower.expression(no))?;
        self.scope = before;
        self.merged(holds, (yes_stats, a), (no_stats, b), span)
    }

    /// One of two values, each with the statements that make it.
    fn merged(
        &mut self,
        holds: Node,
        (mut yes, a): (Vec<Stat>, Value),
        (mut no, b): (Vec<Stat>, Value),
        span: Span,
    ) -> Lowered<Value> {
        let ty = self.join(&a.ty, &b.ty, span)?;
        let known = Known::same(&a.known, &b.known);
        let (more, a) = self.block(|lower| lower.coerce(a, &ty, span))?;
        yes.extend(more);
        let (more, b) = self.block(|lower| lower.coerce(b, &ty, span))?;
        no.extend(more);
        if yes.is_empty() && no.is_empty() {
            return Ok(Value { ty, node: choose(holds, a, b), known });
        }
        let result = self.temporary();
        yes.push(Stat::Set(result, a));
        no.push(Stat::Set(result, b));
        self.out.push(Stat::If(holds, yes, no));
        Ok(Value { ty, node: get(result), known })
    }

    /// `a and b`, or `a or b`: one of the two values.
    fn both_values(&mut self, a: &AstExpr, b: &AstExpr, and: bool, span: Span) -> Lowered<Value> {
        let first = self.expression(a)?;
        let first = self.held_if_needed(first);
        let holds = self.truth(first.clone(), a.span)?;
        if let Node::Int(known) = holds {
            return if (known != 0) == and { self.expression(b) } else { Ok(first) };
        }
        let before = self.scope.clone();
        self.narrow(a, and);
        let (stats, second) = self.block(|lower| lower.expression(b))?;
        self.scope = before;
        if first.ty == Type::Bool && second.ty == Type::Bool {
            let second = after(stats, second.node);
            let node = match and {
                true => choose(holds, second, int(0)),
                false => choose(holds, int(1), second),
            };
            return Ok(Value::new(Type::Bool, self.hold(node)));
        }
        let holds = self.hold(holds);
        match and {
            true => self.merged(holds, (stats, second), (Vec::new(), first), span),
            false => self.merged(holds, (Vec::new(), first), (stats, second), span),
        }
    }

    /// Whether an expression counts as true. Both sides of `and` and `or` may then be of
    /// different types.
    pub(super) fn condition(&mut self, expression: &AstExpr) -> Lowered<Node> {
        let (a, b, and) = match &expression.node {
            Expr::Op(a, BinOp::And, b) => (a, b, true),
            Expr::Op(a, BinOp::Or, b) => (a, b, false),
            Expr::Not(inner) => return Ok(not(self.condition(inner)?)),
            _ => {
                let value = self.expression(expression)?;
                return self.truth(value, expression.span);
            }
        };
        let first = self.condition(a)?;
        if let Node::Int(known) = first {
            return if (known != 0) == and { self.condition(b) } else { Ok(first) };
        }
        let first = self.hold(first);
        let before = self.scope.clone();
        self.narrow(a, and);
        let (stats, second) = self.block(|lower| lower.condition(b))?;
        self.scope = before;
        let second = after(stats, second);
        let node = match and {
            true => choose(first, second, int(0)),
            false => choose(first, int(1), second),
        };
        Ok(self.hold(node))
    }

    /// A chain of `+`: texts and tuples are concatenated all at once.
    fn additions(&mut self, expression: &AstExpr) -> Lowered<Value> {
        let mut operands = Vec::new();
        let mut rest = expression;
        while let Expr::Op(a, BinOp::Add, b) = &rest.node {
            operands.push((&**b, rest.span));
            rest = a;
        }
        let first = self.expression(rest)?;
        let mut pending = vec![self.held_if_needed(first)];
        for (operand, span) in operands.into_iter().rev() {
            let value = self.expression(operand)?;
            let value = self.held_if_needed(value);
            let both_known =
                pending.len() == 1 && pending[0].known.is_some() && value.known.is_some();
            let one_by_one = matches!(pending[0].ty, Type::Int | Type::Never | Type::List(_));
            if both_known || one_by_one {
                let before = pending.remove(0);
                pending = vec![self.binary(BinOp::Add, before, value, span)?];
            } else {
                pending.push(value);
            }
        }
        match pending.len() {
            1 => Ok(pending.remove(0)),
            _ => self.sum(pending, expression.span),
        }
    }

    /// A nested function or a lambda, with the values that it captures.
    pub(super) fn function_value(&mut self, span: Span) -> Lowered<Value> {
        let program = self.world.program;
        let Some(number) = program.at(self.function, span) else {
            return Err(self.no_function(span));
        };
        let mut captured = Vec::new();
        let mut words = Vec::new();
        let names: Vec<String> = self.scope.keys().cloned().collect();
        let own = program.parameters(number);
        for name in names {
            let is_own = own.contains(&name) || program.assignments(number, &name) > 0;
            if is_own || !program.reads(number, &name) {
                continue;
            }
            // The function would see later values.
            if program.assignments(self.function, &name) > 1 {
                let why = format!("a function inside that uses `{name}`, which changes");
                let help = "give it the value as a parameter";
                return Err(self.obstacle(span, why).with_help(help));
            }
            if let Some(value) = self.variable(&name, span)? {
                captured.push((name, value.ty));
                words.push(value.node);
            }
        }
        let node = self.tuple_of(words);
        let captured = captured.into();
        Ok(Value::new(Type::Function(Function { number, captured }), node))
    }

    /// `value[from:to:step]`.
    fn stepped(
        &mut self,
        value: Value,
        from: Option<Value>,
        to: Option<Value>,
        step: Value,
        span: Span,
    ) -> Lowered<Value> {
        let given = [from, to, Some(step)];
        let given = given.into_iter().map(|part| part.unwrap_or_else(Value::none)).collect();
        let mut all = vec![value.clone()];
        all.extend::<Vec<Value>>(given);
        match value.ty {
            Type::Char | Type::Text => self.library("_stepped_text", all, span),
            Type::List(_) => self.library("_stepped", all, span),
            Type::Tuple(_) | Type::Row(_) => {
                let list = self.library("_stepped", all, span)?;
                self.row_of_list(list, span)
            }
            other => Err(self.obstacle(span, format!("a slice of {other}"))),
        }
    }

    /// The items of a list as a tuple: a copy.
    pub(super) fn row_of_list(&mut self, list: Value, span: Span) -> Lowered<Value> {
        let Type::List(cell) = list.ty else {
            return Err(self.obstacle(span, format!("a tuple of {}", list.ty)));
        };
        let content = self.world.unit.cells.content(cell);
        let row = self.hold(memory::row_of(list.node));
        let node = self.call(Helper::CopiedRow, vec![row])?;
        Ok(Value::new(Type::Row(content.into()), self.hold(node)))
    }
}
