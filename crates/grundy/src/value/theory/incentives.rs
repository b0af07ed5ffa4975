//! What a move gains, and what can be reached: incentives, followers, lines of
//! play; companions.

use hashbrown::HashSet;
use num_bigint::BigInt;

use crate::limits::Stopped;
use crate::player::{ByPlayer, Player};
use crate::value::Dyadic;
use crate::value::form::{Compact, Form, Forms, List};

/// Lines of play are counted in nimbers up to this size: the number has as many
/// digits as half of it.
const LARGEST_NIMBER: u32 = 1 << 16;

impl Forms<'_> {
    /// What a player's moves gain: G^L - G for Left, G - G^R for Right, without
    /// those that are no better than another. Sorted. Time: two comparisons for
    /// each pair of options.
    pub fn incentives_of(&mut self, g: Form, player: Player) -> Result<List, Stopped> {
        let gains = self.gains(g, player)?;
        self.undominated(g, gains)
    }

    /// What the moves of either player gain, without those that are no better
    /// than another.
    pub fn incentives(&mut self, g: Form) -> Result<List, Stopped> {
        let mut gains = self.gains(g, Player::Left)?;
        gains.extend(self.gains(g, Player::Right)?);
        self.undominated(g, gains)
    }

    fn gains(&mut self, g: Form, player: Player) -> Result<List, Stopped> {
        let mut gains = List::new();
        for option in self.options(g, player)? {
            gains.push(match player {
                Player::Left => self.difference(option, g)?,
                Player::Right => self.difference(g, option)?,
            });
        }
        Ok(gains)
    }

    fn undominated(&mut self, g: Form, mut gains: List) -> Result<List, Stopped> {
        gains.sort_unstable();
        gains.dedup();
        // Those of nimbers are nimbers, of which none is better.
        if self.as_compact(g).is_some_and(|value| value.ups == 0 && value.nimber > 0) {
            return Ok(gains);
        }
        let mut best = List::new();
        for (i, &gain) in gains.iter().enumerate() {
            let mut dominated = false;
            for (j, &other) in gains.iter().enumerate() {
                if i != j && !dominated {
                    self.step()?;
                    dominated = self.at_most(gain, other)?;
                }
            }
            if !dominated {
                best.push(gain);
            }
        }
        Ok(best)
    }

    /// All that can be reached from a game by moves, by any player in any order,
    /// itself included; each once, sorted. Time and memory grow with their
    /// number, which for an integer n is n + 1.
    pub fn followers(&mut self, g: Form) -> Result<Vec<Form>, Stopped> {
        let mut found: HashSet<Form> = HashSet::from_iter([g]);
        let mut open = vec![g];
        while let Some(next) = open.pop() {
            self.step()?;
            let held = (open.capacity() + 2 * found.capacity()) * size_of::<Form>();
            self.limits.room(self.bytes() + held as u64, self.len())?;
            for player in Player::BOTH {
                let options = self.options(next, player)?;
                open.extend(options.into_iter().filter(|&option| found.insert(option)));
            }
        }
        let mut followers: Vec<Form> = found.into_iter().collect();
        followers.sort_unstable();
        Ok(followers)
    }

    /// The number of lines of play that end as soon as there is a number, where
    /// the players need not take turns: 1 for a number, and otherwise the sum
    /// over all options (CGSuite's stop count). Time: an addition for each
    /// option of a follower.
    pub fn stop_count(&mut self, g: Form) -> Result<BigInt, Stopped> {
        self.fold(
            g,
            |forms, g| forms.as_compact(g).map(|value| lines(&value)).transpose(),
            |_, _, ByPlayer { left, right }| Ok(left.into_iter().chain(right).sum()),
        )
    }

    /// The companion of a game, as CGSuite defines it: * for 0 and 0 for *; for
    /// other games the options are replaced by their companions, and the player
    /// for whom the game is at least zero gets the option 0.
    ///
    /// Time: a form and two comparisons for each follower.
    pub fn companion(&mut self, g: Form) -> Result<Form, Stopped> {
        self.fold(
            g,
            |forms, g| {
                let Some(value) = forms.as_compact(g) else { return Ok(None) };
                // Of k·↑ + *n: the options 0 and * change places.
                let changed = value.number == Dyadic::ZERO && value.nimber < 2;
                let nimber = if changed { value.nimber ^ 1 } else { value.nimber };
                forms.compact(Compact { nimber, ..value }).map(Some)
            },
            |forms, g, ByPlayer { mut left, mut right }| {
                if forms.at_most(Form::ZERO, g)? {
                    left.push(Form::ZERO);
                }
                if forms.at_most(g, Form::ZERO)? {
                    right.push(Form::ZERO);
                }
                forms.canonical(left, right)
            },
        )
    }
}

/// The stop count of a compact value.
///
/// *k has 2·3^(k-1): twice the sum of all before. Each up has one line at once,
/// and goes on with one less and the other nimber; ↑* = {0, * | 0}.
fn lines(value: &Compact) -> Result<BigInt, Stopped> {
    let ups = value.ups.unsigned_abs();
    if value.nimber >= LARGEST_NIMBER {
        return Err(Stopped::Numbering { what: "lines of a nimber", limit: LARGEST_NIMBER.into() });
    }
    let nim = |size: u32| match size {
        0 => BigInt::from(1),
        _ => BigInt::from(3).pow(size - 1) * 2,
    };
    Ok(match ups {
        0 => nim(value.nimber),
        // The nimber that stands beside the last up.
        _ => match value.nimber ^ (ups - 1) & 1 {
            1 => BigInt::from(ups - 1) + 4,
            last => BigInt::from(ups) + nim(last ^ 1),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::limits::Limits;

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
}
