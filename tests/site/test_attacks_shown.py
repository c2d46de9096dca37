"""Where the site's own scripts make HTML of what a note says: previews, palette, graph, side by side, review, quiz, a loaded history."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from site_reader import PATIENCE, Reader
from study_learner import event, history
from test_attacks import LEFT, Seen, watched
from zhixing.hosts.cli.main import main

IMG, LINK, SVG = "<img src=x onerror=hit({0})>", "[a](javascript:hit({0}))", "<svg onload=hit({0})>"
NESTED = "&lt;img src=x onerror=hit({0})&gt;"  # which is markup once it has been unescaped twice
# Every kind of block, each with the same attacks: what is laid beside it, cut out of it or asked from it.
CARD = """---
topic: "Card {img} {nested}"
category: "Cat {img}"
tags: ["t{svg}", plain]
aliases: ["Alias {img}", "</script><script>hit(7)</script>"]
description: "{img}\\"><script>hit(8)</script>"
difficulty: ⭐⭐
---
# Card {img} {nested}

> [!SUMMARY] Summary {img}
> - **Definition**: {img} {link} {nested} <a href="java&#x0A;script:hit(1)">x</a>
> - **Core intuition**: `{img}` ==marked {svg}==

## Section {img} `{img}` {link}

A paragraph {img} {link} {nested} $\\href{{javascript:hit(2)}}{{x}}$ $\\text{{{img}}}$
<span class="arithmatex">\\(\\htmlData{{onclick=hit(3)}}{{x}}\\)</span> [[Other|{img}]]

- an item {img} <details open ontoggle=hit(4)><summary>{img}</summary>x</details>

| head {img} | {nested} |
|---|---|
| cell {svg} | {link} |

> [!note]- Callout {img}
> body {link} {nested}

```mermaid
flowchart LR
  a["{nested} {img}"] --> b["<a href='javascript:hit(5)'>b</a>"]
  click a "javascript:hit(6)"
```

> [!QUESTION]- Why {img} {nested}?
> **Short answer.** {img} {link} {nested} `{img}`
>
> **In depth.** {svg} <iframe srcdoc="<script>parent.hit(9)</script>"></iframe>
>
> **Follow-ups.**
> - What {img} — then {img} {nested}

^why-card

> [!QUIZ] Which {img} {nested}?
> - [x] right {img} {nested}
>     - why {svg} {nested}
> - [ ] wrong {link} {img}
>     - because {nested} {img}

^which-card

^block-{number}
"""
OTHER = "---\ntopic: Other\ncategory: Cat\n---\n# Other {img}\n\nSee [[Card]], [[Card#^why-card]] and [[Card#^which-card]]. {nested}\n"
PAGES = {
    "Graph.md": "# Graph\n\n<div data-graph></div>\n",
    "review.md": '# Review\n\n<div data-study="review"></div>\n',
    "quiz.md": '# Quiz\n\n<div data-study="quiz"></div>\n',
    "data.md": '# Data\n\n<div data-study="data"></div>\n\n<div data-study="plan"></div>\n',
    "index.md": "# Home\n\n[[Card]] [[Other]]\n",
}


def filled(text: str, number: int) -> str:
    values = {
        name: value.format(number) for name, value in (("img", IMG), ("link", LINK), ("svg", SVG), ("nested", NESTED))
    }
    return text.format(number=number, **values)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shown")
    for number, language in enumerate(("en", "zh")):
        folder = root / "docs" / language
        folder.mkdir(parents=True)
        for name, text in {
            "Card.md": filled(CARD, 20 + number),
            "Other.md": filled(OTHER, 30 + number),
            **PAGES,
        }.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert main(["--root", str(root), "init"]) == 0
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(root / "site")]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return root / "site"


def clean(page: Page, seen: Seen) -> None:
    """Nothing is there that should not be, and nothing has run."""
    assert page.evaluate(LEFT) == []
    seen.hits += page.evaluate("window.hits")
    assert seen == Seen()


def test_no_attack_runs_where_scripts_show_notes(
    attacked: Path, chromium: Browser, served: Callable[[Path], str], tmp_path: Path
) -> None:
    address, seen = served(attacked), Seen()
    page = watched(chromium, seen, address)
    page.set_default_timeout(PATIENCE)
    reader = Reader(page, address)
    # Previews of a card, a question and a quiz, pinned so that all stay.
    page.goto(f"{address}/Other/")
    for number in range(3):
        page.locator("article a.wikilink").nth(number).hover()
        box = page.locator(".zx-preview").nth(number)
        box.locator(".zx-preview-pin").click()
        clean(page, seen)
    # Search and palette: titles, sections, questions, aliases.
    assert reader.search("onerror") and reader.search("Card")
    clean(page, seen)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.locator(".zx-palette [role=option]").first.wait_for()
    page.fill(".zx-palette input", "Card")
    page.wait_for_function("() => document.querySelector('.zx-palette ul').ariaBusy === 'false'")
    assert page.locator(".zx-palette [role=option]").count() >= 2
    clean(page, seen)
    page.keyboard.press("Escape")
    # Side by side.
    page.goto(f"{address}/Card/")
    page.click("[data-zx-beside]")
    page.wait_for_selector("[data-zx-beside][aria-busy=false]")
    assert page.locator(".zx-twin").count() >= 6
    clean(page, seen)
    page.click("[data-zx-beside]")
    # The graph and its list.
    page.goto(f"{address}/Graph/")
    page.locator(".zx-graph-list summary").click()
    page.locator(".zx-graph-list tbody tr").first.wait_for()
    clean(page, seen)
    # A review with its answer and its follow-up, a quiz with its reasons.
    for name in ("review", "quiz"):
        page.goto(f"{address}/{name}/")
        if name == "quiz":
            page.get_by_role("button", name="Start the quiz").click()
        page.locator("[data-item]").first.wait_for()
        for key in (" ", "1", "Enter", "f", " ", "3", "Enter"):
            page.keyboard.press(key)
            clean(page, seen)
    # A history that someone sent: its words are shown as words.
    page.goto(f"{address}/data/")
    evil = "<img src=x onerror=hit(90)>"
    rows = [event("2026-01-01T00:00:00.000Z", type=kind, item=evil, grade=3, source=evil) for kind in ("review", evil)]
    file = tmp_path / f"{evil.replace('/', '')}.json"
    file.write_text(history(*rows), encoding="utf-8")
    page.set_input_files("[data-study=data] input[type=file]", file)
    page.wait_for_function("() => document.querySelector('[data-study=data] .zx-status').textContent !== ''")
    clean(page, seen)
    page.context.close()
