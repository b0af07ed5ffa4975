//! The API without a socket.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_web::{Api, Config, InlineAnswer};
use serde_json::{Value, json};

fn api() -> Api {
    Api::new(&Config::new(([127, 0, 0, 1], 0).into()))
}

fn ask(api: &Api, method: &str, address: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    let InlineAnswer { status, kind, body } =
        api.answer(method, address, body, &AtomicBool::new(false)).unwrap();
    assert_eq!(kind, "application/json", "{address}");
    (status, serde_json::from_slice(&body).unwrap())
}

#[test]
fn the_api_answers_without_a_socket() {
    let api = api();
    let (status, play) = ask(&api, "POST", "/api/play", &json!({"game": "nim(3,4,5)"}));
    assert_eq!((status, &play["position"]["result"]), (200, &json!("win")));
    let (status, value) = ask(&api, "GET", "/api/value?expr=nim(3,5)", &Value::Null);
    assert_eq!((status, &value["value"]), (200, &json!("*6")));
    let search = json!({"game": "connect-four", "milliseconds": 100});
    let (status, thought) = ask(&api, "POST", "/api/think", &search);
    assert_eq!((status, thought["moves"].as_array().map(Vec::len)), (200, Some(7)));
}

#[test]
fn what_it_refuses_is_an_answer() {
    let api = api();
    for (method, address, status, kind) in [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/", 404, "not-found"),
        ("GET", "/index.html", 404, "not-found"),
        ("GET", "/api/value?expr=nim(x)", 400, "parse"),
        ("GET", "no path", 400, "bad-request"),
        ("POST", "/api/play", 400, "bad-request"),
    ] {
        let (found, body) = ask(&api, method, address, &Value::Null);
        assert_eq!((found, &body["error"]["kind"]), (status, &json!(kind)), "{address}");
    }
}

#[test]
fn who_raises_the_flag_does_not_wait() {
    let (api, stop) = (api(), AtomicBool::new(false));
    let since = Instant::now();
    std::thread::scope(|scope| {
        let search = json!({"game": "connect-four", "milliseconds": 7000}).to_string();
        let asked = scope.spawn(|| api.answer("POST", "/api/think", search.into(), &stop));
        std::thread::sleep(Duration::from_millis(300));
        assert!(!asked.is_finished());
        stop.store(true, Ordering::Relaxed);
        let stopped = asked.join().unwrap().unwrap_err();
        assert_eq!(stopped.kind(), io::ErrorKind::Interrupted);
    });
    assert!(since.elapsed() < Duration::from_secs(5));
    assert_eq!(ask(&api, "GET", "/api/value?expr=nim(1)", &Value::Null).0, 200);
}
