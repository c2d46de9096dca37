"""What `zhixing check --suggest` offers: the first unlinked mention of another card, in prose alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from zhixing.checks.mentions import mentions
from zhixing.hosts.cli.main import main
from zhixing.model import Config
from zhixing.vault.load import load_vault

TARGET = "---\naliases: [KV store, 键值缓存]\n---\n# 🗝️ Key-Value Cache (键值缓存)\n"


def offered(folder: Path, text: str, **more: str) -> list[tuple[int, str]]:
    for name, written in {"KV_Cache": TARGET, "A": text, **more}.items():
        (folder / f"docs/{name}.md").parent.mkdir(exist_ok=True, parents=True)
        (folder / f"docs/{name}.md").write_text(written, encoding="utf-8")
    vault = load_vault(folder, Config(profile="vault", languages=()))
    return [(one.span.line, one.link) for one in mentions(vault) if one.span.path == "docs/A.md"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\nThe kv cache grows; the KV cache stays.\n", [(3, "[[KV_Cache|kv cache]]")]),
        ("# A\n\nSome words.\nIts key-value cache is\nlarge.\n", [(4, "[[KV_Cache|key-value cache]]")]),
        ("---\ntags: [x]\n---\n# A\n\n每层都有键值缓存。\n", [(6, "[[KV_Cache|键值缓存]]")]),
        ("# A\n\n| KV store |\n|---|\n| none |\n", [(3, "[[KV_Cache\\|KV store]]")]),
        ("# A\n\n> [!note] KV store\n> text\n", [(3, "[[KV_Cache|KV store]]")]),
        # Linked somewhere, part of a word, heading, code, formula, comment, address, text of another link.
        ("# A\n\nThe KV cache, see [[KV_Cache]].\n", []),
        ("# A\n\nKV caches and a non-KV cache and KV_Cache_2.\n", []),
        ("# A\n\n## KV cache\n\n`KV cache` $KV cache$ %%KV cache%%\n\n```\nKV cache\n```\n", []),
        ("# A\n\n[the KV cache](https://a.example) https://a.example/KV%20cache <b title='KV cache'>x</b>\n", []),
    ],
)
def test_the_first_unlinked_mention_is_offered(tmp_path: Path, text: str, expected: list[tuple[int, str]]) -> None:
    assert offered(tmp_path, text) == expected


def test_a_name_that_two_cards_have_is_left_alone(tmp_path: Path) -> None:
    other = "---\naliases: [KV store]\n---\n# Other\n"
    assert offered(tmp_path, "# A\n\nA KV store.\n", Other=other) == []


def test_the_command_offers_and_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offered(tmp_path, "# A\n\nThe KV cache grows.\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nplugins: [zhixing]\n", encoding="utf-8")
    assert main(["check", "--suggest", "--root", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.out == "docs/A.md:3: 'KV cache' is not linked\n  hint: write [[KV_Cache|KV cache]]\n"
    assert said.err == "1 suggestion\n"
    assert main(["check", "--suggest", "--root", str(tmp_path), "--quiet", "KV_Cache"]) == 0
    assert capsys.readouterr() == ("", "")
