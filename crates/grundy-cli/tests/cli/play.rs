//! `play`, driven through a pipe.

use crate::run::grundy_reading;

fn played(args: &[&str], input: &str) -> String {
    let ran = grundy_reading(&[&["play"], args].concat(), input);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{args:?}");
    assert!(!ran.stdout.contains('\x1b'), "no colours in a pipe");
    ran.stdout
}

#[test]
fn a_whole_game_is_lost_against_the_perfect_player() {
    // Lost for the player who starts: whatever is played, the answer wins.
    let text = played(&["nim(1,2,3)"], "0,2,3\n0,0,2\n0,0,0\nquit\n");
    assert!(text.contains("Right (the perfect player) plays 0,2,2"), "{text}");
    let text = played(&["nim(1,1)"], "0,1\nquit\n");
    assert!(text.contains("Right (the perfect player) plays 0,0"), "{text}");
    assert!(text.contains("Right has won: the perfect player."), "{text}");
}

#[test]
fn a_whole_game_is_won_by_playing_well() {
    let text = played(&["nim(1,2)"], "1,1\n");
    assert!(text.contains("2 moves: ") || text.contains("3 moves: "), "{text}");
    let reply = if text.contains("plays 0,1") { "0,0" } else { "0, 0" };
    let text = played(&["nim(1,2)"], &format!("1,1\n{reply}\nquit\n"));
    assert!(text.contains("Left has won: you have beaten the perfect player."), "{text}");
}

#[test]
fn hints_lead_to_a_win() {
    let text = played(&["nim(3,4,5)"], "hint\nmoves\nquit\n");
    assert!(text.contains("1,4,5: wins, the end is 10 moves away"), "{text}");
    assert!(text.contains("0,4,5") && text.contains("loses"), "{text}");
}

#[test]
fn moves_can_be_taken_back() {
    let text = played(&["nim(1,2)"], "0,2\nundo\n1,1\n0,0\nundo\nquit\n");
    assert!(text.contains("Left to move>"), "{text}");
    let text = played(&["nim(1,2)"], "undo\nquit\n");
    assert!(text.contains("this is where the game began"), "{text}");
}

#[test]
fn sides_can_be_changed() {
    // After the swap the perfect player is Left, and moves.
    let text = played(&["nim(3,4,5)"], "swap\nquit\n");
    assert!(text.contains("Left (the perfect player) plays 1,4,5"), "{text}");
    assert!(text.contains("Right to move>"), "{text}");
    // Undo after the swap goes back to a position in which the person moves.
    let text = played(&["nim(3,4,5)"], "swap\nundo\nquit\n");
    assert!(text.contains("this is where the game began"), "{text}");
}

#[test]
fn the_person_may_start_second_on_either_side() {
    let text = played(&["nim(3,4,5)", "--first", "right"], "quit\n");
    assert!(text.contains("Right (the perfect player) plays 1,4,5"), "{text}");
    let text = played(&["tic-tac-toe", "--as", "right"], "quit\n");
    assert!(text.contains("Left (the perfect player) plays"), "{text}");
    assert!(text.contains("Right to move>"), "{text}");
}

#[test]
fn the_perfect_player_draws_tic_tac_toe_against_itself() {
    let text = played(&["tic-tac-toe", "--as", "none"], "");
    assert!(text.ends_with("A tie.\n"), "{text}");
}

#[test]
fn misere_play_ends_the_other_way() {
    let text = played(&["nim(1)", "--misere"], "0\nquit\n");
    assert!(text.contains("Right has won"), "{text}");
    let text = played(&["nim(1)"], "0\nquit\n");
    assert!(text.contains("Left has won"), "{text}");
}

#[test]
fn what_is_no_move_is_said_so() {
    let text = played(&["nim(1,2)"], "5,5\n\nhelp\nboard\n99\n");
    assert!(text.contains("\"5,5\" is no move here"), "{text}");
    assert!(text.contains("\"99\" is no move here"), "{text}");
    assert!(text.contains("take back your last move"), "{text}");
}

#[test]
fn a_game_too_large_to_number_is_played_by_values() {
    let text = played(&["nim(900,800,700,600)"], "hint\nquit\n");
    assert!(text.contains("wins"), "{text}");
}

#[test]
fn a_game_too_large_to_solve_is_played_by_searching() {
    let args = ["tic-tac-toe(8,8,8)", "--think", "100ms", "--max-positions", "1000"];
    let text = played(&args, "hint\nd4\nquit\n");
    assert!(text.contains("the computer searches, and may err"), "{text}");
    assert!(text.contains("thinks it") && text.contains(" %, not proved"), "{text}");
    assert!(text.contains("Right (the strong player, searching) plays"), "{text}");
}

#[test]
fn the_board_is_drawn_before_the_game_is_looked_at() {
    let args = ["tic-tac-toe(8,8,8)", "--think", "10ms", "--max-positions", "1000"];
    for (args, row) in [(&args[..], " 8  . . . "), (&["nim(3,4,5)"], "5  ● ● ● ● ●")] {
        let text = played(args, "quit\n");
        let (board, about) = (text.find(row).unwrap(), text.find("Type a move").unwrap());
        assert!(board < about, "{text}");
        assert_eq!(text.matches(row).count(), 1, "{text}");
    }
}

/// The first move is taken while the computer still examines the game.
#[test]
fn a_person_is_asked_at_once() {
    let args = ["connect-four", "--think", "100ms", "--time", "1s"];
    let text = played(&args, "4\nquit\n");
    let examines = text.find("The computer still examines the game.").expect(&text);
    let asked = text.find("Left to move>").expect(&text);
    let decided = text.find("The game is too large to solve").expect(&text);
    assert!(examines < asked && asked < decided, "{text}");
    assert!(text.contains("Right (the strong player, searching) plays"), "{text}");
    // Nothing is waited for by a person who leaves.
    let started = std::time::Instant::now();
    played(&["connect-four", "--time", "10m"], "quit\n");
    assert!(started.elapsed().as_secs() < 60);
}
