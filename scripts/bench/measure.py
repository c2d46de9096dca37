"""Timings: whole commands in fresh processes, the two sides of a ratio taken in turn."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.synthetic import write_vault

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """One line of the table: what was measured, the value, what is wanted."""

    name: str
    value: float
    unit: str
    wanted: str
    ok: bool
    note: str


def run(arguments: list[str], cwd: Path, accept: int = 0) -> float:
    """Seconds that a command takes; its output only where it fails. `accept` is an exit code that is fine too."""
    start = time.perf_counter()
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=environment(cwd))
    seconds = time.perf_counter() - start
    if done.returncode not in (0, accept):
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return seconds


def environment(vault: Path) -> dict[str, str]:
    """The engine of this checkout, and caches of the vault's own, so that a run starts cold when they are removed."""
    path = os.pathsep.join(filter(None, (str(ROOT / "scripts"), os.environ.get("PYTHONPATH"))))
    own = {"XDG_CACHE_HOME": str(vault / ".xdg"), "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": path}
    return {**os.environ, **own}


def prepare(vault: Path, cards: int) -> None:
    """A vault in which nothing is wrong, its snippets extracted and its translations confirmed."""
    write_vault(vault, cards)
    for kind in ("engine", "plain", "bare"):
        site_config(vault, kind)
    run(["zhixing.hosts.cli.main", "extract"], vault)
    run(["zhixing.hosts.cli.main", "translated", "--all"], vault)


def site_config(vault: Path, kind: str) -> None:
    """mkdocs.yml of the project for this vault: with the engine, plain (with Material's search), or bare (without)."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("scripts/web", str(ROOT / "scripts" / "web"))
    if kind != "engine":
        search = "  - search\n" if kind == "plain" else ""
        text = re.sub(r"^  - zhixing:.*?(?=^  - |^\S)", search, text, flags=re.M | re.S)
    (vault / ("mkdocs.yml" if kind == "engine" else f"{kind}.yml")).write_text(text, encoding="utf-8")


def build_ratio(vault: Path, rounds: int) -> tuple[float, float, float, float]:
    """Medians: engine over plain, engine over bare, seconds of the engine, seconds of plain. The three alternate."""
    run(["mkdocs", "build", "-q", "-f", "mkdocs.yml", "-d", "site-engine"], vault)  # fills the caches of all three
    times: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        plain = run(["mkdocs", "build", "-q", "-f", "plain.yml", "-d", "site-plain", "--no-strict"], vault)
        engine = run(["mkdocs", "build", "-q", "-f", "mkdocs.yml", "-d", "site-engine"], vault)
        bare = run(["mkdocs", "build", "-q", "-f", "bare.yml", "-d", "site-bare", "--no-strict"], vault)
        times.append((engine, plain, bare))
    ratios = median(e / p for e, p, _ in times), median(e / b for e, _, b in times)
    return *ratios, median(e for e, _, _ in times), median(p for _, p, _ in times)


def check_times(vault: Path, rounds: int, accept: int = 0) -> tuple[float, float]:
    """Median seconds of `zhixing check` without and with its cache."""
    cold, warm = [], []
    for _ in range(rounds):
        shutil.rmtree(vault / ".xdg", ignore_errors=True)
        cold.append(run(["zhixing.hosts.cli.main", "check"], vault, accept))
        warm.append(run(["zhixing.hosts.cli.main", "check"], vault, accept))
    return median(cold), median(warm)


def extract_time(vault: Path, rounds: int) -> float:
    """Median seconds to make every module from a loaded vault, in one process."""
    from zhixing.blocks.extract import emit_snippets
    from zhixing.vault.load import load_vault

    loaded = load_vault(vault)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        emit_snippets(loaded)
        times.append(time.perf_counter() - start)
    return median(times)


def edit_visible(vault: Path, rounds: int, port: int = 8137) -> float:
    """Median seconds from saving a card under `mkdocs serve` to the new text being served."""
    server = subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"],
        cwd=vault,
        env=environment(vault),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stop = threading.Timer(900, server.kill)
    stop.start()
    try:
        url = f"http://127.0.0.1:{port}/attention/Concept_1/"
        _until(lambda: "Concept 1" in _get(url), 600)
        card = vault / "docs" / "en" / "attention" / "Concept_1.md"
        text = card.read_text(encoding="utf-8")
        times = []
        for turn in range(rounds):
            mark = f"edit number {turn} of {os.getpid()}"
            start = time.perf_counter()
            card.write_text(text.replace("Some prose", f"{mark}. Some prose"), encoding="utf-8")
            _until(lambda mark=mark: mark in _get(url), 120)
            times.append(time.perf_counter() - start)
            time.sleep(1)
        card.write_text(text, encoding="utf-8")
        return median(times)
    finally:
        stop.cancel()
        server.terminate()
        server.wait(timeout=20)


def _get(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def _until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"nothing came within {seconds:.0f} s")
        time.sleep(0.05)
