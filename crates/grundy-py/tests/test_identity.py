"""A game is known by its rules, not by the name of the class that states it."""

import copy
import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

import grundy
from grundy import Value
from importable import Rows, Subtraction


def taking(most, after=()):
    """A class of the name T: take from 1 to `most` tokens."""

    class T:
        def start(self, heap=5):
            return heap

        def moves(self, heap):
            return [heap - taken for taken in range(1, most + 1) if taken <= heap]

    return T


# The same rules as taking(2) and taking(1), with a text of their own.
class Two:
    def start(self, heap=5):
        return heap

    def moves(self, heap):
        return [heap - 1, heap - 2][: heap]


class One:
    def start(self, heap=5):
        return heap

    def moves(self, heap):
        return [heap - 1][: heap]


def restated():
    return [grundy.game(kind, name="T") for kind in (Two, One)]


@pytest.mark.parametrize("made", [restated, lambda: [grundy.game(taking(2)), grundy.game(taking(1))]])
def test_a_class_stated_again_has_its_own_rules(made):
    a, b = made()
    assert (a.value, b.value) == (Value("*2"), Value("*"))
    assert str(a) == str(b) == "T"
    assert a != b and len({a, b}) == 2
    assert a == copy.copy(a) == copy.deepcopy(a) and copy.deepcopy([a])[0].value == "*2"
    assert a.at("2").value == "*2" and a.options()[0].value == "*"
    best = grundy.solve(a).left.best[0].to
    assert isinstance(best, grundy.Game) and best.value == 0
    assert best in a.options() and best not in b.options()
    assert [move.to.value for move in grundy.solve(a, moves="all").left.moves] == ["*", 0]
    with pytest.raises(grundy.NoValueError, match="T has other rules in another term"):
        a + b
    assert (a + a).value == 0 and (a - grundy.game("nim(2)")).value == 0
    # The name in a text is that of the class stated last.
    assert grundy.game("T") == b


def test_rules_that_are_the_same_are_equal():
    a, b = grundy.game(Rows, 4, 3), grundy.game(Rows, 4, 3)
    assert a == b and hash(a) == hash(b)
    assert a != grundy.game(Rows, 3, 4)
    assert grundy.game(Subtraction(1, 3), 9) == grundy.game(Subtraction(1, 3), 9)
    assert grundy.game(Subtraction(1, 3), 9) != grundy.game(Subtraction(1, 2), 9)
    assert grundy.game(Subtraction(1, 3), 9).value == "*" != grundy.game(Subtraction(1, 2), 9).value


def test_rules_about_objects_are_those_of_the_same_objects():
    class Graph:
        def __init__(self, edges):
            self.edges = edges

    class Walk:
        def __init__(self, graph):
            self.graph = graph

        def start(self):
            return 0

        def moves(self, node):
            return self.graph.edges.get(node, [])

    line, fork = Graph({0: [1], 1: [2]}), Graph({0: [1, 2], 1: [2]})
    assert grundy.game(Walk(line)) == grundy.game(Walk(line)) != grundy.game(Walk(fork))
    assert grundy.game(Walk(line)).value == 0 and grundy.game(Walk(fork)).value == "*2"


def test_a_game_that_failed_is_read_again_by_its_own_rules():
    class T:
        broken = True

        def start(self):
            return 2

        def moves(self, heap):
            if T.broken:
                raise KeyError("broken")
            return [heap - taken for taken in (1, 2) if taken <= heap]

    game = grundy.game(T)
    with pytest.raises(KeyError):
        game.value
    grundy.game(One, 1, name="T")
    T.broken = False
    assert game.value == "*2"


def test_tables_and_files_are_of_the_rules_of_the_game(tmp_path):
    class Heaps:
        heaps = True

        def start(self, *sizes):
            return sizes

        def moves(self, heaps):
            return [heaps[:i] + (n - t,) + heaps[i + 1 :] for i, n in enumerate(heaps) for t in (1, 2) if t <= n]

    a = grundy.game(Heaps, 3, name="H")

    class Heaps:
        heaps = True

        def start(self, *sizes):
            return sizes

        def moves(self, heaps):
            return [heaps[:i] + (n - 1,) + heaps[i + 1 :] for i, n in enumerate(heaps) if n]

    b = grundy.game(Heaps, 3, name="H")
    assert list(grundy.table(a, 5)) == [0, 1, 2, 0, 1, 2]
    assert list(grundy.table(b, 5)) == [0, 1, 0, 1, 0, 1]
    assert (grundy.period(a).period, grundy.period(b).period) == (3, 2)
    first, second = restated()
    with pytest.raises(grundy.GrundyError, match="T was stated anew"):
        grundy.positions(first, save=tmp_path / "first.positions")
    assert len(grundy.positions(second, save=tmp_path / "second.positions")) > 0


def test_importable_games_are_pickled_with_their_rules():
    for game in [
        grundy.game(Rows, 4, 3),
        grundy.game(Rows, 4, 3).options()[0],
        grundy.game(Subtraction(1, 3), 9),
        grundy.game(Subtraction(1, 3), 9) - grundy.game("nim(2)"),
        grundy.game("nim(3,4) + kayles(5)"),
    ]:
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.value == game.value


def test_a_game_is_unpickled_beside_another_of_its_name():
    one, two = grundy.game(Subtraction(1, 2), 9), grundy.game(Subtraction(1, 3), 9)
    for game in (one, two, one):
        assert pickle.loads(pickle.dumps(game)).value == game.value
    assert grundy.game("Subtraction(9)") == two


def test_what_other_processes_cannot_import_says_so_when_it_is_pickled():
    class Local(Rows):
        pass

    with pytest.raises(pickle.PicklingError, match="Local.*cannot be imported"):
        pickle.dumps(grundy.game(Local, 4))
    shadowed = type("Rows", (Rows,), {"__module__": Rows.__module__, "__qualname__": "Rows"})
    with pytest.raises(pickle.PicklingError, match="Rows.*cannot be imported"):
        pickle.dumps(grundy.game(shadowed, 4))


def test_a_class_without_a_file_says_so_when_it_is_pickled():
    program = """
import grundy, pickle
class T:
    def start(self):
        return 3
    def moves(self, heap):
        return [heap - 1] if heap else []
try:
    pickle.dumps(grundy.game(T))
except pickle.PicklingError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "the class T of the game T cannot be imported" in ran.stdout, ran


def test_rules_about_much_are_those_of_the_same_objects():
    class T:
        def start(self):
            return 3

        def moves(self, heap):
            return [heap - 1] if heap else []

    huge = {number: [number] * 100 for number in range(5000)}

    class Huge(T):
        table = huge

    assert grundy.game(Huge) == grundy.game(Huge) != grundy.game(T, name="Huge")


def value_of(game):
    return str(game.value), game


@pytest.mark.parametrize("how", ["spawn", "forkserver"])
def test_games_go_to_other_processes_and_come_back(how):
    games = [grundy.game(Rows, heap) for heap in range(4)] + [grundy.game(Subtraction(1, 3), 9)]
    context = multiprocessing.get_context(how)
    with context.Pool(2) as pool:
        found = pool.map_async(value_of, games).get(timeout=60)
    assert found == [(str(game.value), game) for game in games]


def test_games_go_through_a_pool_of_executors():
    games = [grundy.game(Rows, heap) for heap in range(4)]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(value_of, games, timeout=60)) == [(str(g.value), g) for g in games]


def test_contradictions_are_noticed():
    class Both:
        def start(self):
            return 3

        def moves(self, heap):
            return [heap - 1]

        def won(self, heap):
            return heap == 0

        def end(self, heap):
            return "loss" if heap == 0 else None

    with pytest.raises(TypeError, match="`end`.*`won`"):
        grundy.game(Both)


def test_values_are_compared_with_texts():
    star = Value("*")
    assert star == "*" and star == "{0|0}" and "*" == star and star != "*2" and not star != "*"
    assert Value(1) < "2" and Value("^") > "0" and Value("1/2") <= "1/2" and "1" > Value("1/2")
    assert star != "a star" and not star == "a star"
    with pytest.raises(grundy.ReadError):
        star < "a star"


def test_a_table_is_of_a_ruleset():
    for wrong in ["kayles(7)", "nim(3,4)"]:
        with pytest.raises(grundy.ReadError, match="is a position"):
            grundy.table(wrong, 5)
        with pytest.raises(grundy.ReadError, match="is a position"):
            grundy.period(wrong)
    assert list(grundy.table(grundy.game("kayles(7)"), 5)) == list(grundy.table("kayles", 5))
