//! `grundy serve`: where it listens, for whom, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::run::{answered, command, folder, grundy, grundy_reading, refused};

/// A server that has said where it is.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn new(args: &[&str]) -> Served {
        let mut child = command(&[&["serve", "--port", "0"], args].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The page is at http://").unwrap();
        Served { address: address.trim_end_matches('/').to_string(), child }
    }

    fn get(&self, path: &str) -> String {
        let host = &self.address;
        self.ask(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: \
             application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_where_it_is_said_to_be_and_on_this_machine_alone() {
    let served = Served::new(&[]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    assert!(served.get("/").contains("<title>grundy</title>"));
    assert!(served.get("/api/value?expr=nim(3,4,5)").contains("\"value\":\"*2\""));
}

#[test]
fn others_are_answered_only_under_limits_that_were_named() {
    let error = refused(&["serve", "--port", "0", "--listen", "0.0.0.0"]);
    assert!(error.contains("--public"), "{error}");
    for missing in ["--max-positions", "--memory", "--time"] {
        let limits = [["--max-positions", "1k"], ["--memory", "64M"], ["--time", "1s"]];
        let limits = limits.concat();
        let named: Vec<&str> = limits
            .chunks(2)
            .filter(|limit| limit[0] != missing)
            .flat_map(|limit| limit.iter().copied())
            .collect();
        let ran = grundy(&[&["serve", "--port", "0", "--public"], &named[..]].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(missing), "{}", ran.stderr);
    }
    let limits = ["--public", "--max-positions", "1k", "--memory", "64M", "--time", "1s"];
    let served = Served::new(&limits);
    let answer = served.get("/api/solve?game=connect-four");
    assert!(
        answer.starts_with("HTTP/1.1 422") && answer.contains("more than 1000 positions"),
        "{answer}"
    );
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = refused(&["serve", "--port", &port]);
    assert!(error.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{error}");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_asked_to_also_while_it_works() {
    let mut served = Served::new(&[]);
    let mut stream = TcpStream::connect(&served.address).unwrap();
    write!(stream, "GET /api/value?expr=domineering(8x8) HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    let asked = std::process::Command::new("kill").arg(served.child.id().to_string()).status();
    assert!(asked.unwrap().success());
    let status = served.child.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

#[test]
fn a_solution_is_played_by_and_other_files_are_refused() {
    let folder = folder("served-strategies");
    let file = folder.join("four.strategy").to_string_lossy().into_owned();
    answered(&["solve", "connect-four(4x4)", "--save", &file]);
    let all = folder.join("three.positions").to_string_lossy().into_owned();
    answered(&["solve", "connect-four(4x3)", "--save", &all]);
    let served = Served::new(&["--with", &file, "--with", &all, "--max-positions", "10"]);
    let play = |game: &str| served.post("/api/play", &format!("{{\"game\": \"{game}\"}}"));
    let found = play("connect-four(4x4)");
    assert!(found.contains("\"method\":\"strategy\",\"by\":\"four.strategy\""), "{found}");
    let found = play("connect-four(4x3)");
    assert!(found.contains("\"method\":\"whole\",\"by\":\"three.positions\""), "{found}");
    assert!(found.contains("\"result\":\"draw\",\"remoteness\":12"), "{found}");
    let other = folder.join("other.txt").to_string_lossy().into_owned();
    std::fs::write(&other, "no strategy").unwrap();
    let error = refused(&["serve", "--port", "0", "--with", &other]);
    assert!(error.contains("is no file of strategies or of all positions"), "{error}");
    let error = refused(&["serve", "--port", "0", "--with", "nowhere.strategy"]);
    assert!(error.contains("nowhere.strategy"), "{error}");
}

/// The page sends modules in Base64. Whatever is sent is read within limits.
#[test]
fn rules_and_modules_that_are_sent_are_games() {
    let served = Served::new(&[]);
    let own = |file: &str, text: &str| {
        served.post("/api/own", &serde_json::json!({"file": file, "text": text}).to_string())
    };
    let path = format!("{}/../../examples/wasm/take.wasm", env!("CARGO_MANIFEST_DIR"));
    let listed = grundy_reading(&["list", "take.wasm"], std::fs::read(path).unwrap()).stdout;
    let listing: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let module = listing["source"].as_str().unwrap();
    let answer = own("take.wasm", module);
    assert!(answer.contains("\"positions\":22"), "{answer}");
    let answer = own("take.wasm", &module[..100]);
    assert!(answer.contains(" 422 ") && answer.contains("take.wasm: "), "{answer}");
    // More than a client may send.
    assert!(own("take.wasm", &"A".repeat(100_000)).contains(" 413 "));
    let moves = |moves: &str| format!("def start(): return 1\ndef moves(p): return {moves}\n");
    for (told, bad) in [
        ("more than 20000000 steps", "[p for i in range(2000000000) if i < 0]"),
        ("functions call each other", "moves(p)"),
        ("out of bound", "[[p][7]]"),
        ("memory", "[str(p) * 1000 + str(i) for i in range(100000000)]"),
    ] {
        let begun = Instant::now();
        let answer = own("bad.star", &moves(bad));
        assert!(answer.contains(" 422 ") && answer.contains(told), "{answer}");
        assert!(answer.contains("bad.star:2:"), "{answer}");
        assert!(begun.elapsed() < Duration::from_secs(15), "{bad}");
    }
}
