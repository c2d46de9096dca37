"""Tasks of the card Paged_and_Static_Caches."""

import numpy as np

from snippets.paged_and_static_caches import BlockTables
from zhixing.practice.core.task import agrees, call, right, task, wrong


def grown(made, blocks, size, steps, share):
    """Sequences that grow, one of them sharing the blocks of another; what was copied and who has which block."""
    tables = BlockTables(blocks, size)
    first = tables.add()
    copies = [made(tables, first, steps[0])]
    names = [first]
    if share:
        names.append(tables.add(first))
    for number, T in enumerate(steps[1:]):
        copies.append(made(tables, names[number % len(names)], T))
    return copies, [tables.blocks[n] for n in names], [tables.lengths[n] for n in names], tables.users, sorted(tables.free)


TASKS = [
    task(
        "paged-lookup", "block_slots", minutes=6, level=2,
        title=("Where a paged cache keeps a position", "分页缓存里位置在哪个槽"),
        prompt=("A sequence's table lists its blocks in order; the pool holds blocks of `size` entries one after another. Return the slot of each of `length` positions.", "序列的表按顺序列出它的块；池里一块接一块，每块 `size` 个条目。返回 `length` 个位置各自的槽号。"),
        hints=[("Position p lies in the sequence's block number p // size, at place p % size.", "位置 p 在序列的第 p // size 块里的第 p % size 位。"), ("The table gives that block's number in the pool.", "表给出该块在池里的编号。")],
        properties=[agrees(("any table", "任意的表"), lambda r, n: (list(map(int, r.permutation(9)[: n + 1])), 2 * n + 1, 2)), agrees(("full, partly full and empty", "满的、半满的和空的"), lambda r, n: [([5, 0, 3], length, 3) for length in (0, 1, 3, 7, 9)])],
        wrong=[
            wrong(("the table ignored: slots in order", "忽略了表：按顺序取槽"), "what-is-paged-attention", ("size * np.asarray(table)[p // size] + p % size", "p")),
            wrong(("block number not multiplied by the size", "块号没有乘以块大小"), "paged-any-order", ("size * np.asarray(table)[p // size] + p % size", "np.asarray(table)[p // size] + p % size")),
            wrong(("place inside the block forgotten", "忘了块内位置"), "paged-any-order", (" + p % size", "")),
            wrong(("table read by p % size", "按 p % size 查表"), "does-paging-change-attention", ("np.asarray(table)[p // size] + p % size", "np.asarray(table)[p % size % len(table)] + p // size")),
        ],
        right=[right("loop", ("    p = np.arange(length)\n    return size * np.asarray(table)[p // size] + p % size", "    return np.array([table[p // size] * size + p % size for p in range(length)], dtype=int)")), right("outer sum", ("    p = np.arange(length)\n    return size * np.asarray(table)[p // size] + p % size", "    return (np.asarray(table)[:, None] * size + np.arange(size)).ravel()[:length]"))],
        claims=["paged-any-order"],
    ),
    task(
        "slot-attention", "slot_attention", minutes=12, level=3,
        title=("Attention over slots in any order", "任意顺序槽位上的注意力"),
        prompt=("Each slot holds the key and value of one position, in any order; a negative position marks an empty slot. A query sees slots up to its own position and, with a window, only the `window` newest ones.", "每个槽存放某个位置的键和值，顺序任意；负的位置表示空槽。查询能看到不超过自身位置的槽；有窗口时只看最新的 `window` 个。"),
        hints=[("The mask compares positions, not slot numbers.", "掩码比较的是位置，而不是槽号。"), ("0 ≤ slot ≤ query, and slot > query − window.", "0 ≤ 槽的位置 ≤ 查询位置，且槽的位置 > 查询位置 − window。")],
        properties=[
            agrees(("slots in any order", "任意顺序的槽"), lambda r, n: (r.normal(size=(2, 5)), r.normal(size=(n + 2, 5)), r.normal(size=(n + 2, 5)), np.array([n, n + 1]), r.permutation(n + 2))),
            agrees(("empty slots", "空槽"), lambda r, n: (r.normal(size=(1, 4)), r.normal(size=(n + 3, 4)), r.normal(size=(n + 3, 4)), np.array([n]), r.permutation(np.append(np.arange(n + 1), [-1, -1])))),
            agrees(("with a window", "带窗口"), lambda r, n: [call(r.normal(size=(2, 4)), r.normal(size=(8, 4)), r.normal(size=(8, 4)), np.array([5, 7]), r.permutation(8), window=w) for w in (1, n + 1)]),
            agrees(("position 0 and its own position are seen", "位置 0 和自身位置可见"), lambda r, n: (r.normal(size=(1, 3)), r.normal(size=(n, 3)), r.normal(size=(n, 3)), np.array([0]), np.arange(n))),
        ],
        wrong=[
            wrong(("slot numbers taken for positions", "把槽号当成位置"), "paged-any-order", ("slot_positions[None, :]", "np.where(slot_positions < 0, -1, np.arange(len(slot_positions)))[None, :]")),
            wrong(("empty slots take part", "空槽也参与"), "does-paging-change-attention", ("(p >= 0) & (p <= t)", "(p <= t)")),
            wrong(("its own position not seen", "看不到自己的位置"), "static-paged-ring-equal-uncached", ("(p <= t)", "(p < t)")),
            wrong(("window of one more", "窗口多了一个"), "what-is-a-ring-cache", ("p > t - window", "p >= t - window")),
            wrong(("scale missing", "没有缩放"), "Attention_Mechanism#^why-sqrt-dk", (" / q.shape[-1] ** 0.5", "")),
        ],
        right=[right("ages", ("    mask = (p >= 0) & (p <= t)\n    if window is not None:\n        mask &= p > t - window\n", "    age = t - p\n    mask = (age >= 0) & (p >= 0) & (age < (window if window is not None else 1 << 60))\n"))],
        claims=["static-paged-ring-equal-uncached", "paged-any-order"],
        equivalent={
            "7: -1 -> 1": "queries have two axes",
        },
    ),
    task(
        "copy-on-write", "grow", minutes=20, level=4,
        title=("Room in a paged cache, with copy-on-write", "分页缓存的扩容与写时复制"),
        prompt=("Make room for T more tokens of a sequence: take new blocks as needed, and if the block that the next token goes into is partly full and shared, replace it by a fresh one. Return the copies (from, to) that must be made, and update the length.", "为序列再腾出 T 个词的位置：需要时取新块；若下一个词要写入的块是半满且共享的，就换成新块。返回需要做的复制 (从, 到)，并更新长度。"),
        hints=[("Blocks are enough when len(table) · size ≥ length + T.", "当 len(table) · size ≥ length + T 时块就够了。"), ("A shared full block is only read; a partly full one would be written by both.", "共享的满块只会被读；半满的会被双方写入。")],
        use=grown,
        properties=[agrees(("one sequence", "一个序列"), lambda r, n: (12, 2, [int(t) for t in r.integers(0, 4, n + 1)], False)), agrees(("shared blocks are copied before they are written", "共享块写入前先复制"), lambda r, n: [(30, 3, [int(t) for t in (s, *r.integers(0, 4, n + 1))], True) for s in (1, 2, 3, 4, 6)]), agrees(("an empty pool is refused", "池子空了就拒绝"), lambda r, n: (1, 2, [3 + n], False), sizes=(1, 2))],
        wrong=[
            wrong(("shared blocks are written", "直接写共享块"), "paged-sharing", ("if T and length % tables.size and tables.users[table[last]] > 1:", "if False:")),
            wrong(("full blocks are copied as well", "满的块也复制"), "paged-sharing", ("if T and length % tables.size and tables.users[table[last]] > 1:", "if T and last < len(table) and tables.users[table[last]] > 1 or (T and last and length % tables.size == 0 and tables.users[table[last - 1]] > 1 and (last := last - 1) >= 0):")),
            wrong(("the old block is never given back", "旧块没有归还"), "paged-how-many-fit", ("        tables.leave(table[last])\n", "")),
            wrong(("length not updated", "没有更新长度"), "paged-continuous-batching", ("    tables.lengths[name] = length + T\n", "")),
            wrong(("one block too many", "多取了一块"), "paged-how-many-fit", ("< length + T:", "<= length + T:")),
        ],
        right=[right("number of blocks by division", ("    while len(table) * tables.size < length + T:\n        table.append(tables.take())\n", "    for _ in range(-(-(length + T) // tables.size) - len(table)):\n        table.append(tables.take())\n"))],
        claims=["paged-sharing", "paged-how-many-fit"],
        equivalent={
            "10: 0 -> -1": "there is one copy at most",
        },
    ),
]
