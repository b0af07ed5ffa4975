//! A server of its own for each test, and questions to it.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use grundy_web::{Config, Server};
use serde_json::Value;

/// The headers of an answer, by name in small letters.
pub(crate) type Headers = BTreeMap<String, String>;

/// A server that listens on a port of its own.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    agent: ureq::Agent,
}

impl Site {
    pub(crate) fn new(change: impl FnOnce(&mut Config)) -> Site {
        let mut config = Config::new(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0));
        change(&mut config);
        let server = Server::bind(config).unwrap();
        let address = server.address();
        std::thread::spawn(move || server.run());
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        Site { address, agent: config.build().into() }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Status and body.
    pub(crate) fn get(&self, path: &str, asked: &[(&str, &str)]) -> (u16, String) {
        let request = self.agent.get(self.url(path)).query_pairs(asked.iter().copied());
        let mut response = request.call().unwrap();
        let status = response.status().as_u16();
        (status, response.body_mut().read_to_string().unwrap())
    }

    /// Status, headers and body.
    pub(crate) fn file(&self, path: &str, sent: &[(&str, &str)]) -> (u16, Headers, Vec<u8>) {
        let request = self.agent.get(self.url(path));
        let request =
            sent.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let mut response = request.call().unwrap();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_string()));
        let headers = headers.collect();
        (response.status().as_u16(), headers, response.body_mut().read_to_vec().unwrap())
    }

    /// Status and body.
    pub(crate) fn post(&self, path: &str, sent: &Value) -> (u16, Value) {
        let mut response = self.agent.post(self.url(path)).send_json(sent).unwrap();
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().unwrap();
        (status, serde_json::from_str(&text).unwrap())
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
