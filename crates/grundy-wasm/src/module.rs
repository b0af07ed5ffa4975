//! A compiled module that states a game, and its instances.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use wasmtime::Engine;

use crate::bounds::Bounds;
use crate::engine::{self, Clock, EPOCH};
use crate::instance::Instance;
use crate::interface;
use crate::refusal::Refusal;
use crate::trap::{Trap, Why};

/// A compiled module that states a game.
///
/// Several threads may call it at the same time: each call takes an instance that no other call
/// uses, and gives it back.
pub struct Module {
    raw: wasmtime::Module,
    width: usize,
    bounds: Bounds,
    /// The parameters with which `start` is called in every instance before anything else.
    parameters: Option<Arc<[u8]>>,
    /// Instances that no call uses.
    idle: Mutex<Vec<Instance>>,
    clock: Clock,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").field("width", &self.width).finish_non_exhaustive()
    }
}

/// Compiles a module. Gives up when `bounds` say so: the compiler cannot be stopped, and continues
/// to no purpose until the program ends.
fn compile(
    engine: &'static Engine,
    bytes: &[u8],
    bounds: &Bounds,
) -> Result<wasmtime::Module, Refusal> {
    let invalid = |error: wasmtime::Error| Refusal::Invalid(error.root_cause().to_string());
    let Some(halted) = bounds.halted else {
        return wasmtime::Module::from_binary(engine, bytes).map_err(invalid);
    };
    /// The stack of a main thread.
    const STACK: usize = 8 << 20;
    let (sender, compiled) = mpsc::sync_channel(1);
    let bytes = bytes.to_vec();
    let work = move || sender.send(wasmtime::Module::from_binary(engine, &bytes));
    let thread = thread::Builder::new().stack_size(STACK);
    thread.spawn(work).map_err(|error| Refusal::Machine(error.to_string()))?;
    loop {
        match compiled.recv_timeout(EPOCH) {
            Ok(module) => return module.map_err(invalid),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(why) = halted() {
                    return Err(Refusal::Halted(why));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Refusal::Machine("the compiler has ended".to_string()));
            }
        }
    }
}

impl Module {
    /// Compiles a module in the binary format, and checks what it imports and exports.
    ///
    /// # Errors
    ///
    /// If the bytes are not a module; if it imports anything; if an export is missing or has
    /// another type; if the first instance traps, or its positions have too many bytes.
    pub fn new(bytes: &[u8], bounds: &Bounds) -> Result<Module, Refusal> {
        Module::compiled(bytes, bounds, false)
    }

    /// As [`Module::new`], with small functions inlined: takes longer to compile, is faster, and
    /// traps do not always name the function.
    ///
    /// # Errors
    ///
    /// As [`Module::new`].
    pub fn inlined(bytes: &[u8], bounds: &Bounds) -> Result<Module, Refusal> {
        Module::compiled(bytes, bounds, true)
    }

    fn compiled(bytes: &[u8], bounds: &Bounds, inlines: bool) -> Result<Module, Refusal> {
        let engine = engine::engine(inlines).map_err(Refusal::Machine)?;
        let raw = compile(engine, bytes, bounds)?;
        interface::check(&raw)?;
        let clock = Clock::start().map_err(Refusal::Machine)?;
        let mut first = Instance::new(&raw, bounds).map_err(Refusal::Trap)?;
        if raw.get_export(interface::VERSION_NAME).is_some() {
            let version = first.call(interface::VERSION_NAME, ()).map_err(Refusal::Trap)?;
            if version != interface::VERSION {
                return Err(Refusal::Version(version));
            }
        }
        let width = first.call("width", ()).map_err(Refusal::Trap)?;
        if !(1..=1 << 16).contains(&width) {
            return Err(Refusal::Width(width));
        }
        let (width, bounds, idle) = (width as usize, bounds.clone(), Mutex::new(vec![first]));
        Ok(Module { raw, width, bounds, parameters: None, idle, clock })
    }

    /// The same module for a game with these parameters, and the start position; none if the module
    /// refuses the parameters.
    ///
    /// In each of its instances `start` is called with the parameters before anything else, so
    /// `start` may keep in memory what it computes from them.
    ///
    /// # Errors
    ///
    /// If the first instance traps.
    pub fn started(&self, parameters: &str) -> Result<Option<(Module, Vec<u8>)>, Trap> {
        let parameters: Arc<[u8]> = parameters.as_bytes().into();
        let mut first = Instance::new(&self.raw, &self.bounds)?;
        let address = first.call_with("start", &parameters)?;
        let Some(start) = first.bytes("start", address, self.width)? else { return Ok(None) };
        let module = Module {
            raw: self.raw.clone(),
            width: self.width,
            bounds: self.bounds.clone(),
            parameters: Some(parameters),
            idle: Mutex::new(vec![first]),
            clock: self.clock.clone(),
        };
        Ok(Some((module, start)))
    }

    /// Whether the module exports a function of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.raw.get_export(name).is_some()
    }

    /// The number of bytes of a position.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Expands positions. `asked` holds a record for each: its bytes, and a byte for the player
    /// to move (0 Left, 1 Right). Appends the answers as the module gives them, after checking
    /// that they are well formed; [`answers`](crate::answers()) reads them.
    ///
    /// Each call costs well below 100 ns besides the work of the module.
    ///
    /// # Errors
    ///
    /// If the module traps, takes too long or too much memory, or gives answers that are not well
    /// formed. Then the positions have been tried one by one, and the error has the one that
    /// failed; nothing is appended.
    ///
    /// # Panics
    ///
    /// If `asked` does not consist of whole records.
    pub fn expand(&self, asked: &[u8], answer: &mut Vec<u8>) -> Result<(), Trap> {
        let record = self.width + 1;
        assert!(asked.len().is_multiple_of(record), "positions are asked in whole records");
        let count = asked.len() / record;
        if count == 0 {
            return Ok(());
        }
        match self.run(|instance| instance.expand(self.width, count, asked, answer)) {
            Err(trap) if count == 1 => Err(Trap { index: Some(0), ..trap }),
            Err(trap) if trap.index.is_none() && !matches!(trap.why, Why::Halted(_)) => {
                self.one_by_one(trap, asked, answer)
            }
            result => result,
        }
    }

    /// The points of Left less those of Right, in a position where play is over; 0 if the module
    /// does not export `score`.
    ///
    /// # Errors
    ///
    /// If the module traps, or takes too long or too much memory.
    pub fn score(&self, position: &[u8]) -> Result<i64, Trap> {
        self.run(|instance| instance.score(position))
    }

    /// Expands positions one by one, after they could not be expanded together: one of them may be
    /// the reason, or there may be too many for the module.
    #[cold]
    fn one_by_one(&self, all: Trap, asked: &[u8], answer: &mut Vec<u8>) -> Result<(), Trap> {
        let (before, begun) = (answer.len(), Instant::now());
        for (index, asked) in asked.chunks_exact(self.width + 1).enumerate() {
            let one = self.run(|instance| instance.expand(self.width, 1, asked, answer));
            let failed = match one {
                Err(trap) => Trap { index: Some(index), ..trap },
                // Each call may take its time; without this limit, all calls together could take
                // hours.
                Ok(()) if begun.elapsed() > self.bounds.time.saturating_mul(2) => all,
                Ok(()) => continue,
            };
            answer.truncate(before);
            return Err(failed);
        }
        Ok(())
    }

    /// Runs `work` with an instance that no other call uses. After an error the state of its memory
    /// is unknown, and the instance is dropped.
    pub(crate) fn run<R, E: From<Trap>>(
        &self,
        call: impl FnOnce(&mut Instance) -> Result<R, E>,
    ) -> Result<R, E> {
        let idle = self.idle().pop();
        let mut instance = match idle {
            Some(instance) => instance,
            None => self.instance()?,
        };
        let result = call(&mut instance)?;
        self.idle().push(instance);
        Ok(result)
    }

    #[cold]
    fn instance(&self) -> Result<Instance, Trap> {
        let mut instance = Instance::new(&self.raw, &self.bounds)?;
        if let Some(parameters) = &self.parameters {
            instance.call_with("start", parameters)?;
        }
        Ok(instance)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Instance>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
