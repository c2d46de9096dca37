"""Lighthouse's verdict on pages of the site, on a phone and on a desktop; what it needs is fetched once, into the cache."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from zhixing.page import assets
from zhixing.page.kept import MissingError, fill, have

from bench.page_python import BROWSERS

VERSION = "13.5.0"  # another one judges by other rules
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FORMS = ("mobile", "desktop")
_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
_TEXTS = (
    "text/",
    "application/json",
    "application/javascript",
    "application/xml",
    "application/manifest+json",
    "svg+xml",
)


class Verdict(NamedTuple):
    """The median of some runs: the four marks of a hundred, milliseconds until the largest thing was painted and that
    the page was deaf for, and how much of it moved."""

    page: str
    form: str
    marks: tuple[int, ...]
    painted: float
    blocked: float
    shift: float


def judge(site: Path, pages: tuple[str, ...], rounds: int) -> list[Verdict]:
    """Every page in both forms, `rounds` times; raises `MissingError` where Lighthouse or Chromium cannot be had."""
    chromium = next((path for name in BROWSERS if (path := shutil.which(name))), "")
    if not chromium:
        raise MissingError("Lighthouse needs Chromium, and there is none on the path")
    program = _program()
    with _served(site) as address:
        return [
            _median(page or "home", form, [_run(program, chromium, f"{address}/{page}", form) for _ in range(rounds)])
            for page in pages
            for form in FORMS
        ]


def table(found: list[Verdict]) -> list[str]:
    """As Markdown."""
    rows = [
        [
            one.page,
            one.form,
            *map(str, one.marks),
            f"{one.painted / 1000:.1f} s",
            f"{one.blocked:.0f} ms",
            f"{one.shift:.3f}",
        ]
        for one in found
    ]
    columns = ["page", "on", *CATEGORIES, "largest paint", "blocked", "shift"]
    return [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", *(f"| {' | '.join(row)} |" for row in rows)]


def _program() -> Path:
    folder = assets.asset_cache() / f"lighthouse-{VERSION}"
    if not have(folder):
        with fill(folder) as made:
            options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            command = [assets.tool("npm"), "install", "--prefix", str(made), *options, f"lighthouse@{VERSION}"]
            assets.run_tool(command, made, "installing Lighthouse failed")
    return folder / "node_modules/lighthouse/cli/index.js"


def _run(program: Path, chromium: str, address: str, form: str) -> dict[str, Any]:
    """One run, its network and processor slowed down by calculation: a busy machine changes it less."""
    preset = ["--preset=desktop"] if form == "desktop" else []
    options = ["--quiet", "--output=json", "--throttling-method=simulate", f"--chrome-flags={_FLAGS}", *preset]
    command = [assets.tool("node"), str(program), address, *options]
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _median(page: str, form: str, runs: list[dict[str, Any]]) -> Verdict:
    def mark(category: str) -> int:
        return round(100 * median(run["categories"][category]["score"] or 0 for run in runs))

    def value(audit: str) -> float:
        return median(float(run["audits"][audit]["numericValue"]) for run in runs)

    times = value("largest-contentful-paint"), value("total-blocking-time"), value("cumulative-layout-shift")
    return Verdict(page, form, tuple(map(mark, CATEGORIES)), *times)


@lru_cache(maxsize=256)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


class _Host(SimpleHTTPRequestHandler):
    """As hosts of static pages do: texts packed, files kept for ten minutes."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        return

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        data, kind = path.read_bytes(), self.guess_type(path)
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Cache-Control", "max-age=600")
        if any(text in kind for text in _TEXTS):
            data = _packed(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
