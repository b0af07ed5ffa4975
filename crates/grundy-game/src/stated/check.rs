//! Checks of the promises of a stated game, on samples of its positions. Every game makes some; the
//! reader of a language adds its own.

use std::time::Instant;

use serde::Serialize;

use super::{Expansions, Explored, Keys, Rows, Size, Stated, Statement};
use grundy_base::{Convention, End, Fault, Limits, Player, Progress, Text, Verdict};
use grundy_ruleset::Flow;

/// Limit on the positions explored, if the limits of the user allow more.
const POSITIONS: usize = 200_000;
/// Positions in which each promise is tested.
const SAMPLES: usize = 200;
/// Positions in which outcomes are compared.
const COMPARED: usize = 30;
/// Limit on the positions explored to find the outcome of one sample.
const SMALL: usize = 2000;
/// The time limit of a check, if the limits set none.
const TIME: std::time::Duration = std::time::Duration::from_secs(10);
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
    /// How many positions the whole game has.
    pub size: Size,
    /// Positions expanded per second, by one thread.
    pub positions_per_second: f64,
    /// How the rules are compiled, or why they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiled: Option<Compilation>,
    /// The promises that were tested.
    pub tested: Vec<Tested>,
    /// The promises that were broken.
    pub broken: Vec<Broken>,
    /// Suggestions for the file.
    pub advice: Vec<String>,
    /// The first lines that the file's top level prints.
    pub printed: Vec<String>,
}

/// How rules are compiled, and what keys positions have.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compilation {
    /// They are.
    Yes(Keying),
    /// They are interpreted: why, where that is, and what to write instead.
    No(String),
    /// They are machine code as given, and positions have keys.
    Keyed(Keying),
    /// They are machine code, and positions have no keys: the reason.
    Unkeyed(String),
}

/// What the keys of positions are like.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Keying {
    /// Bits of a position with the player to move.
    pub bits: u32,
    /// How moves change the tier of a position.
    pub tiers: &'static str,
    /// How many positions, each with the player to move, most keys stand for.
    pub stands_for: u32,
    /// Upper bound on the positions, each with the player to move.
    pub at_most: f64,
    /// Positions expanded per second, by one thread.
    pub positions_per_second: f64,
}

impl Keying {
    /// Looks at the keys of a game.
    #[must_use]
    pub fn of(game: &dyn Stated, keys: &dyn Keys) -> Keying {
        let tiers = match keys.flow() {
            Flow::Stepwise => "every move leads to the next tier",
            Flow::Rising => "every move leads to a later tier",
            Flow::Level => "no move leads to an earlier tier",
            Flow::Loopy => "no tiers were found",
        };
        let (positions_per_second, last) = rate(game, keys);
        let mut orbits = Vec::new();
        keys.orbits(&last, &mut orbits);
        // Late in play, few positions are their own images.
        let stands_for = orbits.into_iter().max().unwrap_or(1);
        let at_most = keys.most() as f64 * f64::from(stands_for);
        Keying { bits: keys.bits(), tiers, stands_for, at_most, positions_per_second }
    }
}

/// Positions expanded per second by their keys, one after the other from the start on, and the
/// keys that were expanded last.
fn rate(game: &dyn Stated, keys: &dyn Keys) -> (f64, Vec<u128>) {
    const ENOUGH: usize = 100_000;
    const BATCH: usize = 4096;
    let start = game.start();
    let turn = game.turn(&start).ok().flatten();
    let movers = if game.impartial() { &Player::BOTH[..1] } else { &Player::BOTH };
    let movers = movers.iter().filter(|&&mover| turn.is_none_or(|turn| turn == mover));
    let mut some: Vec<u128> =
        movers.filter_map(|&mover| keys.pack(&start, mover).ok().flatten()).collect();
    let mut last = Vec::new();
    let begun = Instant::now();
    let (mut done, mut rows) = (0, Rows::default());
    while done < ENOUGH && !some.is_empty() {
        rows.clear();
        some.truncate(BATCH);
        if keys.expand(&some, &mut rows).is_err() {
            break;
        }
        done += some.len();
        std::mem::swap(&mut some, &mut last);
        some.clear();
        some.extend_from_slice(rows.options());
    }
    (done as f64 / begun.elapsed().as_secs_f64(), last)
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

/// The score of a position without moves does not depend on the player to move.
pub const SCORED: &str = "where no move is left, the score depends on the position alone";
/// The moves are a function of the position.
pub const SAME: &str = "the same position has the same moves whenever it is asked for";
/// Reading is the inverse of printing.
pub const READ: &str = "a position that is printed can be read again";
/// Names of moves are in the order of the moves.
pub const NAMED: &str = "moves with names are the same moves";
/// The negative of the negative is the position.
pub const TWICE: &str = "`negative` twice is the position itself";
/// The negative is the position with the players exchanged.
pub const EXCHANGED: &str = "`negative` exchanges the players' moves, and who has won";
/// Representatives represent themselves.
pub const CANONICAL: &str = "`canonical` of its own result changes nothing";
/// A position is as good as its representative.
pub const SYMMETRY: &str = "`canonical` does not change who wins";

/// Symmetric positions are all images of each other.
pub const IMAGES: &str = "`symmetries` of an image gives the same positions";
/// A position is as good as its images.
pub const SYMMETRIC: &str = "`symmetries` gives positions with the same moves and ends";
/// Tiers are in the order of play.
pub const TIERS: &str = "no move leads to a lower `tier`";

/// How many samples of a promise are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// The usual number, for a promise that is tested by looking at a position and its options.
    Many,
    /// Fewer, for a promise that is tested by solving positions.
    Few,
}

/// What a test of a promise returns: what is wrong, if anything.
pub type Told = Result<Option<String>, Fault>;

/// The representative of a position.
pub type Representative<'a> = dyn Fn(&[u8]) -> Result<Vec<u8>, Fault> + 'a;

/// The positions that are equal to a position by symmetry.
pub type Images<'a> = dyn Fn(&[u8]) -> Result<Vec<Vec<u8>>, Fault> + 'a;

/// A player's options in a position, none of them replaced by its representative.
pub type PlainOptions<'a> = dyn Fn(&[u8], Player) -> Result<Vec<Vec<u8>>, Fault> + 'a;

/// A check in progress.
pub struct Check<'a, G> {
    /// The game.
    pub game: G,
    /// Its positions, or some of them.
    pub explored: Explored,
    limits: Limits<'a>,
    tested: Vec<Tested>,
    broken: Vec<Broken>,
}

grundy_base::debug! {
    impl[G] Check<'_, G>: "Check";
}

impl<'a, G: Stated> Check<'a, G> {
    /// Explores the game. Without a time limit, the check takes about ten seconds.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn new(game: G, limits: &Limits<'a>) -> Result<Self, Fault> {
        let limits = Limits { time: limits.time.or(Some((Instant::now(), TIME))), ..*limits };
        let most = limits.positions.min(POSITIONS);
        let start = game.start();
        // The rest of the time is for the promises.
        let time = limits.time.map(|(begun, time)| (begun, time / 3));
        let explored = Explored::new(&game, &[start], most, Some(&Limits { time, ..limits }))?;
        Ok(Check { game, explored, limits, tested: Vec::new(), broken: Vec::new() })
    }

    /// Tests what all games promise.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn usual(&mut self) -> Result<(), Fault> {
        self.each(SAME, Samples::Many, Self::same)?;
        self.each(READ, Samples::Many, Self::read)?;
        self.each(NAMED, Samples::Many, Self::named)?;
        match self.game.counts_points() {
            true => self.each(SCORED, Samples::Many, Self::scored),
            false => Ok(()),
        }
    }

    /// Tests what games with negatives promise.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn negatives(&mut self) -> Result<(), Fault> {
        self.each(TWICE, Samples::Many, Self::twice)?;
        self.each(EXCHANGED, Samples::Many, Self::exchanged)
    }

    /// Tests what games with representatives of symmetric positions promise. `plain` is the
    /// game without them, `start` its start, and `options` are its options.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn symmetries(
        &mut self,
        plain: &dyn Stated,
        start: &[u8],
        canonical: &Representative<'_>,
        options: &PlainOptions<'_>,
    ) -> Result<(), Fault> {
        self.each(CANONICAL, Samples::Many, |check, bytes, _| {
            let again = canonical(bytes)?;
            let message = || format!("`canonical` gives {} for it", check.game.print(&again));
            Ok((again != bytes).then(message))
        })?;
        self.each(SYMMETRY, Samples::Few, |check, bytes, mover| {
            let mut options = options(bytes, mover)?;
            if bytes == check.game.start() {
                options.push(start.to_vec());
            }
            let mut compared = 0;
            // In reverse, because the start was added last and is compared first.
            for option in options.into_iter().rev() {
                let canonical = canonical(&option)?;
                if canonical == option || compared == 2 {
                    continue;
                }
                compared += 1;
                if let Some(message) = check.compared(plain, &option, &canonical)? {
                    return Ok(Some(message));
                }
            }
            Ok(None)
        })
    }

    /// Tests what games with images of positions promise.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn images(&mut self, images: &Images<'_>) -> Result<(), Fault> {
        // All images of a position, itself among them, in order.
        let all = |bytes: &[u8]| {
            let mut all = images(bytes)?;
            all.push(bytes.to_vec());
            all.sort_unstable();
            all.dedup();
            Ok::<_, Fault>(all)
        };
        self.each(IMAGES, Samples::Many, |check, bytes, _| {
            let (own, print) = (all(bytes)?, |bytes: &[u8]| check.game.print(bytes));
            for image in &own {
                let others = all(image)?;
                if let Some(lost) = own.iter().find(|position| !others.contains(position)) {
                    let (lost, image) = (print(lost), print(image));
                    return Ok(Some(format!("{lost} is not among those of its image {image}")));
                }
                if let Some(new) = others.iter().find(|position| !own.contains(position)) {
                    let (new, image) = (print(new), print(image));
                    return Ok(Some(format!("its image {image} has the further image {new}")));
                }
            }
            Ok(None)
        })?;
        self.each(SYMMETRIC, Samples::Many, |check, bytes, mover| {
            let least = |bytes: &[u8]| Ok::<_, Fault>(all(bytes)?.swap_remove(0));
            let moves = |bytes: &[u8]| {
                let expanded = Expanded::of(&check.game, bytes, mover)?;
                let options = expanded.options.iter().map(|option| least(option));
                let mut options = options.collect::<Result<Vec<_>, Fault>>()?;
                options.sort_unstable();
                options.dedup();
                Ok::<_, Fault>((expanded.over, expanded.score, options))
            };
            let (end, score, options) = moves(bytes)?;
            for image in all(bytes)? {
                let (other, other_score, others) = moves(&image)?;
                let image = || check.game.print(&image);
                if other != end {
                    return Ok(Some(format!("play ends otherwise in its image {}", image())));
                }
                if other_score != score {
                    return Ok(Some(format!(
                        "its score is {score}, and that of its image {} {other_score}",
                        image()
                    )));
                }
                if others != options {
                    let image = image();
                    return Ok(Some(format!(
                        "{mover}'s moves in its image {image} are not images of those here"
                    )));
                }
            }
            Ok(None)
        })
    }

    /// Tests what games with tiers of their own promise.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn tiers(
        &mut self,
        tier: &dyn Fn(&[u8]) -> Result<u32, Fault>,
        images: &Images<'_>,
    ) -> Result<(), Fault> {
        self.each(TIERS, Samples::Many, |check, bytes, mover| {
            let here = tier(bytes)?;
            for image in images(bytes)? {
                let there = tier(&image)?;
                if there != here {
                    let image = check.game.print(&image);
                    return Ok(Some(format!("it is {here}, and for the image {image} {there}")));
                }
            }
            for option in Expanded::of(&check.game, bytes, mover)?.options {
                let there = tier(&option)?;
                if there < here {
                    let option = check.game.print(&option);
                    return Ok(Some(format!(
                        "it is {here}, and after the move to {option} {there}"
                    )));
                }
            }
            Ok(None)
        })
    }

    /// Who wins in a position and in its representative.
    fn compared(&self, plain: &dyn Stated, option: &[u8], canonical: &[u8]) -> Told {
        for player in Player::BOTH {
            let score = |game, bytes| Ok::<_, Fault>(Expanded::of(game, bytes, player)?.score);
            if self.game.counts_points() {
                let (first, second) = (score(plain, option)?, score(&self.game, canonical)?);
                if first != second {
                    let (option, canonical) = (self.game.print(option), self.game.print(canonical));
                    return Ok(Some(format!(
                        "the score of {option} is {first}, and that of {canonical}, which \
                         `canonical` gives for it, {second}"
                    )));
                }
            }
            let (Some(first), Some(second)) = (
                self.verdict(plain, option, player)?,
                self.verdict(&self.game, canonical, player)?,
            ) else {
                continue;
            };
            if first != second {
                let (option, canonical) = (self.game.print(option), self.game.print(canonical));
                return Ok(Some(format!(
                    "with {player} to move, {option} is a {first}, and {canonical}, which \
                     `canonical` gives for it, a {second}"
                )));
            }
        }
        Ok(None)
    }

    /// Tests a promise on samples. `test` returns what is wrong, if anything.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn each(
        &mut self,
        promise: &'static str,
        samples: Samples,
        test: impl Fn(&Self, &[u8], Player) -> Told,
    ) -> Result<(), Fault> {
        // Evenly spaced, for positions near the start and far from it.
        let most = if samples == Samples::Few { COMPARED } else { SAMPLES };
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
            let progress = Progress { stage: promise, positions: samples, bytes: 0 };
            if told == TOLD || self.limits.check(progress).is_err() {
                break;
            }
        }
        self.tested.push(Tested { promise, samples });
        Ok(())
    }

    fn same(&self, bytes: &[u8], mover: Player) -> Result<Option<String>, Fault> {
        let twice =
            (Expanded::of(&self.game, bytes, mover)?, Expanded::of(&self.game, bytes, mover)?);
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
        let Expanded { over, options, .. } = Expanded::of(&self.game, bytes, mover)?;
        if over.is_some() {
            return Ok(None);
        }
        let named: Vec<Vec<u8>> =
            self.game.moves(bytes, mover)?.into_iter().map(|(_, option)| option).collect();
        Ok((named != options).then(|| "the moves with names are others".to_string()))
    }

    /// Compares the scores of a position where neither player has a move.
    fn scored(&self, bytes: &[u8], _: Player) -> Result<Option<String>, Fault> {
        let [left, right] = Player::BOTH.map(|player| Expanded::of(&self.game, bytes, player));
        let (left, right) = (left?, right?);
        let differ = left.over.is_some() && right.over.is_some() && left.score != right.score;
        Ok(differ.then(|| {
            format!("it is {} with Left to move, and {} with Right", left.score, right.score)
        }))
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
        let here = Expanded::of(&self.game, bytes, mover)?;
        let there = Expanded::of(&self.game, &negative, mover.opponent())?;
        let reversed = |end| match end {
            End::Won(player) => End::Won(Player::opponent(player)),
            End::Tie => End::Tie,
        };
        if here.over.map(reversed) != there.over {
            let negative = self.game.print(&negative);
            return Ok(Some(format!("play ends otherwise in its negative {negative}")));
        }
        if here.score != -there.score {
            let negative = self.game.print(&negative);
            let (here, there) = (here.score, there.score);
            return Ok(Some(format!(
                "its score is {here}, and that of its negative {negative} {there}"
            )));
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

    /// The verdict for the player to move, if few positions decide it.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn verdict(
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

    /// Some positions, each with the player to move, for advice.
    pub fn samples(&self) -> impl Iterator<Item = &(Vec<u8>, Player)> {
        self.explored.nodes.iter().take(SAMPLES)
    }

    /// How many positions the game has, as far as they were explored.
    #[must_use]
    pub fn size(&self) -> Size {
        match self.explored.complete {
            true => Size::Exactly(self.explored.nodes.len() as u64),
            false => Size::AtLeast(self.explored.nodes.len() as f64),
        }
    }

    /// The limits, with a time limit.
    #[must_use]
    pub fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// The result, for the statement of the game.
    #[must_use]
    pub fn report(self, statement: &dyn Statement) -> Report {
        let explored = &self.explored;
        Report {
            name: statement.name().to_string(),
            title: statement.title(),
            notation: statement.notation(),
            impartial: self.game.impartial(),
            misere: self.game.convention() == Convention::Misere,
            has_ends: self.game.has_ends(),
            positions: explored.nodes.len(),
            complete: explored.complete,
            ended: explored.options.iter().filter(|options| options.is_empty()).count(),
            moves: explored.moves,
            most_moves: explored.most_moves,
            loops: explored.longest().is_none(),
            longest: explored.longest().filter(|_| explored.complete),
            size: self.size(),
            positions_per_second: explored.rate(),
            compiled: None,
            tested: self.tested,
            broken: self.broken,
            advice: Vec::new(),
            printed: Vec::new(),
        }
    }
}

/// One position, expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// How play has ended there, if it has.
    pub over: Option<End>,
    /// The score, where points decide.
    pub score: i64,
    /// The options.
    pub options: Vec<Vec<u8>>,
}

impl Expanded {
    /// Expands one position.
    ///
    /// # Errors
    ///
    /// The fault of the game.
    pub fn of(game: &dyn Stated, bytes: &[u8], mover: Player) -> Result<Expanded, Fault> {
        let mut found = Expansions::default();
        game.expand(&[(bytes, mover)], &mut found)?;
        let mut positions = found.positions().zip(found.scores());
        let expanded = positions.next().map(|((over, options), score)| Expanded {
            over,
            score,
            options: options.map(|(bytes, _)| bytes.to_vec()).collect(),
        });
        expanded.ok_or_else(|| Fault::new("the position was not completed"))
    }
}
