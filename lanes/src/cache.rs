//! The cache outside of checkouts: the copy in which lanes run, its build output, and stamps.
//!
//! `$GRUNDY_CACHE`, or `grundy` in the user's cache folder if it is not set, has a folder for each
//! toolchain:
//!
//! ```text
//! lanes/1a2b…/checkout     the sources, and `target` below them
//! lanes/1a2b…/stamps       an empty file for each lane and what it has passed with
//! lanes/1a2b…/logs         what each lane has said last
//! lanes/1a2b…/lock         held while lanes run
//! ```

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::checkout::digest;

/// The number of stamps kept for a lane. They remember passes for earlier versions of the sources.
const STAMPS: usize = 30;

/// The size below which the cache is kept, in gigabytes, unless `GRUNDY_CACHE_GB` gives another.
const GIGABYTES: u64 = 30;

/// The folder of a toolchain. No other process uses it while this value exists.
pub(crate) struct Cache {
    /// The folder of all toolchains.
    all: PathBuf,
    folder: PathBuf,
    /// The limit on all folders together.
    gigabytes: u64,
    _lock: File,
}

impl Cache {
    /// Waits until no other lanes run in the folder of this toolchain, unless the folder is only
    /// `looked_at`.
    pub(crate) fn open(root: &Path, toolchain: &str, looked_at: bool) -> io::Result<Self> {
        let all = root.join("lanes");
        let folder = all.join(format!("{:016x}", digest(toolchain)));
        let place = |error| io::Error::other(format!("cannot make {}: {error}", folder.display()));
        fs::create_dir_all(folder.join("stamps")).map_err(place)?;
        let lock = File::create(folder.join("lock"))?;
        if !looked_at && lock.try_lock().is_err() {
            eprintln!("lanes: waiting for others that run in {}", folder.display());
            lock.lock()?;
        }
        Ok(Cache { all, folder, gigabytes: gigabytes()?, _lock: lock })
    }

    /// The copy of the sources.
    pub(crate) fn checkout(&self) -> PathBuf {
        self.folder.join("checkout")
    }

    /// Makes the folder of the logs.
    pub(crate) fn logs(&self) -> io::Result<PathBuf> {
        let logs = self.folder.join("logs");
        fs::create_dir_all(&logs)?;
        Ok(logs)
    }

    fn stamp_file(&self, lane: &str, digest: u64) -> PathBuf {
        self.folder.join("stamps").join(format!("{lane}-{digest:016x}"))
    }

    /// How long ago a lane passed with this digest; none if it did not.
    pub(crate) fn passed(&self, lane: &str, digest: u64) -> Option<String> {
        let changed = fs::metadata(self.stamp_file(lane, digest)).ok()?.modified().ok()?;
        let minutes = changed.elapsed().unwrap_or_default().as_secs() / 60;
        Some(match minutes {
            0..120 => format!("{minutes} min"),
            120..2880 => format!("{} h", minutes / 60),
            _ => format!("{} days", minutes / 1440),
        })
    }

    /// Remembers that a lane has passed.
    pub(crate) fn stamp(&self, lane: &str, digest: u64) -> io::Result<()> {
        fs::write(self.stamp_file(lane, digest), "")?;
        let prefix = format!("{lane}-");
        let mut stamps = Vec::new();
        for entry in fs::read_dir(self.folder.join("stamps"))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // The names of two lanes may begin alike: the rest must be a single number.
            if name.strip_prefix(&prefix).is_some_and(|rest| rest.len() == 16) {
                stamps.push((entry.metadata()?.modified()?, entry.path()));
            }
        }
        stamps.sort();
        for (_, stamp) in stamps.iter().rev().skip(STAMPS) {
            fs::remove_file(stamp)?;
        }
        Ok(())
    }

    /// Removes build output, oldest toolchain first, until the cache is within its limit. Stamps
    /// stay.
    pub(crate) fn shrink(&self) -> io::Result<()> {
        let most = self.gigabytes.saturating_mul(1 << 30);
        let mut folders = Vec::new();
        for entry in fs::read_dir(&self.all)? {
            let folder = entry?.path();
            let used = fs::metadata(folder.join("lock")).and_then(|lock| lock.modified());
            let used = used.unwrap_or(SystemTime::UNIX_EPOCH);
            folders.push((folder == self.folder, used, bytes(&folder), folder));
        }
        folders.sort();
        let mut all: u64 = folders.iter().map(|(.., bytes, _)| bytes).sum();
        for (own, _, bytes, folder) in folders {
            if all <= most {
                break;
            }
            let free = |lock: &Path| File::open(lock).is_ok_and(|lock| lock.try_lock().is_ok());
            if own || free(&folder.join("lock")) {
                println!("the cache has {} GB: {} is emptied", all >> 30, folder.display());
                fs::remove_dir_all(folder.join("checkout"))?;
                all -= bytes;
            }
        }
        Ok(())
    }
}

/// The limit that the user has set, or the default.
fn gigabytes() -> io::Result<u64> {
    match env::var("GRUNDY_CACHE_GB") {
        Err(_) => Ok(GIGABYTES),
        Ok(text) => text.parse().map_err(|_| {
            io::Error::other(format!("GRUNDY_CACHE_GB is {text:?}: expected a number of gigabytes"))
        }),
    }
}

/// The folder of the cache.
pub(crate) fn root() -> io::Result<PathBuf> {
    let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || Some(named("HOME")?.join(".cache"));
    let users = || named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(home);
    let root = named("GRUNDY_CACHE").or_else(|| Some(users()?.join("grundy")));
    let root = root.ok_or_else(|| io::Error::other("GRUNDY_CACHE names no folder"))?;
    std::path::absolute(root)
}

/// The size of all files in a folder.
fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => bytes(&entry.path()),
        _ => entry.metadata().map_or(0, |metadata| metadata.len()),
    });
    sizes.sum()
}
