"""A person with a browser window, and a shelf of pages that are only looked at.

Nothing here waits for time to pass: every wait names a condition, and its ceiling only ends a test that has failed.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request

PATIENCE = (
    int(os.environ.get("ZHIXING_PATIENCE", "240")) * 1000
)  # milliseconds: a ceiling for a busy machine, never a measure
# The page has come to rest: its fonts are there, what moves has arrived, and the tasks queued by then have run.
REST = """async () => {
  await document.fonts.ready;
  const moving = document.getAnimations().filter((one) => {
    return one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
  });
  await Promise.allSettled(moving.map((one) => one.finished));
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage("");
  });
}"""
# What the theme has made of the colour scheme that the browser asks for.
COLOURED = "scheme => document.body.dataset.mdColorScheme === scheme"
SCHEMES = {"light": "default", "dark": "slate"}


def views(paths: Iterable[str]) -> list[tuple[str, int, str]]:
    """Each path on a wide light and on a narrow dark screen; by turns one or the other is what the page is loaded on."""
    wide, narrow = (1280, "light"), (360, "dark")
    return [
        (path, *view)
        for number, path in enumerate(paths)
        for view in ((wide, narrow) if number % 2 == 0 else (narrow, wide))
    ]


def new_context(chromium: Browser, width: int = 1280, scheme: str = "light", **more: Any) -> BrowserContext:
    """A browser profile of its own: nothing is known in it, nothing in it moves."""
    viewport = {"width": width, "height": 900}
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce", **more)
    context.set_default_timeout(PATIENCE)
    return context


def until(page: Page, condition: str, arg: object = None) -> None:
    """Wait for what a function that itself waits says: to `wait_for_function` its promise is an answer, and always true."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, condition
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")


class Reader:
    """A person with a browser window: opens pages, and notices errors and requests that leave the host."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self._waiting: set[Request] = set()
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)

    def _request(self, request: Request) -> None:
        self._waiting.add(request)
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.foreign.append(request.url)

    def _answered(self, request: Request) -> None:
        self._waiting.discard(request)

    def open(self, path: str) -> Page:
        """Go to a page and let it load everything."""
        self._waiting.clear()
        self.page.goto(self.address + path, wait_until="load")
        return self.rest()

    def follow(self, selector: str) -> Page:
        """Click on the first link that matches, and let its page load everything.

        The page it is on may still write the section into its own address: that is no arrival.
        """
        self._waiting.clear()
        link = self.page.locator(selector).first
        there = link.evaluate("link => link.pathname")
        with self.page.expect_navigation(url=lambda url: urlsplit(url).path == there, wait_until="load"):
            link.click()
        return self.rest()

    def rest(self) -> Page:
        """The page, once it moves no more and every request that it made was answered."""
        end = time.monotonic() + PATIENCE / 1000
        self.page.evaluate(REST)
        while self._waiting:
            self.page.evaluate(REST)
            assert time.monotonic() < end, f"not answered: {[request.url for request in self._waiting]}"
        return self.page

    def look(self, width: int, scheme: str) -> Page:
        """The page as it is at a width and in a colour scheme, from its beginning."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self.page.wait_for_function(COLOURED, arg=SCHEMES[scheme])
        self.page.evaluate("window.scrollTo(0, 0)")
        return self.rest()

    def search(self, query: str) -> list[str]:
        """Type into the search dialog; the paths that it leads to, best first, once it has searched everywhere."""
        if self.page.locator("dialog.zx-search[open]").count() == 0:
            self.page.keyboard.press("/")
        self.page.fill("dialog.zx-search input", query)
        self.page.wait_for_selector("dialog.zx-search ol[aria-busy=false]", state="attached")
        found = self.page.eval_on_selector_all("dialog.zx-search ol a", "links => links.map(link => link.href)")
        return [urlsplit(link).path for link in found]


class Shelf:
    """Pages that are only looked at: each is loaded once, and kept for the next test that asks for it."""

    SIZE = 10  # of the largest pages fit into a gigabyte

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._context = context
        self._address = address
        self._readers: OrderedDict[str, Reader] = OrderedDict()

    def shown(self, path: str, width: int = 1280, scheme: str = "light") -> Reader:
        """The reader of a page, with the page as it is at a width and in a colour scheme."""
        known = self._readers.pop(path, None)
        reader = known or Reader(self._context.new_page(), self._address)
        self._readers[path] = reader
        while len(self._readers) > self.SIZE:
            self._readers.popitem(last=False)[1].page.close()
        if known is None:
            reader.page.set_viewport_size({"width": width, "height": 900})
            reader.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            reader.open(path)
        reader.look(width, scheme)
        return reader
