"""Reviews and the learner's data, in both languages, at desktop and phone width, in real Chromium."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from study_learner import HOMES, START, Learner, event, history, settings
from zhixing.page.offline import write_offline

PLACES = [("en", 1280), ("zh", 360)]
QUESTIONS = settings(kinds=["question"], new_per_day=4)


def answer_with(someone: Learner, grade: str) -> str:
    """Answer the question on the page with a grade; its id."""
    asked = someone.asked
    someone.press("Space")
    someone.page.wait_for_selector(".zx-answer")
    someone.press(grade)
    return asked


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_whole_review_session_with_the_keyboard(learner, decks, tmp_path, language, width):
    someone = learner(language, width)
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    expected = [item["id"] for item in decks[language]["items"] if item["kind"] == "question"][:4]
    assert page.locator(".zx-answer").count() == 0
    asked = [answer_with(someone, grade) for grade in "3421"]
    assert asked == expected, "new questions come in the order of the deck"
    # Easy is done; the other three are in their learning steps, and near enough to be asked at once.
    rest = []
    while page.locator(".zx-done").count() == 0:
        rest.append(answer_with(someone, "3"))
        assert len(rest) < 20
    assert rest[0] == expected[3], "what was missed comes back first"
    assert set(rest) == {expected[0], expected[2], expected[3]}
    reviews = someone.kept(4 + len(rest), type="review")
    assert [one["grade"] for one in reviews[:4]] == [3, 4, 2, 1]
    assert {one["source"] for one in reviews} == {"review"}
    assert str(4 + len(rest)) in page.locator(".zx-done").inner_text()
    assert someone.reader.errors == []
    assert someone.reader.foreign == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_space_shows_the_answer_and_then_means_good(learner, tmp_path):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    first = someone.asked
    someone.press("Space")
    assert page.locator(".zx-answer [data-step]").count() == 1, "the short answer comes alone"
    steps = 0
    while someone.asked == first and steps < 9:  # in depth, the follow-up, its answer; then it means good
        someone.press("Space")
        steps += 1
    assert steps == 4
    assert someone.kept(1, type="review")[0] | {"item": first, "grade": 3} == someone.events()[-1]


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_reload_in_the_middle_changes_nothing(learner, tmp_path, language, width):
    someone = learner(language, width)
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    answer_with(someone, "3")
    someone.kept(1, type="review")
    second = someone.asked
    someone.press("Space")
    page.wait_for_selector(".zx-answer")
    counts = page.locator(".zx-counts").inner_text()
    page.reload()
    page.wait_for_selector(".zx-answer")
    assert someone.asked == second
    assert page.locator(".zx-counts").inner_text() == counts
    someone.press("1")
    assert [one["grade"] for one in someone.kept(2, type="review")] == [3, 1]


def test_undo_brings_the_question_back_also_after_a_reload(learner, tmp_path):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    before = page.locator(".zx-counts").inner_text()
    first = answer_with(someone, "4")
    second = answer_with(someone, "1")
    someone.kept(2, type="review")
    someone.press("u")
    assert someone.asked == second
    someone.kept(1, type="undo")
    page.reload()
    page.wait_for_selector("[data-item]")
    someone.press("u")
    assert someone.asked == first
    someone.kept(2, type="undo")
    assert page.locator(".zx-counts").inner_text() == before
    someone.press("u")
    assert "nothing" in someone.said
    assert len(someone.events()) == 1 + 2 + 2


def test_bury_sends_to_tomorrow_and_suspend_away_until_resumed(learner, tmp_path):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    page = someone.page
    someone.open("review")
    buried = someone.asked
    someone.press("b")
    suspended = someone.asked
    someone.press("s")
    assert len({buried, suspended, someone.asked}) == 3
    someone.kept(1, type="bury", item=buried)
    someone.kept(1, type="suspend", item=suspended)
    page.clock.set_system_time("2026-11-17T10:00:00")
    page.reload()
    page.wait_for_selector("[data-item]")
    assert someone.asked == buried
    someone.open()
    page.locator("[data-study=settings] summary").click()
    page.locator("[data-study=settings] details button").click()
    someone.kept(1, type="resume", item=suspended)
    someone.open("review")
    answer_with(someone, "4")
    assert someone.asked == suspended


def test_questions_come_back_on_their_day(learner, tmp_path):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    page = someone.page
    someone.open("review")
    asked = [answer_with(someone, "4") for _ in range(4)]
    someone.kept(4, type="review")
    page.wait_for_selector(".zx-done")
    page.clock.set_system_time("2026-11-23T23:00:00")
    someone.open()
    sheets = [urlsplit(str(link.get_attribute("href"))).path for link in page.locator(".zx-sheets a").all()]
    assert sheets[0].endswith("/print/questions/") and len(sheets) == 1 + page.locator(".zx-decks tbody tr").count()
    tiles = page.locator("[data-study=today] .zx-tile b").all_inner_texts()
    assert tiles[:2] == ["0", "4"]
    page.clock.set_system_time("2026-11-24T04:00:00")  # eight days later, hours before the minute of the answer
    someone.open()
    assert page.locator("[data-study=today] .zx-tile b").all_inner_texts()[0] == "4"
    assert page.locator("tr[data-deck=foundations] .zx-due").inner_text() == "4"
    someone.open("review")
    assert someone.asked in asked


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_save_clear_and_load_again(learner, tmp_path, language, width):
    someone = learner(language, width)
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    for grade in "313":
        answer_with(someone, grade)
    before = someone.kept(3, type="review") and someone.events()
    text = someone.save(tmp_path)
    assert json.loads(text) == {"format": "zhixing-study", "version": 1, "events": before}
    page.click("[data-study=data] .zx-danger")
    page.keyboard.press("Escape")
    assert someone.events() == before, "clearing asks first"
    someone.clear()
    assert page.locator("[data-study=today] .zx-tile b").first.inner_text() == "0"
    someone.load(text, tmp_path)
    assert someone.events() == before
    assert someone.save(tmp_path) == text


def test_the_histories_of_two_devices_become_one(learner, tmp_path):
    phone, laptop = learner(width=360), learner("zh")
    texts = []
    for someone, grades in ((phone, "34"), (laptop, "12")):
        someone.load(QUESTIONS, tmp_path)
        someone.open("review")
        for grade in grades:
            answer_with(someone, grade)
        someone.kept(2, type="review")
        texts.append(someone.save(tmp_path))
    assert "2 events added, 1 known" in phone.load(texts[1], tmp_path)
    laptop.load(texts[0], tmp_path)
    merged = phone.save(tmp_path)
    assert merged == laptop.save(tmp_path)
    assert len(json.loads(merged)["events"]) == 5, "two answers each, and the same setting once"
    phone.load(texts[1], tmp_path)
    assert phone.save(tmp_path) == merged, "loading a file twice changes nothing"


REFUSED = [
    ("", "JSON"),
    (b"\x89PNG\r\n\x1a\n", "JSON"),
    (history(event("2026-11-16T07:00:00.000Z", type="tick", key="a#1", on=True))[:-20], "JSON"),
    ('{"cells": [], "metadata": {}, "nbformat": 4}', "format"),
    ('{"format": "zhixing-study", "version": 7, "events": []}', "version"),
    (history(event("2026-11-16T07:00:00.000Z", type="review", item="a", grade=9, source="review")), "events[0].grade"),
    (
        history(
            event("2026-11-16T07:00:00.000Z", type="suspend", item="a"),
            event("16 November", type="suspend", item="b"),
        ),
        "events[1].at",
    ),
]


@pytest.mark.parametrize(("text", "named"), REFUSED)
def test_a_corrupt_or_foreign_file_is_refused_and_changes_nothing(learner, tmp_path, text, named):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    before = someone.events()
    said = someone.load(text, tmp_path)
    assert "refused" in said
    assert "nothing was changed" in said
    assert named in said
    assert someone.page.locator("[data-study=data] .zx-status[data-problem]").count() == 1
    assert someone.events() == before
    assert someone.reader.errors == []


def test_a_site_update_that_rewords_or_moves_a_question_keeps_its_history(reader, changing_site, tmp_path):
    copy, address = changing_site
    someone = Learner(reader(at=address))
    page = someone.page
    page.clock.install(time=START)
    someone.load(QUESTIONS, tmp_path)
    someone.open("review")
    reworded, moved, gone = (answer_with(someone, "4") for _ in range(3))
    someone.kept(3, type="review")

    file = copy / "assets/study/deck.en.json"
    deck = json.loads(file.read_text(encoding="utf-8"))
    items = {item["id"]: item for item in deck["items"]}
    other = next(card["key"] for card in deck["cards"] if card["category"] == "theory")
    items[reworded]["prompt"] = "<p>Asked in other words</p>"
    items[moved]["card"] = other
    deck["items"] = [item for item in deck["items"] if item["id"] != gone]
    file.write_text(json.dumps(deck), encoding="utf-8")
    write_offline(copy)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    with page.expect_navigation(wait_until="load"):
        page.locator(".zx-new-version button").first.click()

    page.clock.set_system_time("2026-11-24T10:00:00")
    someone.open("review")
    assert someone.asked == reworded
    assert "Asked in other words" in page.locator(".zx-prompt").inner_text()
    someone.open()
    assert page.locator("tr[data-deck=foundations] td").first.inner_text() == "1"
    assert page.locator("tr[data-deck=theory] td").first.inner_text() == "1"
    answers = [one for one in json.loads(someone.save(tmp_path))["events"] if one["type"] == "review"]
    assert [one["item"] for one in answers] == [reworded, moved, gone], "what is gone from the deck keeps its events"


@pytest.mark.parametrize("width", [1280, 360])
def test_the_language_can_be_switched_in_the_middle_of_a_review(learner, tmp_path, width):
    someone = learner(width=width)
    someone.load(QUESTIONS, tmp_path)
    page = someone.open("review")
    first = answer_with(someone, "4")
    second = someone.asked
    someone.press("Space")
    page.wait_for_selector(".zx-answer")
    english = page.locator(".zx-prompt").inner_text()
    someone.reader.follow("a.zx-language[hreflang=zh]")
    page.wait_for_selector(".zx-answer")
    assert page.evaluate("document.documentElement.lang") == "zh"
    assert someone.asked == second
    chinese = page.locator(".zx-prompt").inner_text()
    assert chinese != english
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)
    someone.press("3")
    assert [one["item"] for one in someone.kept(2, type="review")] == [first, second]
    someone.reader.follow("a.zx-language[hreflang=en]")
    page.wait_for_selector("[data-item]")
    assert someone.asked not in (first, second)
    someone.press("u")
    assert someone.asked == second


def test_answers_show_mathematics_and_code_and_lead_back_to_the_card(learner, decks, tmp_path):
    someone = learner()
    someone.load(settings(kinds=["question", "quiz", "cloze", "formula"], new_per_day=40), tmp_path)
    page = someone.open("review")
    kinds = {item["id"]: item["kind"] for item in decks["en"]["items"]}
    seen, drawn = set(), False
    for _ in range(40):
        if page.locator("[data-item]").count() == 0:
            break
        kind = kinds[someone.asked]
        seen.add(kind)
        someone.press("1" if kind == "quiz" else "Space")
        if kind == "quiz" and page.locator(".zx-quiz-foot button:visible").count():
            someone.press("Enter")
        assert page.locator("[data-item] :is(.arithmatex, .zx-refused)").count() == 0
        drawn |= page.locator("[data-item] math").count() > 0
        href = page.locator("a.zx-tool").get_attribute("href")
        assert href is not None
        assert page.request.get(href).ok
        someone.press("Space" if kind == "quiz" else "4")
    assert seen == {"question", "quiz", "cloze", "formula"}
    assert drawn


@pytest.mark.parametrize("language", HOMES)
def test_every_item_of_the_deck_stands_on_its_card(decks, site, language):
    pages: dict[str, str] = {}
    missing = []
    for item in decks[language]["items"]:
        card = next(card for card in decks[language]["cards"] if card["key"] == item["card"])
        file = site / HOMES[language].lstrip("/") / card["url"] / "index.html"
        html = pages.setdefault(card["key"], file.read_text(encoding="utf-8"))
        if f'id="{item["anchor"]}"' not in html:
            missing.append(item["id"])
    assert missing == []


def test_settings_act_and_stay(learner):
    someone = learner()
    page = someone.open()
    page.fill("input[name=new_per_day]", "7")
    page.press("input[name=new_per_day]", "Tab")
    page.fill("input[name=retention]", "0.8")
    page.press("input[name=retention]", "Tab")
    page.locator("label", has_text="Formulas").click()
    someone.kept(3, type="settings")
    page.fill("input[name=retention]", "1.5")
    page.press("input[name=retention]", "Tab")
    assert page.input_value("input[name=retention]") == "0.8", "what is out of range is not taken"
    page.reload()
    page.wait_for_selector("input[name=retention]")
    assert page.input_value("input[name=new_per_day]") == "7"
    assert page.input_value("input[name=retention]") == "0.8"
    assert page.locator("input[name=kinds]:checked").count() == 3
    assert page.locator("[data-study=today] .zx-tile b").all_inner_texts()[1] == "7"


def test_full_storage_is_told_and_nothing_is_lost_when_there_is_room_again(learner, tmp_path):
    someone = learner()
    page = someone.page
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": someone.reader.address, "quotaSize": 1})
    someone.open("review")
    answer_with(someone, "3")
    page.wait_for_selector(".zx-trouble:visible")
    assert "no room" in page.locator(".zx-trouble").inner_text()
    someone.kept(0, type="review")
    with page.expect_download() as download:
        page.locator(".zx-trouble button").click()
    download.value.save_as(tmp_path / "rescued.json")
    assert '"review"' in (tmp_path / "rescued.json").read_text(encoding="utf-8")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": someone.reader.address})
    page.locator(".zx-prompt").click()  # the space bar belongs to a focused button
    answer_with(someone, "3")
    someone.kept(2, type="review")
    page.wait_for_selector(".zx-trouble", state="hidden")


def test_blocked_storage_is_told_and_the_review_still_works(reader_without_storage):
    someone = Learner(reader_without_storage)
    page = someone.open("review")
    assert "keeps nothing" in page.locator(".zx-trouble").inner_text()
    first = answer_with(someone, "4")
    assert someone.asked != first
    someone.press("u")
    assert someone.asked == first
    someone.reader.open("/foundations/Softmax/")
    page.wait_for_selector(".zx-task")
    page.locator(".zx-task").first.click(position={"x": 5, "y": 5})
    page.wait_for_selector(".zx-lost")


def test_two_tabs_see_the_same_history(learner, tmp_path):
    someone = learner()
    someone.load(QUESTIONS, tmp_path)
    other = someone.page.context.new_page()
    other.goto(f"{someone.reader.address}/study/")
    other.wait_for_selector("[data-study=today] .zx-tile")
    assert other.locator("[data-study=today] .zx-tile b").all_inner_texts()[1] == "4"
    someone.open("review")
    answer_with(someone, "4")
    other.wait_for_function("() => document.querySelectorAll('[data-study=today] .zx-tile b')[1].textContent === '3'")
