//! The best moves in a sum, as games: not where play is hot, but what nothing beats.

use super::testing::*;

/// From the definition: all moves of the sum, compared as whole games.
#[test]
fn best_moves_are_those_that_no_other_beats_in_the_whole_sum() {
    let mut t = Theory::new();
    let (mut beaten, mut winning) = (0, 0);
    for _ in 0..400 {
        let terms: Vec<Form> = (0..1 + t.below(3)).map(|_| t.game(3)).collect();
        for player in Player::BOTH {
            let mut after = Vec::new();
            for (term, &form) in terms.iter().enumerate() {
                for option in t.forms.options(form, player).unwrap() {
                    let mut moved = terms.clone();
                    moved[term] = option;
                    after.push((term, option, t.forms.sum_all(moved).unwrap()));
                }
            }
            let better = |t: &mut Theory, a: Form, b: Form| match player {
                Player::Left => a != b && t.forms.at_most(b, a).unwrap(),
                Player::Right => a != b && t.forms.at_most(a, b).unwrap(),
            };
            let mut expected = Vec::new();
            for &(term, option, moved) in &after {
                if after.iter().any(|&(_, _, other)| better(&mut t, other, moved)) {
                    beaten += 1;
                    continue;
                }
                let wins = moved == Form::ZERO || better(&mut t, moved, Form::ZERO);
                winning += usize::from(wins);
                expected.push(BestMove { term, option, wins });
            }
            assert_eq!(t.forms.best_moves(&terms, player).unwrap(), expected);
        }
    }
    assert!(beaten > 100 && winning > 100, "{beaten} {winning}");
}
