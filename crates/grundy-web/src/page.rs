//! The files of the page, which are embedded in the program.

use std::io::Read;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;

use crate::error::ApiError;

/// A file, as the build script packs it.
struct File {
    /// Its path in the page: `assets/page.js`.
    name: &'static str,
    /// What its contents are known by.
    tag: &'static str,
    /// Its contents, as gzip.
    packed: &'static [u8],
}

/// The built page, and under `games/` the titles and descriptions of games in other languages.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl File {
    fn contents(&self) -> Vec<u8> {
        let mut contents = Vec::new();
        let read = GzDecoder::new(self.packed).read_to_end(&mut contents);
        read.expect("the build script has packed it");
        contents
    }
}

/// The files of the page, with their names: `assets/page.js`.
pub fn files() -> impl Iterator<Item = (String, Vec<u8>)> {
    FILES.iter().map(|file| (file.name.to_string(), file.contents()))
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
    let Some(file) = FILES.iter().find(|file| file.name == path) else {
        return ApiError::not_found().into_response();
    };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == file.tag);
    // Browsers revalidate every time; for an unchanged file the response is short.
    let about = [
        (header::ETAG, file.tag),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind(path))];
    match takes_gzip(headers) {
        true => (about, kind, [(header::CONTENT_ENCODING, "gzip")], file.packed).into_response(),
        false => (about, kind, file.contents()).into_response(),
    }
}

/// Whether the client can unpack what is sent: gzip is named, and not with weight 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings =
        accepted.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|weight: f32| weight > 0.0)
    })
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
