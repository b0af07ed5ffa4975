//! The files of the page, and the names of games, are inside the program: it is built
//! anew when they change.

fn main() {
    println!("cargo:rerun-if-changed=dist");
    println!("cargo:rerun-if-changed=ui/games");
}
