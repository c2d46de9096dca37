"""The built site, served on the loopback, and a real Chromium. Without Chromium the tests are skipped, visibly."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from study_learner import HOMES, Learner

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium they are skipped.

    A browser that does not answer in time is asked once more; an assertion that fails, fails.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"]))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine and no right to install it"))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As a static host does: the page for missing pages, with its status."""
        missing = Path(self.directory) / "404.html"
        if code != 404 or not missing.is_file():
            super().send_error(code, message, explain)
            return
        body = missing.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this project, built strictly, as `make site` builds it."""
    out = tmp_path_factory.mktemp("site") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(out)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with _served(site) as address:
        yield address


@pytest.fixture
def changing_site(site: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the site that can be altered while it is served, and its address."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with _served(copy) as address:
        yield copy, address


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Reader:
    """A person with a browser window: opens pages, and notices errors and requests that leave the host."""

    def __init__(self, page: object, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self._waiting: set[object] = set()
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)

    def _request(self, request: object) -> None:
        self._waiting.add(request)
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.foreign.append(request.url)

    def _answered(self, request: object) -> None:
        self._waiting.discard(request)

    def open(self, path: str) -> object:
        """Go to a page and let it load everything."""
        self._waiting.clear()
        self.page.goto(self.address + path, wait_until="load")
        return self._settled()

    def follow(self, selector: str) -> object:
        """Click on the first link that matches, and let its page load everything."""
        self._waiting.clear()
        with self.page.expect_navigation(wait_until="load"):
            self.page.locator(selector).first.click()
        return self._settled()

    def _settled(self) -> object:
        """The page, when it has asked for nothing during a quarter of a second; after some seconds, as it is.

        The browser's own "network idle" is sometimes never told after a page was left in the middle of a request.
        """
        quiet, end = 0, time.monotonic() + 10
        while quiet < 5 and time.monotonic() < end:
            self.page.wait_for_timeout(50)
            quiet = 0 if self._waiting else quiet + 1
        return self.page


@pytest.fixture
def reader(chromium: object, address: str) -> Iterator[Callable[..., Reader]]:
    """Make readers with a window of a given width and colour scheme."""
    contexts = []

    def make(width: int = 1280, scheme: str = "light", at: str = address) -> Reader:
        context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        return Reader(context.new_page(), at)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def reader_without_storage(chromium: object, address: str, tmp_path: Path) -> Iterator[Reader]:
    """A reader whose browser is set to let no site keep anything."""
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    context = chromium.browser_type.launch_persistent_context(profile, executable_path=CHROMIUM, args=FLAGS)
    yield Reader(context.new_page(), address)
    context.close()


@pytest.fixture
def learner(reader: Callable[..., Reader]) -> Callable[..., Learner]:
    """Make learners, each with a browser profile of their own."""

    def make(language: str = "en", width: int = 1280, scheme: str = "light") -> Learner:
        return Learner(reader(width, scheme), language)

    return make


@pytest.fixture(scope="session")
def decks(site: Path) -> dict[str, Any]:
    """What the site asks, by language."""
    return {lang: json.loads((site / f"assets/study/deck.{lang}.json").read_text(encoding="utf-8")) for lang in HOMES}
