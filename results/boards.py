"""Values of the starting positions of board games, as far as an hour for each reaches.

    python3 results/boards.py boards.jsonl [GRUNDY]

runs `grundy value` for each board of a game, from small to large, until it has taken that long for
the game. A board that takes more than half an hour is left to `grundy solve`, for 2 minutes, which
needs no value to say who wins; boards that contain it are not looked at. There is a line in
boards.jsonl for each board that is done: run again, it goes on. Then it writes results/boards.csv,
and draws results/boards.svg. Needs nothing but Python 3.10.
"""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import journal as journals

GAME_SECONDS = 3600
BOARD_SECONDS = 1800
OUTCOME_SECONDS = 120
MEMORY = "10G"
# A longer value, and there are some of millions of characters, is left out.
LONGEST = 1000
COLUMNS = [
    "game", "outcome", "value", "characters", "mean", "temperature", "left_stop", "right_stop", "birthday",
]  # fmt: skip
folder = Path(__file__).parent


def rectangles(game: str, least: int, turned: bool) -> list[tuple[str, tuple[int, ...]]]:
    """The boards of a game with sides of at least this, the smaller ones first; both of a board
    and its transpose if `turned`."""
    sides = [(w, n // w) for n in range(2, 65) for w in range(n, 0, -1) if n % w == 0]
    sides = [(w, h) for w, h in sides if min(w, h) >= least and (turned or w >= h)]
    return [(f"{game}({w}x{h})", (w, h)) for w, h in sides]


def strips() -> list[tuple[str, tuple[int, ...]]]:
    """Toads and Frogs that are to meet: at least as many toads, as the others are their negatives."""
    counts = [
        (toads, cells - toads - frogs, frogs)
        for cells in range(3, 65)
        for frogs in range(1, (cells + 1) // 2)
        for toads in range(frogs, cells - frogs)
    ]
    return [(f"toads-and-frogs({'T' * t}{'.' * gap}{'F' * f})", (t, gap, f)) for t, gap, f in counts]


GAMES = {
    # A turned board is the negative for Domineering, and the same for Clobber and NoGo.
    "domineering": rectangles("domineering", least=2, turned=False),
    "clobber": rectangles("clobber", least=1, turned=False),
    "nogo": rectangles("nogo", least=1, turned=False),
    "amazons": rectangles("amazons", least=2, turned=True),
    "konane": rectangles("konane", least=1, turned=True),
    "toads-and-frogs": strips(),
}


def ask(grundy: str, command: str, board: str, seconds: float) -> dict[str, object] | None:
    limits = ["--time", f"{seconds:.0f}s", "--memory", MEMORY, "--threads", "1"]
    answer = subprocess.run(
        [grundy, command, board, *limits, "--format", "json"], capture_output=True, text=True
    )
    if answer.returncode == 0:
        return json.loads(answer.stdout)
    if "limit" not in answer.stderr:
        sys.exit(f"{board}: {answer.stderr}")
    return None


def examine(grundy: str, board: str) -> dict[str, object]:
    start = time.monotonic()
    found = ask(grundy, "value", board, BOARD_SECONDS)
    valued = found is not None
    if not valued:
        found = ask(grundy, "solve", board, OUTCOME_SECONDS)
    line = {column: (found or {}).get(column) for column in COLUMNS} | {"game": board}
    value = line["value"] if valued else None
    line["characters"] = len(value) if value else None
    line["value"] = value if value and len(value) <= LONGEST else None
    return line | {"valued": valued, "seconds": round(time.monotonic() - start, 1)}


CELL_WIDTH, CELL_HEIGHT, MOST_COLUMNS = 66, 26, 12
COLOURS = {"L": "#bfdbfe", "R": "#fecaca", "N": "#fde68a", "P": "#d1fae5"}
WINNERS = {"L": "Left", "R": "Right", "N": "who moves first", "P": "who moves second"}


def short(row: dict[str, object]) -> str:
    """What fits into a cell: the value, else its mean and temperature, else nothing."""
    if not row["characters"]:
        return ""
    value = str(row["value"] or "").replace("+-", "±").replace("^", "↑").replace("*", "∗")
    mean = str(row["mean"])
    texts = [value, f"{mean} · {row['temperature']}", f"{mean} ·"]
    return next((text for text in texts if 0 < len(text) <= 10), "")


def grid(name: str, cells: dict[tuple[int, int], dict], top: int) -> tuple[list[str], int]:
    """The boards of a game, width across and height down, from this line of the picture on; and
    the line where it ends."""
    heights = sorted({h for _, h in cells})
    parts = [f'<text x="20" y="{top + 18}" class="title">{name}</text>']
    for column in sorted({w for w, _ in cells}):
        x = 60 + (column - 1) * CELL_WIDTH + CELL_WIDTH / 2
        parts.append(f'<text x="{x}" y="{top + 36}" class="side">{column}</text>')
    for number, h in enumerate(heights):
        y = top + 42 + number * CELL_HEIGHT
        parts.append(f'<text x="44" y="{y + 17}" class="side">{h}</text>')
        for w in range(1, MOST_COLUMNS + 1):
            if (w, h) not in cells:
                continue
            row, x = cells[w, h], 60 + (w - 1) * CELL_WIDTH
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" '
                f'fill="{COLOURS[row["outcome"]]}"/>'
                f'<text x="{x + CELL_WIDTH / 2 - 1}" y="{y + 16}" class="cell">{short(row)}</text>'
            )
    return parts, top + 42 + len(heights) * CELL_HEIGHT + 16


def draw(tables: dict[str, list[dict]]) -> str:
    """A picture of all rectangles of at most 12 columns."""
    parts, top = [], 60
    for number, (outcome, colour) in enumerate(COLOURS.items()):
        x = 60 + number * 170
        parts.append(f'<rect x="{x}" y="14" width="16" height="16" fill="{colour}"/>')
        parts.append(f'<text x="{x + 22}" y="27">{WINNERS[outcome]} wins</text>')
    parts.append('<text x="60" y="48">In a cell: the value, or its mean · temperature</text>')
    for name, rows in tables.items():
        sizes = [(row, row["game"].partition("(")[2].rstrip(")").split("x")) for row in rows]
        cells = {
            (int(size[0]), int(size[1])): row
            for row, size in sizes
            if len(size) == 2 and row["outcome"] and int(size[0]) <= MOST_COLUMNS
        }
        if cells:
            grids, top = grid(name.capitalize().replace("Nogo", "NoGo"), cells, top)
            parts += grids
    width = 80 + MOST_COLUMNS * CELL_WIDTH
    style = "text{font:12px sans-serif;fill:#222}.title{font-weight:bold;font-size:14px}"
    style += ".side,.cell{text-anchor:middle}.side{fill:#777}.cell{font-size:11px}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}">\n'
        f'<style>{style}</style>\n<rect width="{width}" height="{top}" fill="#fff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


class Game:
    """A game's boards that are still to be looked at, and how long those before took."""

    def __init__(self, boards: list[tuple[str, tuple[int, ...]]]):
        self.boards = iter(boards)
        self.seconds = 0.0
        self.beyond: list[tuple[int, ...]] = []

    def next(self) -> tuple[str, tuple[int, ...]] | None:
        for board, size in self.boards:
            if not any(all(a >= b for a, b in zip(size, other)) for other in self.beyond):
                return board, size
        return None


def main() -> None:
    journal = Path(sys.argv[1])
    grundy = sys.argv[2] if len(sys.argv) > 2 else "grundy"
    done = {found["game"]: found for found in journals.done(journal)}
    games = {name: Game(boards) for name, boards in GAMES.items()}
    tables = {name: [] for name in GAMES}
    open_games = set(games)
    with journal.open("a") as kept:
        while open_games:
            # The game that has had the least time, so that all come as far.
            name = min(open_games, key=lambda name: (games[name].seconds, name))
            game = games[name]
            chosen = game.next() if game.seconds < GAME_SECONDS else None
            if chosen is None:
                open_games.remove(name)
                continue
            board, size = chosen
            if board not in done:
                done[board] = examine(grundy, board)
                print(json.dumps(done[board]), file=kept, flush=True)
                print(f"{board}: {done[board]['seconds']} s", file=sys.stderr)
            found = done[board]
            game.seconds += found["seconds"]
            if not found["valued"]:
                game.beyond.append(size)
            tables[name].append(found)
    with (folder / "boards.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for table in tables.values():
            writer.writerows(table)
    (folder / "boards.svg").write_text(draw(tables))


if __name__ == "__main__":
    main()
