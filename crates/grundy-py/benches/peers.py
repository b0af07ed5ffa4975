"""How fast grundy is in Python beside OpenSpiel, pycgt and cgt-py, with equal answers.

    python peers.py

They take turns in one process; a figure is the median of several turns, with the slowest and
the fastest. cgt-py and pycgt remember positions from turn to turn, and grow faster. Packages that are not installed are named and left out:

    pip install open_spiel cvxpy pycgt cgt-py

What is measured is the installed grundy, so take figures from a release wheel, on a machine
that does nothing else.
"""

from __future__ import annotations

import importlib
import platform
import random
import statistics
import time
from typing import Any, Callable

import grundy

TURNS = 5

Task = Callable[[int], Any]
"""The work of a turn, which has a number: turns have games of their own, as packages remember."""


def optional(module: str) -> Any:
    """A module, or None with a line that says so."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        print(f"left out: {module} ({missing})\n")
        return None


def compare(what: str, count: int, tasks: dict[str, Task], same: Callable[[Any], Any]) -> None:
    """Measures tasks in turns, and asserts that all answers are the same; prints table rows."""
    seconds: dict[str, list[float]] = {who: [] for who in tasks}
    for turn in range(TURNS):
        answers = []
        for who, task in tasks.items():
            begun = time.perf_counter()
            found = task(turn)
            seconds[who].append(time.perf_counter() - begun)
            answers.append((who, same(found)))
        for who, answer in answers:
            assert answer == answers[-1][1], f"{what}: {who} and {answers[-1][0]} disagree"
    for who, taken in seconds.items():
        rates = sorted(count / each for each in taken)
        middle = statistics.median(rates)
        print(f"| {what} | {who} | {middle:,.0f} | {rates[0]:,.0f} – {rates[-1]:,.0f} |")


def heading(title: str, unit: str) -> None:
    print(f"### {title}\n\n| task | by | {unit} a second | from – to |\n| --- | --- | ---: | ---: |")


def solving() -> None:
    """All positions of a game, with the result of each; reading the rules included."""
    pyspiel = optional("pyspiel")
    iteration = pyspiel and optional("open_spiel.python.algorithms.value_iteration")
    heading("Solving all positions of a game", "positions")

    def openspiel(text: str) -> tuple[str, int]:
        game = pyspiel.load_game(text)
        values = iteration.value_iteration(game, depth_limit=-1, threshold=0.01)
        value = values[str(game.new_initial_state())]
        return "win" if value > 0 else "loss" if value < 0 else "draw", len(values)

    def solved(game: str | grundy.Game) -> tuple[str, int | None]:
        found = grundy.solve(game, whole=True, threads=1)
        assert found.left is not None
        return found.left.result, found.positions

    for theirs, ours in [
        ("tic_tac_toe", "tic-tac-toe"),
        ("connect_four(rows=3,columns=4,x_in_row=3)", "connect-four(4x3,3)"),
    ]:
        tasks: dict[str, Task] = {}
        if iteration:
            tasks["OpenSpiel, value iteration in Python"] = lambda turn: openspiel(theirs)
        if pyspiel:
            tasks["grundy, rules of OpenSpiel"] = lambda turn: solved(
                grundy.from_openspiel(theirs)
            )
        tasks["grundy, own rules"] = lambda turn: solved(ours)
        compare(theirs, len(grundy.positions(ours)), tasks, lambda found: found)
    print()


def random_board(rng: random.Random, width: int, height: int) -> str:
    return "|".join(
        "".join("#" if rng.random() < 0.15 else "." for _ in range(width)) for _ in range(height)
    )


def random_form(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.25:
        return str(rng.randint(-3, 3))
    left, right = (
        ",".join(random_form(rng, depth - 1) for _ in range(rng.randint(1, 2))) for _ in "LR"
    )
    return f"{{{left}|{right}}}"


def same_values(cgt: Any, pycgt: Any) -> Callable[[list[Any]], list[grundy.Value]]:
    """Forms of any package as values."""

    def same(found: list[Any]) -> list[grundy.Value]:
        if cgt and isinstance(found[0], cgt.CanonicalForm):
            found = [repr(form).removeprefix("CanonicalForm('")[:-2] for form in found]
        elif not isinstance(found[0], grundy.Value):
            found = [pycgt.render(form) for form in found]
        return [grundy.Value(form) for form in found]

    return same


def values() -> None:
    """Canonical forms: of games written out, of their sums, and of boards of Domineering."""
    pycgt, cgt = optional("pycgt"), optional("cgt_py")
    heading("Canonical forms", "forms")

    same = same_values(cgt, pycgt)
    makers: dict[str, Callable[[str], Any]] = {}
    if pycgt:
        makers["pycgt"] = pycgt.parse
    if cgt:
        makers["cgt-py"] = cgt.CanonicalForm
    makers["grundy"] = grundy.Value

    def forms(turn: int) -> list[str]:
        rng = random.Random(turn)
        return [random_form(rng, 3) for _ in range(2000)]

    # Summands are other games than those that are read in turns, as packages may remember them.
    texts = [forms(turn) for turn in range(TURNS)]
    summands = [forms(TURNS + turn) for turn in range(TURNS)]

    def read(make: Callable[[str], Any]) -> Task:
        return lambda turn: [make(text) for text in texts[turn]]

    def add(make: Callable[[str], Any]) -> Task:
        made = [[make(text) for text in turn] for turn in summands]
        return lambda turn: [one + other for one, other in zip(made[turn], made[turn][1:])]

    compare("2,000 random games, read", 2000, {who: read(makers[who]) for who in makers}, same)
    compare("sums of 1,999 pairs", 1999, {who: add(makers[who]) for who in makers}, same)

    for width, height, count in [(4, 4, 50), (5, 4, 10)]:
        rng = random.Random(0)
        boards = [[random_board(rng, width, height) for _ in range(count)] for _ in range(TURNS)]
        tasks: dict[str, Task] = {}
        if pycgt:
            domineering = importlib.import_module("pycgt.rulesets.domineering")
            tasks["pycgt"] = lambda turn: [
                domineering.parse(board.replace("|", "\n")) for board in boards[turn]
            ]
        if cgt:
            tasks["cgt-py"] = lambda turn: [
                cgt.Domineering(board).canonical_form for board in boards[turn]
            ]
        tasks["grundy"] = lambda turn: [
            grundy.Value(f"domineering({board})") for board in boards[turn]
        ]
        compare(f"Domineering, {count} random boards {width}×{height}", count, tasks, same)
    print()


def small() -> None:
    """Operations that take a microsecond or so, one after the other."""
    pycgt, cgt = optional("pycgt"), optional("cgt_py")
    heading("Small operations on values", "operations")
    count = 2000
    texts = ["{2|{1|-1}}", "{0|{0|0}}", "{5|1}", "{0|1}", "{1|-1}", "{{3|2}|-1}", "{2|{2|0}}", "3"]
    made: dict[str, list[Any]] = {}
    if pycgt:
        made["pycgt"] = [pycgt.parse(text) for text in texts]
    if cgt:
        made["cgt-py"] = [cgt.CanonicalForm(text) for text in texts]
    made["grundy"] = [grundy.Value(text) for text in texts]

    def each(work: Callable[[Any, Any], Any]) -> dict[str, Task]:
        def task(forms: list[Any]) -> Task:
            pairs = [(forms[i % len(forms)], forms[(3 * i + 1) % len(forms)]) for i in range(count)]
            return lambda turn: [work(a, b) for a, b in pairs]

        return {who: task(forms) for who, forms in made.items()}

    compare("a + b", count, each(lambda a, b: a + b), same_values(cgt, pycgt))
    compare("-a", count, each(lambda a, b: -a), same_values(cgt, pycgt))
    compare("a == b", count, each(lambda a, b: a == b), list)
    compare("a <= b", count, each(lambda a, b: a <= b), list)
    values = made["grundy"]
    with_numbers: dict[str, Callable[[Any], Any]] = {
        "a == 0": lambda a: a == 0,
        "a + 1": lambda a: a + 1,
        "a.mean": lambda a: a.mean,
        "Value.of([a], [a])": lambda a: grundy.Value.of([a], [a]),
        'game("nim(3,4,5)")': lambda a: grundy.game("nim(3,4,5)"),
        'solve("nim(3,4,5)")': lambda a: grundy.solve("nim(3,4,5)").outcome,
    }
    for what, work in with_numbers.items():
        some = count if "solve" not in what else 200
        task: Task = lambda turn: [work(values[i % len(values)]) for i in range(some)]
        compare(what, some, {"grundy": task}, list)
    print()


def kayles(last: int) -> list[int]:
    """Grundy values of Kayles in plain Python: the least value that is not among the options."""
    values = [0]
    for heap in range(1, last + 1):
        options = {
            values[left] ^ values[heap - taken - left]
            for taken in (1, 2)
            if taken <= heap
            for left in range((heap - taken) // 2 + 1)
        }
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


def tables() -> None:
    heading("Grundy values of heaps", "heaps")
    last = 2000
    tasks: dict[str, Task] = {
        "plain Python": lambda turn: kayles(last),
        "grundy": lambda turn: grundy.table("kayles", last),
    }
    compare(f"Kayles up to {last:,}", last + 1, tasks, list)
    print()


if __name__ == "__main__":
    print(f"grundy {grundy.__version__}, Python {platform.python_version()}, {TURNS} turns\n")
    solving()
    values()
    small()
    tables()
    print("All answers agree.")
