//! A table that is set up while a person looks at the board.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use grundy::{Convention, Game, Player};

use super::table::Table;
use crate::limits::LimitArgs;

/// Runs [`Table::new`] on its own thread.
pub(super) struct Setup {
    table: Receiver<Result<Table>>,
}

impl Setup {
    pub(super) fn start(
        game: Box<dyn Game>,
        convention: Convention,
        first: Player,
        think: Duration,
        limits: &LimitArgs,
    ) -> Setup {
        let limits = limits.quiet();
        let (sender, table) = mpsc::channel();
        thread::spawn(move || {
            // If the person has left, nobody receives it.
            let _ = sender.send(Table::new(game, convention, first, think, &limits));
        });
        Setup { table }
    }

    /// The table, if it is ready within this time.
    pub(super) fn within(&self, time: Duration) -> Option<Result<Table>> {
        match self.table.recv_timeout(time) {
            Ok(table) => Some(table),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(Err(lost())),
        }
    }

    /// The table, when it is ready.
    pub(super) fn finish(self) -> Result<Table> {
        self.table.recv().unwrap_or_else(|_| Err(lost()))
    }
}

fn lost() -> anyhow::Error {
    anyhow!("the game could not be set up")
}
