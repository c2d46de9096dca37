"""`zhixing rename OLD NEW`: what the renaming of a card writes, in the order in which nothing can be lost."""

from __future__ import annotations

import pickle
import posixpath
from dataclasses import dataclass
from pathlib import Path

from zhixing.blocks.extract import is_generated
from zhixing.checks.translation import confirmed_sections, reconfirm, record_bytes
from zhixing.model import Vault
from zhixing.practice.core.shelf import TORCH
from zhixing.vault.load import load_vault
from zhixing.vault.read import cache_file, read_bytes, read_cache, read_folder
from zhixing.vault.rename import Renaming
from zhixing.vault.write import remove_files, write_durably, write_files


@dataclass(frozen=True)
class Unfinished:
    """Everything that a renaming still has to do; kept outside the vault until it is done, so that a killed one can go on."""

    old: str
    new: str
    keys: dict[str, str]
    files: dict[str, bytes]
    gone: list[str]
    confirmed: set[tuple[str, str, int]]


def carry_out(root: Path, vault: Vault, renaming: Renaming, old: str, new: str) -> list[str]:
    """Write everything; what was confirmed as translated stays confirmed. The paths that changed."""
    files = {**renaming.files(), **_tasks(root, vault, renaming)}
    for path in _records(vault):
        record = read_bytes(root, path)
        if record is not None:
            for before, after in renaming.moves.items():
                record = record.replace(f'"{before}::'.encode(), f'"{after}::'.encode())
            files[path] = record
    gone = [path for path in (*sorted(renaming.moves), *_old_tasks(root, vault, renaming)) if path not in files]
    keys = {renaming.key: renaming.new_key}
    work = Unfinished(old, new, keys, files, gone, confirmed_sections(vault))
    write_durably(_journal(root), pickle.dumps(work))
    return _finish(root, work)


def unfinished(root: Path) -> Unfinished | None:
    """A renaming of this vault that was interrupted."""
    found = read_cache(_journal(root))
    return found if isinstance(found, Unfinished) else None


def go_on(root: Path, work: Unfinished) -> list[str]:
    """Do what is left of it: each step may have been done already."""
    return _finish(root, work)


def _journal(root: Path) -> Path:
    return cache_file(root, "renaming")


def _finish(root: Path, work: Unfinished) -> list[str]:
    changed = write_files(root, work.files)
    remove_files(root, work.gone)
    after = load_vault(root)
    made: dict[str, bytes] = {}
    if after.config.languages:
        made[after.config.translations] = record_bytes(reconfirm(after, work.confirmed, work.keys))
    changed += write_files(root, {**made, **_modules(root, after)})
    remove_files(_journal(root).parent, [_journal(root).name])
    return changed


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
    return tuple(f"{vault.config.snippets}/{name}" for name in ("tested.json", "breaks.json", "mutants.json"))


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
