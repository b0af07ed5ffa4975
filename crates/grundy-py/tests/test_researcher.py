"""Forty tasks of a researcher, each as it would be typed, with answers that are published or follow
from a definition."""

import io
import math
import multiprocessing
import pickle
from fractions import Fraction

import numpy
import pandas
import polars
import pytest

import grundy
from grundy import Value
from importable import Rows as Pins


# Values and their sums.


def test_01_a_value_is_read_printed_and_typeset():
    g = Value("{2||1|-1}")
    assert str(g) == "{2|+-1}" and repr(g) == "Value('{2|+-1}')" and eval(repr(g)) == g
    assert f"{Value('{3/4|^*}'):latex}" == r"\{\tfrac{3}{4}\mid {\uparrow}{\ast}\}"
    assert f"{Value('^*'):unicode}" == "↑∗" and f"{Value('^'):>4}" == "   ^"


def test_02_up_star_is_a_first_player_win_and_up_is_positive():
    # Winning Ways, chapter 3.
    assert Value("^") > 0 and Value("^*") | 0 and Value("^^*") > 0
    assert [Value(text).outcome for text in ("^", "^*", "0", "v")] == ["L", "N", "P", "R"]


def test_03_texts_and_numbers_stand_for_values():
    assert Value("*") == "*" != "*2" and Value("1/2") == Fraction(1, 2) == 0.5
    assert Value("^") + 1 == "1^" and 1 - Value("1/2") == "1/2" and "*" + Value("*2") == "*3"
    assert sum([Value("*"), Value("*2"), Value("*3")]) == 0


def test_04_a_value_from_the_options_of_one_side():
    assert Value.of(left=3) == 4 and Value.of(right=[0]) == -1 and Value.of() == 0
    assert Value.of([0, "*"], ["*"]) == "{0,*|*}"


def test_05_products():
    # Winning Ways, chapter 14: 1/2 · 1/2 = 1/4; copies where one factor is an integer.
    assert Value("1/2") * Value("1/2") == "1/4" and 3 * Value("^") == "^3" == Value("^") * 3
    assert Value("*2").nim_product("*2") == "*3" and Value("*4").nim_product("*4") == "*6"
    assert Value("*") @ 1 == "^*" and 1 @ Value("*") == "1*"


def test_06_absolute_values_and_rounding():
    assert abs(Value("-3/4")) == "3/4" and abs(Value("v")) == "^"
    with pytest.raises(grundy.NoValueError, match="confused"):
        abs(Value("*"))
    assert round(Value("7/4")) == 2 and round(Value("7/8"), 1) == Fraction(9, 10)
    assert math.floor(Value("-1/2")) == -1 and math.ceil(Value("-1/2")) == 0
    assert f"{Value('3/8'):.2f}" == "0.38" and f"{Value(7):d}" == "7"


def test_07_birthdays_are_whole_numbers():
    assert isinstance(Value("3/4").birthday, int) and Value("3/4").birthday == 3
    assert Value("^").birthday == 2 and Value("*4").birthday == 4


def test_08_stops_and_the_confusion_interval():
    hot = Value("{2|-1}")
    assert (hot.left_stop, hot.right_stop, hot.stop_count) == (2, -1, 2)
    assert hot.confusion_interval == "-1 <= x <= 2" and hot.is_hot and not Value("^").is_hot
    for number in (-2, -1, 0, 2, 3):
        assert (hot | number) == (-1 <= number <= 2)


def test_09_number_part_and_uptimal():
    assert Value("3/4^*").number_part == Fraction(3, 4) and Value("{0|v*} + *2").uptimal() == "*2 + ^<2>"
    with pytest.raises(grundy.NoValueError):
        Value("{1|-1}").number_part


def test_10_incentives():
    # Left gains 5/2 in {2|-1}: that is {3|0}.
    assert Value("{2|-1}").incentives() == [Value("{3|0}")]
    assert Value("^").left_incentives() == ["v"] and Value("^").right_incentives() == ["^*"]


# Heat.


def test_11_a_thermograph():
    drawn = Value("{5|1}").thermograph()
    assert (drawn.mean, drawn.temperature) == (3, 2) and "mean 3, temperature 2" in repr(drawn)
    assert drawn.left_wall == [(5, 0), (3, 2)] and drawn._repr_svg_().startswith("<svg")


def test_12_cooling_heating_freezing_overheating():
    hot = Value("{5|1}")
    assert hot.cool(1) == "{4|2}" and hot.freeze() == "3*" and Value("*").heat(2) == "+-2"
    assert Value("1/2").overheat(1, 1) == "{1|0}"


def test_13_domineering_2x3_is_worth_its_published_value():
    # Winning Ways, chapter 5: the 2 by 3 rectangle.
    g = grundy.game("domineering(2x3)")
    assert g.value == "{1/2|-2}" and (g.value.mean, g.value.temperature) == (Fraction(-3, 4), Fraction(5, 4))


def test_14_reduced_canonical_forms_and_atomic_weights():
    assert Value("{2*|-1^}").reduced() == "{2|-1}" and Value("^^*").atomic_weight() == 2


def test_15_best_and_orthodox_moves_in_a_sum():
    terms = [Value("+-1"), Value("{5|-2}")]
    best = grundy.best_moves(terms, "left")
    assert [(move.term, move.to, move.wins) for move in best] == [(1, 5, True)]
    found = grundy.orthodox_move(terms, "left")
    assert (found.term, found.to) == (1, 5) and "7/2" in found.reason
    assert grundy.orthodox_move([], "right") is None


def test_16_loopy_games():
    over, on = Value("over"), Value("on")
    assert over.is_loopy and over > 0 and over < "1/1024" and (over - over).onside() == "over"
    assert on.upsum("off") == "on" and on.downsum("off") == "off"
    assert Value("{-1/4*|pass}").degree() == "^<on>" and Value("dud").is_stopper is False


# Misère play.


def test_17_kayles_has_its_published_genus():
    # Winning Ways, chapter 13.
    genera = [grundy.misere(f"kayles({n})").genus for n in range(1, 6)]
    assert genera == ["1^031", "2^20", "3^31", "1^031", "4^146"]


def test_18_misere_facts_of_a_sum():
    found = grundy.misere("nim(1,1)")
    assert (found.outcome, found.value, found.grundy, found.wildness) == ("N", 1, 0, "tame")
    assert grundy.misere("nim(2)").form == "*[2]" and grundy.misere("nim(1,1)").form == "*[0]"
    # CGSuite's tests: a restive form, read as it is written.
    found = grundy.misere("*[2#0]")
    assert (found.form, found.genus, found.wildness) == ("*[2#0]", "1^20", "restive")
    assert Value("*[42]") == 0 and str(grundy.game("*[42]")) == "*[42]"
    with pytest.raises(grundy.NoValueError):
        grundy.misere("domineering(2x2)")


def test_19_the_misere_quotient_of_kayles():
    # Plambeck and Siegel, Misère quotients for impartial games: 40 elements, 9 of them in P.
    found = grundy.quotient("kayles")
    assert (found.order, len(found.p_portion)) == (40, 9)
    assert (found.period, found.preperiod) == (12, 71) and found.games is None
    for a in range(40):
        for b in range(40):
            assert found.table[a][b] == found.table[b][a]


def test_20_the_quotient_says_who_wins_sums():
    found = grundy.quotient("kayles", 6)
    for heaps in [(1,), (1, 1), (2, 2), (1, 2, 3), (5, 5), (4, 5, 6), (3, 3, 3)]:
        text = f"kayles({','.join(map(str, heaps))})"
        assert found.outcome(heaps) == grundy.solve(text, misere=True).outcome, heaps


def test_21_the_quotient_of_a_position():
    found = grundy.misere("nim(2,2)", quotient=True)
    # All sums of heaps of at most two: the quotient of order 6.
    assert found.quotient.order == 6 and (found.element in found.quotient.p_portion) == (found.outcome == "P")


def test_22_misere_in_lists_and_in_searches():
    assert grundy.calculate("[misere_value(nim(n)) for n in 0..4]") == [1, 0, 2, 3, 4]
    rows = grundy.search("cram", "2x3", where="misere_outcome = P", columns="genus")
    for row in rows:
        assert grundy.solve(row["game"], misere=True).outcome == "P"
        assert row["genus"] == grundy.misere(row["game"]).genus
    assert len(rows) > 0


# Who wins.


def test_23_the_best_move_is_a_game_to_go_on_with():
    best = grundy.solve("nim(3,4,5)").left.best[0]
    assert isinstance(best.to, grundy.Game) and best.to.value == 0 and str(best.to) == "nim(1,4,5)"


def test_24_limits_keep_what_was_found():
    with pytest.raises(grundy.LimitError) as limit:
        grundy.solve("hex(5)", remoteness=True, player="left", time=2)
    assert limit.value.solution.left.result == "win"
    with pytest.raises(grundy.LimitError) as limit:
        grundy.period("octal(0.007)", time=0.5)
    assert limit.value.solution.period is None and limit.value.solution.checked_to > 1000


def test_25_values_within_limits_are_remembered():
    g = grundy.game("domineering(4x4)")
    with pytest.raises(grundy.LimitError):
        grundy.game("domineering(7x7)").find_value(time=0.2)
    value = g.find_value(time=60)
    assert value.outcome == "N" and g.value == value == g.find_value(time=0)


def test_26_equal_games():
    assert grundy.equal("domineering(2x2)", "{1|-1}") and not grundy.equal("nim(3,5)", "nim(7)")
    assert "worth" in grundy.equal("nim(3,5)", "nim(7)").reason


def test_27_heap_games_that_are_the_same():
    # Winning Ways, chapter 4: Dawson's Chess is Dawson's Kayles with another heap.
    assert grundy.compare("dawsons-chess", "dawsons-kayles", shift=1).equal_for_all
    found = grundy.compare("kayles", "nim")
    assert found.difference == (4, 1, 4)


def test_28_kayles_has_period_12():
    # Guy and Smith, 1956.
    found = grundy.period("kayles")
    assert (found.period, found.preperiod, found.proved) == (12, 71, True)
    assert list(grundy.table("kayles", 9)) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]


def test_29_the_sets_of_a_five_tuple():
    found = grundy.sets("nim(1,2)")
    assert sorted(found.L_A) == ["0,0", "1,1"] and found.s_A["1,2"] == "1,1"


# Games of one's own.


def test_30_a_class_stated_three_times_under_one_name():
    games = []
    for most in (1, 2, 3):

        class Take:
            greatest = most

            def start(self, heap=6):
                return heap

            def moves(self, heap):
                return [heap - n for n in range(1, self.greatest + 1) if n <= heap]

        games.append(grundy.game(Take))
    # n modulo most + 1.
    assert [game.value for game in games] == [0, 0, "*2"] and len(set(games)) == 3
    assert [len(game.options()) for game in games] == [1, 2, 3]


def test_31_sim_is_a_win_for_the_second_player():
    # Mead, Rosa and Huang, 1974, on six points; here on five, where a draw is possible.
    import itertools

    edges = list(itertools.combinations(range(5), 2))
    triangles = [[edges.index(pair) for pair in itertools.combinations(three, 2)] for three in itertools.combinations(range(5), 3)]

    class Sim:
        def start(self):
            return "." * len(edges)

        def moves(self, drawn, player):
            return [drawn[:i] + player[0] + drawn[i + 1 :] for i, c in enumerate(drawn) if c == "."]

        def end(self, drawn, player):
            for mine, other in (("L", "Right"), ("R", "Left")):
                if any(all(drawn[i] == mine for i in triangle) for triangle in triangles):
                    return other
            return None if "." in drawn else "tie"

    assert grundy.solve(grundy.game(Sim)).left.result == "draw"


def test_32_rules_are_checked():
    report = grundy.check(grundy.game(Pins, 4))
    assert report.broken == [] and report.complete


def test_33_own_games_in_other_processes():
    games = [grundy.game(Pins, n) for n in range(6)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map_async(value_of, games).get(timeout=60)
    assert found == [str(value) for value in (0, "*", "*2", "*3", "*", "*4")]


def value_of(game):
    return str(game.value)


def test_34_everything_goes_into_a_pickle():
    for thing in [
        Value("{2||1|-1}"),
        grundy.game("nim(3,4) + kayles(5)"),
        grundy.game(Pins, 4),
        grundy.solve("nim(3,4,5)"),
        grundy.period("kayles"),
        grundy.misere("kayles(5)"),
    ]:
        assert pickle.loads(pickle.dumps(thing)) == thing


# Tables and pictures.


@pytest.fixture(scope="module")
def rows():
    return grundy.search("domineering", "3x3", where="temperature > 1", columns="mean, temperature, is_number, value")


def test_35_rows_are_a_sequence(rows):
    assert len(rows) == len(list(rows)) > 3 and rows[0] == next(iter(rows)) == list(rows)[0]
    assert rows[-1] == list(rows)[-1] and len(rows[1:3]) == 2 and list(rows[1:3]) == list(rows)[1:3]
    assert rows["mean"] == [row["mean"] for row in rows] and rows[0]["is_number"] is False
    for wrong, error in [(len(rows), IndexError), ("median", KeyError), (None, TypeError)]:
        with pytest.raises(error):
            rows[wrong]


def test_36_rows_to_pandas(rows):
    frame = rows.to_pandas()
    assert list(frame.columns) == rows.columns and frame["mean"].tolist() == rows["mean"]
    again = pandas.DataFrame(rows)
    assert list(again.columns) == rows.columns and again["temperature"].tolist() == rows["temperature"]


def test_37_rows_to_polars(rows):
    frame = rows.to_polars()
    assert frame.equals(polars.DataFrame(rows)) and frame["game"].to_list() == rows["game"]


def test_38_rows_to_numpy(rows):
    array = numpy.array(rows)
    assert array.dtype.names == tuple(rows.columns) and array["mean"].tolist() == rows["mean"]
    all_positions = numpy.array(grundy.positions("nim(2,3)"))
    assert len(all_positions) == len(grundy.positions("nim(2,3)")) and "result" in all_positions.dtype.names


def test_39_rows_in_pickles_and_files(rows, tmp_path):
    again = pickle.loads(pickle.dumps(rows))
    assert list(again) == list(rows) and again.columns == rows.columns
    made = grundy.positions("tic-tac-toe", save=tmp_path / "all.positions")
    counts = grundy.stats(tmp_path / "all.positions")
    assert sum(counts["positions"]) == len(made) == 5478
    assert {row["result"] for row in counts} == {"win", "loss", "draw"}
    again = pickle.loads(pickle.dumps(made))
    assert again[0] == made[0] and len(again) == len(made)


def test_40_pictures(rows, tmp_path):
    for shown in [
        grundy.game("domineering(2x3)")._repr_svg_(),
        Value("{5|1}").thermograph()._repr_svg_(),
        grundy.plot("kayles", 50)._repr_svg_(),
        grundy.graph_svg("nim(1,2)")._repr_svg_(),
    ]:
        assert shown.startswith("<svg")
    assert "<table>" in rows._repr_html_() and "$" in Value("^")._repr_latex_()
    grundy.plot("kayles", 50).save(tmp_path / "kayles.svg")
    assert io.open(tmp_path / "kayles.svg").read().startswith("<svg")
