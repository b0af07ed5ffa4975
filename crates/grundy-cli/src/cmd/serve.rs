//! `grundy serve`: the page, for one person or for many.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use grundy_web::{Config, Server};

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
        config
    }
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
