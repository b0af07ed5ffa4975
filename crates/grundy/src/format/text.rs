//! Answers as text for a terminal.
//!
//! The text contains ANSI colours; callers that write elsewhere must strip them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::typeset::Setting;
use crate::answer::{
    self, Answer, Best, Facet, Facts, Judged, Judgement, OpenBest, OpenSide, Side, Work, literature,
};
use crate::solve::proof::Bounds;
use grundy_base::{Fate, Outcome, Player};

/// For headings and names.
pub const STRONG: Style = Style::new().bold();
/// For less important parts.
pub const FAINT: Style = Style::new().dimmed();
/// For wins.
pub const WIN: Style = AnsiColor::Green.on_default().bold();
/// For losses.
pub const LOSS: Style = AnsiColor::Red.on_default().bold();
/// For draws.
pub const DRAW: Style = AnsiColor::Yellow.on_default().bold();

/// The colour of a result.
#[must_use]
pub const fn style(fate: Fate) -> Style {
    match fate {
        Fate::Win => WIN,
        Fate::Loss => LOSS,
        Fate::Draw => DRAW,
    }
}

/// `text` in a style.
#[must_use]
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The most moves that are listed; the rest are counted.
const LISTED: usize = 8;

/// The answer with the board, the reason and the best moves.
#[must_use]
pub fn answer(answer: &Answer, drawing: &str, setting: Setting) -> String {
    let mut text = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(text, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, &answer.game));
    if drawing != answer.game && !answer.game.contains(&format!("({drawing})")) {
        for line in drawing.lines() {
            row("", line.to_string());
        }
    }
    if answer.convention == crate::Convention::Misere {
        row("play", "misère: the player who cannot move wins".to_string());
    }
    row("outcome", outcome(answer));
    if let Some(value) = answer.value_text() {
        row("value", format!("{}{}", paint(STRONG, setting.set(&value)), heat(answer, setting)));
    }
    let theorem = || Some(format!("a theorem: {}", answer.theorem?));
    if let Some(reason) = reason(answer, setting).or_else(theorem) {
        row("reason", reason);
    }
    match (&answer.left, &answer.right) {
        (Some(left), Some(right)) if answer.impartial && left == right => {
            moves(&mut row, "", left);
        }
        _ => {
            for player in Player::BOTH {
                if let Some(side) = answer.side(player) {
                    row(&format!("{player} first"), lot(side, answer.positions.is_some()));
                    moves(&mut row, "", side);
                } else if let Some(side) = &answer.open[player] {
                    row(&format!("{player} first"), paint(DRAW, so_far(side.bounds)));
                    open_moves(&mut row, side);
                }
            }
        }
    }
    if let Some(published) = literature::beside(answer) {
        let (sentence, source) = (published.winner.sentence(), published.source);
        row("literature", format!("{sentence} {}", paint(FAINT, format!("({source})"))));
    }
    match answer.positions {
        Some(positions) => row("positions", group(positions)),
        None if answer.open.left.is_some() || answer.open.right.is_some() => {
            row("positions", paint(FAINT, "not counted".to_string()));
        }
        None => {
            row("positions", paint(FAINT, format!("not counted: {} the answer", source(answer))));
        }
    }
    if !answer.missing.is_empty() {
        let missing: Vec<&str> = answer.missing.iter().map(|facet| facet.word()).collect();
        row("missing", paint(DRAW, format!("{}: not found within the limits", missing.join(", "))));
    }
    for (number, (component, outcome)) in answer.outcomes.iter().enumerate() {
        let label = if number == 0 { "alone" } else { "" };
        row(label, format!("{}  {component}", paint(STRONG, outcome)));
    }
    text
}

/// What gives an answer without a list of positions, with its verb.
fn source(answer: &Answer) -> &'static str {
    let by = answer.work.iter().find(|work| work.found.contains(&Facet::Winner));
    match by.map(|work| work.method) {
        _ if !answer.parts.is_empty() => "the components give",
        Some("theorem") => "a theorem gives",
        Some("canonical form") => "the canonical form gives",
        Some("misère quotient") => "the misère quotient gives",
        _ => "a search gives",
    }
}

fn moves(row: &mut impl FnMut(&str, String), label: &str, side: &Side) {
    if !side.moves.is_empty() {
        return judged(row, label, side);
    }
    if let Some(score) = &side.score {
        if score.margin != score.total {
            let margin = match score.margin {
                0 => "as many points for both".to_string(),
                margin => format!("{} {}", margin.abs(), if margin > 0 { "more" } else { "fewer" }),
            };
            row(label, format!("from here on: {margin}"));
        }
        return listed(row, label, &score.best, true);
    }
    if side.fate == Fate::Loss && side.remoteness != Some(0) && !side.best.is_empty() {
        let slowest = &side.best[0];
        if let Some(moves) = slowest.remoteness {
            let text =
                format!("{} holds out longest, then {} to the end", slowest.name, count(moves));
            row(label, text);
        }
        return;
    }
    listed(row, label, &side.best, side.complete || side.fate == Fate::Loss);
}

/// What every move brings about, the best first.
fn judged(row: &mut impl FnMut(&str, String), label: &str, side: &Side) {
    let mut moves: Vec<&Judged> = side.moves.iter().collect();
    let rank = |judged: &Judged| {
        let Best { fate, remoteness, .. } = judged.option;
        (-judged.margin.unwrap_or(0), Judgement { fate, remoteness }.rank())
    };
    moves.sort_by_key(|judged| rank(judged));
    for Judged { option, margin } in moves {
        let Best { name, to, fate, remoteness, .. } = option;
        let points = match margin {
            Some(margin) if *margin != 0 => format!(" by {}", margin.abs()),
            _ => String::new(),
        };
        let then = remoteness.map_or(String::new(), |moves| match moves {
            0 => ", and play is over".to_string(),
            moves => format!(", then {} to the end", count(moves)),
        });
        let result = paint(style(*fate), format!("{}{points}", lot_word(*fate)));
        row(label, format!("{}  {to}  {result}{}", paint(STRONG, name), paint(FAINT, then)));
    }
}

/// What is proved for a player who starts.
fn so_far(bounds: Bounds) -> &'static str {
    match (bounds.at_least, bounds.at_most) {
        (Fate::Loss, Fate::Win) => "not decided",
        (Fate::Draw, Fate::Win) => "at least draws",
        (Fate::Loss, Fate::Draw) => "at most draws",
        (fate, _) => lot_word(fate),
    }
}

/// The moves that look best so far, and the play that is proved to follow.
fn open_moves(row: &mut impl FnMut(&str, String), side: &OpenSide) {
    const MANY: usize = 3;
    // If all moves look alike, nothing is known of them.
    let told: &[OpenBest] = if side.best.len() <= MANY { &side.best } else { &[] };
    for best in told {
        let known = match side.is_proved(best) {
            true => String::new(),
            false => paint(FAINT, "  best so far, not proved"),
        };
        row("", format!("{} {}  {}{known}", paint(DRAW, "→"), paint(STRONG, &best.name), best.to));
    }
    if side.line.len() > 1 {
        row("line", side.line.join(" "));
    }
}

/// The best moves; these may not be all.
fn listed(row: &mut impl FnMut(&str, String), label: &str, moves: &[Best], complete: bool) {
    // A line that counts one more move could show the move itself.
    let listed = if moves.len() == LISTED + 1 { LISTED + 1 } else { LISTED };
    for best in moves.iter().take(listed) {
        let after = match best.remoteness {
            None => String::new(),
            Some(0) => paint(FAINT, "  and play is over"),
            Some(moves) => paint(FAINT, format!("  then {} to the end", count(moves))),
        };
        let arrow = paint(style(best.fate), "→");
        let to = if best.name == best.position {
            best.to.clone()
        } else {
            format!("{}  {}", paint(STRONG, &best.name), best.to)
        };
        row(label, format!("{arrow} {to}{after}"));
    }
    if !complete {
        row(label, paint(FAINT, "  perhaps more: not all moves were gone through"));
    } else if moves.len() > listed {
        row(label, paint(FAINT, format!("  and {} more", moves.len() - listed)));
    }
}

/// What a player brings about; where all positions were `listed`, a draw without an end is
/// one that need never end.
fn lot(side: &Side, listed: bool) -> String {
    let word = paint(style(side.fate), lot_word(side.fate));
    let points = side.score.as_ref().map_or(0, |score| score.total.abs());
    match (side.remoteness, points) {
        (Some(moves), 0) => format!("{word} in {}", count(moves)),
        (Some(moves), _) => format!("{word} by {points}, in {}", count(moves)),
        (None, 1..) => format!("{word} by {points}"),
        (None, _) if listed && side.fate == Fate::Draw => {
            format!("{word}: play need never end")
        }
        (None, _) => word,
    }
}

pub(super) const fn lot_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Win => "wins",
        Fate::Loss => "loses",
        Fate::Draw => "draws",
    }
}

fn outcome(answer: &Answer) -> String {
    let moves = match (&answer.left, &answer.right) {
        (Some(left), Some(right)) if left.remoteness == right.remoteness => left.remoteness,
        _ => None,
    };
    let moves = moves.map_or(String::new(), |moves| format!(", in {}", count(moves)));
    match answer.outcome {
        Some(outcome) => {
            let style = match outcome {
                Outcome::N => WIN,
                Outcome::P => LOSS,
                Outcome::D => DRAW,
                Outcome::L | Outcome::R => STRONG,
            };
            let sentence = match (answer.left.is_some() && answer.right.is_some(), outcome) {
                // The position says whose turn it is.
                (false, Outcome::L) => "Left wins",
                (false, Outcome::R) => "Right wins",
                _ => outcome.sentence(),
            };
            format!("{}: {sentence}{moves}", paint(style, outcome))
        }
        None if answer.open.left.is_some() || answer.open.right.is_some() => {
            paint(DRAW, "not decided within the limits").to_string()
        }
        None => {
            let starts = Player::BOTH.into_iter().filter_map(|player| {
                Some(format!("{player} {} by starting", lot_word(answer.side(player)?.fate)))
            });
            let starts: Vec<String> = starts.collect();
            match &starts[..] {
                // Nobody has asked about the other player.
                [one] => one.clone(),
                _ => format!("{}: {}", paint(DRAW, "mixed"), starts.join(", ")),
            }
        }
    }
}

/// Mean and temperature of the value of a partizan game; nothing for numbers.
fn heat(answer: &Answer, setting: Setting) -> String {
    let facts = answer.facts().filter(|facts| facts.number.is_none());
    facts.map_or(String::new(), |Facts { mean, temperature, .. }| {
        let [mean, temperature] =
            [mean, temperature].map(|number| setting.set(&number.to_string()));
        paint(FAINT, format!("  mean {mean}, temperature {temperature}"))
    })
}

/// Why, in one line: `3 xor 4 xor 5 = 2: leave 1, 4, 5`.
fn reason(answer: &Answer, setting: Setting) -> Option<String> {
    let total = answer.value.as_ref()?;
    let side = answer.left.as_ref()?;
    let then = match side.fate {
        Fate::Win => {
            let to = &side.best.first()?.position;
            let heaps = to.bytes().all(|b| b.is_ascii_digit() || b == b',');
            format!("leave {}", if heaps { to.replace(',', ", ") } else { to.clone() })
        }
        Fate::Loss if side.best.is_empty() => "no move is left".to_string(),
        Fate::Loss => "every move can be answered".to_string(),
        Fate::Draw => "play can go on for ever".to_string(),
    };
    let plain = |value: &crate::value::LoopyNimber| match value.nimber() {
        Some(nimber) => nimber.0.to_string(),
        None => value.to_string(),
    };
    let sum = answer.parts.iter().map(|part| plain(&part.value)).collect::<Vec<_>>().join(" xor ");
    let names: Vec<String> = answer
        .parts
        .iter()
        .filter_map(|part| Some((part.heap?, plain(&part.value))))
        .filter(|(heap, value)| heap.to_string() != *value)
        .map(|(heap, value)| format!("g({heap}) = {value}"))
        .collect();
    let names = if names.is_empty() { String::new() } else { format!("{}; ", names.join(", ")) };
    Some(match answer.parts.len() {
        0 if side.best.is_empty() => format!("nothing is left to play: {then}"),
        0 | 1 => format!("{names}worth {}: {then}", setting.set(&total.to_string())),
        _ => format!("{names}{sum} = {}: {then}", plain(total)),
    })
}

/// What each method did for the answer.
#[must_use]
pub fn work(answer: &Answer) -> String {
    let mut text =
        paint(STRONG, "method, seconds, positions or nodes, bytes, what it found first\n");
    for Work { method, time, visited, bytes, found } in &answer.work {
        let found: Vec<&str> = found.iter().map(|facet| facet.word()).collect();
        let (visited, bytes) = (group(*visited as usize), group(*bytes as usize));
        let (seconds, found) = (time.as_secs_f64(), found.join(", "));
        let _ = writeln!(text, "{method:<22} {seconds:>9.3} {visited:>15} {bytes:>15}  {found}");
    }
    text
}

/// The complete strategies: every position with its result and best moves.
#[must_use]
pub fn strategy(answer: &Answer) -> String {
    let Some(solved) = &answer.solved else { return String::new() };
    let rows: Vec<[String; 4]> = answer::strategy(solved)
        .map(|entry| {
            let play = &solved.play;
            let mover = if answer.impartial {
                String::new()
            } else {
                play.mover(entry.node, false).to_string()
            };
            let best: Vec<String> =
                entry.best.iter().map(|&node| play.position(node, false)).collect();
            [play.position(entry.node, false), mover, entry.verdict.to_string(), best.join("  ")]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let (first, second) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
    let mut text = paint(STRONG, "position, result for the player to move, moves that keep it\n");
    for (row, verdict) in rows.iter().zip(solved.outcomes.iter()) {
        let [position, mover, result, best] = row;
        let result = paint(style(verdict.fate()), format!("{result:<12}"));
        let _ = writeln!(text, "{position:<first$}  {mover:<second$}  {result}  {best}");
    }
    text
}

/// One line for a judge's batch: game, outcome, value, and a best move.
#[must_use]
pub fn batch_line(answer: &Answer, setting: Setting) -> String {
    let outcome = answer.outcome.map_or("mixed", |outcome| outcome.word());
    let value = answer.value_text().map_or("-".to_string(), |value| setting.set(&value));
    let best = answer
        .left
        .as_ref()
        .filter(|side| side.fate == Fate::Win)
        .and_then(|side| side.best.first())
        .map_or("-", |best| best.to.as_str());
    format!("{}\t{outcome}\t{value}\t{best}", answer.game)
}

/// `1 move`, `2 moves`.
#[must_use]
pub fn count(moves: u32) -> String {
    format!("{moves} {}", if moves == 1 { "move" } else { "moves" })
}

/// A number with its digits in groups of three: `161,029`.
#[must_use]
pub fn group(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
