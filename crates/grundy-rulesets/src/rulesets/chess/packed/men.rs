//! Men on their squares, seen by the player to move, and their moves.

use cozy_chess::{BitBoard, Color, Piece, Square};

use crate::rulesets::chess::position::Man;
use grundy_base::Player;
use grundy_ruleset::board::grid;

/// The greatest number of men in a key.
pub(super) const MOST: usize = 7;

/// The bit of a key at which the square of the first man starts.
pub(super) const FIRST: u32 = 36;

/// The kinds of men other than the king, in the order used by codes and tables.
pub(super) const KINDS: [Piece; 5] =
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
/// The index of the pawn in [`KINDS`].
pub(super) const PAWN: usize = 4;
/// In tables: no man was taken, or no man was promoted.
pub(super) const NONE: usize = 5;
pub(super) const NOWHERE: u16 = u16::MAX;

/// Owner and kind of a man, as seen by the player to move. 0 and 1 are the own and the opponent's
/// king. Then come the own men by kind, and then the opponent's men by kind.
pub(super) type Code = u8;
pub(super) const OWN: Code = 2;
pub(super) const OTHER: Code = 7;

pub(super) const fn is_own(code: Code) -> bool {
    code == 0 || code >= OWN && code < OTHER
}

/// The code of the same man from the opponent's side.
pub(super) const fn exchanged(code: Code) -> Code {
    match code {
        0 | 1 => 1 - code,
        OWN..OTHER => code + 5,
        _ => code - 5,
    }
}

/// The kind of a man, as an index of [`KINDS`]; none for a king.
pub(super) const fn kind(code: Code) -> Option<usize> {
    match code {
        0 | 1 => None,
        OWN..OTHER => Some((code - OWN) as usize),
        _ => Some((code - OTHER) as usize),
    }
}

pub(super) fn code(man: Man, mover: Player) -> Code {
    let own = man.player == mover;
    match KINDS.iter().position(|&piece| piece == man.piece) {
        None => Code::from(!own),
        Some(kind) => kind as Code + if own { OWN } else { OTHER },
    }
}

pub(super) fn man(code: Code, mover: Player) -> Man {
    let player = if is_own(code) { mover } else { mover.opponent() };
    Man { player, piece: kind(code).map_or(Piece::King, |kind| KINDS[kind]) }
}

/// Men on their squares. Ranks are counted from the side on which the player to move sits.
#[derive(Clone, Copy)]
pub(super) struct Men {
    /// Code and square of each man.
    pub(super) list: [(Code, u8); MOST],
    pub(super) count: usize,
    /// The file of a pawn that can be taken en passant, counted from 1; 0 for none.
    pub(super) passed: u64,
}

/// A move of one of the men.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) man: usize,
    pub(super) to: u8,
    pub(super) taken: Option<usize>,
    /// The code of the man that a pawn becomes.
    pub(super) promoted: Option<Code>,
    /// Whether a pawn makes a double step.
    pub(super) twice: bool,
}

/// Squares that a man attacks.
pub(super) fn attacks(code: Code, square: u8, occupied: u64) -> u64 {
    let (square, occupied) = (Square::index(usize::from(square)), BitBoard(occupied));
    let bishop = || cozy_chess::get_bishop_moves(square, occupied);
    let rook = || cozy_chess::get_rook_moves(square, occupied);
    let found = match kind(code).map(|kind| KINDS[kind]) {
        None | Some(Piece::King) => cozy_chess::get_king_moves(square),
        Some(Piece::Queen) => bishop() | rook(),
        Some(Piece::Rook) => rook(),
        Some(Piece::Bishop) => bishop(),
        Some(Piece::Knight) => cozy_chess::get_knight_moves(square),
        Some(Piece::Pawn) => {
            let colour = if is_own(code) { Color::White } else { Color::Black };
            cozy_chess::get_pawn_attacks(square, colour)
        }
    };
    found.0
}

impl Men {
    pub(super) const EMPTY: Men = Men { list: [(0, 0); MOST], count: 0, passed: 0 };

    pub(super) fn new(codes: &[Code], squares: u64, passed: u64) -> Self {
        let mut men = Men { passed, ..Men::EMPTY };
        for (place, &code) in codes.iter().enumerate() {
            men.push(code, (squares >> (FIRST - 6 * place as u32) & 63) as u8);
        }
        men
    }

    pub(super) fn push(&mut self, code: Code, square: u8) {
        self.list[self.count] = (code, square);
        self.count += 1;
    }

    pub(super) fn with_passed(mut self, passed: u64) -> Self {
        self.passed = passed;
        self
    }

    pub(super) fn men(&self) -> &[(Code, u8)] {
        &self.list[..self.count]
    }

    pub(super) fn without(mut self, place: usize) -> Self {
        self.list.copy_within(place + 1..self.count, place);
        self.count -= 1;
        self
    }

    /// Sorts men by code, and men of equal codes by square.
    pub(super) fn sort(&mut self) {
        for next in 1..self.count {
            let mut place = next;
            while place > 0 && self.list[place] < self.list[place - 1] {
                self.list.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    pub(super) fn squares(&self) -> u64 {
        let men = self.men().iter().enumerate();
        men.fold(0, |all, (place, man)| all | u64::from(man.1) << (FIRST - 6 * place as u32))
    }

    pub(super) fn occupied(&self) -> u64 {
        self.men().iter().fold(0, |set, man| set | 1 << man.1)
    }

    /// The men of the player to move.
    pub(super) fn own(&self) -> u64 {
        let own = self.men().iter().filter(|man| is_own(man.0));
        own.fold(0, |set, man| set | 1 << man.1)
    }

    /// The same board from the opponent's side.
    pub(super) fn exchanged(mut self) -> Self {
        for man in &mut self.list[..self.count] {
            *man = (exchanged(man.0), man.1 ^ 56);
        }
        // The own king comes first.
        if self.list[..self.count].get(1).is_some_and(|man| man.0 == 0) {
            self.list.swap(0, 1);
        }
        self
    }

    /// Images of the board under symmetries that do not keep ranks: one for each pair of images
    /// that differ by the reflection of files.
    pub(super) fn turned(&self) -> impl Iterator<Item = Men> {
        let turn = |by: fn(u8) -> u8| {
            let mut men = *self;
            men.list.iter_mut().for_each(|man| man.1 = by(man.1));
            men
        };
        let images: [fn(u8) -> u8; 3] =
            [|at| at ^ 56, |at| at >> 3 | (at & 7) << 3, |at| (at >> 3 | (at & 7) << 3) ^ 56];
        images.map(turn).into_iter()
    }

    /// Whether the opponent attacks a square when the squares of `occupied` are occupied; the
    /// man `taken` is ignored.
    pub(super) fn attacked(&self, square: u8, occupied: u64, taken: Option<usize>) -> bool {
        self.men().iter().enumerate().any(|(place, &(code, from))| {
            !is_own(code)
                && Some(place) != taken
                && attacks(code, from, occupied) >> square & 1 == 1
        })
    }

    pub(super) fn in_check(&self) -> bool {
        self.attacked(self.list[0].1, self.occupied(), None)
    }

    /// Whether a move leaves the own king safe.
    pub(super) fn allows(&self, step: Step) -> bool {
        let mut occupied = self.occupied();
        if let Some(taken) = step.taken {
            occupied &= !(1 << self.list[taken].1);
        }
        let occupied = occupied & !(1 << self.list[step.man].1) | 1 << step.to;
        let king = if step.man == 0 { step.to } else { self.list[0].1 };
        !self.attacked(king, occupied, step.taken)
    }

    pub(super) fn at(&self, square: u8) -> Option<usize> {
        self.men().iter().position(|man| man.1 == square)
    }

    /// Every move of the player to move.
    pub(super) fn each_step(&self, mut found: impl FnMut(Step)) {
        let (occupied, own) = (self.occupied(), self.own());
        let mut found = |step: Step| {
            if self.allows(step) {
                found(step);
            }
        };
        for (man, &(code, from)) in self.men().iter().enumerate().filter(|(_, man)| is_own(man.0)) {
            let step = |to: u8| Step { man, to, taken: None, promoted: None, twice: false };
            if kind(code) != Some(PAWN) {
                for to in grid::numbers(attacks(code, from, occupied) & !own) {
                    let taken = if occupied >> to & 1 == 1 { self.at(to as u8) } else { None };
                    found(Step { taken, ..step(to as u8) });
                }
                continue;
            }
            let mut advance = |to: u8, taken| match to {
                56.. => (0..PAWN as Code).for_each(|kind| {
                    found(Step { taken, promoted: Some(OWN + kind), ..step(to) });
                }),
                _ => found(Step { taken, ..step(to) }),
            };
            if occupied >> (from + 8) & 1 == 0 {
                advance(from + 8, None);
            }
            for to in grid::numbers(attacks(code, from, 0) & occupied & !own) {
                advance(to as u8, self.at(to as u8));
            }
            if from < 16 && occupied >> (from + 8) & 0o401 == 0 {
                found(Step { twice: true, ..step(from + 16) });
            }
        }
        if self.passed > 0 {
            self.each_in_passing(self.passed, found);
        }
    }

    /// The pseudolegal moves that take the pawn of file `passed` en passant.
    pub(super) fn each_in_passing(&self, passed: u64, mut found: impl FnMut(Step)) {
        let to = 40 + passed as u8 - 1;
        let taken = self.at(to - 8);
        for (man, &(code, from)) in self.men().iter().enumerate() {
            if code == OWN + PAWN as Code && attacks(code, from, 0) >> to & 1 == 1 {
                found(Step { man, to, taken, promoted: None, twice: false });
            }
        }
    }

    /// The board after a move, from the opponent's side. `passed` is set only if the pawn
    /// can be taken.
    pub(super) fn after(&self, step: Step) -> Men {
        let mut men = self.with_passed(0);
        let code = step.promoted.unwrap_or(self.list[step.man].0);
        men.list[step.man] = (code, step.to);
        if let Some(taken) = step.taken {
            men = men.without(taken);
        }
        let mut men = men.exchanged();
        if step.twice {
            let file = u64::from(step.to & 7) + 1;
            let mut passed = 0;
            men.each_in_passing(file, |step| {
                if men.allows(step) {
                    passed = file;
                }
            });
            men.passed = passed;
        }
        men
    }

    /// The files of pawns that may just have made a double step past an own pawn.
    pub(super) fn each_passed(&self, mut found: impl FnMut(u64)) {
        let occupied = self.occupied();
        let own = |square: u8| self.men().contains(&(OWN + PAWN as Code, square));
        for &(code, square) in self.men() {
            let file = square & 7;
            if code == OTHER + PAWN as Code
                && square >> 3 == 4
                && occupied >> (square + 8) & 0o401 == 0
                && (file > 0 && own(square - 1) || file < 7 && own(square + 1))
            {
                found(u64::from(file) + 1);
            }
        }
    }
}
