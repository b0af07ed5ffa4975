//! The theory of short partizan games, on values that are written down.

mod atomic_weight;
mod best_moves;
mod heat;
mod incentives;
mod kinds;
mod products;
mod reduced;
mod sentestrat;
mod sums;
mod testing;
mod uptimal;
mod walk;
