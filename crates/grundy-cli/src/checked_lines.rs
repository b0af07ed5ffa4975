//! Files of checked lines: journals of work that can be killed at any time and resumed.
//!
//! A line is a checksum in eight hexadecimal digits, a space, and JSON. The first line is the job.
//! The checksum is the CRC-32 of all JSON up to and including this line, so it shows if a line was
//! changed, removed, exchanged or repeated. A last line without its end is dropped: the program was
//! killed while it wrote it.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use grundy::bounded::LONGEST_LINE;
use serde_json::Value;

use crate::output;

/// A file of checked lines, locked against other processes.
pub(crate) struct CheckedLines {
    path: PathBuf,
    file: BufWriter<File>,
    sum: u32,
}

impl CheckedLines {
    /// Opens the file of a job, or creates it, and reads its lines. `keep` says whether work can
    /// resume after a line; it returns none for a line of something else, which is an error. The
    /// lines after the last one after which work can resume are removed.
    pub(crate) fn open(
        path: &Path,
        job: &Value,
        mut keep: impl FnMut(Value) -> Option<bool>,
    ) -> Result<CheckedLines> {
        let context = || format!("cannot write {}", path.display());
        if !output::is_file(path) {
            bail!("cannot resume from {}: it is no regular file", path.display());
        }
        let options = &mut File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(context)?;
        output::lock(&file, path)?;
        let (first, start) = line(0, job);
        let mut lines = Lines::new(path, &file);
        let (mut end, mut sum) = match lines.read()? {
            line if line == first.as_bytes() => (lines.end, start),
            // The program may have been killed while it wrote the first line.
            line if first.as_bytes().starts_with(line) => (0, start),
            line if line.trim_ascii_end() == job.to_string().as_bytes() => bail!(
                "{} was written by an earlier version, without checksums: remove it, or name another \
                 file",
                path.display()
            ),
            _ => bail!("{} is of another job: remove it, or name another file", path.display()),
        };
        lines.sum = start;
        while let Some(value) = lines.next()? {
            match keep(value) {
                Some(true) => (end, sum) = (lines.end, lines.sum),
                Some(false) => {}
                None => return Err(lines.damaged()),
            }
        }
        file.set_len(end).with_context(context)?;
        file.seek(SeekFrom::Start(end)).with_context(context)?;
        if end == 0 {
            file.write_all(first.as_bytes()).with_context(context)?;
        }
        Ok(CheckedLines { path: path.to_path_buf(), file: BufWriter::new(file), sum })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line; [`CheckedLines::flush`] writes it.
    pub(crate) fn append(&mut self, value: &Value) -> Result<()> {
        let (line, sum) = line(self.sum, value);
        self.sum = sum;
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Visits all lines after the job.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(Value) -> Result<()>) -> Result<()> {
        let file = File::open(&self.path);
        let file = file.with_context(|| format!("cannot read {}", self.path.display()))?;
        let mut lines = Lines::new(&self.path, &file);
        lines.next()?;
        while let Some(value) = lines.next()? {
            visit(value)?;
        }
        Ok(())
    }
}

/// A line with its end, and the checksum after it.
fn line(before: u32, value: &Value) -> (String, u32) {
    let text = value.to_string();
    let sum = sum(before, text.as_bytes());
    (format!("{sum:08x} {text}\n"), sum)
}

fn sum(before: u32, text: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(before);
    sum.update(text);
    sum.finalize()
}

/// Reads the lines of a file.
struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    line: Vec<u8>,
    number: usize,
    /// The place where the last line ends, and the checksum there.
    end: u64,
    sum: u32,
}

impl<'a> Lines<'a> {
    fn new(path: &'a Path, file: &'a File) -> Lines<'a> {
        Lines { path, reader: BufReader::new(file), line: Vec::new(), number: 0, end: 0, sum: 0 }
    }

    /// The next line, with its end if it has one.
    fn read(&mut self) -> Result<&[u8]> {
        self.line.clear();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line);
        let length = read.with_context(|| format!("cannot read {}", self.path.display()))?;
        self.end += length as u64;
        self.number += 1;
        match (length as u64) < LONGEST_LINE {
            true => Ok(&self.line),
            false => Err(self.damaged()),
        }
    }

    /// The value of the next whole line.
    fn next(&mut self) -> Result<Option<Value>> {
        let before = self.sum;
        let Some(line) = self.read()?.strip_suffix(b"\n") else { return Ok(None) };
        let checked = line.split_at_checked(9).and_then(|(head, text)| {
            let sum = sum(before, text);
            let value = serde_json::from_slice(text).ok()?;
            (head == format!("{sum:08x} ").as_bytes()).then_some((value, sum))
        });
        let (value, sum) = checked.ok_or_else(|| self.damaged())?;
        self.sum = sum;
        Ok(Some(value))
    }

    fn damaged(&self) -> anyhow::Error {
        let (path, number) = (self.path.display(), self.number);
        anyhow::anyhow!(
            "{path}: line {number} is damaged: remove it and all behind it, or the file"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    /// The contents of a file, read as by work that resumes after even numbers.
    fn read(path: &Path) -> Result<Vec<u64>> {
        let mut read = Vec::new();
        let keep = |value: Value| {
            read.push(value.as_u64()?);
            Some(value.as_u64()? % 2 == 0)
        };
        CheckedLines::open(path, &json!({"job": 1}), keep).map(|_| read)
    }

    /// A file with these lines.
    fn written(name: &str, numbers: &[u64]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("grundy-lines-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut lines = CheckedLines::open(&path, &json!({"job": 1}), |_| None).unwrap();
        numbers.iter().for_each(|number| lines.append(&json!(number)).unwrap());
        lines.flush().unwrap();
        path
    }

    #[test]
    fn every_bit_that_is_changed_is_noticed() {
        let path = written("bits", &[10, 12, 14]);
        let whole = fs::read(&path).unwrap();
        assert_eq!(read(&path).unwrap(), [10, 12, 14]);
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &bytes).unwrap();
            match read(&path) {
                // The changed bit is in the end of the last line, which is then incomplete.
                Ok(read) => assert_eq!((bit / 8, &*read), (whole.len() - 1, &[10, 12][..])),
                Err(error) => {
                    let error = error.to_string();
                    let line = 1 + whole[..bit / 8].iter().filter(|&&byte| byte == b'\n').count();
                    let expected = match line {
                        1 => "is of another job".to_string(),
                        _ => format!("{}: line {line} is damaged", path.display()),
                    };
                    assert!(error.contains(&expected), "bit {bit}: {error}");
                    assert_eq!(fs::read(&path).unwrap(), bytes);
                }
            }
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn lines_are_not_removed_exchanged_or_repeated() {
        let path = written("order", &[10, 12, 14]);
        let whole = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        for (order, damaged) in
            [(&[0, 2, 3][..], 2), (&[0, 2, 1, 3], 2), (&[0, 1, 1, 2, 3], 3), (&[0, 0, 1], 2)]
        {
            fs::write(&path, order.iter().map(|&line| lines[line]).collect::<String>()).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(&format!("line {damaged} is damaged")), "{order:?}: {error}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_torn_end_is_dropped_and_work_goes_on_from_there() {
        let path = written("torn", &[10, 11, 12, 13]);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|&end| whole[end - 1] == b'\n').collect();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let lines = ends.iter().filter(|&&end| end <= cut).count();
            let numbers: Vec<u64> = (10..).take(lines.saturating_sub(1)).collect();
            assert_eq!(read(&path).unwrap(), numbers, "{cut}");
            // The lines up to the last even number are kept.
            let kept = [0, 0, 1, 1, 3, 3][lines];
            assert_eq!(fs::read(&path).unwrap(), whole[..ends[kept]], "{cut}");
            let mut lines = CheckedLines::open(&path, &json!({"job": 1}), |_| Some(true)).unwrap();
            lines.append(&json!(20)).unwrap();
            lines.flush().unwrap();
            drop(lines);
            let mut all = (10..).take(kept).collect::<Vec<u64>>();
            all.push(20);
            assert_eq!(read(&path).unwrap(), all);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_of_another_job_or_an_earlier_version_is_left_alone() {
        let path = written("other", &[]);
        for (text, expected) in [
            ("{\"job\":1}\n5\n", "was written by an earlier version, without checksums"),
            ("{\"job\":2}\n", "is of another job"),
            ("a text\n", "is of another job"),
            ("a text", "is of another job"),
            ("\0\n", "is of another job"),
            ("\n", "is of another job"),
        ] {
            fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }
}
