//! Mean, temperature and thermograph of a sum that is not added.

use super::testing::*;

/// ±1 ± 2 ± … ± n, by hand: the hottest first, then the other player.
#[test]
fn the_sum_of_many_switches_needs_no_form() {
    let mut t = Theory::new();
    for n in [1, 2, 3, 24, 100] {
        let switches: Vec<Form> = (1..=n).map(|i| t.form(&format!("+-{i}"))).collect();
        let before = t.forms.len();
        let thermograph = t.forms.thermograph_of_sum(&switches).unwrap();
        assert_eq!(*thermograph.mean(), Dyadic::ZERO);
        assert_eq!(*thermograph.base(), Dyadic::from(n));
        let mut stop = 0;
        for i in 1..=n {
            stop = i - stop;
        }
        assert_eq!(thermograph.stop(Player::Left, &Dyadic::ZERO), Dyadic::from(stop));
        assert_eq!(thermograph.stop(Player::Right, &Dyadic::ZERO), Dyadic::from(-stop));
        assert_eq!(t.forms.temperature_of_sum(&switches).unwrap(), Dyadic::from(n));
        // A few for each switch, not 2^n.
        assert!(t.forms.len() - before < 10 * n as usize + 10);
    }
}

#[test]
fn a_sum_that_is_not_added_has_the_thermograph_of_the_one_that_is() {
    let mut t = Theory::new();
    let mut hot = 0;
    for round in 0..3_000 {
        let terms: Vec<Form> = (0..1 + t.below(4))
            .map(|i| match (round + i) % 4 {
                0 => t.game(3),
                1 => t.hot(2),
                2 => {
                    let a = t.below(40) as i64;
                    let [a, b] = [a, a - 1 - t.below(30) as i64].map(|x| Dyadic::new(x, 1));
                    let [a, b] = [a, b].map(|x| t.forms.number(x).unwrap());
                    t.forms.canonical([a], [b]).unwrap()
                }
                _ => t.hot(1),
            })
            .collect();
        let sum = t.forms.sum_all(terms.iter().copied()).unwrap();
        let expected = t.forms.thermograph(sum).unwrap();
        let found = t.forms.thermograph_of_sum(&terms).unwrap();
        assert_eq!(found, expected, "{:?}", t.texts(terms));
        assert_eq!(t.forms.mean_of_sum(&terms).unwrap(), *expected.mean());
        let temperature = t.forms.temperature_of_sum(&terms).unwrap();
        assert_eq!(temperature, t.forms.temperature(sum).unwrap());
        // Means add, and a sum is no hotter than its hottest term.
        let (mut mean, mut hottest) = (Dyadic::ZERO, None);
        for &term in &terms {
            mean = &mean + &t.forms.mean(term).unwrap();
            hottest = hottest.max(Some(t.forms.temperature(term).unwrap()));
        }
        assert_eq!(mean, *expected.mean());
        assert!(Some(temperature) <= hottest);
        hot += usize::from(*expected.base() > Dyadic::ZERO);
    }
    assert!(hot > 100);
}

/// A threat that is hotter than a switch is played before it.
#[test]
fn switches_do_not_go_before_threats() {
    let mut t = Theory::new();
    let threats = ["{100|1||0}", "{7||3|-40}", "3*", "{5|-3}"].map(|text| t.form(text));
    for n in [0, 1, 4, 24] {
        let switches = (1..=n).map(|i| t.form(&format!("+-{i}")));
        let terms: Vec<Form> = switches.collect::<Vec<_>>().into_iter().chain(threats).collect();
        let found = t.forms.thermograph_of_sum(&terms).unwrap();
        assert_eq!(*found.mean(), Dyadic::from(1 + 3 + 3 + 1));
        if n < 10 {
            let sum = t.forms.sum_all(terms).unwrap();
            assert_eq!(found, t.forms.thermograph(sum).unwrap(), "{n}");
        }
    }
}
