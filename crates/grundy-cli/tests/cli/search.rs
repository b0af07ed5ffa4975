//! `search`: what it finds in each format, and how it goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use crate::run::{
    Ran, answered, command, every_digit_is_checked, folder, grundy, journal, names, refused,
    unchecked, wait,
};

/// A search that answers at once.
const SMALL: [&str; 6] = ["search", "domineering", "--size", "2x3", "--where", "temperature > -1"];
/// One that takes some seconds, and finds something all the time.
const LONG: [&str; 11] = [
    "search",
    "domineering",
    "--size",
    "6x3,4x4",
    "--where",
    "temperature > 0",
    "--columns",
    "value,outcome,atomic_weight,temperature > 1",
    "--all",
    "--threads",
    "2",
];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    args.iter().chain(more).copied().collect()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// A table as CSV, by its columns.
fn csv_rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn text_says_how_much_was_looked_at_and_lists_the_rest() {
    let text = answered(&SMALL);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "domineering: 64 positions, 24 up to symmetry, 9 found");
    assert!(lines[1].starts_with("game "), "{text}");
    assert_eq!(lines.len(), 11);
    let all = answered(&with(&SMALL, &["--all", "--columns", "value"]));
    assert!(all.starts_with("domineering: 64 positions, 27 found\n"), "{all}");
    assert_eq!(all.lines().count(), 29);
    // Nothing found: no heading over nothing.
    let none = answered(&["search", "nim", "--size", "1..9", "--where", "G > 0"]);
    assert_eq!(none, "nim: 9 positions, 0 found\n");
}

/// What is found is what the calculator says of each position.
#[test]
fn rows_are_what_value_says() {
    let text = answered(&with(&SMALL, &["--format", "csv", "--columns", "value"]));
    for row in csv_rows(&text) {
        assert_eq!(answered(&["value", &row["game"]]).trim(), row["value"]);
    }
}

#[test]
fn json_and_csv_say_the_same() {
    let columns = ["--columns", "value, mean, is_number, atomic_weight, [G, -G], thermograph"];
    let args = with(&SMALL, &columns);
    let text = answered(&with(&args, &["--format", "json"]));
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["ruleset"], "domineering");
    assert_eq!((&json["size"], &json["where"]), (&SMALL[3].into(), &SMALL[5].into()));
    for (name, count) in
        [("positions", 64), ("done", 64), ("distinct", 24), ("found", 9), ("unanswered", 0)]
    {
        assert_eq!(json[name], count, "{name}");
    }
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    let csv = csv_rows(&answered(&with(&args, &["--format", "csv"])));
    assert_eq!(csv.len(), 9);
    let mut without = 0;
    for (row, line) in rows.iter().zip(&csv) {
        let row = row.as_object().unwrap();
        assert_eq!(row.len(), 7);
        for (name, cell) in row {
            let text = match cell {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(text, line[name], "{name}");
        }
        assert!(row["is_number"].is_boolean());
        without += usize::from(row["atomic_weight"].is_null());
    }
    assert!(without > 0, "a hot game has no atomic weight");
}

/// The rows of a Parquet file, and the physical types of its columns.
fn parquet_rows(path: &Path) -> (Vec<String>, Vec<Vec<(String, Field)>>) {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let kind = |column: &parquet::schema::types::ColumnDescPtr| column.physical_type().to_string();
    let kinds = schema.columns().iter().map(kind).collect();
    let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns());
    (kinds, rows.collect())
}

#[test]
fn parquet_has_types_and_nothing_where_there_is_no_answer() {
    let folder = folder("search-parquet");
    let file = folder.join("found.parquet");
    let columns = "value, mean, temperature > 1, atomic_weight, 10/4, mean * 9007199254740993";
    let args = with(&SMALL, &["--columns", columns]);
    answered(&with(&args, &["-o", &file.to_string_lossy()]));
    assert_eq!(names(&folder), ["found.parquet"]);
    let (kinds, rows) = parquet_rows(&file);
    assert_eq!(
        kinds,
        ["BYTE_ARRAY", "BYTE_ARRAY", "DOUBLE", "BOOLEAN", "DOUBLE", "DOUBLE", "BYTE_ARRAY"]
    );
    let csv = csv_rows(&answered(&with(&args, &["--format", "csv"])));
    assert_eq!(rows.len(), csv.len());
    let mut nothing = 0;
    for (row, line) in rows.iter().zip(&csv) {
        for (name, field) in row {
            let text = &line[name];
            match field {
                Field::Null => {
                    assert_eq!(text, "");
                    nothing += 1;
                }
                Field::Bool(truth) => assert_eq!(&truth.to_string(), text),
                Field::Str(field) => assert_eq!(field, text),
                Field::Double(number) => {
                    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
                    let [above, below] = [above, below].map(|n| n.parse::<f64>().unwrap());
                    assert_eq!(*number, above / below);
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    assert!(nothing > 0);
    let none = ["search", "nim", "--size", "1..9", "--where", "G > 0", "-o"];
    answered(&with(&none, &[&file.to_string_lossy()]));
    assert_eq!(parquet_rows(&file).1.len(), 0);
    assert!(refused(&with(&SMALL, &["--format", "parquet"])).contains("-o FILE"));
}

#[test]
fn rulesets_keep_their_parameters() {
    for (ruleset, size, first) in [
        ("partizan-subtraction(1,2/1,3)", "1..8", "partizan-subtraction(1,2 / 1,3; 1)"),
        ("octal(0.77)", "1..8", "octal(0.77; 1)"),
        ("subtraction(1..3)", "1..8", "subtraction(1..3; 1)"),
        ("cutcake", "1..3x1", "cutcake(1x1)"),
        ("toads-and-frogs", "1..2", "toads-and-frogs(T)"),
    ] {
        let text = answered(&["search", ruleset, "--size", size, "--format", "csv"]);
        let rows = csv_rows(&text);
        assert_eq!(rows[0]["game"], first);
        for row in rows {
            assert_eq!(answered(&["value", &row["game"]]).trim(), row["value"]);
        }
    }
}

/// The long search to its end, in one go.
fn undisturbed(folder: &Path, name: &str) -> Vec<u8> {
    let file = path(folder, name);
    answered(&with(&LONG, &["-o", &file]));
    assert!(!folder.join(format!("{name}.search")).exists());
    fs::read(file).unwrap()
}

/// Starts the long search, and waits until something stands in its journal.
#[cfg(unix)]
fn begun(file: &str) -> std::process::Child {
    let journal = PathBuf::from(format!("{file}.search"));
    let size = || fs::metadata(&journal).map_or(0, |found| found.len());
    let before = size();
    let mut child = command(&with(&LONG, &["-o", file])).spawn().unwrap();
    for _ in 0..1000 {
        if size() > before + 2000 {
            return child;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill().and_then(|()| child.wait());
    panic!("the journal stays as it is");
}

#[cfg(unix)]
#[test]
fn a_search_that_was_killed_goes_on_and_ends_as_one_that_was_not() {
    let folder = folder("search-killed");
    for name in ["whole.csv", "whole.json", "whole.parquet"] {
        let whole = undisturbed(&folder, name);
        let ending = name.split_once('.').unwrap().1;
        let file = path(&folder, &format!("killed.{ending}"));
        let mut child = begun(&file);
        // SIGKILL: the program cannot tidy up.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!Path::new(&file).exists());
        let ran = grundy(&with(&LONG, &["-o", &file]));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert_eq!(fs::read(&file).unwrap(), whole, "{name}");
    }
    let left = names(&folder);
    assert_eq!(left.len(), 6, "no journal is left: {left:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_time_keep_what_was_found() {
    let folder = folder("search-stopped");
    let whole = undisturbed(&folder, "whole.csv");
    let file = path(&folder, "stopped.csv");
    let child = begun(&file);
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = wait(child, Duration::from_secs(10));
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("interrupted after"), "{}", ran.stderr);
    assert!(ran.stderr.contains("stopped.csv.search"), "{}", ran.stderr);
    assert!(ran.stderr.contains("the same command goes on"), "{}", ran.stderr);

    let mut went_on = 0;
    loop {
        // Time in which the journal is read counts.
        let time = format!("{}ms", 500 + 50 * went_on);
        let ran: Ran = grundy(&with(&LONG, &["-o", &file, "--time", &time]));
        let on = ran.stderr.contains("going on from position");
        went_on += u32::from(on);
        if ran.status == Some(0) {
            break;
        }
        assert!(ran.stderr.contains("--time") && went_on < 200, "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
    assert!(went_on > 0);
    assert_eq!(fs::read(&file).unwrap(), whole);

    // Without a file, what there is is shown.
    let ran = grundy(&with(&LONG, &["--time", "500ms", "--format", "json"]));
    if ran.status != Some(0) {
        let json: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert!(json["done"].as_u64() < json["positions"].as_u64());
        assert_eq!(json["found"], json["rows"].as_array().unwrap().len());
        assert!(ran.stderr.contains("with -o FILE"), "{}", ran.stderr);
    }
}

/// The first line of a journal of the small search, without its checksum.
fn header(folder: &Path) -> String {
    let file = path(folder, "header.csv");
    fs::write(folder.join("header.csv.search"), "").unwrap();
    // No time at all: the journal has its first line and a mark.
    let ran = grundy(&with(&SMALL, &["-o", &file, "--time", "0ms"]));
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let journal = fs::read_to_string(folder.join("header.csv.search")).unwrap();
    unchecked(&journal)[0].to_string()
}

const ROWS: [&str; 2] = [
    "[\"..|..|..\",\"wrong\",\"wrong\",null,null]",
    "[\"..|..|.#\",\"wrong\",\"wrong\",null,null]",
];

fn mark(done: u64, found: u64) -> String {
    format!(
        "{{\"done\":{done},\"distinct\":1,\"found\":{found},\"unanswered\":0,\"example\":null}}"
    )
}

#[test]
fn a_journal_that_is_torn_is_searched_again_from_the_last_mark() {
    let folder = folder("search-torn");
    let header = header(&folder);
    let whole = path(&folder, "whole.csv");
    answered(&with(&SMALL, &["-o", &whole]));
    let whole = fs::read(whole).unwrap();
    let first = journal([&*header]);
    let rows = journal([&header, ROWS[0], ROWS[1]]);
    let all = journal([&header, ROWS[0], ROWS[1], &mark(9, 2)]);
    for (what, journal) in [
        ("empty", ""),
        ("a torn first line", &first[..first.len() / 2]),
        ("a first line without its end", first.trim_end()),
        ("only a first line", &first),
        ("no mark", &rows),
        ("a torn row", &rows[..rows.len() - 9]),
        ("a torn mark", all.trim_end()),
    ] {
        let file = path(&folder, "torn.csv");
        let journal_path = folder.join("torn.csv.search");
        fs::write(&journal_path, journal).unwrap();
        let ran = grundy(&with(&SMALL, &["-o", &file]));
        assert_eq!(ran.status, Some(0), "{what}: {}", ran.stderr);
        assert_eq!(fs::read(&file).unwrap(), whole, "{what}");
        assert!(!journal_path.exists(), "{what}");
    }
    // The check above would see what a mark keeps.
    fs::write(folder.join("torn.csv.search"), all).unwrap();
    let file = path(&folder, "torn.csv");
    let ran = grundy(&with(&SMALL, &["-o", &file]));
    assert!(ran.stderr.contains("going on from position 9 of 64"), "{}", ran.stderr);
    assert!(fs::read_to_string(&file).unwrap().contains("wrong"));
}

#[test]
fn a_damaged_line_of_a_journal_is_named() {
    let folder = folder("search-damaged");
    let header = header(&folder);
    let (long, mark) = (ROWS[0].replace("null,", "1,2,"), mark(9, 2));
    let journal_path = folder.join("damaged.csv.search");
    let file = path(&folder, "damaged.csv");
    let run = || grundy(&with(&SMALL, &["-o", &file]));
    for (what, lines, damaged) in [
        ("garbage", &["\u{0} no line of a journal"][..], 2),
        ("a missing row", &[ROWS[0], &mark], 3),
        ("too many", &[ROWS[0], ROWS[1], &self::mark(65, 2)], 4),
        ("fewer than before", &[ROWS[0], ROWS[1], &mark, &self::mark(8, 2)], 5),
        ("a long row", &[&long], 2),
        ("a short row", &[ROWS[0], "[]"], 3),
    ] {
        let text = journal([&*header].into_iter().chain(lines.iter().copied()));
        fs::write(&journal_path, &text).unwrap();
        let ran = run();
        assert_eq!(ran.status, Some(1), "{what}");
        let said = format!("damaged.csv.search: line {damaged} is damaged");
        assert!(ran.stderr.contains(&said), "{what}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&journal_path).unwrap(), text);
    }
    fs::write(&journal_path, journal([&header, ROWS[0], ROWS[1], &mark])).unwrap();
    every_digit_is_checked(&journal_path, run);
}

#[test]
fn the_journal_of_another_search_is_left_alone() {
    let folder = folder("search-other");
    let header = header(&folder);
    let of = |header: &str| journal([header]);
    let kept = folder.join("other.csv.search");
    let file = path(&folder, "other.csv");
    for other in [
        of(&header.replace("2x3", "2x4")),
        of(&header.replace("\"all\":false", "\"all\":true")),
        "a text of mine\n".to_string(),
        "a text of mine".to_string(),
        "\u{0}\n".to_string(),
    ] {
        fs::write(&kept, &other).unwrap();
        let error = refused(&with(&SMALL, &["-o", &file]));
        assert!(error.contains("other.csv.search is of another job"), "{error}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), other);
    }
    assert!(!Path::new(&file).exists());
}

#[cfg(unix)]
#[test]
fn two_searches_do_not_write_one_file() {
    let folder = folder("search-two");
    let whole = undisturbed(&folder, "whole.csv");
    let file = path(&folder, "two.csv");
    let first = begun(&file);
    let error = refused(&with(&LONG, &["-o", &file]));
    assert!(error.contains("another process is writing"), "{error}");
    let ran = wait(first, Duration::from_secs(120));
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read(&file).unwrap(), whole);
}

#[cfg(unix)]
#[test]
fn streams_get_the_table_and_nothing_else() {
    let plain = answered(&with(&SMALL, &["--format", "csv"]));
    for stream in ["/dev/stdout", "/proc/self/fd/1"] {
        assert_eq!(answered(&with(&SMALL, &["--format", "csv", "-o", stream])), plain);
    }
    let output = command(&with(&SMALL, &["--format", "parquet", "-o", "/dev/stdout"])).output();
    let output = output.unwrap();
    assert!(output.stdout.starts_with(b"PAR1") && output.stdout.ends_with(b"PAR1"));
}

/// Before hours of work, not after.
#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let folder = folder("search-unwritable");
    let file = path(&folder, "no such folder/found.csv");
    assert!(refused(&with(&LONG, &["-o", &file])).contains("cannot write"));
    fs::create_dir(folder.join("a-folder")).unwrap();
    for name in ["a-folder", "a-folder/", "a-folder/.."] {
        let file = path(&folder, name);
        let error = refused(&with(&LONG, &["-o", &file, "--time", "100ms"]));
        assert!(error.contains("is a directory") && !error.contains("--time"), "{name}: {error}");
    }
    assert_eq!(names(&folder), ["a-folder"]);
}

#[test]
fn limits_are_kept() {
    let error = grundy(&with(&LONG, &["--max-positions", "10"]));
    assert_eq!(error.status, Some(1));
    assert!(error.stderr.contains("--max-positions"), "{}", error.stderr);
    let error = grundy(&with(&LONG, &["--memory", "200k"]));
    assert_eq!(error.status, Some(1));
    assert!(error.stderr.contains("--memory"), "{}", error.stderr);
    for threads in ["0", "257", "-1", "x", ""] {
        assert_eq!(grundy(&with(&SMALL, &["--threads", threads])).status, Some(2), "{threads}");
    }
    let one = answered(&with(&SMALL, &["--threads", "1"]));
    // More threads than there is work, each of which asks a question that has
    // positions of its own.
    let condition = ["--threads", "256", "--columns", "value, outcome, mean, temperature"];
    assert_eq!(answered(&with(&SMALL, &condition)), one);
}

#[test]
fn positions_without_an_answer_are_counted() {
    let args = ["search", "domineering", "--size", "2x2", "--where", "atomic_weight == 0"];
    let ran = grundy(&args);
    assert_eq!(ran.status, Some(0));
    assert!(
        ran.stdout.starts_with("domineering: 16 positions, 7 up to symmetry, "),
        "{}",
        ran.stdout
    );
    assert!(ran.stderr.contains("the condition has no answer for "), "{}", ran.stderr);
    assert!(ran.stderr.contains("domineering(..|..)"), "{}", ran.stderr);
}

#[test]
fn a_condition_that_is_no_condition_ends_the_search() {
    for condition in ["temperature", "G", "1", "outcome", "thermograph", "[G == 0]", "mean + 1"] {
        let error = refused(&["search", "clobber", "--size", "2x3", "--where", condition]);
        assert!(error.contains("condition"), "{condition}: {error}");
    }
}

#[test]
fn words_that_mean_nothing_are_refused_before_the_search() {
    for (option, text, mark) in [
        ("--where", "temperatur > 1", "temperature"),
        ("--columns", "value, temperatur", "temperature"),
        ("--columns", "mean,mean", "once"),
        ("--columns", "mean, value,  mean", "once"),
        ("--squares", "", "--squares"),
        ("--squares", "é", "--squares"),
    ] {
        let error = refused(&["search", "clobber", "--size", "2x3", option, text]);
        assert!(error.contains(mark) && error.contains(option), "{option} {text}: {error}");
    }
}

/// Sizes that come twice are looked at once.
#[test]
fn positions_are_listed_once() {
    let once = answered(&["search", "clobber", "--size", "1..2x1..2"]);
    let twice = answered(&["search", "clobber", "--size", "1..2x1..2, 2x1..2, 1x1"]);
    assert_eq!(once, twice);
}

/// A heap has as many options as tokens: they are counted before they are made.
#[test]
fn huge_heaps_end_within_their_limits() {
    for ruleset in ["nim", "kayles", "grundys-game"] {
        let args = ["search", ruleset, "--size", "1000000000000", "--memory", "50M"];
        let ran = wait(command(&args).spawn().unwrap(), Duration::from_secs(60));
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        assert!(ran.status.is_some(), "{ruleset}: {}", ran.stderr);
    }
}
