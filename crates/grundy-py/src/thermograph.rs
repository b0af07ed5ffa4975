//! Thermographs.

use grundy::Player;
use grundy::format::thermograph;
use grundy::format::words::Words;
use grundy::value::Thermograph as Drawn;
use pyo3::prelude::*;

use crate::number::fraction;

/// The thermograph of a game: its walls, its mast, and a drawing.
///
/// >>> import grundy
/// >>> grundy.Value("{5|1}").thermograph()
/// <thermograph of {5|1}: mean 3, temperature 2>
#[pyclass(frozen, eq, module = "grundy")]
#[derive(PartialEq)]
pub(crate) struct Thermograph {
    pub(crate) drawn: Drawn,
    pub(crate) title: String,
}

/// A wall: its corners as (value, temperature), from the bottom up.
type Wall<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

impl Thermograph {
    fn wall<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Wall<'py>> {
        let corners = self.drawn.wall(player).iter();
        let corner = |corner: &grundy::value::Corner| {
            Ok((fraction(py, &corner.value)?, fraction(py, &corner.temperature)?))
        };
        corners.map(corner).collect()
    }
}

#[pymethods]
impl Thermograph {
    /// The left wall: its corners as pairs (value, temperature), from the bottom up.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Wall<'py>> {
        self.wall(py, Player::Left)
    }

    /// The right wall: its corners as pairs (value, temperature), from the bottom up.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Wall<'py>> {
        self.wall(py, Player::Right)
    }

    /// The mean: where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.drawn.mean())
    }

    /// The temperature where the mast begins: 0 for numbers, too.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.drawn.base())
    }

    /// The temperature at which the mast begins, as `base`: 0 for numbers, whose own is below.
    ///
    /// >>> import grundy
    /// >>> grundy.Value("{5|1}").thermograph().temperature
    /// Fraction(2, 1)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.base(py)
    }

    /// The drawing as a document in SVG; None if its numbers are too large to be drawn.
    pub(crate) fn svg(&self) -> Option<String> {
        thermograph::svg(&self.drawn, &self.title, &Words::default())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let (mean, temperature) = (self.drawn.mean(), self.drawn.base());
        format!("<thermograph of {}: mean {mean}, temperature {temperature}>", self.title)
    }

    fn __str__(&self) -> String {
        thermograph::text(&self.drawn, 60).unwrap_or_else(|| self.__repr__())
    }
}
