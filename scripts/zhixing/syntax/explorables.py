"""Figures that answer: a comment on a line of its own, after the picture that stands for it in print."""

from __future__ import annotations

import re

# What the site's scripts can draw; tests/web/test_explore_agreement.py compares it with scripts/web/src/explore.
EXPLORABLES = (
    "alibi-slopes",
    "attention-scale",
    "attention-sentence",
    "expert-capacity",
    "flash-tiles",
    "flop-share",
    "fp8-tiles",
    "heads-and-cache",
    "kv-calculator",
    "lr-schedules",
    "masks-and-reach",
    "pipeline-schedule",
    "pre-post-norm",
    "quantization-grid",
    "rope-hands",
    "rope-scaling",
    "sampling",
    "scaling-optimum",
    "softmax-temperature",
    "speculative-acceptance",
    "tiny-gpt",
    "training-memory",
)

_EXPLORE = re.compile(r"[-\s]*zhixing:\s*explore\b(.*)", re.S)


def explorable(comment: str) -> str | None:
    """The name that the text of a comment asks for, known or not; None if it asks for nothing of the kind."""
    match = _EXPLORE.fullmatch(comment)
    return match.group(1).strip("- \t\n") if match else None
