//! `grundy solve --explain-plan`: how a large game would be solved, and why.

use std::fmt::Write as _;

use grundy::answer::Offer;
use grundy::format::text::{FAINT, STRONG, group, paint};
use grundy::solve::partitioned::{Memory, Method, Plan, Sharing};
use grundy::stated::check::{Compilation, Keying};
use grundy::{Flow, Game};
use serde_json::json;

use crate::limits::bytes;
use crate::output::Format;

/// The assumed number of moves per position.
const MOVES: f64 = 8.0;

/// Shows what each method can find, and the plan for listing all positions if they can be packed.
pub(super) fn show(
    game: &dyn Game,
    offers: &[(&'static str, Offer)],
    plan: Option<&Plan>,
    limit: u64,
    format: Format,
    found: &Found,
) -> String {
    match format {
        Format::Json => json(game, offers, plan, limit, found),
        Format::Text => text(game, offers, plan, limit, found),
    }
}

/// The names of facets.
fn facets(offer: &Offer) -> Vec<&'static str> {
    offer.facets.iter().map(|facet| facet.word()).collect()
}

/// What is known about a rule file.
#[derive(Default)]
pub(super) struct Found {
    /// Whether and how it is compiled.
    compiled: Option<Compilation>,
    /// Advice on how to make it faster.
    faster: Vec<String>,
}

impl Found {
    /// What is known about the rule file of a game; nothing for other games.
    #[cfg(feature = "rules")]
    pub(super) fn of(game: &str) -> Found {
        match crate::rules::advice(game) {
            Some(advice) => Found { compiled: Some(advice.compiled), faster: advice.faster },
            None => Found::default(),
        }
    }

    /// What is known about the rule file of a game; nothing for other games.
    #[cfg(not(feature = "rules"))]
    pub(super) fn of(_: &str) -> Found {
        Found::default()
    }

    /// The reason why the rules are not compiled, in a sentence with the cost; none if they are.
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

fn json(
    game: &dyn Game,
    offers: &[(&'static str, Offer)],
    plan: Option<&Plan>,
    limit: u64,
    found: &Found,
) -> String {
    let offered = offers.iter().map(
        |(method, offer)| json!({ "method": method, "finds": facets(offer), "why": offer.why }),
    );
    let offered: Vec<_> = offered.collect();
    let mut shown = json!({ "game": game.text(), "offers": offered });
    if let Some(plan) = plan {
        let Memory { fixed, each, in_tier, each_move } = plan.memory;
        let places = match plan.method {
            Method::Sweep { places } | Method::Table { places } => Some(places),
            _ => None,
        };
        let search = offers.iter().find(|(method, _)| method.contains("search"));
        let packed = json!({
            "key_bits": 8 * plan.key_bytes,
            "play": flow(plan.flow).0,
            "method": method(plan.method).0,
            "reasons": plan.reasons,
            "places": places,
            "workers": plan.workers,
            "shared": sharing(plan.sharing).0,
            "search": search.map(|(_, offer)| json!({ "over": offer.why })),
            "memory": {
                "limit": limit,
                "fixed": fixed,
                "each_position": each,
                "each_position_of_the_largest_tier": in_tier,
                "each_move_in_the_largest_tier": each_move,
            },
        });
        if let (Some(shown), serde_json::Value::Object(packed)) = (shown.as_object_mut(), packed) {
            shown.extend(packed);
        }
    }
    if let Some(compiled) = &found.compiled {
        shown["compiled"] = json!(compiled);
        shown["faster"] = json!(found.faster);
    }
    format!("{shown}\n")
}

fn text(
    game: &dyn Game,
    offers: &[(&'static str, Offer)],
    plan: Option<&Plan>,
    limit: u64,
    found: &Found,
) -> String {
    let mut shown = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(shown, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, game.text()));
    let mut label = "in turns";
    for (method, offer) in offers {
        row(std::mem::take(&mut label), format!("{}: {}", paint(STRONG, method), offer.why));
    }
    if let Some(plan) = plan {
        packed(&mut row, plan, limit, found);
    }
    let mut label = "faster";
    for advice in &found.faster {
        row(std::mem::take(&mut label), advice.clone());
    }
    shown
}

/// The rows about how all positions are listed.
fn packed(row: &mut dyn FnMut(&str, String), plan: &Plan, limit: u64, found: &Found) {
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
}
