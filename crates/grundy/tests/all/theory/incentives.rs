//! What a move gains, and what can be reached: incentives, followers, lines of

use super::testing::*;
use grundy::Stopped;
use num_bigint::BigInt;

/// Left's incentives, Right's, and both; from CGSuite.
#[test]
fn incentives_are_the_published_ones() {
    let mut t = Theory::new();
    type Texts = &'static [&'static str];
    let cases: [(&str, Texts, Texts, Texts); 11] = [
        ("0", &[], &[], &[]),
        ("5", &["-1"], &[], &["-1"]),
        ("-1823437481924", &[], &["-1"], &["-1"]),
        ("25/16", &["-1/16"], &["-1/16"], &["-1/16"]),
        ("*2", &["*2", "*3"], &["*2", "*3"], &["*2", "*3"]),
        ("^", &["v"], &["^*"], &["^*"]),
        ("6^*", &["v", "v*"], &["^*"], &["^*"]),
        ("^[4]", &["v<4>"], &["^[4]*"], &["^[4]*"]),
        ("{0||0|v*}", &["{v<2>|0}"], &["^[2]*"], &["^[2]*"]),
        ("{3||2*|1*}", &["{2*|1*||0}"], &["{2*|1*||0}"], &["{2*|1*||0}"]),
        ("Tiny(3/2)", &["Miny(3/2)"], &["{3/2,{3/2|0}|0}"], &["{3/2,{3/2|0}|0}"]),
    ];
    for (g, left, right, both) in cases {
        let g = t.form(g);
        let found = [
            t.forms.incentives_of(g, Player::Left).unwrap(),
            t.forms.incentives_of(g, Player::Right).unwrap(),
            t.forms.incentives(g).unwrap(),
        ];
        for (found, expected) in found.into_iter().zip([left, right, both]) {
            let expected: Vec<Form> = expected.iter().map(|text| t.form(text)).collect();
            assert_eq!(t.texts(found), t.texts(expected), "{}", t.text(g));
        }
    }
}

/// From CGSuite; the first by hand.
#[test]
fn followers_stop_counts_and_companions_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, followers, stops, companion) in [
        ("0", 1, "1", "*"),
        ("*", 2, "2", "0"),
        ("5", 6, "1", "5"),
        ("25/16", 7, "1", "25/16"),
        ("*8", 9, "4374", "*8"),
        ("9/8*", 7, "2", "9/8*"),
        ("^", 3, "3", "^*"),
        ("v*", 3, "4", "v"),
        ("6^*", 9, "4", "6^*"),
        ("^*6", 9, "1459", "^*6"),
        ("73/16v9*8", 28, "13131", "73/16v9*8"),
        ("^[4]", 6, "9", "^[4]*"),
        ("{0|^<2>}", 5, "6", "{0|^<2>*}"),
        ("{0||0|v3}", 7, "7", "{0,*||*|v3*}"),
        ("{^3|vv}", 8, "10", "{^3*|vv*}"),
        ("Tiny(3/2)", 6, "3", "{0,*||*|-3/2}"),
        ("{1|^3||^}", 8, "9", "{1|^3*||^*}"),
        ("{3||2*|1*}", 8, "5", "{3||2*|1*}"),
        (
            "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
            17,
            "11",
            "{3/2*|1/2||{*|-3},{-1*,{-1/2|-1*}|-5/2}}",
        ),
    ] {
        let form = t.form(g);
        assert_eq!(t.forms.followers(form).unwrap().len(), followers, "{g}");
        assert_eq!(t.forms.stop_count(form).unwrap().to_string(), stops, "{g}");
        let found = t.forms.companion(form).unwrap();
        let companion = t.form(companion);
        assert_eq!(found, companion, "{g}: {}", t.text(found));
    }
    let huge = t.form("1000000000000000000");
    assert_eq!(t.forms.stop_count(huge), Ok(1.into()));
    assert_eq!(t.forms.companion(huge), Ok(huge));
}

#[test]
fn stop_counts_and_companions_of_compact_values_are_those_of_their_options() {
    let mut t = Theory::new();
    for ups in -4..=4 {
        for nimber in 0..6 {
            let g = t.forms.compact(Compact { ups, nimber, ..Compact::default() }).unwrap();
            if g == Form::ZERO {
                continue;
            }
            let options = Player::BOTH.map(|player| t.forms.options(g, player).unwrap());
            let mut sum = BigInt::from(0);
            for &option in options.iter().flatten() {
                sum += t.forms.stop_count(option).unwrap();
            }
            assert_eq!(t.forms.stop_count(g), Ok(sum));
            let [mut left, mut right] = options.map(|options| -> List {
                options.iter().map(|&option| t.forms.companion(option).unwrap()).collect()
            });
            if t.forms.at_most(Form::ZERO, g).unwrap() {
                left.push(Form::ZERO);
            }
            if t.forms.at_most(g, Form::ZERO).unwrap() {
                right.push(Form::ZERO);
            }
            let expected = t.forms.canonical(left, right);
            assert_eq!(t.forms.companion(g), expected, "{}", t.text(g));
        }
    }
}

#[test]
fn endless_followers_stop_at_the_limit() {
    let mut t = Theory::new();
    let huge = t.form("1000000000000000000");
    t.forms.set_limits(Limits { memory: 1 << 20, ..Limits::default() });
    assert!(matches!(t.forms.followers(huge), Err(Stopped::Memory { .. })));
}
