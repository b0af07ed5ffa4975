//! Output: answers as text, JSON, pictures and files, one format a module.

pub mod board;
pub mod certificate;
pub mod checkpoint;
mod checksum;
pub mod code;
pub mod database;
pub mod dot;
pub mod explain;
pub mod formula;
pub mod graph_json;
pub mod histogram;
pub mod json;
pub mod known;
pub mod label;
pub mod layout;
pub mod markup;
pub mod misere;
pub mod picture;
pub mod plot;
pub mod solution;
pub mod svg;
pub mod table;
pub mod text;
pub mod thermograph;
pub mod values;
pub mod words;
pub mod worksheet;
