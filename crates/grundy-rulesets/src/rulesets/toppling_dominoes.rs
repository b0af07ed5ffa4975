//! Toppling Dominoes: topple one domino of a row, and all on that side fall.

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::board::strip::Row;
use grundy_ruleset::scene::graph::owner;
use grundy_ruleset::scene::{Ground, Kind, Label, Line, Look, Place, Scene, Stroke, Token};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Toppling Dominoes.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

/// A gap, and dominoes of Left, of Right and of both.
const ALPHABET: &str = ".BRG";

impl Ruleset for TopplingDominoes {
    type Position = Row;

    fn options(&self, &row: &Row, player: Player) -> impl Iterator<Item = Row> {
        strip::members(row.of(player)).flat_map(move |at| {
            let standing = row.pieces();
            // Dominoes fall up to the next gap.
            let right = (standing >> at).trailing_ones();
            let left = (standing << (u128::BITS - 1 - at)).leading_ones();
            let falls = [
                strip::low(at + right) & !strip::low(at),
                strip::low(at + 1) & !strip::low(at + 1 - left),
            ];
            falls.into_iter().map(move |fallen| Row {
                left: row.left & !fallen,
                right: row.right & !fallen,
                length: row.length,
            })
        })
    }

    fn longest_play(&self, row: &Row) -> Option<u64> {
        Some(row.pieces().count_ones().into())
    }

    // A row and its mirror image are equal.
    fn components(&self, row: Row) -> impl Iterator<Item = Row> {
        let parts: SmallVec<[Row; 4]> = strip::runs(row.pieces())
            .map(|(start, length)| row.part(start, length))
            .map(|part| part.min(part.mirror()))
            .collect();
        parts.into_iter()
    }

    fn negative(&self, row: &Row) -> Option<Row> {
        Some(row.exchange())
    }
}

impl Notation for TopplingDominoes {
    fn name(&self) -> &'static str {
        "toppling-dominoes"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, row: &Row) -> String {
        row.characters(ALPHABET).collect()
    }

    /// The letters of the paper, L, R and E, are also read.
    fn read(&self, text: Text<'_>) -> Result<Row, ParseError> {
        let known: String = text
            .as_str()
            .chars()
            .map(|c| match c {
                'L' => 'B',
                'E' => 'G',
                c => c,
            })
            .collect();
        Row::read(Text::new(&known), ALPHABET)
            .map_err(|error| ParseError { at: text.offset() + error.at, ..error })
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Strip,
            squares: "BRG",
            others: ".",
            pieces: ["B", "R"],
            symmetry: Symmetry::Reflections,
        })
    }

    fn draw(&self, row: &Row) -> String {
        strip::draw(row.characters(ALPHABET))
    }

    /// For each square, draws its domino and the places to press to topple it to the left and to
    /// the right.
    fn scene(&self, row: &Row) -> Scene {
        const WIDE: f64 = 1.3;
        let length = f64::from(row.length) * WIDE;
        let mut scene = Scene { size: [length, 2.15], ..Scene::default() };
        scene.lines.push(Line::new([0.0, 0.98], [length, 0.98], Stroke::Thick));
        for (i, letter) in row.characters(ALPHABET).enumerate() {
            let x = (i as f64 + 0.5) * WIDE;
            let name = (i + 1).to_string();
            scene.labels.push(Label::new(name.clone(), [x, 1.9], Kind::Name));
            let stands = letter != '.';
            let domino = Place::new(name.clone(), [x, 0.5], Ground::None);
            scene.places.push(match stands {
                true => domino.with(Look::Standing, owner(letter)),
                false => domino,
            });
            for (side, sign, way) in [(-0.325, "‹", "left"), (0.325, "›", "right")] {
                let centre = [x + side, 1.35];
                if stands {
                    scene.labels.push(Label::new(sign, centre, Kind::Sign));
                }
                scene.places.push(Place::new(format!("{name}-{way}"), centre, Ground::None));
            }
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Row, to: &Row, player: Player) -> Vec<Token> {
        let gone = strip::members(from.pieces() & !to.pieces());
        let gone: Vec<usize> = gone.map(|square| 3 * square as usize).collect();
        let tips = strip::members(from.of(player)).flat_map(|at| [(at, 2), (at, 1)]);
        tips.zip(self.options(from, player))
            .filter(|(_, option)| option == to)
            .map(|((at, side), _)| Token::Cut {
                at: Some(3 * at as usize + side),
                gone: gone.clone(),
            })
            .collect()
    }

    /// The domino that is toppled, counted from 1, and the side to which it falls.
    fn move_name(&self, from: &Row, to: &Row, player: Player) -> String {
        let tips = strip::members(from.of(player)).flat_map(|at| [(at, "right"), (at, "left")]);
        let tip = tips.zip(self.options(from, player)).find(|(_, option)| option == to);
        tip.map_or_else(|| self.print(to), |((at, side), _)| format!("{}-{side}", at + 1))
    }
}

/// Toppling Dominoes in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "toppling-dominoes",
        aliases: &["toppling"],
        family: Family::Strip,
        title: "Toppling Dominoes",
        about: "Tip a domino of your colour to the left or the right: all that stand on that side fall \
                with it. Small rows have surprising values.",
        rules: "Dominoes stand in a row. Left tips a blue one (B), Right a red one (R), and either a \
                green one (G), to the left or to the right: it falls with all that stand on that \
                side, up to the next gap '.'. The player who cannot move loses. The letters L, R and \
                E stand for blue, red and green too. There are at most 128 dominoes and gaps.",
        notation: "toppling-dominoes(ROW)",
        examples: &[
            "toppling-dominoes(BR)",
            "toppling-dominoes(BBRB)",
            "toppling-dominoes(BRGGB.RBR)",
        ],
        source: "Alex Fink, Richard Nowakowski, Aaron Siegel and David Wolfe, Toppling conjectures, \
                 Games of No Chance 4, 2015; Lessons in Play",
        parse: &|arguments: &Arguments<'_>| {
            let row = TopplingDominoes.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(TopplingDominoes, row))
        },
    }
}
