"""How much of the machine a process may take."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

SPENT = 152  # the exit code of a process that had used up its time: 128 + SIGXCPU
_LARGEST_FILE = 1 << 30
_MOST_PROCESSES = 512


def limit(memory: int, seconds: float) -> None:
    """So many bytes beyond those that it was born with, so many seconds of computing in all its threads."""
    import resource

    born = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    spent = math.ceil(resource.getrusage(resource.RUSAGE_SELF).ru_utime + seconds)
    limits = {
        resource.RLIMIT_AS: (born + memory, born + memory),
        resource.RLIMIT_CPU: (4 * spent, 4 * spent + 1),
        resource.RLIMIT_FSIZE: (_LARGEST_FILE, _LARGEST_FILE),
        resource.RLIMIT_NPROC: (_MOST_PROCESSES, _MOST_PROCESSES),
        resource.RLIMIT_CORE: (0, 0),
    }
    for kind, (soft, hard) in limits.items():
        with suppress(ValueError, OSError):  # a lower limit than this holds already
            resource.setrlimit(kind, (soft, hard))
