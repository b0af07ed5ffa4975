//! Rulesets from rule files that are part of a program.

use std::sync::{Arc, OnceLock};

use super::stated::state;
use super::{Arguments, Entry, Family};
use grundy_game::stated::Statement;

/// A rule file that is part of a program, with further data for the catalogue.
#[derive(Clone)]
pub struct Shipped {
    /// The game of the file, which gives its own name, title and description.
    pub statement: Arc<dyn Statement>,
    /// Other names under which it is found.
    pub aliases: &'static [&'static str],
    /// What its boards are made of.
    pub family: Family,
    /// Games that are solved at once.
    pub examples: &'static [&'static str],
    /// Where the rules were published.
    pub source: &'static str,
}

grundy_base::debug! {
    impl[] Shipped: "Shipped", |shipped| name = shipped.statement.name();
}

/// Reads the rule files that are part of a program.
type Read = fn() -> Vec<Shipped>;

static READ: OnceLock<Read> = OnceLock::new();
static ENTRIES: OnceLock<Vec<(Entry, Arc<dyn Statement>)>> = OnceLock::new();

/// Makes the rule files that are part of a program known. `read` is called when a name that is not
/// built in, or the list of all names, is asked for.
pub fn ship(read: Read) {
    READ.get_or_init(|| read);
}

/// The rulesets of rule files; none if [`ship`] was not called.
pub fn shipped() -> impl Iterator<Item = &'static Entry> {
    entries().iter().map(|(entry, _)| entry)
}

/// The statement of a rule file that is part of the program.
pub(super) fn statement(name: &str) -> Option<Arc<dyn Statement>> {
    let found = entries().iter().find(|(entry, _)| entry.name == name);
    found.map(|(_, statement)| statement.clone())
}

fn entries() -> &'static [(Entry, Arc<dyn Statement>)] {
    let Some(read) = READ.get() else { return &[] };
    ENTRIES.get_or_init(|| {
        // Built-in rulesets keep their names.
        let is_new = |shipped: &Shipped| {
            let name = shipped.statement.name();
            !super::rulesets().iter().any(|entry| entry.is_called(name))
        };
        read().into_iter().filter(is_new).map(entry).collect()
    })
}

fn entry(shipped: Shipped) -> (Entry, Arc<dyn Statement>) {
    let kept = |text: String| &*text.leak();
    let Shipped { statement, aliases, family, examples, source } = shipped;
    let name = kept(statement.name().to_string());
    let about = kept(statement.about());
    let of = statement.clone();
    let parse = move |arguments: &Arguments<'_>| state(name, of.clone(), arguments);
    let entry = Entry {
        name,
        aliases,
        family,
        title: kept(statement.title()),
        about,
        rules: about,
        notation: kept(statement.notation()),
        examples,
        source,
        parse: Box::leak(Box::new(parse)),
    };
    (entry, statement)
}
