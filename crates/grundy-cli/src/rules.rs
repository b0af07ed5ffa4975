//! Rule files, named by `--rules` or in the text of a game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use grundy::bounded::Bounded;
use grundy::solve::partitioned::Failure;
use grundy::stated::Statement;
use grundy::{Fault, Source, Stopped, answer, catalogue};

#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
use crate::limits;

/// A function that reads a rule file, given its name and its bytes.
type Load = fn(&str, &[u8]) -> Result<Arc<dyn Statement>>;

/// The extensions that this build can read.
const KINDS: &[(&str, Load)] = &[
    #[cfg(feature = "rules")]
    ("star", |file, bytes| Ok(Arc::new(star(file, bytes)?))),
    #[cfg(feature = "gdl")]
    ("kif", |file, bytes| Ok(Arc::new(gdl(file, bytes)?))),
    #[cfg(feature = "wasm")]
    ("wasm", |file, bytes| Ok(Arc::new(wasm(file, bytes)?))),
];

/// How the goals of games in the Game Description Language decide who wins.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum Goals {
    /// What one player gains the other must lose
    #[default]
    Opposed,
    /// The higher goal wins, and equal goals are a tie
    Higher,
}

/// Whether the command line says that the higher goal wins.
static HIGHER: AtomicBool = AtomicBool::new(false);

/// Sets how goals are understood in files that are read from now on.
pub(crate) fn set_goals(goals: Goals) {
    HIGHER.store(matches!(goals, Goals::Higher), Ordering::Relaxed);
}

/// Prints what the rules have learned: the work begins anew.
pub(crate) fn learned(fault: &Fault) {
    let position = fault.position.as_deref().unwrap_or("a position");
    let _ = writeln!(anstream::stderr(), "grundy: {} ({position}); starting again", fault.message);
}

/// The fault of rules that caused an error.
pub(crate) fn fault_of(error: &mut anyhow::Error) -> Option<&mut Fault> {
    if error.is::<Failure>() {
        return error.downcast_mut().and_then(answer::fault_of);
    }
    match error.is::<Stopped>() {
        true => match error.downcast_mut() {
            Some(Stopped::Rules(fault)) => Some(fault),
            _ => None,
        },
        false => error.downcast_mut(),
    }
}

/// A file in Starlark.
#[cfg(feature = "rules")]
pub(crate) fn star(file: &str, bytes: &[u8]) -> Result<grundy_rules::File> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = grundy::Place::new(file.to_string(), bytes, error.valid_up_to());
        anyhow::anyhow!("{place}: this is not text in UTF-8: save the file as UTF-8")
    })?;
    grundy_rules::load_within(file, text, bounds()).map_err(said)
}

/// The limits of the command line for files in Starlark.
#[cfg(feature = "rules")]
fn bounds() -> grundy_rules::Bounds {
    let bounds = grundy_rules::Bounds::default();
    let heap = limits::memory_of_call(bounds.heap);
    grundy_rules::Bounds { heap, halted: Some(limits::halted), ..bounds }
}

/// The rule files that are part of the program.
#[cfg(feature = "rules")]
pub(crate) fn shipped() -> Vec<catalogue::Shipped> {
    grundy_rules::shipped(bounds())
}

/// Prints no message for panics of the interpreter; they become errors.
#[cfg(feature = "rules")]
pub(crate) fn tell_panics_as_faults() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !grundy_rules::is_interpreting() {
            tell(panic);
        }
    }));
}

/// A module in WebAssembly, or its text in a saved solution.
#[cfg(feature = "wasm")]
pub(crate) fn wasm(file: &str, bytes: &[u8]) -> Result<grundy_wasm::File> {
    let bounds = grundy_wasm::Bounds::default();
    let memory = limits::memory_of_call(bounds.memory);
    let bounds = grundy_wasm::Bounds { memory, halted: Some(limits::halted), ..bounds };
    grundy_wasm::load_within(file, bytes, &bounds).map_err(said)
}

/// A fault as an error without causes.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
fn said(fault: grundy::Fault) -> anyhow::Error {
    anyhow::anyhow!("{fault}")
}

/// A game in the Game Description Language, with goals as on the command line.
#[cfg(feature = "gdl")]
pub(crate) fn gdl(file: &str, bytes: &[u8]) -> Result<grundy_gdl::GdlGame> {
    // Many older files have comments that are not UTF-8.
    let text = String::from_utf8_lossy(bytes);
    let goals = match HIGHER.load(Ordering::Relaxed) {
        true => grundy_gdl::Goals::Higher,
        false => grundy_gdl::Goals::Opposed,
    };
    let bounds = grundy_gdl::Limits::default();
    let memory = limits::memory_of_call(bounds.memory);
    let bounds = grundy_gdl::Limits { memory, halted: Some(limits::halted), ..bounds };
    let game = grundy_gdl::load_with(file, &text, bounds);
    Ok(game.map_err(said)?.with_goals(goals))
}

/// All extensions of rule files, whether or not this build can read them.
const ENDINGS: [&str; 3] = ["star", "kif", "wasm"];

/// The ruleset name of each file.
static KNOWN: LazyLock<Mutex<HashMap<PathBuf, String>>> = LazyLock::new(Mutex::default);

/// Registers the game of a file under the file's own name, even if a built-in ruleset has
/// that name.
pub(crate) fn register(path: &Path) -> Result<()> {
    known(path, |own| own.to_string()).map(drop)
}

/// A text in which rule files are replaced by the names of their games: `take12.star(21)` becomes
/// `take12(21)`.
///
/// The name of a file is a word with the extension of a rule file, or such a name in quotation
/// marks, outside of all parentheses but those of `after(…)`. Built-in rulesets keep their names:
/// the game of `nim.star` is called `nim-star`.
pub(crate) fn named(text: &str) -> Result<Cow<'_, str>> {
    if !ENDINGS.iter().chain(&[LISTED]).any(|ending| text.contains(&format!(".{ending}"))) {
        return Ok(Cow::Borrowed(text));
    }
    let name_of = |path: &str| {
        let ending = path.rsplit('.').next().unwrap_or_default().to_string();
        known(Path::new(path), |own| {
            match catalogue::rulesets().iter().any(|entry| entry.name == own) {
                true => format!("{own}-{ending}"),
                false => own.to_string(),
            }
        })
    };
    if Path::new(text.trim()).is_file() {
        return match is_listed(text.trim()) {
            true => Ok(Cow::Owned(format!("graph({})", in_quotes(text.trim())))),
            false => name_of(text.trim()).map(Cow::Owned),
        };
    }
    let in_path = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '/' | '~' | '-');
    let (mut named, mut rest) = (String::new(), text);
    // For each open parenthesis, whether it encloses a position.
    let mut open = Vec::new();
    let mut before = "";
    while let Some(first) = rest.chars().next() {
        let (word, path) = match first {
            '"' => match rest[1..].find('"') {
                Some(end) => (&rest[..end + 2], &rest[1..=end]),
                None => (rest, ""),
            },
            // A minus before a name is not part of it.
            '-' => (&rest[..1], ""),
            c if in_path(c) => {
                let word = &rest[..rest.find(|c| !in_path(c)).unwrap_or(rest.len())];
                (word, word)
            }
            c => (&rest[..c.len_utf8()], ""),
        };
        match word {
            "(" => open.push(before != "after"),
            ")" => drop(open.pop()),
            _ => {}
        }
        (before, rest) = (word, &rest[word.len()..]);
        match !open.contains(&true) {
            true if is_rules(path) => named += &name_of(path)?,
            // A position after it is one of the file's.
            true if is_listed(path) => match rest.strip_prefix('(') {
                Some(position) => {
                    named += &format!("graph({}; ", in_quotes(path));
                    open.push(true);
                    rest = position;
                }
                None => named += &format!("graph({})", in_quotes(path)),
            },
            _ => named += word,
        }
    }
    Ok(Cow::Owned(named))
}

/// Registers rules that are embedded in a saved solution.
pub(crate) fn embedded(name: &str, source: &Source) -> Result<()> {
    let statement = load(&source.file, source.text.as_bytes())?;
    catalogue::register(name, statement);
    Ok(())
}

/// The name of the file in the text of a game, and the parameters after it.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
pub(crate) fn with_parameters(game: &str) -> (&str, Option<&str>) {
    let inside = game.strip_suffix(')').and_then(|game| {
        let at = |ending: &str| game.find(ending).map(|at| at + ending.len());
        let open = [".star(", ".wasm("].iter().filter_map(|ending| at(ending)).min()?;
        Some((&game[..open - 1], Some(&game[open..])))
    });
    inside.unwrap_or((game, None))
}

/// Advice on how to make the game of a rule file faster; none for other games.
#[cfg(feature = "rules")]
pub(crate) fn advice(game: &str) -> Option<grundy_rules::Advice> {
    let (name, parameters) = with_parameters(game.trim());
    let file =
        has_ending(name, "star").then(|| star(name, &read(Path::new(name)).ok()?).ok())??;
    grundy_rules::advise(&file, parameters.map(grundy::Text::new)).ok()
}

/// The bytes of a rule file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    read_from(file).with_context(|| format!("cannot read {name}"))
}

/// The bytes of a rule file, from a reader.
pub(crate) fn read_from(reader: impl Read) -> io::Result<Vec<u8>> {
    /// No game needs longer files.
    const LONGEST: u64 = 16 << 20;
    let mut bytes = Vec::new();
    Bounded::new(reader, "the file of rules", LONGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The extension of games that are written out as JSON: `five.json` is `graph(five.json)`.
const LISTED: &str = "json";

/// Whether a path names a game that is written out as JSON.
pub(crate) fn is_listed(path: &str) -> bool {
    path.len() > LISTED.len() + 1 && has_ending(path, LISTED)
}

/// A path as the parameter of `graph`.
fn in_quotes(path: &str) -> String {
    grundy::format::json::string(path)
}

fn is_rules(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.len() > ending.len() + 1 && has_ending(path, ending))
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'))
}

/// The game stated by a file. The extension of the file says the language.
pub(crate) fn load(file: &str, bytes: &[u8]) -> Result<Arc<dyn Statement>> {
    if has_ending(file, "py") {
        bail!(
            "{file}: the game is stated in Python, and the Python package of grundy reads it: \
             `import grundy`"
        );
    }
    let Some((_, load)) = KINDS.iter().find(|(ending, _)| has_ending(file, ending)) else {
        bail!("{file}: {NO_RULES}");
    };
    load(file, bytes)
}

/// The message for a file with another extension.
pub(crate) const NO_RULES: &str =
    "files of rules end in .star, .kif or .wasm, if this grundy was built to read them";

/// The name of the game of a file; the file is read if it is new.
fn known(path: &Path, name: impl Fn(&str) -> String) -> Result<String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = path.canonicalize().with_context(|| format!("cannot open {}", path.display()))?;
    if let Some(name) = known.get(&whole) {
        return Ok(name.clone());
    }
    let statement = load(&path.display().to_string(), &read(path)?)?;
    let name = name(statement.name());
    if let Some((other, _)) = known.iter().find(|(_, taken)| **taken == name) {
        bail!(
            "{} and {} are both called {name}: rename one of the files",
            other.display(),
            path.display()
        );
    }
    catalogue::register(&name, statement);
    known.insert(whole, name.clone());
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_files_stay() {
        for text in
            ["nim(3)", "graph(a.json)", "graph(\"a.star\")", "f(a.star) + x", ".star", "a.starling"]
        {
            assert_eq!(named(text).unwrap(), text);
        }
        assert_eq!(named("a.json").unwrap(), "graph(\"a.json\")");
        assert_eq!(named("-a.json(b) + x").unwrap(), "-graph(\"a.json\"; b) + x");
        let error = named("3*no-such-file.star(2)").unwrap_err().to_string();
        assert_eq!(error, "cannot open no-such-file.star");
    }
}
