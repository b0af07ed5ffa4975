"""Tables for pandas, Polars and NumPy, and in pickles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import _grundy
from grundy._grundy import Rows

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars


def _to_pandas(self: Rows) -> pandas.DataFrame:
    """The rows as a `DataFrame` of pandas.

    >>> import grundy
    >>> rows = grundy.search("domineering", "2x3", where="temperature > 1", columns="mean")
    >>> rows.to_pandas()["mean"].tolist()
    [-0.75]
    """
    import pandas

    if hasattr(pandas.DataFrame, "from_arrow"):
        return pandas.DataFrame.from_arrow(self)
    return pandas.DataFrame(self.to_dict(), columns=self.columns)


def _to_polars(self: Rows) -> polars.DataFrame:
    """The rows as a `DataFrame` of Polars.

    >>> import grundy
    >>> rows = grundy.search("domineering", "2x3", where="temperature > 1", columns="mean")
    >>> rows.to_polars().shape
    (1, 2)
    """
    import polars

    return polars.DataFrame(self)


def _interface(self: Rows) -> dict[str, Any]:
    """The rows for `numpy.array`: an array whose fields are the columns. A missing number is NaN, a
    missing text is empty."""
    # pandas takes what has `__array__` for one column of tuples; this it does not ask for.
    import numpy

    columns = self.to_dict()
    fields: list[numpy.ndarray[Any, Any]] = []
    for values, kind in zip(columns.values(), self.types):
        has_all = None not in values
        if kind == "Float64" or kind == "Int32" and not has_all:
            fields.append(numpy.array(values, dtype="f8"))
        elif kind in ("Int32", "UInt64", "Boolean") and has_all:
            fields.append(numpy.array(values, dtype={"Int32": "i4", "UInt64": "u8"}.get(kind, "?")))
        else:
            texts = ["" if value is None else str(value) for value in values]
            fields.append(numpy.array(texts, dtype=str))
    array = numpy.empty(len(self), dtype=[(name, field.dtype) for name, field in zip(columns, fields)])
    for name, field in zip(columns, fields):
        array[name] = field
    return {**array.__array_interface__, "data": memoryview(array.tobytes()), "strides": None}


def _reduce(self: Rows) -> tuple[Any, ...]:
    columns = self.to_dict().items()
    told = [(name, kind, values) for (name, values), kind in zip(columns, self.types)]
    return _grundy.rows, (self.about, told)


for _name, _method in {
    "to_pandas": _to_pandas,
    "to_polars": _to_polars,
    "__array_interface__": property(_interface),
    "__reduce__": _reduce,
}.items():
    setattr(Rows, _name, _method)
