"""Checks of links, embeds, aliases and prerequisites."""

from __future__ import annotations

from collections.abc import Iterator

from zhixing.model import Card, Diagnostic, Link, Span, Vault
from zhixing.resolve import Target, Unresolved, index_of
from zhixing.slug import name_key


def check_links(vault: Vault) -> Iterator[Diagnostic]:
    """Every link and embed leads somewhere, and embeds never lead back to themselves."""
    index = index_of(vault)
    embeds: dict[str, list[tuple[Link, Target]]] = {}
    for card in vault.cards.values():
        for link in card.links:
            target = index.resolve(link, card)
            if isinstance(target, Unresolved):
                yield Diagnostic(link.span, target.code, target.problem, target.hint)
            elif link.embed and target.card is not None:
                embeds.setdefault(card.path, []).append((link, target))
    yield from cycles(embedded(embeds))


def embedded(embeds: dict[str, list[tuple[Link, Target]]]) -> dict[str, list[tuple[Link, str]]]:
    """What embeds what; a section or block counts for itself: a page may show one part of itself in another."""
    graph = {path: [(link, _part(target)) for link, target in found] for path, found in embeds.items()}
    for found in embeds.values():
        for _, target in found:
            if target.anchor and target.path in embeds:
                first, last = _lines(target)
                inside = [edge for edge in graph[target.path] if first <= edge[0].span.line <= last]
                graph[_part(target)] = inside
    return graph


def _part(target: Target) -> str:
    return f"{target.path}#{target.anchor}" if target.anchor else target.path


def _lines(target: Target) -> tuple[int, int]:
    """First and last line of a section, or of a block: it ends where the next line is empty."""
    card, heading = target.card, target.heading
    assert card is not None
    if heading is not None:
        after = (it.span.line for it in card.headings if it.span.line > heading.span.line and it.level <= heading.level)
        return heading.span.line, min(after, default=card.text.count("\n") + 2) - 1
    first = card.block_ids[target.anchor].line
    lines = card.text.split("\n")
    return first, next((number for number in range(first, len(lines)) if not lines[number].strip()), len(lines))


def cycles(embeds: dict[str, list[tuple[Link, str]]]) -> Iterator[Diagnostic]:
    """Report each embed that closes a cycle, once, where it stands. Iterative: a chain may be long."""
    done: set[str] = set()
    for start in embeds:
        trail: list[str] = []
        stack: list[tuple[str, int]] = [(start, 0)] if start not in done else []
        while stack:
            path, position = stack.pop()
            if position == 0:
                trail.append(path)
            links = embeds.get(path, [])
            if position == len(links):
                done.add(path)
                trail.pop()
                continue
            stack.append((path, position + 1))
            link, target = links[position]
            if target in trail:
                ring = " → ".join(_name(step) for step in [*trail[trail.index(target) :], target])
                hint = "make one of them a link: drop its `!`"
                yield Diagnostic(link.span, "L006", f"embeds form a cycle: {ring}", hint)
            elif target not in done:
                stack.append((target, 0))


def check_aliases(vault: Vault) -> Iterator[Diagnostic]:
    """An alias belongs to one card of a language and is not the name of another."""
    names = {(card.lang, name_key(card.name)): card for card in vault.cards.values()}
    owners: dict[tuple[str, str], Card] = {}
    for card in vault.cards.values():
        for alias in dict.fromkeys(card.aliases):
            key = (card.lang, name_key(alias))
            other = owners.setdefault(key, card)
            named = names.get(key)
            span = Span(card.path, card.meta_lines.get("aliases", card.meta_lines.get("alias", 1)))
            if other is not card:
                yield Diagnostic(
                    span, "L007", f"alias {alias!r} belongs to {other.path} too", "keep it on one of the two"
                )
            elif named is not None and named is not card:
                yield Diagnostic(span, "L007", f"alias {alias!r} is the name of {named.path}", "choose another alias")


def check_prerequisites(vault: Vault) -> Iterator[Diagnostic]:
    """Prerequisites are cards and never lead back to the card itself: there is an order in which to read."""
    index = index_of(vault)
    wanted: dict[str, list[tuple[Link, str]]] = {}
    for card in vault.cards.values():
        line = card.meta_lines.get("prerequisites")
        for link in card.links if line else ():
            if link.span.line == line and link.sentence == "":
                target = index.resolve(link, card)
                if isinstance(target, Target) and target.card is None:
                    hint = "name the card to read first, or drop it"
                    yield Diagnostic(link.span, "L008", f"prerequisite [[{link.target}]] is not a card", hint)
                elif isinstance(target, Target) and target.card is not None:
                    wanted.setdefault(card.path, []).append((link, target.card.path))
    for finding in cycles(wanted):
        problem = finding.problem.replace("embeds", "prerequisites")
        yield Diagnostic(finding.span, "L008", problem, "drop one: the first card of the circle must be readable alone")


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md").replace(".md#", "#")
