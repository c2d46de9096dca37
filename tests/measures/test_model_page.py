"""The page on speed says what was measured, where, and what was not."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="needs matplotlib, which is not installed")

from bench import model_page, results
from bench.paired import Pair, described, met, paired, ratio
from bench.ratio import Ratio
from bench.results import Section

ROOT = Path(__file__).resolve().parents[2]
ROWS = (
    Ratio("blockwise: time", "分块：时间", 1.234, "×", "≤ 1.3", True, "CPU", "seven pairs", "七对"),
    Ratio("blockwise: memory", "分块：内存", 4315.2, "MB", "≤ 80", False, "CPU"),
    Ratio("kernel: error", "内核：误差", 0.6, "×", "", None, "interpreter"),
    Ratio("kernel: time", "内核：时间", math.nan, "×", "", None, "not measured", "no CUDA device", "没有 CUDA 设备"),
)


def test_a_row_names_value_target_verdict_and_device_in_both_languages():
    assert model_page.table(ROWS, "en")[2:] == [
        "| blockwise: time | 1.23\xa0× | ≤\xa01.3 | yes | CPU | seven pairs |",
        "| blockwise: memory | 4,315\xa0MB | ≤\xa080 | **no** | CPU |  |",
        "| kernel: error | 0.6\xa0× |  |  | interpreter |  |",
        "| kernel: time | – |  |  | not measured | no CUDA device |",
    ]
    assert model_page.table(ROWS, "zh")[2:] == [
        "| 分块：时间 | 1.23\xa0× | ≤\xa01.3 | 是 | CPU | 七对 |",
        "| 分块：内存 | 4,315\xa0MB | ≤\xa080 | **否** | CPU |  |",
        "| 内核：误差 | 0.6\xa0× |  |  | 解释器 |  |",
        "| 内核：时间 | – |  |  | 未测量 | 没有 CUDA 设备 |",
    ]


def test_results_come_back_as_they_were_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "PATH", tmp_path / "results.json")
    assert results.load() == {}
    section = Section("a machine", ROWS[:3], ((1024, {"torch": 1.2}, {"torch": 20.0}),))
    results.save({"attention": section, "decoding": Section("another", ROWS[3:], ((64, 1.0, 2.0),))})
    back = results.load()
    assert back["attention"] == section
    assert math.isnan(back["decoding"].rows[0].value) and back["decoding"].growth == ((64, 1.0, 2.0),)


def test_the_committed_pages_are_those_of_the_last_results():
    sections = results.load()
    if not sections:
        pytest.skip("nothing was measured yet: run `make bench`")
    for path, data in model_page.emit(sections).items():
        assert (ROOT / path).read_bytes() == data, f"{path} is not what scripts/bench/results.json says"


def test_a_chart_has_the_words_of_its_language():
    growth = tuple((n, {"plain": 4.0, "torch": 1.2}, {"fused": 5.0, "torch": 9.0}) for n in (1024, 2048))
    section = Section("a machine", ROWS, growth)
    english, chinese = (
        model_page.emit({"attention": section})[f"docs/{lang}/map/attention_speed.svg"].decode()
        for lang in ("en", "zh")
    )
    assert "blockwise PyTorch" in english and "分块" not in english
    assert "分块 PyTorch" in chinese and "blockwise" not in chinese
    assert "NumPy" not in english  # a series that was not measured is not drawn


def test_pairs_alternate_and_the_median_of_their_ratios_counts():
    calls = []
    pairs = paired(lambda: calls.append("ours"), lambda: calls.append("reference"), 3, patience=0)
    assert len(pairs) == 3 and calls == ["reference", "ours"] * (len(calls) // 2)
    assert ratio([Pair(2, 1, 0), Pair(9, 3, 0), Pair(5, 1, 0)]) == 3


def test_a_ratio_and_the_times_beside_it_are_of_one_pair_and_a_disturbed_run_is_not_judged():
    quiet = [Pair(2.0, 1.0, 0.0), Pair(9.0, 3.0, 0.0), Pair(5.0, 1.0, 0.0)]
    noisy = [Pair(8.0, 1.0, 1.5), Pair(9.0, 1.0, 1.5)]
    assert ratio([*quiet, *noisy]) == 3.0
    assert (
        described([*quiet, *noisy])[0] == "9.00 s to 3.00 s in the middle one of 3 pairs, 2 more left out as disturbed"
    )
    assert met([*quiet, *noisy], True) is True
    assert met(noisy, True) is None
    assert described(noisy)[0].endswith("of 2 pairs, every one of them disturbed")
    row = Ratio("time", "时间", ratio(noisy), "×", "≤ 9", met(noisy, True), "CPU", *described(noisy))
    assert (
        " | not judged | " in model_page.table((row,), "en")[2] and " | 未判定 | " in model_page.table((row,), "zh")[2]
    )
