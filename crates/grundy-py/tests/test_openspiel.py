"""Games of OpenSpiel, solved by grundy, by OpenSpiel itself, and by grundy's own rules."""

from __future__ import annotations

import pathlib
import random

import grundy
import pytest

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import minimax  # noqa: E402

from grundy import openspiel  # noqa: E402

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "rules"

TREE = """EFG 2 R "returns of several sizes" { "A" "B" } ""
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "x" "y" } 0
t "" 1 "" { 3, -3 }
t "" 2 "" { -1, 1 }
p "" 2 2 "" { "x" "y" } 0
t "" 3 "" { 5, -5 }
t "" 4 "" { 1, -1 }
"""


def answer(game):
    """The result for the player to move, and the moves to the end."""
    solution = grundy.solve(game, remoteness=True)
    return answered(solution.right if game.turn == "right" else solution.left)


def answered(side):
    return side.result, side.remoteness


def in_words(value):
    return "win" if value > 0 else "loss" if value < 0 else "draw"


@pytest.mark.parametrize(
    "text",
    [
        "breakthrough(rows=4,columns=3)",
        "breakthrough(rows=5,columns=2)",
        "clobber(rows=2,columns=5)",
        "clobber(rows=3,columns=3)",
        "connect_four(rows=3,columns=3,x_in_row=3)",
        "connect_four(rows=4,columns=4)",
        "dots_and_boxes(num_rows=1,num_cols=3)",
        "dots_and_boxes(num_rows=1,num_cols=3,utility_margin=True)",
        "go(board_size=2)",
        "go(board_size=2,komi=0.5)",
        "gomoku(size=3,connect=3,anti=True)",
        "havannah(board_size=2)",
        "havannah(board_size=2,swap=True)",
        "hex(board_size=3)",
        "hex(board_size=3,swap=True)",
        "misere(game=tic_tac_toe())",
        "mnk(m=4,n=3,k=3)",
        "nim(pile_sizes=1;2;3)",
        "nim(pile_sizes=2;3,is_misere=False)",
        "oware(num_houses_per_player=2,num_seeds_per_house=1)",
        "start_at(game=connect_four(rows=4,columns=4),history=0;1;1)",
        "tic_tac_toe",
        "y(board_size=3)",
        "zerosum(game=nim(pile_sizes=1;3))",
    ],
)
def test_openspiel_finds_the_same(text):
    """Alpha-beta of OpenSpiel goes through lines of play and compares no states."""
    game, other = grundy.from_openspiel(text), pyspiel.load_game(text)
    assert game.turn == ("left", "right")[other.new_initial_state().current_player()]
    value, _ = minimax.alpha_beta_search(other, maximum_depth=1000)
    assert answer(game)[0] == in_words(value)
    rng = random.Random(text)
    for _ in range(5):  # Some positions on the way.
        state, after = other.new_initial_state(), game
        for _ in range(3):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            name = state.action_to_string(state.current_player(), action)
            after = next(move.to for move in after.moves() if move.name == name)
            state.apply_action(action)
        if state.is_terminal():
            assert after.turn is None
            assert after.end("left") == ("tie", "left", "right")[int(state.returns()[0])]
        else:
            value, _ = minimax.alpha_beta_search(other, state, maximum_depth=1000)
            assert answer(after)[0] == in_words(value)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("breakthrough(rows=4,columns=3)", "breakthrough.star(3,4)"),
        ("clobber(rows=3,columns=3)", "clobber(3x3)"),
        ("connect_four(rows=4,columns=4)", "connect-four(4x4)"),
        ("connect_four(rows=3,columns=4,x_in_row=3)", "connect-four(4x3,3)"),
        ("dots_and_boxes(num_rows=2,num_cols=2)", "dots-and-boxes(2x2)"),
        ("hex(board_size=3)", "hex(3)"),
        ("mnk(m=4,n=3,k=3)", "tic-tac-toe(4,3,3)"),
        ("nim(pile_sizes=3;4;5,is_misere=False)", "nim(3,4,5)"),
        ("tic_tac_toe", "tic-tac-toe"),
        ("y(board_size=4)", "game-of-y(4)"),
    ],
)
def test_rules_of_grundy_give_the_same(text, own):
    """Result and remoteness, of the start and after each first move."""
    if ".star" in own:
        grundy.load(EXAMPLES / own.split("(")[0])
        own = own.replace(".star", "")
    theirs, ours = grundy.from_openspiel(text), grundy.game(own)
    assert answer(theirs) == answer(ours)

    def after_moves(game):
        solved = [grundy.solve(move.to, remoteness=True) for move in game.moves("left")]
        return {(one.right is None, answered(one.right or one.left)) for one in solved}

    assert after_moves(theirs) == after_moves(ours)


def test_misere_nim():
    """Taking the last token loses: in grundy, who cannot move has won."""
    theirs = grundy.from_openspiel("nim(pile_sizes=1;3;5;7)")
    ours = grundy.solve("nim(1,3,5,7)", misere=True)
    assert answer(theirs) == (ours.left.result, ours.left.remoteness) == ("loss", 15)


def test_who_gets_more_has_won():
    tree = pyspiel.load_efg_game(TREE)
    solution = grundy.solve(grundy.from_openspiel(tree))
    assert (solution.left.result, [best.name for best in solution.left.best]) == ("win", ["r"])


def test_play_goes_through_the_game():
    game = grundy.from_openspiel("tic_tac_toe")
    corner = game.moves()[0]
    assert corner.name == "x(0,0)"
    assert corner.to.drawing() == "x..\n...\n..."
    assert grundy.game(corner.to.text) == corner.to
    assert len(grundy.positions(game)) == 5478
    begun = grundy.game("openspiel-tic-tac-toe(4, 0, 1)")
    assert begun.drawing() == "ox.\n.x.\n..." and answer(begun)[0] == "draw"
    with pytest.raises(ValueError, match="4 is not a legal action"):
        grundy.game("openspiel-tic-tac-toe(4, 4)")


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("kuhn_poker", "no chance"),
        ("dark_hex(board_size=2)", "perfect information"),
        ("matrix_rps", "moves in turn"),
        ("chinese_checkers(players=3)", "two players"),
        ("solitaire", "two players"),
    ],
)
def test_other_games_are_refused(text, needed):
    with pytest.raises(ValueError, match=f"grundy solves games with {needed}"):
        grundy.from_openspiel(text)
    with pytest.raises(TypeError, match="not int"):
        grundy.from_openspiel(3)


def test_returns_without_a_sum_are_refused():
    tree = TREE.replace("{ 3, -3 }", "{ 3, 3 }")
    with pytest.raises(ValueError, match="constant sum"):
        grundy.from_openspiel(pyspiel.load_efg_game(tree))


def small(name):
    """A size of a game whose play meets the same state often."""
    return {
        "breakthrough": "breakthrough(rows=4,columns=3)",
        "clobber": "clobber(rows=3,columns=3)",
        "gomoku": "gomoku(size=3,connect=3)",
        "havannah": "havannah(board_size=2,swap=True)",
        "hex": "hex(board_size=3,swap=True)",
        "mnk": "mnk(m=4,n=3,k=3)",
        "quoridor": "quoridor(board_size=3,wall_count=1)",
        "twixt": "twixt(board_size=5,ansi_color_output=False)",
        "y": "y(board_size=4)",
    }.get(name, name)


ALL = {
    kind.short_name
    for kind in pyspiel.registered_games()
    if kind.default_loadable
    and kind.min_num_players <= 2 <= kind.max_num_players
    and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    and not kind.short_name.startswith("python_")
}


@pytest.mark.parametrize("name", sorted(ALL))
def test_all_games_load_and_a_large_sample_agrees(name, monkeypatch):
    monkeypatch.setattr(openspiel, "_SAMPLE", 20_000)
    rules = openspiel.Rules(small(name))
    assert rules.known_by == openspiel._KNOWN_BY[name]
    assert rules.start().turn in ("Left", "Right")  # White, who is player 1, begins in chess.


@pytest.mark.parametrize(
    ("text", "known_by"),
    [
        ("amazons(board_size=6)", "number"),
        ("checkers(rows=8,columns=4)", "number"),
        ("chinese_checkers(max_moves=100)", "number"),
        ("go(board_size=2)", "number"),
        ("oware(num_houses_per_player=2,num_seeds_per_house=2)", "number"),
        ("quoridor(board_size=3,wall_count=1)", "text"),
    ],
)
def test_a_sample_finds_what_the_text_hides(text, known_by, monkeypatch):
    monkeypatch.setattr(openspiel, "_SAMPLE", 30_000)
    with pytest.raises(ValueError, match="known_by='history' is safe"):
        openspiel.Rules(text, known_by)


def test_what_states_are_known_by_may_be_said():
    listed = {}
    for known_by in ("text", "number", "history"):
        game = grundy.from_openspiel("nim(pile_sizes=2;2)", known_by=known_by)
        assert answer(game) == ("loss", 3)
        listed[known_by] = len(grundy.positions(game))
    assert listed["text"] < listed["number"] < listed["history"]
    with pytest.raises(ValueError, match="not 'luck'"):
        grundy.from_openspiel("nim", known_by="luck")


def test_games_that_are_not_known_go_by_history(monkeypatch):
    monkeypatch.setattr(openspiel, "_KNOWN_BY", {})
    first, *_ = grundy.from_openspiel("nim(pile_sizes=1;2)").moves()
    assert first.to.position == '"(1): 0 2\\nRight to move after [0]"'


def test_games_in_python():
    pytest.importorskip("open_spiel.python.games.tic_tac_toe")
    assert answer(grundy.from_openspiel("python_tic_tac_toe")) == ("draw", 9)


def test_states_that_were_let_go_are_made_again():
    game = grundy.from_openspiel("connect_four(rows=3,columns=3,x_in_row=3)")
    first = answer(game)
    for _ in range(3):
        game = game.moves()[0].to
    assert game.drawing() == "x..\no..\nx..\n"
    assert [move.name for move in game.moves()] == ["o1", "o2"]
    assert answer(grundy.game("openspiel-connect-four-columns-3-rows-3-x-in-row-3")) == first


def test_moves_of_one_name_are_all_kept(monkeypatch):
    rules = openspiel.Rules("nim(pile_sizes=2;2)")
    start = rules.start()

    class Alike:
        """A state whose moves print alike."""

        def __init__(self, inner):
            self.inner = inner

        def __getattr__(self, name):
            return getattr(self.inner, name)

        def action_to_string(self, player, action):
            return "take"

    start.kept = Alike(start.inner)
    assert list(rules.moves(start, "Left")) == [
        f"take ({action})" for action in start.inner.legal_actions()
    ]
