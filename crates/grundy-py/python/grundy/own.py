"""Games of one's own: stated by a class, by a file of rules, or by OpenSpiel."""

from __future__ import annotations

import functools
import inspect
import math
import os
import re
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
    kind = type(what)
    name = name or getattr(what, "name", None) or kind.__name__
    title, code = getattr(what, "title", name), _code(what)
    if getattr(what, "repetition", "draw") != "draw":
        what = _WithoutRepetition(what)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        raise ValueError(f"a game has a name of letters, digits, - and _, not {name!r}")
    about = inspect.cleandoc(kind.__doc__ or "")
    _grundy.state(name, title, about, what, code)
    if named:
        bound = inspect.signature(what.start).bind(*parameters, **named)
        bound.apply_defaults()
        parameters = bound.args
    arguments = ", ".join(_written(parameter) for parameter in parameters)
    return _grundy.game(f"{name}({arguments})" if arguments else name)


def _code(rules: Any) -> str:
    """The code of an object's classes, and its attributes, as far as they are known: what is
    saved belongs to them."""
    classes = [kind for kind in type(rules).__mro__ if kind is not object]
    parts = [_code_of_class(kind) for kind in classes]
    parts += [f"{name} = {_told(value)}" for name, value in sorted(_attributes(rules).items())]
    return "\n".join(parts)


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
        return "\n".join(f"{name} = {_told(value)}" for name, value in sorted(vars(kind).items()))


def _told(value: Any, depth: int = 8) -> str:
    """A value as a text that is the same in another process, as far as there is one."""
    kind = type(value).__name__
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if depth == 0:
        return kind
    told = functools.partial(_told, depth=depth - 1)
    if isinstance(value, (tuple, list)):
        return f"{kind}({', '.join(map(told, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{kind}({', '.join(sorted(map(told, value)))})"
    if isinstance(value, dict):
        return f"{kind}({', '.join(sorted(f'{told(k)}: {told(v)}' for k, v in value.items()))})"
    code = getattr(getattr(value, "__func__", value), "__code__", None)
    if code is not None:
        return f"{kind}({code.co_code!r}, {code.co_names}, {told(code.co_consts)})"
    if hasattr(value, "co_code"):
        return f"{kind}({value.co_code!r}, {value.co_names}, {told(value.co_consts)})"
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

    >>> columns = from_openspiel("connect_four(rows=3,columns=3,x_in_row=3)")  # doctest: +SKIP
    >>> [move.name for move in columns.moves()]  # doctest: +SKIP
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
