//! Cooling, heating, overheating and freezing: making moves dearer or cheaper.

use super::testing::*;

fn number(text: &str, t: &mut Theory) -> Dyadic {
    let form = t.form(text);
    t.forms.as_number(form).unwrap().clone()
}

/// From CGSuite; the first ones can be read off the thermograph.
#[test]
fn games_are_cooled_as_published() {
    let mut t = Theory::new();
    for (g, by, cooled) in [
        ("{3||2*|1*}", "0", "{3||2*|1*}"),
        ("{3||2*|1*}", "1/4", "{11/4||2|3/2}"),
        ("{3||2*|1*}", "1/2", "{5/2|2*}"),
        ("{3||2*|1*}", "5/8", "{19/8|17/8}"),
        ("{3||2*|1*}", "3/4", "9/4*"),
        ("{3||2*|1*}", "70", "9/4"),
        ("{3||2*|1*}", "-1/2", "{7/2|||5/2|3/2||+-1/2}"),
        ("1/4", "-1/8", "1/4"),
        ("1/4", "-1/4", "1/4*"),
        ("1/4", "-3/8", "{3/8|1/8}"),
        ("+-1", "1", "*"),
        ("+-1", "1/2", "+-1/2"),
        ("{4|2}", "1", "3*"),
        ("^*3", "1/1024", "0"),
        ("1000000000000000000", "-7/8", "1000000000000000000"),
    ] {
        let (form, by) = (t.form(g), number(by, &mut t));
        let found = t.forms.cool(form, &by).unwrap();
        let cooled = t.form(cooled);
        assert_eq!(found, cooled, "{g} cooled by {by}: {}", t.text(found));
    }
    let one = t.form("1");
    let error = t.forms.cool(one, &Dyadic::from(-1)).unwrap_err();
    assert_eq!(error.to_string(), "a game can only be cooled by more than -1");
}

#[test]
fn games_are_heated_and_overheated_as_published() {
    let mut t = Theory::new();
    for (g, by, heated) in [
        ("{3||2*|1*}", "0", "{3||2*|1*}"),
        ("{3||2*|1*}", "1/2", "{7/2|||5/2|3/2||+-1/2}"),
        ("{3||2*|1*}", "1", "{4|||3|1||0|-2}"),
        ("{3||2*|1*}", "-3/4", "9/4*"),
        ("{3||2*|1*}", "-1", "9/4"),
        ("{3||2*|1*}", "-2", "3/2"),
        ("{3||2*|1*}", "-3", "1"),
        ("{3||2*|1*}", "-4", "0"),
        ("{3||2*|1*}", "*", "{3*||2|1}"),
        ("*", "1", "+-1"),
    ] {
        let (form, by) = (t.form(g), t.form(by));
        let found = t.forms.heat(form, by).unwrap();
        let heated = t.form(heated);
        assert_eq!(found, heated, "{g}: {}", t.text(found));
    }
    for (g, from, to, overheated) in
        [("{3||2*|1*}", "*", "1*", "{1||+-(1*)|-1,{-1|-3}}"), ("7/16", "0", "0", "^[3]")]
    {
        let (g, from, to) = (t.form(g), t.form(from), t.form(to));
        let found = t.forms.overheat(g, from, to).unwrap();
        let overheated = t.form(overheated);
        assert_eq!(found, overheated, "{}", t.text(found));
    }
}

#[test]
fn frozen_games_are_the_published_ones() {
    let mut t = Theory::new();
    for (g, frozen) in [
        ("{3||2*|1*}", "9/4*"),
        ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "-5/16*"),
        ("^[4]", "^[4]"),
        ("25/16", "25/16"),
        ("Tiny(3/2)", "Tiny(3/2)"),
    ] {
        let form = t.form(g);
        let found = t.forms.freeze(form).unwrap();
        let frozen = t.form(frozen);
        assert_eq!(found, frozen, "{g}: {}", t.text(found));
    }
}

#[test]
fn cooled_games_have_the_walls_as_stops_and_the_same_mean() {
    let mut t = Theory::new();
    for round in 0..4_000 {
        let g = if round % 2 == 0 { t.game(3) } else { t.hot(3) };
        let thermograph = t.forms.thermograph(g).unwrap();
        for quarters in [1, 2, 3, 4, 7, 12, 16] {
            let by = Dyadic::new(quarters, 2);
            let cooled = t.forms.cool(g, &by).unwrap();
            for player in Player::BOTH {
                assert_eq!(t.forms.stop(cooled, player), &thermograph.stop(player, &by));
            }
            assert_eq!(&t.forms.mean(cooled).unwrap(), thermograph.mean());
            if by < *thermograph.base() {
                let temperature = t.forms.temperature(cooled).unwrap();
                assert_eq!(temperature, thermograph.base() - &by, "{}", t.text(g));
            }
        }
    }
}

#[test]
fn cooling_adds_and_undoes_heating() {
    let mut t = Theory::new();
    for _ in 0..1_000 {
        let (g, h) = (t.game(3), t.hot(2));
        let by = Dyadic::new(1 + t.below(12) as i64, 2);
        let sum = t.forms.sum(g, h).unwrap();
        let [g_cool, h_cool, sum_cool] = [g, h, sum].map(|x| t.forms.cool(x, &by).unwrap());
        assert_eq!(t.forms.sum(g_cool, h_cool), Ok(sum_cool), "{} {}", t.text(g), t.text(h));
        let degrees = t.forms.number(by.clone()).unwrap();
        let hot = t.forms.heat(g, degrees).unwrap();
        assert_eq!(t.forms.cool(hot, &by), Ok(g), "{} by {by}", t.text(g));
    }
}

#[test]
fn overheating_by_an_only_incentive_is_nortons_product() {
    let mut t = Theory::new();
    // ↑ has the incentive ↑*, 1 the incentive -1, and 1/2 the incentive -1/2.
    for (unit, to) in [("^", "^^*"), ("1", "0"), ("1/2", "0")] {
        let (unit, to) = (t.form(unit), t.form(to));
        for _ in 0..600 {
            let g = t.game(3);
            let found = t.forms.overheat(g, unit, to).unwrap();
            assert_eq!(t.forms.norton_product(g, unit), Ok(found), "{}", t.text(g));
        }
    }
}
