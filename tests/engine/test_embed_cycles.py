"""What the check calls a cycle of embeds is what the page refuses to show again, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_markdown_ext import PlainHost
from zhixing.model import Config, Vault
from zhixing.page.context import Context
from zhixing.syntax.parse import parse_card
from zhixing.vault.links import survey
from zhixing.vault.resolve import Index

SHAPES = {
    "section": "## Part\n\n{}\n\n### Deeper\n\n{}\n\n## After\n\n{}\n",
    "paragraph": "{} and\n{} ^part\n\n{}\n",
    "list item": "- above {}\n- item {} ^part\n  - below {}\n",
    "quote": "> said\n> {}\n>\n> {}\n\n^part\n\n{}\n",
    "callout in a list": "- a\n\n  > [!NOTE] {}\n  > {}\n\n  ^part\n\n{}\n",
    "table": "| a | b |\n|---|---|\n| {} | {} |\n\n^part\n\n{}\n",
    "code between": "{}\n\n```\n![[{}]]\n```\n\n^part\n\n{}\n",
    "heading and block of one name": "## Part\n\n{}\n\n## Other\n\n{} ^part\n\n{}\n",
}
PLACES = [f"![[{name}{part}]]" for name in ("A", "B") for part in ("", "#Part", "#^part")] + ["[[A]]", "![[#^part]]"]


def vault_of(**texts: str) -> Vault:
    cards = {f"{name}.md": parse_card(f"{name}.md", "", name, text) for name, text in texts.items()}
    return Vault(Config(docs="."), cards, ())


def judged(vault: Vault) -> tuple[bool, bool]:
    """Whether the check finds a cycle, and whether some page shows one."""
    index, host = Index(vault), PlainHost()
    found = any(problem.code == "L006" for problem in survey(vault, index).problems)
    pages = [
        host.nested(Context(card, index, host, card.front.height)).convert(card.body) for card in vault.cards.values()
    ]
    return found, any("zx-embed-cycle" in page for page in pages)


words = st.sampled_from(["", "", *PLACES])


@pytest.mark.thorough
@settings(deadline=None, max_examples=300)
@given(*[st.tuples(st.sampled_from(sorted(SHAPES)), words, words, words)] * 2)
def test_check_and_page_agree_on_every_vault(a: tuple[str, ...], b: tuple[str, ...]) -> None:
    texts = [SHAPES[shape].format(*holes) for shape, *holes in (a, b)]
    found, shown = judged(vault_of(A=f"---\ntopic: x\n---\n# A\n\n{texts[0]}", B=texts[1]))
    assert found == shown, texts


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("![[B#Part]]", "## Part\n\nx\n\n## Other\n\n![[A]]", False),  # the part that is shown does not lead back
        ("![[B#Part]]", "## Part\n\n![[A]]\n\n## Other\n\nx", True),
        ("![[B#^part]]\n\n![[B#Other]]", "x ^part\n\n![[A]]\n\n## Other\n\ny", False),
        ("## One\n\n![[#Two]]\n\n## Two\n\nx", "", False),  # one part of a page in another
        ("## One\n\n![[#Two]]\n\n## Two\n\n![[#One]]", "", True),
        ("## Part\n\n![[#^part]]\n\n## Other\n\nx ^part", "", False),  # a heading and a block of one name
        ("![a note](A.md)", "", True),
        ("\\![[A]] `![[A]]` %%![[A]]%%", "", False),
    ],
)
def test_a_part_counts_for_itself(a: str, b: str, expected: bool) -> None:
    assert judged(vault_of(A=a, B=b)) == (expected, expected)
