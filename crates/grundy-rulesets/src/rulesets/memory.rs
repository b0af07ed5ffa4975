//! A heap with the number of tokens taken last: Fibonacci Nim, Mem and similar games.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::scene::heaps::{Heaps, Manner};
use grundy_ruleset::scene::{Kind, Label, Scene, Token};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// The numbers of tokens that may be taken, depending on the number taken by the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// At most this multiple of the last number (Schwenk, Take-away games, 1970).
    AtMost(u64),
    /// At least the last number (Mem).
    AtLeast,
    /// Any number but the last one (short local nim, or Mnem).
    Different,
}

/// One heap, and the number of tokens taken last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Remembered {
    heap: u64,
    /// The number of tokens taken last; none before the first move.
    last: Option<u64>,
}

impl InWords for Remembered {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        Words([self.heap, self.last.is_some().into(), self.last.unwrap_or_default()])
    }

    fn from_words(&Words([heap, is_some, last]): &Words<3>) -> Remembered {
        Remembered { heap, last: (is_some != 0).then_some(last) }
    }
}

/// Fibonacci Nim, which has a name of its own.
const FIBONACCI: Memory = Memory::AtMost(2);
const FROM_THE_END: Manner = Manner::End { splits: false };
/// The largest heap. The number of moves in a heap is the number of its tokens.
const LARGEST: u64 = 1_000_000;

impl Memory {
    fn allows(self, Remembered { heap, last }: Remembered, take: u64) -> bool {
        match (self, last) {
            // The first move must not take the whole heap, as in Fibonacci Nim.
            (Memory::AtMost(_), None) => take < heap,
            (_, None) => true,
            (Memory::AtMost(times), Some(last)) => take <= last.saturating_mul(times),
            (Memory::AtLeast, Some(last)) => take >= last,
            (Memory::Different, Some(last)) => take != last,
        }
    }

    const fn words(self) -> Option<&'static str> {
        match self {
            Memory::AtMost(_) => None,
            Memory::AtLeast => Some("at least"),
            Memory::Different => Some("different"),
        }
    }

    fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.as_str().split_whitespace().collect();
        match words.as_slice() {
            ["at", "least"] => Ok(Memory::AtLeast),
            ["different"] => Ok(Memory::Different),
            ["times", times] => {
                let place = text.as_str().len() - times.len();
                let times = text.slice(place..place + times.len());
                match times.number("how many times as many")? {
                    0 => Err(times.expected("at least 1")),
                    number => Ok(Memory::AtMost(number)),
                }
            }
            _ => Err(text.expected("'times N', 'at least' or 'different'")),
        }
    }
}

/// The terms up to `heap` of the sequence for a take-away game in which a player may take at most
/// `times` as many tokens as the last move took: 1, 2, 3, 5, 8, … for 2. The next term is the sum
/// of the last term and the least term t for which t times `times` is not below the last term.
fn terms(times: u64, heap: u64) -> Vec<u64> {
    let mut terms = vec![1u64];
    let (mut from, mut last) = (0, 1u64);
    loop {
        while terms[from].saturating_mul(times) < last {
            from += 1;
        }
        last = match last.checked_add(terms[from]) {
            Some(next) if next <= heap => next,
            _ => return terms,
        };
        terms.push(last);
    }
}

/// The least part of `heap` when it is written as a sum of terms, taking the greatest possible term
/// each time (Zeckendorf).
fn least_part(terms: &[u64], mut heap: u64) -> u64 {
    loop {
        let place = terms.partition_point(|&term| term <= heap);
        match place.checked_sub(1).map(|place| terms[place]) {
            Some(term) if term < heap => heap -= term,
            _ => return heap,
        }
    }
}

/// Whether the player to move wins if at most `most` tokens may be taken.
fn wins(terms: &[u64], heap: u64, most: u64) -> bool {
    heap > 0 && least_part(terms, heap) <= most
}

impl Ruleset for Memory {
    type Position = Remembered;

    /// A player who can take the least part wins by taking it (Whinihan, Fibonacci Nim, 1963; for
    /// other multiples Schwenk 1970).
    fn theorem(
        &self,
        &Remembered { heap, last }: &Remembered,
        _: Player,
        convention: Convention,
    ) -> Option<Theorem<Remembered>> {
        /// The greatest number of moves that are gone through.
        const MANY: u64 = 1 << 14;
        let (&Memory::AtMost(times), Convention::Normal) = (self, convention) else { return None };
        let most = match last {
            None => heap.saturating_sub(1),
            Some(last) => heap.min(last.saturating_mul(times)),
        };
        let after = |take: u64| Remembered { heap: heap - take, last: Some(take) };
        let terms = terms(times, heap);
        let won = wins(&terms, heap, most);
        let mut best = Vec::new();
        if won {
            let part = least_part(&terms, heap);
            let keeps = |take: &u64| {
                *take != part && !wins(&terms, heap - take, take.saturating_mul(times))
            };
            best.push(after(part));
            best.extend((1..=most.min(MANY)).filter(keeps).map(after));
        }
        let fate = if won { Fate::Win } else { Fate::Loss };
        let source = match times {
            2 => "M. J. Whinihan, Fibonacci Nim, 1963",
            _ => "Allen J. Schwenk, Take-away games, 1970",
        };
        Some(Theorem { fate, best, complete: won && most <= MANY, source })
    }

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &at: &Remembered, _: Player) -> impl Iterator<Item = Remembered> {
        let Remembered { heap, last } = at;
        let takes = match (*self, last) {
            (Memory::AtMost(times), Some(last)) => 1..=heap.min(last.saturating_mul(times)),
            (Memory::AtLeast, Some(last)) => last.max(1)..=heap,
            _ => 1..=heap,
        };
        takes
            .filter(move |&take| self.allows(at, take))
            .map(move |take| Remembered { heap: heap - take, last: Some(take) })
    }

    fn splits(&self) -> bool {
        false
    }

    fn negative(&self, at: &Remembered) -> Option<Remembered> {
        Some(*at)
    }
}

impl Notation for Memory {
    fn name(&self) -> &'static str {
        if *self == FIBONACCI { fibonacci_nim().name } else { entry().name }
    }

    fn parameters(&self) -> String {
        match (self, self.words()) {
            (&FIBONACCI, _) => String::new(),
            (Memory::AtMost(times), _) => format!("times {times}"),
            (_, words) => words.unwrap_or_default().to_string(),
        }
    }

    /// The heap, and the number taken last.
    fn print(&self, at: &Remembered) -> String {
        match at.last {
            Some(last) => format!("{}, {last}", at.heap),
            None => at.heap.to_string(),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Remembered, ParseError> {
        if text.is_empty() {
            return Ok(Remembered::default());
        }
        let (heap, last) = match text.split_once(",") {
            Some((heap, last)) => (heap, Some(last.number("what was taken last")?)),
            None => (text, None),
        };
        match heap.number("heap size")? {
            size if size > LARGEST => Err(heap.expected(format!("a heap of at most {LARGEST}"))),
            heap => Ok(Remembered { heap, last }),
        }
    }

    fn draw(&self, at: &Remembered) -> String {
        let heap = heaps::draw(&[at.heap]);
        match at.last {
            Some(last) => format!("{heap}\ntaken last: {last}"),
            None => heap,
        }
    }

    /// The heap as a row, and below it the number taken last.
    fn scene(&self, at: &Remembered) -> Scene {
        let mut scene = Heaps::new(&[at.heap], FROM_THE_END).scene();
        if let Some(last) = at.last {
            let label = Label::new(format!("− {last}"), [0.0, 0.0], Kind::Sign);
            let [width, height] = scene.size;
            scene.size = [width.max(label.width()), height + 0.7];
            scene.labels.push(Label { at: [label.width() / 2.0, height + 0.35], ..label });
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Remembered, to: &Remembered, _: Player) -> Vec<Token> {
        Heaps::new(&[from.heap], FROM_THE_END).tokens(&[from.heap], &[to.heap])
    }

    /// The number of tokens taken.
    fn move_name(&self, from: &Remembered, to: &Remembered, _: Player) -> String {
        format!("take {}", from.heap - to.heap)
    }
}

/// Take-away games with a memory in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "take-with-memory",
        aliases: &["take-away-with-memory"],
        family: Family::Heaps,
        title: "Taking with a memory",
        about: "Take tokens from a heap; what was taken last says how many you may take: at most so \
                many times as many, at least as many, or any other number. Fibonacci Nim and Mem are \
                of this kind.",
        rules: "A move takes tokens from the heap, at least one, and what was taken last says how \
                many: with `times N` at most N times as many (N = 2 is Fibonacci Nim), with `at \
                least` no fewer (Mem), with `different` any other number (Mnem). Where nothing was \
                taken before, any number may be taken, but with `times N` not the whole heap. The \
                player who cannot move loses. A position is the heap, and what was taken last, which \
                may be left out. A heap has at most 1000000 tokens.",
        notation: "take-with-memory(times N; HEAP, TAKEN) or take-with-memory(at least; HEAP, TAKEN) \
                   or take-with-memory(different; HEAP, TAKEN)",
        examples: &[
            "take-with-memory(times 3; 21)",
            "take-with-memory(at least; 12)",
            "take-with-memory(different; 10, 3)",
        ],
        source: "Allen J. Schwenk, Take-away games, Fibonacci Quarterly 8, 1970; Winning Ways for \
                 your Mathematical Plays, chapter 15; game.heap.GenMem of CGSuite 2",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.parameters_and_position()?;
            let rules = Memory::parse(parameters)?;
            let at = rules.read(position)?;
            Ok(arguments.game_in_words(rules, at))
        },
    }
}

/// Fibonacci Nim in the catalogue.
pub const fn fibonacci_nim() -> Entry {
    Entry {
        name: "fibonacci-nim",
        aliases: &[],
        family: Family::Heaps,
        title: "Fibonacci Nim",
        about: "Take tokens from a heap, at most twice as many as were taken last, and at the start \
                not all; whoever takes the last one wins. The second player wins just where the heap \
                is a Fibonacci number.",
        rules: "A move takes tokens from the heap, at least one and at most twice as many as were \
                taken last; the first move must not take the whole heap. The player who takes the \
                last token wins. The second player wins if the heap is a Fibonacci number: any \
                other is the sum of Fibonacci numbers no two of which follow each other, and the \
                first player takes the least of them. A position is the heap, and what was taken \
                last, which may be left out. A heap has at most 1000000 tokens.",
        notation: "fibonacci-nim(HEAP) or fibonacci-nim(HEAP, TAKEN)",
        examples: &["fibonacci-nim(12)", "fibonacci-nim(21)", "fibonacci-nim(10, 3)"],
        source: "Michael J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1, 1963",
        parse: &|arguments: &Arguments<'_>| {
            let rules = FIBONACCI;
            let at = rules.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(rules, at))
        },
    }
}
