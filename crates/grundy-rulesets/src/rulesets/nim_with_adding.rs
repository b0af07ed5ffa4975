//! Nim in which tokens may also be added.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Of;
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::heaps::{Heaps as Rows, Manner};
use grundy_ruleset::scene::{Kind, Label, Scene, Token};
use grundy_ruleset::{Notation, Ruleset};

/// Nim with moves that add tokens to a heap, up to `max` tokens in a heap.
#[derive(Clone, Copy, Debug)]
pub struct NimWithAdding {
    max: u64,
}

/// The heaps, and the number of additions left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    heaps: Heaps,
    /// The number of additions left; none if there is no limit, so that play can be infinite.
    times: Option<u32>,
}

impl Ruleset for NimWithAdding {
    type Position = Table;

    fn impartial(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, table: &Table, _: Player) -> impl Iterator<Item = Table> {
        let Table { ref heaps, times } = *table;
        let max = self.max;
        heaps.iter().enumerate().flat_map(move |(i, &size)| {
            let heap = move |size, times| {
                let mut heaps = heaps.clone();
                heaps[i] = size;
                Table { heaps, times }
            };
            // Tokens cannot be added to an empty heap; otherwise play would never end.
            let add = if size == 0 || times == Some(0) { 0 } else { max - size };
            let fewer = times.map(|times| times.saturating_sub(1));
            let taken = (0..size).map(move |left| heap(left, times));
            taken.chain((1..=add).map(move |more| heap(size + more, fewer)))
        })
    }

    fn components(&self, table: Table) -> impl Iterator<Item = Table> {
        let Table { mut heaps, times } = table;
        let parts: Vec<Heaps> = match times {
            // All heaps share the additions left, so they do not split.
            Some(1..) => {
                heaps.retain(|size| *size > 0);
                heaps.sort_unstable();
                if heaps.is_empty() { vec![] } else { vec![heaps] }
            }
            Some(0) => heaps
                .into_iter()
                .filter(|&size| size > 0)
                .map(|h| Heaps::from_slice(&[h]))
                .collect(),
            // Loopy values are computed on graphs in which every option is one component, so an
            // empty heap is kept as one.
            None => heaps.into_iter().map(|size| Heaps::from_slice(&[size])).collect(),
        };
        parts.into_iter().map(move |heaps| Table { heaps, times })
    }

    fn negative(&self, table: &Table) -> Option<Table> {
        Some(table.clone())
    }

    fn bytes(&self, table: &Table) -> usize {
        let spilled = if table.heaps.spilled() { 8 * table.heaps.capacity() } else { 0 };
        size_of::<Table>() + spilled
    }
}

impl NimWithAdding {
    /// Reads `max=7` or `max=7, times=2`, in any order.
    fn parse(text: Text<'_>) -> Result<(Self, Option<Option<u32>>), ParseError> {
        let (mut max, mut times) = (None, None);
        for part in text.split(',') {
            match part.split_once("=") {
                Some((key, value)) if key.as_str() == "max" && max.is_none() => {
                    max = Some(value.number("greatest heap size")?);
                }
                Some((key, value)) if key.as_str() == "times" && times.is_none() => {
                    times = Some(read_times(value)?);
                }
                _ => return Err(part.expected("max=SIZE or times=NUMBER, each once")),
            }
        }
        let max = max.ok_or_else(|| ParseError::new("max=SIZE", text.end()))?;
        Ok((NimWithAdding { max }, times))
    }

    fn rows(&self, table: &Table) -> Rows {
        // The greatest number of empty places drawn.
        const ROOM: u64 = 12;
        let may = table.times != Some(0);
        Rows::with_room(&table.heaps, Manner::End { splits: false }, |size| {
            if size > 0 && may { (self.max - size).min(ROOM) } else { 0 }
        })
    }

    fn read_heaps(&self, text: Text<'_>) -> Result<Heaps, ParseError> {
        let heaps = heaps::read(text)?;
        match text.split(',').zip(&heaps).find(|&(_, &size)| size > self.max) {
            Some((part, _)) => Err(part.expected(format!("a heap of at most {}", self.max))),
            None => Ok(heaps),
        }
    }
}

fn read_times(text: Text<'_>) -> Result<Option<u32>, ParseError> {
    if text.as_str() == "inf" {
        Ok(None)
    } else {
        text.number("a number of times, or inf").map(Some)
    }
}

impl Notation for NimWithAdding {
    fn name(&self) -> &'static str {
        "nim-with-adding"
    }

    fn parameters(&self) -> String {
        format!("max={}", self.max)
    }

    /// Prints `times=2; 3,4,5`; without `times` if there is no limit.
    fn print(&self, table: &Table) -> String {
        let heaps = heaps::print(&table.heaps);
        match table.times {
            Some(times) => format!("times={times}; {heaps}"),
            None => heaps,
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Table, ParseError> {
        let (times, heaps) = match text.split_once(";") {
            Some((times, heaps)) => {
                let value = match times.split_once("=") {
                    Some((key, value)) if key.as_str() == "times" => value,
                    _ => return Err(times.expected("times=NUMBER")),
                };
                (read_times(value)?, heaps)
            }
            None => (None, text),
        };
        Ok(Table { heaps: self.read_heaps(heaps)?, times })
    }

    /// `times` changes during play, but is written among the parameters, where readers expect
    /// it.
    fn spell(&self, table: &Table) -> String {
        let heaps = heaps::print(&table.heaps);
        let times = table.times.map_or_else(String::new, |times| format!(", times={times}"));
        format!("{}(max={}{times}; {heaps})", self.name(), self.max)
    }

    fn draw(&self, table: &Table) -> String {
        let heaps = heaps::draw(&table.heaps);
        match table.times {
            Some(times) => format!("{heaps}\nadditions left: {times}"),
            None => heaps,
        }
    }

    /// After the tokens of a heap come places for tokens that may be added.
    fn scene(&self, table: &Table) -> Scene {
        let mut scene = self.rows(table).scene();
        if let Some(times) = table.times {
            let label = Label::new(format!("+ × {times}"), [0.0, 0.0], Kind::Sign);
            let [_, height] = scene.size;
            scene.size = [scene.size[0].max(label.width()), height + 0.7];
            scene.labels.push(Label { at: [label.width() / 2.0, height + 0.35], ..label });
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Table, to: &Table, _: Player) -> Vec<Token> {
        self.rows(from).tokens(&from.heaps, &to.heaps)
    }

    fn move_name(&self, _: &Table, to: &Table, _: Player) -> String {
        heaps::print(&to.heaps)
    }
}

/// The default number of additions.
const DEFAULT_TIMES: u32 = 2;

/// Nim with adding in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "nim-with-adding",
        aliases: &["poker-nim"],
        family: Family::Heaps,
        title: "Nim with adding",
        about: "Play Nim, but tokens may also be put back onto a heap. If that is allowed only so many \
                times it changes nothing; without a limit play can go on for ever.",
        rules: "There are heaps of tokens. A move takes any number of tokens, at least one, from one \
                heap, or adds tokens to a heap that is not empty, up to MAX in a heap. With TIMES, \
                tokens may be added that many times in all, by both players together. The player who \
                takes the last token wins. With TIMES the winner is that of Nim, for the winner takes \
                back whatever the loser adds. Without TIMES play may go on for ever: where MAX is at \
                least 2, a single heap is won by taking it all, and more heaps are a draw.",
        notation: "nim-with-adding(max=MAX, times=TIMES; HEAP,HEAP,…), or without times; \
                   nim-with-adding(HEAP,HEAP,…) bounds heaps by the largest and adds twice at most",
        examples: &[
            "nim-with-adding(max=7, times=2; 3,4,5)",
            "nim-with-adding(max=5; 3,5)",
            "poker-nim(3,4,5)",
        ],
        source: "Poker Nim, in which players add tokens that they took before: Winning Ways for your \
                 Mathematical Plays, chapter 3",
        parse: &|arguments: &Arguments<'_>| {
            if let (Some(position), None) = arguments.optional()
                && !position.as_str().contains('=')
            {
                let heaps = heaps::read(position)?;
                let max = heaps.iter().max().copied().unwrap_or(0);
                let table = Table { heaps, times: Some(DEFAULT_TIMES) };
                return Ok(Box::new(Of::new(NimWithAdding { max }, table)));
            }
            let (parameters, position) = arguments.parameters_and_position()?;
            let (rules, times) = NimWithAdding::parse(parameters)?;
            let table = match times {
                Some(times) => Table { heaps: rules.read_heaps(position)?, times },
                None => rules.read(position)?,
            };
            Ok(Box::new(Of::new(rules, table)))
        },
    }
}
