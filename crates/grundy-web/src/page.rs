//! The files of the page, which are embedded in the program.

use std::borrow::Cow;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "dist/"]
struct Files;

/// Titles and descriptions of games in other languages.
#[derive(RustEmbed)]
#[folder = "ui/games/"]
struct Games;

/// The path of these files: `games/ko.json`.
const GAMES: &str = "games/";

/// The files of the page, with their names: `assets/page.js`.
pub fn files() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    let own = Files::iter().filter_map(|name| Some((name.to_string(), Files::get(&name)?.data)));
    let games =
        Games::iter().filter_map(|name| Some((format!("{GAMES}{name}"), Games::get(&name)?.data)));
    own.chain(games)
}

/// The routes of the page.
pub(crate) fn routes() -> Router {
    Router::new().route("/", get(index)).route("/{*path}", get(named))
}

/// The page itself.
async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// A file of the page.
async fn named(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let found = match path.strip_prefix(GAMES) {
        Some(path) => Games::get(path),
        None => Files::get(path),
    };
    let Some(file) = found else { return ApiError::not_found().into_response() };
    let hash = file.metadata.sha256_hash();
    let tag = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    // Browsers revalidate every time; for an unchanged file the response is short.
    let about = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, kind(path))], file.data.into_owned()).into_response()
}

/// The media type of a file, by its extension.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
