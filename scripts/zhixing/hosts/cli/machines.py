"""`zhixing machines`: run pytest as other processors would, and show a table of what came out."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zhixing.blocks.profiles import PROFILES, Host, Profile, environment, host, most_different, obstacle

_COUNT = re.compile(r"(\d+) (passed|failed|skipped|errors?|xfailed)\b")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
_NOTHING_COLLECTED = 5


@dataclass(frozen=True)
class Verdict:
    """The end of one pytest run."""

    counts: Mapping[str, int]
    failed: tuple[str, ...]
    text: str
    is_good: bool


def machines(root: Path, names: Sequence[str], most: int, listed: bool, arguments: Sequence[str]) -> int:
    """Run every profile that can be had here; 1 if anything fails under one of them, 2 if there is no such profile."""
    here = host()
    known = {profile.name: profile for profile in PROFILES}
    if unknown := [name for name in names if name not in known]:
        print(f"zhixing: no profile {unknown[0]!r}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [known[name] for name in names] or (most_different(here, most) if most else list(PROFILES))
    if listed:
        for profile in chosen:
            print(f"{profile.name:<14}{obstacle(profile, here) or profile.about}")
        return 0
    verdicts = {profile.name: _verdict(root, profile, here, arguments) for profile in chosen}
    _report(chosen, verdicts, here, arguments)
    return int(any(verdict is not None and not verdict.is_good for verdict in verdicts.values()))


def _verdict(root: Path, profile: Profile, here: Host, arguments: Sequence[str]) -> Verdict | None:
    if obstacle(profile, here):
        return None
    print(f"{profile.name}: {profile.about} …", flush=True)
    variables = {**os.environ, **environment(profile, here), "COLUMNS": "200", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command, cwd=root, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    text = done.stdout.decode(errors="replace")
    last = text.rstrip().rpartition("\n")[2]
    counts: dict[str, int] = {}
    for number, word in _COUNT.findall(last):
        kind = "failed" if word.startswith("error") else "passed" if word == "xfailed" else word
        counts[kind] = counts.get(kind, 0) + int(number)
    return Verdict(counts, tuple(_FAILED.findall(text)), text, done.returncode in (0, _NOTHING_COLLECTED))


def _report(
    chosen: Sequence[Profile], verdicts: Mapping[str, Verdict | None], here: Host, arguments: Sequence[str]
) -> None:
    print(f"\n{'profile':<14}{'passed':>8}{'failed':>8}{'skipped':>8}")
    for profile in chosen:
        verdict = verdicts[profile.name]
        if verdict is None:
            print(f"{profile.name:<14}not simulated: {obstacle(profile, here)}")
            continue
        row = "".join(f"{verdict.counts.get(kind, 0):>8}" for kind in ("passed", "failed", "skipped"))
        print(f"{profile.name:<14}{row}{'' if verdict.is_good or verdict.failed else '  the run itself failed'}")
    for profile in chosen:
        verdict = verdicts[profile.name]
        if verdict is None or verdict.is_good:
            continue
        print(f"\n{profile.name}:")
        for name in verdict.failed:
            print(f"  {name}")
        if not verdict.failed:
            print("\n".join(f"  {line}" for line in verdict.text.splitlines()[-20:]))
        variables = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment(profile, here).items())
        print(f"  hint: {variables} python -m pytest {shlex.join(verdict.failed or arguments)}")
