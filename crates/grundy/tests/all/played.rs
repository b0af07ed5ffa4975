//! What the calculator says of games as they are written: misère play against
//! the definition, and boards.

use grundy::game::Game;
use grundy::language::{Session, Value};
use grundy::value::Form;
use grundy::{Limits, Player, catalogue};

/// Whether the player to move wins under misère play, by the definition: who
/// cannot move has won.
fn wins(game: &dyn Game, mover: Player) -> bool {
    let options = game.options(mover);
    options.is_empty() || options.iter().any(|option| !wins(&**option, mover.opponent()))
}

/// The same for a canonical form.
fn form_wins(session: &mut Session<'_>, form: Form, mover: Player) -> bool {
    let options = session.forms().options(form, mover).unwrap();
    options.is_empty()
        || options.iter().any(|&option| !form_wins(session, option, mover.opponent()))
}

fn word(left: bool, right: bool) -> &'static str {
    match (left, right) {
        (true, true) => "N",
        (false, false) => "P",
        (true, false) => "L",
        (false, true) => "R",
    }
}

#[test]
fn misere_outcomes_of_positions_are_those_of_the_definition() {
    let mut session = Session::new(Limits::default());
    let games = [
        "clobber(xo)",
        "clobber(xxo|o.x)",
        "clobber(xo|ox) + clobber(xo)",
        "domineering(3x2) - domineering(2x2)",
        "domineering(4x2)",
        "toads-and-frogs(TT.FF) + nim(2)",
        "nim(1,1) + nim(1)",
        "nim(2,2)",
        "kayles(5) + kayles(2)",
        "-toppling-dominoes(BBR) + toppling-dominoes(BR)",
        "snort(2x2)",
        "toppling-dominoes(R)",
    ];
    let mut classes = std::collections::BTreeSet::new();
    for text in games {
        let game = catalogue::parse(text).unwrap();
        let expected = word(wins(&*game, Player::Left), wins(&*game, Player::Right));
        assert_eq!(session.print(&format!("misere_outcome({text})")).unwrap(), expected, "{text}");
        // By way of a variable, too.
        session.run(&format!("g := {text}")).unwrap();
        assert_eq!(session.print("g.misere_outcome").unwrap(), expected, "{text}");
        classes.insert(expected);
    }
    assert_eq!(classes.len(), 4, "a test of {classes:?} alone says little");
}

#[test]
fn values_are_played_as_their_canonical_forms() {
    let mut session = Session::new(Limits::default());
    for text in ["0", "*", "*2", "1", "-3/4", "^", "v*", "+-1", "{2|-1}", "{1||0|-2}", "tiny(1)"] {
        let value = session.run(text).unwrap();
        let form = session.canonical(&value).unwrap().unwrap();
        let [left, right] = Player::BOTH.map(|player| form_wins(&mut session, form, player));
        let said = session.print(&format!("misere_outcome({text})")).unwrap();
        assert_eq!(said, word(left, right), "{text}");
    }
    // A position and a value: {0 | 0} and the form of clobber(xo) are the same game.
    for form in ["*", "^", "+-1"] {
        let sum = session.print(&format!("misere_outcome(clobber(xo) + {form})")).unwrap();
        let values = session.print(&format!("misere_outcome(nim(1) + {form})")).unwrap();
        assert_eq!(sum, values, "{form}");
    }
}

#[test]
fn what_cannot_be_played_is_an_error_with_its_place() {
    let mut session = Session::new(Limits { positions: 1000, ..Limits::default() });
    let mut error = |text: &str| session.run(text).unwrap_err();
    assert!(error("misere_outcome(domineering(6x6))").to_string().contains("1000 positions"));
    assert_eq!(error("misere_outcome(thermograph(1))").at(), Some(15));
    assert_eq!(error("1 + board(1 > 0)").at(), Some(12));
}

#[test]
fn boards_need_no_value() {
    let mut session = Session::new(Limits { positions: 1000, ..Limits::default() });
    // Its value would need more positions.
    let Value::Board(board) = session.run("board(domineering(8x8))").unwrap() else { panic!() };
    assert_eq!(board.drawing().lines().count(), 9);
    let Value::Board(sum) = session.run("board(clobber(xo) + *2 - clobber(xxo))").unwrap() else {
        panic!()
    };
    assert_eq!(sum.text(), "clobber(xo) - clobber(xxo) + nim(2)");
    let picture = grundy::format::board::svg(&*sum);
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let discs = picture.descendants().filter(|node| node.has_tag_name("circle")).count();
    assert_eq!(discs, 7, "two stones, three of the negative, and two tokens");
}

#[test]
fn lists_are_tables() {
    let mut session = Session::new(Limits::default());
    let text = "[[n, board(domineering(n x 2)), mean(domineering(n x 2))] for n in 1..3]";
    let Value::List(list) = session.run(text).unwrap() else { panic!() };
    let rows = list.rows();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.len() == 4 && matches!(row[2], Value::Board(_))));
    let Value::List(ragged) = session.run("[[1, 2], [3]]").unwrap() else { panic!() };
    assert!(ragged.rows().iter().all(|row| row.len() == 1));
}

#[test]
fn a_position_of_a_sum_is_found_however_its_components_are_put_together() {
    let parse = |text| grundy::catalogue::parse(text).unwrap();
    let play = parse("nim(2) + kayles(4)").explore(&Limits::default()).unwrap();
    let (node, _) = play.find(&*parse("nim(2) + kayles(1,1)"), Player::Right).unwrap();
    assert_eq!(play.text(node, false), "nim(2) + kayles(1) + kayles(1)");
    assert!(play.find(&*parse("nim(3)"), Player::Left).is_none());
}
