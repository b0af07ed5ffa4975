"""The journals of the programs here: a line of JSON for each piece of work that is done."""

import json
from pathlib import Path


def done(path: Path) -> list[dict]:
    """What a journal holds. A last line that was not written to its end is taken away: it is done
    again."""
    if not path.exists():
        return []
    lines = path.read_text().split("\n")[:-1]
    path.write_text("".join(line + "\n" for line in lines))
    return [json.loads(line) for line in lines]
