//! Gives arguments to parameters.

use super::Evaluator;
use super::code::{Code, Signature};
use crate::error::Error;
use crate::value::{Dict, Function, Given, Value};

impl Signature {
    /// Whether a call with `positional` arguments by place, and none by name, is right.
    pub(crate) fn takes(&self, positional: usize) -> bool {
        (positional <= self.positional || self.args.is_some())
            && !self.params.iter().skip(positional.min(self.positional)).any(|param| param.required)
    }

    /// The error of a parameter that is not given.
    #[cold]
    fn missing(&self, place: usize, function: &str) -> Error {
        let kind = if place < self.positional_only {
            "positional-only "
        } else if place >= self.positional {
            "named-only "
        } else {
            ""
        };
        let name = self.params.get(place).map_or("", |param| &param.name);
        Error::new(format!("missing {kind}parameter `{name}` for call to `{function}`"))
    }
}

impl<'v> Evaluator<'v, '_> {
    /// Turns the arguments on the stack, from `base` on, into all parameters: all are given by
    /// place, and the function collects none.
    #[inline]
    pub(super) fn bind_plain(
        &mut self,
        code: &Code,
        function: &Function<'v>,
        base: usize,
    ) -> Result<(), Error> {
        let (given, count) = (self.stack.len() - base, code.signature.params.len());
        if given > count {
            return Err(extra(given - count, &code.name));
        }
        for (place, default) in function.defaults.items().iter().enumerate().skip(given) {
            if let Value::Unbound = default {
                return Err(code.signature.missing(place, &code.name));
            }
            self.push(*default)?;
        }
        Ok(())
    }

    /// Puts all parameters onto the stack.
    pub(super) fn bind(
        &mut self,
        code: &Code,
        function: &Function<'v>,
        given: Given<'v, '_>,
    ) -> Result<(), Error> {
        let signature = &code.signature;
        let twice = |name: &str| Error::new(format!("argument `{name}` occurs more than once"));
        let base = self.stack.len();
        for _ in &signature.params {
            self.push(Value::Unbound)?;
        }
        let by_place = given.positional.len().min(signature.positional);
        let (first, others) = given.positional.split_at(by_place);
        self.stack[base..base + by_place].copy_from_slice(first);
        let more = match signature.kwargs {
            Some(_) => Some(self.heap.dict()?),
            None => None,
        };
        let mut unknown = Vec::new();
        for &(name, value) in given.named {
            self.heap.spend(signature.params.len() + unknown.len())?;
            let is_it = |place: &usize| signature.params[*place].name == name;
            let collects = [signature.args, signature.kwargs];
            let mut places = (signature.positional_only..signature.params.len())
                .filter(|place| !collects.contains(&Some(*place)));
            match (places.find(is_it), more) {
                (Some(place), _) => {
                    if !matches!(self.stack[base + place], Value::Unbound) {
                        return Err(twice(name));
                    }
                    self.stack[base + place] = value;
                }
                (None, Some(Dict(table))) => {
                    if !table.insert(self.heap, self.heap.text(name)?, value)? {
                        return Err(twice(name));
                    }
                }
                (None, None) if unknown.contains(&name) => return Err(twice(name)),
                (None, None) => unknown.push(name),
            }
        }
        for (place, param) in signature.params.iter().enumerate() {
            let slot = base + place;
            if !matches!(self.stack[slot], Value::Unbound) {
                continue;
            }
            self.stack[slot] = if signature.args == Some(place) {
                self.heap.tuple(others)?
            } else if let (true, Some(dict)) = (signature.kwargs == Some(place), more) {
                Value::Dict(dict)
            } else if param.required {
                return Err(signature.missing(place, &code.name));
            } else {
                function.defaults.items().get(place).copied().unwrap_or(Value::None)
            };
        }
        if signature.args.is_none() && !others.is_empty() {
            return Err(extra(others.len(), &code.name));
        }
        if !unknown.is_empty() {
            let (names, name) = (unknown.join("` `"), &code.name);
            let message = format!("found `{names}` extra named parameter(s) for call to {name}");
            return Err(Error::new(message));
        }
        Ok(())
    }
}

#[cold]
fn extra(count: usize, function: &str) -> Error {
    Error::new(format!("found {count} extra positional argument(s) for call to {function}"))
}
