"""A vault with a secret in every place that Obsidian hides: the whole built site is searched for each of them."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from built_site import build_site, holding, share_all
from zhixing.hosts.cli.main import main
from zhixing.page import assets

MKDOCS = """
site_name: Test
site_url: https://example.org/site/
theme: {name: material, font: false, logo: assets/logo.txt}
extra_css: [assets/own.css]
plugins:
  - zhixing:
      profile: vault
      exclude: [Private/**, Journal, "*.secret.md", "regex:^x-files/", "Cafe\u0301", ./Dotted]
      include: [data/*.csv]
markdown_extensions: [attr_list, footnotes, admonition, md_in_html, tables, pymdownx.details, pymdownx.superfences]
"""

BOX = {"x": 0, "y": 0, "width": 200, "height": 100}
CANVAS = [
    {"type": "text", "text": "vv %%qq%%\n\n<!-- qq -->\n\n<div hidden>qq</div>\n\n[[index|vv]]"},
    {"type": "file", "file": "Private/Diary.md"},
    {"type": "file", "file": "unpublished.md", "subpath": "#qq"},
    {"type": "file", "file": "Private/deep/er/picture.png"},
    {"type": "group", "label": "vv"},
]
# In each of these `qq` must not get out, and `vv` must.
NOTES = {
    "draft.md": "---\ndraft: true\ntitle: qq\n---\n# qq\n\nqq [[index|qq]]\n\n![[shared.png]]\n![[own.png]]\n",
    "unpublished.md": "---\npublish: false\naliases: [Other name]\ntags: [qqtag]\ncategory: qqcat\n---\n# qq\n\nqq ^qqblock\n",
    "no.md": "---\npublish: no\n---\n# qq\n\n> [!QUESTION]- qq?\n> qq\n\n^qq-question\n",
    "quoted.md": '---\npublish: "false"\n---\n# qq\n\n<img src="only_html.png">\n',
    "Private/Diary.md": "# qq\n\nqq\n",
    "Private/deep/er/picture.png": "qq",
    "Private/Photos.md": "![[holiday.jpg]] ![qq](attachments/trip%20one.png) <img src='beach.gif'> ![[shared.png]]\n",
    "Private/board.canvas": '{"nodes": [{"type": "file", "file": "attachments/map.webp"}]}',
    "holiday.jpg": "qq",
    "attachments/trip one.png": "qq",
    "attachments/map.webp": "qq",
    "beach.gif": "qq",
    "diagram.md": "# vv\n\n```mermaid\n---\ntitle: vv # qq\n# qq\n---\ngraph LR\n  a[vv]\n```\n",
    "Journal/2020/Day.md": "# qq\n",
    "sub/Journal/Day.md": "# qq\n",
    "plan.secret.md": "# qq\n",
    "x-files/Alien.md": "# qq\n",
    "Templates/Daily.md": "# {{title}} qq\n",
    "Templater/Weekly.md": "# <% tp.file.title %> qq\n",
    "Ignored/Note.md": "# qq\n",
    ".obsidian/workspace.json": '{"qq": 1}',
    ".obsidian/templates.json": '{"folder": "Templates"}',
    ".obsidian/plugins/templater-obsidian/data.json": '{"templates_folder": "Templater"}',
    ".obsidian/app.json": '{"userIgnoreFilters": ["Ignored/", "/^old\\\\d+/", "/(a+)+$/", "Nested/Deep"]}',
    ".obsidian/daily-notes.json": '{"template": "Daily/form"}',
    ".obsidian/zk-prefixer.json": '{"template": "Daily/unique.md"}',
    "Daily/form.md": "# qq\n",
    ".obsidian/plugins/periodic-notes/data.json": '{"weekly": {"template": "Forms/week"}, "daily": {"template": "Forms/day.md"}}',
    ".obsidian/plugins/quickadd/data.json": '{"templateFolderPath": "Quick", "choices": [{"choices": [{"templatePath": "Forms/add.md"}]}]}',
    ".obsidian/plugins/broken/data.json": '{"template": [',
    "Forms/week.md": "# qq\n",
    "Forms/day.md": "# qq\n",
    "Forms/add.md": "# qq\n",
    "Quick/deep/note.md": "# qq\n",
    "share.md": "---\nshare: false\n---\n# qq\n",
    "visibility.md": "---\nVisibility: private\n---\n# qq\n",
    "public.md": "---\npublic: false\n---\n# qq\n",
    "access.md": "---\naccess: Private\n---\n# qq\n",
    "unlisted.md": "---\nunlisted: true\n---\n# qq\n",
    "hidden_note.md": "---\nhidden: yes\nkey: [\n---\n# qq\n",
    "shared_with.md": "---\nshare: 2024-01-01\nvisibility: public\nhidden: []\n---\n# vv\n\nvv\n",
    "Daily/unique.md": "# qq\n",
    "Nested/Deeper.md": "# qq\n",
    "Caf\xe9/Note.md": "# qq\n",
    "Dotted/Note.md": "# qq\n",
    "old12/Note.md": "# qq\n",
    ".trash/Deleted.md": "# qq\n",
    ".git/config": "qq",
    ".env": "TOKEN=qq",
    "sub/.hidden/Note.md": "# qq\n",
    "id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nqq\n",
    "secret.txt": "qq",
    "backup.zip": "qq",
    "index.md.bak": "qq",
    "passwords.kdbx": "qq",
    "notes.sqlite": "qq",
    "Private/plan.canvas": json.dumps({"nodes": [{"id": "1", "type": "text", "text": "qq"}], "edges": []}),
    "board.canvas": json.dumps(
        {"nodes": [{**node, **BOX, "id": str(i)} for i, node in enumerate(CANVAS)], "edges": []}
    ),
    "query.base": "filters: qq\n",
    "own.png": "qq",
    "only_html.png": "qq",
    "Unlinked.excalidraw.svg.bak": "qq",
    "table.csv": "qq",
    "script.js": "qq",
    "comments.md": '# vv\n\nvv %%qq%%\n\n%%\n> [!note] qq\n> ![qq](shared.png)\n%%\n\n<!-- qq -->\n\n[//]: # (qq)\n[//]: # "qq"\n'
    "[comment]: <> (qq)\n[qq]: https://example.org/qq 'qq'\n[^qq]: qq never referred to\n\nvv\n",
    "elements.md": "# vv\n\n<div hidden>\nqq\n</div>\n\n<div style='color: red; display : none'>qq <b>qq</b></div>\n\n"
    'vv <span hidden>qq</span> vv <span style="visibility:hidden">qq <i>qq</i></span>\n\n<div hidden>\n\nqq\n\n- qq\n\n</div>\n\n'
    "<template>qq</template>\n\n<script>\nqq\n\nqq\n</script>\n\n<style>\n.qq {}\n</style>\n\nvv <template>qq</template> vv\n"
    "\n<div hidden><div>qq</div>qq</div>\n\nvv\n\n<input type=hidden value=qq>\n\n<p hidden>qq\n\nvv\n",
    "properties.md": "---\nkey: qq\n# qq\nnested: {qq: qq}\n---\n# vv\n\nvv\n",
    "code.md": "# vv\n\n```html\n<div hidden>vv</div>\n```\n\n`<span hidden>vv</span>` vv\n",
    "footnotes.md": "# vv\n\nvv[^1] words\n[^1]: vv\n\n    vv %%qq%%\n\n    <!-- qq -->\n\n    <div hidden>qq</div>\n\n"
    "[^none]: qq\n\n    qq\n\n    - qq\n\nvv\n",
    "late.md": "# vv\n\nwords\n[^2]: vv %%qq\nqq%%\n\n    %%qq%% vv\n\nvv[^2] vv ^[vv %%qq%%] ^[%%qq%%]\n",
    "cells.md": "# vv\n\n| vv %%qq%% | <!--qq--> |\n|---|---|\n| vv | %%qq%% |\n\n- vv\n  %%\n  qq\n  %%\n- vv <!--\n  qq -->\n",
    "callouts.md": "# vv %%qq%%\n\n## <!-- qq --> vv\n\n> [!note|wide] vv %%qq%%\n> vv\n> %%\n> qq\n> %%\n\n> [!note]- %%qq%%\n> vv\n",
    "links.md": "# vv\n\n[vv %%qq%%](index.md) ![vv <!--qq-->](shared.png) #vvtag%%qq%% ==vv %%qq%%== vv\n",
    "hidden_html.md": "# vv\n\n<details><summary>vv</summary>vv <span style='display:none!important'>qq</span></details>\n\n"
    "vv <span style='opacity:0;visibility: hidden'>qq</span> <datalist><option>qq</datalist>\n\n"
    "<DIV HIDDEN>qq</DIV>\n\n<div hidden=until-found>qq</div>\n\n<input type='HIDDEN' name=qq value=qq>\n\n<dialog>qq</dialog>\n\nvv\n",
    "Map.canvas": json.dumps(
        {
            "nodes": [
                {
                    **BOX,
                    "id": "a",
                    "type": "text",
                    "text": "vv %%\nqq\n%% vv[^1]\n\n[^1]: vv\n\n    %%qq%%",
                    "qq": "qq",
                },
                {**BOX, "id": "b", "type": "group", "label": "vv %%qq%%", "background": "qq.png"},
            ],
            "edges": [{"id": "e", "fromNode": "a", "toNode": "b", "label": "vv <!-- qq -->"}],
            "metadata": {"qq": "qq"},
        }
    ),
    "quiz.md": "# vv\n\n> [!QUIZ] vv %%qq%%?\n> - [x] vv <!-- qq -->\n>     - vv %%qq%%\n> - [ ] vv\n"
    ">     - vv <span hidden>qq</span>\n\n^vv-quiz\n\n"
    "> [!QUESTION]- vv %%qq%%?\n> **Short answer.** vv <!-- qq -->\n>\n> %%\n> qq\n> %%\n\n^vv-question\n",
    "math.md": "# vv\n\n$vv % qq$ vv %%qq%% $$a %%qq%% b$$ $vv \\%$\n\n$$\nvv % qq\n% qq\n\\% vv\n$$\n\n"
    "```mermaid\nflowchart LR\n  %% qq\n  a[vv]\n```\n",
    "late_front.md": "---\ntitle: vv %%qq%%\ndescription: vv <!-- qq -->\ntags: [vv] # qq\naliases: ['vv %%qq%%']\n---\n# vv\n\nvv\n",
    "drafts.md": "---\nDraft: True\n---\n# qq\n",
    "published.md": "---\npublished: false\n---\n# qq\n",
    "status.md": "---\nPublish: 'No'\n---\n# qq\n",
    "page.html": "<p>qq</p>",
    "notes.org": "qq",
    "Untitled.md~": "qq",
    ".Note.md.swp": "qq",
    "~$Plan.docx": "qq",
    "Thumbs.db": "qq",
    "credentials.json": '{"qq": 1}',
    "token.yaml": "qq",
    "sub/.env.local": "qq",
    "export.ics": "qq",
    "listed.md": "---\npublish: [false]\n---\n# qq\n",
    "zero.md": "---\npublish: 0\n---\n# qq\n",
    "unreadable.md": '---\ntitle: "qq\nPublish: false\n---\n# qq\n',
    "colons.md": "---\ntitle: a: b\ndraft: yes\n---\n# qq\n",
    "never_closed.md": "---\npublish: false\n\n# qq\n\nqq\n",
    "titles.md": '# vv\n\n[vv](index.md "vv %%qq%%") ![vv](shared.png \'vv <!-- qq -->\') [vv][ref]\n\n[ref]: index.md "vv %%qq%%"\n',
    "running.xml": "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>qq()</h:script>",
    "running.svg": "<svg xmlns='http://www.w3.org/2000/svg'><a href='&#106;avascript:qq()'/></svg>",
    "assets/zx/more.js": "qq",
    "assets/stylesheets/main.css": "qq",
    "wide.md": "---\npublish：false\n---\n# qq\n",
    "other_words.md": "---\npublish: 否\n---\n# qq\n",
    "unclear.md": "---\ndraft: later\n---\n# qq\n",
    "nested.md": "---\npublish: {value: false}\n---\n# qq\n",
    "in_comments.md": "# vv\n\n%% ![[talk.png]] %%\n\n<!-- <img src='said.webp'> -->\n\n[//]: # (told.gif)\n\n[^u]: ![qq](note.jpg)\n",
    "talk.png": "qq",
    "said.webp": "qq",
    "told.gif": "qq",
    "note.jpg": "qq",
    "toml.md": "+++\ntitle = 'qq'\ndraft = true\n+++\n# qq\n",
    "braces.md": '{\n  "title": "qq",\n  "publish": false\n}\n# qq\n',
    "equals.md": "---\npublish = false\n---\n# qq\n",
    "tagged.md": "---\ndraft: !custom true\n---\n# qq\n",
    "own.md": "---\nprivate: true\n---\n# qq\n",
    "garden.md": "---\ndg-publish: false\n---\n# qq\n",
    "names.md": "---\ndraft: true\ncover: face.png\n---\n<div style='background: url(wall.png)'></div>\n\n<img srcset='wide.png 2x'>\n",
    "Private/back.canvas": '{"nodes": [{"type": "group", "background": "Rear.PNG"}]}',
    "face.png": "qq",
    "wall.png": "qq",
    "wide.png": "qq",
    "Rear.png": "qq",
    "in_title.md": '# vv\n\n[vv](index.md (vv %%qq%%)) [vv](index.md "vv %%qq\nqq%%") vv\n',
    "drawn.md": "# vv\n\n<object data=x.pdf>qq</object> vv <svg><text>qq</text></svg> vv <noscript>qq</noscript> vv\n",
    "unsearched.md": "---\nsearch: {exclude: true}\n---\n# vv\n\nvv findme\n",
}
SHOWN = {
    "shared.png": "vv",
    "alone.jpg": "vv",
    "linked.txt": "vv",
    "linked.zip": "vv",
    "data/numbers.csv": "vv",
    "assets/own.css": "vv",
    "assets/logo.txt": "vv",
    "robots.txt": "vv",
    "film.webm": "vv",
    "quiet.xml": "<data>vv</data>",
    "cover.bin": "vv",
}
LINKS = (
    *("draft", "unpublished", "Other name", "no", "Private/Diary", "Diary", "Alien", "plan.secret", "plan.canvas"),
    *("unpublished#^b", "query.base", "Daily", "quoted"),
)
INDEX = (
    "# Home\n\n"
    + "".join(f"- [[{name}|text {number}]] ![[{name}]] vv\n" for number, name in enumerate(LINKS))
    + '\n<a href="unpublished.md">html</a> <img src="Private/deep/er/picture.png">\n'
    + "\n[md](unpublished.md) [md](Private/Diary.md#qx) ![alt](Private/deep/er/picture.png)\n\n![[Private/deep/er/picture.png|alt]]\n"
    + "\n[a](running.xml) ![b](running.svg) [c](assets/zx/more.js) [d](assets/stylesheets/main.css) [e](quiet.xml)\n"
    + "\n[a](linked.txt) [[linked.zip]] ![[shared.png]] <video src='film.webm' poster=\"cover.bin\"></video>\n"
    + "".join(
        f"\n[[{name[:-3]}]] ![[{name[:-3]}]]\n"
        for name in (
            *(
                "comments.md",
                "elements.md",
                "properties.md",
                "code.md",
                "unsearched.md",
                "footnotes.md",
                "late.md",
                "cells.md",
            ),
            *("callouts.md", "links.md", "hidden_html.md", "quiz.md", "math.md", "late_front.md"),
            *("in_title.md", "drawn.md"),
        )
    )
)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("planted")
    (root / "mkdocs.yml").write_text(MKDOCS)
    docs = root / "docs"
    for number, (name, text) in enumerate(NOTES.items()):
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text.replace("qq", f"secret{number}x"))
    for name, text in SHOWN.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text)
    (docs / "index.md").write_text(INDEX)
    for name, target in {
        "other": "Ignored",
        "Diary.png": "draft.md",
        "deep.png": "Private/deep/er/picture.png",
    }.items():
        (docs / name).symlink_to(target)
    return root


@pytest.fixture(scope="module")
def site(planted: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("built")
    (built / "zx.css").write_text("/* styles */")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "build_assets", lambda cache: built)
        share_all(patch, tmp_path_factory.mktemp("pictures"))
        return build_site(planted)


@pytest.mark.thorough
def test_no_secret_is_on_the_site(site: Path) -> None:
    found = {name: files for number, name in enumerate(NOTES) if (files := list(holding(site, f"secret{number}x")))}
    encoded = {
        name: files
        for number, name in enumerate(NOTES)
        if (files := list(holding(site, base64.b64encode(f"xxsecret{number}x".encode()).decode()[4:-4])))
    }
    assert found == {} and encoded == {}


def test_what_is_shown_is_on_the_site(site: Path) -> None:
    assert {name for name in SHOWN if not (site / name).is_file()} == set()
    for name in ("comments", "elements", "properties", "code", "unsearched"):
        page = (site / name / "index.html").read_text("utf-8")
        assert page.count("vv") >= NOTES[f"{name}.md"].count("vv"), name
    assert (site / "board.canvas/index.html").read_text("utf-8").count("vv") >= 3


def test_no_page_or_list_names_what_is_not_published(site: Path) -> None:
    for name in ("draft", "unpublished", "no", "quoted", "Private", "Templates", "Journal"):
        assert not (site / name).exists()
    index = "".join(file.read_text("utf-8") for file in (site / "assets/zx/search").rglob("*.js"))
    assert "findme" not in index and "unsearched/" not in index and "properties/" in index
    words = index + "".join(file.read_text("utf-8") for file in site.rglob("*.xml"))
    for name in ("draft/", "unpublished/", "Diary/", "qqtag"):
        assert name not in words
    told = (site / "feed.xml").read_text("utf-8") + (site / "sitemap.xml").read_text("utf-8")
    pictures = {file.relative_to(site / "assets/share").as_posix() for file in (site / "assets/share").rglob("*.png")}
    assert "properties/" in told and "properties.png" in pictures and "vv" in told
    assert "unsearched" not in told and "unsearched.png" not in pictures
    assert '<meta name="robots" content="noindex">' in (site / "unsearched/index.html").read_text("utf-8")


def test_a_link_to_what_is_not_published_is_plain_text(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    for number, name in enumerate(LINKS):
        assert f"<span>text {number}</span>" in page or name == "query.base"
    assert 'href="query.base' not in page and 'only Obsidian shows">text 10<' in page
    assert "not published" not in page and 'href="unpublished.md"' not in page and "picture.png" not in page


def test_each_such_link_and_each_file_left_out_is_named(
    planted: Path, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["--root", str(planted), "check", "--quiet", "--no-cache"]) == 1
    said = capsys.readouterr().out
    assert (
        said.count(" L009 ") == 2 * (len(LINKS) - 1) + 4 + 5
    )  # a base is left out wherever it is; three of the canvas
    assert "docs/index.md:3: L009 link [[draft]] leads to draft.md, which is not published" in said
    assert {line.split()[1] for line in said.split("\n") if line.startswith("docs/")} == {
        "F010",
        "F011",
        "F012",
        "F062",
        "F063",
        "L009",
        "L012",
    }
    assert said.count(" L012 ") == 3 and "L012 footnote [^secret" in said  # which nobody refers to: it is on no page
    assert main(["--root", str(planted), "published"]) == 0
    left_out = dict(
        line.rsplit(": ", 1)
        for line in capsys.readouterr().out.strip().replace(": t", "=t").replace(": f", "=f").split("\n")
    )
    assert left_out["docs/draft.md"] == "draft=true" and left_out["docs/no.md"] == "publish=false"
    assert (
        left_out["docs/id_rsa"] == "linked from no published note" and left_out["docs/Private/Diary.md"] == "excluded"
    )
    assert left_out["docs/own.png"] == "linked from what is not published"
    assert main(["--root", str(planted), "published", "--all"]) == 0
    shown = set(capsys.readouterr().out.split())
    assert {"docs/index.md", "docs/shared.png", "docs/linked.zip"} <= shown and not shown & left_out.keys()
