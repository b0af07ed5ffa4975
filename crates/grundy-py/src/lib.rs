//! The native part of the Python package `grundy`: thin classes over the library.
//!
//! - `arena`: the canonical forms that all values share.
//! - `value`, `thermograph`, `number`: values and facts about them; `calculator`: values of
//!   expressions.
//! - `game`, `player`: positions, their moves and pictures.
//! - `solve`: who wins, and how; `sets`: the same for every position; `grid`: tables in two
//!   numbers.
//! - `compared`: whether games are equal, and where their heaps differ; `survey`: families of heap
//!   games.
//! - `heaps`: Grundy values of heaps as arrays; `misere`: values and quotients under misère play.
//! - `positions`: all positions of a game, and files of them; `verify`: whether files are true;
//!   `rows`: results as Arrow tables.
//! - `methods`, `states`, `own`: games that are stated in Python; `statements`: what games rest on; `load`: their names, and games in
//!   files; `check`: whether games keep their promises.
//! - `keys`, `structure`, `learned`: the positions of games in Python as integers.
//! - `page`: the API of the page, for the board in notebooks.
//! - `work`: long work, stopped by limits and by Ctrl-C; `asked`: such work on a game whose rules
//!   may fail, or learn.
//! - `error`: errors of the library as exceptions; `raised`: exceptions of rules as faults.
//!
//! # How Python is called
//!
//! The package has two parts: `src` are native classes (PyO3, for the stable ABI from Python 3.10
//! on), `python/grundy` the functions over them, which read the JSON of the command line into plain
//! data. Work runs outside of Python, in its own thread, while the caller looks out for Ctrl-C
//! (`work.rs`). Work that calls Python itself runs in the thread of the caller, so that signals
//! interrupt the rules, too. Values share an arena of canonical forms; an arena that has grown
//! large is left to the values in it (`arena.rs`). A game that Python states is a `Stated` game
//! whose states have numbers (`own.rs`); states that are structures, like the positions of rule
//! files, also have keys (`keys.rs`). Work starts again where rules have learned (`asked.rs`).
//! Tables are streams of Arrow, made while they are read (`rows.rs`).
//!
//! The board in notebooks is the table of the page (`crates/grundy-web/ui/src/widget.ts`). Its
//! requests are messages to the kernel, which `board.py` answers in threads by the API without a
//! socket (`page.rs`, `grundy_web::Api`).

mod arena;
mod asked;
mod calculator;
mod check;
mod compared;
mod error;
mod game;
mod grid;
mod heaps;
mod keys;
mod learned;
mod load;
mod methods;
mod misere;
mod number;
mod own;
mod page;
mod player;
mod positions;
mod raised;
mod rows;
mod sets;
mod solve;
mod statements;
mod states;
mod structure;
mod survey;
mod thermograph;
mod value;
mod verify;
mod work;

/// The module `grundy._grundy`.
#[pyo3::pymodule]
mod _grundy {
    use pyo3::prelude::*;
    use pyo3::types::PyModule;

    #[pymodule_export]
    use crate::arena::set_values_memory;
    #[pymodule_export]
    use crate::calculator::{apply, best_moves, calculate, functions, methods, orthodox_move};
    #[pymodule_export]
    use crate::check::check_json;
    #[pymodule_export]
    use crate::compared::{compare_json, equal};
    #[pymodule_export]
    use crate::game::{Game, Move, after, game, rulesets};
    #[pymodule_export]
    use crate::grid::grid_json;
    #[pymodule_export]
    use crate::heaps::{period_json, plot_svg, table};
    #[pymodule_export]
    use crate::load::{load, state, stated};
    #[pymodule_export]
    use crate::misere::{misere_json, quotient_json};
    #[pymodule_export]
    use crate::own::printed;
    #[pymodule_export]
    use crate::page::{Page, Stop};
    #[pymodule_export]
    use crate::positions::{all_positions, open_positions, stats};
    #[pymodule_export]
    use crate::rows::{Rows, RowsIterator, rows, search};
    #[pymodule_export]
    use crate::sets::sets_json;
    #[pymodule_export]
    use crate::solve::{graph_json, graph_svg, solve_json};
    #[pymodule_export]
    use crate::survey::survey;
    #[pymodule_export]
    use crate::thermograph::Thermograph;
    #[pymodule_export]
    use crate::value::Value;
    #[pymodule_export]
    use crate::verify::verify;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::error::add(module)?;
        grundy::catalogue::ship(|| grundy_rules::shipped(grundy_rules::Bounds::default()));
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
