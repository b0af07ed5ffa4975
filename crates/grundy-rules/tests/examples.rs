//! Every file of `examples/rules` against the built-in ruleset or a published answer.

mod oracle;

use grundy::stated::{Stated, Statement};
use grundy::{Player, Text, Verdict};

fn file(name: &str) -> grundy_rules::File {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    grundy_rules::load(&format!("{name}.star"), &text).unwrap_or_else(|fault| panic!("{fault}"))
}

fn game(name: &str, parameters: &str) -> Box<dyn Stated> {
    let parameters = Some(parameters).filter(|text| !text.is_empty()).map(Text::new);
    file(name).state(parameters).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn tic_tac_toe_has_5478_positions_and_is_a_tie_after_nine_moves() {
    let game = game("tic-tac-toe", "");
    assert_eq!(oracle::verdict(&*game, Player::Left), (Verdict::Draw(Some(9)), 5478));
}
