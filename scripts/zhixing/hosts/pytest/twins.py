"""Results of this test run, by program: a block that is the same program in another language takes its twin's verdict."""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

import pytest

from zhixing.blocks.run import Result
from zhixing.vault.read import read_bytes
from zhixing.vault.write import write_file

TWIN = "zhixing-twin"  # the property of a report that names the block that ran
_INPUT = "zhixing_results"


class Results:
    """A folder that all workers of one run share, and that ends with the run.

    What passed, or asked to be skipped, is kept. A failure is not: the twin fails by itself, at its own line.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def of_twin(self, program: str, path: str) -> tuple[Result, str] | None:
        """What the same program left on another card, and the name of that block's test."""
        data = read_bytes(self.folder, program) if program else None
        if data is None:
            return None
        result, name = pickle.loads(data)
        return None if name.startswith(f"{path}::") else (result, name)

    def keep(self, program: str, result: Result, name: str) -> None:
        """Leave a result to the twin."""
        if program and result.failure is None:
            write_file(self.folder / program, pickle.dumps((result, name)))


RESULTS = pytest.StashKey[Results]()


class Host:
    """Opens the folder, tells the workers of it, and removes it."""

    def __init__(self, config: pytest.Config) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="zhixing-results-")
        config.stash[RESULTS] = Results(Path(self._folder.name))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: object) -> None:
        """pytest-xdist asks what a new worker should know."""
        node.workerinput[_INPUT] = self._folder.name  # type: ignore[attr-defined]

    def pytest_unconfigure(self) -> None:
        """Nothing is left for the next run."""
        self._folder.cleanup()


def open_results(config: pytest.Config) -> None:
    """Make the folder, or take the one that the controller made."""
    shared = getattr(config, "workerinput", {}).get(_INPUT)
    if shared is None:
        config.pluginmanager.register(Host(config), "zhixing-results")
    else:
        config.stash[RESULTS] = Results(Path(shared))
