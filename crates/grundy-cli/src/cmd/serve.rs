//! `grundy serve`: the page, for one person or for many.

use std::ffi::OsString;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use grundy::Limits;
use grundy::stated::Listing;
use grundy_web::{Config, Reader, Sent, Server};

use crate::confined;
use crate::limits::{parse_bytes, parse_count, parse_threads, parse_time};

/// Open the page: pick a game, play it, see what every move is worth, and learn
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy serve                              then open http://127.0.0.1:7878
  grundy serve --open
  grundy serve --public --listen 0.0.0.0 --max-positions 500k --memory 256M --time 3s

Only this machine is answered unless --public is given, which demands limits.
Limits are those of one request; as many are worked on at a time as there are
--threads, so all of it may take threads × memory, and the --cache. No game is read
from a file. /api/openapi.json describes what other programs may ask.")]
pub(crate) struct Args {
    /// The port
    #[arg(long, default_value_t = 7878)]
    port: u16,

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Answer everybody, under any name: --max-positions, --memory and --time must be given
    #[arg(long, requires_all = ["max_positions", "memory", "time"])]
    public: bool,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Positions that one request may look at [default: 3M]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_positions: Option<usize>,

    /// Memory that one request may take [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,

    /// Time that one request may take [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Bytes that one request may send [default: 64K]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    max_input: Option<u64>,

    /// Memory for solved games and answers that are kept [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    cache: Option<u64>,

    /// Requests that are worked on at a time [default: as the machine has cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,

    /// Requests that may wait; more are told to come again
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parse_count)]
    waiting: usize,

    /// Connections that may be open
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = parse_count)]
    connections: usize,
}

impl Args {
    fn config(&self) -> Config {
        let mut config = Config::new(SocketAddr::new(self.listen, self.port));
        let request = &mut config.request;
        request.positions = self.max_positions.unwrap_or(request.positions);
        request.memory = self.memory.unwrap_or(request.memory);
        request.time = self.time.unwrap_or(request.time);
        request.input = self.max_input.map_or(request.input, |bytes| bytes as usize);
        config.public = self.public;
        config.cache = self.cache.unwrap_or(config.cache);
        config.workers = self.threads.unwrap_or(config.workers);
        config.waiting = self.waiting;
        config.connections = self.connections;
        config.reader = Some(Reader(Arc::new(read)));
        config
    }
}

/// Reads rules that a client has sent, in a confined process.
fn read(rules: &Sent, limits: &Limits<'_>) -> Result<(Listing, usize), String> {
    /// Positions that the page holds of a game; the program goes further.
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
    // The process ends by itself when the time is up, unless it cannot.
    let deadline = time.saturating_add(Duration::from_secs(2));
    let listed = confined::ask(arguments, rules.text.as_bytes(), deadline);
    let listed = listed.map_err(|error| format!("{error:#}"))?;
    let listing = serde_json::from_slice(&listed).map_err(|error| error.to_string())?;
    Ok((listing, listed.len()))
}

/// Serves until it is stopped.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if !args.public && !args.listen.is_loopback() {
        bail!("{} is not this machine alone: --public says that everybody may ask", args.listen);
    }
    let server = Server::bind(args.config())
        .with_context(|| format!("cannot listen on {}:{}", args.listen, args.port))?;
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
