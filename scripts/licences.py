"""Prints the licences of all packages that the program contains: `licences.py TARGET`.

Ends with an error if one of them may not be shipped.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

ALLOWED = {
    *("0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause"),
    *("BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib"),
}


def may_be_shipped(licence: str) -> bool:
    """Whether one of the alternatives consists of allowed licences."""
    alternatives = re.split(r"\s+OR\s+|/", licence.replace("(", " ").replace(")", " "))
    return any(
        all(part.strip() in ALLOWED for part in re.split(r"\s+AND\s+", alternative))
        for alternative in alternatives
    )


def contained(target: str) -> list[dict]:
    """The packages in the program."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", target]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    queue = [one for one, package in packages.items() if package["name"] == "grundy-cli"]
    known = set(queue)
    while queue:
        for dependency in nodes[queue.pop()]["deps"]:
            kinds = [kind["kind"] for kind in dependency["dep_kinds"]]
            if None in kinds and dependency["pkg"] not in known:
                known.add(dependency["pkg"])
                queue.append(dependency["pkg"])
    others = [packages[one] for one in known if packages[one]["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[str]:
    """The texts of its licences."""
    folder = pathlib.Path(package["manifest_path"]).parent
    names = ("licen", "copying", "notice", "unlicense")
    files = [path for path in folder.iterdir() if path.name.lower().startswith(names)]
    return [path.read_text(errors="replace") for path in sorted(files) if path.is_file()]


def main() -> None:
    packages = contained(sys.argv[1])
    print("grundy contains these packages, each under one of the licences that are named.\n")
    seen: dict[str, tuple[str, list[str]]] = {}
    for package in packages:
        name, licence = f"{package['name']} {package['version']}", package["license"] or ""
        print(f"{name}: {licence or 'see its text'}")
        if licence and not may_be_shipped(licence):
            sys.exit(f"{name} is under {licence}")
        for text in texts(package):
            digest = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
            seen.setdefault(digest, (text, []))[1].append(name)
    for text, names in seen.values():
        print(f"\n{'=' * 80}\n{', '.join(names)}:\n\n{text.strip()}")


main()
