//! What wakes a lane, and what is kept of one that has passed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Asked, Place, run};
use crate::checkout::Checkout;
use crate::lane::{Lane, Packages};
use crate::table::LANES;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The lanes that wake if a file changes, or is made.
fn woken(checkout: &Checkout, packages: &Packages, file: &str) -> BTreeSet<&'static str> {
    let mut changed = checkout.clone();
    *changed.files.entry(file.to_string()).or_default() ^= 1;
    let wakes =
        |lane: &&Lane| lane.digest(checkout, packages, "") != lane.digest(&changed, packages, "");
    LANES.iter().filter(wakes).map(|lane| lane.name).collect()
}

#[test]
fn a_change_wakes_the_lanes_that_it_can_break_and_no_others() {
    let checkout = Checkout::read(root()).unwrap();
    let packages = Packages::read(&checkout);
    let all: BTreeSet<&str> = LANES.iter().map(|lane| lane.name).collect();
    let mut seen = BTreeSet::new();
    let text = fs::read_to_string(root().join("lanes/wakes.txt")).unwrap();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (file, names) = line.split_once(" = ").unwrap();
        let wanted: BTreeSet<&str> = match names.strip_prefix("all but") {
            Some(names) => {
                let names: BTreeSet<&str> = names.split_whitespace().collect();
                assert!(names.is_subset(&all), "{line}");
                all.difference(&names).copied().collect()
            }
            None => names.split_whitespace().collect(),
        };
        assert!(root().join(file).is_file(), "{file} is no file");
        assert_eq!(woken(&checkout, &packages, file), wanted, "{file}");
        seen.extend(wanted);
    }
    assert_eq!(seen, all, "no line wakes the others");
}

/// Files that no lane reads.
const UNREAD: [&str; 4] = [".gitignore", "peers/", "scripts/", "lanes/README.md"];

#[test]
fn every_file_wakes_a_lane() {
    let checkout = Checkout::read(root()).unwrap();
    let packages = Packages::read(&checkout);
    let mut read = BTreeSet::new();
    for lane in LANES {
        read.extend(lane.inputs(&checkout, &packages));
    }
    let unread = |file: &&str| !UNREAD.iter().any(|name| file.starts_with(name));
    let files = checkout.files.keys().map(String::as_str).filter(unread);
    let asleep: Vec<&str> = files.filter(|file| !read.contains(file)).collect();
    assert!(asleep.is_empty(), "no lane names these: {asleep:#?}");
}

/// The paths of other folders that a source names, from the root.
fn named(checkout: &Checkout, file: &str, package: &str) -> Vec<PathBuf> {
    let text = fs::read_to_string(checkout.root.join(file)).unwrap_or_default();
    let mut found = Vec::new();
    for part in text.split('"') {
        let Some(at) = part.find("../") else { continue };
        let path = part[at..].trim_end_matches(|c: char| !c.is_alphanumeric());
        let beside = Path::new(file).parent().unwrap();
        for base in [beside, Path::new(package)] {
            let mut whole = PathBuf::new();
            for segment in base.join(path).components() {
                match segment.as_os_str().to_str() {
                    Some("..") => drop(whole.pop()),
                    _ => whole.push(segment),
                }
            }
            // Not what tests and compilers make.
            let mut files = checkout.files.keys();
            if whole.components().count() > 0 && files.any(|it| Path::new(it).starts_with(&whole)) {
                found.push(whole);
            }
        }
    }
    found
}

#[test]
fn what_a_test_reads_elsewhere_wakes_a_lane_of_its_package() {
    let checkout = Checkout::read(root()).unwrap();
    let packages = Packages::read(&checkout);
    let (mut missing, mut tried) = (BTreeSet::new(), 0);
    // Benches are compiled and not run.
    for (package, folder) in packages.folders.iter().filter(|(name, _)| *name != "grundy-benches") {
        let names = |list: &[&str]| list.contains(&&package[..]);
        let lanes = LANES.iter().filter(|lane| names(lane.packages) || names(lane.uses));
        let inputs: BTreeSet<&str> =
            lanes.flat_map(|lane| lane.inputs(&checkout, &packages)).collect();
        let own = checkout.files.keys().filter(|file| file.starts_with(folder));
        for file in own.filter(|file| file.ends_with(".rs") || file.ends_with(".py")) {
            for path in named(&checkout, file, folder) {
                let path = path.to_str().unwrap();
                // Some files of a folder are enough: which ones, only the test knows.
                let inside = format!("{path}/");
                tried += 1;
                if !inputs.iter().any(|input| *input == path || input.starts_with(&inside)) {
                    missing.insert(format!("{file} names {path}"));
                }
            }
        }
    }
    assert!(tried > 20, "only {tried} paths");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-lanes-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Lanes of a checkout with the files `a` and `b`; each counts its runs in the cache's copy.
const SMALL: &[Lane] = &[
    Lane { name: "a", paths: &["a"], steps: &["echo >>runs-a", "grep -q good a"], ..LANES[0] },
    Lane { name: "b", paths: &["b"], steps: &["echo >>runs-b", "grep -q good b"], ..LANES[0] },
];

#[test]
fn a_lane_that_has_passed_is_skipped_until_its_sources_change() {
    let (checkout, cache) = (folder("checkout"), folder("cache"));
    let (other, place) =
        (folder("other"), |checkout| Place { checkout, cache: &cache, lanes: SMALL });
    let write = |name: &str, text: &str| fs::write(checkout.join(name), text).unwrap();
    let runs = |name: &str| {
        let lanes = fs::read_dir(cache.join("lanes")).unwrap().next().unwrap().unwrap().path();
        let runs = fs::read(lanes.join("checkout").join(format!("runs-{name}")));
        runs.map_or(0, |runs| runs.len())
    };
    let usual = Asked::default();
    write("a", "good");
    write("b", "bad");
    assert!(!run(&usual, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (1, 1));
    // One has passed; the other is tried again.
    assert!(!run(&usual, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (1, 2));
    write("b", "good");
    assert!(run(&usual, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (1, 3));
    // Another checkout with the same files, and one more that no lane names.
    for (name, text) in [("a", "good"), ("b", "good"), ("c", "new")] {
        fs::write(other.join(name), text).unwrap();
    }
    assert!(run(&usual, &place(&other)).unwrap());
    assert_eq!((runs("a"), runs("b")), (1, 3));
    // What was right once is right again; what is wrong is seen.
    write("a", "bad");
    assert!(!run(&usual, &place(&checkout)).unwrap());
    write("a", "good");
    assert!(run(&usual, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (2, 3));
    // A plan runs nothing, and `all` everything.
    write("a", "very good");
    assert!(run(&Asked { plan: true, ..Asked::default() }, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (2, 3));
    assert!(run(&Asked { all: true, ..Asked::default() }, &place(&checkout)).unwrap());
    assert_eq!((runs("a"), runs("b")), (3, 4));
    for folder in [checkout, cache, other] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn the_copy_has_the_files_of_the_checkout_and_what_has_not_changed_is_not_touched() {
    let (from, to) = (folder("from"), folder("to"));
    fs::create_dir_all(from.join("x/y")).unwrap();
    fs::write(from.join("x/y/one"), "1").unwrap();
    fs::write(from.join("two"), "2").unwrap();
    Checkout::read(&from).unwrap().copy_to(&to).unwrap();
    fs::write(to.join("made-there"), "").unwrap();
    let changed = |name: &str| fs::metadata(to.join(name)).unwrap().modified().unwrap();
    let (one, two) = (changed("x/y/one"), changed("two"));
    fs::write(from.join("two"), "two").unwrap();
    Checkout::read(&from).unwrap().copy_to(&to).unwrap();
    assert_eq!(changed("x/y/one"), one);
    assert!(changed("two") > two);
    assert_eq!(fs::read_to_string(to.join("two")).unwrap(), "two");
    // A file takes the place of a folder.
    fs::remove_dir_all(from.join("x")).unwrap();
    fs::write(from.join("x"), "no folder").unwrap();
    Checkout::read(&from).unwrap().copy_to(&to).unwrap();
    assert!(to.join("made-there").exists());
    assert_eq!(Checkout::read(&to).unwrap().files, Checkout::read(&from).unwrap().files);
    for folder in [from, to] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_is_asked_for_is_read_or_refused() {
    let parse = |text: &str| Asked::parse(text.split_whitespace().map(str::to_string));
    let asked = parse("--gate core --all").unwrap();
    assert!(asked.gate && asked.all && !asked.plan);
    assert_eq!(asked.lanes, ["core"]);
    for wrong in ["cores", "--gates", "-x"] {
        let error = parse(wrong).unwrap_err();
        assert!(error.contains(wrong) && error.contains("page-alone"), "{error}");
    }
}
