//! A ruleset for tests: a token on a directed graph, which may have cycles.

use grundy::{Notation, ParseError, Player, Ruleset, Text};

/// Both players move the token along an arc; Right along arcs of his own where
/// there are such.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) left: Vec<Vec<usize>>,
    pub(crate) right: Option<Vec<Vec<usize>>>,
    pub(crate) name: fn(usize) -> String,
}

impl Ruleset for Token {
    type Position = usize;

    fn impartial(&self) -> bool {
        self.right.is_none()
    }

    fn options(&self, &at: &usize, player: Player) -> impl Iterator<Item = usize> {
        let arcs = match (player, &self.right) {
            (Player::Right, Some(right)) => right,
            _ => &self.left,
        };
        arcs[at].clone().into_iter()
    }
}

impl Notation for Token {
    fn name(&self) -> &'static str {
        "token"
    }

    fn print(&self, &position: &usize) -> String {
        (self.name)(position)
    }

    fn read(&self, text: Text<'_>) -> Result<usize, ParseError> {
        text.number("a vertex")
    }
}
