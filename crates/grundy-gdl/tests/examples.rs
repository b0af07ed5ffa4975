//! The games that come with grundy.

mod common;

use common::{compare, example, examples, look};
use grundy::stated::Statement;
use grundy::{End, Player, Text};

#[test]
fn every_example_is_what_the_definition_of_the_language_says() {
    for (file, text) in examples() {
        let game = grundy_gdl::load(&file, &text).unwrap();
        let compared = compare(&game, &text, 400, <[_]>::to_vec);
        assert!(compared >= 36, "{file}: {compared}");
    }
}

#[test]
fn tic_tac_toe_has_5478_positions_and_16167_moves_and_is_drawn() {
    let solved = common::textbook::solve(&*example("tic-tac-toe").stated(), 10_000).unwrap();
    assert_eq!((solved.positions.len(), solved.moves), (5478, 16167));
    let ends = |wanted| solved.end.iter().filter(|&&end| end == Some(wanted)).count();
    assert_eq!(ends(End::Won(Player::Left)), 626);
    assert_eq!(ends(End::Won(Player::Right)), 316);
    assert_eq!(ends(End::Tie), 16);
    assert_eq!(solved.start(), None);
}

#[test]
fn nim_is_won_as_bouton_says() {
    let game = example("nim").stated();
    let solved = common::textbook::solve(&*game, 1000).unwrap();
    for (i, position) in solved.positions.iter().enumerate() {
        let text = game.print(position);
        let heap = |name: &str| -> u32 {
            text.split(&format!("(heap {name} ")).nth(1).unwrap()[..1].parse().unwrap()
        };
        let sum = heap("a") ^ heap("b") ^ heap("c");
        let turn = if text.contains("(turn first)") { Player::Left } else { Player::Right };
        let over = solved.end[i].is_some();
        assert!(over || solved.turn[i] == turn, "{text}");
        let expected = if sum == 0 { turn.opponent() } else { turn };
        assert_eq!(solved.winner[i].map(|(winner, _)| winner), Some(expected), "{text}");
    }
}

#[test]
fn the_hunter_catches_the_hare_from_the_hub() {
    let game = example("hunt").stated();
    let solved = common::textbook::solve(&*game, 1000).unwrap();
    assert_eq!(solved.start(), Some((Player::Left, 2)));
    // On the rim the hare keeps away as long as the hunter does.
    let moves: usize = solved.positions.iter().map(|p| look(&*game, p).unwrap().1.len()).sum();
    assert_eq!(moves, solved.moves);
    let again = solved.positions.iter().enumerate().any(|(i, position)| {
        let (_, options) = look(&*game, position).unwrap();
        options.iter().any(|option| solved.number[option] < i)
    });
    assert!(again, "play comes back to positions");
}

#[test]
fn hex_is_won_by_the_first_player_and_never_tied() {
    let solved = common::textbook::solve(&*example("hex").stated(), 100_000).unwrap();
    assert_eq!(solved.start().map(|(winner, _)| winner), Some(Player::Left));
    assert!(!solved.end.contains(&Some(End::Tie)));
}

#[test]
fn coins_are_taken_as_minimax_says() {
    fn best(coins: &[i32]) -> i32 {
        match coins {
            [] => 0,
            [first, middle @ ..] => {
                let (last, others) = coins.split_last().unwrap();
                (first - best(middle)).max(last - best(others))
            }
        }
    }
    let expected = best(&[10, 25, 5, 15, 25, 20]).signum();
    let solved = common::textbook::solve(&*example("coins").stated(), 1000).unwrap();
    let winner = solved.start().map(|(winner, _)| winner);
    assert_eq!(winner, [Some(Player::Right), None, Some(Player::Left)][(expected + 1) as usize]);
}

#[test]
fn who_closes_a_box_moves_again() {
    /// By how many boxes the player to move comes out ahead.
    fn best(drawn: u32) -> i32 {
        // The sides t1, t2, b1, b2, u1, u2, u3 are bits.
        const BOXES: [u32; 2] = [0b011_0101, 0b110_1010];
        let closed = |drawn: u32| BOXES.iter().filter(|&&b| drawn & b == b).count() as i32;
        let sides = (0..7).filter(|side| drawn >> side & 1 == 0);
        let after = sides.map(|side| {
            let next = drawn | 1 << side;
            match closed(next) - closed(drawn) {
                0 => -best(next),
                gained => gained + best(next),
            }
        });
        after.max().unwrap_or(0)
    }
    let game = example("boxes").stated();
    let solved = common::textbook::solve(&*game, 1000).unwrap();
    let winner = solved.start().map(|(winner, _)| winner);
    assert_eq!(
        winner,
        [Some(Player::Right), None, Some(Player::Left)][(best(0).signum() + 1) as usize]
    );
    let again = solved.positions.iter().enumerate().any(|(i, position)| {
        let (_, options) = look(&*game, position).unwrap();
        options.iter().any(|option| solved.turn[solved.number[option]] == solved.turn[i])
    });
    assert!(again);
}

#[test]
fn three_in_a_row_that_fall_are_won_by_the_first_player() {
    let solved = common::textbook::solve(&*example("drop-three").stated(), 10_000).unwrap();
    assert_eq!(solved.positions.len(), 7157);
    assert_eq!(solved.start().map(|(winner, _)| winner), Some(Player::Left));
}

#[test]
fn positions_are_drawn_as_boards() {
    let game = example("tic-tac-toe").stated();
    let text = Text::new("(cell 1 1 x) (CELL 2 2 o) (cell 3 3 Empty) (control noughts)");
    let position = game.read(text).unwrap();
    let lines = ["  1 2 3", "1 x", "2   o", "3     .", "(control noughts)"];
    assert_eq!(game.draw(&position).unwrap(), lines.join("\n"));
}

#[test]
fn a_position_that_cannot_be_read_is_pointed_at() {
    let game = example("tic-tac-toe").stated();
    for (text, message) in [
        ("", "expected facts such as (cell 1 1 empty) at byte 0"),
        (
            "(cell 1 1 x",
            "expected facts such as (cell 1 1 empty) at byte 0 (this parenthesis is never closed)",
        ),
        (
            "(cell 1 1 x) (cell 4 1 x)",
            "expected facts such as (cell 1 1 empty) at byte 13 (this is never true in the game)",
        ),
        (
            "(cell 1 1 \u{e9})",
            "expected facts such as (cell 1 1 empty) at byte 10 (a name cannot contain 'é')",
        ),
    ] {
        assert_eq!(game.read(Text::new(text)).unwrap_err().to_string(), message);
    }
    let nothing = game.read(Text::new("()")).unwrap();
    assert_eq!(game.print(&nothing), "()");
}

#[test]
fn a_game_has_no_parameters_but_one() {
    let game = example("nim");
    assert!(game.state(None).is_ok());
    assert!(game.state(Some(Text::new(" "))).is_ok());
    let error = game.state(Some(Text::new("3,4"))).err().unwrap().to_string();
    assert!(error.starts_with("expected nothing, or `higher` at byte 0"), "{error}");
}

#[test]
fn many_positions_at_once_are_as_each_alone() {
    let game = example("drop-three").stated();
    let solved = common::textbook::solve(&*game, 10_000).unwrap();
    for (i, position) in solved.positions.iter().enumerate().step_by(37) {
        let (end, options) = look(&*game, position).unwrap();
        assert_eq!(end, solved.end[i]);
        assert!(options.iter().all(|option| solved.number.contains_key(option)));
    }
}

#[test]
fn several_threads_may_ask() {
    let game = example("hex").stated();
    let solve = || common::textbook::solve(&*game, 100_000).unwrap().moves;
    let moves = solve();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(solve)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), moves);
        }
    });
}
