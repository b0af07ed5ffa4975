//! Requests that mean no good: each is refused or bounded, and the server goes
//! on answering others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::site::Site;
use serde_json::{Value, json};

/// A server of small limits.
fn small() -> Site {
    Site::new(|config| {
        config.request.positions = 100_000;
        config.request.memory = 64 << 20;
        config.request.time = Duration::from_secs(2);
        config.patience = Duration::from_millis(700);
    })
}

/// The server still answers, and truly.
fn is_alive(site: &Site) {
    let found = site.json("/api/value", &[("expr", "nim(3,4,5)")]);
    assert_eq!(found["value"], json!("*2"));
}

fn send(site: &Site, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// What comes until the server hangs up, or nothing more is sent.
fn answer(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn whatever_is_sent_is_answered_in_time_and_is_no_fault_of_ours() {
    let site = small();
    let deep =
        |open: &str, close: &str, times: usize| open.repeat(times) + "1" + &close.repeat(times);
    let expressions = [
        deep("(", ")", 5_000),
        deep("{", "|}", 5_000),
        deep("-", "", 10_000),
        deep("[", "]", 5_000),
        "domineering(99999999x99999999)".to_string(),
        "domineering(16x16)".to_string(),
        "amazons(10x10)".to_string(),
        "go(19x19)".to_string(),
        "9999999*nim(9999999)".to_string(),
        "nim(99999999999999999999999)".to_string(),
        "hackenbush(".to_string() + &"B[".repeat(2_000) + &"]".repeat(2_000) + ")",
        "hackenbush(".to_string() + &"B".repeat(20_000) + ")",
        "octal(0.".to_string() + &"7".repeat(10_000) + "; 1000000)",
        "subtraction(1..999999999; 999999999)".to_string(),
        "heap(-1..9>0..9; 1000000)".to_string(),
        "[n for n in 1..999999999]".to_string(),
        "2^2^2^2^2^2^2^2".to_string(),
        "9".repeat(50_000),
        "{".repeat(30_000),
        "toads-and-frogs(".to_string() + &"T.F".repeat(10_000) + ")",
        "nim-with-adding(max=99999999999; 5)".to_string(),
        "graph({\"moves\": {\"a\": [\"a\"]}})".to_string(),
        "\u{0}\u{202e}💥".to_string(),
        String::new(),
    ];
    for text in &expressions {
        let shown: String = text.chars().take(40).collect();
        let start = Instant::now();
        let mut statuses = Vec::new();
        for (path, body) in [
            ("/api/play", json!({"game": text})),
            ("/api/play", json!({"game": text, "quick": true})),
            ("/api/read", json!({"text": text})),
            ("/api/calculate", json!({"lines": [text]})),
        ] {
            let (status, found) = site.post(path, &body);
            assert_ne!(status, 500, "{path} {shown}: {found}");
            statuses.push(status);
        }
        if text.len() < 4000 {
            for (path, key) in [
                ("/api/solve", "game"),
                ("/api/value", "expr"),
                ("/api/graph", "game"),
                ("/api/board", "game"),
                ("/api/table", "ruleset"),
                ("/api/period", "ruleset"),
                ("/api/plot", "ruleset"),
                ("/api/thermograph", "expr"),
            ] {
                let (status, found) = site.get(path, &[(key, text)]);
                let found: String = found.chars().take(300).collect();
                assert_ne!(status, 500, "{path} {shown}: {found}");
            }
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(60), "{shown} took {took:?}: {statuses:?}");
    }
    is_alive(&site);
}

/// Few bytes that ask for many.
#[test]
fn small_requests_have_no_huge_answers() {
    let site = small();
    let most = 8 << 20;
    let ones = vec!["1"; 20_000].join(",");
    let start = Instant::now();
    for body in [
        json!({"game": format!("nim({ones})"), "quick": true}),
        json!({"game": format!("nim({ones})")}),
        json!({"game": vec!["nim(1)"; 3000].join("+"), "quick": true}),
    ] {
        let (status, found) = site.post("/api/play", &body);
        let size = found.to_string().len();
        assert!(status != 500 && size < most, "{status}, {size} bytes");
    }
    let doubled = |first: &str, times: usize, last: &str| {
        let mut lines = vec![format!("x := {first}")];
        lines.resize(times, "x := x + x".to_string());
        lines.push(last.to_string());
        json!({ "lines": lines })
    };
    for body in [
        doubled("kayles(20)", 40, "x"),
        doubled("domineering(2x3) + kayles(20)", 12, "board(x)"),
        doubled("domineering(2x3) + kayles(20)", 12, "[board(x), board(x)]"),
    ] {
        let (status, found) = site.post("/api/calculate", &body);
        let size = found.to_string().len();
        assert!(status == 200 && size < most, "{status}, {size} bytes");
    }
    // Where heaps are many, each position of a line is long.
    let many = vec!["2"; 5000].join(",");
    let (status, _) =
        site.post("/api/play", &json!({"game": format!("nim({many})"), "moves": vec![0; 1000]}));
    // Too long for an answer, or for the time of a request on a busy machine.
    assert!(matches!(status, 400 | 422), "{status}");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    is_alive(&site);
}

#[test]
fn a_line_of_moves_cannot_be_endless() {
    let site = small();
    let round = "graph({\"moves\": {\"a\": [\"b\"], \"b\": [\"a\"]}})";
    for (moves, status) in [(vec![0; 2000], 200), (vec![0; 2001], 400), (vec![u32::MAX], 400)] {
        assert_eq!(site.post("/api/play", &json!({"game": round, "moves": moves})).0, status);
    }
    let (status, _) =
        site.post("/api/play", &json!({"game": "nim(9999999999)", "moves": [4_000_000_000u32]}));
    assert_eq!(status, 400);
    let (status, _) = site.post("/api/play", &json!({"game": "nim(3)", "more": 1}));
    assert_eq!(status, 400);
    is_alive(&site);
}

#[test]
fn too_much_is_not_read() {
    let site = small();
    let (status, found) = site.post("/api/read", &json!({"text": "x".repeat(70_000)}));
    assert_eq!((status, &found["error"]["kind"]), (413, &json!("bad-request")));
    let request =
        format!("GET /api/value?expr={} HTTP/1.1\r\nhost: localhost\r\n\r\n", "1".repeat(200_000));
    let answer = answer(send(&site, &request));
    assert!(answer.starts_with("HTTP/1.1 4"), "{}", &answer[..answer.len().min(60)]);
    is_alive(&site);
}

#[test]
fn files_are_not_read_for_strangers() {
    let site = small();
    for text in ["graph(/etc/passwd)", "graph(\"/etc/passwd\"; root)", "2*graph(Cargo.toml)"] {
        for (status, found) in [
            site.post("/api/play", &json!({"game": text})),
            site.post("/api/read", &json!({"text": text})),
        ] {
            assert_eq!(status, 400, "{found}");
            assert!(!found.to_string().contains("root:"), "{found}");
            assert!(found.to_string().contains("no file is read here"), "{found}");
        }
        let (_, found) = site.post("/api/calculate", &json!({"lines": [text]}));
        assert!(found.to_string().contains("no file is read here"), "{found}");
    }
}

/// A name that leads to this machine, or a page of somebody else's, must not
/// reach a private server.
#[test]
fn only_names_of_this_machine_are_answered() {
    let site = small();
    let ask = |host: &str, more: &str| {
        let request = format!(
            "GET /api/board?game=nim(1) HTTP/1.1\r\nhost: {host}\r\n{more}connection: close\r\n\r\n"
        );
        answer(send(&site, &request))
    };
    assert!(ask("localhost:7878", "").starts_with("HTTP/1.1 200"));
    assert!(ask("127.0.0.1", "").starts_with("HTTP/1.1 200"));
    assert!(ask("evil.example", "").starts_with("HTTP/1.1 403"));
    assert!(ask("localhost.evil.example", "").starts_with("HTTP/1.1 403"));
    assert!(ask("localhost:7878.evil.example", "").starts_with("HTTP/1.1 403"));
    assert!(ask("localhost", "host: evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert!(
        ask("localhost", "origin: http://localhost:1@evil.example\r\n").starts_with("HTTP/1.1 403")
    );
    assert!(ask("localhost", "origin: null\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask("localhost", "origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert!(ask("localhost", "origin: http://localhost:7878\r\n").starts_with("HTTP/1.1 200"));
    let public = Site::new(|config| config.public = true);
    let request = "GET / HTTP/1.1\r\nhost: games.example\r\nconnection: close\r\n\r\n";
    let page = answer(send(&public, request));
    assert!(page.starts_with("HTTP/1.1 200"));
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: DENY",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(page.contains("frame-ancestors 'none'"));
    // One file may be framed, and only that.
    let framed = |path: &str| {
        let request =
            format!("GET /{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        answer(send(&site, &request)).contains("frame-ancestors *")
    };
    assert_eq!(
        ["", "embed.html", "index.html", "api/games"].map(framed),
        [false, true, false, false]
    );
    // What is no JSON, as a form sends it, is not taken.
    let request = "POST /api/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
    assert!(answer(send(&site, request)).starts_with("HTTP/1.1 415"));
}

#[test]
fn slow_clients_are_left_alone() {
    let site = small();
    let start = Instant::now();
    // One that never finishes its headers, and one that never sends its body.
    let headers = send(&site, "GET / HTTP/1.1\r\nhost: localhost\r\nx-");
    let body = send(
        &site,
        "POST /api/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
    // One that says nothing at all.
    let silent = send(&site, "");
    is_alive(&site);
    let late = answer(body);
    assert!(late.is_empty() || late.starts_with("HTTP/1.1 408"), "{late}");
    answer(headers);
    answer(silent);
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    is_alive(&site);
}

/// One that asks again and again and never takes an answer.
#[test]
fn clients_that_take_no_answers_are_left_alone() {
    const ASKED: usize = 200;
    let site = small();
    let request = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(ASKED);
    let stream = send(&site, &request);
    std::thread::sleep(Duration::from_millis(2500));
    let answers = answer(stream).matches("HTTP/1.1 200").count();
    assert!(answers < ASKED, "{answers}");
    is_alive(&site);
}

#[test]
fn those_who_would_wait_too_long_are_told_to_come_again() {
    let site = Site::new(|config| {
        config.workers = 1;
        config.waiting = 2;
        config.request.time = Duration::from_secs(3);
        config.request.positions = usize::MAX;
    });
    let ask = |n: usize| {
        format!(
            "GET /api/value?expr=domineering(8x{n}) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        )
    };
    let clients: Vec<TcpStream> = (0..8).map(|n| send(&site, &ask(8 + n))).collect();
    let answers: Vec<String> = clients.into_iter().map(answer).collect();
    let busy = answers.iter().filter(|text| text.starts_with("HTTP/1.1 503")).count();
    assert!((1..8).contains(&busy), "{busy}");
    assert!(
        answers.iter().filter(|text| text.contains("503")).all(|text| text.contains("retry-after"))
    );
    is_alive(&site);
}

#[test]
fn more_connections_than_are_allowed_wait_for_others_to_end() {
    let site = Site::new(|config| {
        config.connections = 4;
        config.patience = Duration::from_millis(500);
    });
    let silent: Vec<TcpStream> = (0..40).map(|_| send(&site, "")).collect();
    is_alive(&site);
    drop(silent);
    is_alive(&site);
}

#[test]
fn what_is_no_http_is_refused() {
    let site = small();
    for request in
        ["\r\n\r\n\r\n", "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}"]
    {
        answer(send(&site, request));
    }
    let (_, found): (u16, Value) = site.post("/api/play", &json!([1, 2, 3]));
    assert_eq!(found["error"]["kind"], json!("bad-request"));
    is_alive(&site);
}
