"""Checks of the rules of games that Python states."""

import pytest
from stated import Columns, Placed, Round, Rows

import grundy


def test_checks_find_what_is_wrong():
    class WrongNegative(Columns):
        def negative(self, state):
            return state

    class WrongCanonical(Placed):
        def canonical(self, ring):
            return ring if ring.count("x") != 2 else "x" * len(ring)

    class WrongSymmetry(Placed):
        def symmetries(self, ring):
            return [ring[::-1], ring.replace("x", ".", 1)]

    class Random(Rows):
        calls = 0

        def moves(self, rows):
            Random.calls += 1
            found = super().moves(rows)
            return found[Random.calls % 2 :]

    for rules, promise in [
        (WrongNegative(), "negative"),
        (WrongCanonical(), "canonical"),
        (WrongSymmetry(), "symmetries"),
        (Random(), "same moves"),
    ]:
        parameters = (5, 4) if isinstance(rules, Rows) else ()
        broken = grundy.check(grundy.game(rules, *parameters)).broken
        assert any(promise in one.promise for one in broken), promise
    for rules in (Columns(), Placed(), Rows(), Round()):
        parameters = (5, 4) if isinstance(rules, Rows) else ()
        report = grundy.check(grundy.game(rules, *parameters))
        assert not report.broken and report.held and report.keys is None
        assert "holds" in report._repr_html_()
    with pytest.raises(grundy.NoValueError):
        grundy.check("nim(3,4)")


def test_a_check_is_of_the_game_that_is_given():
    class Good:
        def start(self, n=5):
            return n

        def moves(self, n):
            return [n - 1] if n else []

    class Bad(Good):
        def tier(self, n):
            return n

    good, bad = grundy.game(Good, name="X"), grundy.game(Bad, name="X")
    assert not grundy.check(good).broken
    assert grundy.check(bad).broken

    class Unread(Good):
        def read(self, text):
            return 0

    assert any("`read`" in one.promise for one in grundy.check(grundy.game(Unread)).broken)
