"""Blocks of two languages that belong to each other."""

from __future__ import annotations

from pathlib import Path

from markdown import Markdown
from test_markdown_ext import PlainHost
from this_vault import this_vault
from zhixing.model import Config, Vault
from zhixing.page.context import Context
from zhixing.page.extension import ZhixingExtension
from zhixing.page.pairs import marks
from zhixing.syntax.parse import parse_card
from zhixing.vault.anchors import with_shared_anchors
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import index_of

CONFIG = Config(languages=("en", "zh"))


def pairs(english: str, chinese: str, config: Config = CONFIG) -> tuple[dict[int, int], dict[int, int]]:
    cards = {
        f"docs/{lang}/A.md": parse_card(f"docs/{lang}/A.md", lang, "A", text)
        for lang, text in (("en", english), ("zh", chinese))
    }
    vault = Vault(config, with_shared_anchors(cards, config, {}), ())
    return marks(vault.cards["docs/en/A.md"], vault), marks(vault.cards["docs/zh/A.md"], vault)


def test_equal_blocks_have_equal_numbers():
    ours, theirs = pairs("---\nx: 1\n---\n# A\n\none\n\n- two\n\n> three\n", "# 甲\n\n一\n\n- 二\n- 二点五\n\n> 三\n")
    assert ours == {4: 0, 6: 1, 8: 2, 10: 3}
    assert theirs == {1: 0, 3: 1, 5: 2, 8: 3}


def test_a_block_that_one_language_lacks_leaves_the_others_paired():
    english = "# A\n\n## First\n\none\n\n```python\nx = 1\n```\n\ntwo\n\n## Second\n\nthree\n"
    chinese = "# 甲\n\n## 第一\n\n一\n\n又一\n\n```python\nx = 1\n```\n\n二\n\n## 第二\n\n三\n"
    ours, theirs = pairs(english, chinese)
    assert ours[15] == theirs[17]  # of the second section: a difference in the first does not reach it
    assert ours[7] == theirs[9] and ours[11] == theirs[13]  # the code, and what follows it
    assert len({5, 7} & theirs.keys()) == 1  # of two paragraphs in the place of one, one has a partner
    assert len(theirs) == len(ours) == 7


def test_a_card_without_a_translation_has_no_marks():
    assert pairs("# A\n\none\n", "# 甲\n\n一\n", Config()) == ({}, {})
    card = parse_card("docs/en/A.md", "en", "A", "# A\n\none\n")
    assert marks(card, Vault(CONFIG, {card.path: card}, ())) == {}


def test_every_block_of_every_card_has_its_partner():
    vault = this_vault()
    for card in vault.cards.values():
        if card.lang == "zh":
            assert len(marks(card, vault)) == len(card.units), card.path


def test_the_marks_reach_the_page(tmp_path: Path):
    for lang, text in (("en", "# A\n\none\n\n> [!NOTE] two\n> three\n"), ("zh", "# 甲\n\n一\n\n> [!NOTE] 二\n> 三\n")):
        (tmp_path / f"docs/{lang}").mkdir(parents=True)
        (tmp_path / f"docs/{lang}/A.md").write_text(text, encoding="utf-8")
    vault = load_vault(tmp_path, CONFIG)
    for lang in ("en", "zh"):
        card = vault.cards[f"docs/{lang}/A.md"]
        context = Context(card, index_of(vault), PlainHost(), card.front.height, pairs=marks(card, vault))
        html = Markdown(extensions=[ZhixingExtension(context)]).convert(card.body)
        assert [number for number in ("1", "2") if f'data-pair="{number}"' in html] == ["1", "2"], html
