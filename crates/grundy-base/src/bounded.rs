//! Reading within limits: lines, files, and what is unpacked.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Limit on the bytes of a line where no other limit is given: a sum of a million heaps fits.
pub const LONGEST_LINE: u64 = 16 << 20;

fn exceeded(what: &str, most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} is longer than {most} bytes"))
}

/// A reader that fails where more than `most` bytes are read from it.
#[derive(Debug)]
pub struct Bounded<R> {
    rest: io::Take<R>,
    what: &'static str,
    most: u64,
}

impl<R: Read> Bounded<R> {
    /// Reads at most `most` bytes; the error calls them `what`.
    pub fn new(reader: R, what: &'static str, most: u64) -> Self {
        Bounded { rest: reader.take(most.saturating_add(1)), what, most }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        match self.rest.limit() {
            0 => Err(exceeded(self.what, self.most)),
            _ => Ok(read),
        }
    }
}

/// The contents of a file of at most `most` bytes.
///
/// # Errors
///
/// Errors of the system, and [`io::ErrorKind::InvalidData`] if the file is longer.
pub fn file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::new(File::open(path)?, "the file", most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The contents of a text file of at most `most` bytes.
///
/// # Errors
///
/// As [`file()`], and [`io::ErrorKind::InvalidData`] if it is not UTF-8.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    Bounded::new(File::open(path)?, "the file", most).read_to_string(&mut text)?;
    Ok(text)
}

/// The lines of a reader, without their ends. A line is text of at most `most` bytes; the error
/// says which line is not.
#[derive(Debug)]
pub struct BoundedLines<R> {
    reader: R,
    most: u64,
    /// The number of lines read.
    number: u64,
}

impl<R: BufRead> BoundedLines<R> {
    /// Lines of at most `most` bytes.
    pub fn new(reader: R, most: u64) -> Self {
        BoundedLines { reader, most, number: 0 }
    }

    /// The bytes of the next line; none after the last.
    ///
    /// # Errors
    ///
    /// Errors of the reader, and [`io::ErrorKind::InvalidData`] if the line is longer.
    pub fn next_bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        // Its end may have two bytes.
        let most = self.most.saturating_add(2);
        if self.reader.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if line.pop_if(|last| *last == b'\n').is_some() {
            line.pop_if(|last| *last == b'\r');
        }
        match line.len() as u64 > self.most {
            true => Err(exceeded(&format!("line {}", self.number), self.most)),
            false => Ok(Some(line)),
        }
    }
}

impl<R: BufRead> Iterator for BoundedLines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let line = self.next_bytes().transpose()?;
        Some(line.and_then(|line| {
            String::from_utf8(line).map_err(|_| {
                let why = format!("line {} is not UTF-8", self.number);
                io::Error::new(io::ErrorKind::InvalidData, why)
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], most: u64) -> Vec<Result<String, String>> {
        BoundedLines::new(text, most).map(|line| line.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn lines_have_no_ends() {
        let found = lines(b"a\r\n\n\xc3\xa4bc\nlast", 4);
        assert_eq!(found, ["a", "", "\u{e4}bc", "last"].map(|line| Ok(line.to_string())));
        assert_eq!(lines(b"", 0), []);
    }

    #[test]
    fn a_longer_line_is_an_error_that_names_it() {
        let error = |why: &str| Err(why.to_string());
        assert_eq!(lines(b"a\nabcde\n", 4)[1], error("line 2 is longer than 4 bytes"));
        assert_eq!(lines(b"a\nb\xff\n", 4)[1], error("line 2 is not UTF-8"));
        // No more of the line is read than is allowed.
        let mut endless = BoundedLines::new(io::BufReader::new(io::repeat(b'x')), 1 << 10);
        assert!(endless.next_bytes().is_err());
    }

    #[test]
    fn more_bytes_than_allowed_are_an_error() {
        let read = |most| {
            let mut bytes = Vec::new();
            let read = Bounded::new(&b"abcd"[..], "the text", most).read_to_end(&mut bytes);
            read.map_err(|error| error.to_string())
        };
        assert_eq!([read(4), read(u64::MAX)], [Ok(4), Ok(4)]);
        assert_eq!(read(3), Err("the text is longer than 3 bytes".to_string()));
    }
}
