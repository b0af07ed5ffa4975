//! The file of a search for a period that goes on after a stop.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use grundy::format::checkpoint;
use grundy::solve::sequence::recurrence::Search;

use crate::limits::LimitArgs;
use crate::output;

/// A file of checkpoints. It is locked for as long as it is open here.
pub(super) struct Checkpoints {
    path: PathBuf,
    file: File,
    /// Whether there was no such file before.
    created: bool,
    /// The heap of the last checkpoint.
    heap: u64,
}

impl Checkpoints {
    /// Opens the file, or creates it: before any work, as it may be that it cannot be written.
    pub(super) fn open(path: PathBuf) -> Result<Checkpoints> {
        if !output::is_file(&path) {
            bail!("{} is no file that can be gone on with", path.display());
        }
        let created = !path.exists();
        let options = &mut File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let context = || format!("cannot write {}", path.display());
        let file = options.open(&path).with_context(context)?;
        output::lock(&file, &path)?;
        Ok(Checkpoints { path, file, created, heap: 0 })
    }

    /// How many heaps the search of the file had in memory before.
    pub(super) fn after(&mut self, ruleset: &str) -> Result<u64> {
        let mut first = String::new();
        let read =
            self.file.rewind().and_then(|()| BufReader::new(&self.file).read_line(&mut first));
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(checkpoint::after(&first, ruleset))
    }

    /// Resumes the search from the last checkpoint. The file of a search that had less in memory,
    /// and could not go on, is begun again.
    pub(super) fn resume(
        &mut self,
        ruleset: &str,
        search: &mut Search,
        limits: &LimitArgs,
    ) -> Result<()> {
        let name = self.path.display();
        let file = &mut self.file;
        let mut contents = String::new();
        file.rewind()
            .and_then(|()| file.read_to_string(&mut contents))
            .with_context(|| format!("cannot read {name}"))?;
        let first = contents.lines().next().unwrap_or_default();
        let start = if contents.is_empty() || checkpoint::after(first, ruleset) < search.after() {
            let header = checkpoint::header(ruleset, search);
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(header.as_bytes()))
        } else {
            let (snapshots, bytes) = checkpoint::read(&contents, ruleset, search)
                .map_err(|error| anyhow!("{name}: {error}"))?;
            let resumed = limits.run(|limits| search.resume(snapshots, &limits));
            if !resumed? {
                bail!("{name}: the snapshots are not of this search");
            }
            // An incomplete last line is overwritten.
            file.set_len(bytes as u64).and_then(|()| file.seek(SeekFrom::End(0)).map(drop))
        };
        start.with_context(|| format!("cannot write {name}"))?;
        self.heap = search.reached();
        Ok(())
    }

    /// Writes a checkpoint, unless the search stands where the last one was.
    pub(super) fn save(&mut self, search: &mut Search) -> Result<()> {
        let snapshot = search.snapshot();
        if snapshot.heap <= self.heap {
            return Ok(());
        }
        self.heap = snapshot.heap;
        let line = checkpoint::line(snapshot);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Drop for Checkpoints {
    /// No empty file stays where the search had nothing to keep.
    fn drop(&mut self) {
        if self.created && self.file.metadata().is_ok_and(|file| file.len() == 0) {
            // It was only to be tidy.
            let _: io::Result<()> = fs::remove_file(&self.path);
        }
    }
}
