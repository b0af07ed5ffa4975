"""How far games without a period come, and what it costs: Grundy's game, 0.6 and 0.007.

    python3 results/growth.py growth.jsonl [GRUNDY]

runs `grundy period` for each game up to 2^14 heaps, 2^15, and so on, until a run takes more than 2
minutes of processor time. There is a line in growth.jsonl for each run that is done: run
again, it goes on. Then it writes results/growth.csv, and draws results/growth.svg. Needs nothing but
Python 3.10 on a Unix.
"""

import csv
import json
import resource
import subprocess
import sys
from math import ceil, log2
from pathlib import Path

import journal as journals

MOST_SECONDS = 120
# Less is too little to be drawn: most of it is for starting the program.
LEAST_SECONDS = 0.3
GAMES = {"grundys-game": "Grundy's game", "octal(0.6)": "0.6", "octal(0.007)": "0.007"}
COLUMNS = ["game", "heaps", "seconds", "rares", "last_rare", "greatest", "greatest_at"]
folder = Path(__file__).parent


def examine(grundy: str, game: str, exponent: int) -> dict[str, object]:
    """One run, alone in its time: children's processor time is counted from the last one on."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [grundy, "period", game, "--max", str(2**exponent), "--threads", "1", "--format", "json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(answer.stdout)
    rares = found.get("rares") or {}
    return {
        "game": game,
        "exponent": exponent,
        # Values come in blocks, which may be large.
        "heaps": found["checked_to"],
        "seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
        "rares": rares.get("count"),
        "last_rare": rares.get("last"),
        "greatest": found["max_value"],
        "greatest_at": found.get("greatest_at"),
    }


def panel(rows: list[dict], left: int, column: str, title: str) -> str:
    """Lines of a column against the heaps, both logarithmic, 320 pixels wide."""
    width, height, top = 320, 260, 60
    points = {
        game: [
            (log2(row["heaps"]), log2(row[column]))
            for row in rows
            if row["game"] == game and row["seconds"] >= LEAST_SECONDS
        ]
        for game in GAMES
    }
    xs, ys = zip(*(point for line in points.values() for point in line))
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)

    def at(x: float, y: float) -> str:
        across = left + (x - low_x) / (high_x - low_x) * width
        down = top + height - (y - low_y) / (high_y - low_y) * height
        return f"{across:.1f},{down:.1f}"

    parts = [f'<text x="{left}" y="{top - 22}" class="title">{title}</text>']
    for exponent in range(ceil(low_x), int(high_x) + 1, 2):
        across = at(exponent, low_y).split(",")[0]
        parts.append(f'<path d="M{across},{top}v{height}" class="grid"/>')
        parts.append(
            f'<text x="{across}" y="{top + height + 18}" text-anchor="middle">'
            f'2<tspan dy="-5" font-size="9">{exponent}</tspan></text>'
        )
    for exponent in range(ceil(low_y), int(high_y) + 1, max(1, round((high_y - low_y) / 6))):
        down = at(low_x, exponent).split(",")[1]
        parts.append(f'<path d="M{left},{down}h{width}" class="grid"/>')
        parts.append(
            f'<text x="{left - 6}" y="{down}" dy="4" text-anchor="end">{2**exponent:,}</text>'
        )
    for number, (game, line) in enumerate(points.items()):
        parts.append(f'<path d="M{" L".join(at(*point) for point in line)}" class="line l{number}"/>')
        parts += [
            '<circle cx="{}" cy="{}" r="2.5" class="p{}"/>'.format(*at(*point).split(","), number)
            for point in line
        ]
        x, y = at(*line[-1]).split(",")
        # Lines rise, so that the place above and before an end is free.
        place = f'x="{x}" y="{y}" dx="-6" dy="-6" text-anchor="end"'
        parts.append(f'<text {place} class="t{number}">{GAMES[game]}</text>')
    return "\n".join(parts)


def draw(rows: list[dict]) -> str:
    colours = ["#2563eb", "#c2410c", "#15803d"]
    style = "text{font:12px sans-serif;fill:#333}.title{font-weight:bold;font-size:13px}"
    style += ".grid{stroke:#ddd;fill:none}.line{fill:none;stroke-width:1.6}"
    for number, colour in enumerate(colours):
        style += f".l{number}{{stroke:{colour}}}.p{number}{{fill:{colour}}}.t{number}{{fill:{colour}}}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 380">\n'
        f'<style>{style}</style>\n<rect width="960" height="380" fill="#fff"/>\n'
        + panel(rows, 60, "seconds", "Seconds of one core for so many heaps")
        + "\n"
        + panel(rows, 540, "greatest", "Greatest value among them")
        + "\n</svg>\n"
    )


def main() -> None:
    journal = Path(sys.argv[1])
    grundy = sys.argv[2] if len(sys.argv) > 2 else "grundy"
    done = {(found["game"], found["exponent"]): found for found in journals.done(journal)}
    rows = []
    with journal.open("a") as kept:
        for game in GAMES:
            for exponent in range(14, 41):
                if (game, exponent) not in done:
                    done[game, exponent] = found = examine(grundy, game, exponent)
                    print(json.dumps(found), file=kept, flush=True)
                    print(f"{game} 2^{exponent}: {found['seconds']} s", file=sys.stderr)
                rows.append(done[game, exponent])
                if rows[-1]["seconds"] > MOST_SECONDS:
                    break
    with (folder / "growth.csv").open("w", newline="") as table:
        writer = csv.DictWriter(table, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    (folder / "growth.svg").write_text(draw(rows))


if __name__ == "__main__":
    main()
