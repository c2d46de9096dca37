"""A build keeps the pages that would come out the same: after any edit the site is, byte for byte, what a whole build makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from built_site import build_site
from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from zhixing.hosts.mkdocs.inputs import are_known

ROOT = Path(__file__).resolve().parents[2]
NORM, COSINE = "docs/en/foundations/Norm.md", "docs/en/foundations/Cosine.md"
NOTE = """---
topic: Sum (和)
category: Foundations
minutes: 3
prerequisites: ["[[Cosine]]"]
---

# Sum (和)

It holds a part of [[Norm#^norm-scales|another]] card:

![[Norm#2. 📐 The Math (数学推导)]]

![[figure.svg]]

```python
from snippets.norm import norm

print(norm([1.0]))
```
"""
Edit = Callable[[Path], None]


def text(path: str, old: str, new: str) -> Edit:
    def change(root: Path) -> None:
        before = (root / path).read_text(encoding="utf-8")
        assert old in before
        (root / path).write_text(before.replace(old, new), encoding="utf-8")

    return change


def write(path: str, content: str) -> Edit:
    return lambda root: (root / path).parent.mkdir(exist_ok=True) or bool((root / path).write_text(content, "utf-8"))


EDITS: dict[str, Edit] = {
    "nothing": lambda root: None,
    "a sentence": text(NORM, "A ruler.", "A ruler, or a tape."),
    "a sentence that links": text(NORM, "divides by it,", "divides by the length,"),
    "a link more": text("docs/zh/index.md", "[[Norm", "[[Cosine]] [[Norm"),
    "what is embedded elsewhere": text(NORM, "| 1 | Manhattan |", "| 1 | Taxi |"),
    "lines above the code": text(NORM, "| p | name |", "One line.\n\nAnother.\n\n| p | name |"),
    "a definition": text(NORM, "sum(a * a for a in x)", "sum(a**2 for a in x)"),
    "a package of a definition": text(NORM, "import math\n", "import math\n\nimport torch\n"),
    "a heading": text(COSINE, "The Math", "The Formula"),
    "a title": text(COSINE, "# ", "# The "),
    "minutes": text(COSINE, "minutes: ", "minutes: 1"),
    "an alias": text(NORM, "[Length]", "[Length, 长度]"),
    "a translation": text("docs/zh/foundations/Norm.md", "$$\n", "一句话。\n\n$$\n"),
    "a drawing": text("docs/en/foundations/figure.svg", "/>", "><g/></svg>"),
    "a drawing that runs something": text("docs/en/foundations/figure.svg", "<svg", "<svg onload='a()'"),
    "HTML that names a file": text(NORM, "A ruler", 'A ruler <a href="data.bin">of it</a>'),
    "the file that it names": write("docs/en/foundations/data.bin", "1"),
    "who asks": write("docs/interview.yml", "why-square-root: [research, senior, always]\n"),
    "a prerequisite less": text("docs/en/foundations/Sum.md", '"[[Cosine]]"', ""),
    "a block that a reader's Python cannot run": text(NORM, "import math\n", "import math\n\nimport scipy.absent\n"),
    "a card more": write("docs/en/foundations/Product.md", "# Product\n\nSee [[Norm]].\n"),
    "a card less": lambda root: (root / COSINE).unlink(),
    "a formula that TeX cannot read": text(NORM, "A ruler", "A $\\nothing{$ ruler"),
    "the record of tests": write(
        "snippets/tested.json", '{"versions": {"python": "3.11"}, "blocks": {}, "skipped": {}}'
    ),
    "the site's name": text("mkdocs.yml", "site_name: ", "site_name: A "),
    "an option of Markdown": text("mkdocs.yml", "toc_depth: 2-3", "toc_depth: 2"),
    "a template": write("own/main.html", '{% extends "base.html" %}\n{% block footer %}own{% endblock %}\n'),
}


@pytest.fixture
def vault(good: Path) -> Path:
    """The good vault with the settings of this project, and a card with one of everything."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("strict: true", "strict: false")  # some of the edits are mistakes
    settings = settings.replace("scripts/web/overrides", "own").replace("  path: path/Learning_Path", "  #")
    settings = re.sub(r"^  (?:logo|favicon): .*\n|^watch:\n(?:  .*\n)+", "", settings, flags=re.M)
    (good / "mkdocs.yml").write_text(settings, encoding="utf-8")
    (good / "own").mkdir()
    (good / "docs/en/foundations/Sum.md").write_text(NOTE, encoding="utf-8")
    return good


def files(site: Path) -> dict[str, bytes]:
    found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if "assets/py" not in name}


def whole(vault: Path, monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, bytes]:
    """A build that knows no other."""
    with monkeypatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        return files(build_site(vault))


def rendered_after(
    names: Iterable[str], vault: Path, cold: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, set[str]]:
    """Which cards were rendered after each edit; the site is compared after each."""
    rendered: set[str] = set()
    populate = getattr(build._populate_page, "zhixing", build._populate_page)

    def counted(page: Page, config: MkDocsConfig, known: Files, dirty: bool = False) -> None:
        rendered.update({page.file.src_uri} if "foundations" in page.file.src_uri else ())
        populate(page, config, known, dirty)

    monkeypatch.setattr(build, "_populate_page", counted)
    made: dict[str, set[str]] = {}
    build_site(vault)
    for name in names:
        EDITS[name](vault)
        rendered.clear()
        quick = files(build_site(vault))
        made[name] = set(rendered)
        full = whole(vault, monkeypatch, cold / name.replace(" ", "-"))
        assert sorted(quick) == sorted(full), name
        assert [path for path in full if quick[path] != full[path]] == [], name
    return made


@pytest.mark.thorough
def test_after_an_edit_only_the_pages_that_show_it_are_made(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("nothing", "a sentence", "a sentence that links", "what is embedded elsewhere")
    made = rendered_after(names, vault, tmp_path, monkeypatch)
    shown = {f"{name}.md" for name in ("en/foundations/Norm", "zh/foundations/Norm", "en/foundations/Sum")}
    assert made["nothing"] == set()
    assert made["a sentence"] == made["what is embedded elsewhere"] == shown
    assert made["a sentence that links"] == shown | {"en/foundations/Cosine.md"}


@pytest.mark.nightly
def test_after_any_edit_the_site_is_what_a_whole_build_makes(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = rendered_after(EDITS, vault, tmp_path, monkeypatch)
    assert len(made["a title"]) > len(made["a sentence"]) > len(made["nothing"])


def test_a_plugin_that_is_not_known_keeps_nothing(good: Path) -> None:
    config = load_config(str(good / "mkdocs.yml"))
    assert are_known(config)
    config.markdown_extensions.append("pymdownx.snippets")  # it reads files that no link names
    assert not are_known(config)
    config.markdown_extensions.pop()
    config.plugins["other"] = config.plugins["zhixing"]
    assert not are_known(config)
