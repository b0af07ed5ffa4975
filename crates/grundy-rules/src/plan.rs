//! What a file says about its game as a whole: its title, its convention, whether it is
//! impartial, whether positions may repeat.

use grundy::{Convention, Fault};

use crate::conventions::{Kind, OPTIONS, Role, Top, meant, nearest};
use crate::script::Script;

/// What a file promises, and how its functions are called.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) title: Option<String>,
    pub(crate) about: String,
    /// What Left and Right play.
    pub(crate) players: Option<[String; 2]>,
    pub(crate) convention: Convention,
    /// Whether a position may repeat.
    pub(crate) repetition: Repetition,
    /// Positions are heaps, or one heap.
    pub(crate) heaps: bool,
    pub(crate) impartial: bool,
    pub(crate) has_ends: bool,
    /// Whether points decide.
    pub(crate) counts_points: bool,
    /// The file defines `left` and `right` instead of `moves`.
    pub(crate) sides: bool,
    /// The functions that take the player to move as a parameter.
    asks_player: [bool; Role::COUNT],
}

/// What happens when a position repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repetition {
    /// Play may go on forever, which is a draw.
    Draw,
    /// No move may lead to a visited position.
    Forbidden,
}

/// The functions that say who has won.
pub(crate) const ENDS: [Role; 5] =
    [Role::LeftWon, Role::RightWon, Role::Won, Role::Lost, Role::Tie];

impl Plan {
    /// Checks the names of a file against the conventions.
    pub(crate) fn new(script: &Script) -> Result<Plan, Fault> {
        no_slips(script)?;
        let has = |role| script.has(role);
        if !has(Role::Start) {
            return Err(missing(script, Role::Start, "def start(): return the first position"));
        }
        let sides = has(Role::Left) || has(Role::Right);
        match (has(Role::Moves), has(Role::Left), has(Role::Right)) {
            (true, false, false) | (false, true, true) => {}
            (false, false, false) => {
                let help = "def moves(p): return a list of positions, or for players with \
                            different moves def moves(p, player), or def left(p) and def right(p)";
                return Err(missing(script, Role::Moves, help));
            }
            (false, left, _) => {
                let (there, missing) =
                    if left { (Role::Left, Role::Right) } else { (Role::Right, Role::Left) };
                let (there, missing) = (there.name(), missing.name());
                let message = format!("the file has `{there}` but no `{missing}`");
                let help = format!("def {missing}(p): return a list of positions");
                return Err(script.at_name(there, Fault::new(message)).with_help(help));
            }
            (true, ..) => {
                let fault = Fault::new("the file has `moves`, and `left` or `right`")
                    .with_help("keep `moves`, or keep `left` and `right`");
                return Err(script.at_name("moves", fault));
            }
        }
        let mut asks_player = [false; Role::COUNT];
        for role in Role::ALL {
            asks_player[role as usize] = has(role) && asks(script, role)?;
        }
        let plan = Plan {
            title: text(script, "title")?,
            about: text(script, "about")?.unwrap_or_default().trim().to_string(),
            players: pair(script, "players"),
            convention: match bool(script, "misere")? {
                true => Convention::Misere,
                false => Convention::Normal,
            },
            repetition: repetition(script)?,
            heaps: bool(script, "heaps")?,
            impartial: !sides
                && ![Role::LeftWon, Role::RightWon, Role::Score, Role::Turn].into_iter().any(has)
                && !asks_player.contains(&true),
            has_ends: ENDS.into_iter().chain([Role::Score, Role::Turn]).any(has),
            counts_points: has(Role::Score),
            sides,
            asks_player,
        };
        plan.no_contradictions(script)?;
        Ok(plan)
    }

    pub(crate) fn asks_player(&self, role: Role) -> bool {
        self.asks_player[role as usize]
    }

    fn no_contradictions(&self, script: &Script) -> Result<(), Fault> {
        let forbidden = self.repetition == Repetition::Forbidden;
        let refuse = |name: &str, why: &str| {
            Err(script.at_name(name, Fault::new(format!("`{name}` has no meaning {why}"))))
        };
        let history = "where `repetition` is \"forbidden\": a position is then more than itself";
        let ends = "in a game with ends, or turns, of its own: it is no sum of its parts";
        if forbidden && script.has(Role::Components) {
            return refuse("components", history);
        }
        if forbidden && script.has(Role::Canonical) {
            return refuse("canonical", history);
        }
        if script.has(Role::Symmetries) && script.has(Role::Canonical) {
            return refuse("symmetries", "beside `canonical`, which gives one of them already");
        }
        if script.has(Role::Symmetries) && self.heaps {
            return refuse("symmetries", "where `heaps` is True: heaps have no order");
        }
        if forbidden && self.heaps {
            return refuse("heaps", history);
        }
        if self.counts_points {
            let why = "beside `score`, which says who wins";
            if let Some(end) = ENDS.into_iter().find(|&role| script.has(role)) {
                return refuse(end.name(), why).map_err(|fault| {
                    fault.with_help("where play is over, let there be no move: `score` decides")
                });
            }
            if self.convention == Convention::Misere {
                return refuse("misere", why);
            }
        }
        if self.has_ends && script.has(Role::Components) {
            return refuse("components", ends);
        }
        if self.has_ends && self.heaps {
            return refuse("heaps", ends);
        }
        if self.heaps && script.has(Role::Components) {
            return refuse("components", "where `heaps` is True: the heaps are the parts");
        }
        Ok(())
    }
}

/// Refuses names that are probably misspelled conventions.
fn no_slips(script: &Script) -> Result<(), Fault> {
    let names = script.names();
    for name in &names {
        let known = Role::ALL.iter().any(|role| role.name() == name)
            || OPTIONS.iter().any(|(option, _)| option == name);
        let top = if known { None } else { script.top(name) };
        let Some(top) = top else { continue };
        if let Some(meant) = meant(name, &top, |meant| names.iter().any(|name| name == meant)) {
            let help = format!("did you mean `{meant}`? If not, begin the name with `_`");
            let fault = Fault::new(format!("`{name}` means nothing to grundy")).with_help(help);
            return Err(script.at_name(name, fault));
        }
    }
    Ok(())
}

fn missing(script: &Script, role: Role, help: &str) -> Fault {
    let names = script.names();
    let fault = Fault::new(format!("{} has no `{}`", script.source().file, role.name()));
    // A misspelling that `no_slips` does not report: it has more edits, or begins with `_`.
    let near = |name: &&String| {
        strsim::damerau_levenshtein(name.trim_start_matches('_'), role.name()) <= 2
    };
    match names.iter().find(near) {
        Some(name) => {
            script.at_name(name, fault).with_help(format!("is `{name}` meant to be it? {help}"))
        }
        None => fault.with_help(help),
    }
}

/// Whether a function takes the player to move as a parameter.
fn asks(script: &Script, role: Role) -> Result<bool, Fault> {
    let name = role.name();
    let Some(Top::Function { takes }) = script.top(name) else {
        let help = role.signature();
        let fault = Fault::new(format!("`{name}` is not a function")).with_help(help);
        return Err(script.at_name(name, fault));
    };
    let asks = role.may_ask_player() && takes & 0b100 != 0;
    if role == Role::Start || asks || takes & 0b010 != 0 {
        return Ok(asks);
    }
    let wanted = if role.may_ask_player() {
        "the position, or the position and the player to move"
    } else {
        "the position"
    };
    let fault = Fault::new(format!("`{name}` has to take {wanted}")).with_help(role.signature());
    Err(script.at_name(name, fault))
}

fn text(script: &Script, name: &str) -> Result<Option<String>, Fault> {
    match script.top(name) {
        None => Ok(None),
        Some(Top::Text(text)) => Ok(Some(text)),
        Some(_) => Err(wrong_kind(script, name)),
    }
}

fn bool(script: &Script, name: &str) -> Result<bool, Fault> {
    match script.top(name) {
        None => Ok(false),
        Some(Top::Bool(value)) => Ok(value),
        Some(_) => Err(wrong_kind(script, name)),
    }
}

/// Two texts; a name that is bound to something else is the file's own.
fn pair(script: &Script, name: &str) -> Option<[String; 2]> {
    match script.top(name) {
        Some(Top::Pair(texts)) => Some(texts),
        _ => None,
    }
}

fn wrong_kind(script: &Script, name: &str) -> Fault {
    let kind = OPTIONS.iter().find(|(option, _)| *option == name).map(|&(_, kind)| kind);
    let kind = if kind == Some(Kind::Bool) { "True or False" } else { "a text" };
    script.at_name(name, Fault::new(format!("`{name}` has to be {kind}")))
}

fn repetition(script: &Script) -> Result<Repetition, Fault> {
    let words = ["draw", "forbidden"];
    match text(script, "repetition")?.as_deref() {
        None | Some("draw") => Ok(Repetition::Draw),
        Some("forbidden") => Ok(Repetition::Forbidden),
        Some(other) => {
            let fault = Fault::new("`repetition` has to be \"draw\" or \"forbidden\"");
            let fault = script.at_name("repetition", fault);
            Err(match nearest(other, words.into_iter()) {
                Some(word) => fault.with_help(format!("did you mean \"{word}\"?")),
                None => fault,
            })
        }
    }
}
