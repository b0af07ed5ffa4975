"""Games that are stated in Python."""

import traceback
from dataclasses import dataclass, field

import pytest

import grundy

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TakeOneOrTwo:
    """Take one or two."""

    def start(self, heap=21):
        return heap

    def moves(self, heap):
        return [heap - taken for taken in (1, 2) if taken <= heap]


class Three:
    """Three in a row."""

    def start(self):
        return "." * 9

    def moves(self, board, player):
        stone = "X" if player == "Left" else "O"
        return {
            "abc"[i % 3] + "321"[i // 3]: board[:i] + stone + board[i + 1 :]
            for i in range(9)
            if board[i] == "."
        }

    def end(self, board):
        for line in LINES:
            stones = {board[i] for i in line}
            if stones == {"X"} or stones == {"O"}:
                return "Left" if stones == {"X"} else "Right"
        return None if "." in board else "tie"

    def show(self, board):
        return "\n".join(board[i : i + 3] for i in (0, 3, 6))


@dataclass(frozen=True)
class Heaps:
    """A state that is no literal of Python."""

    sizes: tuple


class Nim:
    def start(self, *sizes):
        return Heaps(sizes or (1, 2, 3))

    def moves(self, heaps):
        for i, size in enumerate(heaps.sizes):
            for left in range(size):
                yield Heaps(tuple(sorted(heaps.sizes[:i] + (left,) + heaps.sizes[i + 1 :])))


def test_impartial_games_have_values():
    for n in range(12):
        game = grundy.game(TakeOneOrTwo, n)
        assert game.value == grundy.Value(f"*{n % 3}") and game.impartial
        assert grundy.solve(game).grundy == n % 3
    game = grundy.game(TakeOneOrTwo)
    assert game.text == "TakeOneOrTwo" and game.at("5").value == grundy.Value("*2")
    assert (grundy.game(TakeOneOrTwo, 5) + "nim(2)").value == 0
    assert grundy.game("TakeOneOrTwo(7)").value == grundy.Value("*")


def test_tic_tac_toe_is_ours():
    own, ours = grundy.game(Three()), grundy.game("tic-tac-toe")
    assert {move.name for move in own.moves("left")} == {a + b for a in "abc" for b in "123"}
    mine, theirs = grundy.solve(own, whole=True), grundy.solve(ours)
    # Either player may start in a file without `turn`.
    assert (mine.left.result, mine.left.remoteness) == (theirs.left.result, 9)
    for option, same in zip(own.options("left"), ours.options("left")):
        one, other = grundy.solve(option).right, grundy.solve(same).right
        assert (one.result, one.remoteness) == (other.result, other.remoteness)
    assert own.drawing() == "...\n...\n..." and own.end("left") is None
    with pytest.raises(grundy.NoValueError):
        _ = own.value


def test_states_are_any_hashable_values():
    solution = grundy.solve(grundy.game(Nim, 3, 4, 5))
    assert solution.grundy == 2
    assert grundy.game(solution.left.best[0].to).value == 0
    rows = grundy.positions(grundy.game(Nim, 1, 2))
    assert len(rows) == 5

    class Unhashable:
        def start(self):
            return [1]

        def moves(self, state):
            return []

    with pytest.raises(TypeError, match="unhashable"):
        grundy.game(Unhashable)


def test_exceptions_come_back_with_their_traceback():
    class Broken(TakeOneOrTwo):
        mended = False

        def moves(self, heap):
            if heap == 3 and not Broken.mended:
                raise KeyError("three is too much")
            return super().moves(heap)

    game = grundy.game(Broken, 9)
    for ask in [grundy.solve, grundy.graph, grundy.positions, lambda game: game.value]:
        with pytest.raises(KeyError, match="three is too much") as raised:
            ask(game)
        names = [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
        assert names[-1] == "moves"
    with pytest.raises(KeyError):
        game.at("3").moves()
    Broken.mended = True
    assert grundy.solve(game).grundy == 0


def test_wrong_rules_are_told_what_is_missing():
    class NoStart:
        def moves(self, state):
            return []

    class NoMoves:
        def start(self):
            return 0

    class NoList(TakeOneOrTwo):
        def moves(self, state):
            return 7

    class WrongEnd(TakeOneOrTwo):
        def end(self, state):
            return "Left"

    class OddEnd(TakeOneOrTwo):
        def end(self, state):
            return 3

    with pytest.raises(TypeError, match="start"):
        grundy.game(NoStart)
    with pytest.raises(TypeError, match="moves"):
        grundy.game(NoMoves)
    with pytest.raises(TypeError, match="list of states"):
        grundy.solve(grundy.game(NoList))
    with pytest.raises(ValueError, match="player"):
        grundy.solve(grundy.game(WrongEnd))
    with pytest.raises(ValueError, match="None while play goes on"):
        grundy.solve(grundy.game(OddEnd))
    with pytest.raises(ValueError, match="name"):
        grundy.game(TakeOneOrTwo(), name="a b")
    with pytest.raises(TypeError):
        grundy.game("nim(3)", 4)
    with pytest.raises((ValueError, TypeError)):
        grundy.game("TakeOneOrTwo(x)")


def test_misere_turns_parts_and_negatives():
    class Misere(TakeOneOrTwo):
        misere = True

    assert grundy.game(Misere, 4).misere
    assert grundy.solve(grundy.game(Misere, 4)).outcome == "P"

    class Kayles:
        def start(self, *rows):
            return rows or (5,)

        def moves(self, rows):
            for i, row in enumerate(rows):
                for taken in (1, 2):
                    for left in range(row - taken + 1):
                        parts = (left, row - taken - left)
                        yield rows[:i] + tuple(part for part in parts if part) + rows[i + 1 :]

        def components(self, rows):
            return [(row,) for row in rows]

    for n in range(1, 15):
        assert grundy.game(Kayles, n).value.nimber == grundy.table("kayles", n)[n]

    class Toads:
        def start(self, strip="TT..FF"):
            return strip

        def left(self, strip):
            return self.replaced(strip, "T.", ".T") + self.replaced(strip, "TF.", ".FT")

        def right(self, strip):
            return self.replaced(strip, ".F", "F.") + self.replaced(strip, ".TF", "FT.")

        def negative(self, strip):
            return strip[::-1].translate(str.maketrans("TF", "FT"))

        def replaced(self, strip, old, new):
            ends = range(len(strip) - len(old) + 1)
            return [
                strip[:i] + new + strip[i + len(old) :]
                for i in ends
                if strip[i : i + len(old)] == old
            ]

    for strip in ["TT..FF", "T..F", "TTT.F", "T.F.T"]:
        assert grundy.game(Toads, strip).value == grundy.Value(f"toads-and-frogs({strip})")

    class Again:
        """Who takes the second last token moves again."""

        def start(self):
            return (4, "Left")

        def moves(self, state, player):
            tokens, _ = state
            other = "Right" if player == "Left" else "Left"
            return [(tokens - 1, player if tokens == 2 else other)] if tokens else []

        def turn(self, state):
            return state[1]

    solution = grundy.solve(grundy.game(Again))
    assert solution.left.result == "win" and solution.right is None


def test_files_of_rules(tmp_path):
    path = tmp_path / "take.star"
    path.write_text("def start(n = 9):\n    return n\ndef moves(n):\n    return [n - 1] if n else []\n")
    name = grundy.load(path)
    assert name == "take" and grundy.game("take(3)").value == grundy.Value("*")
    path.write_text("def start():\n    return 1 +\n")
    with pytest.raises(grundy.RulesError, match="take.star:2"):
        grundy.load(path)
    with pytest.raises(grundy.RulesError, match="end in"):
        grundy.load(__file__)
    with pytest.raises(OSError):
        grundy.load(tmp_path / "none.star")


def test_a_game_keeps_its_rules_when_another_takes_its_name():
    def state(most):
        class Take:
            def start(self, heap):
                return heap

            def moves(self, heap):
                return [heap - n for n in range(1, most + 1) if n <= heap]

        return grundy.game(Take, 6)

    older, newer = state(2), state(3)
    assert older.value == 0 and newer.value == grundy.Value("*2")
    assert (older + "nim(1)").value == grundy.Value("*") and len(older.moves()) == 2
    assert older.value + newer.value == grundy.Value("*2") and grundy.solve(older).grundy == 0
    assert (3 * newer).value == grundy.Value("*2") and sum([newer, newer]).value == 0
    with pytest.raises(grundy.NoValueError, match="Take.*has other rules in another term"):
        older + newer


def test_names_and_parameters():
    class Start(TakeOneOrTwo):
        def start(self, heap=3, shape=None, *, deep=0):
            return (heap, str(shape))

        def moves(self, state, step=1):
            return [(state[0] - step, state[1])] if state[0] else []

    assert grundy.game(Start, 2, [1, "a;)"]).impartial
    assert grundy.game(Start, heap=5).value == grundy.Value("*")
    assert grundy.game(Start, 4, (1, 2.5)).value == 0
    for wrong in [object(), {1: object()}, len]:
        with pytest.raises(TypeError, match="parameter"):
            grundy.game(Start, 1, wrong)
    for name in ["nim", "kayles", "mean"]:
        with pytest.raises(ValueError, match="known already"):
            grundy.game(TakeOneOrTwo(), name=name)
    assert grundy.game("nim(3)").value == grundy.Value("*3")

    class Text(TakeOneOrTwo):
        def moves(self, heap):
            return "abc"

    with pytest.raises(TypeError, match="list of states"):
        grundy.solve(grundy.game(Text))


def test_rules_may_use_values():
    class Values(TakeOneOrTwo):
        def moves(self, heap):
            return [heap - 1] if grundy.Value(heap) > grundy.Value("^") else []

    assert grundy.game(Values, 3).value == grundy.Value("*")


def test_heaps_and_canonical_states():
    class Split:
        """Take one token, or split a heap in two that are not empty."""

        heaps = True

        def start(self, *heaps):
            return heaps or (5,)

        def moves(self, heaps):
            for i, size in enumerate(heaps):
                rest = heaps[:i] + heaps[i + 1 :]
                if size:
                    yield rest + (size - 1,)
                for part in range(1, size // 2 + 1):
                    yield rest + (part, size - part)

    def g(n, known={0: 0}):
        if n not in known:
            below = {g(n - 1)} | {g(part) ^ g(n - part) for part in range(1, n // 2 + 1)}
            known[n] = next(value for value in range(n + 2) if value not in below)
        return known[n]

    game = grundy.game(Split)
    assert grundy.table(game, 30).tolist() == [g(n) for n in range(31)]
    assert grundy.game(Split, 3, 0, 4, 4).value.nimber == g(3)
    assert grundy.game("Split(4, 3)").position == "(3, 4)"

    class Wrong(Split):
        def moves(self, heaps):
            return [-1]

    with pytest.raises(TypeError, match="tuple of numbers"):
        grundy.solve(grundy.game(Wrong))

    class Both(Split):
        def components(self, heaps):
            return []

    with pytest.raises(TypeError, match="heaps"):
        grundy.game(Both)

    class Symmetric(Three):
        def canonical(self, board):
            boards = []
            for turned in (board, board[::-1]):
                for _ in range(4):
                    turned = "".join(turned[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
                    boards += [turned, turned[2::-1] + turned[5:2:-1] + turned[8:5:-1]]
            return min(boards)

    smaller = grundy.solve(grundy.game(Symmetric), whole=True)
    larger = grundy.solve(grundy.game(Three), whole=True)
    assert smaller.left.result == larger.left.result == "draw"
    assert smaller.positions * 6 < larger.positions


def test_states_that_print_alike_are_told_apart():
    @dataclass(frozen=True)
    class Hidden:
        board: str
        left: int = field(repr=False)

    class Take:
        def start(self, heap=4):
            return Hidden("b", heap)

        def moves(self, state):
            return [Hidden("b", state.left - n) for n in (1, 2) if state.left >= n]

    game = grundy.game(Take)
    assert game.value == grundy.Value("*")
    assert grundy.solve(game + game).outcome == grundy.solve(game + "nim(1)").outcome == "P"
    first, second = (move.to for move in game.moves())
    assert first != second and len({first, second}) == 2
    assert [grundy.game(str(option)).value for option in (first, second)] == [0, grundy.Value("*2")]


def test_numbers_keep_their_kind():
    class Half:
        def start(self, x=0):
            return x

        def moves(self, x):
            return [x / 2] if isinstance(x, float) and x > 1 else []

    for x in [3.0, -0.5, 1e22, (1.0, True), [0.25]]:
        if not isinstance(x, list):
            game = grundy.game(Half, x)
            assert len(grundy.game(str(game)).moves()) == len(game.moves())
    assert grundy.game(Half, "3.0") != grundy.game(Half, 3.0)
    for wrong in [float("inf"), float("nan")]:
        with pytest.raises(TypeError, match="parameter"):
            grundy.game(Half, wrong)


def test_rules_that_ask_about_themselves_end():
    class Itself:
        def start(self, n=5):
            return n

        def moves(self, n):
            assert grundy.game(Itself, n).value is not None
            return [n - 1] if n else []

    class Solved(Itself):
        def moves(self, n):
            return [n - 1] if n and grundy.solve(grundy.game(Solved, n)) else []

    for kind in (Itself, Solved):
        with pytest.raises(RecursionError):
            _ = grundy.game(kind, 2).value
    # Less deep, rules may ask.
    class Below(Itself):
        def moves(self, n):
            return [n - 1] if n and grundy.game(Below, n - 1).value == 0 else []

    assert [grundy.game(Below, n).value.nimber for n in range(6)] == [0, 1, 0, 1, 0, 1]


def test_the_ends_and_symmetries_of_rule_files():
    class Lost(TakeOneOrTwo):
        """Who takes the last token has lost: then the other one, who is to move, has won."""

        def won(self, heap):
            return heap == 0

    class Misere(TakeOneOrTwo):
        misere = True

    for n in range(1, 12):
        one, other = grundy.solve(grundy.game(Lost, n)), grundy.solve(grundy.game(Misere, n))
        assert one.outcome == other.outcome and one.left.remoteness == other.left.remoteness

    class Named(Three):
        end = None

        def stones(self, board, stone):
            return any(all(board[i] == stone for i in line) for line in LINES)

        def left_won(self, board):
            return self.stones(board, "X")

        def right_won(self, board):
            return self.stones(board, "O")

        def tie(self, board):
            return "." not in board

    class Turned(Named):
        def symmetries(self, board):
            for turned in (board, board[::-1]):
                for _ in range(4):
                    turned = "".join(turned[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
                    yield turned
                    yield turned[2::-1] + turned[5:2:-1] + turned[8:5:-1]

    whole = grundy.solve(grundy.game(Three), whole=True)
    named = grundy.solve(grundy.game(Named), whole=True)
    turned = grundy.solve(grundy.game(Turned), whole=True)
    assert named.positions == whole.positions
    assert (named.left.result, named.left.remoteness) == ("draw", 9)
    assert turned.positions * 6 < whole.positions and turned.left.result == "draw"
    assert len(grundy.game(Turned).options("left")) == 3


class Deque:
    """Take the first or the last number; more points win."""

    def start(self, *row):
        return (row, 0)

    def moves(self, state, player):
        row, lead = state
        sign = 1 if player == "Left" else -1
        if not row:
            return {}
        return {
            "first": (row[1:], lead + sign * row[0]),
            "last": (row[:-1], lead + sign * row[-1]),
        }

    def score(self, state):
        return state[1]

    def negative(self, state):
        return (state[0], -state[1])


def deque(row):
    """The margin, by the recurrence on intervals."""
    best = [0] * (len(row) + 1)
    for length in range(1, len(row) + 1):
        for i in range(len(row) - length + 1):
            best[i] = max(row[i] - best[i + 1], row[i + length - 1] - best[i])
    return best[0]


@pytest.mark.parametrize("row", [(10, 80, 90, 30), (10, 100, 10), (7,), (3, -5, 2**40, 8, 1, 6)])
def test_scores_make_games_of_points(row):
    game = grundy.game(Deque, *row)
    assert not game.impartial
    solution = grundy.solve(game, moves="all")
    for side, json in ((solution.left, solution.json["left"]), (solution.right, solution.json["right"])):
        assert json["win_by"] == deque(row)
        assert side.result == ("win" if deque(row) > 0 else "loss")
        rest = {"first": row[0] - deque(row[1:]), "last": row[-1] - deque(row[:-1])}
        for move in json["moves"]:
            assert move["win_by"] == rest[move["move"]]
    report = grundy.check(game)
    assert report.broken == []


def test_what_contradicts_a_score_is_refused():
    for name, value in (
        ("end", lambda self, state: None),
        ("won", lambda self, state: False),
        ("misere", True),
        ("components", lambda self, state: [state]),
        ("score", lambda self, state, player: 0),
    ):
        with pytest.raises(TypeError, match="score"):
            grundy.game(type("Wrong", (Deque,), {name: value}), 1, 2)
    for wrong in ("3", True, 1.5, None, 2**53):
        game = grundy.game(type("Wrong", (Deque,), {"score": lambda self, state, w=wrong: w}))
        with pytest.raises(ValueError, match="`score` gives"):
            grundy.solve(game)
