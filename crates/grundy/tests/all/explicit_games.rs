//! Explicit games: what files say, and what is said of files that are wrong.

use std::fs;
use std::path::PathBuf;

use grundy::catalogue::parse;
use grundy::rulesets::explicit::Explicit;
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, Limits, Notation, Player, Ruleset, Verdict};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/graphs")
}

/// The file of a sample, quoted as a game needs it.
fn sample(name: &str) -> String {
    format!("{:?}", folder().join(name).to_str().unwrap())
}

fn starts(game: &str, convention: Convention) -> Vec<(Player, Verdict)> {
    let play = parse(game).unwrap().explore(&Limits::default()).unwrap();
    let outcomes = retrograde(&play.arena, convention, &Limits::default()).unwrap();
    let start = |player| Some((player, outcomes.verdict(play.starts[player]?.node)));
    Player::BOTH.into_iter().filter_map(start).collect()
}

#[test]
fn every_wrong_file_is_refused_at_its_place() {
    let bad = folder().join("bad");
    let table = fs::read_to_string(bad.join("expected.txt")).unwrap();
    let expected: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    for line in &expected {
        let name = line.split(':').next().unwrap();
        let contents = fs::read(bad.join(name)).unwrap();
        let error = Explicit::read_file(name, &contents).err();
        assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(*line));
        // The same through the catalogue, which names the file as the user did.
        let path = bad.join(name);
        let game = format!("graph({:?})", path.to_str().unwrap());
        let error = parse(&game).err().unwrap();
        assert_eq!(error.at, 6);
        let place = error.place.as_ref().unwrap();
        assert_eq!(place.file, path.to_str().unwrap());
        assert!(error.to_string().ends_with(line), "{error}");
    }
    let files = fs::read_dir(&bad).unwrap().count();
    assert_eq!(files, expected.len() + 1, "a file without an expected message");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = parse("graph(no-such-file.txt; a)").err().unwrap().to_string();
    assert!(error.starts_with("expected a file that can be read at byte 6"), "{error}");
    assert!(error.contains("no-such-file.txt"), "{error}");
    let error = parse("graph(.)").err().unwrap().to_string();
    assert!(error.contains("directory"), "{error}");
    assert!(parse("graph").is_err());
    assert!(parse("graph()").is_err());
    assert!(parse("graph(\"\")").is_err());
    assert!(parse("graph(\"a\" b)").is_err());
}

#[test]
fn a_position_that_the_file_does_not_have_is_named() {
    let file = sample("partizan.txt");
    let error = parse(&format!("graph({file}; towr)")).err().unwrap();
    assert_eq!(error.at, format!("graph({file}; ").len());
    assert!(error.to_string().ends_with("(did you mean tower?)"), "{error}");
    assert!(error.place.is_none());
}

#[test]
fn printing_and_reading_are_inverses_for_every_position_of_every_sample() {
    let mut files = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        files += 1;
        let game = parse(&format!("graph({:?})", path.to_str().unwrap())).unwrap();
        let play = game.explore(&Limits::default()).unwrap();
        assert!(play.arena.len() > 1);
        for node in play.arena.nodes() {
            let text = play.text(node, false);
            let again = parse(&text).unwrap();
            assert_eq!(again.text(), text);
            assert_eq!(again.drawing(), play.drawing(node, false));
        }
    }
    assert!(files >= 8);
}

#[test]
fn both_formats_say_the_same() {
    let lines = "start a\na > b c\nb L> c\nc R> a d\nleft wins d e\nright wins e\n\
                 tie f\nc R> e\nb L> f\nturn right b\n";
    let json = r#"{"turn": {"b": "right"}, "left_ends": ["d", "e"], "right_ends": ["e"],
                   "ties": ["f"], "moves": {"a": ["b", "c"]},
                   "left": {"b": ["c", "f"]}, "right": {"c": ["a", "d", "e"]}, "start": "a"}"#;
    let (lines, json) = (
        Explicit::read_file("x", lines.as_bytes()).unwrap(),
        Explicit::read_file("x", format!("\u{feff}{json}").as_bytes()).unwrap(),
    );
    assert_eq!((lines.positions(), lines.moves()), (6, 2 + 2 + 2 + 3));
    assert_eq!((json.positions(), json.moves()), (lines.positions(), lines.moves()));
    assert_eq!((lines.impartial(), json.impartial()), (false, false));
    for name in ["a", "b", "c", "d", "e", "f"] {
        let read = |game: &Explicit| game.read(grundy::Text::new(name)).unwrap();
        let (one, other) = (read(&lines), read(&json));
        assert_eq!(lines.draw(&one), json.draw(&other));
        assert_eq!(lines.turn(&one), json.turn(&other));
        for player in Player::BOTH {
            assert_eq!(lines.end(&one, player), json.end(&other, player));
        }
    }
}

#[test]
fn a_game_is_impartial_when_both_players_have_the_same_moves_and_ends() {
    let impartial =
        |contents: &str| Explicit::read_file("x", contents.as_bytes()).unwrap().impartial();
    assert!(impartial("a > b"));
    assert!(impartial("a L> b c\na R> c\na R> b"));
    assert!(impartial("a > b\nleft wins b\nright wins b"));
    assert!(impartial("a > b\ntie b"));
    assert!(!impartial("a L> b"));
    assert!(!impartial("a > b\na R> c"));
    assert!(!impartial("a > b\nleft wins b"));
    assert!(!impartial("a > b\nturn left a"));
}

#[test]
fn ends_ties_and_turns_decide_as_the_file_says() {
    use Convention::{Misere, Normal};
    use Player::{Left, Right};
    use Verdict::{Draw, Loss, Win};
    // Worked by hand. From b one can leave the ring, and the opponent of who
    // leaves cannot move.
    let ring = format!("graph({})", sample("loop.txt"));
    assert_eq!(starts(&ring, Normal)[0].1, Loss(2));
    // Under the misère convention to leave is to lose, so that nobody does.
    assert_eq!(starts(&ring, Misere)[0].1, Draw(None));

    // Left takes the house in two moves of her own unless Right calls her back.
    let walk = format!("graph({})", sample("partizan.txt"));
    assert_eq!(starts(&walk, Normal), [(Left, Draw(None)), (Right, Draw(None))]);
    let garden = format!("graph({}; garden)", sample("partizan.txt"));
    assert_eq!(starts(&garden, Normal)[0], (Left, Win(1)));

    // Left starting can only tie: m gives Right the choice of the tie t.
    let ties = format!("graph({})", sample("ties.json"));
    assert_eq!(starts(&ties, Normal), [(Left, Draw(Some(1))), (Right, Win(1))]);

    // The flag is reached by taking one or two steps of four: the remainder by
    // three decides, under either convention.
    let race = format!("graph({})", sample("race.txt"));
    let other = format!("graph({}; three)", sample("race.txt"));
    for convention in [Normal, Misere] {
        assert_eq!(starts(&race, convention)[0].1, Win(3));
        assert_eq!(starts(&other, convention)[0].1, Loss(2));
    }

    // Left moves a, b, d, e: then it is Right who has no move.
    let again = format!("graph({})", sample("again.txt"));
    assert_eq!(starts(&again, Normal)[0], (Left, Win(3)));
}

#[test]
fn explicit_games_without_ends_can_be_added() {
    let text = r#"graph({"moves": {"a + (b": ["c"]}}) + *"#;
    let game = parse(text).unwrap();
    let play = game.explore(&Limits::default()).unwrap();
    let outcomes = retrograde(&play.arena, Convention::Normal, &Limits::default()).unwrap();
    assert!(matches!(outcomes.verdict(0), Verdict::Loss(2)));
    let ends = r#"graph({"moves": {"a": ["c"]}, "ties": ["c"]}) + *"#;
    assert!(parse(ends).is_err());
}

#[test]
fn positions_and_moves_are_counted_once() {
    let game = Explicit::read_file("x", b"a > b b, c\na > c b\nb L> c\nb > c\n").unwrap();
    // Left's and Right's moves from b are equal, so that one table serves both.
    assert_eq!((game.positions(), game.moves()), (3, 3));
}

#[test]
fn no_damaged_file_makes_the_reader_panic() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let contents = fs::read(&path).unwrap();
        for at in 0..contents.len() {
            let _ = Explicit::read_file("x", &contents[..at]);
            for byte in *b"\"\\{}[],>#\n a1\x00\xc3" {
                let mut changed = contents.clone();
                changed[at] = byte;
                let _ = Explicit::read_file("x", &changed);
                changed.insert(at, byte);
                let _ = Explicit::read_file("x", &changed);
            }
        }
    }
}
