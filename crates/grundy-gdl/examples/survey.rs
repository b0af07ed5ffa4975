//! x
fn main() { for f in std::env::args().skip(1) { let t = String::from_utf8_lossy(&std::fs::read(&f).unwrap()).to_string(); let s = std::time::Instant::now(); let r = grundy_gdl::load(&f, &t); println!("{f} {:?} {:?}", r.map_err(|e| e.to_string()), s.elapsed()); } }
