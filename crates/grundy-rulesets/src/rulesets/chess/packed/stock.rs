//! Stocks: the men on the board, how captures and promotions change them, and the symmetries of
//! boards with these men.

use std::collections::BTreeMap;

use super::men::{
    Code, FIRST, MOST, Men, NONE, NOWHERE, OTHER, OWN, PAWN, code, exchanged, is_own, kind,
};
use crate::rulesets::chess::material::Material;
use crate::rulesets::chess::position::Man;
use grundy_base::Player;

/// A multiset of men, seen by the player to move, with the stocks after it.
#[derive(Debug)]
pub(super) struct Stock {
    pub(super) codes: Vec<Code>,
    /// Whether pawns leave the reflection of files as the only symmetry.
    pub(super) pawns: bool,
    /// Whether some men have equal codes.
    pub(super) twins: bool,
    /// The player to move in unpacked positions.
    pub(super) mover: Player,
    /// The number of players whose turn it may be, 1 or 2.
    pub(super) movers: u32,
    /// The tier, before the remaining steps of the pawns are subtracted.
    pub(super) tier: u32,
    /// During setup, the next man to place and the stock after that.
    pub(super) put: Option<(Code, u16)>,
    /// Stocks from which placing a man leads to this one.
    pub(super) before_put: Vec<u16>,
    /// The stock after a move, by the kind of the man taken and the kind promoted to.
    pub(super) after: [[u16; 6]; 6],
    /// The stock before such a move, which the opponent has made.
    pub(super) before: [[u16; 6]; 6],
    /// Whether this stock has no pawns but some stock before it has pawns.
    pub(super) after_pawns: bool,
}

/// All stocks that play or setup can reach.
#[derive(Debug)]
pub(in crate::rulesets::chess) struct Stocks {
    pub(super) all: Vec<Stock>,
    /// The numbers of stocks, by codes and, during setup, by the player who places the next
    /// man.
    pub(super) numbers: BTreeMap<(Option<Player>, Vec<Code>), u16>,
}

impl Stock {
    /// Upper bound on the number of keys with these men.
    pub(super) fn most(&self) -> u128 {
        let are_pawns =
            |own| self.codes.iter().any(|&code| kind(code) == Some(PAWN) && is_own(code) == own);
        // The own king, which comes first, stands in a triangle or on half of the board.
        let squares =
            self.codes.iter().enumerate().map(|(place, &code)| match (place, kind(code)) {
                (0, None) => {
                    if self.pawns {
                        32
                    } else {
                        10
                    }
                }
                (_, Some(PAWN)) => 48,
                _ => 64,
            });
        // A pawn has passed one on one of eight files, or none has.
        let passed = if are_pawns(true) && are_pawns(false) { 9 } else { 1 };
        passed * squares.product::<u128>()
    }
}

impl Stocks {
    /// The stocks of a game; empty if there are too many men for keys.
    pub(in crate::rulesets::chess) fn new(start: &Material) -> Self {
        let mut stocks = Stocks { all: Vec::new(), numbers: BTreeMap::new() };
        let men = start.men();
        if men > MOST {
            return stocks;
        }
        let codes_of = |men: &mut dyn Iterator<Item = Man>, mover| {
            let mut codes: Vec<Code> = men.map(|man| code(man, mover)).collect();
            codes.sort_unstable();
            codes
        };
        let pawns = |codes: &[Code]| codes.iter().filter(|&&c| kind(c) == Some(PAWN)).count();
        let all_pawns = pawns(&codes_of(&mut start.each(), Player::Left));
        let mut add = |key: (Option<Player>, Vec<Code>), mover, tier, pawns| {
            if let Some(&number) = stocks.numbers.get(&key) {
                stocks.all[usize::from(number)].movers += 1;
            } else {
                let codes = key.1.clone();
                let twins = codes.windows(2).any(|pair| pair[0] == pair[1]);
                stocks.numbers.insert(key, stocks.all.len() as u16);
                stocks.all.push(Stock {
                    codes,
                    pawns,
                    twins,
                    mover,
                    movers: 1,
                    tier,
                    put: None,
                    before_put: Vec::new(),
                    after: [[NOWHERE; 6]; 6],
                    before: [[NOWHERE; 6]; 6],
                    after_pawns: false,
                });
            }
        };
        for mover in Player::BOTH {
            for many in 0..men {
                let codes = codes_of(&mut start.each().take(many), mover);
                add((Some(mover), codes), mover, many as u32, all_pawns > 0);
            }
        }
        for mover in Player::BOTH {
            for material in start.descendants() {
                let codes = codes_of(&mut material.each(), mover);
                let some = pawns(&codes) > 0;
                // Captures remove men, and a pawn makes at most six steps.
                let tier = 2 * men + 6 * all_pawns - codes.len();
                add((None, codes), mover, tier as u32, some);
            }
        }
        stocks.connect(start);
        stocks
    }

    /// Links each stock with those after and before it.
    fn connect(&mut self, start: &Material) {
        let men = start.men();
        for ((putting, codes), number) in self.numbers.clone() {
            let Some(mover) = putting else {
                for (taken, promoted) in (0..36).map(|both| (both / 6, both % 6)) {
                    let after = self.after(&codes, taken, promoted);
                    if let Some(after) = after {
                        self.all[usize::from(number)].after[taken][promoted] = after;
                        let pawns = self.all[usize::from(number)].pawns;
                        let after = &mut self.all[usize::from(after)];
                        after.before[taken][promoted] = number;
                        after.after_pawns |= pawns && !after.pawns;
                    }
                }
                continue;
            };
            let Some(put) = start.each().nth(codes.len()).map(|man| code(man, mover)) else {
                continue;
            };
            let mut next: Vec<Code> =
                codes.iter().chain([&put]).map(|&code| exchanged(code)).collect();
            next.sort_unstable();
            let key = ((next.len() < men).then_some(mover.opponent()), next);
            let Some(&next) = self.numbers.get(&key) else { continue };
            self.all[usize::from(number)].put = Some((put, next));
            self.all[usize::from(next)].before_put.push(number);
        }
    }

    fn after(&self, codes: &[Code], taken: usize, promoted: usize) -> Option<u16> {
        let mut codes = codes.to_vec();
        let mut remove = |code: Code| {
            let place = codes.iter().position(|&other| other == code)?;
            codes.remove(place);
            Some(())
        };
        if taken != NONE {
            remove(OTHER + taken as Code)?;
        }
        match promoted {
            NONE => {}
            PAWN => return None,
            _ => {
                remove(OWN + PAWN as Code)?;
                codes.push(OWN + promoted as Code);
            }
        }
        codes.iter_mut().for_each(|code| *code = exchanged(*code));
        codes.sort_unstable();
        self.numbers.get(&(None, codes)).copied()
    }

    pub(super) fn of(&self, key: u64) -> &Stock {
        &self.all[(key >> STOCK) as usize]
    }
}

/// The bits of a key at which the number of the stock and the file start.
pub(super) const STOCK: u32 = 48;
pub(super) const PASSED: u32 = 44;
pub(super) const FILES: u64 = 0o07_07_07_07_07_07_07;
pub(super) const RANKS: u64 = 0o70_70_70_70_70_70_70;

/// The squares of a key.
pub(super) const fn squares(key: u64) -> u64 {
    key & ((1 << (FIRST + 6)) - 1)
}

pub(super) const fn transposed(squares: u64) -> u64 {
    (squares & FILES) << 3 | (squares & RANKS) >> 3
}

impl Stock {
    /// The least key of a position among its symmetric images.
    pub(super) fn key(&self, number: u16, mut squares: u64, mut passed: u64) -> u64 {
        let used = !((1u64 << (FIRST + 6 - 6 * self.codes.len() as u32)) - 1);
        if squares >> FIRST & 4 != 0 {
            squares ^= FILES & used;
            passed = if passed == 0 { 0 } else { 9 - passed };
        }
        if !self.pawns && !self.codes.is_empty() {
            if squares >> FIRST & 0o40 != 0 {
                squares ^= RANKS & used;
            }
            let (rank, file) = (squares >> (FIRST + 3), squares >> FIRST & 7);
            squares = match rank.cmp(&file) {
                std::cmp::Ordering::Less => self.sorted(squares),
                std::cmp::Ordering::Greater => self.sorted(transposed(squares)),
                std::cmp::Ordering::Equal => {
                    self.sorted(squares).min(self.sorted(transposed(squares)))
                }
            };
        } else {
            squares = self.sorted(squares);
        }
        u64::from(number) << STOCK | passed << PASSED | squares
    }

    /// The squares, where the squares of equal men are sorted.
    fn sorted(&self, squares: u64) -> u64 {
        if !self.twins {
            return squares;
        }
        let mut men = Men::new(&self.codes, squares, 0);
        men.sort();
        men.squares()
    }

    /// The number of positions, each with its player to move, that a key stands for.
    pub(super) fn orbit(&self, squares: u64) -> u32 {
        if self.codes.is_empty() {
            return self.movers;
        }
        let diagonal = squares >> (FIRST + 3) == squares >> FIRST & 7;
        let images = match self.pawns {
            true => 2,
            false if diagonal && self.sorted(transposed(squares)) == squares => 4,
            false => 8,
        };
        images * self.movers
    }
}
