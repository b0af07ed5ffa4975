"""Games of one's own: stated by a class, by a file of rules, or by OpenSpiel."""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
import operator
import os
import pickle
import re
import sys
import types
from pathlib import Path
from typing import Any, Callable, Hashable, Literal

from grundy import _grundy
from grundy._grundy import Game, Value


def game(what: Any, /, *parameters: Any, name: str | None = None, **named: Any) -> Game:
    """A game: read from its text, or stated by an object of yours.

    >>> game("nim(3,4)")
    Game('nim(3,4)')

    An object, or a class of which one is made, states a game by its methods, which are those
    of a rule file:

    - `start()` gives the first state; its parameters are those of the game;
    - `moves(state)` gives the states after a move, in a list or, with the names of the moves,
      in a dict. If the players have different moves, it is `moves(state, player)` with "Left"
      or "Right", or there are two methods, `left(state)` and `right(state)`;
    - `end(state)` or `end(state, player)`, if play has ends of its own: None while play goes
      on, "Left" or "Right" who has won, "win" or "loss" of the player to move, or "tie".
      Without it, a player who cannot move has lost, or has won where `misere` is True;
    - or `won`, `lost`, `left_won`, `right_won` and `tie`, which are true where it is so;
    - or `score(state)`, the points of Left less those of Right where no move is left: more points
      win;
    - perhaps `turn(state)`, `components(state)`, `canonical(state)`, `symmetries(state)`,
      `tier(state)`, `negative(state)`, `show(state)` and `read(text)`, or `heaps = True` where
      states are sizes of heaps, or `repetition = "forbidden"` where no move may lead to an
      earlier state.

    States are any hashable values, and equal states are one. States that are made of whole
    numbers, texts, True, False, None and tuples can be saved: see `positions`. An exception of
    a method comes back as it was raised. `check` tests whether the methods fit together.

    >>> class TakeOneOrTwo:
    ...     def start(self, heap=21):
    ...         return heap
    ...     def moves(self, heap):
    ...         return [heap - taken for taken in (1, 2) if taken <= heap]
    >>> g = game(TakeOneOrTwo, 5)
    >>> g, g.value
    (Game('TakeOneOrTwo(5)'), Value('*2'))
    """
    if isinstance(what, (str, Game, Value)):
        if parameters or named:
            raise TypeError("parameters of a game that is written stand in its text")
        return _grundy.game(what)
    if isinstance(what, type):
        what = what()
    told = _statement(what, name)
    _grundy.state(told)
    if named:
        bound = inspect.signature(what.start).bind(*parameters, **named)
        bound.apply_defaults()
        parameters = bound.args
    arguments = ", ".join(_written(parameter) for parameter in parameters)
    name = told["name"]
    return _grundy.game(f"{name}({arguments})" if arguments else name)


def _statement(what: Any, name: str | None) -> dict[str, Any]:
    """What is told of an object that states a game."""
    kind = type(what)
    name = name or getattr(what, "name", None) or kind.__name__
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        raise ValueError(f"a game has a name of letters, digits, - and _, not {name!r}")
    code, opaque = _code(what)
    return {
        "name": name,
        "title": getattr(what, "title", name),
        "about": inspect.cleandoc(kind.__doc__ or ""),
        "object": what if getattr(what, "repetition", "draw") == "draw" else _WithoutRepetition(what),
        "given": what,
        "file": _file(name, code, opaque),
        "code": code,
    }


_opaque: dict[tuple[str, str], list[list[Any]]] = {}
"""For a name and a code, the objects that the code is about and that no text tells apart."""


def _file(name: str, code: str, opaque: list[Any]) -> str:
    """The file of rules: another one where the same code is about other objects."""
    if not opaque:
        return f"{name}.py"
    known = _opaque.setdefault((name, code), [])
    for number, other in enumerate(known):
        if len(other) == len(opaque) and all(map(operator.is_, other, opaque)):
            break
    else:
        number = len(known)
        known.append(opaque)
    return f"{name}-{number}.py"


def _pickled(
    text: str, objects: list[tuple[str, Any]], files: list[tuple[str, str, str]]
) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    """How a game is pickled whose rules are stated by these objects, or in these files."""
    for name, rules in objects:
        kind = type(rules)
        found: Any = sys.modules.get(kind.__module__)
        if kind.__module__ == "__main__" and not hasattr(found, "__file__"):
            found = None
        for part in kind.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is not kind:
            raise pickle.PicklingError(
                f"the class {kind.__qualname__} of the game {name} cannot be imported by other "
                "processes: write it into a module"
            )
    return _unpickled, (text, objects, files)


def _unpickled(
    text: str, objects: list[tuple[str, Any]], files: list[tuple[str, str, str]]
) -> Game:
    return _grundy.stated(text, [_statement(rules, name) for name, rules in objects], files)


def _code(rules: Any) -> tuple[str, list[Any]]:
    """The code of an object's classes, and its attributes, as far as they are known: what is
    saved belongs to them. And what they are about that no text tells apart."""
    classes = [kind for kind in type(rules).__mro__ if kind is not object]
    parts, teller = [_code_of_class(kind) for kind in classes], _Teller()
    names = {name: value for kind in classes for name, value in _outside(kind).items()}
    for name, value in (*sorted(names.items()), *sorted(_attributes(rules).items())):
        parts.append(f"{name} = {teller.told(value)}")
    return "\n".join(parts), teller.opaque


def _outside(kind: type) -> dict[str, Any]:
    """What methods of a class depend on beside their code: variables of the class and around it.

    Functions and classes that are global are looked up by name when the methods run."""
    found: dict[str, Any] = {}
    for name, value in vars(kind).items():
        method = inspect.unwrap(getattr(value, "__func__", value))
        if inspect.isfunction(method):
            names = method.__code__.co_names
            around = {name: method.__globals__[name] for name in names if name in method.__globals__}
            found |= {name: value for name, value in around.items() if _is_data(value)}
            for name, cell in zip(method.__code__.co_freevars, method.__closure__ or ()):
                # A cell may be empty, as that of a class in its own methods is at first.
                with contextlib.suppress(ValueError):
                    if cell.cell_contents is not kind:
                        found[name] = cell.cell_contents
        elif not name.startswith("__") and _is_data(value):
            found[name] = value
    return found


def _is_data(value: Any) -> bool:
    return not callable(value) and not isinstance(value, (types.ModuleType, property, classmethod))


def _attributes(rules: Any) -> dict[str, Any]:
    try:
        return vars(rules)
    except TypeError:
        return {}


def _code_of_class(kind: type) -> str:
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):
        # Of a class without source there is what it does.
        told = _Teller().told
        return "\n".join(f"{name} = {told(value)}" for name, value in sorted(vars(kind).items()))


class _Teller:
    """Tells values as texts that are the same in another process, as far as there are such."""

    def __init__(self) -> None:
        self.opaque: list[Any] = []
        """What no text tells apart."""
        self._left = 100_000
        """How many more values are told; what is larger is opaque."""

    def told(self, value: Any, depth: int = 8) -> str:
        kind = type(value).__name__
        if value is None or type(value) in (bool, int, float, complex, str, bytes):
            return repr(value)
        told = functools.partial(self.told, depth=depth - 1)
        if depth > 0:
            if type(value) in (tuple, list, set, frozenset, dict) and len(value) <= self._left:
                self._left -= len(value)
                if type(value) is dict:
                    parts = sorted(f"{told(key)}: {told(one)}" for key, one in value.items())
                else:
                    parts = [told(one) for one in value]
                    parts = parts if type(value) in (tuple, list) else sorted(parts)
                return f"{kind}({', '.join(parts)})"
            code = getattr(getattr(value, "__func__", value), "__code__", None)
            if code is not None:
                if getattr(value, "__closure__", None):
                    self.opaque.append(value)
                return f"{kind}({code.co_code!r}, {code.co_names}, {told(code.co_consts)})"
            if hasattr(value, "co_code"):
                return f"{kind}({value.co_code!r}, {value.co_names}, {told(value.co_consts)})"
        self.opaque.append(value)
        return kind


class _WithoutRepetition:
    """Rules whose states hold the states that were met: a move to one of them is none."""

    def __init__(self, rules: Any) -> None:
        if rules.repetition != "forbidden":
            raise ValueError('`repetition` has to be "draw" or "forbidden"')
        for name in ("canonical", "components", "heaps", "symmetries"):
            if getattr(rules, name, False):
                raise TypeError(
                    f"`{name}` has no meaning where `repetition` is \"forbidden\": a state is then "
                    "more than itself"
                )
        self.misere = getattr(rules, "misere", False)
        self.start = self._after(rules.start, lambda state: (state, (state,)))
        for name in ("moves", "left", "right"):
            if hasattr(rules, name):
                setattr(self, name, self._moves(getattr(rules, name)))
        for name in (
            *("end", "won", "lost", "left_won", "right_won", "tie", "score"),
            *("turn", "tier", "show"),
        ):
            if hasattr(rules, name):
                setattr(self, name, self._of_state(getattr(rules, name)))
        if hasattr(rules, "negative"):
            self.negative = self._negative(rules.negative)

    @staticmethod
    def _after(method: Callable[..., Any], then: Callable[[Any], Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(*parameters: Any) -> Any:
            return then(method(*parameters))

        return call

    @staticmethod
    def _of_state(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(state: Any, *player: str) -> Any:
            return method(state[0], *player)

        return call

    @staticmethod
    def _moves(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(state: Any, *player: str) -> Any:
            now, met = state
            found = method(now, *player)
            if isinstance(found, dict):
                return {
                    name: (to, _in_order({*met, to})) for name, to in found.items() if to not in met
                }
            return [(to, _in_order({*met, to})) for to in found if to not in met]

        return call

    @staticmethod
    def _negative(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(state: Any) -> Any:
            now, met = state
            return method(now), _in_order({method(earlier) for earlier in met})

        return call


def _in_order(states: set[Any]) -> Hashable:
    """A set of states: the same for the same states."""
    try:
        return tuple(sorted(states, key=_rank))
    except TypeError:
        return frozenset(states)


def _rank(state: Any) -> tuple[Any, ...]:
    """What states of different kinds are sorted by, so that they have one order."""
    if state is None:
        return (0,)
    if type(state) in (bool, int):
        return (1, state)
    if type(state) is str:
        return (2, state)
    if type(state) is tuple:
        return (3, tuple(map(_rank, state)))
    raise TypeError


def _written(parameter: Any) -> str:
    """A parameter as it stands in the text of a game: a literal of Python."""
    if isinstance(parameter, str):
        return _grundy.printed(parameter)
    if type(parameter) is tuple:
        parts = [_written(part) for part in parameter]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if type(parameter) is list:
        return f"[{', '.join(map(_written, parameter))}]"
    is_finite = isinstance(parameter, float) and math.isfinite(parameter)
    if parameter is None or isinstance(parameter, (bool, int)) or is_finite:
        return repr(parameter)
    raise TypeError(
        "a parameter of a game is a number, a text, True, False, None, or a tuple or list of "
        f"these, not {parameter!r}"
    )


def load(path: str | os.PathLike[str]) -> str:
    """Reads a file of rules (`.star`, `.kif` or `.wasm`), and gives the name of its game.

    >>> import pathlib, tempfile
    >>> rules = "def start(n = 21):\\n    return n\\ndef moves(n):\\n    return [n - 1] if n else []\\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "one.star")
    ...     _ = path.write_text(rules)
    ...     game(load(path) + "(3)").value
    Value('*')
    """
    path = Path(path)
    return _grundy.load(path.name, path.read_bytes())


def from_openspiel(
    what: Any, *, known_by: Literal["text", "number", "history"] | None = None
) -> Game:
    """A game of OpenSpiel: for two players in turn, without chance or hidden information.

    `what` is the text of the game, such as "connect_four(rows=4,columns=5)", or the game of
    `pyspiel.load_game`; the parameters of the game that is given back are the actions that
    lead to its first state. Player 0 is Left. Who gets more has won, by however much, and as
    many for both are a tie; returns have a constant sum, so best play for this is best play
    for the sign of OpenSpiel's value. Other games are refused with a `ValueError`.

    OpenSpiel does not say which states are the same: here they are known by their text with
    the player to move, and by nothing more, by the number of moves made, or by all of them.
    `known_by` says which, if you know it of a game that grundy does not know; a sample of play
    must not speak against it. Where rules look back at earlier positions, as in chess, Go and
    oware, and in games that grundy does not know, all moves count, and only short games can be
    solved.

    >>> columns = from_openspiel("connect_four(rows=3,columns=3,x_in_row=3)")
    >>> [move.name for move in columns.moves()]
    ['x0', 'x1', 'x2']
    """
    try:
        from grundy.openspiel import Rules
    except ModuleNotFoundError as missing:
        if missing.name != "pyspiel":
            raise
        raise ModuleNotFoundError(
            "games of OpenSpiel need its package: pip install open_spiel", name="pyspiel"
        ) from None

    rules = Rules(what, known_by)
    return game(rules, name=rules.name)
