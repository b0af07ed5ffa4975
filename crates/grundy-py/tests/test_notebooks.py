"""The notebooks in examples/notebooks run without an error, and the outputs with which they are stored
are those that they have. With BLESS=1 they are stored with what they have now."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

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


def run(notebook: Path) -> nbformat.NotebookNode:
    """Runs a notebook in its folder; an exception shows the cell that has failed."""
    read = nbformat.read(notebook, as_version=4)
    if not has_board():
        read.cells = [cell for cell in read.cells if "widget" not in cell.metadata.get("tags", [])]
    end = time.monotonic() + SECONDS
    language = read.metadata.get("language_info")
    client = NotebookClient(
        read,
        kernel_name="python3",
        # The time that is left to a cell; 0 would mean no limit.
        timeout_func=lambda cell: max(0.01, end - time.monotonic()),
        resources={"metadata": {"path": str(notebook.parent)}},
        record_timing=False,
    )
    client.execute()
    for cell in read.cells:
        if "widget" in cell.metadata.get("tags", []):
            # A board is a view of the kernel that made it.
            cell.outputs = []
    # The version of Python is not that of the notebook.
    read.metadata["language_info"] = language
    return read


def outputs_of(cell: Any) -> list[dict[str, Any]]:
    """What a cell shows; the texts of a stream may come in several pieces."""
    shown: list[dict[str, Any]] = []
    for output in cell.outputs:
        if output.output_type == "stream":
            if shown and shown[-1].get("stream") == output.name:
                shown[-1]["text"] += output.text
            else:
                shown.append({"stream": output.name, "text": output.text})
        else:
            shown.append(dict(output.get("data", {})))
    return shown


def test_there_are_notebooks() -> None:
    assert {"sprague-grundy", "partizan-values", "your-own-game"} <= set(map(named, NOTEBOOKS))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named)
def test_a_notebook_is_stored_with_what_it_shows(notebook: Path) -> None:
    stored = nbformat.read(notebook, as_version=4)
    nbformat.validate(stored)
    assert stored.metadata.kernelspec.name == "python3"
    found = run(notebook)
    if os.environ.get("BLESS"):
        nbformat.write(found, notebook)
        return
    known = {cell.id: cell for cell in stored.cells}
    for cell in found.cells:
        if cell.cell_type == "code":
            assert outputs_of(cell) == outputs_of(known[cell.id]), f"the cell {cell.id} shows this"
            assert cell.execution_count == known[cell.id].execution_count
    shown = sum(len(outputs_of(cell)) for cell in found.cells if cell.cell_type == "code")
    assert shown > 5, "a notebook shows something"
