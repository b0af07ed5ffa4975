//! The labels of nodes in pictures.

use super::markup::columns;
use super::picture::Position;
use super::words::Words;
use grundy_base::Verdict;

/// The text of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The position, line by line.
    pub lines: Vec<String>,
    /// The lines are the rows of a board.
    pub board: bool,
    /// Its value or its verdict.
    pub note: String,
}

impl Label {
    /// The text of a node.
    #[must_use]
    pub fn new(node: &Position, words: &Words) -> Label {
        let note = match &node.value {
            Some(value) => value.to_string(),
            None => match node.verdict {
                Verdict::Win(moves) => words.say("note.win", &[("n", &moves)]),
                Verdict::Loss(moves) => words.say("note.loss", &[("n", &moves)]),
                Verdict::Draw(Some(moves)) => words.say("note.tie", &[("n", &moves)]),
                Verdict::Draw(None) => words.say("note.draw", &[]),
            },
        };
        match board(&node.text) {
            Some(lines) => Label { lines, board: true, note },
            None => Label { lines: wrapped(&node.text), board: false, note },
        }
    }
}

/// The most columns of a line of text in a node, and the most lines.
const WIDEST: usize = 24;
const MOST_LINES: usize = 4;
/// Columns and rows of a board.
const LARGEST_BOARD: usize = 26;

/// The rows of a board, if the text is one: `X.O|...|..X`.
fn board(text: &str) -> Option<Vec<String>> {
    let rows: Vec<String> = text.split('|').map(|row| row.trim().replace('.', "·")).collect();
    let small = |row: &String| row.chars().map(columns).sum::<usize>() <= LARGEST_BOARD;
    let fits = (2..=LARGEST_BOARD).contains(&rows.len()) && rows.iter().all(small);
    (fits && !text.contains(['(', '{', '['])).then_some(rows)
}

/// Lines of text, broken after punctuation where that is possible; text that
/// is too long ends in an ellipsis.
fn wrapped(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec!["()".to_string()];
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut width = 0;
    for c in text.chars() {
        if width + columns(c) > WIDEST {
            let at = line.rfind([',', ' ', ')', '|', ';']).map_or(line.len(), |at| at + 1);
            // A break near the start would waste the line.
            let at = if at * 2 < line.len() { line.len() } else { at };
            let rest = line.split_off(at);
            lines.push(std::mem::replace(&mut line, rest).trim().to_string());
            width = line.chars().map(columns).sum();
            if lines.len() == MOST_LINES {
                break;
            }
        }
        line.push(c);
        width += columns(c);
    }
    if lines.len() < MOST_LINES {
        lines.push(line.trim().to_string());
    } else if let Some(last) = lines.last_mut() {
        last.push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_after_commas_and_ends_in_an_ellipsis() {
        assert_eq!(wrapped("3,4,5"), ["3,4,5"]);
        assert_eq!(wrapped("100,200,300,400,500,600,700"), ["100,200,300,400,500,600,", "700"]);
        let lines = wrapped(&"x".repeat(1000));
        assert_eq!(lines.len(), MOST_LINES);
        assert!(lines[MOST_LINES - 1].ends_with('…'));
        assert_eq!(wrapped(""), ["()"]);
    }

    #[test]
    fn rows_parted_by_bars_are_a_board_and_games_in_braces_are_not() {
        assert_eq!(board("X.|.O").unwrap(), ["X·", "·O"]);
        assert_eq!(board("{1|0}"), None);
        assert_eq!(board("3,4"), None);
    }
}
