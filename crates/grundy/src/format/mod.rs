//! From answers to text and pictures.

pub mod solution;
