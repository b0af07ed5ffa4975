//! The page of grundy: an HTTP server, private or public, with the same answers and the
//! same pictures as the program. [`Config`] sets its address and its limits; [`Server`] runs it.
//! [`Api`] answers the same requests in this process, without a socket, and [`Inline`] also
//! without threads, as in a browser.
//!
//! - `server`: connections, time limits, shutdown.
//! - `local`: the API without a socket; `inline`: also without threads.
//! - `http`: how the server reads requests and sends answers; `socket`: the time limits for
//!   clients.
//! - `guard`: access control and security headers.
//! - `api`: the HTTP API, which `openapi.json` describes; `query` reads query strings, `reply` is an
//!   answer, `events` a stream of them.
//! - `pool`: where work is done; `threads`: the work queue, with limits and cancellation; `here`:
//!   in the thread that asks.
//! - `judges`: a cache of solved games; `cache`, `shared_work`: its parts.
//! - `solutions`: what files prove, and `tables` that are solved in the background.
//! - `languages`: the words in pictures.
//! - `page`: the files of the page, which are embedded in the program.
//!
//! ```no_run
//! # #[cfg(feature = "server")] {
//! use grundy_web::{Config, Server};
//!
//! let address = "127.0.0.1:8080".parse().unwrap();
//! let server = Server::bind(Config::new(address)).unwrap();
//! println!("http://{}", server.address());
//! server.run().unwrap();
//! # }
//! ```
//!
//! # How requests are answered
//!
//! `crates/grundy-web` gives over HTTP the answers that the program gives in a shell. The server
//! stores no sessions: the address or the request holds the game, who began, and the moves. It
//! caches solved games (`answer::Judge`, in which a position is looked up by its text) and whole
//! answers, within a limit of bytes (`cache.rs`); a request for a game that is being solved waits
//! for it (`shared_work.rs`). The routes are one `match` (`api/mod.rs`), from a `Request` to a
//! `Reply`, which the server, notebooks and browsers share; `http.rs` stands between it and hyper.
//!
//! ```text
//!     connection ──guard──▶ question ──pool──▶ judge · worths ──view──▶ JSON with SVG
//!                  headers, size,      a few at a time, in two lanes,
//!                  who may ask         limits, cancelled when the client goes
//! ```
//!
//! Work that does not finish in the lane of short tasks begins anew in the lane of long ones,
//! unless a turn is free there at once (`threads.rs`). So no task holds memory while it waits.
//!
//! If the winner is not known, a search thinks about the moves of the position
//! (`api/play/think.rs`). It reports as it goes; the pool hands the last report on as a server-sent
//! event, so a slow client never delays the work. Proofs from files, and from tables of all
//! positions that are solved in the background (`tables.rs`), are looked up before the current position is
//! solved (`api/play/proved.rs`). The page
//! distinguishes proved results from opinions: `ui/src/match/belief.ts`.
//!
//! The line on the board is in the address. The page itself keeps the tree of all earlier lines
//! (`ui/src/match/lines.svelte.ts`), and writes and reads it as text (`record.ts`, `legal.ts`).
//!
//! Boards are scenes (`scene`): places, pieces and tokens. `format::board` renders them for files
//! and for the page, which only adds colours and handles clicks. The browser's part is in
//! `crates/grundy-web/ui` (Svelte, TypeScript); its build is committed in `dist`, and the build
//! script puts it into the program as gzip, in which it is sent. The page asks through one
//! interface, `ui/src/lib/transport.ts`. `src/openapi.json` describes the requests, and tests check
//! every answer against it. The running server reads no games from files.
//!
//! A page without a server (`grundy page`) is the same page over another transport
//! (`ui/src/engine/workers.ts`). Workers of the browser run `grundy-engine`, which is the API
//! compiled for `wasm32-wasip1`: `grundy_web::Inline` answers one request at a time in the thread
//! that asks (`here.rs`, where the server has `threads.rs`), and prints its opinions so far. A
//! worker cannot be interrupted: if nobody needs its answer any more, it is ended, and another one
//! begins with the same compiled module.

mod api;
mod cache;
mod config;
mod error;
#[cfg(feature = "server")]
mod events;
#[cfg(feature = "server")]
mod guard;
mod here;
#[cfg(feature = "server")]
mod http;
mod inline;
mod judges;
mod languages;
#[cfg(feature = "server")]
mod local;
#[cfg(feature = "server")]
mod page;
mod pool;
mod query;
mod reply;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod shared_work;
#[cfg(feature = "server")]
mod socket;
mod solutions;
mod tables;
#[cfg(feature = "server")]
mod threads;

pub use config::{
    Config, Find, Known, Read, Reader, RequestLimits, Results, Sent, Solution, TableLimits, Unread,
};
pub use here::Told;
pub use inline::{Inline, InlineAnswer};
#[cfg(feature = "server")]
pub use local::Api;
#[cfg(feature = "server")]
pub use page::files;
#[cfg(feature = "server")]
pub use server::Server;
