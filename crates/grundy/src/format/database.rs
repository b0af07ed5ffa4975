//! The file of a database of components: text, compressed by Zstandard.
//!
//! ```text
//! grundy database 1
//! ruleset clobber
//! = 0 0 0 0            a form: numerator, binary places, ups, nimber
//! { 0 | 0 }            a form by the numbers of its options, which stand before it
//! : 1 xo               the number of a form, and a component that is worth it
//! end 3                lines between the second and this one
//! ```

use std::io::{self, BufReader, BufWriter, Read, Write};

use num_bigint::BigInt;

use crate::bounded::{BoundedLines, LONGEST_LINE};
use crate::solve::sums::{Database, StoredForm};
use crate::value::{Compact, Dyadic};

const HEAD: &str = "grundy database 1";

/// How hard Zstandard tries; more takes longer and gains little.
const LEVEL: i32 = 6;

/// Limit on the decimal digits of a numerator, and on binary places; longer numbers take long.
const MOST_DIGITS: usize = 1 << 16;

/// Writes a database.
///
/// # Errors
///
/// Errors of the writer.
pub fn write_database(database: &Database, out: impl Write) -> io::Result<()> {
    let mut packed = zstd::Encoder::new(out, LEVEL)?;
    packed.include_checksum(true)?;
    let mut out = BufWriter::new(packed);
    writeln!(out, "{HEAD}\nruleset {}", database.ruleset)?;
    for form in &database.forms {
        match form {
            StoredForm::Compact(Compact { number, ups, nimber }) => {
                writeln!(out, "= {} {} {ups} {nimber}", number.numerator(), number.exponent())?;
            }
            StoredForm::Options([left, right]) => {
                write!(out, "{{")?;
                left.iter().try_for_each(|option| write!(out, " {option}"))?;
                write!(out, " |")?;
                right.iter().try_for_each(|option| write!(out, " {option}"))?;
                writeln!(out, " }}")?;
            }
        }
    }
    for (position, form) in &database.components {
        writeln!(out, ": {form} {position}")?;
    }
    writeln!(out, "end {}", database.forms.len() + database.components.len())?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?.flush()
}

/// Reads a database that takes at most `memory` bytes of memory.
///
/// # Errors
///
/// Errors of the reader, and [`io::ErrorKind::InvalidData`] with the number of the line where the
/// file is no database, or damaged, or takes more memory.
pub fn read_database(file: impl Read, memory: u64) -> io::Result<Database> {
    let longest = LONGEST_LINE.min(memory);
    let mut lines = BoundedLines::new(BufReader::new(zstd::Decoder::new(file)?), longest).zip(1..);
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let damaged = |number: usize, what: &str| invalid(format!("line {number}: expected {what}"));
    let mut next = |what: &str, number: usize| match lines.next() {
        Some((line, number)) => Ok((line?, number)),
        None => Err(damaged(number, what)),
    };
    if next(HEAD, 1)?.0 != HEAD {
        return Err(damaged(1, HEAD));
    }
    let (line, number) = next("a ruleset", 2)?;
    let ruleset = line.strip_prefix("ruleset ").ok_or_else(|| damaged(number, "a ruleset"))?;
    let mut database = Database { ruleset: ruleset.to_string(), ..Database::default() };
    let (mut last, mut bytes) = (number, 0);
    loop {
        let (line, number) = next("a form, a component or the end", last + 1)?;
        last = number;
        // What the line says takes no more than its text and its place in a list that grows.
        bytes += (line.len() + 4 * size_of::<StoredForm>()) as u64;
        if bytes > memory {
            let why = format!("more than {memory} bytes of memory would be needed");
            return Err(invalid(format!("line {number}: {why}")));
        }
        let held = database.forms.len() + database.components.len();
        if let Some(form) = form(&line, database.forms.len()) {
            database.forms.push(form);
        } else if let Some((form, position)) =
            line.strip_prefix(": ").and_then(|rest| rest.split_once(' '))
        {
            let known =
                form.parse().ok().filter(|&form: &u32| (form as usize) < database.forms.len());
            let form = known.ok_or_else(|| damaged(number, "the number of a form before it"))?;
            database.components.push((position.to_string(), form));
        } else if line == format!("end {held}") {
            // The checksum is behind the last line.
            return match lines.next() {
                None => Ok(database),
                Some((Err(error), _)) => Err(error),
                Some((Ok(_), number)) => Err(damaged(number, "nothing behind the end")),
            };
        } else {
            return Err(damaged(number, "a form, a component or the end"));
        }
    }
}

/// A form, with `before` forms before it.
fn form(line: &str, before: usize) -> Option<StoredForm> {
    if let Some(rest) = line.strip_prefix("= ") {
        let fields: Vec<&str> = rest.split(' ').collect();
        let [numerator, places, ups, nimber] = fields[..] else { return None };
        let places = places.parse().ok().filter(|&places| places as usize <= MOST_DIGITS)?;
        let numerator = Some(numerator).filter(|digits| digits.len() <= MOST_DIGITS)?;
        let number = Dyadic::from_big(numerator.parse::<BigInt>().ok()?, places);
        let (ups, nimber) = (ups.parse().ok()?, nimber.parse().ok()?);
        return Some(StoredForm::Compact(Compact { number, ups, nimber }));
    }
    let (left, right) = line.strip_prefix('{')?.strip_suffix('}')?.split_once('|')?;
    let options = |text: &str| -> Option<Vec<u32>> {
        let number = |word: &str| word.parse().ok().filter(|&form: &u32| (form as usize) < before);
        text.split_whitespace().map(number).collect()
    };
    Some(StoredForm::Options([options(left)?, options(right)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENOUGH: u64 = 1 << 20;

    fn database() -> Database {
        let compact = |number, ups, nimber| StoredForm::Compact(Compact { number, ups, nimber });
        Database {
            ruleset: "clobber".to_string(),
            forms: vec![
                compact(Dyadic::new(-3, 2), -1, 5),
                compact(Dyadic::ZERO, 0, 0),
                StoredForm::Options([vec![0, 1], vec![]]),
            ],
            components: vec![("xo".to_string(), 2), ("xoo|x.o".to_string(), 0)],
        }
    }

    #[test]
    fn a_database_is_read_as_it_was_written() {
        let mut file = Vec::new();
        write_database(&database(), &mut file).unwrap();
        assert_eq!(read_database(&file[..], ENOUGH).unwrap(), database());
        let mut empty = Vec::new();
        write_database(&Database::default(), &mut empty).unwrap();
        assert_eq!(read_database(&empty[..], ENOUGH).unwrap(), Database::default());
    }

    #[test]
    fn a_damaged_database_is_refused() {
        let mut file = Vec::new();
        write_database(&database(), &mut file).unwrap();
        for end in 0..file.len() {
            assert!(read_database(&file[..end], ENOUGH).is_err(), "{end}");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            // An unused bit of the head may change nothing of the content.
            let found = read_database(&damaged[..], ENOUGH);
            assert!(found.is_err() || found.unwrap() == database(), "{at}");
        }
        let lines = |text: &str| {
            read_database(&zstd::bulk::compress(text.as_bytes(), 1).unwrap()[..], ENOUGH)
        };
        assert!(lines("grundy database 1\nruleset x\n= 0 0 0 0\n: 0 a\nend 2\n").is_ok());
        for wrong in [
            "grundy database 2\nruleset x\nend 0\n",
            "grundy database 1\nend 0\n",
            "grundy database 1\nruleset x\n{ 0 | }\nend 1\n",
            "grundy database 1\nruleset x\n= 0 0 0\nend 1\n",
            "grundy database 1\nruleset x\n: 0 a\nend 1\n",
            "grundy database 1\nruleset x\n= 0 0 0 0\nend 2\n",
            "grundy database 1\nruleset x\n= 0 0 0 0\n",
        ] {
            let error = lines(wrong).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{wrong}");
            assert!(error.to_string().starts_with("line "), "{error}");
        }
    }

    /// A small file may unpack to more than memory holds: into one line, or into many.
    #[test]
    fn a_database_is_unpacked_within_memory() {
        let head = "grundy database 1\nruleset x\n= 0 0 0 0\n";
        let read = |text: io::Chain<&[u8], io::Take<io::Repeat>>| {
            let mut file = zstd::Encoder::new(Vec::new(), 1).unwrap();
            io::copy(&mut { text }, &mut file).unwrap();
            let file = file.finish().unwrap();
            assert!((file.len() as u64) < ENOUGH);
            read_database(&file[..], ENOUGH).unwrap_err().to_string()
        };
        let one = read(head.as_bytes().chain(io::repeat(b'x').take(64 * ENOUGH)));
        assert_eq!(one, format!("line 4 is longer than {ENOUGH} bytes"));
        let many = format!("{head}{}", ": 0 a\n".repeat(1 << 20));
        let many = read(many.as_bytes().chain(io::repeat(b'x').take(0)));
        assert!(many.ends_with("more than 1048576 bytes of memory would be needed"), "{many}");
        let long = format!("{head}= {} 0 0 0\n", "9".repeat(1 << 17));
        let long = read(long.as_bytes().chain(io::repeat(b'x').take(0)));
        assert_eq!(long, "line 4: expected a form, a component or the end");
    }
}
