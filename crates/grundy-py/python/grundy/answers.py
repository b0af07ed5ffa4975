"""What grundy answers, as plain data."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Literal

from grundy._grundy import Value

Result = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class Best:
    """A move that keeps the result."""

    to: str
    """The game after the move, as it is written."""
    name: str | None
    """What players call the move."""
    result: Result
    """For the player who makes the move."""
    remoteness: int | None
    """Moves from there to the end; None where that is not known, or play never ends."""


@dataclass(frozen=True)
class Side:
    """What happens when a player starts."""

    result: Result
    """For the player who starts."""
    remoteness: int | None
    """Moves to the end, when the winner hurries and the loser delays."""
    best: list[Best] = field(repr=False)
    """The moves that keep the result, the best first."""
    moves: list[Best] = field(repr=False, default_factory=list)
    """Every move with what it brings about, where that was asked for."""


@dataclass(frozen=True)
class Solution:
    """Who wins a game, how, and in how many moves; and what the game is worth."""

    game: str
    """The game as it is written."""
    convention: Literal["normal", "misere"]
    impartial: bool
    positions: int | None
    """How many positions play reaches; None where they were not listed."""
    outcome: str | None
    """'N', 'P', 'L', 'R', 'D' when both starters draw, or None in the mixed cases."""
    grundy: int | None
    """The Grundy value, where there is one."""
    left: Side | None
    """What happens when Left starts; None when it is Right's turn."""
    right: Side | None
    """What happens when Right starts; None when it is Left's turn."""
    json: dict[str, Any] = field(repr=False, compare=False)
    """All of the answer, as the command line prints it."""

    @property
    def stopped(self) -> str | None:
        """The limit that was reached before all was found; None where nothing is missing."""
        return self.json.get("stopped")

    @property
    def missing(self) -> list[str]:
        """What was asked for and not found: 'winner', 'move', 'remoteness', 'margin' and others."""
        return self.json.get("missing", [])

    @property
    def value(self) -> Value | None:
        """The value; of a partizan game only where it takes little work, see `Game.value`."""
        text = self.json.get("value")
        return None if text is None else Value(text)

    @classmethod
    def from_json(cls, text: str) -> Solution:
        """Reads the answer of `grundy solve --format json`."""
        found = json.loads(text)
        return cls(
            game=found["game"],
            convention=found["convention"],
            impartial=found["impartial"],
            positions=found["positions"],
            outcome=found["outcome"],
            grundy=found["grundy"],
            left=_side(found["left"]),
            right=_side(found["right"]),
            json=found,
        )

    def _repr_html_(self) -> str:
        rows = [("game", html.escape(self.game)), ("outcome", self.outcome or "–")]
        if self.json.get("value") is not None:
            rows.append(("value", html.escape(self.json["value"])))
        if self.positions is not None:
            rows.append(("positions", f"{self.positions:,}"))
        sides = [("Left starts", self.left), ("Right starts", self.right)]
        if self.impartial:
            sides = [("who starts", self.left)]
        for who, side in sides:
            if side is not None:
                rows.append((who, _told(side)))
        return _table(rows)


@dataclass(frozen=True)
class Sets:
    """Every position of a game by what the player to move brings about: W won, L lost, D drawn.

    Left is A, and Right is B.
    """

    positions: int
    """How many positions there are, whoever is to move."""
    listed: bool
    """Whether these are all of C, as the rules list them; else those that play reaches."""
    W_A: set[str] = field(repr=False)
    L_A: set[str] = field(repr=False)
    D_A: set[str] = field(repr=False)
    W_B: set[str] = field(repr=False)
    L_B: set[str] = field(repr=False)
    D_B: set[str] = field(repr=False)
    s_A: dict[str, str] = field(repr=False)
    """For each position of W_A in which play goes on, the position after the fastest winning move."""
    s_B: dict[str, str] = field(repr=False)

    @classmethod
    def from_json(cls, text: str) -> Sets:
        """Reads the field `sets` of `grundy solve --sets --format json`."""
        found = json.loads(text)
        names = [f"{kind}_{player}" for player in "AB" for kind in "WLD"]
        return cls(
            found["positions"],
            found["listed"],
            **{name: set(found[name]) for name in names},
            s_A=found["s_A"],
            s_B=found["s_B"],
        )


@dataclass(frozen=True)
class Grid:
    """A table of games in one or two numbers."""

    ruleset: str
    """The games, with letters for the numbers."""
    first_row: int | None
    """The first number of the first row; None where there is one number."""
    first_column: int
    """The number of the first column."""
    rows: list[list[int | str | None]] = field(repr=False)
    """Grundy values are numbers, other values and outcomes are texts. None is no position, or was not
    decided."""
    undecided: list[tuple[int, ...]] = field(repr=False)
    """The numbers of the entries that were not decided within the limits."""
    json: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def from_json(cls, text: str) -> Grid:
        """Reads the answer of `grundy table --format json` for games in numbers."""
        found = json.loads(text)
        line = "values" in found
        return cls(
            ruleset=found["ruleset"],
            first_row=None if line else found.get("first_row", 0),
            first_column=found.get("from" if line else "first_column", 0),
            rows=[found["values"]] if line else found["rows"],
            undecided=[tuple(numbers) for numbers in found.get("undecided", [])],
            json=found,
        )

    def _repr_html_(self) -> str:
        columns = range(self.first_column, self.first_column + len(self.rows[0] if self.rows else []))
        head = "<tr><th></th>" + "".join(f"<th>{column}</th>" for column in columns) + "</tr>"
        body = ""
        for number, row in enumerate(self.rows, self.first_row or 0):
            cells = "".join(
                f"<td>{'' if cell is None else html.escape(str(cell))}</td>" for cell in row
            )
            name = "" if self.first_row is None else str(number)
            body += f"<tr><th>{name}</th>{cells}</tr>"
        return f"<table>{head}{body}</table>"


def _table(rows: list[tuple[str, str]]) -> str:
    body = "".join(f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in rows)
    return f"<table>{body}</table>"


def _side(found: dict[str, Any] | None) -> Side | None:
    # Where a search was stopped, the result may be open.
    if found is None or found["result"] is None:
        return None
    return Side(
        found["result"],
        found["remoteness"],
        _moves(found["best"]),
        _moves(found.get("moves", [])),
    )


def _moves(found: list[dict[str, Any]]) -> list[Best]:
    return [
        Best(move["to"], move.get("move"), move["result"], move["remoteness"]) for move in found
    ]


def _told(side: Side) -> str:
    verb = {"win": "wins", "loss": "loses", "draw": "draws"}[side.result]
    moves = "" if side.remoteness is None else f" in {side.remoteness} moves"
    shown = ", ".join(f"<code>{html.escape(best.to)}</code>" for best in side.best[:5])
    more = f" and {len(side.best) - 5} more" if len(side.best) > 5 else ""
    return f"{verb}{moves}" + (f": {shown}{more}" if shown else "")


@dataclass(frozen=True)
class Period:
    """The period of the Grundy values of a game on heaps."""

    ruleset: str
    period: int | None
    """The least period; None where none was found."""
    preperiod: int | None
    """The least n from which g(n + period) = g(n) + saltus."""
    saltus: int | None
    max_value: int | None
    proved: bool
    """Whether a theorem applies whose conditions were checked."""
    checked_to: int
    """The last heap that was looked at."""
    exceptions: list[int] | None
    """Heaps below the preperiod whose value is not what the period says."""
    json: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def from_json(cls, text: str) -> Period:
        """Reads the answer of `grundy period --format json`."""
        found = json.loads(text)
        names = [
            "ruleset",
            "period",
            "preperiod",
            "saltus",
            "max_value",
            "proved",
            "checked_to",
            "exceptions",
        ]
        return cls(**{name: found[name] for name in names}, json=found)

    def _repr_html_(self) -> str:
        rows = [("ruleset", html.escape(self.ruleset))]
        if self.period is None:
            rows.append(("period", f"none among heaps up to {self.checked_to:,}"))
        else:
            proved = "proved" if self.proved else f"seen up to {self.checked_to:,}"
            rows += [("period", f"{self.period:,} ({proved})"), ("preperiod", f"{self.preperiod:,}")]
        if self.max_value is not None:
            rows.append(("greatest value", f"{self.max_value:,}"))
        return _table(rows)


@dataclass(frozen=True)
class Verified:
    """What a file says, and it holds."""

    game: str
    """The game, or for a period the ruleset."""
    convention: Literal["normal", "misere"] | None
    """None for a period, which is of normal play."""
    entries: int
    """How many entries were checked; for a period, how many values were compared."""
    of: int
    """How many there are."""


@dataclass(frozen=True)
class Broken:
    """A promise of rules that does not hold."""

    promise: str
    message: str
    """What was found instead."""
    position: str
    """Where it was found."""


@dataclass(frozen=True)
class Report:
    """Whether rules keep their promises, and how large their game is."""

    name: str
    impartial: bool
    positions: int
    """Positions that were looked at, with the player to move where that matters."""
    complete: bool
    """Whether these are all that play reaches."""
    longest: int | None
    """Moves of the longest play, where all positions were looked at and play ends."""
    loops: bool
    """Whether play can come back to a position."""
    keys: str | None
    """Why positions have no keys, so that they cannot be saved; None if they have."""
    held: dict[str, int]
    """The promises that hold, with the number of samples of each."""
    broken: list[Broken]
    json: dict[str, Any] = field(repr=False, compare=False)
    """All of the report, as `grundy check --format json` prints it."""

    @classmethod
    def from_json(cls, text: str) -> Report:
        """Reads the report of `grundy check --format json`."""
        found = json.loads(text)
        broken = [Broken(**one) for one in found["broken"]]
        promises = {one.promise for one in broken}
        tested = {one["promise"]: one["samples"] for one in found["tested"]}
        compiled = found.get("compiled", {})
        names = ["name", "impartial", "positions", "complete", "longest", "loops"]
        return cls(
            **{name: found[name] for name in names},
            keys=compiled.get("unkeyed", compiled.get("no")),
            held={promise: n for promise, n in tested.items() if promise not in promises},
            broken=broken,
            json=found,
        )

    def _repr_html_(self) -> str:
        whole = "all that play reaches" if self.complete else "and there are more"
        rows = [
            ("game", html.escape(self.name)),
            ("positions", f"{self.positions:,}, {whole}"),
            ("keys", "yes" if self.keys is None else f"no: {html.escape(self.keys)}"),
        ]
        rows += [(f"holds ({n:,} samples)", html.escape(text)) for text, n in self.held.items()]
        rows += [
            ("broken", html.escape(f"{one.promise}: {one.message}, in {one.position}"))
            for one in self.broken
        ]
        return _table(rows)


@dataclass(frozen=True)
class Ruleset:
    """A ruleset of the catalogue."""

    name: str
    title: str
    notation: str
    """How a game is written."""
    rules: str

    @classmethod
    def all(cls, found: Iterable[tuple[str, str, str, str]]) -> list[Ruleset]:
        return [cls(*one) for one in found]
