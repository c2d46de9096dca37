"""Run the measurements, print their tables, write the pages and charts on speed."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import measure, model_page, page_python, page_weight, quartz, results, scale, search_speed, speed_page
from bench.measure import ROOT, Result
from bench.paired import PATIENCE
from bench.results import Section
from bench.synthetic import write_vault

PARTS = ("engine", "attention", "decoding", "page", "weight")
ALONE = ("scale", "pages")  # asked for by name: minutes, or nothing to measure


def main() -> int:
    """Exit 0 whatever the numbers are: machines are noisy, people judge."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument(
        "--cards", type=int, default=1000, help="cards of the synthetic vault, in each of two languages"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--only", choices=(*PARTS, *ALONE), help="measure one part and leave the others; pages: write the last results"
    )
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=scale.SIZES, help="with --only scale: cards of each vault"
    )
    parser.add_argument("--what", nargs="+", default=(), help="with --only scale: beginnings of the rows to measure")
    parser.add_argument("--site", type=Path, help="with --only page or weight: a site that is built already")
    parser.add_argument("--quartz", type=Path, help="with weight: a checkout of Quartz that has its packages")
    parser.add_argument("--write", action="store_true", help="write the tables and charts into the docs")
    parser.add_argument("--patience", type=int, help="seconds that each timing may wait for a quiet machine")
    options = parser.parse_args()
    if options.patience is not None:
        os.environ[PATIENCE] = str(options.patience)
    if options.only == "scale":
        with tempfile.TemporaryDirectory(prefix="zhixing-scale-") as folder:
            print("\n".join(scale.table(list(scale.costs(Path(folder), options.sizes, options.what)))))
        return 0
    parts = [part for part in PARTS if options.only in (None, part)]
    if "engine" in parts:
        _engine_part(options.cards, options.rounds, options.write)
    if "page" in parts:
        print("\n".join(page_python.table(page_python.measure(options.rounds, options.site))), end="\n\n")
    if "weight" in parts:
        print("\n".join(page_weight.report(options.site, options.rounds)), end="\n\n")
        print("\n".join(quartz.beside(options.quartz, 1) if options.quartz else [quartz.NONE]), end="\n\n")
    fresh = {name: _model_part(name) for name in parts if name in ("attention", "decoding")}
    for section in fresh.values():
        print("\n".join(model_page.table(section.rows, "en")), end="\n\n")
    if options.write and options.only not in ("engine", "page", "weight"):
        results.save({**results.load(), **fresh})
        for path, data in model_page.emit(results.load()).items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_bytes(data)
            print(f"wrote {path}")
    return 0


def _engine_part(cards: int, rounds: int, write: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="zhixing-bench-") as folder:
        found = _engine(Path(folder) / "vault", cards, rounds)
        growth = _growth(Path(folder), [cards * step // 4 for step in (1, 2, 4, 8, 20)])
    print("\n".join([*speed_page.table(found), "", *speed_page.growth_table(growth)]), end="\n\n")
    if write:
        page = speed_page.page(found, growth, _machine(), cards, rounds)
        (ROOT / "docs/en/contributing/speed.md").write_text(page, encoding="utf-8")
        (ROOT / "docs/en/contributing/speed.svg").write_bytes(speed_page.chart(growth))
        print("wrote docs/en/contributing/speed.md and speed.svg")


def _model_part(name: str) -> Section:
    """Measure attention or decoding; each is a module with `measure` and `growth`."""
    import torch

    module = importlib.import_module(f"bench.{name}")
    rows, growth = tuple(module.measure()), tuple(module.growth())
    return Section(f"{_machine()}, PyTorch {torch.__version__}", rows, growth)


def _engine(vault: Path, cards: int, rounds: int) -> list[Result]:
    print(f"a vault of {cards:,} cards in two languages", file=sys.stderr)
    measure.prepare(vault, cards)
    cold, warm = measure.check_times(vault, rounds)
    extract = measure.extract_time(vault, rounds)
    print("building the site, with and without the engine, in turn", file=sys.stderr)
    ratio, bare, ours, theirs = measure.build_ratio(vault, rounds)
    print("serving it and editing a card", file=sys.stderr)
    edit = measure.edit_visible(vault, rounds)
    build, most = f"{ours:.1f} s against {theirs:.1f} s", 45 * cards / 1000
    print("typing into its search", file=sys.stderr)
    return [
        Result("site build, formulas and diagrams kept", ours, "s", f"≤ {most:.0f}", ours <= most, "two languages"),
        Result("site build ÷ plain MkDocs-Material", ratio, "×", "≤ 1.3", ratio <= 1.3, build),
        Result("the same without its search index", bare, "×", "", True, "plain builds none at all"),
        Result("`zhixing check`, nothing cached", cold, "s", "≤ 3", cold <= 3, ""),
        Result("`zhixing check`, again", warm, "s", "≤ 1", warm <= 1, ""),
        Result("edited card visible under `make serve`", edit, "s", "≤ 2", edit <= 2, "from saving to being served"),
        Result("extraction of all modules", extract, "s", "≤ 1", extract <= 1, "vault loaded"),
        *search_speed.results(search_speed.measure(vault)),
    ]


def _growth(folder: Path, sizes: list[int]) -> list[tuple[int, float, float]]:
    rows = []
    for size in sizes:
        print(f"growth: {size:,} cards", file=sys.stderr)
        vault = folder / f"growth-{size}"
        write_vault(vault, size)
        measure.site_config(vault, "engine")
        cold, warm = measure.check_times(vault, 1, accept=1)
        rows.append((size, cold, warm))
    return rows


def _machine() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine()
    )
    cores = len([line for line in lines if line.startswith("processor")]) or "?"
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return f"{model}, {cores} cores, Python {platform.python_version()}, commit {commit.stdout.strip() or 'unknown'}"


if __name__ == "__main__":
    raise SystemExit(main())
