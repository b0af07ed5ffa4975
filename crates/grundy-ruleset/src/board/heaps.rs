//! Heaps of tokens, `3,4,5`, and how rules for one heap make a ruleset.

use std::borrow::Borrow;
use std::ops::ControlFlow;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::HeapRules;
use grundy_base::{ParseError, Text};

/// Sizes of heaps, in the order in which the user gave them.
pub type Heaps = SmallVec<[u64; 3]>;

/// Prints heaps as they are read.
#[must_use]
pub fn print(heaps: &[u64]) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Reads sizes of heaps, separated by commas; an empty text means no heaps.
pub fn read(text: Text<'_>) -> Result<Heaps, ParseError> {
    if text.trim().is_empty() {
        return Ok(Heaps::new());
    }
    text.split(',').map(|part| part.number("heap size")).collect()
}

/// Reads the sizes of two heaps; an empty text means two empty heaps, as in Nim.
pub fn read_pair<N: FromStr + Default>(text: Text<'_>) -> Result<[N; 2], ParseError> {
    if text.trim().is_empty() {
        return Ok([N::default(), N::default()]);
    }
    let Some((first, second)) = text.split_once(",") else {
        text.number::<N>("heap size")?;
        return Err(ParseError::new("',' and a second heap", text.end()));
    };
    if let Some((_, third)) = second.split_once(",") {
        return Err(third.expected("two heaps and no more"));
    }
    Ok([first.number("heap size")?, second.number("the size of a heap")?])
}

/// Draws each heap as a row of tokens with its size.
#[must_use]
pub fn draw(heaps: &[u64]) -> String {
    const WIDEST: u64 = 30;
    let width = heaps.iter().max().map_or(1, |most| most.to_string().len());
    let row = |&size: &u64| {
        let tokens = match size {
            0 => "·".to_string(),
            size if size > WIDEST => "● ".repeat(WIDEST as usize) + "…",
            size => "● ".repeat(size as usize),
        };
        format!("{size:width$}  {}", tokens.trim_end())
    };
    heaps.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// Options of a position of heaps: a move in one heap replaces it.
///
/// A heap that is not split keeps its index, also when it becomes empty, so that the
/// user recognises the heaps. A heap that is split is replaced by its parts; empty parts
/// are left out.
///
/// The options of a huge heap do not fit in memory, so they come in batches. For each batch the
/// rules list the options of the heap from the start; each batch is three times as long as all
/// earlier ones together, so this costs at most about a third more work. The first batch is short,
/// because a caller who asks whether there is a move wants one option.
pub fn options<'r, H: Borrow<Heaps>>(
    rules: &'r dyn HeapRules,
    heaps: H,
) -> impl Iterator<Item = Heaps> + use<'r, H> {
    const FIRST_BATCH: usize = 16;
    let mut batch: Vec<Heaps> = Vec::new();
    let (mut heap, mut seen) = (0, 0);
    std::iter::from_fn(move || {
        let heaps = heaps.borrow();
        while batch.is_empty() {
            let &size = heaps.get(heap)?;
            let (mut skip, most) = (seen, (3 * seen).max(FIRST_BATCH));
            let whole = rules.each_option(size, &mut |left| {
                if skip > 0 {
                    skip -= 1;
                    return ControlFlow::Continue(());
                }
                batch.push(replace(heaps, heap, left));
                if batch.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            seen += batch.len();
            if whole.is_continue() {
                (heap, seen) = (heap + 1, 0);
            }
            // Reversed, because options are popped from the end.
            batch.reverse();
        }
        batch.pop()
    })
}

/// The heaps after a move in one of them leaves the heaps `left`.
fn replace(heaps: &Heaps, heap: usize, left: &[u64]) -> Heaps {
    let mut next = heaps.clone();
    match left {
        [] => next[heap] = 0,
        [one] => next[heap] = *one,
        many => {
            next.remove(heap);
            for &part in many.iter().filter(|&&part| part > 0).rev() {
                next.insert(heap, part);
            }
        }
    }
    next
}

/// Implements [`Ruleset`](crate::Ruleset) and [`Notation`](crate::Notation) for a type
/// that implements [`HeapRules`], given its name and parameters. For a type that serves
/// several rulesets the name is a function.
#[macro_export]
macro_rules! heap_ruleset {
    ($type:ty, $name:literal, $parameters:expr) => {
        $crate::board::heaps::heap_ruleset!($type, |_| $name, $parameters);
    };
    ($type:ty, $name:expr, $parameters:expr) => {
        impl $crate::Ruleset for $type {
            type Position = $crate::board::heaps::Heaps;

            fn impartial(&self) -> bool {
                true
            }

            fn loopy(&self) -> bool {
                $crate::HeapRules::may_pass(self)
            }

            fn options(
                &self,
                position: &Self::Position,
                _: $crate::base::Player,
            ) -> impl Iterator<Item = Self::Position> {
                $crate::board::heaps::options(self, position)
            }

            fn components(&self, position: Self::Position) -> impl Iterator<Item = Self::Position> {
                position
                    .into_iter()
                    .filter(|&size| size > 0)
                    .map(|size| $crate::board::heaps::Heaps::from_slice(&[size]))
            }

            fn negative(&self, position: &Self::Position) -> Option<Self::Position> {
                Some(position.clone())
            }

            fn bytes(&self, position: &Self::Position) -> usize {
                let spilled = if position.spilled() { 8 * position.capacity() } else { 0 };
                size_of::<Self::Position>() + spilled
            }
        }

        impl $crate::Notation for $type {
            fn name(&self) -> &'static str {
                let name: fn(&$type) -> &'static str = $name;
                name(self)
            }

            fn parameters(&self) -> String {
                let parameters: fn(&$type) -> String = $parameters;
                parameters(self)
            }

            fn print(&self, position: &Self::Position) -> String {
                $crate::board::heaps::print(position)
            }

            fn read(
                &self,
                text: $crate::base::Text<'_>,
            ) -> Result<Self::Position, $crate::base::ParseError> {
                $crate::board::heaps::read(text)
            }

            fn draw(&self, position: &Self::Position) -> String {
                $crate::board::heaps::draw(position)
            }

            fn scene(&self, position: &Self::Position) -> $crate::scene::Scene {
                let rules: &dyn $crate::HeapRules = self;
                $crate::scene::heaps::Heaps::new(position, rules.manner()).scene()
            }

            fn tokens(
                &self,
                _: &$crate::scene::Scene,
                from: &Self::Position,
                to: &Self::Position,
                _: $crate::base::Player,
            ) -> Vec<$crate::scene::Token> {
                let rules: &dyn $crate::HeapRules = self;
                $crate::scene::heaps::Heaps::new(from, rules.manner()).tokens(from, to)
            }

            fn heaps(&self) -> Option<&dyn $crate::HeapRules> {
                let rules: &dyn $crate::HeapRules = self;
                (!rules.may_pass()).then_some(rules)
            }

            fn heap_sizes(&self, position: &Self::Position) -> Vec<u64> {
                position.to_vec()
            }

            fn with_heap_sizes(&self, sizes: &[u64]) -> Option<Self::Position> {
                Some($crate::board::heaps::Heaps::from_slice(sizes))
            }
        }
    };
}
pub use heap_ruleset;
