//! The Silver Dollar Game: coins move to the left; with and without the dollar.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::{
    Ground, Kind, Label, Look, Owner, Piece, Place, Scene, Spot, Token, squares,
};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset};

/// The Silver Dollar Game (de Bruijn), also without the dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SilverDollar {
    rules: Dollar,
}

/// The role of the dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Dollar {
    /// There is none.
    #[default]
    None,
    /// There is a bag to the left of the strip, and taking the bag with the dollar in it ends
    /// play.
    Bag,
    /// The leftmost coin may be pocketed, and pocketing the dollar ends play.
    Pocket,
}

/// A strip of at most 128 squares with coins; square 0 is at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Purse {
    /// All coins on the strip, the dollar included.
    coins: u128,
    /// The square of the dollar, if it is on the strip, as a set.
    dollar: u128,
    /// Whether the dollar is in the bag.
    bagged: bool,
    length: u8,
}

impl InWords for Purse {
    type Words = Words<5>;

    fn to_words(&self) -> Words<5> {
        let ([a, b], [c, d]) = (halves(self.coins), halves(self.dollar));
        Words([a, b, c, d, u64::from(self.bagged) << 8 | u64::from(self.length)])
    }

    fn from_words(&Words([a, b, c, d, rest]): &Words<5>) -> Purse {
        Purse {
            coins: whole(a, b),
            dollar: whole(c, d),
            bagged: rest >> 8 != 0,
            length: rest as u8,
        }
    }
}

const ALPHABET: &str = ".o$";
const LONGEST: usize = u128::BITS as usize;
/// The width of the bag in a scene.
const BAG: f64 = 1.4;

impl Purse {
    fn characters(self) -> impl Iterator<Item = char> {
        (0..self.length).map(move |at| match (self.dollar >> at & 1, self.coins >> at & 1) {
            (1, _) => '$',
            (_, 1) => 'o',
            _ => '.',
        })
    }

    /// The strip without a coin.
    fn without(self, coin: u32) -> Purse {
        let left = !(1 << coin);
        Purse { coins: self.coins & left, dollar: self.dollar & left, ..self }
    }

    /// The position after play has ended: no coins are left.
    fn over(self) -> Purse {
        Purse { length: self.length, ..Purse::default() }
    }
}

impl Ruleset for SilverDollar {
    type Position = Purse;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &purse: &Purse, _: Player) -> impl Iterator<Item = Purse> {
        let steps = strip::members(purse.coins).flat_map(move |at| {
            let below = purse.coins & strip::low(at);
            let lowest = u128::BITS - below.leading_zeros();
            (lowest..at).map(move |to| {
                let step = 1u128 << at | 1 << to;
                let is_dollar = purse.dollar >> at & 1 == 1;
                let dollar = if is_dollar { purse.dollar ^ step } else { purse.dollar };
                Purse { coins: purse.coins ^ step, dollar, ..purse }
            })
        });
        let first = strip::members(purse.coins).next();
        let is_dollar = first.is_some_and(|first| purse.dollar >> first & 1 == 1);
        let off = first.map(|first| purse.without(first));
        let last = match self.rules {
            Dollar::None => None,
            Dollar::Bag => off.map(|off| Purse { bagged: purse.bagged || is_dollar, ..off }),
            Dollar::Pocket => off.map(|off| if is_dollar { purse.over() } else { off }),
        };
        let bag = purse.bagged.then(|| purse.over());
        steps.chain(last).chain(bag)
    }

    fn negative(&self, purse: &Purse) -> Option<Purse> {
        Some(*purse)
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for SilverDollar {
    fn name(&self) -> &'static str {
        "silver-dollar"
    }

    fn parameters(&self) -> String {
        let word = match self.rules {
            Dollar::None => "",
            Dollar::Bag => "bag",
            Dollar::Pocket => "pocket",
        };
        word.to_string()
    }

    fn print(&self, purse: &Purse) -> String {
        let bag = if purse.bagged { "$|" } else { "" };
        bag.chars().chain(purse.characters()).collect()
    }

    fn read(&self, text: Text<'_>) -> Result<Purse, ParseError> {
        let (bagged, row) = match text.split_once("|") {
            Some((bag, row)) if self.rules == Dollar::Bag && bag.as_str() == "$" => (true, row),
            _ => (false, text),
        };
        let squares = strip::read(row, ALPHABET, LONGEST)?;
        let dollar = strip::set(&squares, '$');
        let found = dollar.count_ones() + u32::from(bagged);
        let has_coins = squares.iter().any(|&square| square != '.');
        match self.rules {
            Dollar::None if found > 0 => {
                let help = "write bag; or pocket; before the strip to play for the dollar";
                return Err(row.expected("no dollar").with_help(help));
            }
            // When play is over there is no dollar.
            Dollar::Bag | Dollar::Pocket if found != 1 && (has_coins || found > 1) => {
                return Err(row.expected("one dollar ('$')"));
            }
            _ => {}
        }
        let coins = strip::set(&squares, 'o') | dollar;
        Ok(Purse { coins, dollar, bagged, length: squares.len() as u8 })
    }

    fn alphabet(&self) -> String {
        if self.rules == Dollar::None { ".o".to_string() } else { ALPHABET.to_string() }
    }

    fn draw(&self, purse: &Purse) -> String {
        let strip = strip::draw(purse.characters());
        if purse.bagged { format!("{strip}\nthe dollar is in the bag") } else { strip }
    }

    /// The strip; the place of the bag, at its left, comes after its squares.
    fn scene(&self, purse: &Purse) -> Scene {
        let all: Vec<char> = purse.characters().collect();
        let mut scene = squares::strip(&all, |c| match c {
            'o' => Some(Piece::new(Look::Token, Owner::Both)),
            '$' => Some(Piece::new(Look::Beast('$'), Owner::Both)),
            _ => None,
        });
        if self.rules == Dollar::Bag {
            scene = scene.moved([BAG, 0.0]);
            let centre: Spot = [0.6, 0.5];
            let bag = Place::new("bag", centre, Ground::Node);
            let dollar = Some(Piece::new(Look::Beast('$'), Owner::Both));
            scene.places.push(Place { piece: dollar.filter(|_| purse.bagged), ..bag });
            scene.labels.push(Label::new("bag", [centre[0], 1.35], Kind::Name));
            scene.size[1] = scene.size[1].max(1.7);
        }
        scene
    }

    fn tokens(&self, scene: &Scene, from: &Purse, to: &Purse, _: Player) -> Vec<Token> {
        let bag = scene.places.len().saturating_sub(1);
        let at = |set: u128| strip::members(set).next().map(|at| at as usize);
        match (at(from.coins & !to.coins), at(to.coins & !from.coins)) {
            (Some(from), Some(to)) => vec![Token::Step { from, to }],
            _ if from.bagged && !to.bagged => vec![Token::press(bag)],
            (Some(from), None) if self.rules == Dollar::Bag => vec![Token::Step { from, to: bag }],
            (gone, _) => vec![Token::Cut { at: gone, gone: gone.into_iter().collect() }],
        }
    }

    /// The squares that a coin leaves and reaches, `7-3`, counted from 1.
    fn move_name(&self, from: &Purse, to: &Purse, _: Player) -> String {
        let square = |set: u128| set.trailing_zeros() + 1;
        let (left, reached) = (from.coins & !to.coins, to.coins & !from.coins);
        match self.rules {
            _ if reached != 0 => format!("{}-{}", square(left), square(reached)),
            _ if from.bagged && !to.bagged => "take the bag".to_string(),
            Dollar::Bag => format!("{}-bag", square(left)),
            _ => format!("pocket {}", square(left)),
        }
    }
}

/// The Silver Dollar Game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "silver-dollar",
        aliases: &["silver-dollar-game"],
        family: Family::Strip,
        title: "Silver Dollar Game",
        about: "Move coins to the left on a strip, but never over another coin; whoever cannot move \
                loses, or, with a silver dollar among the coins, whoever gets the dollar wins. Every \
                other gap between coins is a heap of Nim.",
        rules: "Coins (o) lie on a strip, at most one on a square. A move takes a coin to the left, as \
                many squares as the player likes but not onto another coin or over it. The player who \
                cannot move loses. It is Nim: count the gaps before every other coin, from the last \
                one. With `bag` one coin is a silver dollar ($), and at the left of the strip there is \
                a bag, into which the leftmost coin may be moved; once the dollar is in it, a player \
                may take the bag, which ends play, and wins. With `pocket` there is no bag, but a \
                move may pocket the leftmost coin; who pockets the dollar wins. $| before the strip \
                says that the dollar is in the bag. The strip has at most 128 squares.",
        notation: "silver-dollar(STRIP), silver-dollar(bag; STRIP) or silver-dollar(pocket; STRIP)",
        examples: &[
            "silver-dollar(.o..o.oo...o)",
            "silver-dollar(bag; ..o.$..o)",
            "silver-dollar(pocket; .o.o..$.)",
        ],
        source: "John H. Conway, On Numbers and Games, chapter 11; Winning Ways for your Mathematical \
                 Plays, chapter 15; Project Euler 344",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = match arguments.optional() {
                (Some(parameters), Some(position)) => {
                    let rules = match parameters.as_str() {
                        "bag" => Dollar::Bag,
                        "pocket" => Dollar::Pocket,
                        _ => return Err(parameters.expected("'bag' or 'pocket'")),
                    };
                    (SilverDollar { rules }, position)
                }
                _ => (SilverDollar::default(), arguments.position_only()?),
            };
            let purse = rules.read(position)?;
            Ok(arguments.game_in_words(rules, purse))
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    type Known = HashMap<Purse, bool>;

    /// Whether the player to move wins.
    fn is_won(rules: SilverDollar, purse: Purse, known: &mut Known) -> bool {
        if let Some(&won) = known.get(&purse) {
            return won;
        }
        let options: Vec<Purse> = rules.options(&purse, Player::Left).collect();
        let won = options.into_iter().any(|option| !is_won(rules, option, known));
        known.insert(purse, won);
        won
    }

    /// Strips of this length with `coins` coins, one of them a dollar.
    fn strips(length: u32, coins: u32) -> Vec<String> {
        let sets = (0..1u32 << length).filter(|set| set.count_ones() == coins);
        sets.flat_map(|set| {
            strip::members(set.into()).map(move |dollar| {
                let square = |at| match set >> at & 1 {
                    1 if at == dollar => '$',
                    1 => 'o',
                    _ => '.',
                };
                (0..length).map(square).collect()
            })
        })
        .collect()
    }

    /// Project Euler 344: of the positions with 10 squares and three coins 324 are won.
    #[test]
    fn as_many_strips_are_won_by_pocketing_as_published() {
        let rules = SilverDollar { rules: Dollar::Pocket };
        let mut known = Known::new();
        let read = |text: &String| rules.read(Text::new(text)).unwrap();
        let won = strips(10, 3).iter().map(read).filter(|&p| is_won(rules, p, &mut known)).count();
        assert_eq!(won, 324);
    }

    /// The nim-sum of the gaps before every other coin, from the last one, says who wins. The bag,
    /// before the first square, counts as a coin if the leftmost one on the strip is the dollar,
    /// and otherwise as an empty square.
    #[test]
    fn the_bag_is_full_where_the_dollar_comes_next() {
        let rules = SilverDollar { rules: Dollar::Bag };
        let mut known = Known::new();
        for text in (2..=4).flat_map(|coins| strips(7, coins)) {
            let mut places: Vec<u32> =
                (1..).zip(text.chars()).filter(|(_, c)| *c != '.').map(|(at, _)| at).collect();
            let first = text.chars().find(|c| *c != '.');
            if first == Some('$') {
                places.insert(0, 0);
            }
            // Nothing lies before the bag.
            places.reverse();
            let gap = |pair: &[u32]| match pair {
                [last, before] => last - before - 1,
                [lone, ..] => *lone,
                [] => 0,
            };
            let sum = places.chunks(2).map(gap).fold(0, |sum, gap| sum ^ gap);
            let purse = rules.read(Text::new(&text)).unwrap();
            assert_eq!(is_won(rules, purse, &mut known), sum != 0, "{text}");
        }
    }
}
