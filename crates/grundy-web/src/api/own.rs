//! Games whose rules a client sends. A confined process reads the rules; the server keeps
//! only the list of positions.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use axum::extract::State;
use grundy::catalogue;
use moka::future::Cache;
use serde::{Deserialize, Serialize};

use super::asked::Sent;
use super::{App, Reply};
use crate::config::{Config, Sent as Rules};
use crate::error::ApiError;

/// A cache of the games that clients sent, by their rules.
pub(crate) struct Own {
    known: Cache<Rules, Known>,
}

/// The response for a game that a client sent.
#[derive(Clone, Serialize)]
struct Known {
    /// The name of the game in further requests.
    game: String,
    title: String,
    rules: String,
    positions: usize,
    #[serde(skip)]
    bytes: u32,
}

impl Own {
    pub(crate) fn new(config: &Config) -> Self {
        let known = Cache::builder()
            .weigher(|rules: &Rules, known: &Known| {
                known.bytes.saturating_add(rules.text.len() as u32)
            })
            .max_capacity(config.cache / 4)
            .eviction_listener(|_, known: Known, _| catalogue::forget(&known.game))
            .build();
        Own { known }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The name of the file: it determines the language of the rules and names the game.
    file: String,
    text: String,
}

/// Registers a game.
pub(super) async fn own(
    State(app): State<App>,
    Sent(Asked { file, text }): Sent<Asked>,
) -> Result<Reply, ApiError> {
    let reader = app.reader.clone();
    let reader = reader.ok_or_else(|| ApiError::unanswerable("this server reads no rules"))?;
    let rules = Rules { file: plain(&file)?, text };
    if let Some(known) = app.own.known.get(&rules).await {
        return Ok(Reply::Json(super::json(&known)));
    }
    let asked = rules.clone();
    let read = app.pool.run(move |limits| (reader.0)(&asked, limits).map_err(ApiError::rules));
    let (listing, bytes) = read.await?;
    let positions = listing.len();
    let statement = listing.into_statement().map_err(|fault| ApiError::rules(fault.to_string()))?;
    let name = name(statement.name(), &rules);
    let known = Known {
        title: statement.title(),
        rules: statement.about(),
        positions,
        bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        game: name,
    };
    catalogue::register(&known.game, Arc::from(statement));
    app.own.known.insert(rules, known.clone()).await;
    Ok(Reply::Json(super::json(&known)))
}

/// The last component of a path, for messages.
fn plain(file: &str) -> Result<String, ApiError> {
    const LONGEST: usize = 80;
    let last = file.rsplit(['/', '\\']).next().unwrap_or_default();
    match last.len() <= LONGEST && !last.chars().any(char::is_control) {
        true => Ok(last.to_string()),
        false => Err(ApiError::bad_request("the name of the file is too long")),
    }
}

/// Other rules may have the same file name, so a hash of the rules is added.
fn name(stem: &str, rules: &Rules) -> String {
    let mut hasher = DefaultHasher::new();
    (&rules.file, &rules.text).hash(&mut hasher);
    format!("{stem}-{:016x}", hasher.finish())
}
