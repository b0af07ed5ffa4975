//! Boards by number, with their moves and symmetries.

use hashbrown::HashMap;

use super::NONE;
use super::claims::tidy;
use grundy_base::Player;
use grundy_ruleset::NeverBack;

/// Boards by number: eight numbers for each orbit of the symmetries, so that the image
/// of board 8o + i under symmetry g is 8o + `product[g][i]`, or the first number of the
/// same board.
pub(super) struct Boards<'g, G: NeverBack> {
    pub(super) game: &'g G,
    pub(super) symmetries: Vec<Vec<usize>>,
    /// `product[g][h]` is the symmetry h, followed by g.
    product: Vec<Vec<u8>>,
    pub(super) inverse: Vec<u8>,
    numbers: HashMap<G::Board, u32>,
    pub(super) orbits: Vec<Orbit<G::Board>>,
    /// Lists of boards that moves lead to, each after its length.
    lists: Vec<u32>,
}

pub(super) struct Orbit<B> {
    board: B,
    /// The first symmetry with the same image.
    first: [u8; 8],
    /// By how much Left is ahead.
    pub(super) lead: i32,
    /// Where the moves of Left and of Right are listed.
    moves: [u32; 2],
}

impl<'g, G: NeverBack> Boards<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        let symmetries = game.symmetries();
        let find = |map: Vec<usize>| {
            symmetries.iter().position(|known| *known == map).unwrap_or_default() as u8
        };
        let product: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|second| {
                let both = |first: &Vec<usize>| find(first.iter().map(|&at| second[at]).collect());
                symmetries.iter().map(both).collect()
            })
            .collect();
        let inverse = product.iter().map(|row: &Vec<u8>| {
            row.iter().position(|&product| product == 0).unwrap_or_default() as u8
        });
        let inverse = inverse.collect();
        let (numbers, orbits, lists) = (HashMap::new(), Vec::new(), Vec::new());
        Boards { game, symmetries, product, inverse, numbers, orbits, lists }
    }

    /// The number of a board; with it all its images get theirs.
    pub(super) fn number(&mut self, board: G::Board) -> u32 {
        if let Some(&number) = self.numbers.get(&board) {
            return number;
        }
        let orbit = self.orbits.len() as u32;
        let mut first = [0; 8];
        for (g, symmetry) in self.symmetries.iter().enumerate() {
            let image = self.game.image(board, symmetry);
            let number = *self.numbers.entry(image).or_insert(8 * orbit + g as u32);
            first[g] = (number & 7) as u8;
        }
        let lead = self.game.lead(board);
        self.orbits.push(Orbit { board, first, lead, moves: [NONE; 2] });
        8 * orbit
    }

    pub(super) fn image(&self, symmetry: u8, board: u32) -> u32 {
        let turned = self.product[symmetry as usize][(board & 7) as usize];
        board & !7 | u32::from(self.orbits[(board >> 3) as usize].first[turned as usize])
    }

    /// The boards after a move of a player, each once.
    pub(super) fn moves(&mut self, board: u32, player: Player) -> Vec<u32> {
        let (orbit, side) = ((board >> 3) as usize, player as usize);
        if self.orbits[orbit].moves[side] == NONE {
            let found = self.game.moves(self.orbits[orbit].board, player);
            let mut list: Vec<u32> = found.into_iter().map(|to| self.number(to)).collect();
            tidy(&mut list);
            self.orbits[orbit].moves[side] = self.lists.len() as u32;
            self.lists.push(list.len() as u32);
            self.lists.extend(list);
        }
        let at = self.orbits[orbit].moves[side] as usize;
        let length = self.lists[at] as usize;
        let list = &self.lists[at + 1..at + 1 + length];
        list.iter().map(|&to| self.image((board & 7) as u8, to)).collect()
    }

    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<(G::Board, u32)>() + 1;
        self.orbits.capacity() * size_of::<Orbit<G::Board>>()
            + 2 * self.numbers.len() * entry
            + 4 * self.lists.capacity()
    }
}
