"""Work in a second process: the same result, whatever the system and the Python."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from zhixing.blocks import isolate
from zhixing.vault import fork

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")


@LINUX
def test_the_work_is_done_elsewhere_and_no_warning_is_given_beside_a_thread() -> None:
    """Python 3.12 and later warn of a fork beside threads; warnings are errors here."""
    release = threading.Event()
    thread = threading.Thread(target=release.wait)
    thread.start()
    try:
        assert fork.aside(os.getpid)() != os.getpid()
        assert isolate.in_child(os.getpid, 60.0) != os.getpid()
    finally:
        release.set()
        thread.join()


@LINUX
def test_work_is_done_here_if_the_other_process_dies() -> None:
    here = os.getpid()

    def work() -> int:
        if os.getpid() != here:
            os._exit(1)
        return os.getpid()

    assert fork.aside(work)() == here


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_no_process_is_forked_where_it_is_not_safe(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delattr(os, "fork", raising=False)
    assert fork.aside(os.getpid)() == os.getpid()
    assert not fork.can_fork()


@LINUX
@pytest.mark.parametrize("has_cuda", [True, False])
def test_no_process_is_forked_beside_a_cuda_context(has_cuda: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child cannot use the context of its parent: work is done here, blocks run here."""
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: has_cuda))
    monkeypatch.setitem(sys.modules, "torch", torch)
    forks: list[int] = []
    real = os.fork
    monkeypatch.setattr(os, "fork", lambda: forks.append(1) or real())
    assert fork.can_fork() is not has_cuda
    assert (fork.aside(os.getpid)() == os.getpid()) is has_cuda
    assert len(forks) == (0 if has_cuda else 1)


@LINUX
def test_torch_is_not_imported_to_find_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether there is a GPU is not found out by importing torch."""
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    assert fork.can_fork()
    assert "torch" not in sys.modules


@LINUX
def test_a_nursery_answers_until_it_is_closed() -> None:
    """What it was made with is there, what it works with is not here, and nothing of it is left."""
    seen: list[int] = []
    nursery = fork.Nursery(lambda number: (seen.append(number), os.getpid(), sum(seen)))
    answers = [nursery.run(number) for number in (1, 2, 3)]
    assert seen == []
    assert [answer[2] for answer in answers] == [1, 3, 6]
    (pid,) = {answer[1] for answer in answers}
    assert pid != os.getpid()
    nursery.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@LINUX
def test_who_asks_a_nursery_that_died_is_told() -> None:
    nursery = fork.Nursery(lambda: os._exit(1))
    with pytest.raises(EOFError):
        nursery.run()
    nursery.close()


@LINUX
@pytest.mark.parametrize("where", ["in the wait", "just before it", "in the wait, and the nursery loses it"])
def test_an_interrupted_question_ends_what_the_nursery_has_begun(tmp_path: Path, where: str) -> None:
    """Ctrl-C reaches whoever waits; the child in which a block runs must not go on alone.

    A signal that comes just before a system call is noted, but does not end the call: the same happens where another thread takes it.
    """
    started = tmp_path / "started"

    def work() -> object:
        def endless() -> None:
            started.write_text(str(os.getpid()), encoding="utf-8")
            while True:
                signal.pause()

        if "loses" in where:  # as Python does in a callback of its garbage collector
            signal.signal(signal.SIGINT, lambda *_: signal.signal(signal.SIGINT, signal.default_int_handler))
        return isolate.in_child(endless, 600.0)

    def interrupt() -> None:
        while not (started.exists() and started.read_text(encoding="utf-8")):
            if ended.is_set():
                return
            os.sched_yield()
        os.kill(os.getpid(), signal.SIGINT)

    ended = threading.Event()
    nursery = fork.Nursery(work)
    thread = threading.Thread(target=interrupt)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    thread.start()
    if where == "just before it":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        with pytest.raises(KeyboardInterrupt):
            nursery.run()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        ended.set()
        thread.join()
        nursery.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text(encoding="utf-8")), 0)


@LINUX
def test_the_first_of_two_nurseries_can_be_closed_first() -> None:
    """The second one holds the first one's pipe as well."""
    first, second = fork.Nursery(os.getpid), fork.Nursery(os.getpid)
    pid = first.run()
    first.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert second.run() != pid
    second.close()
