"""What every host of a site needs: addresses, order, lists, what is published, and which decks."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_cases import put
from zhixing.model import Config, Vault
from zhixing.page.addresses import page_url
from zhixing.page.home_page import needs_home
from zhixing.page.index_pages import index_pages
from zhixing.page.order import folder_place, page_place
from zhixing.page.published import is_foreign, is_source
from zhixing.page.site_files import asset_files
from zhixing.page.text import shown_text, titled
from zhixing.study.decks import deck_languages
from zhixing.syntax.parse import parse_card
from zhixing.vault.load import load_vault

TWO = Config(languages=("en", "zh"), order=("b", "a", "b/index", "b/z"))


def vault_of(root: Path, files: dict[str, str], config: Config) -> Vault:
    put(root, files)
    return load_vault(root, config)


@pytest.mark.parametrize(
    ("lang", "key", "url"),
    [
        ("en", "index", ""),
        ("en", "a/Card", "a/Card/"),
        ("zh", "index", "zh/"),
        ("zh", "README", "zh/"),
        ("zh", "a/README", "zh/a/"),
        ("zh", "a/Card", "zh/a/Card/"),
        ("", "loose", "loose/"),
    ],
)
def test_address_of_a_page(lang: str, key: str, url: str) -> None:
    assert page_url(parse_card(f"docs/{lang}/{key}.md", lang, key, "Text.\n"), "en") == url


def test_folders_stand_as_the_config_names_them_and_loose_pages_with_the_first() -> None:
    paths = ["docs/en/c/x.md", "docs/en/a/x.md", "docs/zh/b/x.md", "docs/en/index.md", ""]
    assert [folder_place(path, TWO) for path in paths] == [4, 1, 0, 0, 0]
    assert [folder_place(path, Config()) for path in paths] == [0] * 5


def test_pages_in_a_folder_stand_as_the_config_names_them() -> None:
    paths = ["docs/en/b/index.md", "docs/zh/b/z.md", "docs/en/b/y.md", ""]
    assert [page_place(path, TWO) for path in paths] == [2, 3, 4, 4]


def test_lists_are_made_where_there_is_something_to_list(tmp_path: Path) -> None:
    files = {"docs/en/A.md": "---\ntags: [x]\n---\n", "docs/zh/A.md": "---\ncategory: 基础\n---\n"}
    made = list(index_pages(vault_of(tmp_path, files, Config(languages=("en", "zh"), profile="vault"))))
    assert [(index.uri, list(index.groups)) for index in made] == [
        ("en/tags.md", ["x"]),
        ("zh/categories.md", ["基础"]),
    ]
    assert made[1].source.endswith("# 分类\n")


def test_what_the_vault_does_not_hold_is_not_published(tmp_path: Path) -> None:
    files = {"docs/A.md": "A\n", "docs/a.png": "", "docs/_translations.yml": ""}
    config = Config(profile="vault", translations="docs/_translations.yml")
    vault = vault_of(tmp_path, files, config)
    listed = frozenset(vault.files)
    assert is_source("docs/_translations.yml", vault)
    assert not is_source("docs/A.md", vault)
    assert not is_foreign("docs/A.md", vault, listed, is_page=True)
    assert not is_foreign("docs/a.png", vault, listed, is_page=False)
    assert is_foreign("docs/a.png", vault, listed, is_page=True)
    assert is_foreign("docs/outside.png", vault, listed, is_page=False)


def test_text_is_shown_from_its_own_line_also_where_another_plugin_changed_it() -> None:
    card = parse_card("A.md", "", "A", "---\ntags: [x]\n---\n# A\n\nText %%hidden%% here.\n")
    assert shown_text(card, "# A\n\nText %%hidden%% here.\n") == (card, 3, "# A\n\nText  here.")
    assert shown_text(card, card.text) == (card, 3, "# A\n\nText  here.")
    changed, offset, text = shown_text(card, "# B\n\n%%secret%% More.\n\nLines\n\nthan\n\nbefore.\n")
    assert (changed.title, offset, text.split("\n")[2]) == ("B", 0, " More.")


def test_a_page_with_a_late_title_gets_one_above() -> None:
    late = parse_card("late.md", "", "late", "## Small\n\n# Large\n")
    assert titled(late, "<h2>Small</h2><h1>Large</h1>") == "<h1>late</h1>\n<h2>Small</h2><h1>Large</h1>"
    assert titled(late, "<h2>Small</h2>") == "<h2>Small</h2>"
    first = parse_card("first.md", "", "first", "# Large\n")
    assert titled(first, "<h1>Large</h1>") == "<h1>Large</h1>"


def test_a_first_page_is_needed_where_none_is_written() -> None:
    assert needs_home(["A.md", "zh/index.md"], "")
    assert not needs_home(["README.md"], "")
    assert not needs_home(["zh/index.md"], "zh/")


def test_assets_have_their_place_and_licences_come_even_without_them(tmp_path: Path) -> None:
    put(tmp_path, {"zx.js": "1", "fonts/a.woff2": "2", "sw.js": "3", "licences.txt": "the bundled ones"})
    made = dict(asset_files(tmp_path))
    assert list(made) == ["assets/zx/fonts/a.woff2", "sw.js", "assets/zx/zx.js", "assets/zx/licences.txt"]
    assert "the bundled ones" in str(made["assets/zx/licences.txt"])
    assert list(dict(asset_files(None))) == ["assets/zx/licences.txt"]


def test_a_build_makes_the_decks_of_its_own_language_or_all() -> None:
    assert deck_languages("zh", TWO) == ("zh",)
    assert deck_languages("", TWO) == ("en", "zh")
    assert deck_languages("", Config()) == ("",)
