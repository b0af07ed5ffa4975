//! Puts the files of the page, and the words of games in other languages, into the program: each packed with gzip, as
//! browsers take it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

/// Folders, and where their files stand in the page.
const FOLDERS: [(&str, &str); 4] =
    [("dist", ""), ("ui/games", "games/"), ("ui/rules", "rules/"), ("ui/texts", "texts/")];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names a folder"));
    let mut files = Vec::new();
    for (folder, place) in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        collect(Path::new(folder), place, &mut files);
    }
    // The page as other sites may frame it: the same file, under headers of its own.
    files.push(("embed.html".to_string(), PathBuf::from("dist/index.html")));
    files.sort();
    let mut table = "&[\n".to_string();
    for (number, (name, path)) in files.iter().enumerate() {
        let contents = fs::read(path).expect("a file of the page can be read");
        let mut sum = Crc::new();
        sum.update(&contents);
        let tag = format!("W/\"{:08x}{:x}\"", sum.sum(), contents.len());
        let packed = out.join(format!("{number}.gz"));
        fs::write(&packed, gzip(&contents)).expect("the folder can be written");
        let _ = writeln!(
            table,
            "File {{ name: {name:?}, tag: {tag:?}, packed: include_bytes!({packed:?}) }},"
        );
    }
    fs::write(out.join("files.rs"), table + "]").expect("the folder can be written");
}

/// All files of a folder, with their names in the page.
fn collect(folder: &Path, place: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder of the page can be read") {
        let path = entry.expect("a folder of the page can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are plain");
        let name = format!("{place}{name}");
        match path.is_dir() {
            true => collect(&path, &(name + "/"), files),
            false => files.push((name, path)),
        }
    }
}

fn gzip(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).and_then(|()| encoder.finish()).expect("memory can be written")
}
