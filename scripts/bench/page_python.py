"""What runs in the page, in a real browser: Python from the first press of Run to the verdict, and the model one can look into."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bench.measure import ROOT
from bench.paired import others_now

CARD = "foundations/Softmax/"
BLOCKS = ("softmax-distribution", "softmax-shift-invariant")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
MODEL_CARD, MODEL = "architecture/GPT/", ".zx-explore[data-explore=tiny-gpt]"
ASKED = (6.0, 1.0, 2.0)  # seconds on two quiet cores
NAMES = ("first block, Python fetched and started", "next block", "tiny GPT interactive after opening its page")
QUIET = 0.25  # cores that others may keep busy
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


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
    bar.scroll_into_view_if_needed()
    bar.locator(".zx-run-button").first.wait_for()
    started = time.perf_counter()
    bar.locator(".zx-run-button").first.click()
    bar.locator(".zx-run-state[data-verdict=passed]").wait_for(timeout=300_000)
    return time.perf_counter() - started


def _open_model(browser: Any, address: str) -> float:
    """From the opening of the page, with nothing in the browser's cache, until the model has answered."""
    page = browser.new_context().new_page()
    page.set_default_timeout(300_000)
    started = time.perf_counter()
    page.goto(address + MODEL_CARD, wait_until="commit")
    page.locator(MODEL).evaluate("place => place.scrollIntoView()")
    page.wait_for_selector(f"{MODEL}[data-state=ready] table td", state="attached")
    return time.perf_counter() - started


@dataclass(frozen=True)
class Round:
    """Seconds of the first block, of the next and of the model, and the cores that others kept busy before it began."""

    seconds: tuple[float, ...]
    others: float


def measure(rounds: int, site: Path | None = None) -> list[Round]:
    """Some rounds, each with a fresh browser profile; the site is built unless one is given."""
    from playwright.sync_api import sync_playwright

    found = []
    browser_path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        if site is None:
            site = Path(folder, "site")
            subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(site)], cwd=ROOT, check=True)
        with _served(site) as address:
            for _ in range(rounds):
                others = others_now()
                browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
                page = browser.new_page()
                page.set_default_timeout(300_000)
                page.goto(address + CARD)
                page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true })")
                pressed = tuple(_press(page, block) for block in BLOCKS)
                found.append(Round((*pressed, _open_model(browser, address)), others))
                browser.close()
    return found


def table(rounds: Sequence[Round]) -> list[str]:
    """The medians as Markdown, and whether others disturbed them: then they say nothing about the page."""
    disturbed = [one for one in rounds if one.others > QUIET]
    most = max((one.others for one in disturbed), default=0.0)
    remark = (
        f"disturbed: {len(disturbed)} of {len(rounds)} rounds, up to {most:.1f} cores busy" if disturbed else "quiet"
    )
    lines = ["| in the page | seconds | asked | remark |", "|---|---|---|---|"]
    for number, (name, asked) in enumerate(zip(NAMES, ASKED, strict=True)):
        seconds = statistics.median(one.seconds[number] for one in rounds)
        lines.append(f"| {name} | {seconds:.2f} | ≤ {asked:g} | {remark} |")
    return lines
