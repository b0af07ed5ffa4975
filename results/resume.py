"""Writes the journal of a survey again, from its table and its certificates.

    python3 results/resume.py octal 4 octal-4.survey

makes octal-4.survey of results/octal-4.csv and results/octal-4.certificates: with `--save
octal-4.survey` the survey goes on from what is published here. Needs nothing but Python 3.10.
"""

import csv
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

folder = Path(__file__).parent


def record(row: dict[str, str], certificates: dict[str, str]) -> dict[str, object]:
    """A line of the journal; how long the work took is not known any more."""
    # A table may be of a program that knew no column `regular_from`.
    names = ("heaps", "greatest", "rares", "last_rare", "regular_from")
    numbers = {name: int(row[name]) for name in names if row.get(name)}
    made = {"game": row["game"], "budget": float(row["budget"]), "seconds": 0.0, **numbers}
    if row["checksum"]:
        made["checksum"] = row["checksum"]
    if row["period"]:
        made["period"] = {
            **{name: int(row[name]) for name in ("period", "preperiod", "saltus")},
            "split": row["split"] == "true",
            # Those that others have published have none.
            "certificate": certificates.get(row["game"], ""),
        }
    return made


def checked(lines: Iterable[dict[str, object]]) -> Iterator[str]:
    """Lines of JSON, each behind the CRC-32 of all JSON so far."""
    checksum = 0
    for line in lines:
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        checksum = zlib.crc32(text.encode(), checksum)
        yield f"{checksum:08x} {text}"


def main() -> None:
    family, digits, journal = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    table = folder / f"{family}-{digits}"
    proofs = table.with_suffix(".certificates")
    lines = proofs.read_text().splitlines(keepends=True) if proofs.exists() else []
    certificates = {json.loads(line)["ruleset"]: line for line in lines}
    with table.with_suffix(".csv").open(newline="") as rows, journal.open("x") as kept:
        survey: dict[str, object] = {"survey": family, "digits": digits}
        records = (record(row, certificates) for row in csv.DictReader(rows))
        for line in checked(chain([survey], records)):
            print(line, file=kept)


if __name__ == "__main__":
    main()
