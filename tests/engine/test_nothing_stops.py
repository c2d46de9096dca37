"""No note stops the build: the page of a bad one says so in a box, the others are made, and check names it."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from built_site import build_site, holding
from mkdocs.exceptions import Abort
from zhixing.hosts.cli.main import main
from zhixing.page import assets
from zhixing.syntax.parse import parse_card

MKDOCS = """
site_name: Test
theme: {name: material, font: false}
hooks: [hook.py]
plugins:
  - zhixing: {profile: vault}
markdown_extensions: [attr_list, footnotes, md_in_html, tables, pymdownx.betterem, pymdownx.superfences]
"""
HOOK = """
import os
from itertools import pairwise
from pathlib import Path

def on_files(files, config):
    '''What vanishes while the site is built.'''
    docs = Path(config.docs_dir)
    (docs / "vanishes.md").unlink(missing_ok=True)
    (docs / "vanishes.png").unlink(missing_ok=True)
"""
BAD: dict[str, tuple[str | bytes, str]] = {
    "latin": ("# A\n\ncaf\xe9 zqx\n".encode("latin-1"), "3: F001 byte 0xe9 is not UTF-8"),
    "utf16": ("# A\n\nzqx\n".encode("utf-16"), "1: F001 byte 0xff is not UTF-8"),
    "utf16_bare": ("# A\n\nzqx\n".encode("utf-16-le"), "1: F001 byte 0x00 is not text"),
    "big5": ("# 中文\n\nzqx\n".encode("big5"), "1: F001 byte 0xa4 is not UTF-8"),
    "list": ("# A\n\n" + "- " * 1000 + "zqx\n", "3: F030 nested too deep to be shown"),
    "numbers": ("# A\n\n" + "1. " * 1000 + "zqx\n", "3: F030 nested too deep to be shown"),
    "quote": ("# A\n\n\n" + "> " * 1000 + "zqx\n", "4: F030 nested too deep to be shown"),
    "both": ("# A\n\n" + "> - " * 500 + "zqx\n", "3: F030 nested too deep to be shown"),
    "lines": ("# A\n\n" + "".join("\t" * i + "- zqx\n" for i in range(300)), "72: F030 nested too deep to be shown"),
    "callout": ("# A\n\n" + "".join("> " * i + "[!note] zqx\n" for i in range(1, 300)), "142: F030"),
    "emphasis": ("# A\n\n" + "*a **b " * 3000 + "c** d* " * 3000 + "zqx\n", "3: F030 nested too deep to be shown"),
    "large": ("# A\n\n%%zqx%%\n" + "word " * 220_000, "1: F005 the file has 1,100,"),
}
BOMB = "".join(f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in pairwise("abcdefghijk"))
PRIVATE = {
    "large_private": ("---\npublish: false\n---\n# zqx\n" + "word " * 220_000).encode(),
    "latin_private": "---\ndraft: true\n---\n# caf\xe9 zqx\n".encode("latin-1"),
    "utf16_bare_private": "---\npublish: false\n---\n# zqx\n".encode("utf-16-be"),
    "utf16_private": "---\npublish: false\n---\n# zqx\n".encode("utf-16"),
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "built").mkdir()
    (tmp_path / "built/zx.css").write_text("/* styles */")
    (tmp_path / "mkdocs.yml").write_text(MKDOCS)
    (tmp_path / "hook.py").write_text(HOOK)
    for name, (text, _) in BAD.items():
        (docs / f"{name}.md").write_bytes(text if isinstance(text, bytes) else text.encode())
    for name, data in PRIVATE.items():
        (docs / f"{name}.md").write_bytes(data)
    (docs / "bomb.md").write_text(f"---\na: &a [zqx, zqx]\n{BOMB}---\n# A\n\nvv\n")
    (docs / "dangling.md").symlink_to("nowhere.md")
    (docs / "loop.md").symlink_to("loop.md")
    (docs / "self").symlink_to(".")
    (docs / "folder.md").mkdir()
    for name in ("fifo.md", "fifo.png"):
        if hasattr(os, "mkfifo"):
            os.mkfifo(docs / name)
    (docs / "unreadable.md").write_text("# A\n\nzqx\n")
    (docs / "vanishes.md").write_text("# V\n\nvv\n")
    (docs / "vanishes.png").write_text("vv")
    links = " ".join(f"[[{name}]] ![[{name}]]" for name in (*BAD, "dangling", "loop", "fifo", "unreadable", "vanishes"))
    (docs / "index.md").write_text(f"# Home\n\nvv {links} ![[vanishes.png]]\n")
    real = os.open

    def refused(path: str, flags: int, *rest: int) -> int:
        if str(path).endswith("unreadable.md"):
            raise PermissionError(13, "Permission denied", path)
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", refused)
    monkeypatch.setattr(assets, "build_assets", lambda cache: tmp_path / "built")
    return tmp_path


def test_each_bad_note_has_a_box_and_the_others_their_pages(vault: Path, caplog: pytest.LogCaptureFixture) -> None:
    site = build_site(vault)
    said = caplog.text
    expected = {
        **{name: problem for name, (_, problem) in BAD.items()},
        "dangling": "1: F006 the symbolic link leads nowhere or in a circle",
        "loop": "1: F006 the symbolic link leads nowhere or in a circle",
        "fifo": "1: F007 cannot be read: it is no regular file",
        "unreadable": "1: F007 cannot be read: Permission denied",
    }
    for name, problem in expected.items():
        page = (site / name / "index.html").read_text("utf-8")
        assert f"<code>docs/{name}.md:{problem}" in page and "This note cannot be shown" in page, name
        assert f"docs/{name}.md:{problem}" in said, name
    assert list(holding(site, "zqx")) == []
    assert "vv" in (site / "index.html").read_text("utf-8")
    assert "vv" in (site / "vanishes/index.html").read_text("utf-8")
    assert "vv" in (site / "bomb/index.html").read_text("utf-8"), "values that no memory holds are left out"
    assert "docs/vanishes.png:1: F007 cannot be read: No such file or directory" in said
    assert not any((site / name).exists() for name in PRIVATE) and "_private" not in (site / "sitemap.xml").read_text()


def test_check_names_each_of_them(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["--root", str(vault), "check", "--quiet", "--no-cache"]) == 1
    said = capsys.readouterr().out
    for name, (_, problem) in BAD.items():
        assert f"docs/{name}.md:{problem}" in said
    assert "docs/fifo.png:1: F007 cannot be read: it is no regular file" in said
    assert "docs/bomb.md:2: F010 front matter is not valid YAML: it has too many values" in said


def test_a_strict_build_is_refused_by_name(vault: Path, caplog: pytest.LogCaptureFixture) -> None:
    for path in (vault / "docs").iterdir():
        if path.name not in ("index.md", "list.md") and not path.is_dir():
            path.unlink()
    (vault / "docs/index.md").write_text("# Home\n\n[[list]]\n")
    with pytest.raises(Abort, match="strict"):
        build_site(vault, strict=True)
    assert "docs/list.md:3: F030 nested too deep to be shown" in caplog.text


def test_a_note_that_breaks_an_extension_has_a_box(vault: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The net below all: whatever is raised while a page is rendered."""
    (vault / "broken.py").write_text(
        "from markdown.extensions import Extension\nfrom markdown.treeprocessors import Treeprocessor\n\n\n"
        "class Breaks(Treeprocessor):\n    def run(self, root):\n"
        "        if any('Breaks it' in (e.text or '') for e in root.iter()):\n            raise ValueError('no')\n\n\n"
        "class Ext(Extension):\n    def extendMarkdown(self, md):\n        md.treeprocessors.register(Breaks(md), 'b', 1)\n\n\n"
        "def makeExtension(**kwargs):\n    return Ext()\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(vault)
        (vault / "mkdocs.yml").write_text(MKDOCS.replace("[attr_list", "[broken, attr_list"))
        (vault / "docs/breaks.md").write_text("# B\n\nBreaks it\n")
        site = build_site(vault)
    page = (site / "breaks/index.html").read_text("utf-8")
    assert "F030 cannot be shown: ValueError(&#x27;no&#x27;)" in page and "vv" in (site / "index.html").read_text(
        "utf-8"
    )
    assert "docs/breaks.md:1: F030 cannot be shown: ValueError('no')" in caplog.text


@pytest.mark.parametrize("unit", ["'__init__', ", "**Tags**: x ", "a_b_c_d ", "(*a*) ", "~~x~~; "])
def test_much_emphasis_side_by_side_is_not_deep(unit: str) -> None:
    assert not parse_card("a.md", "", "a", unit * 300).diagnostics
