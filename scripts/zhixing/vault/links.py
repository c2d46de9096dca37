"""All links of a vault, followed once: for the check that names the broken ones and for the page that shows backlinks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from zhixing.model import Card, Diagnostic, Link, Vault
from zhixing.vault.resolve import WITHHELD, Index, Target, Unresolved
from zhixing.vault.section import extent


@dataclass(frozen=True)
class Followed:
    """One link and where it leads: a path and the part of it, or a problem."""

    link: Link
    path: str = ""
    part: str = ""
    problem: Diagnostic | None = None


@dataclass
class Survey:
    """All links of a vault."""

    outgoing: dict[str, list[Followed]] = field(default_factory=dict)  # by source path
    incoming: dict[str, dict[str, list[Link]]] = field(default_factory=dict)  # target path → source path → links
    problems: list[Diagnostic] = field(default_factory=list)
    _paths: dict[str, dict[tuple[str, str], str]] = field(default_factory=dict, repr=False, compare=False)

    def paths(self, source: str) -> dict[tuple[str, str], str]:
        """Where the links of a card lead, by target and fragment as they are written."""
        if source not in self._paths:
            found = reversed(self.outgoing.get(source, ()))  # the first of those that are written alike
            self._paths[source] = {(one.link.target, one.link.fragment): one.path for one in found}
        return self._paths[source]


def survey(vault: Vault, index: Index, known: Mapping[str, list[Followed]] | None = None) -> Survey:
    """Follow every link; those of the cards in `known` are taken from there."""
    result = Survey()
    embeds: dict[str, list[Followed]] = {}
    for card in vault.cards.values():
        followed = known.get(card.path) if known else None
        followed = result.outgoing[card.path] = follow_links(card, index) if followed is None else followed
        for step in followed:
            if step.problem is not None:
                result.problems.append(step.problem)
            target = vault.cards.get(step.path)
            if target is None:
                continue
            if target is not card and target.lang == card.lang:
                result.incoming.setdefault(step.path, {}).setdefault(card.path, []).append(step.link)
            if step.link.embed and not card.is_canvas:  # a canvas names what it holds a second time
                embeds.setdefault(card.path, []).append(step)
    for link, ring in cycles(_parts(embeds, vault, index)):
        hint = "make one of them a link: drop its `!`"
        result.problems.append(Diagnostic(link.span, "L006", f"embeds form a cycle: {ring}", hint))
    result.problems.sort()
    return result


def follow_links(card: Card, index: Index) -> list[Followed]:
    """The links of one card; one to a base, which no site has, is left out: the page says so in its place."""
    followed = []
    for link in card.links:
        target = index.resolve(link, card)
        if isinstance(target, Unresolved) and target.code == WITHHELD and link.target.lower().endswith(".base"):
            continue
        if isinstance(target, Unresolved):
            problem = Diagnostic(link.span, target.code, target.problem, target.hint)
            there = target.guess  # where the page leads nevertheless
            followed.append(Followed(link, there.path if there else "", there.part if there else "", problem))
        else:
            followed.append(Followed(link, target.path, target.part))
    return followed


def _parts(embeds: dict[str, list[Followed]], vault: Vault, index: Index) -> dict[str, list[tuple[Link, str]]]:
    """What embeds what; a section or block counts for itself: a page may show one part of itself in another."""
    graph = {path: [(step.link, step.part) for step in found] for path, found in embeds.items()}
    for path, found in embeds.items():
        for step in found:
            target = index.follow(step.link, vault.cards[path])
            if step.path in embeds and isinstance(target, Target) and target.anchor:
                above, last = extent(vault.cards[step.path], target)
                graph[step.part] = [edge for edge in graph[step.path] if above < edge[0].span.line <= last]
    return graph


def cycles(edges: dict[str, list[tuple[Link, str]]]) -> Iterator[tuple[Link, str]]:
    """Each link that closes a cycle, once, and the cycle. Iterative: a chain may be long."""
    done: set[str] = set()
    for start in edges:
        trail: list[str] = []
        stack: list[tuple[str, int]] = [(start, 0)] if start not in done else []
        while stack:
            path, position = stack.pop()
            if position == 0:
                trail.append(path)
            links = edges.get(path, [])
            if position == len(links):
                done.add(path)
                trail.pop()
                continue
            stack.append((path, position + 1))
            link, target = links[position]
            if target in trail:
                yield link, " → ".join(_name(step) for step in [*trail[trail.index(target) :], target])
            elif target not in done:
                stack.append((target, 0))


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md").replace(".md#", "#")
