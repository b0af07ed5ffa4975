//! Saved solutions: every position of a game with its result, a line each.
//!
//! The file is JSON, one object a line. The first line says what was solved,
//! the last how many entries there are, with a checksum, so that a file that
//! was cut off or changed is refused:
//!
//! ```text
//! {"format":"grundy solution","version":1,"game":"nim(2)","convention":"normal","impartial":true,"values":true,"entries":3}
//! {"position":"2","result":"win","remoteness":1,"value":"*2","best":["0"]}
//! {"position":"0","result":"loss","remoteness":0,"value":"0","best":[]}
//! {"position":"1","result":"win","remoteness":1,"value":"*","best":["0"]}
//! {"end":3,"checksum":"…"}
//! ```
//!
//! `mover`, `left` or `right`, stands in the entries of partizan games. `value`
//! stands in all entries or, as `values` says, in none. `remoteness` is null in
//! a draw without end. `best` lists the positions after all moves that keep the
//! result, the best first: for a win the fastest, for a loss the slowest, for a
//! draw ties before play without end. A game whose rules stand in files has these in
//! its first line, as `"rules":[{"name":…,"file":…,"text":…}]`. The checksum is FNV-1a of 64 bits, in
//! hexadecimal, over all bytes before the last line.

use std::io::{self, BufRead, Read, Write};
use std::mem::discriminant;

use serde::{Deserialize, Deserializer, Serialize};

use super::checksum::Checksum;
use crate::game::{Game, Play};
use crate::graph::Node;
use crate::solve::Outcomes;
use crate::solve::verify::{Claim, Refused};
use crate::value::LoopyNimber;
use grundy_base::{Convention, Limits, Player, Progress, Source, Stopped, Verdict};

const FORMAT: &str = "grundy solution";
const VERSION: u32 = 1;

/// A solution was not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What the first line of a saved solution says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game that was solved, as it is written.
    pub game: String,
    /// The convention under which it was solved.
    pub convention: Convention,
    /// Whether the entries leave out who is to move.
    pub impartial: bool,
    /// Whether every entry has a value.
    pub values: bool,
    /// Number of entries.
    pub entries: usize,
    /// The rules of the game, where they are not grundy's own: the name that each
    /// file has in the game, and the file.
    pub rules: Vec<(String, Source)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesLine {
    name: String,
    file: String,
    text: String,
}

impl RulesLine {
    /// The rules of a game, if they are not grundy's own.
    pub(super) fn of(game: &dyn Game) -> Vec<RulesLine> {
        let line = |(name, source): (&str, &Source)| {
            let Source { file, text } = source.clone();
            RulesLine { name: name.to_string(), file, text }
        };
        game.sources().into_iter().map(line).collect()
    }

    /// As in [`Header::rules`].
    pub(super) fn into_rules(lines: Vec<RulesLine>) -> Vec<(String, Source)> {
        let rules = |RulesLine { name, file, text }| (name, Source { file, text });
        lines.into_iter().map(rules).collect()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderLine {
    format: String,
    version: u32,
    game: String,
    convention: ConventionWord,
    impartial: bool,
    values: bool,
    entries: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rules: Vec<RulesLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ConventionWord {
    Normal,
    Misere,
}

impl From<Convention> for ConventionWord {
    fn from(convention: Convention) -> Self {
        match convention {
            Convention::Normal => ConventionWord::Normal,
            Convention::Misere => ConventionWord::Misere,
        }
    }
}

impl From<ConventionWord> for Convention {
    fn from(word: ConventionWord) -> Self {
        match word {
            ConventionWord::Normal => Convention::Normal,
            ConventionWord::Misere => Convention::Misere,
        }
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mover {
    Left,
    Right,
}

impl From<Player> for Mover {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Mover::Left,
            Player::Right => Mover::Right,
        }
    }
}

impl From<Mover> for Player {
    fn from(mover: Mover) -> Self {
        match mover {
            Mover::Left => Player::Left,
            Mover::Right => Player::Right,
        }
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultWord {
    Win,
    Loss,
    Draw,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    position: String,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    mover: Option<Mover>,
    result: ResultWord,
    // Null has a meaning here, so leaving it out must not mean the same.
    #[serde(deserialize_with = "Option::deserialize")]
    remoteness: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    value: Option<String>,
    best: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: usize,
    checksum: String,
}

/// A field that may be left out, but is not null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}

/// Writes the solution of a game: a verdict and, where there are values, a
/// value for each node of `play`.
///
/// Leaves out values that a saved solution cannot claim: those of partizan games, of games with
/// ends, and under misère play.
pub fn write(
    out: &mut (impl Write + ?Sized),
    game: &dyn Game,
    play: &Play,
    outcomes: &Outcomes,
    values: Option<&[LoopyNimber]>,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<(), SaveError> {
    let arena = &play.arena;
    let fits = |values: &&[LoopyNimber]| {
        let in_sums = arena.impartial() && !game.has_ends() && convention == Convention::Normal;
        in_sums && values.len() == arena.len()
    };
    let values = values.filter(fits);
    if outcomes.len() != arena.len() {
        return Err(io::Error::other("the outcomes are of another game").into());
    }
    let mut lines = Lines { out, line: Vec::new(), checksum: Checksum::EMPTY };
    lines.write(&HeaderLine {
        format: FORMAT.to_string(),
        version: VERSION,
        game: game.text(),
        convention: convention.into(),
        impartial: arena.impartial(),
        values: values.is_some(),
        entries: arena.len(),
        rules: RulesLine::of(game),
    })?;
    for node in arena.nodes() {
        if (node as usize).is_multiple_of(Limits::STRIDE) {
            let progress = Progress { stage: "saving", positions: node as usize, bytes: 0 };
            limits.check(progress)?;
        }
        let verdict = outcomes.verdict(node);
        lines.write(&EntryLine {
            position: play.position(node, false),
            mover: (!arena.impartial()).then(|| play.mover(node, false).into()),
            result: match verdict {
                Verdict::Win(_) => ResultWord::Win,
                Verdict::Loss(_) => ResultWord::Loss,
                Verdict::Draw(_) => ResultWord::Draw,
            },
            remoteness: verdict.remoteness(),
            value: values.map(|values| values[node as usize].to_string()),
            best: best(play, outcomes, node),
        })?;
    }
    let checksum = lines.checksum.word();
    lines.write(&EndLine { end: arena.len(), checksum })?;
    Ok(())
}

/// The positions after the moves that keep the result, the best first.
fn best(play: &Play, outcomes: &Outcomes, node: Node) -> Vec<String> {
    let arena = &play.arena;
    let mut options = arena.options(node).to_vec();
    options.sort_unstable();
    options.dedup();
    let after = |&option: &Node| {
        let there = outcomes.verdict(option);
        if arena.turn_passes(node, option) { there.reversed() } else { there }
    };
    let result = discriminant(&outcomes.verdict(node));
    options.retain(|option| discriminant(&after(option)) == result);
    options.sort_by_key(|option| after(option).rank());
    options.into_iter().map(|option| play.position(option, false)).collect()
}

struct Lines<W> {
    out: W,
    line: Vec<u8>,
    checksum: Checksum,
}

impl<W: Write> Lines<W> {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        self.checksum.add(&self.line);
        self.out.write_all(&self.line)
    }
}

/// No line of a solution is as long: no position has that many options.
const LONGEST_LINE: u64 = 256 << 20;

/// Reads a saved solution line by line. As an iterator it gives the claims, or
/// one error that names the line, after which it ends.
///
/// The checksum comes last: until the iterator has ended without an error, the
/// claims may be those of a damaged file.
pub struct Reader<R> {
    input: R,
    line: Vec<u8>,
    /// Number of the line that was read last, from 1.
    number: usize,
    checksum: Checksum,
    header: Header,
    read: usize,
    done: bool,
}

grundy_base::debug! {
    impl[R] Reader<R>: "Reader";
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line.
    pub fn open(input: R) -> Result<Self, String> {
        let header = Header {
            game: String::new(),
            convention: Convention::Normal,
            impartial: false,
            values: false,
            entries: 0,
            rules: Vec::new(),
        };
        let (line, checksum) = (Vec::new(), Checksum::EMPTY);
        let mut reader = Reader { input, line, number: 0, checksum, header, read: 0, done: false };
        reader.next_line("the first line of a saved solution")?;
        // A file of another version is only certain to say which version it is.
        #[derive(Deserialize)]
        struct Version {
            format: String,
            version: u32,
        }
        let wrong = |what: &str| format!("line 1: expected a saved solution: {what}");
        let version: Version =
            serde_json::from_slice(&reader.line).map_err(|error| wrong(&plain(&error)))?;
        if version.format != FORMAT {
            return Err(wrong(&format!("the format is {:?}", version.format)));
        }
        if version.version != VERSION {
            let (found, known) = (version.version, VERSION);
            return Err(format!("line 1: expected version {known}, found version {found}"));
        }
        let line: HeaderLine = reader.parse()?;
        reader.header = Header {
            game: line.game,
            convention: line.convention.into(),
            impartial: line.impartial,
            values: line.values,
            entries: line.entries,
            rules: RulesLine::into_rules(line.rules),
        };
        Ok(reader)
    }

    /// What the first line says.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Checks the file and everything that it claims about `game`, which must be the game that the
    /// header names; returns the number of entries.
    pub fn verify(mut self, game: &dyn Game, limits: &Limits<'_>) -> Result<usize, Refused> {
        if self.header.impartial != game.impartial() {
            let kind = if game.impartial() { "impartial" } else { "partizan" };
            return Err(Refused::Unreadable(format!("line 1: the game is {kind}")));
        }
        let convention = self.header.convention;
        game.verify(&mut self, convention, limits)
    }

    /// Reads a line that ends as lines end.
    fn next_line(&mut self, expected: &str) -> Result<(), String> {
        self.line.clear();
        self.number += 1;
        let number = self.number;
        self.input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| format!("line {number}: cannot be read: {error}"))?;
        match self.line.last() {
            Some(b'\n') => Ok(()),
            _ if self.line.len() as u64 == LONGEST_LINE => {
                let most = LONGEST_LINE;
                Err(format!("line {number}: expected {expected}: longer than {most} bytes"))
            }
            None => Err(format!("line {number}: expected {expected}: the file was cut off")),
            Some(_) => Err(format!("line {number}: expected the end of the line: cut off")),
        }
    }

    /// The line that was read last; it counts for the checksum.
    fn parse<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, String> {
        self.checksum.add(&self.line);
        serde_json::from_slice(&self.line)
            .map_err(|error| format!("line {}: {}", self.number, plain(&error)))
    }

    fn entry(&mut self) -> Result<Claim, String> {
        self.next_line(&format!("entry {} of {}", self.read + 1, self.header.entries))?;
        let entry: EntryLine = self.parse()?;
        self.read += 1;
        let wrong = |what: &str| Err(format!("line {}: {what}", self.number));
        let verdict = match (entry.result, entry.remoteness) {
            (ResultWord::Win, Some(moves)) => Verdict::Win(moves),
            (ResultWord::Loss, Some(moves)) => Verdict::Loss(moves),
            (ResultWord::Draw, moves) => Verdict::Draw(moves),
            (_, None) => return wrong("a result other than a draw needs a remoteness"),
        };
        let mover = match (entry.mover, self.header.impartial) {
            (None, true) | (Some(Mover::Left), false) => Player::Left,
            (Some(Mover::Right), false) => Player::Right,
            (None, false) => return wrong("a partizan game needs a mover"),
            (Some(_), true) => return wrong("an impartial game has no mover"),
        };
        let value = match entry.value {
            Some(_) if !self.header.values => return wrong("a value, but line 1 says none"),
            None if self.header.values => return wrong("no value, but line 1 says values"),
            None => None,
            Some(text) => match text.parse() {
                Ok(value) => Some(value),
                Err(error) => return wrong(&format!("{text:?}: {error}")),
            },
        };
        Ok(Claim { position: entry.position, mover, verdict, value, best: Some(entry.best) })
    }

    fn end(&mut self) -> Result<(), String> {
        let checksum = self.checksum.word();
        self.next_line("the last line")?;
        let end: EndLine = self.parse()?;
        let number = self.number;
        if end.end != self.read {
            return Err(format!("line {number}: expected the end of {} entries", self.read));
        }
        if end.checksum != checksum {
            return Err(format!("line {number}: the checksum is not that of the file: {checksum}"));
        }
        // The end line has only one form, so that every byte of the file counts.
        let mut form = serde_json::to_vec(&end).unwrap_or_default();
        form.push(b'\n');
        if form != self.line {
            return Err(format!("line {number}: expected no spaces in the last line"));
        }
        match self.input.fill_buf() {
            Ok([]) => Ok(()),
            Ok(_) => Err(format!("line {}: expected nothing behind the last line", number + 1)),
            Err(error) => Err(format!("line {}: cannot be read: {error}", number + 1)),
        }
    }
}

/// A JSON error without the line that serde counts, which is always the first.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) if error.line() == 1 => format!("column {}: {what}", error.column()),
        _ => text,
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Claim, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = if self.read < self.header.entries {
            Some(self.entry())
        } else {
            self.end().err().map(Err)
        };
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}
