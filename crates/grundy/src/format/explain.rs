//! The full argument in steps: options, their values, the mex, the winning
//! move and why.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::text::{FAINT, STRONG, paint, style};
use crate::answer::{self, Answer, Part, Solved, Solver};
use crate::game::Game;
use crate::limits::Limits;
use crate::outcome::{Convention, Fate, Outcome, Verdict};
use crate::player::Player;
use crate::value::LoopyNimber;

/// More options than this are not valued.
const MOST: usize = 2000;
/// More options than this are not listed.
const LISTED: usize = 24;

/// Why the answer is what it is.
#[must_use]
pub fn answer(answer: &Answer, game: &dyn Game) -> String {
    let mut text = String::new();
    let mut step = 0;
    let mut say = |heading: &str, body: String| {
        step += 1;
        let _ = writeln!(text, "{}", paint(STRONG, format!("{step}. {heading}")));
        for line in body.lines() {
            let _ = writeln!(text, "   {line}");
        }
    };
    say("The game", rules(answer, game));
    if let Some(total) = &answer.value {
        for term in game.terms() {
            for part in parts_once(&*term, answer) {
                say(&format!("The value of {}", part.text), part_value(&*term, &part));
            }
        }
        say("The sum", sum(answer, total));
    }
    if let Some(solved) = &answer.solved {
        for player in Player::BOTH {
            if answer.impartial && player == Player::Right {
                continue;
            }
            if let Some(body) = options(answer, solved, player) {
                let who =
                    if answer.impartial { "the first player".into() } else { player.to_string() };
                say(&format!("The moves of {who}"), body);
            }
        }
    }
    say("So", conclusion(answer));
    text
}

fn rules(answer: &Answer, game: &dyn Game) -> String {
    let kind = if answer.impartial {
        "impartial: both players have the same moves"
    } else {
        "partizan: each player has moves of their own"
    };
    let end = match (answer.convention, game.has_ends()) {
        (_, true) => "the rules say when play ends and who has won",
        (Convention::Normal, false) => "a player who cannot move has lost (normal play)",
        (Convention::Misere, false) => "a player who cannot move has won (misère play)",
    };
    format!("{} is {kind};\n{end}.", answer.game)
}

/// The parts of one term, equal ones once.
fn parts_once(term: &dyn Game, answer: &Answer) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let ruleset = term.ruleset();
    for part in &answer.parts {
        let same_term = crate::catalogue::parse(&part.text).is_ok_and(|p| p.ruleset() == ruleset);
        if same_term && !parts.contains(part) {
            parts.push(part.clone());
        }
    }
    parts
}

/// The options of a component, their values, and the mex.
fn part_value(term: &dyn Game, part: &Part) -> String {
    let options = if let (Some((rules, _)), Some(heap)) = (term.heaps(), part.heap) {
        if let (Some(value), true) = (rules.closed_form(heap), heap > LISTED as u64) {
            return format!("a theorem gives it at once: g({heap}) = {value}");
        }
        let mut options: Vec<Vec<u64>> = Vec::new();
        let _ = rules.each_option(heap, &mut |left| {
            if !options.iter().any(|known| known == left) {
                options.push(left.to_vec());
            }
            if options.len() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        options.iter().filter_map(|left| term.with_heaps(left)).collect()
    } else {
        match crate::catalogue::parse(&part.text) {
            Ok(game) => game.options(Player::Left),
            Err(_) => return format!("worth {}", part.value),
        }
    };
    let mut solver = Solver::default();
    let limits = Limits { positions: 1_000_000, ..Limits::default() };
    let mut values: Vec<LoopyNimber> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for option in &options {
        let Ok(Some((value, parts))) = solver.value(&**option, &limits) else { continue };
        let sum: Vec<String> = parts.iter().map(|part| part.value.to_string()).collect();
        let sum = if parts.len() > 1 { format!("{} = ", sum.join(" + ")) } else { String::new() };
        if lines.len() < LISTED {
            lines.push(format!("{} is worth {sum}{value}", option.text()));
        }
        values.push(value);
    }
    if options.len() > LISTED {
        lines.push(paint(FAINT, "… and more"));
    }
    let mut nimbers: Vec<u64> = values.iter().filter_map(|v| v.nimber()).map(|n| n.0).collect();
    nimbers.sort_unstable();
    nimbers.dedup();
    let list: Vec<String> = nimbers.iter().map(u64::to_string).collect();
    let set = format!("{{{}}}", list.join(", "));
    let loopy = values.len() > nimbers.len() && values.iter().any(|value| value.nimber().is_none());
    lines.push(match &part.value {
        LoopyNimber::Finite(nimber) if loopy => format!(
            "the nimbers among the options are {set}; the others can be taken back to a position \
             worth {nimber}, so it is worth {nimber}"
        ),
        LoopyNimber::Finite(nimber) => {
            format!("the least number that is not among {set} is {}: worth {nimber}", nimber.0)
        }
        infinite @ LoopyNimber::Infinite(_) => {
            format!("play can go on for ever; the nimbers that can be reached give {infinite}")
        }
    });
    lines.join("\n")
}

fn sum(answer: &Answer, total: &LoopyNimber) -> String {
    let mut lines = Vec::new();
    let nimbers: Option<Vec<u64>> =
        answer.parts.iter().map(|part| part.value.nimber().map(|nimber| nimber.0)).collect();
    match (nimbers, total.nimber()) {
        (Some(nimbers), Some(total)) if nimbers.len() > 1 => {
            let most = nimbers.iter().chain([&total.0]).max().copied().unwrap_or(0);
            let bits = (64 - most.leading_zeros() as usize).max(1);
            let digits = most.to_string().len();
            for nimber in &nimbers {
                lines.push(format!("{nimber:>digits$}  {nimber:0>bits$b}"));
            }
            let total = total.0;
            lines.push(format!("{}  {}", "-".repeat(digits), "-".repeat(bits)));
            lines.push(format!("{total:>digits$}  {total:0>bits$b}   binary, without carry"));
        }
        _ => {
            let terms: Vec<String> =
                answer.parts.iter().map(|part| part.value.to_string()).collect();
            let terms = if terms.is_empty() { "nothing".to_string() } else { terms.join(" + ") };
            lines.push(format!("{terms} = {total}"));
        }
    }
    lines.push(match (total.outcome(), total) {
        (Outcome::P, _) => "a sum worth 0 is lost for the player who starts".to_string(),
        (Outcome::N, LoopyNimber::Infinite(_)) => {
            "an option worth 0 can be reached, so the player who starts wins".to_string()
        }
        (Outcome::N, _) => {
            format!("a sum worth {total}, not 0, is won by a move to a sum worth 0")
        }
        _ => "no option worth 0 can be reached, and play can go on for ever: a draw".to_string(),
    });
    lines.join("\n")
}

fn options(answer: &Answer, solved: &Solved, player: Player) -> Option<String> {
    let start = solved.play.starts[player]?;
    let moves = answer::ranked_moves(solved, start.node);
    let mut lines: Vec<String> = moves
        .iter()
        .take(LISTED)
        .map(|&(option, verdict)| {
            let result = match verdict {
                Verdict::Win(_) => "wins",
                Verdict::Loss(_) => "loses",
                Verdict::Draw(_) => "draws",
            };
            let moves = match verdict.remoteness() {
                Some(moves) => format!(", the end comes {} later", super::text::count(moves)),
                None => ", without end".to_string(),
            };
            let name = solved.play.move_name(start.node, option, start.mirrored);
            format!("{name} {}{moves}", paint(style(verdict.fate()), result))
        })
        .collect();
    if moves.is_empty() {
        lines.push(match (solved.play.arena.end(start.node), answer.convention) {
            (Some(_), _) => "play is over".to_string(),
            (None, Convention::Normal) => "there is none: lost".to_string(),
            (None, Convention::Misere) => "there is none: won".to_string(),
        });
    }
    if moves.len() > LISTED {
        lines.push(paint(FAINT, format!("… and {} more", moves.len() - LISTED)));
    }
    Some(lines.join("\n"))
}

fn conclusion(answer: &Answer) -> String {
    let sides = Player::BOTH.into_iter().filter_map(|player| Some((player, answer.side(player)?)));
    let mut lines: Vec<String> = sides
        .map(|(player, side)| {
            let who = if answer.impartial {
                "the player who starts".into()
            } else {
                format!("{player}, starting,")
            };
            let how = side.best.first().map(|best| best.name.clone()).unwrap_or_default();
            match (side.fate, side.remoteness) {
                (Fate::Win, Some(moves)) if side.best.is_empty() => {
                    format!("{who} has won (in {})", super::text::count(moves))
                }
                (Fate::Win, Some(moves)) => {
                    format!("{who} wins in {} with {how}", super::text::count(moves))
                }
                (Fate::Win, None) => format!("{who} wins with {how}"),
                (Fate::Loss, Some(moves)) => {
                    format!("{who} loses in {}, whatever they do", super::text::count(moves))
                }
                (Fate::Loss, None) => format!("{who} loses, whatever they do"),
                (Fate::Draw, _) => format!("{who} can draw and no more"),
            }
        })
        .collect();
    lines.dedup();
    lines.join("\n")
}
