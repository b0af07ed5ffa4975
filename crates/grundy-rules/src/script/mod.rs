//! Starlark: the only module that uses the interpreter of the language.
//!
//! The definitions at the top level of a file are frozen after loading. Functions are
//! then pure, and threads share them without locks. Calls run in a [`Session`], which
//! frees its garbage all at once when it ends.

mod border;
mod constant;
mod fault;
mod guard;
mod shape;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::stated::HIGHEST_SCORE;
use grundy::{Fault, Player, Source};
pub(crate) use grundy_starlark::View as Value;
use grundy_starlark::syntax;
use grundy_starlark::{Limits, Module};

use crate::bounds::Bounds;
use crate::conventions::{Role, Top, binding};
use crate::structure::code;
pub(crate) use constant::Constant;
use guard::Guard;

/// The size of a stack for loading files: a level of the tree takes some hundred bytes. Calls find
/// the stack that they need themselves.
const STACK: usize = 64 << 20;

/// A session ends after this number of bytes of garbage: few enough to stay in the processor's
/// cache, and enough that the cost of a new session does not matter.
const GARBAGE: usize = 256 << 10;

/// No session has fewer bytes: positions and garbage need them.
const LEAST: usize = 4 * GARBAGE;

/// The most images of a position that a file may give.
pub(crate) const MOST_IMAGES: usize = 1 << 12;

/// The greatest tier that a file may give.
pub(crate) const HIGHEST_TIER: u32 = (1 << 20) - 1;

/// A loaded file: its names are bound and frozen.
#[derive(Debug)]
pub(crate) struct Script {
    source: Source,
    bounds: Bounds,
    module: Module,
    has: [bool; Role::COUNT],
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
        let module = on_stack(|| {
            guard.begin();
            Module::load(&syntax::parse(&source.text)?, &limits(&bounds), &guard)
        })?
        .map_err(|error| fault::fault(&error, &source, &bounds, &guard))?;
        let has = Role::ALL.map(|role| module.get(role.name()).is_some());
        Ok(Script { source, bounds, module, has, printed: guard.printed() })
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
        self.module.names().map(str::to_string).collect()
    }

    /// Runs `work` with the tree of the file, on a stack that is large enough for it.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn with_tree<R>(
        &self,
        work: impl FnOnce(&syntax::AstStmt) -> R,
    ) -> Result<R, Fault> {
        let parsed = on_stack(|| syntax::parse(&self.source.text).map(|tree| work(&tree)))?;
        parsed.map_err(|error| Fault::new(error.message()))
    }

    /// The names of the top level that are no functions, and what they are bound to.
    pub(crate) fn constants(&self) -> Vec<(String, Constant)> {
        let mut room = 1 << 20;
        let mut constants = Vec::new();
        for name in self.names() {
            let Some(value) = self.module.get(&name) else { continue };
            if !value.is_function() {
                constants.push((name, constant::constant(value, 0, &mut room)));
            }
        }
        constants
    }

    /// What a name is bound to.
    pub(crate) fn top(&self, name: &str) -> Option<Top> {
        let value = self.module.get(name)?;
        let texts = |value: Value<'_>| -> Option<[String; 2]> {
            let mut items = value.tuple()?.map(|item| item.as_str().map(str::to_string));
            let pair = [items.next()??, items.next()??];
            items.next().is_none().then_some(pair)
        };
        Some(if let Some(text) = value.as_str() {
            Top::Text(text.to_string())
        } else if let Some(value) = value.as_bool() {
            Top::Bool(value)
        } else if let Some(parameters) = self.module.parameters(value) {
            let takes = (0..8).filter(|&n| parameters.takes(n));
            Top::Function { takes: takes.fold(0, |bits, n| bits | 1 << n) }
        } else if let Some(pair) = texts(value) {
            Top::Pair(pair)
        } else {
            Top::Other(value.type_name().to_string())
        })
    }

    /// The named parameters of a function, and its variadic parameter.
    pub(crate) fn parameters(&self, role: Role) -> (Vec<Parameter>, Option<String>) {
        let function = self.module.get(role.name());
        let Some(parameters) = function.and_then(|function| self.module.parameters(function))
        else {
            return Default::default();
        };
        let named = parameters.named();
        let named = named.map(|(name, required)| Parameter { name: name.to_string(), required });
        (named.collect(), parameters.args().map(str::to_string))
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.has[role as usize]
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
        self.module.session(&limits(&self.bounds), &guard, |inner| {
            let name = |name| {
                let text = inner.text(name);
                text.map_err(|error| fault::fault(&error, &self.source, &self.bounds, &guard))
            };
            let mut session = Session {
                functions: Role::ALL.map(|role| inner.get(role.name())),
                players: [name("Left")?, name("Right")?],
                script: self,
                guard: &guard,
                inner,
            };
            work(&mut session)
        })
    }
}

fn limits(bounds: &Bounds) -> Limits {
    Limits { heap: bounds.heap.max(LEAST), depth: bounds.depth.max(2) }
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

/// Runs the interpreter with enough stack to load a file. A panic of the interpreter becomes a
/// fault.
fn on_stack<R>(work: impl FnOnce() -> R) -> Result<R, Fault> {
    stacker::maybe_grow(STACK, STACK, || caught(work))
}

/// Calls the interpreter; a panic of it is a fault.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Fault> {
    let before = INTERPRETING.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    INTERPRETING.set(before);
    done.map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = message.unwrap_or("no reason");
        Fault::new(format!("the interpreter has failed: {message}"))
    })
}

/// A series of calls of a script's functions.
pub(crate) struct Session<'v, 'a> {
    script: &'a Script,
    guard: &'a Guard,
    inner: grundy_starlark::Session<'v, 'a>,
    functions: [Option<Value<'v>>; Role::COUNT],
    players: [Value<'v>; 2],
}

/// Moves as a function returns them.
pub(crate) enum Listed<'v> {
    Plain(Vec<Value<'v>>),
    Named(Vec<(Value<'v>, Value<'v>)>),
}

impl<'v> Session<'v, '_> {
    /// Whether there is enough garbage that a new session should begin.
    pub(crate) fn is_full(&self) -> bool {
        self.inner.used() > GARBAGE
    }

    pub(crate) fn player(&self, player: Player) -> Value<'v> {
        self.players[player as usize]
    }

    /// Decodes the value with these bytes.
    pub(crate) fn value(&self, bytes: &[u8]) -> Result<Value<'v>, Fault> {
        let mut rest = bytes;
        border::decode(&mut rest, &self.inner, 0)
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
        let done = caught(|| self.inner.call(function, given, named)).and_then(|done| {
            done.map_err(|error| fault::fault(&error, source, bounds, self.guard))
        });
        done.map_err(|fault| match fault.spot {
            Some(_) => fault,
            None => self.script.at_name(role.name(), fault),
        })
    }

    /// Calls a function that returns a boolean.
    pub(crate) fn ask(&mut self, role: Role, given: &[Value<'v>]) -> Result<bool, Fault> {
        let answer = self.call(role, given)?;
        answer.as_bool().ok_or_else(|| self.unexpected(role, answer, "True or False"))
    }

    /// Calls a function that returns a text.
    pub(crate) fn text(&mut self, role: Role, given: &[Value<'v>]) -> Result<String, Fault> {
        let answer = self.call(role, given)?;
        let text = answer.as_str().map(str::to_string);
        text.ok_or_else(|| self.unexpected(role, answer, "a text"))
    }

    /// Calls the function that gives the tier of a position.
    pub(crate) fn tier(&mut self, position: Value<'v>) -> Result<u32, Fault> {
        let answer = self.call(Role::Tier, &[position])?;
        let tier = answer.as_int().and_then(|tier| u32::try_from(tier).ok());
        tier.filter(|&tier| tier <= HIGHEST_TIER).ok_or_else(|| {
            self.unexpected(Role::Tier, answer, &format!("a number from 0 to {HIGHEST_TIER}"))
        })
    }

    /// Calls the function that gives the score of a position where play is over.
    pub(crate) fn score(&mut self, position: Value<'v>) -> Result<i64, Fault> {
        let answer = self.call(Role::Score, &[position])?;
        let fits = |score: &i64| score.unsigned_abs() <= HIGHEST_SCORE as u64;
        answer.as_int().filter(fits).ok_or_else(|| {
            let wanted = "a whole number, the points of Left less those of Right, between -2^53 and \
                          2^53";
            self.unexpected(Role::Score, answer, wanted)
        })
    }

    /// Calls the function that says whose turn it is.
    pub(crate) fn turn(&mut self, position: Value<'v>) -> Result<Option<Player>, Fault> {
        let answer = self.call(Role::Turn, &[position])?;
        match answer.as_str() {
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
        match answer.type_name() {
            "NoneType" => fault.with_help("a function that ends without `return` gives None"),
            "tuple" | "set" | "range" if expected.contains("list") => {
                fault.with_help("write list(…) around it")
            }
            _ => fault,
        }
    }

    /// A value as a text: a name as it is, anything else as a literal.
    pub(crate) fn label(value: Value<'v>) -> String {
        value.as_str().map_or_else(|| border::shortened(value), str::to_string)
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
