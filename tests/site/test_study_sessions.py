"""Quizzes, the mock interview, ticks and progress, in both languages, at desktop and phone width, in real Chromium."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from site_reader import new_context
from study_learner import HOMES, START, event, history

PLACES = [("en", 1280), ("zh", 360)]
PAGES = ("", "review", "quiz", "interview", "progress")
# The contrast of every text with what is really behind it; colours may be half transparent.
CONTRAST = """() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  for (const element of document.querySelectorAll("[data-study] *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const box = element.getBoundingClientRect();
    if (!own || !element.checkVisibility() || box.width < 3) continue;
    if (element.closest(":disabled, svg, [role=img], option")) continue;
    const behind = ["white"];
    for (let at = element; at; at = at.parentElement) behind.splice(1, 0, getComputedStyle(at).backgroundColor);
    const back = paint(behind);
    const [a, b] = [light(paint([...behind, getComputedStyle(element).color])), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${element.className || element.tagName} ${element.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


def past(days: float) -> str:
    """A moment so many days before the learners' clocks start."""
    moment = datetime.fromisoformat(START).astimezone(UTC) - timedelta(days=days)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"


def months(items: list[dict]) -> str:
    """A history of some months: one new question a day, each asked again after one, two, four … days."""
    events = []
    for number, item in enumerate(items[:60]):
        age, gap = 70 - number, 1.0
        while age > 0:
            grade = 1 if (number + int(age)) % 9 == 0 else 3
            events.append(event(past(age), type="review", item=item["id"], grade=grade, source="review"))
            age, gap = age - gap, gap * 2
    return history(*events)


COVERED = """() => {
  const reasons = [...document.querySelectorAll('.zx-options > li > ul')];
  const covered = reasons.filter((reason) => {
    reason.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, bottom } = reason.getBoundingClientRect();
    return !reason.contains(document.elementFromPoint(left + 12, (top + bottom) / 2));
  });
  scrollTo({ top: 0, behavior: 'instant' });
  return covered.map((reason) => reason.textContent);
}"""
READ = "() => document.querySelector('.zx-quiz-box').getBoundingClientRect().bottom <= innerHeight + 1"


def assert_left(page, seconds: int, began: float) -> None:
    """So many seconds are left on the timer, less what the machine took since the test began."""
    minutes, rest = map(int, page.locator(".zx-timer").inner_text().split(":"))
    assert seconds - (time.monotonic() - began) - 1 <= 60 * minutes + rest <= seconds


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_quiz_session_judges_explains_and_feeds_the_reviews(learner, decks, language, width):
    someone = learner(language, width)
    page = someone.open("quiz")
    page.locator("input[name=count][value='5']").check(force=True)
    for box in page.locator("input[name=topics]").all()[1:]:
        box.uncheck(force=True)
    page.click("form .zx-primary")
    quizzes = {item["id"]: item for item in decks[language]["items"] if item["kind"] == "quiz"}
    cards = {card["key"]: card["category"] for card in decks[language]["cards"]}
    results = []
    for number in range(5):
        page.wait_for_function(f"() => document.querySelector('[data-item] progress')?.value === {number}")
        quiz = quizzes[someone.asked]
        assert cards[quiz["card"]] == "foundations"
        assert page.locator(".zx-options ul:visible").count() == 0
        someone.press("1")
        if sum(option["right"] for option in quiz["options"]) > 1:
            someone.press("Enter")
        page.wait_for_selector("[data-verdict]")
        said = page.locator(".zx-quiz-foot [role=status]").inner_text()
        assert ("。" in said) == (language == "zh"), said
        assert page.locator(".zx-options > li > ul:visible").count() == len(quiz["options"]), (
            "an option is not explained"
        )
        results.append((quiz["id"], page.locator("[data-verdict=wrong]").count() == 0))
        assert page.evaluate(COVERED) == [], "an explanation lies under something else"
        for _ in range(20):  # both keys read on to the end of the reasons before they go on
            is_read = page.evaluate(READ)
            someone.press("Enter" if number % 2 else "Space")
            if page.evaluate("() => document.querySelector('[data-item] progress')?.value") != number:
                assert is_read, "what was not seen is skipped"
                break
    page.wait_for_selector(".zx-result")
    kept = someone.kept(5, type="quiz")
    reviews = someone.kept(5, type="review", source="quiz")
    assert [one["item"] for one in kept] == [one["item"] for one in reviews] == [item for item, _ in results]
    for one, review in zip(kept, reviews, strict=True):
        options = quizzes[one["item"]]["options"]
        assert one["right"] == (one["picked"] == [n for n, option in enumerate(options) if option["right"]])
        assert review["grade"] == (3 if one["right"] else 1)
        assert review["at"] == one["at"]
    wrong = [one["item"] for one in kept if not one["right"]]
    assert page.locator(".zx-reading li").count() == len(wrong)
    assert str(5 - len(wrong)) in page.locator(".zx-result h2").inner_text()
    someone.open("review")
    assert page.locator(".zx-count[data-kind=learning] b").inner_text() == "5"
    assert someone.reader.errors == []
    assert someone.reader.foreign == []


def test_the_last_option_is_chosen_by_its_number(learner, decks):
    someone = learner()
    page = someone.open("quiz")
    page.click("form .zx-primary")
    page.wait_for_selector("[data-item]")
    options = page.locator(".zx-option")
    count = options.count()
    someone.press("9")
    assert page.locator(".zx-option[aria-pressed=true]").count() == 0, "there is no ninth"
    someone.press(str(count))
    quiz = next(item for item in decks["en"]["items"] if item["id"] == someone.asked)
    if sum(option["right"] for option in quiz["options"]) > 1:
        someone.press("Enter")
    page.wait_for_selector("[data-verdict]")
    assert [box.get_attribute("aria-pressed") for box in options.all()] == ["false"] * (count - 1) + ["true"]
    assert len(someone.kept(1, type="quiz")[0]["picked"]) == 1


def test_a_quiz_in_the_reviews_is_judged_and_undone(learner, tmp_path):
    someone = learner()
    someone.load(history(event(past(1), type="settings", kinds=["quiz"])), tmp_path)
    page = someone.open("review")
    first = someone.asked
    someone.press("1")
    if page.locator(".zx-quiz-foot button:visible").count():
        someone.press("Enter")
    page.wait_for_selector("[data-verdict]")
    someone.kept(1, type="quiz", item=first)
    assert someone.asked == first, "the explanation stays until it is read"
    someone.press("u")
    someone.kept(2, type="undo")
    assert someone.asked == first
    assert page.locator("[data-verdict]").count() == 0


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_a_mock_interview_to_its_report(learner, decks, language, width):
    began = time.monotonic()
    someone = learner(language, width)
    page = someone.page
    someone.open("interview")
    page.locator("input[name=role][value=inference]").check(force=True)
    page.locator("input[name=topics][value=theory]").uncheck(force=True)
    topics = page.eval_on_selector_all("input[name=topics]:checked", "boxes => boxes.map(box => box.value)")
    page.locator("input[name=minutes][value='10']").check(force=True)
    page.locator("input[name=level][value=senior]").check(force=True)
    assert "3" in page.locator("form [role=status]").inner_text()
    page.click("form .zx-primary")
    cards = {card["key"]: card for card in decks[language]["cards"]}
    items = {item["id"]: item for item in decks[language]["items"]}
    asked = []
    for marks in ("000", "112", "222"):
        page.wait_for_selector(".zx-ask")
        if asked:
            page.wait_for_function(f"() => document.querySelector('[data-item]').dataset.item !== '{asked[-1]}'")
        asked.append(someone.asked)
        assert cards[items[someone.asked]["card"]]["category"] in topics
        assert "inference" in items[someone.asked]["roles"] and items[someone.asked]["level"] in ("middle", "senior")
        page.locator(".zx-typed").fill("as I would say it")
        page.locator(".zx-interview [data-focus]").focus()
        assert page.locator(".zx-part").count() == 0, "think first"
        page.clock.run_for(60_000)
        for number, (part, mark) in enumerate(zip(("short", "depth", "followup"), marks, strict=True), 1):
            someone.press("Space")
            page.wait_for_selector(f"[data-part={part}]")
            assert page.locator(".zx-part").count() == number, "one part at a time"
            boxes = page.locator(f"[data-part={part}] .zx-points input")
            assert boxes.count() and page.locator(f"[data-part={part}] .zx-points a").count() >= boxes.count()
            if marks == "222":
                for place in range(boxes.count()):
                    boxes.nth(place).check()
                assert page.locator(f"[data-part={part}] .zx-mark[aria-pressed=true]").get_attribute("data-mark") == "2"
                page.locator(".zx-interview [data-focus]").focus()
            elif part == "depth":
                page.locator("[data-part=depth] .zx-mark").nth(int(mark)).click()
            else:
                someone.press(mark)
        assert page.locator("[data-part=short] .zx-content").first.inner_text().strip()
        assert "as I would say it" in page.locator("[data-part=short] .zx-wrote").inner_text()
        someone.press("Space")
    page.wait_for_selector(".zx-report")
    difficulties = [cards[items[item]["card"]]["difficulty"] for item in asked]
    assert difficulties == sorted(difficulties)
    report = page.locator(".zx-report h2").inner_text()
    assert re.findall(r"\d+", report) == ["10", "18"]
    meters = page.eval_on_selector_all(".zx-meters meter", "meters => meters.map(meter => meter.value)")
    assert meters == [3, 3, 4]
    read = page.locator(".zx-reading a").all_inner_texts()
    assert read == [cards[items[asked[0]]["card"]]["title"]], "the card of the weak answer, and no other"
    assert page.locator(".zx-next-steps > li").count() == 3
    kept = someone.kept(1, type="interview")[0]
    assert (kept["minutes"], kept["level"], kept["topics"], kept["role"]) == (10, "senior", topics, "inference")
    assert [[one[part] for part in ("short", "depth", "followup")] for one in kept["answers"]] == [
        [0, 0, 0],
        [1, 1, 2],
        [2, 2, 2],
    ]
    most = 61 + time.monotonic() - began  # the minute that the clock was put forward, and what the machine took
    assert all(60 <= one["seconds"] <= most for one in kept["answers"])
    reviews = someone.kept(3, type="review", source="interview")
    assert [(one["item"], one["grade"]) for one in reviews] == list(zip(asked, (1, 3, 4), strict=True))
    page.reload()
    page.wait_for_selector(".zx-report")
    someone.kept(1, type="interview")  # the report is shown again, not the interview put down twice
    page.locator(".zx-report .zx-primary").click()
    page.wait_for_selector(".zx-earlier li")
    assert someone.reader.errors == []
    assert someone.reader.foreign == []


def test_a_long_interview_has_judged_code_and_a_task_of_design(learner, decks):
    someone = learner("zh", 360)
    page = someone.page
    someone.open("interview")
    for name, value in (("role", "inference"), ("minutes", "45"), ("level", "senior")):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    page.click("form .zx-primary")
    cases = {case["id"]: case for case in decks["zh"]["cases"]}
    asked = []
    while not asked or asked[-1] not in cases:
        page.wait_for_selector(".zx-interview")
        asked.append(someone.asked)
        if asked[-1] in cases:
            break
        keys = () if asked[-1].startswith("task/") else ("Space", "2") * 3
        page.locator(".zx-interview [data-focus]").focus()
        someone.press(*keys)
        page.locator(".zx-row .zx-primary").click()
        page.wait_for_function(f"() => document.querySelector('[data-item]').dataset.item !== '{asked[-1]}'")
    case = cases[asked[-1]]
    assert "inference" in case["roles"] and case["level"] in ("middle", "senior")
    page.locator(".zx-typed").fill("需求、估算、取舍")
    page.locator(".zx-row .zx-primary").click()
    boxes = page.locator("[data-part=case] .zx-points input")
    assert boxes.count() == len(case["points"])
    assert page.locator("[data-part=case] .zx-points a").count() >= len(case["points"]), (
        "each says where it is explained"
    )
    boxes.nth(0).check()
    page.reload()
    page.wait_for_selector("[data-part=case]")
    assert page.locator("[data-part=case] .zx-points input").nth(0).is_checked(), "a reload forgets nothing"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".zx-row .zx-primary").click()
    page.wait_for_selector(".zx-report")
    answers = {one["item"]: one for one in someone.kept(1, type="interview")[0]["answers"]}
    sums = {item: sum(one[part] for part in ("short", "depth", "followup")) for item, one in answers.items()}
    assert sums.pop(case["id"]) == round(6 / len(case["points"]))
    (task,) = (item for item in sums if item.startswith("task/"))
    assert sums.pop(task) == 0, "what the judge has not accepted counts nothing"
    assert set(sums.values()) == {6}
    assert page.locator(".zx-next-steps > li").count() == 3


def test_an_interview_survives_a_reload_and_tells_when_time_is_up(learner):
    began = time.monotonic()
    someone = learner()
    page = someone.page
    someone.open("interview")
    page.click("form .zx-primary")
    page.wait_for_selector(".zx-timer")
    someone.press("Space", "1", "Space", "1", "Space", "1", "Space")
    someone.kept(1, type="review")
    second = someone.asked
    someone.press("Space", "2", "Space")
    page.wait_for_selector("[data-part=depth]")
    page.clock.run_for(61_000)
    assert_left(page, 20 * 60 - 61, began)
    page.reload()
    page.wait_for_selector(".zx-timer")
    assert someone.asked == second
    assert_left(page, 20 * 60 - 61, began)
    parts = page.eval_on_selector_all(".zx-part", "all => all.map(part => part.dataset.part)")
    assert parts == ["short", "depth"], "what was revealed is still there"
    assert page.locator("[data-part=short] .zx-mark[aria-pressed=true]").get_attribute("data-mark") == "2"
    assert page.locator("[data-part=depth] .zx-mark[aria-pressed=true]").count() == 0
    someone.press("1")
    page.wait_for_selector(".zx-interview .zx-primary")
    page.clock.run_for(19 * 60_000)
    assert page.locator(".zx-timer").inner_text() == "0:00"
    assert "Time is up" in someone.said
    page.locator(".zx-interview .zx-button:not(.zx-primary)").click()
    page.wait_for_selector(".zx-report")
    first, half, *open_ones = someone.kept(1, type="interview")[0]["answers"]
    assert [first[part] for part in ("short", "depth", "followup")] == [1, 1, 1]
    assert [half[part] for part in ("short", "depth", "followup")] == [2, 1, 0], "what was not answered is missed"
    assert len(open_ones) == 3 and not any(one[part] for one in open_ones for part in ("short", "depth", "followup"))
    report = page.locator(".zx-report").inner_text()
    assert "6 of 30 points" in report and "not answered to the end: 4;" in report


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_ticks_stay_and_count_on_the_path(learner, language, width):
    someone = learner(language, width)
    page = someone.reader.open(f"{HOMES[language]}foundations/Softmax/")
    page.wait_for_selector(".zx-task")
    boxes = page.locator(".task-list-item:not(.quiz *) input[type=checkbox]")
    count = boxes.count()
    assert boxes.nth(0).get_attribute("aria-labelledby")
    page.locator(".zx-task").nth(1).click(position={"x": 5, "y": 5})
    boxes.nth(2).focus()
    page.keyboard.press("Space")
    boxes.nth(3).check(force=True)
    boxes.nth(3).uncheck(force=True)
    someone.kept(4, type="tick")
    page.reload()
    page.wait_for_selector(".zx-task")
    wanted = [number in (1, 2) for number in range(count)]
    assert [box.is_checked() for box in boxes.all()] == wanted
    other = {"en": "zh", "zh": "en"}[language]
    someone.reader.follow(f"a.zx-language[hreflang={other}]")
    page.wait_for_selector(".zx-task")
    assert [box.is_checked() for box in boxes.all()] == wanted, "one history, whichever language is shown"
    someone.open("progress")
    row = page.locator("[data-card='foundations/Softmax']").inner_text()
    assert f"2/{count}" in row
    assert someone.reader.errors == []


@pytest.mark.parametrize("language", HOMES)
def test_the_first_answer_to_a_quiz_on_a_card_counts(learner, decks, language):
    someone = learner(language)
    page = someone.reader.open(f"{HOMES[language]}foundations/Softmax/")
    page.wait_for_selector(".zx-task")
    quiz = next(item for item in decks[language]["items"] if item["kind"] == "quiz")
    box = page.locator(f"[id='{quiz['id']}']")
    box.locator("li[data-option=wrong] .zx-option").first.click()
    kept = someone.kept(1, type="quiz")[0]
    assert (kept["item"], kept["right"], len(kept["picked"])) == (quiz["id"], False, 1)
    assert not quiz["options"][kept["picked"][0]]["right"], "kept by its place on the card, whatever order is shown"
    assert someone.kept(1, type="review")[0]["grade"] == 1
    assert box.locator(".zx-options > li > ul:visible").count() == len(quiz["options"])
    box.locator(".zx-quiz-foot button:visible").click()
    box.locator("li[data-option=right] .zx-option").first.click()
    box.locator("[data-verdict]").first.wait_for()
    page.locator(".zx-task").first.click(position={"x": 5, "y": 5})
    someone.kept(1, type="tick")  # what is written in order comes in order: a second answer would be there by now
    someone.kept(1, type="quiz")
    someone.open("review")
    assert someone.asked == quiz["id"] or page.locator(".zx-count[data-kind=learning] b").inner_text() == "1"


def test_a_module_keeps_its_ticks_and_the_results_of_the_quizzes_it_shows(learner, decks, site):
    modules = sorted(site.glob("path/*/index.html"))
    shown = next(
        file for file in modules if re.search(r'zx-embed.*\n<div class="admonition quiz">', file.read_text("utf-8"))
    )
    someone = learner()
    page = someone.reader.open(f"/path/{shown.parent.name}/")
    page.wait_for_selector(".zx-task")
    page.locator(".zx-embed .quiz .zx-option").first.click()
    check = page.locator(".zx-embed .quiz").first.locator(".zx-quiz-foot button:visible")
    if someone.page.locator("[data-verdict]").count() == 0:
        check.click()
    kept = someone.kept(1, type="quiz")[0]
    assert kept["item"] in {item["id"] for item in decks["en"]["items"] if item["kind"] == "quiz"}
    page.locator(".task-list-item:not(.quiz *) input").last.check(force=True)
    count = page.locator(".zx-task").count()
    assert someone.kept(1, type="tick")[0]["key"] == f"path/{shown.parent.name}#{count}"
    page.reload()
    page.wait_for_selector(".zx-task")
    assert page.locator(".task-list-item:not(.quiz *) input:checked").count() == 1
    someone.open("progress")
    assert f"1/{count}" in page.locator(f"[data-card='path/{shown.parent.name}']").inner_text()
    path = [card for module in decks["en"]["modules"] for card in module["cards"]]
    rows = page.locator(".zx-path-card:not(.zx-path-module)").all()
    assert [row.get_attribute("data-card") for row in rows][: len(path)] == path


def test_the_next_card_follows_the_prerequisites_and_the_hours_go_down(learner, decks, tmp_path):
    someone = learner()
    cards = decks["en"]["cards"]
    page = someone.open("progress")
    assert cards[0]["title"] in page.locator("[data-study=next]").inner_text()
    hours = float(page.locator("[data-study=summary] .zx-tile b").first.inner_text().split()[0])
    done = [event(past(1), type="tick", key=f"{cards[0]['key']}#{n + 1}", on=True) for n in range(cards[0]["tasks"])]
    learned = [
        event(past(1), type="review", item=item["id"], grade=4, source="review")
        for item in decks["en"]["items"]
        if item["card"] == cards[1]["key"]
    ]
    someone.load(history(*done, *learned), tmp_path)
    someone.open("progress")
    after = float(page.locator("[data-study=summary] .zx-tile b").first.inner_text().split()[0])
    assert after < hours
    read = {cards[0]["key"], cards[1]["key"]}
    path = [key for module in decks["en"]["modules"] for key in module["cards"] if key not in read]
    by_key = {card["key"]: card for card in cards}
    unread = next(by_key[key] for key in path if set(by_key[key]["prerequisites"]) <= read)
    assert unread["title"] in page.locator("[data-study=next]").inner_text()
    assert page.locator(".zx-path-card[data-read]").count() == 2
    page.locator("[data-study=summary] summary").click()
    assert "minute" in page.locator("[data-study=summary] details p").inner_text()


@pytest.mark.parametrize(("language", "width"), PLACES)
def test_charts_show_what_comes_and_what_was_remembered(learner, decks, tmp_path, language, width):
    someone = learner(language, width)
    page = someone.open("progress")
    assert page.locator(".zx-chart").count() == 0
    someone.load(months(decks[language]["items"]), tmp_path)
    someone.open("progress")
    assert page.locator("[data-study=forecast] .zx-bar").count() == 30
    page.locator("[data-study=forecast] summary").click()
    cells = page.locator("[data-study=forecast] tbody td:nth-child(2)").all_inner_texts()
    total = sum(map(int, cells))
    assert total > 10
    assert str(total) in page.locator("[data-study=forecast] p").inner_text()
    heights = page.eval_on_selector_all(
        "[data-study=forecast] .zx-bar", "bars => bars.map(b => +b.getAttribute('height'))"
    )
    assert [height > 0 for height in heights] == [cell != "0" for cell in cells]
    assert page.locator("[data-study=retention] .zx-point").count() >= 5
    share = int(re.search(r"(\d+)%", page.locator("[data-study=retention] p").inner_text())[1])
    page.locator("[data-study=retention] summary").click()
    rows = page.eval_on_selector_all(
        "[data-study=retention] tbody tr", "rows => rows.map(row => row.innerText.split('\\t'))"
    )
    asked = [int(row[1]) for row in rows]
    remembered = [round(n * int(row[2].rstrip("%")) / 100) for n, row in zip(asked, rows, strict=True)]
    assert abs(100 * sum(remembered) / sum(asked) - share) <= 1
    assert str(sum(asked)) in page.locator("[data-study=retention] p").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", HOMES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_the_pages_are_readable_fit_and_stay_on_the_host(learner, decks, tmp_path, language, width, scheme):
    someone = learner(language, width, scheme)
    page = someone.page
    someone.load(months(decks[language]["items"]), tmp_path)
    faint = {}
    for name in PAGES:
        someone.open(name)
        if name == "review":
            someone.press("Space")
        if name in ("quiz", "interview"):
            page.click("form .zx-primary")
            someone.press("Space" if name == "interview" else "1")
        someone.reader.rest()
        faint[name] = page.evaluate(CONTRAST)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert {name: found for name, found in faint.items() if found} == {}
    assert someone.reader.errors == []
    assert someone.reader.foreign == []


def test_the_study_scripts_are_loaded_where_they_are_used(reader):
    asked: list[str] = []
    someone = reader()
    someone.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    someone.open("/")
    assert not {"study.js", "card.js", "deck.en.json"} & set(asked)
    someone.open("/foundations/Softmax/")
    assert "card.js" in asked
    assert not {"study.js", "deck.en.json"} & set(asked)
    asked.clear()
    with someone.page.expect_request("**/deck.en.texts.json"):  # after the first paint
        someone.open("/study/review/")
    assert {"study.js", "deck.en.json", "study.css", "deck.en.texts.json"} <= set(asked)
    assert asked.index("deck.en.json") < asked.index("study.js") < asked.index("deck.en.texts.json")
    assert "deck.zh.json" not in asked


@pytest.mark.parametrize("language", HOMES)
def test_without_scripts_the_pages_say_what_they_need(chromium, address, language):
    context = new_context(chromium, java_script_enabled=False)
    page = context.new_page()
    for name in PAGES:
        page.goto(f"{address}{HOMES[language]}study/{name}{'/' if name else ''}")
        assert page.locator(".md-content noscript").is_visible()
        assert "JavaScript" in page.locator(".md-content noscript").inner_text()
    context.close()


@pytest.mark.parametrize("home", HOMES.values())
def test_a_tab_leads_to_the_study_pages(reader, home):
    page = reader().open(home)
    page.locator(".md-tabs a", has_text=re.compile("Study|学习")).click()
    page.wait_for_selector("[data-study=today] .zx-tile")
    assert page.url.endswith(f"{home}study/")
