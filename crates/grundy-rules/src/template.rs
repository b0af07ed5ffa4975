//! The template of a new rule file.

/// A small game to start from, with comments on everything else that a file may define.
pub const TEMPLATE: &str = include_str!("template.star");
