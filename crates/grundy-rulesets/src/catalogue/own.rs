//! Registered rulesets, which come from files.

use std::sync::{Arc, PoisonError, RwLock};

use super::stated::state;
use super::{Arguments, Entry, Family, shipped};
use grundy_base::ParseError;
use grundy_game::Game;
use grundy_game::stated::Statement;

/// The registered rulesets with their statements, the newest first.
static OWN: RwLock<Vec<(&'static Entry, Arc<dyn Statement>)>> = RwLock::new(Vec::new());

/// Registers the game of a file under a name; it hides other rulesets of that name.
///
/// The entry is leaked, as it is `'static`; the statement is not.
pub fn register(name: &str, statement: Arc<dyn Statement>) -> &'static Entry {
    let kept = |text: String| &*text.leak();
    let name = kept(name.to_string());
    let about = kept(statement.about());
    let parse = move |arguments: &Arguments<'_>| parse_own(name, arguments);
    let entry = Box::leak(Box::new(Entry {
        name,
        aliases: &[],
        family: Family::Own,
        title: kept(statement.title()),
        about,
        rules: about,
        notation: kept(statement.notation()),
        examples: vec![name].leak(),
        source: kept(statement.source().file.clone()),
        parse: Box::leak(Box::new(parse)),
    }));
    forget(name);
    OWN.write().unwrap_or_else(PoisonError::into_inner).insert(0, (entry, statement));
    entry
}

/// Removes a registered game. Its positions in use remain valid.
pub fn forget(name: &str) {
    OWN.write().unwrap_or_else(PoisonError::into_inner).retain(|(entry, _)| entry.name != name);
}

/// What the rules that are registered under a name have learned from play, as
/// [`Statement::learned`] gives it.
#[must_use]
pub fn learned(name: &str) -> String {
    statement(name).map_or(String::new(), |statement| statement.learned())
}

/// Gives the rules that are registered under a name what was learned before, as
/// [`Statement::learn`] does.
pub fn learn(name: &str, learned: &str) {
    if let Some(statement) = statement(name) {
        statement.learn(learned);
    }
}

fn statement(name: &str) -> Option<Arc<dyn Statement>> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    let found = own.iter().find(|(entry, _)| entry.name == name);
    found.map(|(_, statement)| statement.clone()).or_else(|| shipped::statement(name))
}

fn parse_own(name: &'static str, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let gone = || ParseError::new("a game that is still known", arguments.end());
    state(name, statement(name).ok_or_else(gone)?, arguments)
}

/// The rulesets that are registered now.
pub(super) fn own() -> Vec<&'static Entry> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.iter().map(|(entry, _)| *entry).collect()
}
