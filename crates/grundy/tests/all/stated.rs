//! Games that are stated in bytes have the answers of the rulesets that they repeat.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy::answer::{Options, solve};
use grundy::catalogue;
use grundy::format::json;
use grundy::game::Game;
use grundy::solve::partitioned::Failure;
use grundy::stated::{Expansions, Listing, Moves, Stated, StatedRules, Statement};
use grundy::{Convention, Fault, Limits, ParseError, Player, Source, Stopped, Text};

/// A game of the catalogue, told position by position.
struct Told {
    name: String,
    source: Source,
    game: String,
    /// So many positions may be asked for before the rules fail.
    patience: usize,
}

impl Told {
    fn new(name: &str, game: &str) -> Self {
        let source = Source { file: format!("{name}.told"), text: game.to_string() };
        Told { name: name.to_string(), source, game: game.to_string(), patience: usize::MAX }
    }
}

struct Teller {
    game: Box<dyn Game>,
    patience: AtomicUsize,
}

impl Statement for Told {
    fn name(&self) -> &str {
        &self.name
    }

    fn source(&self) -> &Source {
        &self.source
    }

    fn state(&self, _: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        let game = catalogue::parse(&self.game)?;
        Ok(Box::new(Teller { game, patience: AtomicUsize::new(self.patience) }))
    }
}

impl Teller {
    fn at(&self, position: &[u8]) -> Box<dyn Game> {
        catalogue::parse(std::str::from_utf8(position).unwrap()).unwrap()
    }
}

impl Stated for Teller {
    fn start(&self) -> Vec<u8> {
        self.game.text().into_bytes()
    }

    fn impartial(&self) -> bool {
        self.game.impartial()
    }

    fn has_ends(&self) -> bool {
        self.game.has_ends()
    }

    fn convention(&self) -> Convention {
        self.game.convention()
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        for &(position, player) in asked {
            let one = |left: usize| left.checked_sub(1);
            if self.patience.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one).is_err() {
                let position = String::from_utf8_lossy(position);
                return Err(Fault::new("nothing more is said").in_position(position));
            }
            let game = self.at(position);
            let end = game.end(player);
            for option in if end.is_none() { game.options(player) } else { Vec::new() } {
                found.option(option.text().as_bytes(), option.turn());
            }
            found.close(end);
        }
        Ok(())
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        Ok(self.at(position).turn())
    }

    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        let parts = self.at(position).written_components();
        Ok(parts.into_iter().map(String::into_bytes).collect())
    }

    fn print(&self, position: &[u8]) -> String {
        format!("{:?}", String::from_utf8_lossy(position))
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        let inside = text.as_str().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let inside = inside.ok_or_else(|| text.expected("a position in quotation marks"))?;
        Ok(catalogue::parse(inside)?.text().into_bytes())
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        let moves = self.at(position).moves(player).into_iter();
        Ok(moves.map(|to| (Some(to.name), to.to.text().into_bytes())).collect())
    }
}

/// What does not depend on how positions are written.
fn answer(game: &dyn Game, threads: usize) -> serde_json::Value {
    let limits = Limits { threads, ..Limits::default() };
    let solved = solve(game, &Options { limits, ..Options::default() });
    let answer = solved.unwrap_or_else(|stopped| panic!("{}: {stopped}", game.text()));
    let mut json: serde_json::Value =
        serde_json::from_str(&json::answer(&answer, json::Also::default())).unwrap();
    json["game"] = serde_json::Value::Null;
    // A game that is told has no theorem.
    json.as_object_mut().into_iter().for_each(|json| _ = json.remove("theorem"));
    for side in ["left", "right"] {
        let best = json[side]["best"].as_array_mut();
        best.into_iter().flatten().for_each(|best| best["to"] = serde_json::Value::Null);
        // A game that is told says who wins, but not by how many points.
        for points in ["margin", "win_by", "best_by_margin"] {
            if let Some(side) = json[side].as_object_mut() {
                side.remove(points);
            }
        }
    }
    let parts = json["components"].as_array_mut().into_iter().flatten();
    parts.for_each(|part| part["game"] = serde_json::Value::Null);
    // Closed forms and periods need no positions, which the one has and the other not.
    json["positions"] = serde_json::Value::Null;
    json
}

#[test]
fn a_game_told_in_bytes_is_the_same_game() {
    /// Larger games take long in a build that is not optimized.
    const FEW: usize = 2_000;
    let mut told = 0;
    for entry in catalogue::rulesets() {
        for example in entry.examples {
            let game = catalogue::parse(example).unwrap();
            let small = Limits { positions: FEW, ..Limits::default() };
            // What a sum's moves are called depends on how it is written.
            if game.terms().len() != 1 || game.explore(&small).is_err() {
                continue;
            }
            let name = format!("told-{}-{told}", entry.name);
            catalogue::register(&name, Arc::new(Told::new(&name, example)));
            let again = catalogue::parse(&name).unwrap();
            let threads = 1 + told % 3;
            assert_eq!(answer(&*again, threads), answer(&*game, 1), "{example}");
            told += 1;
        }
    }
    assert!(told > 60, "only {told}");
}

/// The game of a list of the positions of a built-in game that is told in bytes.
fn listed(name: &str, game: &str) -> Arc<dyn Statement> {
    let told: Arc<dyn Statement> = Arc::new(Told::new(name, game));
    let rules = StatedRules::new("told", told.clone(), told.state(None).unwrap());
    let listing = Listing::of(&*told, &rules, &Limits::default()).unwrap();
    let json = serde_json::to_string(&listing).unwrap();
    let read: Listing = serde_json::from_str(&json).unwrap();
    assert_eq!(read, listing);
    Arc::from(read.into_statement().unwrap())
}

#[test]
fn a_list_of_positions_is_the_same_game() {
    for (i, text) in [
        "nim(2,3)",
        "kayles(7)",
        "domineering(3x3)",
        "toads-and-frogs(TT..FF)",
        "dodgem(2)",
        "dots-and-boxes(2x1)",
        "wythoff(3,4)",
        "tic-tac-toe(3,2,3)",
    ]
    .into_iter()
    .enumerate()
    {
        let game = catalogue::parse(text).unwrap();
        let name = format!("listed-{i}");
        catalogue::register(&name, listed(&name, text));
        let again = catalogue::parse(&name).unwrap();
        assert_eq!(answer(&*again, 1), answer(&*game, 1), "{text}");
        if !game.has_ends() {
            // Moves in sums are called by the positions that they lead to.
            let sum = |game: &str| {
                let game = catalogue::parse(&format!("{game} + nim(1)")).unwrap();
                let mut answer = answer(&*game, 1);
                for side in ["left", "right"] {
                    let best = answer[side]["best"].as_array_mut();
                    best.into_iter()
                        .flatten()
                        .for_each(|best| best["move"] = serde_json::Value::Null);
                }
                answer
            };
            assert_eq!(sum(&name), sum(text), "{text}");
        }
        catalogue::forget(&name);
        assert!(catalogue::parse(&name).is_err());
    }
}

#[test]
fn a_list_whose_places_do_not_exist_is_refused() {
    let told: Arc<dyn Statement> = Arc::new(Told::new("told", "nim(1)"));
    let rules = StatedRules::new("told", told.clone(), told.state(None).unwrap());
    let listing = Listing::of(&*told, &rules, &Limits::default()).unwrap();
    let json = serde_json::to_string(&listing).unwrap();
    let wrong = json.replace("[null,1]", "[null,2]").replace("[\"0\",1]", "[\"0\",2]");
    assert_ne!(json, wrong);
    let wrong: Listing = serde_json::from_str(&wrong).unwrap();
    assert!(wrong.into_statement().is_err());
}

#[test]
fn moves_positions_and_sums_go_through() {
    catalogue::register("told", Arc::new(Told::new("told", "nim(3,4)")));
    let game = catalogue::parse("told").unwrap();
    assert_eq!(game.text(), "told");
    let moves = game.moves(Player::Left);
    assert_eq!(moves.len(), 7);
    let to = moves[0].to.text();
    assert_eq!(catalogue::parse(&to).unwrap().text(), to);
    assert!(to.starts_with("told(;"), "{to}");
    // The parts of a position are worth as much as the whole.
    let sum = catalogue::parse("told + nim(7)").unwrap();
    let solved = solve(&*sum, &Options::default()).unwrap();
    assert_eq!(solved.value.unwrap().to_string(), "0");
    assert_eq!(sum.sources().len(), 1);
}

#[test]
fn a_statement_that_lost_its_name_still_reads_its_games() {
    let older: Arc<dyn Statement> = Arc::new(Told::new("again", "nim(3)"));
    let name = catalogue::register("again", older.clone()).name;
    let first = catalogue::parse("again").unwrap();
    catalogue::register("again", Arc::new(Told::new("again", "nim(5)")));
    let value =
        |game: &dyn Game| solve(game, &Options::default()).unwrap().value.unwrap().to_string();
    let second = catalogue::parse("again").unwrap();
    assert_eq!((value(&*first), value(&*second)), ("*3".into(), "*5".into()));
    let read = |text| catalogue::parse_by(text, &[(name, older.clone())]);
    assert_eq!(value(&*read("again").unwrap()), "*3");
    assert_eq!(value(&*read("again + nim(3)").unwrap()), "0");
    assert!(read("agian").is_err() && read("again +").is_err());
    // Positions of a sum are known by their texts.
    let clash = catalogue::add(vec![(first, false), (second, false)]).err().unwrap();
    assert_eq!(clash.0, "again has other rules in another term");
}

#[test]
fn a_fault_ends_the_work_and_says_where() {
    let told = Told { patience: 1_000, ..Told::new("faulty", "tic-tac-toe") };
    catalogue::register("faulty", Arc::new(told));
    let game = catalogue::parse("faulty").unwrap();
    let Err(Failure::Stopped(Stopped::Rules(fault))) = solve(&*game, &Options::default()) else {
        panic!("the rules have failed")
    };
    assert_eq!(fault.message, "nothing more is said");
    assert!(fault.position.unwrap().starts_with("tic-tac-toe("));
    assert!(game.failure().is_some());
}
