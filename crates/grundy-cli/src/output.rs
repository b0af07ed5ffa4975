//! Where answers go: standard output, or a file that appears only when complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;

/// Text for people or JSON for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people; may change
    Text,
    /// For scripts
    Json,
}

/// Where to write and in which format.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// Output format [default: text, or by the ending of --output]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArgs {
    /// Text to a file, or to standard output.
    pub(crate) fn to(output: Option<PathBuf>) -> Self {
        OutputArgs { format: None, output }
    }

    /// The format asked for, or the one that the file's ending names.
    pub(crate) fn format(&self) -> Format {
        let json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        match self.format {
            Some(format) => format,
            None if self.output.as_ref().is_some_and(json) => Format::Json,
            None => Format::Text,
        }
    }

    /// Writes `text` where the user wants it.
    pub(crate) fn write(&self, out: &mut impl Write, text: &str) -> Result<()> {
        match &self.output {
            None => Ok(out.write_all(text.as_bytes())?),
            Some(path) => save(path, |file| {
                // A file keeps no colours.
                file.write_all(anstream::adapter::strip_str(text).to_string().as_bytes())
            }),
        }
    }
}

/// Writes a file under another name first, so that it is there whole or not at all.
pub(crate) fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let attempt = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&part, path)
    };
    attempt()
        .inspect_err(|_| drop(fs::remove_file(&part)))
        .with_context(|| format!("cannot write {}", path.display()))
}
