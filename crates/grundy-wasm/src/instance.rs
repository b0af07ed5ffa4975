//! One instance of a module: its memory and its functions, for one thread at a time.

use wasmtime::{
    Instance as Raw, Memory, ResourceLimiter, Store, TypedFunc, UpdateDeadline, WasmParams,
};

use crate::answers;
use crate::bounds::Bounds;
use crate::engine::{STACK, epochs};
use crate::interface::SCORE;
use crate::trap::{Trap, Why};

/// The bytes of stack that a call needs outside of the functions of the module.
const MARGIN: usize = 256 << 10;

/// The greatest number of elements of all tables of an instance.
const ELEMENTS: usize = 1 << 20;

/// The greatest number of bytes of a text.
const TEXT: usize = 64 << 10;

/// The greatest number of images of a position.
const IMAGES: u32 = 1 << 16;

/// The resources that the instance may still use.
#[derive(Debug)]
struct Budget {
    bounds: Bounds,
    /// The bytes of memory that it has.
    taken: usize,
    /// The elements of tables that it has.
    elements: usize,
    /// The epochs left for the present call.
    epochs: u64,
}

impl Budget {
    /// Whether a call may go on after an epoch.
    fn epoch(&mut self) -> wasmtime::Result<UpdateDeadline> {
        self.epochs = self.epochs.saturating_sub(1);
        if let Some(why) = self.bounds.halted.and_then(|halted| halted()) {
            return Err(Ended(Why::Halted(why)).into());
        }
        match self.epochs {
            0 => Err(Ended(Why::Time(self.bounds.time)).into()),
            _ => Ok(UpdateDeadline::Continue(1)),
        }
    }
}

/// The error that ends a call when the budget is exceeded.
#[derive(Debug)]
struct Ended(Why);

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Ended {}

impl ResourceLimiter for Budget {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        let taken = self.taken.saturating_add(desired.saturating_sub(current));
        if taken > self.bounds.memory {
            return Err(Ended(Why::Memory(self.bounds.memory)).into());
        }
        self.taken = taken;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.elements = self.elements.saturating_add(desired.saturating_sub(current));
        match self.elements > ELEMENTS {
            true => Err(Ended(Why::Memory(self.bounds.memory)).into()),
            false => Ok(true),
        }
    }
}

/// The functions that are called for very many positions.
struct Often {
    canonical: Option<TypedFunc<i32, i32>>,
    negative: Option<TypedFunc<i32, i32>>,
    symmetries: Option<TypedFunc<i32, i32>>,
    tier: Option<TypedFunc<i32, i32>>,
    score: Option<TypedFunc<i32, i64>>,
}

impl Often {
    fn get(&self, call: &str) -> Option<TypedFunc<i32, i32>> {
        match call {
            "canonical" => self.canonical.clone(),
            "negative" => self.negative.clone(),
            "symmetries" => self.symmetries.clone(),
            "tier" => self.tier.clone(),
            _ => None,
        }
    }
}

/// An instance, with the functions that are called often.
pub(crate) struct Instance {
    store: Store<Budget>,
    memory: Memory,
    buffer: TypedFunc<i32, i32>,
    expand: TypedFunc<(i32, i32), i32>,
    often: Often,
    raw: Raw,
    /// The address that `buffer` last returned, and the number of bytes it was asked for.
    region: (usize, usize),
    /// The number of epochs that a call may take.
    epochs: u64,
}

impl Instance {
    /// Makes an instance. Calls `_initialize` if the module exports it, as modules do in languages
    /// that must prepare something.
    pub(crate) fn new(module: &wasmtime::Module, bounds: &Bounds) -> Result<Instance, Trap> {
        let epochs = epochs(bounds.time);
        let budget = Budget { bounds: bounds.clone(), taken: 0, elements: 0, epochs };
        let mut store = Store::new(module.engine(), budget);
        store.limiter(|budget| budget);
        store.epoch_deadline_callback(|mut store| store.data_mut().epoch());
        store.set_epoch_deadline(1);
        let trap = |call| move |error| reason(call, &error);
        let raw = on_stack(|| Raw::new(&mut store, module, &[])).map_err(trap("start"))?;
        // `Interface::check` has checked that the module exports these functions with these types.
        let lost = |call| Trap { index: None, call, function: None, why: Why::Refused };
        let memory = raw.get_memory(&mut store, "memory").ok_or_else(|| lost("memory"))?;
        let buffer = raw.get_typed_func(&mut store, "buffer").map_err(trap("buffer"))?;
        let expand = raw.get_typed_func(&mut store, "expand").map_err(trap("expand"))?;
        if let Ok(initialize) = raw.get_typed_func::<(), ()>(&mut store, "_initialize") {
            on_stack(|| initialize.call(&mut store, ())).map_err(trap("_initialize"))?;
        }
        let mut function = |name| raw.get_typed_func(&mut store, name).ok();
        let (canonical, negative) = (function("canonical"), function("negative"));
        let (symmetries, tier) = (function("symmetries"), function("tier"));
        let score = raw.get_typed_func(&mut store, SCORE).ok();
        let often = Often { canonical, negative, symmetries, tier, score };
        Ok(Instance { store, memory, buffer, expand, often, raw, region: (0, 0), epochs })
    }

    /// Gives the present call its time.
    fn begin(&mut self) {
        self.store.data_mut().epochs = self.epochs;
        self.store.set_epoch_deadline(1);
    }

    /// Calls an exported function that is called rarely, and returns its result.
    pub(crate) fn call<P: WasmParams>(
        &mut self,
        call: &'static str,
        parameters: P,
    ) -> Result<i32, Trap> {
        let function = self.raw.get_typed_func::<P, i32>(&mut self.store, call);
        let function = function.map_err(|error| reason(call, &error))?;
        self.begin();
        let number = on_stack(|| function.call(&mut self.store, parameters));
        number.map_err(|error| reason(call, &error))
    }

    /// Calls an exported function with the address and the number of some bytes.
    pub(crate) fn call_with(&mut self, call: &'static str, bytes: &[u8]) -> Result<i32, Trap> {
        let address = self.put_on_stack(bytes)?;
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        self.call(call, (address, length))
    }

    /// Calls an exported function with the address of a position.
    pub(crate) fn call_on(&mut self, call: &'static str, position: &[u8]) -> Result<i32, Trap> {
        let address = self.put_on_stack(position)?;
        self.call(call, address)
    }

    /// The name of a move; none if it has none.
    pub(crate) fn name(
        &mut self,
        position: &[u8],
        mover: i32,
        index: i32,
    ) -> Result<Option<String>, Trap> {
        let address = self.put_on_stack(position)?;
        let text = self.call("name", (address, mover, index))?;
        self.text("name", text)
    }

    /// The bytes at an address that a function has returned; none if it is 0.
    pub(crate) fn bytes(
        &self,
        call: &'static str,
        address: i32,
        length: usize,
    ) -> Result<Option<Vec<u8>>, Trap> {
        if address == 0 {
            return Ok(None);
        }
        let memory = self.memory.data(&self.store).get(address as u32 as usize..);
        match memory.and_then(|memory| memory.get(..length)) {
            Some(bytes) => Ok(Some(bytes.to_vec())),
            None => Err(Trap { index: None, call, function: None, why: Why::Outside }),
        }
    }

    /// The text at an address that a function has returned, after its length in bytes; none if
    /// the address is 0.
    pub(crate) fn text(&self, call: &'static str, address: i32) -> Result<Option<String>, Trap> {
        let wrong = |why| Trap { index: None, call, function: None, why };
        if address == 0 {
            return Ok(None);
        }
        let memory = self.memory.data(&self.store).get(address as u32 as usize..);
        let (length, text) = memory
            .and_then(|memory| memory.split_first_chunk())
            .ok_or_else(|| wrong(Why::Outside))?;
        let length = u32::from_le_bytes(*length) as usize;
        let text = text.get(..length).ok_or_else(|| wrong(Why::Outside))?;
        if length > TEXT {
            return Err(wrong(Why::Long(length)));
        }
        let text = std::str::from_utf8(text).map_err(|_| wrong(Why::Text))?;
        Ok(Some(text.to_string()))
    }

    fn put_on_stack(&mut self, bytes: &[u8]) -> Result<i32, Trap> {
        self.begin();
        on_stack(|| self.put(bytes))
    }

    /// Writes into the buffer of the module, and returns its address.
    fn put(&mut self, bytes: &[u8]) -> Result<i32, Trap> {
        let wrong = |why| Trap { index: None, call: "buffer", function: None, why };
        if bytes.len() > self.region.1 || self.region.0 == 0 {
            self.region = (0, 0);
            let no_room = || wrong(Why::NoRoom(bytes.len()));
            // An allocator may return no address for an empty request.
            let length = i32::try_from(bytes.len().max(1)).map_err(|_| no_room())?;
            let address = self.buffer.call(&mut self.store, length);
            let address = address.map_err(|error| reason("buffer", &error))?;
            if address == 0 {
                return Err(no_room());
            }
            self.region = (address as u32 as usize, bytes.len());
        }
        let address = self.region.0;
        let region = self.memory.data_mut(&mut self.store).get_mut(address..);
        let region = region.and_then(|region| region.get_mut(..bytes.len()));
        region.ok_or_else(|| wrong(Why::Outside))?.copy_from_slice(bytes);
        Ok(address as u32 as i32)
    }

    /// Calls `expand`, and appends its answers for `count` positions, if they are well formed.
    pub(crate) fn expand(
        &mut self,
        width: usize,
        count: usize,
        asked: &[u8],
        answer: &mut Vec<u8>,
    ) -> Result<(), Trap> {
        on_stack(|| {
            self.begin();
            let positions = self.put(asked)?;
            let wrong = |index, why| Trap { index, call: "expand", function: None, why };
            let number = i32::try_from(count).map_err(|_| wrong(None, Why::NoRoom(count)))?;
            let address = self.expand.call(&mut self.store, (positions, number));
            let address = address.map_err(|error| reason("expand", &error))?;
            if address == 0 {
                return Err(wrong(None, Why::Refused));
            }
            let memory = self.memory.data(&self.store).get(address as u32 as usize..);
            let memory = memory.ok_or_else(|| wrong(None, Why::Outside))?;
            let length = answers::length(width, count, memory);
            let length = length.map_err(|(index, why)| wrong(Some(index), why))?;
            answer.extend_from_slice(&memory[..length]);
            Ok(())
        })
    }

    /// Replaces positions by the results of `canonical` or `negative`, if the function is exported;
    /// the error has the position.
    pub(crate) fn replace<'p>(
        &mut self,
        call: &'static str,
        positions: impl Iterator<Item = &'p mut [u8]>,
    ) -> Result<(), (Trap, Vec<u8>)> {
        self.each(call, positions, |position, address, memory| {
            if address == 0 {
                return Err(Why::Refused);
            }
            let memory = memory.get(address as u32 as usize..);
            let found = memory.and_then(|memory| memory.get(..position.len()));
            position.copy_from_slice(found.ok_or(Why::Outside)?);
            Ok(())
        })
    }

    /// If `symmetries` is exported, calls `take` with each position and its images, one after the
    /// other; the error has the position.
    pub(crate) fn images<'p>(
        &mut self,
        positions: impl Iterator<Item = &'p mut [u8]>,
        mut take: impl FnMut(&mut [u8], &[u8]),
    ) -> Result<(), (Trap, Vec<u8>)> {
        self.each("symmetries", positions, |position, address, memory| {
            if address == 0 {
                return Err(Why::Refused);
            }
            let memory = memory.get(address as u32 as usize..).ok_or(Why::Outside)?;
            let (count, images) = memory.split_first_chunk().ok_or(Why::Outside)?;
            let count = u32::from_le_bytes(*count);
            if count > IMAGES {
                return Err(Why::Images(count));
            }
            let images = images.get(..count as usize * position.len()).ok_or(Why::Outside)?;
            take(position, images);
            Ok(())
        })
    }

    /// If the function is exported, appends its number for each position; the error has the
    /// position.
    pub(crate) fn numbers<'p>(
        &mut self,
        call: &'static str,
        positions: impl Iterator<Item = &'p mut [u8]>,
        numbers: &mut Vec<i32>,
    ) -> Result<(), (Trap, Vec<u8>)> {
        self.each(call, positions, |_, number, _| {
            numbers.push(number);
            Ok(())
        })
    }

    /// The score of a position where play is over; 0 if `score` is not exported.
    pub(crate) fn score(&mut self, position: &[u8]) -> Result<i64, Trap> {
        let Some(function) = self.often.score.clone() else { return Ok(0) };
        on_stack(|| {
            self.begin();
            let address = self.put(position)?;
            let score = function.call(&mut self.store, address);
            score.map_err(|error| reason(SCORE, &error))
        })
    }

    /// Calls a function for each position, and `take` with its result and the memory.
    fn each<'p>(
        &mut self,
        call: &'static str,
        positions: impl Iterator<Item = &'p mut [u8]>,
        mut take: impl FnMut(&mut [u8], i32, &[u8]) -> Result<(), Why>,
    ) -> Result<(), (Trap, Vec<u8>)> {
        let Some(function) = self.often.get(call) else { return Ok(()) };
        on_stack(|| {
            for position in positions {
                let mut one =
                    || {
                        self.begin();
                        let address = self.put(position)?;
                        let returned = function.call(&mut self.store, address);
                        let returned = returned.map_err(|error| reason(call, &error))?;
                        take(position, returned, self.memory.data(&self.store))
                            .map_err(|why| Trap { index: None, call, function: None, why })
                    };
                one().map_err(|trap| (trap, position.to_vec()))?;
            }
            Ok(())
        })
    }
}

/// Runs calls of a module with enough stack. With less, the limit on the stack of the module would
/// not hold.
fn on_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(STACK + MARGIN, 2 * (STACK + MARGIN), work)
}

/// The reason of an error of wasmtime.
fn reason(call: &'static str, error: &wasmtime::Error) -> Trap {
    let frames = error.downcast_ref::<wasmtime::WasmBacktrace>();
    let frame = frames.and_then(|backtrace| backtrace.frames().first());
    let name = frame.and_then(|frame| frame.func_name());
    let function = name.map(|name| format!("{:#}", rustc_demangle::demangle(name)));
    let other = |text: &str| Why::Other(text.strip_prefix("wasm trap: ").unwrap_or(text).into());
    let why = match error.downcast_ref::<wasmtime::Trap>() {
        Some(wasmtime::Trap::StackOverflow) => Why::Stack,
        Some(wasmtime::Trap::UnreachableCodeReached) => Why::Unreachable,
        Some(wasmtime::Trap::MemoryOutOfBounds) => Why::Access,
        Some(trap) => other(&trap.to_string()),
        None => match error.downcast_ref::<Ended>() {
            Some(Ended(why)) => why.clone(),
            None => other(&error.root_cause().to_string()),
        },
    };
    Trap { index: None, call, function, why }
}
