//! Answers and tables of values in LaTeX.

use std::fmt::Write;

use super::text::{count, lot_word};
use super::typeset;
use crate::answer::{Answer, Side};
use grundy_base::{Convention, Fate, Player};

/// The most moves that are listed.
const LISTED: usize = 8;

/// The answer as a tabular of two columns, with the value in math mode.
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let mut text = String::from("\\begin{tabular}{ll}\n");
    let mut row = |label: &str, shown: String| {
        let _ = writeln!(text, "{label} & {shown} \\\\");
    };
    row("game", typed(&answer.game));
    if answer.convention == Convention::Misere {
        row("play", "mis\\`ere: the player who cannot move wins".to_string());
    }
    if let Some(outcome) = answer.outcome {
        row("outcome", format!("$\\mathcal{{{outcome}}}$: {}", outcome.sentence()));
    }
    if let Some(value) = answer.value_text() {
        row("value", format!("${}$", typeset::latex(&value)));
    }
    if let Some(facts) = answer.facts() {
        row("mean", format!("${}$", typeset::latex(&facts.mean.to_string())));
        row("temperature", format!("${}$", typeset::latex(&facts.temperature.to_string())));
    }
    match (&answer.left, &answer.right) {
        (Some(left), Some(right)) if answer.impartial && left == right => {
            lot(&mut row, "the first player", left);
        }
        _ => {
            for player in Player::BOTH {
                if let Some(side) = answer.side(player) {
                    lot(&mut row, &format!("{player} first"), side);
                }
            }
        }
    }
    text + "\\end{tabular}\n"
}

/// Rows of values as an array for math mode; the first row is the heading.
#[must_use]
pub(super) fn array(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = format!("\\begin{{array}}{{r|{}}}\n", "l".repeat(columns.saturating_sub(1)));
    for (number, row) in rows.iter().enumerate() {
        let line = if number == 1 { "\\hline\n" } else { "" };
        let _ = writeln!(text, "{line}{} \\\\", row.join(" & "));
    }
    text + "\\end{array}\n"
}

/// What a player brings about, and by which moves to what; of losing moves, the one that lasts
/// longest.
fn lot(row: &mut impl FnMut(&str, String), label: &str, side: &Side) {
    let mut text = lot_word(side.fate).to_string();
    if let Some(moves) = side.remoteness {
        let _ = write!(text, " in {}", count(moves));
    }
    row(label, text);
    let loses = side.fate == Fate::Loss;
    let listed = if loses { 1 } else { LISTED };
    for best in side.best.iter().take(listed) {
        let name = if best.name == best.position { String::new() } else { typed(&best.name) };
        let longest = if loses { " holds out longest" } else { "" };
        row("", format!("{name} $\\to$ {}{longest}", typed(&best.to)));
    }
    if !loses && (side.best.len() > listed || !side.complete) {
        row("", "\\ldots".to_string());
    }
}

/// A text in LaTeX, with every character as it is.
fn typed(text: &str) -> String {
    let mut typed = String::from("\\texttt{");
    for letter in text.chars() {
        match letter {
            '\\' => typed += "\\textbackslash{}",
            '^' => typed += "\\textasciicircum{}",
            '~' => typed += "\\textasciitilde{}",
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                typed.push('\\');
                typed.push(letter);
            }
            // Two of them would be one dash.
            '-' => typed += "{-}",
            letter => typed.push(letter),
        }
    }
    typed + "}"
}

#[cfg(test)]
mod tests {
    use crate::answer::{Options, solve};
    use crate::catalogue;

    #[test]
    fn an_answer_is_a_tabular() {
        let game = catalogue::parse("domineering(2x2) + *").unwrap();
        let answer = solve(&*game, &Options::default()).unwrap();
        let shown = super::answer(&answer);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], "game & \\texttt{domineering(..|..) + nim(1)} \\\\");
        assert_eq!(lines[2], "outcome & $\\mathcal{N}$: the player who starts wins \\\\");
        assert_eq!(lines[3], "value & $\\pm (1{\\ast})$ \\\\");
        assert_eq!(lines[5], "temperature & $1$ \\\\");
        let to = "\\texttt{domineering(\\#.|\\#.) + nim(1)}";
        assert!(shown.contains(&format!("$\\to$ {to}")), "{shown}");
    }
}
