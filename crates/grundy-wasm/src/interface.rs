//! What a module exports, by name and type. The guide `docs/src/guides/wasm.md` says what each
//! function does.

use wasmtime::{ExternType, Module, ValType};

use crate::refusal::Refusal;

/// The version of the interface.
pub(crate) const VERSION: i32 = 1;

/// The name of the function that returns the version.
pub(crate) const VERSION_NAME: &str = "grundy_version";

/// The type of a function, by the number of its parameters; these and the result are all `i32`.
const TYPES: [&str; 4] = [
    "a function () -> i32",
    "a function (i32) -> i32",
    "a function (i32, i32) -> i32",
    "a function (i32, i32, i32) -> i32",
];

const MEMORY: &str = "a memory with 32-bit addresses";

/// The functions that every module exports, with the number of their parameters.
const REQUIRED: &[(&str, usize)] = &[("width", 0), ("buffer", 1), ("start", 2), ("expand", 2)];

/// The functions that a module may export.
const OPTIONAL: &[(&str, usize)] = &[
    (VERSION_NAME, 0),
    ("impartial", 0),
    ("misere", 0),
    ("ends", 0),
    ("turn", 1),
    ("negative", 1),
    ("canonical", 1),
    ("symmetries", 1),
    ("tier", 1),
    ("show", 1),
    ("print", 1),
    ("read", 2),
    ("name", 3),
    ("title", 0),
    ("about", 0),
    ("notation", 0),
];

/// The name of the function that returns the score of a position where play is over.
pub(crate) const SCORE: &str = "score";

/// The type of the function that returns the score.
const SCORE_TYPE: &str = "a function (i32) -> i64";

/// Checks that the module imports nothing, and that its exports are complete and have the right
/// types.
pub(crate) fn check(module: &Module) -> Result<(), Refusal> {
    if let Some(import) = module.imports().next() {
        let (module, name) = (import.module().to_string(), import.name().to_string());
        return Err(Refusal::Import { module, name });
    }
    let memory = module.get_export("memory");
    match memory.ok_or(Refusal::Missing { name: "memory", wanted: MEMORY })? {
        ExternType::Memory(memory) if !memory.is_64() && !memory.is_shared() => {}
        other => {
            let found = described(&other);
            return Err(Refusal::Type { name: "memory", wanted: MEMORY, found });
        }
    }
    for &(name, parameters) in REQUIRED {
        if !has(module, name, parameters)? {
            return Err(Refusal::Missing { name, wanted: TYPES[parameters] });
        }
    }
    for &(name, parameters) in OPTIONAL {
        has(module, name, parameters)?;
    }
    has_score(module)?;
    // A module that prints must also read.
    for (name, other, parameters) in [("print", "read", 2), ("read", "print", 1)] {
        if module.get_export(name).is_some() && module.get_export(other).is_none() {
            return Err(Refusal::Missing { name: other, wanted: TYPES[parameters] });
        }
    }
    Ok(())
}

/// Whether the module exports a function; an error if the export has another type.
fn has(module: &Module, name: &'static str, parameters: usize) -> Result<bool, Refusal> {
    let Some(export) = module.get_export(name) else { return Ok(false) };
    let right = export.func().is_some_and(|function| {
        let is_i32 = |value: ValType| matches!(value, ValType::I32);
        function.params().len() == parameters
            && function.params().all(is_i32)
            && function.results().len() == 1
            && function.results().all(is_i32)
    });
    match right {
        true => Ok(true),
        false => Err(Refusal::Type { name, wanted: TYPES[parameters], found: described(&export) }),
    }
}

/// Whether the module exports the function that returns scores; an error if the export has another
/// type.
fn has_score(module: &Module) -> Result<bool, Refusal> {
    let Some(export) = module.get_export(SCORE) else { return Ok(false) };
    let right = export.func().is_some_and(|function| {
        let [parameters, results]: [Vec<ValType>; 2] =
            [function.params().collect(), function.results().collect()];
        matches!((&parameters[..], &results[..]), ([ValType::I32], [ValType::I64]))
    });
    match right {
        true => Ok(true),
        false => {
            let found = described(&export);
            Err(Refusal::Type { name: SCORE, wanted: SCORE_TYPE, found })
        }
    }
}

/// A type, in the words used by errors.
fn described(export: &ExternType) -> String {
    match export {
        ExternType::Func(function) => {
            let list = |values: &mut dyn Iterator<Item = ValType>| {
                let names: Vec<String> = values.map(|value| value.to_string()).collect();
                names.join(", ")
            };
            let parameters = list(&mut function.params());
            match function.results().len() {
                0 => format!("a function ({parameters}) without result"),
                _ => format!("a function ({parameters}) -> {}", list(&mut function.results())),
            }
        }
        ExternType::Memory(memory) if memory.is_64() => "a memory with 64-bit addresses".into(),
        ExternType::Memory(_) => "a shared memory".into(),
        ExternType::Global(_) => "a global variable".into(),
        ExternType::Table(_) => "a table".into(),
        _ => "something else".into(),
    }
}
