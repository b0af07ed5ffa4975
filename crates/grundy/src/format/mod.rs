//! Output: answers as text, JSON, pictures and files, one format a module.
//!
//! - Answers: [`text`] for a terminal, [`json`] for scripts, [`latex`] for papers, [`explain`]
//!   for the argument step by step; [`known`] adds published facts, [`misere`] writes misère values.
//! - Heaps: [`table`] for values and periods, [`plot`] for pictures of sequences, [`formula`]
//!   and [`code`] for sequences as formulas and as source code.
//! - Position graphs: [`picture`] is the data, which [`svg`] draws (laid out by [`layout`]),
//!   [`dot`] hands to Graphviz and [`graph_json`] to programs; [`label`] writes the nodes, and
//!   `raster` makes a PNG of the SVG.
//! - Boards and values: [`board`] draws scenes, [`thermograph`] thermographs, [`histogram`]
//!   numbers of positions, [`worksheet`] the lines of the calculator, [`typeset`] values in
//!   LaTeX and Unicode, [`cgsuite`] values as CGSuite reads them.
//! - Files: [`solution`] for solved games, [`strategy`] for weak solutions, [`values`] for Grundy values, [`certificate`] for
//!   periods, [`checkpoint`] for a search that goes on, [`database`] for values of components.
//! - For all of them: [`tables`] lists the formats of a thing, [`markup`] writes SVG, [`words`] holds the words of pictures.

pub mod board;
pub mod certificate;
pub mod cgsuite;
pub mod checkpoint;
mod checksum;
pub mod code;
#[cfg(not(target_family = "wasm"))]
pub mod database;
pub mod dot;
pub mod explain;
pub mod formula;
pub mod graph_json;
pub mod histogram;
#[cfg(feature = "png")]
mod image;
pub mod json;
pub mod known;
pub mod label;
pub mod latex;
pub mod layout;
pub mod markup;
pub mod misere;
pub mod picture;
pub mod plot;
#[cfg(feature = "png")]
pub mod raster;
pub mod solution;
#[cfg(not(target_family = "wasm"))]
pub mod strategy;
pub mod svg;
pub mod table;
pub mod tables;
pub mod text;
pub mod thermograph;
pub mod typeset;
#[cfg(not(target_family = "wasm"))]
pub mod values;
pub mod words;
pub mod worksheet;
