//! The files of the page: what they are, and what their headers say.

use serde_json::Value;

use crate::site::Site;

/// A file of each sort: built, and read from the sources as it is.
const FILES: [(&str, &str); 4] = [
    ("/", "text/html; charset=utf-8"),
    ("/assets/page.js", "text/javascript; charset=utf-8"),
    ("/games/ko.json", "application/json"),
    ("/games/zh.json", "application/json"),
];

#[test]
fn files_have_the_headers_that_keep_the_page_safe_and_are_sent_once() {
    let site = Site::new(|_| {});
    for (path, kind) in FILES {
        let (status, headers, body) = site.file(path, &[]);
        assert_eq!((status, headers["content-type"].as_str()), (200, kind), "{path}");
        assert!(headers["content-security-policy"].starts_with("default-src 'none'"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["cache-control"], "no-cache", "{path}");
        let (status, _, nothing) = site.file(path, &[("if-none-match", &headers["etag"])]);
        assert_eq!((status, nothing.len()), (304, 0), "{path}");
        assert!(!headers.contains_key("content-encoding"), "{path}");
        for accepted in ["gzip", "br, GZIP;q=0.5", "deflate, gzip , *;q=0"] {
            let (_, headers, packed) = site.file(path, &[("accept-encoding", accepted)]);
            assert_eq!(headers["content-encoding"], "gzip", "{path}");
            assert!(headers["vary"].contains("accept-encoding"), "{path}");
            assert!(packed.len() < body.len(), "{path}");
            assert!(packed.starts_with(&[0x1f, 0x8b]), "{path}");
        }
        let (_, headers, plain) = site.file(path, &[("accept-encoding", "gzip;q=0, identity")]);
        assert!(!headers.contains_key("content-encoding") && plain == body, "{path}");
    }
}

#[test]
fn games_have_names_in_other_languages_and_english_ones_in_the_catalogue() {
    let site = Site::new(|_| {});
    let korean: Value = serde_json::from_slice(&site.file("/games/ko.json", &[]).2).unwrap();
    assert_eq!(korean["nim"]["title"], "님");
    let catalogue = site.json("/api/games", &[]);
    let nim = &catalogue["games"][0];
    assert_eq!((&nim["name"], &nim["title"]), (&"nim".into(), &"Nim".into()));
    assert!(nim["about"].as_str().unwrap().starts_with("Take any number of tokens"));
    for path in ["/games/en.json", "/games/", "/games/../locales/ko/page.json", "/games/ko"] {
        assert_eq!(site.file(path, &[]).0, 404, "{path}");
    }
}
