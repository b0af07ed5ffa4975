//! `grundy solve`: who wins, how, in how many moves, and what it is worth.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use grundy::answer::{self, Answer, Options, Sets, Solver, Wanted, literature};
use grundy::format::json::{self, Also};
use grundy::format::typeset::Setting;
use grundy::format::{explain, latex, sets, text};
use grundy::solve::partitioned::Failure;
use grundy::solve::sums::Database;
use grundy::{Convention, Game, Limits, Outcome, Player, Stopped};

use super::batch::{self, Lines};
use super::large::{self, LargeArgs, Task};
use super::play::Starter;
use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, OutputArgs};
use crate::solution::{self, weak};

/// Say who wins a game, with which moves, in how many, and what it is worth
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game: a position, a value, or a sum, such as 'kayles(7) + nim(2)'
    #[arg(required_unless_present = "batch")]
    pub(super) game: Option<String>,

    /// Solve under misère play: a player who cannot move wins
    #[arg(long)]
    pub(super) misere: bool,

    /// Explain step by step why the answer is true
    #[arg(long, conflicts_with_all = ["batch", "top_down"])]
    pub(super) explain: bool,

    /// List every position with its result and its best moves
    #[arg(long, conflicts_with_all = ["batch", "top_down"])]
    pub(super) strategy: bool,

    /// List W_A, L_A, W_B, L_B and the draws D_A, D_B, and the strategies s_A, s_B as maps: over all
    /// of C if the game is written out, else over all positions that play reaches
    #[arg(long, conflicts_with_all = ["batch", "top_down", "player"])]
    sets: bool,

    /// Save the solution in a file: .positions or .parquet with all positions of a large game,
    /// .strategy with a strategy for each player who can win or draw, .search with a search that
    /// goes on from it; else JSON lines, or a strategy if there are too many positions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "top_down"])]
    pub(super) save: Option<PathBuf>,

    /// Read games from standard input, one per line, and answer each with one line
    #[arg(long, conflicts_with = "game")]
    batch: bool,

    /// With --batch, the time limit for all lines together; --time is the limit for each line
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time, requires = "batch", help_heading = "Limits")]
    time_all: Option<Duration>,

    /// Search depth first only as far as needed to decide the winner; no remoteness
    #[arg(long, conflicts_with = "batch")]
    top_down: bool,

    /// Also say who wins each component of the sum on its own
    #[arg(long, conflicts_with_all = ["batch", "top_down"])]
    components: bool,

    /// Also find in how many moves a player wins or loses where a search gives the answer,
    /// which takes longer
    #[arg(long, conflicts_with = "top_down")]
    remoteness: bool,

    /// Only answer for this player, who starts
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["strategy", "explain"])]
    player: Option<Starter>,

    /// Find all moves that keep the result, or what every move brings about, however long it takes
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with_all = ["batch", "top_down"])]
    moves: Option<Moves>,

    /// Say what each method did: its time, positions, memory, and what it found
    #[arg(long, conflicts_with_all = ["batch", "top_down"])]
    explain_work: bool,

    /// Look up small components in this file written by `grundy db`; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "top_down")]
    db: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) large: LargeArgs,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people; the wording may change between versions
    Text,
    /// The same with values as books set them
    Unicode,
    /// A tabular of LaTeX
    Latex,
    /// For scripts; fields are added but never changed
    Json,
}

/// Which moves are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// All moves that keep the result
    Best,
    /// Every move, with what it brings about
    All,
}

impl Format {
    fn setting(self) -> Setting {
        match self {
            Format::Unicode => Setting::Unicode,
            Format::Latex => Setting::Latex,
            Format::Text | Format::Json => Setting::Plain,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  grundy solve 'nim(3,4,5)'
  grundy solve 'nim(3,4,5)' --explain
  grundy solve 'domineering(3x2) - {1|0} + ^*'
  grundy solve tic-tac-toe --format json
  grundy solve 'domineering(4x4)' --format latex
  grundy solve 'subtraction(1,2; 21)' --misere
  grundy solve --batch < games.txt          prints game, outcome, value, best move
  grundy solve five.json --sets                W_A, L_A, W_B, L_B over all of C
  grundy solve 'dodgem(3)' --save dodgem.solution
  grundy solve teeko --explain-plan
  grundy solve 'connect-four(5x5)' --save four.positions --checkpoint four.work
  grundy solve 'connect-four(6x5)' --save four.strategy
  grundy solve 'connect-four(6x5)' --cluster hosts.txt --process 0 --save four.positions

A file that ends in .json is a 5-tuple, with the keys C, F_A, F_B, m_A and m_B: A is Left and B
is Right. Play is over in F_A, and A has won there, also if B has moved there.";

/// The time for finding the positions and the value that explain an answer.
const FOR_REASONS: Duration = Duration::from_secs(5);

impl Args {
    /// The chosen format, or the format of the file's extension.
    fn format(&self) -> Format {
        self.format.unwrap_or(match output::ending(self.output.as_deref()).as_deref() {
            Some("json") => Format::Json,
            Some("tex") => Format::Latex,
            _ => Format::Text,
        })
    }

    /// Writes a text to where the user wants it.
    fn write(&self, out: &mut impl Write, shown: &str) -> Result<()> {
        OutputArgs::to(self.output.clone()).write(out, shown)
    }

    pub(super) fn convention(&self, game: &dyn Game) -> Convention {
        input::convention(self.misere, game)
    }

    fn task<'a>(&'a self, game: &'a dyn Game) -> Task<'a> {
        let (convention, save) = (self.convention(game), self.save.as_deref());
        let text = self.game.as_deref().unwrap_or_default();
        Task { game, text, convention, args: &self.large, save }
    }

    fn options<'a>(
        &self,
        game: &dyn Game,
        limits: Limits<'a>,
        databases: &'a [Database],
    ) -> Options<'a> {
        let convention = Some(self.convention(game));
        let remoteness = self.remoteness;
        let moves = self.moves == Some(Moves::Best);
        let every_move = self.moves == Some(Moves::All);
        let wanted = Wanted { remoteness, moves, every_move, ..Wanted::WINNER };
        let starter = self.player.map(Starter::player);
        // A line of text has room for only one move.
        let one = self.batch && self.moves.is_none() && self.format() != Format::Json;
        let most_moves = one.then_some(1);
        Options {
            convention,
            starter,
            wanted,
            most_moves,
            limits,
            databases,
            learned: Some(&crate::rules::learned),
            ..Options::default()
        }
    }
}

impl Args {
    fn databases(&self) -> Result<Vec<Database>> {
        let memory = self.limits.memory_limit() / self.db.len().max(1) as u64;
        self.db.iter().map(|path| super::db::read(path, memory)).collect()
    }
}

/// The winner of each component of a game, played alone.
fn outcomes(args: &Args, game: &dyn Game) -> Result<Vec<(String, Outcome)>> {
    let databases = args.databases()?;
    let found = args.limits.run(|limits| {
        let options = args.options(game, limits, &databases);
        answer::outcomes_of_components(game, &options)
    })?;
    found.ok_or_else(|| {
        anyhow!(
            "{} has no components: that takes a game that always ends, without rules for \
             winning, under normal play",
            game.text()
        )
    })
}

/// Answers the question.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.batch {
        return batch(args, out);
    }
    let more =
        args.explain || args.strategy || args.sets || args.top_down || args.large.explain_plan;
    if args.format() == Format::Latex && more {
        bail!("LaTeX is for the answer alone: leave out --format latex, or what is to be listed");
    }
    let game = args.limits.game(args.game.as_deref().unwrap_or_default())?;
    let starter = args.player.map(Starter::player);
    Options { starter, ..Options::default() }.check(&*game)?;
    if args.top_down {
        return top_down(args, &*game, out);
    }
    // The processes of a cluster save parts, and a search writes its file itself.
    let kept = output::ending(args.save.as_deref()).as_deref() == Some("search");
    let save = args.save.as_deref().filter(|_| !kept && !args.large.is_shared());
    let written = [save, args.output.as_deref()].into_iter().flatten();
    let _reserved = written.map(output::reserve).collect::<Result<Vec<_>>>()?;
    if args.large.explain_plan {
        let format = match args.format() {
            Format::Json => output::Format::Json,
            _ => output::Format::Text,
        };
        let databases = args.databases()?;
        let shown = args.limits.run_raw(|limits| {
            let options = args.options(&*game, limits, &databases);
            large::explain_plan(args.task(&*game), &options, format)
        });
        return args.write(out, &shown?);
    }
    let shows_all = args.strategy || args.explain || args.sets;
    if let Some((answer, saved)) = large::solve(args.task(&*game), shows_all, &args.limits)? {
        show_answer(args, &answer, None, &*game, out)?;
        return saved;
    }
    let (mut answer, mut saved) = match &args.save {
        Some(path) if kept => (with_file(args, &*game, path)?, Ok(())),
        None => {
            let found = any_size(args, &*game, &args.limits, &args.databases()?);
            (found.map_err(|error| beside(args, &*game, error))?, Ok(()))
        }
        Some(path) => match listed(args, &*game, path)? {
            Some(answer) => (answer, Ok(())),
            None => weakly(args, &*game, path)?,
        },
    };
    if args.components {
        answer.outcomes = outcomes(args, &*game)?;
    }
    if let (Some(path), Some(solved)) = (&args.save, &answer.solved) {
        saved = super::verify::save(
            path,
            &*game,
            solved,
            args.convention(&*game),
            &args.limits.for_saving(),
        );
    }
    let sets = args.sets.then(|| {
        let convention = args.convention(&*game);
        args.limits.run(|limits| answer::sets(&*game, convention, &limits))
    });
    let (sets, no_sets) = match sets.transpose() {
        Ok(sets) => (sets, Ok(())),
        Err(error) => (None, Err(error.context("no sets"))),
    };
    // The results are shown even if the file could not be written.
    show_answer(args, &answer, sets.as_ref(), &*game, out)?;
    saved?;
    if let Some(stopped) = &answer.stopped {
        return Err(limits::explain(stopped));
    }
    if !answer.missing.is_empty() {
        let missing: Vec<&str> = answer.missing.iter().map(|facet| facet.word()).collect();
        bail!("no method finds what else was asked of {}: {}", game.text(), missing.join(", "));
    }
    no_sets
}

/// An error after which nothing is known, with what is published about the game.
fn beside(args: &Args, game: &dyn Game, error: anyhow::Error) -> anyhow::Error {
    match literature::about(game, args.convention(game)) {
        Some(known) => {
            let (winner, source) = (known.winner.sentence(), known.source);
            anyhow!("{error:#}\nFrom the literature: {winner} ({source}).")
        }
        None => error,
    }
}

/// The answer from all positions, which are to be saved; none if there are too many positions and a
/// strategy is to be saved instead.
fn listed(args: &Args, game: &dyn Game, path: &Path) -> Result<Option<Answer>> {
    /// The greatest number of positions that are saved one in a line, unless a limit is given.
    const MOST: usize = 1 << 22;
    if output::ending(Some(path)).as_deref() == Some("strategy") {
        return Ok(None);
    }
    let none = Limits { memory: 0, ..Limits::default() };
    let searched = || answer::is_searched(game, &args.options(game, none, &[]));
    if args.limits.max_positions.is_none() && searched() {
        let found = args.limits.run_raw(|limits| {
            let limits = Limits { positions: MOST, ..limits };
            answer::solve(game, &all_positions(args.options(game, limits, &[])))
        });
        return match found {
            Ok(answer) => Ok((!answer.is_too_large()).then_some(answer)),
            Err(Failure::Stopped(Stopped::Positions { .. } | Stopped::Memory { .. })) => Ok(None),
            Err(failure) => Err(solution::explain(failure)),
        };
    }
    any_size(args, game, &args.limits, &args.databases()?).map(Some)
}

/// The same question, but asking for all positions.
fn all_positions(options: Options<'_>) -> Options<'_> {
    Options { wanted: Wanted { positions: true, ..options.wanted }, ..options }
}

/// Solves a game by a forward search that is kept in a file.
fn with_file(args: &Args, game: &dyn Game, path: &Path) -> Result<Answer> {
    let found = args
        .limits
        .run_raw(|limits| answer::solve_with_file(game, &args.options(game, limits, &[]), path));
    found.map_err(|error| weak::explain(game, error)).with_context(|| path.display().to_string())
}

/// Solves a game by a forward search, and saves strategies that achieve the result. The inner
/// result says whether they could be saved.
fn weakly(args: &Args, game: &dyn Game, path: &Path) -> Result<(Answer, Result<()>)> {
    let found =
        args.limits.run_raw(|limits| answer::solve_weakly(game, &args.options(game, limits, &[])));
    let (answer, strategies) = found.map_err(|error| weak::explain(game, error))?;
    let saved = match answer.stopped {
        None => weak::save(path, game, args.convention(game), &strategies),
        Some(_) => Ok(()),
    };
    Ok((answer, saved))
}

/// Solves a game; if that takes too much, says what is proved.
fn any_size(
    args: &Args,
    game: &dyn Game,
    limits: &LimitArgs,
    databases: &[Database],
) -> Result<Answer> {
    // A search for the score obeys the limit on positions too.
    let limited = limits.max_positions.is_some() && !game.has_scores();
    let needs_all = limited || args.strategy || args.save.is_some();
    let limits = if needs_all { limits } else { &limits.modest() };
    let answer = limits.run_raw(|limits| {
        let options = args.options(game, limits, databases);
        if needs_all {
            return answer::solve(game, &all_positions(options));
        }
        // The explanation is read from the positions, or from the value.
        let beyond = if args.explain { FOR_REASONS } else { options.beyond };
        answer::solve(game, &Options { beyond, ..options })
    });
    answer.map_err(solution::explain)
}

fn show_answer(
    args: &Args,
    answer: &Answer,
    found: Option<&Sets>,
    game: &dyn Game,
    out: &mut impl Write,
) -> Result<()> {
    let setting = args.format().setting();
    let shown = match args.format() {
        Format::Json => {
            let also = Also { strategy: args.strategy, work: args.explain_work };
            let shown = json::answer(answer, also);
            let output = OutputArgs::to(args.output.clone());
            return match (found, shown.strip_suffix('}')) {
                (Some(found), Some(fields)) => {
                    let sets = sets::json(found);
                    output.write(out, format_args!("{fields},\"sets\":{sets}}}\n"))
                }
                _ => output.write(out, shown + "\n"),
            };
        }
        Format::Latex => latex::answer(answer),
        Format::Text | Format::Unicode => {
            let mut shown = text::answer(answer, &game.drawing(), setting);
            if args.explain {
                let _ = write!(shown, "\n{}", explain::answer(answer, game, setting));
            }
            if args.strategy {
                let _ = write!(shown, "\n{}", text::strategy(answer));
            }
            if args.explain_work {
                let _ = write!(shown, "\n{}", text::work(answer));
            }
            if let Some(found) = found {
                let output = OutputArgs::to(args.output.clone());
                return output.write(out, format_args!("{shown}\n{}", sets::text(found)));
            }
            shown
        }
    };
    args.write(out, &shown)
}

fn top_down(args: &Args, game: &dyn Game, out: &mut impl Write) -> Result<()> {
    let mut shown = String::new();
    let turn = game.turn();
    for player in Player::BOTH.into_iter().filter(|&player| turn.is_none_or(|turn| turn == player))
    {
        let found =
            args.limits.run(|limits| game.top_down(player, args.convention(game), &limits))?;
        let (result, explored) = (found.answer.word(), found.explored);
        let _ = match args.format() {
            Format::Json => writeln!(
                shown,
                "{{\"game\":{},\"starts\":\"{}\",\"result\":\"{result}\",\"explored\":{explored}}}",
                json::string(&game.text()),
                player.word(),
            ),
            _ => writeln!(
                shown,
                "{player} first: {}, after a look at {} positions",
                text::paint(text::style(found.answer), result),
                text::group(explored),
            ),
        };
        if game.impartial() {
            break;
        }
    }
    args.write(out, &shown)
}

fn batch(args: &Args, out: &mut impl Write) -> Result<()> {
    let databases = args.databases()?;
    let format = args.format();
    let answer = |line: &str, limits: &LimitArgs, solver: &mut Solver| {
        let game = limits.game(line)?;
        // The values of heaps are kept from line to line, and give answers at once.
        let answer = match has_heaps_only(&*game) && limits.max_positions.is_none() {
            true => limits
                .run_raw(|limits| {
                    let options = args.options(&*game, limits, &databases);
                    solver.solve(&*game, &Options { beyond: Duration::ZERO, ..options })
                })
                .map_err(solution::explain)?,
            false => any_size(args, &*game, limits, &databases)?,
        };
        let answer = answer.whole().map_err(|stopped| limits::explain(&stopped))?;
        Ok(match format {
            Format::Json => json::answer(&answer, Also::default()),
            _ => text::batch_line(&answer, format.setting()),
        })
    };
    let failure = |line: &str, why: &str| match format {
        Format::Json => {
            format!("{{\"game\":{},\"error\":{}}}", json::string(line), json::string(why))
        }
        // Four columns, whatever the line contains.
        _ => format!("{}\terror\t{why}\t-", line.replace(char::is_control, " ")),
    };
    let lines = Lines { answer: &answer, failure: &failure };
    batch::run(&args.limits, args.time_all, &lines, out)
}

/// Whether a game is a sum of impartial heaps.
fn has_heaps_only(game: &dyn Game) -> bool {
    let heaps = |(term, _): &(Box<dyn Game>, bool)| term.heaps().is_some() && !term.has_ends();
    game.signed_terms().iter().all(heaps)
}
