//! Answers as streams of events, which come as they are found and end when the client goes: what a
//! search thinks, and who wins.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::site::Site;
use serde_json::{Value, json};

/// A request whose answer is a stream of events.
fn streamed(site: &Site, to: &str, rest: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = "HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n";
    stream.write_all(format!("{to} {head}{rest}").as_bytes()).unwrap();
    BufReader::new(stream)
}

/// The answer to a body of JSON.
fn posted(site: &Site, path: &str, body: &Value) -> BufReader<TcpStream> {
    let body = body.to_string();
    let length = body.len();
    let rest = format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}");
    streamed(site, &format!("POST {path}"), &rest)
}

/// What a search thinks.
fn asked(site: &Site, body: &Value) -> BufReader<TcpStream> {
    posted(site, "/api/think", body)
}

/// The events of a stream, after its headers.
fn events(stream: &mut BufReader<TcpStream>) -> Vec<(String, Value)> {
    let head = head(stream);
    assert!(head.starts_with("http/1.1 200") && head.contains("text/event-stream"), "{head}");
    std::iter::from_fn(|| event(stream)).collect()
}

/// The headers of an answer.
fn head(stream: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    while !text.ends_with("\r\n\r\n") {
        assert_ne!(stream.read_line(&mut text).unwrap(), 0, "{text}");
    }
    text.to_ascii_lowercase()
}

/// The next event, with its name and data; none after the last.
fn event(stream: &mut BufReader<TcpStream>) -> Option<(String, Value)> {
    let mut name = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).unwrap() == 0 || line == "0\r\n" {
            return None;
        }
        if let Some(found) = line.strip_prefix("event: ") {
            name = found.trim().to_string();
        } else if let Some(data) = line.strip_prefix("data: ") {
            return Some((name, serde_json::from_str(data).unwrap()));
        }
    }
}

#[test]
fn what_is_thought_comes_several_times_a_second_and_the_answer_last() {
    let site = Site::new(|_| {});
    let body = json!({"game": "connect-four", "milliseconds": 1600});
    let events = events(&mut asked(&site, &body));
    assert!(events.len() >= 4, "{}", events.len());
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last.0, "answer");
    let mut elapsed = 0;
    for (name, thoughts) in before {
        assert_eq!(name, "thinking");
        crate::api::is_as_described(&site, "Thoughts", thoughts);
        let milliseconds = thoughts["milliseconds"].as_u64().unwrap();
        assert!(milliseconds >= elapsed);
        elapsed = milliseconds;
    }
    crate::api::is_as_described(&site, "Thoughts", &last.1);
    assert_eq!(last.1["moves"].as_array().unwrap().len(), 7);
    // The line that is expected can be played.
    let line = last.1["line"].as_array().unwrap();
    let names: Vec<&Value> = line.iter().map(|step| &step["name"]).collect();
    assert!(names.len() > 2, "{line:?}");
    let played = json!({"game": "connect-four", "moves": names, "quick": true});
    let (status, played) = site.post("/api/play", &played);
    assert_eq!((status, &played["line"][1]["index"]), (200, &last.1["best"]), "{played}");
    assert!(last.1["lines"].as_u64().unwrap() > 100);
    // Asked again, it is not thought again.
    let again = self::events(&mut asked(&site, &body));
    assert_eq!(again, std::slice::from_ref(last));
    // Something is there soon, and the time is kept.
    assert!(before[0].1["milliseconds"].as_u64().unwrap() < 800, "{}", before[0].1);
    assert!(last.1["milliseconds"].as_u64().unwrap() < 2500, "{}", last.1);
}

/// A private server thinks as long as it is asked to, a public one no longer than a request.
#[test]
fn a_long_search_is_for_private_servers() {
    for (thinking, least, most) in [(2500, 2300, 4000), (0, 600, 1400)] {
        let site = Site::new(|config| {
            config.request.time = Duration::from_secs(1);
            config.thinking = Duration::from_millis(thinking);
        });
        let body = json!({"game": "connect-four", "milliseconds": 60_000});
        let (status, found) = site.post("/api/think", &body);
        let took = found["milliseconds"].as_u64().unwrap();
        assert!(status == 200 && (least..most).contains(&took), "{took}");
    }
}

#[test]
fn a_proved_win_needs_no_more_thought() {
    let site = Site::new(|_| {});
    let moves = json!([0, 1, 0, 1, 0, 1]);
    let start = Instant::now();
    let mut stream =
        asked(&site, &json!({"game": "connect-four", "moves": moves, "milliseconds": 7000}));
    head(&mut stream);
    let (name, thoughts) = event(&mut stream).unwrap();
    assert_eq!((&*name, &thoughts["best"]), ("answer", &json!(0)));
    assert!(event(&mut stream).is_none() && start.elapsed() < Duration::from_secs(4));
}

/// Whoever goes away after the first event leaves the only worker free for others.
#[test]
fn the_search_ends_when_the_client_goes() {
    let site = Site::new(|config| {
        config.workers = 1;
        config.request.time = Duration::from_secs(80);
    });
    let mut stream = asked(&site, &json!({"game": "connect-four", "milliseconds": 50_000}));
    head(&mut stream);
    let mut line = String::new();
    while !line.starts_with("data: ") {
        line.clear();
        stream.read_line(&mut line).unwrap();
    }
    drop(stream);
    let start = Instant::now();
    let found = site.json("/api/value", &[("expr", "nim(3,4,5)")]);
    assert_eq!(found["value"], json!("*2"));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// A question that has no answer has the status of an error, and no stream.
#[test]
fn what_cannot_be_searched_is_refused_before_the_stream() {
    let site = Site::new(|_| {});
    for (game, status) in [("nim(3) + kayles(2)", "422"), ("nim(3,x)", "400")] {
        let mut stream = asked(&site, &json!({"game": game}));
        let head = head(&mut stream);
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{head}");
        assert!(head.contains("application/json"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        stream.read_exact(&mut body).unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        crate::api::is_as_described(&site, "Error", &body);
    }
}

/// Who wins is told for one player before it is known for the other, and is never taken back; the
/// answer is what clients get that want no stream.
#[test]
fn who_wins_is_told_as_soon_as_it_is_found() {
    let site = Site::new(|_| {});
    let events = events(&mut streamed(&site, "GET /api/solve?game=hex(5)&moves=best", "\r\n"));
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last.0, "answer");
    assert!(!before.is_empty());
    let mut known = [Value::Null, Value::Null];
    for (name, found) in &events {
        assert!(name == "finding" || name == "answer", "{name}");
        crate::api::is_as_described(&site, "Solution", found);
        for (side, known) in ["left", "right"].iter().zip(&mut known) {
            let result = &found[side]["result"];
            assert!(known.is_null() || known == result, "{known} {result}");
            known.clone_from(result);
        }
        // One player's start alone decides no outcome class.
        let both = known.iter().all(|known| !known.is_null());
        assert!(both || found["outcome"].is_null(), "{found}");
    }
    assert_eq!(known, [json!("win"), json!("win")]);
    let whole = site.json("/api/solve", &[("game", "hex(5)"), ("moves", "best")]);
    assert_eq!(whole, last.1);
    assert!(whole.get("missing").is_none() && whole["left"]["complete"] != json!(false));
}

/// What a limit leaves is told, and what is missing; a later request may find more.
#[test]
fn where_a_limit_is_reached_the_answer_says_what_is_missing() {
    // One player's start takes a second on a machine with other work, the other's takes minutes.
    let site = Site::new(|config| {
        config.request.time = Duration::from_secs(6);
        config.request.positions = usize::MAX;
    });
    let asked = [("game", "connect-four(6x6)"), ("remoteness", "true")];
    let found = site.json("/api/solve", &asked);
    crate::api::is_as_described(&site, "Solution", &found);
    assert!(found["stopped"].as_str().unwrap().contains("time"), "{found}");
    let missing = found["missing"].as_array().unwrap();
    assert!(missing.contains(&json!("remoteness")), "{found}");
    let (status, said) = site.get("/api/solve", &[("game", "nim(3)"), ("player", "nobody")]);
    assert_eq!(status, 400, "{said}");
}

#[test]
fn lines_of_a_worksheet_are_told_when_they_are_calculated() {
    let site = Site::new(|config| config.request.time = Duration::from_secs(2));
    let body = json!({"lines": ["1+1", "domineering(8x8)", "2+2"]});
    let events = events(&mut posted(&site, "/api/calculate", &body));
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last.0, "answer");
    for (name, results) in before {
        assert_eq!(name, "calculating");
        crate::api::is_as_described(&site, "Results", results);
    }
    // While the second line works, the first is there, and it is said how far the second is.
    let working: Vec<&Value> = before
        .iter()
        .map(|(_, results)| results)
        .filter(|results| results["results"].as_array().unwrap().len() == 1)
        .collect();
    assert!(working.iter().all(|results| results["results"][0]["text"] == "2"));
    let told = |results: &&Value| results["positions"].as_u64().unwrap();
    let positions: Vec<u64> = working.iter().map(told).collect();
    assert!(positions.is_sorted() && *positions.last().unwrap() > 0, "{positions:?}");
    let results = last.1["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["text"]), (3, &json!("2")));
    assert_eq!(results[1]["error"]["kind"], "limit", "{}", results[1]);
    assert!(last.1.get("positions").is_none());
    // A client that takes no events has the same answer.
    let (status, whole) = site.post("/api/calculate", &json!({"lines": ["1+1", "G = 3", "G + 1"]}));
    assert_eq!((status, &whole["results"][2]["text"]), (200, &json!("4")));
}
