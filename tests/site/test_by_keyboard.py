"""Practice, a block and a figure by keyboard alone: begun with the server there, gone on with when it is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from site_host import Host
from site_reader import new_context, until
from test_offline import ALL_KEPT, KEPT
from test_practice import RIGHT, SAYS, WRONG

WORDS = {
    "en": ("Run", "Edit", "Reset", "Hint (2 left)", "Hint (1 left)"),
    "zh": ("运行", "编辑", "还原", "提示（还有 2 条）", "提示（还有 1 条）"),
}
SEEN = """(at => {
  const { top, bottom, width } = at.getBoundingClientRect();
  const { outlineStyle, boxShadow } = getComputedStyle(at);
  const ring = outlineStyle !== 'none' || boxShadow !== 'none' || at.closest('.cm-editor') !== null;
  return at === document.body ? 'lost' : !(width && bottom > 0 && top < innerHeight) ? 'off the screen' : ring ? '' : 'not marked';
})(document.activeElement)"""
VERDICT = ".zx-task-result:not([data-old]) .zx-verdict"


class Keys:
    """A reader without a pointer."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, what: str, key: str = "Tab", most: int = 120) -> None:
        """Go on with a key until the element that has the focus, `at`, is the one; it must be seen to have it."""
        for pressed in range(most):
            if self.page.evaluate(f"(at => {what})(document.activeElement)"):
                assert not pressed or self.page.evaluate(SEEN) == "", what
                return
            self.press("Escape", key)  # out of an editor Escape comes first
        raise AssertionError(f"{key} does not lead to what is {what}")

    def to_text(self, text: str, key: str = "Tab", most: int = 120) -> None:
        self.to(f"at.textContent.trim() === {text!r}", key, most)

    def write(self, code: str) -> None:
        self.to("at.classList.contains('cm-content')")
        self.press("Control+a")
        self.page.keyboard.insert_text(code)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "width"),
    [
        ("en", 1280),
        ("zh", 360),
        pytest.param("en", 360, marks=pytest.mark.exhaustive),
        pytest.param("zh", 1280, marks=pytest.mark.exhaustive),
    ],
)
def test_practice_a_block_and_a_figure_without_a_pointer_and_without_a_server(
    chromium: Browser, site: Path, tmp_path: Path, request: pytest.FixtureRequest, language: str, width: int
) -> None:
    host, context = Host(site, tmp_path), new_context(chromium, width)
    request.addfinalizer(host.stop)
    request.addfinalizer(context.close)
    page, says = context.new_page(), SAYS[language]
    keys = Keys(page)
    run, edit, reset, *hints = WORDS[language]
    home = f"{host.address}/{'zh/' if language == 'zh' else ''}"

    def verdict(how: str) -> str:
        page.locator(f"{VERDICT}{how}").wait_for()
        assert page.evaluate(SEEN) != "lost"  # what is read may have moved it off the screen
        return str(page.locator(VERDICT).inner_text())

    page.goto(f"{home}position/RoPE/")  # its top is seen, and no more
    until(page, KEPT)
    until(page, ALL_KEPT)
    page.goto(f"{home}study/practice/")
    page.wait_for_selector("[data-task=softmax] a")
    keys.to("at.type === 'search'")
    page.keyboard.type("softmax")
    keys.to("at.getAttribute('href') === '?task=softmax'")
    keys.press("Enter")
    page.wait_for_selector(".cm-content")
    keys.write(WRONG)
    keys.to_text(says["submit"], most=4)
    keys.press("Enter")
    assert says["mistake"] in verdict("[data-reason=value]")
    until(page, ALL_KEPT)

    host.stop()
    page.reload()
    page.wait_for_selector(".cm-content")
    for hint in hints:
        keys.to_text(hint)
        keys.press("Enter")
    assert page.locator(".zx-task-hints li").count() == 2
    assert page.evaluate(SEEN) in ("", "not marked"), "the button without hints left lets the focus go"
    keys.to("at.classList.contains('cm-content')", "Shift+Tab")
    keys.press("Control+Enter")
    assert says["property"] in verdict("[data-reason=value]")
    keys.write(RIGHT)
    keys.press("Control+Enter")
    assert says["accepted"] in verdict("[data-accepted]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto(f"{home}position/RoPE/")
    keys.to_text(run)
    block = page.locator(".zx-tested:focus-within")
    keys.press("Enter")
    block.locator("[data-verdict=passed]").wait_for()
    keys.to_text(edit, most=2)
    keys.press("Enter")
    page.wait_for_selector(".cm-content")
    page.wait_for_function("() => document.activeElement.classList.contains('cm-content')")
    keys.press("Control+Home")
    page.keyboard.type("1 / 0")
    keys.press("Enter")
    keys.to_text(run, most=3)
    keys.press("Enter")
    block.locator("[data-verdict=failed]").wait_for()
    assert "ZeroDivisionError" in page.locator(".zx-run-error").first.inner_text()
    keys.to_text(reset, most=3)
    keys.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == run, (
        "the button that goes leaves the focus on the bar"
    )
    keys.press("Enter")
    block.locator("[data-verdict=passed]").wait_for()

    page.goto(f"{home}position/RoPE/")
    slider(keys)


def slider(keys: Keys) -> None:
    """To the first figure, and move its first slider by one step and to its end."""
    keys.to("at.type === 'range'", most=400)
    said = keys.page.locator(".zx-explore:focus-within .zx-explore-said")
    told = [said.inner_text()]
    for key in ("ArrowRight", "Home", "End"):
        keys.press(key)
        told.append(said.inner_text())
    assert len(set(told)) >= 3, told
