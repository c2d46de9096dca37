"""Numbers as they are read, and who vouches for them."""

from __future__ import annotations

import json

import pytest
from zhixing.blocks.witness import Witnesses
from zhixing.blocks.witness_record import counted
from zhixing.model import Card, Config, Vault
from zhixing.page.number_files import number_files
from zhixing.syntax.citations import identifiers
from zhixing.syntax.numbers import numbers, other_numbers
from zhixing.syntax.parse import parse_card
from zhixing.vault.references import References, read_references

REFERENCES = {
    "vaswani2017": {
        "title": "Attention Is All You Need",
        "authors": ["Vaswani", "Shazeer"],
        "year": 2017,
        "venue": "NIPS",
        "arxiv": "1706.03762",
        "names": ["Transformer"],
        "figures": {"Table 2": "28.4", "section 3.1": "6"},
    },
    "touvron2023llama2": {
        "title": "Llama 2: Open Foundation and Fine-Tuned Chat Models",
        "authors": ["Touvron"],
        "year": 2023,
        "venue": "arXiv",
        "arxiv": "2307.09288",
        "names": ["Llama 2"],
    },
    "shazeer2019": {
        "title": "Fast Transformer Decoding: One Write-Head is All You Need",
        "authors": ["Shazeer"],
        "year": 2019,
        "venue": "arXiv",
        "arxiv": "1911.02150",
    },
    "su2024": {
        "title": "RoFormer",
        "authors": ["Su", "Lu"],
        "year": 2024,
        "venue": "Neurocomputing 568",
        "arxiv": "2104.09864",
    },
}


def works() -> References:
    references, problems = read_references(REFERENCES)
    assert not problems
    return references


def card_of(text: str) -> Card:
    return parse_card("docs/A.md", "", "A", text)


def found(text: str, given: dict[str, object] | None = None) -> dict[str, str]:
    """Each number of a card and what vouches for it."""
    card = card_of(text)
    vault = Vault(Config(profile="cards"), {card.path: card}, (), given=given or {})
    items = Witnesses(vault, works()).of(card)
    return {item.number.text: f"{item.witness.kind} {item.witness.detail}" if item.witness else "" for item in items}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("124 M of 12,288 at 93.3 %", ["124000000", "12288", "0.933"]),
        ("1.2 亿参数，8 万亿", ["120000000", "8e+12"]),
        ("3.5 × 10⁸ and $2 \\times 10^{-5}$ and 1e-5", ["350000000", "2e-05", "1e-05"]),
        ("$44{,}040{,}192$ but not $d^2$ or $x_1$", ["44040192"]),
        ("`x = 16` but not `x = 4`", ["16"]),
        ("GPT-2 on an A100, [[Card#3|in 7 steps]], [x](https://a.b/12)", ["7"]),
        ("[arXiv 1706.03762](https://arxiv.org/abs/1706.03762)", []),
        ("2 GiB and 4 GB", ["2147483648", "4000000000"]),
    ],
)
def test_numbers_are_worth_what_they_say_with_their_unit(text: str, keys: list[str]) -> None:
    assert [number.key for number in numbers(text)] == keys


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Two of eight, twenty-four twice, a 65,536th", ["two", "eight", "twenty-four", "twice", "65,536th"]),
        (
            "an A100 in float32, `int8`, top-1 (8be4269, 2024-08-28), 16 and 0.5",
            ["2024-08-28", "8be4269", "a100", "float32", "int8", "top-1"],
        ),
        ("Liu et al. (2024) and Vaswani (2017)", ["liu", "vaswani"]),
        ("Lin et al.: a case with proof", ["lin"]),
        ("Shah, T. Dao and Ré wrote it in May; it may change", ["shah", "dao", "ré", "may"]),
        ("by the sixtieth round, the twenty-first, a twelfth", ["sixtieth", "twenty-first", "twelfth"]),
        ("1/3 more, n² against 127³, a tenfold, halved", ["/3", "n²", "127³", "tenfold", "halved"]),
        ("7 billion, a billion, thousandths", ["billion", "thousandths"]),
        ("it tends to often attend; a two-fold $\\text{two}$ `three` [[Four|none]]", ["two-fold"]),
    ],
)
def test_numbers_in_words_and_names_are_read_outside_of_formulas(text: str, words: list[str]) -> None:
    assert sorted(word for _, word in other_numbers(text)) == sorted(words)


def test_of_a_pages_tables_the_months_are_recorded_alone() -> None:
    head = "# Page\n\nTwo.\n\n| by | May |\n|---|---|\n\n"
    rows = "## Rows\n\nThree rows.\n\n| year | step |\n|---|---|\n| 2026 | M3 (June), 4 layers |\n| | Lin et al. |\n"
    card = parse_card("docs/en/Page.md", "en", "Page", head + rows)
    assert [one.text for one in counted(card, page=True)] == ["May", "Three", "June"]
    assert [one.text for one in counted(card)] == ["Two", "May", "Three", "2026", "M3", "June", "4", "Lin"]


def test_year_and_place_are_told_from_counts() -> None:
    said = {
        number.text: (number.is_year, number.is_place) for number in numbers("In 2017, Table 3, section 4.1: 2048 rows")
    }
    assert said == {"2017": (True, False), "3": (False, True), "4.1": (False, True), "2048": (False, False)}


def test_identifiers_are_found_as_words_and_in_addresses() -> None:
    text = "[arXiv 1706.03762](https://arxiv.org/abs/1706.03762v5), https://doi.org/10.1162/neco.1997.9.8.1735"
    assert [(one.name, one.address) for one in identifiers(text)] == [
        ("1706.03762", False),
        ("1706.03762", True),
        ("10.1162/neco.1997.9.8.1735", True),
    ]


CODE = "## A\n\n```python\nheads = 8\nwidth = 12_288\nloss = 0.6931\n```\n\n{}\n\n## B\n\n{}\n"


@pytest.mark.parametrize(
    ("near", "far", "number", "witness"),
    [
        ("It has 8 heads.", "", "8", "code heads = 8"),
        ("It has 8 layers.", "", "8", ""),
        ("", "It has 8 heads.", "8", ""),
        ("", "It is 12,288 wide.", "12,288", "code width = 12_288"),
        ("A loss of 0.693.", "", "0.693", "code loss = 0.6931"),
        ("", "A loss of 0.693.", "0.693", "code loss = 0.6931"),
        ("", "Losses of 0.69.", "0.69", ""),
        ("A loss of 0.694.", "", "0.694", ""),
    ],
)
def test_small_numbers_need_near_code_in_the_same_words(near: str, far: str, number: str, witness: str) -> None:
    assert found(CODE.format(near, far))[number] == witness


PROVED = """\
## A

> [!CLAIM] Of all tokens {} are left, a share of {}, after {} rounds.

^a-claim

```python
from snippets.a import left

for T in (16, 24):
    assert left(T) == 43 and round(left(T) / 57, 2) == 0.75 and left(5) < 32
```

## B

> [!QUIZ] What is left of {}?
> - [x] Nothing
>     - Nothing.
> - [ ] All
>     - No.

^a-quiz
<!--zhixing:decided left(57)-->

By [[A#^a-claim|proof]] {} are left.

Of them {} are left.
"""


@pytest.mark.parametrize(
    ("place", "number", "vouched"),
    [
        (0, "43", True),
        (0, "44", False),
        (1, "0.75", True),
        (1, "0.7", False),  # a single digit
        (1, "5.0", False),  # not the 5 of a shape
        (2, "24", True),
        (2, "16", False),  # a power of two in a shape
        (2, "32", True),  # asserted
        (3, "57", True),
        (3, "43", False),  # the proof of a claim that the quiz does not name
        (4, "43", True),
        (5, "43", False),
    ],
)
def test_a_proof_vouches_for_what_it_proves(place: int, number: str, vouched: bool) -> None:
    numbers_ = ["99"] * 6
    numbers_[place] = number
    items = Witnesses(Vault(Config(profile="cards"), {}, ()), works()).of(card_of(PROVED.format(*numbers_)))
    (item,) = [item for item in items if item.number.text == number]
    assert (item.witness is not None and item.witness.kind == "code") == vouched


def test_a_single_digit_needs_a_word_and_no_letter_alone() -> None:
    code = "## A\n\n```python\nD = 5\nheads, D = 7, 1\n```\n\n{}\n"
    assert found(code.format("The width D is 5 here."))["5"] == ""
    assert found(code.format("There are 7 heads."))["7"] == "code heads, D = 7, 1"
    assert found(code.format("There is 1 of the heads."))["1"] == ""


@pytest.mark.parametrize(
    ("text", "witness"),
    [
        ("Vaswani et al. (2017) say so.", "reference vaswani2017"),
        ("Shazeer (2019) says so.", "reference shazeer2019"),
        ("Shazeer (2017) says so.", ""),
        ("Su and Lu (2021) say so.", ""),
        ("Su and Lu (arXiv 2021) say so.", "reference su2024"),
        ("Su and Lu (April 2021) say so.", "reference su2024"),
        ("Su and Lu (May 2021) say so.", ""),
        ("Vaswani et al. (NeurIPS 2017)", "reference vaswani2017"),
        ("| 2021 | Su et al.: rotations |\n|---|---|\n| a | b |", "reference su2024"),
        ("| 2024 | Su et al.: rotations |\n|---|---|\n| a | b |", ""),
        ("Vaswani et al. began. Since 2017 all is well.", ""),
    ],
)
def test_a_year_is_that_of_the_work_beside_it(text: str, witness: str) -> None:
    assert next(iter(found(f"## A\n\n{text}\n").values())) == witness


def test_a_cited_figure_needs_the_citation_in_its_section() -> None:
    text = "## A\n\nThe Transformer reaches 28.4.\n\n## B\n\nIt reaches 28.40 or 28.4.\n"
    said = [(item, witness) for item, witness in found(text).items()]
    assert said[0] == ("28.4", "")  # the last of that spelling: section B names no work
    assert found("## A\n\nThe Transformer reaches 28.4.\n")["28.4"] == "reference vaswani2017, Table 2"
    assert found("## A\n\nThe Transformer of 2017.\n\nIt reaches 28.4.\n")["28.4"] == "reference vaswani2017, Table 2"
    assert found("## A\n\nThe Transformer has 6 layers.\n")["6"] == "reference vaswani2017, section 3.1"
    assert (
        found("## A\n\nThe Transformer of 2017.\n\nIt has 6 layers.\n")["6"] == ""
    )  # a small number: named too far away


def test_the_number_in_the_name_of_a_work_is_no_count() -> None:
    said = "Llama 2 has 2 of them, Llama 2.5 has none, and 2 is in no name."
    items = Witnesses(Vault(Config(profile="cards"), {}, ()), works()).of(card_of(f"## A\n\n{said}\n"))
    names = [item.witness.detail if item.witness else "" for item in items]
    assert [item.number.text for item in items] == ["2", "2", "2.5", "2"]
    assert names == ["touvron2023llama2", "", "", ""]


def test_the_record_vouches_for_as_many_as_it_holds() -> None:
    record: dict[str, object] = {"A": {"a": {"an example": "7"}}}
    assert found("## A\n\nTake 7.\n", record) == {"7": "given an example"}
    card = card_of("## A\n\nTake 7, then 7.\n")
    vault = Vault(Config(profile="cards"), {card.path: card}, (), given=record)
    assert [item.witness is None for item in Witnesses(vault, works()).of(card)] == [False, True]


def test_the_page_is_told_kind_words_and_line() -> None:
    card = card_of("## A\n\n```python\nheads = 8\n```\n\nIt has 8 heads, 7 in all (Vaswani et al. 2017).\n")
    given = {"A": {"a": {"an example": "7"}}}
    ((name, data),) = number_files(
        Vault(Config(profile="cards"), {card.path: card}, (), references=REFERENCES, given=given), [card.path]
    )
    assert name == "numbers/all/A.json"
    assert json.loads(data) == {
        "a": {
            "8": [[0, "heads = 8", 4]],
            "7": [[3, "an example", 0]],
            "2017": [[1, "Vaswani et al., Attention Is All You Need (NIPS, 2017)", 0]],
        }
    }
