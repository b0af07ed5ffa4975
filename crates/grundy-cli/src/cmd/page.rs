//! `grundy page`: the page as a folder of files, which needs no server but one of files.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::output;

/// Write the page to a folder that any web host serves: the engine runs in the browser
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy page -o public
  python3 -m http.server -d public          then open http://127.0.0.1:8000

The folder has the same page as `grundy serve`. Its engine is WebAssembly and works in the
browser, within the browser's limits; once loaded, the page opens without a network.

A program that carries the engine (those of the release archives do) writes it. Another one
builds it from its own sources: that takes some minutes the first time, and
installs the target wasm32-wasip1 by rustup.")]
pub(crate) struct Args {
    /// The folder; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// The engine, compiled before
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
}

/// The compressed engine, if it is part of the program.
const CARRIED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm.zst"));

/// The name of the engine's file in the folder.
const ENGINE: &str = "engine.wasm.gz";

/// The policy for what the page may do. (Its host need not send such a header.)
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                      worker-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

/// Writes the folder.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let folder = &args.output;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut files: Vec<(String, Vec<u8>)> = grundy_web::files().collect();
    files.push((ENGINE.to_string(), engine(args)?));
    files.sort();
    let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
    // The page is served under the name of its folder.
    let names: Vec<&str> =
        ["./"].into_iter().chain(names.into_iter().filter(|&name| name != "sw.js")).collect();
    let (names, version) = (serde_json::to_string(&names)?, version(&files));
    for (name, contents) in &mut files {
        match &name[..] {
            "index.html" | "embed.html" => *contents = alone(contents)?,
            "sw.js" => *contents = keeping(contents, &version, &names)?,
            _ => {}
        }
    }
    let mut sum = 0;
    for (name, contents) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make {}", parent.display()))?;
        }
        output::save(&path, |file| file.write_all(contents))?;
        sum += if name == ENGINE { contents.len() } else { compressed(contents)?.len() };
    }
    writeln!(
        out,
        "The page is in {}: {} files, {:.1} MB when they are compressed.",
        folder.display(),
        files.len(),
        sum as f64 / 1e6
    )?;
    writeln!(
        out,
        "Every web host serves it; here: python3 -m http.server -d {}",
        folder.display()
    )?;
    Ok(())
}

/// The page itself, with the note that it has no server.
fn alone(page: &[u8]) -> Result<Vec<u8>> {
    let page = String::from_utf8(page.to_vec())?;
    let mark = "<meta charset=\"utf-8\" />";
    let Some((before, after)) = page.split_once(mark) else {
        bail!("the page has no place for its engine");
    };
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />");
    let engine = format!("<meta name=\"grundy-engine\" content=\"{ENGINE}\" />");
    Ok(format!("{before}{mark}\n    {policy}\n    {engine}{after}").into_bytes())
}

/// The service worker, which keeps these files.
fn keeping(worker: &[u8], version: &str, names: &str) -> Result<Vec<u8>> {
    let worker = String::from_utf8(worker.to_vec())?;
    let worker = worker.replacen("[\"FILES\"]", names, 1);
    Ok(worker.replacen("\"VERSION\"", &format!("\"{version}\""), 1).into_bytes())
}

/// A checksum of all files: browsers keep them until it changes.
fn version(files: &[(String, Vec<u8>)]) -> String {
    let mut version = String::new();
    for seed in 0..4_u32 {
        let mut sum = crc32fast::Hasher::new_with_initial(seed);
        for (name, contents) in files {
            sum.update(name.as_bytes());
            sum.update(&(contents.len() as u64).to_le_bytes());
            sum.update(contents);
        }
        let _ = write!(version, "{:08x}", sum.finalize());
    }
    version
}

fn compressed(contents: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents)?;
    Ok(encoder.finish()?)
}

/// The compressed engine.
fn engine(args: &Args) -> Result<Vec<u8>> {
    let file = match &args.engine {
        Some(file) => file.clone(),
        None if !CARRIED.is_empty() => return compressed(&zstd::decode_all(CARRIED)?),
        None => built()?,
    };
    let engine = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    match &engine[..] {
        [0x1f, 0x8b, ..] => Ok(engine),
        [0, b'a', b's', b'm', ..] => compressed(&engine),
        _ => bail!(
            "{} is no module in WebAssembly: leave out --engine, or name a .wasm",
            file.display()
        ),
    }
}

/// The target for which the engine is compiled: it has a clock but no threads.
const TARGET: &str = "wasm32-wasip1";

/// Builds the engine from the sources that this program was built from.
fn built() -> Result<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let sources = crates.map(|crates| crates.join("grundy-engine")).unwrap_or_default();
    if !sources.join("Cargo.toml").is_file() {
        bail!(
            "this grundy was built without its engine for browsers, and its sources are not \
             there: take a release, or name the engine by --engine"
        );
    }
    // Rustup may be missing, or the toolchain may come from elsewhere: Cargo then says what is
    // missing.
    let _ = Command::new("rustup").args(["target", "add", TARGET]).current_dir(&sources).status();
    eprintln!("grundy: building the engine for browsers");
    let target = sources.join("../../target/engine");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--locked", "--profile", "engine", "--target", TARGET])
        .arg("--target-dir")
        .arg(&target)
        .current_dir(&sources)
        .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", FLAGS)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .context("cannot start cargo to build the engine for browsers")?;
    if !status.success() {
        bail!("the engine for browsers cannot be built; `rustup target add {TARGET}` may help");
    }
    Ok(target.join(TARGET).join("engine/grundy_engine.wasm"))
}

/// Flags for instructions that all browsers have had for years, and for a stack that holds deeply
/// nested games.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=16777216";
