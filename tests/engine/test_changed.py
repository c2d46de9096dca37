"""`--zhixing-changed` leaves out what passed as it stands; drills show that whatever a block depends on makes it run again."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from plugin_run import SCRIPTS, make_vault, run
from this_vault import this_vault
from zhixing.blocks.program import Inputs
from zhixing.blocks.run import Session
from zhixing.model import Card, Vault
from zhixing.syntax.parse import parse_card

ROOT = Path(__file__).parents[2]
SOFTMAX = "# Softmax\n\n```python\ndef softmax(x):\n    return [v / sum(x) for v in x]\n```\n"
ATTENTION = (
    "# Attention\n\n```python\nfrom snippets.softmax import softmax\n\n\ndef attend(x):\n    return softmax(x)\n```\n"
)
FLASH = """# Flash

```python
def flash(x):
    from snippets import attention

    return attention.attend(x)
```

## Shown

```python
print(flash([1, 3]))
```

```output
[0.25, 0.75]
```
"""
OTHER = "# Other\n\n```python\nassert 1 + 1 == 2\n```\n\n## Wrong\n\n```python\nassert 1 + 1 == 3\n```\n"
SHELL = "# Shell\n\n```bash\ntrue\n```\n\n## Reads\n\n```python\nimport os\n\nassert os.getcwd()\n```\n"
ALWAYS = {
    "docs/en/Other.md::wrong",
    "docs/en/Shell.md::reads",
    "docs/en/Shell.md::shell",
}  # failed, or cannot be followed
FLASH_TESTS = {"docs/en/Flash.md::flash", "docs/en/Flash.md::shown"}
USERS = {"docs/en/Softmax.md::softmax", "docs/en/Attention.md::attend", *FLASH_TESTS}
ALL = {*ALWAYS, *USERS, "docs/en/Other.md::other"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    cards = {"Softmax": SOFTMAX, "Attention": ATTENTION, "Flash": FLASH, "Other": OTHER, "Shell": SHELL}
    return make_vault(tmp_path / "vault", {f"en/{name}.md": text for name, text in cards.items()})


def changed(vault: Path, *more: str, path: str = SCRIPTS) -> set[str]:
    """Names of the tests that ran."""
    return set(run(vault, "docs", "--zhixing-changed", *more, path=path).verdicts)


def edit(vault: Path, card: str, old: str, new: str) -> None:
    file = vault / "docs/en" / card
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


@pytest.mark.thorough
def test_a_change_runs_what_depends_on_it_and_nothing_else(vault: Path) -> None:
    assert changed(vault) == ALL
    assert changed(vault) == ALWAYS
    edit(vault, "Flash.md", "# Flash", "# Flash\n\nMore words.")
    assert changed(vault, "-n", "2") == ALWAYS
    edit(vault, "Softmax.md", "v / sum(x)", "v * 1 / sum(x)")
    assert changed(vault, "-n", "2") == {*ALWAYS, *USERS}
    edit(vault, "Flash.md", "[0.25, 0.75]", "[0.25,  0.75]")
    shown = "docs/en/Flash.md::shown"
    assert changed(vault) == changed(vault) == {*ALWAYS, shown}  # what failed is not forgotten
    edit(vault, "Flash.md", "[0.25,  0.75]", "[0.25, 0.75]")
    assert changed(vault) == {*ALWAYS, shown}  # a failure took back that it had passed
    assert changed(vault) == ALWAYS


@pytest.mark.thorough
def test_nobody_trusts_the_record_unasked(vault: Path) -> None:
    assert set(run(vault, "docs", "--zhixing-remember").verdicts) == ALL
    assert set(run(vault).verdicts) == set(run(vault, "docs", "--zhixing-remember", "-n", "2").verdicts) == ALL
    assert changed(vault) == ALWAYS
    (vault / ".cache/zhixing/passed.json").write_text("[damaged")
    assert changed(vault) == ALL


@pytest.mark.thorough
def test_that_nothing_changed_is_no_failure(vault: Path) -> None:
    for more in ((), ("-n", "1")):
        first, again = (run(vault, "docs/en/Flash.md", "--zhixing-changed", *more) for _ in range(2))
        assert (first.status, again.status, again.verdicts) == (0, 0, {})
        assert "2 blocks that passed before and have not changed since were left out" in again.text
        (vault / ".cache/zhixing/passed.json").unlink()


@pytest.mark.thorough
def test_another_library_environment_or_runner_runs_everything_again(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, libraries = tmp_path / "engine", tmp_path / "libraries"
    shutil.copytree(Path(SCRIPTS, "zhixing"), engine / "zhixing", ignore=shutil.ignore_patterns("__pycache__"))
    described = "Metadata-Version: 2.1\nName: madeup\nVersion: {}\n"
    (libraries / "madeup.dist-info").mkdir(parents=True)
    (libraries / "madeup.dist-info/METADATA").write_text(described.format("1.0"))
    path = os.pathsep.join([str(engine), str(libraries)])
    assert changed(vault, path=path) == ALL
    with (engine / "zhixing/page/tree.py").open("a") as file:
        file.write("# another page\n")
    assert changed(vault, path=path) == ALWAYS
    with (engine / "zhixing/blocks/isolate.py").open("a") as file:
        file.write("# another runner\n")
    assert changed(vault, path=path) == ALL
    (libraries / "madeup.dist-info/METADATA").write_text(described.format("1.1"))
    assert changed(vault, path=path) == ALL
    monkeypatch.setenv("TORCH_DRILL", "1")
    assert changed(vault, path=path) == ALL
    assert changed(vault, path=path) == ALWAYS


def digests(vault: Vault) -> dict[str, str]:
    session = Session(ROOT, vault.config, vault.cards)
    inputs = Inputs(vault.config.snippets, session.modules)
    cards = [card for card in vault.cards.values() if not card.is_notebook]
    return {
        f"{card.path}::{block.name}": inputs.digest(card, [block]) for card in cards for block in card.python_blocks()
    }


@pytest.mark.thorough
def test_a_change_in_softmax_runs_flash_attention_again() -> None:
    """On the cards themselves."""
    vault = this_vault()
    path = "docs/en/foundations/Softmax.md"
    softmax = vault.cards[path]
    text = softmax.text.replace("def softmax(", "def softmax(  # changed\n    ", 1)
    assert text != softmax.text
    edited = parse_card(path, softmax.lang, softmax.key, text)
    before, after = digests(vault), digests(replace(vault, cards={**vault.cards, path: edited}))
    opening = re.compile(r"\btempfile\b|\bsnippets\.(?:data_parallel_and_zero|training_memory)\b")
    untold = {card.path for card in vault.cards.values() if any(opening.search(b.code) for b in card.python_blocks())}
    assert {name.partition("::")[0] for name, digest in before.items() if not digest} <= untold, "who opens files"
    again = {name for name in before if before[name] != after[name]}
    for flash in (vault.cards[f"docs/{lang}/attention/Flash_Attention.md"] for lang in ("en", "zh")):
        through = [b for b in flash.python_blocks() if "snippets.attention_mechanism" in b.code]
        assert any("softmax" not in block.code for block in through)  # it is imported by what they import
        assert {f"{flash.path}::{block.name}" for block in through} <= again
    alone = {card.path for card in vault.cards.values() if not any("snippets." in b.code for b in card.python_blocks())}
    assert alone.isdisjoint({name.partition("::")[0] for name in again}) and len(again) < len(before)


def one(text: str, *more: bytes) -> str:
    card = parse_card("docs/C.md", "", "C", text)
    other = parse_card("docs/D.md", "", "D", "# D\n\n```python\ndef d():\n    return 1\n```\n")
    known: dict[str, Card] = {"d": other}
    return Inputs("snippets", known).digest(card, [card.blocks[-1]], *more)


@pytest.mark.parametrize(
    "code",
    [
        "import importlib\nimportlib.import_module('snippets.' + 'd')",
        "exec('from snippets.d import d')",
        "open('x').read()",
        "ｏｐｅｎ('x').read()",
        "from pathlib import Path\nPath('x')",
        "from snippets import *",
        "import snippets\nsnippets.d",
        "from snippets.by_hand import x",
        "x = (",
    ],
)
def test_what_only_a_run_can_tell_is_never_left_out(code: str) -> None:
    assert one(f"# C\n\n```python\n{code}\n```\n") == ""


@pytest.mark.parametrize(
    "code",
    [
        "model.eval()  # no open door, os or io",
        "from snippets import d",
        "import snippets.d as d",
        "from snippets.d import d",
    ],
)
def test_what_can_be_followed_is(code: str) -> None:
    assert one(f"# C\n\n```python\n{code}\n```\n")


def test_pictures_and_comments_above_the_fence_count() -> None:
    plain = "# C\n\n```python\nf()\n```\n"
    first = one(plain, b"<svg/>")
    assert first == one(plain.replace("# C", "# C\n\nWords."), b"<svg/>")
    assert first != one(plain, b"<svg></svg>")
    assert first != one(plain.replace("```python", "<!--pytest.mark.xfail-->\n```python"), b"<svg/>")
    assert first != one(plain.replace("```python", "<!--zhixing:time-limit 9-->\n```python"), b"<svg/>")
