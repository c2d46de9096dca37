"""Decks for Anki and other programs: what is in the files, and what Anki itself makes of them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sqlite3
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from study_vault import SVG, write_vault

pytest.importorskip("genanki", reason="genanki comes with the extra `study`")

from zhixing.hosts.cli.main import main
from zhixing.study.anki.package import deck_id, guid, style
from zhixing.study.items import StudyItem, StudyOption, option_order

NAME = "Test 测试"
ALWAYS = 1  # "Update notes: always" in the dialog of Anki's import
IDS = ["softmax-why", "why-sqrt", "what-mask", "pick", "pick-many"]


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    root = write_vault(tmp_path / "vault")
    age(root, 1_700_000_000)
    return root


def age(root: Path, seconds: int) -> None:
    """Set the time of the last change of every file."""
    for file in root.rglob("*"):
        os.utime(file, (seconds, seconds))


def decks(root: Path, *options: str) -> Path:
    assert main(["--root", str(root), "decks", *options]) == 0
    return root / "build/decks"


class Package:
    """An .apkg file, opened."""

    def __init__(self, file: Path) -> None:
        with zipfile.ZipFile(file) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        database = sqlite3.connect(":memory:")
        database.deserialize(self.files["collection.anki2"])
        self.notes = {
            fields.split("\x1f")[3]: {"guid": ident, "fields": fields.split("\x1f"), "tags": tags.split(), "mod": mod}
            for ident, fields, tags, mod in database.execute("select guid, flds, tags, mod from notes")
        }
        self.cards = database.execute("select count(*) from cards").fetchone()[0]
        models, known = database.execute("select models, decks from col").fetchone()
        self.models = json.loads(models)
        self.decks = {deck["name"]: deck["id"] for deck in json.loads(known).values()}
        database.close()
        self.media = {name: self.files[number] for number, name in json.loads(self.files["media"]).items()}


def test_a_file_for_all_and_one_for_each_category_in_each_language(vault: Path) -> None:
    folder = decks(vault)
    parts = ("test", "test-attention", "test-foundations")
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        f"{part}-{lang}.apkg" for part in parts for lang in ("en", "zh")
    )
    whole, part = Package(folder / "test-en.apkg"), Package(folder / "test-attention-zh.apkg")
    assert list(whole.notes) == IDS
    assert list(part.notes) == IDS[1:]
    assert whole.cards == len(IDS)
    assert {f"{NAME}::Attention 注意力", f"{NAME}::Foundations 基础"} <= whole.decks.keys()
    assert whole.decks[f"{NAME}::Attention 注意力"] == part.decks[f"{NAME}::Attention 注意力"]


TOPIC = '<div class="zx-topic">👁️ Attention</div>'


def test_notes_hold_formulas_code_pictures_and_answers_as_anki_wants_them(vault: Path) -> None:
    package = Package(decks(vault) / "test-en.apkg")
    front, back, source, _ = package.notes["why-sqrt"]["fields"]
    assert front == TOPIC + r"<p>Why divide by \(\sqrt{d_k}\)?</p>"
    assert r"variance at \(1\), see Softmax and below." in back
    assert "arithmatex" not in front + back
    assert '<span class="kt">int</span>' in back and "// $not math$ &lt;b&gt;" in back
    assert re.findall(r'src="([^"]+)"', back) == list(package.media)
    assert package.media["zhixing-docs-en-attention-mask.svg"] == SVG.encode()
    assert source == "👁️ Attention"
    assert package.notes["what-mask"]["fields"][1] == r"\[ M_{ij} = [j \le i] \]"
    roles = ["role::research", "role::training", "role::inference", "role::applied"]
    tags = package.notes["why-sqrt"]["tags"]
    assert sorted(tags) == sorted(
        ["attention", "question", "attention/Attention", *roles, "level::middle", "asked::sometimes"]
    )


def test_quiz_is_a_note_with_marked_and_explained_options(vault: Path) -> None:
    front, back, *_ = Package(decks(vault) / "test-en.apkg").notes["pick"]["fields"]
    options = {r"<li>\(a &lt; b\)</li>", "<li><code>np.tril(x)</code></li>"}
    head, _, rest = front.partition('<ol type="A">')
    assert head.endswith("<p>Which one is right?</p>") and set(re.findall("<li>.*?</li>", rest)) == options
    again, *_ = Package(decks(vault) / "test-en.apkg").notes["pick"]["fields"]
    assert again == front
    assert r'<li class="zx-wrong">\(a &lt; b\)<div class="zx-why">No: \(b &lt; a\).</div></li>' in back
    assert '<li class="zx-right"><code>np.tril(x)</code><div class="zx-why">Yes.</div></li>' in back
    assert back.endswith("<p>So it is.</p>")


def test_the_right_option_stands_in_every_place_equally_often() -> None:
    options = (StudyOption("a", True, ""), *(StudyOption(name, False, "") for name in "bcd"))
    items = [StudyItem(f"quiz-{number}", "quiz", "c", "", "", "", options=options) for number in range(2000)]
    places = Counter(option_order(item).index(0) for item in items)
    assert all(400 < places[place] < 600 for place in range(4)), places
    assert option_order(items[0], "one") == option_order(items[0], "one")
    assert any(option_order(item, "one") != option_order(item, "two") for item in items[:20])


def test_a_category_carries_its_own_pictures_only(vault: Path) -> None:
    folder = decks(vault)
    assert Package(folder / "test-foundations-en.apkg").media == {}
    assert len(Package(folder / "test-attention-en.apkg").media) == 2


def test_links_lead_to_the_site_if_it_has_an_address(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://example.org/notes")
    folder = decks(vault)
    _, back, source, _ = Package(folder / "test-zh.apkg").notes["why-sqrt"]["fields"]
    assert '<a href="https://example.org/notes/zh/foundations/Softmax/">Softmax</a>' in back
    assert '<a href="https://example.org/notes/zh/attention/Attention/#pick">下文</a>' in back
    assert source == '<a href="https://example.org/notes/zh/attention/Attention/#why-sqrt">👁️ Attention</a>'
    decks(vault, "--site-url", "")
    assert "<a " not in "".join(Package(folder / "test-zh.apkg").notes["why-sqrt"]["fields"])


def test_the_same_vault_gives_the_same_bytes(vault: Path) -> None:
    folder = decks(vault)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for file in folder.iterdir():
        file.unlink()
    decks(vault)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_identity_outlives_rewording_and_is_the_same_in_both_languages(vault: Path) -> None:
    folder = decks(vault)
    before, chinese = Package(folder / "test-en.apkg"), Package(folder / "test-zh.apkg")
    card = vault / "docs/en/attention/Attention.md"
    text = card.read_text(encoding="utf-8").replace("Why divide by", "For what reason divide by")
    (vault / "docs/en/foundations/Attention.md").write_text(text, encoding="utf-8")
    card.unlink()
    for name in ("mask.svg", "photo.png"):
        (vault / f"docs/en/attention/{name}").rename(vault / f"docs/en/foundations/{name}")
    after = Package(decks(vault) / "test-en.apkg")
    guids = [{ident: note["guid"] for ident, note in package.notes.items()} for package in (before, after, chinese)]
    assert guids[0] == guids[1] == guids[2]
    assert after.notes["why-sqrt"]["fields"][0].startswith(f"{TOPIC}<p>For what reason")
    assert after.notes["why-sqrt"]["mod"] > before.notes["why-sqrt"]["mod"]
    assert before.models.keys() == after.models.keys()


def test_ids_that_anki_knows_never_change() -> None:
    assert guid("Zhixing 知行", "why-sqrt-dk") == "krXIP-@<6$"
    assert deck_id("Zhixing 知行::Attention 注意力") == 2_140_876_831


def test_code_has_colours_by_day_and_by_night() -> None:
    assert re.search(r"^\.highlight \.k \{", style(), re.M)
    assert re.search(r"^\.nightMode \.highlight \.k \{", style(), re.M)


def test_other_kinds_come_on_request(vault: Path) -> None:
    package = Package(decks(vault, "--kinds", "cloze,formula", "--lang", "en") / "test-en.apkg")
    assert list(package.notes) == [
        "cloze:attention-summary:1",
        "cloze:attention-summary:2",
        "formula:f89e08f05ba1",
    ]
    assert not (vault / "build/decks/test-zh.apkg").exists()


def test_csv_and_json(vault: Path) -> None:
    folder = decks(vault, "--format", "csv", "--format", "json")
    assert {file.suffix for file in folder.iterdir()} == {".csv", ".json"}
    rows = list(csv.DictReader(io.StringIO((folder / "test-attention-en.csv").read_text(encoding="utf-8"))))
    assert [row["id"] for row in rows] == IDS[1:]
    assert rows[0]["front"] == TOPIC + r"<p>Why divide by \(\sqrt{d_k}\)?</p>"
    whole: dict[str, Any] = json.loads((folder / "test-zh.json").read_bytes())
    assert whole["format"] == "zhixing-deck"
    assert [item["id"] for item in whole["items"]] == IDS
    part = json.loads((folder / "test-foundations-zh.json").read_bytes())
    assert [card["key"] for card in part["cards"]] == ["foundations/Softmax"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--lang", "fr"], "no language is called 'fr'\n  hint: there is en, zh\n"),
        (["--kinds", "essay"], "no kind is called 'essay'\n  hint: there is question, quiz, cloze, formula\n"),
    ],
)
def test_a_wrong_call_is_refused(
    vault: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(vault), "decks", *options]) == 2
    assert capsys.readouterr().err == f"zhixing: {message}"
    assert not (vault / "build").exists()


def test_a_vault_that_asks_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.md").write_text("# Note\n")
    assert main(["--root", str(tmp_path), "decks"]) == 1
    assert "no card here asks anything" in capsys.readouterr().err


class Anki:
    """A collection of the real Anki."""

    def __init__(self, folder: Path) -> None:
        collection = pytest.importorskip("anki.collection", reason="Anki's own package does not install here")
        self.requests = collection
        self.collection = collection.Collection(str(folder / "collection.anki2"))

    def take(self, file: Path, update: int = 0) -> tuple[int, int]:
        """Import a file; how many notes are new, how many updated."""
        options = self.requests.ImportAnkiPackageOptions(update_notes=update)
        request = self.requests.ImportAnkiPackageRequest(package_path=str(file), options=options)
        log = self.collection.import_anki_package(request).log
        return len(log.new), len(log.updated)

    def card(self, ident: str) -> Any:
        (number,) = self.collection.find_cards(f"Id:{ident}")
        return self.collection.get_card(number)

    def answer_easy(self, ident: str) -> None:
        from anki.scheduler.v3 import CardAnswer

        self.collection.decks.select(self.card(ident).did)
        for _ in range(len(IDS)):
            queued = self.collection.sched.get_queued_cards().cards[0]
            card = self.collection.get_card(queued.card.id)
            card.start_timer()
            answer = self.collection.sched.build_answer(card=card, states=queued.states, rating=CardAnswer.EASY)
            self.collection.sched.answer_card(answer)
            if card.id == self.card(ident).id:
                return


def test_anki_updates_and_keeps_the_history(vault: Path, tmp_path: Path) -> None:
    folder = decks(vault)
    anki = Anki(tmp_path)
    assert anki.take(folder / "test-attention-en.apkg") == (4, 0)
    assert anki.take(folder / "test-en.apkg") == (1, 0)
    assert anki.collection.media.have("zhixing-docs-en-attention-mask.svg")
    anki.answer_easy("why-sqrt")
    before = anki.card("why-sqrt")
    assert (before.reps, before.ivl > 1) == (1, True)

    card = vault / "docs/en/attention/Attention.md"
    card.write_text(card.read_text(encoding="utf-8").replace("Why divide", "For what reason divide"), encoding="utf-8")
    assert anki.take(decks(vault) / "test-en.apkg") == (0, 5)
    after = anki.card("why-sqrt")
    assert after.note().fields[0].startswith(f"{TOPIC}<p>For what reason")
    assert (after.id, after.reps, after.ivl, after.due) == (before.id, before.reps, before.ivl, before.due)
    assert anki.collection.note_count() == 5
    assert anki.take(folder / "test-en.apkg") == (0, 0)

    assert anki.take(folder / "test-zh.apkg") == (0, 5)  # the other language: the same notes
    assert anki.card("why-sqrt").note().fields[0].startswith(f"{TOPIC}<p>为什么")
    assert anki.card("why-sqrt").reps == 1
    assert anki.take(folder / "test-en.apkg") == (0, 0)
    assert anki.take(folder / "test-en.apkg", ALWAYS) == (0, 5)
    html = anki.card("why-sqrt").answer()
    assert r"\(\sqrt{d_k}\)" in html and "zx-source" in html
    anki.collection.close()
