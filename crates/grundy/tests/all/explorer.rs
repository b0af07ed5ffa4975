//! Which options a value needs, against the definitions: by play of differences, without values.

use std::collections::HashMap;

use grundy::answer::{Needless, explore_options};
use grundy::value::Forms;
use grundy::{Game, Limits, Player, catalogue};

/// Who wins by definition: a player without a move loses.
#[derive(Default)]
struct ByDefinition(HashMap<(String, Player), bool>);

impl ByDefinition {
    fn wins(&mut self, game: &dyn Game, mover: Player) -> bool {
        let key = (game.text(), mover);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let moves = game.moves(mover);
        let wins = moves.iter().any(|step| !self.wins(&*step.to, mover.opponent()));
        self.0.insert(key, wins);
        wins
    }

    /// Whether `a` is at least as good as `b` for a player: Right, to move in the difference
    /// in which Left has the better one, loses.
    fn at_least(&mut self, player: Player, a: &str, b: &str) -> bool {
        let (high, low) = if player == Player::Left { (a, b) } else { (b, a) };
        let difference = catalogue::parse(&format!("{high} - {low}")).unwrap();
        !self.wins(&*difference, Player::Right)
    }
}

/// Checks every option of a position; says how many are needed, dominated and reversible.
fn checked(text: &str) -> [usize; 3] {
    let game = catalogue::parse(text).unwrap();
    let limits = Limits::default();
    let mut forms = Forms::new(limits);
    let found = explore_options(&*game, 100, &mut forms, &limits).unwrap().unwrap();
    let mut play = ByDefinition::default();
    let mut counts = [0; 3];
    for player in [Player::Left, Player::Right] {
        let options = &found.options[player];
        assert_eq!(options.len(), game.moves(player).len(), "{text}");
        for (number, option) in options.iter().enumerate() {
            let here = option.to.text();
            let answers = option.to.moves(player.opponent());
            match &option.needless {
                Some(Needless::Dominated { by, equal }) => {
                    let by = options[*by].to.text();
                    assert!(play.at_least(player, &by, &here), "{by} against {here}");
                    assert_eq!(play.at_least(player, &here, &by), *equal, "{by} against {here}");
                    counts[1] += 1;
                }
                Some(Needless::Reversible { through, .. }) => {
                    assert!(answers.iter().any(|step| step.to.text() == *through), "{here}");
                    assert!(play.at_least(player, text, through), "{through} in {text}");
                    counts[2] += 1;
                }
                None => {
                    for (other, better) in options.iter().enumerate() {
                        let better = better.to.text();
                        let dominates = play.at_least(player, &better, &here)
                            && (other < number || !play.at_least(player, &here, &better));
                        assert!(other == number || !dominates, "{better} against {here}");
                    }
                    for step in answers {
                        let reverses = play.at_least(player, text, &step.to.text());
                        assert!(!reverses, "{} in {text}", step.to.text());
                    }
                    counts[0] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn options_that_a_value_does_not_need_are_told_with_reasons() {
    let mut all = [0; 3];
    for text in [
        "domineering(2x3)",
        "domineering(3x3)",
        "domineering(..|.#|..)",
        "clobber(xox|oxo)",
        "clobber(xxoox)",
        "hackenbush(B[R,BB], RB)",
        "toads-and-frogs(TT.FF)",
        "nim(3,2)",
        "kayles(5)",
    ] {
        all = [0, 1, 2].map(|kind| all[kind] + checked(text)[kind]);
    }
    assert!(all.iter().all(|&count| count > 4), "{all:?}");
}

#[test]
fn positions_without_values_are_not_explored() {
    let limits = Limits::default();
    for text in ["tic-tac-toe", "dodgem(3)", "nim(1000)"] {
        let game = catalogue::parse(text).unwrap();
        let found = explore_options(&*game, 100, &mut Forms::new(limits), &limits).unwrap();
        assert!(found.is_none(), "{text}");
    }
}
