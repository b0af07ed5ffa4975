//! From answers to text and pictures.

pub mod dot;
pub mod graph_json;
pub mod label;
pub mod layout;
pub mod markup;
pub mod picture;
pub mod svg;
