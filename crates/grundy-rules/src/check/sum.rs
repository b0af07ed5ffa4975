//! The sum of positions of a stated game, as a stated game.

use grundy::stated::{Expansions, Moves, Stated};
use grundy::{Convention, Fault, ParseError, Player, Text};

use crate::structure::code;

/// Positions are tuples of positions of the game, which are never split further.
pub(super) struct Sum<'a> {
    of: &'a dyn Stated,
}

impl<'a> Sum<'a> {
    pub(super) fn new(of: &'a dyn Stated) -> Self {
        Sum { of }
    }

    /// The sum of these positions.
    pub(super) fn position(&self, parts: &[Vec<u8>]) -> Vec<u8> {
        let mut parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        parts.sort_unstable();
        let mut bytes = Vec::new();
        code::put_tuple(parts.len(), &mut bytes);
        bytes.extend(parts.into_iter().flatten());
        bytes
    }
}

impl Stated for Sum<'_> {
    fn start(&self) -> Vec<u8> {
        self.position(&[self.of.start()])
    }

    fn impartial(&self) -> bool {
        self.of.impartial()
    }

    fn convention(&self) -> Convention {
        self.of.convention()
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        let mut inner = Expansions::default();
        for &(bytes, mover) in asked {
            let parts = code::items(bytes).unwrap_or_default();
            inner.clear();
            let each: Vec<(&[u8], Player)> = parts.iter().map(|&part| (part, mover)).collect();
            self.of.expand(&each, &mut inner)?;
            for (i, (_, options)) in inner.positions().enumerate() {
                for (option, _) in options {
                    let mut parts: Vec<Vec<u8>> = parts.iter().map(|part| part.to_vec()).collect();
                    parts[i] = option.to_vec();
                    found.option(&self.position(&parts), None);
                }
            }
            found.close(None);
        }
        Ok(())
    }

    fn print(&self, position: &[u8]) -> String {
        code::print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        Err(text.expected("a position of the game itself"))
    }

    fn moves(&self, _: &[u8], _: Player) -> Result<Moves, Fault> {
        Ok(Vec::new())
    }
}
