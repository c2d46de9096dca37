"""The charts of the page on speed, drawn like the figures of the cards."""

from __future__ import annotations

from typing import Any

from zhixing.blocks.figure import default_style, render

from bench.results import Section

_SERIES = {
    "fused": {"en": "PyTorch's own", "zh": "PyTorch 自带"},
    "plain": {"en": "plain PyTorch", "zh": "朴素 PyTorch"},
    "torch": {"en": "blockwise PyTorch", "zh": "分块 PyTorch"},
    "numpy": {"en": "blockwise NumPy", "zh": "分块 NumPy"},
}
_WORDS = {
    "tokens": {"en": "tokens", "zh": "词元数"},
    "time": {"en": "time ÷ PyTorch's own", "zh": "时间 ÷ PyTorch 自带"},
    "memory": {"en": "memory beyond the inputs, MB", "zh": "输入之外的内存（MB）"},
    "new": {"en": "new tokens", "zh": "新生成的词元数"},
    "each": {"en": "ms per token", "zh": "每个词元的毫秒数"},
    "cached": {"en": "with a cache", "zh": "有缓存"},
    "uncached": {"en": "without", "zh": "无缓存"},
}


def attention_chart(section: Section, lang: str) -> bytes:
    """Time and memory over the number of tokens."""
    with default_style():
        figure, (left, right) = _axes(2)
        for name, mark in zip(_SERIES, "ovs^", strict=True):
            for ax, column in ((left, 1), (right, 2)):
                points = [(row[0], row[column][name]) for row in section.growth if name in row[column]]
                if points:
                    ax.plot(*zip(*points, strict=True), f"{mark}-", color=_colour(name), label=_SERIES[name][lang])
        left.axhline(1, color=_colour("fused"), linestyle=":")
        _lengths(left, [row[0] for row in section.growth])
        _lengths(right, [row[0] for row in section.growth])
        left.set_ylim(bottom=0)
        right.set_yscale("log")
        for ax, word in ((left, "time"), (right, "memory")):
            ax.set_xlabel(_WORDS["tokens"][lang])
            ax.set_ylabel(_WORDS[word][lang])
            ax.legend(fontsize="small")
        return render(figure, "attention_speed")


def decoding_chart(section: Section, lang: str) -> bytes:
    """Milliseconds per token over the number of tokens that are generated."""
    with default_style():
        figure, ax = _axes(1)
        tokens = [row[0] for row in section.growth]
        for column, (name, mark) in enumerate((("cached", "s-"), ("uncached", "v-")), start=1):
            ax.plot(tokens, [row[column] for row in section.growth], mark, label=_WORDS[name][lang])
        _lengths(ax, tokens)
        ax.set_ylim(bottom=0)
        ax.set_xlabel(_WORDS["new"][lang])
        ax.set_ylabel(_WORDS["each"][lang])
        ax.legend(fontsize="small")
        return render(figure, "decoding_speed")


def _axes(columns: int) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5 * columns, 3.4), layout="constrained")
    return figure, figure.subplots(1, columns)


def _colour(name: str) -> str:
    return f"C{list(_SERIES).index(name)}"


def _lengths(ax: Any, tokens: list[int]) -> None:
    ax.set_xscale("log", base=2)
    ax.set_xticks(tokens, [f"{n:,}" for n in tokens])
    ax.minorticks_off()
