"""One part of a build by itself, in a process of its own: `python -m bench.part index` in the folder of a vault.

What is printed is the processor time of the part alone, without that of reading the vault, and the size of what it made.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from unittest.mock import patch

from zhixing.model import Vault
from zhixing.page import graph as drawn
from zhixing.page.search import emit_search
from zhixing.vault.links import survey
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index


def index(vault: Vault) -> dict[str, bytes]:
    """The search index of all pages, nothing of it known before."""
    return emit_search([(card, path) for path, card in vault.cards.items()], vault.config)


def graph(vault: Vault) -> dict[str, bytes]:
    """The graph of all cards, links followed and laid out anew."""
    links = Index(vault)
    with patch.object(drawn, "_LARGE", len(vault.cards) + 1):  # the layout of a large one is kept between builds
        return dict(drawn.graph_files(vault, links, survey(vault, links, {}), str))


PARTS = {"index": index, "graph": graph}


def main() -> int:
    """Print seconds and megabytes as JSON."""
    vault = load_vault(Path.cwd())
    start = time.process_time()
    made = PARTS[sys.argv[1]](vault)
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "made": sum(map(len, made.values())) / 1e6}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
