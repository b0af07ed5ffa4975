//! Reduced canonical forms: games up to infinitesimals.

use super::testing::*;

/// The first by hand: the stars do not matter between numbers. The last from CGSuite.
#[test]
fn reduced_forms_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, reduced) in [
        ("{1*|-1*}", "+-1"),
        ("^3*5", "0"),
        ("Tiny(2)", "0"),
        ("7/8v", "7/8"),
        ("{3||2*|1*}", "{3||2|1}"),
        ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "{3/2|1/2||{0|-3},{-1/2|-1||-5/2}}"),
    ] {
        let form = t.form(g);
        let found = t.forms.reduced(form).unwrap();
        let reduced = t.form(reduced);
        assert_eq!(found, reduced, "{g}: {}", t.text(found));
    }
}

#[test]
fn reduced_forms_are_close_and_the_same_for_all_that_are_close() {
    let mut t = Theory::new();
    let mut changed = 0;
    for round in 0..4_000 {
        let g = if round % 2 == 0 { t.game(3) } else { t.hot(3) };
        let reduced = t.forms.reduced(g).unwrap();
        changed += usize::from(reduced != g);
        let difference = t.forms.difference(g, reduced).unwrap();
        assert!(t.forms.is_infinitesimal(difference), "{}", t.text(g));
        assert_eq!(t.forms.reduced(reduced), Ok(reduced), "{}", t.text(g));
        let small = t.all_small(2);
        let near = t.forms.sum(g, small).unwrap();
        assert_eq!(t.forms.reduced(near), Ok(reduced), "{} {}", t.text(g), t.text(small));
        // Every follower is a number or hot.
        for follower in t.forms.followers(reduced).unwrap() {
            assert!(t.forms.is_number(follower) || !t.forms.is_numberish(follower));
        }
    }
    assert!(changed > 50);
}
