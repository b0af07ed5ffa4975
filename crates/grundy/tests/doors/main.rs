//! What the doors of CONTRIBUTING.md ask of a ruleset, in one program: laws, published answers, and
//! the pages that are written from the catalogue. `RULESET=name` chooses one ruleset.

mod chosen;
mod known_answers;
mod known_outcomes;
mod known_positions;
mod known_sequences;
mod known_values;
mod laws;
mod pages;
mod published;
