"""Misère quotients of all octal games of three digits, each once (see octal-3.csv).

    python3 results/misere.py misere-3.jsonl [GRUNDY]

runs `grundy misere` for each game, for 60 s at most, and keeps a line for each that is done: run
again, it goes on. Then it writes results/misere-3.csv. Needs nothing but Python 3.10.
"""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import journal as journals

SECONDS = 60
COLUMNS = ["game", "order", "p_portion", "period", "preperiod", "proved", "heaps", "seconds"]
folder = Path(__file__).parent


def examine(grundy: str, game: str) -> dict[str, object]:
    start = time.monotonic()
    # When the time is up, the status is 1 and the part that was found is printed.
    command = [grundy, "misere", game, "--time", f"{SECONDS}s", "--threads", "1", "--format", "json"]
    answer = subprocess.run(command, capture_output=True, text=True).stdout
    found = json.loads(answer)["quotient"]
    period = found["period"] or {}
    return {
        "game": game,
        "order": found["order"],
        "p_portion": len(found["p_portion"]),
        "period": period.get("period"),
        "preperiod": period.get("preperiod"),
        "proved": bool(period.get("proved")),
        "heaps": len(found["pretending"]) - 1,
        "seconds": round(time.monotonic() - start, 1),
    }


def main() -> None:
    journal = Path(sys.argv[1])
    grundy = sys.argv[2] if len(sys.argv) > 2 else "grundy"
    done = {found["game"]: found for found in journals.done(journal)}
    with (folder / "octal-3.csv").open() as table:
        games = [row["game"] for row in csv.DictReader(table)]
    with journal.open("a") as kept:
        for number, game in enumerate(games, 1):
            if game not in done:
                done[game] = examine(grundy, game)
                print(json.dumps(done[game]), file=kept, flush=True)
                print(f"{number} of {len(games)}: {game}", file=sys.stderr)
    with (folder / "misere-3.csv").open("w", newline="") as table:
        writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(done[game] for game in games)


if __name__ == "__main__":
    main()
