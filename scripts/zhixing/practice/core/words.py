"""The judge's own words, in the languages that it speaks."""

from __future__ import annotations

LANGUAGES = ("en", "zh")

WORDS: dict[str, tuple[str, str]] = {
    "accepted": ("Accepted: all {total} properties hold.", "通过：{total} 条性质全部成立。"),
    "rejected": ("Rejected.", "未通过。"),
    "syntax": ("This is not Python yet: {problem}.", "还不是合法的 Python：{problem}。"),
    "empty": ("{name} is still empty: write its body.", "{name} 还是空的，请写出函数体。"),
    "missing": (
        "There is no {name} in this file; keep the name of the task.",
        "文件里没有 {name}，请保留题目给的名字。",
    ),
    "signature": (
        "The parameters of {name} must stay as they were: {expected}.",
        "{name} 的参数必须保持原样：{expected}。",
    ),
    "error": ("It raises {problem}.", "运行时抛出 {problem}。"),
    "no-error": (
        "It should refuse this input with {problem}, and returns a value.",
        "这个输入应当抛出 {problem}，它却返回了一个值。",
    ),
    "type": ("It returns {got}, not {expected}.", "返回了 {got}，应为 {expected}。"),
    "length": ("It returns {got} values, not {expected}.", "返回了 {got} 个值，应为 {expected} 个。"),
    "shape": ("The shape is {got}, not {expected}.", "形状是 {got}，应为 {expected}。"),
    "dtype": ("The dtype is {got}, not {expected}.", "dtype 是 {got}，应为 {expected}。"),
    "value": ("The numbers differ{at}.", "数值不对{at}。"),
    "at": (", first at {place}: {got} against {expected}", "，第一处在 {place}：{got}，应为 {expected}"),
    "mutated": ("It changes its own input: work on a copy.", "它改动了自己的输入：请在副本上计算。"),
    "unstable": (
        "Called twice with the same input it gives two answers: it keeps something between the calls.",
        "同样的输入调用两次，结果不同：函数在两次调用之间留下了状态。",
    ),
    "time": ("It did not finish within {seconds:g} seconds.", "{seconds:g} 秒内没有算完。"),
    "memory": ("It took more memory than is allowed.", "它用的内存超过了限制。"),
    "died": ("It ended the process that ran it.", "它让运行它的进程直接结束了。"),
    "cheat": ("Not judged: {what}.", "不予评判：{what}。"),
    "cheat-import": (
        "`{what}` may not be imported; NumPy and the standard mathematics are enough",
        "不能导入 `{what}`；NumPy 和标准库里的数学就够了",
    ),
    "cheat-snippets": (
        "`{what}` is the card's own code; import only what the file came with",
        "`{what}` 是卡片自己的代码；只能用文件里原有的导入",
    ),
    "cheat-builtin": ("`{what}` does the whole work; write it yourself", "`{what}` 把整件事都做完了；请自己写"),
    "cheat-files": ("`{what}` reads or writes files", "`{what}` 会读写文件"),
    "cheat-exec": ("`{what}` runs code that the judge cannot read", "`{what}` 会运行评测看不到的代码"),
    "cheat-inside": ("`{what}` looks inside the interpreter", "`{what}` 在窥探解释器内部"),
    "cheat-patch": ("`{what}` was replaced: libraries stay as they are", "`{what}` 被替换了：库必须保持原样"),
    "cheat-subclass": (
        "it returns {what}, an object with its own idea of equality; return plain arrays and numbers",
        "它返回 {what}，这种对象可以自己定义“相等”；请返回普通的数组和数",
    ),
    "cheat-constant": ("it gives the same answer whatever is put in", "不管输入什么，它都给出同一个答案"),
    "property": ("Property {number} of {total}", "第 {number} 条性质（共 {total} 条）"),
    "input": ("smallest failing input", "最小的失败输入"),
    "got": ("got", "得到"),
    "expected": ("expected", "应为"),
    "mistake": ("Known mistake", "已知的错误"),
    "like": ("This looks like", "很像这个错误"),
    "read": ("read", "参见"),
    "printed": ("It printed", "程序打印了"),
    "line": ("line {line}", "第 {line} 行"),
    "seed": ("seed {seed}: the same text is judged on the same inputs", "种子 {seed}：同样的代码总用同样的输入评判"),
    "too-long": ("… ({more} more characters)", "……（还有 {more} 个字符）"),
}


def word(key: str, language: str, **values: object) -> str:
    """One sentence; English where the language is not spoken."""
    return word_text(key, language).format(**values)


def word_text(key: str, language: str) -> str:
    """The sentence with its gaps."""
    return WORDS[key][LANGUAGES.index(language) if language in LANGUAGES else 0]
