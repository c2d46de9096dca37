"""The built site, served on the loopback, and a real Chromium. Without Chromium the tests are skipped, visibly.

The cheapest way in for a new test, cheapest first: `site`, the built files, if no browser is needed; `page_python`, a Python
that has booted in a page, for what is only asked of it; `shown`, a page that is only looked at and that other tests share (put
many asserts on one); `reader` or `learner`, a profile of one's own, for whoever clicks and leaves things behind (a second or
more each, a card's page several). A sweep over everything belongs behind `@pytest.mark.exhaustive`, with a sample of it beside;
of a test that is tried in two languages or at two widths, `make test` takes one by turns, and the exhaustive rest the other.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from page_python import PagePython
from playwright.sync_api import Browser, sync_playwright
from site_reader import PATIENCE, Reader, Shelf, new_context
from site_server import Quiet, Server
from study_learner import HOMES, START, Learner

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(
    (
        path
        for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
WITH_SETTINGS = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
PLACE = ("language", "lang", "home", "root", "width", "card_page")  # the first parameter of what is the same elsewhere
DENIED = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
Object.defineProperty(IDBFactory.prototype, "open", { value: denied });
Object.defineProperty(globalThis, "localStorage", { get: denied });
"""
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


@pytest.hookimpl(tryfirst=True)  # before tests are deselected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium they are skipped, visibly. Of the same in two places one is left to the exhaustive rest."""
    places: dict[str, list[pytest.Item]] = {}
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine and no right to install it"))
            parameters = next(iter(item.callspec.params if hasattr(item, "callspec") else ()), "")
            if parameters in PLACE and item.get_closest_marker("exhaustive") is None:
                places.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, same in places.items():
        if len(same) == 2:
            same[hashlib.sha256(name.encode()).digest()[0] % 2].add_marker(pytest.mark.exhaustive)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this project, built strictly, as `make site` builds it; once for all processes of a run."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    out, done = shared / "built-site", shared / "built-site.done"
    with FileLock(shared / "built-site.lock"):
        if not done.exists():
            command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(out)]
            environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
            ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
            assert ended.returncode == 0, ended.stdout + ended.stderr
            done.touch()
    return out


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
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
def served() -> Iterator[Callable[[Path], str]]:
    """Serve a folder until the test has ended; its address."""
    with ExitStack() as open_servers:
        yield lambda folder: open_servers.enter_context(_served(folder))


@pytest.fixture
def changing_site(site: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the site that can be altered while it is served, and its address."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with _served(copy) as address:
        yield copy, address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a process; what must not be shared gets a context of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def reader(chromium: Browser, address: str) -> Iterator[Callable[..., Reader]]:
    """Make readers who click, answer and leave things behind: each has a browser profile of their own."""
    contexts = []

    def make(width: int = 1280, scheme: str = "light", at: str = address) -> Reader:
        contexts.append(new_context(chromium, width, scheme))
        return Reader(contexts[-1].new_page(), at)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def shelf(chromium: Browser, address: str) -> Iterator[Shelf]:
    """The pages that are only looked at."""
    context = new_context(chromium)
    yield Shelf(context, address)
    context.close()


@pytest.fixture(scope="session")
def page_python(chromium: Browser, address: str) -> Iterator[PagePython]:
    """The page's own Python, booted once: `page_python.ask(entry, job, files)`."""
    context = new_context(chromium)
    yield PagePython(context.new_page(), address)
    context.close()


@pytest.fixture
def shown(shelf: Shelf) -> Callable[..., Reader]:
    """Show a page that is only looked at, at a width and in a scheme: `shown("/", 360, "dark").page`."""
    return shelf.shown


@pytest.fixture
def reader_without_storage(chromium: Browser, address: str, tmp_path: Path) -> Iterator[Reader]:
    """A reader whose browser lets no site keep anything: by its settings, or, where only the shell is there, which has
    none, by doing what such a browser does when it is asked to keep something."""
    if WITH_SETTINGS is None:
        context = new_context(chromium)
        context.add_init_script(DENIED)
        yield Reader(context.new_page(), address)
        context.close()
        return
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    context = chromium.browser_type.launch_persistent_context(
        profile, executable_path=WITH_SETTINGS, args=FLAGS, reduced_motion="reduce", timeout=PATIENCE
    )
    context.set_default_timeout(PATIENCE)
    yield Reader(context.new_page(), address)
    context.close()


@pytest.fixture
def learner(reader: Callable[..., Reader]) -> Callable[..., Learner]:
    """Make learners, each with a browser profile of their own and a clock that starts at the same moment."""

    def make(language: str = "en", width: int = 1280, scheme: str = "light") -> Learner:
        someone = Learner(reader(width, scheme), language)
        someone.page.clock.install(time=START)
        return someone

    return make


@pytest.fixture(scope="session")
def decks(site: Path) -> dict[str, Any]:
    """What the site asks, by language."""

    def read(name: str) -> Any:
        return json.loads((site / f"assets/study/{name}.json").read_text(encoding="utf-8"))

    made = {lang: read(f"deck.{lang}") for lang in HOMES}
    for lang, deck in made.items():
        texts = read(f"deck.{lang}.texts")
        deck["items"] = [item | texts[item["id"]] for item in deck["items"]]
    return made
