"""axe finds nothing: each kind of page, and what opens on it, in both colour schemes, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from site_reader import Reader
from zhixing.page import assets

VIEWS = [(1280, "light"), (360, "dark"), (360, "light"), (1280, "dark")]
# What is right or wrong whatever the width and the colours are, is asked on the first two views alone.
SEEN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ASK = """async ([part, tags, rules]) => {
  const runOnly = rules.length ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const options = { runOnly, resultTypes: ["violations"] };
  if (!rules.length) options.rules = { "target-size": { enabled: true } };
  const { violations, passes } = await axe.run(part, options);
  const about = (node) => `${node.target.join(" ")}: ${node.failureSummary.split("\\n")[1]?.trim()}`;
  return {
    asked: passes.length + violations.length,
    found: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${about(node)}`)),
  };
}"""
# What is far from the screen has no size yet that could be judged: axe sees the page as an address into it lays it out.
LAID_OUT = """async () => {
  document.documentElement.classList.add("zx-whole");
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // what scrolls is marked by then
}"""
UNFOLD = "() => document.querySelectorAll('article details').forEach((fold) => (fold.open = true))"


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of the pinned version."""
    packages = assets.install_packages(assets.asset_cache(), dev=True)
    return (packages / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, part: str, rules: list[str]) -> list[str]:
    """What axe says to a part of the page as it is; it has looked at something."""
    said: dict[str, Any] = page.evaluate(ASK, [part, TAGS, rules])
    assert said["asked"]
    return list(said["found"])


def unfolded(page: Page) -> None:
    """All that a card hides at first: its folds, its figures that answer, its blocks that run, the verdict of a quiz."""
    page.evaluate(UNFOLD)
    for selector in (".zx-explore", ".zx-tested[data-block]"):
        for place in page.locator(selector).all()[:1]:
            place.scroll_into_view_if_needed()
    for option in page.locator(".quiz .zx-option").all()[:1]:
        option.click()


def beside(page: Page) -> None:
    """Both languages next to each other."""
    page.locator("[data-zx-beside]").click()
    page.locator(".zx-twin").first.wait_for(state="attached")


def searched(page: Page) -> None:
    """What the search has found."""
    page.keyboard.press("/")
    page.fill("dialog.zx-search input", "attention")
    page.locator("dialog.zx-search ol a").first.wait_for()


def commanded(page: Page) -> None:
    """What can be done."""
    page.keyboard.press("Control+k")
    page.locator("dialog.zx-palette[open] [role=option]").first.wait_for()


def offered(page: Page) -> None:
    """What can be kept for later."""
    page.locator("[data-zx-offline]").first.click()
    page.locator("dialog[open]").wait_for()


def enlarged(page: Page) -> None:
    """A figure as large as the window."""
    page.locator(".zx-figure + .zx-enlarge").first.click()
    page.locator("dialog.zx-lightbox[open]").wait_for()


def asked(page: Page) -> None:
    """What a study page asks."""
    page.wait_for_function("() => document.querySelector('[data-study], [data-practice]')?.childElementCount > 0")


def drawn(page: Page) -> None:
    """The graph."""
    page.locator("canvas[data-nodes]").wait_for()


Act = Callable[[Page], None]
PLACES: list[tuple[str, Act | None, str]] = [
    ("/", None, ""),
    ("/zh/", None, ""),
    ("/zh/experiments/", None, ""),
    ("/map/Graph/", drawn, ""),
    ("/zh/map/Before/", None, ""),
    ("/zh/study/", asked, ""),
    ("/study/review/", asked, ""),
    ("/zh/study/quiz/", asked, ""),
    ("/study/interview/", asked, ""),
    ("/zh/study/practice/", asked, ""),
    ("/study/progress/", asked, ""),
    ("/path/Learning_Path/", unfolded, ""),
    ("/zh/path/Module_08_Cost/", unfolded, ""),
    ("/", searched, "dialog[open]"),
    ("/zh/", commanded, "dialog[open]"),
    ("/zh/", offered, "dialog[open]"),
    ("/zh/attention/Multi-Query_Attention_MQA/", enlarged, "dialog[open]"),
    ("/no-such-page/", None, ""),
    ("/contributing/architecture/", None, ""),
    ("/contributing/coverage/errors/", None, ""),
    ("/contributing/decisions/study-events/", None, ""),
    ("/zh/print/theory/", None, ""),
    ("/tags/", None, ""),
    ("/zh/categories/", None, ""),
]
# They take axe seconds each.
LONG: list[tuple[str, Act | None]] = [
    ("/zh/attention/Flash_Attention/", unfolded),
    ("/attention/Multi-Query_Attention_MQA/", beside),
    ("/experiments/exp1_attention_basics/", unfolded),
    ("/experiments/exp3_multihead_attention/", None),  # whose header takes more lines
    ("/snippets/alibi/", None),
]
# Every second place in two views, which have either width and either scheme; all of them in four with the exhaustive rest.
SAMPLE = [(*place, 2) for place in PLACES[::2]]
WHOLE = [(*place, 4) for place in PLACES] + [(path, act, "", 4) for path, act in LONG]


def name(one: tuple[Any, ...]) -> str:
    """As the list of tests shows it."""
    return f"{one[0]}{one[1].__name__ if one[1] else ''}"


def found_on(
    reader: Reader, axe: str, path: str, act: Act | None, part: str, views: int
) -> dict[tuple[int, str], list[str]]:
    """What axe finds on a page, by view."""
    page = reader.open(path)
    page.evaluate(LAID_OUT)
    if act is not None:
        act(page)
    page.evaluate("() => scrollTo(0, 0)")  # what is half beyond an edge is no target yet
    page.evaluate(f"{axe};0")
    found = {}
    for number, (width, scheme) in enumerate(VIEWS[:views]):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        reader.rest()
        page.evaluate(LAID_OUT)
        if said := violations(page, part or "html", [] if number < 2 else SEEN):
            found[width, scheme] = said
    return found


@pytest.mark.parametrize(
    ("path", "act", "part", "views"),
    [
        *(pytest.param(*one, id=name(one)) for one in SAMPLE),
        *(pytest.param(*one, id=f"{name(one)}, all views", marks=pytest.mark.exhaustive) for one in WHOLE),
    ],
)
def test_axe_finds_nothing(
    reader: Callable[..., Reader], axe: str, path: str, act: Act | None, part: str, views: int
) -> None:
    assert not found_on(reader(), axe, path, act, part, views)


@pytest.mark.nightly
def test_axe_finds_nothing_on_any_page(reader: Callable[..., Reader], axe: str, site: Path) -> None:
    pages = sorted(page.parent.relative_to(site).as_posix() for page in site.rglob("index.html"))
    assert len(pages) > 150
    found = {}
    for path in pages:
        someone = reader()
        if said := found_on(someone, axe, f"/{path}/", unfolded, "", 4):
            found[path] = said
        someone.page.context.close()
    assert not found


def test_axe_is_able_to_find(reader: Callable[..., Reader], axe: str) -> None:
    someone = reader(360)
    page = someone.open("/zh/experiments/")
    page.evaluate(LAID_OUT)
    page.evaluate(f"{axe};0")
    page.evaluate("""() => {
      const article = document.querySelector("article");
      article.insertAdjacentHTML("beforeend", `<button class="small"></button><button class="small">+</button>
        <p id="pale">words around it, pale <a href="#x" id="bare">link</a></p><svg role="img"></svg>
        <div id="wide"><div></div><p>words</p></div>`);
      const style = (selector, values) => {
        for (const one of article.querySelectorAll(selector)) Object.assign(one.style, values);
      };
      style(".small", { width: "10px", height: "10px", padding: 0 });
      style("#pale", { color: "#999", background: "#fff" });
      style("#bare", { color: "#777", textDecoration: "none" });
      style("#wide", { width: "50px", height: "50px", overflow: "auto" });
      style("#wide > div", { width: "500px", height: "500px" });
    }""")
    someone.rest()
    found = {one.partition(":")[0] for one in violations(page, "html", [])}
    assert {"button-name", "target-size", "color-contrast", "link-in-text-block", "svg-img-alt"} <= found
    assert "scrollable-region-focusable" in found
