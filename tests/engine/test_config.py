"""mkdocs.yml is read in one place: check, pytest and MkDocs understand every form of it alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.config import load_config as load_mkdocs
from zhixing.hosts.mkdocs.plugin import ZhixingPlugin
from zhixing.model import Config
from zhixing.vault.config import ConfigError
from zhixing.vault.read import load_config, load_settings

HEAD = "site_name: Test\ntheme: mkdocs\n"
OPTIONS = "{profile: vault, snippets: made, time_limit: 7}"
BASE = "plugins:\n  zhixing: {profile: vault, snippets: other}\nsite_url: https://base.example/\n"

# Each says the same: the plugin is enabled, with these options.
WITH_OPTIONS = {
    "list": f"plugins:\n  - zhixing: {OPTIONS}\n",
    "list, indented": "plugins:\n- zhixing:\n    profile: vault\n    snippets: made\n    time_limit: 7\n- search\n",
    "mapping": f"plugins:\n  search: {{}}\n  zhixing: {OPTIONS}\n",
    "flow": f"plugins: [search, {{zhixing: {OPTIONS}}}]\n",
    "flow mapping": f"plugins: {{zhixing: {OPTIONS}}}\n",
    "quoted": f"\"plugins\":\n  - 'zhixing': {OPTIONS}\n",
    "anchor": f"extra: &o {OPTIONS}\nplugins:\n  - zhixing: *o\n",
    "merge key": "extra: &o {profile: vault, snippets: x}\nplugins:\n  zhixing: {<<: *o, snippets: made, time_limit: 7}\n",
    "inherited": "INHERIT: base/base.yml\nplugins:\n  zhixing: {snippets: made, time_limit: 7}\n",
    "environment": "plugins:\n  - zhixing: {profile: !ENV [NO_SUCH, vault], snippets: !ENV MADE, time_limit: !ENV [A, SEVEN, 8]}\n",
    "no value": "plugins:\n  - zhixing: {profile: vault, snippets: made, time_limit: 7, order: null}\n",
    "beside other tags": f"plugins:\n  - zhixing: {OPTIONS}\nextra: {{x: !!python/name:os.getcwd }}\n",
}
BARE = {
    "list": "plugins:\n  - zhixing\n",
    "flow": "plugins: [zhixing]\n",
    "flow, several": "plugins: [search, zhixing]\n",
    "mapping": "plugins:\n  zhixing:\n",
    "empty mapping": "plugins: {zhixing: {}}\n",
    "quoted": "plugins: ['search', \"zhixing\"]\n",
    "slash": "plugins: [/zhixing]\n",
    "enabled": "plugins:\n  - zhixing: {enabled: true}\n",
}
WITHOUT = {
    "none": "",
    "another": "plugins: [search]\n",
    "comment": "plugins:\n  - search\n  # - zhixing\n",
    "disabled": "plugins:\n  - zhixing: {enabled: false}\n",
    "elsewhere": "plugins: [search]\nnav:\n  - zhixing: index.md\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MADE", "made")
    monkeypatch.setenv("SEVEN", "7")
    for folder in ("docs", "base"):
        (tmp_path / folder).mkdir()
    (tmp_path / "base/base.yml").write_text(BASE)
    (tmp_path / "docs/index.md").write_text("# Home\n\n```python\nassert 1 + 1 == 2\n```\n")
    return tmp_path


def as_mkdocs_has_it(root: Path) -> Config | None:
    config = load_mkdocs(str(root / "mkdocs.yml"))
    plugin = config.plugins.get("zhixing")
    if plugin is None:
        return None
    assert isinstance(plugin, ZhixingPlugin)
    plugin.on_config(config)
    return plugin.site.vault.config


def collected(root: Path) -> list[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "docs"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 5), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.parametrize("form", WITH_OPTIONS)
def test_every_form_gives_the_same_options(vault: Path, form: str) -> None:
    (vault / "mkdocs.yml").write_text(HEAD + WITH_OPTIONS[form])
    expected = Config(profile="vault", snippets="made", time_limit=7)
    assert load_config(vault) == as_mkdocs_has_it(vault) == expected


@pytest.mark.parametrize("form", BARE)
def test_every_form_without_options_enables_the_plugin(vault: Path, form: str) -> None:
    (vault / "mkdocs.yml").write_text(HEAD + BARE[form])
    settings = load_settings(vault)
    assert settings is not None and settings.options == {}
    assert load_config(vault) == Config()
    assert (as_mkdocs_has_it(vault) or Config()) == Config()


@pytest.mark.parametrize("form", WITHOUT)
def test_a_plugin_that_is_not_listed_is_not_enabled(vault: Path, form: str) -> None:
    (vault / "mkdocs.yml").write_text(HEAD + WITHOUT[form])
    settings = load_settings(vault)
    assert settings is not None and settings.options is None
    assert as_mkdocs_has_it(vault) is None


@pytest.mark.thorough
def test_pytest_collects_the_same_items_in_every_form(vault: Path) -> None:
    for text in (WITH_OPTIONS["mapping"], WITH_OPTIONS["inherited"], BARE["flow"], BARE["quoted"]):
        (vault / "mkdocs.yml").write_text(HEAD + text)
        assert collected(vault) == ["docs/index.md::home"], text
    for text in (WITHOUT["disabled"], WITHOUT["elsewhere"]):
        (vault / "mkdocs.yml").write_text(HEAD + text)
        assert collected(vault) == [], text


@pytest.mark.parametrize(
    "docs_dir", ["notes", "./notes/", "'notes' # here", "!ENV [NOTES, x]", "notes/../notes", "../far"]
)
def test_the_docs_folder_is_the_same_for_all(vault: Path, docs_dir: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES", "notes")
    root = vault / "project"
    for folder in (root / "notes", vault / "far"):
        for lang in ("en", "zh", "it"):  # no notes in the last: no language
            (folder / lang).mkdir(parents=True)
            (folder / lang / ("index.md" if lang != "it" else "x.txt")).write_text("# A\n")
    (root / "mkdocs.yml").write_text(f"{HEAD}docs_dir: {docs_dir}\nplugins: [zhixing]\n")
    expected = Config(docs="../far" if "far" in docs_dir else "notes", languages=("en", "zh"))
    assert load_config(root) == as_mkdocs_has_it(root) == expected


def test_name_and_address_of_the_site(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / "mkdocs.yml").write_text("INHERIT: base/base.yml\nsite_name: !ENV [NAME, Unnamed]\n")
    settings = load_settings(vault)
    assert settings is not None
    assert (settings.site_name, settings.site_url) == ("Unnamed", "https://base.example/")
    monkeypatch.setenv("NAME", "Named")
    assert getattr(load_settings(vault), "site_name", "") == "Named"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("INHERIT: nowhere.yml\n", "mkdocs.yml: the file that INHERIT names, nowhere.yml, does not exist"),
        ("INHERIT: mkdocs.yml\n", "mkdocs.yml: the file that INHERIT names, mkdocs.yml, inherits from itself"),
        ("plugins: {zhixing: 3}\n", "mkdocs.yml: options of the zhixing plugin must be a mapping, not 3"),
        ("plugins: [\n", "mkdocs.yml:2: not valid YAML: expected the node content, but found '<stream end>'"),
    ],
)
def test_what_cannot_be_understood_is_said(vault: Path, text: str, problem: str) -> None:
    (vault / "mkdocs.yml").write_text(text)
    with pytest.raises(ConfigError) as raised:
        load_config(vault)
    assert str(raised.value) == problem
