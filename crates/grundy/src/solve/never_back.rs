//! Who wins where no move may lead back to an earlier board, by a search that never
//! lists positions, which are boards with their whole past.
//!
//! A question is whether one player, the *hero*, can force a win, or at least a tie,
//! within so many moves: a game that ends, with a failure of the hero, after those
//! moves. Deepening one by one gives remoteness and good moves to try first.
//!
//! What is found is kept under the board, the mover and the passes, as a *claim*: an
//! answer with two sets of boards, none of which (`absent`), and all of which
//! (`present`), must be among the earlier boards H, B itself being one of them. By
//! induction over the proof a claim holds for every H that meets its condition:
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

use hashbrown::HashMap;

use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{End, Verdict};
use crate::player::Player;
use crate::ruleset::NeverBack;

/// "No", whatever the number of moves.
const EVER: u16 = u16::MAX;
/// No number of a board, of a claim, or of a list.
const NONE: u32 = u32::MAX;
/// Instead of a board: a pass.
const PASS: u32 = u32::MAX - 1;
/// A board's claims, hints and lists: by mover and by passes just made.
const SLOTS: usize = 4;

/// A board with its past, and what to ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past<B> {
    /// The board.
    pub board: B,
    /// Boards that there were before.
    pub earlier: Vec<B>,
    /// Passes in a row just now, at most 2.
    pub passes: u8,
}

/// What `mover` brings about; remoteness of a tie is not counted.
pub struct Search<'g, G: NeverBack> {
    boards: Boards<'g, G>,
    /// For each orbit, which of its boards there have been; and all of them in order.
    been: Vec<u8>,
    path: Vec<u32>,
    questions: [Question; 4],
    looked_at: usize,
}

/// Boards by number: eight numbers for each orbit of the symmetries, so that the image
/// of board 8o + i under symmetry g is 8o + `product[g][i]`, or the first number of the
/// same board.
struct Boards<'g, G: NeverBack> {
    game: &'g G,
    symmetries: Vec<Vec<usize>>,
    /// First the second, then the first.
    product: Vec<Vec<u8>>,
    inverse: Vec<u8>,
    numbers: HashMap<G::Board, u32>,
    orbits: Vec<Orbit<G::Board>>,
    /// Lists of boards that moves lead to, each after its length.
    lists: Vec<u32>,
}

struct Orbit<B> {
    board: B,
    /// The first symmetry with the same image.
    first: [u8; 8],
    end: End,
    /// Where the moves of Left and of Right are listed.
    moves: [u32; 2],
}

/// Who is to succeed, and with what; and what is known of that.
struct Question {
    hero: Player,
    tie_is_enough: bool,
    heads: Vec<[u32; SLOTS]>,
    /// The move that served last.
    hints: Vec<[u32; SLOTS]>,
    /// How often a move to a board of this orbit has served each player.
    served: Vec<[u32; 2]>,
    claims: Vec<Claim>,
    /// The boards of claims: absent ones, then present ones, each in rising order.
    sets: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Claim {
    next: u32,
    absent: u32,
    present: u32,
    bound: u16,
    yes: bool,
    at: usize,
}

impl Claim {
    fn serves(&self, depth: u16) -> bool {
        if self.yes { self.bound <= depth } else { self.bound >= depth }
    }
}

/// An answer: within how many moves "yes" holds, or up to how many "no" does.
#[derive(Clone, Copy)]
struct Answer {
    yes: bool,
    bound: u16,
}

/// The condition of an answer, in any order: as it was found, or a claim of the table
/// under a symmetry.
enum Condition {
    New { absent: Vec<u32>, present: Vec<u32> },
    Known { claim: u32, back: u8 },
}

type Found = (Answer, Condition);

fn tidy(boards: &mut Vec<u32>) {
    boards.sort_unstable();
    boards.dedup();
}

fn is_subset(few: &[u32], many: &[u32]) -> bool {
    few.len() <= many.len() && few.iter().all(|board| many.binary_search(board).is_ok())
}

impl<'g, G: NeverBack> Boards<'g, G> {
    fn new(game: &'g G) -> Self {
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
    fn number(&mut self, board: G::Board) -> u32 {
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
        let end = self.game.count(board);
        self.orbits.push(Orbit { board, first, end, moves: [NONE; 2] });
        8 * orbit
    }

    fn image(&self, symmetry: u8, board: u32) -> u32 {
        let turned = self.product[symmetry as usize][(board & 7) as usize];
        board & !7 | u32::from(self.orbits[(board >> 3) as usize].first[turned as usize])
    }

    /// The boards after a move of a player, each once.
    fn moves(&mut self, board: u32, player: Player) -> Vec<u32> {
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

    fn bytes(&self) -> usize {
        let entry = size_of::<(G::Board, u32)>() + 1;
        self.orbits.capacity() * size_of::<Orbit<G::Board>>()
            + 2 * self.numbers.len() * entry
            + 4 * self.lists.capacity()
    }
}

impl Question {
    fn new(hero: Player, tie_is_enough: bool) -> Self {
        let (heads, hints, served) = (Vec::new(), Vec::new(), Vec::new());
        Question { hero, tie_is_enough, heads, hints, served, claims: Vec::new(), sets: Vec::new() }
    }

    fn resize(&mut self, orbits: usize) {
        self.heads.resize(orbits, [NONE; SLOTS]);
        self.hints.resize(orbits, [NONE; SLOTS]);
        self.served.resize(orbits, [0; 2]);
    }

    fn good(&self, end: End) -> bool {
        match end {
            End::Won(player) => player == self.hero,
            End::Tie => self.tie_is_enough,
        }
    }

    fn absent(&self, claim: &Claim) -> &[u32] {
        &self.sets[claim.at..][..claim.absent as usize]
    }

    fn present(&self, claim: &Claim) -> &[u32] {
        &self.sets[claim.at + claim.absent as usize..][..claim.present as usize]
    }

    fn bytes(&self) -> usize {
        self.heads.capacity() * (2 * size_of::<[u32; SLOTS]>() + size_of::<[u32; 2]>())
            + self.claims.capacity() * size_of::<Claim>()
            + self.sets.capacity() * size_of::<u32>()
    }

    /// Keeps a claim; those that it makes superfluous leave.
    fn store(
        &mut self,
        (orbit, slot): (usize, usize),
        answer: Answer,
        absent: &[u32],
        present: &[u32],
    ) {
        let (mut before, mut at) = (NONE, self.heads[orbit][slot]);
        while at != NONE {
            let claim = self.claims[at as usize];
            let weaker =
                if answer.yes { claim.bound >= answer.bound } else { claim.bound <= answer.bound };
            let superfluous = claim.yes == answer.yes
                && weaker
                && is_subset(absent, self.absent(&claim))
                && is_subset(present, self.present(&claim));
            match (superfluous, before) {
                (true, NONE) => self.heads[orbit][slot] = claim.next,
                (true, _) => self.claims[before as usize].next = claim.next,
                (false, _) => before = at,
            }
            at = claim.next;
        }
        self.claims.push(Claim {
            next: self.heads[orbit][slot],
            absent: absent.len() as u32,
            present: present.len() as u32,
            bound: answer.bound,
            yes: answer.yes,
            at: self.sets.len(),
        });
        self.sets.extend_from_slice(absent);
        self.sets.extend_from_slice(present);
        self.heads[orbit][slot] = self.claims.len() as u32 - 1;
    }

    /// Forgets each "no" that speaks of some moves only, which is of little use for
    /// more. To forget is always sound.
    fn forget(&mut self) {
        let claims = std::mem::take(&mut self.claims);
        let sets = std::mem::take(&mut self.sets);
        for head in self.heads.iter_mut().flatten() {
            let mut at = std::mem::replace(head, NONE);
            while at != NONE {
                let claim = claims[at as usize];
                if claim.yes || claim.bound == EVER {
                    let boards = (claim.absent + claim.present) as usize;
                    self.claims.push(Claim { at: self.sets.len(), next: *head, ..claim });
                    self.sets.extend_from_slice(&sets[claim.at..][..boards]);
                    *head = self.claims.len() as u32 - 1;
                }
                at = claim.next;
            }
        }
    }
}

impl<'g, G: NeverBack> Search<'g, G> {
    /// A search that knows nothing yet.
    pub fn new(game: &'g G) -> Self {
        let question = |i: usize| Question::new(Player::BOTH[i / 2], i % 2 == 1);
        Search {
            boards: Boards::new(game),
            been: Vec::new(),
            path: Vec::new(),
            questions: std::array::from_fn(question),
            looked_at: 0,
        }
    }

    /// What `mover` brings about, and how many moves had to be looked at; nothing where
    /// `most` do not decide it. Of ties the remoteness is not counted.
    ///
    /// What was found before, of whatever past, is used.
    pub fn verdict(
        &mut self,
        past: &Past<G::Board>,
        mover: Player,
        most: u16,
        limits: &Limits<'_>,
    ) -> Result<Option<(Verdict, u16)>, Stopped> {
        let boards: Vec<u32> =
            past.earlier.iter().chain([&past.board]).map(|&board| self.number(board)).collect();
        for &board in &boards {
            if !self.has_been(board) {
                self.enter(board);
            }
        }
        let here = (boards[boards.len() - 1], mover, past.passes.min(2));
        let found = self.deepen(here, most, limits);
        while let Some(&board) = self.path.last() {
            self.leave(board);
        }
        found
    }

    fn deepen(
        &mut self,
        (board, mover, passes): (u32, Player, u8),
        most: u16,
        limits: &Limits<'_>,
    ) -> Result<Option<(Verdict, u16)>, Stopped> {
        /// When one question has taken so much of the memory, it forgets.
        const SHARE: u64 = 8;
        let place =
            |hero: Player, tie: bool| 2 * usize::from(hero == Player::Right) + usize::from(tie);
        let mut known: [Option<Answer>; 4] = [None; 4];
        for depth in 0..=most.min(EVER - 1) {
            for hero in Player::BOTH {
                for tie in [false, true] {
                    let number = place(hero, tie);
                    if known[number].is_some() {
                        continue;
                    }
                    if self.questions[number].bytes() as u64 > limits.memory / SHARE {
                        self.questions[number].forget();
                    }
                    let (answer, _) = self.decide(number, (board, mover, passes), depth, limits)?;
                    if answer.yes || answer.bound == EVER {
                        known[number] = Some(answer);
                    }
                }
            }
            let opponent = mover.opponent();
            let yes = |hero, tie| known[place(hero, tie)].is_some_and(|answer| answer.yes);
            let never = |hero, tie| known[place(hero, tie)].is_some_and(|answer| !answer.yes);
            if let Some(Answer { yes: true, bound }) = known[place(mover, false)] {
                return Ok(Some((Verdict::Win(bound.into()), depth)));
            }
            if let Some(Answer { yes: true, bound }) = known[place(opponent, false)] {
                return Ok(Some((Verdict::Loss(bound.into()), depth)));
            }
            let ties = |hero: Player| yes(hero, true) || never(hero.opponent(), false);
            if ties(mover) && ties(opponent) {
                return Ok(Some((Verdict::Draw(None), depth)));
            }
        }
        Ok(None)
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
                    let answer = Answer { yes: claim.yes, bound: claim.bound };
                    return Some((answer, Condition::Known { claim: at, back }));
                }
                before = at;
                at = claim.next;
            }
        }
        None
    }

    /// Adds the condition of what was found after the move from `from` to `to`.
    fn add(
        &self,
        number: usize,
        condition: &Condition,
        (from, to): (u32, u32),
        (absent, present): (&mut Vec<u32>, &mut Vec<u32>),
    ) {
        /// Doubles are left out when there are so many.
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
        let question = &self.questions[number];
        let hint = match question.hints[(board >> 3) as usize][slot] {
            hint @ (NONE | PASS) => hint,
            hint => self.boards.image((board & 7) as u8, hint),
        };
        let merit = |&to: &u32| {
            let orbit = (to >> 3) as usize;
            let ahead = match self.boards.orbits[orbit].end {
                End::Won(player) if player == mover => 0,
                End::Tie => 1,
                End::Won(_) => 2,
            };
            let served = question.served[orbit][mover as usize];
            (to != hint, ahead, std::cmp::Reverse(served), to)
        };
        let mut moves = legal.to_vec();
        moves.sort_by_cached_key(merit);
        if self.boards.game.passes() {
            let place = if hint == PASS { 0 } else { moves.len() };
            moves.insert(place, PASS);
        }
        moves
    }

    /// What follows a move, if the table knows it, or else, where `search` is set, by
    /// looking.
    fn after(
        &mut self,
        number: usize,
        (board, mover, passes): (u32, Player, u8),
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
        let found = if search {
            // A line of play may be as long as there are boards.
            const LEFT: usize = 64 << 10;
            const MORE: usize = 4 << 20;
            let deeper = || self.decide(number, (at, next, passes), depth, limits);
            stacker::maybe_grow(LEFT, MORE, deeper).map(Some)
        } else if passes == 2 {
            Ok(None)
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
        (board, mover, passes): (u32, Player, u8),
        depth: u16,
        limits: &Limits<'_>,
    ) -> Result<Found, Stopped> {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(Limits::STRIDE) {
            self.look(limits)?;
        }
        let orbit = (board >> 3) as usize;
        let good = self.questions[number].good(self.boards.orbits[orbit].end);
        let known = |yes, bound, absent, present| {
            Ok((Answer { yes, bound }, Condition::New { absent, present }))
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
        let wanted = mover == self.questions[number].hero;
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
        let answer = Answer { yes, bound };
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

fn slot(mover: Player, passes: u8) -> usize {
    2 * usize::from(mover == Player::Right) + usize::from(passes)
}
