"""What is behind a link, shown beside it: by pointer, keyboard and finger, in both languages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page
from site_reader import Reader, new_context

PREVIEW = ".zx-preview"
# The words of an element, without spaces, formulas (which a script may have drawn) and the marks beside headings and code.
WORDS = """element => {
  const copy = element.cloneNode(true);
  for (const other of copy.querySelectorAll(".arithmatex, .katex, math, .headerlink, .zx-tested")) other.remove();
  return copy.textContent.replaceAll(/\\s+/g, "");
}"""
# What the target's own page has at an anchor, or at a selector.
BEHIND = f"""async ([href, selector]) => {{
  const page = new DOMParser().parseFromString(await (await fetch(href)).text(), "text/html");
  const id = decodeURIComponent(new URL(href).hash.slice(1));
  const found = selector ? page.querySelector(selector) : page.getElementById(id);
  return {{ tag: found.tagName, text: ({WORDS})(found) }};
}}"""
# Scroll to a link; done when the page has been told of it.
CENTRED = """link => new Promise((done) => {
  document.addEventListener("scroll", () => done(), { once: true, capture: true });
  window.scrollBy(0, link.getBoundingClientRect().top - innerHeight / 2 + 40);
})"""
# Ids that stand twice in the document.
TWICE = """() => { const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return ids.filter((id, place) => ids.indexOf(id) !== place); }"""


def hover(page: Page, link: Locator) -> Locator:
    """Rest the pointer on a link; the preview that appears last."""
    before = page.locator(PREVIEW).count()
    link.scroll_into_view_if_needed()
    link.hover()
    box = page.locator(PREVIEW).nth(before)
    box.wait_for()
    return box


def address(link: Locator) -> str:
    return str(link.evaluate("link => link.href"))


@pytest.mark.parametrize("root", ["", "/zh"])
def test_a_link_shows_what_is_behind_it(reader, root):
    someone: Reader = reader()
    page = someone.open(f"{root}/architecture/Transformer/")
    # A card: its summary, whole.
    card = page.locator("article a.wikilink[href$='/RNN_and_LSTM/']").first
    box = hover(page, card)
    summary = page.evaluate(BEHIND, [address(card), ".admonition.summary"])
    assert summary["text"] in box.evaluate(WORDS)
    assert box.locator(".zx-preview-title").get_attribute("href") == address(card)
    # A heading: its section, up to the next of its rank, formulas among it, none left as TeX.
    section = page.locator("article a.wikilink[href*='Layer_Normalization/#']").first
    assert re.match(r"h[2-6]", page.evaluate(BEHIND, [address(section), ""])["tag"].lower())
    page.mouse.move(2, 2)
    box.wait_for(state="detached")
    box = hover(page, section)
    text = box.evaluate(WORDS)
    assert len(text) > 200 and "\\(" not in text
    assert box.locator(".katex, math").count() > 0
    # A block of this very page: the callout.
    block = page.locator("article a.wikilink[href='#transformer-embedding-scale']").first
    page.mouse.move(2, 2)
    box.wait_for(state="detached")
    box = hover(page, block)
    assert "✓" not in box.locator(".zx-preview-title").inner_text()
    claim = page.evaluate(BEHIND, [address(block), "#transformer-embedding-scale > summary"])
    assert claim["text"] in box.evaluate(WORDS)
    assert box.locator("details[open] > p").first.is_visible() and box.locator(".highlight").count() == 0  # no proof
    # Pinned it stays, a second one opens beside it, and no id stands twice.
    box.locator(".zx-preview-pin").click()
    hover(page, section)
    assert page.locator(PREVIEW).count() == 2
    assert page.evaluate(TWICE) == []
    assert not someone.errors and not someone.foreign


@pytest.mark.parametrize("root", ["", "/zh"])
def test_previews_nest_and_close_from_the_last_to_the_first(reader, root):
    someone: Reader = reader()
    page = someone.open(f"{root}/attention/Flash_Attention/")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    first = hover(page, page.locator("article a.wikilink[href$='Grouped_Query_Attention_GQA/']").first)
    hover(page, first.locator("a.wikilink").first)
    assert page.locator(PREVIEW).count() == 2  # the first stays while the pointer is in the second
    page.keyboard.press("Escape")
    page.locator(PREVIEW).nth(1).wait_for(state="detached")
    assert page.locator(PREVIEW).count() == 1
    page.keyboard.press("Escape")
    page.locator(PREVIEW).wait_for(state="detached")
    assert not someone.errors


@pytest.mark.parametrize(("root", "width"), [("", 1280), ("/zh", 360)])
def test_the_keyboard_goes_in_and_comes_back(reader, root, width):
    someone: Reader = reader(width)
    page = someone.open(f"{root}/attention/Flash_Attention/")
    link = page.locator("article a.wikilink[href$='#softmax-online-exact']").first
    link.focus()
    page.keyboard.press("Alt+ArrowDown")
    box = page.locator(PREVIEW)
    box.wait_for()
    page.wait_for_function("() => document.activeElement.closest('.zx-preview')")
    assert box.get_attribute("role") == "dialog"
    assert page.evaluate(
        "() => document.getElementById(document.querySelector('.zx-preview').getAttribute('aria-labelledby')).innerText"
    )
    page.keyboard.press("Shift+Tab")  # close, pin, title
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("() => document.activeElement.matches('.zx-preview-pin')")
    page.keyboard.press("Space")
    assert box.locator(".zx-preview-pin").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    assert link.evaluate("link => link === document.activeElement")
    # A pause on the focus is enough to see it; going on closes it.
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    box.wait_for()
    assert link.evaluate("link => link === document.activeElement")
    page.keyboard.press("Tab")
    box.wait_for(state="detached")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("root", ["", "/zh"])
def test_a_finger_that_scrolls_sees_no_preview_and_one_that_stays_does(chromium: Browser, address: str, root: str):
    context = new_context(chromium, 360, has_touch=True, is_mobile=True)
    someone = Reader(context.new_page(), address)
    page = someone.open(f"{root}/attention/Flash_Attention/")
    page.clock.install()
    touch = context.new_cdp_session(page)

    def finger(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    link = page.locator("article a.wikilink[href$='#softmax-online-exact']").first
    link.evaluate("link => link.scrollIntoView({ block: 'center' })")
    here = link.bounding_box()
    assert here
    x, y = here["x"] + 8, here["y"] + here["height"] / 2
    # It goes down on the link, moves, and then rests: a scroll, however long.
    finger("touchStart", x, y)
    for step in range(1, 8):
        finger("touchMove", x, y - 12 * step)
    page.clock.run_for(3000)
    finger("touchEnd")
    page.clock.run_for(3000)
    page.locator(".zx-preview-status").wait_for(state="attached")  # the script has come, after the finger was lifted
    page.clock.run_for(3000)
    assert page.locator(PREVIEW).count() == 0
    url = page.url
    # It stays, on a page that no scroll is under way on: the preview comes as a sheet, and the link is not followed.
    page = someone.open(f"{root}/attention/Flash_Attention/")
    link.evaluate(CENTRED)
    here = link.bounding_box()
    assert here
    x, y = here["x"] + 8, here["y"] + here["height"] / 2
    finger("touchStart", x, y)
    page.locator(".zx-preview-status").wait_for(state="attached")  # the script comes while the finger rests
    page.clock.run_for(1000)
    box = page.locator(PREVIEW)
    box.wait_for()
    finger("touchEnd")
    page.clock.run_for(1000)
    assert page.url == url and box.count() == 1
    sheet = box.bounding_box()
    assert sheet and (sheet["x"], sheet["width"], round(sheet["y"] + sheet["height"])) == (0, 360, 900)
    # A tap beside it closes it.
    page.touchscreen.tap(180, 120)
    box.wait_for(state="detached")
    assert not someone.errors and not someone.foreign
    context.close()


VAULT = {
    "mkdocs.yml": (
        "site_name: Small\nrepo_url: https://github.com/a/b\nedit_uri: edit/main/docs/\n"
        "use_directory_urls: false\ntheme: {name: material, font: false}\nplugins: [zhixing]\n"
        "markdown_extensions: [attr_list, md_in_html, pymdownx.superfences]\n"
    ),
    "docs/One.md": "# One\n\nSee [[Two]], [[Two#节 二]] and [[Two#^block]].\n",
    "docs/Two.md": (
        "# Two\n\nThe beginning, with ![[dot.svg]] and [[One]].\n\n## First\n\nNot shown.\n\n## 节 二\n\n里面的话。\n\n"
        "### Below\n\nStill inside.\n\n## Third\n\nA paragraph. ^block\n"
    ),
    "docs/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>\n',
}


def test_another_vault_below_a_path_without_folders_for_pages(reader, served, tmp_path: Path):
    for name, text in VAULT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path / "out/a/b")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    someone: Reader = reader(at=served(tmp_path / "out"))
    page = someone.open("/a/b/One.html")
    edit = page.locator(".zx-origin a[rel~=edit]")
    assert edit.get_attribute("href") == "https://github.com/a/b/edit/main/docs/One.md"
    whole, section, block = (page.locator("article a.wikilink").nth(number) for number in range(3))
    box = hover(page, whole)
    assert "The beginning" in box.inner_text() and "Not shown" not in box.inner_text()
    picture = box.locator("img").evaluate("picture => picture.decode().then(() => picture.src)")
    assert picture.endswith("/a/b/dot.svg")
    assert box.locator("a.wikilink").evaluate("link => link.href").endswith("/a/b/One.html")
    for link, there, not_there in ((section, "里面的话", "A paragraph"), (block, "A paragraph", "里面的话")):
        page.mouse.move(2, 2)
        page.locator(PREVIEW).wait_for(state="detached")
        text = hover(page, link).locator(".zx-preview-body").inner_text()
        assert there in text and not_there not in text
    assert not someone.errors and not someone.foreign
