//! A server of its own for each test, and questions to it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};

use grundy_web::{Config, Server};
use serde_json::Value;

/// The headers of an answer, by name in small letters.
pub(crate) type Headers = BTreeMap<String, String>;

/// A server that listens on a port of its own.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
}

impl Site {
    pub(crate) fn new(change: impl FnOnce(&mut Config)) -> Site {
        let mut config = Config::new(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0));
        change(&mut config);
        let server = Server::bind(config).unwrap();
        let address = server.address();
        std::thread::spawn(move || server.run());
        Site { address }
    }

    /// Status, headers and body of the answer to a request, on a connection of its own.
    fn ask(&self, first: &str, sent: &[(&str, &str)], body: &str) -> (u16, Headers, Vec<u8>) {
        let mut request = format!("{first} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in sent {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = TcpStream::connect(self.address).unwrap();
        // Who is refused early need not be heard to the end.
        let _ = stream.write_all(format!("{request}\r\n{body}").as_bytes());
        let mut stream = BufReader::new(stream);
        let mut line = || {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            line.trim_end().to_string()
        };
        let status = line();
        let status = status.strip_prefix("HTTP/1.1 ").and_then(|rest| rest[..3].parse().ok());
        let headers: Headers = std::iter::from_fn(|| {
            let line = line();
            let (name, value) = line.split_once(": ")?;
            Some((name.to_string(), value.to_string()))
        })
        .collect();
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut whole = vec![0; length];
        stream.read_exact(&mut whole).unwrap();
        let mut more = chunked;
        while more {
            let mut length = String::new();
            stream.read_line(&mut length).unwrap();
            let length = usize::from_str_radix(length.trim_end(), 16).unwrap();
            let mut chunk = vec![0; length + 2];
            stream.read_exact(&mut chunk).unwrap();
            assert!(chunk.ends_with(b"\r\n"));
            more = length > 0;
            whole.extend_from_slice(&chunk[..length]);
        }
        (status.unwrap(), headers, whole)
    }

    /// Status and body.
    pub(crate) fn get(&self, path: &str, asked: &[(&str, &str)]) -> (u16, String) {
        let mut address = path.to_string();
        for (place, (name, text)) in asked.iter().enumerate() {
            let before = if place == 0 { '?' } else { '&' };
            write!(address, "{before}{name}=").unwrap();
            text.bytes().for_each(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => address.push(byte.into()),
                _ => write!(address, "%{byte:02X}").unwrap(),
            });
        }
        let (status, _, body) = self.ask(&format!("GET {address}"), &[], "");
        (status, String::from_utf8(body).unwrap())
    }

    /// Status, headers and body.
    pub(crate) fn file(&self, path: &str, sent: &[(&str, &str)]) -> (u16, Headers, Vec<u8>) {
        self.ask(&format!("GET {path}"), sent, "")
    }

    /// Status and body.
    pub(crate) fn post(&self, path: &str, sent: &Value) -> (u16, Value) {
        let text = sent.to_string();
        let length = text.len().to_string();
        let headers = [("content-type", "application/json"), ("content-length", &length[..])];
        let (status, _, body) = self.ask(&format!("POST {path}"), &headers, &text);
        (status, serde_json::from_slice(&body).unwrap())
    }

    /// The JSON of an answer.
    pub(crate) fn json(&self, path: &str, asked: &[(&str, &str)]) -> Value {
        let (status, text) = self.get(path, asked);
        assert_eq!(status, 200, "{path} {asked:?}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// The state of a game that is being played.
    pub(crate) fn play(&self, sent: Value) -> Value {
        let (status, found) = self.post("/api/play", &sent);
        assert_eq!(status, 200, "{sent}: {found}");
        found
    }
}
