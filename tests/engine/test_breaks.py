"""Changes that a proof notices: found by running it, offered only while the code is what it was."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from this_vault import this_vault
from zhixing.blocks import record
from zhixing.blocks.breaks import breaks_bytes, digest, line_of, offered, parse_breaks
from zhixing.blocks.extract import source_cards
from zhixing.blocks.run import Session
from zhixing.page.runnable import is_runnable
from zhixing.practice.breaks import WANTED, by_key, edits, find_breaks, notices
from zhixing.syntax.slug import module_name
from zhixing.vault.load import load_vault

ROOT = Path(__file__).parents[2]
CONFIG = "site_name: x\nplugins:\n  - zhixing:\n      languages: [en, zh]\n      profile: cards\n"
CARD = '''# Scale

```python
import numpy as np


def scale(x, factor=3):
    """{words}"""
    moved = np.asarray(x) + 1
    return factor * moved
```

> [!CLAIM] It scales.

^it-scales

```python
import numpy as np
from snippets.scale import scale

assert np.allclose(scale([1, 2]), [6, 9])
```
'''


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    for lang, words in (("en", "Three times."), ("zh", "三倍。")):
        (tmp_path / "docs" / lang).mkdir(parents=True)
        (tmp_path / "docs" / lang / "Scale.md").write_text(CARD.format(words=words), encoding="utf-8")
    return tmp_path


def test_three_changes_are_found_for_both_languages(vault: Path) -> None:
    loaded = load_vault(vault)
    found = find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None)
    assert list(found) == ["docs/en/Scale.md::it-scales", "docs/zh/Scale.md::it-scales"]
    for key, entry in found.items():
        card, _ = by_key(loaded)[key]
        assert len(entry.edits) == WANTED
        for one in entry.edits:
            block = next(block for block in card.blocks if block.name == one.block)
            assert block.code[one.start : one.end] == one.before != one.after
            assert one.before.split("\n")[0] in card.text.split("\n")[line_of(block, one.start) - 1]


def test_each_change_makes_the_proof_fail(vault: Path) -> None:
    loaded = load_vault(vault)
    session = Session(vault, loaded.config, loaded.cards)
    for key, entry in find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None).items():
        card, proof = by_key(loaded)[key]
        assert session.run(card, proof).failure is None
        assert all(notices(session, card, proof, one) for one in entry.edits)


OTHER = """# Other

> [!CLAIM] Another card's definition is used here.

^used-here

```python
from snippets.scale import scale

assert scale([1])[0] == 6
```

> [!CLAIM] Nothing is imported.

^alone

```python
total = sum(range(4))
half = total / 2
assert half == 3
```

> [!CLAIM] Nothing can be changed.

^fixed

```python
assert "a" == "a".lower()
```
"""


def test_definitions_of_other_cards_and_the_proof_itself_are_changed_too(vault: Path) -> None:
    for lang in ("en", "zh"):
        (vault / f"docs/{lang}/Other.md").write_text(OTHER, encoding="utf-8")
    loaded = load_vault(vault)
    session = Session(vault, loaded.config, loaded.cards)
    found = find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None)
    assert found == find_breaks(vault, loaded, parse_breaks(breaks_bytes(found)), is_runnable(loaded), lambda _: None)
    for lang in ("en", "zh"):
        used = found[f"docs/{lang}/Other.md::used-here"].edits
        assert {(one.module, one.block) for one in used} == {("scale", "scale")}
        alone = found[f"docs/{lang}/Other.md::alone"].edits
        assert {(one.module, one.block) for one in alone} == {("", "alone")}
        assert f"docs/{lang}/Other.md::fixed" not in found
    card, proof = by_key(loaded)["docs/zh/Other.md::used-here"]
    assert all(notices(session, card, proof, one) == "assertion" for one in used)
    before = loaded.cards["docs/en/Scale.md"]
    moved = vault / "docs/en/Scale.md"
    moved.write_text(
        moved.read_text(encoding="utf-8").replace("# Scale\n", "# Scale\n\nA line more.\n"), encoding="utf-8"
    )
    lines = [line_of(block, one.start) for block, one in offered(found, card, proof, {"scale": before})]
    modules = {"scale": load_vault(vault).cards["docs/en/Scale.md"]}
    assert [line_of(block, one.start) - 2 for block, one in offered(found, card, proof, modules)] == lines
    moved.write_text(
        moved.read_text(encoding="utf-8").replace("np.asarray(x) + 1", "1 + np.asarray(x)"), encoding="utf-8"
    )
    modules = {"scale": load_vault(vault).cards["docs/en/Scale.md"]}
    assert len(list(offered(found, card, proof, modules))) < len(used)


def test_a_change_of_the_code_withdraws_them(vault: Path) -> None:
    loaded = load_vault(vault)
    found = find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None)
    card, proof = by_key(loaded)["docs/en/Scale.md::it-scales"]
    assert len(list(offered(found, card, proof, {}))) == WANTED
    path = vault / "docs/en/Scale.md"
    path.write_text(path.read_text().replace("x) + 1", "x)  + 1"))
    card, proof = by_key(load_vault(vault))["docs/en/Scale.md::it-scales"]
    assert list(offered(found, card, proof, {})) == []


def test_lines_that_move_leave_the_record_as_it_is(vault: Path) -> None:
    loaded = load_vault(vault)
    found = find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None)
    key = "docs/en/Scale.md::it-scales"
    before = [line_of(block, one.start) for block, one in offered(found, *by_key(loaded)[key], {})]
    path = vault / "docs/en/Scale.md"
    text = path.read_text(encoding="utf-8").replace("# Scale\n", "# Scale\n\nA line more.\n")
    path.write_text(text.replace("> [!CLAIM]", "Another one.\n\n> [!CLAIM]"), encoding="utf-8")
    moved = load_vault(vault)
    card, proof = by_key(moved)[key]
    after = [(line_of(block, one.start), one) for block, one in offered(found, card, proof, {})]
    assert [line - 2 for line, _ in after] == before and len(before) == WANTED
    assert all(one.before.split("\n")[0] in card.text.split("\n")[line - 1] for line, one in after)
    assert breaks_bytes(find_breaks(vault, moved, found, is_runnable(moved), lambda _: None)) == breaks_bytes(found)


def test_what_is_known_and_true_is_not_looked_for_again(vault: Path) -> None:
    loaded = load_vault(vault)
    found = find_breaks(vault, loaded, {}, is_runnable(loaded), lambda found: None)
    stored = parse_breaks(breaks_bytes(found))
    assert stored == found
    (vault / "docs/en/Scale.md").touch()
    again = find_breaks(vault, loaded, stored, is_runnable(loaded), lambda found: None)
    assert again == found


def test_every_edit_of_a_text_is_the_change_that_was_meant() -> None:
    code = "def f(a, b):\n    '''字'''\n    return a ** b / (a - b) ** 2 if a < b else -a[1:b]  # 字\n"
    made = [code[:start] + after + code[end:] for start, end, after in edits(code)]
    assert len(made) > 10 and len(set(made)) == len(made)
    assert all(ast.dump(ast.parse(text)) != ast.dump(ast.parse(code)) for text in made)


def test_the_record_of_this_vault_is_current() -> None:
    """Renewed by `zhixing breaks`."""
    vault = this_vault()
    stored = parse_breaks((ROOT / "snippets/breaks.json").read_bytes())
    proofs = by_key(vault)
    runnable = is_runnable(vault)
    stale = [key for key, entry in stored.items() if key not in proofs or entry.digest != digest(*proofs[key])]
    assert stale == []
    modules = {module_name(card.name): card for card in source_cards(vault)}
    gone = [key for key in stored if len(list(offered(stored, *proofs[key], modules))) < len(stored[key].edits)]
    assert gone == []
    wanted = [key for key, (card, proof) in proofs.items() if runnable(card, proof) and card.lang == "en"]
    assert len([key for key in wanted if key in stored]) >= 0.95 * len(wanted)


@pytest.mark.thorough
def test_a_sample_of_this_vaults_changes_is_noticed() -> None:
    vault = this_vault()
    stored = parse_breaks((ROOT / "snippets/breaks.json").read_bytes())
    session = Session(ROOT, vault.config, vault.cards)
    proofs = by_key(vault)
    keys = [key for key in sorted(stored) if key.startswith("docs/en/")][::25]
    assert len(keys) > 5
    missed = [
        (record.key(card, proof), one)
        for card, proof, entry in ((*proofs[key], stored[key]) for key in keys)
        for one in entry.edits[:1]
        if not notices(session, card, proof, one)
    ]
    assert missed == []
