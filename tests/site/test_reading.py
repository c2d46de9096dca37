"""Where the reader stopped is kept in the browser, and a way back is offered; the page says when it was changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from site_reader import Reader
from zhixing.vault.last_changed import last_changed

ROOT = Path(__file__).resolve().parents[2]
BAR = ".zx-continue"


@pytest.mark.parametrize(("root", "width"), [("", 1280), ("/zh", 360)])
def test_a_way_back_to_where_one_stopped(reader: Callable[..., Reader], root: str, width: int) -> None:
    someone = reader(width)
    page = someone.open(f"{root}/foundations/Softmax/")
    assert page.locator(BAR).count() == 0
    heading = page.locator("article h2[id]").nth(2)
    heading.evaluate("heading => window.scrollTo(0, heading.getBoundingClientRect().top + scrollY - 80)")
    place = heading.get_attribute("id")
    page = someone.open(f"{root}/")
    link = page.locator(f"{BAR} a")
    assert "Softmax" in link.inner_text() or "归一化" in link.inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    someone.follow(f"{BAR} a")
    assert page.url.split("#")[0].endswith(f"{root}/foundations/Softmax/")
    assert page.evaluate("() => decodeURIComponent(location.hash.slice(1))") == place
    # Opened anew, the card itself offers it; closed, the bar is gone.
    someone.open(f"{root}/attention/MLA/")
    page = someone.open(f"{root}/foundations/Softmax/")
    page.locator(f"{BAR} button").click()
    assert page.locator(BAR).count() == 0
    # The other language has stops of its own.
    page = someone.open("/zh/" if root == "" else "/")
    assert page.locator(BAR).count() == 0
    assert not someone.errors and not someone.foreign


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_says_when_it_was_last_changed(shown: Callable[..., Reader], lang: str) -> None:
    page = shown("/foundations/Softmax/" if lang == "en" else "/zh/foundations/Softmax/").page
    day = last_changed(ROOT).get(f"docs/{lang}/foundations/Softmax.md")  # none in a clone without the history
    said = page.locator(".zx-origin time")
    assert said.count() == (day is not None)
    if day:
        assert said.get_attribute("datetime") == day == said.inner_text()
