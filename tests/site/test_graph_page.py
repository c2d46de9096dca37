"""The graph: all cards on a page of its own, what is near on each card; the same as a list; what to read first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from site_reader import Reader, new_context
from study_learner import Learner, event, history

ASKED = """() => {
  const real = requestAnimationFrame;
  window.asked = 0;
  window.requestAnimationFrame = (f) => { window.asked++; return real(f); };
}"""
COLOURS = """() => {
  const canvas = document.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`);
  return seen.size;
}"""


def graph(site: Path, lang: str) -> dict[str, list[list[object]]]:
    found: dict[str, list[list[object]]] = json.loads(
        (site / f"assets/zx/graph/{lang}.json").read_text(encoding="utf-8")
    )
    return found


def shown(page: Page, count: int) -> None:
    page.locator(f"canvas[data-nodes='{count}']").wait_for()


@pytest.mark.parametrize(("root", "lang", "width"), [("", "en", 1280), ("/zh", "zh", 360)])
def test_all_cards_and_the_list_that_says_the_same(
    reader: Callable[..., Reader], site: Path, root: str, lang: str, width: int
) -> None:
    known = graph(site, lang)
    someone = reader(width)
    page = someone.open(f"{root}/map/Graph/")
    shown(page, len(known["nodes"]))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    # Something is drawn, in more than two colours.
    page.wait_for_function(f"() => ({COLOURS})() > 5")
    page.locator(".zx-graph-list summary").click()
    rows = page.locator(".zx-graph-list tbody tr")
    rows.first.wait_for()
    assert rows.count() == len(known["nodes"])
    # Filters hold for picture and list.
    tag = known["nodes"][0][6][0]  # type: ignore[index]
    wanted = [node for node in known["nodes"] if tag in node[6] and node[4] <= 3]  # type: ignore[operator]
    page.select_option("select[name=tag]", str(tag))
    page.select_option("select[name=difficulty]", "3")
    shown(page, len(wanted))
    assert rows.count() == len(wanted)
    page.select_option("select[name=state]", "learned")
    shown(page, 0)
    # The keyboard goes from card to card and opens one.
    for name in ("state", "difficulty", "tag"):
        page.select_option(f"select[name={name}]", "")
    shown(page, len(known["nodes"]))
    page.locator("canvas").focus()
    page.keyboard.press("ArrowDown")
    first = page.locator(".zx-graph-status").inner_text()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("text => document.querySelector('.zx-graph-status').innerText !== text", arg=first)
    name = page.locator(".zx-graph-status").inner_text().split(" · ")[0]
    with page.expect_navigation(wait_until="commit"):
        page.keyboard.press("Enter")
    assert name in [node[1] for node in known["nodes"] if page.url.endswith(str(node[2]))]
    assert not someone.errors and not someone.foreign


def test_a_card_shows_what_is_near_and_leaves_nothing_behind(chromium: Browser, address: str, site: Path) -> None:
    known = graph(site, "en")
    context = new_context(chromium)
    someone = Reader(context.new_page(), address)
    page = someone.open("/position/ALiBi/")
    fold = page.locator("details.zx-near")
    fold.locator("summary").first.click()
    place = next(number for number, node in enumerate(known["nodes"]) if node[0] == "position/ALiBi")
    near = {place} | {a if b == place else b for a, b, _ in known["edges"] if place in (a, b)}  # type: ignore[misc]
    shown(page, len(near))
    page.select_option(".zx-near select[name=steps]", "2")
    page.wait_for_function("count => Number(document.querySelector('canvas').dataset.nodes) > count", arg=len(near))
    client = context.new_cdp_session(page)
    client.send("Performance.enable")

    def left() -> tuple[float, float, float]:
        client.send("HeapProfiler.collectGarbage")
        values = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
        return values["JSEventListeners"], values["Nodes"], values["JSHeapUsedSize"]

    def again() -> None:
        fold.locator("summary").first.click()
        page.locator("canvas").wait_for(state="detached")
        fold.locator("summary").first.click()
        page.locator("canvas[data-nodes]").wait_for()  # no handle of it stays

    again()
    again()
    listeners, nodes, heap = left()
    for _ in range(20):
        again()
    after = left()
    assert after[0] <= listeners and after[1] <= nodes + 20
    assert after[2] < heap * 1.1 + 200_000
    # Nothing is drawn while nothing changes.
    page.evaluate(ASKED)
    someone.rest()
    before = page.evaluate("() => window.asked")
    someone.rest()
    assert page.evaluate("() => window.asked") == before
    assert not someone.errors
    context.close()


@pytest.mark.parametrize(("root", "lang"), [("", "en"), ("/zh", "zh")])
def test_the_filter_of_states_knows_what_was_studied(
    learner: Callable[..., Learner], site: Path, tmp_path: Path, root: str, lang: str
) -> None:
    known = graph(site, lang)
    items = json.loads((site / f"assets/zx/graph/{lang}.items.json").read_text(encoding="utf-8"))
    asked = {key: ids for key, (_, ids) in items.items() if len(ids) > 2}
    begun, read, learned = sorted(asked, key=lambda key: (len(asked[key]), key))[:3]
    answers = [
        (asked[begun][0], 4, ("2026-11-01",)),
        *((item, 3, ("2026-11-01",)) for item in asked[read]),  # answered once: not yet kept for long
        *((item, 4, ("2026-06-01", "2026-06-20", "2026-08-20")) for item in asked[learned]),
    ]
    reviews = [
        event(f"{day}T09:00:00.000Z", type="review", item=item, grade=grade, source="review")
        for item, grade, days in answers
        for day in days
    ]
    someone = learner(lang)
    someone.load(history(*reviews), tmp_path)
    page = someone.reader.open(f"{root}/map/Graph/")
    shown(page, len(known["nodes"]))
    page.locator(".zx-graph-list summary").click()
    titles = {str(node[0]): str(node[1]) for node in known["nodes"]}
    for state, key in (("begun", begun), ("read", read), ("learned", learned)):
        page.select_option("select[name=state]", state)
        shown(page, 1)
        assert page.locator(".zx-graph-list tbody tr a").all_inner_texts() == [titles[key]]
    page.select_option("select[name=state]", "new")
    shown(page, len(known["nodes"]) - 3)


def test_two_fingers_enlarge_and_one_scrolls_the_card(chromium: Browser, address: str) -> None:
    context = new_context(chromium, 360, has_touch=True, is_mobile=True)
    someone = Reader(context.new_page(), address)
    touch = context.new_cdp_session(someone.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    for path, fold in (("/map/Graph/", ""), ("/zh/position/ALiBi/", "details.zx-near > summary")):
        page = someone.open(path)
        if fold:
            page.locator(fold).click()
        canvas = page.locator("canvas[data-zoom]")
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = float(str(canvas.get_attribute("data-zoom")))
        fingers("touchStart", (x - 20, y), (x + 20, y))
        for far in range(25, 85, 5):
            fingers("touchMove", (x - far, y), (x + far, y))
        fingers("touchEnd")
        page.wait_for_function("least => Number(document.querySelector('canvas').dataset.zoom) > least", arg=2 * before)
        assert page.evaluate("() => visualViewport.scale") == 1  # the graph, not the page
    # In a card a finger that moves up and down scrolls the page.
    top = page.evaluate("() => scrollY")
    fingers("touchStart", (x, y))
    for step in range(1, 12):
        fingers("touchMove", (x, y + 12 * step))
    fingers("touchEnd")
    page.wait_for_function("top => scrollY < top", arg=top)
    assert not someone.errors
    context.close()


@pytest.mark.parametrize(("root", "lang"), [("", "en"), ("/zh", "zh")])
def test_what_to_read_first_is_said_in_order_with_minutes_and_states(
    reader: Callable[..., Reader], site: Path, root: str, lang: str
) -> None:
    known = graph(site, lang)
    keys = [str(node[0]) for node in known["nodes"]]
    needs = {(a, b) for a, b, kind in known["edges"] if kind == 1}
    someone = reader(360)
    page = someone.open(f"{root}/map/Before/?card=attention/MLA")
    items = page.locator(".zx-before-list li")
    items.first.wait_for()
    order = [next(n for n, node in enumerate(known["nodes"]) if link.endswith(str(node[2]))) for link in links(page)]
    assert keys[order[-1]] == "attention/MLA" and len(order) >= 4
    assert all(order.index(b) < order.index(a) for a, b in needs if a in order)  # type: ignore[arg-type]
    assert items.locator(".zx-state").count() == len(order)
    page.select_option("[data-before] select", "foundations/Softmax")
    page.wait_for_function("() => document.querySelectorAll('.zx-before-list li').length === 1")
    assert page.url.endswith("?card=foundations%2FSoftmax")
    # On the card itself: the same, folded.
    page = someone.open(f"{root}/attention/MLA/")
    fold = page.locator("details.zx-before")
    assert not fold.locator("li").first.is_visible()
    fold.locator("summary").click()
    fold.locator(".zx-state").first.wait_for()
    assert fold.locator("li").count() == len(order) - 1
    assert not someone.errors


def links(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(".zx-before-list a", "links => links.map(link => link.href)")
    return found
