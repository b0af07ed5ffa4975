//! Players by their names.

use grundy::Player;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A player as people write it.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    match name.to_ascii_lowercase().as_str() {
        "left" | "l" => Ok(Player::Left),
        "right" | "r" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!("a player is 'left' or 'right', not {name:?}"))),
    }
}
