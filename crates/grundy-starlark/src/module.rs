//! Files that are loaded: their values are frozen, and threads share them.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::fmt;

use crate::Limits;
use crate::error::Error;
use crate::eval::{Evaluator, Program, Signature, program};
use crate::freeze;
use crate::session::Session;
use crate::syntax::{AstStmt, STACK};
use crate::value::{Heap, Value, View};
use crate::watch::Watch;

/// A file that is loaded.
pub struct Module {
    program: Program,
    /// What the names of the top level are bound to, by their places, and the constants. They live
    /// in `heap`: `'static` stands for the life of the module, and is never shown.
    globals: Vec<Cell<Value<'static>>>,
    constants: Vec<Value<'static>>,
    #[expect(dead_code, reason = "the values live in it")]
    heap: Box<Heap<'static>>,
}

/// The watcher of kept values: nothing is done with them.
struct Nobody;

static NOBODY: Nobody = Nobody;

impl Watch for Nobody {
    fn must_stop(&self) -> bool {
        false
    }

    fn print(&self, _: &str) {}
}

impl Drop for Module {
    /// Deep trees are dropped on a stack that is large enough for them.
    fn drop(&mut self) {
        let functions = self.program.functions.iter();
        let need = functions.map(|code| code.stack).max().unwrap_or(0);
        stacker::maybe_grow(need, 2 * need, || self.program = Program::default());
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").field("names", &self.program.globals).finish_non_exhaustive()
    }
}

// SAFETY: nothing of a module is written to after `load`. Only statements of the top level write to
// cells of `globals`, and only the functions that have made them, which have returned, to cells
// that functions share; lists, dicts and sets are frozen, so what would change them, or count the
// loops that go through them, asks `Lock` and does not write. No session allocates in `heap`.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Module {
    /// Runs the top level of a file, and freezes what its names are bound to. The stack must be
    /// large enough for the depth of the tree, as it must be to parse it and to drop it.
    ///
    /// # Errors
    ///
    /// The first error, and where it is.
    pub fn load(tree: &AstStmt, limits: &Limits, watch: &dyn Watch) -> Result<Module, Error> {
        let heap = Heap::new(limits.heap, watch);
        let (program, constants) = stacker::maybe_grow(STACK, 2 * STACK, || program(tree, &heap))?;
        let globals = heap.filled(program.globals.len(), || Cell::new(Value::Unbound))?;
        let kept = Box::new(Heap::new(usize::MAX, &NOBODY));
        let frozen = {
            let depth = limits.depth;
            let values = heap.slice(&constants)?;
            Evaluator::new(&heap, &program, values, globals, depth).run()?;
            let roots = globals.iter().map(Cell::get).chain(constants);
            stacker::maybe_grow(STACK, 2 * STACK, || freeze::copies(roots, &kept, &heap))?
        };
        let (globals, constants) = frozen.split_at(program.globals.len());
        // SAFETY: the values live in `kept`, which the module keeps as long as them, at the same
        // place, and they are only handed out for shorter lives than its own.
        let (globals, constants) = unsafe {
            let forever =
                |value: &Value<'_>| std::mem::transmute::<Value<'_>, Value<'static>>(*value);
            (
                globals.iter().map(|value| Cell::new(forever(value))).collect(),
                constants.iter().map(forever).collect(),
            )
        };
        Ok(Module { program, globals, constants, heap: kept })
    }

    /// The names of the top level.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.program.globals.iter().map(String::as_str)
    }

    /// What a name of the top level is bound to.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<View<'_>> {
        let place = self.program.globals.iter().position(|global| global == name)?;
        match self.parts().1.get(place)?.get() {
            Value::Unbound => None,
            value => Some(View(value)),
        }
    }

    /// The constants and the values of the top level.
    fn parts<'v>(&'v self) -> (&'v [Value<'v>], &'v [Cell<Value<'v>>]) {
        // SAFETY: the values live as long as the module. Nobody writes a value that lives less long
        // to one of them: see above.
        unsafe {
            (
                std::mem::transmute::<&'v [Value<'static>], &'v [Value<'v>]>(&self.constants),
                std::mem::transmute::<&'v [Cell<Value<'static>>], &'v [Cell<Value<'v>>]>(
                    &self.globals,
                ),
            )
        }
    }

    /// Runs `work` in a session. What its calls have allocated is freed at the end.
    pub fn session<R>(
        &self,
        limits: &Limits,
        watch: &dyn Watch,
        work: impl for<'v> FnOnce(Session<'v, '_>) -> R,
    ) -> R {
        let heap = Heap::new(limits.heap, watch);
        let (constants, globals) = self.parts();
        let depth = limits.depth;
        let evaluator = Evaluator::new(&heap, &self.program, constants, globals, depth);
        work(Session::new(evaluator, &self.program.globals))
    }

    /// The parameters of a function of the file.
    #[must_use]
    pub fn parameters(&self, function: View<'_>) -> Option<Parameters<'_>> {
        let Value::Function(function) = function.0 else { return None };
        let code = self.program.functions.get(function.code)?;
        Some(Parameters(&code.signature))
    }
}

/// The parameters of a function.
#[derive(Clone, Copy)]
pub struct Parameters<'a>(&'a Signature);

impl<'a> Parameters<'a> {
    /// The names of the parameters that can be given one by one, and whether they must be.
    pub fn named(self) -> impl Iterator<Item = (&'a str, bool)> {
        let collects = [self.0.args, self.0.kwargs];
        let all = self.0.params.iter().enumerate();
        let named = all.filter(move |(place, _)| !collects.contains(&Some(*place)));
        named.map(|(_, param)| (param.name.as_str(), param.required))
    }

    /// The name of the parameter that takes all further arguments.
    #[must_use]
    pub fn args(self) -> Option<&'a str> {
        self.0.params.get(self.0.args?).map(|param| param.name.as_str())
    }

    /// Whether `positional` arguments can be given by place, and none by name.
    #[must_use]
    pub fn takes(self, positional: usize) -> bool {
        self.0.takes(positional)
    }
}
