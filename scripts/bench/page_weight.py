"""What a page weighs: bytes as a host sends them, elements, and Lighthouse's verdict where Lighthouse can be had."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from zhixing.page.kept import MissingError

from bench import lighthouse as judged
from bench.measure import ROOT

PAGES = (
    "",
    "attention/Attention_Mechanism/",
    "zh/attention/Attention_Mechanism/",
    "experiments/exp1_attention_basics/",
    "map/Graph/",
    "study/review/",
)
NO_QUARTZ = "Quartz is a template to be copied, no package of the npm registry: it is not built beside this site."


class Weight(NamedTuple):
    """One page: packed bytes of its HTML, styles and scripts, and its elements before any script ran."""

    page: str
    html: int
    styles: int
    scripts: int
    elements: int


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements = 0
        self.files: dict[str, list[str]] = {"styles": [], "scripts": []}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements += 1
        given = dict(attrs)
        if tag == "link" and given.get("rel") == "stylesheet":
            self.files["styles"].append(given.get("href") or "")
        if tag == "script" and given.get("src"):
            self.files["scripts"].append(given["src"] or "")


def weigh(site: Path) -> list[Weight]:
    """Every page of the list that the site has."""
    return [weight(site, page) for page in PAGES if (site / page / "index.html").is_file()]


def weight(site: Path, page: str) -> Weight:
    """One page, as its own files say; what a script asks for later is not counted."""
    data = (site / page / "index.html").read_bytes()
    reader = _Reader()
    reader.feed(data.decode())
    sizes = {
        kind: sum(_packed((site / urljoin(f"/{page}", name).lstrip("/")).read_bytes()) for name in names)
        for kind, names in reader.files.items()
    }
    return Weight(page or "home", _packed(data), sizes["styles"], sizes["scripts"], reader.elements)


def _packed(data: bytes) -> int:
    return len(gzip.compress(data, 9, mtime=0))


def table(found: list[Weight]) -> list[str]:
    """As Markdown."""
    rows = [f"| {one.page} | {one.html:,} | {one.styles:,} | {one.scripts:,} | {one.elements:,} |" for one in found]
    return ["| page | HTML, gzip | styles | scripts | elements |", "|---|---|---|---|---|", *rows]


def lighthouse(site: Path, rounds: int) -> list[str]:
    """Lighthouse's verdict on each page, as Markdown; or why there is none."""
    pages = tuple(page for page in PAGES if (site / page / "index.html").is_file())
    try:
        return judged.table(judged.judge(site, pages, rounds))
    except MissingError as error:
        return [str(error)]


def report(site: Path | None, rounds: int) -> list[str]:
    """All of it; builds the site unless one is given."""
    if site is not None:
        return [*table(weigh(site)), "", *lighthouse(site, rounds), "", NO_QUARTZ]
    with tempfile.TemporaryDirectory(prefix="zhixing-weight-") as folder:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        return report(Path(folder), rounds)
