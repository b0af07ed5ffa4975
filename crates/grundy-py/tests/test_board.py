"""The board in notebooks: what it asks is answered, whoever plays what."""

from __future__ import annotations

import importlib
import json
import queue
import sys
import time
from typing import Any

import pytest

import grundy

pytest.importorskip("anywidget")

SECONDS = 30
"""The time that an answer may take."""


class Asking:
    """Asks a board as its front end does."""

    def __init__(self, board: Any) -> None:
        self.board = board
        self.answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self.count = 0
        board.send = self.answers.put

    def send(self, method: str, address: str, body: Any = None) -> str:
        self.count += 1
        name = f"test-{self.count}"
        text = "" if body is None else json.dumps(body)
        message = {"id": name, "method": method, "address": address, "body": text}
        self.board._handle_custom_msg(message, [])
        return name

    def ask(self, method: str, address: str, body: Any = None) -> tuple[int, Any]:
        name = self.send(method, address, body)
        answer = self.answers.get(timeout=SECONDS)
        assert answer["id"] == name
        assert answer["kind"] == "application/json"
        return answer["status"], json.loads(answer["text"])

    def play(self, game: str, moves: list[int], **more: Any) -> tuple[int, Any]:
        return self.ask("POST", "api/play", {"game": game, "moves": moves, **more})


@pytest.fixture
def asking() -> Asking:
    return Asking(grundy.play("nim(3,4,5)"))


def test_a_whole_game_of_nim_is_played_by_messages(asking: Asking) -> None:
    moves: list[int] = []
    while True:
        status, play = asking.play("nim(3,4,5)", moves)
        assert status == 200
        position = play["position"]
        if position["over"]:
            break
        # Who starts wins: by best moves at its turns, whatever the other does.
        winning = [move for move in position["moves"] if move["result"] == "win"]
        assert bool(winning) == (position["mover"] == "left")
        moves.append((winning or position["moves"])[0]["index"])
    assert position["winner"] == "left"
    assert len(play["line"]) == len(moves) + 1


def test_what_cannot_be_answered_is_said(asking: Asking) -> None:
    status, refused = asking.ask("GET", "api/nothing")
    assert (status, refused["error"]["kind"]) == (404, "not-found")
    status, refused = asking.ask("GET", "index.html")
    assert (status, refused["error"]["kind"]) == (404, "not-found")
    status, refused = asking.play("nim(3,x)", [])
    assert (status, refused["error"]["kind"], refused["error"]["at"]) == (400, "parse", 6)
    status, refused = asking.play("nim(1)", [7])
    assert (status, refused["error"]["kind"]) == (400, "illegal")
    status, refused = asking.ask("GET", "api/a path")
    assert (status, refused["error"]["kind"]) == (400, "bad-request")


def test_a_message_of_another_kind_is_passed_over(asking: Asking) -> None:
    for said in (None, 7, {"id": 3}, {"id": "a", "method": "GET"}, {"id": "nobody", "stop": True}):
        asking.board._handle_custom_msg(said, [])
    assert asking.play("nim(1)", [])[0] == 200


def test_a_search_answers_with_its_last_thought(asking: Asking) -> None:
    wanted = {"game": "connect-four", "moves": [], "milliseconds": 200}
    status, thought = asking.ask("POST", "api/think", wanted)
    assert status == 200
    assert len(thought["moves"]) == 7


class TakeOneOrTwo:
    """A heap of which one or two are taken."""

    def start(self, heap: int = 21) -> int:
        return heap

    def moves(self, heap: int) -> list[int]:
        return [heap - taken for taken in (1, 2) if taken <= heap]


def test_a_game_of_ones_own_is_known() -> None:
    game = grundy.game(TakeOneOrTwo, 5, name="take-on-board")
    board = grundy.play(game)
    status, play = Asking(board).play(board._setup["game"], [])
    assert status == 200
    assert [move["result"] for move in play["position"]["moves"]] == ["loss", "win"]
    assert play["value"]["grundy"] == 2


class Faulty(TakeOneOrTwo):
    def moves(self, heap: int) -> list[int]:
        if heap == 3:
            raise RuntimeError("three is too many for me")
        return super().moves(heap)


def test_a_fault_of_rules_is_said_and_does_no_harm() -> None:
    game = grundy.game(Faulty, 5, name="faulty-on-board").text
    asking = Asking(grundy.play(game))
    for _ in range(2):
        status, refused = asking.play(game, [])
        assert (status, refused["error"]["kind"]) == (422, "rules")
        assert "three is too many for me" in refused["error"]["message"]
    # Where the fault is met, also the board alone cannot be shown.
    status, refused = asking.play(game, [1], quick=True)
    assert (status, refused["error"]["kind"]) == (422, "rules")
    assert asking.play("nim(1)", [])[0] == 200


class Slow:
    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        time.sleep(0.0005)
        return [state + 1]


def test_what_takes_long_neither_blocks_nor_goes_on_when_nobody_waits() -> None:
    game = grundy.game(Slow, name="slow-on-board").text
    asking = Asking(grundy.play("nim(1)"))
    since = time.monotonic()
    name = asking.send("POST", "api/play", {"game": game})
    assert time.monotonic() - since < 0.5
    time.sleep(0.2)
    assert name in asking.board._asked
    asking.board._handle_custom_msg({"id": name, "stop": True}, [])
    end = time.monotonic() + 5
    while asking.board._asked and time.monotonic() < end:
        time.sleep(0.02)
    assert not asking.board._asked
    assert asking.answers.empty()


def test_who_plays_is_said_at_the_start() -> None:
    def roles(**players: Any) -> tuple[str, str]:
        setup = grundy.play("nim(1,2)", **players)._setup
        return setup["left"], setup["right"]

    assert roles() == ("me", "friend")
    assert roles(computer="left") == ("perfect", "me")
    assert roles(computer="right") == ("me", "perfect")
    assert roles(computer="both") == ("perfect", "perfect")
    assert grundy.play("nim(1,2)", first="right", misere=True)._setup["first"] == "right"
    with pytest.raises(ValueError, match="starts"):
        grundy.play("nim(1)", first="nobody")
    with pytest.raises(ValueError, match="computer"):
        grundy.play("nim(1)", computer="nobody")
    with pytest.raises(grundy.ReadError):
        grundy.play("nim(")


def test_python_sees_what_was_played() -> None:
    board = grundy.play("nim(3,4)")
    assert (board.moves, board.position) == ([], "nim(3,4)")
    board.set_state({"moves": ["nim(3,3)"], "position": "nim(3,3)"})
    assert (board.moves, board.position) == (["nim(3,3)"], "nim(3,3)")
    assert grundy.game(board.position).value == 0


def test_a_kernel_hears_and_answers() -> None:
    """The way through a kernel, whose answers are sent from another thread."""
    manager = pytest.importorskip("jupyter_client.manager")
    kernel, client = manager.start_new_kernel(kernel_name="python3")
    try:
        said: list[Any] = []
        client.execute_interactive(
            "import grundy; grundy.play('nim(1,2)')", output_hook=said.append, timeout=SECONDS
        )
        opened = [one["content"] for one in said if one["msg_type"] == "comm_open"]
        boards = [one["comm_id"] for one in opened if "_esm" in one["data"]["state"]]
        assert len(boards) == 1, said
        asked = {"id": "a", "method": "GET", "address": "api/value?expr=nim(1,2)", "body": ""}
        data = {"method": "custom", "content": asked}
        message = client.session.msg("comm_msg", {"comm_id": boards[0], "data": data})
        client.shell_channel.send(message)
        while True:
            heard = client.get_iopub_msg(timeout=SECONDS)
            data = heard["content"].get("data", {})
            if heard["msg_type"] == "comm_msg" and data.get("method") == "custom":
                break
        answer = data["content"]
        assert (answer["id"], answer["status"]) == ("a", 200)
        assert json.loads(answer["text"])["value"] == "*3"
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)


def test_without_anywidget_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "grundy.board", raising=False)
    with pytest.raises(ImportError, match=r"pip install grundy\[notebook\]"):
        importlib.import_module("grundy.board")
