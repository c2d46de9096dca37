"""A quiz that code decides: whichever option the mark is moved to, the run of the code says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plugin_run import make_vault, run
from zhixing.blocks.decided import Answer, block_of, judged, keep_answer, plain, proofs, right_options
from zhixing.blocks.run import Session
from zhixing.model import Card, Config, Quiz
from zhixing.syntax.parse import parse_card

CARD = """# Double

```python
def double(x):
    return 2 * x
```

> [!CLAIM] Doubling four gives eight.

^double-four

```python
from snippets.double import double

eight = double(4)
assert eight == 8
```

> [!QUIZ] What is twice four?
> - [ ] 6
>     - That is two more.
> - [x] About 8
>     - Twice four.
> - [ ] 16
>     - That is the square.

^quiz-twice

CODE
"""


def card(code: str, *options: str) -> Card:
    text = CARD.replace("CODE", code)
    if options:
        head, _, tail = text.partition("> - [ ] 6")
        rows = "".join(f"> - [{'x' if at == 0 else ' '}] {option}\n>     - Why.\n" for at, option in enumerate(options))
        text = head + rows + tail[tail.index("\n^quiz-twice") :]
    return parse_card("docs/Double.md", "", "Double", text)


def answer(card: Card) -> Answer | None:
    """What the code below the quiz gives, run as a test runs it."""
    quiz = card.quizzes[0]
    assert quiz.decided is not None
    session = Session(Path(), Config(docs="docs"), {card.path: card})
    result = session.run(card, block_of(quiz, quiz.decided), keep_answer, before=proofs(card, quiz.decided))
    assert result.failure is None, result.failure
    return result.answer


def moved(quiz: Quiz, to: int) -> Quiz:
    return replace(quiz, options=tuple(replace(one, correct=at == to) for at, one in enumerate(quiz.options)))


CODES = [
    "<!--zhixing:decided double(4)-->",
    "<!--zhixing:decided by ^double-four: eight-->",
    "<!--zhixing:decided by ^double-four-->\n<!--zhixing:decided values = (6, eight, 16)-->\n"
    "<!--zhixing:decided [double(4) == value for value in values]-->",
]


@pytest.mark.parametrize("code", CODES)
def test_mark_on_any_other_option_is_named(code: str) -> None:
    asked = card(code)
    quiz, given = asked.quizzes[0], answer(asked)
    assert given is not None
    assert judged(quiz, given) is None
    for place in (0, 2):
        wrong = judged(moved(quiz, place), given)
        assert wrong is not None
        finding = wrong.diagnostic
        assert finding.code == "Q017"
        assert finding.span.line == quiz.options[min(place, 1)].span.line
        assert finding.problem.endswith(f"makes option 2 right, the quiz marks option {place + 1}")


@pytest.mark.parametrize(
    ("value", "options"),
    [
        (2.71828, ["$e \\approx 2.7$ times", "3 times"]),
        (0.125, ["1/8", "1/4"]),
        (7 / 3, ["$7/3$ of the weights", "$\\frac{7}{6}$ of the weights"]),
        (25_165_824, ["25.2 million", "12.6 million"]),
        (0.1, ["About 10 %", "About 50 %"]),
        (1.2e20, ["$1.2 \\times 10^{20}$", "$2 \\times 10^{19}$", "It cannot be said"]),
        (-0.17, ["−0.17", "0.17"]),
        ((7, 1000), ["7 layers, 1,000 steps", "7 layers, 7 steps", "7 layers"]),
        ("[nan nan]", ["`[nan nan]`", "`[inf inf]`"]),
    ],
)
def test_option_says_an_answer_at_its_own_precision(value: object, options: list[str]) -> None:
    quiz = card("", *options).quizzes[0]
    assert right_options(quiz, plain(value)) == tuple(option.correct for option in quiz.options)


def test_answer_that_fits_no_option_or_counts_them_wrong_is_named() -> None:
    quiz = card("").quizzes[0]
    nothing, short, mixed = judged(quiz, 9.0), judged(quiz, (True, False)), right_options(quiz, (True, 1.0, 2.0))
    assert nothing is not None
    assert nothing.diagnostic.problem == "^quiz-twice: the code (9) makes no option right, the quiz marks option 2"
    assert short is not None
    assert short.diagnostic.problem == "the quiz has 3 options, and the code gives (True, False)"
    assert mixed == "the quiz has 3 options, and the code gives (True, 1, 2)"
    with pytest.raises(TypeError, match="not by"):
        plain({})


@pytest.mark.thorough
def test_pytest_runs_it_and_shows_the_card(tmp_path: Path) -> None:
    code = "<!--zhixing:decided double(8)-->"
    broken = CARD.replace("CODE", "<!--zhixing:decided here = 1-->\n<!--zhixing:decided here + nowhere-->")
    make_vault(
        tmp_path, {"Double.md": CARD.replace("CODE", code), "Broken.md": broken.replace("quiz-twice", "quiz-lost")}
    )
    done = run(tmp_path)
    assert done.verdicts["docs/Double.md::quiz-twice"] == "FAILED"
    said = done.section("quiz-twice")
    assert "docs/Double.md:22: Q017 ^quiz-twice: the code (16) makes option 3 right, the quiz marks option 2" in said
    assert "docs/Broken.md:30: S020 NameError: name 'nowhere' is not defined" in done.section("quiz-lost")
