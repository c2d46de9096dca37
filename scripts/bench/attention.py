"""Attention without the matrix of scores, against PyTorch's own: B = 1, H = 8, D = 64, float32, two threads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Any

from bench.attention_gpu import gpu_rows, interpreter_rows
from bench.attention_runs import THREADS
from bench.measure import ROOT
from bench.paired import Pair, described, met, ratio
from bench.ratio import Ratio

LONG, CAUSAL, TWICE = 8192, 4096, 16384
LENGTHS = (1024, 2048, 4096, 8192)
Growth = list[tuple[int, dict[str, float], dict[str, float]]]  # tokens, times of PyTorch's own, megabytes


def measure() -> list[Ratio]:
    """All rows of the table."""
    return [*_times(), *_memory(), *interpreter_rows(), *gpu_rows()]


def growth() -> Growth:
    """Time as a multiple of PyTorch's own, and megabytes beyond the inputs, over the number of tokens."""
    rows: Growth = []
    for tokens in LENGTHS:
        names = ["plain", "torch", "numpy"] if _fits(tokens) else ["torch", "numpy"]
        times = {name: ratio(_pairs(name, tokens, False)) for name in names}
        rows.append((tokens, times, {name: _peak(name, tokens) for name in ["fused", *names]}))
    return rows


def _times() -> list[Ratio]:
    names = {
        "plain": ("plain PyTorch", "朴素 PyTorch"),
        "torch": ("blockwise PyTorch", "分块 PyTorch"),
        "numpy": ("blockwise NumPy", "分块 NumPy"),
    }
    wanted = {("torch", False): 1.3, ("torch", True): 1.6, ("numpy", False): 3.0}
    rows = []
    for name, tokens, causal in (
        *((name, LONG, False) for name in names),
        ("plain", CAUSAL, True),
        ("torch", CAUSAL, True),
    ):
        title = _title(names[name], tokens, causal)
        if name == "plain" and not _fits(tokens):
            rows.append(_absent(title, "not enough memory", "内存不足"))
            continue
        pairs = _pairs(name, tokens, causal)
        limit = wanted.get((name, causal))
        row = _row(title, ratio(pairs), "×", limit, *described(pairs))
        rows.append(row if row.met is None else replace(row, met=met(pairs, row.met)))
    return rows


def _memory() -> list[Ratio]:
    rows = []
    names = {
        "fused": ("PyTorch's own", "PyTorch 自带", None),
        "plain": ("plain PyTorch", "朴素 PyTorch", None),
        "torch": ("blockwise PyTorch", "分块 PyTorch", 80.0),
        "numpy": ("blockwise NumPy", "分块 NumPy", 40.0),
    }
    for name, (en, zh, limit) in names.items():
        title = f"{en}, {LONG:,} tokens: extra memory", f"{zh}，{LONG:,} 个词元：额外内存"
        if name == "plain" and not _fits(LONG):
            rows.append(_absent(title, "not enough memory", "内存不足"))
            continue
        output = "of it 17 MB for the output", "其中输出占 17 MB"
        rows.append(_row(title, _peak(name, LONG), "MB", limit, *output))
    for name in ("torch", "numpy"):
        en, zh, _ = names[name]
        title = f"{en}: extra memory at {TWICE:,} ÷ at {LONG:,}", f"{zh}：{TWICE:,} 与 {LONG:,} 个词元的额外内存之比"
        rows.append(
            _row(
                title,
                _peak(name, TWICE) / _peak(name, LONG),
                "×",
                2.1,
                "linear growth gives at most 2",
                "线性增长至多为 2",
            )
        )
    return rows


def _title(name: tuple[str, str], tokens: int, causal: bool) -> tuple[str, str]:
    mask = (", causal", "，因果") if causal else ("", "")
    return f"{name[0]}, {tokens:,} tokens{mask[0]}: time", f"{name[1]}，{tokens:,} 个词元{mask[1]}：时间"


def _row(title: tuple[str, str], value: float, unit: str, limit: float | None, en: str, zh: str) -> Ratio:
    target = "" if limit is None else f"≤ {limit:g}"
    return Ratio(*title, value, unit, target, None if limit is None else value <= limit, "CPU", en, zh)


def _absent(title: tuple[str, str], en: str, zh: str) -> Ratio:
    return Ratio(*title, float("nan"), "×", "", None, "not measured", en, zh)


def _pairs(name: str, tokens: int, causal: bool) -> list[Pair]:
    """Pairs of three processes: one that is slow from start to end cannot settle the median."""
    rounds = 1 if name == "plain" else 3
    return [Pair(*pair) for run in range(3) for pair in _child("time", name, tokens, causal, rounds, run)]


def _peak(name: str, tokens: int) -> float:
    return float(_child("memory", name, tokens, False, 1, 0))


@cache  # a point of the chart that is a row of the table is measured once
def _child(kind: str, name: str, tokens: int, causal: bool, rounds: int, run: int) -> Any:
    print(f"attention: {kind} of {name}, {tokens:,} tokens{', causal' * causal}, run {run + 1}", file=sys.stderr)
    words = [kind, name, str(tokens), "causal" if causal else "full", str(rounds)]
    threads = {"OMP_NUM_THREADS": str(THREADS), "OPENBLAS_NUM_THREADS": str(THREADS)}
    done = subprocess.run(
        [sys.executable, "-m", "bench.attention_runs", *words],
        env={**os.environ, **threads, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'scripts'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def _fits(tokens: int) -> bool:
    """Whether the plain form has room: two matrices of scores, and some."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 2.5 * 8 * 4 * tokens**2 < free
