//! Access control, and the headers of all answers.

use std::net::SocketAddr;

use hyper::header::{HOST, HeaderMap, ORIGIN};

use crate::config::Config;
use crate::error::ApiError;

/// The page may load only its own files, and who may frame it.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; ",
            "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; ",
            "form-action 'none'; frame-ancestors ",
            $frames
        )
    };
}

const POLICY: &str = "content-security-policy";

/// Of the one file that other sites may frame, which shows a board and nothing else. Browsers that
/// know `frame-ancestors` pay no heed to `x-frame-options`.
pub(crate) const FRAMED: (&str, &str) = (POLICY, policy!("*"));

/// Of all answers, unless one has its own.
pub(crate) const HEADERS: [(&str, &str); 6] = [
    (POLICY, policy!("'none'")),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Decides which requests are allowed.
pub(crate) struct Allowed {
    /// The host names that a private server accepts; a public one accepts any.
    hosts: Option<Vec<String>>,
}

impl Allowed {
    pub(crate) fn new(config: &Config) -> Self {
        if config.public {
            return Allowed { hosts: None };
        }
        let own = match config.address {
            SocketAddr::V4(address) => address.ip().to_string(),
            SocketAddr::V6(address) => format!("[{}]", address.ip()),
        };
        let names = ["localhost", "127.0.0.1", "[::1]", &own];
        Allowed { hosts: Some(names.map(str::to_string).to_vec()) }
    }

    /// Against DNS rebinding and cross-site requests: a page of another site must not reach a
    /// private server through a name that resolves to this machine, nor send it anything.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        match &self.hosts {
            Some(hosts) if !asks(hosts, headers) => {
                let message = "this server answers to names of this machine only";
                Err(ApiError::with_status(403, message))
            }
            _ => Ok(()),
        }
    }
}

/// Whether the host of a request is one of the names, and its origin too, if it has one.
fn asks(hosts: &[String], headers: &HeaderMap) -> bool {
    // An unreadable value matches no name. All values count if a header is repeated.
    let all = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"));
    let known = |host: &str| {
        let (name, port) = match host.rfind(':').filter(|at| !host[*at..].contains(']')) {
            Some(at) => (&host[..at], &host[at + 1..]),
            None => (host, ""),
        };
        let is_number = port.bytes().all(|digit| digit.is_ascii_digit());
        is_number && hosts.contains(&name.to_ascii_lowercase())
    };
    let site = |origin: &str| origin.split_once("://").is_some_and(|(_, host)| known(host));
    all(HOST).count() == 1 && all(HOST).all(known) && all(ORIGIN).all(site)
}
