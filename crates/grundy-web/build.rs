//! The page's files are inside the program: it is built anew when they change.

fn main() {
    println!("cargo:rerun-if-changed=dist");
}
