"""Games that tests state, and who wins them by the definition."""

import pyarrow


def rows_of(rows):
    return pyarrow.table(rows).to_pylist()


def by_definition(rules, *parameters, misere=False):
    """Result and number of moves for each state and player that play from either start reaches."""
    partizan = not hasattr(rules, "impartial")
    start = rules.start(*parameters)
    options, ends, queue = {}, {}, [(start, 0), (start, 1)] if partizan else [(start, 0)]
    while queue:
        at = state, mover = queue.pop()
        if at in options:
            continue
        name = "Left" if mover == 0 else "Right"
        end = rules.end(state, name) if hasattr(rules, "end") else None
        if end is not None:
            ends[at] = {"tie": "draw", "win": "win", "loss": "loss"}.get(
                end, "win" if end == name else "loss"
            )
            options[at] = []
            continue
        after = rules.moves(state, name) if partizan else rules.moves(state)
        options[at] = [(to, 1 - mover if partizan else 0) for to in after]
        queue += options[at]
    known = {}
    for at, after in options.items():
        if at in ends:
            known[at] = (ends[at], 0)
        elif not after:
            known[at] = ("win" if misere else "loss", 0)
    changed = True
    while changed:
        changed = False
        for at, after in options.items():
            found = [known.get(to) for to in after]
            if not after or at in ends:
                continue
            lost = [n for r, n in filter(None, found) if r == "loss"]
            won = [n for r, n in filter(None, found) if r == "win"]
            new = None
            if lost:
                new = ("win", 1 + min(lost))
            elif len(won) == len(found):
                new = ("loss", 1 + max(won))
            if new is not None and known.get(at) != new:
                known[at] = new
                changed = True
    # Moves to a draw are not counted here.
    decided = {at: one for at, one in known.items() if one[0] != "draw"}
    return {at: decided.get(at, ("draw", None)) for at in options}


class Rows:
    """Rows of pins: take one or two that stand together. With names."""

    impartial = True

    def start(self, *rows):
        return tuple(sorted(rows))

    def moves(self, rows):
        found = []
        for i, n in enumerate(rows):
            for take in (1, 2):
                for left in range(n - take + 1):
                    rest = rows[:i] + rows[i + 1 :] + (left, n - take - left)
                    found.append(tuple(sorted(r for r in rest if r)))
        return found


class Columns:
    """Stones dropped into columns; three in a row of three win."""

    def __init__(self, width=3, height=3):
        self.width, self.height = width, height

    def start(self):
        return ("." * (self.width * self.height), 0)

    def lines(self, board):
        w, h = self.width, self.height
        for x in range(w):
            for y in range(h):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if 0 <= x + 2 * dx < w and 0 <= y + 2 * dy < h:
                        yield "".join(board[(x + i * dx) * h + y + i * dy] for i in range(3))

    def end(self, state, player):
        for line in self.lines(state[0]):
            if line in ("xxx", "ooo"):
                return "Left" if line == "xxx" else "Right"
        return None if "." in state[0] else "tie"

    def moves(self, state, player):
        board, moved = state
        found = []
        for x in range(self.width):
            column = board[x * self.height : (x + 1) * self.height]
            if "." in column:
                at = x * self.height + column.index(".")
                stone = "x" if player == "Left" else "o"
                found.append((board[:at] + stone + board[at + 1 :], moved + 1))
        return found


class Round:
    """A token that goes round, by one or three: play can go on for ever."""

    def start(self, size=7):
        return (size, 0)

    def end(self, state, player):
        return "win" if state[1] == 4 and player == "Left" else None

    def moves(self, state, player):
        size, at = state
        return [(size, (at + step) % size) for step in ((1, 3) if player == "Left" else (2,))]


class Placed:
    """Three marks on a ring of eight; a mark beside another one is not allowed. By symmetry."""

    def start(self, size=8):
        return "." * size

    def moves(self, ring):
        n = len(ring)
        return [
            ring[:i] + "x" + ring[i + 1 :]
            for i in range(n)
            if ring[i - 1] == ring[i] == ring[(i + 1) % n] == "."
        ]


class PlacedBySymmetry(Placed):
    def symmetries(self, ring):
        turns = [ring[i:] + ring[:i] for i in range(len(ring))]
        return turns + [turn[::-1] for turn in turns]


class Tiered(Columns):
    def tier(self, state):
        return state[1]
