//! Games stated in the Game Description Language (GDL) of General Game Playing.
mod check; mod formula; mod ground; mod limits; mod parse; mod slices; mod strata; mod terms;
pub use limits::Limits;
use grundy::*;
/// x
pub fn load(file: &str, text: &str) -> Result<(usize,usize), Fault> {
 let source = Source { file: file.into(), text: text.into() };
 let e = parse::parse(&source)?; let c = check::clauses(&source, &e)?; let s = strata::strata(&source, c)?;
 let g = ground::ground(&source, s, limits::Budget::new(Limits::default()))?;
 Ok((g.facts.of((g.words.true_,1)).len(), g.instances.len()))
}
