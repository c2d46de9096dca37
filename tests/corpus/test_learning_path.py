"""Every goal of the learning path has a check, every check an explanation, and the minutes add up."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from this_vault import this_vault
from zhixing.model import Card, Vault
from zhixing.page import assets
from zhixing.page.order import learning_path
from zhixing.vault.config import is_card
from zhixing.vault.resolve import Target, index_of

ROOT = Path(__file__).parents[2]
CELL = re.compile(r"(?<!\\)\|")


@pytest.fixture(scope="module")
def vault() -> Vault:
    return this_vault()


@pytest.fixture(params=["en", "zh"])
def modules(vault: Vault, request: pytest.FixtureRequest) -> list[Card]:
    return [card for card in vault.cards.values() if card.path.startswith(f"docs/{request.param}/path/Module_")]


def table(card: Card, number: int) -> list[tuple[int, list[str]]]:
    """Rows of the page's n-th table, without its head, each with its line."""
    line, rows, _ = card.tables[number]
    lines = card.text.split("\n")
    return [(at, [cell.strip() for cell in CELL.split(lines[at - 1])[1:-1]]) for at in range(line + 2, line + 1 + rows)]


def test_there_are_fourteen_modules_that_follow_each_other(modules: list[Card], vault: Vault) -> None:
    assert len(modules) == 14
    index = index_of(vault)
    for here, after in pairwise(modules):
        target = index.resolve(here.links[-1], here)
        assert isinstance(target, Target)
        assert target.path == after.path


def test_every_goal_has_a_check_and_every_check_an_explanation(modules: list[Card], vault: Vault) -> None:
    index = index_of(vault)
    for module in modules:
        goals = table(module, 0)
        assert len(goals) == len(module.tasks) >= 3, module.path
        for (line, _), (_, _, task) in zip(goals, module.tasks, strict=True):
            wanted = [index.resolve(link, module) for link in module.links if link.span.line == line]
            given = [index.resolve(link, module) for link in module.links if link.span.line == task]
            assert wanted == given != [], f"{module.path}:{line}"
            for target in given:
                assert isinstance(target, Target)
                card = target.card
                assert card is not None
                explained = {item.id for item in (*card.questions, *card.claims)}
                assert target.anchor in explained, f"{module.path}:{task} leads to no answer and no proof"


def test_minutes_add_up(modules: list[Card], vault: Vault) -> None:
    index = index_of(vault)
    for module in modules:
        total = 0
        for line, cells in table(module, 1):
            (link,) = (link for link in module.links if link.span.line == line)
            target = index.resolve(link, module)
            assert isinstance(target, Target)
            minutes = target.card.front.minutes if target.card else _notebook_minutes(target.path)
            assert int(cells[-1]) == minutes, f"{module.path}:{line}"
            total += int(cells[-1])
        assert re.search(r"\d+", module.callouts[0].title).group() == str(total), module.path  # type: ignore[union-attr]


def _notebook_minutes(path: str) -> int:
    source = (ROOT / path).with_suffix(".py").read_text(encoding="utf-8")
    found = re.search(r"^# minutes: (\d+)$", source, re.M)
    assert found, path
    return int(found.group(1))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_path_names_the_hours_that_progress_counts(vault: Vault, lang: str) -> None:
    pytest.importorskip("fsrs", reason="py-fsrs comes with the extra `study`")
    from zhixing.practice.catalog import read_entries
    from zhixing.study.day import now
    from zhixing.study.deck import study_deck
    from zhixing.study.figures import figures
    from zhixing.study.plan_words import hours
    from zhixing.study.schedule import replay
    from zhixing.study.source import SourcePages
    from zhixing.study.task_rows import with_tasks

    pages = SourcePages()
    deck = with_tasks(study_deck(vault, lang, index_of(vault), pages), vault, read_entries(ROOT, vault), pages.url)
    new = figures(deck, replay([], (assets.WEB / "src/study/fsrs.json").read_bytes()), now())
    experiments = [card for card in vault.cards.values() if card.lang == lang and card.is_notebook]
    page = next(card for card in vault.cards.values() if card.lang == lang and card.key == "path/Learning_Path")
    told = re.findall(r"[\d.]+(?= hours| 小时)", page.text.split("\n")[2])
    total = new.reading + new.answering + new.coding + new.design
    wanted = [hours(new.reading), hours(sum(card.front.minutes for card in experiments)), hours(total)]
    assert told == wanted
    rows = [int(cells[-1]) for _, cells in table(page, 0)]
    assert sum(rows) == new.reading + sum(card.front.minutes for card in experiments), "nothing is counted twice"


def test_every_module_has_a_quiz_with_right_and_wrong_answers(modules: list[Card], vault: Vault) -> None:
    index = index_of(vault)
    for module in modules:
        shown = [index.resolve(link, module) for link in module.links if link.embed]
        quizzes = [
            quiz for t in shown if isinstance(t, Target) and t.card for quiz in t.card.quizzes if quiz.id == t.anchor
        ]
        assert len(quizzes) == len(shown) >= 2, module.path


def test_every_card_is_on_the_path(modules: list[Card], vault: Vault) -> None:
    index = index_of(vault)
    language = modules[0].lang
    reached = {
        target.path
        for module in modules
        for link in module.links
        if isinstance(target := index.resolve(link, module), Target)
    }
    folders = ("foundations", "attention", "position", "architecture", "inference", "theory")
    cards = {card.path for card in vault.cards.values() if card.lang == language and card.key.startswith(folders)}
    assert not cards - reached


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_path_names_every_card_and_has_one_order_in_both_languages(vault: Vault, lang: str) -> None:
    index = index_of(vault)
    keys = [vault.cards[path].key for path in learning_path(vault, index, lang)]
    assert keys == [vault.cards[path].key for path in learning_path(vault, index, "en")]
    assert keys[:4] == [
        "path/Learning_Path",
        "path/Module_01_Softmax_and_Embeddings",
        "foundations/Softmax",
        "foundations/Embedding_and_Unembedding",
    ]
    assert {card.key for card in vault.cards.values() if is_card(card, vault.config)} <= set(keys)


NUMBERS = {
    "en": ["Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen"],
    "zh": ["十", "十一", "十二", "十三", "十四", "十五"],
}


def test_home_says_how_many_modules_the_path_has(vault, modules):
    lang = modules[0].lang
    home = next(card for card in vault.cards.values() if card.path == f"docs/{lang}/index.md")
    number = NUMBERS[lang][len(modules) - 10]
    assert {"en": f"{number} modules", "zh": f"    {number}个模块"}[lang] in home.text
