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

use crate::error::{Error, ErrorKind};
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

/// Who watches the calls.
pub trait Watch {
    /// Whether the call must stop. It is asked once in [`PERIOD`] steps, where a step is a call of
    /// a function, a round of a loop, or as much work of a built-in function.
    fn must_stop(&self) -> bool;

    /// Takes a line that is printed.
    fn print(&self, line: &str);
}

/// Steps between two questions whether the call must stop.
pub const PERIOD: u32 = 1000;

/// Values that a built-in function goes through in the time of a step.
const WORK: usize = 8;

/// The size of a stack that is allocated where the rest of the present one is too small.
const STACK: usize = 16 << 20;

/// What evaluates functions. Values are on `stack`: the variables of the functions that are being
/// called, each behind the arguments and the items that the one before it has collected.
pub(crate) struct Evaluator<'v, 'a> {
    pub(crate) heap: &'v Heap,
    program: &'a Program,
    constants: &'v [Value<'v>],
    globals: &'v [Cell<Value<'v>>],
    watch: &'a dyn Watch,
    /// How many functions may call each other, and how many more may now.
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
    /// Steps until the next question whether the call must stop.
    steps: u32,
}

impl<'v, 'a> Evaluator<'v, 'a> {
    pub(crate) fn new(
        heap: &'v Heap,
        program: &'a Program,
        constants: &'v [Value<'v>],
        globals: &'v [Cell<Value<'v>>],
        watch: &'a dyn Watch,
        depth: usize,
    ) -> Evaluator<'v, 'a> {
        Evaluator {
            heap,
            program,
            constants,
            globals,
            watch,
            most: depth,
            depth,
            stack: Vec::with_capacity(64),
            base: 0,
            captured: &[],
            code: None,
            floor: floor(),
            steps: PERIOD,
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
        (self.steps, self.depth) = (PERIOD, self.most);
        self.heap.take_work();
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

    /// Counts a step.
    #[inline]
    fn count(&mut self) -> Result<(), Error> {
        self.steps -= 1;
        if self.steps == 0 { self.look() } else { Ok(()) }
    }

    /// What a built-in function gives, after its work was counted as steps.
    #[inline]
    fn settled(&mut self, done: Result<Value<'v>, Error>) -> Result<Value<'v>, Error> {
        if self.heap.is_due() { self.paid(done) } else { done }
    }

    #[cold]
    #[inline(never)]
    fn paid(&mut self, done: Result<Value<'v>, Error>) -> Result<Value<'v>, Error> {
        let value = done?;
        self.pay()?;
        Ok(value)
    }

    /// Whether the call may go on.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Error> {
        self.steps = PERIOD;
        if self.watch.must_stop() {
            return Err(Error::of(ErrorKind::Stopped, "stopped"));
        }
        self.heap.room_for(self.stack.len())
    }
}

/// Where the present stack of the thread ends; 0 if nobody knows.
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
    fn heap(&self) -> &'v Heap {
        self.heap
    }

    fn step(&mut self) -> Result<(), Error> {
        self.count()
    }

    #[cold]
    #[inline(never)]
    fn pay(&mut self) -> Result<(), Error> {
        let mut steps = self.heap.take_work() / WORK;
        while steps >= self.steps as usize {
            steps -= self.steps as usize;
            self.look()?;
        }
        self.steps -= steps as u32;
        Ok(())
    }

    fn call_with(&mut self, function: Value<'v>, given: &[Value<'v>]) -> Result<Value<'v>, Error> {
        self.call(function, Given::plain(given))
    }

    fn print(&self, line: &str) {
        self.watch.print(line);
    }
}
