//! The statements of games: those of objects in Python, and of files, by the games that rest on them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use grundy::stated::Statement;
use grundy::stated::check::Report;
use grundy::{Game, Limits, ParseError, Source, Text};

use crate::own::Own;

/// Rules whose promises can be tested.
pub(crate) trait Checked: Statement {
    /// The Python object that states the game, if one does.
    fn own(&self) -> Option<&Own> {
        None
    }

    /// Tests the game with these parameters.
    fn check(
        &self,
        parameters: Option<Text<'_>>,
        limits: &Limits<'_>,
    ) -> Result<Report, ParseError>;
}

/// Rules that can be checked, as long as there are games of them. The key is the address of their
/// source, because another game may have taken their name.
static CHECKED: Mutex<Option<HashMap<usize, Weak<dyn Checked>>>> = Mutex::new(None);

/// Lets the games of rules be checked.
pub(crate) fn register<T: Checked + Statement + 'static>(rules: &Arc<T>) {
    let same: Arc<dyn Checked> = rules.clone();
    let mut checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    let checked = checked.get_or_insert_default();
    checked.retain(|_, rules| rules.strong_count() > 0);
    checked.insert(place(rules.source()), Arc::downgrade(&same));
}

/// The statements of a game with their names.
pub(crate) fn stated(game: &dyn Game) -> Vec<(&'static str, Arc<dyn Checked>)> {
    let checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = |source| checked.as_ref()?.get(&place(source))?.upgrade();
    game.sources().into_iter().filter_map(|(name, source)| Some((name, rules(source)?))).collect()
}

fn place(source: &Source) -> usize {
    std::ptr::from_ref(source).addr()
}
