"""A board to click on, in notebooks."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

from grundy import own
from grundy._grundy import Game, Page, Stop, Value

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("a board to click on needs anywidget: pip install grundy[notebook]") from error

Player = Literal["left", "right"]

_POOL = ThreadPoolExecutor(thread_name_prefix="grundy")
"""Answers what boards ask, so that a long search does not keep the kernel from other work."""


class Board(anywidget.AnyWidget):
    """A game that is played in a notebook; `play` makes it.

    The board sends the requests of the page's API as messages, `{id, method, address, body}`,
    and gets `{id, status, kind, text}`; `{id, stop: true}` takes a request back.
    """

    _esm = Path(__file__).parent / "static" / "board.js"

    _setup = traitlets.Dict().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The moves on the board, by their names."""
    position = traitlets.Unicode().tag(sync=True)
    """The game as it stands, as it is written."""
    hints = traitlets.Bool(True).tag(sync=True)
    """Whether it is shown what the moves are worth."""

    def __init__(self, setup: dict[str, Any], **traits: Any) -> None:
        self._page = Page()
        self._asked: dict[str, Stop] = {}
        super().__init__(_setup=setup, position=setup["game"], **traits)
        self.on_msg(self._hear)

    def _hear(self, _: Any, said: Any, __: Any) -> None:
        match said:
            case {"id": str(name), "stop": True}:
                if (stop := self._asked.get(name)) is not None:
                    stop.set()
            case {"id": str(name), "method": str(method), "address": str(address), "body": str(body)}:
                stop = self._asked[name] = Stop()
                _POOL.submit(self._answer, name, method, f"/{address}", body, stop)

    def _answer(self, name: str, method: str, address: str, body: str, stop: Stop) -> None:
        try:
            found = self._page.answer(method, address, body.encode(), stop)
        except Exception as error:
            refused = {"error": {"kind": "internal", "message": str(error)}}
            found = 500, "application/json", json.dumps(refused).encode()
        finally:
            self._asked.pop(name, None)
        if found is not None:
            status, kind, text = found
            self.send({"id": name, "status": status, "kind": kind, "text": text.decode()})

    def close(self) -> None:
        """Takes the board away, and ends what was being computed for it."""
        for stop in list(self._asked.values()):
            stop.set()
        super().close()


def play(
    game: str | Game | Value,
    /,
    *,
    misere: bool = False,
    first: Player = "left",
    computer: Player | Literal["both"] | None = None,
) -> Board:
    """A board to click on, with who wins, what every move is worth, and why.

    `first` starts. The computer plays one side, or both; on the board it may be given another
    one. `moves` and `position` of the board are what has been played.

    >>> board = play("nim(3,4,5)", computer="right")
    >>> board.moves, board.position
    ([], 'nim(3,4,5)')
    """
    if first not in ("left", "right"):
        raise ValueError(f"'left' or 'right' starts, not {first!r}")
    if computer not in ("left", "right", "both", None):
        raise ValueError(f"the computer plays 'left', 'right' or 'both', not {computer!r}")
    roles = {
        side: "perfect" if computer in (side, "both") else person
        for side, person in (("left", "me"), ("right", "me" if computer else "friend"))
    }
    setup = {"game": own.game(game).text, "misere": misere, "first": first, "moves": [], "at": 0}
    return Board(setup | roles)
