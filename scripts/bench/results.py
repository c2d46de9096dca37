"""The last measurements, kept so that one part can be measured again without the others."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from bench.ratio import Ratio

PATH = Path(__file__).with_name("results.json")


@dataclass(frozen=True)
class Section:
    """Rows of one table, the machine they were taken on, and the points of its chart."""

    machine: str
    rows: tuple[Ratio, ...]
    growth: tuple[tuple[Any, ...], ...]


def load() -> dict[str, Section]:
    """The sections by name; none before the first run."""
    if not PATH.exists():
        return {}
    data = json.loads(PATH.read_text(encoding="utf-8"))
    return {name: _section(part) for name, part in sorted(data.items())}


def save(sections: dict[str, Section]) -> None:
    """Write them, sorted, a value that was not measured as null."""
    data = {name: asdict(replace(part, rows=tuple(map(_plain, part.rows)))) for name, part in sections.items()}
    text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    PATH.write_text(text + "\n", encoding="utf-8")


def _plain(row: Ratio) -> Ratio:
    return replace(row, value=None) if math.isnan(row.value) else row  # type: ignore[arg-type]


def _section(data: dict[str, Any]) -> Section:
    rows = [Ratio(**{**row, "value": math.nan if row["value"] is None else row["value"]}) for row in data["rows"]]
    return Section(data["machine"], tuple(rows), tuple(tuple(point) for point in data["growth"]))
