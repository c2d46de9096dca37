"""Python in the page, in a real browser: from the first press of Run to the verdict, and again with Python there."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bench.measure import ROOT

CARD = "foundations/Softmax/"
BLOCKS = ("softmax-distribution", "softmax-shift-invariant")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
COLD, WARM = 6.0, 1.0  # seconds that are asked for on two quiet cores


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def _press(page: Any, block: str) -> float:
    bar = page.locator(f'.zx-tested[data-block="{block}"]')
    started = time.perf_counter()
    bar.locator(".zx-run-button").first.click()
    bar.locator(".zx-run-state[data-verdict=passed]").wait_for(timeout=300_000)
    return time.perf_counter() - started


def measure(rounds: int) -> list[tuple[str, float, float]]:
    """What was measured, seconds, and what is asked for; the median of some rounds, each with a fresh browser profile."""
    from playwright.sync_api import sync_playwright

    times: dict[str, list[float]] = {"first block, Python fetched and started": [], "next block": []}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder, "site")
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(site)], cwd=ROOT, check=True)
        with _served(site) as address:
            for _ in range(rounds):
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
                page = browser.new_page()
                page.goto(address + CARD)
                page.wait_for_selector(".zx-run-button", state="attached")
                page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
                for name, block in zip(times, BLOCKS, strict=True):
                    times[name].append(_press(page, block))
                browser.close()
    return [
        (name, statistics.median(seconds), asked)
        for (name, seconds), asked in zip(times.items(), (COLD, WARM), strict=True)
    ]


def table(rows: list[tuple[str, float, float]]) -> list[str]:
    """As Markdown."""
    lines = ["| Python in the page | seconds | asked |", "|---|---|---|"]
    return [*lines, *(f"| {name} | {seconds:.2f} | ≤ {asked:g} |" for name, seconds, asked in rows)]
