//! `grundy solve --explain-plan`: how a large game would be solved, and why.

use std::fmt::Write as _;

use grundy::answer::FEW;
use grundy::format::text::{FAINT, STRONG, group, paint};
use grundy::solve::partitioned::{Memory, Method, Plan, Sharing};
use grundy::stated::check::{Compilation, Keying};
use grundy::{Flow, Game};
use serde_json::json;

use crate::limits::bytes;
use crate::output::Format;

/// The assumed number of moves per position.
const MOVES: f64 = 8.0;

/// The plan for listing all positions, and what is searched if there are many.
pub(super) fn show(
    game: &dyn Game,
    plan: &Plan,
    searched: Option<&str>,
    limit: u64,
    format: Format,
    found: &Found,
) -> String {
    match format {
        Format::Json => json(game, plan, searched, limit, found),
        Format::Text => text(game, plan, searched, limit, found),
    }
}

/// What is known of a rule file.
#[derive(Default)]
pub(super) struct Found {
    /// How it is compiled.
    compiled: Option<Compilation>,
    /// What would make it faster.
    faster: Vec<String>,
}

impl Found {
    /// What is found in the rule file of a game; nothing for another game.
    #[cfg(feature = "rules")]
    pub(super) fn of(game: &str) -> Found {
        match crate::rules::advice(game) {
            Some(advice) => Found { compiled: Some(advice.compiled), faster: advice.faster },
            None => Found::default(),
        }
    }

    /// What is found in the rule file of a game; nothing for another game.
    #[cfg(not(feature = "rules"))]
    pub(super) fn of(_: &str) -> Found {
        Found::default()
    }

    /// Why the rules are not compiled, in a sentence and what it costs.
    pub(super) fn hindrance(&self) -> Option<&str> {
        match &self.compiled {
            Some(Compilation::No(why)) => Some(why),
            _ => None,
        }
    }
}

const fn method(method: Method) -> (&'static str, &'static str) {
    match method {
        Method::Sweep { .. } => ("sweep", "two sweeps over a table"),
        Method::Table { .. } => ("table", "rounds over a table, with un-moves"),
        Method::Tiers => ("tiers", "sorted keys, tier by tier"),
        Method::UnMoves => ("un-moves", "sorted keys, in rounds with un-moves"),
        Method::Stored => ("stored", "sorted keys, in rounds with stored moves"),
    }
}

const fn flow(flow: Flow) -> (&'static str, &'static str) {
    match flow {
        Flow::Loopy => ("loopy", "can come back to where it was"),
        Flow::Level => ("level", "never returns to an earlier tier, but can come back within one"),
        Flow::Rising => ("rising", "goes to a later tier with every move"),
        Flow::Stepwise => ("stepwise", "goes to the next tier with every move"),
    }
}

const fn sharing(sharing: Sharing) -> (&'static str, &'static str) {
    match sharing {
        Sharing::Alone => ("alone", "has all positions"),
        Sharing::Table => ("table", "each have a range of the table"),
        Sharing::Ranges => ("ranges", "each have a range of the keys of a tier"),
        Sharing::Hashes => ("hashes", "have keys by their hashes"),
    }
}

fn json(game: &dyn Game, plan: &Plan, searched: Option<&str>, limit: u64, found: &Found) -> String {
    let Memory { fixed, each, in_tier, each_move } = plan.memory;
    let places = match plan.method {
        Method::Sweep { places } | Method::Table { places } => Some(places),
        _ => None,
    };
    let mut shown = json!({
        "game": game.text(),
        "key_bits": 8 * plan.key_bytes,
        "play": flow(plan.flow).0,
        "method": method(plan.method).0,
        "reasons": plan.reasons,
        "places": places,
        "workers": plan.workers,
        "shared": sharing(plan.sharing).0,
        "search": searched.map(|over| json!({ "over": over, "above_positions": FEW })),
        "memory": {
            "limit": limit,
            "fixed": fixed,
            "each_position": each,
            "each_position_of_the_largest_tier": in_tier,
            "each_move_in_the_largest_tier": each_move,
        },
    });
    if let Some(compiled) = &found.compiled {
        shown["compiled"] = json!(compiled);
        shown["faster"] = json!(found.faster);
    }
    format!("{shown}\n")
}

fn text(game: &dyn Game, plan: &Plan, searched: Option<&str>, limit: u64, found: &Found) -> String {
    let mut shown = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(shown, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, game.text()));
    row("positions", format!("keys of {} bits", 8 * plan.key_bytes));
    if let Some(Compilation::Yes(Keying { bits, tiers, .. })) = &found.compiled {
        row("rules", format!("compiled; {bits} bits a position; {tiers}"));
    }
    row("play", flow(plan.flow).1.to_string());
    row("method", paint(STRONG, method(plan.method).1));
    let mut label = "because";
    for reason in &plan.reasons {
        row(std::mem::take(&mut label), reason.clone());
    }
    let workers = match plan.workers {
        1 => "one thread".to_string(),
        many => format!("{many} threads"),
    };
    row("workers", format!("{workers}: {}", sharing(plan.sharing).1));
    let Memory { fixed, each, in_tier, each_move } = plan.memory;
    let mut parts = vec![format!("about {}", bytes(fixed))];
    if each > 0.0 {
        parts.push(format!("{each} bytes a position"));
    }
    if in_tier > 0.0 {
        parts.push(format!("{in_tier} for each of the largest tier"));
    }
    if each_move > 0.0 {
        parts.push(format!("{each_move} for each move there"));
    }
    row("memory", parts.join(", "));
    let most = match plan.method {
        Method::Sweep { places } | Method::Table { places } => {
            format!("at most {} positions", group(places as usize))
        }
        _ => format!(
            "{} hold at least {} positions",
            bytes(limit),
            group(plan.memory.keys(limit, MOVES) as usize)
        ),
    };
    row("", most);
    if let Some(over) = searched {
        row("search", format!("if there are over {} positions: over {over}", group(FEW)));
    }
    let mut label = "faster";
    for advice in &found.faster {
        row(std::mem::take(&mut label), advice.clone());
    }
    shown
}
