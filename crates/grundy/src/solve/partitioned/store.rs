//! Bytes that are written once, from front to back, and then read anywhere:
//! in memory, or in files that survive a crash.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::Failure;

/// Where bytes are kept.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// In memory.
    Memory,
    /// In files of a folder.
    Folder(PathBuf),
}

/// Bytes that are being written.
pub(super) enum Sink {
    Memory(Vec<u8>),
    File(Writing),
}

/// A file under a name of its own until it is complete.
pub(super) struct Writing {
    file: io::BufWriter<File>,
    part: PathBuf,
    path: PathBuf,
    len: u64,
    sum: crc32fast::Hasher,
}

/// Bytes that were written.
#[derive(Clone, Debug)]
pub(super) enum Bytes {
    Memory(Arc<Vec<u8>>),
    File { file: Arc<File>, path: PathBuf, len: u64 },
}

/// Behind the bytes of a file: their checksum, and what says that all is there.
const TRAILER: usize = 8;
const COMPLETE: [u8; 4] = *b"all.";

impl Store {
    /// Starts to write under a name.
    pub(super) fn create(&self, name: &str) -> Result<Sink, Failure> {
        let Store::Folder(folder) = self else { return Ok(Sink::Memory(Vec::new())) };
        let (path, part) = (folder.join(name), folder.join(format!("{name}.part")));
        let file = File::create(&part).map_err(Failure::file(&part))?;
        let file = io::BufWriter::with_capacity(1 << 18, file);
        Ok(Sink::File(Writing { file, part, path, len: 0, sum: crc32fast::Hasher::new() }))
    }

    /// What was written completely under a name, if anything was.
    ///
    /// # Errors
    ///
    /// When it is not what was written.
    pub(super) fn open(&self, name: &str) -> Result<Option<Bytes>, Failure> {
        let Store::Folder(folder) = self else { return Ok(None) };
        let path = folder.join(name);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(Failure::file(&path))?,
        };
        let len = file.metadata().map_err(Failure::file(&path))?.len();
        let damaged = |what: &str| Failure::Damaged { path: path.clone(), what: what.to_string() };
        let Some(data) = len.checked_sub(TRAILER as u64) else {
            return Err(damaged("the file is cut off"));
        };
        let bytes = Bytes::File { file: Arc::new(file), path: path.clone(), len: data };
        let (mut sum, mut room) = (crc32fast::Hasher::new(), Vec::new());
        let mut at = 0;
        while at < data {
            let end = data.min(at + (1 << 18));
            sum.update(bytes.read(at..end, &mut room)?);
            at = end;
        }
        let trailer = bytes.read(data..len, &mut room)?;
        if trailer[4..] != COMPLETE {
            return Err(damaged("the file is cut off"));
        }
        if trailer[..4] != sum.finalize().to_le_bytes() {
            return Err(damaged("its checksum does not match: the file was changed"));
        }
        Ok(Some(bytes))
    }

    /// Forgets what was written under a name.
    pub(super) fn remove(&self, name: &str) {
        if let Store::Folder(folder) = self {
            // What cannot be removed is only in the way.
            let _ = fs::remove_file(folder.join(name));
        }
    }

    /// Whether bytes are kept in files.
    pub(super) fn is_on_disk(&self) -> bool {
        matches!(self, Store::Folder(_))
    }
}

impl Sink {
    /// Bytes written so far.
    pub(super) fn len(&self) -> u64 {
        match self {
            Sink::Memory(bytes) => bytes.len() as u64,
            Sink::File(file) => file.len,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Memory(all) => all.extend_from_slice(bytes),
            Sink::File(Writing { file, part, len, sum, .. }) => {
                file.write_all(bytes).map_err(Failure::file(part))?;
                *len += bytes.len() as u64;
                sum.update(bytes);
            }
        }
        Ok(())
    }

    /// Nothing more will be written. A file has its name only when all of it
    /// has reached the disk.
    pub(super) fn finish(self) -> Result<Bytes, Failure> {
        match self {
            Sink::Memory(mut bytes) => {
                bytes.shrink_to_fit();
                Ok(Bytes::Memory(Arc::new(bytes)))
            }
            Sink::File(Writing { mut file, part, path, len, sum }) => {
                let write = || {
                    file.write_all(&sum.finalize().to_le_bytes())?;
                    file.write_all(&COMPLETE)?;
                    let file = file.into_inner()?;
                    file.sync_all()?;
                    drop(file);
                    fs::rename(&part, &path)?;
                    sync_folder(&path);
                    File::open(&path)
                };
                let file = write().map_err(Failure::file(&part))?;
                Ok(Bytes::File { file: Arc::new(file), path, len })
            }
        }
    }
}

/// Makes a new name last. Systems that cannot sync a folder do without.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

impl Bytes {
    pub(super) fn len(&self) -> u64 {
        match self {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File { len, .. } => *len,
        }
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        match self {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File { .. } => 0,
        }
    }

    /// A piece of them, in `room` if it has to be fetched.
    pub(super) fn read<'a>(
        &'a self,
        range: Range<u64>,
        room: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], Failure> {
        match self {
            Bytes::Memory(bytes) => Ok(&bytes[range.start as usize..range.end as usize]),
            Bytes::File { file, path, .. } => {
                room.resize((range.end - range.start) as usize, 0);
                read_at(file, room, range.start).map_err(Failure::file(path))?;
                Ok(room)
            }
        }
    }

    /// The file that they lie in, for errors.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            Bytes::Memory(_) => PathBuf::from("memory"),
            Bytes::File { path, .. } => path.clone(),
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, room: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, room, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut room: &mut [u8], mut at: u64) -> io::Result<()> {
    while !room.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, room, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        room = &mut room[read..];
        at += read as u64;
    }
    Ok(())
}
