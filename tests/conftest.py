"""What concerns all tests: who runs which of them when several processes do, and that no verdict depends on speed or chance."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from shares import BySubject
from xdist.remote import Producer

ROOT = Path(__file__).resolve().parents[1]

# Hypothesis would fail an example after 200 ms, and give up on inputs that are slow to make: both are the machine's load.
# Derandomised, it tries the same examples on every machine. A nightly run looks for new ones: HYPOTHESIS_PROFILE=fresh;
# what it finds is printed with the line that tries it again, and belongs into the test as an @example.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fresh", settings.get_profile("any machine"), derandomize=False, database=None, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "any machine"))


def pytest_configure(config: pytest.Config) -> None:
    """Begin again in UTF-8 where the names of files are taken for ASCII, as the command does: the tests write 中.md.

    That a text is read in the encoding of the locale would then go unseen: EncodingWarning sees it (test_environment.py).
    A shell that starts a run in the background has it ignore Ctrl-C; the tests of Ctrl-C would wait for ever.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.getfilesystemencoding() == "utf-8" or sys.flags.utf8_mode:
        return
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.stop_global_capturing()
    os.environ["PYTHONUTF8"] = "1"
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *map(str, config.invocation_params.args)])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> BySubject:
    """The largest shares go first: the browsers start at once, the rest runs beside them."""
    return BySubject(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """No test leaves another `snippets` behind than that of the root: what imports it later would depend on the order."""
    yield
    package = sys.modules.get("snippets")
    assert package is None or package.__file__ == str(ROOT / "snippets" / "__init__.py"), package
