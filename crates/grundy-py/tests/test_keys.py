"""Games stated in Python whose positions have keys: files, checkpoints, and what is learned."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pyarrow
import pytest
from stated import Columns, Placed, PlacedBySymmetry, Round, Rows, Tiered, by_definition, rows_of

import grundy


@pytest.mark.parametrize(
    "rules, parameters",
    [(Rows(), (7, 3)), (Columns(), ()), (Columns(4, 3), ()), (Round(), ()), (Round(), (12,))],
)
def test_all_positions_are_those_of_the_definition(rules, parameters, tmp_path):
    wanted = by_definition(rules, *parameters)
    game = grundy.game(rules, *parameters, name="Defined")
    path = tmp_path / "all.positions"
    for rows in (grundy.positions(game, save=path), grundy.open_positions(path)):
        found = {}
        for row in rows_of(rows):
            mover = 1 if row["mover"] == "right" else 0
            state = eval(row["position"])
            assert (state, mover) not in found
            moves = None if row["result"] == "draw" else row["remoteness"]
            found[state, mover] = (row["result"], moves)
        assert found == wanted
    checked = grundy.verify(path)
    assert checked.entries == checked.of == len(wanted)
    assert grundy.verify(path, sample=10).entries == min(10, len(wanted))


def test_misere_play(tmp_path):
    game = grundy.game(Rows, 4, 3)
    wanted = by_definition(Rows(), 4, 3, misere=True)
    rows = rows_of(grundy.positions(game, misere=True, save=tmp_path / "m.positions"))
    assert {eval(row["position"]): row["result"] for row in rows} == {
        state: result for (state, _), (result, _) in wanted.items()
    }
    assert grundy.verify(tmp_path / "m.positions").convention == "misere"


def test_a_changed_file_is_refused(tmp_path):
    path = tmp_path / "all.positions"
    grundy.positions(grundy.game(Rows, 6), save=path)
    whole = path.read_bytes()
    for at in (len(whole) // 2, len(whole) - 9):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(grundy.GrundyError):
            grundy.verify(path)
    path.write_bytes(whole[:-40])
    with pytest.raises(grundy.GrundyError):
        grundy.verify(path)
    path.write_text("nothing")
    with pytest.raises(grundy.RefusedError):
        grundy.verify(path)


def test_rules_that_differ_from_what_was_saved_are_refused(tmp_path):
    class Lie(Rows):
        def moves(self, rows):
            found = super().moves(rows)
            return found[1:] if rows == (2,) else found

    path = tmp_path / "all.positions"
    grundy.positions(grundy.game(Rows, 6, name="Pins"), save=path)
    grundy.game(Lie, 6, name="Pins")
    with pytest.raises(grundy.GrundyError, match="code of Pins is not what it was"):
        grundy.verify(path)


def test_what_the_code_does_not_show_is_found_by_verify(tmp_path):
    """The code is the same, and what it does is not."""

    class Taking:
        most = 3

        def start(self, heap=40):
            return heap

        def moves(self, heap):
            return [heap - take for take in range(1, Taking.most + 1) if take <= heap]

    path = tmp_path / "all.positions"
    grundy.positions(grundy.game(Taking), save=path)
    assert grundy.verify(path).entries == 41
    Taking.most = 2
    with pytest.raises(grundy.RefusedError, match="Taking|[0-9]+"):
        grundy.verify(path)


def test_a_file_of_a_game_that_is_not_known(tmp_path):
    path = tmp_path / "all.positions"
    grundy.positions(grundy.game(Rows, 5, name="Unheard"), save=path)
    code = f"import grundy; grundy.verify({str(path)!r})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Unheard is stated in Python" in run.stderr


class Grows:
    """A heap that grows by its steps to thousands, one that no sample of play shows."""

    def start(self, most=5000):
        return (most, 0)

    def moves(self, state):
        most, now = state
        return [(most, now + step) for step in (1, 2) if now + step <= most]


def test_play_that_goes_beyond_samples(tmp_path):
    game = grundy.game(Grows)
    rows = rows_of(grundy.positions(game, save=tmp_path / "g.positions"))
    assert len(rows) == 5001
    for row in rows:
        now = eval(row["position"])[1]
        assert row["result"] == ("loss" if (5000 - now) % 3 == 0 else "win")
    assert grundy.verify(tmp_path / "g.positions").entries == 5001


def test_a_file_brings_what_was_learned_to_another_process(tmp_path):
    module = tmp_path / "grows.py"
    module.write_text(
        textwrap.dedent(
            """
            class Grows:
                def start(self, most=3000):
                    return (most, 0)
                def moves(self, state):
                    most, now = state
                    return [(most, now + step) for step in (1, 2) if now + step <= most]
            """
        )
    )
    code = "import grundy, grows; g = grundy.game(grows.Grows); "
    for line in (
        "grundy.positions(g, save='all.positions')",
        "assert grundy.verify('all.positions').entries == 3001",
        "assert len(grundy.open_positions('all.positions')) == 3001",
    ):
        subprocess.run([sys.executable, "-c", code + line], cwd=tmp_path, check=True)


def test_truths_and_numbers_that_are_equal_are_one_state(tmp_path):
    class Turns:
        def start(self, n=6):
            return (n, 0)

        def moves(self, state):
            n, who = state
            return [(n - take, not who) for take in (1, 2) if take <= n]

    game = grundy.game(Turns)
    expected, queue = set(), [(6, 0)]
    while queue:
        state = queue.pop()
        if state not in expected:
            expected.add(state)
            queue += Turns().moves(state)
    rows = grundy.positions(game, save=tmp_path / "t.positions")
    assert len(rows) == len(expected) == grundy.verify(tmp_path / "t.positions").entries


@pytest.mark.parametrize("states", ["float", "late float", "namedtuple", "huge", "long"])
def test_states_without_keys_cannot_be_saved_but_listed(states, tmp_path):
    import collections

    Heap = collections.namedtuple("Heap", "size")

    class Odd:
        def start(self, n=2000):
            return self.of(n)

        def of(self, n):
            if states == "float" or states == "late float" and n == 3:
                return ("n", n / 2)
            return {
                "namedtuple": lambda: Heap(n),
                "huge": lambda: 2**70 + n,
                "long": lambda: tuple((n * i * 7919) % 1009 for i in range(200)),
            }.get(states, lambda: ("n", n))()

        def number(self, state):
            if states == "namedtuple":
                return state.size
            if states == "huge":
                return state - 2**70
            if states == "long":
                return self.table[state]
            return int(state[1] * 2) if isinstance(state[1], float) else state[1]

        def moves(self, state):
            n = self.number(state)
            return [self.of(n - take) for take in (1, 2) if take <= n]

    if states == "long":
        Odd.table = {Odd().of(n): n for n in range(2001)}
        assert len(Odd.table) > 1000
    game = grundy.game(Odd, name="Odd" + states.replace(" ", ""))
    with pytest.raises(grundy.NoValueError, match="cannot be packed"):
        grundy.positions(game, save=tmp_path / "odd.positions")
    assert not (tmp_path / "odd.positions").exists()
    assert grundy.check(game, time=2).keys
    rows = rows_of(grundy.positions(game))
    assert "key" not in rows[0] and len(rows) > 900


@pytest.mark.parametrize("size", [3, 8, 11])
def test_keys_stand_for_all_that_is_equal_by_symmetry(size, tmp_path):
    all_rings = rows_of(grundy.positions(grundy.game(Placed, size)))
    game = grundy.game(PlacedBySymmetry, size)
    path = tmp_path / "ring.positions"
    rows = rows_of(grundy.positions(game, save=path))
    images = PlacedBySymmetry().symmetries
    orbits = {min(images(eval(row["position"]))): row["result"] for row in all_rings}
    assert {min(images(eval(row["position"]))): row["result"] for row in rows} == orbits
    assert len(rows) == len(orbits)
    assert grundy.verify(path).entries == len(orbits)
    assert grundy.solve(game).outcome == grundy.solve(grundy.game(Placed, size)).outcome
    report = grundy.check(game)
    assert not report.broken and report.keys is None


def test_tiers_that_rules_say(tmp_path):
    wanted = by_definition(Tiered())
    rows = rows_of(grundy.positions(grundy.game(Tiered()), save=tmp_path / "t.positions"))
    assert len(rows) == len(wanted)
    assert grundy.verify(tmp_path / "t.positions").entries == len(wanted)

    class Falling(Tiered):
        def tier(self, state):
            return 9 - state[1]

    broken = grundy.check(grundy.game(Falling())).broken
    assert broken and all("tier" in one.promise for one in broken)

    class Wrong(Tiered):
        def tier(self, state):
            return "first"

    with pytest.raises(ValueError, match="a number from 0 on"):
        grundy.positions(grundy.game(Wrong()))


def test_work_that_was_killed_goes_on(tmp_path):
    (tmp_path / "columns.py").write_text(
        "import grundy, sys, time\n"
        + "class Slow:\n"
        + "    def start(self, n=26):\n        return (n, n, n)\n"
        + "    def moves(self, s):\n"
        + "        return [s[:i] + (s[i] - t,) + s[i + 1:] for i in range(3) for t in (1, 2) if t <= s[i]]\n"
        + "rows = grundy.positions(grundy.game(Slow), checkpoint='work', save='all.positions')\n"
        + "print(len(rows))\n"
    )
    command = [sys.executable, "columns.py"]
    first = subprocess.Popen(command, cwd=tmp_path)
    deadline = time.monotonic() + 60
    while not (tmp_path / "work" / "commit").exists() and first.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    second = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert second.stdout.strip() == str(27**3)
    undisturbed = tmp_path / "undisturbed"
    undisturbed.mkdir()
    (undisturbed / "columns.py").write_bytes((tmp_path / "columns.py").read_bytes())
    subprocess.run(command, cwd=undisturbed, check=True, capture_output=True)
    files = [folder / "all.positions" for folder in (tmp_path, undisturbed)]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_two_processes_do_not_share_a_checkpoint(tmp_path):
    import fcntl

    (tmp_path / "work").mkdir()
    with open(tmp_path / "work" / "lock-0", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(grundy.GrundyError, match="another grundy is writing"):
            grundy.positions(grundy.game(Rows, 4), checkpoint=tmp_path / "work")


def test_exceptions_while_positions_are_found(tmp_path):
    class Faulty(Rows):
        def moves(self, rows):
            if rows == (1, 1):
                raise RuntimeError("no pins left")
            return super().moves(rows)

    for keep in ({}, {"save": tmp_path / "f.positions"}, {"checkpoint": tmp_path / "c"}):
        with pytest.raises(RuntimeError, match="no pins left"):
            grundy.positions(grundy.game(Faulty, 6), **keep)
    assert not (tmp_path / "f.positions").exists()


def test_limits_and_bad_files(tmp_path):
    game = grundy.game(Columns(5, 4))
    with pytest.raises(grundy.LimitError):
        grundy.positions(game, time=0.05)
    with pytest.raises(ValueError, match="ends in .positions"):
        grundy.positions(game, save=tmp_path / "x.parquet")
    with pytest.raises(OSError):
        grundy.positions(game, save=tmp_path / "none" / "x.positions")
    with pytest.raises(OSError):
        grundy.verify(tmp_path / "none")
    with pytest.raises(OSError, match="no file that can be read"):
        grundy.open_positions("/dev/null")
    with pytest.raises(OSError):
        grundy.open_positions(tmp_path)


def test_ctrl_c_stops_while_keys_are_looked_for(tmp_path):
    code = textwrap.dedent(
        """
        import grundy, time, sys
        class Slow:
            def start(self): return (0, 0)
            def moves(self, s):
                time.sleep(0.01)
                return [(s[0] + 1, s[1]), (s[0], s[1] + 1)] if sum(s) < 300 else []
        g = grundy.game(Slow)
        print("begun", flush=True)
        try:
            grundy.positions(g)
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert run.stdout.readline() == "begun\n"
    time.sleep(0.5)
    begun = time.monotonic()
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=20)[0] == "stopped\n"
    assert time.monotonic() - begun < 5


def test_other_files_are_verified(tmp_path, pytestconfig):
    """Files that the program has written, which the tests of Rust build."""
    program = os.environ.get("GRUNDY", pytestconfig.rootpath / "target" / "debug" / "grundy")
    if not os.path.exists(program):
        pytest.skip("the program is not built")

    def run(*words):
        subprocess.run([program, *words], cwd=tmp_path, check=True, capture_output=True)

    run("solve", "nim(3,4,5)", "--save", "nim.solution")
    run("period", "kayles", "--certificate", "kayles.json")
    assert grundy.verify(tmp_path / "nim.solution").entries == 120
    assert grundy.verify(tmp_path / "kayles.json").game == "kayles"
    text = (tmp_path / "kayles.json").read_text()
    assert '"period":12' in text.replace(" ", "")
    (tmp_path / "kayles.json").write_text(text.replace("12", "13", 1))
    with pytest.raises((grundy.GrundyError, grundy.ReadError)):
        grundy.verify(tmp_path / "kayles.json")


class Fails:
    """Raises in call number `fail` of one of its methods."""

    def __init__(self, method):
        self.method, self.calls, self.fail = method, 0, -1

    def counted(self, method):
        if method == self.method:
            self.calls += 1
            if self.calls == self.fail:
                raise KeyError("boo")

    def start(self):
        return (5, 0)

    def moves(self, state, player):
        self.counted("moves")
        return [(state[0] - t, state[1] + 1) for t in (1, 2) if state[0] >= t]

    def turn(self, state):
        self.counted("turn")
        return None

    def tier(self, state):
        self.counted("tier")
        return state[1]

    def symmetries(self, state):
        self.counted("symmetries")
        return [state]


@pytest.mark.parametrize("method", ["moves", "turn", "tier", "symmetries"])
def test_an_exception_comes_back_whenever_it_is_raised(method, tmp_path):
    path = tmp_path / "f.positions"
    rules = Fails(method)
    game = grundy.game(rules)
    grundy.positions(game, save=path)

    def table():
        return pyarrow.table(grundy.open_positions(path))

    for work in (lambda: grundy.verify(path), lambda: grundy.positions(game, save=path), table):
        raised = fail = 0
        while True:
            fail += 1 + fail // 10
            rules.calls, rules.fail = 0, fail
            try:
                work()
            except KeyError:
                raised += 1
                continue
            # What failed where a game is read is tried once more.
            if rules.calls < fail:
                break
        assert raised > 5
    rules.fail = -1
    assert grundy.verify(path).entries == len(grundy.open_positions(path))


def test_rows_may_be_read_where_moves_are_asked_for():
    rows = grundy.positions(grundy.game(Rows, 3))

    class Reader:
        def start(self):
            return 2

        def moves(self, n):
            assert len(pyarrow.table(rows)) == len(rows)
            return [n - 1] if n else []

    game = grundy.game(Reader)
    assert grundy.solve(game).outcome == "P"
    assert len(game.options()) == 1 and game.value == 0


def test_what_is_saved_belongs_to_code_and_attributes(tmp_path):
    class Taking:
        def __init__(self, most):
            self.most = most

        def start(self):
            return 6

        def moves(self, n):
            return [n - t for t in range(1, self.most + 1) if t <= n]

    def results(rows):
        return pyarrow.table(rows)["result"].to_pylist()

    def base(most):
        rules = {"start": lambda self: 6, "most": most, "moves": Taking.moves}
        return type("Taking", (type("Base", (), rules),), {})

    for number, kind in enumerate((Taking, base)):
        folder, path = tmp_path / f"work{number}", tmp_path / f"{number}.positions"
        make = (lambda most: kind(most)) if kind is Taking else (lambda most: kind(most)())
        grundy.positions(grundy.game(make(1)), checkpoint=folder, save=path)
        game = grundy.game(make(2))
        with pytest.raises(grundy.GrundyError, match="it belongs to something else"):
            grundy.positions(game, checkpoint=folder)
        with pytest.raises(grundy.GrundyError, match="code of Taking is not what it was"):
            grundy.open_positions(path)
        assert results(grundy.positions(game)) == ["loss", "win", "win"] * 2 + ["loss"]
        grundy.game(make(1))
        assert results(grundy.open_positions(path))[:3] == ["loss", "win", "loss"]


def test_damaged_files_are_not_read(tmp_path):
    path = tmp_path / "d.positions"
    grundy.positions("dodgem(2)", save=path)
    whole = path.read_bytes()
    rows = pyarrow.table(grundy.open_positions(path))
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        try:
            same = pyarrow.table(grundy.open_positions(path)) == rows
        except (grundy.GrundyError, grundy.ReadError):
            continue
        assert same, at


def test_letters_of_all_planes():
    class Letters:
        def start(self, text="𝔸x"):
            assert text in ("𝔸x", 'é"\n\\')
            return text

        def moves(self, text):
            return [text[1:]] if text else []

    game = grundy.game(Letters, "𝔸x")
    assert eval(game.position) == "𝔸x"
    assert {eval(row["position"]) for row in rows_of(grundy.positions(game))} == {"𝔸x", "x", ""}
    assert grundy.solve(grundy.game(Letters, 'é"\n\\')).outcome == "P"


@pytest.mark.parametrize("far", [-(2**63), 2**63 - 1])
def test_numbers_that_are_far_apart(far):
    class Far:
        def start(self):
            return (-1, 3)

        def moves(self, state):
            return [(far, 5)] if state == (-1, 3) else []

    assert len(grundy.positions(grundy.game(Far))) == 2


def test_limits_that_are_no_limits(tmp_path):
    with pytest.raises(ValueError, match="at least one thread"):
        grundy.solve("nim(3)", threads=-1)
    with pytest.raises(ValueError, match="less than nothing"):
        grundy.solve("nim(3)", memory=-1)
    assert grundy.solve("nim(3)", memory=2**70, time=float("inf")).outcome == "N"
    with pytest.raises(grundy.GrundyError):
        grundy.positions("dodgem(2)", disk="/dev/null")
