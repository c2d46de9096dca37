"""Who asks what: on the items of a deck, and as tags in Anki."""

from __future__ import annotations

from pathlib import Path

from study_vault import write_vault
from zhixing.study.anki.notes import AnkiNotes
from zhixing.study.deck import study_deck
from zhixing.study.source import SourcePages
from zhixing.vault.load import load_vault
from zhixing.vault.resolve import Index


def test_a_line_tags_its_question_and_the_card_tags_the_rest(tmp_path: Path) -> None:
    root = write_vault(tmp_path)
    lines = "why-sqrt: [inference, senior, always]\nwhat-mask: [inference+applied, junior, rarely]\n"
    (root / "docs/interview.yml").write_text(lines + "softmax-why: [all, middle, often]\n", encoding="utf-8")
    vault = load_vault(root)
    deck = study_deck(vault, "zh", Index(vault), SourcePages())
    tags = {item.id: (item.roles, item.level, item.often) for item in deck.items}
    assert tags["why-sqrt"] == (("inference",), "senior", 3)
    assert tags["what-mask"] == (("inference", "applied"), "junior", 0)
    assert tags["pick"] == (("inference", "applied"), "middle", 1), "a quiz belongs to who asks half of its card"
    assert [card.roles for card in deck.cards][1] == ("inference", "applied")
    notes = {
        note.key: note for note in AnkiNotes(deck, "https://example.org/z/", "zh/", lambda url: "").notes(("question",))
    }
    assert set(notes["why-sqrt"].tags) >= {"role::inference", "level::senior", "asked::always"}
    assert notes["why-sqrt"].source.startswith('<a href="https://example.org/z/zh/attention/Attention/#why-sqrt">')
    assert "role::applied" not in notes["why-sqrt"].tags
