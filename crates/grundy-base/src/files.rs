//! Files that appear when they are complete. Every file that others will read is written this way.
//!
//! A file is written beside the one that it replaces, under the same name with `.part` behind it,
//! and renamed when all of it has reached the disk. The part is locked: if two processes write one
//! file, the second gets an error. A part that a killed process has left is taken over by the next
//! process.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file that is being written. If it is dropped unfinished, nothing of it remains.
#[derive(Debug)]
pub struct Replacement {
    /// The open part; none once it has its final name.
    file: Option<File>,
    part: PathBuf,
    path: PathBuf,
    /// Whether the file stays reserved afterwards.
    reserved: bool,
}

impl Replacement {
    /// Starts to write a file. Links are followed.
    ///
    /// # Errors
    ///
    /// If something else than a regular file is there, another process is writing it, or the folder
    /// cannot be written.
    pub fn new(path: &Path) -> io::Result<Replacement> {
        let (path, part) = places(path)?;
        let kept = reserved().get_mut(&part).and_then(Option::take);
        let reserved = kept.is_some();
        let file = Some(kept.map_or_else(|| locked(&part), Ok)?);
        Ok(Replacement { file, part, path, reserved })
    }

    /// Gives the file its name, when all of it is on the disk. It replaces the file that was there
    /// before.
    ///
    /// # Errors
    ///
    /// Errors of the system; the file that was there before then remains.
    pub fn finish(mut self) -> io::Result<()> {
        let file = self.open()?;
        file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        self.file = None;
        if let (true, Some(kept)) = (self.reserved, reserved().get_mut(&self.part)) {
            // If another process locks it first, the next attempt to write says so.
            *kept = locked(&self.part).ok();
        }
        // Makes the new name last. Systems that cannot sync a folder do without.
        let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn open(&self) -> io::Result<&File> {
        self.file.as_ref().ok_or_else(|| io::Error::other("the file is finished"))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open()?.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let Some(mut file) = self.file.take() else { return };
        let mut reserved = reserved();
        match reserved.get_mut(&self.part) {
            Some(kept) if self.reserved && file.set_len(0).and(file.rewind()).is_ok() => {
                *kept = Some(file);
            }
            _ => drop(fs::remove_file(&self.part)),
        }
    }
}

/// A file that no other process writes until this is dropped.
#[derive(Debug)]
pub struct Reserved {
    part: PathBuf,
}

/// The parts that are reserved in this process, and locked; none while they are written.
fn reserved() -> MutexGuard<'static, BTreeMap<PathBuf, Option<File>>> {
    static RESERVED: Mutex<BTreeMap<PathBuf, Option<File>>> = Mutex::new(BTreeMap::new());
    RESERVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tries whether a file can be written, and keeps other processes from writing it, before long work
/// begins. A [`Replacement`] of this process may be written any number of times.
///
/// # Errors
///
/// As [`Replacement::new`].
pub fn reserve(path: &Path) -> io::Result<Reserved> {
    let (_, part) = places(path)?;
    let file = locked(&part)?;
    reserved().insert(part.clone(), Some(file));
    Ok(Reserved { part })
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some(Some(_locked)) = reserved().remove(&self.part) {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Where a file will be, and where it is written.
fn places(path: &Path) -> io::Result<(PathBuf, PathBuf)> {
    /// Linux follows this number of links, too.
    const LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = path.as_os_str().to_string_lossy().ends_with('/');
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file"))
        }
        _ if folder => Err(ErrorKind::IsADirectory.into()),
        _ => {
            let mut part = path.clone().into_os_string();
            part.push(".part");
            Ok((path, part.into()))
        }
    }
}

/// Locks a file against other processes for as long as it is open here. False if another one has it.
///
/// # Errors
///
/// Errors of the system, unless its files have no locks.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a part, and locks it.
fn locked(part: &Path) -> io::Result<File> {
    loop {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(part)?;
        if !lock(&file)? {
            let what = "another process is writing it";
            return Err(io::Error::new(ErrorKind::ResourceBusy, what));
        }
        // The process that had the lock may have given the file its name, or removed it.
        if is_named(&file, part) {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

/// Whether an open file has this name.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(named)) => (file.dev(), file.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("grundy-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_complete() {
        let folder = folder("complete");
        let path = folder.join("a");
        fs::write(&path, "old").unwrap();
        let mut file = Replacement::new(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!((fs::read(&path).unwrap(), names(&folder)), (b"old".to_vec(), vec!["a".into()]));
        // A part that a killed process has left does no harm, and none of it is in the file.
        fs::write(folder.join("a.part"), "much longer than what is written").unwrap();
        let mut file = Replacement::new(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(&folder)), (b"new".to_vec(), vec!["a".into()]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn of_two_who_write_one_file_the_second_is_told() {
        let folder = folder("two");
        let path = folder.join("a");
        let first = Replacement::new(&path).unwrap();
        for refused in [Replacement::new(&path).map(drop), reserve(&path).map(drop)] {
            assert_eq!(refused.unwrap_err().kind(), ErrorKind::ResourceBusy);
        }
        first.finish().unwrap();
        let reservation = reserve(&path).unwrap();
        assert_eq!(reserve(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
        let second = Replacement::new(&path).unwrap();
        assert_eq!(Replacement::new(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
        second.finish().unwrap();
        // The file stays reserved afterwards, even if it was not finished.
        drop(Replacement::new(&path).unwrap());
        assert_eq!(reserve(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
        drop(reservation);
        drop(reserve(&path).unwrap());
        assert_eq!(names(&folder), ["a"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_replaced_and_links_are_followed() {
        let folder = folder("kinds");
        let refused = Replacement::new(&folder).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::IsADirectory);
        assert_eq!(
            Replacement::new(Path::new("/dev/null")).unwrap_err().kind(),
            ErrorKind::InvalidInput
        );
        // A link is followed also when its target does not exist yet.
        std::os::unix::fs::symlink("real", folder.join("link")).unwrap();
        for text in ["one", "two"] {
            let mut file = Replacement::new(&folder.join("link")).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.finish().unwrap();
            assert_eq!(fs::read_to_string(folder.join("real")).unwrap(), text);
        }
        assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
        fs::remove_dir_all(folder).unwrap();
    }
}
