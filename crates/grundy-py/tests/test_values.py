"""Values against published ones, and against the definition of the order of games."""

import itertools
import pickle
import random
from fractions import Fraction

import pytest

import grundy
from grundy import Value

# Winning Ways, and Siegel, Combinatorial Game Theory.
PUBLISHED = [
    ("{0|1}", "1/2"),
    ("{0|0}", "*"),
    ("{0|*}", "^"),
    ("{*|0}", "v"),
    ("{0|^}", "^^*"),
    ("{1|1}", "1*"),
    ("{0,*|0,*}", "*2"),
    ("{0|{0|-2}}", "Tiny(2)"),
    ("^ + v", "0"),
    ("{3|1} + {1|-1}", "{4|2||2|0}"),
    ("domineering(2x2)", "+-1"),
    ("domineering(3x3)", "+-1"),
    ("toads-and-frogs(TT..FF)", "*"),
]


@pytest.mark.parametrize(("text", "value"), PUBLISHED)
def test_published_values(text, value):
    assert Value(text) == Value(value)
    assert hash(Value(text)) == hash(Value(value))


class Naive:
    """A game by its options, with the order by its definition: G <= H unless some left option
    of G is at least H, or G is at least some right option of H."""

    def __init__(self, left, right):
        self.left, self.right = left, right

    def at_most(self, other):
        return not any(other.at_most(option) for option in self.left) and not any(
            option.at_most(self) for option in other.right
        )

    def plus(self, other):
        return Naive(
            [option.plus(other) for option in self.left]
            + [self.plus(option) for option in other.left],
            [option.plus(other) for option in self.right]
            + [self.plus(option) for option in other.right],
        )

    def value(self):
        return Value.of(
            [option.value() for option in self.left], [option.value() for option in self.right]
        )


def born_by(day, rng):
    if day == 0:
        return Naive([], [])
    options = lambda: [born_by(rng.randrange(day), rng) for _ in range(rng.randrange(3))]
    return Naive(options(), options())


def test_order_and_sums_are_those_of_the_definition():
    rng = random.Random(1)
    games = [born_by(3, rng) for _ in range(14)]
    values = [game.value() for game in games]
    for (g, a), (h, b) in itertools.product(zip(games, values), repeat=2):
        below, above = g.at_most(h), h.at_most(g)
        assert (a <= b, a >= b) == (below, above)
        assert (a < b, a > b) == (below and not above, above and not below)
        assert (a == b) == (below and above)
        assert (a | b) == (not below and not above)
        if a == b:
            assert hash(a) == hash(b)
    for (g, a), (h, b) in itertools.product(zip(games[:5], values), zip(games[5:8], values[5:])):
        assert g.plus(h).value() == a + b
        assert a + b - b == a


def test_numbers_are_exact():
    half = Value("{0|1}")
    assert half.number == Fraction(1, 2) and half == Fraction(1, 2) == half
    assert half + Fraction(1, 4) == 0.75 and 1 - half == half and 3 * half == half * 3
    assert hash(half) == hash(Fraction(1, 2)) and hash(Value(3)) == hash(3)
    huge = Value(2**80 + 1) - Value(1)
    assert huge.number == 2**80 and float(half) == 0.5
    assert Value("*").number is None and Value(7).birthday == 7
    assert {Value("^"), Value("^* + *"), Value("1/2"), half} == {Value("^"), half}
    assert not Value("* + *") and bool(Value("*"))


def test_what_is_no_number_or_no_game():
    with pytest.raises(grundy.ReadError, match=r"(?s)1/3.*\^"):
        Value("1/3 +")
    for wrong in [Fraction(1, 3), "", "{1|", "true", "[1, 2]"]:
        with pytest.raises((grundy.GrundyError, ValueError)):
            Value(wrong)
    for wrong in [None, object(), [1], True]:
        with pytest.raises(TypeError):
            Value(wrong)
        assert Value(1) != wrong
    with pytest.raises(TypeError):
        Value(1) < [2]
    with pytest.raises(TypeError):
        Value("*") * None
    assert int(Value(2)) == 2 and f"{Value('^'):>3}" == "  ^" and Value(1) + "*" == Value("1*")
    with pytest.raises(TypeError):
        int(Value("1/2"))
    assert Value("*") != grundy.game("nim(1)") and grundy.game("nim(1)") != Value("*")
    with pytest.raises(TypeError):
        float(Value("*"))
    with pytest.raises(grundy.NoValueError):
        Value("over").thermograph()


def test_thermographs_and_heat():
    hot = Value("{5|1}")
    assert (hot.mean, hot.temperature, hot.left_stop, hot.right_stop) == (3, 2, 5, 1)
    drawn = hot.thermograph()
    assert drawn.left_wall == [(5, 0), (3, 2)] and drawn.right_wall == [(1, 0), (3, 2)]
    assert drawn == Value("3 + {2|-2}").thermograph() and drawn.base == 2
    assert drawn._repr_svg_().startswith("<svg") and "5" in str(drawn)
    assert hot.cool(1) == Value("{4|2}") and hot.freeze() == Value("3*")
    assert Value("^^*").atomic_weight() == 2 and Value(1).atomic_weight() is None
    assert Value("^") @ Value("*") == Value("^:*") and Value("*") @ "1" == Value("^*")
    assert Value("{5|1}").reduced() == hot


def test_printing_and_reading_are_inverses():
    for text in ["{2||1|-1}", "+-{3|1}", "^[3]*2", "vv", "over", "upon*", "-3/8", "on & off"]:
        value = Value(text)
        assert eval(repr(value)) == value and Value(str(value)) == value
        assert pickle.loads(pickle.dumps(value)) == value
    assert Value("+-{3/4|^}").unicode() == "±{¾|↑}"
    assert Value("1Tiny(1/2)").cgsuite() == "1+(1/2).Tiny"
    assert Value("{1/2|*}")._repr_latex_() == r"$\{\tfrac{1}{2}\mid {\ast}\}$"


def test_options_are_values():
    game = Value("{2||1|-1}")
    assert game.left_options == [2] and game.right_options == [Value("{1|-1}")]
    assert Value.of(game.left_options, game.right_options) == game
    assert Value.of([0], grundy.game("domineering(1x2)")) == Value("{0|1}")


def test_loopy_values():
    over, on = Value("over"), Value("on")
    assert over.is_loopy and over > 0 and over < Value("1/1024") and on > 1000
    assert over + over == over and -over < 0 and on - on != 0
    assert over.outcome == "L" and over.number is None


def test_arenas_may_be_left():
    kept = Value("{3||2|^}")
    grundy.set_values_memory(1 << 20)
    try:
        again = Value("{3||2|^}")
        assert kept == again and hash(kept) == hash(again) and kept - again == 0
        assert len({kept, again}) == 1
        with pytest.raises(grundy.LimitError):
            Value("domineering(6x5)")
    finally:
        grundy.set_values_memory(2 << 30)
    assert kept + again == Value("{3||2|^} + {3||2|^}")


def test_the_calculator():
    assert grundy.calculate("temperature(domineering(2x3))") == Fraction(5, 4)
    assert grundy.calculate("1 < 2") is True and grundy.calculate("outcome(^)") == "L"
    assert grundy.calculate("[n*(1/2) for n in 1..3]") == [Fraction(1, 2), 1, Fraction(3, 2)]
    for usage, help, example, answer in grundy.functions():
        found = grundy.calculate(example)
        assert help and usage
        if isinstance(found, (Value, str)):
            assert str(found) == answer, usage
