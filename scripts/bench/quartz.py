"""Quartz beside this site: the same notes built by both, in turn, and what the same card then asks a browser to fetch.

Quartz is a template to be copied, no package: whoever has a checkout with its packages names it
(`git clone https://github.com/jackyzha0/quartz && npm ci`, then `make bench ONLY=weight QUARTZ=../quartz`).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench.measure import ROOT
from bench.page_weight import Weight, packed, weight_of

CARD = "attention/Attention_Mechanism"
# Every page of Quartz fetches it as soon as it is open: links, titles and texts of all notes, for search, graph and previews.
INDEX = "static/contentIndex.json"
NONE = "Quartz was not built beside it: name a checkout that has its packages, QUARTZ=path."


def beside(checkout: Path, rounds: int) -> list[str]:
    """Seconds of processor time of both builds, and the weight of one card from each, as Markdown."""
    with tempfile.TemporaryDirectory(prefix="zhixing-quartz-") as folder:
        ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
        times = [(_spent(_build(ours), ROOT), _spent(_quartz(checkout, theirs), checkout)) for _ in range(rounds)]
        rows = [weight_of(ours, f"{CARD}/index.html"), weight_of(theirs, f"en/{CARD}.html")]
        data = [0, packed((theirs / INDEX).read_bytes())]
        ratio = median(one / other for one, other in times)
        return [
            *table(rows, data),
            "",
            f"Build: {median(one for one, _ in times):.0f} s of processor time, Quartz {median(other for _, other in times):.0f} s,"
            f" {ratio:.2f} ×. Pages are made anew; Quartz makes no search of sections, no study pages, no modules, no offline copy.",
        ]


def table(rows: list[Weight], data: list[int]) -> list[str]:
    """A row for each side: packed bytes of its own host, files of other hosts, elements."""
    head = ["", "HTML, gzip", "styles", "scripts", "data at once", "together", "files of other hosts", "elements"]
    lines = []
    for name, one, more in zip(("this site", "Quartz"), rows, data, strict=True):
        together = one.html + one.styles + one.scripts + more
        numbers = (one.html, one.styles, one.scripts, more, together, one.foreign, one.elements)
        lines.append(f"| {name} | {' | '.join(f'{number:,}' for number in numbers)} |")
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines]


def _build(out: Path) -> list[str]:
    return [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(out)]


def _quartz(checkout: Path, out: Path) -> list[str]:
    program = checkout / "quartz/bootstrap-cli.mjs"
    return ["node", str(program), "build", "-d", str(ROOT / "docs"), "-o", str(out), "--concurrency=1"]


def _spent(command: list[str], cwd: Path) -> float:
    """Processor seconds of a command and of all that it started: other work on the machine changes them little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "ZHIXING_KEEP": "0", "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, cwd=cwd, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
