"""Who runs which tests when several processes do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

BROWSER = "tests/site/"


def share_of(test: str) -> str:
    """What a test is given out with: its module. A block of a card is a share of its own."""
    return test.partition("::")[0] if test.startswith("tests/") else test


def next_share(waiting: Iterable[str], browsing: Mapping[str, bool]) -> str:
    """Which of the waiting shares is given out: the first, unless it would wait for the site that another process builds.

    `browsing` has the browser's shares that were given out, and whether a test of it has ended: then the site is built.
    """
    shares = list(waiting)
    if browsing and not any(browsing.values()):
        return next((share for share in shares if not share.startswith(BROWSER)), shares[0])
    return shares[0]


class BySubject(LoadScopeScheduling):
    """The tests of a module go to one process: they share what is dear, the pages of a browser, a built site, a judge.

    Blocks of cards go one by one, and last: they even out what the modules leave. pytest-xdist's own groups are names put
    behind a test's id, which this pytest no longer lets a plugin change. Who comes first to the browser builds the site:
    meanwhile the other process has what needs no site.
    """

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        given = ((share, tests) for shares in self.assigned_work.values() for share, tests in shares.items())
        browsing = {share: any(tests.values()) for share, tests in given if share.startswith(BROWSER)}
        self.workqueue.move_to_end(next_share(self.workqueue, browsing), last=False)
        super()._assign_work_unit(node)
