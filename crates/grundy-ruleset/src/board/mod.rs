//! What positions are made of: how boards are stored, read and printed.

pub mod cakes;
pub mod discs;
pub mod graph;
pub mod grid;
pub mod heaps;
pub mod images;
pub mod region;
pub mod rows;
pub mod squares;
pub mod strip;
pub mod symmetry;
pub mod word;
