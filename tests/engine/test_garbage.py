"""A build is patient with garbage and leaves the process as it was."""

from __future__ import annotations

import gc

from zhixing.hosts.mkdocs.garbage import Garbage


def test_after_a_build_garbage_is_looked_for_as_before() -> None:
    usual, garbage = gc.get_threshold(), Garbage()
    gc.unfreeze()
    garbage.begin()
    assert gc.get_threshold()[0] > usual[0] and gc.get_freeze_count() > 0
    garbage.begin()  # a server's next build, after one that failed
    garbage.end()
    garbage.end()
    assert gc.get_threshold() == usual and gc.get_freeze_count() == 0 and gc.isenabled()
