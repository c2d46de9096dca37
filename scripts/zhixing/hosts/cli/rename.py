"""`zhixing rename OLD NEW`: what the renaming of a card writes, in the order in which nothing can be lost."""

from __future__ import annotations

import posixpath
from pathlib import Path

from zhixing.blocks.extract import is_generated
from zhixing.checks.translation import confirmed_sections, reconfirm, record_bytes
from zhixing.model import Vault
from zhixing.practice.core.shelf import TORCH
from zhixing.vault.load import load_vault
from zhixing.vault.read import read_bytes, read_folder
from zhixing.vault.rename import Renaming
from zhixing.vault.write import remove_files, write_files


def carry_out(root: Path, vault: Vault, renaming: Renaming) -> list[str]:
    """Write everything; what was confirmed as translated stays confirmed. The paths that changed."""
    confirmed = confirmed_sections(vault)
    files, gone = renaming.files(), sorted(renaming.moves)
    for path, data in _tasks(root, vault, renaming).items():
        files[path] = data
    for path in _records(vault):
        record = read_bytes(root, path)
        if record is not None:
            for old, new in renaming.moves.items():
                record = record.replace(f'"{old}::'.encode(), f'"{new}::'.encode())
            files[path] = record
    changed = write_files(root, files)
    gone += [path for path in _old_tasks(root, vault, renaming) if path not in files]
    remove_files(root, [path for path in gone if path not in files])
    after = load_vault(root)
    translations = reconfirm(after, confirmed, {renaming.key: renaming.new_key})
    made = {vault.config.translations: record_bytes(translations)} if vault.config.languages else {}
    return [*changed, *write_files(root, {**made, **_modules(root, after)})]


def _modules(root: Path, vault: Vault) -> dict[str, bytes]:
    from zhixing import ExtractError, extract

    try:
        wanted = extract(vault) if vault.config.profile == "cards" else {}
    except ExtractError:
        return {}  # `zhixing check` names what has to be mended first
    stale = [path for path, data in vault.generated.items() if path not in wanted and is_generated(data)]
    remove_files(root, stale if wanted else [])
    return wanted


def _records(vault: Vault) -> tuple[str, ...]:
    return tuple(f"{vault.config.snippets}/{name}" for name in ("tested.json", "breaks.json"))


def _tasks(root: Path, vault: Vault, renaming: Renaming) -> dict[str, bytes]:
    """Files of tasks: those of the card under its new name, and in all of them its module."""
    package = posixpath.basename(vault.config.snippets)
    old, new = (f"{package}.{name}".encode() for name in (renaming.module, renaming.new_module))
    made: dict[str, bytes] = {}
    for path, data in read_folder(root, f"{vault.config.docs}/practice", (".py",)).items():
        folder, name = posixpath.split(path)
        stem = name.removesuffix(".py")
        own = stem.removesuffix(TORCH) == renaming.module
        target = posixpath.join(folder, stem.replace(renaming.module, renaming.new_module, 1) + ".py") if own else path
        fresh = data.replace(old + b" ", new + b" ").replace(old + b"\n", new + b"\n")
        if own or fresh != data:
            made[target] = fresh
    return made


def _old_tasks(root: Path, vault: Vault, renaming: Renaming) -> list[str]:
    found = read_folder(root, f"{vault.config.docs}/practice", (".py",))
    return [path for path in found if posixpath.basename(path)[:-3].removesuffix(TORCH) == renaming.module]
