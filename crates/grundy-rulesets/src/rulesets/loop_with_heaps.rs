//! ∞(K) as a game: pass, or leave a Nim heap whose size is in K.

use std::collections::BTreeSet;

use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::{Notation, Ruleset};

/// The impartial loopy game whose options are itself and the Nim heaps in K. Its
/// Smith–Fraenkel value is ∞(K), so that such values can be written as games.
#[derive(Clone, Copy, Debug)]
pub struct LoopWithHeaps;

/// A position, written as its value: `∞(0,2)`, `*2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// Pass, or move to a heap of one of these sizes.
    Loop(BTreeSet<u64>),
    /// A Nim heap.
    Heap(u64),
}

use Position::{Heap, Loop};

impl LoopWithHeaps {
    /// The largest heap; all smaller heaps are positions too.
    const LARGEST: u64 = 4095;

    fn size(text: Text<'_>) -> Result<u64, ParseError> {
        let size = text.number("a nimber")?;
        let most = || text.expected(format!("a nimber of at most {}", Self::LARGEST));
        (size <= Self::LARGEST).then_some(size).ok_or_else(most)
    }
}

impl Ruleset for LoopWithHeaps {
    type Position = Position;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, at: &Position, _: Player) -> impl Iterator<Item = Position> {
        let (smaller, reach, pass) = match at {
            Heap(size) => (0..*size, BTreeSet::new(), None),
            Loop(reach) => (0..0, reach.clone(), Some(at.clone())),
        };
        smaller.chain(reach).map(Heap).chain(pass)
    }

    fn negative(&self, at: &Position) -> Option<Position> {
        Some(at.clone())
    }

    // An empty heap has value 0 and is no component.
    fn components(&self, at: Position) -> impl Iterator<Item = Position> {
        (at != Heap(0)).then_some(at).into_iter()
    }
}

impl Notation for LoopWithHeaps {
    fn name(&self) -> &'static str {
        "∞"
    }

    fn print(&self, at: &Position) -> String {
        match at {
            Heap(0) => "0".to_string(),
            Heap(1) => "*".to_string(),
            Heap(size) => format!("*{size}"),
            Loop(reach) if reach.is_empty() => "∞".to_string(),
            Loop(reach) => {
                let sizes: Vec<String> = reach.iter().map(u64::to_string).collect();
                format!("∞({})", sizes.join(","))
            }
        }
    }

    /// Prints a heap as a Nim heap, which is read as one.
    fn spell(&self, at: &Position) -> String {
        match at {
            Heap(size) if *size > 0 => format!("nim({size})"),
            _ => self.print(at),
        }
    }

    /// Reads the printed form; sizes may be in any order, with spaces.
    fn read(&self, text: Text<'_>) -> Result<Position, ParseError> {
        let whole = text.as_str();
        let inside = whole.strip_prefix('∞').and_then(|rest| rest.trim_start().strip_prefix('('));
        if let Some(inside) = inside.and_then(|rest| rest.strip_suffix(')')) {
            if inside.trim().is_empty() {
                return Ok(Loop(BTreeSet::new()));
            }
            let from = whole.len() - 1 - inside.len();
            let sizes = text.slice(from..from + inside.len()).split(',');
            return sizes.map(|size| Self::size(size.trim())).collect::<Result<_, _>>().map(Loop);
        }
        match (whole, whole.strip_prefix('*')) {
            ("∞", _) => Ok(Loop(BTreeSet::new())),
            ("0", _) => Ok(Heap(0)),
            ("*", _) => Ok(Heap(1)),
            (_, Some(_)) => Self::size(text.slice(1..whole.len())).map(Heap),
            (_, None) => Err(text.expected("∞(K), such as ∞(0,2)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_they_are_written() {
        let rules = LoopWithHeaps;
        let start = rules.read(Text::new("∞(3, 0,3)")).unwrap();
        assert_eq!(rules.print(&start), "∞(0,3)");
        let options: Vec<Position> = rules.options(&start, Player::Left).collect();
        let written: Vec<String> = options.iter().map(|at| rules.print(at)).collect();
        assert_eq!(written, ["0", "*3", "∞(0,3)"]);
        for at in options.into_iter().chain([Heap(1), Loop(BTreeSet::new())]) {
            assert_eq!(rules.read(Text::new(&rules.print(&at))).unwrap(), at);
        }
        assert_eq!(rules.spell(&Heap(2)), "nim(2)");
        assert_eq!(rules.options(&Heap(2), Player::Right).collect::<Vec<_>>(), [Heap(0), Heap(1)]);
    }

    #[test]
    fn heaps_have_a_limit() {
        assert!(LoopWithHeaps.read(Text::new("*4096")).is_err());
    }
}
