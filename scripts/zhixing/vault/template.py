"""Text of a new card in both languages."""

from __future__ import annotations

import hashlib
import json
import re

import yaml

from zhixing.syntax.slug import module_name

_FRONT = """---
topic: {topic}
category: {category}
difficulty: ⭐⭐⭐
tags: [{tag}]
aliases: []
minutes: 20
prerequisites: []
---

"""

_EN = """# 📌 {title}

## 1. 📖 First Principles (本质定义)

> [!SUMMARY] Concept card
>
> - **Definition**: ==one sentence that is true, with its condition==.
> - **History**: who, when, why.
> - **Core intuition**: the picture to keep.

^{id}-summary

$$
y = x
$$

```mermaid
flowchart LR
    x["x"] --> f["{function}"] --> y["y"]
```

<!--zhixing:memorise-->
```python
def {function}(x: float) -> float:
    \"\"\"y = x. Replace this by the real thing.\"\"\"
    return x
```

### 🎤 Asked every time (必问)

<!--zhixing:depth essence-->

- [[#^what-{id}-does|What does {title} do?]] …
- [[#^why-{id}|Why is {title} needed?]] …
- [[#^what-{id}-costs|What does {title} cost?]] …
- [[#^what-if-no-{id}|What happens without {title}?]] …
- [[#^{id}-compared|What would you use instead of {title}?]] …

### 📊 The problem (问题设定)

What is missing without it.

## 2. 📐 The Math (数学推导)

How one gets there.

## 3. 🔬 From Scratch (原理实现)

```python
from snippets.{module} import {function}

print({function}(2.0))
```

```output
2.0
```

## 4. 🧠 Deep Dive (关键机制剖析)

> [!CLAIM] What the code does, in one sentence that could be false.

^{id}-identity

```python
from snippets.{module} import {function}

assert {function}(2.0) == 2.0
```

### 🎯 Interview questions (面试考点)

> [!QUESTION]- What does {title} do?
> **Short answer.** …
>
> **In depth.** …
>
> **Follow-up:** … — …

^what-{id}-does

> [!QUESTION]- Why is {title} needed?
> **Short answer.** …
>
> **In depth.** …
>
> **Follow-up:** … — …

^why-{id}

> [!QUESTION]- What does {title} cost?
> **Short answer.** …
>
> **In depth.** …
>
> **Follow-up:** … — …

^what-{id}-costs

> [!QUESTION]- What happens without {title}?
> **Short answer.** …
>
> **In depth.** …
>
> **Follow-up:** … — …

^what-if-no-{id}

> [!QUESTION]- What would you use instead of {title}?
> **Short answer.** …
>
> **In depth.** …
>
> **Follow-up:** … — …

^{id}-compared

### 📝 Quiz (自测)

> [!QUIZ] Which is right?
> - [x] This one
>     - Because …
> - [ ] That one
>     - Not so, because …

^quiz-{id}

## 5. 🔗 Connections (知识连接)

<!--zhixing:depth depth-->

- What it builds on, what builds on it.

## 📚 Recommended Reading (推荐阅读)

- The paper: authors, title, venue, year.

## ✅ Done When (完成检查)

- [ ] I can write it from an empty file.

## 🎯 The Last Intuition (最后的直觉)

One paragraph.
"""

_ZH = """# 📌 {title}

## 1. 📖 本质定义 (First Principles)

> [!SUMMARY] 概念卡片
>
> - **定义**：==一句成立的话，连同它的条件==。
> - **历史背景**：谁，何时，为何。
> - **核心直觉**：要留在脑中的画面。

^{id}-summary

$$
y = x
$$

```mermaid
flowchart LR
    x["x"] --> f["{function}"] --> y["y"]
```

<!--zhixing:memorise-->
```python
def {function}(x: float) -> float:
    \"\"\"y = x。换成真正的实现。\"\"\"
    return x
```

### 🎤 必问 (Asked every time)

<!--zhixing:depth essence-->

- [[#^what-{id}-does|{title} 做什么？]] ……
- [[#^why-{id}|为什么需要 {title}？]] ……
- [[#^what-{id}-costs|{title} 的代价是什么？]] ……
- [[#^what-if-no-{id}|没有 {title} 会怎样？]] ……
- [[#^{id}-compared|除了 {title} 还能用什么？]] ……

### 📊 问题设定 (The problem)

没有它会缺什么。

## 2. 📐 数学推导 (The Math)

怎样推出来。

## 3. 🔬 原理实现 (From Scratch)

```python
from snippets.{module} import {function}

print({function}(2.0))
```

```output
2.0
```

## 4. 🧠 关键机制剖析 (Deep Dive)

> [!CLAIM] 用一句可能为假的话说明代码做了什么。

^{id}-identity

```python
from snippets.{module} import {function}

assert {function}(2.0) == 2.0
```

### 🎯 面试考点 (Interview questions)

> [!QUESTION]- {title} 做什么？
> **简答。** ……
>
> **展开。** ……
>
> **追问：** …… —— ……

^what-{id}-does

> [!QUESTION]- 为什么需要 {title}？
> **简答。** ……
>
> **展开。** ……
>
> **追问：** …… —— ……

^why-{id}

> [!QUESTION]- {title} 的代价是什么？
> **简答。** ……
>
> **展开。** ……
>
> **追问：** …… —— ……

^what-{id}-costs

> [!QUESTION]- 没有 {title} 会怎样？
> **简答。** ……
>
> **展开。** ……
>
> **追问：** …… —— ……

^what-if-no-{id}

> [!QUESTION]- 除了 {title} 还能用什么？
> **简答。** ……
>
> **展开。** ……
>
> **追问：** …… —— ……

^{id}-compared

### 📝 自测 (Quiz)

> [!QUIZ] 哪一个正确？
> - [x] 这一个
>     - 因为……
> - [ ] 那一个
>     - 不对，因为……

^quiz-{id}

## 5. 🔗 知识连接 (Connections)

<!--zhixing:depth depth-->

- 它建立在什么之上，什么建立在它之上。

## 📚 推荐阅读 (Recommended Reading)

- 论文：作者、题目、会议、年份。

## ✅ 完成检查 (Done When)

- [ ] 能从空文件写出来。

## 🎯 最后的直觉 (The Last Intuition)

一段话。
"""


def new_card(title: str, category: str, languages: tuple[str, ...]) -> dict[str, bytes]:
    """Paths inside the docs folder → text, one file a language; every part of the contract is there to be filled in."""
    title = " ".join(title.split())
    name = title.replace(" ", "_")
    module = module_name(name)
    values = {
        "title": title,
        "topic": _yaml(f"{title} (译名)"),
        "category": _yaml(" ".join(category.split())),
        "module": module,
        "function": module if not module.startswith("_") else f"f{module}",
        "id": module.replace("_", "-").strip("-") if module.isascii() else "card-" + _digest(module),
    }
    folder = "_".join(category.lower().split())
    files: dict[str, bytes] = {}
    for language in languages or ("",):
        chinese = language.startswith("zh")
        text = (_FRONT + (_ZH if chinese else _EN)).format(**values, tag="草稿" if chinese else "draft")
        prefix = f"{language}/" if language else ""
        files[f"{prefix}{folder}/{name}.md"] = text.encode()
    return files


def fill_ins() -> frozenset[str]:
    """The lines of the template that an author replaces: its sentences, without code, headings and marks."""
    lines = re.sub(r"```.*?```", "", f"{_EN}\n{_ZH}", flags=re.S).split("\n")
    words = re.compile(r"[^\W\d_]{2,}|……|…")
    kept = (line.strip() for line in lines if "{" not in line and not line.startswith(("#", "^", "<!--", "y =")))
    return frozenset(line for line in kept if words.search(line) and not line.startswith("> [!SUMMARY]"))


def _digest(text: str) -> str:
    """Eight letters and digits that stand for a name: block ids are ASCII."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _yaml(text: str) -> str:
    """The text as a value of YAML, in quotes only where it would otherwise be read as something else."""
    try:
        plain = yaml.safe_load(f"key: {text}") == {"key": text}
    except yaml.YAMLError:
        plain = False
    return text if plain else json.dumps(text, ensure_ascii=False)
