//! The list of machines of a cluster.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Path, PathBuf};

use grundy::bounded;

/// The machines of a cluster, in the order of their processes: one `host:port` in each line, with
/// IPv6 addresses in brackets. A `#` starts a comment.
///
/// ```
/// let hosts = grundy_cluster::Hosts::parse("ada:2101\n[fe80::2]:2101  # in the cellar").unwrap();
/// assert_eq!(hosts.len(), 2);
/// assert_eq!(hosts.address(1), Some("[fe80::2]:2101"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// The reason why a list of hosts cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// The file could not be read.
    #[error("{}: {error}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a list of hosts.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault in the list.
        error: Box<HostsError>,
    },
    /// A line is not written as it should be.
    #[error("line {line}: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The list is empty.
    #[error("no hosts: expected one host:port a line")]
    Empty,
    /// There is no process with this number; processes are numbered from 0.
    #[error("there is no process {process}: {hosts} hosts have the processes 0 to {}", hosts - 1)]
    NoSuch {
        /// The number that was asked for.
        process: usize,
        /// The number of hosts.
        hosts: usize,
    },
}

impl Hosts {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Hosts, HostsError> {
        /// The greatest number of bytes of a list.
        const LONGEST: u64 = 16 << 20;
        let text = bounded::text(path, LONGEST)
            .map_err(|error| HostsError::Unread { path: path.to_path_buf(), error })?;
        Hosts::parse(&text)
            .map_err(|error| HostsError::File { path: path.to_path_buf(), error: Box::new(error) })
    }

    /// Reads a list of hosts.
    pub fn parse(text: &str) -> Result<Hosts, HostsError> {
        let mut hosts: Vec<(usize, String)> = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let wrong = |what| HostsError::Line { line: number, what };
            check(address).map_err(wrong)?;
            if let Some((first, _)) = hosts.iter().find(|(_, known)| known == address) {
                return Err(wrong(format!("{address} is on line {first} already")));
            }
            hosts.push((number, address.to_string()));
        }
        if hosts.is_empty() {
            return Err(HostsError::Empty);
        }
        Ok(Hosts(hosts.into_iter().map(|(_, address)| address).collect()))
    }

    /// The number of hosts.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The address of a process.
    #[must_use]
    pub fn address(&self, process: usize) -> Option<&str> {
        self.0.get(process).map(String::as_str)
    }

    /// The addresses, in order.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|address| writeln!(f, "{address}"))
    }
}

/// Whether only processes of this machine can reach an address. Names are not looked up.
pub(crate) fn is_loopback(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let ip = host.trim_matches(['[', ']']).parse();
    host.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Checks that a text is `host:port`; the error says what is wrong.
fn check(address: &str) -> Result<(), String> {
    let expected = |what: &str| Err(format!("expected {what} in {address:?}"));
    if address.contains(char::is_whitespace) {
        return expected("one host:port");
    }
    let Some((host, port)) = address.rsplit_once(':') else {
        return expected("a port, as in host:2101,");
    };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) || !port.parse().is_ok_and(|p: u16| p > 0) {
        return expected("a port from 1 to 65535");
    }
    if let Some(inner) = host.strip_prefix('[') {
        let inner = inner.strip_suffix(']').unwrap_or_default();
        // A link-local address is followed by the name of the link.
        let ip = inner.split('%').next().unwrap_or_default();
        return match ip.parse::<Ipv6Addr>() {
            Ok(_) => Ok(()),
            Err(_) => expected("an IPv6 address between the brackets"),
        };
    }
    match host {
        "" => expected("a host before the port"),
        _ if host.contains(':') => expected("brackets around the IPv6 address"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_left_out() {
        let text = "# cluster\n\n ada:2101\t# first\r\n[::1]:2102\n10.0.0.3:65535";
        let hosts = Hosts::parse(text).unwrap();
        assert_eq!(hosts.0, ["ada:2101", "[::1]:2102", "10.0.0.3:65535"]);
        assert_eq!(Hosts::parse(&hosts.to_string()).unwrap(), hosts);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, error) in [
            ("", "no hosts: expected one host:port a line"),
            ("# nobody\n\n", "no hosts: expected one host:port a line"),
            ("ada:1\nbob", "line 2: expected a port, as in host:2101, in \"bob\""),
            ("ada:0", "line 1: expected a port from 1 to 65535 in \"ada:0\""),
            ("ada:+80", "line 1: expected a port from 1 to 65535 in \"ada:+80\""),
            ("\nada:65536", "line 2: expected a port from 1 to 65535 in \"ada:65536\""),
            ("ada:1 bob:1", "line 1: expected one host:port in \"ada:1 bob:1\""),
            (":80", "line 1: expected a host before the port in \":80\""),
            ("::1:80", "line 1: expected brackets around the IPv6 address in \"::1:80\""),
            ("[ada]:1", "line 1: expected an IPv6 address between the brackets in \"[ada]:1\""),
            ("ada:1\n#\nada:1", "line 3: ada:1 is on line 1 already"),
        ] {
            assert_eq!(Hosts::parse(text).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn only_addresses_of_this_machine_alone_are_loopback() {
        for address in ["localhost:1", "LocalHost:2", "127.0.0.1:3", "127.9.8.7:4", "[::1]:5"] {
            assert!(is_loopback(address), "{address}");
        }
        for address in
            ["ada:1", "0.0.0.0:2", "10.0.0.1:3", "[::]:4", "[fe80::1%lo]:5", "localhost.ada:6"]
        {
            assert!(!is_loopback(address), "{address}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = Hosts::read(Path::new("no/such/hosts.txt")).unwrap_err().to_string();
        assert!(error.starts_with("no/such/hosts.txt: "), "{error}");
    }
}
