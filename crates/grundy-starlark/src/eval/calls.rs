//! Calls of functions and methods.

use super::code::{Arguments, Body, Call, Code, Expr, MethodCall};
use super::faults::no_attribute;
use super::{Evaluator, Flow, STACK, floor, here};
use crate::error::{Error, ErrorKind};
use crate::span::Span;
use crate::value::{Dict, Function, Given, Value};

/// The most arguments of a built-in function that are kept without allocating memory for them.
const FEW: usize = 4;

/// The work of calling a built-in function, in values that are gone through.
const CALL: usize = 4;

impl<'v, 'a> Evaluator<'v, 'a> {
    /// Calls a value.
    pub(crate) fn call(
        &mut self,
        function: Value<'v>,
        given: Given<'v, '_>,
    ) -> Result<Value<'v>, Error> {
        match function {
            Value::Function(function) => {
                let code = self.code(function)?;
                let base = self.stack.len();
                self.bind(code, function, given)?;
                self.enter_at(code, function, base)
            }
            Value::Builtin(builtin) => {
                self.heap.spend(CALL)?;
                (builtin.call)(self, given)
            }
            Value::Method(method) => {
                self.heap.spend(CALL)?;
                (method.1.call)(self, method.0, given)
            }
            other => Err(Error::unsupported("call()", other.type_name())),
        }
    }

    fn code(&self, function: &Function<'v>) -> Result<&'a Code, Error> {
        let program = self.program;
        program.functions.get(function.code).ok_or_else(|| Error::new("no such function"))
    }

    #[inline(never)]
    pub(super) fn evaluate_call(&mut self, call: &'a Call, span: Span) -> Result<Value<'v>, Error> {
        let function = self.part(&call.function)?;
        if let (Value::Builtin(builtin), [argument]) = (function, &*call.given.positional)
            && call.given.is_plain()
        {
            let value = self.part(argument)?;
            let done = (builtin.call)(self, Given::plain(&[value]));
            return done.map_err(|error| error.at(span));
        }
        if let Value::Function(function) = function
            && call.given.is_plain()
        {
            let code = self.code(function)?;
            if code.signature.is_plain() {
                let base = self.stack.len();
                for argument in &call.given.positional {
                    let value = self.part(argument)?;
                    self.push(value)?;
                }
                self.bind_plain(code, function, base).map_err(|error| error.at(span))?;
                return self.enter_at(code, function, base).map_err(|error| error.at(span));
            }
        }
        self.with_arguments(&call.given, span, |this, given| this.call(function, given))
    }

    #[inline(never)]
    pub(super) fn evaluate_method(
        &mut self,
        call: &'a MethodCall,
        span: Span,
    ) -> Result<Value<'v>, Error> {
        let object = self.part(&call.object)?;
        let Some(method) = call.methods.of(object) else {
            return Err(no_attribute(object, &call.name).at(span));
        };
        self.with_arguments(&call.given, span, |this, given| (method.call)(this, object, given))
    }

    /// Evaluates arguments, and passes them to `work`.
    fn with_arguments(
        &mut self,
        arguments: &'a Arguments,
        span: Span,
        work: impl FnOnce(&mut Self, Given<'v, '_>) -> Result<Value<'v>, Error>,
    ) -> Result<Value<'v>, Error> {
        let positional = &*arguments.positional;
        if arguments.is_plain() && positional.len() <= FEW {
            let mut values = [Value::None; FEW];
            for (value, argument) in values.iter_mut().zip(positional) {
                *value = self.part(argument)?;
            }
            let given = Given::plain(&values[..positional.len()]);
            return work(self, given).map_err(|error| error.at(span));
        }
        let mut values = self.values(positional)?;
        let mut named = Vec::with_capacity(arguments.named.len());
        for (name, argument) in &arguments.named {
            named.push((name.as_str(), self.expression(argument)?));
        }
        if let Some(argument) = &arguments.args {
            let value = self.expression(argument)?;
            let Ok(mut items) = value.items() else {
                let message = "the argument provided for *args is not iterable";
                return Err(Error::new(message).at(span));
            };
            self.heap.room_for(items.size()).map_err(|error| error.at(span))?;
            let mut next = || self.heap.step().and_then(|()| items.next(self.heap));
            while let Some(item) = next().map_err(|error| error.at(span))? {
                values.push(item);
            }
        }
        if let Some(argument) = &arguments.kwargs {
            let Value::Dict(Dict(table)) = self.expression(argument)? else {
                let message = "the argument provided for **kwargs is not a dictionary";
                return Err(Error::new(message).at(span));
            };
            // Names and values, in the form in which they are passed on.
            self.heap.room_for(2 * table.len()).map_err(|error| error.at(span))?;
            self.heap.spend(table.len()).map_err(|error| error.at(span))?;
            for (key, value) in table.iter() {
                let Value::Text(name) = key else {
                    let message = "the argument provided for *args is not an identifier";
                    return Err(Error::new(message).at(span));
                };
                named.push((name.as_str(), value));
            }
        }
        let given = Given { positional: &values, named: &named };
        work(self, given).map_err(|error| error.at(span))
    }

    fn values(&mut self, expressions: &'a [Expr]) -> Result<Vec<Value<'v>>, Error> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }

    /// Evaluates a function whose parameters are on the stack, from `base` on.
    #[inline]
    fn enter_at(
        &mut self,
        code: &'a Code,
        function: &'v Function<'v>,
        base: usize,
    ) -> Result<Value<'v>, Error> {
        if self.depth == 0 {
            return Err(Error::of(ErrorKind::Depth, "too many functions call each other"));
        }
        self.heap.step()?;
        let before = (self.base, self.captured, self.code);
        self.depth -= 1;
        (self.base, self.captured, self.code) = (base, function.captured, Some(code));
        let done = self.enter(code, base);
        (self.base, self.captured, self.code) = before;
        self.depth += 1;
        self.stack.truncate(base);
        done
    }

    /// Evaluates a function with what is on the stack behind `base`.
    #[inline]
    pub(super) fn enter(&mut self, code: &'a Code, base: usize) -> Result<Value<'v>, Error> {
        for _ in self.stack.len()..base + code.slots.len() {
            self.push(Value::Unbound)?;
        }
        for &slot in &code.shared {
            self.stack[base + slot] = Value::Cell(self.heap.cell(self.stack[base + slot])?);
        }
        if here().saturating_sub(self.floor) < code.stack {
            return self.on_new_stack(code);
        }
        self.body(code)
    }

    #[cold]
    #[inline(never)]
    fn on_new_stack(&mut self, code: &'a Code) -> Result<Value<'v>, Error> {
        let before = self.floor;
        let done = stacker::grow(STACK.max(2 * code.stack), || {
            self.floor = floor();
            self.body(code)
        });
        self.floor = before;
        done
    }

    #[inline]
    fn body(&mut self, code: &'a Code) -> Result<Value<'v>, Error> {
        match &code.body {
            Body::Value(value) => self.expression(value),
            Body::Statements(statements) => match self.block(statements)? {
                Flow::Return(value) => Ok(value),
                Flow::Next | Flow::Break | Flow::Continue => Ok(Value::None),
            },
        }
    }
}
