"""A page is complete as it is sent: nothing of it moves, appears or is drawn later, however long it is."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser
from site_reader import Reader, new_context

LONGEST = "attention/Attention_Mechanism/"
WATCH = """() => {
  globalThis.zxMoved = [];
  globalThis.zxShifts = new PerformanceObserver((list) => globalThis.zxMoved.push(...list.getEntries()));
  globalThis.zxShifts.observe({ type: "layout-shift", buffered: true });
}"""
MOVED = """() => {
  const all = [...globalThis.zxMoved, ...globalThis.zxShifts.takeRecords()];
  return all.map(({ value, sources }) => [value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "")]);
}"""
# How far what an address names stands below the upper edge of the window.
HEIGHT = "id => document.getElementById(id).getBoundingClientRect().top"
THERE = f"id => {{ const top = ({HEIGHT})(id); return top >= 0 && top < 300; }}"


@pytest.mark.parametrize(
    ("path", "width"),
    [
        (f"/{LONGEST}", 360),
        (f"/zh/{LONGEST}", 360),
        (f"/zh/{LONGEST}", 1280),
        ("/map/Graph/", 360),
        ("/zh/study/review/", 360),
        ("/study/", 360),
        ("/zh/study/progress/", 1280),
        ("/snippets/softmax/", 360),
        ("/print/attention/", 360),
        ("/experiments/exp1_attention_basics/", 360),
    ],
)
def test_nothing_moves_while_a_page_is_loaded(reader: Callable[..., Reader], path: str, width: int) -> None:
    someone = reader(width)
    someone.page.add_init_script(f"({WATCH})()")
    page = someone.open(path)
    assert page.evaluate("() => PerformanceObserver.supportedEntryTypes.includes('layout-shift')")
    if page.locator("[data-study]").count():
        page.wait_for_function("() => document.querySelector('[data-study]').childElementCount > 0")
        someone.rest()
    moved = page.evaluate(MOVED)
    assert sum(value for value, _ in moved) < 0.01, moved  # a tenth of what browsers call a good page


def test_what_moves_is_noticed(reader: Callable[..., Reader]) -> None:
    someone = reader(360)
    someone.page.add_init_script(f"({WATCH})()")
    page = someone.open("/zh/study/review/")
    page.evaluate("() => { document.querySelector('h1').style.marginTop = '200px'; }")
    page.wait_for_function(f"() => ({MOVED})().some(([value]) => value > 0.01)")


def test_what_stands_below_a_part_that_never_comes_is_shown(reader: Callable[..., Reader]) -> None:
    someone = reader(360)
    someone.page.route("**/study.js", lambda route: route.abort())
    page = someone.open("/study/")
    page.wait_for_function("() => document.getElementById('six-ways').checkVisibility({ visibilityProperty: true })")
    assert page.locator("[data-study]").first.evaluate("place => place.childElementCount") == 0


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_formulas_and_diagrams_are_there_without_scripts(chromium: Browser, address: str, home: str) -> None:
    context = new_context(chromium, 360, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{home}{LONGEST}")
    assert page.locator("math").count() > 200
    assert page.locator(".zx-diagram svg").count() >= 2
    assert page.locator(".arithmatex, .mermaid, .zx-refused").count() == 0
    assert page.locator(".md-typeset__scrollwrap table").count() > 8
    context.close()


@pytest.mark.parametrize(("home", "width"), [("/", 360), ("/zh/", 1280)])
def test_an_address_leads_into_what_was_not_laid_out_yet(reader: Callable[..., Reader], home: str, width: int) -> None:
    someone = reader(width)
    page = someone.open(f"{home}{LONGEST}")
    far = """() => getComputedStyle([...document.querySelectorAll(":is(.md-content__inner, .zx-part) > p:not([class])")]
      .findLast((one) => one.checkVisibility())).contentVisibility"""
    assert page.evaluate(far) == "auto"
    page.emulate_media(media="print")
    assert page.evaluate(far) == "visible"
    page.emulate_media(media="screen")
    ids = page.eval_on_selector_all("article .quiz[id], article h3[id]", "all => all.map(({ id }) => id)")
    for target in (ids[-1], ids[len(ids) // 2], ids[2]):
        page.evaluate("id => { location.hash = id; }", target)
        page.wait_for_function(THERE, arg=target)
        someone.rest()
        assert 0 <= page.evaluate(HEIGHT, target) < 300
    someone.open(f"{home}{LONGEST}?from=elsewhere#{ids[-2]}")
    page.wait_for_function(THERE, arg=ids[-2])


# The last paragraph, and the last within a question, which is folded: words by which the browser's own search finds each.
WORDS_IN = """selector => {
  const texts = [...[...document.querySelectorAll(selector)].at(-1).childNodes].filter(({ nodeType }) => nodeType === 3);
  const longest = texts.map(({ data }) => data.trim()).sort((a, b) => b.length - a.length)[0];
  return longest.split(/\\s+/).slice(0, 7).join(" ");
}"""
SOUGHT = ["article p[data-pair]:not(details:not([open]) *)", "article details.question > p"]
SEEN = """selector => {
  const { top, height } = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
  return height > 0 && top > 0 && top < innerHeight;
}"""


def test_the_browser_finds_what_is_far_and_what_is_folded(reader: Callable[..., Reader]) -> None:
    someone = reader(360)
    page = someone.open(f"/{LONGEST}")
    texts = [page.evaluate(WORDS_IN, selector) for selector in SOUGHT]
    for selector, text in zip(SOUGHT, texts, strict=True):
        page.goto("about:blank")
        page.goto(f"{someone.address}/{LONGEST}#:~:text={quote(text, safe='')}")
        page.wait_for_function(SEEN, arg=selector)
        someone.rest()
        assert page.evaluate(SEEN, selector), text
    page.goto(f"{someone.address}/{LONGEST}")
    someone.rest()
    page.keyboard.press("Control+f")
    assert page.evaluate("text => find(text, true)", texts[0])
    someone.rest()
    assert page.evaluate(SEEN, SOUGHT[0])
