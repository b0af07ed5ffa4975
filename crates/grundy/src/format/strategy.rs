//! Weak solutions in a file: strategies from the start of a game on.
//!
//! The first line is JSON; it says what was solved, and what each strategy promises. Then come the
//! moves of all strategies, one after the other, compressed by Zstandard. The moves of a strategy
//! are sorted by position, and each is stored as
//!
//! - the number of bytes that its position shares with the one before,
//! - the number of bytes of the rest, and these bytes,
//! - the number of the move, from 0, among the moves in the order of the rules,
//! - the greatest number of moves to the end, or 0 if the strategy is to draw;
//!
//! numbers in LEB128. The last eight bytes are the FNV-1a checksum of all before, the lowest
//! byte first.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use super::solution::{ConventionWord, Mover, RulesLine};
use crate::game::Game;
use crate::solve::verify::strategy::{Choice, Promise, Strategy};
use grundy_base::{Convention, Fate, Source};

const FORMAT: &str = "grundy strategy";
const VERSION: u32 = 1;
/// How hard Zstandard tries.
const LEVEL: i32 = 9;

/// Strategies of a game, as a file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakSolution {
    /// The game that was solved, as it is written.
    pub game: String,
    /// The convention under which it was solved.
    pub convention: Convention,
    /// The rules of the game, where they are not grundy's own: the name that each
    /// file has in the game, and the file.
    pub rules: Vec<(String, Source)>,
    /// The strategies.
    pub strategies: Vec<Strategy>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    format: String,
    version: u32,
    game: String,
    convention: ConventionWord,
    strategies: Vec<StrategyLine>,
    /// Bytes of the moves before they are compressed.
    bytes: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rules: Vec<RulesLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyLine {
    starter: Mover,
    player: Mover,
    at_least: Promised,
    moves: u32,
    positions: u64,
    choices: u64,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Promised {
    Win,
    Draw,
}

/// Whether these are the first bytes of a weak solution.
#[must_use]
pub fn is_strategy(start: &[u8]) -> bool {
    start.starts_with(format!("{{\"format\":\"{FORMAT}\"").as_bytes())
}

/// Writes strategies; returns the number of bytes.
pub fn write(
    out: &mut (impl Write + ?Sized),
    game: &dyn Game,
    convention: Convention,
    strategies: &[Strategy],
) -> io::Result<u64> {
    let mut moves = Vec::new();
    for strategy in strategies {
        let mut before: &[u8] = &[];
        for choice in &strategy.choices {
            let position = choice.position.as_bytes();
            let shared = position.iter().zip(before).take_while(|(a, b)| a == b).count();
            put(&mut moves, shared as u64);
            put(&mut moves, (position.len() - shared) as u64);
            moves.extend_from_slice(&position[shared..]);
            put(&mut moves, choice.option.into());
            put(&mut moves, choice.moves.into());
            before = position;
        }
    }
    let header = HeaderLine {
        format: FORMAT.to_string(),
        version: VERSION,
        game: game.text(),
        convention: convention.into(),
        strategies: strategies.iter().map(StrategyLine::of).collect(),
        bytes: moves.len() as u64,
        rules: RulesLine::of(game),
    };
    let mut file = serde_json::to_vec(&header)?;
    file.push(b'\n');
    file.extend(zstd::bulk::compress(&moves, LEVEL)?);
    let mut checksum = Checksum::EMPTY;
    checksum.add(&file);
    file.extend(checksum.number().to_le_bytes());
    out.write_all(&file)?;
    Ok(file.len() as u64)
}

/// Reads strategies whose moves take at most `most_bytes` bytes.
///
/// # Errors
///
/// What is wrong, and where.
pub fn read(file: &[u8], most_bytes: u64) -> Result<WeakSolution, String> {
    let (file, checksum) = file.split_last_chunk::<8>().ok_or("the file was cut off")?;
    let mut found = Checksum::EMPTY;
    found.add(file);
    if found.number() != u64::from_le_bytes(*checksum) {
        return Err("the checksum is not that of the file: it was cut off or changed".to_string());
    }
    let line = file.iter().position(|&byte| byte == b'\n').ok_or("line 1 does not end")?;
    let header: HeaderLine = serde_json::from_slice(&file[..line])
        .map_err(|error| format!("line 1: expected a strategy: {error}"))?;
    if header.format != FORMAT || header.version != VERSION {
        let (format, version) = (header.format, header.version);
        return Err(format!("line 1: expected version {VERSION}, found {format} {version}"));
    }
    if header.bytes > most_bytes {
        let bytes = header.bytes;
        return Err(format!("the moves take {bytes} bytes, more than {most_bytes} are allowed"));
    }
    let mut moves = Vec::new();
    let damaged = |error: io::Error| format!("the moves cannot be read: {error}");
    let decoder = zstd::stream::read::Decoder::new(&file[line + 1..]).map_err(damaged)?;
    decoder.take(header.bytes + 1).read_to_end(&mut moves).map_err(damaged)?;
    if moves.len() as u64 != header.bytes {
        return Err(format!("there are not {} bytes of moves", header.bytes));
    }
    let mut rest = &moves[..];
    let strategies = header.strategies.iter().enumerate().map(|(number, line)| {
        let read = line.read(&mut rest);
        read.ok_or_else(|| format!("the moves of strategy {} cannot be read", number + 1))
    });
    let strategies = strategies.collect::<Result<_, String>>()?;
    if !rest.is_empty() {
        return Err(format!("{} bytes are left over behind the moves", rest.len()));
    }
    Ok(WeakSolution {
        game: header.game,
        convention: header.convention.into(),
        rules: RulesLine::into_rules(header.rules),
        strategies,
    })
}

impl StrategyLine {
    fn of(strategy: &Strategy) -> Self {
        let Promise { starter, player, fate } = strategy.promise;
        StrategyLine {
            starter: starter.into(),
            player: player.into(),
            at_least: if fate == Fate::Win { Promised::Win } else { Promised::Draw },
            moves: strategy.moves,
            positions: strategy.positions,
            choices: strategy.choices.len() as u64,
        }
    }

    fn read(&self, rest: &mut &[u8]) -> Option<Strategy> {
        let mut choices: Vec<Choice> = Vec::new();
        for _ in 0..self.choices {
            let shared = get(rest)? as usize;
            let more = usize::try_from(get(rest)?).ok()?;
            let more = rest.split_off(..more)?;
            let before = choices.last().map_or("", |choice| &choice.position);
            let position = [before.as_bytes().get(..shared)?, more].concat();
            choices.push(Choice {
                position: String::from_utf8(position).ok()?,
                option: u32::try_from(get(rest)?).ok()?,
                moves: u32::try_from(get(rest)?).ok()?,
            });
        }
        let promise = Promise {
            starter: self.starter.into(),
            player: self.player.into(),
            fate: match self.at_least {
                Promised::Win => Fate::Win,
                Promised::Draw => Fate::Draw,
            },
        };
        Some(Strategy { promise, moves: self.moves, positions: self.positions, choices })
    }
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn get(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = *rest.split_off_first()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}
