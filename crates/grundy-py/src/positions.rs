//! All positions of a game: decided, saved, and opened again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use grundy::answer::{Options, Wanted, strategy};
use grundy::files::{self, Reserved};
use grundy::solve::partitioned::file::Saved;
use grundy::solve::partitioned::{Failure, Positions, Settings};
use grundy::{Convention, Fate, Limits, Source, Stopped, catalogue, language, saved};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::asked::{ask, failed};
use crate::error::{self, GrundyError, NoValueError, RefusedError};
use crate::game::{Game, wanted};
use crate::load;
use crate::rows::{Rows, Solution};
use crate::work::Within;

/// The files and folders for work on all positions.
#[derive(FromPyObject, Clone, Debug, Default)]
pub(crate) struct Folders {
    /// The file for all positions.
    #[pyo3(item)]
    save: Option<PathBuf>,
    /// The folder for what does not fit in memory.
    #[pyo3(item)]
    disk: Option<PathBuf>,
    /// The folder of checkpoints.
    #[pyo3(item)]
    checkpoint: Option<PathBuf>,
}

impl Folders {
    fn are_wanted(&self) -> bool {
        self.save.is_some() || self.disk.is_some() || self.checkpoint.is_some()
    }

    /// Refuses files that cannot be written, before long work begins, and keeps other processes
    /// from writing them.
    fn check(&self) -> PyResult<Option<Reserved>> {
        let Some(path) = &self.save else { return Ok(None) };
        let name = path.display();
        if path.extension().is_none_or(|ending| ending != "positions") {
            return Err(PyValueError::new_err(format!(
                "{name}: the name of a file of all positions ends in .positions; pandas, pyarrow \
                 and others write the table into other files"
            )));
        }
        let reserved = files::reserve(path);
        let failed = |error| PyOSError::new_err(format!("cannot write {name}: {error}"));
        reserved.map(Some).map_err(failed)
    }

    /// Makes the folder for what does not fit in memory, before long work needs it.
    fn make_disk(&self) -> Result<(), Failure> {
        let Some(folder) = &self.disk else { return Ok(()) };
        let failed = |error| Failure::File { path: folder.clone(), error };
        fs::create_dir_all(folder).map_err(failed)
    }

    fn folder_of_save(&self) -> Option<PathBuf> {
        let parent = self.save.as_ref()?.parent()?;
        Some(if parent == Path::new("") { PathBuf::from(".") } else { parent.to_path_buf() })
    }

    /// The folder of checkpoints, locked against other processes as long as the file is open.
    fn lock(&self) -> Result<Option<File>, Failure> {
        let Some(folder) = &self.checkpoint else { return Ok(None) };
        let path = folder.join("lock-0");
        let open = || {
            fs::create_dir_all(folder)?;
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            Ok((files::lock(&file)?, file))
        };
        match open() {
            Ok((true, file)) => Ok(Some(file)),
            Ok((false, _)) => {
                Err(Failure::Lost(format!("another grundy is writing {}", path.display())))
            }
            Err(error) => Err(Failure::File { path, error }),
        }
    }
}

/// Decides all positions of a game.
#[pyfunction]
pub(crate) fn all_positions(
    game: &Bound<'_, PyAny>,
    misere: bool,
    texts: bool,
    folders: Folders,
    within: Within,
) -> PyResult<Rows> {
    let (py, game) = (game.py(), wanted(game)?);
    let convention = if misere { Convention::Misere } else { game.rules().convention() };
    if folders.are_wanted() {
        load::is_newest(game.rules())?;
    }
    let _reserved = folders.check()?;
    let work = |game: &Game, limits: &Limits<'_>| {
        folders.make_disk()?;
        let _lock = folders.lock()?;
        by_keys(game, convention, texts, &folders, limits)
    };
    match ask(py, game.usable(py)?, within, work)? {
        Some(solution) => Ok(solution.into_rows()),
        None if folders.are_wanted() => Err(no_keys(&game)),
        None => listed(py, game, convention, within),
    }
}

/// Decides all positions of a game by their keys; none if they have no keys.
fn by_keys(
    game: &Game,
    convention: Convention,
    texts: bool,
    folders: &Folders,
    limits: &Limits<'_>,
) -> Result<Option<Solution>, Failure> {
    let rules = game.rules();
    if let Some(folder) = &folders.checkpoint {
        saved::recall_learned(rules, folder)?;
    }
    let Some(large) = rules.large() else { return Ok(None) };
    let folder = folders.checkpoint.as_deref();
    let checkpoint = folder.map(|folder| saved::checkpoint(rules, convention, &*large, folder));
    let spill = folders.disk.clone().or_else(|| folders.folder_of_save());
    let settings = Settings { convention, limits: *limits, spill, checkpoint };
    let solved = large.solve(&settings);
    if let (Err(Failure::Stopped(Stopped::Rules(fault))), Some(folder)) = (&solved, folder)
        && fault.again
    {
        // The folder has other keys.
        saved::keep_learned(rules, folder)?;
    }
    let positions = solved?;
    if let Some(path) = &folders.save {
        let about = saved::about(rules, convention, &positions, None);
        positions.write(path, &about, limits)?;
    }
    Ok(Solution::new(game, convention, positions, texts))
}

/// Decides all positions of a game whose positions have no keys.
fn listed(py: Python<'_>, game: Game, convention: Convention, within: Within) -> PyResult<Rows> {
    let fields = vec![
        Field::new("position", DataType::Utf8, false),
        Field::new("mover", DataType::Utf8, true),
        Field::new("result", DataType::Utf8, false),
        Field::new("remoteness", DataType::Int32, true),
        Field::new("best", DataType::Utf8, true),
    ];
    let schema = Arc::new(Schema::new(fields));
    let text = game.rules().text();
    let list = |game: &Game, limits: &Limits<'_>| -> Result<Option<RecordBatch>, Failure> {
        let options = Options {
            convention: Some(convention),
            limits: *limits,
            wanted: Wanted::POSITIONS,
            ..Options::default()
        };
        let answer = grundy::answer::solve(game.rules(), &options)?.whole()?;
        let Some(solved) = &answer.solved else { return Ok(None) };
        let (play, mut remoteness) = (&solved.play, Vec::new());
        let [mut positions, mut movers, mut results, mut best] =
            [(); 4].map(|()| StringBuilder::new());
        for entry in strategy(solved) {
            positions.append_value(play.position(entry.node, false));
            let mover = play.mover(entry.node, false).word();
            movers.append_option((!answer.impartial).then_some(mover));
            results.append_value(entry.verdict.fate().word());
            remoteness.push(entry.verdict.remoteness().map(|moves| moves as i32));
            best.append_option(entry.best.first().map(|&node| play.position(node, false)));
        }
        let texts = [&mut positions, &mut movers, &mut results, &mut best];
        let [positions, movers, results, best] =
            texts.map(|text| Arc::new(text.finish()) as ArrayRef);
        let remoteness = Arc::new(Int32Array::from_iter(remoteness));
        let columns = vec![positions, movers, results, remoteness, best];
        Ok(RecordBatch::try_new(schema.clone(), columns).ok())
    };
    let batch = ask(py, game.again(), within, list)?.ok_or_else(|| no_keys(&game))?;
    Ok(Rows::of(batch, format!("{text}, {} play", convention.word())))
}

/// The error for a game without keys: its rules have failed, or they give none.
fn no_keys(game: &Game) -> PyErr {
    match game.rules().failure().filter(|fault| !fault.again) {
        Some(fault) => error::rules(fault),
        None => {
            let game = game.rules().text();
            let why = format!("positions of {game} cannot be packed into 64 or 128 bits");
            NoValueError::new_err(why)
        }
    }
}

/// A file of all positions that has been opened.
pub(crate) struct Opened {
    pub(crate) game: Game,
    pub(crate) convention: Convention,
    pub(crate) positions: Positions,
}

impl Opened {
    /// Opens a file. Its rules are then known.
    pub(crate) fn open(py: Python<'_>, path: &Path) -> PyResult<Opened> {
        let name = path.display();
        let wrong = |why: &str| GrundyError::new_err(format!("{name}: {why}"));
        if !path.exists() {
            return Err(PyOSError::new_err(format!("{name}: there is no such file")));
        }
        if !path.is_file() {
            return Err(PyOSError::new_err(format!("{name}: this is no file that can be read")));
        }
        let read = || -> Result<(Saved, Positions), Failure> {
            let saved = Saved::open(path)?;
            saved.check()?;
            let positions = Positions::open(&saved)?;
            Ok((saved, positions))
        };
        let (saved, positions) = py.detach(read).map_err(|failure| match failure {
            Failure::Damaged { .. } => RefusedError::new_err(failure.to_string()),
            other => failed(other),
        })?;
        let about = saved.about();
        if about.part.is_some() {
            return Err(wrong("this is one part of a solution: join them with grundy merge"));
        }
        for rules in &about.rules {
            let source = Source { file: rules.file.clone(), text: rules.text.clone() };
            load::embedded(&rules.name, &source)?;
            catalogue::learn(&rules.name, &rules.learned);
        }
        let game = language::game(&about.game, &Limits::default())
            .map_err(|why| error::language(&about.game, why))?;
        let game = Game::from(game);
        let large = game.rules().large().ok_or_else(|| no_keys(&game))?;
        if large.packing() != about.packing {
            return Err(wrong("its positions were packed in another way: solve the game again"));
        }
        let convention = match about.convention.as_str() {
            "misere" => Convention::Misere,
            _ => Convention::Normal,
        };
        Ok(Opened { game, convention, positions })
    }
}

/// How many positions in a file have each result and remoteness: won ones first, the nearest end
/// first.
#[pyfunction]
pub(crate) fn stats(py: Python<'_>, path: PathBuf) -> PyResult<Rows> {
    let Opened { game, positions, .. } = Opened::open(py, &path)?;
    let mut counts: Vec<_> =
        positions.counts().each().map(|(code, count)| (code.verdict(), count)).collect();
    let order = [Fate::Win, Fate::Loss, Fate::Draw];
    counts.sort_by_key(|(verdict, _)| {
        let place = order.iter().position(|fate| *fate == verdict.fate());
        (place, verdict.remoteness().map_or(u64::MAX, u64::from))
    });
    let results = counts.iter().map(|(verdict, _)| Some(verdict.fate().word()));
    let remoteness = counts.iter().map(|(verdict, _)| verdict.remoteness().map(|n| n as i32));
    let count = |which: usize| UInt64Array::from_iter(counts.iter().map(|(_, n)| Some(n[which])));
    let columns: [(&str, ArrayRef); 4] = [
        ("result", Arc::new(StringArray::from_iter(results))),
        ("remoteness", Arc::new(Int32Array::from_iter(remoteness))),
        ("keys", Arc::new(count(0))),
        ("positions", Arc::new(count(1))),
    ];
    let batch = RecordBatch::try_from_iter(columns);
    let batch = batch.map_err(|why| GrundyError::new_err(why.to_string()))?;
    Ok(Rows::of(batch, format!("counts of {}", game.rules().text())))
}

/// Opens a file of all positions, as `grundy solve --save FILE.positions` writes it.
#[pyfunction]
pub(crate) fn open_positions(py: Python<'_>, path: PathBuf, texts: bool) -> PyResult<Rows> {
    let Opened { game, convention, positions, .. } = Opened::open(py, &path)?;
    let solution = Solution::new(&game, convention, positions, texts);
    Ok(solution.ok_or_else(|| no_keys(&game))?.into_rows())
}
