//! Which sequence of the OEIS, the On-Line Encyclopedia of Integer Sequences, has the Grundy
//! values of a game.
//!
//! The table, with its source, is `oeis.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use grundy_ruleset::HeapKind;

/// A sequence of the OEIS, and how the values of a game stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its number, as `A002186`.
    pub number: &'static str,
    /// Where the values stand in it.
    pub order: Order,
}

/// Where the values of a game stand in a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// g(n) = a(n - shift), and before that 0.
    Heaps {
        /// How many places later a value stands in the game.
        shift: u64,
    },
    /// The values of pairs, g(0,0), g(0,1), g(1,0), g(0,2), …: by antidiagonals.
    Antidiagonals,
}

/// A line of the table: a game, and its sequence with the terms that the OEIS shows first.
#[derive(Clone, Debug)]
pub struct Entry {
    /// An octal code, as `0.77`, or a ruleset as it is written.
    pub game: &'static str,
    /// The sequence.
    pub sequence: Sequence,
    /// The index of the first term.
    pub offset: u64,
    /// The first terms, as they are published.
    pub terms: Vec<u32>,
}

static TABLE: LazyLock<HashMap<&'static str, Sequence>> =
    LazyLock::new(|| entries().map(|entry| (entry.game, entry.sequence)).collect());

/// The lines of the table, one for each game.
pub fn entries() -> impl Iterator<Item = Entry> {
    let mut sequence = ("", 0, "");
    include_str!("oeis.txt").lines().filter(|line| !line.starts_with('#')).flat_map(move |line| {
        let Some(games) = line.strip_prefix("  ") else {
            let mut parts = line.split(' ');
            let mut next = || parts.next().unwrap_or_default();
            sequence = (next(), next().parse().unwrap_or(0), next());
            return Vec::new();
        };
        let (number, offset, terms) = sequence;
        let entry = |game, order| Entry {
            game,
            sequence: Sequence { number, order },
            offset,
            terms: terms.split(',').filter_map(|term| term.parse().ok()).collect(),
        };
        if let Some(game) = games.strip_suffix(" antidiagonals") {
            return vec![entry(game, Order::Antidiagonals)];
        }
        let one = |text: &'static str| match text.split_once('+') {
            Some((game, shift)) => entry(game, Order::Heaps { shift: shift.parse().unwrap_or(0) }),
            None => entry(text, Order::Heaps { shift: 0 }),
        };
        games.split(' ').map(one).collect()
    })
}

/// The sequence of a ruleset, by its text without a position, and of an octal game by its code,
/// whatever it is called. None if none is known to be in the OEIS.
#[must_use]
pub fn find(ruleset: &str, kind: Option<&HeapKind>) -> Option<Sequence> {
    let by_code = match kind {
        Some(HeapKind::TakeAndBreak(code)) if !code.is_unequal() => {
            let digit = |digit: &u8| char::from_digit((*digit).into(), 8);
            let digits: Option<String> = code.digits().iter().map(digit).collect();
            digits.filter(|digits| digits.len() > 1).and_then(|digits| {
                let (before, behind) = digits.split_at(1);
                TABLE.get(&*format!("{before}.{behind}")).copied()
            })
        }
        _ => None,
    };
    by_code.or_else(|| TABLE.get(ruleset).copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Code;

    fn of(digits: &[u8]) -> Option<&'static str> {
        let kind = HeapKind::TakeAndBreak(Code::new(digits.to_vec()));
        find("a game", Some(&kind)).map(|sequence| sequence.number)
    }

    #[test]
    fn every_line_is_read_and_no_game_stands_twice() {
        let mut games = Vec::new();
        for Entry { game, sequence, terms, .. } in entries() {
            let digits = sequence.number.strip_prefix('A').unwrap_or_default();
            assert!(digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_digit()), "{game}");
            assert!(terms.len() >= 20, "{game}");
            games.push(game);
        }
        assert_eq!(TABLE.len(), games.len());
        let commas = include_str!("oeis.txt").lines().filter(|line| line.starts_with('A'));
        for line in commas {
            let terms = line.split(' ').nth(2).unwrap();
            assert!(terms.split(',').all(|term| term.parse::<u32>().is_ok()), "{line}");
        }
    }

    #[test]
    fn octal_games_are_found_by_their_codes() {
        assert_eq!(of(&[0, 7, 7]), Some("A002186"));
        assert_eq!(of(&[0, 7, 7, 0, 0]), Some("A002186"));
        assert_eq!(of(&[4, 4]), Some("A002186"));
        for none in [&[][..], &[0], &[4], &[0, 7, 8], &[0, 15]] {
            assert_eq!(of(none), None, "{none:?}");
        }
        let shifted = Sequence { number: "A002187", order: Order::Heaps { shift: 1 } };
        let dawson = HeapKind::TakeAndBreak(Code::new(vec![0, 0, 7]));
        assert_eq!(find("dawsons-kayles", Some(&dawson)), Some(shifted));
        let grundy = HeapKind::TakeAndBreak(Code::new(vec![4]).unequal());
        assert_eq!(find("grundys-game", Some(&grundy)).unwrap().number, "A002188");
        assert_eq!(find("wythoff", None).unwrap().order, Order::Antidiagonals);
        assert_eq!(find("nim", Some(&HeapKind::AnyNumber)), None);
    }
}
