//! The API without threads, as browsers run it: the answers of the server.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use grundy_web::{Api, Config, Inline, Told};

fn config() -> Config {
    Config::new(([127, 0, 0, 1], 0).into())
}

#[test]
fn the_answers_are_those_of_the_server() {
    let (api, inline) = (Api::new(&config()), Inline::new(&config(), |_| {}));
    let never = AtomicBool::new(false);
    let get = |address: &str| ("GET", address.to_string(), String::new());
    let post = |address: &str, body: &str| ("POST", address.to_string(), body.to_string());
    let requests = [
        get("/api/games"),
        get("/api/boards"),
        get("/api/ruleset?name=chomp"),
        get("/api/ruleset?name=no-game"),
        get("/api/functions"),
        get("/api/openapi.json"),
        get("/api/solve?game=dodgem(3)"),
        get("/api/solve?game=connect-four(7x6)"),
        get("/api/solve?game=nim(3,x)"),
        get("/api/value?expr=domineering(4x4)"),
        get("/api/table?ruleset=kayles&n=500"),
        get("/api/table?ruleset=chomp&n=500"),
        get("/api/period?ruleset=kayles"),
        get("/api/board?game=domineering(3x3)"),
        get("/api/plot?ruleset=kayles"),
        get("/api/thermograph?expr=domineering(2x3)"),
        get("/api/graph?game=nim(2,3)"),
        get("/api/graph?game=nim(2,3)&first=nobody"),
        get("/api/nothing"),
        get("/elsewhere"),
        post("/api/play", r#"{"game":"tic-tac-toe","moves":[4,0]}"#),
        post("/api/play", r#"{"game":"nim(3,4,5) + domineering(2x2)"}"#),
        post("/api/play", r#"{"game":"connect-four","quick":true}"#),
        post("/api/play", r#"{"game":"connect-four","quick":1}"#),
        post("/api/play", "{"),
        post("/api/read", r#"{"text":"a > b c\nb > c"}"#),
        post("/api/calculate", r#"{"lines":["nim(3) + nim(5)","x = ^","x + x","1 +"]}"#),
        post("/api/own", r#"{"file":"a.star","text":""}"#),
        post("/api/think", r#"{"game":"nim(3)","milliseconds":10}"#),
        ("PUT", "/api/games".to_string(), String::new()),
    ];
    for (method, address, body) in requests {
        let body = body.into_bytes();
        let served = api.answer(method, &address, body.clone(), &never).unwrap();
        let here = inline.answer(method, &address, body);
        let text = |body: Vec<u8>| String::from_utf8(body).unwrap();
        // Which limit is reached first depends on the machine.
        if address.ends_with("connect-four(7x6)") {
            assert!(text(here.body).contains("limit") && text(served.body).contains("limit"));
            continue;
        }
        assert_eq!((here.status, &here.kind), (served.status, &served.kind), "{address}");
        assert_eq!(text(here.body), text(served.body), "{address}");
    }
}

#[test]
fn thoughts_and_positions_are_told_meanwhile() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let tells = told.clone();
    let inline = Inline::new(&config(), move |said| {
        let said = match said {
            Told::Event(name, data) => format!("{name} {data}"),
            Told::Positions(count) => format!("positions {count}"),
        };
        tells.lock().unwrap().push(said);
    });
    let body = r#"{"game":"connect-four","milliseconds":600}"#.as_bytes().to_vec();
    let answer = inline.answer("POST", "/api/think", body.clone());
    assert_eq!(answer.status, 200);
    let thoughts = std::mem::take(&mut *told.lock().unwrap());
    let thoughts: Vec<&String> =
        thoughts.iter().filter(|said| said.starts_with("thinking {\"best\":")).collect();
    assert!(thoughts.len() > 1, "{thoughts:?}");
    // What was thought to the end is known.
    assert_eq!(inline.answer("POST", "/api/think", body), answer);
    assert!(told.lock().unwrap().is_empty());
    let _ = inline.answer("GET", "/api/solve?game=connect-four(6x5)", Vec::new());
    assert!(told.lock().unwrap().iter().any(|said| said.starts_with("positions ")));
}
