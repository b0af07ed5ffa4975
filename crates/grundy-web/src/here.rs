//! Work in the thread that asks, as in a browser's worker: nobody else waits, and the caller
//! receives reports meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::{Limits, Progress};

use crate::config::{Config, RequestLimits};
use crate::error::ApiError;

/// A report on a request while it is being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// An event, as the server streams it: its name, and JSON.
    Event(&'a str, &'a str),
    /// The number of positions looked at so far.
    Positions(usize),
}

/// Receives reports on requests while they are being answered.
pub(crate) type Teller = Arc<dyn Fn(Told<'_>) + Send + Sync>;

/// Work in the thread that asks.
pub(crate) struct Here {
    limits: RequestLimits,
    teller: Teller,
}

impl Here {
    pub(crate) fn new(config: &Config, teller: Teller) -> Here {
        Here { limits: config.request, teller }
    }

    /// The receiver of reports.
    pub(crate) fn teller(&self) -> Teller {
        self.teller.clone()
    }

    /// Does one of `of` tasks of a request.
    pub(crate) fn part<T>(
        &self,
        of: u32,
        work: impl FnOnce(&Limits<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        /// The time between two reports on positions.
        const OFTEN: Duration = Duration::from_millis(200);
        let begun = Instant::now();
        let last = Mutex::new(begun);
        let progress = |progress: Progress| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() > OFTEN {
                *last = Instant::now();
                (self.teller)(Told::Positions(progress.positions));
            }
        };
        work(&Limits {
            positions: self.limits.positions,
            memory: self.limits.memory,
            time: Some((begun, self.limits.time / of)),
            progress: Some(&progress),
            ..Limits::default()
        })
    }
}
