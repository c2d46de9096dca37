"""docs/en/map/Speed.md and docs/zh/map/Speed.md: the speed of the cards' code, in the words of each language."""

from __future__ import annotations

import math

from bench import charts
from bench.ratio import Ratio
from bench.results import Section

_HEAD = {
    "en": """---
title: Speed
---

# Speed

How fast the code of the cards is, and how much memory it takes, as measured by `make bench`.

- A time is a **ratio** to something timed in the same run: the two alternate, and the pair with the median ratio is
  shown, its ratio and its two times. Each pair waits for a quiet machine; a run in which others disturbed every pair is not judged.
- Each row says where it was measured: on a CPU, on a GPU, under Triton's interpreter (which executes a GPU kernel with NumPy:
  good for errors, not for speed), or not yet.
- "Met" compares with the target that the row names; a row without a target is there for comparison.
- Extra memory is what is needed beyond the inputs at the worst moment, the output included.
""",
    "zh": """---
title: 速度
---

# 速度

卡片上的代码有多快、占多少内存，由 `make bench` 测得。

- 时间都是**比值**，参照物在同一次运行里测：两者交替进行，取比值居中的那一对，
  比值和两个时间都出自它。每一对都等机器空闲时才测；如果每一对都受到干扰，就不作判定。
- 每一行都注明在哪里测的：CPU、GPU、Triton 解释器（用 NumPy 执行 GPU 内核，只能说明误差，不能说明速度），或者尚未测量。
- “达标”对照的是该行写出的目标；没有目标的行只作比较。
- 额外内存指最吃紧的那一刻、输入之外所需的内存，含输出。
""",
}
_TITLES = {
    "attention": {"en": "Attention", "zh": "注意力"},
    "decoding": {"en": "Decoding", "zh": "解码"},
}
_ABOUT = {
    "attention": {
        "en": "The code of [[Flash_Attention]] against `F.scaled_dot_product_attention`, called PyTorch's own below: "
        "one sequence, 8 heads of width 64, float32, two threads.",
        "zh": "[[Flash_Attention]] 的代码与 `F.scaled_dot_product_attention`（下称 PyTorch 自带）相比："
        "一条序列，8 个头，每头宽 64，float32，两个线程。",
    },
    "decoding": {
        "en": "The code of [[KV_Cache]]: a small model generates tokens with and without its cache.",
        "zh": "[[KV_Cache]] 的代码：一个小模型在有缓存和无缓存时生成词元。",
    },
}
_COLUMNS = {
    "en": "| what | value | target | met | measured on | remark |",
    "zh": "| 项目 | 数值 | 目标 | 达标 | 测量于 | 说明 |",
}
_DEVICES = {"interpreter": "解释器", "not measured": "未测量"}
_MET = {"en": {True: "yes", False: "**no**", None: ""}, "zh": {True: "是", False: "**否**", None: ""}}
_OPEN = {"en": "not judged", "zh": "未判定"}  # a target, and no quiet run to compare with it
_MACHINE = {"en": "Machine: {}.", "zh": "机器：{}。"}
_STAY = "\N{NO-BREAK SPACE}"  # a number and its unit stay on one line
_CHARTS = {"attention": charts.attention_chart, "decoding": charts.decoding_chart}


def emit(sections: dict[str, Section]) -> dict[str, bytes]:
    """The pages and charts of both languages, by path."""
    files = {}
    for lang in ("en", "zh"):
        files[f"docs/{lang}/map/Speed.md"] = _page(sections, lang).encode()
        for name, section in sections.items():
            files[f"docs/{lang}/map/{name}_speed.svg"] = _CHARTS[name](section, lang)
    return files


def table(rows: tuple[Ratio, ...], lang: str) -> list[str]:
    """A Markdown table of the rows."""
    return [_COLUMNS[lang], "|---|---|---|---|---|---|", *(_row(row, lang) for row in rows)]


def _page(sections: dict[str, Section], lang: str) -> str:
    parts = [_HEAD[lang]]
    for name, section in sections.items():
        parts += [f"## {_TITLES[name][lang]}\n", _ABOUT[name][lang] + "\n"]
        parts += ["\n".join(table(section.rows, lang)) + "\n"]
        parts += [f"![[{name}_speed.svg]]\n", _MACHINE[lang].format(section.machine) + "\n"]
    return "\n".join(parts)


def _row(row: Ratio, lang: str) -> str:
    number = f"{row.value:.3g}" if row.value < 1000 else f"{row.value:,.0f}"
    value = "–" if math.isnan(row.value) else f"{number}{_STAY}{row.unit}"
    name, detail = (row.name_en, row.detail_en) if lang == "en" else (row.name_zh, row.detail_zh)
    device = row.device if lang == "en" else _DEVICES.get(row.device, row.device)
    verdict = _OPEN[lang] if row.target and row.met is None and not math.isnan(row.value) else _MET[lang][row.met]
    return f"| {name} | {value} | {row.target.replace(' ', _STAY)} | {verdict} | {device} | {detail} |"
