"""What one test says to the process that writes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Note:
    """The end of one test, in types that travel between processes."""

    root: str
    path: str
    key: str
    digest: str
    skipped: str
    failed: bool
    fence: int
    old: str
    new: str
    picture_path: str
    picture: bytes
    inputs: str = ""  # what the verdict depended on, where someone asked for it

    def data(self) -> dict[str, Any]:
        """As a dictionary of plain values."""
        return asdict(self)
