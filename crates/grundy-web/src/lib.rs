//! The page of grundy: an HTTP server for one person, or for many, that answers with
//! the same words as the program and draws with the same pictures. [`Config`] says where
//! it listens and what it may spend; [`Server`] runs it.
//!
//! - `server`: connections, time limits, shutdown.
//! - `guard`: who may ask, and security headers.
//! - `api`: the questions, a file each; `openapi.json` describes them.
//! - `pool`: the work queue, with limits and cancellation.
//! - `judges`: a cache of solved games.
//! - `languages`: the words in pictures.
//! - `page`: the files of the page, which are inside the program.
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
mod page;
mod pool;
mod server;

pub use config::{Config, Read, Reader, RequestLimits, Sent};
pub use server::Server;
