//! Alpha-beta search some moves ahead, by mobility.
//!
//! Searches one move ahead, then two, and so on (iterative deepening), with null windows after
//! the first move (Reinefeld, *An improvement to the Scout tree search algorithm*, 1983) and a
//! transposition table of fixed size. Moves are tried in the order of their ranks, of what was
//! best before, and of the history of their [slots](Step::slot) (Schaeffer 1989). Where the
//! search ends, a player who has more moves than the other is thought to be better (mobility:
//! Slater, *Statistics for the chess computer and the factor of mobility*, 1950). This needs no
//! knowledge of a game. Results of the rules count more than any mobility. Play that returns
//! to a position of its line counts as a draw.

use super::bounds::Bounds;
use super::table::SLOTS;
use super::thoughts::{Candidate, Check, Searching, Thought};
use super::worker::order;
use grundy_base::{Fate, Stopped};
use grundy_ruleset::{Forward, Step};

/// A win at once; one that takes longer is worth one less for each move.
const WIN: i32 = 30_000;
/// Values from here on are of proved wins.
const WON: i32 = 29_000;
/// Values up to here are of proved losses.
const LOST: i32 = -WON;
/// The value of moves for one player alone.
const MOBILE: f32 = 20_000.0;
/// More than any value.
const INFINITE: i32 = 32_000;
/// Moves that a line has at most: the search calls itself once for each.
const LONGEST: usize = 80;
/// The highest score of a slot.
const MOST_HISTORY: u32 = 4000;
/// Entries of the table at first and at most, of 16 bytes each.
const ENTRIES: (usize, usize) = (1 << 12, 1 << 20);
/// Nodes between two looks at the clock: some rules take a tenth of a millisecond for a node.
const STRIDE: u64 = 8;

/// How a value in the table bounds that of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    AtLeast,
    AtMost,
    Exact,
}

/// What the table says of a node.
#[derive(Clone, Copy)]
struct Entry {
    tag: u64,
    /// For the player to move; wins are counted from the node on.
    value: i16,
    /// The slot of the best move.
    slot: u16,
    /// Moves that were looked ahead.
    depth: u8,
    kind: Kind,
}

const NOTHING: Entry = Entry { tag: 0, value: 0, slot: 0, depth: 0, kind: Kind::Nothing };

/// Why a search ends too soon: the time is up, unless there is another reason.
type Halt = Option<Stopped>;

/// A search that looks one move further ahead each time.
pub(super) struct Deepening<'s, N> {
    forward: &'s dyn Forward<N>,
    moves: Vec<Candidate<N>>,
    bounds: Vec<Bounds>,
    /// The value that the last search found for each move; for moves that were not best, an upper
    /// bound.
    values: Vec<i32>,
    best: usize,
    depth: usize,
    table: Vec<Entry>,
    /// Entries that it may have.
    most: usize,
    history: [Vec<u32>; 2],
    /// The steps of all nodes of the line, each after those of the node before.
    steps: Vec<Step<N>>,
    /// The hashes of the nodes of the line.
    path: Vec<u128>,
    ends: bool,
    /// Whether rules expand many nodes about as fast as one.
    many: bool,
    visited: u64,
}

impl<'s, N: Clone> Deepening<'s, N> {
    /// A search for the best of these moves, with a table of at most `most` bytes.
    pub(super) fn new(
        forward: &'s dyn Forward<N>,
        most: u64,
        moves: &[Candidate<N>],
        bounds: &[Bounds],
    ) -> Self {
        let most = (most / size_of::<Entry>() as u64).clamp(1, ENTRIES.1 as u64) as usize;
        Deepening {
            forward,
            moves: moves.to_vec(),
            bounds: bounds.to_vec(),
            values: vec![0; moves.len()],
            best: 0,
            depth: 0,
            table: vec![NOTHING; most.min(ENTRIES.0)],
            most,
            history: [vec![0; SLOTS], vec![0; SLOTS]],
            steps: Vec::new(),
            path: Vec::new(),
            ends: forward.ends(),
            many: forward.lines(&[]).is_some(),
            visited: 0,
        }
    }

    fn bytes(&self) -> u64 {
        (self.table.len() * size_of::<Entry>()) as u64 + self.forward.held()
    }

    /// Makes the table as large as is of use for the positions visited so far. What it says is
    /// kept.
    fn make_room(&mut self) {
        let entries = (4 * self.table.len()).min(self.most);
        if self.visited < self.table.len() as u64 || entries == self.table.len() {
            return;
        }
        let before = std::mem::replace(&mut self.table, vec![NOTHING; entries]);
        for entry in before.into_iter().filter(|entry| entry.kind != Kind::Nothing) {
            self.table[entry.tag as usize % entries] = entry;
        }
    }

    /// Looks at all moves, `self.depth` moves ahead.
    fn deepen(&mut self, check: &mut Check<'_>) -> Result<(), Halt> {
        let mut numbers: Vec<usize> = (0..self.moves.len()).collect();
        numbers.sort_by_key(|&number| (number != self.best, -self.values[number]));
        let at = Place { left: self.depth - 1, ..Place::default().with(self.moves.len()) };
        let mut best = -INFINITE;
        for number in numbers {
            let value = match self.bounds[number].fate() {
                Some(fate) => WIN * i32::from(fate.value()),
                None => {
                    let Candidate { to, turns, .. } = self.moves[number].clone();
                    self.after((&to, turns), at, (best, INFINITE), best > -INFINITE, check)?
                }
            };
            self.values[number] = value;
            if value > best {
                (best, self.best) = (value, number);
            }
            if value.abs() >= WON {
                let fate = if value > 0 { Fate::Win } else { Fate::Loss };
                self.bounds[number] = Bounds { at_least: fate, at_most: fate };
            }
        }
        Ok(())
    }

    /// The value of a step from the last node of the line: if it is not more than the first
    /// bound, or not less than the second, only that it is at most or at least this. With
    /// `scout`, it is first asked whether it is more than the first bound at all.
    fn after(
        &mut self,
        (node, turns): (&N, bool),
        at: Place,
        (least, most): (i32, i32),
        scout: bool,
        check: &mut Check<'_>,
    ) -> Result<i32, Halt> {
        let mut ask = |least: i32, most: i32| match turns {
            true => Ok(-self.value(node, at.turned(), (-most, -least), check)?),
            false => self.value(node, at, (least, most), check),
        };
        if scout {
            let value = ask(least, least + 1)?;
            if value <= least || value >= most {
                return Ok(value);
            }
        }
        ask(least, most)
    }

    /// The value of a node for the player to move.
    fn value(
        &mut self,
        node: &N,
        at: Place,
        (least, most): (i32, i32),
        check: &mut Check<'_>,
    ) -> Result<i32, Halt> {
        self.visited += 1;
        if self.visited.is_multiple_of(STRIDE) && !check(self.visited, self.bytes())? {
            return Err(None);
        }
        let hash = self.forward.hash(node);
        if !self.ends && self.path.contains(&hash) {
            return Ok(0);
        }
        let made = self.path.len() as i32 + 1;
        let tag = (hash >> 64) as u64;
        let place = tag as usize % self.table.len();
        let known = if self.table[place].tag == tag { self.table[place] } else { NOTHING };
        if let Some(value) = known.answer(at.left, made, (least, most)) {
            return Ok(value);
        }
        let first = self.steps.len();
        let over = self.forward.expand(node, &mut self.steps).map(Fate::value);
        if let Some(value) = over.or_else(|| self.plain(node)) {
            self.steps.truncate(first);
            return Ok(i32::from(value) * (WIN - made));
        }
        let end = self.steps.len();
        let forced = end == first + 1;
        if at.left == 0 && !forced || self.path.len() >= LONGEST {
            self.steps.truncate(first);
            return Ok(at.guess(end - first));
        }
        let history = &self.history[at.side];
        order(&mut self.steps[first..], |step| {
            let slot = usize::from(step.slot) % SLOTS;
            let before = if known.slot != 0 && step.slot == known.slot { MOST_HISTORY } else { 0 };
            i64::from(step.rank) * i64::from(MOST_HISTORY) + i64::from(history[slot] + before)
        });
        if self.many {
            let next: Vec<N> = self.steps[first..].iter().map(|step| step.to.clone()).collect();
            self.forward.foresee(&next);
        }
        self.path.push(hash);
        // A move that is the only one costs nothing.
        let here = Place { left: at.left - usize::from(!forced), ..at.with(end - first) };
        let (mut best, mut slot) = (-INFINITE, 0);
        for number in first..end {
            let step = self.steps[number].clone();
            let window = (best.max(least), most);
            let value = self.after((&step.to, step.turns), here, window, number > first, check)?;
            if value > best {
                (best, slot) = (value, step.slot);
            }
            if best >= most {
                self.learn(at, first, number);
                break;
            }
        }
        self.path.pop();
        self.steps.truncate(first);
        let kind = match best {
            _ if best >= most => Kind::AtLeast,
            _ if best <= least => Kind::AtMost,
            _ => Kind::Exact,
        };
        let value = match best {
            WON.. => best + made,
            ..=LOST => best - made,
            _ => best,
        };
        self.table[place] = Entry { tag, value: value as i16, slot, depth: at.left as u8, kind };
        Ok(best)
    }

    /// What rules of a game's own say of a node: a win, a draw or a loss.
    fn plain(&self, node: &N) -> Option<i8> {
        match self.forward.brings(node, Fate::Win) {
            Some(true) => Some(1),
            wins => match self.forward.brings(node, Fate::Draw) {
                Some(false) => Some(-1),
                draws => (wins == Some(false) && draws == Some(true)).then_some(0),
            },
        }
    }

    /// The step with this number was good enough: steps of its slot are tried earlier from now on,
    /// and the steps tried before it later.
    fn learn(&mut self, at: Place, first: usize, good: usize) {
        let history = &mut self.history[at.side];
        let score = &mut history[usize::from(self.steps[good].slot) % SLOTS];
        *score = (*score + (at.left * at.left) as u32).min(MOST_HISTORY);
        for step in &self.steps[first..good] {
            let score = &mut history[usize::from(step.slot) % SLOTS];
            *score -= *score / 16;
        }
    }
}

/// The place of a search, without the node.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Moves to look ahead.
    left: usize,
    /// 0 if the player to move is the one who is to move at the root.
    side: usize,
    /// How many moves the player to move, and the other player, had when they last moved.
    mobility: [Option<f32>; 2],
}

impl Place {
    /// The same for the other player.
    pub(super) fn turned(self) -> Place {
        let [own, other] = self.mobility;
        Place { side: 1 - self.side, mobility: [other, own], ..self }
    }

    /// The same, where the player to move has `moves` moves.
    pub(super) fn with(self, moves: usize) -> Place {
        Place { mobility: [Some(moves as f32), self.mobility[1]], ..self }
    }

    /// What a position is worth to the player to move, who has `moves` moves. The other player's
    /// moves were counted one move before: moves then and two moves before, when they are known,
    /// are taken together, as in many games there are fewer with each move.
    pub(super) fn guess(self, moves: usize) -> i32 {
        let moves = moves as f32;
        let [own, other] = self.mobility;
        let own = own.map_or(moves, |before| (before + moves) / 2.0);
        other.map_or(0, |other| (MOBILE * (own - other) / (own + other)) as i32)
    }
}

impl Entry {
    /// What it says of the value of a node that is reached by `moves` moves, if that is enough.
    fn answer(self, left: usize, moves: i32, (least, most): (i32, i32)) -> Option<i32> {
        let value = i32::from(self.value);
        let value = match value {
            WON.. => value - moves,
            ..=LOST => value + moves,
            _ => value,
        };
        let deep = usize::from(self.depth) >= left || value.abs() >= WON;
        let enough = match self.kind {
            Kind::Nothing => false,
            Kind::Exact => true,
            Kind::AtLeast => value >= most,
            Kind::AtMost => value <= least,
        };
        (deep && enough).then_some(value)
    }
}

impl<N: Clone> Searching for Deepening<'_, N> {
    fn go_on(&mut self, check: &mut Check<'_>) -> Result<bool, Stopped> {
        self.path.clear();
        self.steps.clear();
        self.make_room();
        self.depth += 1;
        match self.deepen(check) {
            Ok(()) => Ok(self.depth < LONGEST && self.values[self.best].abs() < WON),
            Err(None) => Ok(false),
            Err(Some(stopped)) => Err(stopped),
        }
    }

    fn thought(&self, number: usize) -> Thought {
        // Moves that are not the best are only known not to be better.
        let most = self.values[self.best] - i32::from(number != self.best);
        let value = self.values[number].min(most) as f32 / MOBILE;
        Thought {
            bounds: self.bounds[number],
            score: (0.5 + value / 2.0).clamp(0.0, 1.0),
            lines: 0,
            lasts: None,
        }
    }
}
