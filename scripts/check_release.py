"""Runs the commands of the README with an archive, where there is no Rust, and tries a wheel.

`check_release.py ARCHIVE [WHEEL]` unpacks the archive into an empty folder. There the program is
all that is on the path beside the system's own.
"""

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import venv


def examples(readme: str) -> list[tuple[str, str]]:
    """The commands in its console blocks, with what they print."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", readme, re.S):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append((line[2:].strip(), ""))
            else:
                command, printed = found.pop()
                found.append((command, printed + line))
    return found


def is_what_it_says(printed: str, wanted: str) -> bool:
    """Whether a command has printed what the README says; `...` there is anything."""
    lines = [
        r"[^\0]*" if line == "..." else re.escape(line.rstrip()) + r"\s*\n"
        for line in wanted.splitlines()
    ]
    return re.fullmatch("".join(lines), printed) is not None


def main() -> None:
    archive, wheels = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as files:
            files.extractall(folder, filter="data")
        (unpacked,) = pathlib.Path(folder).iterdir()
        work = pathlib.Path(folder, "work")
        work.mkdir()
        path = f"{unpacked}:/usr/bin:/bin"
        env = {"PATH": path, "HOME": str(work), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        for name in ("rustc", "cargo", "rustup"):
            if subprocess.run(["which", name], env=env, capture_output=True).returncode == 0:
                sys.exit(f"{name} is on the path")
        bad = 0
        commands = examples((unpacked / "README.md").read_text())
        for command, printed in commands:
            ran = subprocess.run(
                ["bash", "-c", command], cwd=work, env=env, capture_output=True, text=True
            )
            if not is_what_it_says(ran.stdout, printed):
                bad += 1
                print(f"$ {command}\n{ran.stdout}{ran.stderr}instead of\n{printed}")
        for command in (
            "grundy page -o page && test -s page/engine.wasm.gz",
            f"grundy solve {unpacked}/examples/rules/chomp.star --max-positions 100k",
            f"test -s {unpacked}/man/grundy.1 && test -s {unpacked}/completions/grundy.bash",
        ):
            ran = subprocess.run(
                ["bash", "-c", command], cwd=work, env=env, capture_output=True, text=True
            )
            if ran.returncode != 0:
                bad += 1
                print(f"$ {command}\n{ran.stdout}{ran.stderr}")
        for wheel in wheels:
            venv.create(work / "venv", with_pip=True)
            python = work / "venv/bin/python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
            code = "import grundy; assert grundy.solve('nim(3,4,5)').grundy == 2"
            subprocess.run([python, "-c", code], check=True, env={**os.environ, "PATH": path})
        if bad:
            sys.exit(f"{bad} commands do not do what they should")
        print(f"{len(commands)} commands of the README print what it says; {len(wheels)} wheel")


main()
