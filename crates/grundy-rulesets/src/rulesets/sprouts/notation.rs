//! Writes and reads games of Sprouts.

use super::{Boundary, Drawing, END, FREE, LAST, Region, Sprouts, is_letter, lives};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::scene::{Scene, Token, keys};
use grundy_ruleset::{Notation, keyed};

/// The greatest number of spots at the start. A line uses up one of the remaining line ends and
/// adds at most three letters, and each letter is such an end: at most 3n / 4 of n ends are
/// letters, and there are 26 letters.
const MOST_SPOTS: usize = 11;
/// The greatest number of remaining line ends, letters counted twice.
const MOST_LIVES: u32 = 3 * MOST_SPOTS as u32;

impl Notation for Sprouts {
    fn name(&self) -> &'static str {
        "sprouts"
    }

    /// The number of spots if there are no lines, otherwise the text of the drawing.
    fn print(&self, drawing: &Drawing) -> String {
        let spots = drawing.0.split(',');
        match spots.clone().all(|spot| spot.as_bytes() == [FREE]) {
            true => spots.count().to_string(),
            false => drawing.0.clone(),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Drawing, ParseError> {
        if text.is_empty() {
            return Ok(Drawing::default());
        }
        if text.as_str().bytes().all(|byte| byte.is_ascii_digit()) {
            let spots: usize = text.number("a number of spots")?;
            if !(1..=MOST_SPOTS).contains(&spots) {
                return Err(text.expected(format!("1 to {MOST_SPOTS} spots")));
            }
            return Ok(Drawing(vec!["o"; spots].join(",")));
        }
        let (mut sum, mut regions) = (0, Vec::new());
        // The letters, each with the indices of its region and boundary, and its offset.
        let mut letters: Vec<(u8, usize, usize, usize)> = Vec::new();
        for (i, region) in text.split('|').enumerate() {
            let mut boundaries = Region::new();
            for (j, boundary) in region.split(',').enumerate() {
                if boundary.is_empty() {
                    return Err(boundary.expected("spots ('o', 'i', 'v' or capital letters)"));
                }
                for (at, c) in boundary.chars() {
                    let known = matches!(c, 'o' | 'i' | 'v' | 'A'..='Z');
                    if !known {
                        let what = "a spot ('o', 'i', 'v' or a capital letter)";
                        return Err(ParseError::new(what, at));
                    }
                    let spot = c as u8;
                    sum += lives(spot);
                    if is_letter(spot) {
                        letters.push((spot, i, j, at));
                    }
                }
                let spots: Boundary = boundary.as_str().bytes().collect();
                if spots.len() > 1 && spots.contains(&FREE) {
                    return Err(boundary.expected("a spot without lines ('o') alone"));
                }
                boundaries.push(spots);
            }
            regions.push(boundaries);
        }
        for &(letter, i, j, at) in &letters {
            let all: Vec<_> = letters.iter().filter(|other| other.0 == letter).collect();
            if all.len() != 2 {
                let at = if all.len() > 2 { all[2].3 } else { at };
                return Err(ParseError::new("every letter twice, once for each side", at));
            }
            if all.iter().any(|other| other.1 == i && other.2 != j) {
                let what = "the two sides of a spot on one boundary or in two regions";
                return Err(ParseError::new(what, all[1].3));
            }
        }
        if sum > MOST_LIVES {
            return Err(text.expected(format!("at most {MOST_LIVES} ends of lines to come")));
        }
        Ok(Drawing::write(&regions))
    }

    /// Each line has a region.
    fn draw(&self, drawing: &Drawing) -> String {
        let name = |spot: u8| match spot {
            FREE => "○".to_string(),
            END => "●╴".to_string(),
            LAST => "╶●╴".to_string(),
            letter => format!("╶{}╴", char::from(letter)),
        };
        let boundary =
            |word: &Boundary| word.iter().map(|&spot| name(spot)).collect::<Vec<_>>().join(" ");
        let region = |region: &Region| region.iter().map(boundary).collect::<Vec<_>>().join("   ");
        drawing.regions().iter().map(region).collect::<Vec<_>>().join("\n")
    }

    /// The position reached; a move that ends play is called the last line.
    fn move_name(&self, _: &Drawing, to: &Drawing, _: Player) -> String {
        if to.0.is_empty() { "the last line".to_string() } else { self.print(to) }
    }

    fn scene(&self, drawing: &Drawing) -> Scene {
        keyed(self, drawing)
    }

    fn tokens(&self, scene: &Scene, from: &Drawing, to: &Drawing, player: Player) -> Vec<Token> {
        keys::tokens(scene, &self.move_name(from, to, player))
    }
}

/// Sprouts in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "sprouts",
        aliases: &[],
        family: Family::Graph,
        title: "Sprouts",
        about: "Join two spots by a line, or one to itself, without crossing another line, and put a \
                new spot on it; whoever cannot do it loses. Three lines at a spot are the limit, and \
                so every game ends, from n spots after at most 3n − 1 moves.",
        rules: "There are spots on a sheet of paper. A move draws a line from a spot to another or to \
                itself, which crosses no line, and puts a new spot on it. No spot may have more than \
                three lines. The player who cannot move loses. A number is a game that begins with so \
                many spots. Other positions list the regions of the sheet, parted by '|', the \
                boundaries of each, parted by ',', and along a boundary the spots that may still have \
                lines: 'o' has none yet, 'i' one, and a spot with two is a capital letter, once for \
                each of its sides, or 'v' if only one side matters. A game begins with at most 11 spots.",
        notation: "sprouts(SPOTS) or sprouts(BOUNDARY,BOUNDARY,…|…)",
        examples: &["sprouts(2)", "sprouts(3)", "sprouts(AiAi,o|o,o)"],
        source: "Martin Gardner, Mathematical Games, Scientific American, July 1967; David Applegate, \
                 Guy Jacobson and Daniel Sleator, Computer analysis of Sprouts, 1991; Julien Lemoine \
                 and Simon Viennot, Computer analysis of Sprouts with nimbers, 2015",
        parse: &|arguments: &Arguments<'_>| {
            let drawing = Sprouts.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Sprouts, drawing))
        },
    }
}
