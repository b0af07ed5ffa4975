//! Cutcake and Maundy Cake: Left cuts vertically, Right horizontally; in a variant the
//! pieces are rotated.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::cakes;
use grundy_ruleset::board::cakes::Cakes;
use grundy_ruleset::scene::cakes::Table;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Sizes, Theorem};

/// How a cake may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// Into two pieces.
    Cutcake,
    /// Into any number of equal pieces, at least two.
    MaundyCake,
    /// As Maundy Cake, and the pieces are rotated by a right angle.
    TwistedMaundyCake,
}

impl Cutting {
    /// The ways to cut a side: the lengths of the pieces, each with the number of pieces of
    /// that length.
    fn cuts(self, side: u16) -> impl Iterator<Item = [(u16, u16); 2]> {
        (1..=side / 2).filter_map(move |piece| match self {
            Cutting::Cutcake => Some([(piece, 1), (side - piece, 1)]),
            Cutting::MaundyCake | Cutting::TwistedMaundyCake => {
                side.is_multiple_of(piece).then(|| [(piece, side / piece), (0, 0)])
            }
        })
    }
}

impl Cutting {
    fn turns(self) -> bool {
        self == Cutting::TwistedMaundyCake
    }
}

/// The value of cakes of Cutcake, the sum of the values of each (Winning Ways, chapter 2). For one
/// cake, round the shorter side down to a power of 2, and divide the longer side by it, rounding
/// down. The value is one less than the quotient, or the negative of that if the height is the
/// longer side.
fn worth(cakes: &Cakes) -> i64 {
    let of_one = |&[width, height]: &[u16; 2]| {
        let [across, down] = [width >> height.ilog2(), height >> width.ilog2()].map(i64::from);
        if across > 0 { across - 1 } else { 1 - down }
    };
    cakes.iter().map(of_one).sum()
}

impl Ruleset for Cutting {
    type Position = Cakes;

    /// The values of Cutcake are whole numbers.
    fn theorem(
        &self,
        cakes: &Cakes,
        mover: Player,
        convention: Convention,
    ) -> Option<Theorem<Cakes>> {
        /// The greatest number of moves that are gone through.
        const MANY: usize = 1 << 14;
        let (Cutting::Cutcake, Convention::Normal) = (self, convention) else { return None };
        let for_mover =
            |cakes: &Cakes| if mover == Player::Left { worth(cakes) } else { -worth(cakes) };
        let fate = if for_mover(cakes) > 0 { Fate::Win } else { Fate::Loss };
        let mut options = self.options(cakes, mover);
        let keeps = |option: &Cakes| fate == Fate::Win && for_mover(option) >= 0;
        let best = options.by_ref().take(MANY).filter(keeps).collect();
        let complete = fate == Fate::Win && options.next().is_none();
        Some(Theorem { fate, best, complete, source: "Winning Ways, chapter 2" })
    }

    fn options(&self, position: &Cakes, player: Player) -> impl Iterator<Item = Cakes> {
        (0..position.len()).filter(|&i| i == 0 || position[i - 1] != position[i]).flat_map(
            move |i| {
                let [width, height] = position[i];
                let (side, other) = match player {
                    Player::Left => (width, height),
                    Player::Right => (height, width),
                };
                self.cuts(side).map(move |pieces| {
                    let piece = |length| {
                        let across = (player == Player::Right) != self.turns();
                        cakes::turned([length, other], across)
                    };
                    let pieces = pieces.into_iter().flat_map(|(length, count)| {
                        std::iter::repeat_n(piece(length), count.into())
                    });
                    cakes::replace(position, i, pieces)
                })
            },
        )
    }

    fn components(&self, position: Cakes) -> impl Iterator<Item = Cakes> {
        cakes::parts(position)
    }

    fn negative(&self, position: &Cakes) -> Option<Cakes> {
        Some(cakes::transpose(position))
    }

    fn bytes(&self, position: &Cakes) -> usize {
        cakes::bytes(position)
    }
}

impl Notation for Cutting {
    fn name(&self) -> &'static str {
        match self {
            Cutting::Cutcake => "cutcake",
            Cutting::MaundyCake => "maundy-cake",
            Cutting::TwistedMaundyCake => "twisted-maundy-cake",
        }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, position: &Cakes) -> String {
        cakes::print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Cakes, ParseError> {
        cakes::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(cakes::SIZES)
    }

    fn draw(&self, position: &Cakes) -> String {
        cakes::draw(position)
    }

    fn scene(&self, position: &Cakes) -> Scene {
        Table::new(position).scene()
    }

    /// Any line along which the cut may be made; the first one for several cuts.
    fn tokens(&self, _: &Scene, from: &Cakes, to: &Cakes, player: Player) -> Vec<Token> {
        let table = Table::new(from);
        let Some((cake, piece)) = cakes::cut(from, to) else { return Vec::new() };
        let piece = cakes::turned(piece, self.turns());
        let upright = player == Player::Left;
        let (side, length) = if upright { (cake[0], piece[0]) } else { (cake[1], piece[1]) };
        let equal = (0..from.len()).filter(|&i| from[i] == cake);
        let cuts = equal.flat_map(|i| match self {
            Cutting::Cutcake if length * 2 != side => {
                vec![(i, vec![length]), (i, vec![side - length])]
            }
            Cutting::Cutcake => vec![(i, vec![length])],
            Cutting::MaundyCake | Cutting::TwistedMaundyCake => {
                vec![(i, (1..side / length).map(|cut| cut * length).collect())]
            }
        });
        cuts.map(|(i, lines)| table.token(i, upright, &lines)).collect()
    }
}

fn parse(rules: Cutting, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let position = rules.read(arguments.position_only()?)?;
    Ok(arguments.game_in_words(rules, position))
}

/// Cutcake in the catalogue.
pub const fn cutcake() -> Entry {
    Entry {
        name: "cutcake",
        aliases: &["cut-cake"],
        family: Family::Grid,
        title: "Cutcake",
        about: "Left cuts cakes from top to bottom, Right from side to side; whoever cannot cut loses. \
                Every cake is worth a whole number.",
        rules: "There are rectangular cakes of unit squares. Left cuts one in two from top to bottom, \
                Right from side to side, along the lines between the squares. The player who cannot \
                cut loses. A cake is given by its size, width by height, with sides of at most 1000.",
        notation: "cutcake(WIDTHxHEIGHT, WIDTHxHEIGHT, …)",
        examples: &["cutcake(4x3)", "cutcake(5x2,2x4)"],
        source: "Winning Ways for your Mathematical Plays, chapter 2",
        parse: &|arguments: &Arguments<'_>| parse(Cutting::Cutcake, arguments),
    }
}

/// Maundy Cake in the catalogue.
pub const fn maundy_cake() -> Entry {
    Entry {
        name: "maundy-cake",
        aliases: &["maundy"],
        family: Family::Grid,
        title: "Maundy Cake",
        about: "Divide a cake into equal pieces, as many as you like: Left with upright cuts, Right \
                with level ones. The divisors of the sides decide.",
        rules: "There are rectangular cakes of unit squares. A move divides one into equal pieces, as \
                many as the player likes but at least two: Left by cuts from top to bottom, Right by \
                cuts from side to side, along the lines between the squares. The player who cannot \
                cut loses. A cake is given by its size, width by height, with sides of at most 1000.",
        notation: "maundy-cake(WIDTHxHEIGHT, WIDTHxHEIGHT, …)",
        examples: &["maundy-cake(4x3)", "maundy-cake(6x2,2x4)"],
        source: "Winning Ways for your Mathematical Plays, chapter 2",
        parse: &|arguments: &Arguments<'_>| parse(Cutting::MaundyCake, arguments),
    }
}

/// Twisted Maundy Cake in the catalogue.
pub const fn twisted_maundy_cake() -> Entry {
    Entry {
        name: "twisted-maundy-cake",
        aliases: &[],
        family: Family::Grid,
        title: "Twisted Maundy Cake",
        about: "Divide a cake into equal pieces, as in Maundy Cake, but then turn each by a right \
                angle: what was your side is your opponent's now. Values are hot, and often two large \
                numbers a move apart.",
        rules: "There are rectangular cakes of unit squares. A move divides one into equal pieces, as \
                many as the player likes but at least two, and turns them by a right angle: Left by \
                cuts from top to bottom, Right by cuts from side to side, along the lines between the \
                squares. The player who cannot cut loses. A cake is given by its size, width by \
                height, with sides of at most 1000.",
        notation: "twisted-maundy-cake(WIDTHxHEIGHT, WIDTHxHEIGHT, …)",
        examples: &["twisted-maundy-cake(8x3)", "twisted-maundy-cake(6x2,2x4)"],
        source: "game.heap.GenCutcake of CGSuite 2, in its test suite",
        parse: &|arguments: &Arguments<'_>| parse(Cutting::TwistedMaundyCake, arguments),
    }
}
