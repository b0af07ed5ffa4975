//! Positions as numbers, seen by the player to move, whose pawns go up.
//!
//! A key is the number of its stock, the file of a pawn that can be taken in
//! passing, and a square for each man, six bits each, the own king's first. Of
//! the positions that the symmetries of the board make equal it is the smallest:
//! eight without pawns, two with them.
//!
//! Moves are found in words of their own, and not by those of [`Position`],
//! which the tests hold them to.

use std::collections::BTreeMap;

use cozy_chess::{BitBoard, Color, Piece, Square};

use super::Chess;
use super::material::Material;
use super::position::{Man, Position};
use crate::board::grid;
use crate::outcome::Fate;
use crate::player::Player;
use crate::ruleset::{Flow, Packed};

/// More men have no keys.
const MOST: usize = 7;

/// The kinds of men but for the king, as codes and tables count them.
const KINDS: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
/// Of these the pawn.
const PAWN: usize = 4;
/// In tables: nothing was taken, or promoted.
const NONE: usize = 5;
const NOWHERE: u16 = u16::MAX;

/// What a man is for the player to move: the kings are 0 and 1, then come the
/// own men by their kinds, and then the opponent's.
type Code = u8;
const OWN: Code = 2;
const OTHER: Code = 7;

const fn is_own(code: Code) -> bool {
    code == 0 || code >= OWN && code < OTHER
}

/// The same man for the opponent.
const fn exchanged(code: Code) -> Code {
    match code {
        0 | 1 => 1 - code,
        OWN..OTHER => code + 5,
        _ => code - 5,
    }
}

/// The kind, a number of [`KINDS`]; none for a king.
const fn kind(code: Code) -> Option<usize> {
    match code {
        0 | 1 => None,
        OWN..OTHER => Some((code - OWN) as usize),
        _ => Some((code - OTHER) as usize),
    }
}

fn code(man: Man, mover: Player) -> Code {
    let own = man.player == mover;
    match KINDS.iter().position(|&piece| piece == man.piece) {
        None => Code::from(!own),
        Some(kind) => kind as Code + if own { OWN } else { OTHER },
    }
}

fn man(code: Code, mover: Player) -> Man {
    let player = if is_own(code) { mover } else { mover.opponent() };
    Man { player, piece: kind(code).map_or(Piece::King, |kind| KINDS[kind]) }
}

/// Some men, as the player to move sees them, and what can become of them.
#[derive(Debug)]
struct Stock {
    codes: Vec<Code>,
    /// Only the reflection that keeps the ranks is a symmetry.
    pawns: bool,
    /// Some men are alike.
    twins: bool,
    /// Who is to move in the positions that are shown.
    mover: Player,
    /// Whether Left, and Right, may be to move.
    movers: u32,
    /// The tier, from which the steps that pawns have to go are taken.
    tier: u32,
    /// The man to be put, and the stock after it.
    put: Option<(Code, u16)>,
    /// Stocks from which this one is reached by putting a man.
    before_put: Vec<u16>,
    /// The stock after a move, by what is taken and what is promoted.
    after: [[u16; 6]; 6],
    /// The stock before such a move of the opponent's.
    before: [[u16; 6]; 6],
    /// Here are no pawns, but before some move there were.
    after_pawns: bool,
}

/// All men that play may leave, and all that may have been put.
#[derive(Debug)]
pub(super) struct Stocks {
    all: Vec<Stock>,
    /// Stocks of play, and of putting by a player so many men, by their codes.
    numbers: BTreeMap<(Option<Player>, Vec<Code>), u16>,
}

impl Stocks {
    /// None at all, where men are too many for keys.
    pub(super) fn new(start: &Material) -> Self {
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
                // A capture takes away a man, and a pawn has at most six steps.
                let tier = 2 * men + 6 * all_pawns - codes.len();
                add((None, codes), mover, tier as u32, some);
            }
        }
        stocks.connect(start);
        stocks
    }

    /// Says for each stock which come after it, and before.
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

    /// The stock of a key; any, for a number that is no key.
    fn of(&self, key: u64) -> &Stock {
        self.all.get((key >> STOCK) as usize).unwrap_or(&self.all[0])
    }
}

/// Where the number of the stock starts in a key, and the file.
const STOCK: u32 = 48;
const PASSED: u32 = 44;
/// Where the square of the first man starts.
const FIRST: u32 = 36;
const FILES: u64 = 0o07_07_07_07_07_07_07;
const RANKS: u64 = 0o70_70_70_70_70_70_70;

/// The squares of a key.
const fn squares(key: u64) -> u64 {
    key & ((1 << (FIRST + 6)) - 1)
}

const fn transposed(squares: u64) -> u64 {
    (squares & FILES) << 3 | (squares & RANKS) >> 3
}

impl Stock {
    /// The smallest key of a stock.
    fn key(&self, number: u16, mut squares: u64, mut passed: u64) -> u64 {
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

    /// With men that are alike in the order of their squares.
    fn sorted(&self, squares: u64) -> u64 {
        if !self.twins {
            return squares;
        }
        let mut men = Men::new(&self.codes, squares, 0);
        men.sort();
        men.squares()
    }

    /// How many positions, each with its player to move, a key stands for.
    fn orbit(&self, squares: u64) -> u32 {
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

/// Men on their squares, as the player to move sees them: ranks are counted
/// from that player's side.
#[derive(Clone, Copy)]
struct Men {
    /// Code and square of each.
    list: [(Code, u8); MOST],
    count: usize,
    /// A file, counted from 1, or 0.
    passed: u64,
}

/// A move of one of the men.
#[derive(Clone, Copy)]
struct Step {
    man: usize,
    to: u8,
    taken: Option<usize>,
    /// The code of what a pawn becomes.
    promoted: Option<Code>,
    /// A pawn goes two squares.
    twice: bool,
}

/// Squares that a man attacks.
fn attacks(code: Code, square: u8, occupied: u64) -> u64 {
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
    const EMPTY: Men = Men { list: [(0, 0); MOST], count: 0, passed: 0 };

    fn new(codes: &[Code], squares: u64, passed: u64) -> Self {
        let mut men = Men { passed, ..Men::EMPTY };
        for (place, &code) in codes.iter().enumerate() {
            men.push(code, (squares >> (FIRST - 6 * place as u32) & 63) as u8);
        }
        men
    }

    fn push(&mut self, code: Code, square: u8) {
        self.list[self.count] = (code, square);
        self.count += 1;
    }

    fn with_passed(mut self, passed: u64) -> Self {
        self.passed = passed;
        self
    }

    fn men(&self) -> &[(Code, u8)] {
        &self.list[..self.count]
    }

    fn without(mut self, place: usize) -> Self {
        self.list.copy_within(place + 1..self.count, place);
        self.count -= 1;
        self
    }

    /// In the order of codes, and of squares where codes are equal.
    fn sort(&mut self) {
        for next in 1..self.count {
            let mut place = next;
            while place > 0 && self.list[place] < self.list[place - 1] {
                self.list.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    fn squares(&self) -> u64 {
        let men = self.men().iter().enumerate();
        men.fold(0, |all, (place, man)| all | u64::from(man.1) << (FIRST - 6 * place as u32))
    }

    fn occupied(&self) -> u64 {
        self.men().iter().fold(0, |set, man| set | 1 << man.1)
    }

    /// The men of the player to move.
    fn own(&self) -> u64 {
        let own = self.men().iter().filter(|man| is_own(man.0));
        own.fold(0, |set, man| set | 1 << man.1)
    }

    /// The same when it is the opponent's turn, or was.
    fn exchanged(mut self) -> Self {
        for man in &mut self.list[..self.count] {
            *man = (exchanged(man.0), man.1 ^ 56);
        }
        // The own king first.
        if self.list[..self.count].get(1).is_some_and(|man| man.0 == 0) {
            self.list.swap(0, 1);
        }
        self
    }

    /// The images of the board that reflecting its files does not give.
    fn turned(&self) -> impl Iterator<Item = Men> {
        let turn = |by: fn(u8) -> u8| {
            let mut men = *self;
            men.list.iter_mut().for_each(|man| man.1 = by(man.1));
            men
        };
        let images: [fn(u8) -> u8; 3] =
            [|at| at ^ 56, |at| at >> 3 | (at & 7) << 3, |at| (at >> 3 | (at & 7) << 3) ^ 56];
        images.map(turn).into_iter()
    }

    /// Whether the opponent attacks a square, with so many squares occupied; one
    /// man may have been taken.
    fn attacked(&self, square: u8, occupied: u64, taken: Option<usize>) -> bool {
        self.men().iter().enumerate().any(|(place, &(code, from))| {
            !is_own(code)
                && Some(place) != taken
                && attacks(code, from, occupied) >> square & 1 == 1
        })
    }

    fn in_check(&self) -> bool {
        self.attacked(self.list[0].1, self.occupied(), None)
    }

    /// Whether a move leaves the own king safe.
    fn allows(&self, step: Step) -> bool {
        let mut occupied = self.occupied();
        if let Some(taken) = step.taken {
            occupied &= !(1 << self.list[taken].1);
        }
        let occupied = occupied & !(1 << self.list[step.man].1) | 1 << step.to;
        let king = if step.man == 0 { step.to } else { self.list[0].1 };
        !self.attacked(king, occupied, step.taken)
    }

    fn at(&self, square: u8) -> Option<usize> {
        self.men().iter().position(|man| man.1 == square)
    }

    /// Every move of the player to move.
    fn each_step(&self, mut found: impl FnMut(Step)) {
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

    /// The moves that take a pawn of a file in passing.
    fn each_in_passing(&self, passed: u64, mut found: impl FnMut(Step)) {
        let to = 40 + passed as u8 - 1;
        let taken = self.at(to - 8);
        for (man, &(code, from)) in self.men().iter().enumerate() {
            if code == OWN + PAWN as Code && attacks(code, from, 0) >> to & 1 == 1 {
                found(Step { man, to, taken, promoted: None, twice: false });
            }
        }
    }

    /// What a move leaves, for the opponent. A pawn is passed only where it can
    /// be taken.
    fn after(&self, step: Step) -> Men {
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

    /// The files of pawns that may just have gone two squares past a pawn.
    fn each_passed(&self, mut found: impl FnMut(u64)) {
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

impl Chess {
    fn men(&self, key: u64) -> (Men, &Stock) {
        let stock = self.stocks.of(key);
        (Men::new(&stock.codes, squares(key), key >> PASSED & 15), stock)
    }

    fn key(&self, stock: u16, mut men: Men) -> u64 {
        men.sort();
        self.stocks.all[usize::from(stock)].key(stock, men.squares(), men.passed)
    }

    /// The keys after the next man has been put.
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

    fn unpack(&self, key: u64) -> (Position, Player) {
        let (men, stock) = self.men(key);
        let mover = stock.mover;
        let flip = if mover == Player::Left { 0 } else { 56 };
        let position = men.men().iter().fold(Position::default(), |position, &(code, square)| {
            position.with(usize::from(square ^ flip), man(code, mover))
        });
        let turn = stock.put.is_none().then_some(mover);
        (position.with_turn(turn, men.passed.checked_sub(1).map(|file| file as u8)), mover)
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

    /// Men that were put; then men that were taken, and the steps of pawns.
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

    /// The opponent takes the last move back. Positions that cannot be are not
    /// left out: no play comes from them.
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (men, stock) = self.men(key);
        if stock.put.is_none() {
            self.steps_back(&men, stock, false, &mut parent);
            if stock.after_pawns {
                // Before there were pawns, that took away the other symmetries.
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

impl Chess {
    /// Parents by moves; if so told, only those that have pawns.
    fn steps_back(&self, men: &Men, stock: &Stock, pawns: bool, parent: &mut impl FnMut(u64)) {
        let before = men.exchanged().with_passed(0);
        let occupied = before.occupied();
        let empty = |square: u8| occupied >> square & 1 == 0;
        // The man back on `from` as `code`, and a man back that was taken.
        let mut back = |man: usize, code: Code, from: u8, taken: Option<(usize, u8)>| {
            let promoted = if code == before.list[man].0 { None } else { kind(before.list[man].0) };
            let kinds = [taken.map_or(NONE, |taken| taken.0), promoted.unwrap_or(NONE)];
            let number = stock.before[kinds[0]][kinds[1]];
            if number == NOWHERE || pawns && !self.stocks.all[usize::from(number)].pawns {
                return;
            }
            let mut men = before;
            men.list[man] = (code, from);
            if let Some((kind, square)) = taken {
                men.push(OTHER + kind as Code, square);
            }
            parent(self.key(number, men));
            men.each_passed(|passed| parent(self.key(number, men.with_passed(passed))));
        };
        let pawn = OWN + PAWN as Code;
        for (man, &(code, to)) in before.men().iter().enumerate().filter(|(_, man)| is_own(man.0)) {
            let ground = to >> 3;
            if men.passed > 0 {
                // Nothing but these two squares.
                if code == pawn && ground == 3 && u64::from(to & 7) + 1 == men.passed {
                    back(man, pawn, to - 16, None);
                }
                continue;
            }
            let taken = |kind: usize| kind != PAWN || (1..7).contains(&ground);
            let takes =
                |from: u8,
                 code: Code,
                 back: &mut dyn FnMut(usize, Code, u8, Option<(usize, u8)>)| {
                    for kind in (0..5).filter(|&kind| taken(kind)) {
                        back(man, code, from, Some((kind, to)));
                    }
                };
            if code != pawn {
                for from in grid::numbers(attacks(code, to, occupied) & !occupied) {
                    back(man, code, from as u8, None);
                    takes(from as u8, code, &mut back);
                }
                if ground != 7 || code == 0 {
                    continue;
                }
            } else if ground < 2 {
                continue;
            }
            // A pawn's move, or what it has become.
            if empty(to - 8) {
                back(man, pawn, to - 8, None);
            }
            // Squares from which a pawn attacks this one.
            for from in grid::numbers(attacks(OTHER + PAWN as Code, to, 0) & !occupied) {
                takes(from as u8, pawn, &mut back);
            }
        }
        if men.passed == 0 {
            self.special_steps_back(men, stock, parent);
        }
    }

    /// Parents by pawns that go two squares, or take in passing.
    fn special_steps_back(&self, men: &Men, stock: &Stock, parent: &mut impl FnMut(u64)) {
        let before = men.exchanged();
        let occupied = before.occupied();
        let pawn = OWN + PAWN as Code;
        for (man, &(code, to)) in before.men().iter().enumerate() {
            if code != pawn {
                continue;
            }
            let mut earlier = before;
            let number = stock.before[NONE][NONE];
            if to >> 3 == 3 && occupied >> (to - 16) & 0o401 == 0 && number != NOWHERE {
                earlier.list[man].1 = to - 16;
                let step = Step { man, to, taken: None, promoted: None, twice: true };
                // It would be passed, where it could be taken.
                if earlier.after(step).passed == 0 {
                    parent(self.key(number, earlier));
                    earlier.each_passed(|passed| {
                        parent(self.key(number, earlier.with_passed(passed)));
                    });
                }
            }
            let number = stock.before[PAWN][NONE];
            if to >> 3 == 5 && occupied >> (to - 8) & 1 == 0 && number != NOWHERE {
                for from in grid::numbers(attacks(OTHER + PAWN as Code, to, 0) & !occupied) {
                    let mut earlier = before;
                    earlier.list[man].1 = from as u8;
                    earlier.push(OTHER + PAWN as Code, to - 8);
                    earlier.passed = u64::from(to & 7) + 1;
                    parent(self.key(number, earlier));
                }
            }
        }
    }
}
