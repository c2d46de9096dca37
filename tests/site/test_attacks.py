"""More than three hundred attacks, one vault, a real browser: in safe mode none of them runs, asks another host or leads away.

The same notes in trusted mode do run, so that this test can fail.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page
from site_reader import PATIENCE, Reader, new_context
from zhixing.hosts.cli.main import main

ATTACKS = [block.strip("\n") for block in (Path(__file__).parent / "attacks.txt").read_text("utf-8").split("\n---\n")][
    1:
]
HOST = "evil.example"
SHARED = 24  # attacks on one page
EXTENSIONS = "markdown_extensions:\n  - admonition\n  - abbr\n  - pymdownx.details\n"
FILES = {
    "attack.svg": '<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor" onload="hit(901)"><script>hit(902)</script></svg>',
    "attack_plain.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.hit(903)</script><text y="9">x</text></svg>',
    "attack.html": "<script>parent.hit(904)</script>",
    "attack.pdf": "%PDF-1.1",
}
STUDY = '# Study\n\n<div data-study="quiz"></div>\n'
CAUGHT = "window.hits = []; window.hit = number => { window.hits.push(number); return true; };"
LEFT = """() => {
  const bad = [];
  const own = new Set(["http:", "https:", "mailto:", "tel:", "obsidian:", "blob:"]);
  for (const element of document.querySelectorAll("*")) {
    const where = element.closest(".md-content") && !element.closest("[data-study], [data-graph]") ? "note" : "site";
    const tag = element.localName;
    if (tag === "style" && element.closest(".zx-diagram")) continue; // of a diagram that the browser drew
    if (where === "note" && ["script", "iframe", "embed", "form", "base", "link", "meta", "style", "frame"].includes(tag)) bad.push(tag);
    if (where === "note" && tag === "object" && !element.classList.contains("zx-pdf")) bad.push(tag);
    if (where === "note" && tag === "input" && !["checkbox", "radio"].includes(element.type)) bad.push(tag);
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcdoc|formaction|ping|srcset|background)$/i.test(name)) bad.push(`${tag} ${name}=${value}`);
      if (name === "style" && where === "note" && /url|position|expression|@|z-index/i.test(value)) bad.push(`${tag} ${name}=${value}`);
      if (!["href", "src", "action", "data", "xlink:href", "poster", "cite", "ping", "srcset"].includes(name)) continue;
      if (value === "about:blank") continue;  // what mermaid makes of an address that it refuses
      if (!URL.canParse(value, location.href)) continue; // it leads nowhere
      const scheme = new URL(value, location.href).protocol;
      if (!own.has(scheme) && !(tag === "img" && scheme === "data:")) bad.push(`${tag} ${name}=${value}`);
    }
  }
  const config = document.getElementById("__config");
  if (config ? config.localName !== "script" : document.querySelector("script")) bad.push("__config is not the site's");
  if (document.querySelectorAll("main, .md-content > article").length > 2) bad.push("the note left its place");
  return bad;
}"""


@dataclass
class Seen:
    """What happened in the browser that no note may cause."""

    dialogs: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    away: list[str] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)


def notes() -> Iterator[tuple[str, str]]:
    """Name and text of each note; every attack has a number, which is what its script tells."""
    shared: list[str] = []
    for number, attack in enumerate(ATTACKS):
        text = attack.replace("HIT", f"hit({number})").replace("HOST", HOST).replace("NUMBER", str(number))
        kind, _, rest = text.partition("\n")
        if kind == "front:":
            yield f"front{number}.md", f"---\n{rest}\n---\nSee [[Target]].\n"
        elif kind.startswith("file:"):
            yield f"{kind.removeprefix('file:').strip()}.md", f"{rest} [[Target]]\n"
        else:
            shared.append(text)
    for page, first in enumerate(range(0, len(shared), SHARED)):
        start = f"# Page {page}\n\nSee [[Target]] <img src=x onerror=hit(800)> [x](javascript:hit(801)) and `<svg onload=hit(802)>`.\n\n"
        yield f"page{page}.md", start + "\n\n".join(shared[first : first + SHARED]) + "\n"
    for number, text in enumerate(shared):  # what one attack may hide from another stands alone as well
        if re.match(r"<(?:plaintext|title|textarea|xmp|style|svg|math|noscript|template|script|!|\?|/)|```|\$\$", text):
            yield f"alone/alone{number}.md", f"{text}\n"
    yield "Target.md", "# Target\n\n![[page0]]\n"
    yield "quiz.md", STUDY
    yield "index.md", "# Home\n\n![[page1]]\n"


def build(root: Path, html: str, only: str = "") -> Path:
    docs = root / "docs"
    for name, text in notes():
        if not name.startswith(only):
            continue
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    for name, text in FILES.items():
        (docs / name).write_text(text, encoding="utf-8")
    assert main(["--root", str(root), "init"]) == 0
    config = (root / "mkdocs.yml").read_text("utf-8")
    assert "html: safe" in config, "safe mode is the default of `zhixing init`"
    config = config.replace("html: safe", f"html: {html}").replace("markdown_extensions:\n", EXTENSIONS)
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(root / "site")]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return root / "site"


def watched(chromium: Browser, seen: Seen, address: str) -> Page:
    context = new_context(chromium)
    context.add_init_script(CAUGHT)
    context.route(
        "**/*", lambda route: route.continue_() if route.request.url.startswith(address) else _refuse(route, seen)
    )
    page = context.new_page()
    page.on("dialog", lambda dialog: (seen.dialogs.append(dialog.message), dialog.dismiss()))
    page.on("popup", lambda popup: seen.away.append(popup.url))
    page.on(
        "framenavigated",
        lambda frame: None if frame.url.startswith((address, "about:")) else seen.away.append(frame.url),
    )
    return page


def _refuse(route: object, seen: Seen) -> None:
    url = route.request.url  # type: ignore[attr-defined]
    if not url.startswith(("data:", "blob:")):
        seen.hosts.append(url)
    route.abort()  # type: ignore[attr-defined]


def visit(page: Page, seen: Seen, url: str) -> list[str]:
    """Open a page, touch everything on it, and return what should not be there."""
    page.goto(url, wait_until="load", timeout=PATIENCE)
    page.wait_for_function("() => document.readyState === 'complete' && typeof window.hit === 'function'")
    found: list[str] = page.evaluate(LEFT)
    page.evaluate(
        """() => { for (const element of document.querySelectorAll(".md-content *")) {
          for (const kind of ["pointerenter", "mouseover", "mouseenter", "focus", "toggle", "animationstart", "error", "load"])
            element.dispatchEvent(new Event(kind));
        } }"""
    )
    seen.hits += page.evaluate("window.hits")
    return found


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value if isinstance(value, list) else value.values():
            yield from strings(item)


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("attacked"), "safe")


def addresses(site: Path) -> list[str]:
    return sorted(
        quote(path.parent.relative_to(site).as_posix()) for path in site.rglob("index.html") if path.parent != site
    )


def test_there_are_many_attacks_of_every_kind() -> None:
    assert len(ATTACKS) >= 150 and len(set(ATTACKS)) == len(ATTACKS)


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_no_attack_runs(safe: Path, chromium: Browser, served: Callable[[Path], str], step: int) -> None:
    """On every page; the sample has the first and every fourth of the others."""
    address = served(safe)
    seen = Seen()
    page = watched(chromium, seen, address)
    pages = ["/", *(f"/{url}/" for url in addresses(safe)[::step])]
    left = {url: found for url in pages if (found := visit(page, seen, address + url))}
    assert left == {}
    assert seen == Seen()
    page.context.close()


def test_no_attack_runs_from_the_deck_or_the_search(
    safe: Path, chromium: Browser, served: Callable[[Path], str]
) -> None:
    address = served(safe)
    seen = Seen()
    page = watched(chromium, seen, address)
    files = [(safe / f"assets/study/deck.all{part}.json").read_text("utf-8") for part in ("", ".texts")]
    texts = [text for file in files for text in strings(json.loads(file)) if "<" in text]
    assert len(texts) >= 8, "the deck holds what the notes ask"
    reader = Reader(page, address)
    page.goto(f"{address}/quiz/", wait_until="load")
    page.evaluate(
        """texts => { for (const text of texts) { const box = document.createElement("div"); box.className = "md-content";
          box.innerHTML = text; document.body.append(box); } }""",
        texts,
    )
    assert page.evaluate(LEFT) == []
    page.goto(f"{address}/page2/", wait_until="load")
    for query in ("onerror", "script", "Page"):
        assert reader.search(query)
        assert page.evaluate(LEFT) == []
    seen.hits += page.evaluate("window.hits")
    assert seen == Seen()
    page.context.close()


def test_the_same_notes_run_where_they_are_trusted(
    tmp_path: Path, chromium: Browser, served: Callable[[Path], str]
) -> None:
    site = build(tmp_path, "trusted", "page")
    address = served(site)
    seen = Seen()
    page = watched(chromium, seen, address)
    visit(page, seen, f"{address}/page1/")
    visit(page, seen, f"{address}/page0/")
    assert len(set(seen.hits)) >= 10 and seen.hosts
    assert "Content-Security-Policy" not in (site / "page1/index.html").read_text("utf-8")
    page.context.close()


def test_every_page_has_a_policy_that_allows_no_inline_script(safe: Path) -> None:
    for path in safe.rglob("*.html"):
        text = path.read_text("utf-8")
        if 'name="robots" content="noindex"' in text or path.name == "attack.html":
            continue
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        assert policy, path
        rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
        assert "'unsafe-inline'" not in rules["script-src"] and "'unsafe-eval'" not in rules["script-src"].replace(
            "wasm-unsafe-eval", ""
        )
        assert rules["base-uri"] == "'none'" and urlsplit(rules["default-src"]).netloc == ""
