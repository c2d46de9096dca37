"""Three depths: which section has which, what a page folds, what the check asks of whom, what is asked of a learner."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from xml.etree.ElementTree import Element

import pytest
from engine_cases import load, settled
from zhixing.checks import depths
from zhixing.checks.run import run_checks
from zhixing.hosts.cli.main import main
from zhixing.model import Card
from zhixing.page.depths import choice_html, fold_depths
from zhixing.study.items import StudyItem
from zhixing.study.layers import layer_of, within
from zhixing.syntax.minutes import depth_minutes, prose_words, reading_minutes
from zhixing.syntax.parse import parse_card

CARD = """# T

## 1. One

### 1.1 Why

### 1.2 Asked
<!--zhixing:depth essence-->

## 2. Two

### 2.1 A

<!--zhixing:depth depth-->

#### 2.1.1 B

### 2.2 C

## 3. Three

<!--zhixing:depth depth-->

### 3.1 D

<!--zhixing:depth understanding-->

### 3.2 E
"""


def card(text: str) -> Card:
    return parse_card("docs/en/A.md", "en", "A", text)


def test_a_mark_holds_for_what_stands_below_its_heading() -> None:
    found = {heading.text: heading.depth for heading in card(CARD).headings}
    assert found == {
        "T": "essence",
        "1. One": "essence",
        "1.1 Why": "understanding",
        "1.2 Asked": "essence",
        "2. Two": "understanding",
        "2.1 A": "depth",
        "2.1.1 B": "depth",
        "2.2 C": "understanding",
        "3. Three": "depth",
        "3.1 D": "understanding",
        "3.2 E": "depth",
    }
    marked = card(CARD.replace("## 1. One\n", "## 1. One\n\n<!--zhixing:depth essence-->\n"))
    assert marked.headings[2].depth == "essence"  # a mark reaches further than what is usual


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n## A\n\nWords.\n\n<!--zhixing:depth depth-->\n",
        "# T\n\n## A\n\n<!--zhixing:depth depth-->\n\n<!--zhixing:depth essence-->\n",
        "# T\n\n> ## A\n>\n> <!--zhixing:depth depth-->\n",
        "<!--zhixing:depth depth-->\n\n# T\n",
    ],
)
def test_a_mark_elsewhere_is_named(text: str) -> None:
    assert [finding.code for finding in card(text).diagnostics] == ["F042"]


def _outline(source: Card) -> list[str]:
    """Folds of the page, each with what it says, in order; what a heading has below it is a paragraph with its words."""
    root = Element("div")
    for heading in source.headings:
        paragraph = Element("p")
        paragraph.text = heading.text
        root.extend([Element(f"h{heading.level}", {"id": heading.anchor}), paragraph])
    fold_depths(root, source)

    def lines(parent: Element, indent: str) -> Iterator[str]:
        for child in parent:
            if child.tag == "details":
                yield f"{indent}{child[0].text}{', open' if child.get('open') else ''}"
                yield from lines(child[1], indent + "  ")
            else:
                yield f"{indent}{child.text or child.tag}"

    return list(lines(root, ""))


def test_the_page_folds_what_is_deeper_below_its_heading() -> None:
    assert "\n".join(_outline(card(CARD))) == dedent(
        """\
        h1
        T
        h2
        1. One
        h3
        Understanding · 1 min, open
          1.1 Why
        h3
        1.2 Asked
        h2
        Understanding · 1 min, open
          2. Two
          h3
          Depth · 1 min
            2.1 A
            h4
            2.1.1 B
          h3
          2.2 C
        h2
        Depth · 1 min
          3. Three
        h3
        Understanding · 1 min, open
          3.1 D
        h3
        Depth · 1 min
          3.2 E"""
    )


def test_a_page_without_marks_is_left_as_it_is() -> None:
    plain = card(re.sub(r"<!--.*?-->\n", "", CARD))
    assert not any("min" in line for line in _outline(plain))
    assert choice_html(plain) == ""


WORDS = "one two three four five six seven eight nine ten\n" * 18  # a minute


def test_minutes_of_the_depths_add_up_and_what_is_folded_is_deep() -> None:
    text = (
        f"# T\n\n## 1. One\n\n{WORDS}\n### Two\n\n{WORDS * 2}\n> [!CLAIM] It holds.\n{re.sub('(?m)^', '> ', WORDS)}\n\n^it-holds\n\n"
        "```python\n" + "assert abs(-1) == 1\n" * 20 + "```\n\n> [!QUESTION]- Why?\n> So.\n\n^why\n\n## Three\n\n"
        f"<!--zhixing:depth depth-->\n\n{WORDS * 4}\n"
    )
    one = card(text)
    minutes = {depth: round(value) for depth, value in depth_minutes(one).items()}
    assert minutes == {"essence": 1, "understanding": 2, "depth": 6}  # a proof of one minute and words of another
    assert reading_minutes(one) == 10
    assert [re.sub(r"<[^>]*>", " ", part).split() for part in choice_html(one).split("</button>")[:3]] == [
        ["Essence", "1", "min"],
        ["Understanding", "3", "min"],
        ["Everything", "9", "min"],
    ]


def test_words_of_prose_are_those_that_a_reader_sees() -> None:
    text = (
        "# One\n\n## Two\n\nThree [[Card#^why|four five]] $a + b$ `six`.\n\n^seven\n\n$$\na b c\n$$\n\n| seven | eight |\n|---|---|\n"
        "| nine | well-known |\n\n```text\nno words\n```\n\n> [!QUIZ] No?\n> - [x] no\n>     - no\n\n> [!QUESTION]- Eleven?\n> No.\n\n"
        "<!-- no -->\n\n注意力\n"
    )
    assert prose_words(card(text)) == {"essence": 15, "understanding": 0, "depth": 0}


def test_the_switch_asks_it_of_every_card(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = settled(load(good))
    assert run_checks(vault) == []
    monkeypatch.setattr(depths, "EVERY_CARD", True)
    found = run_checks(vault)
    assert {finding.code for finding in found} == {"F043"}
    assert {Path(finding.span.path).stem for finding in found} == {"Norm", "Cosine"}


def test_what_is_asked_knows_how_deep_it_goes() -> None:
    one = card(
        "# T\n\n## 1. One\n\n### 🎤 Asked\n\n<!--zhixing:depth essence-->\n\n- [[#^a|A?]] So.\n\n## 2. Two\n\n"
        "> [!QUESTION]- A?\n> So.\n\n^a\n\n> [!QUESTION]- B?\n> So.\n\n^b\n\n## 3. Three\n\n<!--zhixing:depth depth-->\n\n"
        "> [!QUIZ] C?\n> - [x] c\n>     - c\n> - [ ] d\n>     - d\n\n^c\n"
    )
    items = [StudyItem(name, "question", "A", name, "", "") for name in "abc"]
    layers = [layer_of(item, one) for item in items]
    assert layers == ["essence", "understanding", "depth"]
    assert layer_of(StudyItem("f", "formula", "A", one.headings[-1].anchor, "", ""), one) == "depth"
    deep = [replace(item, layer=layer) for item, layer in zip(items, layers, strict=True)]
    assert [[within(item, depth) for item in deep] for depth in ("essence", "understanding", "")] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


def test_a_deck_goes_as_deep_as_it_is_asked_to(good: Path, edit: Callable[[str, str, str], None]) -> None:
    quiz = "> [!QUIZ] What is the norm"
    edit("docs/en/foundations/Norm.md", quiz, f"### Quiz\n\n<!--zhixing:depth depth-->\n\n{quiz}")
    asked = {}
    for depth in ("understanding", "depth"):
        options = ["--format", "json", "--lang", "en", "--depth", depth, "--output", depth]
        assert main(["--root", str(good), "decks", *options]) == 0
        file = min((good / depth).iterdir(), key=lambda path: len(path.name))  # that of all categories
        asked[depth] = [item["id"] for item in json.loads(file.read_text(encoding="utf-8"))["items"]]
    assert asked == {"understanding": ["why-square-root"], "depth": ["why-square-root", "quiz-norm"]}
