//! Many clients at once: each is answered soon, and with what is true.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::site::Site;
use serde_json::{Value, json};

const CLIENTS: usize = 200;
const QUESTIONS: usize = 20;

/// A client with a connection of its own, which it keeps.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(site: &Site) -> Client {
        let stream = TcpStream::connect(site.address).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    /// The answer, without looking into it.
    fn play(&mut self, body: &str) -> (String, Vec<u8>) {
        let request = format!(
            "POST /api/play HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut status, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            if status.is_empty() {
                status = line.clone();
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).unwrap();
        (status, answer)
    }
}

/// A line of play through tic-tac-toe, a different one for each number: the
/// index of each move among those that are left.
fn line(mut number: usize) -> Vec<usize> {
    let length = number % 5;
    (0..length)
        .map(|made| {
            let choice = number % (9 - made);
            number = number / 3 + 7 * made;
            choice
        })
        .collect()
}

/// Two hundred who ask for the moves of a solved game, each after a pause, as
/// people do, wait for less than a tenth of a second: 99 in 100 of them.
#[test]
fn two_hundred_clients_are_answered_within_a_tenth_of_a_second() {
    let site = Site::new(|_| {});
    site.play(json!({"game": "tic-tac-toe"}));
    let asked = |client: usize, at: usize| {
        json!({"game": "tic-tac-toe", "moves": line(client * 31 + at * 7)}).to_string()
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (site, asked) = (&site, &asked);
                scope.spawn(move || {
                    let mut client = Client::new(site);
                    let mut times = Vec::new();
                    for at in 0..QUESTIONS {
                        // About a thousand questions a second in all.
                        let pause = 100 + (number * 37 + at * 53) % 200;
                        std::thread::sleep(Duration::from_millis(pause as u64));
                        let start = Instant::now();
                        let (status, answer) = client.play(&asked(number, at));
                        times.push(start.elapsed());
                        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
                        assert!(answer.starts_with(b"{\"game\":\"tic-tac-toe\""));
                    }
                    times
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    times.sort_unstable();
    assert_eq!(times.len(), CLIENTS * QUESTIONS);
    let part = |hundredths: usize| times[times.len() * hundredths / 100];
    println!("median {:?}, 99 % {:?}, longest {:?}", part(50), part(99), times[times.len() - 1]);
    assert!(part(99) < Duration::from_millis(100), "99 % took {:?}", part(99));
}

/// What is answered to many at once is what is answered to one.
#[test]
fn what_is_kept_is_what_was_found() {
    let site = Site::new(|_| {});
    let fresh = Site::new(|config| config.cache = 0);
    for number in 0..12 {
        let sent = json!({"game": "tic-tac-toe", "moves": line(number)});
        let found: Value = site.play(sent.clone());
        assert_eq!(found, site.play(sent.clone()));
        assert_eq!(found, fresh.play(sent));
    }
}
