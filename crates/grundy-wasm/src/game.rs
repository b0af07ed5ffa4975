//! A game of a module, whose positions are expanded in batches.

use std::fmt;
use std::sync::{Arc, OnceLock};

use grundy::stated::{Expansions, HIGHEST_SCORE, Keys, Lessons, Moves, Stated, end_by};
use grundy::{Convention, End, Fault, ParseError, Player, Text};

use crate::answers::{self, ALTERNATE, answers};
use crate::instance::Instance;
use crate::learned::Learned;
use crate::module::Module;
use crate::trap::Trap;

/// The greatest number of positions that one call expands.
const TOGETHER: usize = 4096;

/// The greatest number of bytes of the positions that one call expands.
const BYTES: usize = 1 << 20;

/// In batches of at least this number of positions, the first position is asked for again at the
/// end. This finds modules whose answers do not depend on the position alone.
const REPEATING: usize = 32;

/// What a module says about its game, whatever the parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Whether both players have the same moves.
    pub(crate) impartial: bool,
    /// Whether a player who cannot move wins.
    pub(crate) misere: bool,
    /// Whether the rules may end play, or say whose turn it is.
    pub(crate) ends: bool,
    /// Points decide.
    pub(crate) points: bool,
}

/// The keys of a game, if it has any.
type ModuleKeys = Option<Arc<dyn Keys>>;

/// A module with the parameters of its game.
#[derive(Clone)]
pub(crate) struct ModuleGame {
    file: String,
    module: Arc<Module>,
    facts: Facts,
    parameters: String,
    start: Vec<u8>,
    /// The start position as the module returns it, before `canonical`.
    given: Vec<u8>,
    /// Whether `canonical` is ignored, so that positions stay as the module returns them.
    plain: bool,
    /// What play has shown that samples had not.
    lessons: Arc<Lessons<Learned>>,
    /// Finds the keys.
    find_keys: fn(&ModuleGame) -> ModuleKeys,
    /// The keys, if they were asked for.
    keys: Arc<OnceLock<ModuleKeys>>,
}

impl fmt::Debug for ModuleGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModuleGame").field("parameters", &self.parameters).finish_non_exhaustive()
    }
}

impl ModuleGame {
    /// The game with these parameters, which begins at `start`. `lessons` are the lessons of its
    /// file, and `find_keys` finds its keys.
    pub(crate) fn new(
        file: &str,
        module: Module,
        facts: Facts,
        (parameters, start): (String, Vec<u8>),
        lessons: &Arc<Lessons<Learned>>,
        find_keys: fn(&ModuleGame) -> ModuleKeys,
    ) -> Result<ModuleGame, Fault> {
        let (file, module, given) = (file.to_string(), Arc::new(module), start.clone());
        let (plain, lessons, keys) = (false, lessons.clone(), Arc::default());
        let mut game = ModuleGame {
            file,
            module,
            facts,
            parameters,
            start,
            given,
            plain,
            lessons,
            find_keys,
            keys,
        };
        game.start = game.canonical(&game.given)?;
        Ok(game)
    }

    /// Whether the module exports a function of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.module.has(name)
    }

    /// Whether positions are replaced by the result of `canonical`.
    pub(crate) fn is_canonical(&self) -> bool {
        self.has("canonical") && !self.plain
    }

    /// Runs `work` with an instance of the module.
    pub(crate) fn run<R>(
        &self,
        call: impl FnOnce(&mut Instance) -> Result<R, Failed>,
    ) -> Result<R, Failed> {
        self.module.run(call)
    }

    /// The result of `canonical` for a position; the position itself if the module has no
    /// `canonical`.
    pub(crate) fn canonical(&self, position: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut position = position.to_vec();
        if self.is_canonical() {
            self.put_canonical(std::iter::once(&mut position[..]))?;
        }
        Ok(position)
    }

    /// The same game without `canonical`.
    pub(crate) fn plain(&self) -> ModuleGame {
        ModuleGame { plain: true, start: self.given.clone(), ..self.apart() }
    }

    /// The same game, before keys were asked for.
    pub(crate) fn apart(&self) -> ModuleGame {
        ModuleGame { keys: Arc::default(), ..self.clone() }
    }

    /// What play has shown so far.
    pub(crate) fn learned(&self) -> Learned {
        self.lessons.of(&self.parameters)
    }

    /// Adds what was learned, for games whose keys are found later.
    pub(crate) fn learn(&self, learn: impl FnOnce(&mut Learned)) {
        self.lessons.learn(&self.parameters, learn);
    }

    /// The number of bytes of a position.
    pub(crate) fn width(&self) -> usize {
        self.module.width()
    }

    /// The greatest number of positions in one call.
    pub(crate) fn most_together(&self) -> usize {
        (BYTES / (self.module.width() + 1)).clamp(2, TOGETHER) - 1
    }

    /// Replaces positions by the results of `canonical`.
    fn put_canonical<'p>(
        &self,
        positions: impl Iterator<Item = &'p mut [u8]>,
    ) -> Result<(), Fault> {
        let done = self
            .module
            .run(|instance| instance.replace("canonical", positions).map_err(Failed::from));
        done.map_err(|Failed { trap, position }| self.fault(&trap, position.as_deref()))
    }

    /// An error of a call as a fault of the file.
    pub(crate) fn failed(&self, Failed { trap, position }: &Failed) -> Fault {
        self.fault(trap, position.as_deref())
    }

    /// An error of the module as a fault of its file.
    pub(crate) fn fault(&self, what: &dyn fmt::Display, position: Option<&[u8]>) -> Fault {
        let fault = Fault::new(format!("{}: {what}", self.file));
        match position {
            Some(position) => fault.in_position(self.print(position)),
            None => fault,
        }
    }

    /// Checks that the bytes of a position have the right number.
    fn known(&self, position: &[u8]) -> Result<(), Fault> {
        match position.len() == self.module.width() {
            true => Ok(()),
            false => Err(Fault::new("these bytes are no position")),
        }
    }

    /// Calls an exported function on a position, and reads its result.
    fn ask<R>(
        &self,
        call: &'static str,
        position: &[u8],
        read: impl FnOnce(&Instance, i32) -> Result<R, Trap>,
    ) -> Result<R, Fault> {
        self.known(position)?;
        let answer = self.module.run(|instance| {
            let address = instance.call_on(call, position)?;
            read(instance, address)
        });
        answer.map_err(|trap| self.fault(&trap, Some(position)))
    }

    /// Expands the positions of one call. `asked` has a record for each of them; the answers are
    /// put into `answer`, with all options in canonical form.
    pub(crate) fn answer(&self, asked: &mut Vec<u8>, answer: &mut Vec<u8>) -> Result<(), Fault> {
        let width = self.module.width();
        let count = asked.len() / (width + 1);
        answer.clear();
        let repeats = count >= REPEATING;
        if repeats {
            asked.extend_from_within(..=width);
        }
        let expanded = self.module.expand(asked, answer);
        // The index after the last means the first position again.
        let at = |index: usize| asked.chunks_exact(width + 1).nth(index).map(|one| &one[..width]);
        expanded.map_err(|trap| self.fault(&trap, trap.index.and_then(at)))?;
        if repeats {
            let mut all = answers(width, answer);
            let (first, again) = (all.next(), all.last());
            if first != again {
                let what = "the module answers otherwise when it is asked again";
                return Err(self.fault(&what, at(0)));
            }
            let length = again.map_or(0, |(_, options)| answers::HEAD + options.len());
            answer.truncate(answer.len() - length);
            asked.truncate(count * (width + 1));
        }
        if self.is_canonical() {
            self.put_canonical(options_of(width, answer))?;
        }
        Ok(())
    }

    /// The end of play that a byte of an answer means.
    pub(crate) fn end(
        &self,
        end: u8,
        position: &[u8],
        mover: Player,
    ) -> Result<Option<End>, Fault> {
        let end = match end {
            answers::GOES_ON => None,
            answers::LEFT_WON => Some(End::Won(Player::Left)),
            answers::RIGHT_WON => Some(End::Won(Player::Right)),
            answers::TIE => Some(End::Tie),
            _ => {
                let what =
                    format!("the module does not answer for this position ({mover} to move)");
                return Err(self.fault(&what, Some(position)));
            }
        };
        if end.is_some() && !self.facts.ends {
            let what = "`ends` says that no position ends play, and this one does";
            return Err(self.fault(&what, Some(position)));
        }
        Ok(end)
    }

    /// The score of a position where play is over, because of `end` or because there is no move.
    pub(crate) fn score(&self, end: Option<End>, position: &[u8]) -> Result<i64, Fault> {
        let score = self.module.score(position);
        let score = score.map_err(|trap| self.fault(&trap, Some(position)))?;
        if score.unsigned_abs() > HIGHEST_SCORE as u64 {
            let what = format!("`score` returned {score}: scores are between -2^53 and 2^53");
            return Err(self.fault(&what, Some(position)));
        }
        if end.is_some_and(|end| end != end_by(score)) {
            let what = format!("`expand` says who has won, and `score` returned {score}");
            return Err(self.fault(&what, Some(position)));
        }
        Ok(score)
    }

    /// The player to move after a move from a position, given the turn byte of the option.
    #[inline]
    pub(crate) fn turn_after(&self, turn: u8, position: &[u8]) -> Result<Option<Player>, Fault> {
        match turn {
            ALTERNATE => Ok(None),
            _ if !self.facts.ends => {
                let what = "`ends` says that the players alternate, and an option says whose turn \
                            it is";
                Err(self.fault(&what, Some(position)))
            }
            0 => Ok(Some(Player::Left)),
            _ => Ok(Some(Player::Right)),
        }
    }

    /// Expands at most as many positions as one call takes.
    fn expand_some(
        &self,
        some: &[(&[u8], Player)],
        asked: &mut Vec<u8>,
        answer: &mut Vec<u8>,
        found: &mut Expansions,
    ) -> Result<(), Fault> {
        let width = self.module.width();
        asked.clear();
        for &(position, mover) in some {
            self.known(position)?;
            asked.extend_from_slice(position);
            asked.push(u8::from(mover == Player::Right));
        }
        self.answer(asked, answer)?;
        for (&(position, mover), (end, options)) in some.iter().zip(answers(width, answer)) {
            let end = self.end(end, position, mover)?;
            if self.facts.points && (end.is_some() || options.is_empty()) {
                found.close_with(self.score(end, position)?);
                continue;
            }
            for option in options.chunks_exact(width + 1) {
                let turn = self.turn_after(option[width], position)?;
                found.option(&option[..width], turn);
            }
            found.close(end);
        }
        Ok(())
    }
}

/// An error of a call, with the position if it is known.
pub(crate) struct Failed {
    pub(crate) trap: Trap,
    pub(crate) position: Option<Vec<u8>>,
}

impl From<Trap> for Failed {
    fn from(trap: Trap) -> Self {
        Failed { trap, position: None }
    }
}

impl From<(Trap, Vec<u8>)> for Failed {
    fn from((trap, position): (Trap, Vec<u8>)) -> Self {
        Failed { trap, position: Some(position) }
    }
}

/// The positions of all options in answers.
pub(crate) fn options_of(width: usize, answer: &mut [u8]) -> impl Iterator<Item = &mut [u8]> {
    let ends = answers(width, answer).map(|(_, options)| options.len());
    let lengths: Vec<usize> = ends.collect();
    let mut rest = answer;
    lengths.into_iter().flat_map(move |length| {
        let (answer, behind) = std::mem::take(&mut rest).split_at_mut(answers::HEAD + length);
        rest = behind;
        let options = answer[answers::HEAD..].chunks_exact_mut(width + 1);
        options.map(move |option| &mut option[..width])
    })
}

/// A text without control characters, because these could control a terminal; newlines are kept if
/// `lines` is set.
pub(crate) fn printable(text: &str, lines: bool) -> String {
    let plain = |c: char| match c {
        '\n' if lines => c,
        c if c.is_whitespace() => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// Bytes in hexadecimal.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a text in hexadecimal.
fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

impl Stated for ModuleGame {
    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn impartial(&self) -> bool {
        self.facts.impartial
    }

    fn has_ends(&self) -> bool {
        self.facts.ends || self.facts.points
    }

    fn counts_points(&self) -> bool {
        self.facts.points
    }

    fn convention(&self) -> Convention {
        if self.facts.misere { Convention::Misere } else { Convention::Normal }
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        let (mut bytes, mut answer) = (Vec::new(), Vec::new());
        for some in asked.chunks(self.most_together()) {
            self.expand_some(some, &mut bytes, &mut answer, found)?;
        }
        Ok(())
    }

    fn keys(&self) -> Result<Option<Arc<dyn Keys>>, Fault> {
        Ok(self.keys.get_or_init(|| (self.find_keys)(&self.apart())).clone())
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        if !self.has("turn") {
            return Ok(None);
        }
        match self.ask("turn", position, |_, turn| Ok(turn))? {
            0 => Ok(Some(Player::Left)),
            1 => Ok(Some(Player::Right)),
            2 => Ok(None),
            other => {
                let what = format!("`turn`: {other} is not a known turn: 0, 1 and 2 are");
                Err(self.fault(&what, Some(position)))
            }
        }
    }

    fn splits(&self) -> bool {
        false
    }

    fn negative(&self, position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        if !self.has("negative") {
            return Ok(None);
        }
        let width = self.module.width();
        let negative = self.ask("negative", position, |instance, address| {
            instance.bytes("negative", address, width)
        })?;
        negative.map(|negative| self.canonical(&negative)).transpose()
    }

    /// The text that the module prints; hexadecimal if it does not print positions, or fails to.
    fn print(&self, position: &[u8]) -> String {
        let printed = self.has("print").then(|| {
            let text = self.module.run(|instance| {
                let address = instance.call_on("print", position)?;
                instance.text("print", address)
            });
            text.ok().flatten().filter(|text| !text.is_empty())
        });
        match printed.flatten() {
            Some(text) => printable(&text, false),
            None => hexadecimal(position),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        let text = text.trim();
        let width = self.module.width();
        let read = match self.has("read") {
            true => {
                let read = self.module.run(|instance| {
                    let address = instance.call_with("read", text.as_str().as_bytes())?;
                    instance.bytes("read", address, width)
                });
                read.map_err(|trap: Trap| self.fault(&trap, None))?
            }
            false => from_hexadecimal(text.as_str()).filter(|bytes| bytes.len() == width),
        };
        let Some(read) = read else {
            return Err(text.expected(format!("a position such as {}", self.print(&self.start))));
        };
        let read = self.canonical(&read)?;
        // Typed text must be a position that the module answers.
        let both: Vec<(&[u8], Player)> = Player::BOTH.map(|player| (&read[..], player)).to_vec();
        let asked = if self.facts.impartial { &both[..1] } else { &both[..] };
        self.expand(asked, &mut Expansions::default())?;
        Ok(read)
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        if !self.has("show") {
            return Ok(self.print(position));
        }
        let text =
            self.ask("show", position, |instance, address| instance.text("show", address))?;
        Ok(text.map_or_else(|| self.print(position), |text| printable(&text, true)))
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        let mut found = Expansions::default();
        self.expand(&[(position, player)], &mut found)?;
        let options = found.positions().flat_map(|(_, options)| options);
        let options = options.map(|(option, _)| option.to_vec());
        if !self.has("name") {
            return Ok(options.map(|option| (None, option)).collect());
        }
        let mover = i32::from(player == Player::Right);
        let named = self.module.run(|instance| {
            let name = |(index, option): (usize, Vec<u8>)| {
                let index = i32::try_from(index).unwrap_or(i32::MAX);
                let name = instance.name(position, mover, index)?;
                Ok((name.map(|name| printable(&name, false)), option))
            };
            options.enumerate().map(name).collect::<Result<Moves, Trap>>()
        });
        named.map_err(|trap| self.fault(&trap, Some(position)))
    }
}
