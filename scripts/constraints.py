"""The exact versions in constraints.txt: `renew` writes them anew (`make constraints`), `oldest` prints the lower ends of the ranges."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "scripts/constraints.txt"
EXTRAS = ("site", "cards", "study", "lsp", "test", "lint")
HELD = ("torch", "triton")  # gigabytes, and they belong together: moved by hand, here and in the Makefile


def pins() -> dict[str, str]:
    """The lines of the file by the name of the package."""
    lines = FILE.read_text(encoding="utf-8").split()
    return {canonicalize_name(line.partition("==")[0]): line for line in lines}


def ranges() -> list[Requirement]:
    """What pyproject.toml asks for, with and without extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(text) for texts in (project["dependencies"], *extras) for text in texts]


def oldest() -> Iterator[str]:
    """The lower end of each range, as lines of a constraints file."""
    for wanted in ranges():
        lowest = [part.version for part in wanted.specifier if part.operator == ">="]
        yield f"{wanted.name}=={lowest[0]}"


def needed() -> tuple[dict[str, str], set[str]]:
    """Lines for what the project needs as it is installed here, and names of what it needs on other systems only."""
    here: dict[str, str] = {}
    elsewhere: set[str] = set()
    waiting, seen = [("zhixing", frozenset(EXTRAS))], set()
    while waiting:
        name, extras = step = waiting.pop()
        if step in seen:
            continue
        seen.add(step)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            elsewhere.add(name)
            continue
        here[name] = f"{found.name}=={found.version.partition('+')[0]}"
        for text in found.requires or ():
            wanted = Requirement(text)
            key = canonicalize_name(wanted.name)
            if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting.append((key, frozenset(wanted.extras)))
            elif "extra" not in str(wanted.marker):
                elsewhere.add(key)
    del here["zhixing"]
    return here, elsewhere - here.keys()


def merged(old: Mapping[str, str], here: Mapping[str, str], elsewhere: set[str]) -> str:
    """The new text of the file: what is installed; what other systems need and what is held stays as it was."""
    kept = {name: old[name] for name in (*elsewhere, *HELD) if name in old}
    return "".join(f"{line}\n" for _, line in sorted({**here, **kept}.items()))


def renew() -> None:
    """Upgrade everything that is not held in this environment, and write down what came."""
    held = [line for name, line in pins().items() if name in HELD]
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "held.txt")
        limits.write_text("\n".join(held) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--upgrade-strategy", "eager"]
        subprocess.run([*command, "-c", limits, "-e", f"{ROOT}[{','.join(EXTRAS)}]"], check=True)
    FILE.write_text(merged(pins(), *needed()), encoding="utf-8", newline="\n")
    print(f"wrote {FILE.relative_to(ROOT)}; now: make test")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["renew"]:
            renew()
        case ["oldest"]:
            print(*oldest(), sep="\n")
        case _:
            sys.exit("usage: constraints.py renew | oldest")
