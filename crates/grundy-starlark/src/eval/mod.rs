//! The interpreter: it walks the tree of a program, in which each name is a place already.

mod bind;
mod calls;
mod code;
mod comprehension;
mod expressions;
mod faults;
mod operators;
mod resolve;
mod scope;
mod statements;

use std::cell::Cell;

use crate::error::Error;
use crate::value::{Given, Heap, Host, Value};
use code::Code;
pub(crate) use code::{Program, Signature};
pub(crate) use resolve::program;

/// Where evaluation goes on behind a statement.
enum Flow<'v> {
    Next,
    Break,
    Continue,
    Return(Value<'v>),
}

/// The size of a stack that is allocated where the rest of the present one is too small.
const STACK: usize = 16 << 20;

/// The evaluator of functions. Values are on `stack`: the variables of the functions in progress.
/// Each function's variables come after the arguments and items collected by the function before
/// it.
pub(crate) struct Evaluator<'v, 'a> {
    pub(crate) heap: &'v Heap<'v>,
    program: &'a Program,
    constants: &'v [Value<'v>],
    globals: &'v [Cell<Value<'v>>],
    /// How many functions may call each other, and how many more may do so now.
    most: usize,
    depth: usize,
    stack: Vec<Value<'v>>,
    /// Where the variables of the present function begin.
    base: usize,
    captured: &'v [&'v Cell<Value<'v>>],
    /// The present function.
    code: Option<&'a Code>,
    /// Where the stack of the thread ends, as far as it is known.
    floor: usize,
}

impl<'v, 'a> Evaluator<'v, 'a> {
    pub(crate) fn new(
        heap: &'v Heap<'v>,
        program: &'a Program,
        constants: &'v [Value<'v>],
        globals: &'v [Cell<Value<'v>>],
        depth: usize,
    ) -> Evaluator<'v, 'a> {
        Evaluator {
            heap,
            program,
            constants,
            globals,
            most: depth,
            depth,
            stack: Vec::with_capacity(64),
            base: 0,
            captured: &[],
            code: None,
            floor: floor(),
        }
    }

    /// Runs the top level of the file.
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        let Some(top) = self.program.functions.first() else { return Ok(()) };
        self.code = Some(top);
        self.enter(top, 0)?;
        Ok(())
    }

    /// Calls a function from outside.
    pub(crate) fn begin(
        &mut self,
        function: Value<'v>,
        given: Given<'v, '_>,
    ) -> Result<Value<'v>, Error> {
        self.heap.begin();
        self.depth = self.most;
        self.stack.clear();
        (self.base, self.captured, self.floor) = (0, &[], floor());
        self.call(function, given)
    }

    pub(crate) fn global(&self, place: usize) -> Option<Value<'v>> {
        self.globals.get(place).map(Cell::get)
    }

    /// The name of a variable of the present function.
    #[cold]
    fn slot_name(&self, slot: usize) -> &'a str {
        self.code.and_then(|code| code.slots.get(slot)).map_or("", String::as_str)
    }

    /// Puts a value onto the stack.
    #[inline]
    fn push(&mut self, value: Value<'v>) -> Result<(), Error> {
        if self.stack.len() == self.stack.capacity() {
            self.reserve(1)?;
        }
        self.stack.push(value);
        Ok(())
    }

    /// Makes room for `more` more values on the stack.
    #[cold]
    #[inline(never)]
    fn reserve(&mut self, more: usize) -> Result<(), Error> {
        self.heap.room_for(self.stack.len().saturating_add(more).saturating_mul(2))?;
        self.stack.reserve(more);
        Ok(())
    }
}

/// Where the present stack of the thread ends; 0 if unknown.
fn floor() -> usize {
    let left = stacker::remaining_stack();
    left.map_or(0, |left| here().saturating_sub(left))
}

/// A place on the stack.
#[inline(always)]
fn here() -> usize {
    let place = 0_u8;
    std::ptr::from_ref(&place) as usize
}

impl<'v> Host<'v> for Evaluator<'v, '_> {
    fn heap(&self) -> &'v Heap<'v> {
        self.heap
    }

    fn call_with(&mut self, function: Value<'v>, given: &[Value<'v>]) -> Result<Value<'v>, Error> {
        self.call(function, Given::plain(given))
    }
}
