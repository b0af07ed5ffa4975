//! The rulesets of grundy, and the catalogue that finds them by name.
//!
//! - [`catalogue`]: all rulesets with their names, families and examples; reads games such
//!   as `nim(3,4,5) + kayles(7)`. Read this first.
//! - [`rulesets`]: one file for each ruleset, which also has its entry in the catalogue.
//!
//! ```
//! use grundy_rulesets::catalogue;
//!
//! let game = catalogue::parse("nim(3,4) + kayles(7)").unwrap();
//! assert!(game.impartial());
//! assert_eq!(game.text(), "nim(3,4) + kayles(7)");
//! let entry = catalogue::find("domineering").unwrap();
//! assert_eq!(entry.name, "domineering");
//! ```

pub mod catalogue;
pub mod rulesets;
#[cfg(test)]
mod testing;
