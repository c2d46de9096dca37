"""While a site is built, the search for garbage leaves the vault alone and comes less often: it took a quarter of the build.

Nearly all that a page is made of goes by itself. What does not is still found, so that memory stays what it was.
"""

from __future__ import annotations

import atexit
import gc

_PATIENCE = (20_000, 10, 10)  # new objects until it is looked for; Python's own 700 is a part of a page


class Garbage:
    """One build after another."""

    def __init__(self) -> None:
        self._usual: tuple[int, int, int] | None = None

    def begin(self) -> None:
        """The vault has been read, and stays."""
        self.end()
        self._usual = gc.get_threshold()
        gc.set_threshold(*_PATIENCE)
        gc.freeze()

    def end(self) -> None:
        """As it was."""
        if self._usual is not None:
            gc.set_threshold(*self._usual)
            gc.unfreeze()
            self._usual = None
            atexit.unregister(gc.freeze)
            atexit.register(gc.freeze)  # once: a process that ends looks through everything twice before it does
