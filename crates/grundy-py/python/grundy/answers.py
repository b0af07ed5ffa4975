"""What grundy answers, as plain data."""

from __future__ import annotations

import functools
import html
import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Literal

from grundy import _grundy
from grundy._grundy import Game, Value

Result = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class Best:
    """A move with what it brings about.

    >>> import grundy
    >>> best = grundy.solve("nim(3,4,5)").left.best[0]
    >>> best.to, best.result, best.remoteness
    (Game('nim(1,4,5)'), 'win', 10)
    """

    text: str
    """The game after the move, as it is written."""
    name: str | None
    """What players call the move."""
    result: Result
    """For the player who makes the move."""
    remoteness: int | None
    """Moves from there to the end; None where that is not known, or play never ends."""
    of: str | Game | Value = field(repr=False, compare=False)
    """The game in which it is a move."""

    @functools.cached_property
    def to(self) -> Game:
        """The game after the move."""
        return _grundy.after(self.of, self.text)


@dataclass(frozen=True)
class Side:
    """What happens when a player starts.

    >>> import grundy
    >>> side = grundy.solve("domineering(2x3)").right
    >>> side.result, len(side.best)
    ('win', 1)
    """

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
    """Who wins a game, how, and in how many moves; and what the game is worth.

    >>> import grundy
    >>> solution = grundy.solve("kayles(5)")
    >>> solution.outcome, solution.value, solution.left.remoteness
    ('N', Value('*4'), 5)
    """

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
    def from_json(cls, text: str, game: str | Game | Value | None = None) -> Solution:
        """Reads the answer of `grundy solve --format json`."""
        found = json.loads(text)
        game = found["game"] if game is None else game
        return cls(
            game=found["game"],
            convention=found["convention"],
            impartial=found["impartial"],
            positions=found["positions"],
            outcome=found["outcome"],
            grundy=found["grundy"],
            left=_side(found["left"], game),
            right=_side(found["right"], game),
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

    >>> import grundy
    >>> found = grundy.sets("nim(2)")
    >>> sorted(found.W_A), sorted(found.L_A), found.D_A
    (['1', '2'], ['0'], set())
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
    """A table of games in one or two numbers.

    >>> import grundy
    >>> found = grundy.grid("cram", 2, 2)
    >>> found.first_row, found.first_column, found.rows
    (1, 1, [[0, 1], [1, 0]])
    """

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


def _side(found: dict[str, Any] | None, game: str | Game | Value) -> Side | None:
    # Where a search was stopped, the result may be open.
    if found is None or found["result"] is None:
        return None
    return Side(
        found["result"],
        found["remoteness"],
        _moves(found["best"], game),
        _moves(found.get("moves", []), game),
    )


def _moves(found: list[dict[str, Any]], game: str | Game | Value) -> list[Best]:
    return [
        Best(move["to"], move.get("move"), move["result"], move["remoteness"], game)
        for move in found
    ]


def _told(side: Side) -> str:
    verb = {"win": "wins", "loss": "loses", "draw": "draws"}[side.result]
    moves = "" if side.remoteness is None else f" in {side.remoteness} moves"
    shown = ", ".join(f"<code>{html.escape(best.text)}</code>" for best in side.best[:5])
    more = f" and {len(side.best) - 5} more" if len(side.best) > 5 else ""
    return f"{verb}{moves}" + (f": {shown}{more}" if shown else "")


@dataclass(frozen=True)
class Period:
    """The period of the Grundy values of a game on heaps.

    >>> import grundy
    >>> grundy.period("subtraction(1,2)").period
    3
    """

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
class Equality:
    """Whether two games are equal, and why. It is true where they are.

    >>> import grundy
    >>> bool(grundy.equal("nim(3,5)", "nim(6)"))
    True
    """

    equal: bool | None
    """None where two loopy games have too many positions to be compared."""
    reason: str

    def __bool__(self) -> bool:
        if self.equal is None:
            raise ValueError(f"it is not decided whether the games are equal: {self.reason}")
        return self.equal


@dataclass(frozen=True)
class Comparison:
    """Where the Grundy values of two games on heaps differ first.

    >>> import grundy
    >>> grundy.compare("kayles", "nim").difference
    (4, 1, 4)
    """

    first: str
    second: str
    shift: int
    difference: tuple[int, int, int] | None
    """The first heap n of the first game whose value is another one, its value, and that of
    the heap n + shift of the second game."""
    compared_to: int
    """The last heap that was compared."""
    equal_for_all: bool
    """Whether the values are equal for all heaps: both periods are proved."""

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        """Reads the answer of `grundy compare --format json`."""
        found = json.loads(text)
        if (difference := found.pop("difference")) is not None:
            difference = (difference["n"], *difference["values"])
        return cls(difference=difference, **found)


@dataclass(frozen=True)
class Quotient:
    """A misère quotient: a commutative monoid in which each game has an element. Who moves first
    loses a sum if the product of the elements is in the P-portion.

    >>> import grundy
    >>> found = grundy.quotient("nim", 2)
    >>> found.elements, [found.elements[p] for p in found.p_portion]
    (['1', 'a', 'b', 'ab', 'b²', 'ab²'], ['a', 'b²'])
    """

    game: str
    """The game, or the ruleset on heaps."""
    elements: list[str] = field(repr=False)
    """Each element as the least product of generators."""
    generators: dict[str, str]
    """The game for which each generator stands: a component, or the size of a heap."""
    relations: list[tuple[str, str]] = field(repr=False)
    """Equations from which all others follow."""
    p_portion: list[int] = field(repr=False)
    """The elements, by number, of the sums that who moves first loses."""
    table: list[list[int]] = field(repr=False)
    """The product of the elements a and b at `table[a][b]`."""
    pretending: list[int] = field(repr=False)
    """The pretending function: the element of each game, of heaps from 0 on."""
    games: list[str] | None = field(repr=False)
    """The games in the order of `pretending`; None where these are heaps."""
    period: int | None
    """The proved period of the pretending function: this is the quotient of all heaps."""
    preperiod: int | None

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.elements)

    def element(self, games: Iterable[int]) -> int:
        """The element of a sum of games, given by their places in `pretending`: sizes of heaps.

        >>> import grundy
        >>> found = grundy.quotient("nim", 3)
        >>> found.element([1, 1]) == found.element([]), found.outcome([1, 2, 3])
        (True, 'P')
        """
        product = 0
        for game in games:
            product = self.table[product][self.pretending[game]]
        return product

    def outcome(self, games: Iterable[int]) -> Literal["N", "P"]:
        """Who wins a sum of games under misère play: N for who moves first, P for the other."""
        return "P" if self.element(games) in self.p_portion else "N"

    @classmethod
    def from_json(cls, text: str) -> Quotient:
        """Reads the answer of `grundy misere RULESET --table --format json`."""
        found = json.loads(text)
        return cls._of(found["game"], found["quotient"])

    @classmethod
    def _of(cls, game: str, found: dict[str, Any]) -> Quotient:
        period = found["period"] or {}
        return cls(
            game=game,
            elements=found["elements"],
            generators={one["letter"]: one["game"] for one in found["generators"]},
            relations=[(a, b) for a, b in found["relations"]],
            p_portion=found["p_portion"],
            table=found["products"],
            pretending=found["pretending"],
            games=found.get("games"),
            period=period.get("period"),
            preperiod=period.get("preperiod"),
        )


@dataclass(frozen=True)
class Misere:
    """What an impartial game is worth under misère play.

    >>> import grundy
    >>> found = grundy.misere("nim(2,2)")
    >>> found.outcome, found.genus, found.wildness
    ('P', '0^02', 'tame')
    """

    game: str
    outcome: Literal["N", "P"]
    """N if who moves first wins, P if the other does."""
    value: int
    """The Grundy value under misère play: 0 if who moves first loses."""
    grundy: int
    """The Grundy value under normal play."""
    genus: str
    """The value under normal play, and behind ^ those under misère play with 0, 1, 2, … heaps of
    two added; the last two alternate."""
    wildness: Literal["tame", "restive", "restless", "wild"]
    """How much of the theory of Nim holds."""
    form: str | None
    """The simplest equal game; None where that is too long to be read."""
    quotient: Quotient | None = field(repr=False)
    """The misère quotient, if that was asked for."""
    element: int | None = field(repr=False)
    """The element of the game in the quotient."""

    @classmethod
    def from_json(cls, text: str) -> Misere:
        """Reads the answer of `grundy misere GAME --table --format json`."""
        found = json.loads(text)
        genus, quotient = found["genus"], found.get("quotient")
        part = "," if max(genus["misere"]) > 9 else ""
        return cls(
            game=found["game"],
            outcome=found["outcome"],
            value=found["misere_grundy"],
            grundy=found["grundy"],
            genus=f"{genus['normal']}^{part.join(map(str, genus['misere']))}",
            wildness=found["class"],
            form=found["form"],
            quotient=None if quotient is None else Quotient._of(found["game"], quotient),
            element=found.get("element"),
        )


@dataclass(frozen=True)
class Verified:
    """What a file says, and it holds.

    >>> import grundy, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.positions")
    ...     _ = grundy.positions("tic-tac-toe", save=path)
    ...     found = grundy.verify(path)
    >>> found.game, found.entries == found.of
    ('tic-tac-toe', True)
    """

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
    """A promise of rules that does not hold.

    >>> import grundy
    >>> class Slip:
    ...     def start(self):
    ...         return (2, 1)
    ...     def canonical(self, heaps):
    ...         return heaps[:1]
    ...     def moves(self, heaps):
    ...         return [heaps[:i] + (n - 1,) + heaps[i + 1:] for i, n in enumerate(heaps) if n]
    >>> grundy.check(grundy.game(Slip)).broken[0].promise
    '`canonical` does not change who wins'
    """

    promise: str
    message: str
    """What was found instead."""
    position: str
    """Where it was found."""


@dataclass(frozen=True)
class Report:
    """Whether rules keep their promises, and how large their game is.

    >>> import grundy
    >>> class One:
    ...     def start(self, heap=3):
    ...         return heap
    ...     def moves(self, heap):
    ...         return [heap - 1] if heap else []
    >>> report = grundy.check(grundy.game(One))
    >>> report.positions, report.complete, report.longest, report.loops
    (4, True, 3, False)
    """

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
    """A ruleset of the catalogue.

    >>> import grundy
    >>> next(one.title for one in grundy.games() if one.name == "kayles")
    'Kayles'
    """

    name: str
    title: str
    notation: str
    """How a game is written."""
    rules: str

    @classmethod
    def all(cls, found: Iterable[tuple[str, str, str, str]]) -> list[Ruleset]:
        return [cls(*one) for one in found]
