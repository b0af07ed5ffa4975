//! Bytes that are written once, in order, and then read at any place: in memory, or in
//! files that survive a crash.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32fast::Hasher;

use super::failure::Failure;
use grundy_base::files::Replacement;

/// Where bytes are kept.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// In memory.
    Memory,
    /// In files of a folder, which survive a crash. The checksum of each begins with the number of
    /// the run that has written it and with its name: no other file can take its place.
    Folder { folder: PathBuf, run: u32 },
    /// In files without names, to save memory.
    Spill(PathBuf),
}

/// Bytes that are being written.
pub(super) enum Sink {
    Memory(Vec<u8>),
    /// A file that survives a crash.
    Lasting {
        file: BufWriter<Replacement>,
        path: PathBuf,
        len: u64,
        sum: Hasher,
    },
    /// A file without a name.
    Spilled {
        file: BufWriter<File>,
        path: PathBuf,
        len: u64,
    },
}

/// Bytes that were written.
#[derive(Clone, Debug)]
pub(super) enum Bytes {
    Memory(Arc<Vec<u8>>),
    File { file: Arc<File>, path: PathBuf, start: u64, len: u64 },
}

/// Bytes that are written to a file together.
const BUFFER: usize = 1 << 18;

/// Behind the bytes of a file: their checksum, and a mark that all bytes are there.
const TRAILER: u64 = 8;
const COMPLETE: [u8; 4] = *b"all.";

/// The beginning of the checksum of a file that a run has written.
fn seal(run: u32, name: &str) -> Hasher {
    let mut sum = Hasher::new_with_initial(run);
    sum.update(name.as_bytes());
    sum
}

impl Store {
    /// Starts to write under a name.
    pub(super) fn create(&self, name: &str) -> Result<Sink, Failure> {
        match self {
            Store::Memory => Ok(Sink::Memory(Vec::new())),
            Store::Folder { folder, run } => Sink::lasting(folder.join(name), seal(*run, name)),
            Store::Spill(folder) => {
                // Several may spill into one folder, also from other machines,
                // where processes have the same numbers.
                static FILES: AtomicU64 = AtomicU64::new(0);
                loop {
                    let number = FILES.fetch_add(1, Ordering::Relaxed);
                    let name = format!("grundy-{}-{number}.part", std::process::id());
                    let path = folder.join(name);
                    let mut options = File::options();
                    match options.read(true).write(true).create_new(true).open(&path) {
                        Ok(file) => {
                            // The file exists as long as it is open, and nothing of it is left if
                            // this process is killed.
                            fs::remove_file(&path).map_err(Failure::file(&path))?;
                            let file = BufWriter::with_capacity(BUFFER, file);
                            return Ok(Sink::Spilled { file, path, len: 0 });
                        }
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                        Err(error) => return Err(Failure::file(&path)(error)),
                    }
                }
            }
        }
    }

    /// The bytes that were completely written under a name, if there are any.
    ///
    /// # Errors
    ///
    /// When the file is damaged or another one.
    pub(super) fn open(&self, name: &str) -> Result<Option<Bytes>, Failure> {
        let Store::Folder { folder, run } = self else { return Ok(None) };
        let path = folder.join(name);
        if !path.try_exists().map_err(Failure::file(&path))? {
            return Ok(None);
        }
        let bytes = Bytes::whole(&path)?;
        bytes.check(seal(*run, name))?;
        Ok(Some(bytes))
    }

    /// Whether written bytes survive a crash.
    pub(super) fn is_kept(&self) -> bool {
        matches!(self, Store::Folder { .. })
    }

    /// Whether bytes are kept in memory.
    pub(super) fn is_memory(&self) -> bool {
        matches!(self, Store::Memory)
    }
}

impl Sink {
    /// Starts to write a file.
    pub(super) fn file(path: PathBuf) -> Result<Sink, Failure> {
        Sink::lasting(path, Hasher::new())
    }

    /// The same, with the beginning of its checksum.
    fn lasting(path: PathBuf, sum: Hasher) -> Result<Sink, Failure> {
        let file = Replacement::new(&path).map_err(Failure::file(&path))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Sink::Lasting { file, path, len: 0, sum })
    }

    /// Bytes written so far.
    pub(super) fn len(&self) -> u64 {
        match self {
            Sink::Memory(bytes) => bytes.len() as u64,
            Sink::Lasting { len, .. } | Sink::Spilled { len, .. } => *len,
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Memory(all) => all.extend_from_slice(bytes),
            Sink::Lasting { file, path, len, sum } => {
                file.write_all(bytes).map_err(Failure::file(path))?;
                *len += bytes.len() as u64;
                sum.update(bytes);
            }
            Sink::Spilled { file, path, len } => {
                file.write_all(bytes).map_err(Failure::file(path))?;
                *len += bytes.len() as u64;
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
            Sink::Spilled { file, path, len } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                let file = file.map_err(Failure::file(&path))?;
                Ok(Bytes::File { file: Arc::new(file), path, start: 0, len })
            }
            Sink::Lasting { mut file, path, len, sum } => {
                let write = || {
                    file.write_all(&sum.finalize().to_le_bytes())?;
                    file.write_all(&COMPLETE)?;
                    file.into_inner()?.finish()?;
                    File::open(&path)
                };
                let file = write().map_err(Failure::file(&path))?;
                Ok(Bytes::File { file: Arc::new(file), path, start: 0, len })
            }
        }
    }
}

impl Bytes {
    /// A file that was written completely, without its trailer.
    pub(super) fn whole(path: &Path) -> Result<Bytes, Failure> {
        let file = File::open(path).map_err(Failure::file(path))?;
        let all = file.metadata().map_err(Failure::file(path))?.len();
        let cut = || Failure::Damaged {
            path: path.to_path_buf(),
            what: "the file is cut off".to_string(),
        };
        let len = all.checked_sub(TRAILER).ok_or_else(cut)?;
        let mut end = [0; 4];
        read_at(&file, &mut end, all - 4).map_err(Failure::file(path))?;
        if end != COMPLETE {
            return Err(cut());
        }
        Ok(Bytes::File { file: Arc::new(file), path: path.to_path_buf(), start: 0, len })
    }

    /// Compares all of a file with its checksum, which begins with `sum`.
    pub(super) fn check(&self, mut sum: Hasher) -> Result<(), Failure> {
        let Bytes::File { path, len, .. } = self else { return Ok(()) };
        let mut room = Vec::new();
        let mut at = 0;
        while at < *len {
            let end = (*len).min(at + (1 << 18));
            sum.update(self.read(at..end, &mut room)?);
            at = end;
        }
        if self.read(*len..len + 4, &mut room)? != sum.finalize().to_le_bytes() {
            let what = "its checksum does not match: it was changed, or is another file";
            return Err(Failure::Damaged { path: path.clone(), what: what.to_string() });
        }
        Ok(())
    }

    /// A part of them.
    pub(super) fn part(&self, range: Range<u64>) -> Bytes {
        match self {
            Bytes::Memory(all) => {
                Bytes::Memory(Arc::new(all[range.start as usize..range.end as usize].to_vec()))
            }
            Bytes::File { file, path, start, .. } => Bytes::File {
                file: file.clone(),
                path: path.clone(),
                start: start + range.start,
                len: range.end - range.start,
            },
        }
    }

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
            Bytes::File { file, path, start, .. } => {
                room.resize((range.end - range.start) as usize, 0);
                read_at(file, room, start + range.start).map_err(Failure::file(path))?;
                Ok(room)
            }
        }
    }

    /// The name of the file that they are, where it has one of its own.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Bytes::Memory(_) => None,
            Bytes::File { path, .. } => Some(path.file_name()?.to_string_lossy().into_owned()),
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

/// The checksum of bytes behind what has the checksum `before`.
pub(super) fn sum(before: u32, bytes: &[u8]) -> u32 {
    let mut sum = Hasher::new_with_initial(before);
    sum.update(bytes);
    sum.finalize()
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

// With only one thread, nobody else moves the place in the file.
#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, room: &mut [u8], at: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(room)
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn files_of_what_memory_does_not_hold_take_the_place_of_none() {
        let folder =
            std::env::temp_dir().join(format!("grundy-spill-names-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::Spill(folder.clone());
        // Left there by another process with the same number.
        let taken: Vec<_> = (0..1000)
            .map(|number| folder.join(format!("grundy-{}-{number}.part", std::process::id())))
            .collect();
        taken.iter().for_each(|path| std::fs::write(path, "taken").unwrap());
        let mut sink = store.create("keys").unwrap();
        sink.write(b"mine").unwrap();
        assert_eq!(sink.finish().unwrap().len(), 4);
        assert!(taken.iter().all(|path| std::fs::read(path).unwrap() == b"taken"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
