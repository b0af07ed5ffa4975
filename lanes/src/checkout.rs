//! The files of a checkout, their contents, and their copy in the cache.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file of a copy that lists its sources.
const LIST: &str = ".sources";

/// Folders that hold no sources, for a checkout without git.
const OUTPUTS: [&str; 3] = ["target", "node_modules", ".git"];

/// The sources of the project: paths from its root, each with a digest of its contents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checkout {
    pub(crate) root: PathBuf,
    pub(crate) files: BTreeMap<String, u64>,
}

impl Checkout {
    /// Reads every file that git tracks or would add. In a copy these are the files that were
    /// copied; in another folder without git, they are all files but outputs.
    pub(crate) fn read(root: &Path) -> io::Result<Self> {
        let names = match tracked(root).or_else(|| copied(root)) {
            Some(names) => names,
            None => walk(root, Path::new(""))?,
        };
        let mut files = BTreeMap::new();
        for name in names {
            // A tracked file may have been removed.
            if let Ok(contents) = fs::read(root.join(&name)) {
                files.insert(name, digest(&contents));
            }
        }
        Ok(Checkout { root: root.to_path_buf(), files })
    }

    /// Makes the sources in `mirror` equal to these. A file with the same contents is not touched,
    /// so Cargo compiles only what has changed. Files of tests and compilers there are kept.
    pub(crate) fn copy_to(&self, mirror: &Path) -> io::Result<()> {
        let list = mirror.join(LIST);
        let before = fs::read_to_string(&list).unwrap_or_default();
        // The list is written first, so that an interrupted copy leaves no file that is not listed.
        let both: BTreeSet<&str> =
            before.lines().chain(self.files.keys().map(String::as_str)).collect();
        fs::create_dir_all(mirror)?;
        fs::write(&list, lines(both.iter().copied()))?;
        // Files are removed first, because a file may be where a folder was.
        for name in both.into_iter().filter(|&name| !self.files.contains_key(name)) {
            remove(&mirror.join(name))?;
        }
        for (name, &wanted) in &self.files {
            let (from, to) = (self.root.join(name), mirror.join(name));
            let same = fs::read(&to).is_ok_and(|contents| digest(&contents) == wanted);
            let permissions = fs::metadata(&from)?.permissions();
            if !same {
                if let Some(folder) = to.parent() {
                    fs::create_dir_all(folder)?;
                }
                // `fs::copy` is not used, because it may keep the time of the last change.
                fs::write(&to, fs::read(&from)?)?;
            }
            if fs::metadata(&to)?.permissions() != permissions {
                fs::set_permissions(&to, permissions)?;
            }
        }
        fs::write(&list, lines(self.files.keys().map(String::as_str)))
    }
}

fn lines<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.flat_map(|name| [name, "\n"]).collect()
}

/// Removes a file, which may be gone already, and the folders that become empty.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    for folder in file.ancestors().skip(1) {
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

/// The files of a checkout, by git.
fn tracked(root: &Path) -> Option<Vec<String>> {
    // A release archive within another checkout does not belong to that checkout.
    root.join(".git").exists().then_some(())?;
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").current_dir(root).args(list).output().ok()?;
    let names = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    let names = names.split('\0').filter(|name| !name.is_empty());
    Some(names.map(str::to_string).collect())
}

/// The files of a copy.
fn copied(root: &Path) -> Option<Vec<String>> {
    Some(fs::read_to_string(root.join(LIST)).ok()?.lines().map(str::to_string).collect())
}

/// The files below a folder that are not outputs.
fn walk(root: &Path, folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let path = folder.join(&name);
        if OUTPUTS.iter().any(|&output| name == output) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            names.extend(walk(root, &path)?);
        } else {
            names.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(names)
}

/// A digest of a value that can be hashed. It need not resist collisions made on purpose.
pub(crate) fn digest(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
