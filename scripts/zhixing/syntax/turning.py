"""Words that turn a statement round: in their place the opposite reads as well (more and less, before and after, rows and columns)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PAIRS = (
    r"more|less|fewer|most|least|fast(?:er|est)?|slow(?:er|est)?|larg(?:e|er|est)|small(?:er|est)?|big(?:ger|gest)?",
    r"high(?:er|est)?|low(?:er|est)?|long(?:er|est)?|short(?:er|est)?|wider?|narrow(?:er)?|better|worse|best|worst|cheaper",
    r"never|always|before|after|first|last|all|some|none|every|each|any|no|not|nothing|only|neither|nor|without|yes|cannot|must",
    r"increas(?:es?|ed|ing)|decreas(?:es?|ed|ing)|rises?|falls?|grows?|shrinks?|exceeds?|overflows?|underflows?|up|down|above|below",
    r"rows?|columns?|left|right|forward|backward|encoders?|decoders?|keys?|quer(?:y|ies)|values?|inputs?|outputs?|source|target",
    r"training|inference|linear|quadratic|exponential|constant|independent|same|different|equals?|correct|wrong|both|either",
)
_TURNING = re.compile(rf"(?<![\w-])(?:{'|'.join(_PAIRS)})(?![\w-])", re.I)


def turning_words(text: str) -> Iterator[tuple[int, str]]:
    """Where an English text says one of them."""
    for match in _TURNING.finditer(text):
        yield match.start(), match.group()


def turns(text: str) -> bool:
    """Whether it says one."""
    return _TURNING.search(text) is not None
