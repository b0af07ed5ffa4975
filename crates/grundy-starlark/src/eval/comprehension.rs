//! Comprehensions.

use super::Evaluator;
use super::code::{Clause, Comprehension};
use crate::error::Error;
use crate::value::{Dict, Value};

impl<'v, 'a> Evaluator<'v, 'a> {
    /// Items are collected on the stack, behind the variables of the function.
    #[inline(never)]
    pub(super) fn list_comprehension(
        &mut self,
        comprehension: &'a Comprehension,
    ) -> Result<Value<'v>, Error> {
        let start = self.stack.len();
        self.clauses(comprehension, &comprehension.clauses, None)?;
        let list = self.heap.list(&self.stack[start..])?;
        self.stack.truncate(start);
        Ok(list)
    }

    #[inline(never)]
    pub(super) fn dict_comprehension(
        &mut self,
        comprehension: &'a Comprehension,
    ) -> Result<Value<'v>, Error> {
        let dict = self.heap.dict()?;
        self.clauses(comprehension, &comprehension.clauses, Some(dict))?;
        Ok(Value::Dict(dict))
    }

    fn clauses(
        &mut self,
        comprehension: &'a Comprehension,
        clauses: &'a [Clause],
        dict: Option<&'v Dict<'v>>,
    ) -> Result<(), Error> {
        match clauses.split_first() {
            Some((Clause::If(condition), rest)) => match self.condition(condition)? {
                true => self.clauses(comprehension, rest, dict),
                false => Ok(()),
            },
            Some((Clause::For(target, over), rest)) => {
                let value = self.expression(over)?;
                let mut items = value.items().map_err(|error| error.at(over.span))?;
                items.lock();
                while let Some(item) = items.next(self.heap).map_err(|error| error.at(over.span))? {
                    self.heap.step().map_err(|error| error.at(over.span))?;
                    self.assign(target, item)?;
                    self.clauses(comprehension, rest, dict)?;
                }
                items.unlock();
                Ok(())
            }
            None => {
                let item = self.part(&comprehension.item)?;
                match (&comprehension.value, dict) {
                    (Some(value), Some(dict)) => {
                        let value = self.expression(value)?;
                        let added = dict.0.insert(self.heap, item, value);
                        added.map_err(|error| error.at(comprehension.item.span))?;
                    }
                    _ => self.push(item).map_err(|error| error.at(comprehension.item.span))?,
                }
                Ok(())
            }
        }
    }
}
