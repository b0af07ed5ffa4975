#!/usr/bin/env python3
"""Outcomes of small positions, from the rules as a person states them.

Run in this folder: `python3 make.py` writes one file a ruleset. Positions are
rows of characters, moves are made square by square, and who wins is found by
trying all moves. Nothing here is shared with grundy, and nothing is clever: no
position is split into parts, turned or cropped.
"""

import itertools
import random
from functools import lru_cache

LEFT, RIGHT = 0, 1
OWN, OTHER = "xo", "ox"
BESIDE = [(1, 0), (-1, 0), (0, 1), (0, -1)]
AROUND = BESIDE + [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Board:
    """Rows of characters; what lies outside is missing."""

    def __init__(self, text):
        self.rows = [list(row) for row in text.split("|")]

    def at(self, x, y):
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])
        return self.rows[y][x] if inside else "#"

    def squares(self, what):
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, c in enumerate(row)
            if c in what
        ]

    def put(self, *changes):
        rows = [row[:] for row in self.rows]
        for x, y, c in changes:
            rows[y][x] = c
        return "|".join("".join(row) for row in rows)


def domineering(text, player):
    board = Board(text)
    dx, dy = [(0, 1), (1, 0)][player]
    for x, y in board.squares("."):
        if board.at(x + dx, y + dy) == ".":
            yield board.put((x, y, "#"), (x + dx, y + dy, "#"))


def clobber(text, player):
    board = Board(text)
    for x, y in board.squares(OWN[player]):
        for dx, dy in BESIDE:
            if board.at(x + dx, y + dy) == OTHER[player]:
                yield board.put((x, y, "."), (x + dx, y + dy, OWN[player]))


def clobbering(steps, slides=False, taken=OTHER, behind=".."):
    def options(text, player):
        board = Board(text)
        for x, y in board.squares(OWN[player]):
            for dx, dy in steps:
                far = 1
                while slides and board.at(x + far * dx, y + far * dy) == ".":
                    far += 1
                to = x + far * dx, y + far * dy
                if board.at(*to) in taken[player]:
                    yield board.put((x, y, behind[player]), (*to, OWN[player]))

    return options


def konane(text, player):
    board = Board(text)
    for x, y in board.squares(OWN[player]):
        for dx, dy in BESIDE:
            now, at = board, (x, y)
            while True:
                over, to = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
                if now.at(*over) != OTHER[player] or now.at(*to) != ".":
                    break
                after = now.put((*at, "."), (*over, "."), (*to, OWN[player]))
                yield after
                now, at = Board(after), to


def ride(board, x, y):
    """The free squares that a queen sees."""
    for dx, dy in AROUND:
        far = 1
        while board.at(x + far * dx, y + far * dy) == ".":
            yield x + far * dx, y + far * dy
            far += 1


def amazons(text, player):
    board = Board(text)
    for x, y in board.squares(OWN[player]):
        for to in ride(board, x, y):
            moved = Board(board.put((x, y, "."), (*to, OWN[player])))
            for arrow in ride(moved, *to):
                yield moved.put((*arrow, "#"))


def has_liberties(text):
    board = Board(text)
    for stone in board.squares("xo"):
        colour, group, free = board.at(*stone), {stone}, False
        border = [stone]
        while border:
            x, y = border.pop()
            for dx, dy in BESIDE:
                near = (x + dx, y + dy)
                free |= board.at(*near) == "."
                if board.at(*near) == colour and near not in group:
                    group.add(near)
                    border.append(near)
        if not free:
            return False
    return True


def nogo(text, player):
    board = Board(text)
    for x, y in board.squares("."):
        after = board.put((x, y, OWN[player]))
        if has_liberties(after):
            yield after


def fission(text, player):
    board = Board(text)
    dx, dy = [(0, 1), (1, 0)][player]
    for x, y in board.squares("x"):
        if board.at(x - dx, y - dy) == "." == board.at(x + dx, y + dy):
            yield board.put((x, y, "."), (x - dx, y - dy, "x"), (x + dx, y + dy, "x"))


def colouring(forbidden):
    def options(text, player):
        board = Board(text)
        for x, y in board.squares("."):
            near = [board.at(x + dx, y + dy) for dx, dy in BESIDE]
            if forbidden[player] not in near:
                yield board.put((x, y, OWN[player]))

    return options


col, snort = colouring(OWN), colouring(OTHER)


def toads_and_frogs(row, player):
    beast, over, way = [("T", "F", 1), ("F", "T", -1)][player]
    board = Board(row)
    for x, _ in board.squares(beast):
        if board.at(x + way, 0) == ".":
            yield board.put((x, 0, "."), (x + way, 0, beast))
        elif board.at(x + way, 0) == over and board.at(x + 2 * way, 0) == ".":
            yield board.put((x, 0, "."), (x + 2 * way, 0, beast))


def elephants_and_rhinos(row, player):
    beast, way = [("E", 1), ("R", -1)][player]
    board = Board(row)
    for x, _ in board.squares(beast):
        if board.at(x + way, 0) == ".":
            yield board.put((x, 0, "."), (x + way, 0, beast))


def generalized_toads(text, player):
    """`least,greatest,jump,friendly;strip`, as the ruleset reads it."""
    parameters, row = text.split(";")
    least, greatest, longest, friendly = map(int, parameters.split(","))
    beast, other, way = [("T", "F", 1), ("F", "T", -1)][player]
    board = Board(row)
    for x, _ in board.squares(beast):
        move = lambda to: f"{parameters};" + board.put((x, 0, "."), (to, 0, beast))
        if board.at(x + way, 0) == ".":
            far = 1
            while board.at(x + far * way, 0) == ".":
                if least <= far <= greatest:
                    yield move(x + far * way)
                far += 1
        else:
            over = 0
            while board.at(x + (over + 1) * way, 0) in (other + beast if friendly else other):
                over += 1
            if 0 < over <= longest and board.at(x + (over + 1) * way, 0) == ".":
                yield move(x + (over + 1) * way)


def kings_dirt(text, player):
    """`board,left,right`, perhaps with `place-first;` before it."""
    mode, rest = text.split(";") if ";" in text else ("", text)
    rows, *to_put = rest.split(",")
    to_put = list(map(int, to_put))
    board = Board(rows)
    write = lambda rows, to_put: (mode and mode + ";") + ",".join([rows, *map(str, to_put)])
    if to_put[player] > 0:
        fewer = [count - (i == player) for i, count in enumerate(to_put)]
        for x, y in board.squares("."):
            yield write(board.put((x, y, OWN[player])), fewer)
        if mode:
            return
    for x, y in board.squares(OWN[player]):
        for dx, dy in AROUND:
            if board.at(x + dx, y + dy) == ".":
                yield write(board.put((x, y, "#"), (x + dx, y + dy, OWN[player])), to_put)


def sheep(text, player):
    """Rows of numbers with commas between; `.` is free, `#` missing."""
    rows = [row.split(",") for row in text.split("|")]
    sign = [1, -1][player]
    height, width = len(rows), len(rows[0])
    free = lambda x, y: 0 <= y < height and 0 <= x < width and rows[y][x] == "."
    for y, row in enumerate(rows):
        for x, square in enumerate(row):
            if square in ".#" or int(square) * sign < 2:
                continue
            for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]:
                far = 0
                while free(x + (far + 1) * dx, y + (far + 1) * dy):
                    far += 1
                for sent in range(1, abs(int(square)) if far else 1):
                    after = [list(row) for row in rows]
                    after[y][x] = str(int(square) - sent * sign)
                    after[y + far * dy][x + far * dx] = str(sent * sign)
                    yield "|".join(",".join(row) for row in after)


def fjords(text, player):
    """`edges;colours`: the vertices in alphabetical order."""
    edges, colours = text.split(";")
    names = sorted(set(edges) - set("-,"))
    for i, vertex in enumerate(names):
        ends = [edge.split("-") for edge in edges.split(",")]
        near = [a if b == vertex else b for a, b in ends if vertex in (a, b)]
        if colours[i] == "." and OWN[player] in [colours[names.index(other)] for other in near]:
            yield f"{edges};{colours[:i]}{OWN[player]}{colours[i + 1:]}"


def impartial(games):
    """`ruleset(position)`, in which both players have both players' moves."""

    def options(text, _):
        ruleset, position = text[:-1].split("(")
        for player in (LEFT, RIGHT):
            for option in games[ruleset](position, player):
                yield f"{ruleset}({option})"

    return options


def shove(row, player):
    for i, c in enumerate(row):
        if c == "LR"[player]:
            yield row[1 : i + 1] + "." + row[i + 1 :]


def push(row, player):
    for i, c in enumerate(row):
        if c == "LR"[player]:
            gap = max((j for j in range(i) if row[j] == "."), default=None)
            if gap is None:
                yield row[1 : i + 1] + "." + row[i + 1 :]
            else:
                yield row[:gap] + row[gap + 1 : i + 1] + "." + row[i + 1 :]


def toppling_dominoes(row, player):
    for i, c in enumerate(row):
        if c in ["BG", "RG"][player]:
            start = i
            while start > 0 and row[start - 1] != ".":
                start -= 1
            end = i
            while end + 1 < len(row) and row[end + 1] != ".":
                end += 1
            yield row[:start] + "." * (i - start + 1) + row[i + 1 :]
            yield row[:i] + "." * (end - i + 1) + row[end + 1 :]


def cakes(pieces, turned=False):
    def options(text, player):
        sizes = [tuple(map(int, cake.split("x"))) for cake in text.split(",")]
        for i, (width, height) in enumerate(sizes):
            side = [width, height][player]
            for lengths in pieces(side):
                if player == LEFT:
                    new = [(length, height) for length in lengths]
                else:
                    new = [(width, length) for length in lengths]
                if turned:
                    new = [(height, width) for width, height in new]
                after = sorted(sizes[:i] + new + sizes[i + 1 :])
                yield ",".join(f"{w}x{h}" for w, h in after)

    return options


cutcake = cakes(lambda side: [(cut, side - cut) for cut in range(1, side)])
def divided(side):
    return [(side // n,) * n for n in range(2, side + 1) if side % n == 0]


maundy_cake = cakes(divided)
twisted_maundy_cake = cakes(divided, turned=True)


def partizan_subtraction(text, player):
    """`left/right;heap,heap` with lists of numbers."""
    sets, heaps = text.split(";")
    takes = [int(n) for n in sets.split("/")[player].split(",")]
    heaps = [int(n) for n in heaps.split(",")]
    for i, size in enumerate(heaps):
        for take in takes:
            if take <= size:
                after = heaps[:i] + [size - take] + heaps[i + 1 :]
                yield sets + ";" + ",".join(map(str, after))


def graph_colouring(forbidden):
    """`edges;colours`: `a-b,b-c;.x.`, the vertices in alphabetical order."""

    def options(text, player):
        edges, colours = text.split(";")
        names = sorted(set(edges) - set("-,"))
        for i, vertex in enumerate(names):
            ends = [edge.split("-") for edge in edges.split(",")]
            near = [a if b == vertex else b for a, b in ends if vertex in (a, b)]
            taken = [colours[names.index(other)] for other in near]
            if colours[i] == "." and forbidden[player] not in taken:
                yield f"{edges};{colours[:i]}{OWN[player]}{colours[i + 1:]}"

    return options


def hackenbush(text, player):
    """Edges `0-B-a`, parted by commas; what does not hang on 0 is gone."""
    edges = text.split(",") if text else []
    for cut in edges:
        if cut[2] not in ["BG", "RG"][player]:
            continue
        left, reached = [edge for edge in edges if edge is not cut], {"0"}
        while True:
            more = {v for e in left if e[0] in reached or e[-1] in reached for v in (e[0], e[-1])}
            if more <= reached:
                break
            reached |= more
        yield ",".join(edge for edge in left if edge[0] in reached)


def coins(may_turn):
    """Coins in a row; any set that may be turned, its last coin from heads to tails."""

    def options(row, player):
        for count in range(1, len(row) + 1):
            for turned in itertools.combinations(range(len(row)), count):
                if row[turned[-1]] == "H" and may_turn(turned):
                    yield "".join(
                        "TH"[c == "T"] if i in turned else c for i, c in enumerate(row)
                    )

    return options


turning_turtles = coins(lambda turned: len(turned) <= 2)
mock_turtles = coins(lambda turned: len(turned) <= 3)
ruler = coins(lambda turned: turned[-1] - turned[0] == len(turned) - 1)


def turning_corners(text, player):
    board = Board(text)
    for x, y in board.squares("H"):
        for left in range(x):
            for top in range(y):
                corners = [(left, top), (left, y), (x, top), (x, y)]
                yield board.put(*((a, b, "TH"[board.at(a, b) == "T"]) for a, b in corners))


def silver_dollar(text, player):
    """`row`, `bag;row` or `pocket;row`; `$|` before the row: the dollar is in the bag."""
    rules, _, row = text.rpartition(";")
    begin = rules + ";" if rules else ""
    bagged, _, row = row.rpartition("|")
    over = begin + "." * len(row)
    if bagged:
        yield over
        begin += "$|"
    for at, coin in enumerate(row):
        if coin == ".":
            continue
        rest = row[:at] + "." + row[at + 1 :]
        to = at - 1
        while to >= 0 and row[to] == ".":
            yield begin + rest[:to] + coin + rest[to + 1 :]
            to -= 1
        if to < 0 and rules:
            if coin == "o":
                yield begin + rest
            else:
                yield over if rules == "pocket" else begin + "$|" + rest


def partizan_euclid(text, player):
    p, q = map(int, text.split(","))
    if p % q:
        yield f"{q},{[p % q, q - p % q][player]}"


def eatcake(text, player, turned=False):
    cakes = [tuple(map(int, cake.split("x"))) for cake in text.split(",")] if text else []
    for i, (width, height) in enumerate(cakes):
        for eaten in range([width, height][player]):
            sides = [eaten, [width, height][player] - 1 - eaten]
            if player == LEFT:
                new = [(side, height) for side in sides if side]
            else:
                new = [(width, side) for side in sides if side]
            if turned:
                new = [(height, width) for width, height in new]
            after = sorted(cakes[:i] + new + cakes[i + 1 :])
            yield ",".join(f"{w}x{h}" for w, h in after)


def turn_and_eatcake(text, player):
    return eatcake(text, player, turned=True)


def ski_jumps(text, player):
    board = Board(text)
    way, own, others = [(1, "Ll", "Rr"), (-1, "Rr", "Ll")][player]
    for x, y in board.squares(own):
        skier, to = board.at(x, y), x + way
        while board.at(to, y) == ".":
            yield board.put((x, y, "."), (to, y, skier))
            to += way
        if not 0 <= to < len(board.rows[y]):
            yield board.put((x, y, "."))
        if skier in "LR" and board.at(x, y + 1) in others and board.at(x, y + 2) == ".":
            met = board.at(x, y + 1).lower()
            yield board.put((x, y, "."), (x, y + 1, met), (x, y + 2, skier))


def fox_and_geese(text, player):
    board = Board(text)
    for x, y in board.squares("GF"[player]):
        for dx, dy in itertools.product([-1, 1], [1] if player == LEFT else [-1, 1]):
            if board.at(x + dx, y + dy) == ".":
                yield board.put((x, y, "."), (x + dx, y + dy, "GF"[player]))


def sowing(text, player):
    pots = [int(c) for c in text]
    way = [1, -1][player]
    for at, seeds in enumerate(pots):
        last = at + way * seeds
        if seeds and 0 <= last < len(pots) and pots[last]:
            after = pots[:]
            after[at] = 0
            for to in range(at + way, last + way, way):
                after[to] += 1
            yield "".join(map(str, after))


def bipass(text, player):
    own, other, way = [("x", "o", 1), ("o", "x", -1)][player]
    for at, stone in enumerate(text):
        to = at + way
        while stone == own and 0 <= to < len(text) and text[to] == other:
            passed = list(text)
            passed.insert(to, passed.pop(at))
            yield "".join(passed)
            to += way


def outcomes(options):
    """Normal and misère outcome of a position."""

    @lru_cache(maxsize=None)
    def wins(position, player, misere):
        after = list(options(position, player))
        if not after:
            return misere
        return not all(wins(option, 1 - player, misere) for option in after)

    def outcome(position):
        words = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
        return [
            words[wins(position, LEFT, misere), wins(position, RIGHT, misere)]
            for misere in (False, True)
        ]

    return outcome


def boards(width, height, marks, most=None, keep=lambda board: True):
    """All boards of a size, or that many at random."""
    random.seed(f"{width}x{height}{marks}")
    every = len(marks) ** (width * height)
    if most is None:
        found = itertools.product(marks, repeat=width * height)
    else:
        found = (random.choices(marks, k=width * height) for _ in range(min(every, 50 * most)))
    texts = (
        "|".join("".join(squares[y * width : (y + 1) * width]) for y in range(height))
        for squares in found
    )
    return itertools.islice(dict.fromkeys(filter(keep, texts)), most)


def strips(longest, marks):
    return [row for n in range(1, longest + 1) for row in boards(n, 1, marks)]


def stones(marks, sizes):
    return [
        board
        for width, height, most in sizes
        for board in boards(width, height, marks, most)
    ]


def sizes(most):
    every = [f"{w}x{h}" for w in range(1, most + 1) for h in range(1, most + 1)]
    pairs = [f"{a},{b}" for a in every for b in every if a < b]
    random.seed(most)
    return every + random.sample(pairs, 60)


def write(name, options, positions, spell=lambda position: position):
    outcome = outcomes(options)
    with open(f"{name}.txt", "w") as file:
        file.write("# Made by make.py: a position, who wins it, and who wins it in misère play.\n")
        for position in positions:
            file.write(" ".join([spell(position), *outcome(position)]) + "\n")


write("domineering", domineering, stones(".#", [(4, 1, None), (1, 4, None), (3, 2, None), (3, 3, None), (4, 3, 200)]))
write("clobber", clobber, stones(".xo", [(5, 1, None), (2, 2, None), (1, 4, None), (3, 2, 300), (3, 3, 150), (4, 2, 100)])
      + stones("xo", [(7, 1, None), (3, 2, None), (3, 3, 150)]))
for name, options in [
    ("kings-clobber", clobbering(AROUND)),
    ("rooks-clobber", clobbering(BESIDE, slides=True)),
    ("queens-clobber", clobbering(AROUND, slides=True)),
    ("hot-clobber", clobbering(BESIDE, taken=["xo", "xo"])),
    ("anti-clobber", clobbering(BESIDE, taken=["..", ".."], behind=OTHER)),
]:
    write(name, options, stones(".xo", [(4, 1, None), (2, 2, None), (3, 2, 150)]) + stones(".xo#", [(3, 3, 60)])
          + stones("...xo", [(5, 1, 60)]))
write("konane", konane, stones(".xo", [(5, 1, None), (1, 4, None), (7, 1, 200), (3, 3, 300), (4, 3, 200), (4, 4, 100)])
      + stones(".xo#", [(4, 3, 100)]))
write("amazons", amazons, stones(".xo#", [(4, 1, None), (2, 2, None), (3, 2, 300)])
      + stones("...xo", [(3, 3, 30)]) + stones(".#.xo#", [(3, 3, 150), (4, 3, 60)]))
legal = dict(keep=has_liberties)
write("nogo", nogo, [board for marks, size in [
    (".xo", (5, 1, None)), (".xo", (1, 3, None)), (".xo", (2, 2, None)), (".xo", (3, 2, None)),
    ("..xo", (3, 3, 150)), (".xo#", (3, 3, 150)), ("xo.", (7, 1, 150)), (".xo", (4, 3, 100)),
    (".xo#", (4, 3, 100)), (".xo#", (5, 3, 40))] for board in boards(*size[:2], marks, size[2], **legal)])
write("fission", fission, stones(".x#", [(5, 1, None), (1, 4, None), (3, 3, 300)])
      + stones("..x", [(4, 3, 100), (4, 4, 60)]) + stones(".x#", [(5, 4, 100)]))
for name, options in [("col", col), ("snort", snort)]:
    write(name, options, stones(".xo#", [(4, 1, None), (1, 3, None), (2, 2, None), (3, 3, 150)])
          + stones("..xo", [(3, 2, 200), (3, 3, 60)]) + stones("...#", [(3, 3, 60)]))
write("toads-and-frogs", toads_and_frogs, strips(6, ".TF"))
write("elephants-and-rhinos", elephants_and_rhinos, strips(6, ".ER") + list(boards(9, 1, "..ER", 200)))
write("push", push, strips(5, ".LR") + list(boards(7, 1, ".LR", 100)))
write("shove", shove, strips(5, ".LR") + list(boards(7, 1, ".LR", 100)))
write("toppling-dominoes", toppling_dominoes, strips(5, "BRG") + list(boards(7, 1, "BRG.", 200)))
write("cutcake", cutcake, sizes(4))
write("maundy-cake", maundy_cake, sizes(6))
write("twisted-maundy-cake", twisted_maundy_cake, sizes(6))
write("partizan-subtraction", partizan_subtraction,
      [f"{sets};{heaps}" for sets in ["1,2/1,3", "2/1", "1,4/2,3", "1/2,3,5", "1,2,3/1,2,3"]
       for heaps in [*range(10), "3,4", "5,7", "1,2,3", "6,6"]],
      lambda text: text.replace(" ", ""))
GRAPHS = ["a-b", "a-b,b-c", "a-b,b-c,c-d,a-d", "a-b,b-c,a-c", "a-b,b-c,c-d,d-e,a-e",
          "a-b,a-c,a-d,b-c,b-d,c-d", "a-b,a-c,a-d,a-e,d-e"]
for name, rule in [("col-on-graphs", OWN), ("snort-on-graphs", OTHER)]:
    write(name, graph_colouring(rule), [f"{edges};{'.' * len(set(edges) - set('-,'))}" for edges in GRAPHS],
          lambda text: text.split(";")[0])


def bushes(count):
    """Connected coloured graphs on the ground 0, with circles, loops and double edges."""
    random.seed("bushes")
    for _ in range(count):
        edges, known = [], "0"
        for _ in range(random.randint(1, 6)):
            end = random.choice(known + "abcd"[: len(known)])
            edges.append(f"{random.choice(known)}-{random.choice('BRG')}-{end}")
            known += end if end not in known else ""
        yield ",".join(edges)


write("hackenbush", hackenbush, dict.fromkeys(bushes(300)))

for name, options in [("turning-turtles", turning_turtles), ("mock-turtles", mock_turtles), ("ruler", ruler)]:
    write(name, options, [row for row in strips(7, "TH")])
write("turning-corners", turning_corners, stones("TH", [(2, 2, None), (3, 2, None), (3, 3, 100), (4, 3, 60)]))
write("silver-dollar", silver_dollar, [row for row in strips(8, ".o")]
      + [f"{rules};{row}" for rules in ["bag", "pocket"] for row in strips(6, ".o$") if row.count("$") == 1]
      + [f"bag;$|{row}" for row in strips(5, ".o")])
write("partizan-euclid", partizan_euclid, [f"{p},{q}" for p in range(1, 24) for q in range(1, 16)] + ["89,55", "1000,618", "100,73", "997,610"])
write("eatcake", eatcake, sizes(4))
write("turn-and-eatcake", turn_and_eatcake, sizes(4))
write("ski-jumps", ski_jumps, stones(".LRlr", [(3, 1, None), (2, 2, 200), (1, 4, 200)])
      + stones("..LR", [(3, 3, 100)]) + stones("...LRlr", [(3, 3, 100), (2, 4, 100)]))
write("bipass", bipass, [row for row in strips(8, "xo")])
write("sowing", sowing, [row for row in strips(5, "0123") if sum(map(int, row)) < 10])
write("generalized-toads-and-frogs", generalized_toads,
      [f"{rules};{row}" for rules in ["1,1,0,0", "1,1,1,0", "1,2,1,0", "1,2,2,1", "2,3,2,0", "1,4,3,1", "2,2,1,1"]
       for row in [*strips(4, ".TF"), *boards(7, 1, "..TF", 80)]])
write("kings-dirt", kings_dirt,
      [f"{mode}{board},{left},{right}"
       for mode, left, right in [("", 0, 0), ("", 1, 1), ("place-first;", 1, 2), ("", 2, 0), ("place-first;", 1, 0)]
       for board in stones(".xo#", [(3, 1, None), (2, 2, 80), (3, 2, 40)])]
      + [f"{board},0,0" for board in stones(".#xo", [(3, 3, 100), (4, 3, 40)])])


def flocks(width, height, most):
    random.seed(f"{width}x{height} sheep")
    kinds = [".", ".", ".", ".", "#", "1", "-1", "2", "-2", "3", "-3", "4"]
    for _ in range(most):
        yield "|".join(",".join(random.choices(kinds, k=width)) for _ in range(height))


write("sheep", sheep, dict.fromkeys(board for size in [(3, 1, 60), (1, 4, 60), (5, 1, 60), (2, 2, 100), (3, 2, 150), (2, 4, 80), (3, 3, 80)]
                                    for board in flocks(*size)))


def coloured(count):
    random.seed("fjords")
    for _ in range(count):
        yield f"{random.choice(FJORDS)};" + "".join(random.choices("..xo", k=7))


FJORDS = ["a-b,b-c,c-d,d-e,e-f,f-g", "a-b,b-c,c-d,a-d,d-e,e-f,f-g,e-g", "a-b,a-c,a-d,a-e,e-f,f-g",
          "a-b,b-c,c-d,d-e,e-f,a-f,a-g,c-g,e-g"]


def spelled(text):
    edges, colours = text.split(";")
    words = [f"{'lr'[OWN.index(c)]}:{vertex}" for vertex, c in zip("abcdefg", colours) if c != "."]
    return f"{edges};" + ",".join(words)


write("fjords", fjords, dict.fromkeys(coloured(400)), spelled)
write("impartial", impartial({"domineering": domineering, "clobber": clobber, "col": col, "snort": snort,
                              "konane": konane, "toads-and-frogs": toads_and_frogs, "amazons": amazons}),
      [f"{name}({board})" for name, all in [
          ("domineering", stones(".#", [(3, 2, None), (3, 3, 100), (4, 3, 40)])),
          ("clobber", stones(".xo", [(4, 1, None), (3, 2, 100), (3, 3, 40)])),
          ("col", stones(".xo#", [(3, 1, None), (3, 2, 60)])), ("snort", stones(".xo#", [(3, 1, None), (3, 2, 60)])),
          ("konane", stones(".xo", [(5, 1, 80), (3, 3, 60)])), ("toads-and-frogs", strips(5, ".TF")),
          ("amazons", stones(".xo#", [(4, 1, 60), (3, 2, 60)]))] for board in all])


def meadows(width, height, geese, most):
    """Geese and a fox on squares of one colour, at random."""
    random.seed(f"{width}x{height} {geese}")
    dark = [(x, y) for y in range(height) for x in range(width) if (x + y) % 2 == 0]
    empty = Board("|".join(["." * width] * height))
    for _ in range(most):
        fox, *others = random.sample(dark, geese + 1)
        yield empty.put((*fox, "F"), *((x, y, "G") for x, y in others))


found = [board for size in [(3, 3, 1, 20), (4, 4, 2, 60), (5, 4, 2, 60), (4, 5, 3, 40)] for board in meadows(*size)]
# Sums of such positions need not end, so that they are only asked who wins.
outcome = outcomes(fox_and_geese)
with open("../fox-and-geese-small.txt", "w") as file:
    file.write("# Made by outcomes/make.py, which knows only the rules.\n")
    for position in dict.fromkeys(found):
        normal, misere = outcome(position)
        file.write(f"fox-and-geese({position}) => outcome={normal} misere={misere}\n")
