"""What the READMEs tell people to type exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import zhixing
from this_vault import this_vault
from zhixing.hosts.cli.main import _parser

ROOT = Path(__file__).parents[2]
SCREENSHOTS = (ROOT / "scripts/screenshots.py").read_text(encoding="utf-8")
VAULT = {"A.md": "# First\n\n[[B]] [[C]]\n\n```python\nx = 1\n```\n", "B.md": "# Second\n"}


@pytest.fixture(params=["README.md", "README.zh.md"])
def readme(request: pytest.FixtureRequest) -> str:
    return (ROOT / request.param).read_text(encoding="utf-8")


def test_every_target_of_make_is_there(readme: str) -> None:
    named = set(re.findall(r"(?:^\$ |`)make ([a-z-]+)", readme, re.M))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert {"serve", "test"} <= named <= targets


def test_every_picture_is_there_and_light(readme: str) -> None:
    named = set(re.findall(r"!\[[^\]]+\]\((\.github/[^)]+)\)", readme))
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / ".github").glob("*.webp")}
    taken = {f".github/{name}.webp" for name in re.findall(r'^    "([a-z-]+)": \("/', SCREENSHOTS, re.M)}
    assert len(named) == 4 and named == there == taken
    assert max((ROOT / path).stat().st_size for path in named) <= 150_000


def test_every_command_is_understood(readme: str) -> None:
    shown = re.findall(r"^\$ zhixing ([^#\n]+)", readme, re.M)
    assert len(shown) >= 5
    for words in shown:
        _parser().parse_args([word.strip('"') for word in re.findall(r'"[^"]+"|\S+', words)])


def test_every_test_that_is_named_is_there(readme: str) -> None:
    cards = this_vault().cards
    claims = {claim.id for card in cards.values() for claim in card.claims}
    named = re.findall(r"pytest docs -k (\S+)", readme)
    assert named and set(named) <= claims
    files = re.findall(r"pytest (docs/\S+\.md)", readme)
    assert files and set(files) <= cards.keys()


def test_the_example_of_the_api_says_what_it_says(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"^```python\n(import zhixing\n.*?)^```$", readme, re.M | re.S)
    for name, text in VAULT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    names: dict[str, object] = {}
    exec(compile(code, "README", "exec"), names)
    said = "A.md:3: L001 link [[C]] has no target\nFirst 2 links 1 blocks\nSecond 0 links 0 blocks\n"
    assert capsys.readouterr().out == said
    assert isinstance(names["modules"], dict) and names["modules"].keys() == {"snippets/__init__.py", "snippets/a.py"}
    assert not (tmp_path / "snippets").exists()


def test_the_wheel_is_that_of_this_version(readme: str) -> None:
    named = re.findall(r"zhixing-([\d.]+)-py3", readme)
    assert named and set(named) == {zhixing.__version__}


def test_every_file_that_is_linked_is_there(readme: str) -> None:
    linked = re.findall(r"\]\(((?!https?:)[^)#]+)\)", readme)
    assert {"CHANGELOG.md", "docs/en/contributing/architecture.md"} <= set(linked)
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_the_changelog_knows_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", text, re.M)
    assert versions[0] == zhixing.__version__
    assert versions == sorted(versions, key=lambda version: [int(part) for part in version.split(".")], reverse=True)
    parts = set(re.findall(r"^### (\w+)$", text, re.M))
    assert parts <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
