//! Puts the engine for browsers into the program, if `GRUNDY_ENGINE` names its file.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=GRUNDY_ENGINE");
    println!("cargo:rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names a folder"));
    let engine = match env::var_os("GRUNDY_ENGINE") {
        Some(file) => {
            println!("cargo:rerun-if-changed={}", PathBuf::from(&file).display());
            let engine = fs::read(&file).expect("GRUNDY_ENGINE names a file that can be read");
            assert!(engine.starts_with(b"\0asm"), "GRUNDY_ENGINE names a module in WebAssembly");
            // Smaller than what browsers can read.
            zstd::bulk::compress(&engine, 22).expect("the engine can be compressed")
        }
        None => Vec::new(),
    };
    fs::write(folder.join("engine.wasm.zst"), engine).expect("the folder can be written");
}
