//! Expressions.

use super::Evaluator;
use super::code::{Capture, Closure, Expr, Node, Piece};
use super::faults::{no_attribute, unassigned};
use super::operators::simple;
use crate::error::Error;
use crate::library::attribute;
use crate::span::Span;
use crate::syntax::BinOp;
use crate::value::{Dict, Function, Number, Text, Value, Written, index, out_of_bound, sliced};

impl<'v, 'a> Evaluator<'v, 'a> {
    /// Evaluates a part of an expression. Most parts are variables and constants.
    #[inline(always)]
    pub(super) fn part(&mut self, expression: &'a Expr) -> Result<Value<'v>, Error> {
        match &expression.node {
            Node::Local(slot) => match self.stack[self.base + *slot] {
                Value::Unbound | Value::Cell(_) => self.shared(*slot, expression.span),
                value => Ok(value),
            },
            Node::Constant(place) => Ok(self.constants[*place]),
            _ => self.expression(expression),
        }
    }

    /// Evaluates an expression.
    pub(super) fn expression(&mut self, expression: &'a Expr) -> Result<Value<'v>, Error> {
        match &expression.node {
            Node::Local(slot) => match self.stack[self.base + *slot] {
                Value::Unbound | Value::Cell(_) => self.shared(*slot, expression.span),
                value => Ok(value),
            },
            Node::Constant(place) => Ok(self.constants[*place]),
            Node::Binary(op, pair) => {
                let left = self.part(&pair.0)?;
                let right = self.part(&pair.1)?;
                self.binary(*op, left, right, expression.span)
            }
            Node::Index(pair) => {
                let object = self.part(&pair.0)?;
                let place = self.part(&pair.1)?;
                self.index(object, place).map_err(|error| error.at(expression.span))
            }
            Node::Slice(parts) => self.slice(&parts.0, &parts.1, expression.span),
            Node::Tuple(items) => self.tuple(items).map_err(|error| error.at(expression.span)),
            Node::Call(call) => self.evaluate_call(call, expression.span),
            Node::MethodCall(call) => self.evaluate_method(call, expression.span),
            Node::Length(value) => match self.part(value)? {
                Value::Text(text) if !text.is_ascii() => self.characters(text, expression.span),
                value => match value.length() {
                    Ok(length) => Ok(Value::Int(length as i64)),
                    Err(error) => Err(error.at(expression.span)),
                },
            },
            Node::Global(place) => match self.globals[*place].get() {
                Value::Unbound => Err(unassigned(&self.program.globals[*place], expression.span)),
                value => Ok(value),
            },
            Node::Captured(place) => match self.captured.get(*place).map(|cell| cell.get()) {
                None | Some(Value::Unbound) => {
                    Err(Error::new("local variable referenced before assignment")
                        .at(expression.span))
                }
                Some(value) => Ok(value),
            },
            Node::ListComprehension(comprehension) => {
                self.list_comprehension(comprehension).map_err(|error| error.at(expression.span))
            }
            Node::If(three) => match self.condition(&three.0)? {
                true => self.expression(&three.1),
                false => self.expression(&three.2),
            },
            _ => self.rarer(expression).map_err(|error| error.at(expression.span)),
        }
    }

    /// Whether a condition holds.
    pub(super) fn condition(&mut self, condition: &'a Expr) -> Result<bool, Error> {
        match &condition.node {
            Node::Not(value) => Ok(!self.condition(value)?),
            Node::And(pair) => Ok(self.condition(&pair.0)? && self.condition(&pair.1)?),
            Node::Or(pair) => Ok(self.condition(&pair.0)? || self.condition(&pair.1)?),
            Node::Binary(op, pair) => {
                let left = self.part(&pair.0)?;
                let right = self.part(&pair.1)?;
                match simple(*op, left, right) {
                    Some(holds) => Ok(holds),
                    None => Ok(self.binary(*op, left, right, condition.span)?.truth()),
                }
            }
            _ => Ok(self.part(condition)?.truth()),
        }
    }

    /// Rarer expressions, kept apart so that the frequent ones take less stack.
    #[inline(never)]
    fn rarer(&mut self, expression: &'a Expr) -> Result<Value<'v>, Error> {
        let span = expression.span;
        match &expression.node {
            Node::And(pair) => match self.expression(&pair.0)? {
                value if value.truth() => self.expression(&pair.1),
                value => Ok(value),
            },
            Node::Or(pair) => match self.expression(&pair.0)? {
                value if value.truth() => Ok(value),
                _ => self.expression(&pair.1),
            },
            Node::Not(_) => Ok(Value::bool(self.condition(expression)?)),
            Node::List(items) => {
                let start = self.stack.len();
                for item in items {
                    let value = self.expression(item)?;
                    self.push(value)?;
                }
                let list = self.heap.list(&self.stack[start..])?;
                self.stack.truncate(start);
                Ok(list)
            }
            Node::Dict(entries) => {
                let dict = self.heap.dict()?;
                for (key, value) in entries {
                    let (place, key) = (key.span, self.expression(key)?);
                    let value = self.expression(value)?;
                    let new = dict.0.insert(self.heap, key, value);
                    if !new.map_err(|error| error.at(place))? {
                        let shown = key.shown();
                        let message = format!("dictionary key repeated for `{shown}`");
                        return Err(Error::new(message).at(place));
                    }
                }
                Ok(Value::Dict(dict))
            }
            Node::DictComprehension(comprehension) => self.dict_comprehension(comprehension),
            Node::Attribute(parts) => {
                let object = self.expression(&parts.0)?;
                let found = attribute(self.heap, object, &parts.1)?;
                found.ok_or_else(|| no_attribute(object, &parts.1).at(span))
            }
            Node::Plus(value) => self.unary("+", value, span),
            Node::Minus(value) => self.unary("-", value, span),
            Node::BitNot(value) => self.unary("~", value, span),
            Node::Format(pieces) => self.format(pieces, span),
            Node::Function(closure) => self.closure(closure),
            _ => Ok(Value::None),
        }
    }

    /// A variable that shares its value with inner functions, or has none.
    #[cold]
    #[inline(never)]
    fn shared(&mut self, slot: usize, span: Span) -> Result<Value<'v>, Error> {
        match self.stack[self.base + slot] {
            Value::Cell(cell) if !matches!(cell.get(), Value::Unbound) => Ok(cell.get()),
            _ => Err(self.unassigned_local(slot, span)),
        }
    }

    #[inline(never)]
    fn slice(
        &mut self,
        object: &'a Expr,
        given: &'a [Option<Expr>; 3],
        span: Span,
    ) -> Result<Value<'v>, Error> {
        let object = self.part(object)?;
        let mut bounds = [None; 3];
        for (bound, given) in bounds.iter_mut().zip(given) {
            if let Some(given) = given {
                *bound = Some(self.part(given)?);
            }
        }
        sliced(object, bounds, self.heap).map_err(|error| error.at(span))
    }

    /// The character of a text at a place that is counted from its end, or one by one.
    #[inline(never)]
    fn character(&mut self, text: Text<'v>, place: Value<'v>) -> Result<Value<'v>, Error> {
        if !text.is_ascii() {
            self.heap.spend_bytes(text.size())?;
        }
        if let Value::Int(at) = place
            && let Ok(at) = usize::try_from(at)
            && let Some(character) = text.at(at)
        {
            return self.heap.character(character);
        }
        let at = index(place, text.len()).map_err(|error| match place {
            Value::Int(given @ -0x8000_0000..0) => out_of_bound(given),
            _ => error,
        })?;
        text.at(at).map_or(Ok(Value::None), |character| self.heap.character(character))
    }

    /// The number of characters of a text that are counted one by one.
    #[cold]
    #[inline(never)]
    fn characters(&mut self, text: Text<'v>, span: Span) -> Result<Value<'v>, Error> {
        self.heap.spend_bytes(text.size()).map_err(|error| error.at(span))?;
        Ok(Value::Int(text.len() as i64))
    }

    #[inline(never)]
    fn tuple(&mut self, items: &'a [Expr]) -> Result<Value<'v>, Error> {
        // Most tuples are short.
        let mut few = [Value::None; 4];
        if items.len() <= few.len() {
            for (value, item) in few.iter_mut().zip(items) {
                *value = self.part(item)?;
            }
            return self.heap.tuple(&few[..items.len()]);
        }
        let start = self.stack.len();
        for item in items {
            let value = self.expression(item)?;
            self.push(value)?;
        }
        let tuple = self.heap.tuple(&self.stack[start..])?;
        self.stack.truncate(start);
        Ok(tuple)
    }

    #[inline]
    pub(super) fn index(
        &mut self,
        object: Value<'v>,
        place: Value<'v>,
    ) -> Result<Value<'v>, Error> {
        match object {
            Value::Text(text) => {
                if let Value::Int(at) = place
                    && text.is_ascii()
                    && let Ok(at) = usize::try_from(at)
                    && let Some(&byte) = text.as_str().as_bytes().get(at)
                {
                    return Ok(Value::Text(Text::ascii(byte)));
                }
                self.character(text, place)
            }
            Value::Tuple(items) => {
                let items = items.items();
                if let Value::Int(at) = place
                    && let Ok(at) = usize::try_from(at)
                    && let Some(item) = items.get(at)
                {
                    return Ok(*item);
                }
                Ok(items[index(place, items.len())?])
            }
            Value::List(list) => {
                if let Value::Int(at) = place
                    && let Ok(at) = usize::try_from(at)
                    && let Some(item) = list.get(at)
                {
                    return Ok(item);
                }
                let at = index(place, list.len())?;
                Ok(list.get(at).unwrap_or(Value::None))
            }
            Value::Dict(Dict(table)) => match table.get(place, self.heap)? {
                Some(value) => Ok(value),
                None => {
                    let shown = place.shown();
                    Err(Error::new(format!("key `{shown}` was not found")))
                }
            },
            Value::Range(range) => Ok(Value::Int(range.get(index(place, range.len())?))),
            other => Err(Error::unsupported_with("[]", other.type_name(), place.type_name())),
        }
    }

    fn unary(&mut self, op: &str, value: &'a Expr, span: Span) -> Result<Value<'v>, Error> {
        let value = self.expression(value)?;
        let result = match (op, Number::of(value)) {
            ("+", Some(_)) => return Ok(value),
            ("-", Some(number)) => number.negated(),
            // ~x is -x - 1.
            ("~", Some(number @ (Number::Int(_) | Number::Large(_)))) => {
                let less = number.negated().operate(BinOp::Subtract, &Number::Int(1));
                less.map_err(|error| error.at(span))?.unwrap_or(number)
            }
            _ => return Err(Error::unsupported(op, value.type_name()).at(span)),
        };
        result.value(self.heap).map_err(|error| error.at(span))
    }

    fn format(&mut self, pieces: &'a [Piece], span: Span) -> Result<Value<'v>, Error> {
        let mut text = Written::within(self.heap);
        for piece in pieces {
            match piece {
                Piece::Text(own) => text.push(own),
                Piece::Str(value) => text.str(self.expression(value)?),
                Piece::Repr(value) => text.repr(self.expression(value)?),
            }
        }
        text.value(self.heap).map_err(|error| error.at(span))
    }

    fn closure(&mut self, closure: &'a Closure) -> Result<Value<'v>, Error> {
        let start = self.stack.len();
        for default in &closure.defaults {
            let value = match default {
                Some(default) => self.expression(default)?,
                None => Value::Unbound,
            };
            self.push(value)?;
        }
        let defaults = self.heap.row(&[&self.stack[start..]])?;
        self.stack.truncate(start);
        let code = &self.program.functions[closure.code];
        let mut cells = Vec::with_capacity(code.captures.len());
        for capture in &code.captures {
            match *capture {
                Capture::Captured(place) => cells.extend(self.captured.get(place)),
                Capture::Slot(slot) => match self.stack[self.base + slot] {
                    Value::Cell(cell) => cells.push(cell),
                    // All variables that are captured are in cells.
                    other => cells.push(self.heap.cell(other)?),
                },
            }
        }
        let Value::Text(name) = self.constants[closure.name] else {
            return Ok(Value::None);
        };
        let captured = self.heap.slice(&cells)?;
        let function = Function { code: closure.code, name, defaults, captured };
        self.heap.function(function)
    }
}
