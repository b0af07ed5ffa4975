//! Kinds of games: numbers, nimbers, infinitesimals and the like.

use super::testing::*;

/// i integer, n number, k nimber, s infinitesimal, a all-small, h numberish,
/// t number-tiny, e even-tempered, o odd-tempered; and the outcome. From CGSuite.
#[test]
fn kinds_and_outcomes_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, kinds) in [
        ("0", "inksahte P"),
        ("5", "inhte L"),
        ("-1823437481924", "inhte R"),
        ("-1/2", "nhte R"),
        ("25/16", "nhte L"),
        ("*", "ksaho N"),
        ("*8", "ksah N"),
        ("9/8*", "ho L"),
        ("^", "sah L"),
        ("v*", "sah N"),
        ("6^*", "h L"),
        ("^[4]", "sah L"),
        ("{0||0|v3}", "sah L"),
        ("{^3|vv}", "sah N"),
        ("Tiny(3/2)", "sht L"),
        ("Tiny({3|1})", "sht L"),
        ("{5||3|1|||0||||0}", "sht R"),
        ("2+Miny(3/2)", "ht L"),
        ("{1|^^||^}", "sh L"),
        ("{1|^3||^}", "sh L"),
        ("{3||2*|1*}", "o L"),
        ("+-1", "o N"),
        ("{2|1||-1|-2}", "e N"),
        ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", " N"),
    ] {
        let form = t.form(g);
        let forms = &mut t.forms;
        let all = [
            ('i', forms.is_integer(form)),
            ('n', forms.is_number(form)),
            ('k', forms.is_nimber(form)),
            ('s', forms.is_infinitesimal(form)),
            ('a', forms.is_all_small(form).unwrap()),
            ('h', forms.is_numberish(form)),
            ('t', forms.is_number_tiny(form).unwrap()),
            ('e', forms.is_even_tempered(form).unwrap()),
            ('o', forms.is_odd_tempered(form).unwrap()),
        ];
        let mut found: String = all.iter().filter(|kind| kind.1).map(|kind| kind.0).collect();
        found += &format!(" {}", forms.outcome(form).unwrap());
        assert_eq!(found, kinds, "{g}");
    }
}
