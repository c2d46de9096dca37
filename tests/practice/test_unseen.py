"""Answers that no task knows: the judge must be right about them too."""

from __future__ import annotations

import pytest
from practice_shelf import judge_of
from unseen_answers import RIGHT, WRONG


@pytest.mark.parametrize(("ident", "name", "text"), RIGHT, ids=[f"{ident}: {name}" for ident, name, _ in RIGHT])
def test_a_right_answer_in_another_style_is_accepted(ident: str, name: str, text: str) -> None:
    verdict = judge_of(ident).judge(text)
    assert verdict.accepted, verdict


@pytest.mark.parametrize(("ident", "name", "text"), WRONG, ids=[f"{ident}: {name}" for ident, name, _ in WRONG])
def test_a_wrong_answer_is_rejected_on_its_merits(ident: str, name: str, text: str) -> None:
    verdict = judge_of(ident).judge(text)
    assert not verdict.accepted
    assert verdict.reason not in ("cheat", "syntax", "missing", "signature", "empty"), verdict
