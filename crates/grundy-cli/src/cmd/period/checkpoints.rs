//! The file of a search for a period, from which the search can resume.

use std::fs::{self, File};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use grundy::format::checkpoint::{self, Kept, KeptSearch};
use grundy::solve::sequence::SettledBy;
use grundy::solve::sequence::recurrence::Search;

use super::MINUTE;
use crate::limits::LimitArgs;
use crate::output;

/// A file of checkpoints. It is locked for as long as it is open here.
pub(super) struct Checkpoints {
    path: PathBuf,
    file: File,
    /// Whether there was no such file before.
    created: bool,
    ruleset: String,
    kept: Kept,
    /// The number of values in the file, and the time when values were last written.
    values: usize,
    written: Instant,
    /// The heap of the last snapshot.
    heap: u64,
}

impl Checkpoints {
    /// Opens the file, or creates it. This comes before any work, because it may fail.
    pub(super) fn open(path: PathBuf, ruleset: String, limits: &LimitArgs) -> Result<Checkpoints> {
        let name = path.display();
        if !output::is_file(&path) {
            bail!("cannot resume from {name}: it is no regular file");
        }
        let created = !path.exists();
        let options = &mut File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).with_context(|| format!("cannot write {name}"))?;
        output::lock(&file, &path)?;
        let mut kept = Kept::default();
        let bytes = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
        if bytes > limits.memory_limit() {
            bail!(
                "{name} has {bytes} bytes, more than the limit on memory; raise it with --memory"
            );
        }
        if bytes > 0 {
            kept = checkpoint::read(BufReader::new(&file), &ruleset)
                .map_err(|error| anyhow!("{name}: {error}: remove it, or name another file"))?;
            // The rest of the file is incomplete.
            cut(&mut file, kept.bytes).with_context(|| format!("cannot write {name}"))?;
        }
        let (values, written) = (kept.values.len(), Instant::now());
        Ok(Checkpoints { path, file, created, ruleset, kept, values, written, heap: 0 })
    }

    /// The values in the file, which are then no longer kept in memory, and how the game has
    /// settled.
    pub(super) fn take_values(&mut self) -> (Vec<u32>, Option<SettledBy>) {
        let settled = self.kept.search.as_ref().and_then(|search| search.settled);
        (std::mem::take(&mut self.kept.values), settled)
    }

    /// The number of heaps that the search of the file had in memory before it began.
    pub(super) fn after(&self) -> u64 {
        self.kept.search.as_ref().map_or(self.kept.needed, |search| search.after)
    }

    /// Whether a minute has passed since values were last written.
    pub(super) fn is_due(&self) -> bool {
        self.written.elapsed() >= MINUTE
    }

    /// Writes the first values that are not yet in the file. Writes nothing if the file has a
    /// search, because that needs no more values.
    pub(super) fn keep_values(&mut self, values: &[u32]) -> Result<()> {
        self.written = Instant::now();
        if self.kept.search.is_some() || values.len() <= self.values {
            return Ok(());
        }
        let new = checkpoint::values(self.values, &values[self.values..]);
        let Some(new) = new else { return Ok(()) };
        self.values = values.len();
        self.write_before(&new)
    }

    /// Drops the data of a search that could not go on; the next search needs `needed` values.
    pub(super) fn begin_again(&mut self, needed: u64) -> Result<()> {
        self.drop_search()?;
        self.kept.needed = needed;
        self.write_before(&checkpoint::needed(needed))
    }

    /// Resumes the search from the last checkpoint. Drops the data of a search that had fewer heaps
    /// in memory.
    pub(super) fn resume(&mut self, search: &mut Search, limits: &LimitArgs) -> Result<()> {
        let name = self.path.display();
        match &mut self.kept.search {
            Some(kept) if kept.after >= search.after() => {
                kept.check(search).map_err(|error| anyhow!("{name}: {error}"))?;
                let snapshots = std::mem::take(&mut kept.snapshots);
                if !limits.run(|limits| search.resume(snapshots, &limits))? {
                    bail!(
                        "{name}: the snapshots are not of this search: remove it, or name another file"
                    );
                }
            }
            _ => {
                self.drop_search()?;
                self.keep_values(search.first())?;
                self.write(&checkpoint::search(search))?;
                self.kept.search = Some(KeptSearch::begun(search));
            }
        }
        self.heap = search.reached();
        Ok(())
    }

    /// Drops the data of a search.
    fn drop_search(&mut self) -> Result<()> {
        self.kept.search = None;
        self.kept.bytes = self.kept.bytes_before;
        let cut = cut(&mut self.file, self.kept.bytes);
        cut.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes a snapshot, unless the search has not moved since the last one. If the search `ends`
    /// there, the snapshot has all that is needed to go on at once.
    pub(super) fn save(&mut self, search: &mut Search, ends: bool) -> Result<()> {
        if search.reached() <= self.heap {
            return Ok(());
        }
        self.heap = search.reached();
        self.write(&checkpoint::snapshot(&search.checkpoint(ends)))
    }

    /// Writes lines that come before the lines of a search.
    fn write_before(&mut self, lines: &str) -> Result<()> {
        let header = match self.kept.bytes_before {
            0 => checkpoint::header(&self.ruleset),
            _ => String::new(),
        };
        self.write(&(header + lines))?;
        self.kept.bytes_before = self.kept.bytes;
        Ok(())
    }

    fn write(&mut self, lines: &str) -> Result<()> {
        self.kept.bytes += lines.len() as u64;
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Cuts a file off after `bytes` bytes; writing continues there.
fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

impl Drop for Checkpoints {
    /// Removes a new file if the search had nothing to write.
    fn drop(&mut self) {
        if self.created && self.file.metadata().is_ok_and(|file| file.len() == 0) {
            // An error here does no harm.
            let _: io::Result<()> = fs::remove_file(&self.path);
        }
    }
}
