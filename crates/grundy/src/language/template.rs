//! Games with letters for numbers: `cram(AxB)` is a game for each width and height.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use crate::answer::Cell;
use crate::game::Game;
use grundy_base::{ParseError, Player};

/// The letters that stand for numbers.
const LETTERS: [char; 3] = ['A', 'B', 'N'];

/// A game in which one or two letters stand for numbers: A and B, or N alone.
///
/// A letter between parentheses that belongs to no word is a number, and a character before `^` and
/// a letter is repeated that number of times.
///
/// ```
/// use grundy::language::Template;
///
/// let template = Template::parse("toads-and-frogs(T^A..F^B)").unwrap().unwrap();
/// assert_eq!(template.letters(), ['A', 'B']);
/// assert_eq!(template.fill(&[3, 1]), "toads-and-frogs(TTT..F)");
/// assert!(Template::parse("toads-and-frogs(TA..BF)").unwrap().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
    pieces: Vec<Piece>,
    /// The letters that occur, in the order of the alphabet.
    letters: Vec<char>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Number(char),
    Repeated(char, char),
}

impl Template {
    /// Reads a game with letters for numbers; none if it has no such letter.
    ///
    /// # Errors
    ///
    /// If there are three letters.
    pub fn parse(text: &str) -> Result<Option<Template>, ParseError> {
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let at = |place: usize| chars.get(place).map_or(' ', |(_, c)| *c);
        // Width and height have an x between them.
        let in_word = |c: char| c.is_alphanumeric() && c != 'x' || c == '_';
        let (mut pieces, mut letters, mut plain) = (Vec::new(), Vec::new(), String::new());
        let (mut depth, mut quoted) = (0usize, false);
        for (place, &(offset, c)) in chars.iter().enumerate() {
            match c {
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            let before = if place == 0 { ' ' } else { at(place - 1) };
            let is_number = depth > 0
                && !quoted
                && LETTERS.contains(&c)
                && !in_word(before)
                && !in_word(at(place + 1))
                && at(place + 1) != '^';
            if !is_number {
                plain.push(c);
                continue;
            }
            if !letters.contains(&c) {
                letters.push(c);
            }
            if letters.len() > 2 {
                let expected = "one or two letters for numbers";
                return Err(ParseError::new(expected, offset).with_help("rows A, and columns B"));
            }
            let symbol = plain.strip_suffix('^').and_then(|rest| rest.chars().next_back());
            let symbol = symbol.filter(|symbol| !" (,;|+-".contains(*symbol));
            if let Some(symbol) = symbol {
                plain.truncate(plain.len() - '^'.len_utf8() - symbol.len_utf8());
            }
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
            pieces.push(symbol.map_or(Piece::Number(c), |symbol| Piece::Repeated(symbol, c)));
        }
        pieces.push(Piece::Text(plain));
        letters.sort_unstable();
        let template = Template { text: text.to_string(), pieces, letters };
        Ok((!template.letters.is_empty()).then_some(template))
    }

    /// Templates for the parentheses of a ruleset, the likeliest first: a width and a height, two
    /// numbers, and, if it has no parameters, one number and a string of ones.
    #[must_use]
    pub fn of_ruleset(ruleset: &str) -> Vec<Template> {
        let texts: Vec<String> = match ruleset.trim().strip_suffix(')') {
            Some(parameters) => ["AxB", "A,B"].map(|kind| format!("{parameters}; {kind})")).into(),
            None => {
                let kinds = ["AxB", "A,B", "N", "1^N"];
                kinds.map(|kind| format!("{}({kind})", ruleset.trim())).into()
            }
        };
        texts.iter().filter_map(|text| Template::parse(text).ok()?).collect()
    }

    /// The template for a ruleset that is named alone: the first one whose numbers matter. Numbers
    /// of a list, such as heaps, or in the name of a vertex are no sizes. `read` reads a game.
    pub fn for_ruleset(
        ruleset: &str,
        read: &dyn Fn(&str) -> Option<Box<dyn Game>>,
    ) -> Option<Template> {
        const SMALL: [[u64; 2]; 6] = [[3, 2], [2, 3], [3, 3], [4, 4], [5, 1], [8, 8]];
        let game = |template: &Template, numbers: &[u64]| read(&template.fill(numbers));
        let matter = |template: &Template| {
            let kinds = SMALL.iter().filter_map(|numbers| {
                let game = game(template, numbers)?;
                let moves = Player::BOTH.map(|player| game.moves_up_to(player, 100).0.len());
                Some((game.scene().places.len(), moves))
            });
            kinds.collect::<BTreeSet<_>>().len() > 1
        };
        let is_list = |template: &Template| {
            let longer = Template::parse(&template.to_string().replace("A,B)", "A,B,1)"));
            let longer = longer.ok().flatten().filter(|longer| longer != template);
            longer
                .is_some_and(|longer| SMALL.iter().any(|numbers| game(&longer, numbers).is_some()))
        };
        Template::of_ruleset(ruleset).into_iter().find(|it| matter(it) && !is_list(it))
    }

    /// The entries of a table, a row for each first number; one row if there is one letter. `entry`
    /// gives the entry of a game, small games first; if it gives none, the work ends, and other
    /// entries are open.
    ///
    /// # Errors
    ///
    /// If there are too many entries, or they are too long.
    pub fn cells(
        &self,
        [rows, columns]: [RangeInclusive<u64>; 2],
        entry: &mut dyn FnMut(&str) -> Option<Cell>,
    ) -> Result<Vec<Vec<Cell>>, String> {
        /// The most entries, and the most bytes of texts.
        const MOST: u64 = 1 << 20;
        let count = |range: &RangeInclusive<u64>| {
            range.end().checked_sub(*range.start()).map_or(0, |more| more.saturating_add(1))
        };
        let (height, width) = (count(&rows), count(&columns));
        if height.saturating_mul(width) > MOST {
            return Err(format!("a table has at most {MOST} entries"));
        }
        if self.length(&[*rows.end().max(columns.end()), *columns.end()]) > MOST {
            return Err(format!(
                "{self} is longer than {MOST} bytes in this table: choose smaller numbers"
            ));
        }
        let mut cells = vec![vec![Cell::Open; width as usize]; height as usize];
        let place = |row| columns.clone().map(move |column| (row, column));
        let mut places: Vec<(u64, u64)> = rows.clone().flat_map(place).collect();
        // Small games first, so that a limit leaves only large ones open.
        places.sort_by_key(|&(row, column)| u128::from(row) + u128::from(column));
        for (row, column) in places {
            let numbers = if self.letters.len() == 1 { [column, 0] } else { [row, column] };
            let Some(cell) = entry(&self.fill(&numbers)) else { break };
            cells[(row - rows.start()) as usize][(column - columns.start()) as usize] = cell;
        }
        Ok(cells)
    }

    /// The letters that occur, in the order of the alphabet.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Bytes of the game with these numbers, at most.
    #[must_use]
    pub fn length(&self, numbers: &[u64]) -> u64 {
        let length = |piece: &Piece| match piece {
            Piece::Text(text) => text.len() as u64,
            Piece::Number(_) => 20,
            Piece::Repeated(symbol, letter) => {
                (symbol.len_utf8() as u64).saturating_mul(self.number(*letter, numbers))
            }
        };
        self.pieces.iter().map(length).fold(0, u64::saturating_add)
    }

    /// The game with these numbers for the letters.
    #[must_use]
    pub fn fill(&self, numbers: &[u64]) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(plain) => text += plain,
                Piece::Number(letter) => text += &self.number(*letter, numbers).to_string(),
                Piece::Repeated(symbol, letter) => {
                    let times = self.number(*letter, numbers) as usize;
                    text.extend(std::iter::repeat_n(*symbol, times));
                }
            }
        }
        text
    }

    fn number(&self, letter: char, numbers: &[u64]) -> u64 {
        let place = self.letters.iter().position(|other| *other == letter);
        place.and_then(|place| numbers.get(place)).copied().unwrap_or(0)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, numbers: &[u64]) -> Option<String> {
        Some(Template::parse(text).unwrap()?.fill(numbers))
    }

    #[test]
    fn letters_of_words_are_no_numbers() {
        let cases = [
            ("domineering(2xN)", Some("domineering(2x7)")),
            ("cram(AxB) + *", Some("cram(7x9) + *")),
            ("cram(BxA)", Some("cram(9x7)")),
            ("f(A,A)", Some("f(7,7)")),
            ("last-to-toggle-wins(1^N)", Some("last-to-toggle-wins(1111111)")),
            ("x(.^A|.^A)", Some("x(.......|.......)")),
            ("nim(^A)", Some("nim(^7)")),
            ("hackenbush(BRB)", None),
            ("A(3)", None),
            ("graph(\"A\")", None),
            ("kayles", None),
        ];
        for (text, expected) in cases {
            assert_eq!(filled(text, &[7, 9]).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_third_letter_is_refused_at_its_place() {
        assert_eq!(Template::parse("f(A,B,N)").unwrap_err().at, 6);
    }
}
