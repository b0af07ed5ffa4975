//! Who wins under superko, where no move may lead back to an earlier board. A position is
//! a board with its whole past, so positions are too many to be listed; this search keeps
//! boards with conditions on their past instead.
//!
//! A question is whether one player, the *hero*, can force a win, or at least a tie, within a
//! number of moves: a game that ends, with a failure of the hero, after those moves. Iterative
//! deepening gives remoteness, and good moves to try first.
//!
//! An answer is kept in the transposition table under the board, the mover and the passes, as a
//! *claim*: the answer with two sets of boards. Let H be the earlier boards, among them B itself.
//! No board of `absent` may be in H, and all boards of `present` must be. By induction over the
//! proof a claim holds for every H that meets its condition:
//!
//! - Play is over by two passes: whatever H is.
//! - Play is over for want of a move: as long as the moves that only H forbids stay
//!   forbidden; their boards are `present`.
//! - No move is left to the question: the hero has failed, unless play is over here and
//!   counts for him; then the board of one legal move is `absent`.
//! - The player whom the answer favours has a good move to C: the condition of the
//!   claim about C, without B and C, which are among its earlier boards; and C is
//!   `absent`, so that the move is allowed. A pass is always allowed.
//! - All moves of the other player fail: the conditions of all of them together, and
//!   the boards of moves that only H forbids are `present`. Under another H some of the
//!   moves may be forbidden besides, which helps nobody but by ending play: if that
//!   would be good for the mover, the board of one move is `absent`.
//!
//! A symmetry of the rules turns claims into claims. This is the reason why the table
//! never mixes up histories (Kishimoto and Müller 2004 call that the graph-history
//! interaction problem): a claim is used only where its own condition is met.

use std::cmp::{Ordering, Reverse};

mod boards;
mod claims;

use boards::Boards;
use claims::{Claim, Decision, Question, slot, tidy};
use grundy_base::stack::deeper;
use grundy_base::{Limits, Player, Progress, Stopped, Verdict};
use grundy_ruleset::NeverBack;

/// "No", whatever the number of moves.
const EVER: u16 = u16::MAX;
/// No number of a board, of a claim, or of a list.
const NONE: u32 = u32::MAX;
/// Instead of a board: a pass.
const PASS: u32 = u32::MAX - 1;

/// A board with its past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past<B> {
    /// The board.
    pub board: B,
    /// Boards that there were before.
    pub earlier: Vec<B>,
    /// Passes in a row just now, at most 2.
    pub passes: u8,
}

/// What one player is to bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The player.
    pub hero: Player,
    /// Whether a tie will do.
    pub tie_is_enough: bool,
}

impl Aim {
    const ALL: [Aim; 4] = [
        Aim { hero: Player::Left, tie_is_enough: false },
        Aim { hero: Player::Left, tie_is_enough: true },
        Aim { hero: Player::Right, tie_is_enough: false },
        Aim { hero: Player::Right, tie_is_enough: true },
    ];

    /// The place among [`Aim::ALL`].
    fn number(self) -> usize {
        2 * usize::from(self.hero == Player::Right) + usize::from(self.tie_is_enough)
    }

    fn is_met(self, lead: i32) -> bool {
        match of(self.hero, lead).cmp(&0) {
            Ordering::Greater => true,
            Ordering::Equal => self.tie_is_enough,
            Ordering::Less => false,
        }
    }
}

/// What Left's lead is for a player.
fn of(player: Player, lead: i32) -> i32 {
    match player {
        Player::Left => lead,
        Player::Right => -lead,
    }
}

/// A board that has been entered, the player to move, and the number of passes just made in a row.
type Here = (u32, Player, u8);

/// A search that answers questions about boards and their past; claims are kept from one
/// question to the next.
pub struct Search<'g, G: NeverBack> {
    boards: Boards<'g, G>,
    /// For each orbit, a bit for each of its boards that the past has; and all boards of the past,
    /// in order.
    been: Vec<u8>,
    path: Vec<u32>,
    questions: [Question; 4],
    looked_at: usize,
}

grundy_base::debug! {
    impl[G: NeverBack] Search<'_, G>: "Search";
}

/// The condition of an answer, in any order: as it was found, or a claim of the table
/// under a symmetry.
enum Condition {
    New { absent: Vec<u32>, present: Vec<u32> },
    Known { claim: u32, back: u8 },
}

type Found = (Decision, Condition);

impl<'g, G: NeverBack> Search<'g, G> {
    /// A search that knows nothing yet.
    pub fn new(game: &'g G) -> Self {
        Search {
            boards: Boards::new(game),
            been: Vec::new(),
            path: Vec::new(),
            questions: Aim::ALL.map(Question::new),
            looked_at: 0,
        }
    }

    /// What `mover` brings about, and how many moves had to be looked at. The
    /// remoteness of ties is not counted.
    ///
    /// # Errors
    ///
    /// When a limit is reached, or more than 65,534 moves do not decide it.
    pub fn verdict(
        &mut self,
        past: &Past<G::Board>,
        mover: Player,
        limits: &Limits<'_>,
    ) -> Result<(Verdict, u16), Stopped> {
        self.with(past, mover, |search, here| search.deepen(here, limits))
    }

    /// Boards visited so far, with repeats.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// Whether the aim is met within `depth` moves: `Some(false)` means never, in any number of
    /// moves, and `None` not within these.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn succeeds(
        &mut self,
        past: &Past<G::Board>,
        mover: Player,
        aim: Aim,
        depth: u16,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stopped> {
        self.with(past, mover, |search, here| search.ask(aim, here, depth, limits))
    }

    /// Asks about a board whose past has been entered.
    fn with<T>(
        &mut self,
        past: &Past<G::Board>,
        mover: Player,
        ask: impl FnOnce(&mut Self, Here) -> T,
    ) -> T {
        let boards: Vec<u32> =
            past.earlier.iter().chain([&past.board]).map(|&board| self.number(board)).collect();
        for &board in &boards {
            if !self.has_been(board) {
                self.enter(board);
            }
        }
        let found = ask(self, (boards[boards.len() - 1], mover, past.passes.min(2)));
        while let Some(&board) = self.path.last() {
            self.leave(board);
        }
        found
    }

    fn deepen(&mut self, here: Here, limits: &Limits<'_>) -> Result<(Verdict, u16), Stopped> {
        let mover = here.1;
        let mut known = [None; 4];
        for depth in 0..EVER {
            for aim in Aim::ALL {
                if known[aim.number()].is_none() {
                    known[aim.number()] = self.ask(aim, here, depth, limits)?;
                }
            }
            let found = |hero, tie_is_enough| known[Aim { hero, tie_is_enough }.number()];
            let wins = |hero| found(hero, false) == Some(true);
            let ties = |hero: Player| {
                found(hero, true) == Some(true) || found(hero.opponent(), false) == Some(false)
            };
            if wins(mover) {
                return Ok((Verdict::Win(depth.into()), depth));
            }
            if wins(mover.opponent()) {
                return Ok((Verdict::Loss(depth.into()), depth));
            }
            if ties(Player::Left) && ties(Player::Right) {
                return Ok((Verdict::Draw(None), depth));
            }
        }
        Err(Stopped::Numbering { what: "moves", limit: EVER.into() })
    }

    fn ask(
        &mut self,
        aim: Aim,
        here: Here,
        depth: u16,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stopped> {
        /// A question that takes more than this share of the memory forgets.
        const SHARE: u64 = 8;
        let question = &mut self.questions[aim.number()];
        if question.bytes() as u64 > limits.memory / SHARE {
            question.forget();
        }
        let (answer, _) = self.decide(aim.number(), here, depth, limits)?;
        Ok((answer.yes || answer.bound == EVER).then_some(answer.yes))
    }

    fn number(&mut self, board: G::Board) -> u32 {
        let number = self.boards.number(board);
        self.resize();
        number
    }

    fn resize(&mut self) {
        let orbits = self.boards.orbits.len();
        self.been.resize(orbits, 0);
        self.questions.iter_mut().for_each(|question| question.resize(orbits));
    }

    fn has_been(&self, board: u32) -> bool {
        self.been[(board >> 3) as usize] >> (board & 7) & 1 != 0
    }

    fn enter(&mut self, board: u32) {
        self.been[(board >> 3) as usize] |= 1 << (board & 7);
        self.path.push(board);
    }

    fn leave(&mut self, board: u32) {
        self.been[(board >> 3) as usize] &= !(1 << (board & 7));
        self.path.pop();
    }

    fn look(&self, limits: &Limits<'_>) -> Result<(), Stopped> {
        let tables: usize = self.questions.iter().map(Question::bytes).sum();
        let bytes = (tables + self.boards.bytes() + self.been.capacity()) as u64;
        limits.count(self.looked_at)?;
        limits.room(bytes, self.looked_at)?;
        limits.check(Progress { stage: "searching", positions: self.looked_at, bytes })
    }

    /// Whether the past meets the condition of a claim under a symmetry.
    fn applies(&self, question: &Question, claim: &Claim, back: u8) -> bool {
        let been = |&board: &u32| self.has_been(self.boards.image(back, board));
        let absent = question.absent(claim);
        if !question.present(claim).iter().all(been) {
            return false;
        }
        if absent.len() <= 2 * self.path.len() {
            return !absent.iter().any(been);
        }
        let to = self.boards.inverse[back as usize];
        !self.path.iter().any(|&board| absent.binary_search(&self.boards.image(to, board)).is_ok())
    }

    /// A claim that answers the question, brought to the front of its list.
    fn lookup(&mut self, number: usize, board: u32, slot: usize, depth: u16) -> Option<Found> {
        let orbit = (board >> 3) as usize;
        let question = &self.questions[number];
        let head = question.heads[orbit][slot];
        if head == NONE {
            return None;
        }
        for back in 0..self.boards.symmetries.len() as u8 {
            if self.boards.image(back, board & !7) != board {
                continue;
            }
            let (mut before, mut at) = (NONE, head);
            while at != NONE {
                let claim = question.claims[at as usize];
                if claim.serves(depth) && self.applies(question, &claim, back) {
                    if before != NONE {
                        let question = &mut self.questions[number];
                        question.claims[before as usize].next = claim.next;
                        question.claims[at as usize].next = head;
                        question.heads[orbit][slot] = at;
                    }
                    let answer = Decision { yes: claim.yes, bound: claim.bound };
                    return Some((answer, Condition::Known { claim: at, back }));
                }
                before = at;
                at = claim.next;
            }
        }
        None
    }

    /// Adds the condition of the claim about the move from `from` to `to`.
    fn add(
        &self,
        number: usize,
        condition: &Condition,
        (from, to): (u32, u32),
        (absent, present): (&mut Vec<u32>, &mut Vec<u32>),
    ) {
        /// Duplicates are left out once there are more than this.
        const MANY: usize = 64;
        let earlier = |board: &u32| *board != from && *board != to;
        match condition {
            Condition::New { absent: more, present: others } => {
                absent.extend_from_slice(more);
                present.extend(others.iter().filter(|board| earlier(board)));
            }
            &Condition::Known { claim, back } => {
                let question = &self.questions[number];
                let claim = &question.claims[claim as usize];
                let image = |&board: &u32| self.boards.image(back, board);
                absent.extend(question.absent(claim).iter().map(image));
                present.extend(question.present(claim).iter().map(image).filter(earlier));
            }
        }
        if absent.len() > MANY && absent.len().is_power_of_two() {
            tidy(absent);
        }
    }

    /// The moves to try, the most promising first.
    fn ordered(
        &self,
        number: usize,
        (board, mover): (u32, Player),
        slot: usize,
        legal: &[u32],
    ) -> Vec<u32> {
        /// A lead of one more promises as much as having served this number of times.
        const LEAD: i64 = 32;
        let question = &self.questions[number];
        let hint = match question.hints[(board >> 3) as usize][slot] {
            hint @ (NONE | PASS) => hint,
            hint => self.boards.image((board & 7) as u8, hint),
        };
        let merit = |&to: &u32| {
            let orbit = (to >> 3) as usize;
            let lead = i64::from(of(mover, self.boards.orbits[orbit].lead));
            let served = i64::from(question.served[orbit][mover as usize]);
            (to != hint, Reverse(served + LEAD * lead), to)
        };
        let mut moves = legal.to_vec();
        moves.sort_by_cached_key(merit);
        if self.boards.game.passes() {
            let place = if hint == PASS { 0 } else { moves.len() };
            moves.insert(place, PASS);
        }
        moves
    }

    /// What follows a move, if the table knows it or play is over; else, where `search`
    /// is set, by looking.
    fn after(
        &mut self,
        number: usize,
        (board, mover, passes): Here,
        to: u32,
        depth: u16,
        search: bool,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let next = mover.opponent();
        let (at, passes) = if to == PASS { (board, passes + 1) } else { (to, 0) };
        if to != PASS {
            self.enter(to);
        }
        let found = if search || passes == 2 {
            // A line of play may be as long as there are boards.
            deeper(|| self.decide(number, (at, next, passes), depth, limits)).map(Some)
        } else {
            Ok(self.lookup(number, at, slot(next, passes), depth))
        };
        if to != PASS {
            self.leave(to);
        }
        found
    }

    /// Whether the hero succeeds within `depth` moves. The board has been entered.
    fn decide(
        &mut self,
        number: usize,
        (board, mover, passes): Here,
        depth: u16,
        limits: &Limits<'_>,
    ) -> Result<Found, Stopped> {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(Limits::STRIDE) {
            self.look(limits)?;
        }
        let orbit = (board >> 3) as usize;
        let good = self.questions[number].aim.is_met(self.boards.orbits[orbit].lead);
        let known = |yes, bound, absent, present| {
            Ok((Decision { yes, bound }, Condition::New { absent, present }))
        };
        let over = if good { 0 } else { EVER };
        if passes == 2 {
            return known(good, over, Vec::new(), Vec::new());
        }
        let may_pass = self.boards.game.passes();
        // With passes play ends two moves after another one at the earliest.
        if may_pass && depth + u16::from(passes) < 2 {
            return known(false, depth, Vec::new(), Vec::new());
        }
        let mut legal = self.boards.moves(board, mover);
        self.resize();
        let mut forbidden = legal.clone();
        forbidden.retain(|&to| self.has_been(to) && to != board);
        legal.retain(|&to| !self.has_been(to));
        if !may_pass && legal.is_empty() {
            return known(good, over, Vec::new(), forbidden);
        }
        if depth == 0 {
            let absent = if good { vec![legal[0]] } else { Vec::new() };
            return known(false, 0, absent, Vec::new());
        }
        let slot = slot(mover, passes);
        if let Some(found) = self.lookup(number, board, slot, depth) {
            return Ok(found);
        }
        let wanted = mover == self.questions[number].aim.hero;
        let (mut absent, mut present) = (Vec::new(), Vec::new());
        let mut bound = if wanted { EVER } else { 0 };
        let mut served = None;
        // First what the table knows, then the rest.
        let mut moves = self.ordered(number, (board, mover), slot, &legal);
        'rounds: for search in [false, true] {
            for to in std::mem::take(&mut moves) {
                let here = (board, mover, passes);
                let Some((answer, condition)) =
                    self.after(number, here, to, depth - 1, search, limits)?
                else {
                    moves.push(to);
                    continue;
                };
                let one_more = answer.bound.saturating_add(1);
                if answer.yes == wanted {
                    served = Some((to, one_more, condition));
                    break 'rounds;
                }
                bound = if wanted { bound.min(one_more) } else { bound.max(one_more) };
                self.add(number, &condition, (board, to), (&mut absent, &mut present));
            }
        }
        let yes = match served {
            Some((to, one_more, condition)) => {
                (absent, present) = (Vec::new(), Vec::new());
                self.add(number, &condition, (board, to), (&mut absent, &mut present));
                bound = one_more;
                let back = self.boards.inverse[(board & 7) as usize];
                let hint = if to == PASS { PASS } else { self.boards.image(back, to) };
                self.questions[number].hints[orbit][slot] = hint;
                if to != PASS {
                    absent.push(to);
                    self.questions[number].served[(to >> 3) as usize][mover as usize] += 1;
                }
                wanted
            }
            None => {
                present.extend(forbidden);
                if !may_pass && good == wanted && !legal.iter().any(|to| absent.contains(to)) {
                    absent.push(legal[0]);
                }
                !wanted
            }
        };
        tidy(&mut absent);
        tidy(&mut present);
        let answer = Decision { yes, bound };
        let back = self.boards.inverse[(board & 7) as usize];
        let turned = |boards: &[u32]| {
            let mut turned: Vec<u32> =
                boards.iter().map(|&board| self.boards.image(back, board)).collect();
            turned.sort_unstable();
            turned
        };
        let (kept_absent, kept_present) = (turned(&absent), turned(&present));
        self.questions[number].store((orbit, slot), answer, &kept_absent, &kept_present);
        Ok((answer, Condition::New { absent, present }))
    }
}
