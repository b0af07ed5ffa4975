"""Who wins, the values of heaps, searches, and tables for other packages."""

import functools
import itertools
import subprocess
import sys

import numpy
import pandas
import polars
import pyarrow
import pytest

import grundy


def mex(values):
    return next(n for n in itertools.count() if n not in values)


@functools.cache
def kayles(n):
    options = {
        kayles(a) ^ kayles(n - taken - a)
        for taken in (1, 2)
        for a in range(n - taken + 1)
        if taken <= n
    }
    return mex(options)


def test_grundy_values_are_those_of_the_definition():
    values = grundy.table("kayles", 200)
    assert values.dtype == numpy.uint32 and values.flags.owndata is False
    assert values.tolist() == [kayles(n) for n in range(201)]
    assert grundy.table("octal=0.77", 200).tolist() == values.tolist()
    assert len(grundy.table("kayles", 0)) == 1


def test_periods():
    found = grundy.period("kayles")
    assert (found.period, found.preperiod, found.proved) == (12, 71, True)
    values = grundy.table("kayles", 1000)
    assert (values[71:-12] == values[83:]).all() and values[70] != values[82]
    assert set(found.exceptions) >= {0, 3, 6, 9, 11, 70}
    # In constant memory: more values than are kept (Gangolli and Plambeck).
    long = grundy.period("octal(0.16)")
    assert (long.period, long.preperiod, long.proved) == (149_459, 105_351, True)
    assert grundy.period("octal(0.007)", last=5000).period is None


def test_solve():
    solution = grundy.solve("nim(3,4,5)")
    assert solution.outcome == "N" and solution.value == grundy.Value("*2")
    assert solution.positions == 120 and solution.left.result == "win"
    assert solution.left.best[0].to == "nim(1,4,5)"
    assert "<table>" in solution._repr_html_()
    assert grundy.solve("tic-tac-toe").outcome == "D"
    assert grundy.solve("nim(1,1)", misere=True).outcome == "N"
    assert grundy.solve("tic-tac-toe", strategy=True).json["strategy"]
    large = grundy.solve("connect-four(5x4)", remoteness=True)
    assert large.left.result == "draw"


def test_a_partizan_game_is_worth_its_canonical_form():
    solution = grundy.solve("domineering(2x2)")
    assert solution.value == grundy.Value("+-1")
    assert solution.json["temperature"] == "1"
    assert grundy.solve("tic-tac-toe").value is None


def test_games():
    game = grundy.game("domineering(2x3)")
    assert [str(option) for option in game.options("left")] == [
        str(move.to) for move in game.moves("left")
    ]
    assert game.value == grundy.Value("domineering(2x3)") and not game.impartial
    assert (game + "nim(3)").terms() == [game, grundy.game("nim(3)")]
    assert game - game + grundy.Value("^") == grundy.game(f"{game} - {game} + ^")
    assert -game == grundy.game("-domineering(2x3)") and hash(game) == hash(grundy.game(game))
    assert eval(f"grundy.{game!r}") == game and game.at("..|..") == grundy.game("domineering(2x2)")
    assert (2 * grundy.game("nim(3)")).value == 0
    with pytest.raises(ValueError, match="left"):
        game.moves()
    with pytest.raises(grundy.ReadError, match=r"(?s)nim\(3,x\).*\^"):
        grundy.game("nim(3,x)")
    assert game._repr_svg_().startswith("<svg")
    assert grundy.game("tic-tac-toe(XXX|OO.|...)").end("right") == "left"
    assert {"nim", "kayles", "chess"} <= {ruleset.name for ruleset in grundy.games()}


def test_limits_say_what_was_reached():
    with pytest.raises(grundy.LimitError, match="100"):
        grundy.solve("tic-tac-toe", whole=True, positions=100)
    with pytest.raises(grundy.LimitError, match="time"):
        grundy.solve("connect-four(7x6)", whole=True, time=0.2)
    with pytest.raises(grundy.LimitError) as reached:
        grundy.table("kayles", 10**9, memory=1000)
    assert len(reached.value.solution) == 0
    with pytest.raises(grundy.LimitError):
        grundy.table("kayles", 10**15)
    for wrong in [{"time": -1}, {"threads": 0}]:
        with pytest.raises(ValueError):
            grundy.solve("nim(3)", **wrong)


def test_a_limit_leaves_what_was_found():
    # Who wins is a matter of nodes; in how many moves, of minutes.
    with pytest.raises(grundy.LimitError, match="time") as reached:
        grundy.solve("hex(5)", remoteness=True, player="left", time=3)
    found = reached.value.solution
    assert found.left.result == "win" and found.missing == ["remoteness"]
    assert found.stopped == str(reached.value)


def test_a_player_and_every_move_can_be_asked_for():
    found = grundy.solve("domineering(3x2)", player="right", moves="all")
    assert found.left is None and len(found.right.moves) == 4
    assert all(move.result in ("win", "loss") for move in found.right.moves)
    assert found.stopped is None and found.missing == []
    best = grundy.solve("nim(1,2,4)", moves="best").left.best
    assert [move.to for move in best] == ["nim(1,2,3)"]
    for wrong in [{"player": "Left"}, {"moves": "some"}]:
        with pytest.raises(ValueError):
            grundy.solve(**{"game": "nim(3)", **wrong})
    with pytest.raises(ValueError, match="Right's turn .* Left cannot start"):
        grundy.solve("chess(KQK; 8/8/8/8/8/2K5/7Q/k7 b)", player="left")


def test_tables_go_to_other_packages():
    rows = grundy.positions("tic-tac-toe")
    assert len(rows) == 5478
    frames = pandas.DataFrame.from_arrow(rows), polars.DataFrame(rows), pyarrow.table(rows)
    for frame in frames:
        assert len(frame) == 5478
        assert list(getattr(frame, "columns", [])) and "remoteness" in rows.columns
    table = frames[0].set_index("position")
    for position in ["...|...|...", "X..|.O.|...", "XX.|OO.|..."]:
        solution = grundy.solve(grundy.game("tic-tac-toe").at(position))
        side = solution.left or solution.right
        assert table.loc[position, "result"] == side.result
        assert table.loc[position, "remoteness"] == side.remoteness
    assert "<td>...|...|...</td>" in rows._repr_html_() and "5478 rows" in rows._repr_html_()
    # Read again, and not to the end.
    assert polars.DataFrame(rows).height == 5478
    reader = pyarrow.RecordBatchReader.from_stream(rows)
    assert reader.read_next_batch().num_rows > 0
    del reader
    assert grundy.positions("tic-tac-toe", texts=False).columns == [
        "key",
        "result",
        "remoteness",
        "best",
    ]


def test_positions_without_keys_are_listed():
    rows = polars.DataFrame(grundy.positions("kayles(6)"))
    values = [grundy.game("kayles(6)").at(position).value for position in rows["position"]]
    assert [result == "win" for result in rows["result"]] == [value != 0 for value in values]


def test_searches():
    rows = grundy.search("domineering", "2x3", where="temperature > 1", columns="mean, value")
    assert pyarrow.table(rows).to_pylist() == [
        {"game": "domineering(..|..|..)", "mean": -0.75, "value": "{1/2|-2}"}
    ]
    assert len(grundy.search("clobber", "1x4", columns="outcome")) > 5
    with pytest.raises(grundy.ReadError):
        grundy.search("domineering", "2x", columns="mean")


def test_graphs():
    play = grundy.graph("nim(1,2)")
    assert play.graph["outcome"] == "N" and len(play) == 6
    for node in play:
        below = {play.nodes[to]["grundy"] for to in play.successors(node)}
        assert play.nodes[node]["grundy"] == mex(below)
    assert grundy.graph_svg("nim(1,2)")._repr_svg_().startswith("<svg")


def test_saved_positions_are_read(tmp_path):
    with pytest.raises(OSError):
        grundy.open_positions(tmp_path / "none.positions")
    bad = tmp_path / "bad.positions"
    bad.write_bytes(b"nonsense" * 100)
    with pytest.raises(grundy.GrundyError):
        grundy.open_positions(bad)


LOOP = """
class Loop:
    def start(self):
        return 0
    def moves(self, n):
        while True:
            pass
grundy.game(Loop)
"""


@pytest.mark.parametrize(
    ("before", "work"),
    [
        ("", "grundy.solve('connect-four(7x6)', whole=True, memory=2**30)"),
        ("", "grundy.Value('domineering(7x7)')"),
        ("", "grundy.period('octal(0.007)')"),
        (LOOP, "grundy.solve('Loop')"),
    ],
)
def test_ctrl_c_stops_long_work(before, work):
    program = f"""
import grundy, os, signal, threading, time
{before}
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begun = time.time()
try:
    {work}
except KeyboardInterrupt:
    print("stopped", time.time() - begun < 8)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert "stopped True" in ran.stdout, ran


@pytest.mark.parametrize(
    ("work", "kept"),
    [
        ("grundy.solve('hex(5)', remoteness=True, player='left')", "found.game == 'hex(5)'"),
        ("grundy.period('octal(0.007)')", "found.checked_to > 1000 and found.period is None"),
        ("grundy.table('octal(0.007)', 10**8)", "found.tolist()[:8] == [0, 0, 0, 1, 1, 1, 2, 2]"),
        (
            "grundy.search('domineering', '3x3, 6x6', columns='mean')",
            "len(found) > 10 and found[0]['game'].startswith('domineering(')",
        ),
        ("grundy.quotient('octal(0.07)')", "found.order > 10"),
        ("grundy.survey('octal', 3, budget=0.1)", "0 < len(found) < 500"),
    ],
)
def test_ctrl_c_keeps_what_was_found(work, kept):
    program = f"""
import grundy, os, signal, threading
threading.Timer(2.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {work}
except KeyboardInterrupt as stopped:
    found = stopped.solution
    print("kept", {kept})
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert "kept True" in ran.stdout, ran


def test_a_survey_finds_what_is_published():
    rows = grundy.survey("octal", 2, heaps=4000)
    by_game = {row["game"]: row for row in rows}
    # Guy and Smith, 1956: Dawson's Kayles and Kayles.
    assert (by_game["octal(0.07)"]["period"], by_game["octal(0.07)"]["preperiod"]) == (34, 53)
    assert (by_game["octal(0.77)"]["period"], by_game["octal(0.77)"]["preperiod"]) == (12, 71)
    assert {by_game[game]["status"] for game in ("octal(0.07)", "octal(0.77)")} == {"known"}
    assert "contradicts" not in rows["status"]
    for wrong in [("binary", 2), ("octal", 0), ("octal", 9)]:
        with pytest.raises(ValueError):
            grundy.survey(*wrong)
    with pytest.raises(grundy.LimitError) as limit:
        grundy.survey("octal", 3, budget=1, time=1)
    assert len(limit.value.solution) < 500


def test_other_threads_run_meanwhile():
    import threading

    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    grundy.solve("connect-four(5x4)", whole=True, threads=1)
    done.set()
    counter.join()
    assert counted[0] > 1000


FIVE = (
    '{"C":["a","b","c","d","e"],"m_A":{"a":["b"],"c":["d"]},'
    '"m_B":{"a":["c"],"b":["a"]},"F_A":["d"],"ties":["e"]}'
)


def test_sets_are_over_all_of_c():
    # Left moves a to b, Right a to c and b to a; from c Left wins at d. Nothing leads to e.
    found = grundy.sets(f"graph({FIVE})")
    assert (found.positions, found.listed) == (5, True)
    assert (found.W_A, found.L_A, found.D_A) == ({"c", "d"}, {"b"}, {"a", "e"})
    assert (found.W_B, found.L_B, found.D_B) == (set(), {"a", "c", "d"}, {"b", "e"})
    assert (found.s_A, found.s_B) == ({"c": "d"}, {})
    # Bouton: a position is lost where the nim-sum of its heaps is 0.
    nim = grundy.sets("nim(3,4,5)")
    assert nim.L_A == nim.L_B and not nim.listed
    lost = {name for name in nim.W_A | nim.L_A if nim_sum(name) == 0}
    assert nim.L_A == lost and nim.positions == 4 * 5 * 6
    assert all(nim_sum(to) == 0 for to in nim.s_A.values()) and set(nim.s_A) == nim.W_A
    assert grundy.sets("nim(2)", misere=True).L_A == {"1"}
    with pytest.raises(grundy.LimitError):
        grundy.sets("nim(9,9,9)", positions=100)


def nim_sum(name):
    total = 0
    for heap in name.split(","):
        total ^= int(heap)
    return total


def test_tables_in_two_numbers_are_rows():
    found = grundy.grid("wythoff", 7, 7)
    # The mex of what is above, to the left and on the diagonal.
    values = {}
    for a in range(8):
        for b in range(8):
            reached = {values[i, b] for i in range(a)} | {values[a, j] for j in range(b)}
            reached |= {values[a - k, b - k] for k in range(1, min(a, b) + 1)}
            values[a, b] = min(n for n in range(20) if n not in reached)
    assert found.rows == [[values[a, b] for b in range(8)] for a in range(8)]
    assert (found.first_row, found.first_column) == (0, 0)
    cram = grundy.grid("cram(AxB)", 3, (2, 3))
    assert (cram.ruleset, cram.first_row, cram.first_column) == ("cram(AxB)", 1, 2)
    assert cram.rows == [[1, 1], [0, 1], [1, 0]]
    line = grundy.grid("domineering(2xN)", columns=(1, 3))
    assert line.first_row is None and line.rows == [["-1", "+-1", "{1/2|-2}"]]
    assert grundy.grid("domineering", (2, 2), (2, 2), outcomes=True).rows == [["N"]]
    assert "<th>2</th>" in cram._repr_html_()
    for wrong in ("no-such-game(AxB)", "cram(AxB"):
        with pytest.raises(grundy.ReadError):
            grundy.grid(wrong, 2, 2)
    for rows in (-1, (3, 2)):
        with pytest.raises(ValueError):
            grundy.grid("cram", rows, 2)
