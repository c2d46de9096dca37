"""A small vault of cards that ask everything: code, formulas, pictures, links, quizzes with one and two answers."""

from __future__ import annotations

from pathlib import Path

MKDOCS = """\
site_name: Test 测试
site_url: !ENV [SITE_URL, ""]
docs_dir: docs
site_dir: site
strict: true
theme: {name: material, font: false}
plugins:
  - zhixing: {languages: [en, zh], profile: cards, order: [foundations, attention]}
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {locale: en, name: English, default: true}
        - {locale: zh, name: 中文}
markdown_extensions:
  - attr_list
  - toc: {permalink: "#"}
  - pymdownx.highlight: {pygments_lang_class: true}
  - pymdownx.inlinehilite
  - pymdownx.superfences
  - pymdownx.tasklist: {custom_checkbox: true}
"""
WORDS = {
    "en": {
        "def": "==Attention== is a ==weighted== sum",
        "why": "Why divide by $\\sqrt{d_k}$?",
        "short": "**Short answer.**",
        "depth": "**In depth.**",
        "follow": "**Follow-up:**",
        "keep": "It keeps the variance at $1$, see [[Softmax]] and [below](#^pick).",
        "lead": "First. The formula is then",
        "what": "What is the causal mask?",
        "pick": "Which one is right?",
        "many": "Which are matrices?",
    },
    "zh": {
        "def": "==注意力==是==加权==和",
        "why": "为什么除以 $\\sqrt{d_k}$？",
        "short": "**简答。**",
        "depth": "**展开。**",
        "follow": "**追问：**",
        "keep": "方差保持为 $1$，见 [[Softmax]] 和[下文](#^pick)。",
        "lead": "第一句。于是公式为",
        "what": "什么是因果掩码？",
        "pick": "哪个对？",
        "many": "哪些是矩阵？",
    },
}
ATTENTION = """---
topic: Attention (注意力)
category: Attention
difficulty: ⭐⭐⭐
tags: [a]
aliases: []
minutes: 25
prerequisites: ["[[Softmax]]"]
---
# 👁️ Attention

> [!SUMMARY] Card
> - **D**: {def}.

^attention-summary

## 2. Math

{lead}

$$
A = \\frac{QK^T}{\\sqrt{d_k}} < 1
$$

```python
unasked = "$x$ [[not a link]]"
```

> [!QUESTION]- {why}
> {short} {keep}
>
> {depth} As code:
>
> ```c
> int x = 1; // $not math$ <b>
> ```
>
> ![[mask.svg]]
>
> ![[photo.png|120]]
>
> | a | b |
> |---|---|
> | $x_1$ | `y` |
>
> {follow} Nothing else? — No.

^why-sqrt

> [!QUESTION]- {what}
> $$
> M_{ij} = [j \\le i]
> $$

^what-mask

> [!QUIZ] {pick}
> - [ ] $a < b$
>     - No: $b < a$.
> - [x] `np.tril(x)`
>     - Yes.
>
> So it is.

^pick

> [!QUIZ] {many}
> - [x] $QK^T$
>     - One.
> - [x] $W$
>     - Two.
> - [ ] $\\lambda$
>     - A number.

^pick-many

## 3. Done

- [ ] one
- [ ] two
"""
SOFTMAX = """---
topic: Softmax
category: Foundations
difficulty: ⭐⭐
tags: [a]
aliases: []
minutes: 20
prerequisites: []
---
# Softmax

> [!QUESTION]- {why} (softmax)
> {short} {keep2}

^softmax-why
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000")


def filled(text: str, lang: str) -> str:
    for name, words in {
        **WORDS[lang],
        "keep2": WORDS[lang]["keep"].replace("(#^pick)", "(../attention/Attention.md)"),
    }.items():
        text = text.replace(f"{{{name}}}", words)
    return text


def write_vault(root: Path) -> Path:
    """Both languages, the same tree in each."""
    (root / "docs").mkdir(parents=True)
    (root / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    for lang in ("en", "zh"):
        folder = root / "docs" / lang
        (folder / "attention").mkdir(parents=True)
        (folder / "foundations").mkdir()
        (folder / "index.md").write_text("# Home\n\n[[Attention]]\n", encoding="utf-8")
        (folder / "attention/Attention.md").write_text(filled(ATTENTION, lang), encoding="utf-8")
        (folder / "foundations/Softmax.md").write_text(filled(SOFTMAX, lang), encoding="utf-8")
        (folder / "attention/mask.svg").write_text(SVG, encoding="utf-8")
        (folder / "attention/photo.png").write_bytes(PNG)
    return root
