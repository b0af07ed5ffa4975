//! Games whose rules a client sends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::stated::{Expansions, Listing, Moves, Stated, StatedRules, Statement};
use grundy::{Fault, Limits, ParseError, Player, Source, Text};
use grundy_web::{Config, Reader, Sent, Unread};
use serde_json::json;

use crate::site::Site;

/// Whoever can take one or two from a number may do so: the rules are the number.
struct Take {
    number: u8,
    source: Source,
}

impl Statement for Take {
    fn name(&self) -> &str {
        "take"
    }

    fn source(&self) -> &Source {
        &self.source
    }

    fn state(&self, _: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        Ok(Box::new(From(self.number)))
    }
}

struct From(u8);

impl Stated for From {
    fn start(&self) -> Vec<u8> {
        vec![self.0]
    }

    fn impartial(&self) -> bool {
        true
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        for (position, player) in asked {
            for (_, option) in self.moves(position, *player)? {
                found.option(&option, None);
            }
            found.close(None);
        }
        Ok(())
    }

    fn print(&self, position: &[u8]) -> String {
        position[0].to_string()
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        Ok(vec![text.number("a number")?])
    }

    fn moves(&self, position: &[u8], _: Player) -> Result<Moves, Fault> {
        let left = [1, 2].into_iter().filter_map(|take| position[0].checked_sub(take));
        Ok(left.map(|left| (None, vec![left])).collect())
    }
}

static READ: AtomicUsize = AtomicUsize::new(0);

fn read(sent: &Sent, limits: &Limits<'_>) -> Result<(Listing, usize), Unread> {
    READ.fetch_add(1, Ordering::Relaxed);
    let number =
        sent.text.parse().map_err(|_| Unread::Fault(format!("{}:1:1: a number", sent.file)))?;
    let source = Source { file: sent.file.clone(), text: sent.text.clone() };
    let take = Arc::new(Take { number, source });
    let rules = StatedRules::new("take", take.clone(), Box::new(From(number)));
    let listing = Listing::of(&*take, &rules, limits)?;
    Ok((listing, 1000))
}

/// A server that reads such rules, and keeps few of them.
pub(crate) fn site() -> Site {
    let reader = Reader(Arc::new(read));
    Site::new(|config: &mut Config| {
        config.cache = 10_000;
        config.reader = Some(reader);
    })
}

#[test]
fn rules_that_were_sent_are_a_game() {
    let site = site();
    let sent = json!({"file": "folder/take.star", "text": "21"});
    let (status, found) = site.post("/api/own", &sent);
    assert_eq!((status, &found["positions"]), (200, &json!(22)), "{found}");
    let game = found["game"].as_str().unwrap();
    let played = site.play(json!({"game": game, "moves": [0]}));
    assert_eq!(played["position"]["game"], format!("{game}(;20)"), "{played}");
    let answer = site.json("/api/solve", &[("game", &format!("{game} + *2"))]);
    assert_eq!(answer["value"], "*2");
    // Once they are known they are not read again.
    let before = READ.load(Ordering::Relaxed);
    assert_eq!(site.post("/api/own", &sent), (status, found));
    assert_eq!(READ.load(Ordering::Relaxed), before);
}

#[test]
fn faults_of_rules_are_said_and_old_games_forgotten() {
    let site = site();
    let (status, found) = site.post("/api/own", &json!({"file": "a.star", "text": "x"}));
    assert_eq!((status, &found["error"]["kind"]), (422, &json!("rules")), "{found}");
    assert_eq!(found["error"]["message"], "a.star:1:1: a number");
    let few = Site::new(|config| {
        config.reader = Some(Reader(Arc::new(read)));
        config.request.positions = 10;
    });
    let (status, found) = few.post("/api/own", &json!({"file": "a.star", "text": "21"}));
    assert_eq!((status, &found["error"]["kind"]), (422, &json!("limit")), "{found}");
    let (status, found) = Site::new(|_| {}).post("/api/own", &json!({"file": "a", "text": "1"}));
    assert_eq!((status, &found["error"]["kind"]), (422, &json!("no-answer")), "{found}");

    let game = |number: usize| {
        let sent = json!({"file": "old.star", "text": number.to_string()});
        let (status, found) = site.post("/api/own", &sent);
        assert_eq!(status, 200, "{found}");
        found["game"].as_str().unwrap().to_string()
    };
    let games: Vec<String> = (0..100).map(game).collect();
    let known = |game: &&String| site.get("/api/solve", &[("game", game)]).0 == 200;
    // What is forgotten is forgotten a little later.
    let few = || games.iter().filter(known).count() < 20;
    assert!((0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        game(0);
        few()
    }));
}
