//! Atomic weights: infinitesimals measured in ups.

use super::testing::*;

/// From Winning Ways, chapter 8, Siegel, section II.7, and CGSuite.
#[test]
fn atomic_weights_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, weight) in [
        ("0", Some("0")),
        ("*5", Some("0")),
        ("^", Some("1")),
        ("^*", Some("1")),
        ("v17*3", Some("-17")),
        ("^[4]", Some("1")),
        ("^<2>", Some("0")),
        // ↑² = ↑[2] - ↑, and {0|↑²} = ↑ + 2·↑² + *.
        ("{0|^<2>}", Some("1")),
        ("{0||0|v3}", Some("0")),
        // Options of weight 3 and -2 make a switch.
        ("{^3|vv}", Some("{1|0}")),
        ("{^3|v3}", Some("+-1")),
        // {0|↑} = ↑↑*, {0|n·↑} = (n+1)·↑* (Winning Ways, chapter 3).
        ("{0|^}", Some("2")),
        ("{0|^^^}", Some("4")),
        ("Tiny(3/2)", Some("0")),
        ("Tiny({3|1})", Some("0")),
        ("{5||3|1|||0||||0}", Some("0")),
        ("{1|^^||^}", Some("2")),
        ("{1|^3||^}", None),
        ("5", None),
        ("9/8*", None),
        ("+-1", None),
        ("{3||2*|1*}", None),
    ] {
        let form = t.form(g);
        let found = t.forms.atomic_weight(form).unwrap();
        let weight = weight.map(|text| t.form(text));
        assert_eq!(found, weight, "{g}: {:?}", found.map(|w| t.text(w)));
    }
}

#[test]
fn atomic_weights_of_all_small_games_add_and_bound_them() {
    let mut t = Theory::new();
    let (mut unusual, mut above) = (0, 0);
    let [two, minus] = ["2", "-2"].map(|text| t.form(text));
    for round in 0..3_000 {
        let moves = 1 + round % 2;
        let (g, h) = (t.all_small(moves), t.all_small(moves));
        let sum = t.forms.sum(g, h).unwrap();
        let [wg, wh, ws] = [g, h, sum].map(|x| t.forms.atomic_weight(x).unwrap().unwrap());
        assert_eq!(t.forms.sum(wg, wh), Ok(ws), "{} {}", t.text(g), t.text(h));
        unusual += usize::from(!t.forms.is_integer(wg));
        // Two ahead wins.
        if t.forms.at_most(two, ws).unwrap() {
            above += 1;
            assert!(t.forms.at_most(Form::ZERO, sum).unwrap(), "{}", t.text(sum));
        }
        if t.forms.at_most(ws, minus).unwrap() {
            assert!(t.forms.at_most(sum, Form::ZERO).unwrap(), "{}", t.text(sum));
        }
        // A game is above the remote star exactly if its weight is at least one.
        let remote = t.forms.remote_star(g).unwrap();
        let one = t.form("1");
        let is_above = t.forms.at_most(remote, g).unwrap();
        assert_eq!(is_above, t.forms.at_most(one, wg).unwrap(), "{}", t.text(g));
        assert!(t.forms.is_near_ups(g, wg, remote).unwrap(), "{}", t.text(g));
        // The test of nearness can fail.
        let wrong = t.forms.sum(wg, one).unwrap();
        assert!(!t.forms.is_near_ups(g, wrong, remote).unwrap(), "{}", t.text(g));
    }
    assert!(unusual > 10 && above > 10, "{unusual} {above}");
}
