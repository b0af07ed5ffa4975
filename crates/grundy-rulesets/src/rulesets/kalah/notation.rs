//! Writes, reads and draws games of Kalah.

use super::{Kalah, MOST_PITS, Seeds};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::scene::{Ground, Kind, Label, Look, Owner, Piece, Place, Scene, Token};
use grundy_ruleset::{Key, Notation, Ruleset};

/// The option under which a last seed captures only if the opposite pit has seeds.
const NO_EMPTY_CAPTURES: &str = "no-empty-captures";

impl<K: Key + 'static> Kalah<K> {
    fn row(&self, text: Text<'_>, into: &mut [u8]) -> Result<(), ParseError> {
        let mut bowls = into.iter_mut();
        for part in text.split(',') {
            let seeds = part.number("a number of seeds")?;
            let long = || part.expected("the end of the row, for the store comes last");
            *bowls.next().ok_or_else(long)? = seeds;
        }
        match bowls.len() {
            0 => Ok(()),
            _ => Err(text.expected(format!("the seeds in {} pits and in a store", self.pits))),
        }
    }
}

impl<K: Key + 'static> Notation for Kalah<K> {
    fn name(&self) -> &'static str {
        "kalah"
    }

    fn parameters(&self) -> String {
        let option = if self.empty_captures { "" } else { NO_EMPTY_CAPTURES };
        let comma = if option.is_empty() { "" } else { "," };
        format!("{},{}{comma}{option}", self.pits, self.seeds)
    }

    fn start(&self) -> Option<Seeds> {
        let mut bowls = [0; 2 * MOST_PITS + 2];
        bowls[..2 * self.pits + 2].fill(self.seeds as u8);
        (bowls[self.pits], bowls[2 * self.pits + 1]) = (0, 0);
        Some(Seeds { bowls, turn: None })
    }

    fn print(&self, seeds: &Seeds) -> String {
        let rows = seeds.bowls[..2 * self.pits + 2].chunks(self.pits + 1);
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let turn = seeds.turn.map(|player| player.word().to_string());
        rows.map(row).chain(turn).collect::<Vec<_>>().join("|")
    }

    fn read(&self, text: Text<'_>) -> Result<Seeds, ParseError> {
        let parts: Vec<Text<'_>> = text.split('|').collect();
        let [left, right, turn @ ..] = &parts[..] else {
            return Err(text.expected("the seeds of Left and those of Right, parted by '|'"));
        };
        let (mut bowls, half) = ([0; 2 * MOST_PITS + 2], self.pits + 1);
        self.row(*left, &mut bowls[..half])?;
        self.row(*right, &mut bowls[half..2 * half])?;
        let turn = match turn {
            [] => None,
            [turn, ..] => {
                let player = Player::BOTH.into_iter().find(|player| player.word() == turn.as_str());
                Some(player.ok_or_else(|| turn.expected("'left' or 'right'"))?)
            }
        };
        if let Some(more) = parts.get(3) {
            return Err(more.expected("the end of the position"));
        }
        if bowls.iter().map(|&seeds| usize::from(seeds)).sum::<usize>() != self.all() {
            return Err(text.expected(format!("{} seeds in all", self.all())));
        }
        Ok(Seeds { bowls, turn })
    }

    fn draw(&self, seeds: &Seeds) -> String {
        let (left, right) = seeds.bowls[..2 * self.pits + 2].split_at(self.pits + 1);
        let pits = |pits: &mut dyn Iterator<Item = &u8>| -> String {
            pits.map(|seeds| format!("{seeds:3}")).collect()
        };
        let upper = pits(&mut right[..self.pits].iter().rev());
        let lower = pits(&mut left[..self.pits].iter());
        let (stores, room) = ([right, left].map(|row| row[self.pits]), " ".repeat(lower.len()));
        let lines = [
            format!("   {upper}   Right"),
            format!("{:3}{room}{:3}", stores[0], stores[1]),
            format!("   {lower}   Left"),
        ];
        let turn = seeds.turn.map(|player| format!("{player} is to move"));
        lines.into_iter().chain(turn).collect::<Vec<_>>().join("\n")
    }

    /// Left's pits are in the lower row, from the left, and Right's in the upper row, from the
    /// right; the store of each player follows the pits.
    fn scene(&self, seeds: &Seeds) -> Scene {
        /// The distance between the centres of bowls.
        const APART: f64 = 1.1;
        let wide = (self.pits + 1) as f64;
        let mut scene = Scene { size: [(wide + 1.0) * APART, 3.2], ..Scene::default() };
        for (at, &count) in seeds.bowls[..2 * self.pits + 2].iter().enumerate() {
            let (pit, right) = (at % (self.pits + 1), at > self.pits);
            let store = pit == self.pits;
            let steps = if right { wide - 1.0 - pit as f64 } else { pit as f64 + 1.0 };
            let down = match (store, right) {
                (true, _) => 1.6,
                (false, true) => 0.98,
                (false, false) => 2.22,
            };
            let centre = [(steps + 0.5) * APART, down];
            let ground = if store { Ground::Square } else { Ground::Node };
            let name = if store { "store".to_string() } else { (pit + 1).to_string() };
            let owner = if right { Owner::Right } else { Owner::Left };
            let look = Look::Number(count.into());
            let piece = (store || count > 0).then(|| Piece::new(look, owner));
            if !store {
                let at = [centre[0], if right { 0.35 } else { 2.85 }];
                scene.labels.push(Label::new(name.clone(), at, Kind::Name));
            }
            scene.places.push(Place { piece, ..Place::new(name, centre, ground) });
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Seeds, to: &Seeds, player: Player) -> Vec<Token> {
        let first = if player == Player::Left { 0 } else { self.pits + 1 };
        self.pit(from, to, player).map(|pit| Token::press(first + pit)).into_iter().collect()
    }

    /// The number of the pit, counted from the one furthest from the store.
    fn move_name(&self, from: &Seeds, to: &Seeds, player: Player) -> String {
        self.pit(from, to, player).map_or_else(String::new, |pit| (pit + 1).to_string())
    }
}

impl<K: Key> Kalah<K> {
    /// The pit whose sowing leads from one position to the other.
    fn pit(&self, from: &Seeds, to: &Seeds, player: Player) -> Option<usize> {
        let bowls = self.seen_by(from, player);
        let mut pits = (0..self.pits).filter(|&pit| bowls[pit] > 0);
        let moves = self.options(from, player).position(|option| option == *to)?;
        pits.nth(moves)
    }
}

/// Kalah in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "kalah",
        aliases: &["kalaha", "mancala"],
        family: Family::Grid,
        title: "Kalah",
        about: "Sow the seeds of one of your pits around the board and gather more of them in your \
                store than the other player. A last seed in the store gives another move, one in an \
                empty pit of yours captures what lies opposite.",
        rules: "Each player has PITS pits in a row, with SEEDS seeds in each, and a store behind the \
                last one. A move takes all seeds of one own pit and sows them one by one: into the \
                own pits behind it, the own store, the pits of the other player, and around again \
                without the other player's store. Who sows the last seed into the own store moves \
                again. A last seed that comes to an empty own pit goes to the own store, with all \
                that lies in the pit opposite, which may be nothing; with 'no-empty-captures' it \
                stays where nothing lies opposite, as on most boards that are sold. Play ends as soon as a player \
                has no seeds in pits; the other keeps those that are left. More seeds win, as many \
                are a tie. A position lists the seeds of Left's pits and store, those of Right's, \
                and whose turn it is, which may be left out.",
        notation: "kalah(PITS,SEEDS), kalah(PITS,SEEDS,no-empty-captures) or kalah(…; \
                   SEEDS,…,STORE|SEEDS,…,STORE|left or right)",
        examples: &[
            "kalah(2,2)",
            "kalah(3,1)",
            "kalah(3,2; 0,1,2,3|1,0,1,4|left)",
            "kalah(2,4,no-empty-captures)",
        ],
        source: "Geoffrey Irving, Jeroen Donkers, Jos Uiterwijk, Solving Kalah, ICGA Journal 23(3), \
                 2000",
        parse: &|arguments: &Arguments<'_>| {
            let (sizes, position) = arguments.optional();
            let Some(sizes) = sizes else {
                return Err(ParseError::new("pits and seeds in parentheses", arguments.end()));
            };
            let (pits, rest) = sizes
                .split_once(",")
                .ok_or_else(|| sizes.expected("pits and seeds, such as 4,3"))?;
            let (seeds, empty) = match rest.split_once(",") {
                None => (rest, true),
                Some((seeds, option)) if option.as_str() == NO_EMPTY_CAPTURES => (seeds, false),
                Some((_, option)) => return Err(option.expected(format!("'{NO_EMPTY_CAPTURES}'"))),
            };
            let (pits, seeds) =
                (pits.number("a number of pits")?, seeds.number("a number of seeds")?);
            if let Some(rules) = Kalah::<u64>::new(pits, seeds, empty) {
                return arguments.pointed_game_at(rules, position, rules);
            }
            let most =
                "1 to 6 pits, with at least one seed and at most 9 in each where there are 6";
            let rules =
                Kalah::<u128>::new(pits, seeds, empty).ok_or_else(|| sizes.expected(most))?;
            arguments.pointed_game_at(rules, position, rules)
        },
    }
}
