//! Keys of positions as seen by the player to move, whose pawns move up.
//!
//! A key has, from the highest bits, the number of its stock (the men on the board), the
//! file of a pawn that can be taken en passant, and the square of each man in six bits, the
//! own king's first. It is the least key of the symmetric images of the board: of eight
//! without pawns, of two with pawns.
//!
//! The move generator is separate from that of [`Position`]; tests compare the two.

mod back;
mod men;
mod stock;

use self::men::{Code, MOST, Men, NONE, PAWN, attacks, code, is_own, kind, man};
pub(super) use self::stock::Stocks;
use self::stock::{PASSED, STOCK, Stock, squares};
use super::Chess;
use super::position::Position;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::{Flow, Packed};

impl Chess {
    fn men(&self, key: u64) -> (Men, &Stock) {
        let stock = self.stocks.of(key);
        (Men::new(&stock.codes, squares(key), key >> PASSED & 15), stock)
    }

    fn key(&self, stock: u16, mut men: Men) -> u64 {
        men.sort();
        self.stocks.all[usize::from(stock)].key(stock, men.squares(), men.passed)
    }

    /// The keys after the next man is placed during setup.
    fn put_next(&self, men: &Men, (code, stock): (Code, u16), mut found: impl FnMut(usize, u64)) {
        let free = match kind(code) {
            Some(PAWN) => 0x00ff_ffff_ffff_ff00,
            None => !men.men().iter().fold(0, |near, man| near | attacks(0, man.1, 0)),
            Some(_) => u64::MAX,
        };
        let last = self.stocks.all[usize::from(stock)].put.is_none();
        for square in grid::numbers(free & !men.occupied()) {
            let mut next = *men;
            next.push(code, square as u8);
            next.sort();
            if !last || !next.in_check() {
                found(0, self.key(stock, next.exchanged()));
            }
        }
    }
}

impl Packed for Chess {
    type Key = u64;

    fn fits(&self) -> bool {
        self.material().men() <= MOST
    }

    fn pack(&self, position: &Position, mover: Player) -> u64 {
        let flip = if mover == Player::Left { 0 } else { 56 };
        let mut men =
            Men { passed: position.passed().map_or(0, |file| u64::from(file) + 1), ..Men::EMPTY };
        for (square, man) in position.men() {
            men.push(code(man, mover), square as u8 ^ flip);
        }
        men.sort();
        let codes = men.men().iter().map(|man| man.0).collect();
        let putting = position.turn().is_none().then_some(mover);
        let number = self.stocks.numbers.get(&(putting, codes)).copied().unwrap_or_default();
        self.key(number, men)
    }

    fn unpack(&self, key: u64) -> Option<(Position, Player)> {
        if key >> STOCK >= self.stocks.all.len() as u64 {
            return None;
        }
        let (men, stock) = self.men(key);
        if men.occupied().count_ones() as usize != men.count || men.passed > 8 {
            return None;
        }
        let mover = stock.mover;
        let flip = if mover == Player::Left { 0 } else { 56 };
        let position = men.men().iter().fold(Position::default(), |position, &(code, square)| {
            position.with(usize::from(square ^ flip), man(code, mover))
        });
        let turn = stock.put.is_none().then_some(mover);
        let passed = men.passed.checked_sub(1).map(|file| file as u8);
        let position = position.with_turn(turn, passed);
        (turn.is_none() || position.board().is_some()).then_some((position, mover))
    }

    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (men, stock) = self.men(key);
        if let Some(put) = stock.put {
            self.put_next(&men, put, option);
            return None;
        }
        if men.count == 2 {
            return Some(Fate::Draw);
        }
        let mut stuck = true;
        men.each_step(|step| {
            stuck = false;
            let taken = step.taken.and_then(|taken| kind(men.list[taken].0)).unwrap_or(NONE);
            let promoted = step.promoted.and_then(kind).unwrap_or(NONE);
            option(0, self.key(stock.after[taken][promoted], men.after(step)));
        });
        match (stuck, stuck && men.in_check()) {
            (false, _) => None,
            (true, false) => Some(Fate::Draw),
            (true, true) => Some(Fate::Loss),
        }
    }

    fn orbit(&self, key: u64) -> u32 {
        self.stocks.of(key).orbit(squares(key))
    }

    fn flow(&self) -> Flow {
        Flow::Level
    }

    fn most(&self) -> u128 {
        self.stocks.all.iter().map(Stock::most).sum()
    }

    /// The number of men placed, during setup. In play, a number that grows with men taken and with
    /// steps of pawns.
    fn tier(&self, key: u64) -> u32 {
        let (men, stock) = self.men(key);
        if !stock.pawns || stock.put.is_some() {
            return stock.tier;
        }
        let steps = men.men().iter().map(|&(code, square)| match (kind(code), is_own(code)) {
            (Some(PAWN), true) => 7 - u32::from(square >> 3),
            (Some(PAWN), false) => u32::from(square >> 3),
            _ => 0,
        });
        stock.tier - steps.sum::<u32>()
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// Takes the opponent's last move back. Illegal positions among the parents are allowed:
    /// play does not reach them.
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (men, stock) = self.men(key);
        if stock.put.is_none() {
            self.steps_back(&men, stock, false, &mut parent);
            if stock.after_pawns {
                // The parent has pawns and so fewer symmetries: moves are taken back in all images.
                men.turned().for_each(|men| self.steps_back(&men, stock, true, &mut parent));
            }
        }
        let before = men.exchanged();
        for &number in stock.before_put.iter().filter(|_| men.passed == 0) {
            let Some((put, _)) = self.stocks.all[usize::from(number)].put else { continue };
            for place in (0..men.count).filter(|&place| before.list[place].0 == put) {
                parent(self.key(number, before.without(place)));
            }
        }
    }
}
