"""What the list at the end of a page quotes: whole sentences, without the syntax of the vault, cards before other pages."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

import pytest
from zhixing.model import Config, Vault
from zhixing.page.backlinks import backlinks_html
from zhixing.vault.links import survey
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index


def vault_of(folder: Path, text: str, config: Config | None = None, **more: str) -> Vault:
    """A vault in which the text of `A` links to `T`."""
    notes = {"T": "# Target\n\n## Some part\n\nWords. ^quiz-x\n", "A": text, **more}
    for name, written in notes.items():
        path = folder / "docs" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written, encoding="utf-8")
    return load_vault(folder, config or Config(profile="vault", languages=()))


def linked(folder: Path, text: str, config: Config | None = None, **more: str) -> str:
    """The list on the page of `T`."""
    vault = vault_of(folder, text, config, **more)
    found = survey(vault, Index(vault))
    target = next(card for card in vault.cards.values() if card.name == "T")
    return backlinks_html(target, found, vault.cards, vault.config, lambda path, anchor: f"/{path}")


def calls(folder: Path, text: str) -> int:
    """How many functions of Python are called, and generators gone on with, while the list is made."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    vault = vault_of(folder, text)
    found = survey(vault, Index(vault))
    target = next(card for card in vault.cards.values() if card.name == "T")
    sys.setprofile(called)
    try:
        backlinks_html(target, found, vault.cards, vault.config, lambda path, anchor: f"/{path}")
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", ["[[T]] ", "[[T]]\n\n", "[[T]] and words. ", "- [t](T.md) said\n", "| [[T]] | x |\n"])
def test_a_note_of_many_links_is_quoted_in_linear_time(tmp_path: Path, unit: str) -> None:
    few, many = (calls(tmp_path / str(count), f"# A\n\n{unit * count}\n") for count in (100, 400))
    assert many < 5 * few


def quoted(html: str) -> list[str]:
    found = re.findall(r'<span class="zx-sentence">(.*?)</span>(?=<span class="zx-sentence"|</li>)', html)
    return [unescape(re.sub(r"<(?!/?mark)[^>]+>", "", one)) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> [!info] A title about [[T]] here\n> Words.", "A title about <mark>T</mark> here"),
        ("> [!tip]- Title\n> The body names [[T]] in words.", "The body names <mark>T</mark> in words."),
        ("> [!note]+\n> Only the body says [[T]] now.", "Only the body says <mark>T</mark> now."),
        ("- [ ] read the note [[T]] today", "read the note <mark>T</mark> today"),
        ("- [/] half read is [[T]] today", "half read is <mark>T</mark> today"),
        ("See what [[T]] says about it ^a-block", "See what <mark>T</mark> says about it"),
        ("The proof is [[T#^quiz-x]] on that page.\n", "The proof is <mark>T</mark> on that page."),
        ("The part [[T#Some part]] says it best.", "The part <mark>T › Some part</mark> says it best."),
        ("As is shown[^1] by [[T]] in detail.\n\n[^1]: a note", "As is shown by <mark>T</mark> in detail."),
        ("It is <b>bold</b> of [[T]] to say so.", "It is bold of <mark>T</mark> to say so."),
        (
            "Read [this book][ref] and [[T]] as well.\n\n[ref]: https://a.example",
            "Read this book and <mark>T</mark> as well.",
        ),
        ("Look: ![[x.png]] and then [[T]] more words.", "Look: x.png and then <mark>T</mark> more words."),
        ("见 [[T]]。", "<mark>T</mark>"),
    ],
)
def test_no_syntax_of_the_vault_is_quoted(tmp_path: Path, text: str, expected: str) -> None:
    (said,) = quoted(linked(tmp_path, f"# A\n\n{text}\n"))
    assert expected in said
    assert not re.search(r"\^|\[!|\]|%%|==", said)


def test_a_lonely_link_is_shown_with_its_row_or_its_heading(tmp_path: Path) -> None:
    row = "# A\n\n| method | card | cost |\n|---|---|---|\n| sparse | [[T\\|the card]] | $n^2$ |\n"
    assert quoted(linked(tmp_path / "1", row)) == ["sparse · <mark>the card</mark> · \\(n^2\\)"]
    listed = "# A\n\n## 5. Connections\n\n- [[T]]\n"
    assert quoted(linked(tmp_path / "2", listed)) == ["5. Connections › <mark>T</mark>"]
    assert quoted(linked(tmp_path / "3", "# A\n\n[[T]]\n")) == ["<mark>T</mark>"]


def test_a_sentence_with_several_links_is_quoted_once_with_all_of_them_marked(tmp_path: Path) -> None:
    text = "# A\n\nThe claims [[T#^one|first]] and [[T#^two|second]] of [[T]] hold, [[T#^one|first]] above all.\n"
    target = "# T\n\nSome text. ^one\n\nMore of it. ^two\n"
    assert quoted(linked(tmp_path, text, T=target)) == [
        "The claims <mark>first</mark> and <mark>second</mark> of <mark>T</mark> hold, <mark>first</mark> above all."
    ]


def test_what_is_hidden_is_not_quoted(tmp_path: Path) -> None:
    row = "# A\n\n| method | card |\n|---|---|\n| sparse %%secret%% | [[T]] <!-- secret --> |\n"
    assert "secret" not in linked(tmp_path, row)


def test_cards_come_first_and_other_pages_by_name_alone(tmp_path: Path) -> None:
    config = Config(profile="cards", languages=(), pages=("map/**",))
    html = linked(tmp_path, "# A\n\nA sentence with [[T]] inside it.\n", config, **{"map/Z": "# Z list\n\n- [[T]]\n"})
    assert html.index("A sentence") < html.index("Z list")
    assert "Also on: " in html and len(quoted(html)) == 1
    assert "<details>" in html and "<small>2</small>" in html
    assert linked(tmp_path / "other", "# A\n") == ""


def test_links_without_words_are_named_as_on_their_own_page(tmp_path: Path) -> None:
    notes = {
        "zh/Grouped_Query_GQA": "# 🧩 分组查询 (Grouped Query)\n\n## 第一节 (Part one)\n",
        "zh/A": "# 甲\n\n见 [[T]] 与 [[Grouped_Query_GQA]]、[[Grouped_Query_GQA#第一节 (Part one)]]，以及 [[A|自己]]。\n",
        "zh/T": "# 目标\n",
        "en/T": "# Target\n",
    }
    for name, text in notes.items():
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"docs/{name}.md").write_text(text, encoding="utf-8")
    vault = load_vault(tmp_path, Config(profile="vault", languages=("zh", "en")))
    found, target = survey(vault, Index(vault)), vault.cards["docs/zh/T.md"]
    html = backlinks_html(target, found, vault.cards, vault.config, lambda path, anchor: f"/{path}")
    assert quoted(html) == ["见 <mark>T</mark> 与分组查询、分组查询 › 第一节，以及自己。"]
