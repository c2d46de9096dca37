"""Links of plain Obsidian vaults: what resolves, where to, and what is reported. Small vaults, written here."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_cases import put
from zhixing.checks.run import run_checks
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index, Target, Unresolved


def leads(root: Path, source: str = "Note.md") -> list[str]:
    """Where each link of a note leads: `path` or `path#anchor`, or the code of what is wrong with it."""
    vault = load_vault(root, cache=False)
    index = Index(vault)
    found = [index.resolve(link, vault.cards[source]) for link in vault.cards[source].links]
    return [f"{it.path}#{it.anchor}".rstrip("#") if isinstance(it, Target) else it.code for it in found]


def findings(root: Path) -> list[str]:
    """What `zhixing check` says, without hints."""
    return [f"{it.span.path}:{it.span.line}: {it.code}" for it in run_checks(load_vault(root, cache=False))]


@pytest.mark.parametrize(
    ("written", "where"),
    [
        ("[[target]]", "Folder/Target.md"),
        ("[[TARGET.md]]", "Folder/Target.md"),
        ("[[folder/target|shown]]", "Folder/Target.md"),
        ("[[/Folder/Target]]", "Folder/Target.md"),
        ("[[Other name]]", "Folder/Target.md"),
        ("[[Target#first part]]", "Folder/Target.md#first-part"),
        ("[[Target#First, part?]]", "Folder/Target.md#first-part"),
        ("[[Target# First part]]", "Folder/Target.md#first-part"),
        ("[[Target#first-part]]", "Folder/Target.md#first-part"),
        ("[[Target#^B1]]", "Folder/Target.md#b1"),
        ("[[Picture.PNG]]", "Files/picture.png"),
        ("![[picture.png|100]]", "Files/picture.png"),
        ("![[paper.pdf#page=3]]", "Files/paper.pdf"),
        ("[[board.canvas]]", "board.canvas"),
        ("[[Nächste Woche 🗓]]", "Folder/Nächste Woche 🗓.md"),
        ("[[v1.2 notes]]", "v1.2 notes.md"),
        ("[x](Folder/Target.md)", "Folder/Target.md"),
        ("[x](Target.md)", "Folder/Target.md"),
        ("[x](<Folder/Target>)", "Folder/Target.md"),
        ("[x](v1.2%20notes.md?raw#top)", "v1.2 notes.md#top"),
        ("[x](../../Folder/Target.md)", "Folder/Target.md"),
        ("[x](Folder)", "Folder/README.md"),
        ("![x](Files/picture.png)", "Files/picture.png"),
        ("[x](Folder/Target.md#:~:text=part)", "Folder/Target.md"),
        ("[[No such note]]", "L001"),
        ("[[Target#Third]]", "L003"),
        ("[[Target#^b9]]", "L004"),
        ("![[none.png]]", "L005"),
    ],
)
def test_each_form_of_a_link_leads_where_obsidian_leads(tmp_path: Path, written: str, where: str) -> None:
    files = {
        "Folder/Target.md": "---\naliases: Other name\n---\n# Target\n\n## First part\n\nWords. ^b1\n",
        "Folder/README.md": "# Folder\n",
        "Folder/Nächste Woche 🗓.md": "text\n",
        "v1.2 notes.md": "# Top\n",
        "Files/picture.png": b"",
        "Files/paper.pdf": b"",
        "board.canvas": "{}",
        "Note.md": written,
    }
    assert leads(put(tmp_path, files)) == [where]


@pytest.mark.parametrize(
    ("files", "source", "where"),
    [
        # The file at the root of the vault is named by its whole path.
        (["X.md", "a/X.md", "b/X.md"], "c/Note.md", "X.md"),
        # Beside the page, also if another path is shorter.
        (["a/X.md", "long/folder/X.md"], "long/folder/Note.md", "long/folder/X.md"),
        # Below the page's folder.
        (["a/X.md", "b/deep/X.md"], "b/Note.md", "b/deep/X.md"),
        # Above the page, and nothing nearer.
        (["p/X.md", "other/q/X.md"], "p/q/r/Note.md", "p/X.md"),
        # The others are copies of the whole tree, further down.
        (["notes/X.md", "old/notes/X.md", "older/2020/notes/X.md"], "daily/Note.md", "notes/X.md"),
        # It alone is spelled as the link is.
        (["api/X.md", "api/things/x.md"], "guide/Note.md", "api/X.md"),
        # Same name in unrelated folders.
        (["a/X.md", "b/X.md"], "c/Note.md", "L002"),
        (["plugins/X.md", "people/X.md"], "Note.md", "L002"),
        # Obsidian takes the shorter path, a reader the nearer one.
        (["z/X.md", "p/q/X.md"], "p/q/r/Note.md", "L002"),
    ],
)
def test_one_of_several_files_of_a_name(tmp_path: Path, files: list[str], source: str, where: str) -> None:
    put(tmp_path, {**dict.fromkeys(files, "text\n"), source: "[[X]]\n"})
    assert leads(tmp_path, source) == [where]


def test_an_ambiguous_link_says_where_obsidian_goes(tmp_path: Path) -> None:
    put(tmp_path, {"long/X.md": "text\n", "a/X.md": "text\n", "Note.md": "[[X]]\n"})
    vault = load_vault(tmp_path, cache=False)
    card = vault.cards["Note.md"]
    found = Index(vault).resolve(card.links[0], card)
    assert isinstance(found, Unresolved)
    assert found.problem == "link [[X]] is ambiguous: a/X.md, long/X.md"
    assert found.hint == "write the path: [[a/X]]"
    assert found.guess is not None and found.guess.path == "a/X.md"


def test_a_note_of_a_folders_name_comes_before_the_folders_index(tmp_path: Path) -> None:
    put(tmp_path, {"Topic/index.md": "text\n", "elsewhere/Topic.md": "text\n", "Note.md": "[[Topic]]\n"})
    assert leads(tmp_path) == ["elsewhere/Topic.md"]


def test_own_language_first_then_the_first_language(tmp_path: Path) -> None:
    files = {
        "en/a/X.md": "text\n",
        "zh/b/X.md": "正文\n",
        "en/Only.md": "text\n",
        "de/Only.md": "Text\n",
        "zh/Note.md": "[[X]] [[b/X]] [[Only]]\n",
    }
    assert leads(put(tmp_path, files), "zh/Note.md") == ["zh/b/X.md", "zh/b/X.md", "en/Only.md"]


def test_nested_headings_need_order_and_depth_only(tmp_path: Path) -> None:
    text = "# One\n## Lists\n## Maps\n### Trees\n# Two\n## Trees\n"
    links = "[[T#Lists#Trees]] [[T#Two#Trees]] [[T#Maps#Lists]] [[T#One#Two]]\n"
    put(tmp_path, {"T.md": text, "Note.md": links})
    assert leads(tmp_path) == ["T.md#trees", "T.md#trees-2", "L003", "L003"]


@pytest.mark.parametrize(
    "block",
    [
        "Words. ^here\n",
        "![[p.png]]^here\n",
        "- item ^here\n  goes on\n",
        "1. item ^here\n\t![[p.png]]\n",
        "## Heading\n^here\nwords\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n^here\nwords\n",
        "> quoted\n\n^here\n",
    ],
)
def test_a_block_id_counts_wherever_obsidian_sees_it(tmp_path: Path, block: str) -> None:
    put(tmp_path, {"T.md": f"# T\n\n{block}", "p.png": b"", "Note.md": "[[T#^here]]\n"})
    assert leads(tmp_path) == ["T.md#here"]


@pytest.mark.parametrize(
    "text",
    [
        "`[[x]]` and ``a ` [[x]]``",
        "$[[x]]$ and $$[[x]]$$",
        "%%[[x]]%%",
        "%%\n[[x]]\n\n[[y]]\n%%",
        "<!-- [[x]] -->",
        "```dataview\nlist from [[x]]\n```",
        "~~~\n[[x]]\n~~~",
        "    [[x]]",
        "[[over\nlines]]",
        r"\[[x]]",
        "[[]] and [[ | ]]",
        "[[{{title}}]] ![[{{date}}.png]] [a]({{link}})",
        "[[<% tp.file.title %>]] [[<% tp.date.now('YYYY') %>#Log|x]]",
        "As [[1]](https://example.org/a) and [[2]](//example.org/b) say.",
        "A note.[^1]\n\n[^1]: word",
        "[a](obsidian://open?vault=x) [b](mailto:a@b.c) [d](zotero://x)",
    ],
)
def test_what_is_no_link_is_not_reported(tmp_path: Path, text: str) -> None:
    assert findings(put(tmp_path, {"Note.md": text})) == []


def test_links_in_a_table_may_escape_their_bar(tmp_path: Path) -> None:
    put(tmp_path, {"X.md": "# H\n", "Note.md": "| a |\n|---|\n| [[X\\|shown]] [[X#H\\|shown]] |\n"})
    assert leads(tmp_path) == ["X.md", "X.md#h"]


def test_a_footnote_may_hold_a_link(tmp_path: Path) -> None:
    assert leads(put(tmp_path, {"X.md": "x\n", "Note.md": "Said.[^1]\n\n[^1]: [[X]]\n"})) == ["X.md"]


def test_a_property_that_is_a_link_counts(tmp_path: Path) -> None:
    front = '---\nup: "[[X]]"\nrelated:\n  - "[[X#H]]"\n  - "[[Gone]]"\n  - see [[Gone]]\n---\n'
    put(tmp_path, {"X.md": "# H\n", "Note.md": front})
    assert leads(tmp_path) == ["X.md", "X.md#h", "L001"]
    assert findings(tmp_path) == ["Note.md:3: L001"]


@pytest.mark.parametrize(
    "front",
    [
        "date: {{date}}",
        "title: <% tp.file.title %>: draft",
        "aliases: [on, 007, 2024-02-30]",
        "due: 2024-02-30",
        "made: =",
        "also: TrueName1",
    ],
)
def test_front_matter_that_obsidian_reads_is_no_error(tmp_path: Path, front: str) -> None:
    assert findings(put(tmp_path, {"Note.md": f"---\n{front}\n---\ntext\n"})) == []


def test_words_stay_words_in_properties(tmp_path: Path) -> None:
    put(tmp_path, {"X.md": "---\naliases: [on, 2024-01-01]\n---\n", "Note.md": "[[on]] [[2024-01-01]]\n"})
    assert leads(tmp_path) == ["X.md", "X.md"]


def test_a_page_may_show_one_part_of_itself_in_another(tmp_path: Path) -> None:
    put(tmp_path, {"A.md": "## One\n\n![[#Two]]\n\n## Two\n\nWords.\n", "B.md": "# B\n\n![[A#Two]]\n"})
    put(tmp_path, {"C.md": "## Here\n\n![[D#^top]]\n\n## There\n", "D.md": "Top. ^top\n\n![[C#Here]]\n"})
    assert findings(tmp_path) == []


def test_a_part_that_holds_itself_is_a_cycle(tmp_path: Path) -> None:
    put(tmp_path, {"A.md": "# A\n\n## One\n\n![[#One]]\n", "B.md": "# B\n\n![[C#H]]\n", "C.md": "## H\n\n![[B]]\n"})
    vault = load_vault(tmp_path, cache=False)
    said = [(it.span.path, it.problem) for it in run_checks(vault)]
    assert said == [
        ("A.md", "embeds form a cycle: A#one → A#one"),
        ("C.md", "embeds form a cycle: B → C#h → B"),
    ]


def test_windows_line_ends_and_marks_are_read(tmp_path: Path) -> None:
    put(tmp_path, {"X.md": b"\xef\xbb\xbf---\r\naliases: Ex\r\n---\r\n# H\r\n", "Note.md": b"[[Ex#H]]\r\n[[X]]\r\n"})
    assert leads(tmp_path) == ["X.md#h", "X.md"]
    assert findings(tmp_path) == []
