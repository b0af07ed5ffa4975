//! Lanes, and the sources on which their results depend.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::checkout::{Checkout, digest};
use crate::table::FUNCTIONS;

/// Tests that run together. They are skipped together as long as the sources on which they depend
/// are the same.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) name: &'static str,
    /// A few words on what it tests.
    pub(crate) about: &'static str,
    /// Whether only the gate runs it. All other lanes are tests.
    pub(crate) gate_only: bool,
    /// Whether its tests measure time, so that nothing may run beside it.
    pub(crate) alone: bool,
    /// The packages that it tests. The lane depends on all their files, and on the compiled parts
    /// of the packages that these depend on.
    pub(crate) packages: &'static [&'static str],
    /// Packages whose compiled parts it uses.
    pub(crate) uses: &'static [&'static str],
    /// Further files, and folders (which end in `/`), on which it depends.
    pub(crate) paths: &'static [&'static str],
    /// The programs that it needs besides Rust.
    pub(crate) tools: &'static [Tool],
    /// Whether it may be left out without these programs when all lanes are required.
    pub(crate) optional: bool,
    /// The commands, run by bash one after the other.
    pub(crate) steps: &'static [&'static str],
}

/// A program that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// A command that prints its version, and fails if the program cannot be used.
    pub(crate) version: &'static str,
}

/// The files on which every lane depends.
const EVERY: [&str; 3] = ["Cargo.lock", "Cargo.toml", ".config/"];

/// Folders of a package that are not compiled into it.
const OF_TESTS: [&str; 5] = ["benches/", "tests/", "ui/e2e/", "ui/locales/", "ui/src/"];

impl Lane {
    /// The files of a checkout on which this lane depends.
    pub(crate) fn inputs<'a>(&self, checkout: &'a Checkout, packages: &Packages) -> Vec<&'a str> {
        let own = folders(packages, self.packages.iter().map(|&name| name.to_string()).collect());
        let all = [self.packages, self.uses].concat();
        let all = folders(packages, packages.with_dependencies(&all));
        let named = |file: &str, paths: &[&str]| {
            paths.iter().any(|&path| file == path || path.ends_with('/') && file.starts_with(path))
        };
        let decides = |file: &str| {
            if named(file, &EVERY) || named(file, self.paths) {
                return true;
            }
            let inside = |folder: &String| file.strip_prefix(&folder[..]);
            let built = |rest: &str| !OF_TESTS.iter().any(|folder| rest.starts_with(folder));
            own.iter().any(|folder| inside(folder).is_some())
                || all.iter().filter_map(inside).any(built)
        };
        checkout.files.keys().map(String::as_str).filter(|file| decides(file)).collect()
    }

    /// A digest of these files, the commands, the versions of the tools and the environment. As
    /// long as it is the same, so is the result of the lane.
    pub(crate) fn digest(&self, checkout: &Checkout, packages: &Packages, around: &str) -> u64 {
        let inputs = self.inputs(checkout, packages);
        let inputs: Vec<_> = inputs.into_iter().map(|file| (file, checkout.files[file])).collect();
        digest((self.name, FUNCTIONS, self.steps, inputs, around))
    }
}

fn folders(packages: &Packages, names: BTreeSet<String>) -> Vec<String> {
    names.iter().filter_map(|name| packages.folders.get(name).cloned()).collect()
}

/// The packages of a checkout.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    /// The folder of each package, which ends in `/`.
    pub(crate) folders: BTreeMap<String, String>,
    /// The packages of the checkout on which each package depends, also for its tests.
    dependencies: BTreeMap<String, BTreeSet<String>>,
}

impl Packages {
    /// Reads the manifests.
    pub(crate) fn read(checkout: &Checkout) -> Self {
        let mut packages = Packages::default();
        let mut named = BTreeMap::new();
        for file in checkout.files.keys() {
            let Some(folder) = file.strip_suffix("Cargo.toml").filter(|it| !it.is_empty()) else {
                continue;
            };
            let manifest = fs::read_to_string(checkout.root.join(file)).unwrap_or_default();
            let mut section = "";
            let (mut name, mut uses) = (String::new(), BTreeSet::new());
            for line in manifest.lines() {
                let line = line.trim();
                if line.starts_with('[') {
                    section = line;
                }
                let key = line.split(['=', '.', ' ']).next().unwrap_or_default();
                if section == "[package]" && key == "name" {
                    name = line.split('"').nth(1).unwrap_or_default().to_string();
                } else if section.ends_with("dependencies]") {
                    uses.insert(key.to_string());
                }
            }
            packages.folders.insert(name.clone(), folder.to_string());
            named.insert(name, uses);
        }
        let known = |name: &String| packages.folders.contains_key(name);
        packages.dependencies = named
            .into_iter()
            .map(|(name, uses)| (name, uses.into_iter().filter(known).collect()))
            .collect();
        packages
    }

    /// These packages, and all packages on which they depend.
    fn with_dependencies(&self, names: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open: Vec<String> = names.iter().map(|&name| name.to_string()).collect();
        while let Some(name) = open.pop() {
            if found.insert(name.clone()) {
                open.extend(self.dependencies.get(&name).into_iter().flatten().cloned());
            }
        }
        found
    }
}
