//! A stated game as a ruleset: positions are numbers, and the moves of many positions are
//! requested in one batch, by several threads if allowed.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hashbrown::HashMap;

use super::keys::Keys;
use super::store::{Half, Hasher, Number, Store};
use super::{Expansions, Stated, Statement};
use grundy_base::{Convention, End, Fate, Fault, ParseError, Player, Source, Text};
use grundy_ruleset::{Choose, HeapRules, Lines, Notation, Numbering, OnOption, Outside, Ruleset};

/// The ruleset of a game that is stated outside of this library.
///
/// Results are cached for some thousands of positions. After a fault, positions have no
/// moves, so that computations end soon, and [`Outside::failure`] returns the fault.
#[derive(Clone)]
pub struct StatedRules(Arc<Shared>);

struct Shared {
    name: &'static str,
    statement: Arc<dyn Statement>,
    game: Arc<dyn Stated>,
    start: Number,
    store: RwLock<Store>,
    hasher: Hasher,
    known: Mutex<Known>,
    /// A cache of the last moves whose names were requested.
    named: Mutex<Option<((Number, Player), NamedMoves)>>,
    fault: OnceLock<Fault>,
    /// Positions that are being expanded in the background.
    begun: Mutex<Option<Begun>>,
    /// The present batch size.
    batch: AtomicUsize,
    /// Whether the rules have said for some position whose turn it is.
    says_turns: AtomicBool,
}

/// A position, and the player to move.
type Asked = (Number, Player);

/// The result of expanding positions.
struct ThreadAnswer {
    found: Result<Expansions, Fault>,
    /// The hash of every option.
    halves: Vec<Half>,
    /// Which move leads to every option.
    slots: Vec<u16>,
    /// The time this took.
    time: Duration,
}

impl ThreadAnswer {
    fn fault(fault: Fault) -> ThreadAnswer {
        ThreadAnswer {
            found: Err(fault),
            halves: Vec::new(),
            slots: Vec::new(),
            time: Duration::ZERO,
        }
    }
}

/// Positions that threads are expanding.
struct Begun {
    asked: Vec<Asked>,
    shares: Vec<Share>,
}

/// What one thread expands.
enum Share {
    /// It is at work.
    Begun(JoinHandle<ThreadAnswer>),
    /// There was no other thread for it, as in a browser: its answer.
    Done(ThreadAnswer),
}

/// The least number of positions that is worth a thread.
const FEWEST: usize = 32;

type NamedMoves = Vec<(Option<String>, Number)>;

/// The end of a position, its score, and its range in [`Known::options`].
type Answered = (Option<End>, i64, Range<usize>);

/// The cache of expanded and split positions.
#[derive(Default)]
struct Known {
    /// By position and player to move.
    expanded: HashMap<Asked, Answered>,
    options: Vec<Number>,
    /// Which move leads to each of the options.
    slots: Vec<u16>,
    /// The options read last: those of one position.
    read: Range<usize>,
    /// The range of each position in `parts`.
    parted: HashMap<Number, Range<usize>>,
    parts: Vec<Number>,
}

impl Known {
    /// The capacity in moves; that in positions is an eighth of it.
    const MOST: usize = 1 << 20;

    fn make_room(&mut self) {
        if self.expanded.len() >= Known::MOST / 8 || self.options.len() >= Known::MOST {
            self.expanded.clear();
            self.options.clear();
            self.slots.clear();
            self.read = 0..0;
        }
        if self.parted.len() >= Known::MOST / 8 || self.parts.len() >= Known::MOST {
            self.parted.clear();
            self.parts.clear();
        }
    }
}

impl std::fmt::Debug for StatedRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StatedRules").field("name", &self.0.name).finish_non_exhaustive()
    }
}

/// Locks, ignoring poisoning: the guarded data are consistent between any two statements,
/// so a panic of another thread leaves them valid.
macro_rules! held {
    ($lock:expr) => {
        $lock.unwrap_or_else(std::sync::PoisonError::into_inner)
    };
}

impl StatedRules {
    /// The ruleset of a game, with its name and the statement it comes from.
    #[must_use]
    pub fn new(name: &'static str, statement: Arc<dyn Statement>, game: Box<dyn Stated>) -> Self {
        StatedRules::shared(name, statement, Arc::from(game))
    }

    /// Rules of the same game that have met no position yet, and their number for a position.
    pub(crate) fn apart(&self, position: Number) -> Option<(StatedRules, Number)> {
        let Shared { name, statement, game, .. } = &*self.0;
        let rules = StatedRules::shared(name, statement.clone(), game.clone());
        let position = rules.meet(&self.bytes_of(position))?;
        Some((rules, position))
    }

    fn shared(name: &'static str, statement: Arc<dyn Statement>, game: Arc<dyn Stated>) -> Self {
        let (mut store, hasher) = (Store::new(), Hasher::default());
        let (bytes, fault) = (game.start(), OnceLock::new());
        let turn = game.turn(&bytes).unwrap_or_else(|found| {
            fault.get_or_init(|| found);
            None
        });
        let start =
            store.number(&bytes, hasher.hash(&bytes), turn).expect("an empty store has room");
        StatedRules(Arc::new(Shared {
            name,
            statement,
            game,
            start,
            store: RwLock::new(store),
            hasher,
            known: Mutex::default(),
            named: Mutex::default(),
            fault,
            begun: Mutex::default(),
            batch: AtomicUsize::new(64),
            says_turns: AtomicBool::new(turn.is_some()),
        }))
    }

    /// The starting position.
    #[must_use]
    pub fn first(&self) -> Number {
        self.0.start
    }

    fn game(&self) -> &dyn Stated {
        &*self.0.game
    }

    /// Whether points decide.
    pub(crate) fn counts_points(&self) -> bool {
        self.game().counts_points()
    }

    /// The points of Left, less those of Right, where play is over.
    pub(super) fn score(&self, position: Number, mover: Player) -> i64 {
        let end = self.expanded(position, mover, |end, _, _| end).flatten();
        end.map_or(0, |(_, score)| score)
    }

    /// The positions as integers, if the rules give them.
    pub(super) fn keys(&self) -> Option<Arc<dyn Keys>> {
        if self.failed() {
            return None;
        }
        self.ok(self.game().keys()).flatten()
    }

    /// What the rules say of positions; the positions are not kept.
    pub(super) fn tell(
        &self,
        asked: &[(&[u8], Player)],
        found: &mut Expansions,
    ) -> Result<(), Fault> {
        self.game().expand(asked, found)
    }

    /// The text of a position; the position is not kept.
    pub(super) fn spelled(&self, position: &[u8]) -> String {
        self.game().print(position)
    }

    /// Keeps a fault of the rules.
    pub(super) fn fail(&self, fault: Fault) {
        self.0.fault.get_or_init(|| fault);
    }

    pub(super) fn bytes_of(&self, position: Number) -> Vec<u8> {
        held!(self.0.store.read()).get(position).to_vec()
    }

    /// Whether there was a fault, after which the rules are asked nothing more.
    fn failed(&self) -> bool {
        self.0.fault.get().is_some()
    }

    /// Records a fault; only the first is kept.
    fn ok<T>(&self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.0.fault.get_or_init(|| fault)).ok()
    }

    fn number(
        &self,
        bytes: &[u8],
        half: Half,
        turn: Option<Player>,
        store: &mut Store,
    ) -> Option<Number> {
        if turn.is_some() {
            self.0.says_turns.store(true, Ordering::Relaxed);
        }
        let full = || Fault::new("the game has more positions than numbers of 32 bits count");
        self.ok(store.number(bytes, half, turn).ok_or_else(full))
    }

    /// The number of a position that does not come from [`expanded`](Self::expanded).
    pub(super) fn meet(&self, bytes: &[u8]) -> Option<Number> {
        let half = self.0.hasher.hash(bytes);
        if let Some(known) = held!(self.0.store.read()).find(bytes, half) {
            return Some(known);
        }
        if self.failed() {
            return None;
        }
        let turn = self.ok(self.game().turn(bytes))?;
        self.number(bytes, half, turn, &mut held!(self.0.store.write()))
    }

    /// The player for whom results are cached: in an impartial game always Left, and moves and ends
    /// are requested for Left.
    fn role(&self, mover: Player) -> Player {
        if self.impartial() { Player::Left } else { mover }
    }

    /// Expands positions and caches the results; returns the longest time of a thread.
    fn learn(&self, asked: Vec<Asked>, threads: usize) -> Duration {
        if self.failed() {
            return Duration::ZERO;
        }
        if threads == 1 || asked.len() <= FEWEST || self.game().serial() {
            let answer = self.ask(&asked);
            return self.remember(&asked, vec![answer]);
        }
        self.finish(self.begin(asked, threads))
    }

    /// Expands positions.
    fn ask(&self, asked: &[Asked]) -> ThreadAnswer {
        let start = Instant::now();
        // Copied, so that other threads can add positions meanwhile.
        let (mut bytes, mut ends) = (Vec::new(), Vec::with_capacity(asked.len()));
        {
            let store = held!(self.0.store.read());
            for &(position, _) in asked {
                bytes.extend_from_slice(store.get(position));
                ends.push(bytes.len());
            }
        }
        let mut from = 0;
        let part = |(&until, &(_, mover)): (&usize, &Asked)| {
            let part = &bytes[from..until];
            from = until;
            (part, mover)
        };
        let positions: Vec<(&[u8], Player)> = ends.iter().zip(asked).map(part).collect();
        let mut found = Expansions::default();
        let found = self.game().expand(&positions, &mut found).map(|()| found);
        let options = found.iter().flat_map(Expansions::positions).flat_map(|(_, options)| options);
        let halves = options.map(|(option, _)| self.0.hasher.hash(option)).collect();
        let mut slots = found.as_ref().map_or(Vec::new(), |found| found.slots().to_vec());
        if slots.contains(&0) {
            let all = found.iter().flat_map(Expansions::positions).zip(&positions);
            let changes = all.flat_map(|((_, options), (position, _))| {
                options.map(|(option, _)| change(position, option))
            });
            slots
                .iter_mut()
                .zip(changes)
                .filter(|(slot, _)| **slot == 0)
                .for_each(|(slot, change)| *slot = change);
        }
        ThreadAnswer { found, halves, slots, time: start.elapsed() }
    }

    /// Starts threads that expand positions.
    fn begin(&self, asked: Vec<Asked>, threads: usize) -> Begun {
        let threads = threads.clamp(1, asked.len().div_ceil(FEWEST).max(1));
        let shares = asked.chunks(asked.len().div_ceil(threads).max(1));
        let begin = |share: &[Asked]| {
            let (rules, own) = (self.clone(), share.to_vec());
            match std::thread::Builder::new().spawn(move || rules.ask(&own)) {
                Ok(thread) => Share::Begun(thread),
                Err(_) => Share::Done(self.ask(share)),
            }
        };
        let shares = shares.map(begin).collect();
        Begun { asked, shares }
    }

    /// Waits for the threads, and caches their results.
    fn finish(&self, Begun { asked, shares }: Begun) -> Duration {
        let panicked =
            |_| ThreadAnswer::fault(Fault::new("a thread that read the rules has panicked"));
        let answers = shares.into_iter().map(|share| match share {
            Share::Begun(thread) => thread.join().unwrap_or_else(panicked),
            Share::Done(answer) => answer,
        });
        self.remember(&asked, answers.collect())
    }

    fn remember(&self, asked: &[Asked], answers: Vec<ThreadAnswer>) -> Duration {
        /// Prefetch distances: how many options ahead each lookup of an option is prefetched.
        const SLOT: usize = 24;
        const END: usize = 16;
        const BYTES: usize = 8;
        let longest = answers.iter().map(|answer| answer.time).max().unwrap_or_default();
        let mut store = held!(self.0.store.write());
        let mut known = held!(self.0.known.lock());
        let mut asked = asked.iter();
        for ThreadAnswer { found, halves, slots, .. } in answers {
            // The fault of the earliest position counts, so that it does not depend on timing.
            let Some(found) = self.ok(found) else { return longest };
            let mut place = 0;
            let positions = found.positions().zip(found.scores());
            for (((end, options), score), &asked) in positions.zip(asked.by_ref()) {
                let from = known.options.len();
                for (option, turn) in options {
                    let half = |ahead: usize| halves.get(place + ahead);
                    half(SLOT).inspect(|&&half| store.ask_for_slot(half));
                    half(END).inspect(|&&half| store.ask_for_end(half));
                    half(BYTES).inspect(|&&half| store.ask_for_bytes(half));
                    let number = self.number(option, halves[place], turn, &mut store);
                    let Some(number) = number else { return longest };
                    known.options.push(number);
                    known.slots.push(slots[place]);
                    place += 1;
                }
                let until = known.options.len();
                known.expanded.insert(asked, (end, score, from..until));
            }
        }
        longest
    }

    /// The named moves of a player in a position where play is not over.
    pub(super) fn named_moves(&self, position: Number, player: Player) -> NamedMoves {
        if self.failed() {
            return NamedMoves::new();
        }
        let moves = self.ok(self.game().moves(&self.bytes_of(position), player));
        let moves = moves.into_iter().flatten();
        moves.filter_map(|(name, option)| Some((name, self.meet(&option)?))).collect()
    }

    /// The cached expansion of a position, computed if needed; none after a fault.
    fn expanded<T>(
        &self,
        position: Number,
        mover: Player,
        read: impl Fn(Option<(End, i64)>, &[Number], &[u16]) -> T,
    ) -> Option<T> {
        let asked = (position, self.role(mover));
        let look = |known: MutexGuard<'_, Known>| {
            let (end, score, options) = known.expanded.get(&asked)?.clone();
            let end = end.map(|end| (end, score));
            Some(read(end, &known.options[options.clone()], &known.slots[options]))
        };
        if let Some(found) = look(held!(self.0.known.lock())) {
            return Some(found);
        }
        // Other positions may fail as well, and each may take its time.
        if self.failed() {
            return None;
        }
        held!(self.0.known.lock()).make_room();
        let together = self.with_siblings(asked);
        let answer = self.ask(&together);
        match answer.found.is_err() && together.len() > 1 {
            // The fault may be that of a position which was expanded ahead.
            true => self.learn(vec![asked], 1),
            false => self.remember(&together, vec![answer]),
        };
        look(held!(self.0.known.lock()))
    }

    /// A position, and others after moves from the same one that are likely to be asked for next:
    /// no more than the game expands about as fast as one.
    fn with_siblings(&self, asked: Asked) -> Vec<Asked> {
        let mut all = vec![asked];
        let known = held!(self.0.known.lock());
        let siblings = &known.options[known.read.clone()];
        let room = self.game().together() / siblings.len().max(1);
        if room > 1 && self.0.fault.get().is_none() && siblings.contains(&asked.0) {
            let store = held!(self.0.store.read());
            let sibling = |&number: &Number| {
                let mover = store.turn(number).map_or(asked.1, |turn| self.role(turn));
                (number, mover)
            };
            let unknown = |other: &Asked| *other != asked && !known.expanded.contains_key(other);
            all.extend(siblings.iter().map(sibling).filter(unknown).take(room - 1));
        }
        all
    }

    fn parts(&self, position: Number) -> Option<Vec<Number>> {
        let look = |known: MutexGuard<'_, Known>| {
            Some(known.parts[known.parted.get(&position)?.clone()].to_vec())
        };
        if let Some(found) = look(held!(self.0.known.lock())) {
            return Some(found);
        }
        if self.failed() {
            return None;
        }
        let bytes = self.bytes_of(position);
        let found = self.ok(self.game().components(&bytes))?;
        let parts: Vec<Number> = found.iter().map(|part| self.meet(part)).collect::<Option<_>>()?;
        let mut known = held!(self.0.known.lock());
        known.make_room();
        let from = known.parts.len();
        known.parts.extend(&parts);
        let until = known.parts.len();
        known.parted.insert(position, from..until);
        Some(parts)
    }
}

/// A number for the change of a position: where a move changes the same bytes in every
/// position, the same for the same move.
fn change(before: &[u8], after: &[u8]) -> u16 {
    let mixed =
        before.iter().zip(after).enumerate().fold(0u64, |all, (place, (a, b))| match a ^ b {
            0 => all,
            changed => {
                let word = (place as u64) << 8 | u64::from(changed);
                (all ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            }
        });
    (mixed >> 48) as u16
}

/// Lines of play; their faults become those of the rules.
struct Watched<'a> {
    rules: &'a StatedRules,
    lines: Box<dyn Lines + 'a>,
}

impl Lines for Watched<'_> {
    fn advance(&mut self, choose: &mut Choose<'_>) -> Result<bool, Fault> {
        self.lines.advance(choose).inspect_err(|fault| {
            self.rules.0.fault.get_or_init(|| fault.clone());
        })
    }

    fn result(&self, line: usize) -> Option<Fate> {
        self.lines.result(line)
    }
}

impl Ruleset for StatedRules {
    type Position = Number;

    fn impartial(&self) -> bool {
        self.game().impartial()
    }

    fn has_ends(&self) -> bool {
        self.game().has_ends()
    }

    /// That is unknown before play.
    fn loopy(&self) -> bool {
        true
    }

    fn convention(&self) -> Convention {
        self.game().convention()
    }

    fn options(&self, &position: &Number, player: Player) -> impl Iterator<Item = Number> {
        let options = self.expanded(position, player, |_, options, _| options.to_vec());
        let asked = (position, self.role(player));
        let mut known = held!(self.0.known.lock());
        known.read = known.expanded.get(&asked).map_or(0..0, |(.., options)| options.clone());
        options.unwrap_or_default().into_iter()
    }

    fn end(&self, &position: &Number, mover: Player) -> Option<End> {
        let end = self.expanded(position, mover, |end, _, _| end).flatten();
        match end.map(|(end, _)| end) {
            Some(End::Won(winner)) if self.role(mover) != mover => {
                Some(End::Won(winner.opponent()))
            }
            end => end,
        }
    }

    fn turn(&self, &position: &Number) -> Option<Player> {
        // Called for every move, and most games never say whose turn it is.
        if !self.0.says_turns.load(Ordering::Relaxed) {
            return None;
        }
        held!(self.0.store.read()).turn(position)
    }

    fn components(&self, position: Number) -> impl Iterator<Item = Number> {
        let parts = self.splits().then(|| self.parts(position)).flatten();
        parts.unwrap_or_else(|| vec![position]).into_iter()
    }

    fn splits(&self) -> bool {
        self.game().splits()
    }

    fn negative(&self, &position: &Number) -> Option<Number> {
        if self.failed() {
            return None;
        }
        let negative = self.ok(self.game().negative(&self.bytes_of(position)))??;
        self.meet(&negative)
    }

    fn bytes(&self, &position: &Number) -> usize {
        let held = held!(self.0.store.read()).get(position).len();
        size_of::<Number>() + Store::OVERHEAD + held
    }

    fn numbering(&self) -> Option<Numbering<Number>> {
        Some(Numbering { count: 0, number: |number| number.index() })
    }

    fn outside(&self) -> Option<&dyn Outside<Number>> {
        Some(self)
    }
}

impl Outside<Number> for StatedRules {
    fn failure(&self) -> Option<Fault> {
        self.0.fault.get().cloned()
    }

    fn batch(&self) -> usize {
        self.0.batch.load(Ordering::Relaxed)
    }

    fn foresee(&self, next: &[(Number, Player)], later: &[(Number, Player)], threads: usize) {
        /// The intended time of a batch; limits are checked between batches.
        const WANTED: Duration = Duration::from_millis(20);
        const MOST: usize = 1 << 14;
        held!(self.0.known.lock()).make_room();
        let begun = held!(self.0.begun.lock()).take();
        let before = begun.map_or(Duration::ZERO, |begun| self.finish(begun));
        let unknown = |positions: &[(Number, Player)]| -> Vec<Asked> {
            let known = held!(self.0.known.lock());
            let asked = positions.iter().map(|&(position, mover)| (position, self.role(mover)));
            asked.filter(|asked| !known.expanded.contains_key(asked)).collect()
        };
        let time = before + self.learn(unknown(next), threads);
        // A small batch says little of larger ones.
        let (full, later) = (2 * (next.len() + later.len()) >= self.batch(), unknown(later));
        if !later.is_empty() && self.0.fault.get().is_none() && !self.game().serial() {
            // Begun with the threads of this batch: the caller soon waits for these.
            *held!(self.0.begun.lock()) = Some(self.begin(later, threads));
        }
        let batch = match time {
            short if full && short < WANTED => (2 * self.batch()).min(MOST),
            long if long > 2 * WANTED => (self.batch() / 2).max(1),
            _ => return,
        };
        self.0.batch.store(batch, Ordering::Relaxed);
    }

    fn slots(&self, &position: &Number, mover: Player) -> Vec<u16> {
        self.expanded(position, mover, |_, _, slots| slots.to_vec()).unwrap_or_default()
    }

    fn lines<'a>(&'a self, from: &[(Number, Player)]) -> Option<Box<dyn Lines + 'a>> {
        let bytes: Vec<Vec<u8>> =
            from.iter().map(|&(position, _)| self.bytes_of(position)).collect();
        let movers = from.iter().map(|&(_, mover)| self.role(mover));
        let from: Vec<(&[u8], Player)> = bytes.iter().map(Vec::as_slice).zip(movers).collect();
        let lines = self.game().lines(&from)?;
        Some(Box::new(Watched { rules: self, lines }))
    }

    fn held(&self) -> u64 {
        held!(self.0.store.read()).held()
    }
}

impl Notation for StatedRules {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn players(&self) -> Option<[String; 2]> {
        self.0.statement.players()
    }

    fn parameters(&self) -> String {
        self.game().parameters()
    }

    fn start(&self) -> Option<Number> {
        Some(self.0.start)
    }

    fn source(&self) -> Option<&Source> {
        Some(self.0.statement.source())
    }

    /// The position comes after a `;` also if there are no parameters: text without a `;` is
    /// read as parameters.
    fn spell(&self, &position: &Number) -> String {
        let (name, parameters) = (self.0.name, self.parameters());
        match (parameters.is_empty(), position == self.0.start) {
            (true, true) => name.to_string(),
            (false, true) => format!("{name}({parameters})"),
            _ => {
                format!("{name}({parameters}; {})", self.print(&position)).replacen("(; ", "(;", 1)
            }
        }
    }

    fn print(&self, &position: &Number) -> String {
        self.game().print(&self.bytes_of(position))
    }

    fn read(&self, text: Text<'_>) -> Result<Number, ParseError> {
        let bytes = self.game().read(text)?;
        let failed =
            || Outside::failure(self).unwrap_or_else(|| Fault::new("the rules have failed"));
        self.meet(&bytes).ok_or_else(|| failed().into())
    }

    fn draw(&self, &position: &Number) -> String {
        let bytes = self.bytes_of(position);
        if self.failed() {
            return self.game().print(&bytes);
        }
        self.ok(self.game().draw(&bytes)).unwrap_or_else(|| self.game().print(&bytes))
    }

    fn move_name(&self, &from: &Number, to: &Number, player: Player) -> String {
        let mut named = held!(self.0.named.lock());
        if named.as_ref().is_none_or(|(asked, _)| *asked != (from, player)) {
            *named = Some(((from, player), self.named_moves(from, player)));
        }
        let moves = named.iter().flat_map(|(_, moves)| moves);
        let name = moves.filter(|(_, option)| option == to).find_map(|(name, _)| name.clone());
        name.unwrap_or_else(|| self.print(to))
    }

    fn heaps(&self) -> Option<&dyn HeapRules> {
        self.game().heaps(&self.bytes_of(self.0.start)).map(|_| self as &dyn HeapRules)
    }

    fn heap_sizes(&self, &position: &Number) -> Vec<u64> {
        self.game().heaps(&self.bytes_of(position)).unwrap_or_default()
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<Number> {
        self.meet(&self.game().with_heaps(sizes)?)
    }
}

impl HeapRules for StatedRules {
    fn failure(&self) -> Option<Fault> {
        Outside::failure(self)
    }

    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        let Some(heap) = self.with_heap_sizes(&[size]) else { return ControlFlow::Continue(()) };
        self.options(&heap, Player::Left).try_for_each(|to| {
            let left = self.heap_sizes(&to);
            if let Some(part) = left.iter().find(|&&part| part >= size) {
                self.fail(
                    Fault::new(format!("a move from a heap of {size} leaves a heap of {part}"))
                        .in_position(self.spelled(&self.bytes_of(heap)))
                        .with_help(
                            "a move makes its heap smaller; without `heaps`, play may come back",
                        ),
                );
                return ControlFlow::Break(());
            }
            option(&left)
        })
    }
}
