"""Everything that the site ships comes with its licence notice."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from zhixing.page import assets, licences

# As build.mjs does it, which says nothing of what it read.
DRIVER = """
import { writeFile } from "node:fs/promises";
import { bundle } from "./bundles.mjs";
const built = await bundle(process.argv[2]);
await writeFile("metafiles.json", JSON.stringify(built.map(({ metafile }) => metafile)));
"""
NOTICES = """
import { readFile } from "node:fs/promises";
import { licences } from "./licences.mjs";
process.stdout.write(licences(JSON.parse(await readFile("metafiles.json", "utf8")), process.argv[2]));
"""
KEPT = sorted(path.stem.replace("__", "/") for path in (assets.WEB / "notices").glob("*.txt"))


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources beside their packages."""
    return assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())


@pytest.fixture(scope="module")
def inputs(web: Path) -> list[str]:
    """Every file that the bundler reads."""
    (web / "driver.mjs").write_text(DRIVER, encoding="utf-8")
    (web / "notices.mjs").write_text(NOTICES, encoding="utf-8")
    subprocess.run([assets.tool("node"), "driver.mjs", "again"], cwd=web, check=True, capture_output=True)
    read = json.loads((web / "metafiles.json").read_text(encoding="utf-8"))
    return [path for metafile in read for path in metafile["inputs"]]


def collect(web: Path, notices: str) -> subprocess.CompletedProcess[str]:
    """What the bundler makes of all that it read and a folder of notices."""
    command = [assets.tool("node"), "notices.mjs", notices]
    return subprocess.run(command, cwd=web, check=False, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture(scope="module")
def bundled() -> str:
    """What the bundler collected."""
    return (assets.build_assets(assets.asset_cache()) / licences.NAME).read_text(encoding="utf-8")


def owners(text: str) -> set[str]:
    """Names of the works that a text of notices has something to say about."""
    heads = (part.strip().split("\n\n")[0] for part in text.split(licences.LINE.strip("\n")))
    return {line.split(" ")[0] for head in heads for line in head.split("\n")}


def test_every_package_in_the_bundles_has_its_notice(inputs: list[str], bundled: str) -> None:
    packages = {name for path in inputs for name in re.findall(r".*node_modules/((?:@[^/]+/)?[^/]+)/", path)}
    assert {
        "temml",
        "@fontsource/stix-two-math",
        "mermaid",
        "ts-fsrs",
        "d3-array",
        "@fontsource-variable/noto-sans-sc",
    } <= packages
    assert packages - owners(bundled) == set()


def test_what_is_built_into_a_package_has_its_notice(web: Path, inputs: list[str], bundled: str) -> None:
    """mermaid is published with js-yaml inside, and with the parts of a language server."""
    scripts = {path for path in inputs if "node_modules" in path and path.endswith("js")}
    text = "\n".join((web / path).read_text(encoding="utf-8") for path in sorted(scripts))
    named = {line.rsplit("node_modules/")[-1] for line in re.findall(r"^ *// .*node_modules/.*$", text, re.MULTILINE)}
    packages = {"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in named}
    assert {"js-yaml", "langium"} <= packages
    assert packages - owners(bundled) == set()


def test_the_theme_has_its_notices() -> None:
    text = "".join(licences.theme_notices())
    assert "Martin Donath" in text
    for icons in ("fontawesome", "material", "octicons", "simple"):
        assert f"icons: {icons} (in mkdocs-material" in text
    assert {"rxjs", "clipboard", "lunr"} <= set(licences.theme_packages())
    assert set(licences.theme_packages()) - set(KEPT) == set()


def test_no_notice_is_kept_that_nothing_needs(bundled: str) -> None:
    assert set(KEPT) - owners(bundled) - set(licences.theme_packages()) == set()


def test_the_words_of_each_licence_are_there(bundled: str) -> None:
    text = licences.site_notices(bundled)
    for words in (
        "Copyright (c) 2020 Ron Kok",  # Temml
        "Copyright (c) 2014 - 2022 Knut Sveidqvist",  # mermaid
        "SIL OPEN FONT LICENSE",
        "Apache License",
        "Mozilla Public License",
        "Open Spaced Repetition",  # ts-fsrs
    ):
        assert words.lower() in text.lower(), words


def test_a_package_without_a_notice_stops_the_build(web: Path, inputs: list[str]) -> None:
    fewer = shutil.copytree(web / "notices", web / "fewer")
    (fewer / "js-yaml.txt").unlink()
    done = collect(web, "fewer")
    assert done.returncode != 0
    assert "js-yaml ships without a licence notice" in done.stderr


def test_the_same_packages_give_the_same_bytes(web: Path, inputs: list[str], bundled: str) -> None:
    assert collect(web, "notices").stdout == bundled


def test_what_the_pages_python_is_made_of_has_its_notice() -> None:
    """CPython and NumPy travel inside the packed environment, which holds no text of theirs."""
    text = licences.site_notices("")
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
    assert re.search(r"Copyright \(c\) 2005-20\d\d, NumPy Developers", text)
