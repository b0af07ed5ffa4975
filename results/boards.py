"""Values of the starting positions of board games, as far as an hour for each game reaches.

    python3 results/boards.py boards.jsonl [GRUNDY]

runs `grundy value` for each board of a game, from small to large, until it has taken an hour for
the game. A board that takes more than 10 minutes is left to `grundy solve`, for 2 minutes, which
needs no value to say who wins; boards that contain it are not looked at. There is a line in
boards.jsonl for each board that is done: run again, it goes on. Then it writes results/boards.csv.
Needs nothing but Python 3.10.
"""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

HOUR = 3600
VALUE_SECONDS = 600
OUTCOME_SECONDS = 120
MEMORY = "6G"
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
    counts = [(t, gap, f) for t in range(1, 13) for f in range(1, t + 1) for gap in range(1, 9)]
    counts.sort(key=lambda count: (sum(count), count[1], count[0]))
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
    found = ask(grundy, "value", board, VALUE_SECONDS)
    valued = found is not None
    if not valued:
        found = ask(grundy, "solve", board, OUTCOME_SECONDS)
    line = {column: (found or {}).get(column) for column in COLUMNS} | {"game": board}
    value = line["value"] if valued else None
    line["characters"] = len(value) if value else None
    line["value"] = value if value and len(value) <= LONGEST else None
    return line | {"valued": valued, "seconds": round(time.monotonic() - start, 1)}


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
    done = {}
    if journal.exists():
        # A last line that was not written to its end is done again.
        lines = journal.read_text().split("\n")[:-1]
        journal.write_text("".join(line + "\n" for line in lines))
        done = {found["game"]: found for found in map(json.loads, lines)}
    games = {name: Game(boards) for name, boards in GAMES.items()}
    tables = {name: [] for name in GAMES}
    open_games = set(games)
    with journal.open("a") as kept:
        while open_games:
            # The game that has had the least time, so that all come as far.
            name = min(open_games, key=lambda name: (games[name].seconds, name))
            game = games[name]
            chosen = game.next() if game.seconds < HOUR else None
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


if __name__ == "__main__":
    main()
