"""Mutants of cards: every kind of change is made, a weak proof lets them through, a strong one does not."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from test_markdown_ext import PlainHost
from this_vault import this_vault
from zhixing.blocks import record as tested
from zhixing.blocks.mutants import Record, digest, mutants_bytes, parse_mutants
from zhixing.blocks.run import Session
from zhixing.hosts.cli.main import main
from zhixing.hosts.cli.mutate import ANY, CLAIMS
from zhixing.model import Card
from zhixing.page.context import Context
from zhixing.page.furniture import CardFurniture, Workshop
from zhixing.practice import trial
from zhixing.practice.mutated import card_mutants, mutant_code
from zhixing.practice.mutation import Report, kills, sampled, try_card
from zhixing.practice.same import idle
from zhixing.practice.trial import Trial
from zhixing.vault.load import load_vault
from zhixing.vault.read import load_config
from zhixing.vault.resolve import Index

CONFIG = "site_name: x\nplugins:\n  - zhixing:\n      languages: [en]\n      profile: vault\n"
CARD = '''# Scale
{comment}
```python
import numpy as np


def scale(x, factor=3, shift=1.0):
    """Move, then scale."""
    moved = np.asarray(x) + shift
    return factor * moved


def countdown(n):
    while n > 0:
        n -= 1
    return n


def unused(x):
    return -x
```

> [!CLAIM] It scales.

^it-scales

```python
from snippets.scale import countdown, scale
import numpy as np

{proof}
```

```python
from snippets.scale import unused

print(unused(2))
```

```output
-2
```
'''
STRONG = "assert np.allclose(scale([1, 2]), [6, 9])\nassert np.allclose(scale([1, 2], 2, 0.5), [3, 5])\nassert countdown(3) == 0"
KINDS = '''
def f(a, b, mask, n: int = 3, scale=1.0):
    """Text."""
    if a.ndim > 2 and n:
        a = a.transpose(0, 1)
    x = a @ b.T + a[1:n] * np.float64(2)
    for i in range(n):
        x += g(x, i, axis=-1)
    y = -x if scale < 2 else x
    return np.where(mask & (y > 0), np.sqrt(y), 0.0)
'''


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends need not be waited for so long."""
    monkeypatch.setattr(trial, "LEAST", 0.5)


def vault_with(root: Path, card: str, files: dict[str, str] | None = None) -> Path:
    for name, text in {"mkdocs.yml": CONFIG, "docs/en/Scale.md": card, **(files or {})}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def tried(root: Path, known: dict[str, object] | None = None, jobs: int = 1) -> tuple[Report, Card]:
    vault = load_vault(root)
    card = vault.cards["docs/en/Scale.md"]
    session = Session(root, vault.config, vault.cards)
    return try_card(session, card, card_mutants(card), {} if known is None else known, jobs=jobs), card


def survivors(report: Report) -> set[str]:
    return {one.mutant.key for one in report.tried if not one.killer}


def test_every_kind_of_change_is_made_and_compiles(tmp_path: Path) -> None:
    vault_with(tmp_path, f"# Scale\n\n```python\nimport numpy as np\n{KINDS}```\n")
    card = load_vault(tmp_path).cards["docs/en/Scale.md"]
    mutants = card_mutants(card)
    assert {one.operator for one in mutants} == {
        *("arithmetic", "operands", "sign", "comparison", "logic", "condition", "constant", "slice", "swap", "keyword"),
        *("statement", "term", "transpose", "dtype", "call", "branch", "loop", "early return"),
    }
    keys = {one.key for one in mutants}
    assert {"n → np", "Text. → "}.isdisjoint(keys)
    expected = ("b.T → b", "np.float64 → np.float32", "np.sqrt(y) → y", "mask & (y > 0) → mask", "1.0 → 0.0", "3 → 2")
    assert set(expected) <= keys
    assert {"x = a @ b.T + a[1:n] * np.float64(2) → return a @ b.T + a[1:n] * np.float64(2)", "-1 → 1"} <= keys
    lines = card.text.split("\n")
    block = card.python_blocks()[0]
    for one in mutants:
        assert one.before.split("\n")[0].split("(")[0].split()[0].strip("-") in lines[one.line - 1], one
        assert mutant_code(block, one, "x").co_name == "<module>"
    assert len({one.identity for one in mutants}) == len(mutants)


@pytest.mark.thorough
def test_a_weak_proof_lets_through_what_a_strong_one_kills(tmp_path: Path) -> None:
    root = vault_with(tmp_path, CARD.format(comment="", proof="assert scale([1])[0] == 6"))
    weak, _ = tried(root)
    assert {"np.asarray(x) + shift → np.asarray(x) - shift", "3 → 4"}.isdisjoint(survivors(weak))
    assert {"n > 0 → n < 0", "n -= 1 → n += 1"} <= survivors(weak), "nothing runs these lines"
    vault_with(tmp_path, CARD.format(comment="", proof=STRONG))
    strong, _ = tried(root, jobs=2)
    assert survivors(strong) == set()
    endless = {one.mutant.key: one for one in strong.tried if one.mutant.key in ("n -= 1 → n += 1", "n -= 1 → pass")}
    assert len(endless) == 2 and all(one.by_claim for one in endless.values()), "what never ends is noticed"
    unused = [one for one in strong.tried if "-x" in one.mutant.key]
    assert unused and all(one.killer and not one.by_claim for one in unused), "the printed line notices, no claim does"


def test_what_a_forked_process_runs_is_reached(tmp_path: Path) -> None:
    forked = """from multiprocessing import get_context

queue = get_context("fork").SimpleQueue()
process = get_context("fork").Process(target=lambda: queue.put(scale([1, 2]).tolist()))
process.start()
process.join()
assert process.exitcode == 0 and queue.get() == [6, 9]"""
    report, _ = tried(vault_with(tmp_path, CARD.format(comment="", proof=forked)))
    by = {one.mutant.key: one.by_claim for one in report.tried}
    assert by["np.asarray(x) + shift → np.asarray(x) - shift"] and by["3 → 4"], "reached"
    assert not by["n -= 1 → n += 1"], "not reached"


@pytest.mark.thorough
def test_what_is_known_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = vault_with(tmp_path, CARD.format(comment="", proof=STRONG))
    known: dict[str, object] = {}
    first, _ = tried(root, known)
    judged: list[int] = []
    judge = Trial.judge
    monkeypatch.setattr(
        Trial, "judge", lambda self, some, passed: judged.append(len(some)) or judge(self, some, passed)
    )
    again, _ = tried(root, known)
    assert [one.killer for one in again.tried] == [one.killer for one in first.tried]
    assert judged == []
    vault_with(
        tmp_path,
        CARD.format(comment="", proof=f"{STRONG}\nassert unused(2) == -2").replace("scale\nimp", "scale, unused\nimp"),
    )
    better, _ = tried(root, known)
    assert all(one.by_claim for one in better.tried), "a claim that is new meets what only another block has noticed"
    assert sum(judged) == len(first.tried), "and its own earlier verdicts are gone"
    judged.clear()
    vault_with(tmp_path, CARD.format(comment="", proof=STRONG).replace("factor * moved", "moved * factor"))
    tried(root, known)
    assert sum(judged) == len(first.tried), "a definition changed"


def test_a_comment_excuses_one_change_and_gives_its_reason(tmp_path: Path) -> None:
    said = "<!--zhixing:same `n > 0 → n != 0` in `while` counts down in ones-->\n"
    said += "<!--zhixing:same `np.asarray(x) + shift → x` nonsense, no such change-->"
    weak = STRONG.replace("countdown(3) == 0", "countdown(0) == 0")
    root = vault_with(tmp_path, CARD.format(comment=said, proof=weak))
    report, card = tried(root)
    assert not any(finding.code == "S009" for finding in card.diagnostics)
    assert [one.change for one in idle(card, [one.mutant for one in report.tried])] != []
    real = next(key for key in survivors(report) if key.startswith("n -= 1"))
    root = vault_with(tmp_path, CARD.format(comment=f"<!--zhixing:same `{real}` in `n -=` a reason-->", proof=weak))
    excused, card = tried(root)
    assert [(one.mutant.key, one.excuse) for one in excused.tried if one.excuse] == [(real, "a reason")]
    assert len(excused.wrong) == len(report.wrong) - 1
    assert idle(card, [one.mutant for one in excused.tried]) == []


@pytest.mark.exhaustive  # some changes never end, and are waited for
def test_the_command_names_survivors_by_line_and_runs_the_oracles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = vault_with(tmp_path / "v", CARD.format(comment="", proof="assert scale([1])[0] == 6"))
    assert main(["--root", str(root), "mutate", "Scale", "--jobs", "1"]) == 1
    printed = capsys.readouterr().out
    line = next(number for number, text in enumerate(CARD.split("\n"), 1) if "n -= 1" in text)
    assert f"docs/en/Scale.md:{line}: mutant survived: n -= 1 → n += 1\n" in printed
    oracle = "from snippets import scale\n\n\ndef test_countdown():\n    assert scale.countdown(3) == 0\n"
    vault_with(root, (root / "docs/en/Scale.md").read_text(), {"tests/oracles/test_scale.py": oracle})
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    main(["--root", str(root), "mutate", "Scale", "--jobs", "1", "--oracles"])
    printed = capsys.readouterr().out
    assert f"docs/en/Scale.md:{line}: mutant survived the claims, oracle noticed: n -= 1 → n += 1\n" in printed
    assert main(["--root", str(root), "mutate", "Nobody"]) == 2


def test_a_sample_is_the_same_everywhere(tmp_path: Path) -> None:
    vault_with(tmp_path, CARD.format(comment="", proof=STRONG))
    mutants = card_mutants(load_vault(tmp_path).cards["docs/en/Scale.md"])
    some = sampled(mutants, 5, "a")
    assert some == sampled(list(reversed(mutants)), 5, "a")[::-1] and len(some) == 5
    assert some != sampled(mutants, 5, "b")
    assert sampled(mutants, 0, "") == mutants
    assert ast.parse(some[0].before)


ROOT = Path(__file__).parents[2]
RECORD = parse_mutants((ROOT / "snippets/mutants.json").read_bytes())
QUICK = ("Residual_Connection", "Serving_Calculator")  # seconds each
SLOWER = ("Softmax", "Self_Attention", "Multi-Head_Attention", "Cross_Entropy_and_Perplexity")


def killed(name: str, most: int) -> Report:
    pytest.importorskip("torch", reason="needs torch, which is not installed")
    vault = this_vault()
    card = next(card for card in vault.cards.values() if card.lang == "en" and card.name == name)
    session = Session(ROOT, vault.config, vault.cards)
    return try_card(session, card, sampled(card_mutants(card), most, ""), {})


def reaches_the_goal(report: Report) -> bool:
    of = len(report.wrong)
    return report.by_claims >= CLAIMS * of and report.by_any >= ANY * of


@pytest.mark.thorough
@pytest.mark.parametrize("name", QUICK)
def test_a_sample_of_this_vaults_mutants_is_killed(name: str) -> None:
    report = killed(name, 40)
    assert len(report.tried) == 40 and report.by_claims >= 38, survivors(report)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SLOWER)
def test_a_sample_of_more_cards_is_killed(name: str) -> None:
    report = killed(name, 60)
    assert len(report.tried) == 60 and report.by_claims >= CLAIMS * len(report.wrong), survivors(report)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [Path(path).stem for path in RECORD])
def test_no_card_falls_behind(name: str) -> None:
    report = killed(name, 0)
    assert reaches_the_goal(report), survivors(report)


@pytest.mark.parametrize("path", RECORD)
def test_what_the_pages_tell_reaches_the_goal(path: str) -> None:
    kills = RECORD[path]
    noticed, of = kills.whole
    missed = [one for one in kills.survivors if not one.by and not one.reason]
    assert of and noticed >= CLAIMS * of, kills.survivors
    assert len(missed) <= (1 - ANY) * of, missed
    assert kills.digest == digest(this_vault().cards[path]), f"run `make mutate CARD={Path(path).stem}`"


def shown(root: Path, found: Record) -> tuple[str, str]:
    """What a page says of the claim's proof, and of the definitions."""
    vault = load_vault(root, replace(load_config(root), profile="cards"))
    card = vault.cards["docs/en/Scale.md"]
    context = Context(card, Index(vault), PlainHost(), card.front.height)
    definitions, proof, _ = card.python_blocks()
    passed = tested.Record(blocks={tested.key(card, one): tested.digest(card, one) for one in (definitions, proof)})
    furniture = CardFurniture(context, Workshop(vault, passed, None, found), lambda name: "", lambda name, line: "")
    return furniture.proof(proof) + furniture.badge(proof), furniture.badge(definitions)


def test_the_page_tells_what_a_proof_notices_and_what_gets_through(tmp_path: Path) -> None:
    weak = "assert scale([1])[0] == 6\nassert countdown(0) == 0"
    said = "<!--zhixing:same `n -= 1 → pass` it is never reached-->"
    root = vault_with(tmp_path, CARD.format(comment=said, proof=weak))
    vault = load_vault(root)
    card = vault.cards["docs/en/Scale.md"]
    session, known = Session(root, vault.config, vault.cards), dict[str, object]()
    report = try_card(session, card, card_mutants(card), known, alone=True)
    found = {card.path: kills(report)}
    noticed, of = found[card.path].claims["it-scales"]
    reached = [one for one in report.wrong if report.proofs[0].reaches(one.mutant) and one.mutant.runs]
    assert (noticed, of) == (sum(one.by_claim for one in reached), len(reached)), "few enough for none to be left out"
    assert parse_mutants(mutants_bytes(found)) == found
    proof, definitions = shown(root, found)
    total = len(report.wrong)
    assert f"✓ proof · notices {noticed}/{of}<" in proof
    assert f"All the card&#x27;s claims together notice {report.by_claims} of {total}." in proof.replace("'", "&#x27;")
    assert f"of {total} small wrong changes of this code the card's claims notice {report.by_claims}<br>" in definitions
    line = card.text.split("\n").index("        n -= 1") + 1
    assert f"line {line} <code>n -= 1 → pass</code> (means the same: it is never reached)" in definitions
    assert f"line {line} <code>n -= 1 → n += 1</code>," in definitions
    assert "(noticed by scale-2)" in definitions
    vault_with(tmp_path, CARD.format(comment=said, proof=f"{weak}\n"))
    assert "notice" not in "".join(shown(root, found)), "the code has changed since"
