"""What never gets out: comments of every form, and whatever lies outside the vault, on a whole built site."""

from __future__ import annotations

from pathlib import Path

import pytest
from built_site import build_site, holding, share_all
from zhixing.hosts.cli.main import main
from zhixing.page import assets
from zhixing.page.search import emit_search
from zhixing.page.search_text import contents
from zhixing.study.source import source_items
from zhixing.syntax.comments import hidden, removed
from zhixing.syntax.parse import parse_card
from zhixing.vault.load import load_vault

MKDOCS = """
site_name: Test
site_url: https://example.org/site/
theme: {name: material, font: false}
plugins:
  - zhixing: {profile: vault}
markdown_extensions:
  - attr_list
  - footnotes
  - admonition
  - md_in_html
  - pymdownx.details
  - pymdownx.superfences
  - pymdownx.tasklist: {custom_checkbox: true}
"""

# Each form holds the word `qq`, which is a comment's, and the word `vv`, which is not.
FORMS = {
    "inline": "vv %%qq%% vv",
    "inline, two": "vv %%qq%% vv %%qq%%",
    "inline over lines": "vv %%qq\nqq\nqq%% vv",
    "inline over a blank line": "vv %% qq\n\nqq %% vv",
    "inline over a list": "vv %% qq\n\n- qq\n- qq\n\n%%\n\nvv",
    "inline over code": "vv %% qq\n\n```text\nqq\n```\n\nqq %% vv",
    "block": "vv\n\n%%\nqq\n\n## qq\n\n```python\nqq = 1\n```\n%%\n\nvv",
    "block in a paragraph": "vv\n%%\nqq\n%%\nvv",
    "block on one line": "%% qq %%\n\nvv",
    "unclosed in a line": "vv %% qq\nqq\n\nvv",
    "a stray mark, then a comment": "vv 50%% qq\n\nqq\n\nqq %%qq%% vv",
    "a stray mark, then a block": "vv 50%% qq\n\n%%\nqq\n%%\n\nvv",
    "over cells, closed in one too many": "| vv | b |\n|---|---|\n| vv | %% qq | qq %% |\n| %%qq%% vv | <!-- qq --> |",
    "words of a link": "[[index|vv %%qq%%]] vv",
    "words of a link in a cell": "| vv | b |\n|---|---|\n| vv | [[index\\|vv <!-- qq -->]] |",
    "unclosed in a cell": "| vv | b |\n|---|---|\n| vv %% qq | qq |\n| vv | %%qq%% |",
    "footnote over a blank line": "vv[^1]\n\n[^1]: vv %%qq\n    qq\n\n    qq%%\n    vv",
    "unclosed in a list": "- vv\n- %% qq\n\nvv",
    "unclosed in a quote": "> vv\n> %% qq\n> qq\n\nvv",
    "unclosed block": "vv\n\n%%\nqq\n\nqq",
    "html inline": "vv <!-- qq --> vv",
    "html inline over lines": "vv <!-- qq\nqq --> vv",
    "html inline over a blank line": "vv <!-- qq\n\nqq --> vv",
    "html block": "<!-- qq -->\n\nvv",
    "html block over lines": "<!--\nqq\n\nqq\n-->\n\nvv",
    "html block, then text": "<!-- qq --> vv\n\nvv",
    "html in an element": "<div>\n<!-- qq\nqq -->\nvv\n</div>\n\nvv",
    "html in an element over a blank line": "<div>\nvv\n<!-- qq\n\nqq -->\n</div>\n\nvv",
    "html unclosed": "vv\n\n<!-- qq\n\nqq",
    "html unclosed in a line": "vv <!-- qq\n\nvv",
    "html in html": "vv <!-- <!-- qq --> vv",
    "like a directive": "<!-- note: qq -->\n\n```python\nvv = 1\n```",
    "percent in html": "<div>\n%%qq%% vv\n</div>",
    "callout": "> [!note] vv %%qq%%\n> vv %%qq%%\n>\n> %%\n> qq\n> %%\n> vv",
    "callout title alone": "> [!note]- vv <!-- qq -->\n> vv",
    "summary": "> [!summary] vv\n> %%qq%% vv ==vv %%qq%%== vv",
    "question": "> [!QUESTION]- vv %%qq%%?\n> vv %%qq%%\n>\n> %%\n> qq\n> %%\n> vv <!-- qq\n> qq -->\n\n^question-%d",
    "quiz": "> [!QUIZ] vv %%qq%%\n> - [x] vv %%qq%%\n>   - vv %%qq%%\n> - [ ] vv <!-- qq -->\n>   - vv\n>\n> vv %%qq%%\n\n^quiz-%d",
    "formula": "vv %%qq%% vv:\n\n$$\nx\n$$",
    "list": "- vv %%qq%%\n- vv\n  %%\n  qq\n  %%\n- vv\n\n1. vv <!-- qq -->",
    "task": "- [ ] vv %%qq%%\n- [x] vv",
    "table": "| vv %%qq%% | vv |\n|---|---|\n| %%qq%% | vv |\n| vv | x %%qq%% y |\n| vv <!-- qq --> | vv |",
    "table over cells": "| vv | vv |\n|---|---|\n| vv %%qq | qq%% vv |",
    "heading": "## vv %%qq%%\n\nvv\n\n### vv <!-- qq --> ##\n\nvv\n\nvv %%qq%%\n---\n\nvv",
    "quote": "> vv %%qq%%\n> %%\n> qq\n> %%\n>> vv <!-- qq -->",
    "footnote": "vv[^%d]\n\n[^%d]: vv %%qq%% vv <!-- qq -->",
    "admonition": '!!! note "vv"\n    vv %%qq%%\n\n    %%\n    qq\n    %%',
    "markdown in html": '<div markdown="1">\nvv %%qq%%\n\n%%\nqq\n%%\n</div>',
    "backlink": "%%qq%% vv [[Target]] %%qq%% vv <!-- qq -->.",
    "link in a comment": "vv %%[[Target|qq]]%%",
    "beside code": "`vv` %%qq%% `vv` and ``a ` b`` %%qq%%",
    "after a lonely backtick": "it`s vv\n\nvv %%qq%% it`s",
    "mark": "==vv %%qq%%==",
    "link text": "[vv %%qq%%](Target.md)",
    "embed": "![[Target]] %%qq%%",
    "behind an address": "https://example.org/v%%qq%% vv",
    "for who cannot play it": "vv <video src='vv.mp4'>qq<source src='vv.webm'>qq</video> <audio src='vv.mp3'>qq</audio> vv",
    "for who cannot see it": "vv <meter value=1>qq</meter> <progress>qq</progress> <canvas>\nqq</canvas> <iframe>qq</iframe>",
    "played, in a block": "<video\nsrc='vv.mp4'>\nqq\n<source src='vv.webm'>\n\nvv\n\n<video hidden>qq</video>\n\nvv",
    "ruby": "<ruby>vv<rp>qq</rp><rt>vv</rt></ruby>",
    "in a drawing": "<svg><!-- qq --><desc>qq</desc><metadata>qq</metadata><text>v</text></svg> vv",
    "popover": "<div popover>qq</div>\n\nvv",
    "style in other letters": "<p style='display&#58;none'>qq</p>\n\n<p style='display:n\\6fne'>qq</p>\n\n"
    "<p style='DISPLAY:/**/NONE'>qq</p>\n\n<p style='color: transparent'>qq</p>\n\n<p style='color: red'>vv</p>",
    "style that hides": "".join(
        f"<p style='{css}'>qq</p>\n\n"
        for css in (
            *("clip-path: inset(100%)", "height:0;overflow:hidden", "overflow: hidden; max-height: 0px", "zoom:0"),
            *("color: rgba(0,0,0,0)", "color:#0000", "color: #ff00ff00", "color: rgb(0 0 0 / 0%)", "font: 0/0 a"),
            *("transform: translateX(-9999px)", "filter: opacity(0)", "margin-left:-9999px", "transform:scaleY( 0 )"),
        )
    )
    + "".join(
        f"<p style='{css}'>vv</p>\n\n"
        for css in (
            "color: #fff0f0",
            "color: rgb(0,0,10)",
            "height: 0.5em; overflow: hidden",
            "font: 10px a",
            "height:0",
        )
    ),
    "footnotes of a footnote nobody refers to": "vv\n\n[^a]: qq[^b]\n\n[^b]: qq[^a]\n    qq\n\n[^c]: qq\n\n    qq[^b]",
    "a footnote of a footnote": "vv[^d]\n\n[^d]: vv\n\n    vv[^e]\n\n[^e]: vv %%qq%%",
}
CODE = "vv `%%qq%%`\n\n```mermaid\ngraph LR\n%%{qq}%%\n```\n\n```text\n<!-- qq -->\n```\n"


def text_of(form: str, number: int) -> str:
    return FORMS[form].replace("-%d", f"-{number}").replace("[^%d]", f"[^{number}]")


@pytest.fixture(autouse=True)
def _no_bundler(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    built = tmp_path_factory.mktemp("built")
    (built / "zx.css").write_text("/* styles */")
    monkeypatch.setattr(assets, "build_assets", lambda cache: built)
    share_all(monkeypatch, tmp_path_factory.mktemp("pictures"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """One note a form, each with its own secret."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "mkdocs.yml").write_text(MKDOCS)
    for number, form in enumerate(FORMS):
        text = text_of(form, number).replace("qq", f"secret{number}x")
        (docs / f"form{number}.md").write_text(f"# Note {number} %%secret{number}x%%\n\n{text}\n")
    (docs / "Target.md").write_text("---\ntitle: T %%secretTx%%\ndescription: D <!-- secretTx -->\n...\n\nvv\n")
    (docs / "dots.md").write_text("---\nkey: value # secretYx\n# secretYx\nother: secretFx\n...\n\n## vv\n\nvv\n")
    (docs / "index.md").write_text(
        "".join(f"![[form{number}]]\n\n[[form{number}]]\n\n" for number in range(len(FORMS)))
    )
    return tmp_path


@pytest.mark.thorough
def test_no_comment_is_on_the_site(vault: Path) -> None:
    site = build_site(vault)
    shown = {form: list(holding(site, f"secret{number}x")) for number, form in enumerate(FORMS)}
    assert {form: files for form, files in shown.items() if files} == {}
    for secret in ("secretTx", "secretYx", "secretFx"):
        assert list(holding(site, secret)) == []
    for number in range(len(FORMS)):
        assert "vv" in (site / f"form{number}/index.html").read_text("utf-8")
    assert list(holding(site, "question-")), "the deck holds what is asked"


@pytest.mark.parametrize("form", FORMS)
def test_no_comment_is_in_what_a_note_is_read_as(form: str) -> None:
    text = f"# Note\n\n{text_of(form, 7)}\n"
    card = parse_card("n.md", "", "n", text)
    assert card.text == text
    assert card.shown.count("\n") == text.count("\n")
    assert "qq" not in repr([card.shown, card.headings, card.callouts, card.questions, card.quizzes, card.tasks])
    assert "qq" not in repr([card.links, card.marks, card.claims, source_items(card)])
    index = b"".join(emit_search([(card, "n/")]).values()).decode()
    assert "qq" not in index and "%%" not in index and "<!--" not in index
    assert removed(card.shown).count("vv") == FORMS[form].count("vv") + FORMS[form].count("vv%")


def test_decks_hold_no_comment(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            ["--root", str(vault), "decks", "--output", str(vault / "decks"), "--kinds", "question,quiz,cloze,formula"]
        )
        == 0
    )
    capsys.readouterr()
    made = [path for path in (vault / "decks").rglob("*") if path.is_file()]
    assert made
    assert list(holding(vault / "decks", "secret")) == []


def test_code_is_no_comment() -> None:
    assert hidden(CODE) == CODE
    card = parse_card("n.md", "", "n", CODE)
    assert card.shown is card.text or card.shown == CODE
    index = {name: data.decode() for name, data in emit_search([(card, "n/")]).items()}
    assert '["","","vv %%qq%%"]' in index["search/all/c0.js"]
    assert '"qq":[' in index["search/all/t0.js"] and '"graph":[' in index["search/all/t0.js"]


@pytest.mark.parametrize(
    "code", ["`<? x ?>`", "`<! x >`", "`<!DOCTYPE html>`", "`<template>`", "`<div hidden>`", "``<![CDATA[ x ]]>``"]
)
def test_code_that_names_what_is_hidden_is_shown(code: str) -> None:
    text = f"Words {code} and <? gone ?>more.\n"
    assert parse_card("n.md", "", "n", text).shown == f"Words {code} and more.\n"


def test_a_comment_for_the_collector_is_kept() -> None:
    text = "vv\n\n<!--pytest-codeblocks:importorskip(torch)-->\n<!-- qq -->\n\n```python\nx = 1\n```\n"
    card = parse_card("n.md", "", "n", text)
    assert [comment for comment, _ in card.blocks[0].comments if comment] == ["pytest-codeblocks:importorskip(torch)"]
    assert "qq" not in card.shown


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A vault with links out of it, and a secret in everything they lead to."""
    root, outside = tmp_path / "project", tmp_path / "outside"
    for folder in (root / "docs/sub/deep", root / "docs/.hidden", outside / "inner"):
        folder.mkdir(parents=True)
    (root / "mkdocs.yml").write_text(MKDOCS)
    (root / "docs/index.md").write_text("# Home\n\n[[Real]] ![[shown.txt]] [[allowed.txt]]\n")
    (root / "docs/sub/Real.md").write_text("# Real\n\nvv\n")
    (root / "docs/sub/shown.txt").write_text("vv\n")
    for file in ("outside/secret.txt", "outside/Note.md", "outside/inner/Note.md", "project/docs/.hidden/Note.md"):
        (tmp_path / file).write_text("# Secret\n\nsecretLx\n")
    (tmp_path / "project/secret.txt").write_text("secretLx")
    links = {
        "file.txt": "../../outside/secret.txt",
        "note.md": "../../outside/Note.md",
        "absolute.md": str(outside / "Note.md"),
        "folder": "../../outside",
        "sub/deep/folder": str(outside / "inner"),
        "chain.md": "note.md",
        "chain2": "folder/inner",
        "parent": "..",
        "self": ".",
        "sub/up": "..",
        "sub/deep/top": "../..",
        "hidden": ".hidden",
        "hidden.md": ".hidden/Note.md",
        "dangling.md": "nowhere.md",
        "dangling.png": "nowhere.png",
        "loop.md": "loop2.md",
        "loop2.md": "loop.md",
        "allowed.md": "sub/Real.md",
        "allowed.txt": "allowed2.txt",
        "allowed2.txt": "sub/shown.txt",
        "again": "sub/deep/other",
    }
    (root / "docs/sub/deep/other").mkdir()
    (root / "docs/sub/deep/other/Inner.md").write_text("# Inner\n\nvv\n")
    for name, target in links.items():
        (root / "docs" / name).symlink_to(target)
    return root


def test_no_link_leaves_the_vault(linked: Path) -> None:
    vault = load_vault(linked, cache=False)
    found = {(finding.span.path.removeprefix("docs/"), finding.code) for finding in vault.diagnostics}
    assert {path for path, code in found if code == "F009"} == {
        *("file.txt", "note.md", "absolute.md", "folder", "sub/deep/folder", "chain.md", "chain2", "parent", "hidden"),
        "hidden.md",
    }
    assert {path for path, code in found if code == "F006"} == {
        *("self", "sub/up", "sub/deep/top", "dangling.md", "dangling.png", "loop.md", "loop2.md"),
    }
    assert {"docs/allowed.md", "docs/again/Inner.md"} <= vault.cards.keys()
    assert {"docs/allowed.txt", "docs/allowed2.txt"} <= set(vault.files)
    assert "secretLx" not in repr(vault)


def test_nothing_outside_the_vault_is_on_the_site(linked: Path, caplog: pytest.LogCaptureFixture) -> None:
    site = build_site(linked)
    assert list(holding(site, "secretLx")) == []
    assert [path for path in site.rglob("*") if path.is_symlink()] == []
    for page in ("sub/Real", "allowed", "again/Inner"):
        assert "vv" in (site / page / "index.html").read_text("utf-8")
    assert (site / "allowed.txt").read_text() == "vv\n"
    assert "docs/note.md:1: F009 the symbolic link leaves the vault" in caplog.text


def test_the_words_of_a_note_that_is_too_large_are_nowhere(vault: Path) -> None:
    """One that is too large was built without Obsidian's syntax, comments and all."""
    config = (vault / "mkdocs.yml").read_text().replace("profile: vault", "profile: vault, max_bytes: 2000")
    (vault / "mkdocs.yml").write_text(config)
    (vault / "docs/index.md").write_text("# Home\n")
    (vault / "docs/large.md").write_text("# Large\n\n%%secretZx%%\n" + "vv\n" * 1000)
    site = build_site(vault)
    assert list(holding(site, "secretZx")) == []
    assert "F005 the file has" in (site / "large/index.html").read_text("utf-8")


def test_a_mark_in_code_closes_no_comment() -> None:
    assert hidden("vv 50%% qq\n\nvv `%%` vv\n\nvv") == "vv 50\n\nvv `%%` vv\n\nvv"


def test_a_mark_that_may_open_or_close_is_named() -> None:
    said = [
        f"{one.span.line} {one.code}"
        for one in parse_card("a.md", "", "a", "# A\n\n50%% off\n\n%%secret%% x\n").diagnostics
    ]
    assert said == ["3 F018"]


def test_directives_of_a_diagram_are_not_searched() -> None:
    card = parse_card("a.md", "", "a", "# A\n\n```mermaid\n%%{init:\n{'qq': 1}}%%\nflowchart LR\n  a[vv]\n```\n")
    assert "qq" not in contents(card).code and "vv" in contents(card).code


def test_search_says_nothing_of_what_is_said_to_the_engine() -> None:
    """Such comments stay in the text of a card: the collector reads them. They may go on over lines and stand in quotes."""
    text = "# Card\n\nvv\n\n$$x$$\n<!--zhixing:formula qq;\n  qq[0]-->\n\n> vv\n> <!--zhixing:formula qq;\n> qq-->\n> vv\n\nvv\n"
    found = contents(parse_card("n.md", "", "n", text))
    assert [section.text for section in found.sections] == ["vv x vv vv vv"]
