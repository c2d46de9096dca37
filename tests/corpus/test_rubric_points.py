"""An interview in the terminal has the same points to tick as one in the browser, question by question."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from this_vault import this_vault
from zhixing.page import assets
from zhixing.study.host import DeckHost
from zhixing.study.pages import StudyPages
from zhixing.study.rubric import PARTS, is_divided, points_of
from zhixing.study.source import source_items
from zhixing.vault.resolve import Index

VAULT = this_vault()
ASKING = [path for path, card in VAULT.cards.items() if card.questions and path.count("/") == 3]
FEW = ("docs/en/foundations/Softmax.md", "docs/zh/inference/KV_Cache.md")
DRIVER = """
import { readFileSync } from "node:fs";
import { sentences } from "./study/rubric";

const texts: string[] = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => sentences(text).length)));
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    web = assets.lay_out(tmp_path_factory.mktemp("web"), assets.asset_cache())
    (web / "src/driver.ts").write_text(DRIVER, encoding="utf-8")
    esbuild = ["node_modules/esbuild/bin/esbuild", "src/driver.ts", "--bundle", "--platform=node"]
    assets.run_tool([assets.tool("node"), *esbuild, "--outfile=driver.cjs"], web, "bundling the driver failed")
    return web / "driver.cjs"


def test_every_question_has_three_parts() -> None:
    """A label that is misspelt would leave a question undivided: it was so on a card of eight questions."""
    asked = [(path, item) for path in ASKING for item in source_items(VAULT.cards[path]) if item.kind == "question"]
    assert [f"{path}: {item.id}" for path, item in asked if not is_divided(item)] == []
    assert len(asked) > 480


@pytest.mark.parametrize(
    "path", [path if path in FEW else pytest.param(path, marks=pytest.mark.exhaustive) for path in ASKING]
)
def test_the_terminal_has_the_points_of_the_page(driver: Path, path: str) -> None:
    card, index = VAULT.cards[path], Index(VAULT)
    shown = {item.id: item for item in StudyPages(DeckHost(VAULT, index)).items(card)}
    written = [item for item in source_items(card) if item.kind == "question"]
    texts = [getattr(shown[item.id], part) for item in written for part in PARTS[:2]]
    run = [assets.tool("node"), str(driver)]
    done = subprocess.run(run, input=json.dumps(texts), capture_output=True, encoding="utf-8", check=True)
    ours = [len(points_of(item, part)) for item in written for part in PARTS[:2]]
    names = [f"{item.id} {part}" for item in written for part in PARTS[:2]]
    assert dict(zip(names, ours, strict=True)) == dict(zip(names, json.loads(done.stdout), strict=True))
    for item in written:
        assert points_of(item, "followup"), item.id
