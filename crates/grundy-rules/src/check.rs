//! Checks of the promises of a rule file, on samples of its positions.

mod explore;
mod sum;

use std::time::{Duration, Instant};

use grundy::stated::{Found, Stated, Statement};
use grundy::{Fault, Limits, ParseError, Player, Text, Verdict};
use serde::Serialize;

use crate::code;
use crate::conventions::Role;
use crate::file::File;
use crate::game::Game;
use explore::Explored;
use sum::Sum;

/// Limit on the positions explored, if the limits of the user allow more.
const POSITIONS: usize = 200_000;
/// Positions in which each promise is tested.
const SAMPLES: usize = 200;
/// Positions in which outcomes are compared.
const COMPARED: usize = 30;
/// Limit on the positions explored to find the outcome of one sample.
const SMALL: usize = 2000;
/// The time limit of a check, if the limits set none.
const TIME: Duration = Duration::from_secs(10);
/// Limit on the reported violations of one promise.
const TOLD: usize = 3;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub name: String,
    /// The name as it is written in a sentence.
    pub title: String,
    /// How the game is written.
    pub notation: String,
    /// Both players have the same moves.
    pub impartial: bool,
    /// The player who cannot move wins.
    pub misere: bool,
    /// The rules end play, or say whose turn it is.
    pub has_ends: bool,
    /// Positions that were explored, with the player to move where that matters.
    pub positions: usize,
    /// Whether these are all reachable positions.
    pub complete: bool,
    /// Positions in which play is over, or without a move.
    pub ended: usize,
    /// Moves in all positions together.
    pub moves: usize,
    /// The most moves in one position.
    pub most_moves: usize,
    /// Whether play can repeat a position. If not all positions were explored, only
    /// repetitions among the explored ones are found.
    pub loops: bool,
    /// Moves of the longest play, if all positions were explored and none can repeat.
    pub longest: Option<u32>,
    /// Positions expanded per second, by one thread.
    pub positions_per_second: f64,
    /// The promises that were tested.
    pub tested: Vec<Tested>,
    /// The promises that were broken.
    pub broken: Vec<Broken>,
    /// Suggestions for the file.
    pub advice: Vec<String>,
    /// The first lines that the file's top level prints.
    pub printed: Vec<String>,
}

impl Report {
    /// The average number of moves in a position where play is not over.
    #[must_use]
    pub fn branching(&self) -> f64 {
        self.moves as f64 / (self.positions - self.ended).max(1) as f64
    }
}

/// A promise that was tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// The promise, in words.
    pub promise: &'static str,
    /// The number of positions in which it was tested.
    pub samples: usize,
}

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The promise, in words.
    pub promise: &'static str,
    /// What was found instead.
    pub message: String,
    /// The position in which it was broken.
    pub position: String,
}

/// Tests the promises of a file, for the game with its default parameters.
///
/// # Errors
///
/// A fault of the file, with the position in which it occurred.
pub fn check(file: &File, limits: &Limits<'_>) -> Result<Report, Fault> {
    check_with(file, None, limits).map_err(|error| match error.fault {
        Some(fault) => *fault,
        None => Fault::new(error.to_string()),
    })
}

/// As [`check`], with these parameters.
///
/// # Errors
///
/// If the parameters cannot be read, or if the file has a fault; the fault has the
/// position in which it occurred.
pub fn check_with(
    file: &File,
    parameters: Option<Text<'_>>,
    limits: &Limits<'_>,
) -> Result<Report, ParseError> {
    let game = file.game(parameters)?;
    let limits = Limits { time: limits.time.or(Some((Instant::now(), TIME))), ..*limits };
    Ok(Check::new(game, &limits)?.report(file)?)
}

/// A check in progress.
struct Check<'a> {
    game: Game,
    limits: &'a Limits<'a>,
    explored: Explored,
    tested: Vec<Tested>,
    broken: Vec<Broken>,
}

const SAME: &str = "the same position has the same moves whenever it is asked for";
const READ: &str = "a position that is printed can be read again";
const NAMED: &str = "moves with names are the same moves";
const ONE_END: &str = "a position is not won by both players";
const SHOWN: &str = "`show` gives a text";
const TWICE: &str = "`negative` twice is the position itself";
const EXCHANGED: &str = "`negative` exchanges the players' moves, and who has won";
const CANONICAL: &str = "`canonical` of its own result changes nothing";
const SYMMETRY: &str = "`canonical` does not change who wins";
const SUMMED: &str = "a position is worth as much as its components together";
const HEAPED: &str = "heaps are independent, and an empty one is nothing";

impl<'a> Check<'a> {
    fn new(game: Game, limits: &'a Limits<'a>) -> Result<Self, Fault> {
        let most = limits.positions.min(POSITIONS);
        let start = game.start();
        // The rest of the time is for the promises.
        let time = limits.time.map(|(begun, time)| (begun, time / 3));
        let explored = Explored::new(&game, &[start], most, Some(&Limits { time, ..*limits }))?;
        Ok(Check { game, limits, explored, tested: Vec::new(), broken: Vec::new() })
    }

    fn report(mut self, file: &File) -> Result<Report, Fault> {
        let has = |role| file.rules().script.has(role);
        let heaps = file.rules().plan.heaps;
        self.each(SAME, Self::same)?;
        self.each(READ, Self::read)?;
        self.each(NAMED, Self::named)?;
        if has(Role::LeftWon) && has(Role::RightWon) || has(Role::Won) && has(Role::Lost) {
            self.each(ONE_END, Self::one_end)?;
        }
        if has(Role::Show) {
            self.each(SHOWN, |check, bytes, _| check.game.draw(bytes).map(|_| None))?;
        }
        if has(Role::Negative) {
            self.each(TWICE, Self::twice)?;
            self.each(EXCHANGED, Self::exchanged)?;
        }
        if has(Role::Canonical) {
            self.each(CANONICAL, Self::canonical)?;
            self.each(SYMMETRY, Self::symmetry)?;
        }
        if has(Role::Components) || heaps {
            self.each(if heaps { HEAPED } else { SUMMED }, Self::summed)?;
        }
        let advice = self.advice()?;
        let explored = &self.explored;
        Ok(Report {
            name: file.name().to_string(),
            title: file.title(),
            notation: file.notation(),
            impartial: self.game.impartial(),
            misere: self.game.convention() == grundy::Convention::Misere,
            has_ends: self.game.has_ends(),
            positions: explored.nodes.len(),
            complete: explored.complete,
            ended: explored.options.iter().filter(|options| options.is_empty()).count(),
            moves: explored.moves,
            most_moves: explored.most_moves,
            loops: explored.longest().is_none(),
            longest: explored.longest().filter(|_| explored.complete),
            positions_per_second: explored.rate(),
            tested: self.tested,
            broken: self.broken,
            advice,
            printed: file.printed().to_vec(),
        })
    }

    /// Tests a promise on samples. `test` returns what is wrong, if anything.
    fn each(
        &mut self,
        promise: &'static str,
        test: impl Fn(&Self, &[u8], Player) -> Result<Option<String>, Fault>,
    ) -> Result<(), Fault> {
        // Evenly spaced, for positions near the start and far from it.
        let most = if [SYMMETRY, SUMMED, HEAPED].contains(&promise) { COMPARED } else { SAMPLES };
        let step = self.explored.options.len().div_ceil(most).max(1);
        let mut samples = 0;
        let mut told = 0;
        for node in (0..self.explored.options.len()).step_by(step) {
            let (bytes, mover) = &self.explored.nodes[node];
            if let Some(message) = test(self, bytes, *mover)? {
                let position = self.game.print(bytes);
                let broken = Broken { promise, message, position };
                // The same violation may occur for both players.
                if !self.broken.contains(&broken) {
                    self.broken.push(broken);
                    told += 1;
                }
            }
            samples += 1;
            let progress = grundy::Progress { stage: promise, positions: samples, bytes: 0 };
            if told == TOLD || self.limits.check(progress).is_err() {
                break;
            }
        }
        self.tested.push(Tested { promise, samples });
        Ok(())
    }

    fn same(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let twice = (listed(&self.game, bytes, mover)?, listed(&self.game, bytes, mover)?);
        Ok((twice.0 != twice.1).then(|| "the moves were others the second time".to_string()))
    }

    fn read(&self, bytes: &[u8], _: Player) -> Result<Option<String>, Fault> {
        let text = self.game.print(bytes);
        Ok(match self.game.read(Text::new(&text)) {
            Ok(read) if read == bytes => None,
            Ok(read) => Some(format!("it is read as {}", self.game.print(&read))),
            Err(error) => Some(format!("it cannot be read: {error}")),
        })
    }

    fn named(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let Expanded { over, options } = listed(&self.game, bytes, mover)?;
        if over.is_some() {
            return Ok(None);
        }
        let named: Vec<Vec<u8>> =
            self.game.moves(bytes, mover)?.into_iter().map(|(_, option)| option).collect();
        Ok((named != options).then(|| "the moves with names are others".to_string()))
    }

    fn one_end(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let ends = self.game.ends(bytes, mover)?;
        let both = |a, b| ends.contains(&a) && ends.contains(&b);
        let clash = |a: Role, b: Role| format!("`{}` and `{}` are both True", a.name(), b.name());
        Ok(if both(Role::LeftWon, Role::RightWon) {
            Some(clash(Role::LeftWon, Role::RightWon))
        } else if both(Role::Won, Role::Lost) {
            Some(clash(Role::Won, Role::Lost))
        } else {
            None
        })
    }

    fn twice(&self, bytes: &[u8], _: Player) -> Result<Option<String>, Fault> {
        let Some(negative) = self.game.negative(bytes)? else { return Ok(None) };
        let Some(again) = self.game.negative(&negative)? else { return Ok(None) };
        let message = || {
            let (negative, again) = (self.game.print(&negative), self.game.print(&again));
            format!("`negative` gives {negative}, and of that {again}")
        };
        Ok((again != bytes).then(message))
    }

    fn exchanged(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let Some(negative) = self.game.negative(bytes)? else { return Ok(None) };
        let here = listed(&self.game, bytes, mover)?;
        let there = listed(&self.game, &negative, mover.opponent())?;
        let reversed = |end| match end {
            grundy::End::Won(player) => grundy::End::Won(Player::opponent(player)),
            grundy::End::Tie => grundy::End::Tie,
        };
        if here.over.map(reversed) != there.over {
            let negative = self.game.print(&negative);
            return Ok(Some(format!("play ends otherwise in its negative {negative}")));
        }
        let mut expected = Vec::new();
        for option in &here.options {
            expected.extend(self.game.negative(option)?);
        }
        let mut options = there.options;
        for options in [&mut expected, &mut options] {
            options.sort_unstable();
            options.dedup();
        }
        let message = || {
            let negative = self.game.print(&negative);
            let opponent = mover.opponent();
            format!(
                "{opponent}'s moves in its negative {negative} are not the negatives of {mover}'s"
            )
        };
        Ok((expected != options).then(message))
    }

    fn canonical(&self, bytes: &[u8], _: Player) -> Result<Option<String>, Fault> {
        let again = self.game.canonical(bytes)?;
        let message = || format!("`canonical` gives {} for it", self.game.print(&again));
        Ok((again != bytes).then(message))
    }

    fn symmetry(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let mut options = self.game.plain_options(bytes, mover)?;
        if bytes == self.game.start() {
            options.push(self.game.given_start().to_vec());
        }
        let plain = self.game.plain();
        let mut compared = 0;
        // In reverse, because the start was added last and is compared first.
        for option in options.into_iter().rev() {
            let canonical = self.game.canonical(&option)?;
            if canonical == option || compared == 2 {
                continue;
            }
            compared += 1;
            for player in Player::BOTH {
                let (Some(first), Some(second)) = (
                    self.verdict(&plain, &option, player)?,
                    self.verdict(&self.game, &canonical, player)?,
                ) else {
                    continue;
                };
                if first != second {
                    let (option, canonical) = (code::print(&option), code::print(&canonical));
                    return Ok(Some(format!(
                        "with {player} to move, {option} is a {first}, and {canonical}, which \
                         `canonical` gives for it, a {second}"
                    )));
                }
            }
        }
        Ok(None)
    }

    fn summed(&self, bytes: &[u8], _: Player) -> Result<Option<String>, Fault> {
        let parts = self.game.components(bytes)?;
        if let [part] = &parts[..]
            && part == bytes
        {
            return Ok(None);
        }
        let sum = Sum::new(&self.game);
        let whole = sum.position(&parts);
        for player in Player::BOTH {
            let (Some(first), Some(second)) =
                (self.verdict(&self.game, bytes, player)?, self.verdict(&sum, &whole, player)?)
            else {
                continue;
            };
            if first.fate() != second.fate() {
                let parts: Vec<String> = parts.iter().map(|part| self.game.print(part)).collect();
                let (first, second) = (first.fate().word(), second.fate().word());
                return Ok(Some(format!(
                    "with {player} to move it is a {first}, and the components {} together are a \
                     {second}",
                    parts.join(" and ")
                )));
            }
        }
        Ok(None)
    }

    /// The verdict for the player to move, if few positions decide it.
    fn verdict(
        &self,
        game: &dyn Stated,
        bytes: &[u8],
        player: Player,
    ) -> Result<Option<Verdict>, Fault> {
        let mover = game.turn(bytes)?.unwrap_or(player);
        if mover != player {
            return Ok(None);
        }
        let explored = Explored::from(game, vec![(bytes.to_vec(), mover)], SMALL, None)?;
        Ok(explored.verdict(game))
    }

    fn advice(&self) -> Result<Vec<String>, Fault> {
        let mut advice = Vec::new();
        if self.game.asks_player_for_moves() && !self.game.has_ends() {
            let mut asked = 0;
            let mut differs = false;
            for (bytes, _) in self.explored.nodes.iter().take(SAMPLES) {
                let left = listed(&self.game, bytes, Player::Left)?;
                let right = listed(&self.game, bytes, Player::Right)?;
                differs |= left.options != right.options;
                asked += left.options.len();
            }
            if !differs && asked > 0 {
                advice.push(
                    "both players have the same moves: write moves(p), without the player, and \
                     positions have Grundy values"
                        .to_string(),
                );
            }
        }
        for (name, meant) in self.game.look_alikes() {
            advice.push(format!("`{name}` means nothing to grundy: is it to be `{meant}`?"));
        }
        Ok(advice)
    }
}

/// One position, expanded.
#[derive(PartialEq)]
struct Expanded {
    over: Option<grundy::End>,
    options: Vec<Vec<u8>>,
}

fn listed(game: &dyn Stated, bytes: &[u8], mover: Player) -> Result<Expanded, Fault> {
    let mut found = Found::default();
    game.expand(&[(bytes, mover)], &mut found)?;
    let mut positions = found.positions();
    let expanded = positions.next().map(|(over, options)| Expanded {
        over,
        options: options.map(|(bytes, _)| bytes.to_vec()).collect(),
    });
    expanded.ok_or_else(|| Fault::new("the position was not completed"))
}
