"""A bilingual vault of any size, made of cards that keep the whole contract."""

from __future__ import annotations

from pathlib import Path

_FRONT = """---
topic: Concept {n} (概念 {n})
category: {category}
difficulty: ⭐⭐⭐
tags: [{tag}]
aliases: ["{alias}"]
minutes: 20
prerequisites: [{before}]
---

"""

_EN = """# 📌 Concept {n}

## 1. 📖 First Principles (本质定义)

> [!SUMMARY] Concept card
>
> - **Definition**: ==Concept {n}== maps a vector to a vector and builds on [[{a}]].
> - **History**: it came after [[{b}|an older idea]] and before [[{c}]].
> - **Core intuition**: each entry is weighed by all the others.

The weights $w_i$ are computed from the input, as on [[{a}#The rule]]. They never see the future, see [[{b}#^claim-{bn}]].

### The problem

Some prose that a reader would skim. It holds a sum $\\sum_i w_i x_i$ and a link to [[{d}]].

```mermaid
flowchart LR
    x["input {n}"] --> w["weights"] --> y["output {n}"]
```

## 2. 📐 The Math (数学推导)

### The rule

$$
y = \\frac{{x}}{{\\sqrt{{{n} + 1}}}}
$$

| symbol | meaning | shape |
|---|---|---|
| $x$ | input | $(T, D)$ |
| $y$ | output | $(T, D)$ |

## 3. 🔬 From Scratch (原理实现)

```python
import math


def concept_{n}(x: list[float]) -> list[float]:
    \"\"\"y = x / sqrt({n} + 1).\"\"\"
    scale = math.sqrt({n} + 1)  # one number for all entries
    return [value / scale for value in x]
```

```python
from snippets.concept_{n} import concept_{n}

print(len(concept_{n}([1.0, 2.0, 3.0])))
```

```output
3
```

## 4. 🧠 Deep Dive (关键机制剖析)

> [!CLAIM] Concept {n} is linear.

^claim-{n}

```python
from snippets.concept_{n} import concept_{n}

x = [1.0, 2.0]
double = [2 * value for value in concept_{n}(x)]
assert concept_{n}([2.0, 4.0]) == double
```

### 🎯 Interview questions (面试考点)

> [!QUESTION]- Why divide in concept {n}?
> **Short answer.** To keep the variance at one, as in [[{a}]].
>
> **In depth.** The sum of {n} independent terms has a variance that grows with their number.

^why-{n}

### 📝 Quiz (自测)

> [!QUIZ] What does concept {n} return?
> - [x] A list of the same length
>     - Each entry is divided by one number.
> - [ ] A number
>     - Nothing is summed.

^quiz-{n}

## 5. 🔗 Connections (知识连接)

- [[{b}]] and [[{c}]] come next; [[{d}|a cousin]] is described elsewhere.

## 📚 Recommended Reading (推荐阅读)

- The card of [[{a}]].

## ✅ Done When (完成检查)

- [ ] I can write concept {n} from an empty file.

## 🎯 The Last Intuition (最后的直觉)

Every entry looks at every other, and none is left out.
"""

_ZH = """# 📌 概念 {n}

## 1. 📖 本质定义 (First Principles)

> [!SUMMARY] 概念卡片
>
> - **定义**：==概念 {n}== 把向量映射为向量，建立在 [[{a}]] 之上。
> - **历史背景**：它晚于 [[{b}|一个更早的想法]]，早于 [[{c}]]。
> - **核心直觉**：每个分量都由其余分量加权。

权重 $w_i$ 由输入算出，见 [[{a}#规则]]；它们看不到未来，见 [[{b}#^claim-{bn}]]。

### 问题

这是读者会略读的一段文字，含有求和 $\\sum_i w_i x_i$ 与链接 [[{d}]]。

```mermaid
flowchart LR
    x["输入 {n}"] --> w["权重"] --> y["输出 {n}"]
```

## 2. 📐 数学推导 (The Math)

### 规则

$$
y = \\frac{{x}}{{\\sqrt{{{n} + 1}}}}
$$

| 符号 | 含义 | 形状 |
|---|---|---|
| $x$ | 输入 | $(T, D)$ |
| $y$ | 输出 | $(T, D)$ |

## 3. 🔬 原理实现 (From Scratch)

```python
import math


def concept_{n}(x: list[float]) -> list[float]:
    \"\"\"y = x / sqrt({n} + 1)。\"\"\"
    scale = math.sqrt({n} + 1)  # 所有分量共用一个数
    return [value / scale for value in x]
```

```python
from snippets.concept_{n} import concept_{n}

print(len(concept_{n}([1.0, 2.0, 3.0])))
```

```output
3
```

## 4. 🧠 关键机制剖析 (Deep Dive)

> [!CLAIM] 概念 {n} 是线性的。

^claim-{n}

```python
from snippets.concept_{n} import concept_{n}

x = [1.0, 2.0]
double = [2 * value for value in concept_{n}(x)]
assert concept_{n}([2.0, 4.0]) == double
```

### 🎯 面试考点 (Interview questions)

> [!QUESTION]- 概念 {n} 为什么要做除法？
> **简答。** 让方差保持为一，与 [[{a}]] 相同。
>
> **展开。** {n} 个独立项之和的方差随项数增长。

^why-{n}

### 📝 自测 (Quiz)

> [!QUIZ] 概念 {n} 返回什么？
> - [x] 等长的列表
>     - 每个分量除以同一个数。
> - [ ] 一个数
>     - 没有求和。

^quiz-{n}

## 5. 🔗 知识连接 (Connections)

- 接下来是 [[{b}]] 与 [[{c}]]；[[{d}|一个近亲]] 另有介绍。

## 📚 推荐阅读 (Recommended Reading)

- [[{a}]] 的卡片。

## ✅ 完成检查 (Done When)

- [ ] 能从空文件写出概念 {n}。

## 🎯 最后的直觉 (The Last Intuition)

每个分量都看其余分量，一个也不漏。
"""

CATEGORIES = ("Foundations", "Attention", "Position", "Architecture", "Inference", "Theory")


def write_vault(root: Path, cards: int) -> None:
    """Write docs/en and docs/zh with `cards` cards each and an index page."""
    for language, body, tag in (("en", _EN, "bench"), ("zh", _ZH, "测速")):
        base = root / "docs" / language
        base.mkdir(parents=True, exist_ok=True)
        (base / "index.md").write_text("# Vault\n\nStart at [[Concept_0]].\n", encoding="utf-8")
        for n in range(cards):
            category = CATEGORIES[n % len(CATEGORIES)]
            near = [(n + step) % cards for step in (1, 7, 31, 101)]
            names = dict(zip("abcd", (f"Concept_{k}" for k in near), strict=True))
            before = f'"[[Concept_{n // 2}]]"' if n else ""
            front = _FRONT.format(n=n, category=category, tag=tag, alias=f"idea {n}", before=before)
            folder = base / category.lower()
            folder.mkdir(exist_ok=True)
            (folder / f"Concept_{n}.md").write_text(front + body.format(n=n, bn=near[1], **names), encoding="utf-8")
