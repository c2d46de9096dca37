"""All that the judge needs, as text: files of tasks and the cards' modules. A page gets it as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from zhixing.practice.core.library import Library
from zhixing.practice.core.task import Task

if TYPE_CHECKING:  # a list of tasks needs no NumPy, a judge does
    from zhixing.practice.core.judge import Judge
    from zhixing.practice.core.verdict import Verdict

TORCH = "_torch"  # a file `softmax_torch.py` holds the tasks of `softmax.py` that need PyTorch
FRAMEWORKS = ("torch", "triton")


@dataclass(frozen=True)
class Shelf:
    """`files` are task files and `sources` the cards' modules, by name; `cards` are the cards' names by module."""

    package: str
    languages: tuple[str, ...]
    files: Mapping[str, str]
    sources: Mapping[str, str]
    cards: Mapping[str, str]

    def tasks(self, file: str) -> tuple[Task, ...]:
        """The tasks of one file: its list `TASKS`."""
        space: dict[str, Any] = {"__name__": f"practice.{file}"}
        self.library(file).run(self.files[file], space, f"practice/{file}.py")
        needs = ("torch",) if file.endswith(TORCH) else ()
        module = file.removesuffix(TORCH)
        return tuple(
            replace(one, module=module, card=self.cards.get(module, ""), needs=needs) for one in space["TASKS"]
        )

    def library(self, file: str) -> Library:
        """The cards' modules; without PyTorch where it is not needed, because importing it takes longer than judging."""
        return Library(self.package, self.sources, () if file.endswith(TORCH) else FRAMEWORKS)

    def judge_for(self, ident: str, file: str) -> Judge:
        """The judge of one task."""
        from zhixing.practice.core.judge import Judge

        found = {one.id: one for one in self.tasks(file)}
        return Judge(found[ident], self.library(file))

    def judge(self, ident: str, file: str, text: str) -> Verdict:
        """The verdict on a solution: what a terminal and a page call."""
        return self.judge_for(ident, file).judge(text)

    def to_json(self) -> str:
        """For a page."""
        return json.dumps(asdict(self), ensure_ascii=False)


def shelf_from_json(text: str) -> Shelf:
    """The shelf that was written."""
    data = json.loads(text)
    return Shelf(data["package"], tuple(data["languages"]), data["files"], data["sources"], data["cards"])


def judge_json(shelf: str, ident: str, file: str, text: str, language: str) -> str:
    """A page's whole question: the verdict as JSON, with the text that a learner reads."""
    from zhixing.practice.core.verdict import render

    books = shelf_from_json(shelf)
    verdict = books.judge(ident, file, text)
    return json.dumps(
        {**json.loads(verdict.to_json()), "text": render(verdict, language, books.languages)}, ensure_ascii=False
    )
