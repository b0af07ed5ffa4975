//! Statements.

use super::code::{Expr, Place, Stmt, Target};
use super::faults::{no_attribute, unassigned};
use super::{Evaluator, Flow};
use crate::error::Error;
use crate::span::Span;
use crate::syntax::BinOp;
use crate::value::{Dict, Value, index};

impl<'v, 'a> Evaluator<'v, 'a> {
    pub(super) fn block(&mut self, statements: &'a [Stmt]) -> Result<Flow<'v>, Error> {
        for statement in statements {
            match statement {
                Stmt::Assign(target, value) => {
                    let value = self.expression(value)?;
                    self.assign(target, value)?;
                }
                Stmt::If(condition, then, otherwise) => {
                    let block = if self.condition(condition)? { then } else { otherwise };
                    match self.block(block)? {
                        Flow::Next => {}
                        flow => return Ok(flow),
                    }
                }
                Stmt::Expression(value) => {
                    self.expression(value)?;
                }
                Stmt::Return(None) => return Ok(Flow::Return(Value::None)),
                Stmt::Return(Some(value)) => return Ok(Flow::Return(self.expression(value)?)),
                Stmt::Modify(target, op, value, span) => self.modify(target, *op, value, *span)?,
                Stmt::For(for_) => match self.for_(&for_.target, &for_.over, &for_.body)? {
                    Flow::Next => {}
                    flow => return Ok(flow),
                },
                Stmt::Break => return Ok(Flow::Break),
                Stmt::Continue => return Ok(Flow::Continue),
            }
        }
        Ok(Flow::Next)
    }

    fn for_(
        &mut self,
        target: &'a Target,
        over: &'a Expr,
        body: &'a [Stmt],
    ) -> Result<Flow<'v>, Error> {
        let value = self.expression(over)?;
        let mut items = value.items().map_err(|error| error.at(over.span))?;
        items.lock();
        let mut flow = Flow::Next;
        while let Some(item) = items.next(self.heap).map_err(|error| error.at(over.span))? {
            self.heap.step().map_err(|error| error.at(over.span))?;
            self.assign(target, item)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return(value) => {
                    flow = Flow::Return(value);
                    break;
                }
            }
        }
        items.unlock();
        Ok(flow)
    }

    #[inline]
    pub(super) fn assign(&mut self, target: &'a Target, value: Value<'v>) -> Result<(), Error> {
        match &target.node {
            Place::Local(slot) => {
                self.set(*slot, value);
                Ok(())
            }
            Place::Global(place) => {
                self.globals[*place].set(value);
                Ok(())
            }
            _ => self.assign_parts(target, value),
        }
    }

    #[inline]
    fn set(&mut self, slot: usize, value: Value<'v>) {
        match &mut self.stack[self.base + slot] {
            Value::Cell(cell) => cell.set(value),
            place => *place = value,
        }
    }

    #[inline(never)]
    fn assign_parts(&mut self, target: &'a Target, value: Value<'v>) -> Result<(), Error> {
        match &target.node {
            Place::Local(_) | Place::Global(_) => self.assign(target, value),
            Place::Tuple(targets) => {
                if let Value::Tuple(items) = value
                    && items.len() == targets.len()
                {
                    for (target, item) in targets.iter().zip(items.items()) {
                        self.assign(target, *item)?;
                    }
                    return Ok(());
                }
                let mut items = value.items().map_err(|error| error.at(target.span))?;
                let count = match value {
                    Value::Elems(text) | Value::Codepoints(text) => text.len(),
                    _ => items.size(),
                };
                if count != targets.len() {
                    let expected = targets.len();
                    let message = format!("unpacked {count} values but expected {expected}");
                    return Err(Error::new(message).at(target.span));
                }
                for target in targets {
                    let item = items.next(self.heap).map_err(|error| error.at(target.span))?;
                    let item = item.unwrap_or(Value::None);
                    self.assign(target, item)?;
                }
                Ok(())
            }
            Place::Index(pair) => {
                let object = self.expression(&pair.0)?;
                let place = self.expression(&pair.1)?;
                self.set_index(object, place, value).map_err(|error| error.at(target.span))
            }
            Place::Attribute(parts) => {
                let object = self.expression(&parts.0)?;
                let op = format!(".{}=", parts.1);
                Err(Error::unsupported(&op, object.type_name()).at(target.span))
            }
        }
    }

    fn set_index(
        &mut self,
        object: Value<'v>,
        place: Value<'v>,
        value: Value<'v>,
    ) -> Result<(), Error> {
        match object {
            Value::List(list) => list.set(index(place, list.len())?, value),
            Value::Dict(Dict(table)) => table.insert(self.heap, place, value).map(|_| ()),
            _ => Err(Error::new("immutable")),
        }
    }

    /// `target op= value`
    #[inline(never)]
    fn modify(
        &mut self,
        target: &'a Target,
        op: BinOp,
        value: &'a Expr,
        span: Span,
    ) -> Result<(), Error> {
        match &target.node {
            Place::Local(slot) => {
                let old = match self.stack[self.base + *slot] {
                    Value::Cell(cell) => cell.get(),
                    value => value,
                };
                if let Value::Unbound = old {
                    return Err(self.unassigned_local(*slot, span));
                }
                let value = self.expression(value)?;
                let new = self.modified(op, old, value, span)?;
                self.set(*slot, new);
            }
            Place::Global(place) => {
                let old = self.globals[*place].get();
                if let Value::Unbound = old {
                    return Err(unassigned(&self.program.globals[*place], span));
                }
                let value = self.expression(value)?;
                let new = self.modified(op, old, value, span)?;
                self.globals[*place].set(new);
            }
            Place::Index(pair) => {
                let object = self.expression(&pair.0)?;
                let place = self.expression(&pair.1)?;
                let old = self.index(object, place).map_err(|error| error.at(span))?;
                let value = self.expression(value)?;
                let new = self.modified(op, old, value, span)?;
                self.set_index(object, place, new).map_err(|error| error.at(span))?;
            }
            Place::Attribute(parts) => {
                let object = self.expression(&parts.0)?;
                return Err(no_attribute(object, &parts.1).at(span));
            }
            // The parser has refused these.
            Place::Tuple(_) => {}
        }
        Ok(())
    }

    /// The new value of a variable. Lists and dicts are changed in place.
    fn modified(
        &mut self,
        op: BinOp,
        old: Value<'v>,
        value: Value<'v>,
        span: Span,
    ) -> Result<Value<'v>, Error> {
        let done = match (op, old, value) {
            (BinOp::Add, Value::List(list), Value::List(more)) => {
                list.extend(self.heap, more.items().iter().map(std::cell::Cell::get))
            }
            (BinOp::Add, Value::List(list), more) => {
                list.check().and_then(|()| more.items()).and_then(|mut items| {
                    while let Some(item) = items.next(self.heap)? {
                        self.heap.step()?;
                        list.push(self.heap, item)?;
                    }
                    Ok(())
                })
            }
            (BinOp::BitOr, Value::Dict(Dict(table)), Value::Dict(Dict(more))) => {
                let same = std::ptr::eq(table, more);
                table.check().and_then(|()| match same {
                    true => Ok(()),
                    false => table.extend(self.heap, more),
                })
            }
            (BinOp::BitOr, Value::Dict(_), other) => {
                Err(Error::unsupported_with("|=", "dict", other.type_name()))
            }
            _ => return self.binary(op, old, value, span),
        };
        done.map(|()| old).map_err(|error| error.at(span))
    }

    #[cold]
    pub(super) fn unassigned_local(&self, slot: usize, span: Span) -> Error {
        unassigned(self.slot_name(slot), span)
    }
}
