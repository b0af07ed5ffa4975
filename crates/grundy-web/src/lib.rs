//! The page of grundy: an HTTP server, private or public, with the same answers and the
//! same pictures as the program. [`Config`] sets its address and its limits; [`Server`] runs it.
//! [`Api`] answers the same requests in this process, without a socket, and [`Inline`] also
//! without threads, as in a browser.
//!
//! - `server`: connections, time limits, shutdown.
//! - `local`: the API without a socket; `inline`: also without threads.
//! - `http`: what the server makes of requests and answers; `socket`: the time that clients have.
//! - `guard`: access control and security headers.
//! - `api`: the HTTP API, which `openapi.json` describes; `query` reads query strings, `reply` is an
//!   answer, `events` a stream of them.
//! - `pool`: where work is done; `threads`: the work queue, with limits and cancellation; `here`:
//!   in the thread that asks.
//! - `judges`: a cache of solved games; `cache`, `shared_work`: what it is made of.
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
#[cfg(feature = "server")]
mod threads;

pub use config::{Config, Find, Known, Read, Reader, RequestLimits, Results, Sent, Solution};
pub use here::Told;
pub use inline::{Answer, Inline};
#[cfg(feature = "server")]
pub use local::Api;
#[cfg(feature = "server")]
pub use page::files;
#[cfg(feature = "server")]
pub use server::Server;
