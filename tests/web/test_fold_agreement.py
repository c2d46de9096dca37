"""The index is folded in Python and the query in the browser: both give every text the same form."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from pathlib import Path

import pytest
from zhixing.page import assets
from zhixing.page.search import fold

DOCS = Path(__file__).parents[2] / "docs"
DRIVER = """
import { readFileSync } from "node:fs";
import { fold } from "SOURCE";
const texts = JSON.parse(readFileSync(0, "utf-8")) as string[];
process.stdout.write(JSON.stringify(texts.map(fold)));
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The browser's `fold`, wherever it stands, bundled for node."""
    (source,) = [
        file
        for file in (assets.WEB / "src").rglob("*.ts")
        if "export function fold(" in file.read_text(encoding="utf-8")
    ]
    folder = tmp_path_factory.mktemp("fold")
    packages = assets.install_packages(assets.asset_cache())
    (folder / "driver.ts").write_text(DRIVER.replace("SOURCE", source.as_posix()), encoding="utf-8")
    command = [str(packages / "node_modules/.bin/esbuild"), "driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *command, "--outfile=driver.cjs"], folder, "bundling the driver failed")
    return folder / "driver.cjs"


def differing(driver: Path, texts: list[str]) -> list[str]:
    command = [assets.tool("node"), str(driver)]
    done = subprocess.run(
        command, input=json.dumps(texts), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    answers: list[str] = json.loads(done.stdout)
    return [text for text, theirs in zip(texts, answers, strict=True) if fold(text) != theirs]


def test_every_character_of_unicode_is_folded_alike(driver: Path) -> None:
    """Alone, and between others; what this Python's Unicode does not know yet is left out."""
    known = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")]
    assert len(known) > 140_000
    assert differing(driver, [text for character in known for text in (character, f"A{character} B{character}Z")]) == []


def test_what_depends_on_the_letters_around_is_folded_alike(driver: Path) -> None:
    assert (
        differing(driver, ["ΟΔΟΣ", "ΣΑΣ Σ", "Σ.Σ", "İstanbul IZ", "STRASSE ẞ ß", "IZ Iz iZ", "ﬁ ǅ", "注意力 KV", ""])
        == []
    )


def test_every_line_of_the_cards_is_folded_alike(driver: Path) -> None:
    lines = {line for file in DOCS.rglob("*.md") for line in file.read_text(encoding="utf-8").split("\n")}
    assert len(lines) > 10_000
    assert differing(driver, sorted(lines)) == []
