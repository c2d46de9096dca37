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


ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """One line of the table: what was measured, the value, what is wanted."""

    name: str
    value: float
    unit: str
    wanted: str
    ok: bool


def run(arguments: list[str], cwd: Path) -> float:
    """Seconds that a command takes; its output only where it fails."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return seconds


def site_config(vault: Path, *, engine: bool) -> Path:
    """mkdocs.yml of the project, for the synthetic vault, with or without the engine."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("scripts/web", str(ROOT / "scripts" / "web"))
    if not engine:
        text = re.sub(r"^  - zhixing:.*?(?=^  - |^\S)", "", text, flags=re.M | re.S)
    path = vault / ("mkdocs.yml" if engine else "plain.yml")
    path.write_text(text, encoding="utf-8")
    return path


def build_ratio(vault: Path, rounds: int) -> tuple[float, float, float]:
    """Median of engine over plain build time, and both medians in seconds; the two alternate."""
    ratios, ours, theirs = [], [], []
    for _ in range(rounds):
        plain = run(["mkdocs", "build", "-q", "-f", "plain.yml", "-d", "site-plain", "--no-strict"], vault)
        engine = run(["mkdocs", "build", "-q", "-f", "mkdocs.yml", "-d", "site-engine"], vault)
        ratios.append(engine / plain)
        ours.append(engine)
        theirs.append(plain)
    return median(ratios), median(ours), median(theirs)


def check_times(vault: Path, rounds: int) -> tuple[float, float]:
    """Median seconds of `zhixing check` without and with its cache."""
    cold, warm = [], []
    for _ in range(rounds):
        shutil.rmtree(vault / ".cache" / "zhixing", ignore_errors=True)
        cold.append(run(["zhixing.cli", "check"], vault))
        warm.append(run(["zhixing.cli", "check"], vault))
    return median(cold), median(warm)


def extract_time(vault: Path, rounds: int) -> float:
    """Median seconds to make every module from a loaded vault, in one process."""
    from zhixing.load import load_vault
    from zhixing.snippets import emit_snippets

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


