"""The words of practice in the terminal, in the languages it speaks."""

from __future__ import annotations

from zhixing.practice.core.words import LANGUAGES

WORDS: dict[str, tuple[str, str]] = {
    "new": ("new", "未做"),
    "open": ("started", "进行中"),
    "solved": ("solved", "已解出"),
    "due": ("due again", "该复习了"),
    "back": ("solved, back in {} d", "已解出，{} 天后再来"),
    "tried": ("not solved yet", "尚未解出"),
    "minutes": ("{} min", "{} 分钟"),
    "total": (
        "{} tasks, {} solved, {} due; start one: zhixing practice ID",
        "共 {} 题，已解出 {}，到期 {}；开始：zhixing practice ID",
    ),
    "wrote": ("wrote {}; when done: zhixing judge {}", "已写入 {}；写完后运行：zhixing judge {}"),
    "kept": ("{} is there already and was left alone", "{} 已存在，未作改动"),
    "aside": ("{} was kept as {}: write it again from memory", "{} 已另存为 {}：请凭记忆重写"),
    "timed": ("{} minutes from now, no hints", "从现在起 {} 分钟，没有提示"),
    "late": ("The time was over {} ago: it comes back soon.", "已超时 {}：这道题很快会再来。"),
    "no-hints": ("no hints in a timed attempt", "限时作答没有提示"),
    "hint": ("Hint {} of {}: {}", "提示 {} / {}：{}"),
    "hints-over": (
        "that was the last hint; `--give-up` shows the card's code",
        "没有更多提示了；`--give-up` 可查看卡片的代码",
    ),
    "none-yet": ("{} does not exist yet\n  hint: zhixing practice {}", "{} 还不存在\n  hint: zhixing practice {}"),
    "unknown": ("no task is called {!r}\n  hint: {}", "没有叫 {!r} 的题\n  hint: {}"),
    "no-tasks": ("this vault has no tasks\n  hint: write them in {}/*.py", "这个库里没有题目\n  hint: 写在 {}/*.py 里"),
    "reference": ("The card's own code:", "卡片上的代码："),
    "same": ("It is the card's code, word for word.", "与卡片上的代码逐字相同。"),
    "diff": ("From yours (-) to the card's (+):", "从你的（-）到卡片的（+）："),
    "claims": ("Proven on the card:", "卡片上的证明："),
    "again": ("It comes back in {} d.", "{} 天后再来。"),
    "hunt": (
        "This implementation is wrong. Find the line: zhixing practice --bug {} --line N",
        "这个实现有错。找出那一行：zhixing practice --bug {} --line N",
    ),
    "found": ("Found: line {}.", "找到了：第 {} 行。"),
    "missed": ("Line {} is right.", "第 {} 行没有错。"),
    "no-bug": ("no bug can be hidden in {}", "{} 里藏不下错误"),
    "strength": ("{} of {} mutants rejected ({:.1%}), {} equivalent", "{} / {} 个变异体被拒（{:.1%}），{} 个等价"),
    "torch": ("needs PyTorch", "需要 PyTorch"),
}


def word(key: str, language: str, *values: object) -> str:
    """One sentence; English where the language is not spoken."""
    number = LANGUAGES.index(language) if language in LANGUAGES else 0
    return WORDS[key][number].format(*values)
