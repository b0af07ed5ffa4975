//! The page of grundy: an HTTP server, private or public, with the same answers and the
//! same pictures as the program. [`Config`] sets its address and its limits; [`Server`] runs it.
//! [`Api`] answers the same requests in this process, without a socket.
//!
//! - `server`: connections, time limits, shutdown.
//! - `local`: the API without a socket.
//! - `guard`: access control and security headers.
//! - `api`: the HTTP API, which `openapi.json` describes.
//! - `pool`: the work queue, with limits and cancellation.
//! - `judges`: a cache of solved games.
//! - `languages`: the words in pictures.
//! - `page`: the files of the page, which are embedded in the program.
//!
//! ```no_run
//! use grundy_web::{Config, Server};
//!
//! let address = "127.0.0.1:8080".parse().unwrap();
//! let server = Server::bind(Config::new(address)).unwrap();
//! println!("http://{}", server.address());
//! server.run().unwrap();
//! ```

mod api;
mod config;
mod error;
mod guard;
mod judges;
mod languages;
mod local;
mod page;
mod pool;
mod server;

pub use config::{Config, Find, Known, Read, Reader, RequestLimits, Results, Sent, Solution};
pub use local::{Answer, Api};
pub use server::Server;
