"""What a reader sees of a line of Markdown: its words, how wide they are, and what they are about."""

from __future__ import annotations

import re
import unicodedata

from zhixing.syntax import inline

_COMMAND = re.compile(r"\\(?:text|mathrm|operatorname|mathbf)\{([^{}]*)\}|\\[a-zA-Z]+\s?|\\[,;:!]")
_DRAWN = re.compile(r"[${}`*_^\\]")
_WORD = re.compile(r"[^\W_\u3040-\u9fff\uac00-\ud7af]+")
_HAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]+")
_ASKING = re.compile(
    "为什么|什么|怎么样|怎样|怎么|哪些|哪个|哪一个|多少|下面|以下|说法|是不是|有没有|正确|成立|[的是吗呢了在有对]"
)
_SMALL = re.compile(
    "a|about|an|and|are|as|at|be|by|can|did|do|does|for|from|has|have|how|if|in|is|it|its|not|of|on|one|or|so|statements|than|"
    "that|the|then|these|this|those|to|true|was|what|when|which|who|whose|why|with|you"
)


def said(text: str) -> str:
    """The words of a text without the marks around them; a command of TeX counts as one sign."""

    def shown(match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind in ("link", "embed"):
            target, fragment, words = inline.split_target(inline.address(match))
            return words or target or fragment
        if kind in ("comment", "html", "mark", "close"):
            return ""
        if kind in ("math", "display"):
            return _COMMAND.sub(lambda command: command.group(1) or "x", inline.tex(match))
        return match.group()

    return _DRAWN.sub("", inline.PIECE.sub(shown, text)).strip()


def width(text: str) -> int:
    """How many columns the words take: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in said(text))


def topics(text: str) -> frozenset[str]:
    """What a question is about: its words without the small ones; of Chinese the pairs of neighbouring characters."""
    words = said(text).casefold()
    found = {word for word in _WORD.findall(words) if not _SMALL.fullmatch(word)}
    for run in _HAN.findall(_ASKING.sub(" ", words)):
        found.update(run[place : place + 2] for place in range(max(1, len(run) - 1)))
    return frozenset(found)


def squeezed(text: str) -> str:
    """The letters and digits alone, in lower case: what two spellings of a name share."""
    return "".join(sign for sign in said(text).casefold() if sign.isalnum())
