//! The files of the page, which are embedded in the program.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::api::Request;
use crate::error::ApiError;
use crate::guard::FRAMED;
use crate::query::percent_decoded;
use crate::reply::{Reply, ReplyBody};

/// A file, as the build script packs it.
struct File {
    /// Its path in the page: `assets/page.js`.
    name: &'static str,
    /// A tag that identifies its contents.
    tag: &'static str,
    /// Its contents, as gzip.
    packed: &'static [u8],
}

/// The built page, and under `games/`, `rules/` and `texts/` its texts in other languages.
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

/// Answers a request for a file of the page. `known` is the tag of the file that the client already
/// has.
pub(crate) fn answer(
    request: &Request<'_>,
    known: Option<&[u8]>,
    takes_gzip: bool,
) -> Result<Reply, ApiError> {
    let Some(path) = request.path.strip_prefix('/') else {
        // The request is meant for a proxy, or for the server as a whole.
        return Ok(Reply::empty(404, Vec::new()));
    };
    request.is_get()?;
    let path = percent_decoded(if path.is_empty() { "index.html" } else { path });
    let file = FILES.iter().find(|file| file.name.as_bytes() == &*path);
    let file = file.ok_or_else(ApiError::not_found)?;
    // Browsers revalidate every time; for an unchanged file the response is short.
    let mut headers =
        vec![("etag", file.tag), ("cache-control", "no-cache"), ("vary", "accept-encoding")];
    if known == Some(file.tag.as_bytes()) {
        return Ok(Reply::empty(304, headers));
    }
    headers.insert(0, ("content-type", kind(file.name)));
    if file.name == "embed.html" {
        headers.push(FRAMED);
    }
    let body = if takes_gzip {
        headers.push(("content-encoding", "gzip"));
        Cow::Borrowed(file.packed)
    } else {
        Cow::Owned(file.contents())
    };
    Ok(Reply { status: 200, headers, body: ReplyBody::Whole(body) })
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
