"""The notebooks in examples/notebooks run without an error, and are kept without outputs."""

from __future__ import annotations

import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[3] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

SECONDS = 120
"""The time that a notebook may take."""


def named(notebook: Path) -> str:
    return notebook.stem


def has_board() -> bool:
    """Whether there is a board to click on, which needs a package of its own."""
    try:
        from grundy import play  # noqa: F401
    except ImportError:
        return False
    return True


def run(notebook: Path) -> None:
    """Runs a notebook in its folder; an exception shows the cell that has failed."""
    read = nbformat.read(notebook, as_version=4)
    if not has_board():
        read.cells = [cell for cell in read.cells if "widget" not in cell.metadata.get("tags", [])]
    end = time.monotonic() + SECONDS
    client = NotebookClient(
        read,
        kernel_name="python3",
        # The time that is left to a cell; 0 would mean no limit.
        timeout_func=lambda cell: max(0.01, end - time.monotonic()),
        resources={"metadata": {"path": str(notebook.parent)}},
    )
    client.execute()


def test_there_are_notebooks() -> None:
    assert {"sprague-grundy", "partizan-values", "your-own-game"} <= set(map(named, NOTEBOOKS))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named)
def test_a_notebook_runs(notebook: Path) -> None:
    run(notebook)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named)
def test_a_notebook_is_valid_and_has_no_outputs(notebook: Path) -> None:
    read = nbformat.read(notebook, as_version=4)
    nbformat.validate(read)
    assert read.metadata.kernelspec.name == "python3"
    for cell in read.cells:
        if cell.cell_type == "code":
            assert not cell.outputs, f"clear the outputs of the cell {cell.id}"
            assert cell.execution_count is None, f"clear the outputs of the cell {cell.id}"
