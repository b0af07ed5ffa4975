//! The argument for an answer, step by step: options, their values, the mex, the winning
//! move and why.

mod partizan;

use std::collections::BTreeSet;
use std::fmt::Write;

use super::text::{FAINT, STRONG, paint, style};
use super::typeset::Setting;
use crate::answer::{self, Answer, Best, Part, PartizanValue, Solved, Solver};
use crate::game::Game;
use crate::language;
use crate::value::LoopyNimber;
use grundy_base::{Convention, Fate, Limits, Outcome, Player, Verdict};
use hashbrown::HashSet;

/// The most options listed.
const LISTED: usize = 24;

/// Limits for valuing parts: what can be valued at once.
fn few() -> Limits<'static> {
    Limits { positions: 1_000_000, memory: 1 << 30, ..Limits::default() }
}

/// Why the answer is what it is.
#[must_use]
pub fn answer(answer: &Answer, game: &dyn Game, setting: Setting) -> String {
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
        let terms = game.terms();
        let mut said = HashSet::new();
        for part in answer.parts.iter().filter(|part| said.insert(&part.text)) {
            let ruleset = language::game(&part.text, &Limits::default()).map(|part| part.ruleset());
            let mut terms = terms.iter();
            if let Some(term) = terms.find(|term| Ok(term.ruleset()) == ruleset) {
                say(&format!("The value of {}", part.text), part_value(&**term, part, setting));
            }
        }
        say(
            if answer.parts.len() == 1 { "What that means" } else { "The sum" },
            sum(answer, game, total, setting),
        );
    }
    match &answer.partizan {
        Some(PartizanValue::Short(_)) => {
            for (heading, body) in partizan::steps(game, setting) {
                say(&heading, body);
            }
        }
        Some(PartizanValue::Loopy(value)) => {
            say("The value", format!("play can go on for ever: worth {}", setting.set(value)));
        }
        None => {}
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
    say("So", conclusion(answer, setting));
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

/// The options of a component, their values, and the mex.
fn part_value(term: &dyn Game, part: &Part, setting: Setting) -> String {
    let mut solver = Solver::default();
    let limits = few();
    let value = setting.set(&part.value.to_string());
    // The lines about the first options, the nimbers of all, and whether one is infinite.
    let mut lines: Vec<String> = Vec::new();
    let (mut nimbers, mut loopy) = (BTreeSet::new(), false);
    let mut more = false;
    if let (Some((rules, _)), Some(heap)) = (term.heaps(), part.heap) {
        if let (Some(value), true) = (rules.closed_form(heap), heap > LISTED as u64) {
            return format!("a theorem gives it at once: g({heap}) = {value}");
        }
        let mut first: Vec<Vec<u64>> = Vec::new();
        let all = solver.heap_options(term, heap, &limits, |left, worth| {
            nimbers.insert(worth.0);
            if !first.iter().any(|known| known == left) {
                more |= first.len() == LISTED;
                if !more {
                    first.push(left.to_vec());
                }
            }
        });
        if !matches!(all, Ok(true)) {
            return format!("its options are too many to list; the period gives {value}");
        }
        let options = first.iter().filter_map(|left| term.with_heaps(left));
        lines.extend(options.filter_map(|to| worth(&mut solver, &*to, &limits, setting)));
    } else {
        let game = language::game(&part.text, &Limits::default()).ok();
        let Some(Ok(Some(options))) = game.map(|game| answer::valued_options(&*game, &limits))
        else {
            return format!("worth {value}");
        };
        for (option, worths) in options {
            match worths.iter().cloned().sum::<LoopyNimber>().nimber() {
                Some(nimber) => _ = nimbers.insert(nimber.0),
                None => loopy = true,
            }
            more = lines.len() == LISTED;
            if !more {
                lines.push(worth_by_parts(&option.text(), &worths, setting));
            }
        }
    }
    if more {
        lines.push(paint(FAINT, "… and more"));
    }
    let set = set(&nimbers);
    lines.push(match &part.value {
        LoopyNimber::Finite(_) if loopy => format!(
            "the nimbers among the options are {set}; the others can be taken back to a position \
             worth {value}, so it is worth {value}"
        ),
        LoopyNimber::Finite(nimber) => {
            format!("the least number that is not among {set} is {}: worth {value}", nimber.0)
        }
        LoopyNimber::Infinite(_) => {
            format!("play can go on for ever; the nimbers that can be reached give {value}")
        }
    });
    lines.join("\n")
}

/// The worth of a game by its parts: `kayles(4,2) is worth * + *2 = *3`.
fn worth(
    solver: &mut Solver,
    game: &dyn Game,
    limits: &Limits<'_>,
    setting: Setting,
) -> Option<String> {
    let (_, parts) = solver.value(game, limits).ok()??;
    let worths: Vec<LoopyNimber> = parts.into_iter().map(|part| part.value).collect();
    Some(worth_by_parts(&game.text(), &worths, setting))
}

fn worth_by_parts(text: &str, worths: &[LoopyNimber], setting: Setting) -> String {
    let value: LoopyNimber = worths.iter().cloned().sum();
    let sum: Vec<String> = worths.iter().map(|worth| setting.set(&worth.to_string())).collect();
    let sum = if sum.len() > 1 { format!("{} = ", sum.join(" + ")) } else { String::new() };
    format!("{text} is worth {sum}{}", setting.set(&value.to_string()))
}

/// A set as it is written, `{0, …, 5, 7}`.
fn set(numbers: &BTreeSet<u64>) -> String {
    let numbers: Vec<u64> = numbers.iter().copied().collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).flat_map(|run| match run {
        [first, _, _, .., last] => vec![first.to_string(), "…".to_string(), last.to_string()],
        few => few.iter().map(u64::to_string).collect(),
    });
    format!("{{{}}}", runs.collect::<Vec<_>>().join(", "))
}

fn sum(answer: &Answer, game: &dyn Game, total: &LoopyNimber, setting: Setting) -> String {
    let mut lines = Vec::new();
    let value = setting.set(&total.to_string());
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
        _ if answer.parts.len() == 1 => {}
        _ if answer.parts.is_empty() && !game.written_components().is_empty() => {
            lines.push(format!(
                "a search finds that the game beside a game worth {value} is lost for the player \
                 who starts, so it is worth {value}, too"
            ));
        }
        _ if answer.parts.is_empty() => {
            lines.push(format!("no component is left to play: worth {value}"));
        }
        _ => {
            let terms: Vec<String> =
                answer.parts.iter().map(|part| setting.set(&part.value.to_string())).collect();
            lines.push(format!("{} = {value}", terms.join(" + ")));
        }
    }
    lines.push(match (total.outcome(), total) {
        (Outcome::P, _) => "a sum worth 0 is lost for the player who starts".to_string(),
        (Outcome::N, LoopyNimber::Infinite(_)) => {
            "an option worth 0 can be reached, so the player who starts wins".to_string()
        }
        (Outcome::N, _) => {
            format!("a sum worth {value}, not 0, is won by a move to a sum worth 0")
        }
        _ => "no option worth 0 can be reached, and play can go on for ever: a draw".to_string(),
    });
    lines.join("\n")
}

fn options(answer: &Answer, solved: &Solved, player: Player) -> Option<String> {
    let start = solved.play.starts[player]?;
    let moves = answer::ranked_moves(solved, start.node);
    let name = |option| match solved.play.move_name(start.node, option, start.mirrored) {
        // A position with nothing left may have no text of its own.
        name if name.is_empty() => solved.play.text(option, start.mirrored),
        name => name,
    };
    let listed = moves.iter().take(LISTED);
    let width = listed.clone().map(|(option, _)| name(*option).chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = listed
        .map(|&(option, verdict)| {
            let (result, reply) = match verdict {
                Verdict::Win(_) => ("wins", None),
                Verdict::Loss(_) => ("loses", answer::best_moves(solved, option).first().copied()),
                Verdict::Draw(_) => ("draws", None),
            };
            let reply = reply.map_or(String::new(), |(reply, _)| {
                format!(" to {}", solved.play.move_name(option, reply, start.mirrored))
            });
            let moves = match verdict.remoteness() {
                Some(0) => " at once".to_string(),
                Some(moves) => format!(", the end comes {} later", super::text::count(moves)),
                None => ", without end".to_string(),
            };
            format!(
                "{:<width$}  {}{reply}{moves}",
                name(option),
                paint(style(verdict.fate()), result)
            )
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

fn conclusion(answer: &Answer, setting: Setting) -> String {
    let sides = Player::BOTH.into_iter().filter_map(|player| Some((player, answer.side(player)?)));
    let mut lines: Vec<String> = sides
        .map(|(player, side)| {
            let who = if answer.impartial {
                "the player who starts".into()
            } else {
                format!("{player}, starting,")
            };
            let named =
                |best: &Best| if best.name.is_empty() { &best.to } else { &best.name }.clone();
            let how = side.best.first().map(named).unwrap_or_default();
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
    let won = answer.left.as_ref().filter(|side| side.fate == Fate::Win && answer.value.is_some());
    lines.extend(won.and_then(|side| {
        let to = language::game(&side.best.first()?.to, &Limits::default()).ok()?;
        let worth = worth(&mut Solver::default(), &*to, &few(), setting)?;
        Some(format!("{worth}, lost for the opponent"))
    }));
    lines.join("\n")
}
