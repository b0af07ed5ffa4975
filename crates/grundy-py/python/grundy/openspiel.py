"""Games of OpenSpiel as rules of grundy."""

from __future__ import annotations

import re
from typing import Any, Iterator

import pyspiel

_PLAYERS = {"Left": 0, "Right": 1}


class State:
    """A state of OpenSpiel, equal to another that prints alike with the same player to move."""

    __slots__ = ("inner", "mover", "text")

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.mover = inner.current_player()
        self.text = str(inner)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and (self.mover, self.text) == (other.mover, other.text)

    def __hash__(self) -> int:
        return hash((self.mover, self.text))

    def __repr__(self) -> str:
        return self.text


class Rules:
    """The rules of a game of OpenSpiel."""

    def __init__(self, what: Any) -> None:
        self.game = pyspiel.load_game(what) if isinstance(what, str) else what
        kind = self.game.get_type()
        self.title = kind.long_name
        self.name = "openspiel-" + re.sub(r"[^A-Za-z0-9]+", "-", str(self.game)).strip("-")
        wanted = [
            (self.game.num_players() == 2, "two players"),
            (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC, "no chance"),
            (
                kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
                "perfect information",
            ),
            (kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL, "moves in turn"),
            (
                kind.utility
                in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM),
                "a winner and a loser, or a draw",
            ),
        ]
        for holds, what_is_missing in wanted:
            if not holds:
                raise ValueError(f"{self.game}: grundy solves games with {what_is_missing}")

    def start(self) -> State:
        return State(self.game.new_initial_state())

    def moves(self, state: State, player: str) -> dict[str, State]:
        if state.mover != _PLAYERS[player]:
            return {}
        return dict(self._moves(state))

    def _moves(self, state: State) -> Iterator[tuple[str, State]]:
        for action in state.inner.legal_actions():
            name = state.inner.action_to_string(state.mover, action)
            yield name, State(state.inner.child(action))

    def turn(self, state: State) -> str | None:
        return {0: "Left", 1: "Right"}.get(state.mover)

    def end(self, state: State, player: str) -> str | None:
        if not state.inner.is_terminal():
            return None
        left, right = state.inner.returns()
        return "tie" if left == right else "Left" if left > right else "Right"

    def show(self, state: State) -> str:
        return state.text
