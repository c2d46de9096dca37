"""`zhixing init`: an mkdocs.yml for a vault that was never meant for MkDocs."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from built_site import article, build_site
from engine_cases import put, snapshot
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from zhixing.hosts.cli.main import main
from zhixing.page import assets
from zhixing.page.home_page import home_page
from zhixing.vault.load import load_vault
from zhixing.vault.read import load_config as read_config

FLAT: dict[str, str | bytes] = {
    ".obsidian/app.json": "{}",
    ".trash/Old.md": "[[Gone]]\n",
    "node_modules/pkg/README.md": "[[Gone]]\n",
    "Start here.md": "# Start\n\n[[Deep note|a note]] and ![[picture.png|50]]\n",
    "Area 1/Deep note.md": "# Deep\n\nBack to [[Start here]].\n\n> [!note] Words\n> inside\n",
    "Area 1/sub/🗓 日记.md": "今天 [[Deep note#Deep]]\n",
    "templates/Daily.md": "---\ndate: {{date}}\n---\n[[{{title}}]]\n",
    "Files/picture.png": b"\x89PNG",
}


@pytest.fixture(autouse=True)
def _no_bundler(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    built = tmp_path_factory.mktemp("built")
    (built / "zx.css").write_text("/* styles */")
    monkeypatch.setattr(assets, "build_assets", lambda cache: built)


def test_init_writes_a_config_that_builds_the_notes_beside_it(tmp_path: Path) -> None:
    root = put(tmp_path / "My Vault", FLAT)
    assert main(["--root", str(root), "init"]) == 0
    assert main(["--root", str(root), "check"]) == 0
    site = build_site(root)
    assert 'href="../Area%201/Deep%20note/"' in article(site, "Start here")
    assert '<img class="zx-image" src="../Files/picture.png"' in article(site, "Start here")
    assert 'href="../../Start%20here/"' in article(site, "Area 1/Deep note")
    assert (site / "Area 1/sub/🗓 日记/index.html").is_file()
    assert 'href="Start%20here/"' in article(site, "")


def test_the_site_leaves_out_itself_and_what_is_hidden(tmp_path: Path) -> None:
    root = put(tmp_path, FLAT)
    main(["--root", str(root), "init", "--name", "x"])
    build_site(root)
    site = build_site(root)  # again, with the first site in the vault
    names = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    assert not [name for name in names if name.startswith(("site", ".", "node_modules"))]
    assert "site_name" not in {path.name for path in site.iterdir()} and not (site / "mkdocs.yml").exists()
    assert main(["--root", str(root), "check"]) == 0
    assert len(load_vault(root, cache=False).cards) == 4


def test_init_touches_nothing_else(tmp_path: Path) -> None:
    root = put(tmp_path, FLAT)
    before = snapshot(root)
    main(["--root", str(root), "init"])
    after = snapshot(root)
    assert set(after) - set(before) == {"mkdocs.yml"}
    assert {name: after[name] for name in before} == before


def test_an_mkdocs_yml_is_never_overwritten(tmp_path: Path) -> None:
    root = put(tmp_path, {**FLAT, "mkdocs.yml": "site_name: mine\n"})
    assert main(["--root", str(root), "init"]) == 1
    assert (root / "mkdocs.yml").read_text() == "site_name: mine\n"


@pytest.mark.parametrize("name", ['a: "b" # c', "知识库", "- x", "{{y}}", "on", "it's"])
def test_any_name_makes_valid_yaml(tmp_path: Path, name: str) -> None:
    main(["--root", str(put(tmp_path, {"A.md": "text\n"})), "init", "--name", name])
    assert load_config(str(tmp_path / "mkdocs.yml")).site_name == name


def test_language_folders_are_found_and_switched_between(tmp_path: Path) -> None:
    notes = {"en/Home.md": "[[Note]]\n", "en/Note.md": "# Note\n", "zh/Home.md": "[[Note]]\n", "zh/Note.md": "# 笔记\n"}
    root = put(tmp_path, {**notes, "zh-TW/Home.md": "text\n", "pt-br/Home.md": "texto\n", "assets/x.png": b""})
    main(["--root", str(root), "init"])
    assert read_config(root).languages == ("en", "pt-br", "zh", "zh-TW")
    site = build_site(root)
    assert 'href="../Note/"' in article(site, "Home")
    assert 'href="../Note/"' in article(site, "zh/Home")
    assert (site / "index.html").is_file() and (site / "zh/index.html").is_file()
    text = (root / "mkdocs.yml").read_text(encoding="utf-8")
    assert "locale: zh-TW" in text and "繁體中文" in text and "locale: pt-br" not in text


@pytest.mark.parametrize(
    ("files", "languages"),
    [
        (["cs/A.md", "it/B.md"], ()),
        (["ai/A.md", "db/B.md", "os/C.md"], ()),
        (["en/A.md", "notes/B.md"], ()),
        (["en/A.md", "fr/x.png"], ()),
        (["en/A.md", "fr/sub/B.md"], ("en", "fr")),
        (["ja/A.md", "zh/B.md"], ("ja", "zh")),
    ],
)
def test_folders_are_languages_only_if_they_look_like_it(
    tmp_path: Path, files: list[str], languages: tuple[str, ...]
) -> None:
    assert read_config(put(tmp_path, dict.fromkeys(files, "text\n"))).languages == languages


@pytest.mark.parametrize(
    ("files", "docs"),
    [
        (["README.md", "docs/A.md", "docs/B.md"], "docs"),
        (["docs/A.md", "content/A.md", "content/B.md"], "."),
        ([".obsidian/app.json", "docs/A.md", "docs/B.md"], "."),
        (["A.md"], "."),
    ],
)
def test_the_notes_are_looked_for_where_most_of_them_lie(tmp_path: Path, files: list[str], docs: str) -> None:
    assert read_config(put(tmp_path, dict.fromkeys(files, "text\n"))).docs == docs


def test_a_vault_with_a_folder_called_site_keeps_it(tmp_path: Path) -> None:
    root = put(tmp_path, {"A.md": "[[Plan]]\n", "site/Plan.md": "text\n"})
    assert main(["--root", str(root), "init"]) == 0
    assert main(["--root", str(root), "check"]) == 0
    assert "site_dir: _site" in (root / "mkdocs.yml").read_text()


def test_a_chinese_vault_gets_a_chinese_site(tmp_path: Path) -> None:
    main(["--root", str(put(tmp_path, {"笔记.md": "这是一篇笔记。\n"})), "init"])
    assert "language: zh" in (tmp_path / "mkdocs.yml").read_text(encoding="utf-8")


def test_without_the_plugin_mkdocs_still_refuses_the_root(tmp_path: Path) -> None:
    put(tmp_path, {"A.md": "text\n", "mkdocs.yml": "site_name: x\ndocs_dir: .\n"})
    with pytest.raises(Abort):
        load_config(str(tmp_path / "mkdocs.yml"))


def test_the_site_may_not_replace_the_vault(tmp_path: Path) -> None:
    put(tmp_path, {"A.md": "text\n", "mkdocs.yml": "site_name: x\ndocs_dir: .\nsite_dir: .\nplugins: [zhixing]\n"})
    with pytest.raises(Abort):
        load_config(str(tmp_path / "mkdocs.yml"))


def test_home_page_lists_folders_after_loose_notes() -> None:
    text = home_page("Vault", [("B", "b/B.md"), ("[A] *x*", "a/sub/A.md"), ("Loose", "Loose note.md")])
    folders = "## a\n\n- [\\[A\\] \\*x\\*](<a/sub/A.md>)\n\n## b\n\n- [B](<b/B.md>)\n"
    assert text == f"# Vault\n\n- [Loose](<Loose note.md>)\n\n{folders}"


def test_home_page_leads_to_names_that_hold_marks(tmp_path: Path) -> None:
    names = ("per%20cent", "`tick`", "a`b", "$x$", "[draft]", "=y= ==z==", "%%c%%", "Tom's", "*s*", "a&amp;b")
    put(tmp_path, {f"sub/{name}.md": "text\n" for name in names})
    assert main(["--root", str(tmp_path), "init"]) == 0
    site = build_site(tmp_path)
    page = (site / "index.html").read_text(encoding="utf-8")
    places = [unquote(unescape(address)) for address in re.findall(r'<li><a href="?([^" >]+)', page)]
    assert len(places) == len(names) and all((site / place / "index.html").is_file() for place in places), places


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, "kept"),
        ({".obsidian/app.json": "{}"}, "kept"),
        ({".obsidian/app.json": '{"strictLineBreaks": false}'}, "kept"),
        ({".obsidian/app.json": '{"strictLineBreaks": true}'}, "strict"),
        ({".obsidian/app.json": "[broken"}, "kept"),
    ],
)
def test_lines_break_as_the_setting_of_the_vault_says(tmp_path: Path, files: dict[str, str], expected: str) -> None:
    root = put(tmp_path, {**files, "A.md": "one\ntwo\n"})
    main(["--root", str(root), "init"])
    assert read_config(root).line_breaks == expected
    assert ("one<br>" in article(build_site(root), "A")) is (expected == "kept")


def test_no_note_and_no_line_of_it_vanishes(tmp_path: Path) -> None:
    notes = {
        "Meta.md": "Title: no front matter\nand words\n",
        "Address.md": "https://first.example\n\nwords\n",
        "index.md": "first page\n",
        "README.md": "the other [[LOUD]]\n",
        "LOUD.MD": "upper case, to [[README]] and [[Plan]]\n",
        "Plan.md": "beside its folder\n",
        "Plan/index.md": "in its folder\n",
    }
    root = put(tmp_path, notes)
    main(["--root", str(root), "init"])
    assert main(["--root", str(root), "check"]) == 0
    site = build_site(root)
    assert "Title: no front matter<br>" in article(site, "Meta")
    assert '<a href="https://first.example">' in article(site, "Address")
    assert "first page" in article(site, "") and "the other" in article(site, "README")
    assert 'href="../LOUD/"' in article(site, "README")
    loud = article(site, "LOUD")
    assert 'href="../README/"' in loud and 'href="../Plan.md/"' in loud
    assert "beside its folder" in article(site, "Plan.md") and "in its folder" in article(site, "Plan")


def test_no_note_needs_a_folder_that_is_a_file_of_the_site(tmp_path: Path) -> None:
    notes = {
        "index.md": "[[film.mp4]] [[sitemap.xml/Note]] [[404.html/Note]] ![[pic.png]] [[pic.png.md]] ![[sitemap.xml/own.png]]\n",
        "film.mp4": "x",
        "film.mp4.md": "of the film\n",
        "pic.png": "x",
        "pic.png.md": "of the picture\n",
        "pic.png_.md": "of its own\n",
        "sitemap.xml/Note.md": "---\nredirect_from: [pic.png, pic.png/old, sw.js]\n---\nin a folder\n",
        "sitemap.xml/own.png": "x",
        "404.html/Note.md": "in another\n",
    }
    root = put(tmp_path, notes)
    main(["--root", str(root), "init"])
    assert main(["--root", str(root), "check"]) == 0
    site = build_site(root)
    assert "of the film" in article(site, "film.mp4_") and (site / "film.mp4").read_text() == "x"
    assert "of the picture" in article(site, "pic.png__") and "of its own" in article(site, "pic.png_")
    assert "in a folder" in article(site, "sitemap.xml_/Note") and "in another" in article(site, "404.html_/Note")
    assert (site / "sitemap.xml").is_file() and (site / "sitemap.xml_/own.png").is_file()
    home = article(site, "")
    for address in ("sitemap.xml_/Note/", "404.html_/Note/", "pic.png__/", "sitemap.xml_/own.png"):
        assert f'"{address}"' in home
