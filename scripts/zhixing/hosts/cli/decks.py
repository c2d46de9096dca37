"""`zhixing decks`: what the cards ask, as files for Anki and other programs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from zhixing.study.items import KINDS, USUAL
from zhixing.vault.config import Settings
from zhixing.vault.load import load_vault
from zhixing.vault.published import published
from zhixing.vault.read import load_settings, newest, read_bytes
from zhixing.vault.write import write_files


def run(root: Path, options: argparse.Namespace) -> int:
    """Write the files; 1 if nothing is asked, 2 for a fault of the call."""
    from zhixing.study.files import Wanted, deck_files

    vault = published(load_vault(root))
    known = vault.config.languages or ("",)
    kinds = tuple(kind.strip() for kind in options.kinds.split(",") if kind.strip()) or USUAL
    for given, allowed, what in ((kinds, KINDS, "kind"), (options.lang or (), known, "language")):
        for name in given:
            if name not in allowed:
                return _fault(f"no {what} is called {name!r}\n  hint: there is {', '.join(allowed) or 'one only'}")
    settings = load_settings(root) or Settings()
    name, site = settings.site_name, settings.site_url
    wanted = Wanted(
        name or root.name,
        site if options.site_url is None else options.site_url,
        tuple(options.format or ("apkg",)),
        tuple(options.lang or known),
        kinds,
        options.depth,
        _timestamp(root, [*vault.cards, *vault.files]),
    )
    try:
        files = deck_files(vault, wanted, lambda path: read_bytes(root, path))
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("genanki", "pygments"):
            raise
        return _fault(f"decks for Anki need {package}\n  hint: pip install 'zhixing[study]', or --format csv")
    if not files:
        hint = "ask something: `> [!QUESTION]- Why …?` with its answer below, and `^an-id` on the line after it"
        print(f"zhixing: no card here asks anything\n  hint: {hint}", file=sys.stderr)
        return 1
    changed = write_files(root / options.output, files)
    for path in files:
        print(f"{'wrote' if path in changed else 'unchanged'} {options.output}/{path}")
    return 0


def _timestamp(root: Path, paths: list[str]) -> int:
    """When the vault was changed last: Anki updates a note only from a file that is newer than what it has."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(fixed) if fixed.isdigit() else newest(root, paths)


def _fault(message: str) -> int:
    print(f"zhixing: {message}", file=sys.stderr)
    return 2
