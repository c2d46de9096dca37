"""The words of the site's own furniture, in the languages it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """Everything the engine itself writes on a page; `{}` stands for a number or a name."""

    difficulty: str
    minutes: str
    prerequisites: str
    tested: str
    stamps: dict[str, str]  # the mark under a block, by what is known of it
    skipped: str
    untested: str
    line: str
    proof: str
    proof_untested: str
    notices: str  # behind the line that opens a proof: how many wrong changes it notices, of how many
    notices_alone: str
    noticed_here: str
    unnoticed: str
    elsewhere: str
    equal: str
    evaluated: str
    evaluated_how: str
    plot: str
    output: str
    backlinks: str
    also_on: str
    before: str
    near: str
    changed: str
    edit: str
    tags: str
    categories: str
    cards: str
    embed_cycle: str
    figure: str
    colon: str
    comma: str
    download: str
    seconds: str
    predict: str
    volatile: str
    practise: str
    all_questions: str
    top_questions: str
    questions: str
    show_answers: str
    only_essence: str
    print_card: str
    print_answers: str
    print_sheet: str
    numbers: str
    home: str
    sheet: str
    unshown: str
    moved: str
    findings: str
    properties: str
    base: str
    asks: str  # the link to the review of a card
    due: str
    depths: dict[str, str]
    everything: str
    depth_choice: str
    callouts: dict[str, str]
    named: dict[str, str] = field(
        default_factory=dict
    )  # categories, which the cards of every language write in English


EN = Words(
    difficulty="difficulty {} of 5",
    minutes="{} min",
    prerequisites="Read first",
    tested="tested on {}",
    stamps={"passed": "tested", "skipped": "skipped", "untested": "not yet tested"},
    skipped="skipped in the last test run{}",
    untested="not yet tested",
    line="line {}",
    proof="✓ proof",
    proof_untested="proof, not yet tested",
    notices=" · notices {}/{}",
    notices_alone="{1} small wrong changes were made in the code that this proof runs, one at a time; alone it noticed {0}. "
    "All the card's claims together notice {2} of {3}.",
    noticed_here="of {1} small wrong changes of this code the card's claims notice {0}",
    unnoticed="They let through: ",
    elsewhere=" (noticed by {})",
    equal=" (means the same: {})",
    evaluated="evaluated",
    evaluated_how="Both sides were computed for random inputs and agree with the code:",
    plot="Code that draws this figure · {} lines",
    output="output",
    backlinks="Linked from",
    also_on="Also on",
    before="Before this: {} cards, {} min",
    near="Graph of what is near",
    changed="Last changed: {}",
    edit="Edit this page",
    tags="Tags",
    categories="Categories",
    cards="cards: {}",
    embed_cycle="{} is embedded in itself: not shown again",
    figure="Figure",
    colon=": ",
    comma=", ",
    download="Download the notebook (.ipynb)",
    seconds="{} s of computing",
    predict="Decide first, then open: the measurement",
    volatile="Measured on one machine: on yours the numbers differ, and the assert must hold all the same.",
    practise="Practise {}",
    all_questions="All questions",
    top_questions="The fifty to know in any case",
    questions="{} questions.",
    show_answers="Show the answers",
    only_essence="Only what is asked every time",
    print_card="Print",
    print_answers="Print with answers",
    print_sheet="Question sheet",
    numbers="Where numbers come from",
    home="Home",
    sheet="Questions to print",
    unshown="This note cannot be shown",
    moved="This page has moved:",
    findings="To mend on this card: {}",
    properties="Properties",
    base="a base, which only Obsidian shows",
    asks="Review its {} questions",
    due="{} due",
    depths={"essence": "Essence", "understanding": "Understanding", "depth": "Depth"},
    everything="Everything",
    depth_choice="How deep to read",
    callouts={},
)

ZH = Words(
    difficulty="难度 {} / 5",
    minutes="{} 分钟",
    prerequisites="先读",
    tested="测试环境：{}",
    stamps={"passed": "已测试", "skipped": "已跳过", "untested": "尚未测试"},
    skipped="上次测试时跳过{}",
    untested="尚未测试",
    line="第 {} 行",
    proof="✓ 证明",
    proof_untested="证明，尚未测试",
    notices=" · 发现 {}/{}",
    notices_alone="在这段证明运行到的代码里逐一做了 {1} 处小的错误改动，它独自发现了 {0} 处；本卡的全部论断合起来发现 {3} 处中的 {2} 处。",
    noticed_here="对这段代码的 {1} 处小的错误改动，本卡的论断发现 {0} 处",
    unnoticed="未被发现的：",
    elsewhere="（由 {} 发现）",
    equal="（含义不变：{}）",
    evaluated="已求值",
    evaluated_how="用随机输入计算了等式两边，并与代码一致：",
    plot="绘制此图的代码 · {} 行",
    output="输出",
    backlinks="链接到这里的页面",
    also_on="另见于",
    before="读这张之前：{} 张卡片，共 {} 分钟",
    near="附近的关系图",
    changed="最后修改：{}",
    edit="编辑此页",
    tags="标签",
    categories="分类",
    cards="卡片：{}",
    embed_cycle="{} 嵌入了自己：不再重复显示",
    figure="图",
    colon="：",
    comma="、",
    download="下载 notebook（.ipynb）",
    seconds="计算用时 {} 秒",
    predict="先写下你的预测，再展开看测量",
    volatile="这些数字是在一台机器上测得的：换一台机器会变，但断言仍须成立。",
    practise="练习 {}",
    all_questions="全部问题",
    top_questions="无论如何都要会的五十题",
    questions="共 {} 题。",
    show_answers="显示答案",
    only_essence="只看必问的题",
    print_card="打印",
    print_answers="打印（含答案）",
    print_sheet="本类题目单",
    numbers="数字的出处",
    home="首页",
    sheet="打印本类问题",
    unshown="这篇笔记无法显示",
    moved="本页已移至：",
    findings="本卡有待修正：{}",
    properties="属性",
    base="数据库视图，仅在 Obsidian 中显示",
    asks="复习这张卡片的 {} 题",
    due="{} 题待复习",
    depths={"essence": "要点", "understanding": "理解", "depth": "深入"},
    everything="全部",
    depth_choice="读到多深",
    callouts={
        "abstract": "摘要",
        "bug": "缺陷",
        "case": "题目",
        "caution": "注意",
        "claim": "论断",
        "danger": "危险",
        "error": "错误",
        "example": "例子",
        "failure": "失败",
        "important": "重要",
        "info": "信息",
        "note": "注",
        "question": "问题",
        "quiz": "自测",
        "quote": "引用",
        "rubric": "评分要点",
        "success": "成功",
        "summary": "概要",
        "tip": "提示",
        "todo": "待办",
        "warning": "警告",
    },
    named={
        "Foundations": "基础",
        "Attention": "注意力",
        "Position": "位置编码",
        "Architecture": "架构",
        "Inference": "推理",
        "Training": "训练",
        "Theory": "理论",
    },
)

# How the parts of an answer begin, in bold: which part of the flashcard each label opens.
ANSWER_PARTS = {
    "short answer": "short",
    "in depth": "depth",
    "follow-up": "followup",
    "简答": "short",
    "展开": "depth",
    "详解": "depth",
    "追问": "followup",
}


def words(lang: str) -> Words:
    """The words for a page in `lang`; English where nothing else is known."""
    return ZH if lang.startswith("zh") else EN
