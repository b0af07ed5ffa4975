//! A search that goes on where it was stopped: its transposition table in a file.
//!
//! The file is a line that names the search, the number of words of the table (8 bytes, the
//! lowest first), these words, and a checksum over them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::table::Table;
use grundy_base::files;
use grundy_base::files::{Replacement, Reserved};

/// The file in which a search is kept.
pub(super) struct Keeper {
    path: PathBuf,
    /// The first line of the file.
    name: String,
    /// No other process writes the file meanwhile.
    _reserved: Reserved,
    /// When it was written last.
    written: Instant,
    /// Why it could not be written.
    error: Option<io::Error>,
}

/// At most this much work is lost, besides the time to write the table.
const EVERY: Duration = Duration::from_secs(30);

impl Keeper {
    /// A file, and what it holds of a search with this name if it is there.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged, or of another search.
    pub(super) fn open(path: &Path, name: &str, memory: u64) -> io::Result<(Self, Option<Table>)> {
        let reserved = files::reserve(path)?;
        let table = match File::open(path) {
            Ok(file) => {
                let read = read(&mut BufReader::new(file), name, memory);
                Some(read.map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => wrong("the file is cut off"),
                    _ => error,
                })?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (path, name) = (path.to_path_buf(), name.to_string());
        Ok((
            Keeper { path, name, _reserved: reserved, written: Instant::now(), error: None },
            table,
        ))
    }

    /// Writes the table if that is due.
    pub(super) fn keep(&mut self, table: &Table) {
        if self.written.elapsed() > EVERY {
            self.write(table);
        }
    }

    /// Writes the table.
    pub(super) fn write(&mut self, table: &Table) {
        let attempt = || -> io::Result<()> {
            let mut out = BufWriter::with_capacity(1 << 20, Replacement::new(&self.path)?);
            writeln!(out, "{}", self.name)?;
            out.write_all(&(8 * table.lines() as u64).to_le_bytes())?;
            let mut checksum = 0;
            for word in table.words() {
                checksum = add(checksum, word);
                out.write_all(&word.to_le_bytes())?;
            }
            out.write_all(&checksum.to_le_bytes())?;
            out.into_inner()?.finish()
        };
        self.error = attempt().err();
        self.written = Instant::now();
    }

    /// The error of the last attempt to write.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }
}

fn add(checksum: u64, word: u64) -> u64 {
    (checksum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn read(file: &mut impl Read, name: &str, memory: u64) -> io::Result<Table> {
    let mut line = vec![0; name.len() + 1];
    file.read_exact(&mut line)?;
    if line.strip_suffix(b"\n") != Some(name.as_bytes()) {
        return Err(wrong("this is a file of another search"));
    }
    let mut word = || -> io::Result<u64> {
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    };
    let words = word()?;
    if words == 0 || !words.is_multiple_of(8) || words > memory / 8 {
        return Err(wrong("the table is larger than the memory that is allowed"));
    }
    let mut checksum = 0;
    let table = Table::new(8 * words);
    for place in table.atomic_words() {
        let word = word()?;
        checksum = add(checksum, word);
        place.store(word, std::sync::atomic::Ordering::Relaxed);
    }
    if word()? != checksum {
        return Err(wrong("the checksum is not that of the table"));
    }
    if file.read(&mut [0])? > 0 {
        return Err(wrong("there is more behind the end of the table"));
    }
    Ok(table)
}
