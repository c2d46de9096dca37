"""The one rule of reading times."""

from __future__ import annotations

import pytest
from zhixing.syntax.minutes import reading_minutes
from zhixing.syntax.parse import parse_card

WORDS = "one two three four five six seven eight nine ten\n" * 18  # 180 words: a minute
CODE = "```python\n" + "x = 1\n" * 200 + "```\n"  # ten minutes
FORMULA = "\n$$\na = b\n$$\n"
QUIZ = "\n> [!QUIZ] Which?\n> - [x] a\n>     - so\n> - [ ] b\n>     - no\n"
HAN = "注意力是加权求和而已。" * 26  # 260 characters


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 5),
        (WORDS, 5),
        (WORDS * 10, 10),
        (WORDS * 13, 15),
        ("---\ntopic: " + "word " * 3000 + "\n---\n" + WORDS * 10, 10),
        (CODE, 10),
        ("> " + CODE.replace("\n", "\n> "), 10),
        (CODE + "\n\n" + CODE, 20),
        (FORMULA * 30, 10),
        (QUIZ * 20, 15),
        (HAN * 10, 10),
        (WORDS * 10 + CODE + FORMULA * 30, 30),
    ],
)
def test_words_code_formulas_and_quizzes_add_up(text: str, minutes: int) -> None:
    assert reading_minutes(parse_card("docs/en/A.md", "en", "A", text)) == minutes
