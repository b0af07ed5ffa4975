//! Starlark: the only module that uses the interpreter of the language.
//!
//! The definitions at the top level of a file are frozen after loading. Functions are
//! then pure, and threads share them without locks. Calls run in a [`Session`], which
//! frees its garbage all at once when it ends.

mod border;
mod constant;
mod fault;
mod guard;
mod library;
mod shape;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::{Fault, Player, Source};
use starlark::docs::{DocItem, DocMember};
use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect, DialectTypes};
pub(crate) use starlark::values::Value;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, OwnedFrozenValue};

use crate::bounds::Bounds;
use crate::conventions::{Role, Top, binding};
use crate::structure::code;
pub(crate) use constant::Constant;
use guard::Guard;

/// The size of a stack for loading files, and for calls if less than `LEAST_STACK` is
/// left. A function call takes some thousand bytes, a level of an expression some
/// hundred. Allocating a stack costs as much as calls for ten positions.
const STACK: usize = 64 << 20;
const LEAST_STACK: usize = 1 << 20;

/// A session ends after so many bytes of garbage: few enough to stay in the processor's
/// cache, and so many that the cost of a new session does not matter.
const GARBAGE: usize = 256 << 10;

/// The most images of a position that a file may give.
pub(crate) const MOST_IMAGES: usize = 1 << 12;

/// The greatest tier that a file may give.
pub(crate) const HIGHEST_TIER: u32 = (1 << 20) - 1;

/// A loaded file: its names are bound and frozen.
#[derive(Debug)]
pub(crate) struct Script {
    source: Source,
    bounds: Bounds,
    module: FrozenModule,
    functions: [Option<OwnedFrozenValue>; Role::COUNT],
    printed: Vec<String>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) required: bool,
}

impl Script {
    /// Reads a file, and runs its top level.
    pub(crate) fn load(source: Source, bounds: Bounds) -> Result<Script, Fault> {
        shape::check(&source, &bounds)?;
        let guard = Guard::new(&bounds);
        let module = on_stack(STACK, || run(&source, &bounds, &guard))?;
        let printed = guard.printed();
        let mut script = Script { source, bounds, module, functions: Default::default(), printed };
        for role in Role::ALL {
            script.functions[role as usize] = script.module.get(role.name()).ok();
        }
        Ok(script)
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// What the top level has printed.
    pub(crate) fn printed(&self) -> &[String] {
        &self.printed
    }

    /// The names of the top level.
    pub(crate) fn names(&self) -> Vec<String> {
        self.module.names().map(|name| name.as_str().to_string()).collect()
    }

    /// The tree of the file.
    pub(crate) fn tree(&self) -> Result<AstModule, starlark::Error> {
        on_stack(STACK, || Ok(parse(&self.source.file, &self.source.text)))
            .unwrap_or_else(|_| parse("", ""))
    }

    /// The names of the top level that are no functions, and what they are bound to.
    pub(crate) fn constants(&self) -> Vec<(String, Constant)> {
        let mut room = 1 << 20;
        let mut constants = Vec::new();
        for name in self.names() {
            let Ok(owned) = self.module.get(&name) else { continue };
            let value = owned.value();
            if value.parameters_spec().is_none() {
                constants.push((name, constant::constant(value, 0, &mut room)));
            }
        }
        constants
    }

    /// What a name is bound to.
    pub(crate) fn top(&self, name: &str) -> Option<Top> {
        let owned = self.module.get(name).ok()?;
        let value = owned.value();
        Some(if let Some(text) = value.unpack_str() {
            Top::Text(text.to_string())
        } else if let Some(value) = value.unpack_bool() {
            Top::Bool(value)
        } else if let Some(spec) = value.parameters_spec() {
            let takes = (0..8).filter(|&n| spec.can_fill_with_args(n, &[]));
            Top::Function { takes: takes.fold(0, |bits, n| bits | 1 << n) }
        } else if let Some([left, right]) = TupleRef::from_value(value).map(TupleRef::content)
            && let (Some(left), Some(right)) = (left.unpack_str(), right.unpack_str())
        {
            Top::Pair([left, right].map(str::to_string))
        } else {
            Top::Other(value.get_type().to_string())
        })
    }

    /// The named parameters of a function, and its variadic parameter.
    pub(crate) fn parameters(&self, role: Role) -> (Vec<Parameter>, Option<String>) {
        let Some(function) = &self.functions[role as usize] else { return Default::default() };
        let DocItem::Member(DocMember::Function(docs)) = function.value().documentation() else {
            return Default::default();
        };
        let params = docs.params;
        let named = params.pos_only.into_iter().chain(params.pos_or_named).chain(params.named_only);
        let parameter = |param: starlark::docs::DocParam| Parameter {
            required: param.default_value.is_none(),
            name: param.name,
        };
        (named.map(parameter).collect(), params.args.map(|param| param.name))
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.functions[role as usize].is_some()
    }

    /// A fault in the return value of a function.
    pub(crate) fn wrong(&self, role: Role, message: String) -> Fault {
        self.at_name(role.name(), Fault::new(message))
    }

    /// Places a fault where the file binds this name.
    pub(crate) fn at_name(&self, name: &str, fault: Fault) -> Fault {
        match binding(&self.source.text, name) {
            Some(range) => fault.at(&self.source, range),
            None => fault,
        }
    }

    /// Runs `work` in a session. What its calls have allocated is freed at the end.
    pub(crate) fn session<R>(
        &self,
        work: impl for<'v, 'a> FnOnce(&mut Session<'v, 'a>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let guard = Guard::new(&self.bounds);
        let session = || {
            Module::with_temp_heap(|module| {
                let mut evaluator = Evaluator::new(&module);
                guard.watch(&mut evaluator);
                let heap = module.heap();
                let function = |role: Role| {
                    let function = self.functions[role as usize].as_ref()?;
                    Some(heap.access_owned_frozen_value(function))
                };
                let mut session = Session {
                    functions: Role::ALL.map(function),
                    players: [heap.alloc("Left"), heap.alloc("Right")],
                    script: self,
                    guard: &guard,
                    evaluator,
                    heap,
                };
                work(&mut session)
            })
        };
        on_stack(LEAST_STACK, session)
    }
}

/// Parses a file.
pub(crate) fn parse(file: &str, text: &str) -> Result<AstModule, starlark::Error> {
    let dialect = Dialect {
        enable_load: false,
        enable_load_reexport: false,
        enable_keyword_only_arguments: true,
        enable_positional_only_arguments: true,
        enable_types: DialectTypes::ParseOnly,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        ..Dialect::Standard
    };
    AstModule::parse(file, text.to_string(), &dialect)
}

/// Runs the top level of a file.
fn run(source: &Source, bounds: &Bounds, guard: &Guard) -> Result<FrozenModule, Fault> {
    let fault = |error| fault::fault(error, source, bounds, guard);
    let tree = parse(&source.file, &source.text).map_err(fault)?;
    Module::with_temp_heap(|module| {
        {
            let mut evaluator = Evaluator::new(&module);
            guard.watch(&mut evaluator);
            guard.begin();
            evaluator.eval_module(tree, library::globals()).map_err(fault)?;
        }
        module.freeze().map_err(|error| Fault::new(format!("the file cannot be kept: {error:?}")))
    })
}

thread_local! {
    /// Whether this thread is in the interpreter.
    static INTERPRETING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in the interpreter. A panic there becomes a fault of the file, so
/// that a program need not print it.
#[must_use]
pub fn is_interpreting() -> bool {
    INTERPRETING.get()
}

/// Runs the interpreter with enough stack. A panic of the interpreter becomes a fault.
fn on_stack<R>(least: usize, work: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
    stacker::maybe_grow(least, STACK, || caught(work)).unwrap_or_else(|fault| Err(fault))
}

/// Calls the interpreter; a panic of it is a fault.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Fault> {
    let before = INTERPRETING.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    INTERPRETING.set(before);
    done.map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Fault::new(match message.unwrap_or("no reason") {
            "len overflow" => "this makes a text of more than 4 GB".to_string(),
            "AlignedSize must not exceed u32::MAX" => {
                "this makes a list of more than 4 GB".to_string()
            }
            message => format!("the interpreter has failed: {message}"),
        })
    })
}

/// A series of calls of a script's functions.
pub(crate) struct Session<'v, 'a> {
    script: &'a Script,
    guard: &'a Guard,
    evaluator: Evaluator<'v, 'a, 'a>,
    heap: Heap<'v>,
    functions: [Option<Value<'v>>; Role::COUNT],
    players: [Value<'v>; 2],
}

/// Moves as a function returns them.
pub(crate) enum Listed<'v> {
    Plain(Vec<Value<'v>>),
    Named(Vec<(Value<'v>, Value<'v>)>),
}

impl<'v> Session<'v, '_> {
    /// Whether there is so much garbage that a new session should begin.
    pub(crate) fn is_full(&self) -> bool {
        self.heap.allocated_bytes() > GARBAGE
    }

    pub(crate) fn player(&self, player: Player) -> Value<'v> {
        self.players[player as usize]
    }

    /// Decodes the value with these bytes.
    pub(crate) fn value(&self, bytes: &[u8]) -> Result<Value<'v>, Fault> {
        let mut rest = bytes;
        border::decode(&mut rest, self.heap, 0)
            .filter(|_| rest.is_empty())
            .ok_or_else(|| Fault::new("these bytes are no position"))
    }

    /// Appends the bytes of a position that a function has returned.
    pub(crate) fn bytes(
        &self,
        role: Role,
        value: Value<'v>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let limit = bytes.len() + self.script.bounds.position;
        border::encode(value, bytes, limit, 0).map_err(|refusal| {
            let whole = border::shortened(value);
            // If the refusal begins with the value, do not print the value twice.
            let refusal = match refusal.strip_prefix(&whole) {
                Some(rest) => format!("it{rest}"),
                None => refusal,
            };
            let message = format!("`{}` gives the position {whole}: {refusal}", role.name());
            self.script.wrong(role, message).with_help(border::POSITIONS)
        })
    }

    /// Calls a function, which the file must define.
    pub(crate) fn call(&mut self, role: Role, given: &[Value<'v>]) -> Result<Value<'v>, Fault> {
        self.call_named(role, given, &[])
    }

    pub(crate) fn call_named(
        &mut self,
        role: Role,
        given: &[Value<'v>],
        named: &[(&str, Value<'v>)],
    ) -> Result<Value<'v>, Fault> {
        let Some(function) = self.functions[role as usize] else {
            return Err(Fault::new(format!("the file has no `{}`", role.name())));
        };
        self.guard.begin();
        let Script { source, bounds, .. } = self.script;
        let done = match caught(|| self.evaluator.eval_function(function, given, named)) {
            Ok(done) => done.map_err(|error| fault::fault(error, source, bounds, self.guard)),
            Err(fault) => {
                // The calls that were going on are still known.
                let calls = self.evaluator.call_stack();
                Err(fault::within(fault, calls.frames.iter().rev(), source))
            }
        };
        done.map_err(|fault| match fault.spot {
            Some(_) => fault,
            None => self.script.at_name(role.name(), fault),
        })
    }

    /// Calls a function that returns a boolean.
    pub(crate) fn ask(&mut self, role: Role, given: &[Value<'v>]) -> Result<bool, Fault> {
        let answer = self.call(role, given)?;
        answer.unpack_bool().ok_or_else(|| self.unexpected(role, answer, "True or False"))
    }

    /// Calls a function that returns a text.
    pub(crate) fn text(&mut self, role: Role, given: &[Value<'v>]) -> Result<String, Fault> {
        let answer = self.call(role, given)?;
        let text = answer.unpack_str().map(str::to_string);
        text.ok_or_else(|| self.unexpected(role, answer, "a text"))
    }

    /// Calls the function that gives the tier of a position.
    pub(crate) fn tier(&mut self, position: Value<'v>) -> Result<u32, Fault> {
        let answer = self.call(Role::Tier, &[position])?;
        let tier = answer.unpack_i32().and_then(|tier| u32::try_from(tier).ok());
        tier.filter(|&tier| tier <= HIGHEST_TIER).ok_or_else(|| {
            self.unexpected(Role::Tier, answer, &format!("a number from 0 to {HIGHEST_TIER}"))
        })
    }

    /// Calls the function that says whose turn it is.
    pub(crate) fn turn(&mut self, position: Value<'v>) -> Result<Option<Player>, Fault> {
        let answer = self.call(Role::Turn, &[position])?;
        match answer.unpack_str() {
            Some("Left") => Ok(Some(Player::Left)),
            Some("Right") => Ok(Some(Player::Right)),
            None if answer.is_none() => Ok(None),
            _ => Err(self.unexpected(
                Role::Turn,
                answer,
                "\"Left\", \"Right\", or None where the players alternate",
            )),
        }
    }

    /// Calls a function that returns positions: a list, or a dict from names of moves to
    /// positions.
    pub(crate) fn list(&mut self, role: Role, given: &[Value<'v>]) -> Result<Listed<'v>, Fault> {
        let answer = self.call(role, given)?;
        let names = !matches!(role, Role::Components | Role::Symmetries);
        let listed = border::listed(answer, names).ok_or_else(|| {
            let what = match role {
                Role::Components | Role::Symmetries => "a list of positions",
                _ => "a list of positions, or a dict from names of moves to positions",
            };
            self.unexpected(role, answer, what)
        })?;
        let count = listed.len();
        let most = match role {
            Role::Symmetries => MOST_IMAGES.min(self.script.bounds.moves),
            _ => self.script.bounds.moves,
        };
        if count > most {
            let message = format!("`{}` gives {count} positions, more than {most}", role.name());
            return Err(self.script.wrong(role, message));
        }
        Ok(listed)
    }

    /// The fault of a function that has returned a value of the wrong type.
    fn unexpected(&self, role: Role, answer: Value<'v>, expected: &str) -> Fault {
        let given = border::shortened(answer);
        let message = format!("`{}` has to give {expected}; it gives {given}", role.name());
        let fault = self.script.wrong(role, message);
        match answer.get_type() {
            "NoneType" => fault.with_help("a function that ends without `return` gives None"),
            "tuple" | "set" | "range" if expected.contains("list") => {
                fault.with_help("write list(…) around it")
            }
            _ => fault,
        }
    }

    /// A value as a text: a name as it is, anything else as a literal.
    pub(crate) fn label(value: Value<'v>) -> String {
        value.unpack_str().map_or_else(|| border::shortened(value), str::to_string)
    }
}

impl<'v> Listed<'v> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Listed::Plain(values) => values.len(),
            Listed::Named(pairs) => pairs.len(),
        }
    }

    /// The name of a move, if it has one, and the position.
    pub(crate) fn get(&self, index: usize) -> (Option<Value<'v>>, Value<'v>) {
        match self {
            Listed::Plain(values) => (None, values[index]),
            Listed::Named(pairs) => (Some(pairs[index].0), pairs[index].1),
        }
    }
}

/// Whether the bytes are exactly one value, within the limit on positions.
pub(crate) fn is_position(bytes: &[u8], bounds: &Bounds) -> bool {
    let mut rest = bytes;
    bytes.len() <= bounds.position && code::value(&mut rest).is_some() && rest.is_empty()
}
