"""The public API, used as other people's tools use it: `import zhixing` and nothing else of the engine."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from pathlib import Path

import pytest
import zhixing

CARD = """\
---
tags: [small]
---

# Doubling

See [[Halving]] and [[Nowhere]].

```python
def double(x: int) -> int:
    return 2 * x
```

> [!QUESTION]- What is twice two?
> Four.

^twice-two
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Small\nplugins:\n  - zhixing\n", encoding="utf-8")
    (docs / "Doubling.md").write_text(CARD, encoding="utf-8")
    (docs / "Halving.md").write_text("# Halving\n\nThe way back from [[Doubling]].\n", encoding="utf-8")
    return tmp_path


def test_a_vault_is_loaded_and_its_cards_are_typed_nouns(project: Path) -> None:
    vault = zhixing.load_vault(str(project))
    assert isinstance(vault, zhixing.Vault) and isinstance(vault.config, zhixing.Config)
    card = vault.cards["docs/Doubling.md"]
    assert (card.title, card.tags) == ("Doubling", ("small",))
    assert [(heading.span, heading.text) for heading in card.headings] == [
        (zhixing.Span("docs/Doubling.md", 5), "Doubling")
    ]
    assert [question.question for question in card.questions] == ["What is twice two?"]
    assert [block.span.line for block in card.python_blocks()] == [9]


def test_the_project_is_found_from_a_folder_in_it(project: Path) -> None:
    assert zhixing.load_vault(project / "docs").cards.keys() == zhixing.load_vault(project).cards.keys()


def test_a_config_takes_the_place_of_the_file(project: Path) -> None:
    config = zhixing.Config(docs="docs", snippets="code")
    vault = zhixing.load_vault(project, config=config, cache=False)
    assert list(zhixing.extract(vault)) == ["code/__init__.py", "code/doubling.py"]


def test_findings_are_sorted_and_say_where(project: Path) -> None:
    (finding,) = zhixing.check(zhixing.load_vault(project, cache=False))
    assert finding.span == zhixing.Span("docs/Doubling.md", 7)
    assert (finding.code, finding.problem) == ("L001", "link [[Nowhere]] has no target")


def test_links_are_followed(project: Path) -> None:
    vault = zhixing.load_vault(project, cache=False)
    card, index = vault.cards["docs/Doubling.md"], zhixing.Index(vault)
    found = {link.target: index.resolve(link, card) for link in card.links}
    assert isinstance(target := found["Halving"], zhixing.Target) and target.path == "docs/Halving.md"
    assert isinstance(found["Nowhere"], zhixing.Unresolved)


def test_modules_keep_the_lines_of_their_card(project: Path) -> None:
    modules = zhixing.extract(zhixing.load_vault(project, cache=False))
    lines = modules["snippets/doubling.py"].decode().split("\n")
    assert lines[9 - 1 + 1] == CARD.split("\n")[9 - 1 + 1] == "def double(x: int) -> int:"
    assert not (project / "snippets").exists(), "nothing is written"


def test_a_module_is_not_spoiled_silently(project: Path) -> None:
    (project / "docs/Halving.md").write_text("# Halving\n\n```python\nx = 1\n", encoding="utf-8")
    with pytest.raises(zhixing.ExtractError, match=r"docs/Halving\.md:3: S001") as raised:
        zhixing.extract(zhixing.load_vault(project, cache=False))
    assert [found.code for found in raised.value.diagnostics] == ["S001"]


def test_what_cannot_be_read_is_an_exception(project: Path) -> None:
    with pytest.raises(FileNotFoundError):
        zhixing.load_vault(project / "nowhere")
    (project / "mkdocs.yml").write_text("plugins:\n  - zhixing: {colour: red}\n", encoding="utf-8")
    with pytest.raises(zhixing.ConfigError, match="no option 'colour'"):
        zhixing.load_vault(project)


@pytest.mark.parametrize("name", sorted(set(zhixing.__all__) - {"__version__"}))
def test_every_public_name_is_documented_and_typed(name: str) -> None:
    value = getattr(zhixing, name)
    written = inspect.getdoc(value) or ""
    assert written and not written.startswith(f"{name}("), "a dataclass without a sentence documents itself so"
    known = {public: getattr(zhixing, public) for public in zhixing.__all__}
    functions = [value] if inspect.isfunction(value) else [f for _, f in inspect.getmembers(value, inspect.isfunction)]
    for function in functions:
        if function.__name__.startswith("_"):
            continue
        assert inspect.getdoc(function), f"{name}.{function.__name__} is not documented"
        hints = typing.get_type_hints(function, localns=known)
        assert hints.keys() >= {*inspect.signature(function).parameters, "return"} - {"self"}


def test_dir_shows_what_is_public_and_nothing_else_is_made_up() -> None:
    assert set(zhixing.__all__) <= set(dir(zhixing))
    with pytest.raises(AttributeError, match="no attribute 'load_vualt'"):
        getattr(zhixing, "load_vualt")  # noqa: B009


def test_importing_it_loads_nothing_else() -> None:
    program = (
        "import sys, __future__, pathlib, typing; before = set(sys.modules)\n"
        "import zhixing; print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["zhixing"]


def test_using_it_loads_no_framework(project: Path) -> None:
    program = (
        "import sys, zhixing; vault = zhixing.load_vault(sys.argv[1], cache=False); zhixing.check(vault); zhixing.extract(vault)\n"
        "heavy = {'mkdocs', 'pytest', 'torch', 'numpy', 'matplotlib', 'markdown', 'rich', 'genanki', 'fsrs'}\n"
        "print(*sorted(heavy & {name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program, project], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
