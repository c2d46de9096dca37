"""snippets.tokenization_bpe against tiktoken, the regex package and, where it is installed, Hugging Face's tokenizers."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from snippets import tokenization_bpe as card

few = settings(max_examples=60, deadline=None)
BOTH = card.ENGLISH + card.CHINESE
# As tiktoken publishes them; its own cl100k_base needs the network for the ranks.
PUBLISHED = {
    "gpt2": r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s""",
    "cl100k": r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
    r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""",
}
pieces = st.sampled_from(
    [
        *"aZ 7你好，。!é²Ⅷ_'ſ\t\n",
        "  ",
        "\r\n",
        "'s",
        "'LL",
        "12345",
        "token",
        "the ",
        "词元",
        "𠀀",
        "🙂",
        "’s",
        "\u3000",
    ]
)
texts = st.lists(pieces, max_size=14).map("".join)
styles = st.sampled_from(sorted(PUBLISHED))


def trained(style: str, merges: int = 200) -> dict[tuple[int, int], int]:
    return card.train_incremental([chunk.encode() for chunk in card.pretokenize(BOTH, style)], merges)


@few
@given(texts, styles)
def test_chunks_are_those_of_the_published_pattern(text, style):
    regex = pytest.importorskip("regex", reason="regex comes with tiktoken, of the extra `test`")
    assert card.pretokenize(text, style) == regex.findall(PUBLISHED[style], text)


@pytest.mark.parametrize("style", sorted(PUBLISHED))
def test_encoding_and_decoding_are_those_of_tiktoken(style):
    tiktoken = pytest.importorskip("tiktoken", reason="tiktoken comes with the extra `test`")
    ranks = trained(style)
    table = card.token_bytes(ranks)
    special = {"<|end|>": len(table)}
    theirs = tiktoken.Encoding(
        "card",
        pat_str=PUBLISHED[style],
        mergeable_ranks={token: i for i, token in enumerate(table)},
        special_tokens=special,
    )

    @few
    @given(texts)
    def same(text):
        ids = card.encode(text, ranks, style)
        assert ids == theirs.encode_ordinary(text)
        assert card.decode(ids, table) == theirs.decode_bytes(ids) == text.encode()

    same()
    assert card.encode(BOTH, ranks, style) == theirs.encode_ordinary(BOTH)
    attack = "the<|end|> 词元"
    assert theirs.encode_ordinary(attack) == card.encode(attack, ranks, style)
    if style == "cl100k":
        assert theirs.encode(attack, allowed_special="all") == card.encode_special(attack, ranks, special)
    with pytest.raises(ValueError, match="disallowed special token"):
        theirs.encode(attack)


def test_training_equals_tiktoken_where_no_two_pairs_are_equally_frequent():
    bpe_train = pytest.importorskip("tiktoken._educational", reason="tiktoken comes with the extra `test`").bpe_train
    times = {"xy": 9, "pq": 7, "xyz": 4, "é": 20, "rs": 2}
    text = "\n".join(name for name, n in times.items() for _ in range(n))
    ranks = card.train_bpe([chunk.encode() for chunk in card.pretokenize(text, "gpt2")], 5)
    theirs = bpe_train(text, 261, PUBLISHED["gpt2"], visualise=None)
    assert {token: i for i, token in enumerate(card.token_bytes(ranks))} == theirs


@few
@given(st.lists(st.text("abc", min_size=1, max_size=7), min_size=1, max_size=6), st.integers(1, 12))
def test_every_merge_of_tiktoken_has_the_largest_count_by_our_counting(names, merges):
    bpe_train = pytest.importorskip("tiktoken._educational", reason="tiktoken comes with the extra `test`").bpe_train
    text = "\n".join(names)
    words = [list(chunk.encode()) for chunk in card.pretokenize(text, "gpt2")]
    assume(len(card.train_bpe([bytes(word) for word in words], merges)) == merges)  # theirs fails if nothing is left
    theirs = bpe_train(text, 256 + merges, PUBLISHED["gpt2"], visualise=None)
    table = {i: token for token, i in theirs.items()}
    for new in range(256, 256 + merges):
        counts: dict[tuple[int, int], int] = {}
        for word in words:
            for pair in pairwise(word):
                counts[pair] = counts.get(pair, 0) + 1
        chosen = [pair for pair in counts if table[pair[0]] + table[pair[1]] == table[new]]
        assert max(counts[pair] for pair in chosen) == max(counts.values())
        best = max(chosen, key=lambda pair: counts[pair])
        words = [card.merge(word, best, new) for word in words]


def test_training_equals_hugging_face_down_to_the_ties():
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers brings nine packages and is in no extra")
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
    byte_level = tokenizers.pre_tokenizers.ByteLevel
    theirs.pre_tokenizer = byte_level(add_prefix_space=False, use_regex=True)
    alphabet = byte_level.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=456, initial_alphabet=alphabet, show_progress=False, min_frequency=1
    )
    theirs.train_from_iterator([BOTH], trainer)
    ids = theirs.get_vocab()
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    other = [value for value in range(256) if value not in printable]
    # Bytes have other ids there, and ties go by id: give our trainer their ids for the bytes.
    of_byte = {value: ids[chr(value)] for value in printable}
    of_byte |= {value: ids[chr(256 + n)] for n, value in enumerate(other)}
    words = [[of_byte[value] for value in chunk.encode()] for chunk in card.pretokenize(BOTH, "gpt2")]
    merges = json.loads(theirs.to_str())["model"]["merges"]
    assert [tuple(ids[part] for part in pair) for pair in merges] == list(card.train_bpe(words, 200))
