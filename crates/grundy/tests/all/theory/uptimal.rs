//! Uptimals: sums of a number, powers of up, and a nimber.

use super::testing::*;

fn expansion(number: &str, coefficients: &[i64], nimber: u32, t: &mut Theory) -> Uptimal {
    let number = t.form(number);
    let number = t.forms.as_number(number).unwrap().clone();
    Uptimal { number, coefficients: coefficients.to_vec(), nimber }
}

/// From CGSuite; the first of the powers are those of Siegel, section II.4.
#[test]
fn expansions_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, number, coefficients, nimber) in [
        ("-1/2", "-1/2", &[][..], 0),
        ("*8", "0", &[], 8),
        ("6^*", "6", &[1], 1),
        ("73/16v9*8", "73/16", &[-9], 8),
        ("{0||0|v*}", "0", &[1, 2], 1),
        ("{0|v*}", "0", &[0, 1], 0),
        ("{^|*}", "0", &[1, 1], 0),
        ("{0|*||*|||*||||*}", "0", &[1, 1, 1, 1], 0),
        (
            "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|\
             {0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
            "0",
            &[0, 2, 0, 2],
            0,
        ),
        (
            "{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,\
             {*4,v*5|vv*4}},{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,\
             {*4,v*5|vv*4}||||vv*4}}",
            "0",
            &[0, 2, 0, 2],
            4,
        ),
    ] {
        let form = t.form(g);
        let expected = expansion(number, coefficients, nimber, &mut t);
        assert_eq!(t.forms.uptimal_expansion(form), Ok(Some(expected)), "{g}");
    }
    let printed = expansion("1/2", &[-2, 0, 1, -3], 3, &mut t).to_string();
    assert_eq!(printed, "1/2vv*3 + ^<3> - 3*^<4>");
    assert_eq!(expansion("0", &[0, -1], 0, &mut t).to_string(), "-^<2>");
    assert_eq!(Uptimal::default().to_string(), "0");
    for g in ["{0||0|v3}", "{^3|vv}", "Tiny(3/2)", "{1|^^||^}", "+-1", "{3||2*|1*}"] {
        let form = t.form(g);
        assert_eq!(t.forms.uptimal_expansion(form), Ok(None), "{g}");
    }
}

#[test]
fn every_sum_of_powers_of_up_has_its_expansion() {
    let mut t = Theory::new();
    for _ in 0..2_500 {
        let length = t.below(4);
        let mut coefficients: Vec<i64> = (0..length).map(|_| t.below(6) as i64 - 2).collect();
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        let number = Dyadic::new(t.below(9) as i64 - 4, 2);
        let expected = Uptimal { number, coefficients, nimber: t.below(5) as u32 };
        let form = t.forms.uptimal(&expected).unwrap();
        let printed = expected.to_string();
        assert_eq!(t.form(&printed), form, "{printed}");
        let found = t.forms.uptimal_expansion(form).unwrap();
        assert_eq!(found, Some(expected), "{}", t.text(form));
    }
}

#[test]
fn expansions_sum_back_to_the_game() {
    let mut t = Theory::new();
    let (mut with, mut without) = (0, 0);
    for round in 0..4_000 {
        let g = t.all_small(1 + round % 2);
        match t.forms.uptimal_expansion(g).unwrap() {
            Some(expansion) => {
                with += 1;
                assert_eq!(t.forms.uptimal(&expansion), Ok(g), "{}", t.text(g));
            }
            None => without += 1,
        }
    }
    assert!(with > 50 && without > 50, "{with} {without}");
}
