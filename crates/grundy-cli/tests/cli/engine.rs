//! `engine`, driven as front ends and tournament managers do. What is played is judged by rules that
//! are written here from their definitions.

mod client;
mod gtp;
mod rules;
mod ugi;
