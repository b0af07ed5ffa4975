"""The functions of the calculator as methods of values, and moves in sums of values.

What the functions are called, what they say and their examples come from the one list that the
calculator, its help and the book read."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Literal

from grundy import _grundy
from grundy._grundy import Game, Value

_FACTS: dict[str, Callable[[Any], Any]] = {
    "stop_count": int,
    "number_part": lambda found: found.number,
    "confusion_interval": str,
}
"""Facts that are read as attributes, as are those whose names begin with `is_`."""


def _example(name: str, is_fact: bool, example: str, answer: str) -> str:
    """The example of the calculator in Python."""
    call = example.removeprefix(f"{name}(").removesuffix(")")
    arguments, depth = [""], 0
    for c in call:
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            break
        if c == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += c
    written = [argument.strip() for argument in arguments]
    line = f'grundy.calculate("{example}")'
    if depth == 0 and f"{name}({call})" == example:
        others = ", ".join(f'"{argument}"' for argument in written[1:])
        line = f'Value("{written[0]}").{name}' + ("" if is_fact else f"({others})")
    if answer in ("true", "false"):
        return f">>> {line}\n{answer.capitalize()}"
    if answer.startswith("["):
        return f'>>> print(*{line}, sep=", ")\n{answer[1:-1]}'
    return f">>> print({line})\n{answer}"


def _attach() -> None:
    """Gives values the functions that they have not by themselves."""
    for name, others, help, example, answer in _grundy.methods():
        # A value is its own value.
        if name == "value" or hasattr(Value, name):
            continue
        is_fact = name.startswith("is_") or name in _FACTS
        attached: Any = _fact(name) if is_fact else _function(name, others)
        attached.__doc__ = f"{help}\n\n{_example(name, is_fact, example, answer)}\n"
        setattr(Value, name, attached)


def _fact(name: str) -> property:
    finish = _FACTS.get(name, bool)
    return property(lambda self: finish(_grundy.apply(name, [self])))


def _function(name: str, others: list[str]) -> Callable[..., Any]:
    def call(self: Value, /, *arguments: Any) -> Any:
        signature.bind(self, *arguments)
        return _grundy.apply(name, [self, *arguments])

    positional = inspect.Parameter.POSITIONAL_ONLY
    names = ["self", *(other.lstrip("*") for other in others)]
    signature = inspect.Signature([inspect.Parameter(name, positional) for name in names])
    call.__name__, call.__qualname__ = name, f"Value.{name}"
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


_attach()

_Player = Literal["left", "right", "Left", "Right"]


@dataclass(frozen=True)
class MoveInSum:
    """A move in one term of a sum of values.

    >>> move = best_moves([Value("+-1"), Value("{5|-2}")], "left")[0]
    >>> move.term, move.to, move.wins
    (1, Value('5'), True)
    """

    term: int
    """The place of the term, from 0 on."""
    to: Value
    """What the term becomes."""
    wins: bool | None
    """Whether the move wins; None where that was not asked."""
    reason: str | None = None
    """Why sentestrat chooses it."""


def best_moves(terms: Iterable[Value | Game | str], player: _Player) -> list[MoveInSum]:
    """The moves of a player in a sum of values that no other move is better than.

    >>> [move.to for move in best_moves(["{2|0}", "{1|0}"], "right")]
    [Value('0')]
    """
    return [MoveInSum(*found) for found in _grundy.best_moves(list(terms), player)]


def orthodox_move(terms: Iterable[Value | Game | str], player: _Player) -> MoveInSum | None:
    """Where sentestrat moves in a sum of values, and why; None where there is no move.

    >>> move = orthodox_move(["+-1", "{5|-2}"], "left")
    >>> move.term, move.to, move.reason
    (1, Value('5'), 'no other term is hotter: temperature 7/2')
    """
    found = _grundy.orthodox_move(list(terms), player)
    return None if found is None else MoveInSum(*found[:2], None, found[2])
