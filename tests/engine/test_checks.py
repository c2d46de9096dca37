"""Every check: a card that passes, a card that fails, and the exact message.

A case in fixtures/checks is named after the first code it shows and changes the good vault beside it. `file PATH`
writes a file, `bytes PATH` one with escapes; `lines PATTERN` and `words PATTERN` put what stands below the line of
equals signs for what stands above it; `link PATH TARGET` makes a symbolic link; `config` adds options. `generated PATH`
changes an extracted module, `confirmed` the record as it was before the case; both are up to date otherwise.
`findings` is what the check must say, word for word.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from engine_cases import Case, Part, confirmed_before, load, parametrize_cases, put, read_cases, settled
from zhixing.checks.codes import CODES, RUN_CODES, VAULT_CODES
from zhixing.checks.run import run_checks
from zhixing.hosts.cli.report import as_text
from zhixing.model import Vault

# Depends on who runs the tests, so it has tests of its own below.
UNREADABLE = "F007"


def _apply(part: Part, root: Path, edit: Callable[[str, str, str], None]) -> None:
    if part.kind == "file":
        put(root, {part.argument: part.text})
    elif part.kind == "bytes":
        escaped = part.text.replace("\n", "")
        put(root, {part.argument: escaped.encode().decode("unicode_escape").encode("latin-1")})
    elif part.kind == "lines":
        edit(part.argument, *_sides(part))
    elif part.kind == "words":
        edit(part.argument, *(side.removesuffix("\n") for side in _sides(part)))
    elif part.kind == "link":
        path, target = part.argument.split()
        (root / path).symlink_to(target)
    elif part.kind == "config":
        config = yaml.safe_load((root / "mkdocs.yml").read_text())
        config["plugins"][0]["zhixing"].update(yaml.safe_load(part.text))
        put(root, {"mkdocs.yml": yaml.safe_dump(config)})


def _sides(part: Part) -> tuple[str, str]:
    old, new = re.split(r"^=======\n", part.text, maxsplit=1, flags=re.M)
    return old, new


def _vault(case: Case, root: Path, edit: Callable[[str, str, str], None]) -> Vault:
    for part in case.parts:
        _apply(part, root, edit)
    vault = load(root)
    after = settled(vault)
    kinds = {part.kind: part for part in case.parts}
    if "generated" in kinds:
        old, new = _sides(kinds["generated"])
        path = kinds["generated"].argument
        data = after.generated.get(path, b"").decode()
        assert old in data
        after = replace(after, generated={**after.generated, path: data.replace(old, new).encode()})
    if "confirmed" in kinds:
        after = replace(after, confirmed={**confirmed_before(), **(yaml.safe_load(kinds["confirmed"].text) or {})})
    return after


@parametrize_cases("checks")
def test_check_says_exactly(case: Case, good: Path, edit: Callable[[str, str, str], None]) -> None:
    vault = _vault(case, good, edit)
    assert as_text(run_checks(vault)) == case.text("findings")
    plain = replace(vault, config=replace(vault.config, profile="vault"))
    assert {finding.code for finding in run_checks(plain)} <= VAULT_CODES


def test_good_vault_passes(good: Path) -> None:
    assert run_checks(settled(load(good))) == []


@pytest.mark.parametrize("code", sorted(CODES.keys() - RUN_CODES - {UNREADABLE}))
def test_every_code_has_a_failing_and_a_passing_case(code: str) -> None:
    findings = [case.text("findings") for case in read_cases("checks") if case.file == code]
    assert any(f": {code} " in text for text in findings), f"no failing case in {code}.md"
    assert any(f": {code} " not in text for text in findings), f"no passing case in {code}.md"


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may read every file")
def test_file_that_may_not_be_read_is_named(good: Path) -> None:
    path = good / "docs/en/foundations/Norm.md"
    path.chmod(0)
    found = [finding for finding in load(good).diagnostics if finding.code == "F007"]
    assert (
        as_text(found)
        == "docs/en/foundations/Norm.md:1: F007 cannot be read: Permission denied\n  hint: check its permissions\n"
    )


def test_missing_docs_folder_is_named(tmp_path: Path) -> None:
    put(tmp_path, {"mkdocs.yml": "docs_dir: notes\nplugins: [zhixing]\n"})
    found = as_text(run_checks(load(tmp_path)))
    assert found == "notes:1: F007 cannot be read: No such file or directory\n  hint: is it a folder?\n"
