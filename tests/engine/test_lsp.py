"""The language server, as an editor meets it: over the standard streams of its own process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from lsp_editor import WAIT, Editor
from zhixing.hosts.cli.main import main

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(find_spec("pygls") is None, reason="the extra lsp is not installed"),
]
NOTE = """# 笔记 🔥 Start

See 🔥 [[Second]] and [[Second#Deep *words*|there]], [text](Second.md#deep-words), ![[Second#^kept]].

[[Secnd]] and [[Bee]] ![[picture.png]]

```python
x = [[0]]
```
"""
SECOND = """---
aliases: [Bee, "a|b"]
---
# The second

It begins with these words.

## Deep *words*

Inside 🔥 it.

### A deeper one

- one item ^kept
"""
BROKEN = "5:0-9 L001 link [[Secnd]] has no target\ndid you mean [[Second]]?"
Start = Callable[..., Editor]


def made(folder: Path) -> Path:
    (folder / "in a folder").mkdir(parents=True)
    (folder / "Start.md").write_text(NOTE, encoding="utf-8")
    (folder / "in a folder/Second.md").write_text(SECOND, encoding="utf-8")
    (folder / "picture.png").write_bytes(b"")
    return folder


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return made(tmp_path / "my vault")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor for what is only asked."""
    folder = tmp_path_factory.mktemp("asked")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        editor = Editor(made(folder / "my vault"))
    yield editor
    assert editor.close() == 0


@pytest.fixture
def editor(asked: Editor) -> Editor:
    """The same, with the note open as it is on the disk."""
    asked.open("Start.md")
    return asked


@pytest.fixture
def start() -> Iterator[Start]:
    editors: list[Editor] = []

    def begin(folder: Path, **capabilities: object) -> Editor:
        editors.append(Editor(folder, capabilities))
        return editors[-1]

    yield begin
    assert [editor.close() for editor in editors] == [0] * len(editors)


def written(text: str, place: str) -> str:
    """The line with what was offered: `start-end words`, in UTF-16 units."""
    where, _, words = place.partition(" ")
    first, last = (int(number) for number in where.split("-"))
    units = text.encode("utf-16-le")
    return (units[: 2 * first] + words.encode("utf-16-le") + units[2 * last :]).decode("utf-16-le")


def test_what_the_check_says_is_shown_in_every_file(vault: Path, start: Start) -> None:
    (vault / "Other.md").write_text("# Other\n\n[[Start#Nowhere]]\n", encoding="utf-8")
    editor = start(vault)
    editor.open("Start.md")
    problem = "3:0-17 L003 link [[Start#Nowhere]]: Start.md has no heading 'Nowhere'\nno heading there is like it"
    editor.wait_for("Start.md", [BROKEN])
    editor.wait_for("Other.md", [problem])
    assert main(["--root", str(vault), "check", "--quiet"]) == 1, "the command says so too"


def test_a_slip_is_shown_while_it_is_typed_and_goes_when_it_is_mended(vault: Path, start: Start) -> None:
    editor = start(vault)
    editor.open("Start.md")
    editor.wait_for("Start.md", [BROKEN])
    editor.write("Start.md", NOTE.replace("See 🔥 [[Second]]", "New line\n\n🔥 [[Thrid]]"))
    third = "5:3-12 L001 link [[Thrid]] has no target\ncreate the note or correct the name"
    editor.wait_for("Start.md", [third, BROKEN.replace("5:", "7:", 1)])
    editor.write("Start.md", NOTE.replace("[[Secnd]]", "[[Second]]"))
    editor.wait_for("Start.md", [])
    assert (vault / "Start.md").read_text(encoding="utf-8") == NOTE, "nothing is written"


def test_what_only_the_whole_check_knows_stays_with_its_line(vault: Path, start: Start) -> None:
    (vault / "Start.md").write_text("# Start\n\nwords\n\n![[Start]]\n", encoding="utf-8")
    editor = start(vault)
    editor.open("Start.md")
    cycle = "{}:0-10 L006 embeds form a cycle: Start → Start\nmake one of them a link: drop its `!`"
    editor.wait_for("Start.md", [cycle.format(5)])
    editor.write("Start.md", "# Start\n\nwords\n\nmore\n\n![[Start]]\n")
    editor.wait_for("Start.md", [cycle.format(7)])
    editor.write("Start.md", "# Start\n\nwords\n\nmore\n\n[[Start]]\n")
    editor.wait_for("Start.md", [])


def test_a_saved_note_changes_what_is_shown_of_the_others(vault: Path, start: Start) -> None:
    editor = start(vault)
    for path in ("Start.md", "in a folder/Second.md"):
        editor.open(path)
    editor.wait_for("Start.md", [BROKEN])
    text = SECOND.replace("aliases: [Bee", "aliases: [Secnd")
    editor.write("in a folder/Second.md", text)
    editor.save("in a folder/Second.md", text)
    bee = "5:14-21 L001 link [[Bee]] has no target\ncreate the note or correct the name"
    editor.wait_for("Start.md", [bee])


def test_files_that_change_elsewhere_are_watched(vault: Path, start: Start) -> None:
    editor = start(vault, workspace={"didChangeWatchedFiles": {"dynamicRegistration": True}})
    editor.open("Start.md")
    editor.wait_for("Start.md", [BROKEN])
    assert editor.registered == ["workspace/didChangeWatchedFiles"]
    (vault / "Secnd.md").write_text("# It is there\n", encoding="utf-8")
    editor.tell("workspace/didChangeWatchedFiles", changes=[{"uri": editor.uri("Secnd.md"), "type": 1}])
    editor.wait_for("Start.md", [])


def test_links_are_completed_with_notes_aliases_and_files(editor: Editor) -> None:
    for line, offered in (
        ("🔥 [[", {"Start": "🔥 [[Start]]", "Second": "🔥 [[Second]]", "Bee": "🔥 [[Second|Bee]]"}),
        ("| [[Se | x |", {"Start": "| [[Start]] | x |", "Bee": "| [[Second\\|Bee]] | x |"}),
        ("![[pi", {"picture.png": "![[picture.png]]"}),
    ):
        editor.write("Start.md", f"# A\n\n{line}\n")
        column = len(line.partition(" | x")[0].encode("utf-16-le")) // 2
        found = editor.offered("Start.md", 2, column)
        assert {label: written(line, found[label]) for label in offered} == offered
        assert ("picture.png" in found) == line.startswith("!")
        assert "a|b" not in found, "no link can say it"


def test_what_stands_behind_is_not_written_twice(editor: Editor) -> None:
    for line, column, wanted in (
        ("[[Sta]] x", 4, "[[Second]] x"),
        ("[[Sta|words]]", 4, "[[Second|words]]"),
        ("[[Sta#Deep]]", 4, "[[Second#Deep]]"),
        ("| [[Sta\\|w]] |", 5, "| [[Second\\|w]] |"),
        ("[[St and [[Start]]", 4, "[[Second]] and [[Start]]"),
    ):
        editor.write("Start.md", f"# A\n\n{line}\n")
        assert written(line, editor.offered("Start.md", 2, column)["Second"]) == wanted


def test_headings_and_blocks_are_completed(editor: Editor) -> None:
    for line, offered in (
        ("[[Second#", {"The second": "[[Second#The second]]", "Deep words": "[[Second#Deep words]]"}),
        ("[[Bee#De", {"A deeper one": "[[Bee#A deeper one]]"}),
        ("[[#", {"A": "[[#A]]"}),
        ("[[Second#^", {"^kept": "[[Second#^kept]]"}),
        ("[[Nowhere#", {}),
    ):
        editor.write("Start.md", f"# A\n\n{line}\n")
        found = editor.offered("Start.md", 2, len(line))
        assert {label: written(line, found[label]) for label in offered} == offered
        assert found.keys() >= offered.keys() and (offered or not found)


@pytest.mark.parametrize("text", ["```python\nx = [[\n```\n", "# A\n\nno link [here\n", "# A\n\n[[Start]] behind\n"])
def test_nothing_is_offered_where_no_link_is_written(editor: Editor, text: str) -> None:
    editor.write("Start.md", text)
    line = max(range(text.count("\n")), key=lambda number: "[" in text.split("\n")[number])
    assert editor.offered("Start.md", line, len(text.split("\n")[line])) == {}


def test_every_note_that_is_offered_is_a_link_that_the_check_takes(vault: Path, start: Start) -> None:
    for folder in ("a", "b"):
        (vault / folder).mkdir()
        (vault / folder / "Twin.md").write_text(
            "# Twin\n\n## [[Odd]] *heading* #x ^y\n\n## Odd | one\n", encoding="utf-8"
        )
    (vault / "Private.md").write_text("---\npublish: false\n---\n# Private\n", encoding="utf-8")
    editor = start(vault)
    editor.open("Start.md", "[[")
    names = editor.offered("Start.md", 0, 2)
    assert {"a/Twin", "b/Twin"} <= names.keys() and "Private" not in names and "Twin" not in names
    links = [written("[[", place) for place in names.values()]
    editor.write("Start.md", "[[a/Twin#")
    links += [written("[[a/Twin#", place) for place in editor.offered("Start.md", 0, 9).values()]
    assert len(links) == 8
    text = "# A\n\n" + "".join(f"{link}\n\n" for link in links)
    editor.write("Start.md", text)
    editor.save("Start.md", text)
    assert main(["--root", str(vault), "check", "Start", "--quiet"]) == 0


@pytest.mark.parametrize(("column", "line"), [(9, 0), (30, 7), (60, 7), (90, 13)])
def test_a_link_leads_to_its_line(editor: Editor, column: int, line: int) -> None:
    place = editor.at("definition", "Start.md", 2, column)
    assert place["uri"] == editor.uri("in a folder/Second.md")
    assert place["range"]["start"] == {"line": line, "character": 0}


def test_between_links_nothing_is_found(editor: Editor) -> None:
    assert editor.at("definition", "Start.md", 2, 1) is None
    assert editor.at("definition", "Start.md", 4, 3) is None, "it leads nowhere"
    assert editor.at("hover", "Start.md", 2, 1) is None
    assert editor.at("definition", "Start.md", 4, 30)["uri"] == editor.uri("picture.png")


def test_what_is_pointed_at_tells_where_it_leads(editor: Editor) -> None:

    def said(line: int, column: int) -> tuple[str, int, int]:
        found = editor.at("hover", "Start.md", line, column)
        where = found["range"]
        return found["contents"]["value"], where["start"]["character"], where["end"]["character"]

    title = "**The second** · `in a folder/Second.md`"
    assert said(2, 9) == (f"{title}\n\nIt begins with these words.", 7, 17)
    deep = "## Deep *words*\n\nInside 🔥 it.\n\n### A deeper one\n\n- one item ^kept"
    assert said(2, 30) == (f"{title}\n\n{deep}", 22, 51)
    assert said(2, 90)[0] == f"{title}\n\n- one item ^kept"
    assert said(4, 2) == ("link [[Secnd]] has no target\n\ndid you mean [[Second]]?", 0, 9)


def test_what_leads_to_a_note_is_listed(editor: Editor) -> None:
    editor.open("in a folder/Second.md")
    context = {"includeDeclaration": False}
    found = editor.at("references", "in a folder/Second.md", 5, 2, context=context)
    assert [(it["uri"], it["range"]["start"]["line"]) for it in found] == [
        *[(editor.uri("Start.md"), 2)] * 4,
        (editor.uri("Start.md"), 4),
    ]
    assert editor.at("references", "Start.md", 2, 9, context=context) == found, "of what the link leads to"


def test_a_project_is_that_of_its_mkdocs_yml_and_lines_may_end_as_on_windows(tmp_path: Path, start: Start) -> None:
    vault = tmp_path / "work/site"
    (vault / "docs").mkdir(parents=True)
    (vault / "mkdocs.yml").write_text("site_name: x\nplugins:\n  - zhixing:\n      profile: vault\n", encoding="utf-8")
    (vault / "docs/A.md").write_text("# A\n", encoding="utf-8")
    editor = start(tmp_path / "work")
    editor.open("site/docs/A.md", "# A\r\n\r\n🔥 [[B]]\r\n")
    editor.wait_for("site/docs/A.md", ["3:3-8 L001 link [[B]] has no target\ncreate the note or correct the name"])
    editor.open("site/mkdocs.yml", "")
    assert editor.at("definition", "site/mkdocs.yml", 0, 0) is None, "it is no note"


def test_a_config_that_cannot_be_understood_is_said_and_mended(vault: Path, start: Start) -> None:
    (vault / "mkdocs.yml").write_text("plugins: [zhixing: {profile: odd}]\ndocs_dir: .\n", encoding="utf-8")
    editor = start(vault)
    editor.open("Start.md")
    assert "profile" in editor.hear_message()
    (vault / "mkdocs.yml").unlink()
    editor.open("Start.md")
    editor.wait_for("Start.md", [BROKEN])


def test_a_closed_note_counts_as_it_is_on_the_disk(vault: Path, start: Start) -> None:
    editor = start(vault)
    editor.open("Start.md")
    editor.wait_for("Start.md", [BROKEN])
    editor.write("Start.md", "# A\n")
    editor.wait_for("Start.md", [])
    editor.tell("textDocument/didClose", textDocument={"uri": editor.uri("Start.md")})
    editor.wait_for("Start.md", [BROKEN])


def test_a_note_in_another_encoding_does_not_end_it(vault: Path, start: Start) -> None:
    (vault / "Latin.md").write_bytes("# é\n".encode("latin-1"))
    editor = start(vault)
    editor.open("Latin.md", "# \ufffd\n")
    editor.wait_for(
        "Latin.md", ["1:0-0 F001 byte 0xe9 is not UTF-8\nsave the file as UTF-8; nothing else was checked in it"]
    )
    editor.write("Latin.md", "# \ud83d\n")
    assert editor.at("hover", "Latin.md", 0, 0) is None


def test_it_ends_with_its_editor(vault: Path) -> None:
    editor = Editor(vault)
    editor.open("Start.md")
    assert editor.process.stdin is not None
    editor.process.stdin.close()
    end = time.monotonic() + WAIT
    while editor.process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    assert editor.process.returncode is not None
    editor.close()


def test_without_pygls_it_says_what_it_needs(vault: Path) -> None:
    code = "import sys; sys.modules['pygls'] = None; from zhixing.hosts.cli.main import main; sys.exit(main(['lsp']))"
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=vault, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert ended.returncode == 2
    assert ended.stderr == "zhixing: the language server needs pygls\n  hint: pip install 'zhixing[lsp]'\n"
