"""What the cards ask, as the site's JSON: the same ids in both languages, the HTML of the page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

import pytest
from built_site import build_site
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer
from study_vault import write_vault
from this_vault import this_vault
from zhixing.page import assets
from zhixing.study.deck import relative, study_deck
from zhixing.study.host import DeckHost
from zhixing.study.ids import ClozeIds, FormulaIds
from zhixing.study.items import Deck
from zhixing.study.pages import StudyPages
from zhixing.study.source import SourcePages, source_items
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index


@pytest.fixture(autouse=True)
def _no_bundler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    monkeypatch.setattr(assets, "build_assets", lambda cache: tmp_path / "built")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


def deck(site: Path, lang: str) -> dict[str, Any]:
    """What a study page reads first, and the texts that follow, as one."""
    folder = site / "assets/study"
    value: dict[str, Any] = json.loads((folder / f"deck.{lang}.json").read_text(encoding="utf-8"))
    texts = json.loads((folder / f"deck.{lang}.texts.json").read_text(encoding="utf-8"))
    assert texts.keys() == {item["id"] for item in value["items"]}
    assert all(item.keys().isdisjoint(texts[item["id"]]) for item in value["items"])
    value["items"] = [item | texts[item["id"]] for item in value["items"]]
    return value


def item(deck: dict[str, Any], ident: str) -> dict[str, Any]:
    return next(item for item in deck["items"] if item["id"] == ident)


def standalone(root: Path) -> dict[str, Deck]:
    """The decks without a site."""
    vault = load_vault(root)
    index = Index(vault)
    pages = StudyPages(DeckHost(vault, index))
    return {lang: study_deck(vault, lang, index, pages) for lang in vault.config.languages}


def test_deck_is_on_the_site_in_each_language_with_the_same_ids(vault: Path) -> None:
    site = build_site(vault)
    en, zh = deck(site, "en"), deck(site, "zh")
    assert (en["format"], en["version"], en["language"], zh["language"]) == ("zhixing-deck", 1, "en", "zh")
    ids = ["softmax-why", "why-sqrt", "what-mask", "pick", "pick-many"]
    ids += ["cloze:attention-summary:1", "cloze:attention-summary:2", "formula:f89e08f05ba1"]
    assert [entry["id"] for entry in en["items"]] == [entry["id"] for entry in zh["items"]] == ids
    assert en["categories"] == [{"id": "foundations", "name": "Foundations"}, {"id": "attention", "name": "Attention"}]
    assert zh["categories"][1] == {"id": "attention", "name": "注意力"}
    card = {
        "key": "attention/Attention",
        "title": "👁️ Attention",
        "url": "attention/Attention/",
        "category": "attention",
        "difficulty": 3,
        "minutes": 25,
        "first": 0,
        "prerequisites": ["foundations/Softmax"],
        "tasks": 2,
        "must": False,
        "roles": ["research", "training", "inference", "applied"],
    }
    assert en["cards"][1] == zh["cards"][1] == card


def test_module_leads_through_the_cards_it_links_to_as_a_whole(vault: Path) -> None:
    text = "# First module\n\n[[Attention#^why-sqrt]]\n\n1. [[Softmax]]\n2. [[Softmax|again]]\n\n- [ ] one\n- [x] two\n"
    config = (
        (vault / "mkdocs.yml").read_text(encoding="utf-8").replace("profile: cards", "profile: cards, pages: [path/**]")
    )
    (vault / "mkdocs.yml").write_text(config, encoding="utf-8")
    for lang in ("en", "zh"):
        folder = vault / "docs" / lang / "path"
        folder.mkdir()
        (folder / "One.md").write_text(text, encoding="utf-8")
        (folder / "Two.md").write_text(text.replace("again]]", "again]] [[Attention]]"), encoding="utf-8")
        (folder / "Three.md").write_text("# No checklist\n\n[[Attention]]\n", encoding="utf-8")
    made = {
        "key": "path/One",
        "title": "First module",
        "url": "path/One/",
        "tasks": 2,
        "cards": ["foundations/Softmax"],
    }
    other = {**made, "key": "path/Two", "url": "path/Two/", "cards": ["attention/Attention"]}
    site = build_site(vault)
    assert deck(site, "en")["modules"] == deck(site, "zh")["modules"] == [made, other]
    assert "path/One" not in [card["key"] for card in deck(site, "en")["cards"]]


def test_answer_is_the_html_of_the_page(vault: Path) -> None:
    site = build_site(vault)
    why = item(deck(site, "en"), "why-sqrt")
    page = (site / "attention/Attention/index.html").read_text(encoding="utf-8")
    assert why["prompt"] == '<p>Why divide by <span class="arithmatex">\\(\\sqrt{d_k}\\)</span>?</p>'
    assert why["short"].startswith('<p>It keeps the variance at <span class="arithmatex">\\(1\\)</span>, see')
    assert why["followup"] == "<p>Nothing else? — No.</p>"
    assert why["depth"].startswith("<p>As code:</p>")
    code = re.search(r'<div class="language-c highlight">.*?</div>', why["depth"], re.S)
    assert code is not None and code.group() in page
    assert '<span class="kt">int</span>' in code.group()
    assert "// $not math$ &lt;b&gt;" in code.group()
    assert '<td><span class="arithmatex">\\(x_1\\)</span></td>' in why["depth"]
    assert "answer" not in why, "what is there in parts is not sent a second time"
    assert "unasked" not in json.dumps(deck(site, "en"))


def test_quiz_formula_and_gap(vault: Path) -> None:
    site = build_site(vault)
    en, zh = deck(site, "en"), deck(site, "zh")
    assert item(en, "pick")["options"] == [
        {
            "text": '<span class="arithmatex">\\(a &lt; b\\)</span>',
            "right": False,
            "why": 'No: <span class="arithmatex">\\(b &lt; a\\)</span>.',
        },
        {"text": "<code>np.tril(x)</code>", "right": True, "why": "Yes."},
    ]
    assert item(en, "pick")["answer"] == "<p>So it is.</p>"
    assert [option["right"] for option in item(en, "pick-many")["options"]] == [True, True, False]
    formula = item(zh, "formula:f89e08f05ba1")
    assert formula["prompt"] == '<p class="zx-study-heading">2. Math</p><p>于是公式为</p>'
    assert "A = \\frac{QK^T}{\\sqrt{d_k}} &lt; 1" in formula["answer"]
    gap = item(en, "cloze:attention-summary:2")
    assert gap["prompt"].endswith('<mark>Attention</mark> is a <mark class="zx-cloze">[…]</mark> sum.</p>')
    assert gap["answer"].endswith("is a <mark>weighted</mark> sum.</p>")
    assert "options" not in gap and "short" not in gap


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_address_in_the_deck_is_on_the_site(vault: Path, lang: str) -> None:
    site = build_site(vault)
    root = "/" if lang == "en" else "/zh/"
    found = 0
    for entry in deck(site, lang)["items"]:
        for url in re.findall(r'\s(?:href|src)="([^"]*)"', json.dumps(entry).replace('\\"', '"')):
            path, _, anchor = unquote(urljoin(root, unescape(url))).partition("#")
            file = site / path.lstrip("/") / ("index.html" if path.endswith("/") else "")
            assert file.is_file(), url
            assert not anchor or f'id="{anchor}"' in file.read_text(encoding="utf-8"), url
            found += 1
    assert found >= 8  # pictures and links, in the answer and in its parts


def test_rewording_moving_and_renaming_keep_the_id(vault: Path) -> None:
    before = [entry["id"] for entry in deck(build_site(vault), "en")["items"] if entry["kind"] in ("question", "quiz")]
    for lang in ("en", "zh"):
        attention, softmax = (
            vault / f"docs/{lang}/attention/Attention.md",
            vault / f"docs/{lang}/foundations/Softmax.md",
        )
        text = attention.read_text(encoding="utf-8")
        start, end = text.index("> [!QUIZ]"), text.index("^pick\n") + len("^pick\n")
        quiz = text[start:end].replace("So it is.", "So be it.")
        attention.unlink()
        text = (text[:start] + text[end:]).replace("(#^pick)", "(#^pick-many)")
        (vault / f"docs/{lang}/attention/Looking.md").write_text(text, encoding="utf-8")
        moved = softmax.read_text(encoding="utf-8").replace("attention/Attention.md", "attention/Looking.md")
        softmax.write_text(f"{moved}\n{quiz}", encoding="utf-8")
        (vault / f"docs/{lang}/index.md").write_text("# Home\n", encoding="utf-8")
    after = deck(build_site(vault), "en")
    assert sorted(entry["id"] for entry in after["items"] if entry["kind"] in ("question", "quiz")) == sorted(before)
    assert item(after, "pick")["card"] == "foundations/Softmax"
    assert item(after, "pick")["answer"] == "<p>So be it.</p>"
    assert item(after, "why-sqrt")["card"] == "attention/Looking"


def test_deck_without_a_site_is_the_same(vault: Path) -> None:
    site = build_site(vault)
    for lang, made in standalone(vault).items():
        whole = json.loads(made.to_json())
        for item in whole["items"]:
            if all(item.get(part) for part in ("short", "depth", "followup")):
                del item["answer"]  # on the site in parts alone
        assert whole == deck(site, lang)


def test_terminal_asks_the_same_items_in_the_same_order(vault: Path) -> None:
    vault_of_cards = load_vault(vault)
    for lang, made in standalone(vault).items():
        source = study_deck(vault_of_cards, lang, Index(vault_of_cards), SourcePages())
        assert [entry.id for entry in source.items] == [entry.id for entry in made.items]
        assert [entry.anchor for entry in source.items] == [entry.anchor for entry in made.items]
        assert source.cards == made.cards


def test_edit_under_serve_changes_the_deck_of_its_language_only(vault: Path) -> None:
    config = load_config(str(vault / "mkdocs.yml"), site_dir=str(vault / "site"))
    config.plugins.on_startup(command="serve", dirty=False)
    build(config)
    server = LiveReloadServer(lambda: pytest.fail("whole build"), "127.0.0.1", 0, str(vault / "site"))
    config.plugins.on_serve(server, config=config, builder=server.builder)
    zh = (vault / "site/assets/study/deck.zh.json").read_bytes()
    card = vault / "docs/en/foundations/Softmax.md"
    card.write_text(card.read_text(encoding="utf-8").replace("It keeps", "This keeps"), encoding="utf-8")
    server.builder()
    server.server_close()
    assert item(deck(vault / "site", "en"), "softmax-why")["short"].startswith("<p>This keeps")
    assert (vault / "site/assets/study/deck.zh.json").read_bytes() == zh


def test_plain_vault_has_a_deck_only_if_it_asks_something(tmp_path: Path) -> None:
    config = "site_name: V\ntheme: {name: material, font: false}\nplugins:\n  - zhixing: {profile: vault}\n"
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(config)
    (tmp_path / "docs/index.md").write_text("# Note\n\n> [!question] Why?\n> Because.\n")
    assert not (build_site(tmp_path) / "assets/study").exists()
    (tmp_path / "docs/index.md").write_text("# Note\n\n> [!question] Why?\n> Because.\n\n^why\n")
    made = deck(build_site(tmp_path), "all")
    assert made["language"] == ""
    assert item(made, "why")["answer"] == "<p>Because.</p>"
    assert made["cards"][0]["url"] == "./"


def test_cards_that_name_each_other_as_prerequisite_are_both_there(vault: Path) -> None:
    for lang in ("en", "zh"):
        card = vault / f"docs/{lang}/foundations/Softmax.md"
        text = card.read_text(encoding="utf-8").replace("prerequisites: []", 'prerequisites: ["[[Attention]]"]')
        card.write_text(text, encoding="utf-8")
    assert [card.key for card in standalone(vault)["en"].cards] == ["attention/Attention", "foundations/Softmax"]


@pytest.mark.parametrize(
    ("url", "page", "root", "expected"),
    [
        ("../../foundations/Softmax/#x", "attention/A/", "", "foundations/Softmax/#x"),
        ("#here", "attention/A/", "", "attention/A/#here"),
        ("../../../snippets/a/#L3", "zh/attention/A/", "zh/", "../snippets/a/#L3"),
        ("../a%20b.png", "zh/attention/A/", "zh/", "attention/a%20b.png"),
        ("../../", "attention/A/", "", "./"),
    ],
)
def test_addresses_are_relative_to_the_root_of_the_language(url: str, page: str, root: str, expected: str) -> None:
    assert relative(url, page, root) == expected


def test_this_project_asks_the_same_in_both_languages() -> None:
    vault = this_vault()
    index = Index(vault)
    decks = {lang: study_deck(vault, lang, index, SourcePages()) for lang in ("en", "zh")}
    both = {card.key for card in decks["en"].cards} & {card.key for card in decks["zh"].cards}
    ids = [sorted(entry.id for entry in decks[lang].items if entry.card in both) for lang in ("en", "zh")]
    assert ids[0] == ids[1]
    assert len(ids[0]) > 300


def test_a_renamed_card_and_a_moved_section_keep_every_id(vault: Path) -> None:
    before = {lang: [entry.id for entry in found.items] for lang, found in standalone(vault).items()}
    for lang in ("en", "zh"):
        card = vault / f"docs/{lang}/attention/Attention.md"
        text = card.read_text(encoding="utf-8")
        start, end = text.index("## 2. Math"), text.index("```python")
        moved = text[:start] + text[end:] + "\n" + text[start:end]
        card.with_name("Looking.md").write_text(moved, encoding="utf-8")
        card.unlink()
        for note in (vault / "docs" / lang).rglob("*.md"):
            linked = note.read_text(encoding="utf-8").replace("[[Attention", "[[Looking")
            note.write_text(linked, encoding="utf-8")
    after = {lang: [entry.id for entry in found.items] for lang, found in standalone(vault).items()}
    assert {lang: sorted(ids) for lang, ids in after.items()} == {lang: sorted(ids) for lang, ids in before.items()}
    asked = [entry.id for card in load_vault(vault).cards.values() if card.lang == "en" for entry in source_items(card)]
    assert sorted(asked) == sorted(before["en"]), "the terminal knows them by the same names"


def test_a_formula_is_known_by_what_it_says_in_every_language() -> None:
    english, chinese = FormulaIds(), FormulaIds()
    first = english.next("$$\\text{error} = a - b$$")
    assert first == chinese.next("\\[ \\text{误差} =\n a-b \\]")
    again = english.next("$$\\text{loss} = a - b$$")
    assert again == f"{first}-2", "the same but for its words, on the same page"
    assert english.next("$$a + b$$") not in (first, again)


def test_marked_words_without_a_block_id_are_known_by_their_card() -> None:
    ids = ClozeIds("a/B")
    assert [ids.next("x"), ids.next(""), ids.next("x"), ids.next("")] == [
        "cloze:x:1",
        "cloze:a/B:1",
        "cloze:x:2",
        "cloze:a/B:2",
    ]


@pytest.mark.parametrize("langs", [(), ("en", "zh"), ("en", "pt-BR")])
def test_a_study_page_names_the_deck_that_is_there(tmp_path: Path, langs: tuple[str, ...]) -> None:
    """The script asks for what the page names: the engine alone knows what a language's deck is called."""
    note = '# N\n\n<div data-study="review"></div>\n\n> [!QUESTION]- Why?\n> Because.\n\n^why-{}\n'
    for lang in langs or ("",):
        file = tmp_path / "docs" / lang / "study/review.md"
        file.parent.mkdir(parents=True)
        file.write_text(note.format(lang.lower() or "flat"), encoding="utf-8")
    options = f"{{profile: vault, languages: [{', '.join(langs)}]}}"
    i18n = "".join(f"        - {{locale: {lang}, name: X, default: {str(lang == 'en').lower()}}}\n" for lang in langs)
    i18n = f"  - i18n:\n      docs_structure: folder\n      languages:\n{i18n}" if langs else ""
    text = f"site_name: T\ntheme: {{name: material, font: false}}\nplugins:\n  - zhixing: {options}\n{i18n}"
    (tmp_path / "mkdocs.yml").write_text(text, encoding="utf-8")
    site = build_site(tmp_path)
    for lang in langs or ("",):
        page = site / ("" if lang in ("", "en") else lang) / "study/review/index.html"
        (named,) = re.findall(r'<meta name="zx-deck" content="([^"]+)">', page.read_text(encoding="utf-8"))
        deck = json.loads((page.parent / named).read_text(encoding="utf-8"))
        assert [item["id"] for item in deck["items"]] == [f"why-{lang.lower() or 'flat'}"]
