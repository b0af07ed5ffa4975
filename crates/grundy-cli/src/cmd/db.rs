//! `grundy db`: a database of the values of small components.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grundy::catalogue;
use grundy::format::database::{read_database, write_database};
use grundy::format::text::group;
use grundy::search::{Plan, Query};
use grundy::solve::sums::{Database, Sums, Unsolved};

use super::search::explain_query;
use crate::limits::{self, LimitArgs};
use crate::output;

/// Write a database of the values of small components, for `grundy solve --db`
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy db clobber --size 1..4x1..3 -o clobber.db
  grundy solve 'clobber(5x4) + clobber(6x3)' --db clobber.db
  grundy db nogo --size 1..12x1 -o nogo.db

The file holds the canonical form of every position of these sizes and of every position
that play leads to from them; positions that are equal by a symmetry or by exchanging the
players are stored once. If the file exists, new entries are added to it. Results are
written every 30 seconds and when Ctrl-C or a limit ends the work; the same command then
continues.")]
pub(crate) struct Args {
    /// The ruleset, with its parameters if it has any
    ruleset: String,

    /// Board sizes as WIDTHxHEIGHT, such as 2x6 or 1..3x4; for strips and heaps 8 or 1..8
    #[arg(long, value_name = "SIZES")]
    size: String,

    /// The database file; existing entries are kept
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The least time between two writes of the file.
const OFTEN: Duration = Duration::from_secs(30);
/// Writing takes at most one part in this number of the time.
const PART: u32 = 20;

/// Finds the forms and writes them.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let query = Query { ruleset: &args.ruleset, size: &args.size, ..Query::default() };
    let plan = query.plan().map_err(|error| explain_query(&query, &error))?;
    let ruleset = plan.ruleset();
    let _reserved = output::reserve(&args.output)?;
    let before = match args.output.exists() {
        true => read(&args.output, args.limits.memory_limit())?,
        false => Database { ruleset: ruleset.clone(), ..Database::default() },
    };
    if before.ruleset != ruleset {
        let path = args.output.display();
        bail!("{path} is a database of {}: name another file", before.ruleset);
    }
    let game = catalogue::parse_ruleset(&ruleset).map_err(|error| anyhow!("{error}"))?;
    let source = game.source().ok_or_else(|| {
        anyhow!("{ruleset} has no components that a database could hold: domineering has some")
    })?;
    if !args.output.exists() {
        // A file that cannot be written is reported before the work is done.
        save(&before, &args.output)?;
    }
    let (found, ended) = args.limits.run_towards(Some(plan.len()), |limits| {
        let mut sums = Sums::new(vec![source], limits);
        let ended = sums.take(&before).map_err(Into::into);
        let ended = ended.and_then(|()| learn(&mut sums, &plan, &args.output));
        Ok::<_, anyhow::Error>((
            sums.database(&ruleset).map_err(|stopped| limits::explain(&stopped))?,
            ended,
        ))
    })?;
    save(&found, &args.output)?;
    let bytes = args.output.metadata().map_or(0, |file| file.len());
    writeln!(
        out,
        "{ruleset}: {} components, {} forms, {} bytes in {}",
        group(found.components.len()),
        group(found.forms.len()),
        group(bytes as usize),
        args.output.display(),
    )?;
    ended
}

/// Values the components of all positions, and writes the file from time to time.
fn learn(sums: &mut Sums<'_>, plan: &Plan, path: &Path) -> Result<()> {
    let ruleset = plan.ruleset();
    let (mut written, mut pause) = (Instant::now(), OFTEN);
    plan.each_position(|position| {
        match sums.learn(&ruleset, position) {
            // A board that is drawn like this may not be a position of the rules.
            Ok(()) | Err(Unsolved::Unknown) => {}
            Err(Unsolved::Stopped(stopped)) => return Err(limits::explain(&stopped)),
            Err(error) => return Err(anyhow!("{}: {error}", plan.game(position))),
        }
        if written.elapsed() >= pause {
            let begun = Instant::now();
            let database = sums.database(&ruleset).map_err(|stopped| limits::explain(&stopped))?;
            save(&database, path)?;
            written = Instant::now();
            pause = OFTEN.max(begun.elapsed() * PART);
        }
        Ok(())
    })
}

fn save(database: &Database, path: &Path) -> Result<()> {
    output::save(path, |file| write_database(database, file))
}

/// Reads a database that takes at most `memory` bytes of memory.
pub(super) fn read(path: &Path, memory: u64) -> Result<Database> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    read_database(file, memory).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => anyhow!("{}: {error}", path.display()),
        _ => anyhow!(
            "{} is no database of grundy, or damaged: {error}; remove it, or name another file",
            path.display()
        ),
    })
}
