//! The sets of a game and what was checked of them, as text and as JSON.

use std::fmt::{self, Display, Write};

use serde::Serialize;

use super::json::{line, string};
use super::text::{FAINT, LOSS, STRONG, WIN, group, paint, style};
use crate::answer::Sets;
use crate::graph::Node;
use crate::solve::verify::theorems::{Checked, THEOREMS, letter};
use grundy_base::{ByPlayer, Convention, Fate, Player};

/// The sets of one player, with their letters.
const SETS: [(char, Fate); 3] = [('W', Fate::Win), ('L', Fate::Loss), ('D', Fate::Draw)];

/// The sets and the strategies, one a line. A name is made when it is written: there may be more
/// of them than memory holds.
pub fn text(sets: &Sets) -> impl Display {
    fmt::from_fn(|f| {
        let of = if sets.listed { "all of C" } else { "all that play reaches" };
        let heading = format!("sets over {of}: {} positions", group(sets.positions()));
        writeln!(f, "{}", paint(STRONG, heading))?;
        for player in Player::BOTH {
            for (set, fate) in SETS {
                let name = paint(style(fate), format!("{set}_{}", letter(player)));
                let count = group(sets.members(player, fate).count());
                write!(f, "{name} {}", paint(FAINT, format!("{count:>14}")))?;
                // Positions may have commas.
                for node in sets.members(player, fate) {
                    write!(f, "  {}", sets.name(node))?;
                }
                writeln!(f)?;
            }
        }
        for player in Player::BOTH {
            let count = group(sets.strategy(player).count());
            write!(f, "s_{} {}", letter(player), paint(FAINT, format!("{count:>14}")))?;
            for (from, to) in sets.strategy(player) {
                write!(f, "  {} → {}", sets.name(from), sets.name(to))?;
            }
            writeln!(f)?;
        }
        Ok(())
    })
}

/// The sets and the strategies as a JSON object, made when it is written.
pub fn json(sets: &Sets) -> impl Display {
    fmt::from_fn(|f| {
        write!(f, "{{\"positions\":{},\"listed\":{}", sets.positions(), sets.listed)?;
        for player in Player::BOTH {
            for (set, fate) in SETS {
                write!(f, ",\"{set}_{}\":[", letter(player))?;
                for (i, node) in sets.members(player, fate).enumerate() {
                    write!(f, "{}{}", comma(i), name(sets, node))?;
                }
                f.write_char(']')?;
            }
        }
        for player in Player::BOTH {
            write!(f, ",\"s_{}\":{{", letter(player))?;
            for (i, (from, to)) in sets.strategy(player).enumerate() {
                write!(f, "{}{}:{}", comma(i), name(sets, from), name(sets, to))?;
            }
            f.write_char('}')?;
        }
        f.write_char('}')
    })
}

fn comma(place: usize) -> &'static str {
    if place == 0 { "" } else { "," }
}

fn name(sets: &Sets, node: Node) -> String {
    string(&sets.name(node))
}

/// The results of checking the theorems, in words.
#[must_use]
pub fn checked(game: &str, found: &Checked) -> String {
    let mut text = format!("{}\n", paint(STRONG, game));
    let mut row = |what: String, is: String| {
        let _ = writeln!(text, "  {what}{is}");
    };
    let named = |what: &str| format!("{what:<11}");
    row(named("positions"), format!("{} in C", group(found.positions)));
    if found.convention == Convention::Misere {
        row(named("play"), "misère: the player who cannot move wins".to_string());
    }
    let moves = |player: Player| format!("{} of {}", group(found.moves[player]), letter(player));
    row(named("moves"), format!("{}, {}", moves(Player::Left), moves(Player::Right)));
    for ((_, statement), theorem) in THEOREMS.iter().zip(&found.theorems) {
        let of = format!("({} checked)", group(theorem.checked));
        match &theorem.first {
            None => {
                row(paint(WIN, named("holds")), format!("{statement} {}", paint(FAINT, of)));
            }
            Some(breach) => {
                row(paint(LOSS, named("broken")), format!("{statement} {}", paint(FAINT, of)));
                let more = match theorem.failures {
                    1 => String::new(),
                    many => format!(", one of {} failures", group(many)),
                };
                let at = match breach.position.as_str() {
                    "" => format!("with {} to move", letter(breach.mover)),
                    at => format!("in {at} with {} to move", letter(breach.mover)),
                };
                row(named(""), format!("{at}: {}{more}", breach.reason));
            }
        }
    }
    for player in Player::BOTH {
        if let Some((count, [from, to])) = &found.into_loss[player] {
            let (mover, winner) = (letter(player), letter(player.opponent()));
            let moves = match count {
                1 => format!("the move of {mover} from {from} to {to} leads"),
                many => format!("{} moves of {mover}, such as {from} to {to}, lead", group(*many)),
            };
            row(named("note"), format!("{moves} into F_{winner}: {winner} has won there"));
        }
    }
    text
}

/// The same on one line of JSON.
#[must_use]
pub fn checked_json(game: &str, found: &Checked) -> String {
    #[derive(Serialize)]
    struct CheckedJson<'a> {
        game: &'a str,
        convention: &'static str,
        positions: usize,
        moves: MovesJson,
        holds: bool,
        theorems: Vec<TheoremJson<'a>>,
        into_loss: Vec<IntoLossJson<'a>>,
    }
    #[derive(Serialize)]
    struct MovesJson {
        #[serde(rename = "A")]
        a: usize,
        #[serde(rename = "B")]
        b: usize,
    }
    #[derive(Serialize)]
    struct TheoremJson<'a> {
        theorem: &'static str,
        statement: &'static str,
        holds: bool,
        checked: usize,
        failures: usize,
        first: Option<BreachJson<'a>>,
    }
    #[derive(Serialize)]
    struct BreachJson<'a> {
        position: &'a str,
        mover: char,
        reason: &'a str,
    }
    #[derive(Serialize)]
    struct IntoLossJson<'a> {
        mover: char,
        moves: usize,
        from: &'a str,
        to: &'a str,
    }
    let theorems = THEOREMS.iter().zip(&found.theorems);
    let theorems = theorems.map(|(&(theorem, statement), is)| TheoremJson {
        theorem,
        statement,
        holds: is.first.is_none(),
        checked: is.checked,
        failures: is.failures,
        first: is.first.as_ref().map(|breach| BreachJson {
            position: &breach.position,
            mover: letter(breach.mover),
            reason: &breach.reason,
        }),
    });
    let ByPlayer { left, right } = found.moves;
    let into = Player::BOTH.into_iter().filter_map(|player| {
        let (moves, [from, to]) = found.into_loss[player].as_ref()?;
        Some(IntoLossJson { mover: letter(player), moves: *moves, from, to })
    });
    line(&CheckedJson {
        game,
        convention: found.convention.word(),
        positions: found.positions,
        moves: MovesJson { a: left, b: right },
        holds: found.holds(),
        theorems: theorems.collect(),
        into_loss: into.collect(),
    })
}
