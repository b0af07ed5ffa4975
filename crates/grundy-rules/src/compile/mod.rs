//! Compiles the functions of a rule file to WebAssembly.
//!
//! The way: the functions of the file ([`program`]) are lowered to trees of operations on words
//! ([`lower`], [`ir`]), with types that are inferred on the way ([`types`]), and written as a
//! module ([`emit`]). The functions that the engine calls turn the bytes of positions into
//! values and back (`structure`).
//!
//! Compiled code does what the interpreter does, or nothing: where it meets an error, a number
//! that is too large, or a position beyond the shape that it was compiled for, it traps or says
//! that it does not answer. The interpreter is then asked, so errors are the interpreter's.

mod constants;
mod data;
mod emit;
mod helpers;
mod ir;
mod known;
mod lower;
mod memory;
mod obstacle;
mod program;
#[cfg(test)]
mod tests;
mod types;
mod unit;

use std::collections::HashMap;
use std::rc::Rc;

use crate::conventions::Role;
use crate::plan::{Plan, Repetition};
use crate::script::Script;
use crate::structure::code::{self, Item};
use crate::structure::layout::Layout;
use lower::World;
pub(crate) use lower::roots::IMAGES;
use lower::roots::{GameTypes, Places};
pub(crate) use obstacle::Obstacle;
use program::Program;
use types::Type;

/// Memory for the values of one position ends here.
const ARENA_END: i64 = 64 << 20;
/// Bytes for the positions that are asked about in one call.
const INPUT: i64 = 1 << 20;
/// Bytes of them for the image of a position.
const SCRATCH: i64 = 256;
/// Constants of a file may take this much.
const DATA: usize = 16 << 20;
/// More rounds of inference than any file needs.
const ROUNDS: usize = 100;

/// Which positions share keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sharing {
    /// Positions that are images of each other: options are the least images.
    pub(crate) images: bool,
    /// Positions where Right is to move share the keys of their negatives: Left is always to move,
    /// and options are the negatives of the file's options.
    pub(crate) negatives: bool,
}

/// Compiles a file for positions of a layout; `start` is one of them.
///
/// # Errors
///
/// The first place in the file that cannot be compiled.
pub(crate) fn compile(
    script: &Script,
    plan: &Plan,
    start: &[u8],
    layout: &Layout,
    sharing: Sharing,
) -> Result<Vec<u8>, Obstacle> {
    let whole = |why: &str| Obstacle { span: 0..0, why: why.to_string(), help: None };
    if plan.repetition == Repetition::Forbidden {
        return Err(whole("games in which no position may repeat"));
    }
    let constants: HashMap<_, _> = script.constants().into_iter().collect();
    let mut texts = Vec::new();
    let mut rest = start;
    while let Some(item) = code::next(&mut rest) {
        if let Item::Text(text) = item {
            texts.push(text.to_string());
        }
    }
    let program = script
        .with_tree(|tree| Program::new(tree, constants, texts, script.bounds().depth))
        .map_err(|_| whole("a file that cannot be parsed"))?;
    let mut world = World::new(&program);
    let roles: Vec<Role> = Role::ALL
        .into_iter()
        .filter(|&role| script.has(role) && (role != Role::Symmetries || sharing.images))
        .collect();
    let asks_player = |role| plan.asks_player(role);
    let game = GameTypes {
        layout,
        roles: &roles,
        asks_player: &asks_player,
        sides: plan.sides,
        heaps: plan.heaps,
        negates: sharing.negatives,
    };
    let mut rest = start;
    let Some(mut position) = type_of(&mut rest) else {
        return Err(whole("a position that is not one"));
    };
    for _ in 0..ROUNDS {
        world.begin();
        let arena = data::BASE.max(DATA) as i64 + INPUT;
        let scratch = arena - SCRATCH;
        let places = Places { input: DATA as i64, input_end: scratch, scratch, output: ARENA_END };
        let exports = world.roots(&game, &mut position, places)?;
        if world.learned() {
            continue;
        }
        if let Some(why) = &world.unlike {
            return Err(whole(why));
        }
        if world.unit.data.end() > DATA {
            return Err(whole("constants of more than 16 MB"));
        }
        let functions: Option<Vec<ir::Code>> =
            std::mem::take(&mut world.unit.functions).into_iter().collect();
        let Some(functions) = functions else {
            return Err(whole("a function without an end"));
        };
        return Ok(emit::module(&emit::Parts {
            functions: &functions,
            exports: &exports,
            data: &world.unit.data.bytes,
            memory: ARENA_END as usize + (1 << 16),
            globals: [arena, arena, 0],
        }));
    }
    Err(whole("types that do not settle"))
}

/// The type of a value.
fn type_of(bytes: &mut &[u8]) -> Option<Type> {
    Some(match code::next(bytes)? {
        Item::Number(_) => Type::Int,
        Item::Text(_) => Type::Text,
        Item::Bool(_) => Type::Bool,
        Item::None => Type::None,
        Item::Tuple(count) => {
            let items: Option<Rc<[Type]>> = (0..count).map(|_| type_of(bytes)).collect();
            Type::Tuple(items?)
        }
    })
}
