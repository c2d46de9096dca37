"""A canvas becomes a picture with links; what it holds is read as any note is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from built_site import article, build_site
from engine_cases import put
from zhixing.hosts.cli.main import main
from zhixing.page import assets
from zhixing.syntax.canvas import canvas_card, read_canvas
from zhixing.vault.load import load_vault

NODES: list[dict[str, Any]] = [
    {
        "id": "g",
        "type": "group",
        "x": -300,
        "y": -360,
        "width": 760,
        "height": 420,
        "label": "Group & co",
        "color": "4",
    },
    {"id": "a", "type": "text", "x": -280, "y": -320, "width": 260, "height": 220, "color": "1"}
    | {"text": "# Hello\n\n**bold** [[First]] #tag\n\n- [?] asked %%hidden%%"},
    {
        "id": "b",
        "type": "file",
        "file": "First.md",
        "subpath": "#Part",
        "x": 140,
        "y": -320,
        "width": 300,
        "height": 240,
    },
    {"id": "c", "type": "file", "file": "pic.png", "x": 140, "y": 140, "width": 300, "height": 240, "color": "#ff00aa"},
    {"id": "d", "type": "link", "url": "https://obsidian.md", "x": -280, "y": 160, "width": 260, "height": 80},
    {"id": "e", "type": "link", "url": "javascript:alert(1)", "x": -280, "y": 260, "width": 260, "height": 80},
    {"id": "f", "type": "file", "file": "Secret.md", "x": 560, "y": 0, "width": 200, "height": 80, "color": "red;x"},
    {"id": "h", "type": "file", "file": "Around.md", "x": 560, "y": 200, "width": 200, "height": 80},
]
EDGES: list[dict[str, Any]] = [
    {"id": "1", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left", "label": "leads <b>to</b>"},
    {"id": "2", "fromNode": "b", "toNode": "c", "fromEnd": "arrow", "color": "5"},
    {"id": "3", "fromNode": "d", "toNode": "a", "toEnd": "none"},
    {"id": "4", "fromNode": "a", "toNode": "nowhere"},
]


def written(nodes: list[dict[str, Any]], edges: list[dict[str, Any]]) -> str:
    """As Obsidian writes it: a node a line."""
    lines = [",\n\t\t".join(json.dumps(one) for one in several) for several in (nodes, edges)]
    return f'{{\n\t"nodes":[\n\t\t{lines[0]}\n\t],\n\t"edges":[\n\t\t{lines[1]}\n\t]\n}}'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with a canvas, built."""
    root = put(
        tmp_path_factory.mktemp("canvas"),
        {
            "First.md": "# First\n\nabove\n\n## Part\n\nof the [[Map.canvas|map]]\n",
            "Secret.md": "---\npublish: false\n---\nprivate\n",
            "Around.md": "Round and round ![[Map.canvas]]\n",
            "Map.md": "beside the canvas; [[Books.base]] ![[Books.base]]\n",
            "Map.canvas": written(NODES, EDGES),
            "Broken.canvas": "{",
            "Empty.canvas": "",
            "Books.base": "views: []\n",
            "pic.png": b"\x89PNG",
        },
    )
    with pytest.MonkeyPatch.context() as patch:
        made = tmp_path_factory.mktemp("built")
        (made / "zx.css").write_text("/* styles */")
        patch.setattr(assets, "build_assets", lambda cache: made)
        main(["--root", str(root), "init"])
        return build_site(root)


def test_cards_groups_and_edges_are_drawn(site: Path) -> None:
    html = article(site, "Map.canvas")
    assert '<g class="zx-color-4"><rect class="zx-group" x="-300" y="-360" width="760" height="420" rx="12"/>' in html
    assert "Group &amp; co</text>" in html
    assert '<foreignObject x="-280" y="-320" width="260" height="220">' in html
    assert 'viewBox="-360 -420 1180 860"' in html
    assert html.count("<path ") == 3 and html.count("<polygon ") == 3  # arrows: one, two at both ends, none
    assert "leads &lt;b&gt;to&lt;/b&gt;</text>" in html
    assert '<g color="#ff00aa">' in html and "red;x" not in html


def test_words_links_files_of_a_canvas(site: Path) -> None:
    html = article(site, "Map.canvas")
    assert "<h1>Hello</h1>" in html and "<strong>bold</strong>" in html
    assert '<a class="wikilink" href="../First/">First</a>' in html and 'data-task="?"' in html
    assert re.search(r'<h2>Part</h2>\s*<p>of the <a class="wikilink" href="\./">map</a>', html)
    assert "above" not in html
    assert 'src="../pic.png"' in html
    assert '<a href="https://obsidian.md">' in html and 'href="javascript' not in html
    assert "Secret" not in html and "private" not in html and "hidden" not in html.replace("overflow: hidden", "")


def test_a_canvas_in_a_note_and_the_note_in_it(site: Path) -> None:
    html = article(site, "Around")
    assert html.count('class="zx-canvas"') == 1
    assert html.count("Round and round") == 1
    assert "of the" in article(site, "Map.canvas").split("zx-backlinks")[1]


def test_a_note_of_the_same_name_has_its_own_page(site: Path) -> None:
    assert "beside the canvas" in article(site, "Map")
    assert article(site, "Map").count('class="zx-base"') == 2
    assert "a base, which only Obsidian shows" in article(site, "Map")


def test_what_cannot_be_read_says_so(site: Path) -> None:
    assert "zx-unshown" in article(site, "Broken.canvas")
    assert "zx-canvas" not in article(site, "Empty.canvas")
    assert not [path for path in site.rglob("*") if path.is_file() and path.suffix in (".canvas", ".base")]


def test_findings_name_the_line_of_the_node(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nodes = [{**NODES[1], "text": "[[Gone]]"}, {**NODES[2], "file": "Lost.md"}]
    root = put(tmp_path, {"Map.canvas": written(nodes, []), "B.canvas": "[]"})
    assert main(["--root", str(root), "check"]) == 1
    said = capsys.readouterr().out
    assert "Map.canvas:3: L001 link [[Gone]] has no target" in said
    assert "Map.canvas:4: L001 link ![[/Lost.md#Part]] has no target" in said
    assert "B.canvas:1: F030 the canvas cannot be read: it is no object" in said


def test_renaming_a_note_renames_it_in_the_canvas(tmp_path: Path) -> None:
    nodes = [{**NODES[1], "text": 'to [[Old|"it"]]\n\nagain'}, {**NODES[2], "file": "Folder/Old.md"}]
    root = put(tmp_path, {"Map.canvas": written(nodes, EDGES), "Folder/Old.md": "## Part\n", "mkdocs.yml": ""})
    (root / "mkdocs.yml").write_text("site_name: x\ndocs_dir: .\nplugins: [zhixing]\n")
    assert main(["--root", str(root), "rename", "Old", "New"]) == 0
    made = read_canvas((root / "Map.canvas").read_text())[0]
    assert [node.words for node in made.nodes] == ['to [[New|"it"]]\n\nagain', "Folder/New.md"]
    assert not [link for link in load_vault(root, cache=False).cards["Map.canvas"].links if "Old" in link.target]


def test_renaming_a_canvas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its links write its whole name; a canvas may hold another."""
    nodes = [{**NODES[1], "text": "[[A]]"}, {**NODES[2], "file": "Folder/Map.canvas", "subpath": ""}]
    text = "[[Map.canvas]] ![[Folder/Map.canvas|m]] [m](Folder/Map.canvas) [[Map]] `[[Map.canvas]]`\n"
    notes = {
        "A.md": text,
        "Map.md": "x\n",
        "Folder/Map.canvas": written(nodes[:1], []),
        "Other.canvas": written(nodes, []),
    }
    root = put(tmp_path, {**notes, "mkdocs.yml": "site_name: x\ndocs_dir: .\nplugins: [zhixing]\n"})
    assert main(["--root", str(root), "rename", "Map.canvas", "Plan"]) == 0
    assert capsys.readouterr().out.startswith("Folder/Map.canvas → Folder/Plan.canvas\n")
    assert (root / "Folder/Plan.canvas").read_text() == written(nodes[:1], [])
    assert not (root / "Folder/Map.canvas").exists() and (root / "Map.md").read_text() == "x\n"
    renamed = "[[Plan.canvas]] ![[Folder/Plan.canvas|m]] [m](Folder/Plan.canvas) [[Map]] `[[Map.canvas]]`\n"
    assert (root / "A.md").read_text() == renamed
    assert read_canvas((root / "Other.canvas").read_text())[0].nodes[1].words == "Folder/Plan.canvas"
    assert main(["--root", str(root), "rename", "Plan.canvas", "Other.canvas"]) == 1
    assert "Other.canvas:1: L002 a note of that name exists" in capsys.readouterr().err
    assert main(["--root", str(root), "check"]) == 0


@pytest.mark.parametrize(
    "text",
    [
        "null",
        '{"nodes": 3, "edges": {}}',
        '{"nodes": [1, null, {"id": 5, "type": "text"}, {"id": "a", "type": "what"}], "edges": [[], {"fromNode": "a"}]}',
        '{"nodes": [{"id": "a", "type": "text", "x": 1e999, "y": "b", "width": -5, "height": true, "text": ["x"]}]}',
        '{"nodes": [{"id": "a", "type": "file", "file": "", "subpath": 7}]}',
        "[" * 100_000,
        '{"nodes": [{"id": "a", "type": "text", "text": "---\\nx: 1\\n---\\ny"}]}',
    ],
)
def test_any_json_is_read_or_refused(text: str) -> None:
    card = canvas_card("x.canvas", "", "x", text)
    assert card.name == "x.canvas" and card.key == "x.canvas"
    canvas, problem = read_canvas(text)
    assert not (canvas.nodes and problem)
    for node in canvas.nodes:
        assert node.width >= 1 and node.height >= 1 and abs(node.x) <= 1_000_000
