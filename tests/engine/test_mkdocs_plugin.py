"""Small vaults, built by MkDocs with the plugin, judged by the HTML that comes out."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from built_site import article, build_site
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from zhixing.blocks import record
from zhixing.blocks.formula import formula_blocks
from zhixing.page import assets
from zhixing.vault.load import load_vault

MKDOCS = """
site_name: Test
theme:
  name: material
  font: false
strict: true
plugins:
  - zhixing:
      profile: {profile}
{i18n}
markdown_extensions:
  - attr_list
  - toc: {{permalink: "#"}}
  - pymdownx.highlight: {{pygments_lang_class: true}}
  - pymdownx.superfences
  - pymdownx.tasklist: {{custom_checkbox: true}}
"""
I18N = """
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {locale: en, name: English, default: true}
        - {locale: zh, name: 中文}
"""
SOFTMAX = """---
topic: Softmax (归一化指数函数)
category: Foundations
difficulty: ⭐⭐
tags: [{tag}]
aliases: [归一化指数函数]
minutes: 20
prerequisites: []
---
# 🌡️ Softmax

## 1. Meaning

Each row sums to one. See [[#2. Code]].

## 2. Code

```python
import numpy as np


def softmax(x):
    return np.exp(x) / np.exp(x).sum()
```

> [!CLAIM] It sums to one.

^sums-to-one

```python
import numpy as np

from snippets.softmax import softmax

total = softmax(np.ones(3)).sum()
print(round(total))
assert abs(total - 1) < 1e-9
```

```output
1
```

$$\\text{softmax}(x)_i = \\frac{e^{x_i}}{\\sum_j e^{x_j}}$$
<!--zhixing:formula x: n; softmax = softmax-->

$$x \\to 0$$
<!--zhixing:formula asymptotic-->
"""
ATTENTION = """---
topic: Attention
category: Architecture
difficulty: ⭐⭐⭐⭐
tags: [{tag}, Transformer]
aliases: []
minutes: 25
prerequisites: ["[[Softmax]]"]
---
# 👁️ **Attention** $QK^T$

First. The scores go through [[Softmax|a *soft* maximum]] of $x_1$. Last.

![[Softmax#^sums-to-one]]
"""


@pytest.fixture(autouse=True)
def _no_bundler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.mkdir()
    (built / "zx.css").write_text("/* styles */")
    monkeypatch.setattr(assets, "build_assets", lambda cache: built)


def make(root: Path, files: dict[str, str], *, profile: str = "cards", languages: bool = True) -> Path:
    (root / "mkdocs.yml").write_text(MKDOCS.format(profile=profile, i18n=I18N if languages else ""))
    for path, text in files.items():
        file = root / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def bilingual() -> dict[str, str]:
    files = {}
    for lang, tag in (("en", "basics"), ("zh", "基础")):
        files[f"{lang}/index.md"] = "# Home\n\n[[Softmax]], then [attention](attention/Attention.md).\n"
        files[f"{lang}/foundations/Softmax.md"] = SOFTMAX.replace("{tag}", tag)
        files[f"{lang}/attention/Attention.md"] = ATTENTION.replace("{tag}", tag)
    return files


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make(tmp_path_factory.mktemp("vault"), bilingual())
    card = load_vault(root).cards["docs/en/foundations/Softmax.md"]
    proof = card.python_blocks()[1]
    passed = {record.key(card, block): record.digest(card, block) for block in (proof, *formula_blocks(card))}
    tested = record.Record({"python": "3.11", "numpy": "2.4.6", "torch": "2.13.0"}, passed, {})
    (root / "snippets").mkdir()
    (root / "snippets" / record.NAME).write_bytes(record.record_bytes(tested))
    with pytest.MonkeyPatch.context() as patch:
        built = root / "built"
        built.mkdir()
        (built / "zx.css").write_text("/* styles */")
        patch.setattr(assets, "build_assets", lambda cache: built)
        return build_site(root)


def test_header_shows_the_front_matter(site: Path) -> None:
    html = article(site, "attention/Attention")
    assert html.index("</h1>") < html.index('<div class="zx-header">')
    assert '<span class="zx-category"><a href="../../categories/#architecture">Architecture</a></span>' in html
    assert 'title="difficulty 4 of 5" aria-label="difficulty 4 of 5">★★★★☆</span>' in html
    assert '<span class="zx-minutes">25 min</span>' in html
    assert '<a href="../../tags/#transformer">Transformer</a>' in html
    assert 'Read first: <a href="../../foundations/Softmax/">Softmax</a>' in html


def test_header_speaks_chinese(site: Path) -> None:
    html = article(site, "zh/attention/Attention")
    assert 'aria-label="难度 4 / 5"' in html
    assert "25 分钟" in html
    assert '先读：<a href="../../foundations/Softmax/">' in html


def test_title_has_no_marks(site: Path) -> None:
    html = (site / "attention/Attention/index.html").read_text(encoding="utf-8")
    assert "<title>👁️ Attention QK^T - Test</title>" in html
    assert '<meta name="description" content="First. The scores go through a soft maximum of x₁. Last.">' in html


def test_backlinks_show_the_sentence_with_the_link_marked(site: Path) -> None:
    html = article(site, "foundations/Softmax")
    section = html[html.index("zx-backlinks") :]
    assert '<a href="../../attention/Attention/">👁️ Attention QK^T</a>' in section
    sentence = 'The scores go through <mark>a soft maximum</mark> of <span class="arithmatex">\\(x_1\\)</span>.'
    assert f'<span class="zx-sentence">{sentence}</span>' in section
    assert "First." not in section
    assert "zx-backlinks" not in article(site, "")


def test_tested_block_names_versions_and_module(site: Path) -> None:
    html = article(site, "foundations/Softmax")
    untested, passed = re.findall(r'<div class="zx-tested".*?</div>', html)
    assert 'data-status="untested"' in untested
    assert '<summary title="tested on Python 3.11 · NumPy 2.4.6">tested</summary>' in passed
    assert '· <a href="../../snippets/softmax/#L31">snippets/softmax.py</a> line 31</p>' in passed
    assert '<pre data-lines="31\n32' in html
    module = (site / "snippets/softmax/index.html").read_text(encoding="utf-8")
    assert '<span id="L31"><a href="#L31">31</a>    <span class="k">import</span>' in module
    assert '<a href="../../foundations/Softmax/">' in module


def test_chinese_block_leads_to_the_same_line_of_the_module(site: Path) -> None:
    html = article(site, "zh/foundations/Softmax")
    assert '<a href="../../../snippets/softmax/#L31">' in html
    assert "尚未测试" in html


def test_claim_is_a_line_that_folds_its_proof(site: Path) -> None:
    html = article(site, "foundations/Softmax")
    claim = re.search(r'<details class="claim zx-proof"[^<>]* id="sums-to-one"', html)
    assert claim is not None
    fold = html[claim.start() : html.index("zx-backlinks")]
    fold = fold[: fold.rindex("</details>")]
    assert re.search(r'<summary>.*<small class="zx-proved">✓ proof</small></summary>', fold)
    assert "zx-tested" in fold
    assert '<span class="filename">output</span>' in fold
    assert "证明，尚未测试" in article(site, "zh/foundations/Softmax")


@pytest.mark.parametrize(("page", "said"), [("foundations/Softmax", "evaluated"), ("zh/foundations/Softmax", "已求值")])
def test_formula_that_was_evaluated_says_so_in_both_languages(site: Path, page: str, said: str) -> None:
    (mark,) = re.findall(r'<div class="zx-evaluated".*?</div>', article(site, page))
    assert f"<summary>{said}</summary>" in mark and "<code>x: n; softmax = softmax</code>" in mark


def test_embedded_block_is_rendered_once_with_an_id(site: Path) -> None:
    html = article(site, "attention/Attention")
    assert '<a href="../../foundations/Softmax/#sums-to-one">🌡️ Softmax</a>' in html
    assert 'id="sums-to-one"' not in html
    assert "It sums to one." in html


def test_tag_and_category_pages(site: Path) -> None:
    tags = article(site, "tags")
    assert '<h2 id="basics">basics</h2>' in tags
    assert '<a href="../attention/Attention/">👁️ Attention QK^T</a>' in tags
    assert '<h2 id="基础">基础</h2>' in article(site, "zh/tags")
    assert '<h2 id="foundations">Foundations</h2>' in article(site, "categories")


def test_language_switch_leads_to_the_same_card(site: Path) -> None:
    html = (site / "foundations/Softmax/index.html").read_text(encoding="utf-8")
    assert re.search(r'<a href="\.\./\.\./zh/foundations/Softmax/" hreflang="zh"', html)
    tags = (site / "tags/index.html").read_text(encoding="utf-8")
    assert re.search(r'<a href="\.\./zh/tags/" hreflang="zh"', tags)


def test_every_address_on_the_site_exists(site: Path) -> None:
    pages = {f"/{path.relative_to(site).as_posix()}": path.read_text("utf-8") for path in site.rglob("*.html")}
    ids = {path: set(re.findall(r'\sid="([^"]+)"', html)) for path, html in pages.items()}
    for path, html in pages.items():
        if path.endswith("404.html"):
            continue
        for href in re.findall(r'<a[^>]*\shref="([^"]*)"', html):
            if not href or href.startswith(("http", "mailto:")):
                continue
            target, _, anchor = unquote(urljoin(path, unescape(href))).partition("#")
            target += "index.html" if target.endswith("/") else ""
            assert target in pages or (site / target[1:]).is_file(), f"{path}: {href}"
            assert not anchor or anchor in ids[target] or anchor.startswith("__"), f"{path}: {href}"


def test_assets_and_record_are_where_they_belong(site: Path) -> None:
    assert (site / "assets/zx/zx.css").is_file()
    assert not (site / "zh/assets/zx").exists()


def test_every_page_leads_to_the_licences_of_what_the_site_ships(site: Path) -> None:
    assert "Martin Donath" in (site / "assets/zx/licences.txt").read_text(encoding="utf-8")
    english = (site / "foundations/Softmax/index.html").read_text(encoding="utf-8")
    assert re.search(r'<a href="\.\./\.\./assets/zx/licences\.txt"[^>]*>Licences</a>', english)
    chinese = (site / "zh/foundations/Softmax/index.html").read_text(encoding="utf-8")
    assert re.search(r'<a href="\.\./\.\./\.\./assets/zx/licences\.txt"[^>]*>第三方许可</a>', chinese)


def test_a_broken_link_fails_a_strict_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    files = bilingual()
    files["en/index.md"] += "\n[[Softmacks]]\n"
    with pytest.raises(Abort):
        build_site(make(tmp_path, files))
    assert "docs/en/index.md:5: L001 link [[Softmacks]] has no target" in caplog.text


def test_a_plain_vault_needs_no_languages(tmp_path: Path) -> None:
    files = {
        "index.md": "Start at [[My note]]. #idea\n",
        "notes/My note.md": "---\ntags: idea\n---\nText:\n- [home](../index.md)\n- [[index|back]]\n```python\n1\n```\n",
        "notes/broken.md": "---\na: [\n---\nStill shown.\n",
        "late.md": "## Small\n\n# Large\n",
        "empty.md": "",
    }
    site = build_site(make(tmp_path, files, profile="vault", languages=False))
    html = article(site, "notes/My note")
    assert '<a class="wikilink" href="../../">back</a>' in html
    assert '<span class="zx-tags"><a href="../../tags/#idea">idea</a></span>' in html
    assert "Start at <mark>My note</mark>." in html
    assert "zx-tested" not in html
    assert "Still shown." in article(site, "notes/broken")
    assert re.search(r"<h1>late</h1>\s*<h2 id=.small.>", article(site, "late"))
    assert not (site / "snippets").exists()


def test_an_edited_card_is_seen_by_the_next_build(tmp_path: Path) -> None:
    root = make(tmp_path, bilingual())
    build_site(root)
    card = root / "docs/en/foundations/Softmax.md"
    card.write_text(card.read_text("utf-8").replace("Each row", "Every row"), encoding="utf-8")
    assert "Every row sums" in article(build_site(root), "foundations/Softmax")


def test_an_edit_under_serve_renders_what_it_touches_and_nothing_else(tmp_path: Path) -> None:
    root = make(tmp_path, bilingual())
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    whole_builds: list[str] = []
    server = LiveReloadServer(lambda: whole_builds.append("whole"), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    before = {path: path.read_bytes() for path in (root / "site").rglob("*.html")}
    card = root / "docs/en/attention/Attention.md"
    text = card.read_text("utf-8")

    card.write_text(text.replace("The scores go", "All scores go"), encoding="utf-8")
    server.builder()
    changed = {path.relative_to(root / "site").as_posix() for path, html in before.items() if path.read_bytes() != html}
    assert changed == {"attention/Attention/index.html", "foundations/Softmax/index.html"}
    assert "All scores go through" in article(root / "site", "foundations/Softmax")

    card.write_text(text, encoding="utf-8")
    server.builder()
    assert all(path.read_bytes() == html for path, html in before.items())
    assert not whole_builds

    (root / "docs/en/New.md").write_text("# New\n", encoding="utf-8")
    server.builder()
    assert whole_builds == ["whole"]
    server.server_close()


def test_tasks_of_a_draft_are_nowhere(tmp_path: Path) -> None:
    practice = "---\ntitle: Practice\n---\n\n# Practice\n\n<div data-practice></div>\n"
    files = bilingual() | {f"{lang}/study/practice.md": practice for lang in ("en", "zh")}
    for lang in ("en", "zh"):
        draft = "# Hidden\n\n```python\ndef secret(x):\n    return x\n```\n\n> [!QUESTION]- Why?\n> So.\n\n^q-why\n"
        files[f"{lang}/foundations/Hidden.md"] = f"---\ndraft: true\n---\n{draft}"
        files[f"{lang}/foundations/Open.md"] = draft.replace("Hidden", "Open").replace("secret", "public")
    task = 'TASKS = [task("{0}", "{0}", minutes=3, level=1, title=("{0}", "{0}"), prompt="", hints=[])]\n'
    tasks = {"practice/hidden.py": task.format("secret"), "practice/open.py": task.format("public")}
    site = build_site(make(tmp_path, files | tasks))
    assert any("public" in path.read_text("utf-8", "replace") for path in (site / "assets/practice").rglob("*.json"))
    assert not [
        path for path in site.rglob("*") if path.is_file() and b"secret" in path.read_bytes().replace(b"secrets", b"")
    ]
    assert not list(site.rglob("hidden*.json"))


def test_tasks_are_made_again_after_an_edit_of_a_card_or_of_their_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    practice = "---\ntitle: Practice\n---\n\n# Practice\n\n<div data-practice></div>\n"
    code = '```python\ndef twice(x):\n    """Two times x."""\n    return 2 * x\n```\n'
    files = bilingual() | {f"{lang}/study/practice.md": practice for lang in ("en", "zh")}
    for lang in ("en", "zh"):
        files[f"{lang}/foundations/Softmax.md"] += f"\n{code}\n> [!QUESTION]- Why?\n> So.\n\n^q-why\n"
    task = 'TASKS = [task("twice", "twice", minutes=3, level=1, title=("Twice", "两倍"), prompt="", hints=[])]\n'
    root = make(tmp_path, files | {"practice/softmax.py": task})
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    whole_builds: list[str] = []
    server = LiveReloadServer(lambda: whole_builds.append("whole"), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)

    def shown(lang: str) -> tuple[str, str]:
        made = json.loads((root / f"site/assets/practice/tasks.{lang}.json").read_text("utf-8"))
        deck = json.loads((root / f"site/assets/study/deck.{lang}.json").read_text("utf-8"))
        return made["tasks"][0]["title"] + made["tasks"][0]["reference"], deck["tasks"][0]["title"]

    assert "2 * x" in shown("en")[0]
    for lang in ("en", "zh"):
        card = root / f"docs/{lang}/foundations/Softmax.md"
        card.write_text(card.read_text("utf-8").replace("2 * x", "x + x"), encoding="utf-8")
    server.builder()
    assert "x + x" in shown("en")[0] and "x + x" in shown("zh")[0]
    assert "x + x" in (root / "site/assets/practice/modules/softmax.py").read_text("utf-8")

    file = root / "docs/practice/softmax.py"
    file.write_text(task.replace("两倍", "加倍"), encoding="utf-8")
    server.builder()
    assert shown("zh")[0].startswith("加倍") and shown("zh")[1] == "加倍"
    assert not whole_builds

    file.write_text(task.replace('("Twice", "两倍")', "str(2)"), encoding="utf-8")
    server.builder()
    assert "docs/practice/softmax.py:1: " in caplog.text and "the site is as it was" in caplog.text
    file.write_text(task.replace('"twice", "twice"', '"double", "twice"'), encoding="utf-8")
    server.builder()
    assert whole_builds == ["whole"]  # the card leads to another address
    server.server_close()


def test_the_first_tag_of_a_vault_builds_the_whole_site(tmp_path: Path) -> None:
    """No list of tags was there to be made again, and the page would link to one."""
    root = make(tmp_path, {"index.md": "# Home\n"}, profile="vault", languages=False)
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    whole_builds: list[str] = []
    server = LiveReloadServer(lambda: whole_builds.append("whole"), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    (root / "docs/index.md").write_text("# Home\n\n#idea\n", encoding="utf-8")
    server.builder()
    assert whole_builds == ["whole"]
    server.server_close()


@pytest.mark.parametrize("is_tagged", [True, False])  # whether the edit makes a list of tags vanish: a whole build
def test_bytes_that_are_no_text_are_named_and_end_no_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, is_tagged: bool
) -> None:
    tag = "#idea" if is_tagged else ""
    files = {"index.md": "# Home\n\n[[A]]\n", "A.md": f"# A\n\nText. {tag}\n"}
    root = make(tmp_path, files, profile="vault", languages=False)
    config_file = root / "mkdocs.yml"
    config_file.write_text(config_file.read_text("utf-8").replace("strict: true", "strict: false"), encoding="utf-8")
    config = load_config(str(config_file), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    server = LiveReloadServer(lambda: build(config), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)

    (root / "docs/A.md").write_bytes(b"# A\n\ncaf\xe9 [[index]]\n")
    server.builder()
    assert "docs/A.md:3: F001 byte 0xe9 is not UTF-8" in caplog.text
    assert "Text." not in article(root / "site", "A")

    caplog.clear()
    (root / "docs/A.md").write_text("# A\n\nMended. [[Nowhere]]\n", encoding="utf-8")
    server.builder()
    assert "docs/A.md:3: L001 link [[Nowhere]] has no target" in caplog.text
    assert "F001" not in caplog.text
    assert "Mended." in article(root / "site", "A")
    server.server_close()


def test_a_mistake_under_serve_is_named_and_stands_on_its_page_until_it_is_mended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    root = make(tmp_path, bilingual())
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    server = LiveReloadServer(lambda: build(config), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    before = article(root / "site", "foundations/Softmax")
    card = root / "docs/en/foundations/Softmax.md"
    text = card.read_text("utf-8")

    card.write_text(f"{text}\nSee [[Softmaxx]] and `code.\n", encoding="utf-8")
    server.builder()
    shown = article(root / "site", "foundations/Softmax")
    assert "L001 link [[Softmaxx]] has no target" in caplog.text and "F019 inline code" in caplog.text
    assert 'class="failure zx-findings"' in shown and "did you mean [[Softmax]]?" in shown
    assert 'class="zx-broken"' in shown

    caplog.clear()
    card.write_text(text, encoding="utf-8")
    server.builder()
    assert article(root / "site", "foundations/Softmax") == before and "Softmaxx" not in before
    assert not caplog.records or "L001" not in caplog.text
    server.server_close()


def test_a_config_that_cannot_be_read_is_named_and_ends_no_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    root = make(tmp_path, {"index.md": "# Home\n"}, profile="vault", languages=False)
    config_file = root / "mkdocs.yml"
    config = load_config(str(config_file), site_dir=str(root / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    server = LiveReloadServer(lambda: build(load_config(str(config_file))), "127.0.0.1", 0, str(root / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    config_file.write_text(config_file.read_text("utf-8") + "x: [\n", encoding="utf-8")
    server.builder()
    assert "error parsing the configuration file" in caplog.text
    assert "Traceback" not in caplog.text
    server.server_close()


def test_navigation_follows_the_order_of_the_config_and_so_do_previous_and_next(tmp_path: Path) -> None:
    names = ("index", "b/index", "b/x", "b/y", "b/z", "a/q")
    root = make(
        tmp_path, {f"{name}.md": f"# {name[-1]}\n\nText.\n" for name in names}, profile="vault", languages=False
    )
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    config = config.replace("profile: vault", "profile: vault\n      order: [b, a, b/z, b/x]")
    config = config.replace("  font: false", "  font: false\n  features: [navigation.footer]")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    site = build_site(root)
    path, page = ["index"], site / "index.html"
    while link := re.search(
        r'<a href="([^"]+)" class="md-footer__link md-footer__link--next"', page.read_text("utf-8")
    ):
        page = (page.parent / link.group(1) / "index.html").resolve()
        path.append(page.parent.relative_to(site.resolve()).as_posix())
    assert path == ["index", "b", "b/z", "b/x", "b/y", "a/q"]


def test_previous_and_next_go_along_the_learning_path_across_folders(tmp_path: Path) -> None:
    rows = "| 1 | [[y]], [[q]] |\n| 2 | [[x]], [[p|the same again]], [[y]] |\n"
    listed = f"# Path\n\nSee [[z]].\n\n| # | cards |\n|---|---|\n{rows}\nThen [[z]].\n"
    names = ("index", "a/p", "a/q", "b/x", "b/y", "b/z")
    notes = {f"{name}.md": f"# {name[-1]}\n\nText.\n" for name in names}
    root = make(tmp_path, {**notes, "route/list.md": listed}, profile="vault", languages=False)
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    config = config.replace("profile: vault", "profile: vault\n      order: [route]\n      path: route/list")
    config = config.replace("  font: false", "  font: false\n  features: [navigation.footer]")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    site = build_site(root)
    path, page = ["index"], site / "index.html"
    while link := re.search(
        r'<a href="([^"]+)" class="md-footer__link md-footer__link--next"', page.read_text("utf-8")
    ):
        page = (page.parent / link.group(1) / "index.html").resolve()
        path.append(page.parent.relative_to(site.resolve()).as_posix())
    assert path == ["index", "route/list", "b/y", "a/q", "b/x", "a/p", "b/z"]
    html = (site / "b/z/index.html").read_text(encoding="utf-8")
    inside = html[html.index('data-md-level="1"') :]
    assert inside.index('href="../y/"') < inside.index('href="../x/"') < inside.index('aria-current="page"')
