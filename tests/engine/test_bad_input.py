"""Everything bad at once: each thing has its code, line and hint, all are reported in one run, nothing is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engine_cases import FIXTURES, load, put, snapshot
from zhixing.hosts.cli.main import main

Edit = Callable[[str, str, str], None]
EXPECTED = FIXTURES / "bad_input.txt"
PAGES = """\
plugins:
  - zhixing:
      profile: cards
      languages: [en, zh]
      pages: [index.md, alone.md, map/*, odd/*]
      untranslated: [map/*, odd/*]
"""
LAUGHS = "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))

BAD: dict[str, str | bytes] = {
    "binary.md": "# A\n\ncaf\xe9\n".encode("latin-1"),
    "utf16.md": "# A\n".encode("utf-16"),
    "surrogate.md": b"# A\n\n\xed\xa0\x80\n",
    "nul.md": b"# A\n\n\x00\n",
    "bom.md": b"\xef\xbb\xbf# A\n",
    "crlf.md": b"# A\n\nb\r\nc\r\n",
    "bom_and_crlf.md": b"\xef\xbb\xbf# A\r\n",
    "empty.md": b"",
    "blank.md": b"\n \n",
    "huge.md": b"# A\n\n" + b"word " * 1_000_000,
    "yaml_broken.md": "---\ntopic: a: b\n---\n# A\n",
    "yaml_list.md": "---\n- a\n---\n# A\n",
    "yaml_open.md": "---\ntopic: a\n\n# A\n",
    "yaml_deep.md": "---\na: " + "[" * 100_000 + "\n---\n# A\n",
    "yaml_laughs.md": f"---\na: &a [x,x,x,x,x,x,x,x,x]\n{LAUGHS}aliases: *i\n---\n# A\n",
    "yaml_itself.md": "---\naliases: &a [*a]\n---\n# A\n",
    "yaml_surrogate.md": '---\naliases: ["\\ud800"]\nprerequisites: ["[[\\ud800]]"]\n---\n# A\n',
    "fence.md": "# A\n\n```text\nnever closed\n",
    "quotes.md": "# A\n\n" + ">" * 10_000 + " a\n\n" + ">" * 100 + " [[Nowhere in quotes]]\n",
    "lists.md": "# A\n\n" + "".join("  " * i + "- a\n" for i in range(60)) + "\n[[Nowhere after lists]]\n",
    "brackets.md": "# A\n\n" + "[" * 100_000 + "\n\n[[Nowhere after brackets]]\n",
    "links.md": "# A\n\n[[Nowhere]] [[Twin]] [[Norm#Nowhere]] [[Norm#^nowhere]] ![[nowhere.png]]\n",
    "cycle.md": "# A\n\n![[cycle_back]]\n",
    "cycle_back.md": "# A\n\n![[cycle]]\n",
    "itself.md": "# A\n\n![[itself]]\n",
}
TWINS = {f"docs/en/odd/{folder}/Twin.md": "# T\n" for folder in ("a", "b")}
FINE = {
    "odd/name with spaces.md": "# A\n\n[[name with spaces]] [[🔥 emoji]] [x](name%20with%20spaces.md)\n",
    "odd/🔥 emoji.md": "# 🔥\n\n[[中文名字]]\n",
    "odd/中文名字.md": "# 中文\n\n[[#中文]] [[🔥 emoji#🔥]]\n",
    "odd/CON. (v2), a&b=c;'x'.md": "# A\n\n[[CON. (v2), a&b=c;'x']]\n",
    "odd/" + "长" * 70 + ".md": "# A\n",
}


def _break_cards(root: Path, edit: Edit) -> None:
    """A card with everything that only cards can get wrong, in both languages; its translation wrong in every way."""
    norm = "docs/*/foundations/Norm.md"
    edit(norm, "category: Foundations\n", "author: someone\n")
    edit(norm, "difficulty: ⭐\n", "difficulty: 3\n")
    edit("docs/en/foundations/Norm.md", "aliases: [Length]", "aliases: [Length, Cosine similarity]")
    edit(norm, "print(norm([3.0, 4.0]))\n", "print(norm([3.0, 4.0])\n")
    edit(norm, "^norm-scales\n\n", "^norm-scales\n\nSee below.\n\n")
    edit(norm, "- [x] 5\n", "- [ ] 5\n")
    edit("docs/en/foundations/Norm.md", "> **Short answer.** So that the norm scales with $x$.\n", "")
    edit("docs/zh/foundations/Norm.md", "> **简答。** 这样范数随 $x$ 成比例变化。\n", "")
    edit("docs/zh/foundations/Cosine.md", "## 📚 推荐阅读 (Recommended Reading)", "## 推荐阅读")
    edit("docs/zh/foundations/Cosine.md", "assert -1 <= cosine", "assert -2 <= cosine")
    edit("docs/zh/foundations/Cosine.md", "$\\cos = x \\cdot y / (|x| |y|)$", "$\\cos$")
    put(root, {"docs/en/odd/norm-.md": "# Another\n\n```python\nX = 1\n```\n"})


@pytest.fixture
def bad(good: Path, edit: Edit) -> Path:
    assert main(["--root", str(good), "extract"]) == main(["--root", str(good), "translated", "--all"]) == 0
    _break_cards(good, edit)
    put(good, {f"docs/en/map/{name}": data for name, data in BAD.items()})
    put(good, {f"docs/en/{name}": text for name, text in FINE.items()})
    put(good, {"mkdocs.yml": PAGES, **TWINS, "docs/en/alone.md": "# A\n"})
    (good / "docs/en/map/loop").symlink_to("..")
    (good / "docs/en/map/self.md").symlink_to("self.md")
    (good / "docs/en/map/nothing.md").symlink_to("nowhere.md")
    return good


def test_everything_bad_is_reported_in_one_run(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(bad)
    capsys.readouterr()
    assert main(["--root", str(bad), "check", "--quiet"]) == 1
    assert capsys.readouterr().out == EXPECTED.read_text(encoding="utf-8")
    assert snapshot(bad) == before


def test_nothing_is_extracted_from_a_broken_vault(bad: Path) -> None:
    before = snapshot(bad)
    assert main(["--root", str(bad), "extract"]) == 1
    assert snapshot(bad) == before


def test_order_does_not_depend_on_the_order_of_files(
    bad: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    class Backwards:
        """As `os.scandir` gives it: to be gone through, and from Python 3.13 on used by pathlib as a context as well."""

        def __init__(self, folder: str) -> None:
            with real(folder) as entries:
                self.entries = reversed(list(entries))

        def __iter__(self) -> Iterator[os.DirEntry[str]]:
            return self.entries

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            return

    monkeypatch.setattr(os, "scandir", Backwards)
    capsys.readouterr()
    assert main(["--root", str(bad), "check", "--quiet", "--no-cache"]) == 1
    assert capsys.readouterr().out == EXPECTED.read_text(encoding="utf-8")


def test_names_with_spaces_emoji_and_chinese_work(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(good, {"mkdocs.yml": PAGES})
    put(good, {f"docs/{language}/{name}": text for name, text in FINE.items() for language in ("en", "zh")})
    assert main(["--root", str(good), "extract"]) == main(["--root", str(good), "translated", "--all"]) == 0
    capsys.readouterr()
    assert (main(["--root", str(good), "check", "--quiet"]), capsys.readouterr().out) == (0, "")


def test_name_that_is_not_utf8_is_reported_and_printed(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = os.fsencode(good / "docs/en/map") + b"/caf\xe9.md"
    (good / "docs/en/map").mkdir()
    try:
        with open(path, "wb") as handle:
            handle.write(b"# A\n")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    main(["--root", str(good), "check", "--quiet"])
    line = "docs/en/map/caf\\udce9.md:1: F001 the name of the file is not UTF-8\n  hint: rename it\n"
    assert line in capsys.readouterr().out
    assert load(good).cards.keys() & {"docs/en/map/caf\udce9.md"} == set()
