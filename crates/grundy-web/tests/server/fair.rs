//! Hard questions, which take all of their time, beside easy ones.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::site::Site;

/// A public server as its help proposes.
fn public(time: u64) -> Site {
    Site::new(|config| {
        config.public = true;
        config.workers = 2;
        config.request.positions = 500_000;
        config.request.memory = 256 << 20;
        config.request.time = Duration::from_secs(time);
    })
}

/// A worksheet of many lines, each of which takes long; `number` makes it another one.
fn worksheet(number: usize) -> Value {
    let line = |n: usize| format!("value(clobber(5x5)+{}*nim(1))", n + number);
    json!({ "lines": (0..1200).map(line).collect::<Vec<_>>() })
}

/// Sends a request, and does not wait for the answer.
fn send(site: &Site, path: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let mut stream = TcpStream::connect(site.address).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    stream
}

/// The deadline of a request is that of all its lines.
#[test]
fn a_worksheet_has_one_deadline() {
    let site = public(2);
    let mut sheet = worksheet(1);
    sheet["lines"].as_array_mut().unwrap().insert(0, json!("nim(1,2,5)"));
    let begun = Instant::now();
    let (status, found) = site.post("/api/calculate", &sheet);
    let took = begun.elapsed();
    assert_eq!(status, 200, "{found}");
    let results = found["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["text"]), (1201, &json!("*6")));
    // What was answered is kept, and the rest says why it is missing.
    for line in &results[2..] {
        assert_eq!(line["error"]["kind"], "limit", "{line}");
    }
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn easy_questions_are_answered_beside_hard_ones() {
    let site = public(5);
    let clients: Vec<TcpStream> =
        (0..10).map(|number| send(&site, "/api/calculate", &worksheet(number))).collect();
    for number in 0..20 {
        let begun = Instant::now();
        let found = site.json("/api/solve", &[("game", &format!("nim(1,2,{})", number + 5))]);
        assert_eq!(found["outcome"], "N");
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(8), "question {number} took {took:?}");
    }
    drop(clients);
}

/// Of each kind of request: when its client has gone, others have its turn.
#[test]
fn work_stops_when_its_client_has_gone() {
    let site = Site::new(|config| {
        config.workers = 1;
        config.request.time = Duration::from_secs(3000);
        config.request.positions = usize::MAX;
    });
    let gets = [
        "/api/solve?game=domineering(9x9)",
        "/api/value?expr=domineering(8x8)",
        "/api/period?ruleset=octal(0.007)",
        "/api/plot?ruleset=octal(0.007)&n=100000000000",
        "/api/thermograph?expr=domineering(8x8)",
        "/api/graph?game=domineering(8x8)",
    ];
    let get = |address: &str| {
        let mut stream = TcpStream::connect(site.address).unwrap();
        let request = format!("GET {address} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let mut clients: Vec<TcpStream> = gets.iter().map(|address| get(address)).collect();
    let game = json!({"game": "domineering(8x8)"});
    let posts = [
        ("/api/calculate", worksheet(0)),
        ("/api/play", game),
        ("/api/think", json!({"game": "domineering(8x8)", "milliseconds": 2_000_000})),
    ];
    clients.extend(posts.iter().map(|(path, body)| send(&site, path, body)));
    std::thread::sleep(Duration::from_secs(1));
    // Nobody is answered yet.
    for client in &mut clients {
        client.set_nonblocking(true).unwrap();
        assert!(client.read(&mut [0]).is_err());
    }
    drop(clients);
    // This takes longer than the lane of short tasks allows.
    let begun = Instant::now();
    let (status, found) =
        site.post("/api/think", &json!({"game": "domineering(8x8)", "milliseconds": 600}));
    assert_eq!(status, 200, "{found}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
