//! A file in WebAssembly as a [`Statement`] of games.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use grundy::stated::{Lessons, Stated, Statement};
use grundy::{Fault, ParseError, Source, Text};

use crate::bounds::Bounds;
use crate::game::{Facts, ModuleGame, printable};
use crate::interface::SCORE;
use crate::keys::keyed;
use crate::learned::Learned;
use crate::module::Module;
use crate::trap::Trap;

/// The bytes with which every module begins.
const MAGIC: &[u8] = b"\0asm";

/// A file that was read: a game for each choice of parameters.
#[derive(Clone, Debug)]
pub struct File {
    inner: Arc<Inner>,
}

struct Inner {
    module: Module,
    source: Source,
    name: String,
    title: String,
    about: String,
    notation: String,
    facts: Facts,
    lessons: Arc<Lessons<Learned>>,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads a file: compiles the module, and calls the functions that do not depend on parameters.
///
/// `file` is the name of the file. Errors show it, and the game is named after it. `bytes` are the
/// module, or its text in the [`Source`] of a file: the module in Base64.
///
/// # Errors
///
/// A fault of the file.
pub fn load(file: &str, bytes: &[u8]) -> Result<File, Fault> {
    load_within(file, bytes, &Bounds::default())
}

/// As [`load`], with other limits.
///
/// # Errors
///
/// A fault of the file.
pub fn load_within(file: &str, bytes: &[u8], bounds: &Bounds) -> Result<File, Fault> {
    let fault = |what: &dyn fmt::Display| Fault::new(format!("{file}: {what}"));
    let (module, text) = match bytes.starts_with(MAGIC) {
        true => (bytes.to_vec(), BASE64.encode(bytes)),
        false => {
            let decoded = BASE64.decode(bytes.trim_ascii()).ok();
            let decoded = decoded.filter(|decoded| decoded.starts_with(MAGIC));
            let error = "this is not a module in WebAssembly: it does not begin with \\0asm";
            let decoded = decoded.ok_or_else(|| fault(&error))?;
            let text = BASE64.encode(&decoded);
            (decoded, text)
        }
    };
    let module = Module::new(&module, bounds).map_err(|refusal| fault(&refusal))?;
    let trap = |trap: Trap| fault(&trap);
    let flag = |name: &'static str, otherwise: bool| match module.has(name) {
        true => Ok(module.run(|instance| instance.call(name, ()))? != 0),
        false => Ok(otherwise),
    };
    let said = |name: &'static str| match module.has(name) {
        true => module.run(|instance| {
            let address = instance.call(name, ())?;
            instance.text(name, address)
        }),
        false => Ok(None),
    };
    let line = |text: Option<String>| {
        let text = text.map(|text| printable(&text, false).trim().to_string());
        text.filter(|text| !text.is_empty())
    };
    let facts = Facts {
        impartial: flag("impartial", false).map_err(trap)?,
        misere: flag("misere", false).map_err(trap)?,
        ends: flag("ends", true).map_err(trap)?,
        points: module.has(SCORE),
    };
    for (is, name) in [(facts.impartial, "impartial"), (facts.misere, "misere")] {
        if is && facts.points {
            let why = "and the module exports `score`: the player with more points wins";
            return Err(fault(&format!("`{name}` says yes, {why}")));
        }
    }
    let name = name(file);
    let title = line(said("title").map_err(trap)?).unwrap_or_else(|| name.clone());
    let about = line(said("about").map_err(trap)?).unwrap_or_default();
    let notation = line(said("notation").map_err(trap)?).unwrap_or_else(|| name.clone());
    let source = Source { file: file.to_string(), text };
    let lessons = Arc::default();
    let inner = Inner { module, source, name, title, about, notation, facts, lessons };
    Ok(File { inner: Arc::new(inner) })
}

/// The name of a game, made from the name of its file.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    if name.is_empty() { "rules".to_string() } else { name }
}

impl File {
    /// The compiled module. `start` has not been called in its instances.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.inner.module
    }

    /// The game with these parameters, as [`Statement::state`] gives it.
    pub(crate) fn game(&self, parameters: Option<Text<'_>>) -> Result<ModuleGame, ParseError> {
        let given = parameters.map_or(Text::new(""), Text::trim);
        let file = &self.inner.source.file;
        let fault = |trap: Trap| {
            let help = match given.as_str() {
                "" => "there are no parameters".to_string(),
                given => format!("the parameters are {given}"),
            };
            Fault::new(format!("{file}: {trap}")).with_help(help)
        };
        match self.inner.module.started(given.as_str()).map_err(fault)? {
            Some((module, start)) => {
                let Inner { facts, lessons, .. } = &*self.inner;
                let begin = (given.as_str().to_string(), start);
                Ok(ModuleGame::new(file, module, *facts, begin, lessons, keyed)?)
            }
            None if given.is_empty() => {
                let what = format!("parameters of `{}`", self.inner.name);
                Err(given.expected(what).with_help(self.notation()))
            }
            None => {
                let what = format!("other parameters of `{}`", self.inner.name);
                Err(given.expected(what).with_help(self.notation()))
            }
        }
    }
}

impl Statement for File {
    fn name(&self) -> &str {
        &self.inner.name
    }

    fn title(&self) -> String {
        self.inner.title.clone()
    }

    fn about(&self) -> String {
        self.inner.about.clone()
    }

    fn notation(&self) -> String {
        self.inner.notation.clone()
    }

    fn source(&self) -> &Source {
        &self.inner.source
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        Ok(Box::new(self.game(parameters)?))
    }
}
