"""Games stated in Python in which no state comes again."""

import pytest
from stated import rows_of

import grundy


class Cycle:
    """A token on a ring of six; no state comes again."""

    repetition = "forbidden"

    def start(self):
        return 0

    def moves(self, at):
        return [(at + 1) % 6, (at + 3) % 6]


def without_repetition(at, met):
    after = [to for to in ((at + 1) % 6, (at + 3) % 6) if to not in met]
    return any(not without_repetition(to, met | {to}) for to in after)


def test_no_state_comes_again(tmp_path):
    game = grundy.game(Cycle)
    wins = without_repetition(0, {0})
    solution = grundy.solve(game)
    assert solution.outcome == ("N" if wins else "P")
    rows = grundy.positions(game, save=tmp_path / "c.positions")
    assert solution.positions == len(rows) == grundy.verify(tmp_path / "c.positions").entries
    for row in rows_of(rows):
        at, met = eval(row["position"])
        assert row["result"] == ("win" if without_repetition(at, set(met)) else "loss")

    rules = (
        'repetition = "forbidden"\n\ndef start():\n    return 0\n\n'
        "def moves(p):\n    return [(p + 1) % 6, (p + 3) % 6]\n"
    )
    (tmp_path / "round.star").write_text(rules)
    star = grundy.solve(grundy.load(tmp_path / "round.star"))
    assert (star.outcome, star.positions) == (solution.outcome, solution.positions)
    assert star.left.remoteness == solution.left.remoteness


def test_repetition_with_players_and_names():
    class Pieces:
        """A token on a line, which Left moves right by one or two, Right left by one."""

        repetition = "forbidden"
        title = "Pieces on a line"

        def start(self, size=5):
            return (size, 2)

        def moves(self, state, player):
            size, at = state
            steps = {"Left": (1, 2), "Right": (-1,)}[player]
            return {f"to {at + s}": (size, at + s) for s in steps if 0 <= at + s < size}

        def end(self, state, player):
            return "Left" if state[1] == state[0] - 1 else None

        def show(self, state):
            return f"at {state[1]}"

    def wins(state, player, met):
        if state[1] == state[0] - 1:
            return player == "Left"
        other = "Right" if player == "Left" else "Left"
        after = [to for to in Pieces().moves(state, player).values() if to not in met]
        return any(not wins(to, other, met | {to}) for to in after)

    game = grundy.game(Pieces)
    assert game.drawing() == "at 2"
    assert [move.name for move in game.moves("left")] == ["to 3", "to 4"]
    for size in (3, 5, 8):
        found = grundy.solve(grundy.game(Pieces, size))
        for side, player in ((found.left, "Left"), (found.right, "Right")):
            assert (side.result == "win") == wins((size, 2), player, {(size, 2)})


@pytest.mark.parametrize("name", ["canonical", "components", "heaps", "symmetries"])
def test_repetition_goes_with_histories(name):
    kind = type("Odd", (Cycle,), {name: True if name == "heaps" else lambda self, state: [state]})
    with pytest.raises(TypeError, match=f"`{name}` has no meaning"):
        grundy.game(kind)
    with pytest.raises(ValueError, match="repetition"):
        grundy.game(type("Odd", (Cycle,), {"repetition": "never"}))


def test_histories_of_states_that_have_no_order(tmp_path):
    def states(of):
        class Ring:
            repetition = "forbidden"

            def start(self):
                return of(0)

            def moves(self, at):
                (n,) = [n for n in range(5) if of(n) == at]
                return [of((n + step) % 5) for step in (1, 2)]

        return grundy.solve(grundy.game(Ring), whole=True)

    plain = states(lambda n: n)
    for of in (lambda n: frozenset([n]), lambda n: (n, None if n % 2 else n), lambda n: (n, n > 2)):
        found = states(of)
        assert (found.positions, found.outcome) == (plain.positions, plain.outcome)
