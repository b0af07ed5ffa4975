//! Copies the values of a file out of the heap in which its top level was run, without its
//! garbage, and freezes them.

use std::cell::Cell;
use std::collections::HashMap;

use crate::error::Error;
use crate::value::{Dict, Function, Heap, List, Set, Text, Thin, Value};

/// Tuples within each other deeper than this are not kept: copying them, and asking for their
/// equality, would exhaust the stack.
const DEEPEST: usize = 1000;

/// The work of copying a value, in values that are gone through.
const COPY: usize = 2;

/// Frozen copies of values in a heap; `meter` counts the work. What was one value stays one value.
pub(crate) fn copies<'a, 'b>(
    values: impl Iterator<Item = Value<'a>>,
    heap: &'b Heap<'b>,
    meter: &Heap<'_>,
) -> Result<Vec<Value<'b>>, Error> {
    let mut copier =
        Copier { heap, meter, done: HashMap::new(), open: Vec::new(), cells: HashMap::new() };
    let mut all = Vec::new();
    for value in values {
        all.push(copier.copy(value, 0)?);
    }
    while let Some(open) = copier.open.pop() {
        copier.fill(open)?;
    }
    Ok(all)
}

/// What was made, but not filled.
enum Open<'a, 'b> {
    List(&'a List<'a>, &'b List<'b>),
    Dict(&'a Dict<'a>, &'b Dict<'b>),
    Set(&'a Set<'a>, &'b Set<'b>),
    Cell(Value<'a>, &'b Cell<Value<'b>>),
}

struct Copier<'a, 'b, 'm> {
    heap: &'b Heap<'b>,
    /// Counts the work.
    meter: &'m Heap<'m>,
    /// The copies, by the addresses of the originals.
    done: HashMap<usize, Value<'b>>,
    cells: HashMap<usize, &'b Cell<Value<'b>>>,
    open: Vec<Open<'a, 'b>>,
}

fn address<T>(value: &T) -> usize {
    std::ptr::from_ref(value) as usize
}

impl<'a, 'b> Copier<'a, 'b, '_> {
    fn copy(&mut self, value: Value<'a>, depth: usize) -> Result<Value<'b>, Error> {
        self.meter.spend(COPY)?;
        let address = match value {
            Value::Unbound => return Ok(Value::Unbound),
            Value::None => return Ok(Value::None),
            Value::Ellipsis => return Ok(Value::Ellipsis),
            Value::Bool(value) => return Ok(Value::Bool(value)),
            Value::Int(number) => return Ok(Value::Int(number)),
            Value::Float(number) => return Ok(Value::Float(number)),
            Value::Builtin(builtin) => return Ok(Value::Builtin(builtin)),
            Value::Range(range) => return Ok(Value::Range(self.heap.keep(*range)?)),
            Value::Large(digits) => digits.address(),
            Value::Elems(text) => return Ok(Value::Elems(self.text(text)?)),
            Value::Codepoints(text) => return Ok(Value::Codepoints(self.text(text)?)),
            Value::Cell(cell) => return Ok(Value::Cell(self.cell(cell)?)),
            Value::Text(text) => text.address(),
            Value::Tuple(items) => items.address(),
            Value::List(list) => address(list),
            Value::Dict(dict) => address(dict),
            Value::Set(set) => address(set),
            Value::Function(function) => address(function),
            Value::Method(method) => address(method),
        };
        if let Some(done) = self.done.get(&address) {
            return Ok(*done);
        }
        let copy = match value {
            Value::Text(text) => self.heap.text(text.as_str())?,
            Value::Large(digits) => self.heap.large(digits.items(), digits.mark())?,
            Value::Tuple(items) => Value::Tuple(self.row(items, depth)?),
            Value::List(list) => {
                let Value::List(copy) = self.heap.list(&[])? else { return Ok(Value::None) };
                self.open.push(Open::List(list, copy));
                Value::List(copy)
            }
            Value::Dict(dict) => {
                let copy = self.heap.dict()?;
                self.open.push(Open::Dict(dict, copy));
                Value::Dict(copy)
            }
            Value::Set(set) => {
                let copy = self.heap.set()?;
                self.open.push(Open::Set(set, copy));
                Value::Set(copy)
            }
            Value::Function(function) => {
                let cells = function.captured.iter().map(|cell| self.cell(cell));
                let cells = cells.collect::<Result<Vec<_>, Error>>()?;
                let copy = Function {
                    code: function.code,
                    name: self.text(function.name)?,
                    defaults: self.row(function.defaults, depth)?,
                    captured: self.heap.slice(&cells)?,
                };
                self.heap.function(copy)?
            }
            Value::Method(method) => {
                let object = self.copy(method.0, depth + 1)?;
                Value::Method(self.heap.keep((object, method.1))?)
            }
            _ => Value::None,
        };
        self.done.insert(address, copy);
        Ok(copy)
    }

    fn text(&mut self, text: Text<'a>) -> Result<Text<'b>, Error> {
        let address = text.address();
        if let Some(Value::Text(done)) = self.done.get(&address) {
            return Ok(*done);
        }
        let copy = self.heap.text(text.as_str())?;
        self.done.insert(address, copy);
        Ok(match copy {
            Value::Text(text) => text,
            _ => Text::ascii(b' '),
        })
    }

    fn row(
        &mut self,
        items: Thin<'a, Value<'a>>,
        depth: usize,
    ) -> Result<Thin<'b, Value<'b>>, Error> {
        if depth == DEEPEST {
            let message =
                format!("the file cannot be kept: more than {DEEPEST} tuples within each other");
            return Err(Error::new(message));
        }
        let copies = items.items().iter().map(|item| self.copy(*item, depth + 1));
        let copies = copies.collect::<Result<Vec<_>, Error>>()?;
        self.heap.row(&[&copies])
    }

    fn cell(&mut self, cell: &'a Cell<Value<'a>>) -> Result<&'b Cell<Value<'b>>, Error> {
        if let Some(&copy) = self.cells.get(&address(cell)) {
            return Ok(copy);
        }
        let copy = self.heap.cell(Value::Unbound)?;
        self.cells.insert(address(cell), copy);
        self.open.push(Open::Cell(cell.get(), copy));
        Ok(copy)
    }

    fn fill(&mut self, open: Open<'a, 'b>) -> Result<(), Error> {
        match open {
            Open::List(list, copy) => {
                for item in list.iter() {
                    let item = self.copy(item, 0)?;
                    copy.push(self.heap, item)?;
                }
                copy.freeze();
            }
            // Keys cannot be lists, dicts or sets, so they are whole when they are inserted.
            Open::Dict(dict, copy) => {
                for (key, value) in dict.0.iter() {
                    let (key, value) = (self.copy(key, 0)?, self.copy(value, 0)?);
                    copy.0.insert(self.heap, key, value)?;
                }
                copy.0.freeze();
            }
            Open::Set(set, copy) => {
                for key in set.0.keys() {
                    let key = self.copy(key, 0)?;
                    copy.0.insert(self.heap, key, Value::None)?;
                }
                copy.0.freeze();
            }
            Open::Cell(value, copy) => copy.set(self.copy(value, 0)?),
        }
        Ok(())
    }
}
