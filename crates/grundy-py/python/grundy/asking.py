"""Questions: who wins, what the values of heaps are, which positions meet a condition."""

from __future__ import annotations

import contextlib
import json
import math
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Literal

from grundy import _grundy
from grundy._grundy import Game, LimitError, Rows, Value
from grundy.answers import (
    Comparison,
    Equality,
    Grid,
    Misere,
    Period,
    Quotient,
    Report,
    Ruleset,
    Sets,
    Solution,
    Verified,
)

if TYPE_CHECKING:
    from grundy.board import Board
    import networkx
    import numpy
    import numpy.typing


def _within(
    positions: int | None, memory: int | None, time: float | None, threads: int | None
) -> dict[str, Any]:
    if threads is None:
        threads = os.cpu_count() or 1
    for name, limit in (("positions", positions), ("memory", memory)):
        if limit is not None and limit < 0:
            raise ValueError(f"{name} is a limit, and {limit} is less than nothing")
    if threads < 1:
        raise ValueError("at least one thread is needed")
    if memory is not None:
        memory = min(memory, 2**64 - 1)
    if time is not None and math.isinf(time) and time > 0:
        time = None
    return {"positions": positions, "memory": memory, "time": time, "threads": threads}


@contextlib.contextmanager
def _keeping(read: Callable[[Any], Any] = lambda found: found) -> Iterator[None]:
    """Gives the exception of work that was stopped what was found until then, as `solution`."""
    try:
        yield
    except (LimitError, KeyboardInterrupt) as error:
        found = vars(error).pop("found", None)
        if found is not None:
            setattr(error, "solution", read(found))
        raise


def solve(
    game: str | Game | Value,
    *,
    misere: bool = False,
    player: Literal["left", "right"] | None = None,
    moves: Literal["best", "all"] | None = None,
    whole: bool = False,
    strategy: bool = False,
    remoteness: bool = False,
    positions: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Solution:
    """Says who wins, how, in how many moves, and what the game is worth.

    `player` answers only for a player who starts. `moves` wants all moves that keep the result
    ("best"), or every move with what it brings about ("all", `Side.moves`). `whole` lists all
    positions in any case, where otherwise a search would do; `remoteness` lets a search count
    moves; `strategy` puts what to do in every position into `Solution.json["strategy"]`.
    `positions`, `memory` (bytes) and `time` (seconds) are limits: a `LimitError` says which was
    reached, and its `solution` has what was found until then, as that of a `KeyboardInterrupt`
    after Ctrl-C has.

    >>> solution = solve("nim(3,4,5)")
    >>> solution.outcome, solution.grundy, solution.left.best[0].to
    ('N', 2, Game('nim(1,4,5)'))
    """
    within = _within(positions, memory, time, threads)
    with _keeping(lambda found: Solution.from_json(found, game)):
        found = _grundy.solve_json(game, misere, player, moves, whole, strategy, remoteness, within)
    solution = Solution.from_json(found, game)
    if solution.stopped is not None:
        error = LimitError(solution.stopped)
        error.solution = solution
        raise error
    return solution


def sets(
    game: str | Game,
    *,
    misere: bool = False,
    positions: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Sets:
    """The sets W_A, L_A, W_B, L_B and the draws, over all of C where the rules list it, as those of a
    5-tuple do; else over all positions that play reaches. s_A and s_B are winning moves.

    >>> found = sets("nim(1,2)")
    >>> sorted(found.L_A), found.W_A == found.W_B, found.s_A["1,2"]
    (['0,0', '1,1'], True, '1,1')
    >>> five = '{"C": ["a", "b"], "m_A": {"a": ["b"]}, "m_B": {}, "F_A": ["b"]}'
    >>> sorted(sets(f"graph({five})").W_A)
    ['a', 'b']
    """
    return Sets.from_json(
        _grundy.sets_json(game, misere, _within(positions, memory, time, threads))
    )


def grid(
    ruleset: str | Game,
    rows: int | tuple[int, int] = 6,
    columns: int | tuple[int, int] = 6,
    *,
    outcomes: bool = False,
    misere: bool = False,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Grid:
    """The values of games in two numbers, as rows: of `cram`, or with letters for the numbers, as
    in `domineering(AxB)`. With the letter N alone there is one row.

    `rows` and `columns` are the last numbers, or the first and the last. `outcomes` says who wins
    instead, and so does `misere`, under misère play.

    >>> grid("cram", 3, 3).rows
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    >>> grid("domineering(AxB)", (1, 2), (1, 2)).rows
    [['0', '1'], ['-1', '+-1']]
    """

    def numbers(given: int | tuple[int, int]) -> tuple[int, int, bool]:
        first, last = (0, given) if isinstance(given, int) else given
        if not 0 <= first <= last:
            raise ValueError(f"{given} is no range of numbers: the last, or the first and the last")
        return first, last, not isinstance(given, int)

    within = _within(None, memory, time, threads)
    text = ruleset.ruleset if isinstance(ruleset, Game) else ruleset
    of = (outcomes, misere)
    return Grid.from_json(_grundy.grid_json(text, numbers(rows), numbers(columns), of, within))


def table(
    ruleset: str | Game,
    last: int,
    *,
    memory: int | None = None,
    time: float | None = None,
) -> numpy.typing.NDArray[numpy.uint32]:
    """The Grundy values g(0), …, g(last) of a game on heaps, as an array.

    The numbers have no sign: `astype(int)` before they are subtracted.

    >>> table("octal=0.77", 7)
    array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint32)
    """
    with _keeping():
        return _grundy.table(ruleset, last, _within(None, memory, time, 1))


def plot(
    ruleset: str | Game,
    last: int,
    *,
    first: int = 0,
    memory: int | None = None,
    time: float | None = None,
) -> Picture:
    """The Grundy values g(first), …, g(last) of a game on heaps, as a picture.

    >>> plot("kayles", 200).svg.startswith("<svg")
    True
    """
    return Picture(_grundy.plot_svg(ruleset, first, last, _within(None, memory, time, 1)))


def period(
    ruleset: str | Game,
    *,
    last: int = 2**63 - 1,
    memory: int | None = None,
    time: float | None = None,
) -> Period:
    """The period of the Grundy values of a game on heaps, with a proof where there is one.

    The `solution` of a `LimitError`, or of a `KeyboardInterrupt`, says what was seen until then.

    >>> found = period("kayles")
    >>> found.period, found.preperiod, found.proved
    (12, 71, True)
    """
    within = _within(None, memory, time, 1)
    with _keeping(Period.from_json):
        return Period.from_json(_grundy.period_json(ruleset, last, within))


def search(
    ruleset: str,
    size: str | tuple[int, int] | int,
    *,
    where: str | None = None,
    columns: str | Iterable[str] = "value, outcome, mean, temperature",
    squares: str | None = None,
    all: bool = False,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Rows:
    """The positions of a size whose value meets a condition, as a table for pandas or Polars.

    >>> rows = search("domineering", "2x3", where="temperature > 1", columns="mean, temperature")
    >>> len(rows), rows.columns
    (1, ['game', 'mean', 'temperature'])
    >>> import pyarrow
    >>> pyarrow.table(rows).to_pylist()
    [{'game': 'domineering(..|..|..)', 'mean': -0.75, 'temperature': 1.25}]
    """
    wanted = {
        "ruleset": ruleset,
        "size": "x".join(map(str, size)) if isinstance(size, tuple) else str(size),
        "where": where,
        "columns": columns if isinstance(columns, str) else ", ".join(columns),
        "squares": squares,
        "all": all,
    }
    with _keeping():
        return _grundy.search(wanted, _within(None, memory, time, threads))


def survey(
    family: Literal["octal", "hexadecimal"],
    digits: int,
    *,
    budget: float = 1.0,
    heaps: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Rows:
    """The period of every octal or hexadecimal game of up to some digits, as far as `budget` seconds
    and `heaps` heaps for each find it, beside what is published.

    >>> rows = survey("octal", 1, heaps=2000)
    >>> [row["game"] for row in rows if row["status"] == "known" and row["period"] == 2]
    ['octal(0.3)', 'octal(0.5)', 'octal(0.7)']
    """
    within = _within(heaps, memory, time, threads)
    with _keeping():
        return _grundy.survey(family, digits, budget, within)


def equal(
    first: str | Game | Value,
    second: str | Game | Value,
    *,
    positions: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Equality:
    """Whether two games are equal, so that one can replace the other in any sum, and why.

    `equal` is None for loopy games with too many positions to be compared.

    >>> equal("domineering(2x2)", "{1|-1}").equal
    True
    >>> equal("nim(3,5)", "nim(7)")
    Equality(equal=False, reason='worth *6 and *7')
    """
    within = _within(positions, memory, time, threads)
    return Equality(*_grundy.equal(first, second, within))


def compare(
    first: str | Game,
    second: str | Game,
    last: int = 4000,
    *,
    shift: int = 0,
    memory: int | None = None,
    time: float | None = None,
) -> Comparison:
    """The first heap at which the Grundy values of two games differ: g(n) of the first and
    g(n + shift) of the second.

    >>> found = compare("dawsons-chess", "dawsons-kayles", shift=1)
    >>> found.difference, found.equal_for_all
    (None, True)
    """
    within = _within(None, memory, time, 1)
    return Comparison.from_json(_grundy.compare_json(first, second, last, shift, within))


def misere(
    game: str | Game | Value,
    *,
    quotient: bool = False,
    memory: int | None = None,
    time: float | None = None,
) -> Misere:
    """What an impartial game is worth under misère play: genus, value, simplest form and, if asked
    for, the misère quotient of the game and all its followers.

    >>> found = misere("kayles(5)")
    >>> found.genus, found.value, found.outcome
    ('4^146', 1, 'N')
    """
    found = _grundy.misere_json(game, quotient, _within(None, memory, time, 1))
    return Misere.from_json(found)


def quotient(
    ruleset: str | Game,
    last: int | None = None,
    *,
    memory: int | None = None,
    time: float | None = None,
) -> Quotient:
    """The misère quotient of the heaps of a game up to the last; without a last heap, until a
    period is proved, so that it is the quotient of all heaps.

    >>> found = quotient("kayles")
    >>> found.order, len(found.p_portion), found.period
    (40, 9, 12)
    """
    within = _within(None, memory, time, 1)
    with _keeping(Quotient.from_json):
        return Quotient.from_json(_grundy.quotient_json(ruleset, last, within))


def positions(
    game: str | Game,
    *,
    misere: bool = False,
    texts: bool = True,
    save: str | os.PathLike[str] | None = None,
    disk: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Rows:
    """All positions that play reaches, with the result and the best move of each, as a table.

    Rows are made while they are read. Positions are packed into keys of 64 or 128 bits, those of
    a class of yours, too, if its states are made of whole numbers, texts, True, False, None and
    tuples; games whose positions have no keys have the columns without them. pandas turns the
    keys of `best` into floating point, unless it is asked for
    `DataFrame.from_arrow(pyarrow.table(rows))` with types of Arrow. Without `texts` the table has
    keys alone, which is several times as fast.

    `save` writes all positions into a file whose name ends in `.positions`, for `open_positions`
    and `verify`. What `memory` does not hold goes into files in the folder `disk`, or beside the
    file of `save`. `checkpoint` is a folder for what is done: the same call goes on from there,
    also after the process was killed.

    >>> rows = positions("tic-tac-toe")
    >>> len(rows), rows.columns
    (5478, ['key', 'position', 'mover', 'result', 'remoteness', 'best'])
    """
    folders = {"save": save, "disk": disk, "checkpoint": checkpoint}
    within = _within(None, memory, time, threads)
    return _grundy.all_positions(game, misere, texts, folders, within)


def open_positions(path: str | os.PathLike[str], *, texts: bool = True) -> Rows:
    """The positions in a file that `positions(game, save=…)` has written, or the command
    `grundy solve GAME --save FILE.positions`.

    A game that a class of yours states must be known before, by `game(MyClass)`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.positions")
    ...     _ = positions("tic-tac-toe", save=path)
    ...     len(open_positions(path))
    5478
    """
    return _grundy.open_positions(os.fspath(path), texts)


def stats(path: str | os.PathLike[str]) -> Rows:
    """How many positions in a file of `positions(game, save=…)` have each result and remoteness.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.positions")
    ...     _ = positions("tic-tac-toe", save=path)
    ...     rows = stats(path)
    >>> rows[0]
    {'result': 'win', 'remoteness': 1, 'keys': 2358, 'positions': 2358}
    """
    return _grundy.stats(os.fspath(path))


def verify(
    path: str | os.PathLike[str],
    *,
    sample: int | None = None,
    seed: int = 0,
    memory: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Verified:
    """Checks a saved solution, strategy, or certificate of a period by the rules alone.

    Of a file of all positions, `sample` checks so many, chosen at random by `seed`. A file that
    does not hold raises a `RefusedError`, which names what is wrong.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.positions")
    ...     _ = positions("tic-tac-toe", save=path)
    ...     verify(path)
    Verified(game='tic-tac-toe', convention='normal', entries=5478, of=5478)
    """
    within = _within(None, memory, time, threads)
    return Verified(*_grundy.verify(os.fspath(path), sample, seed, within))


def check(
    game: str | Game, *, positions: int | None = None, time: float | None = None
) -> Report:
    """Tests the promises of rules of your own, on samples of positions.

    The game is stated by a class of yours, or by a file in `.star` or `.wasm`. Moves are the same
    each time, `negative` exchanges the players, `canonical` keeps the result, `symmetries` are
    symmetric, `tier` never falls, and printed positions can be read again. Without limits this
    takes about ten seconds for a large game.

    >>> from grundy import game
    >>> class Kayles:
    ...     def start(self, *pins):
    ...         return pins
    ...     def canonical(self, rows):
    ...         return tuple(sorted(rows))
    ...     def moves(self, rows):
    ...         return [rows[:i] + (left, n - take - left) + rows[i + 1:]
    ...                 for i, n in enumerate(rows) for take in (1, 2) for left in range(n - take + 1)]
    >>> report = check(game(Kayles, 5))
    >>> report.broken, report.complete, report.longest
    ([], True, 5)
    """
    within = _within(positions, None, time, 1)
    return Report.from_json(_grundy.check_json(game, within))


def graph(
    game: str | Game,
    *,
    misere: bool = False,
    positions: int = 1_000_000,
    memory: int | None = None,
    time: float | None = None,
) -> networkx.MultiDiGraph:
    """The graph of play as a graph of networkx, with the results of all positions.

    >>> play = graph("nim(1,2)")
    >>> sorted(play.nodes[node]["position"] for node in play)
    ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']
    """
    import networkx

    within = _within(positions, memory, time, 1)
    found = json.loads(_grundy.graph_json(game, misere, positions, within))
    play = networkx.MultiDiGraph(
        game=found["game"], convention=found["convention"], outcome=found["outcome"]
    )
    for node in found["nodes"]:
        play.add_node(node.pop("id"), **node)
    for edge in found["edges"]:
        play.add_edge(edge.pop("from"), edge.pop("to"), **edge)
    return play


class Picture:
    """A picture that notebooks show.

    >>> picture = plot("kayles", 50)
    >>> picture.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def __repr__(self) -> str:
        return f"<picture of {len(self.svg):,} bytes>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def graph_svg(
    game: str | Game,
    *,
    misere: bool = False,
    max_nodes: int = 200,
    memory: int | None = None,
    time: float | None = None,
) -> Picture:
    """The graph of play as a picture.

    >>> graph_svg("nim(1,2)").svg.startswith("<svg")
    True
    """
    within = _within(None, memory, time, 1)
    return Picture(_grundy.graph_svg(game, misere, max_nodes, within))


def games() -> list[Ruleset]:
    """The rulesets of the catalogue.

    >>> [ruleset.notation for ruleset in games() if ruleset.name == "nim"]
    ['nim(HEAP,HEAP,…)']
    """
    return Ruleset.all(_grundy.rulesets())


def play(game: Any, /, **how: Any) -> Board:
    """A board to click on, in notebooks: as `grundy.board.play`, which says more.

    >>> board = play("nim(3,4,5)", computer="right")
    >>> board.position, board.moves
    ('nim(3,4,5)', [])
    """
    from grundy.board import play

    return play(game, **how)
