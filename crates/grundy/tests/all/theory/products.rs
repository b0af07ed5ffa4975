//! Ordinal sums, and the products of Conway and Norton.

use super::testing::*;

/// Products of CGSuite, and ordinal sums of Winning Ways, chapter 7, and Lessons in Play.
#[test]
fn products_and_ordinal_sums_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, h, product) in [
        ("*4", "*4", "*6"),
        ("*19", "*23", "*86"),
        ("15", "^^*2", "^30*2"),
        ("{3|1}", "^^", "{^6|^^}"),
        ("^^", "^^", "{0||0,*|0,{0,*|0,*2}}"),
        ("3/4", "-5/2", "-15/8"),
    ] {
        let (g, h) = (t.form(g), t.form(h));
        let found = t.forms.conway_product(g, h).unwrap();
        let product = t.form(product);
        assert_eq!(found, product, "{}", t.text(found));
    }
    for (g, u, product) in [
        ("0", "^", "0"),
        ("6", "^", "^6"),
        ("-4", "^", "v4"),
        ("1/2", "^", "{^^*|v*}"),
        ("^", "^", "{^^*||0|v4}"),
        ("Tiny(2)", "^", "{^^*||0|v6}"),
    ] {
        let (g, u) = (t.form(g), t.form(u));
        let found = t.forms.norton_product(g, u).unwrap();
        let product = t.form(product);
        assert_eq!(found, product, "{}", t.text(found));
    }
    for (g, h, sum) in [
        ("1", "-1", "1/2"),
        ("1", "1", "2"),
        ("-1000000000000000000", "-1", "-1000000000000000001"),
        ("*2", "*3", "*5"),
        ("*", "1", "^*"),
        ("*", "-1", "v*"),
        ("1/2", "1", "3/4"),
        ("0", "{2|1}", "{2|1}"),
        ("1*3", "*", "1*4"),
    ] {
        let (g, h) = (t.form(g), t.form(h));
        let found = t.forms.ordinal_sum(g, h).unwrap();
        let sum = t.form(sum);
        assert_eq!(found, sum, "{}", t.text(found));
    }
    let (zero, up) = (t.form("0"), t.form("^"));
    let error = t.forms.norton_product(up, zero).unwrap_err();
    assert_eq!(error.to_string(), "the unit of a Norton product must be above zero");
    let star = t.form("*");
    assert!(t.forms.norton_product(up, star).is_err());
}

#[test]
fn nortons_product_is_additive_and_keeps_the_order() {
    let mut t = Theory::new();
    let units = ["1", "^", "^*2", "1/4", "1*", "{2|1}"].map(|unit| t.form(unit));
    for round in 0..600 {
        let (g, h) = (t.game(2), t.game(2));
        let sum = t.forms.sum(g, h).unwrap();
        let unit = units[round % units.len()];
        let [gu, hu, sum_u] = [g, h, sum].map(|x| t.forms.norton_product(x, unit).unwrap());
        assert_eq!(t.forms.sum(gu, hu), Ok(sum_u), "{}, {}", t.text(g), t.text(h));
        assert_eq!(t.forms.compare(gu, hu), t.forms.compare(g, h));
    }
}

/// The colon principle: H ≥ K means G:H ≥ G:K, and equal ones give equal sums.
#[test]
fn ordinal_sums_keep_the_order() {
    let mut t = Theory::new();
    for _ in 0..1_000 {
        let (g, h, k) = (t.game(3), t.game(2), t.game(2));
        let [with_h, with_k] = [h, k].map(|x| t.forms.ordinal_sum(g, x).unwrap());
        assert_eq!(t.forms.compare(with_h, with_k), t.forms.compare(h, k));
    }
}

#[test]
fn conways_product_is_commutative_and_has_one_and_minus_one() {
    let mut t = Theory::new();
    let (one, minus) = (t.form("1"), t.form("-1"));
    for _ in 0..200 {
        let (g, h) = (t.game(2), t.game(2));
        assert_eq!(t.forms.conway_product(g, h), t.forms.conway_product(h, g));
        assert_eq!(t.forms.conway_product(g, one), Ok(g));
        let negative = t.forms.negative(g).unwrap();
        assert_eq!(t.forms.conway_product(g, minus), Ok(negative));
        let product = t.forms.conway_product(g, h).unwrap();
        let mirrored = t.forms.conway_product(negative, h).unwrap();
        assert_eq!(t.forms.negative(product), Ok(mirrored));
    }
}
