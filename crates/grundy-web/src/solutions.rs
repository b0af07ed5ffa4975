//! Solutions that prove results: from files, and tables that are solved here.

use std::sync::Arc;

use grundy::{Convention, Game};

use crate::config::{Config, Solution};
use crate::tables::Tables;

/// The solutions of a server.
pub(crate) struct Solutions {
    files: Vec<Arc<Solution>>,
    pub(crate) tables: Tables,
}

impl Solutions {
    pub(crate) fn new(config: &Config, has_threads: bool) -> Self {
        let files = config.solutions.iter().cloned().map(Arc::new).collect();
        Solutions { files, tables: Tables::new(config, config.cache / 4, has_threads) }
    }

    /// The solutions of the ruleset of a game.
    pub(crate) fn of(&self, game: &dyn Game, convention: Convention) -> Vec<Arc<Solution>> {
        let ruleset = game.ruleset();
        let fits = |solution: &&Arc<Solution>| {
            solution.ruleset == ruleset && solution.convention == convention
        };
        let files = self.files.iter().filter(fits).cloned();
        files.chain(self.tables.get(&ruleset, convention)).collect()
    }
}
