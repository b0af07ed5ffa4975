"""Combinatorial games: who wins, how, in how many moves, and what a position is worth in a sum.

>>> import grundy
>>> grundy.solve("nim(3,4,5)").outcome
'N'
>>> grundy.Value("{2||1|-1}") + grundy.Value("^*") > 0
True
>>> grundy.table("kayles", 9)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], dtype=uint32)

Games and values are written as everywhere in grundy: `nim(3,4,5)`, `domineering(..|.#)`,
`nim(3) + kayles(7)`, `{2||1|-1}`, `^*`. A game of your own is a class with the methods `start`
and `moves`; see `game`.
"""

from grundy._grundy import (
    Game,
    GrundyError,
    LimitError,
    Move,
    NoValueError,
    ReadError,
    RefusedError,
    Rows,
    RulesError,
    Thermograph,
    Value,
    __version__,
    calculate,
    functions,
    set_values_memory,
)
from grundy.answers import (
    Best,
    Broken,
    Comparison,
    Equality,
    Grid,
    Misere,
    Period,
    Quotient,
    Report,
    Ruleset,
    Sets,
    Side,
    Solution,
    Verified,
)
from grundy.asking import (
    Picture,
    check,
    compare,
    equal,
    games,
    graph,
    graph_svg,
    grid,
    misere,
    open_positions,
    period,
    play,
    plot,
    positions,
    quotient,
    search,
    sets,
    solve,
    stats,
    survey,
    table,
    verify,
)
from grundy.own import from_openspiel, game, load
from grundy.values import MoveInSum, best_moves, orthodox_move

import grundy.rows  # noqa: F401  Gives tables their methods.

__all__ = [
    "Best",
    "Broken",
    "Comparison",
    "Equality",
    "Game",
    "Grid",
    "GrundyError",
    "LimitError",
    "Misere",
    "Move",
    "MoveInSum",
    "NoValueError",
    "Period",
    "Picture",
    "Quotient",
    "ReadError",
    "RefusedError",
    "Report",
    "Rows",
    "RulesError",
    "Ruleset",
    "Sets",
    "Side",
    "Solution",
    "Thermograph",
    "Value",
    "Verified",
    "__version__",
    "best_moves",
    "calculate",
    "check",
    "compare",
    "equal",
    "from_openspiel",
    "functions",
    "game",
    "games",
    "graph",
    "graph_svg",
    "grid",
    "load",
    "misere",
    "open_positions",
    "orthodox_move",
    "period",
    "play",
    "plot",
    "positions",
    "quotient",
    "search",
    "set_values_memory",
    "sets",
    "solve",
    "stats",
    "survey",
    "table",
    "verify",
]
