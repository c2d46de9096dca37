"""`zhixing rename`: files, links, imports, records and the site's old address, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from built_site import build_site
from engine_cases import put, snapshot
from zhixing.hosts.cli.main import main

Edit = Callable[[str, str, str], None]

LINKS = """# Links

- [[Norm]], [[Norm|the length]], [[foundations/Norm#^norm-scales|m]], `[[Norm]]`, [[Normal]]
- [Markdown](foundations/Norm.md#^norm-scales), [[Norm]] and [[Norm#^norm-scales]]

> quoted [[Norm]] <a href="foundations/Norm.md">Norm</a>

| link | alias |
|---|---|
| [[Norm\\|cell]] | [[Norm]] |

```python
from snippets.norm import norm  # [[Norm]]
```

`snippets.norm`, snippets.normal, `snippets/norm.py`
"""
AFTER = """# Links

- [[Vector_Norm]], [[Vector_Norm|the length]], [[foundations/Vector_Norm#^norm-scales|m]], `[[Norm]]`, [[Normal]]
- [Markdown](foundations/Vector_Norm.md#^norm-scales), [[Vector_Norm]] and [[Vector_Norm#^norm-scales]]

> quoted [[Vector_Norm]] <a href="foundations/Vector_Norm.md">Norm</a>

| link | alias |
|---|---|
| [[Vector_Norm\\|cell]] | [[Vector_Norm]] |

```python
from snippets.vector_norm import norm  # [[Norm]]
```

`snippets.vector_norm`, snippets.normal, `snippets/vector_norm.py`
"""


@pytest.fixture
def settled_vault(good: Path) -> Path:
    put(good, {"docs/en/map/Normal.md": "# Normal\n", "docs/zh/map/Normal.md": "# 正态\n"})
    put(good, {"docs/en/Links.md": LINKS, "docs/zh/Links.md": LINKS})
    put(good, {"docs/en/map/Alias.md": "# A\n\n[[Length]]\n", "docs/zh/map/Alias.md": "# 甲\n\n[[范数]]\n"})
    config = (good / "mkdocs.yml").read_text(encoding="utf-8")
    put(good, {"mkdocs.yml": config.replace("zhixing:", "zhixing:\n      pages: [index.md, map/**, Links.md]", 1)})
    assert main(["--root", str(good), "extract"]) == main(["--root", str(good), "translated", "--all"]) == 0
    return good


def _check(root: Path, capsys: pytest.CaptureFixture[str], *names: str) -> list[dict[str, object]]:
    capsys.readouterr()
    main(["--root", str(root), "check", "--quiet", "--format", "json", *names])
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_everything_that_leads_to_a_card_follows_it(settled_vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _check(settled_vault, capsys)
    assert main(["--root", str(settled_vault), "rename", "Norm", "Vector Norm"]) == 0
    assert _check(settled_vault, capsys) == before == []
    for language in ("en", "zh"):
        assert (settled_vault / f"docs/{language}/Links.md").read_text(encoding="utf-8") == AFTER
        assert not (settled_vault / f"docs/{language}/foundations/Norm.md").exists()
        text = (settled_vault / f"docs/{language}/foundations/Vector_Norm.md").read_text(encoding="utf-8")
        assert "redirect_from: [foundations/Norm]\n" in text and "from snippets.vector_norm import norm" in text
    assert not (settled_vault / "snippets/norm.py").exists()
    assert "from snippets.vector_norm import norm" in (settled_vault / "snippets/cosine.py").read_text(encoding="utf-8")


def test_renamed_back_only_the_old_addresses_remain(settled_vault: Path) -> None:
    before = snapshot(settled_vault)
    for old, new in (("Norm", "Vector_Norm"), ("Vector_Norm", "Norm")):
        assert main(["--root", str(settled_vault), "rename", old, new]) == 0
    after = snapshot(settled_vault)
    assert after.keys() == before.keys()
    line = b"redirect_from: [foundations/Norm, foundations/Vector_Norm]\n"
    changed = {path for path in after if after[path].replace(line, b"") != before[path]}
    assert changed <= {"snippets/norm.py"}  # its lines are those of the card


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("Nrom", "Fine", 2, "zhixing: no card is called 'Nrom'\n  hint: did you mean Norm?\n"),
        (
            "Norm",
            "Cosine",
            1,
            "docs/en/foundations/Cosine.md:1: L002 a card of that name exists\n  hint: choose another name\n",
        ),
        ("Norm", "con", 2, "zhixing: 'con' cannot be a file name\n  hint: use letters, digits, spaces and dashes\n"),
        (
            "Norm",
            "Norm",
            1,
            "docs/en/foundations/Norm.md:1: L002 a card of that name exists\n  hint: choose another name\n",
        ),
        ("Norm", "a/b", 2, "zhixing: 'a/b' cannot be a file name\n  hint: use letters, digits, spaces and dashes\n"),
    ],
)
def test_what_cannot_be_renamed_is_left_alone(
    settled_vault: Path, old: str, new: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(settled_vault)
    capsys.readouterr()
    assert main(["--root", str(settled_vault), "rename", old, new]) == code
    assert capsys.readouterr().err == said
    assert snapshot(settled_vault) == before


def test_the_old_address_leads_on(tmp_path: Path) -> None:
    put(tmp_path, {"mkdocs.yml": "site_name: T\nplugins:\n  - zhixing: {profile: vault}\n"})
    put(tmp_path, {"docs/index.md": "# A\n\n[[Norm]]\n", "docs/sub/Norm.md": "# Norm & <b>\n"})
    assert main(["--root", str(tmp_path), "rename", "Norm", "Length"]) == 0
    site = build_site(tmp_path)
    page = (site / "sub/Norm/index.html").read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh" content="0; url=../Length/">' in page and "Norm &amp; &lt;b&gt;" in page
    assert (site / "sub/Length/index.html").is_file()


def test_check_of_one_card_tells_of_it_alone(good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(good), "extract"]) == main(["--root", str(good), "translated", "--all"]) == 0
    edit("docs/*/foundations/Norm.md", "[[Cosine]]", "[[Cosin]]")
    edit("docs/en/foundations/Cosine.md", "category: Foundations", "category: Foundation")
    own = {"docs/en/foundations/Norm.md", "docs/zh/foundations/Norm.md"}
    for name in ("Norm", "norm", "docs/zh/foundations/Norm.md"):
        rows = _check(good, capsys, name)
        assert {row["path"] for row in rows} == own and "L001" in {row["code"] for row in rows}
    assert {row["code"] for row in _check(good, capsys, "Norm", "Cosine")} >= {"L001", "F023"}
    assert main(["--root", str(good), "check", "Nrom"]) == 2


def test_sarif_names_place_and_rule(good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(good), "extract"]) == main(["--root", str(good), "translated", "--all"]) == 0
    edit("docs/en/index.md", "[[Cosine]]", "[[Nowhere]]")
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    (run,) = log["runs"]
    result = next(result for result in run["results"] if result["ruleId"] == "L001")
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("docs/en/index.md", 3)
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {result["ruleId"] for result in run["results"]}


def test_the_problem_matcher_of_the_handbook_reads_the_findings(
    good: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs/en/contributing/editors.md").read_text(encoding="utf-8")
    task = json.loads(page.partition("```json\n")[2].partition("```")[0])
    pattern = re.compile(task["tasks"][0]["problemMatcher"]["pattern"]["regexp"])
    edit("docs/en/index.md", "[[Cosine]]", "[[Nowhere: 1]]")
    capsys.readouterr()
    assert main(["--root", str(good), "check", "--quiet"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  hint: ")]
    found = [match.groups() for line in lines if (match := pattern.match(line))]
    assert len(found) == len(lines) and ("docs/en/index.md", "3", "L001") in [row[:3] for row in found]


CANVAS = {
    "nodes": [
        {"id": "1", "type": "file", "file": "Card.md", "x": 0, "y": 0, "width": 9, "height": 9},
        {
            "id": "2",
            "type": "text",
            "x": 0,
            "y": 0,
            "width": 9,
            "height": 9,
            "text": 'see [[Card]]\n[[Card|a "Card"]] [x](../Card.md) [[Board.canvas]] `[[Card]]`',
        },
        {"id": "3", "type": "file", "file": "sub/Board.canvas", "x": 0, "y": 0, "width": 9, "height": 9},
    ],
    "edges": [],
}


@pytest.mark.parametrize("indent", [None, 1])
def test_a_canvas_follows_a_note_and_notes_follow_a_canvas(
    tmp_path: Path, indent: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = "# Home\n\n[[Board.canvas]] ![[Board.canvas|x]] [a](sub/Board.canvas) [b](<Card.md>) [c](Card.md) [[Card#none]]\n"
    put(tmp_path, {"docs/index.md": notes, "docs/Card.md": "# Card\n\n[[Board.canvas]]\n"})
    put(tmp_path, {"docs/sub/Board.canvas": json.dumps(CANVAS, indent=indent)})
    put(tmp_path, {"mkdocs.yml": "site_name: x\nplugins:\n  - zhixing: {profile: vault}\n"})
    before = _check(tmp_path, capsys)
    assert [finding["code"] for finding in before] == ["L003"]
    assert main(["--root", str(tmp_path), "rename", "Board.canvas", "Big Board"]) == 0
    assert main(["--root", str(tmp_path), "rename", "Card", "Some Card"]) == 0
    assert [finding["code"] for finding in _check(tmp_path, capsys)] == ["L003"]
    wanted = json.dumps(CANVAS).replace("[[Card", "[[Some Card").replace("`[[Some Card]]`", "`[[Card]]`")
    wanted = (
        wanted.replace("../Card", "../Some%20Card")
        .replace('"Card.md', '"Some Card.md')
        .replace("Board.c", "Big Board.c")
    )
    assert json.loads((tmp_path / "docs/sub/Big Board.canvas").read_text("utf-8")) == json.loads(wanted)
    home = notes.replace("Board.canvas", "Big Board.canvas").replace("(sub/Big Board", "(sub/Big%20Board")
    home = home.replace("<Card", "<Some Card").replace("(Card", "(Some%20Card").replace("[[Card", "[[Some Card")
    assert (tmp_path / "docs/index.md").read_text("utf-8") == home


def test_a_vault_of_notes_is_spoken_of_in_its_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two notes of one name, a name in other letters, no word of cards or modules."""
    put(
        tmp_path,
        {"A.md": "[[a/Plan]] [[Week]] [p](b/Plan.md)\n", "a/Plan.md": "x\n", "b/Plan.md": "y\n", "Week.md": "z\n"},
    )
    root = ["--root", str(tmp_path)]
    assert main([*root, "rename", "Plan", "Goal"]) == 2
    assert (
        capsys.readouterr().err
        == "zhixing: several notes are called 'Plan'\n  hint: give the path of one: a/Plan, b/Plan\n"
    )
    assert main([*root, "rename", "Nowhere at all", "Goal"]) == 2
    assert capsys.readouterr().err == "zhixing: no note is called 'Nowhere at all'\n  hint: use its file name\n"
    assert main([*root, "rename", "a/Plan", "Goal"]) == main([*root, "rename", "Week", "WEEK"]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "A.md").read_text(encoding="utf-8") == "[[a/Goal]] [[WEEK]] [p](b/Plan.md)\n"
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["A.md", "WEEK.md"]
