"""Games of OpenSpiel as rules of grundy.

Two states may be taken for one only if the same play follows from both. OpenSpiel has no such
comparison: the text of a state often leaves out who is to move, how many moves are left until
a draw, or which positions have been met before. So a state is known here by its text, the
player to move, and

- "text": nothing more, for games whose text is known to be all;
- "number": the number of moves made. This costs nothing where stones are only placed, and
  counts to the limits on moves that many games have;
- "history": all moves made, for games with rules on repetition or with hidden counters. Each
  line of play is then a position of its own, so that only short games can be solved.

The table says which, as far as it was read in the sources of OpenSpiel 2.0 and tried; other
games are known by their history, unless another is asked for. In any case a sample of random
play is looked at: where two lines of play lead to states that are taken for one, both are
continued alike to the end, and legal moves, states and returns must agree all the way.
"""

from __future__ import annotations

import random
import re
from typing import Any, Literal

import pyspiel

KnownBy = Literal["text", "number", "history"]

_KNOWN_BY: dict[str, KnownBy] = {
    # The text is all, and is met again after other numbers of moves.
    "breakthrough": "text",
    "nim": "text",
    # Stones or lines are only placed, or the limit on moves is all that is not in the text.
    "clobber": "number",
    "connect_four": "number",
    "dots_and_boxes": "number",
    "gomoku": "number",
    "havannah": "number",
    "hex": "number",
    "mancala": "number",
    "mnk": "number",
    "nine_mens_morris": "number",
    "othello": "number",
    "pentago": "number",
    "python_tic_tac_toe": "number",
    "quoridor": "number",
    "tic_tac_toe": "number",
    "twixt": "number",
    "ultimate_tic_tac_toe": "number",
    "y": "number",
    # The amazon that was chosen is not in the text.
    "amazons": "history",
    # Rules on repetition, or moves counted since something happened.
    "antichess": "history",
    "checkers": "history",
    "chess": "history",
    "chinese_checkers": "history",
    "crazyhouse": "history",
    "cursor_go": "history",
    "go": "history",
    "hive": "history",
    "lines_of_action": "history",
    "oware": "history",
    "shogi": "history",
    "xiangqi": "history",
}

_AROUND = {"misere", "start_at", "zerosum"}
"""Games that are made of another game, and keep its text."""

_SAMPLE = 3000
"""States in the sample: some hundredths of a second."""

_PLAYERS = {"Left": 0, "Right": 1}
_TURNS: dict[int, Literal["Left", "Right"]] = {0: "Left", 1: "Right"}
_TO_MOVE = {0: "Left to move", 1: "Right to move"}


class State(str):
    """A state of OpenSpiel, with a text that says which one it is.

    What OpenSpiel keeps of a state is large, and let go once its moves or its end are known;
    it is made again from an earlier state where it is needed.
    """

    __slots__ = ("kept", "turn", "parent", "action")
    kept: Any
    turn: Literal["Left", "Right"] | None
    parent: State | None
    action: int

    @property
    def inner(self) -> Any:
        """The state as OpenSpiel has it."""
        if self.kept is None:
            actions, state = [], self
            while state.kept is None and state.parent is not None:
                actions.append(state.action)
                state = state.parent
            self.kept = state.kept.clone()
            for action in reversed(actions):
                self.kept.apply_action(action)
        return self.kept

    def let_go(self) -> None:
        if self.parent is not None:
            self.kept = None


class Rules:
    """The rules of a game of OpenSpiel."""

    def __init__(self, what: Any, known_by: KnownBy | None = None) -> None:
        self.game = pyspiel.load_game(what) if isinstance(what, str) else what
        if not isinstance(self.game, pyspiel.Game):
            kind = type(what).__name__
            raise TypeError(f"a game of OpenSpiel or its text is needed, not {kind}")
        _refuse(self.game)
        self.title = self.game.get_type().long_name
        self.name = "openspiel-" + re.sub(
            r"[^A-Za-z0-9]+", "-", str(self.game).replace("=-", "-minus-")
        ).strip("-")
        self.known_by = known_by or _KNOWN_BY.get(_made_of(self.game), "history")
        if self.known_by not in ("text", "number", "history"):
            raise ValueError(f"states are known by text, number or history, not {known_by!r}")
        if self.known_by != "history" and (lines := self._clash()):
            raise ValueError(
                f"{self.game}: states are not known by their {self.known_by}, as play differs "
                f"after the actions {lines[0]} and {lines[1]}; known_by='history' is safe"
            )

    def start(self, *actions: int) -> State:
        inner = self.game.new_initial_state()
        for action in actions:
            if action not in inner.legal_actions():
                raise ValueError(f"{action} is not a legal action of {self.game} in\n{inner}")
            inner.apply_action(action)
        return self._state(inner)

    def moves(self, state: State, player: str) -> dict[str, State]:
        if state.turn != player:
            return {}
        inner, mover = state.inner, _PLAYERS[player]
        actions = inner.legal_actions()
        after = [self._state(inner.child(action), state, action) for action in actions]
        moves = {inner.action_to_string(mover, to.action): to for to in after}
        if len(moves) < len(after):  # Some have the same name.
            moves = {
                f"{inner.action_to_string(mover, to.action)} ({to.action})": to for to in after
            }
        state.let_go()
        return moves

    def turn(self, state: State) -> str | None:
        return state.turn

    def end(self, state: State) -> str | None:
        if state.turn:
            return None
        left, right = state.inner.returns()
        state.let_go()
        return "tie" if left == right else "Left" if left > right else "Right"

    def show(self, state: State) -> str:
        return str(state.inner)

    def _state(self, inner: Any, parent: State | None = None, action: int = -1) -> State:
        mover = inner.current_player()
        to_move = _TO_MOVE.get(mover, "over")
        if self.known_by == "number":
            state = State(f"{inner!s}\n{to_move} after {inner.move_number()}")
        elif self.known_by == "text":
            state = State(f"{inner!s}\n{to_move}")
        else:
            state = State(f"{inner!s}\n{to_move} after {inner.history()}")
        state.kept, state.turn = inner, _TURNS.get(mover)
        state.parent, state.action = parent, action
        return state

    def _clash(self) -> tuple[list[int], list[int]] | None:
        """Two lines of play to states that are taken for one, but play on in other ways."""
        rng = random.Random(0)
        met: dict[State, list[int]] = {}
        left = _SAMPLE
        while left > 0:
            # Some play is narrow, so that it meets the same states more often.
            state, width = self.start(), rng.choice((2, 4, None))
            while left > 0:
                left -= 1
                history = state.inner.history()
                other = met.setdefault(state, history)
                if other != history:
                    alike, steps = self._alike(state, self.start(*other), rng)
                    left -= steps
                    if not alike:
                        return other, history
                if not state.turn:
                    break
                action = rng.choice(state.inner.legal_actions()[:width])
                state = self._state(state.inner.child(action))
        return None

    def _alike(self, one: State, other: State, rng: random.Random) -> tuple[bool, int]:
        """Whether a random continuation is the same from both states, and its length."""
        steps = 0
        while one == other and one.turn:
            steps += 1
            actions = one.inner.legal_actions()
            if actions != other.inner.legal_actions():
                return False, steps
            action = rng.choice(actions)
            one, other = (self._state(state.inner.child(action)) for state in (one, other))
        return one == other and one.inner.returns() == other.inner.returns(), steps


def _made_of(game: Any) -> str:
    """The name of a game, or of the one that it is made of."""
    name, parameters = game.get_type().short_name, game.get_parameters()
    while name in _AROUND:
        parameters = parameters["game"]
        name = parameters["name"]
    return name


def _refuse(game: Any) -> None:
    """Raises what is wrong with a game, if grundy does not solve such games."""
    kind, types = game.get_type(), pyspiel.GameType
    wanted = [
        (game.num_players() == 2, "two players"),
        (kind.chance_mode == types.ChanceMode.DETERMINISTIC, "no chance"),
        (kind.dynamics == types.Dynamics.SEQUENTIAL, "moves in turn"),
        (kind.information == types.Information.PERFECT_INFORMATION, "perfect information"),
        (
            kind.utility in (types.Utility.ZERO_SUM, types.Utility.CONSTANT_SUM),
            "returns of a constant sum: what one player gets, the other loses",
        ),
    ]
    for holds, needed in wanted:
        if not holds:
            raise ValueError(f"{game}: grundy solves games with {needed}")
