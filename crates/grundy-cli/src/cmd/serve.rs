//! `grundy serve`: the web page, for one user or for many.

use std::ffi::OsString;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use grundy::Limits;
use grundy::stated::Listing;
use grundy_web::{Config, Known, Reader, Sent, Server, Solution, Unread};

use crate::cmd::list::Listed;
use crate::confined::{self, Killed};
use crate::limits::{LimitArgs, parse_bytes, parse_threads, parse_time, parse_whole};
use crate::solution::weak::{self, Weak};
use crate::solution::{Opened, is_solution, start};

/// Serve a web page to play games, explore values and learn the theory
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy serve                              the page is at http://127.0.0.1:7878
  grundy serve --open
  grundy serve --with four.strategy         plays by a weak solution where it has moves
  grundy serve --with four.positions        is perfect in all positions of the file
  grundy serve --public --listen 0.0.0.0:80 --max-positions 500k --memory 256M --time 3s

Without --public only this machine can connect. The limits hold for each request. Up to
--threads requests work for long at the same time, and as many others for 100 ms each, so
that easy questions do not wait behind hard ones, and a table of all positions is solved beside
them; the server uses at most 2 × threads + 1 times the memory, plus the cache. No request names a file of the server. The same answers are
available to programs as JSON: see /api/openapi.json.")]
pub(crate) struct Args {
    /// The port to listen on [default: 7878]
    #[arg(long, value_parser = parse_whole::<u16>)]
    port: Option<u16>,

    /// The address to listen on, also with a port, such as 0.0.0.0:8080
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = parse_listen)]
    listen: Listen,

    /// Accept connections from other machines; requires --max-positions, --memory and --time
    #[arg(long, requires_all = ["max_positions", "memory", "time"])]
    public: bool,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// The largest number of positions for one request [default: 3M]
    #[arg(long, value_name = "N", value_parser = parse_whole::<usize>)]
    max_positions: Option<usize>,

    /// The largest amount of memory for one request [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,

    /// The longest time for one request [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// The largest size of a request [default: 64K]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    max_input: Option<u64>,

    /// The most positions of a table that is solved in the background, where a request can list too
    /// few; 0 for none [default: 64M]
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    max_table: Option<u64>,

    /// Memory for the cache of solved games and answers [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    cache: Option<u64>,

    /// How many requests work for long at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,

    /// How many requests may wait in each lane; more are refused with a "try again later"
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parse_whole::<usize>)]
    waiting: usize,

    /// Play by this file of strategies or of all positions, written by `solve --save
    /// FILE.strategy` or `FILE.positions`, in the positions that it has; may be repeated
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,

    /// How many connections may be open
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = parse_whole::<usize>)]
    connections: usize,
}

/// The address to listen on, and the port if one was given with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listen(IpAddr, Option<u16>);

/// Reads an address that may have a port. `localhost` means this machine alone.
fn parse_listen(text: &str) -> Result<Listen, String> {
    let text = text.replacen("localhost", "127.0.0.1", usize::from(text.starts_with("localhost")));
    let with_port = || text.parse().map(|found: SocketAddr| Listen(found.ip(), Some(found.port())));
    let alone = text.trim_start_matches('[').trim_end_matches(']').parse();
    alone.map(|address| Listen(address, None)).or_else(|_| with_port()).map_err(|_| {
        "expected an address of this machine, such as 0.0.0.0, 127.0.0.1:8080 or [::1]:8080"
            .to_string()
    })
}

impl Args {
    /// The address and the port.
    fn address(&self) -> Result<SocketAddr> {
        /// The default port.
        const PORT: u16 = 7878;
        let Listen(address, port) = self.listen;
        match (port, self.port) {
            (Some(own), Some(port)) if own != port => {
                bail!("--listen names the port {own}, and --port {port}: leave out one of them")
            }
            (own, port) => Ok(SocketAddr::new(address, own.or(port).unwrap_or(PORT))),
        }
    }

    fn config(&self) -> Result<Config> {
        let mut config = Config::new(self.address()?);
        let request = &mut config.request;
        request.positions = self.max_positions.unwrap_or(request.positions);
        request.memory = self.memory.unwrap_or(request.memory);
        request.time = self.time.unwrap_or(request.time);
        request.input = self.max_input.map_or(request.input, |bytes| bytes as usize);
        config.tables.keys = self.max_table.unwrap_or(config.tables.keys);
        config.public = self.public;
        if self.public {
            // Others wait meanwhile.
            config.thinking = Duration::ZERO;
        }
        config.cache = self.cache.unwrap_or(config.cache);
        config.workers = self.threads.unwrap_or(config.workers);
        config.waiting = self.waiting;
        config.connections = self.connections;
        config.reader = Some(Reader(Arc::new(read)));
        config.solutions = self.with.iter().map(|path| solution(path)).collect::<Result<_>>()?;
        Ok(config)
    }
}

/// Reads a file of strategies, or of all positions.
fn solution(path: &Path) -> Result<Solution> {
    let begin = start(path)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if weak::is_strategy(&begin) {
        let Weak { game, solution: found, .. } = Weak::open(path, &LimitArgs::default())?;
        let known = Known::Strategies(found.strategies);
        let (file, ruleset) = (Some(file), game.ruleset());
        return Ok(Solution { file, ruleset, convention: found.convention, known });
    }
    if !is_solution(&begin) {
        bail!(
            "{} is no file of strategies or of all positions: `grundy solve GAME --save FILE.strategy`, \
             or FILE.positions, writes one",
            path.display()
        );
    }
    let opened = Opened::open(&[path.to_path_buf()])?;
    let large = opened.large()?;
    let (game, convention, positions) = opened.into_positions(&LimitArgs::default())?;
    let known = Known::all(large, positions);
    Ok(Solution { file: Some(file), ruleset: game.ruleset(), convention, known })
}

/// Reads rules sent by a client, in a confined process.
fn read(rules: &Sent, limits: &Limits<'_>) -> Result<(Listing, usize), Unread> {
    /// The most positions of a rule file's game on the page; the program allows more.
    const MOST: usize = 200_000;
    let time = limits.time.map_or(Duration::MAX, |(start, time)| {
        time.saturating_sub(start.elapsed()).max(Duration::from_secs(1))
    });
    let arguments = [
        "list".into(),
        format!("--max-positions={}", limits.positions.min(MOST)),
        format!("--time={}", time.as_secs()),
        "--".into(),
        rules.file.clone(),
    ];
    let arguments = arguments.into_iter().map(OsString::from);
    // The process should end by itself when the time is up; this is for the case that it cannot.
    let deadline = time.saturating_add(Duration::from_secs(2));
    let listed = confined::ask(arguments, rules.text.as_bytes(), deadline, limits);
    let listed = listed.map_err(|error| match error.downcast::<Killed>() {
        Ok(killed) => Unread::Limit(killed.0),
        Err(fault) => Unread::Fault(format!("{fault:#}")),
    })?;
    match serde_json::from_slice(&listed) {
        Ok(Listed::Game(listing)) => Ok((*listing, listed.len())),
        Ok(Listed::Limit { limit }) => Err(Unread::Limit(limit)),
        Err(error) => Err(Unread::Fault(error.to_string())),
    }
}

/// Serves until it is stopped.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let address = args.address()?;
    if !args.public && !address.ip().is_loopback() {
        bail!(
            "{} is not this machine alone: --public says that everybody may ask (for example grundy \
             serve --public --listen 0.0.0.0:80 --max-positions 500k --memory 256M --time 3s)",
            address.ip()
        );
    }
    let server = Server::bind(args.config()?)
        .with_context(|| format!("cannot listen on {address}: --listen and --port name others"))?;
    let page = format!("http://{}/", server.address());
    writeln!(out, "The page is at {page}\nCtrl-C ends it.")?;
    out.flush()?;
    if args.open
        && let Err(error) = open::that_detached(&page)
    {
        writeln!(anstream::stderr(), "grundy: cannot open a browser: {error}")?;
    }
    server.run()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_have_ports() {
        let listen = |text: &str| parse_listen(text).map(|Listen(ip, port)| (ip.to_string(), port));
        let found = |ip: &str, port| Ok((ip.to_string(), port));
        assert_eq!(listen("0.0.0.0"), found("0.0.0.0", None));
        assert_eq!(listen("0.0.0.0:80"), found("0.0.0.0", Some(80)));
        assert_eq!(listen("localhost"), found("127.0.0.1", None));
        assert_eq!(listen("localhost:81"), found("127.0.0.1", Some(81)));
        assert_eq!(listen("::1"), found("::1", None));
        assert_eq!(listen("[::1]"), found("::1", None));
        assert_eq!(listen("[::1]:82"), found("::1", Some(82)));
        for wrong in ["", "example.org", "1.2.3", "0.0.0.0:", "0.0.0.0:70000", ":80"] {
            assert!(listen(wrong).is_err(), "{wrong}");
        }
    }
}
