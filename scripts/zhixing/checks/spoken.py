"""A check of short answers: they are said aloud, in two or three sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zhixing.checks.questions import study_cards
from zhixing.model import Diagnostic, Vault
from zhixing.syntax.said import said

LABELS = ("Short answer", "简答")  # as a page knows them: a test compares
SENTENCES, SECONDS = 3, 25
WORDS_A_SECOND, CHARACTERS_A_SECOND = 2.5, 4.5  # 150 words, 270 Chinese characters a minute: unhurried speech
_LABEL = re.compile(rf"\*\*(?:{'|'.join(LABELS)})[.。:：]?\*\*[.。:：]?[ \t]*(?P<text>.*)", re.I)
_END = re.compile(r"[.!?](?=\s|$)|[。！？]")
_ABBREVIATED = re.compile(r"\b(?:et al|e\.g|i\.e|cf|vs)\.")
_WORD = re.compile(r"[^\W_\u3040-\u9fff]+")
_CHARACTER = re.compile(r"[\u3040-\u9fff]")


def check_spoken(vault: Vault) -> Iterator[Diagnostic]:
    """A short answer has at most three sentences and is said in less than half a minute."""
    for card in study_cards(vault):
        for question in card.questions:
            found = next((match for line in question.answer.split("\n") if (match := _LABEL.match(line))), None)
            if found is None:
                continue
            text = said(found["text"])
            count = len(_END.findall(_ABBREVIATED.sub("", text)))
            seconds = len(_WORD.findall(text)) / WORDS_A_SECOND + len(_CHARACTER.findall(text)) / CHARACTERS_A_SECOND
            if count > SENTENCES or seconds > SECONDS:
                problem = f"the short answer has {count} sentences and takes {seconds:.0f} s to say"
                hint = f"say it in {SENTENCES} sentences and {SECONDS} s; the rest belongs to the depth"
                yield Diagnostic(question.span, "Q015", problem, hint)
