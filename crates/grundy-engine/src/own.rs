//! Rules that a person writes in the browser, which confines them.

use std::sync::Arc;
use std::time::Duration;

use grundy::Limits;
use grundy::stated::{Listing, StatedRules, Statement};
use grundy_web::{Sent, Unread};

/// The greatest number of positions of such a game on the page; the program itself allows more.
const MOST: usize = 200_000;

/// The size of a position of such a game, in bytes, as the page counts it.
const BYTES: usize = 200;

/// Lists all positions of a game.
pub(crate) fn read(
    Sent { file, text }: &Sent,
    limits: &Limits<'_>,
) -> Result<(Listing, usize), Unread> {
    let left =
        limits.time.map_or(Duration::MAX, |(begun, time)| time.saturating_sub(begun.elapsed()));
    let statement: Arc<dyn Statement> = match file.rsplit('.').next() {
        Some("star") => {
            let bounds = grundy_rules::Bounds::default();
            let bounds = grundy_rules::Bounds { time: bounds.time.min(left), ..bounds };
            let rules = grundy_rules::load_within(file, text, bounds);
            Arc::new(rules.map_err(|fault| Unread::Fault(fault.to_string()))?)
        }
        Some("kif") => {
            let limits = grundy_gdl::Limits::default();
            let limits = grundy_gdl::Limits { time: limits.time.min(left), ..limits };
            let game = grundy_gdl::load_with(file, text, limits);
            Arc::new(game.map_err(|fault| Unread::Fault(fault.to_string()))?)
        }
        Some("wasm") => {
            return Err(Unread::Fault(format!(
                "{file}: a page without a server does not run modules; the program does: \
                 grundy serve, or grundy solve {file}"
            )));
        }
        _ => return Err(Unread::Fault(format!("{file}: files of rules end in .star or .kif"))),
    };
    let game = statement.state(None).map_err(|error| Unread::Fault(error.to_string()))?;
    let rules = StatedRules::new("listed", statement.clone(), game);
    let limits = Limits { positions: limits.positions.min(MOST), ..*limits };
    let listing = Listing::of(&*statement, &rules, &limits)?;
    let bytes = BYTES * listing.len();
    Ok((listing, bytes))
}
