//! A rule file as a [`Statement`] of games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use grundy::stated::{Lessons, Stated, Statement};
use grundy::{Fault, ParseError, Source, Text};

use crate::bounds::Bounds;
use crate::conventions::{Role, nearest};
use crate::game::{FileGame, Learned, RuleFile};
#[cfg(not(target_family = "wasm"))]
use crate::keys::compiled;
use crate::literal::{self, Argument};
use crate::plan::Plan;
use crate::script::{Parameter, Script};

/// Rules are interpreted only.
#[cfg(target_family = "wasm")]
fn compiled(_: &FileGame) -> Option<Arc<dyn grundy::stated::Keys>> {
    None
}

/// A rule file that was read: a game for each choice of parameters.
#[derive(Clone, Debug)]
pub struct File {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    rules: Arc<RuleFile>,
    name: String,
    parameters: Vec<Parameter>,
    /// The name of the variadic parameter, if there is one.
    others: Option<String>,
}

/// Reads a rule file: parses, runs its top level, and checks names and types.
///
/// `file` is the name of the file. Errors show it, and the game is named after it.
///
/// # Errors
///
/// What is wrong with the file, and where.
pub fn load(file: &str, text: &str) -> Result<File, Fault> {
    load_within(file, text, Bounds::default())
}

/// As [`load`], with other limits.
///
/// # Errors
///
/// What is wrong with the file, and where.
pub fn load_within(file: &str, text: &str, bounds: Bounds) -> Result<File, Fault> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Source { file: file.to_string(), text: text.to_string() };
    let script = Script::load(source, bounds)?;
    let plan = Plan::new(&script)?;
    let (parameters, others) = script.parameters(Role::Start);
    let rules = Arc::new(RuleFile { script, plan, learned: Lessons::default() });
    let inner = Inner { rules, name: name(file), parameters, others };
    Ok(File { inner: Arc::new(inner) })
}

/// The name of a game, from the name of its file.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    if name.is_empty() { "rules".to_string() } else { name }
}

impl File {
    pub(crate) fn rules(&self) -> &RuleFile {
        &self.inner.rules
    }

    /// The first lines that the top level has printed.
    #[must_use]
    pub fn printed(&self) -> &[String] {
        self.inner.rules.script.printed()
    }

    /// The game with these parameters, as [`Statement::state`] gives it.
    pub(crate) fn game(&self, parameters: Option<Text<'_>>) -> Result<FileGame, ParseError> {
        let end = parameters.map_or(0, Text::end);
        let arguments = parameters.map_or(Ok(Vec::new()), literal::arguments)?;
        let known = &self.inner.parameters;
        let name = self.name();
        for (i, argument) in arguments.iter().enumerate() {
            let fault = match argument.name {
                None if i < known.len() || self.inner.others.is_some() => continue,
                None if known.is_empty() => format!("no parameters: `{name}` has none"),
                None => format!("no more than {} parameters of `{name}`", known.len()),
                Some(given) => match known.iter().position(|known| known.name == given) {
                    // Unnamed arguments take the first parameters, in order.
                    Some(at) if arguments.get(at).is_none_or(|a| a.name.is_some()) => continue,
                    Some(_) => "each parameter only once".to_string(),
                    None => {
                        let names = || known.iter().map(|known| known.name.as_str());
                        let error = argument.text.expected(format!("a parameter of `{name}`"));
                        return Err(match nearest(given, names()) {
                            Some(near) => error.with_help(format!("did you mean {near}?")),
                            None if known.is_empty() => error.with_help("it has none"),
                            None => {
                                let names: Vec<&str> = names().collect();
                                error.with_help(format!("it has {}", names.join(", ")))
                            }
                        });
                    }
                },
            };
            return Err(argument.text.expected(fault));
        }
        let is_given = |i: usize, known: &Parameter| {
            let named = |a: &Argument<'_>| a.name == Some(known.name.as_str());
            arguments.get(i).is_some_and(|a| a.name.is_none()) || arguments.iter().any(named)
        };
        for (i, known) in known.iter().enumerate() {
            if known.required && !is_given(i, known) {
                let what = format!("a value for the parameter {} of `{name}`", known.name);
                return Err(ParseError::new(what, end).with_help(self.notation()));
            }
        }
        Ok(FileGame::new(Arc::clone(&self.inner.rules), &arguments, compiled)?)
    }
}

impl Statement for File {
    fn name(&self) -> &str {
        &self.inner.name
    }

    fn title(&self) -> String {
        self.inner.rules.plan.title.clone().unwrap_or_else(|| self.inner.name.clone())
    }

    fn about(&self) -> String {
        self.inner.rules.plan.about.clone()
    }

    fn players(&self) -> Option<[String; 2]> {
        self.inner.rules.plan.players.clone()
    }

    fn notation(&self) -> String {
        let names = self.inner.parameters.iter().map(|parameter| parameter.name.clone());
        let others = self.inner.others.iter().map(|name| format!("{name}, …"));
        let names: Vec<String> = names.chain(others).collect();
        match names.is_empty() {
            true => self.inner.name.clone(),
            false => format!("{}({})", self.inner.name, names.join(", ")),
        }
    }

    fn source(&self) -> &Source {
        self.inner.rules.script.source()
    }

    fn learned(&self) -> String {
        let learned = self.inner.rules.learned.snapshot();
        if learned.is_empty() {
            return String::new();
        }
        serde_json::to_string(&learned).unwrap_or_default()
    }

    fn learn(&self, learned: &str) {
        let all = serde_json::from_str::<BTreeMap<String, Learned>>(learned).ok();
        let sound = |one: &Learned| one.seen.is_sound() && one.tiers.is_sound();
        if let Some(all) = all.filter(|all| all.values().all(sound)) {
            self.inner.rules.learned.replace(all);
        }
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        Ok(Box::new(self.game(parameters)?))
    }
}
