"""`grundy engine`, played with by clients of others: OpenSpiel judges every move and the result."""

from __future__ import annotations

import os
import random
import subprocess

import pytest

pyspiel = pytest.importorskip("pyspiel")
gtp = pytest.importorskip("open_spiel.python.bots.gtp")


@pytest.fixture
def program(pytestconfig):
    """The program, which the tests of Rust build."""
    path = os.environ.get("GRUNDY", pytestconfig.rootpath / "target" / "debug" / "grundy")
    if not os.path.exists(path):
        pytest.fail(f"there is no program {path}: cargo build -p grundy-cli builds it")
    return str(path)


@pytest.fixture
def start(program):
    """Starts OpenSpiel's client of the Go Text Protocol, and ends it after the test."""
    bots = []

    def bot(game, *words):
        bots.append(gtp.GTPBot(game, [program, "engine", "--gtp", *words]))
        return bots[-1]

    yield bot
    for one in bots:
        one.close()


@pytest.mark.parametrize("side", [4, 5])
def test_hex_against_random_play(start, side):
    """Whoever begins wins on a square board, if he never errs."""
    game = pyspiel.load_game("hex", {"board_size": side})
    bot = start(game, "hex", "--think", "1s")
    assert bot.name == "grundy"
    dice = random.Random(side)
    for own in (0, 1, 0):
        bot.restart()
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player == own:
                action = bot.step(state)
                assert action in state.legal_actions()
            else:
                action = dice.choice(state.legal_actions())
                bot.inform_action(state, player, action)
            state.apply_action(action)
        if own == 0:
            assert state.returns()[own] > 0, str(state)
        assert bot.gtp_cmd("final_score") == ("b+" if state.returns()[0] > 0 else "w+")


@pytest.mark.parametrize("side", [2, 4])
def test_go_between_two_engines(start, side):
    game = pyspiel.load_game("go", {"board_size": side, "komi": 0.5})
    bots = [start(game, "--think", "300ms") for _ in range(2)]
    for bot in bots:
        bot.gtp_cmd("komi", 0.5)
        bot.restart()
        with pytest.raises(gtp.CommandError, match="unacceptable size"):
            bot.gtp_cmd("boardsize", 19)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        colour = "bw"[player]
        vertex = bots[player].gtp_cmd("genmove", colour)
        name = "PASS" if vertex == "pass" else vertex
        by_name = {state.action_to_string(a).split(" ")[1]: a for a in state.legal_actions()}
        assert name in by_name, str(state)
        bots[1 - player].gtp_cmd("play", colour, vertex)
        state.apply_action(by_name[name])
    for bot in bots:
        score = bot.gtp_cmd("final_score")
        assert score.startswith("b+" if state.returns()[0] > 0 else "w+"), (score, str(state))


def test_go_with_any_legal_move(start):
    """What OpenSpiel allows can be played, and nothing else."""
    side, dice = 3, random.Random(2)
    game = pyspiel.load_game("go", {"board_size": side, "komi": 0.5})
    bot = start(game)
    points = [f"{letter}{row}" for letter in "abc" for row in (1, 2, 3)]
    for _ in range(5):
        bot.restart()
        state = game.new_initial_state()
        while not state.is_terminal():
            colour = "bw"[state.current_player()]
            legal = {state.action_to_string(a).split(" ")[1].lower(): a for a in state.legal_actions()}
            illegal = [point for point in points if point not in legal]
            if illegal:
                with pytest.raises(gtp.CommandError, match="^illegal move$"):
                    bot.gtp_cmd("play", colour, dice.choice(illegal))
            vertex = dice.choice(sorted(legal))
            before = state.clone()
            state.apply_action(legal[vertex])
            try:
                bot.gtp_cmd("play", colour, vertex)
            except gtp.CommandError:
                # OpenSpiel ends play where a board comes again; the rules here forbid the move.
                boards = {observed(s) for s in boards_of(game, before)}
                assert observed(state) in boards, str(state)
                break


def boards_of(game, state):
    """The states that led to one, and it."""
    replayed = game.new_initial_state()
    yield replayed.clone()
    for action in state.history():
        replayed.apply_action(action)
        yield replayed.clone()


def observed(state):
    """The stones alone."""
    return "\n".join(str(state).splitlines()[1:])


class Ugi:
    """A client of the Universal Game Interface, by its specification: an answer that is waited for has
    exactly two words."""

    def __init__(self, program, game):
        self.process = subprocess.Popen(
            [program, "engine", "--ugi", game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.send("ugi")
        while self.line() != ["ugiok"]:
            pass

    def send(self, text):
        self.process.stdin.write(text + "\n")

    def line(self):
        line = self.process.stdout.readline()
        assert line, "the engine has ended"
        return line.split()

    def ready(self):
        self.send("isready")
        while self.line() != ["readyok"]:
            pass

    def ask(self, text, word):
        self.send(text)
        while True:
            words = self.line()
            if words[:1] == [word]:
                assert len(words) == 2, words
                return words[1]

    def quit(self):
        self.send("quit")
        assert self.process.wait(timeout=20) == 0


def test_othello_by_ugi(program):
    game = pyspiel.load_game("othello")
    engines = [Ugi(program, "othello") for _ in range(2)]
    for engine in engines:
        engine.send("uginewgame")
        engine.ready()
    state, moves = game.new_initial_state(), []
    while True:
        for engine in engines:
            line = "position startpos" + (f" moves {' '.join(moves)}" if moves else "")
            engine.send(line)
            engine.ready()
            over = "true" if state.is_terminal() else "false"
            assert engine.ask("query gameover", "response") == over
        if state.is_terminal():
            break
        player = state.current_player()
        # A player without a move passes here; OpenSpiel asks for the pass as well.
        move = engines[player].ask("go movetime 50", "bestmove")
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        assert move in legal, (move, str(state))
        turn = "true" if player == 0 else "false"
        assert engines[1 - player].ask("query p1turn", "response") == turn
        moves.append(move)
        state.apply_action(legal[move])
    won = state.returns()[0]
    result = "p1win" if won > 0 else "p2win" if won < 0 else "draw"
    for engine in engines:
        assert engine.ask("query result", "response") == result
        engine.quit()
