//! ∞(K) as a game: pass, or leave a Nim heap whose size is in K.

use std::collections::BTreeSet;

use crate::error::{ParseError, Text};
use crate::player::Player;
use crate::ruleset::{Notation, Ruleset};
use crate::value::{LoopyNimber, Nimber};

/// The impartial loopy game whose options are itself and the Nim heaps in K. Its
/// Smith–Fraenkel value is ∞(K), so that values may stand among games. A position is
/// written as its value.
#[derive(Clone, Copy, Debug)]
pub struct LoopWithHeaps;

impl LoopWithHeaps {
    /// The largest heap in K; each heap up to there becomes a position.
    const LARGEST: u64 = 4095;
}

impl Ruleset for LoopWithHeaps {
    type Position = LoopyNimber;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, at: &LoopyNimber, _: Player) -> impl Iterator<Item = LoopyNimber> {
        let (smaller, reach, pass) = match at {
            LoopyNimber::Finite(heap) => (0..heap.0, BTreeSet::new(), None),
            LoopyNimber::Infinite(reach) => (0..0, reach.clone(), Some(at.clone())),
        };
        let heaps = smaller.map(Nimber).chain(reach).map(LoopyNimber::from);
        heaps.chain(pass)
    }

    fn negative(&self, at: &LoopyNimber) -> Option<LoopyNimber> {
        Some(at.clone())
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for LoopWithHeaps {
    fn name(&self) -> &'static str {
        "∞"
    }

    fn print(&self, at: &LoopyNimber) -> String {
        at.to_string()
    }

    fn spell(&self, at: &LoopyNimber) -> String {
        self.print(at)
    }

    /// Reads what is printed; sizes may also stand in any order, with spaces.
    fn read(&self, text: Text<'_>) -> Result<LoopyNimber, ParseError> {
        let bounded = |nimber: Nimber, at: Text<'_>| match nimber.0 <= Self::LARGEST {
            true => Ok(nimber),
            false => Err(at.expected(format!("a nimber of at most {}", Self::LARGEST))),
        };
        let whole = text.as_str();
        let Some(inside) = whole.strip_prefix("∞(").and_then(|rest| rest.strip_suffix(')'))
        else {
            let value = whole.parse().map_err(|_| text.expected("∞(K), such as ∞(0,2)"))?;
            if let LoopyNimber::Finite(nimber) = value {
                bounded(nimber, text)?;
            }
            return Ok(value);
        };
        if inside.trim().is_empty() {
            return Ok(LoopyNimber::Infinite(BTreeSet::new()));
        }
        let from = whole.len() - 1 - inside.len();
        let size = |part: Text<'_>| {
            let part = part.trim();
            bounded(Nimber(part.number("a nimber")?), part)
        };
        let sizes = text.slice(from..from + inside.len()).split(',').map(size);
        sizes.collect::<Result<_, _>>().map(LoopyNimber::Infinite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Solver;
    use crate::catalogue;
    use crate::limits::Limits;

    fn value(text: &str) -> String {
        let game = catalogue::parse(text).unwrap();
        let found = Solver::default().value(&*game, &Limits::default()).unwrap();
        found.unwrap().0.to_string()
    }

    #[test]
    fn a_game_is_worth_what_it_is_called() {
        for text in ["∞", "∞(0)", "∞(0,2)", "∞(1,5,12)"] {
            assert_eq!(value(text), text);
        }
        assert_eq!(value("∞(3, 1, 1) + *2"), "∞(1,3)");
        assert_eq!(value("∞(0) + ∞(2)"), "∞");
        assert_eq!(value("-∞(0) + nim(3,1)"), "∞(2)");
        assert_eq!(value("graph({\"moves\":{\"a\":[\"b\",0],\"b\":[\"a\",0]}}) + *"), "∞(1)");
    }

    #[test]
    fn positions_are_read_as_they_are_written() {
        let rules = LoopWithHeaps;
        let start = rules.read(Text::new("∞(0,3)")).unwrap();
        let options: Vec<LoopyNimber> = rules.options(&start, Player::Left).collect();
        let written: Vec<String> = options.iter().map(|at| rules.print(at)).collect();
        assert_eq!(written, ["0", "*3", "∞(0,3)"]);
        for at in options {
            assert_eq!(rules.read(Text::new(&rules.print(&at))).unwrap(), at);
        }
        assert_eq!(catalogue::parse("∞( )").unwrap().text(), "∞");
    }

    #[test]
    fn faults_are_told_where_they_are() {
        let fault = |text: &str| catalogue::parse(text).err().unwrap().at;
        assert_eq!(fault("∞(0"), 5);
        assert_eq!(fault("∞(0,x)"), 6);
        assert_eq!(fault("∞(0,)"), 6);
        assert_eq!(fault("∞(4096)"), 4);
        assert_eq!(fault("∞(*2)"), 4);
        assert_eq!(fault("∞2"), 3);
        assert!(LoopWithHeaps.read(Text::new("*4096")).is_err());
    }
}
