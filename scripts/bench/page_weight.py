"""What a page weighs: bytes as a host sends them, elements, and Lighthouse's verdict where Lighthouse can be had."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from bench.measure import ROOT

PAGES = ("", "attention/Attention_Mechanism/", "zh/attention/Attention_Mechanism/", "study/review/", "map/Graph/")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
NO_LIGHTHOUSE = "Lighthouse is not on the path (npm install -g lighthouse@13): its numbers are left out."
NO_QUARTZ = "Quartz is not in the npm registry, so it is not built beside this site."


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
    return [_weight(site, page) for page in PAGES if (site / page / "index.html").is_file()]


def _weight(site: Path, page: str) -> Weight:
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


def lighthouse(site: Path) -> list[str]:
    """Lighthouse's four numbers for each page, on a phone and on a desktop, as Markdown; or why there are none."""
    program = shutil.which("lighthouse")
    if program is None:
        return [NO_LIGHTHOUSE]
    lines = ["| page | on | " + " | ".join(CATEGORIES) + " |", "|---" * (2 + len(CATEGORIES)) + "|"]
    with _served(site) as address:
        for page in (page for page in PAGES if (site / page / "index.html").is_file()):
            for form in ("mobile", "desktop"):
                marks = _judged(program, f"{address}/{page}", form)
                lines.append(f"| {page or 'home'} | {form} | " + " | ".join(marks) + " |")
    return lines


def _judged(program: str, address: str, form: str) -> list[str]:
    preset = ["--preset=desktop"] if form == "desktop" else []
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
    command = [program, address, "--quiet", "--output=json", "--throttling-method=simulate", flags, *preset]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["categories"]
        return [str(round(100 * (found[name]["score"] or 0))) for name in CATEGORIES]
    except (ValueError, KeyError):
        return ["–"] * len(CATEGORIES)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def report(site: Path | None) -> list[str]:
    """All of it; builds the site unless one is given."""
    if site is not None:
        return [*table(weigh(site)), "", *lighthouse(site), "", NO_QUARTZ]
    with tempfile.TemporaryDirectory(prefix="zhixing-weight-") as folder:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        return report(Path(folder))
