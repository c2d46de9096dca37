"""Ids of headings in two languages, and titles that hold both."""

from __future__ import annotations

from pathlib import Path

import pytest
from zhixing.model import Config
from zhixing.page.text import former_anchors
from zhixing.syntax.bilingual import own_words, without_picture
from zhixing.syntax.parse import parse_card
from zhixing.syntax.slug import short_anchor
from zhixing.vault.anchors import anchors_of, with_shared_anchors
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Target, index_of

CONFIG = Config(languages=("en", "zh"))


def both(english: str, chinese: str, config: Config = CONFIG) -> tuple[tuple[str, ...], tuple[str, ...]]:
    cards = {
        f"docs/{lang}/A.md": parse_card(f"docs/{lang}/A.md", lang, "A", text)
        for lang, text in (("en", english), ("zh", chinese))
    }
    made = with_shared_anchors(cards, config, {})
    return anchors_of(made["docs/en/A.md"]), anchors_of(made["docs/zh/A.md"])


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("2.3 Self, cross and masked attention (自注意力、交叉注意力)", "2-3-self-cross-and-masked-attention"),
        ("4.4 Why is this no language model in the strict sense? (…吗)", "4-4-why-is-this-no-language-model-in-the"),
        ("📝 Quiz (自测)", "quiz"),
        ("Complexity O(n)", "complexity-on"),
        ("What **$x^2$** does to [[A|b]] (什么)", "what-x2-does-to-b"),
        ("x" * 60, "x" * 40),
        ("数学推导 (The Math)", "数学推导"),
        ("！？", "section"),
    ],
)
def test_a_short_id_is_the_number_and_the_first_words_of_one_language(heading, expected):
    assert short_anchor(heading) == expected
    assert len(short_anchor(heading)) <= 40


def test_equal_outlines_share_every_id():
    ours, theirs = both("# One (一)\n## Why (为何)\n## Why (为何)\n", "# 一 (One)\n## 为何\n## 另一个为何\n")
    assert ours == theirs == ("one", "why", "why-2")


def test_the_language_that_writes_ascii_gives_the_id():
    ours, theirs = both("# 一\n## 二\n", "# One\n## Zwölf\n")
    assert ours == theirs == ("one", "二")


def test_an_id_of_a_block_is_never_taken():
    ours, theirs = both("# A\n\n## Why\n\ntext ^why\n", "# 甲\n\n## 为何\n\n文字 ^why\n")
    assert ours == theirs == ("a", "why-2")


def test_a_section_that_one_language_lacks_leaves_the_others_paired():
    english = "# A\n## First\n## Second\n### Inner\n## Third\n## Fourth\n"
    chinese = "# 甲\n## 第一\n## 第二\n## 第三\n## 第四\n"
    ours, theirs = both(english, chinese)
    assert ours == ("a", "first", "second", "inner", "third", "fourth")
    assert theirs == ("a", "first", "second", "third", "fourth")
    ours, theirs = both(english, "# 甲\n## 第一\n#### 多余\n## 第四\n")
    assert theirs == ("a", "first", "多余", "fourth")


def test_a_vault_of_one_language_keeps_its_ids():
    ours, _ = both("# One (一)\n## 2.3 Why\n", "# 一\n", Config())
    assert ours == ("one-一", "23-why")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for lang, text in (("en", "# One (一)\n\n## Why (为何)\n\n[[#Why]]\n"), ("zh", "# 一 (One)\n\n## 为何 (Why)\n")):
        (tmp_path / f"docs/{lang}").mkdir(parents=True)
        (tmp_path / f"docs/{lang}/A.md").write_text(text, encoding="utf-8")
        (tmp_path / f"docs/{lang}/B.md").write_text("# B\n", encoding="utf-8")
    return tmp_path


def test_links_by_words_and_by_former_and_present_ids_lead_to_the_present_one(vault):
    loaded = load_vault(vault, CONFIG)
    card = loaded.cards["docs/zh/A.md"]
    assert former_anchors(card) == '{"一-one":"one","为何-why":"why"}'
    assert former_anchors(loaded.cards["docs/zh/B.md"]) == ""
    index = index_of(loaded)
    for written in ("[[A#为何 (Why)]]", "[[A#为何-why]]", "[x](A.md#为何-why)", "[x](A.md#why)", "[[#为何 (Why)]]"):
        (link,) = parse_card(card.path, "zh", "A", written).links
        found = index.resolve(link, card)
        assert isinstance(found, Target), written
        assert found.anchor == "why"


def test_a_card_whose_translation_got_other_headings_is_another_card(vault):
    before = load_vault(vault, CONFIG)
    same = load_vault(vault, CONFIG)
    assert all(before.cards[path] is same.cards[path] for path in before.cards)
    english = vault / "docs/en/A.md"
    english.write_text(english.read_text(encoding="utf-8").replace("Why (", "Where ("), encoding="utf-8")
    after = load_vault(vault, CONFIG)
    assert anchors_of(after.cards["docs/zh/A.md"]) == ("one", "where")
    changed = {path for path in before.cards if before.cards[path] is not after.cards[path]}
    assert changed == {"docs/en/A.md", "docs/zh/A.md"}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("👁️ 注意力机制 (Attention Mechanism)", "👁️ 注意力机制"),
        ("👁️ Attention Mechanism (注意力机制)", "👁️ Attention Mechanism"),
        ("分组查询注意力 (Grouped-Query Attention, GQA)", "分组查询注意力（GQA）"),
        ("交叉注意力 (Cross-Attention)", "交叉注意力"),
        ("长短期记忆 (LSTM)", "长短期记忆（LSTM）"),
        ("深度求索 V3（DeepSeek-V3）", "深度求索 V3（DeepSeek-V3）"),
        ("3.3 PyTorch 实现 (PyTorch)", "3.3 PyTorch 实现"),
        ("2.4 ReLU、GELU、SiLU (Activations)", "2.4 ReLU、GELU、SiLU"),
        ("为什么除以 √d_k (Why √d_k)", "为什么除以 √d_k"),
        ("做 (a) 还是 (b) (Do (a) or (b))", "做 (a) 还是 (b)"),
        ("Complexity O(n²) (for a head)", "Complexity O(n²) (for a head)"),
        ("注意力 (含掩码)", "注意力 (含掩码)"),
        ("(只有括号)", "(只有括号)"),
        ("Глава (Chapter one)", "Глава"),
        ("", ""),
    ],
)
def test_a_title_in_one_language(title, expected):
    assert own_words(title) == expected


def test_the_emoji_goes_and_a_quotation_stays():
    assert without_picture("👁️ 注意力") == "注意力"
    assert without_picture("《论文》 一览") == "《论文》 一览"
    assert without_picture("2.1 📐 数学") == "2.1 📐 数学"


def test_a_heading_of_brackets_is_read_at_once():
    for text in ("(" * 100_000, "()" * 50_000, "(" + "()" * 50_000, "a (" * 30_000 + "中)", "（中）" * 30_000):
        own_words(text)
