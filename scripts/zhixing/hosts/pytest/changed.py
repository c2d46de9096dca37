"""What passed before and has not changed: blocks that need not run when someone asks for changes alone.

The record is read only with `--zhixing-changed`; without it every block runs.
"""

from __future__ import annotations

import os
import platform
import re
from functools import cache, partial
from importlib import metadata
from pathlib import Path

import pytest

from zhixing.blocks.program import Inputs
from zhixing.hosts.pytest.cards import BlockItem
from zhixing.hosts.pytest.notebooks import NotebookItem
from zhixing.hosts.pytest.passed import UNCHANGED, read_passed
from zhixing.vault.read import fingerprint

RUNNER = (
    "blocks",
    "hosts/pytest",
    "syntax/formula",
)  # what the other rooms make of a card is in the digest of its blocks
_ENVIRONMENT = re.compile(  # variables that numbers, pictures or the choice of a code path may depend on
    r"(?:NPY|NUMPY|OPENBLAS|ATEN|ONEDNN|DNNL|MKL|OMP|KMP|TORCH|TRITON|CUDA|MPL|LC|TZ)[A-Z_]*|LANG|PYTHON(?!PATH)\w+"
)


@cache
def _machine() -> str:
    """Every library with its version, the interpreter, the engine's runner, and what the environment tells them."""
    versions = sorted({(found.name, found.version) for found in metadata.distributions()})
    told = sorted((name, value) for name, value in os.environ.items() if _ENVIRONMENT.fullmatch(name))
    return repr((versions, told, platform.machine(), fingerprint(*RUNNER)))


@cache
def _is_own(root: Path, module: str) -> bool:
    """Whether the project itself has this module, which then has no version."""
    return (root / module).is_dir() or (root / f"{module}.py").is_file()


def digest(item: BlockItem | NotebookItem, inputs: Inputs) -> str:
    """Everything that the verdict on a test depends on; "" if that cannot be told without running it."""
    project, card, session = item.project, item.card, item.project.session
    blocks = [item.block] if isinstance(item, BlockItem) else [block for block in card.blocks if block.python]
    if any(_is_own(project.root, name) for name in inputs.outside(card, blocks)):
        return ""
    filters = [*item.config.getini("filterwarnings"), *(item.config.getoption("pythonwarnings") or [])]
    told = repr((_machine(), filters, session.config.time_limit, inputs.package))
    return inputs.digest(card, blocks, told, *item.stored())


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Follow what every block depends on; where only changes are asked for, leave out those that passed as they stand."""
    ours = [item for item in items if isinstance(item, (BlockItem, NotebookItem))]
    _machine()  # as the environment is before any test
    sessions = {item.project.root: item.project.session for item in ours}
    inputs = {root: Inputs(session.config.snippets, session.modules) for root, session in sessions.items()}
    for item in ours:
        item.follow = partial(digest, item, inputs[item.project.root])
    if not config.getoption("zhixing_changed"):
        return
    before = {root: read_passed(root) for root in {item.project.root for item in ours}}
    unchanged = {item for item in ours if item.inputs and before[item.project.root].get(item.key) == item.inputs}
    items[:] = [item for item in items if item not in unchanged]
    config.stash[UNCHANGED] = len(unchanged)
    config.hook.pytest_deselected(items=[item for item in ours if item in unchanged])
