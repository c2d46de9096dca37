"""The words of study in the terminal, in the languages it speaks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StudyWords:
    """`{}` stands for a number or a name."""

    grades: tuple[str, str, str, str]
    counts: str  # learning, reviews, new
    kinds: dict[str, str]
    think: str
    step: str  # what comes next
    answer: str
    judge: str
    pick_one: str
    pick_more: str
    right: str
    wrong: str
    go_on: str
    undone: str
    nothing_to_undo: str
    buried: str
    suspended: str
    done: str
    waiting: str
    nothing: str
    stopped: str
    score: str
    read_on: str
    read_these: str
    status: tuple[str, ...]  # heads of the table
    sums: str  # due, new, learned of how many
    left: str  # to interview-ready; cards read of how many
    parts: str  # reading, answering, code, design
    forecast: str
    today: str
    day: str
    retention: str
    saved: str
    units: tuple[str, str, str, str, str]  # minutes, hours, days, months, years
    other_language: str
    tasks: str  # how many are due
    task: str  # its command, title, minutes
    more: str  # how many, and the command


EN = StudyWords(
    grades=("Again", "Hard", "Good", "Easy"),
    counts="learning {} · due {} · new {}",
    kinds={"question": "question", "quiz": "quiz", "cloze": "fill the gap", "formula": "formula"},
    think="space: answer · l: {} · u: undo · b: bury · s: suspend · q: quit",
    step="space: {} · 1 to 4: grade · u: undo · b: bury · s: suspend · q: quit",
    answer="Answer",
    judge="space: Good · u: undo · b: bury · s: suspend · l: {} · q: quit",
    pick_one="number: pick · l: {} · u: undo · b: bury · s: suspend · q: quit",
    pick_more="numbers: pick every right answer, then Enter · l: {} · u: undo · b: bury · s: suspend · q: quit",
    right="Right.",
    wrong="Not right.",
    go_on="any key: go on · u: undo · q: quit",
    undone="taken back",
    nothing_to_undo="nothing to take back in this sitting",
    buried="buried until tomorrow",
    suspended="suspended; `zhixing study resume {}` brings it back",
    done="Done for now: {} answered.",
    waiting="The next step comes in {}.",
    nothing="Nothing to ask: all is done for today.",
    stopped="Stopped: {} answered, everything is saved.",
    score="{} of {} right",
    read_on="read on: {}",
    read_these="read again:",
    status=("Deck", "due", "unseen", "learned"),
    sums="due {} · new today {} · learned {} of {}",
    left="to interview-ready {} · cards read {} of {}",
    parts="reading {} · answering {} · code {} · design {}",
    forecast="due in the next days",
    today="today",
    day="+{} d",
    retention="remembered at review in the last 30 days: {} of {} ({:.0%}); wanted {:.0%}",
    saved="history: {} ({} events)",
    units=("{} min", "{} h", "{} d", "{} mo", "{} y"),
    other_language="中文",
    tasks="Code to write again today: {}",
    task="zhixing practice {}  {} ({} min)",
    more="{} more: {}",
)

ZH = StudyWords(
    grades=("忘了", "吃力", "记得", "轻松"),
    counts="学习中 {} · 待复习 {} · 新题 {}",
    kinds={"question": "面试题", "quiz": "选择题", "cloze": "填空", "formula": "公式"},
    think="空格：看答案 · l：{} · u：撤销 · b：明天再问 · s：停用 · q：退出",
    step="空格：{} · 1 到 4：打分 · u：撤销 · b：明天再问 · s：停用 · q：退出",
    answer="答案",
    judge="空格：记得 · u：撤销 · b：明天再问 · s：停用 · l：{} · q：退出",
    pick_one="数字：选择 · l：{} · u：撤销 · b：明天再问 · s：停用 · q：退出",
    pick_more="数字：选出所有正确答案，再按回车 · l：{} · u：撤销 · b：明天再问 · s：停用 · q：退出",
    right="答对了。",
    wrong="不对。",
    go_on="任意键：继续 · u：撤销 · q：退出",
    undone="已撤销",
    nothing_to_undo="这一轮里没有可撤销的操作",
    buried="明天再问",
    suspended="已停用；用 `zhixing study resume {}` 恢复",
    done="暂时学完了：回答了 {} 题。",
    waiting="下一步在 {}后。",
    nothing="没有要问的：今天的都学完了。",
    stopped="已停下：回答了 {} 题，全部存好。",
    score="答对 {} / {}",
    read_on="继续读：{}",
    read_these="建议重读：",
    status=("题组", "待复习", "没见过", "已掌握"),
    sums="待复习 {} · 今日新题 {} · 已掌握 {} / {}",
    left="到面试水平还需 {} · {} / {} 张卡片已读",
    parts="阅读 {} · 作答 {} · 代码 {} · 系统设计 {}",
    forecast="未来几天待复习",
    today="今天",
    day="{} 天后",
    retention="近 30 天复习时记得：{} / {}（{:.0%}）；目标 {:.0%}",
    saved="记录：{}（{} 条）",
    units=("{} 分钟", "{} 小时", "{} 天", "{} 个月", "{} 年"),
    other_language="English",
    tasks="今天要重写的代码：{} 题",
    task="zhixing practice {}  {}（{} 分钟）",
    more="再来 {} 题：{}",
)


def study_words(lang: str) -> StudyWords:
    """The words for a learner who reads `lang`."""
    return ZH if lang.startswith("zh") else EN
