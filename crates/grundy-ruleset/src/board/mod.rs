//! Boards: heaps, strips, squares, regions and graphs, how they are stored, printed and read.

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
