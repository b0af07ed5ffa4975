//! Orthodox play: which term of a sum to move in, and why.

use super::testing::*;
use grundy::ByPlayer;
use std::cmp::Ordering;

#[test]
fn moves_have_their_reasons() {
    let mut t = Theory::new();
    let play = |terms: &[&str], player, latest, ambient: Option<&str>, t: &mut Theory| {
        let terms: Vec<Form> = terms.iter().map(|text| t.form(text)).collect();
        let ambient = ambient.map(|text| {
            let number = t.form(text);
            t.forms.as_number(number).unwrap().clone()
        });
        let found = t.forms.orthodox_move(&terms, player, latest, ambient.as_ref()).unwrap();
        found.map(|found| {
            let option = t.text(found.option);
            format!("{} {option} {}: {}", found.term, found.ambient, found.reason)
        })
    };
    let left = Player::Left;
    assert_eq!(
        play(&["+-1", "{5|1}", "7"], left, None, None, &mut t).unwrap(),
        "1 5 2: no other term is hotter: temperature 2"
    );
    assert_eq!(
        play(&["+-1", "{5|1}", "{9|-9}"], Player::Right, Some(2), Some("3"), &mut t).unwrap(),
        "2 -9 3: the latest move there threatens more than a move elsewhere is worth: \
         temperature 9, above the ambient temperature 3"
    );
    assert_eq!(
        play(&["3", "^", "-1/2"], left, None, None, &mut t).unwrap(),
        "1 0 0: only numbers and infinitesimals are left, and this makes sure of the last \
         move among the infinitesimals"
    );
    assert_eq!(
        play(&["3", "v", "-1/2"], left, None, None, &mut t).unwrap(),
        "1 * 0: only numbers and infinitesimals are left, and no move makes sure of the last \
         one among the infinitesimals"
    );
    // ↓ + ↑* = *, and ↓ to * leaves ↑; ↑* to 0 or * would leave ↓ or ↓*.
    assert_eq!(
        play(&["v", "^*"], left, None, None, &mut t).unwrap(),
        "0 * 0: only numbers and infinitesimals are left, and this makes sure of the last \
         move among the infinitesimals"
    );
    assert_eq!(
        play(&["3", "-3/4", "-1"], left, None, None, &mut t).unwrap(),
        "1 -1 0: only numbers are left, and the move there costs least: 1/4"
    );
    assert_eq!(play(&["-3", "0"], left, None, None, &mut t), None);
    // At 3 the sente {20|2} comes to 2, and 4 is taken; the wall tells.
    assert_eq!(
        play(&["{{20|2},4|0}", "+-3"], left, None, Some("3"), &mut t).unwrap(),
        "1 3 3: no other term is hotter: temperature 3"
    );
}

#[test]
fn among_infinitesimals_the_last_move_is_found_whenever_it_is_there() {
    let mut t = Theory::new();
    let mut found = [0; 2];
    for _ in 0..500 {
        let terms: Vec<Form> = (0..1 + t.below(3)).map(|_| t.all_small(1)).collect();
        let sum = t.forms.sum_all(terms.iter().copied()).unwrap();
        if terms.iter().all(|&term| term == Form::ZERO) {
            continue;
        }
        // Left wins by starting unless the sum is at most zero.
        let wins = !t.forms.at_most(sum, Form::ZERO).unwrap();
        let chosen = t.forms.orthodox_move(&terms, Player::Left, None, None).unwrap().unwrap();
        assert_eq!(chosen.reason == Reason::LastMove, wins, "{:?}", t.texts(terms));
        let mut next = terms.clone();
        next[chosen.term] = chosen.option;
        let next = t.forms.sum_all(next).unwrap();
        assert_eq!(t.forms.at_most(Form::ZERO, next), Ok(wins));
        found[usize::from(wins)] += 1;
    }
    assert!(found[0] > 50 && found[1] > 50, "{found:?}");
}

/// The least sum of stops that sentestrat comes to against every play of the
/// opponent, and the most for Right.
fn worst(
    terms: &[Form],
    mover: Player,
    me: Player,
    latest: Option<usize>,
    ambient: Option<&Dyadic>,
    t: &mut Theory,
) -> Dyadic {
    if terms.iter().all(|&term| t.forms.is_number(term)) {
        let numbers = terms.iter().map(|&term| t.forms.as_number(term).unwrap());
        return numbers.fold(Dyadic::ZERO, |sum, number| &sum + number);
    }
    if mover == me {
        let found = t.forms.orthodox_move(terms, me, latest, ambient).unwrap().unwrap();
        let mut next = terms.to_vec();
        next[found.term] = found.option;
        return worst(&next, me.opponent(), me, None, Some(&found.ambient), t);
    }
    let mut result: Option<Dyadic> = None;
    for (term, &form) in terms.iter().enumerate() {
        if t.forms.is_number(form) {
            continue;
        }
        for option in t.forms.options(form, mover).unwrap() {
            let mut next = terms.to_vec();
            next[term] = option;
            let score = worst(&next, me, me, Some(term), ambient, t);
            let order = if me == Player::Left { Ordering::Less } else { Ordering::Greater };
            if result.as_ref().is_none_or(|known| score.cmp(known) == order) {
                result = Some(score);
            }
        }
    }
    result.unwrap()
}

#[test]
fn sentestrat_keeps_to_the_mean_and_the_temperature() {
    let mut t = Theory::new();
    let (mut hot, mut met) = (0, ByPlayer::<usize>::default());
    for _ in 0..1_500 {
        let terms: Vec<Form> = (0..1 + t.below(3)).map(|_| t.hot(3)).collect();
        let mean = t.forms.mean_of_sum(&terms).unwrap();
        let mut temperature = Dyadic::ZERO;
        for &term in &terms {
            temperature = temperature.max(t.forms.temperature(term).unwrap());
        }
        hot += usize::from(temperature > Dyadic::ZERO);
        for me in Player::BOTH {
            let first = worst(&terms, me, me, None, None, &mut t);
            // Whoever goes second begins with the temperature of the hottest.
            let second = worst(&terms, me.opponent(), me, None, Some(&temperature), &mut t);
            let (gain, loss) = match me {
                Player::Left => (&first - &mean, &mean - &second),
                Player::Right => (&mean - &first, &second - &mean),
            };
            assert!(gain >= Dyadic::ZERO, "{me} {:?}", t.texts(terms));
            assert!(loss <= temperature, "{me} {:?}", t.texts(terms));
            met[me] += usize::from(loss == temperature && loss > Dyadic::ZERO);
        }
    }
    // The bounds are met.
    assert!(hot > 50 && met.left > 5 && met.right > 5, "{hot} {met:?}");
}
