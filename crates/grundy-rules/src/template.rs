//! The template of a new rule file.

/// A file to begin with: a small game, and in comments what else may be said.
pub const TEMPLATE: &str = include_str!("template.star");
