//! From answers to text and pictures, one format a file.

pub mod explain;
pub mod json;
pub mod table;
pub mod text;
