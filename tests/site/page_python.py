"""The page's own Python, started once for all tests of a process that only ask it something."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Page

BOOT = """(base) => new Promise((ready, no) => {
  window.held = new Worker(base + "assets/zx/python.js");
  window.held.onmessage = (event) => {
    if (event.data.kind === "ready") ready(event.data.versions);
    if (event.data.kind === "unavailable") no(new Error(event.data.reason));
  };
  window.held.postMessage({ kind: "boot", base: base + "assets/py/" });
})"""
ASK = """([id, entry, job, files]) => new Promise((done) => {
  window.held.onmessage = (event) => done(event.data);
  window.held.postMessage({ kind: "run", id, entry, job, files });
})"""


class PagePython:
    """A page whose worker has booted; each question is answered as the site's own scripts get it answered."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._numbers = count(1)
        page.goto(f"{address}/404.html")
        self.versions: str = page.evaluate(BOOT, f"{address}/")

    def ask(self, entry: str, job: dict[str, Any], files: dict[str, str] | None = None) -> dict[str, Any]:
        """What the worker says: an `answer`, or why there is none."""
        said: dict[str, Any] = self._page.evaluate(ASK, [next(self._numbers), entry, job, files or {}])
        return said
