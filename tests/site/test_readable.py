"""What is on a page can be read: code without scrolling sideways, at the widths of common screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from site_reader import Reader, new_context

FOLDERS = ("foundations", "attention", "position", "architecture", "inference", "theory", "training")
ATTENTION = "attention/Attention_Mechanism"

# Put the code of another page in place of this one's, in the folds and callouts that it stands in, without all else.
SHOW = """html => {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  for (const other of page.querySelectorAll("p, ul, ol, table, svg, img, .mermaid, .zx-display, .zx-tested")) {
    if (!other.querySelector("pre > code") || other.matches(".mermaid")) other.remove();
  }
  for (const fold of page.querySelectorAll("details")) fold.open = true;
  document.querySelector("article").replaceChildren(...page.childNodes);
}"""
# How many lines the code has, and which of them reach beyond what is shown of it.
LINES = """() => {
  let lines = 0;
  const hidden = [];
  for (const code of document.querySelectorAll("article pre > code")) {
    const texts = code.textContent.replace(/\\n$/, "").split("\\n");
    lines += texts.length;
    if (code.scrollWidth <= code.clientWidth) continue;
    const { right } = code.getBoundingClientRect();
    const edge = right - parseFloat(getComputedStyle(code).paddingRight);
    const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let line = 0, end = 0;
    const close = () => {
      if (end > edge + 0.5) hidden.push(texts[line]);
      line += 1;
      end = 0;
    };
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      let start = 0;
      for (const piece of node.data.split("\\n")) {
        if (start) close();
        range.setStart(node, start);
        range.setEnd(node, start + piece.length);
        if (piece) end = Math.max(end, range.getBoundingClientRect().right);
        start += piece.length + 1;
      }
    }
    close();
  }
  return { lines, hidden };
}"""


def _cards(site: Path, home: str) -> list[Path]:
    """The pages of cards in one language."""
    return sorted(page for folder in FOLDERS for page in (site / home.strip("/") / folder).glob("*/index.html"))


@pytest.fixture(scope="module")
def plain(chromium: Browser, address: str) -> Iterator[Page]:
    """A card on which the site's scripts do not run: what is measured is laid out by styles alone."""
    context = new_context(chromium)
    context.route("**/*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{address}/{ATTENTION}/")
    page.evaluate("document.fonts.load('14px \"JetBrains Mono Variable\"').then(() => document.fonts.ready)")
    yield page
    context.close()


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_code_shows_without_scrolling_sideways(site: Path, plain: Page, home: str) -> None:
    cards = _cards(site, home)
    assert len(cards) >= 30
    lines, hidden = 0, {1280: 0, 1440: 0}
    longest: list[str] = []
    for card in cards:
        plain.evaluate(SHOW, card.read_text(encoding="utf-8"))
        for width in hidden:
            plain.set_viewport_size({"width": width, "height": 900})
            seen: dict[str, Any] = plain.evaluate(LINES)
            hidden[width] += len(seen["hidden"])
        lines += seen["lines"]
        longest += [f"{card.parent.name}: {line}" for line in seen["hidden"]]
    assert lines > 10_000
    assert hidden[1280] <= 0.05 * lines, f"{hidden[1280]} of {lines} lines at 1280 px"
    assert not longest


@pytest.mark.parametrize(("home", "enlarge"), [("/", "Enlarge"), ("/zh/", "放大")])
def test_on_a_phone_figures_open_enlarged_and_what_is_wider_can_be_scrolled(
    reader: Callable[..., Reader], home: str, enlarge: str
) -> None:
    page = reader(360, "dark").open(f"{home}{ATTENTION}/")
    figure = page.locator(".zx-figure").first
    button = page.locator(".zx-figure + .zx-enlarge").first
    assert str(button.get_attribute("aria-label")).startswith(f"{enlarge}: ")
    narrow = figure.bounding_box()
    figure.click()
    box = page.locator("dialog.zx-lightbox[open]")
    box.wait_for()
    wide = box.locator(".zx-figure").bounding_box()
    assert narrow
    assert wide
    assert wide["width"] > 1.3 * narrow["width"]
    before = float(str(box.get_attribute("data-scale")))
    page.keyboard.press("+")
    assert float(str(box.get_attribute("data-scale"))) > before
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.zx-stage').scrollLeft > 0")
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    assert figure.bounding_box()
    assert page.evaluate("document.activeElement.matches('.zx-figure + .zx-enlarge')")

    wider = """selector => [...document.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      .map((one) => ({ one }))"""
    for selector in (".md-content pre > code", ".md-content .zx-display"):
        # What is far from the screen is marked when it comes near: look at each that is not.
        page.wait_for_function(
            f"""selector => {{
              const left = ({wider})(selector).find(({{ one }}) => one.tabIndex !== 0 || !one.dataset.zxMore);
              left?.one.scrollIntoView();
              return !left;
            }}""",
            arg=selector,
        )
        assert page.evaluate(f"selector => ({wider})(selector).length", selector)
    # The button that copies stands beside the code, never over it.
    assert page.evaluate("""() => [...document.querySelectorAll(".highlight > pre")].every((pre) => {
      const button = pre.querySelector(".md-code__nav")?.getBoundingClientRect();
      return !button || button.left >= pre.querySelector("code").getBoundingClientRect().right - 0.5;
    })""")
    assert page.locator(".md-code__nav").count() > 5


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_on_a_phone_a_card_begins_with_its_definition_and_formulas_side_by_side_stand_one_below_the_other(
    shown: Callable[..., Reader], home: str
) -> None:
    page = shown(f"{home}training/Adam_and_AdamW/", 360, "light").page
    tags = page.locator(".zx-header .zx-tags")
    assert tags.evaluate("tags => new Set([...tags.children].map((one) => one.getBoundingClientRect().top)).size") == 1
    assert page.locator("article .admonition").first.evaluate("one => one.getBoundingClientRect().top + scrollY") < 620
    means = page.locator('math[alttext^="m_t = "][display]').first
    tops = means.evaluate("math => [...math.children].map((row) => row.getBoundingClientRect().top)")
    assert len(tops) == 2 and tops[1] > tops[0] + 10
    assert means.evaluate("math => math.parentElement.scrollWidth <= math.parentElement.clientWidth")
    wide = (
        shown(f"{home}training/Adam_and_AdamW/", 1280, "light").page.locator('math[alttext^="m_t = "][display]').first
    )
    tops = wide.evaluate("math => [...math.children].map((row) => row.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 10


# Labels of diagrams that reach beyond the box they stand in.
OVER = """() => {
  const over = [];
  let seen = 0;
  for (const picture of document.querySelectorAll(".zx-diagram svg")) {
    const boxes = [...picture.querySelectorAll("rect, polygon, circle, ellipse")].map((one) => one.getBoundingClientRect());
    for (const text of picture.querySelectorAll("text")) {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const around = boxes.filter((box) => box.left < (left + right) / 2 && box.right > (left + right) / 2)
        .filter((box) => box.top < (top + bottom) / 2 && box.bottom > (top + bottom) / 2)
        .sort((a, b) => a.width * a.height - b.width * b.height)[0];
      if (!around) continue;
      seen += 1;
      if (left < around.left || right > around.right) over.push(text.textContent);
    }
  }
  return { seen, over };
}"""


@pytest.mark.parametrize("card", ["inference/KV_Cache", "zh/training/Activation_Checkpointing"])
def test_words_of_diagrams_stand_in_their_boxes(shown: Callable[..., Reader], card: str) -> None:
    page = shown(f"/{card}/").page
    page.evaluate("() => document.fonts.ready")
    labels = page.evaluate(OVER)
    assert labels["seen"] > 5
    assert labels["over"] == []


def test_numbers_of_lines_are_the_module_s_and_are_not_copied(shown: Callable[..., Reader]) -> None:
    page = shown("/foundations/Softmax/").page
    module = (Path(__file__).resolve().parents[2] / "snippets/softmax.py").read_text(encoding="utf-8").split("\n")
    blocks = page.eval_on_selector_all(
        "pre[data-lines]", "found => found.map(one => [one.dataset.lines, one.querySelector('code').textContent])"
    )
    assert len(blocks) > 10
    for numbers, code in blocks:
        lines = code.removesuffix("\n").split("\n")
        assert numbers.split("\n") == [str(int(numbers.split("\n")[0]) + i) for i in range(len(lines))]
        first = int(numbers.split("\n")[0])
        assert [line.strip() for line in module[first - 1 : first - 1 + len(lines)]] == [line.strip() for line in lines]
    page.locator("details.zx-plot").first.evaluate("fold => { fold.open = true }")
    copied = page.locator("pre[data-lines]").first.evaluate(
        "pre => { getSelection().selectAllChildren(pre); return getSelection().toString(); }"
    )
    assert copied.strip() == blocks[0][1].strip()
    page.evaluate("getSelection().removeAllRanges()")


@pytest.mark.parametrize("home", ["", "zh/"])
def test_every_question_is_on_a_sheet_of_its_category_and_on_the_sheet_of_all(
    site: Path, decks: dict[str, Any], home: str
) -> None:
    deck = decks[home.strip("/") or "en"]
    asked = sum(item["kind"] in ("question", "quiz") for item in deck["items"])
    sheets = {
        page.parent.name: page.read_text(encoding="utf-8") for page in (site / home / "print").glob("*/index.html")
    }
    counts = {
        name: html.count('<div class="zx-answer">') - html.count("<li data-right") for name, html in sheets.items()
    }
    categories = {category["id"] for category in deck["categories"]}
    assert set(sheets) == {"questions", "top-50", *categories}
    assert counts["questions"] == sum(counts[name] for name in categories) >= asked > 200
    assert counts["top-50"] == 50
    card = (site / home / "foundations/Softmax/index.html").read_text(encoding="utf-8")
    assert '<meta name="zx-sheet" content="../../print/foundations/">' in card
    listed = (site / home / "categories/index.html").read_text(encoding="utf-8")
    assert all(f'href="../print/{name}/"' in listed for name in categories)
    assert "print/" not in (site / "sitemap.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("home", ["/", "/zh/"])
def test_paper_has_the_card_alone_with_or_without_answers(reader: Callable[..., Reader], home: str) -> None:
    page = reader(1280, "dark").open(f"{home}foundations/Softmax/")
    page.emulate_media(media="print")
    for selector in (
        ".md-header",
        ".md-sidebar",
        ".md-footer",
        ".zx-backlinks",
        ".zx-asks",
        ".zx-near",
        ".zx-tested",
        ".md-code__nav",
        ".zx-print",
    ):
        assert not page.locator(selector).first.is_visible(), selector
    assert page.locator("article h1").is_visible()
    code = page.locator("article pre[data-lines] > code").first
    assert code.evaluate("code => [getComputedStyle(code).display, getComputedStyle(code).orphans]") == ["block", "6"]
    link = page.locator('article a[href^="http"]').first
    shown = link.evaluate("link => getComputedStyle(link, '::after').content")
    assert str(link.get_attribute("href")) in shown
    assert str(page.locator(".zx-print > a").get_attribute("href")) == "../../print/foundations/"
    page.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))")
    answer = page.locator("details.question > :not(summary)").first
    for number, visible in ((0, False), (1, True)):
        page.emulate_media(media="screen")
        page.locator(".zx-print > button").nth(number).click()
        page.emulate_media(media="print")
        assert answer.is_visible() == visible
        assert page.locator(".quiz [data-option=right] > ul").first.is_visible() == visible
        assert not page.locator("details.zx-proof > .highlight").first.is_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not answer.is_visible()
