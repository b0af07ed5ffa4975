//! Positions by the moves that lead to them, and whose turn it is.

use grundy::answer::{Options, solve};
use grundy::catalogue::{all, parse};
use grundy::format::record::{self, FORMATS, Match};
use grundy::game::{Line, Played};
use grundy::{Convention, Game, Limits, Outcome, Player, Random, language};

fn game(text: &str) -> Box<dyn Game> {
    language::game(text, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    language::game(text, &Limits::default()).expect_err(text).to_string()
}

/// A line of play of a game from its first moves on: each move, the player who made it, and the game
/// after it.
fn line(start: Box<dyn Game>, seed: u64) -> Vec<(String, Box<dyn Game>)> {
    let mut line = Vec::new();
    let (mut game, mut random) = (start, Random::new(seed));
    let mut mover = game.turn().unwrap_or(Player::Left);
    while line.len() < 8 && game.end(mover).is_none() {
        let (mut moves, _) = game.moves_up_to(mover, 40);
        if moves.is_empty() {
            break;
        }
        let option = moves.swap_remove(random.below(moves.len()));
        mover = option.to.turn().unwrap_or(mover.opponent());
        game = option.to.boxed();
        line.push((option.name, option.to));
    }
    line
}

/// What a match is read as: the position at its end, and whose turn it is.
fn at_its_end(line: &Line) -> (String, Player) {
    (line.last().position(), line.mover())
}

#[test]
fn what_is_written_in_any_format_is_read_again() {
    let mut written = vec![0; FORMATS.len()];
    for entry in all() {
        for (seed, example) in entry.examples.iter().enumerate() {
            let mut match_ = Match { line: Line::of(parse(example).unwrap()), misere: seed == 1 };
            for (number, format) in FORMATS.iter().enumerate().cycle().take(3 * FORMATS.len()) {
                if let Ok(text) = (format.write)(&match_) {
                    let text = String::from_utf8(text).unwrap();
                    let expression = match format.name {
                        // Moves alone are read behind the game from which they are played.
                        "moves" => format!("after({}, {text})", match_.line.start.text()),
                        _ => record::read(&text).unwrap().expression(),
                    };
                    let again = language::line(&expression, &Limits::default());
                    let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(at_its_end(&again), at_its_end(&match_.line), "{example}: {text}");
                    written[number] += 1;
                }
                // Each is tried with no move, with some, and with more.
                if number + 1 == FORMATS.len() {
                    let last = match_.line.last().to_move(Some(match_.line.mover()));
                    for (by, to) in moves_of(last, seed as u64 + 7) {
                        match_.line.moves.push(Played { by, to });
                    }
                }
            }
        }
    }
    let few = FORMATS.iter().zip(&written).filter(|&(_, &count)| count < 3).map(|(f, _)| f.name);
    assert_eq!(few.collect::<Vec<_>>(), [""; 0], "{written:?}");
}

/// A few moves of a line of play, with who makes them.
fn moves_of(start: Box<dyn Game>, seed: u64) -> Vec<(Player, Box<dyn Game>)> {
    let mut by = start.turn().unwrap_or(Player::Left);
    let mut moves = Vec::new();
    for (_, to) in line(start, seed).into_iter().take(3) {
        let next = to.turn().unwrap_or(by.opponent());
        moves.push((by, to));
        by = next;
    }
    moves
}

#[test]
fn moves_by_their_names_lead_where_they_lead_in_play() {
    let (mut games, mut runs_on) = (0, 0);
    for entry in all() {
        for (seed, example) in entry.examples.iter().enumerate() {
            let start = parse(example).unwrap();
            let names = line(start.boxed(), seed as u64 + 1);
            let Some((_, last)) = names.last() else { continue };
            let quoted: Vec<String> = names.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let after = game(&format!("after({example}, {})", quoted.join(" ")));
            assert_eq!(after.position(), last.position(), "{example}: {quoted:?}");
            // Whose turn it is can be read again.
            let again = parse(&after.text()).unwrap();
            assert_eq!((again.text(), again.turn()), (after.text(), after.turn()), "{example}");
            let mover = if names.len().is_multiple_of(2) { Player::Left } else { Player::Right };
            if !after.impartial() && start.turn().is_none() && last.turn().is_none() {
                assert_eq!(after.turn(), Some(mover), "{example}");
            }
            // Squares need no quotation marks, and no spaces.
            let plain = |name: &str| {
                let letters = name.chars().filter(char::is_ascii_lowercase).count();
                letters == 1 && name.len() == 2 && name.ends_with(|c: char| c.is_ascii_digit())
            };
            if names.iter().all(|(name, _)| plain(name)) {
                let joined: String = names.iter().map(|(name, _)| name.to_uppercase()).collect();
                let after = game(&format!("after({example}, {joined})"));
                assert_eq!(after.position(), last.position(), "{example}: {joined}");
                runs_on += 1;
            }
            games += 1;
        }
    }
    assert!(games > 100 && runs_on > 10, "{games} games, {runs_on} written without spaces");
}

#[test]
fn lines_of_the_literature_are_read() {
    for (line, position) in [
        // Columns from 1 on, as solvers of Connect Four write them.
        ("after(dots-and-boxes(1x1), a1-b1 b2a2)", "dots-and-boxes(1x1; -|..|-, 0-0, left)"),
        (
            "after(nine-mens-morris, d2 f4 d3 f2 d1xf2)",
            "nine-mens-morris(...|...|...|....O.|.X.|.X.|.X., 6, 7)",
        ),
        ("after(connect-four(4x3), 1123)", "connect-four(4x3; ....|O...|XXO.)"),
        ("after(connect-four(4x3), 1 1 2 3)", "connect-four(4x3; ....|O...|XXO.)"),
        ("after(connect-four(4x3), a1a2b1c1)", "connect-four(4x3; ....|O...|XXO.)"),
        ("after(tic-tac-toe, 1. b2 a1 2. c3 {a mistake} a3)", "tic-tac-toe(O.X|.X.|O..)"),
        ("after(tic-tac-toe, 1. b2 2. a1 3. c3 4. a3)", "tic-tac-toe(O.X|.X.|O..)"),
        ("after(hex(4), B2C3)", "hex(4; ....|.X..|..O.|...., left)"),
        ("after(nim(3,4,5), 2,4,5 2,4,1)", "nim(2,4,1)"),
        ("after(connect-four(4x3), \"1\" \"A2\")", "connect-four(4x3; ....|O...|X...)"),
        ("after(chess(KQK; 7k/8/5K2/8/8/8/8/6Q1 w), Qg7+)", "chess(KQK; 7k/6Q1/5K2/8/8/8/8/8 b)"),
        ("after(chess(KQK; 7k/8/5K2/8/8/8/8/6Q1 w), g1g7)", "chess(KQK; 7k/6Q1/5K2/8/8/8/8/8 b)"),
        ("after(domineering(2x2, right), a1-b1)", "domineering(..|##, left)"),
        ("after(after(hex(3), b2), a1)", "hex(3; O..|.X.|..., left)"),
        ("after(nim(1) + nim(2), nim(0))", "nim(2)"),
    ] {
        let (found, wanted) = (game(line), game(position));
        let known = [found.position(), wanted.position()];
        assert!(known[0] == known[1] || line.contains(" + "), "{line}: {known:?}");
    }
    let impartial = game("after(nim(3,4,5), 2,4,5)");
    assert_eq!((impartial.text().as_str(), impartial.turn()), ("nim(2,4,5)", None));
}

#[test]
fn what_is_no_move_is_said_with_its_place() {
    for (line, said) in [
        (
            "after(connect-four(4x3), 115)",
            "expected a move of red in ....|O...|X... at byte 27 (a3, b1, c1, d1)",
        ),
        (
            "after(tic-tac-toe, b2 b2)",
            "expected a move of O in ...|.X.|... at byte 22 (a3, b3, c3, a2, …)",
        ),
        ("after(tic-tac-toe, a1b1a2b2a3c1)", "expected no more moves: play is over at byte 29"),
        ("after(kayles(7), 52)", "expected a move in 7 at byte 17 (6, 5, 1,5, 1,4, …)"),
        ("after(nim(0), 1)", "expected a move in 0 at byte 14 (play is over)"),
        (
            "after(nim(3) 2)",
            "expected ',' and the moves at byte 13 (for example after(connect-four, 4453))",
        ),
        ("after(nim(3), 2", "expected ')' at byte 15"),
        ("after(nim(3), \"2)", "expected ')' at byte 17"),
        (
            "chess(KQK; 7k/8/5K2/8/8/8/8/6Q1 w, right)",
            "expected left at byte 35 (by the position it is Left's turn; ",
        ),
        ("domineering(2x2, left) + nim(1)", "domineering says that Left is to move"),
    ] {
        let found = error(line);
        assert!(found.contains(said), "{line}\n{found}\n{said}");
    }
    let deep = format!("{}nim(3){}", "after(".repeat(100), ", 2)".repeat(100));
    assert!(error(&deep).contains("fewer nested parentheses"));
}

#[test]
fn a_turn_that_is_said_leaves_the_outcome_class_as_it_is() {
    let answer = |text: &str, convention| {
        let options = Options { convention, ..Options::default() };
        solve(&*game(text), &options).unwrap()
    };
    for (text, outcome) in [
        ("domineering(2x2, right)", Some(Outcome::N)),
        ("domineering(2x1, right)", Some(Outcome::R)),
        ("nim(3,4, right)", Some(Outcome::N)),
        ("nim(3,3, left)", Some(Outcome::P)),
    ] {
        let found = answer(text, None);
        assert!(found.left.is_none() || found.right.is_none(), "{text}");
        assert_eq!(found.outcome, outcome, "{text}");
    }
    let misere = answer("nim(3,4, right)", Some(Convention::Misere));
    assert_ne!(misere.outcome, Some(Outcome::R));
}

#[test]
fn stones_say_whose_turn_it_is() {
    for (text, turn) in [
        ("tic-tac-toe(X..|...|...)", Some(Player::Right)),
        ("tic-tac-toe(XO.|X..|.O.)", None),
        ("tic-tac-toe(X.O|OXO|...)", Some(Player::Left)),
        ("tic-tac-toe(XX.|...|...)", None),
        ("connect-four(4x3; ....|....|X...)", Some(Player::Right)),
        ("hex(3; O..|...|...)", Some(Player::Left)),
        ("game-of-y(3; X|..|...)", Some(Player::Right)),
        ("domineering(2x2, right)", Some(Player::Right)),
        // A player may be given stones.
        ("tic-tac-toe(X..|...|..., left)", Some(Player::Left)),
        ("after(tic-tac-toe(XX.|...|..., right), a1)", Some(Player::Left)),
    ] {
        let game = game(text);
        assert_eq!(parse(&game.text()).unwrap().turn(), turn, "{text}");
        assert_eq!(game.turn(), turn, "{text}");
        assert_eq!(game.boxed().turn(), turn, "{text}");
    }
    // Where two stones were set up at once, each player has a turn after the other all the same.
    let set_up = game("tic-tac-toe(XX.|...|...)");
    for option in set_up.options(Player::Right) {
        assert_eq!(option.turn(), None, "{}", option.text());
    }
}

#[test]
fn positions_of_othello_are_read_as_test_files_write_them() {
    let game = game("othello(4; -----XO--O*----- O;)");
    assert_eq!(game.text(), "othello(4; ....|.XO.|.OX.|...., right)");
    assert_eq!(game.turn(), Some(Player::Right));
    assert_eq!(parse("othello(4; .....XO..OX.....)").unwrap().turn(), None);
    assert!(error("othello(4; -----XO--OX---- O)").contains("at byte 11"));
    assert!(error("othello(4; -----XO--OX----- -)").contains("at byte 11"));
}

#[test]
fn only_slips_are_suggested() {
    for name in ["filter", "all", "pi", "foo", "x", "q"] {
        let said = error(name);
        assert!(!said.contains("did you mean"), "{name}: {said}");
    }
    for (name, known) in [
        ("domineerng", "domineering"),
        ("kaylse", "kayles"),
        ("tick-tack-toe", "tic-tac-toe"),
        ("tempratur(nim(3))", "temperature"),
        ("hack(B)", "hackenbush"),
        ("nmi(3)", "nim"),
    ] {
        let said = error(name);
        assert!(said.contains(&format!("did you mean {known}?")), "{name}: {said}");
    }
}
