//! Answers as a tabular of LaTeX.

use std::fmt::Write;

use super::text::{count, lot_word};
use super::typeset;
use crate::answer::{Answer, Side};
use crate::outcome::Convention;
use crate::player::Player;

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
            row("the first player", lot(left));
        }
        _ => {
            for player in Player::BOTH {
                if let Some(side) = answer.side(player) {
                    row(&format!("{player} first"), lot(side));
                }
            }
        }
    }
    text + "\\end{tabular}\n"
}

/// What a player brings about, and by which moves.
fn lot(side: &Side) -> String {
    let mut text = lot_word(side.fate).to_string();
    if let Some(moves) = side.remoteness {
        let _ = write!(text, " in {}", count(moves));
    }
    let listed: Vec<String> = side.best.iter().take(LISTED).map(|best| typed(&best.name)).collect();
    if !listed.is_empty() {
        let _ = write!(text, ": {}", listed.join(", "));
    }
    if side.best.len() > LISTED || !side.complete {
        text += ", \\ldots";
    }
    text
}

/// A text as it is typed, every character as it is.
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
    use crate::answer::{Options, add_value, solve};
    use crate::catalogue;
    use crate::limits::Limits;

    #[test]
    fn an_answer_is_a_tabular() {
        let game = catalogue::parse("domineering(2x2) + *").unwrap();
        let mut answer = solve(&*game, &Options::default()).unwrap();
        add_value(&mut answer, &*game, &Limits::default()).unwrap();
        let shown = super::answer(&answer);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], "game & \\texttt{domineering(..|..) + nim(1)} \\\\");
        assert_eq!(lines[2], "outcome & $\\mathcal{N}$: the player who starts wins \\\\");
        assert_eq!(lines[3], "value & $\\pm (1{\\ast})$ \\\\");
        assert_eq!(lines[5], "temperature & $1$ \\\\");
    }
}
