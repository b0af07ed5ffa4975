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

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use num_bigint::BigInt;

use crate::solve::sums::{Database, StoredForm};
use crate::value::{Compact, Dyadic};

const HEAD: &str = "grundy database 1";

/// How hard Zstandard tries; more takes longer and gains little.
const LEVEL: i32 = 6;

/// Writes a database.
///
/// # Errors
///
/// Those of the writer.
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

/// Reads a database.
///
/// # Errors
///
/// Those of the reader, and [`io::ErrorKind::InvalidData`] with the number of the line
/// where the file is no database, or damaged.
pub fn read_database(file: impl Read) -> io::Result<Database> {
    let mut lines = BufReader::new(zstd::Decoder::new(file)?).lines().zip(1..);
    let damaged = |number: usize, what: &str| {
        io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: expected {what}"))
    };
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
    let mut last = number;
    loop {
        let (line, number) = next("a form, a component or the end", last + 1)?;
        last = number;
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

/// A form, of which so many stand before it.
fn form(line: &str, before: usize) -> Option<StoredForm> {
    if let Some(rest) = line.strip_prefix("= ") {
        let fields: Vec<&str> = rest.split(' ').collect();
        let [numerator, places, ups, nimber] = fields[..] else { return None };
        let number = Dyadic::from_big(numerator.parse::<BigInt>().ok()?, places.parse().ok()?);
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
        assert_eq!(read_database(&file[..]).unwrap(), database());
        let mut empty = Vec::new();
        write_database(&Database::default(), &mut empty).unwrap();
        assert_eq!(read_database(&empty[..]).unwrap(), Database::default());
    }

    #[test]
    fn a_damaged_database_is_refused() {
        let mut file = Vec::new();
        write_database(&database(), &mut file).unwrap();
        for end in 0..file.len() {
            assert!(read_database(&file[..end]).is_err(), "{end}");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            // A bit of the head that changes nothing of the content may be unused.
            let found = read_database(&damaged[..]);
            assert!(found.is_err() || found.unwrap() == database(), "{at}");
        }
        let lines =
            |text: &str| read_database(&zstd::bulk::compress(text.as_bytes(), 1).unwrap()[..]);
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
}
