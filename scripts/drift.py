"""`make drift`: every block and proof on the newest versions that the ranges allow, or on the oldest, and a report of what died there.

A scratch environment under .cache is made anew each time; PyTorch stays at its pin (another one is gigabytes, and is moved by hand).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from constraints import HELD, ROOT, oldest, pins
from packaging.utils import canonicalize_name
from zhixing.blocks import record
from zhixing.vault.load import load_vault

TESTS = ("docs", "tests/oracles", "tests/experiments")
_ENDED = re.compile(r"^(FAILED|ERROR) (\S+?\.\w+(?:::\S+)?)(?: - (.*))?$", re.M)
_COUNT = re.compile(r"(\d+) (passed|failed|skipped|error)")


@dataclass(frozen=True)
class Death:
    """A test that no longer passes: where it stands, the claim that rests on it ("" none), and what was said."""

    place: str
    claim: str
    said: str


def limits(which: str) -> list[str]:
    """The lines of the constraints file of the scratch environment."""
    held = {name: line for name, line in pins().items() if name in HELD}
    if which == "newest":
        return sorted(held.values())
    lowest = {canonicalize_name(line.partition("==")[0]): line for line in oldest()}
    return sorted({**lowest, **held}.values())


def moved(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Packages whose version is not the pinned one: `numpy 2.4.6 → 2.5.0`."""
    old = {name: line.partition("==")[2] for name, line in before.items()}
    return [f"{name} {old[name]} → {now[name]}" for name in sorted(old) if name in now and now[name] != old[name]]


def deaths(output: str, places: Mapping[str, tuple[str, str]]) -> list[Death]:
    """The tests that failed, from what pytest printed; `places` are lines and claims by the names of tests."""
    found = []
    for _, name, said in _ENDED.findall(output):
        place, claim = places.get(name, (name, ""))
        found.append(Death(place, claim, said))
    return sorted(found, key=lambda one: (not one.claim, one.place))


def report(which: str, changes: Iterable[str], died: list[Death], summary: str) -> str:
    """What is printed and kept: claims first."""
    listed = [f"- {change}" for change in changes] or ["- nothing: every package is at its pin"]
    claims = [one for one in died if one.claim]
    lines = [f"# The {which} versions that the ranges allow", "", summary, "", "## What changed", "", *listed, ""]
    lines += [f"## Claims that died: {len(claims)}", "", *(f"- {one.place} ^{one.claim}: {one.said}" for one in claims)]
    rest = [one for one in died if not one.claim]
    lines += ["", f"## Other tests that died: {len(rest)}", "", *(f"- {one.place}: {one.said}" for one in rest)]
    return "\n".join(lines).rstrip() + "\n"


def known_places() -> dict[str, tuple[str, str]]:
    """Of every block's test the line of its fence, and the claim that it proves."""
    cards = load_vault(ROOT).cards.values()
    return {record.key(c, b): (f"{c.path}:{b.span.line}", b.claim) for c in cards for b in c.blocks if record.runs(b)}


def environment(which: str, folder: Path) -> Path:
    """Make the scratch environment; the path of its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    python = folder / "bin/python"
    file = folder / "limits.txt"
    file.write_text("\n".join(limits(which)) + "\n", encoding="utf-8")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "-c", file]
    torch = next(line for name, line in pins().items() if name == "torch")
    subprocess.run([*pip, torch], check=True)
    subprocess.run(
        [*pip, "--upgrade", "--upgrade-strategy", "eager", "-e", f"{ROOT}[site,cards,study,test]"], check=True
    )
    return python


def versions(python: Path) -> dict[str, str]:
    """What is installed there."""
    command = [python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    listed = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {canonicalize_name(one["name"]): one["version"].partition("+")[0] for one in listed}


def main() -> int:
    """0 if everything passed, 1 if something died; 2 is pytest's own trouble."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("newest", "oldest"))
    parser.add_argument("tests", nargs="*", default=list(TESTS))
    parser.add_argument("--jobs", default="2")
    options = parser.parse_args()
    python = environment(options.which, ROOT / ".cache/drift" / options.which)
    command = [python, "-m", "pytest", "-q", "-rfE", "-n", options.jobs, "--dist", "loadscope", *options.tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        print(done.stdout[-4000:] + done.stderr[-4000:], file=sys.stderr)
        return 2
    counts = ", ".join(" ".join(count) for count in _COUNT.findall(done.stdout.rstrip().rpartition("\n")[2]))
    died = deaths(done.stdout, known_places())
    text = report(options.which, moved(pins(), versions(python)), died, f"{counts}; torch is held at its pin.")
    target = ROOT / "build" / f"drift-{options.which}.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if died else 0


if __name__ == "__main__":
    sys.exit(main())
