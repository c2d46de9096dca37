"""What is read without a YAML parser means the same to one."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from zhixing.checks.translation import RECORD_HEAD, record_bytes
from zhixing.syntax.fast.yaml import read_plain, read_translations
from zhixing.syntax.frontmatter import read_yaml

ROOT = Path(__file__).parents[2]
PIECES = [
    *("a", "B", "true", "Null", "False", "yes", "on", "0", "12", "007", "1e3", "0x1f", "1_000", "2024-02-30", "12:30"),
    *(
        ".inf",
        "~",
        "=",
        "<<",
        "-",
        "- ",
        "?",
        ":",
        ": ",
        "#",
        " #",
        "&a",
        "*a",
        "!x",
        "|",
        ">",
        "%",
        "@",
        "`",
        "'",
        '"',
    ),
    *(
        "[",
        "]",
        "[]",
        "{",
        "}",
        ",",
        ", ",
        " ",
        "  ",
        "\t",
        "\\",
        '"a b"',
        "'q'",
        "概念",
        "：",
        "，",
        "⭐",
        "⭐⭐⭐",
        "é",
        "🙂",
    ),
    *("\u3000", "\u00a0", "\u200b", "\x85", "\u2028", "\x07", "(", ")", "/", "."),
]
KEYS = ["a", "tags", "true", "null", "a b", "a-b", "_x", "é", "12", "- a", '"q"', "<<", " a", "topic", "---", "..."]
LINES = st.one_of(
    st.builds(
        lambda key, gap, rest: f"{key}:{gap}{''.join(rest)}",
        st.sampled_from(KEYS),
        st.sampled_from(["", " ", "  "]),
        st.lists(st.sampled_from(PIECES), max_size=6),
    ),
    st.lists(st.sampled_from(PIECES), max_size=4).map("".join),
)


@pytest.mark.thorough
@settings(max_examples=1000, deadline=None)
@given(st.lists(LINES, max_size=5).map("\n".join))
@example('tags: ["[[A]]", "b c"]')
@example("a: [x, y,]")
@example("a: [x, true]")
@example("a: x\na: y\nb:")
@example("a:\n- b")
@example("a: b\n  c")
def test_it_means_the_same(source: str) -> None:
    plain = read_plain(source)
    if plain is not None:
        assert (*plain, []) == read_yaml("x", source)
        assert list(plain[0]) == list(read_yaml("x", source)[0])


def test_nearly_all_cards_are_plain() -> None:
    fronts = [file.read_text(encoding="utf-8").split("\n---\n")[0][4:] for file in ROOT.glob("docs/*/*/*.md")]
    cards = [front for front in fronts if front.startswith("topic:")]
    plain = [read_plain(front) for front in cards]
    assert len(cards) >= 70
    assert sum(found is not None for found in plain) > 0.9 * len(cards)
    for front, found in zip(cards, plain, strict=True):
        assert found is None or (*found, []) == read_yaml("x", front)


@pytest.mark.parametrize("source", ["a: b: c", "a:b", "a: 'x'", "a: 1.5", "a: {b: c}", "a: # c", " a: b", "a: [b"])
def test_the_rest_is_left_to_the_parser(source: str) -> None:
    assert read_plain(source) is None


WORDS = st.sampled_from(["a/B", "zh", "the-rule", "本质", "x y", "é", "~", "12", "true", "\u2028", "a\\b"])
DIGESTS = st.sampled_from(["0123456789ab ba9876543210", "123456789012 123456789012"])
RECORDS = st.dictionaries(
    WORDS, st.dictionaries(WORDS, st.dictionaries(WORDS, DIGESTS, max_size=3), max_size=2), max_size=3
)
RECORD_LINES = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "  ", "    ", "      ", "# ", "\t"]),
        st.sampled_from(['"a":', '"b":', '"a"', "a:", '"a\\n":', '"":', ""]),
        st.sampled_from(["", "", " 0123456789ab ba9876543210", " 0123456789ab", " # x"]),
    ),
)


@settings(max_examples=500, deadline=None)
@given(RECORDS)
@example({"a": {"zh": {}}})
@example({"a": {}})
def test_a_record_that_was_written_is_read(record: dict[str, dict[str, dict[str, str]]]) -> None:
    text = record_bytes(record).decode()
    found = read_translations(text)
    assert found is None or found == yaml.safe_load(text) == record
    if record and "{}" not in repr(record) and "\\" not in text and "\u2028" not in text:
        assert found == record


@pytest.mark.thorough
@settings(max_examples=1000, deadline=None)
@given(st.lists(RECORD_LINES, max_size=6))
@example(['"a":', '  "zh":', '    "x": 0123456789ab ba9876543210', '  "zh":', '    "y": 0123456789ab ba9876543210'])
@example(['"a":', '  "zh":', '      "x": 0123456789ab ba9876543210'])
def test_a_record_means_the_same(lines: list[str]) -> None:
    text = RECORD_HEAD + "".join(line + "\n" for line in lines)
    found = read_translations(text)
    if found is not None:
        assert found == yaml.safe_load(text)


def test_the_record_of_the_project_is_plain() -> None:
    text = (ROOT / "docs/translations.yml").read_text(encoding="utf-8")
    assert read_translations(text) == yaml.safe_load(text)
