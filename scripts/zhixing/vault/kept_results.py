"""Results of pure functions, kept between the builds of a project by what the functions were given."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from typing import ParamSpec, TypeVar

from zhixing.vault.read import cache_file, fingerprint, read_cache
from zhixing.vault.write import write_cache

P = ParamSpec("P")
R = TypeVar("R")


class _Results:
    """Packed, by digest: most of them are only carried on to the next build."""

    def __init__(self, stored: object) -> None:
        is_ours = isinstance(stored, tuple) and len(stored) == 2 and stored[0] == fingerprint()
        self.known: dict[bytes, bytes] = stored[1] if is_ours and isinstance(stored, tuple) else {}
        self.used: dict[bytes, bytes] = {}


_open: list[_Results] = []


def open_results(root: Path) -> None:
    """Use the results of the last build of the project at `root`."""
    _open[:] = [_Results(read_cache(cache_file(root, "results")))]


def close_results(root: Path) -> None:
    """Keep the results that this build used."""
    for results in _open:
        if results.used.keys() != results.known.keys():
            write_cache(cache_file(root, "results"), (fingerprint(), results.used))
    _open.clear()


def kept_by(given: object, make: Callable[[], R]) -> R:
    """What `make` makes, which follows from what is given, and that from its `repr`."""
    if not _open:
        return make()
    results = _open[0]
    key = blake2b(repr(given).encode("utf-8", "backslashreplace"), digest_size=16).digest()
    packed = results.used.get(key) or results.known.get(key)
    if packed is not None:
        results.used[key] = packed
        found: R = pickle.loads(packed)
        return found
    made = make()
    results.used[key] = pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL)
    return made


def kept(function: Callable[P, R]) -> Callable[P, R]:
    """A function whose result follows from its arguments, and those from their `repr`."""

    @wraps(function)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        given = (function.__module__, function.__qualname__, args, named)
        return kept_by(given, lambda: function(*args, **named))

    return asked
