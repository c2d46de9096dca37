"""One measured number of the page on speed, in the words of both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """A number, what was wanted, and the device it comes from: "CPU", "GPU", "interpreter" or "not measured"."""

    name_en: str
    name_zh: str
    value: float
    unit: str
    target: str
    met: bool | None
    device: str
    detail_en: str = ""
    detail_zh: str = ""
