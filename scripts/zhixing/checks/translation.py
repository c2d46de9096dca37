"""Both languages say the same: structure compared, and words by a digest that someone confirmed."""

from __future__ import annotations

import json
import posixpath
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from zhixing.checks.files import BROKEN_FRONT, is_blank
from zhixing.model import Card, Diagnostic, Link, Section, Span, Vault
from zhixing.syntax import bilingual, python_code
from zhixing.syntax.digest import wordless
from zhixing.syntax.directives import directives
from zhixing.vault.config import language_of, matches
from zhixing.vault.resolve import Index, Target, index_of, shown

_DIGESTS = re.compile(r"[0-9a-f]{12} [0-9a-f]{12}")
_CJK = re.compile(r"[\u3400-\u9fff]")
_NOT_PROSE = re.compile(r"`[^`]*`|\([^()]*,[^()]*\)")  # code, and a shape: (B, heads, T, width)
_PLAIN_WORD = re.compile(r"(?<![\w.])[a-z]{2,}(?![\w(.\[=])")
_SHARED_KEYS = ("category", "difficulty", "minutes", "prerequisites")

Pair = tuple[Card, Card]
_Items = list[tuple[str, str, int]]  # what is compared, how it is shown, its line


def pairs(vault: Vault) -> Iterator[Pair]:
    """Each card of the source language with each of its translations."""
    languages = vault.config.languages
    by_key = {(card.lang, card.key): card for card in vault.cards.values()}
    for card in vault.cards.values():
        if not languages or card.lang != languages[0] or is_blank(card):
            continue
        if not matches(card.key + ".md", vault.config.untranslated):
            for language in languages[1:]:
                other = by_key.get((language, card.key))
                if other is not None and not is_blank(other):
                    yield card, other


def check_both_languages(vault: Vault) -> Iterator[Diagnostic]:
    """Every card exists in every language."""
    languages = vault.config.languages
    if vault.config.profile != "cards" or not languages:
        return
    have = {(card.lang, card.key) for card in vault.cards.values()}
    for card in vault.cards.values():
        if not card.lang or _is_unread(card) or matches(card.key + ".md", vault.config.untranslated):
            continue
        for language in languages:
            where = f"{vault.config.docs}/{language}/{card.key}{PurePosixPath(card.path).suffix}"
            if (language, card.key) not in have:
                yield Diagnostic(Span(card.path, 1), "T001", f"the card has no {language} version", f"write {where}")


def _is_unread(card: Card) -> bool:
    """Whether the file is there but its text is not: that is said, and what follows from it is not."""
    return not card.text and any(finding.code in ("F005", "F006", "F007") for finding in card.diagnostics)


def check_same_structure(vault: Vault) -> Iterator[Diagnostic]:
    """Headings, code, formulas, links, claims, questions, quizzes, tables and shared front matter agree."""
    if vault.config.profile != "cards":
        return
    index = index_of(vault)
    for source, other in pairs(vault):
        for compare in (_front, _headings, _titles, _code, _remarks, _formulas, _study, _tables, _explorables, _depths):
            yield from compare(source, other)
        yield from _links(source, other, index)


def check_scripts(vault: Vault) -> Iterator[Diagnostic]:
    """A section of a Chinese card is written in Chinese, one of an English card is not."""
    if vault.config.profile != "cards":
        return
    for source, other in pairs(vault):
        for card in (source, other):
            wrong = "latin" if card.lang.startswith("zh") else "han" if card.lang.startswith("en") else ""
            for section in card.sections:
                if wrong and section.script == wrong:
                    name = card.headings[section.heading].text if section.heading >= 0 else "(start)"
                    problem = f"section {name!r} is not written in the language of its folder"
                    yield Diagnostic(section.span, "T013", problem, f"translate it into {card.lang}")


def check_pictures(vault: Vault) -> Iterator[Diagnostic]:
    """A picture is taken from the card's own language where the other one has it too: its words are read."""
    index = index_of(vault)
    for card in vault.cards.values():
        if not card.lang or vault.config.profile != "cards":
            continue
        for link in card.links:
            if not link.embed or link.target.lower().endswith(".md"):
                continue
            found = index.resolve(link, card)
            theirs = language_of(found.path, vault.config) if isinstance(found, Target) and found.card is None else ""
            if isinstance(found, Target) and theirs and theirs != card.lang:
                hint = f"put it beside the card: {posixpath.dirname(card.path)}/{posixpath.basename(found.path)}"
                problem = f"picture {link.target} is that of {found.path}"
                yield Diagnostic(link.span, "T012", problem, hint)


def _front(source: Card, other: Card) -> Iterator[Diagnostic]:
    if any(finding.code in BROKEN_FRONT for card in (source, other) for finding in card.diagnostics):
        return
    for key in _SHARED_KEYS:
        ours, theirs = source.front.written.get(key), other.front.written.get(key)
        if ours != theirs:
            span = Span(other.path, other.front.lines.get(key, 1))
            problem = f"{key} is {theirs!r}, in {source.path} it is {ours!r}"
            yield Diagnostic(span, "T009", problem, "the two must agree")
    tags = [len(card.front.tags) for card in (source, other)]
    if tags[0] != tags[1] and all("tags" in card.front.written for card in (source, other)):
        span = Span(other.path, other.front.lines.get("tags", 1))
        yield Diagnostic(span, "T009", f"{tags[1]} tags, in {source.path} {tags[0]}", "translate each tag")


def _headings(source: Card, other: Card) -> Iterator[Diagnostic]:
    for ours, theirs in zip(source.headings, other.headings, strict=False):
        if ours.level != theirs.level:
            problem = (
                f"heading {theirs.text!r} has level {theirs.level}, {source.path}:{ours.span.line} has {ours.level}"
            )
            yield Diagnostic(theirs.span, "T002", problem, "headings agree by level and order")
            return
    starts = [bool(card.sections and card.sections[0].heading < 0) for card in (source, other)]
    if starts[0] != starts[1]:
        here, there = (source, other) if starts[0] else (other, source)
        problem = f"text before the first heading, {there.path} has none"
        yield Diagnostic(here.sections[0].span, "T002", problem, "put it under a heading, or write it in both")
    if len(source.headings) != len(other.headings):
        shorter = min(len(source.headings), len(other.headings))
        extra = (source.headings if len(source.headings) > shorter else other.headings)[shorter]
        problem = f"{len(other.headings)} headings, {source.path} has {len(source.headings)}"
        hint = f"heading {extra.text!r} ({extra.span.path}:{extra.span.line}) has no counterpart"
        line = extra.span.line if extra.span.path == other.path else 1
        yield Diagnostic(Span(other.path, line), "T002", problem, hint)


def _titles(source: Card, other: Card) -> Iterator[Diagnostic]:
    if [heading.level for heading in source.headings] != [heading.level for heading in other.headings]:
        return  # that is said, and which heading is which is not known
    for ours, theirs in zip(source.headings, other.headings, strict=False):
        name = bilingual.misnamed(ours.text, theirs.text)
        if name:
            problem = f"heading {theirs.text!r} calls {source.path}:{ours.span.line} {name!r}"
            yield Diagnostic(theirs.span, "T016", problem, f"it is {bilingual.split(ours.text)[0]!r} there")


def _remarks(source: Card, other: Card) -> Iterator[Diagnostic]:
    """What a Chinese card's code says to its reader is not the English comment, word for word."""
    if not other.lang.startswith("zh"):
        return
    for ours, theirs in zip(source.blocks, other.blocks, strict=False):
        if ours.python and theirs.python:
            known = {text for _, text in python_code.remarks(ours.code)}
            for line, text in python_code.remarks(theirs.code):
                prose = len(_PLAIN_WORD.findall(_NOT_PROSE.sub("", text))) >= 3
                if prose and text in known and not _CJK.search(text):
                    where = Span(other.path, theirs.span.line + line)
                    yield Diagnostic(where, "T017", f"{text!r} is not translated", f"write it in {other.lang}")


def _code(source: Card, other: Card) -> Iterator[Diagnostic]:
    for ours, theirs in zip(source.blocks, other.blocks, strict=False):
        if ours.info != theirs.info:
            problem = f"a {theirs.info or 'plain'} block, {source.path}:{ours.span.line} is {ours.info or 'plain'}"
            yield Diagnostic(theirs.span, "T003", problem, "both languages carry the same blocks in the same order")
            return
        where = python_code.same_code(ours.code, theirs.code) if ours.python and theirs.python else ""
        if where:
            hint = "comments, docstrings and strings with Chinese may differ, nothing else"
            yield Diagnostic(theirs.span, "T003", f"code differs from {source.path}:{ours.span.line}, {where}", hint)
    if len(source.blocks) != len(other.blocks):
        problem = f"{len(other.blocks)} code blocks, {source.path} has {len(source.blocks)}"
        yield Diagnostic(Span(other.path, 1), "T003", problem, "both languages carry the same blocks in the same order")


def _formulas(source: Card, other: Card) -> Iterator[Diagnostic]:
    for one, their in zip(source.displayed, other.displayed, strict=False):
        if _spaced(one.mark) != _spaced(their.mark):
            problem = f"the mark of the formula is not that of {source.path}:{one.span.line}"
            yield Diagnostic(their.span, "T004", problem, "copy the comment after the formula: it is evaluated once")
            break
    if [tex for tex, _ in source.formulas] == [tex for tex, _ in other.formulas]:
        return
    ours = [(wordless(tex), tex, line) for tex, line in source.formulas]
    theirs = [(wordless(tex), tex, line) for tex, line in other.formulas]
    yield from _unmatched(source, other, ours, theirs, "T004", "formula")


def _spaced(mark: str | None) -> str | None:
    return mark and " ".join(mark.split())


def _links(source: Card, other: Card, index: Index) -> Iterator[Diagnostic]:
    ours, theirs = (
        [(_link_key(link, card, index), shown(link), link.span.line) for link in card.links if link.wiki]
        for card in (source, other)
    )
    if [key for key, _, _ in ours] == [key for key, _, _ in theirs]:
        return
    both = {key for key, _, _ in ours} & {key for key, _, _ in theirs}
    ours, theirs = ([link for link in links if link[0][0] != "?" or link[0] in both] for links in (ours, theirs))
    yield from _unmatched(source, other, ours, theirs, "T005", "link")


def _link_key(link: Link, card: Card, index: Index) -> str:
    """What a link leads to, the same in every language: by whichever name, alias or heading it is written."""
    mark = "!" if link.embed else "="
    found = index.resolve(link, card)
    if not isinstance(found, Target):  # it is reported as such; a question mark says that there is nothing to compare
        return f"?{mark}{link.target.casefold()}#{link.fragment.casefold()}"
    if found.card is None:
        return f"{mark}{found.path.rsplit('/', 1)[-1]}"
    place = f"#{found.card.headings.index(found.heading)}" if found.heading else f"^{found.anchor}"
    return f"{mark}{found.card.key}{place}"


def _unmatched(source: Card, other: Card, ours: _Items, theirs: _Items, code: str, what: str) -> Iterator[Diagnostic]:
    left = Counter(key for key, _, _ in ours)
    right = Counter(key for key, _, _ in theirs)
    hint = "both languages carry the same ones"
    for here, there, extra, items, others in (
        (other, source, right - left, theirs, ours),
        (source, other, left - right, ours, theirs),
    ):
        # of several that are alike the one is meant that stands farthest from any in the other language, counted in such
        # things: lines drift apart where one language says the same in fewer
        places: dict[str, list[int]] = {}
        for at, (key, _, _) in enumerate(others):
            places.setdefault(key, []).append(at)
        alone = [
            -min((abs(number - at) for at in places.get(key, ())), default=0) if extra[key] > 0 else 0
            for number, (key, _, _) in enumerate(items)
        ]
        for _, (key, text, line) in sorted(zip(alone, items, strict=True), key=lambda pair: pair[0]):
            if extra[key] > 0:
                extra[key] -= 1
                yield Diagnostic(Span(here.path, line), code, f"{what} {text.strip()} is not in {there.path}", hint)


def _study(source: Card, other: Card) -> Iterator[Diagnostic]:
    for name in ("claims", "questions", "quizzes"):
        ours, theirs = getattr(source, name), getattr(other, name)
        ids = [[item.id for item in items] for items in (ours, theirs)]
        hint = "same ids, same order in both languages"
        for item in ours:
            if item.id not in ids[1]:
                yield Diagnostic(item.span, "T006", f"{name} differ: ^{item.id} is not in {other.path}", hint)
        for item in theirs:
            if item.id not in ids[0]:
                yield Diagnostic(item.span, "T006", f"{name} differ: ^{item.id} is not in {source.path}", hint)
        if sorted(ids[0]) == sorted(ids[1]):
            for here, item in zip(ids[0], theirs, strict=True):
                if here != item.id:
                    yield Diagnostic(
                        item.span, "T006", f"{name} differ: ^{item.id} stands where {source.path} has ^{here}", hint
                    )
                    break
        elif set(ids[0]) == set(ids[1]):
            yield Diagnostic(Span(other.path, 1), "T006", f"{len(theirs)} {name}, {source.path} has {len(ours)}", hint)
    quizzes = {quiz.id: quiz for quiz in source.quizzes}
    for theirs in other.quizzes:
        ours = quizzes.get(theirs.id, theirs)
        if [option.correct for option in ours.options] != [option.correct for option in theirs.options]:
            problem = f"quiz ^{theirs.id} marks other options right than {source.path}:{ours.span.line}"
            yield Diagnostic(theirs.span, "T006", problem, "same options in the same order")


def _tables(source: Card, other: Card) -> Iterator[Diagnostic]:
    for ours, theirs in zip(source.tables, other.tables, strict=False):
        if ours[1:] != theirs[1:]:
            problem = f"table of {theirs[1]}×{theirs[2]}, {source.path}:{ours[0]} is {ours[1]}×{ours[2]}"
            yield Diagnostic(Span(other.path, theirs[0]), "T007", problem, "rows and columns agree")
    if len(source.tables) != len(other.tables):
        problem = f"{len(other.tables)} tables, {source.path} has {len(source.tables)}"
        yield Diagnostic(Span(other.path, 1), "T007", problem, "both languages carry the same tables")


def _explorables(source: Card, other: Card) -> Iterator[Diagnostic]:
    """The same figures under the same headings."""
    if source.explorables or other.explorables:
        ours, theirs = ([_placed(card, *item) for item in card.explorables] for card in (source, other))
        yield from _unmatched(source, other, ours, theirs, "T011", "figure")


def _depths(source: Card, other: Card) -> Iterator[Diagnostic]:
    """The same marks of depth under the same headings, and the same block to memorise."""
    yield from _unmatched(source, other, _marked(source), _marked(other), "T015", "mark")


def _marked(card: Card) -> _Items:
    """Marks by the number of the heading, or the Python block, that they belong to."""
    blocks = [block for block in card.blocks if block.python is not None]
    learned = [index for index, block in enumerate(blocks) if block.comments and directives(block).memorise]
    return [
        *((f"{depth} {index}", f"depth {depth}", card.headings[index].span.line) for depth, index in card.depth_marks),
        *((f"memorise {index}", "memorise", blocks[index].span.line) for index in learned),
    ]


def _placed(card: Card, name: str, line: int) -> tuple[str, str, int]:
    above = sum(heading.span.line < line for heading in card.headings)
    return f"{name} {above}", name, line


def check_confirmed(vault: Vault) -> Iterator[Diagnostic]:
    """A section whose words changed makes its translation stale until someone confirms it."""
    if vault.config.profile != "cards":
        return
    names = Counter(card.name.casefold() for card in vault.cards.values() if card.lang in vault.config.languages[:1])
    for source, other in pairs(vault):
        record = vault.confirmed.get(source.key)
        known = record.get(other.lang) if isinstance(record, dict) else None
        known = known if isinstance(known, dict) else {}
        called = source.name if names[source.name.casefold()] == 1 else source.key
        hint = f"bring it up to date, then run `zhixing translated {shlex.quote(called)}`"
        if not known:
            problem = "the translation was never confirmed"
            yield Diagnostic(Span(other.path, 1), "T008", problem, hint.replace("bring it up to date", "read it again"))
            continue
        for name, ours, theirs in _sections(source, other):
            digests = str(known.get(name, "")).split()
            if len(digests) != 2:
                problem = f"the translation of section {name!r} was never confirmed"
                yield Diagnostic(theirs.span, "T008", problem, hint)
            elif ours.digest != digests[0] and theirs.digest == digests[1]:
                problem = f"stale: section {name!r} changed in {ours.span.path}:{ours.span.line}"
                yield Diagnostic(theirs.span, "T008", problem, hint)
            elif ours.digest == digests[0] and theirs.digest != digests[1]:
                problem = f"stale: section {name!r} changed in {theirs.span.path}:{theirs.span.line}"
                yield Diagnostic(ours.span, "T008", problem, hint)
            elif ours.digest != digests[0]:
                problem = f"section {name!r} changed in both languages and was not confirmed"
                yield Diagnostic(theirs.span, "T008", problem, hint)
    for key in sorted({str(key) for key in vault.confirmed} - _present(vault)):
        hint = "run `zhixing translated --prune`"
        yield Diagnostic(Span(vault.config.translations, 1), "T010", f"the record names {key}, which is gone", hint)


def confirm(vault: Vault, cards: list[Card]) -> dict[str, dict[str, dict[str, str]]]:
    """The record with the present words of these cards confirmed, sorted; entries of cards that are gone dropped."""
    wanted = {card.key for card in cards}
    record: dict[str, dict[str, dict[str, str]]] = {}
    for key in _present(vault):
        languages = vault.confirmed.get(key)
        for language, known in languages.items() if isinstance(languages, dict) else ():
            kept = (
                {str(n): str(d) for n, d in known.items() if _DIGESTS.fullmatch(str(d))}
                if isinstance(known, dict)
                else {}
            )
            record.setdefault(key, {})[str(language)] = kept
    for source, other in pairs(vault):
        if source.key in wanted:
            fresh = {name: f"{ours.digest} {theirs.digest}" for name, ours, theirs in _sections(source, other)}
            record.setdefault(source.key, {})[other.lang] = fresh
    return dict(sorted(record.items()))


def confirmed_sections(vault: Vault) -> set[tuple[str, str, int]]:
    """Key, language and number of the sections whose two versions are what was confirmed."""
    fresh = confirm(vault, list(vault.cards.values()))
    found = set()
    for source, other in pairs(vault):
        known = vault.confirmed.get(source.key)
        known = known.get(other.lang) if isinstance(known, dict) else None
        now = fresh.get(source.key, {}).get(other.lang, {})
        for number, name in enumerate(now):
            if isinstance(known, dict) and known.get(name) == now[name]:
                found.add((source.key, other.lang, number))
    return found


def reconfirm(
    vault: Vault, sections: set[tuple[str, str, int]], keys: dict[str, str]
) -> dict[str, dict[str, dict[str, str]]]:
    """The record after a change that translated itself: these sections confirmed as they are now, under these new keys."""
    moved = {(keys.get(key, key), lang, number) for key, lang, number in sections}
    record = confirm(vault, list(vault.cards.values()))
    for key, languages in record.items():
        for lang, known in languages.items():
            before = vault.confirmed.get(next((old for old, new in keys.items() if new == key), key))
            before = before.get(lang) if isinstance(before, dict) else None
            for number, name in enumerate(list(known)):
                if (key, lang, number) not in moved:
                    stale = before.get(name) if isinstance(before, dict) else None
                    if isinstance(stale, str) and _DIGESTS.fullmatch(stale):
                        known[name] = stale
                    else:
                        del known[name]
    return record


def _present(vault: Vault) -> set[str]:
    """Keys of the cards that are there, readable or not."""
    return {card.key for card in vault.cards.values()}


def _sections(source: Card, other: Card) -> Iterator[tuple[str, Section, Section]]:
    theirs = {section.heading: section for section in other.sections}
    for section in source.sections:
        if section.heading in theirs:
            name = source.headings[section.heading].slug if section.heading >= 0 else "(start)"
            yield name, section, theirs[section.heading]


RECORD_HEAD = """\
# What was confirmed: for each card and language the sections, each with the digest of the words of the source
# and of the translation. `zhixing translated CARD` writes this file; a changed section makes the other stale.
"""


def record_bytes(record: dict[str, dict[str, dict[str, str]]]) -> bytes:
    """The record as readable YAML."""
    lines = [RECORD_HEAD]
    for key, languages in record.items():
        lines.append(f"{json.dumps(key, ensure_ascii=False)}:\n")
        for language in sorted(languages):
            lines.append(f"  {json.dumps(language)}:\n")
            for name, digests in languages[language].items():
                lines.append(f"    {json.dumps(name, ensure_ascii=False)}: {digests}\n")
    return "".join(lines).encode()
