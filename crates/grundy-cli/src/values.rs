//! Files of Grundy values, which commands extend and read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use grundy::HeapRules;
use grundy::format::values::{Values, ValuesError};
use grundy::solve::sequence::stream::Stream;

use crate::limits::{self, LimitArgs};
use crate::output;

/// A file of the values of a ruleset.
pub(crate) struct Store {
    path: PathBuf,
    values: Values<File>,
}

impl Store {
    /// Opens a file, or creates it.
    pub(crate) fn open(path: &Path, ruleset: &str) -> Result<Store> {
        let name = path.display();
        let options = &mut File::options();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {name}"))?;
        output::lock(&file, path)?;
        let size = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
        let values = match size {
            0 => Values::create(file, ruleset),
            _ => Values::open(&mut file).map(drop).and_then(|()| Values::open(file)),
        };
        let values = values.map_err(|error| anyhow!("{name}: {error}"))?;
        if values.ruleset() != ruleset {
            return Err(anyhow!(
                "{name}: values of {}, not of {ruleset}: name another file",
                values.ruleset()
            ));
        }
        Ok(Store { path: path.to_path_buf(), values })
    }

    /// Extends the file to the values up to `last`. If a limit ends the work, the values
    /// found so far are kept.
    pub(crate) fn extend(
        &mut self,
        rules: &dyn HeapRules,
        last: u64,
        limits: &LimitArgs,
    ) -> Result<()> {
        /// Values are written when there are this many new ones, and at the end.
        const MANY: usize = 1 << 20;
        const MINUTE: Duration = Duration::from_secs(60);
        let mut pending: Vec<u32> = Vec::new();
        let known = self.values.heaps();
        if known > last {
            return Ok(());
        }
        let values = &mut self.values;
        let done = limits.run_towards(Some(last + 1), |limits| -> Result<(), ValuesError> {
            let mut stream =
                Stream::resume(rules, known, &limits, |from, heaps| values.read(from, heaps))?;
            let mut written = Instant::now();
            let mut heaps = known;
            while heaps <= last {
                let (first, stretch) = stream.next(rules, last, &limits)?;
                // A stream may start somewhat before the last known value.
                let new = stretch.get((heaps - first) as usize..).unwrap_or_default();
                let new = &new[..new.len().min((last + 1 - heaps) as usize)];
                pending.extend_from_slice(new);
                heaps += new.len() as u64;
                if pending.len() >= MANY || written.elapsed() > MINUTE {
                    values.append(&pending)?;
                    pending.clear();
                    written = Instant::now();
                }
            }
            Ok(())
        });
        // The values are written even if the work was stopped.
        let saved =
            self.values.append(&pending).and_then(|()| Ok(self.values.file().sync_data()?));
        self.explained(done)?;
        self.explained(saved)
    }

    /// The file.
    pub(crate) fn values(&mut self) -> &mut Values<File> {
        &mut self.values
    }

    /// The result, with the name of the file in an error.
    pub(crate) fn explained<T>(&self, result: Result<T, ValuesError>) -> Result<T> {
        result.map_err(|error| match error {
            ValuesError::Stopped(stopped) => limits::explain_heaps(&stopped),
            error => anyhow!("{}: {error}", self.path.display()),
        })
    }
}
