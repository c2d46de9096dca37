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


class Weight(NamedTuple):
    """One page: packed bytes of its HTML, styles and scripts, its elements before any script ran, and files of other hosts."""

    page: str
    html: int
    styles: int
    scripts: int
    elements: int
    foreign: int


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
    pages = [page for page in PAGES if (site / page / "index.html").is_file()]
    return [weight_of(site, f"{page}index.html", page or "home") for page in pages]


def weight_of(site: Path, file: str, name: str = "") -> Weight:
    """One page, as its own files say; what a script asks for later is not counted."""
    data = (site / file).read_bytes()
    reader = _Reader()
    reader.feed(data.decode())
    foreign = sum("://" in address for addresses in reader.files.values() for address in addresses)
    sizes = {
        kind: sum(
            packed((site / urljoin(f"/{file}", address).lstrip("/")).read_bytes())
            for address in addresses
            if "://" not in address
        )
        for kind, addresses in reader.files.items()
    }
    return Weight(name or file, packed(data), sizes["styles"], sizes["scripts"], reader.elements, foreign)


def packed(data: bytes) -> int:
    """Bytes that a host sends."""
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
        return [*table(weigh(site)), "", *lighthouse(site, rounds)]
    with tempfile.TemporaryDirectory(prefix="zhixing-weight-") as folder:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        return report(Path(folder), rounds)
