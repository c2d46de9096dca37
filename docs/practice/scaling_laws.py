"""Tasks of the card Scaling Laws."""

import numpy as np

from zhixing.practice.core.task import agrees, right, task, wrong


def used(made, constants, N, D, C):
    """What a law says of a size, of sizes in an array, and of a budget."""
    law = made(*constants)
    return law.loss(N, D), law.loss(np.array([N, 2 * N]), D), law.optimal(C)


def a_law(r, n):
    """Constants of a law, a size, tokens and a budget."""
    return (*r.uniform(0.5, 3, 3), *r.uniform(0.2, 0.9, 2)), 10.0 * n, 100.0 * n, 10.0 ** (n + 1)


def equal(r, n):
    """A law whose two exponents are the same."""
    (E, A, B, alpha, _), *rest = a_law(r, n)
    return (E, A, B, alpha, alpha), *rest


TASKS = [
    task(
        "compute-optimal", "Law", minutes=15, level=3, blank=["loss", "optimal"],
        title=("Loss and best split of a budget", "损失与预算的最佳分法"),
        prompt=("`loss(N, D)` is E + A/N^α + B/D^β. `optimal(C)` returns the N and D of least loss among those with 6 N D = C, by the closed form.", "`loss(N, D)` 是 E + A/N^α + B/D^β。`optimal(C)` 用闭式解返回满足 6 N D = C、损失最小的 N 和 D。"),
        hints=[("Put D = C/(6N) into the loss and set the derivative by N to zero.", "把 D = C/(6N) 代入损失，令对 N 的导数为零。"), ("α A/N^α = β B/D^β at the optimum; solve for N.", "最优处 α A/N^α = β B/D^β；解出 N。")],
        use=used,
        properties=[agrees(("laws of many shapes", "形状各异的定律"), a_law), agrees(("equal exponents", "指数相等"), equal)],
        wrong=[
            wrong(("the exponents of N and D exchanged", "N 与 D 的指数对调"), "scaling-optimal", ("N = G * (C / 6) ** (self.beta / both)", "N = G * (C / 6) ** (self.alpha / both)")),
            wrong(("G upside down", "G 颠倒了"), "scaling-optimal", ("self.alpha * self.A / (self.beta * self.B)", "self.beta * self.B / (self.alpha * self.A)")),
            wrong(("the six forgotten", "忘了六倍"), "scaling-six", ("(C / 6) **", "C **")),
            wrong(("the exponents' weights forgotten in G", "G 里忘了指数"), "scaling-optimal", ("self.alpha * self.A / (self.beta * self.B)", "self.A / self.B")),
            wrong(("no floor", "没有下限"), "q-scaling-what", ("return self.E + self.A", "return self.A")),
            wrong(("one exponent for both", "两项用了同一个指数"), "scaling-optimal", ("self.B / D**self.beta", "self.B / D**self.alpha")),
        ],
        right=[right("tokens first", ("N = G * (C / 6) ** (self.beta / both)\n        return N, C / (6 * N)", "D = (C / 6) ** (self.alpha / both) / G\n        return C / (6 * D), D"))],
        claims=["scaling-optimal"],
    ),
    task(
        "effective-data", "effective", minutes=6, level=2,
        title=("What repeated data is worth", "重复数据的价值"),
        prompt=("`unique` different tokens are read `total` times in all. With R = total/unique − 1 repetitions they are worth U + U R* (1 − e^(−R/R*)) new ones; a part of one epoch is worth what it is.", "共有 `unique` 个不重复的词元，一共读了 `total` 个。重复 R = total/unique − 1 次，相当于 U + U R* (1 − e^(−R/R*)) 个新词元；不满一遍时，读多少算多少。"),
        hints=[("Less than one epoch: R is 0, and the total counts.", "不满一遍：R 为 0，按读到的算。"), ("star is the number of repetitions after which a further one is worth 1/e.", "star 是这样的重复次数：之后再重复一次只值 1/e。")],
        properties=[
            agrees(("several epochs", "读好几遍"), lambda r, n: (float(r.uniform(1, 9)), float(r.uniform(10, 90)) * n, float(r.uniform(2, 20)))),
            agrees(("less than one", "不满一遍"), lambda r, n: (10.0 * n, float(r.uniform(0, 10)) * n, 5.0)),
            agrees(("exactly one", "正好一遍"), lambda r, n: (3.0 * n, 3.0 * n, 15.4)),
            agrees(("very many", "非常多遍"), lambda r, n: (2.0, 1000.0 * n, 15.4)),
        ],
        wrong=[
            wrong(("all tokens count in full", "全部词元按原值计"), "scaling-repeats", ("return np.minimum(unique, total) + unique * star * (1 - np.exp(-repeats / star))", "return 1.0 * total")),
            wrong(("the first reading is discounted too", "第一遍也打了折"), "scaling-repeats", ("total / unique - 1, 0", "total / unique, 0")),
            wrong(("a part of an epoch counts as a whole one", "不满一遍也按一遍计"), "scaling-repeats", ("np.minimum(unique, total) +", "unique +")),
            wrong(("no decay constant in the exponent", "指数里没有衰减常数"), "scaling-repeats", ("np.exp(-repeats / star)", "np.exp(-repeats)")),
            wrong(("the limit forgotten", "忘了乘 R*"), "scaling-repeats", ("unique * star * (1", "unique * (1")),
        ],
        right=[right("a branch", code="def effective(unique, total, star):\n    if total <= unique:\n        return total\n    return unique * (1 + star - star * np.exp(-(total - unique) / (unique * star)))\n")],
        claims=["scaling-repeats"],
    ),
]
