"""What concerns all tests: who runs which of them when several processes do."""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling


class OneBrowser(LoadScopeScheduling):
    """Every test by itself, except that the built site, its packages and the browser belong to one process.

    pytest-xdist's own groups are names put behind a test's id, which this pytest no longer lets a plugin change.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "site" if nodeid.startswith(("tests/site/", "tests/web/")) else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneBrowser:
    """The largest share goes first: the browser starts at once, the rest runs beside it."""
    return OneBrowser(config, log)
