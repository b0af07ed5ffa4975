//! Sowing: the seeds of one pot are sown into the following pots, one by one.

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares};
use grundy_ruleset::{Notation, Ruleset};

/// Sowing (Conway 1994).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sowing {
    /// Whether both players may sow to both sides.
    either: bool,
}

/// The number of seeds in each pot, from left to right.
pub type Pots = SmallVec<[u8; 16]>;

const MOST_POTS: usize = 64;
/// The greatest total number of seeds: a pot is written as one digit or small letter.
const MOST_SEEDS: u32 = 35;

fn digit(seeds: u8) -> char {
    char::from_digit(seeds.into(), 36).unwrap_or('?')
}

/// The pots after one is sown in a direction, and the pot that got the last seed; none if
/// that is not allowed.
fn sown(pots: &Pots, from: usize, right: bool) -> Option<(Pots, usize)> {
    let seeds = usize::from(pots[from]);
    let last = if right { from.checked_add(seeds)? } else { from.checked_sub(seeds)? };
    // The last seed must fall into a nonempty pot.
    let fits = seeds > 0 && pots.get(last).is_some_and(|&there| there > 0);
    fits.then(|| {
        let mut after = pots.clone();
        after[from] = 0;
        for step in 1..=seeds {
            after[if right { from + step } else { from - step }] += 1;
        }
        (after, last)
    })
}

impl Sowing {
    /// The moves of a player: the pot sown, the pot of the last seed, and the pots after it.
    fn moves(self, pots: &Pots, player: Player) -> impl Iterator<Item = (usize, usize, Pots)> {
        let ways = [true, false].into_iter();
        let own = ways.filter(move |&right| self.either || right == (player == Player::Left));
        own.flat_map(move |right| {
            let sow = move |from| sown(pots, from, right).map(|(after, to)| (from, to, after));
            (0..pots.len()).filter_map(sow)
        })
    }
}

impl Ruleset for Sowing {
    type Position = Pots;

    fn impartial(&self) -> bool {
        self.either
    }

    fn options(&self, pots: &Pots, player: Player) -> impl Iterator<Item = Pots> {
        self.moves(pots, player).map(|(_, _, after)| after)
    }

    // No seed is sown beyond the outermost pots with seeds.
    fn components(&self, pots: Pots) -> impl Iterator<Item = Pots> {
        let first = pots.iter().position(|&seeds| seeds > 0);
        let last = pots.iter().rposition(|&seeds| seeds > 0);
        let there = first.zip(last).map(|(first, last)| Pots::from_slice(&pots[first..=last]));
        there.into_iter()
    }

    fn negative(&self, pots: &Pots) -> Option<Pots> {
        Some(pots.iter().rev().copied().collect())
    }

    fn bytes(&self, pots: &Pots) -> usize {
        size_of::<Pots>() + if pots.spilled() { pots.capacity() } else { 0 }
    }
}

impl Notation for Sowing {
    fn name(&self) -> &'static str {
        "sowing"
    }

    fn parameters(&self) -> String {
        if self.either { "either way".to_string() } else { String::new() }
    }

    fn print(&self, pots: &Pots) -> String {
        pots.iter().map(|&seeds| digit(seeds)).collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Pots, ParseError> {
        let (mut pots, mut sum) = (Pots::new(), 0);
        for (at, c) in text.chars() {
            let seeds = c.to_digit(36).filter(|_| !c.is_ascii_uppercase());
            let what = "a number of seeds (a digit, or a small letter for 10 and more)";
            let seeds = seeds.ok_or_else(|| ParseError::new(what, at))?;
            sum += seeds;
            if sum > MOST_SEEDS {
                return Err(ParseError::new(format!("at most {MOST_SEEDS} seeds in all"), at));
            }
            if pots.len() == MOST_POTS {
                return Err(ParseError::new(format!("at most {MOST_POTS} pots"), at));
            }
            pots.push(seeds as u8);
        }
        Ok(pots)
    }

    fn draw(&self, pots: &Pots) -> String {
        let row: Vec<String> = pots.iter().map(|seeds| format!("({seeds})")).collect();
        row.join(" ")
    }

    fn scene(&self, pots: &Pots) -> Scene {
        let all: Vec<char> = pots.iter().map(|&seeds| digit(seeds)).collect();
        squares::strip(&all, |c| {
            let seeds = c.to_digit(36).filter(|&seeds| seeds > 0)?;
            Some(Piece::new(Look::Number(seeds), Owner::Both))
        })
    }

    /// A step from the pot that is sown to the one that gets the last seed.
    fn tokens(&self, _: &Scene, from: &Pots, to: &Pots, player: Player) -> Vec<Token> {
        let same = self.moves(from, player).filter(|(_, _, after)| after == to);
        same.map(|(from, to, _)| Token::Step { from, to }).collect()
    }

    /// The pot that is emptied and the one that gets the last seed, counted from 1.
    fn move_name(&self, from: &Pots, to: &Pots, player: Player) -> String {
        let same = self.moves(from, player).find(|(_, _, after)| after == to);
        same.map_or_else(|| self.print(to), |(from, to, _)| format!("{}-{}", from + 1, to + 1))
    }
}

/// Sowing in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "sowing",
        aliases: &[],
        family: Family::Strip,
        title: "Sowing",
        about: "Take all seeds of a pot and sow them into the pots behind it, Left to the right and \
                Right to the left, so that the last one falls among others; whoever cannot do it \
                loses. It grew out of Mancala, and hardly anything is known of it.",
        rules: "There are pots in a row with seeds. Left takes all seeds of a pot and sows them into \
                the pots to the right of it, one in each; Right sows to the left. The last seed must \
                fall into a pot that is not empty, and none falls outside. The player who cannot move \
                loses. With `either way` both players sow to either side. Pots are written as digits, \
                and as small letters for 10 and more; there are at most 64 pots and 35 seeds.",
        notation: "sowing(POTS) or sowing(either way; POTS)",
        examples: &["sowing(1223)", "sowing(2021211)", "sowing(either way; 11213)"],
        source: "Jeff Erickson, Sowing games, Games of No Chance, 1996 (a game by John H. Conway)",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = match arguments.optional() {
                (Some(parameters), Some(position)) => {
                    let words: Vec<&str> = parameters.as_str().split_whitespace().collect();
                    if words != ["either", "way"] {
                        return Err(parameters.expected("'either way'"));
                    }
                    (Sowing { either: true }, position)
                }
                _ => (Sowing::default(), arguments.position_only()?),
            };
            let pots = rules.read(position)?;
            Ok(arguments.game(rules, pots))
        },
    }
}
