//! Writes answers to standard output, or to a file that appears only when it is complete.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anstream::adapter::StripBytes;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grundy::files::{self, Replacement, Reserved};
use grundy::format;

use crate::limits;

/// Text for people or JSON for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people; the wording may change between versions
    Text,
    /// For scripts; fields are added but never changed
    Json,
}

/// Where to write and in which format.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArgs {
    /// Options that write text to a file, or to standard output.
    pub(crate) fn to(output: Option<PathBuf>) -> Self {
        OutputArgs { format: None, output }
    }

    /// The chosen format, or the format of the file's extension.
    pub(crate) fn format(&self) -> Format {
        match self.format {
            Some(format) => format,
            None if self.ends_with("json") => Format::Json,
            None => Format::Text,
        }
    }

    /// Whether the file has this extension.
    pub(crate) fn ends_with(&self, ending: &str) -> bool {
        self::ending(self.output.as_deref()).as_deref() == Some(ending)
    }

    /// Writes `text` to where the user wants it.
    pub(crate) fn write(&self, out: &mut impl Write, text: impl Display) -> Result<()> {
        match &self.output {
            None => Ok(write!(InTime::new(out), "{text}")?),
            Some(path) => {
                save(path, |file| write!(InTime::new(Plain(file, StripBytes::new())), "{text}"))
            }
        }
    }

    /// Writes the contents of a file of any kind.
    pub(crate) fn write_bytes(&self, out: &mut impl Write, bytes: &[u8]) -> Result<()> {
        match &self.output {
            None => Ok(InTime::new(out).write_all(bytes)?),
            Some(path) => save(path, |file| InTime::new(file).write_all(bytes)),
        }
    }
}

/// Writes text without its colours, for files.
struct Plain<'a>(&'a mut (dyn Write + Send), StripBytes);

impl Write for Plain<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.1.strip_next(text).try_for_each(|piece| self.0.write_all(piece))?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes until the time of the command is over. A short text is always written.
struct InTime<W> {
    out: W,
    /// The number of bytes until the next look at the clock.
    left: usize,
}

impl<W: Write> InTime<W> {
    const STRIDE: usize = 1 << 20;

    fn new(out: W) -> Self {
        InTime { out, left: Self::STRIDE }
    }
}

impl<W: Write> Write for InTime<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            limits::in_time().map_err(io::Error::other)?;
            self.left = Self::STRIDE;
        }
        let written = self.out.write(&text[..text.len().min(self.left)])?;
        self.left -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The message if a program without PNG is asked for one.
pub(crate) const NO_PNG: &str = "this grundy was built without PNG (without its feature `png`)";
/// The message if a PNG would go to standard output.
pub(crate) const NO_FILE: &str = "a PNG is no text: name a file with --output";

/// Refuses a PNG before any work is done for it.
pub(crate) fn check_png(output: Option<&Path>) -> Result<()> {
    if !cfg!(feature = "png") {
        bail!(NO_PNG);
    }
    if output.is_none() {
        bail!(NO_FILE);
    }
    Ok(())
}

/// Reads the name of a format from a table.
pub(crate) fn one_of<T>(
    table: &'static [format::Format<T>],
) -> impl TypedValueParser<Value = &'static format::Format<T>> {
    let values = table.iter().map(|format| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(values).map(move |name| {
        table.iter().find(|format| format.name == name).expect("a name of the table")
    })
}

/// The extension of a file, in small letters.
pub(crate) fn ending(path: Option<&Path>) -> Option<String> {
    Some(path?.extension()?.to_str()?.to_ascii_lowercase())
}

/// Locks a file against other grundy processes for as long as it is open here: two processes that
/// continue the same file would overwrite each other.
pub(crate) fn lock(file: &File, path: &Path) -> Result<()> {
    match files::lock(file) {
        Ok(true) => Ok(()),
        Ok(false) => bail!("another grundy is writing {}", path.display()),
        Err(error) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

/// Locks a folder by a file of this name in it; waits up to `patience` for another process
/// to release it.
pub(crate) fn lock_folder(folder: &Path, name: &str, patience: Duration) -> Result<File> {
    let path = folder.join(name);
    let open = || {
        fs::create_dir_all(folder)?;
        File::options().create(true).truncate(false).write(true).open(&path)
    };
    let file = open().with_context(|| format!("cannot write {}", path.display()))?;
    let end = Instant::now() + patience;
    loop {
        match lock(&file, &path) {
            Ok(()) => return Ok(file),
            Err(error) if Instant::now() > end => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Whether a path is a regular file or does not exist: it is not a pipe or a terminal.
pub(crate) fn is_file(path: &Path) -> bool {
    let streams = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    !streams.iter().any(|stream| path.starts_with(stream))
        && fs::metadata(path).map_or(true, |found| found.is_file())
}

/// Tries whether a file can be written, and keeps other processes from writing it, before long work
/// begins. Nothing is reserved for pipes and terminals, which are written to directly. Files that
/// must be readable at any place cannot be pipes or terminals.
pub(crate) fn reserve(path: &Path) -> Result<Option<Reserved>> {
    let is_stream = !is_file(path) && !path.is_dir();
    if is_stream && !matches!(ending(Some(path)).as_deref(), Some("positions" | "search")) {
        return Ok(None);
    }
    let reserved = files::reserve(path).with_context(|| format!("cannot write {}", path.display()));
    reserved.map(Some)
}

/// Writes a file that is never incomplete. Links are followed. Pipes, terminals and other special
/// files are written to directly, since they must not be replaced by a file.
pub(crate) fn save(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<()> {
    let context = || format!("cannot write {}", path.display());
    if !is_file(path) {
        let attempt = || -> io::Result<()> {
            let mut file = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut file)?;
            file.flush()
        };
        return attempt().with_context(context);
    }
    let attempt = || -> io::Result<()> {
        let mut file = BufWriter::new(Replacement::new(path)?);
        write(&mut file)?;
        file.into_inner()?.finish()
    };
    attempt().with_context(context)
}
