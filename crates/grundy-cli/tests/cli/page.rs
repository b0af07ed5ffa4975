//! The page as a folder. That its engine answers is tested in a browser.

use std::fs;
use std::path::Path;

use crate::run::{answered, folder, refused};

/// A module that does nothing.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_folder_has_the_page_and_its_engine() {
    let folder = folder("page");
    let (page, engine) = (folder.join("public"), folder.join("engine.wasm"));
    fs::write(&engine, MODULE).unwrap();
    let command = ["page", "-o", page.to_str().unwrap(), "--engine", engine.to_str().unwrap()];
    let said = answered(&command);
    assert!(said.contains("MB when they are compressed"), "{said}");
    let index = read(&page, "index.html");
    assert!(index.contains("<meta name=\"grundy-engine\" content=\"engine.wasm.gz\" />"));
    assert!(index.contains("script-src 'self' 'wasm-unsafe-eval'"));
    let packed = fs::read(page.join("engine.wasm.gz")).unwrap();
    assert!(packed.starts_with(&[0x1f, 0x8b]));

    // The service worker keeps every file, and each is there.
    let worker = read(&page, "sw.js");
    let line = |start: &str| {
        let line = worker.lines().find_map(|line| line.strip_prefix(start)).unwrap();
        line.trim_end_matches(';').to_string()
    };
    let kept: Vec<String> = serde_json::from_str(&line("const files = ")).unwrap();
    assert!(kept.iter().all(|name| page.join(name).exists()), "{kept:?}");
    for name in ["./", "index.html", "engine.wasm.gz", "assets/page.js", "games/ko.json"] {
        assert!(kept.iter().any(|kept| kept == name), "{name}");
    }
    assert!(!kept.iter().any(|kept| kept == "sw.js"));

    // The same files have the same version, and others another one.
    let version = line("const version = ");
    assert_eq!(version.len(), 34);
    answered(&command);
    assert_eq!(read(&page, "sw.js"), worker);
    fs::write(&engine, [MODULE, b"\0\x02\x01x"].concat()).unwrap();
    answered(&command);
    assert!(!read(&page, "sw.js").contains(&version));
}

#[test]
fn what_is_no_engine_is_refused() {
    let folder = folder("page-refused");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    fs::write(folder.join("text"), "no module").unwrap();
    let (out, wrong) = (path("public"), path("text"));
    let said = refused(&["page", "-o", &out, "--engine", &wrong]);
    assert!(said.contains("text is no module in WebAssembly"), "{said}");
    let said = refused(&["page", "-o", &out, "--engine", &path("nothing")]);
    assert!(said.contains("cannot read") && said.contains("nothing"), "{said}");
    let said = refused(&["page", "-o", &wrong, "--engine", &wrong]);
    assert!(said.contains("cannot make") && said.contains("text"), "{said}");
}
