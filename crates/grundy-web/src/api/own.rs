//! Games whose rules a client sends. A confined process reads the rules; the server keeps
//! only the list of positions.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use grundy::catalogue;
use serde::{Deserialize, Serialize};

use super::App;
use crate::cache::SizedCache;
use crate::config::{Config, Sent as Rules};
use crate::error::ApiError;
use crate::reply::Reply;

/// A cache of the games that clients sent, by their rules.
pub(crate) struct Own {
    known: SizedCache<Rules, Known>,
}

/// The response for a game that a client sent.
#[derive(Clone, Serialize)]
struct Known {
    /// The name of the game in further requests.
    game: String,
    title: String,
    rules: String,
    positions: usize,
}

impl Own {
    pub(crate) fn new(config: &Config) -> Self {
        Own { known: SizedCache::new(config.cache / 4) }
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
pub(super) async fn own(app: &App, Asked { file, text }: Asked) -> Result<Reply, ApiError> {
    let reader = app.reader.clone();
    let reader = reader.ok_or_else(|| ApiError::unanswerable("this server reads no rules"))?;
    let rules = Rules { file: plain(&file)?, text };
    if let Some(known) = app.own.known.get(&rules) {
        return Ok(Reply::json(&*super::json(&known)));
    }
    let asked = rules.clone();
    let read = app.pool.run(move |limits| {
        let (listing, bytes) = (reader.0)(&asked, limits)?;
        let positions = listing.len();
        let statement = listing.into_statement();
        Ok((statement.map_err(|fault| ApiError::rules(fault.to_string()))?, positions, bytes))
    });
    let (statement, positions, bytes) = read.await?;
    let name = name(statement.name(), &rules);
    let known = Known { title: statement.title(), rules: statement.about(), positions, game: name };
    catalogue::register(&known.game, Arc::from(statement));
    let bytes = (bytes + rules.text.len()) as u64;
    for gone in app.own.known.insert(rules, known.clone(), bytes) {
        catalogue::forget(&gone.game);
    }
    Ok(Reply::json(&*super::json(&known)))
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
