"""Tasks of the card Data Parallelism and ZeRO."""

import numpy as np

from snippets.data_parallel_and_zero import lockstep
from zhixing.practice.core.task import agrees, right, task, wrong


def around(made, arrays):
    """What each rank owns after the solution has gone around the ring, and the bytes that each sent."""
    chunks = [np.array_split(array.copy(), len(arrays)) for array in arrays]
    _, sent = lockstep([made(own, rank) for rank, own in enumerate(chunks)])
    return [own[rank] for rank, own in enumerate(chunks)], sent


def layers(r, n, bucket):
    """Sizes, seconds and a bucket for n + 2 layers; latency and bandwidth that matter."""
    return r.random(n + 2) + 0.1, r.random(n + 2), bucket, 0.3, 1.5


TASKS = [
    task(
        "ring-reduce-scatter", "reduce_scatter", minutes=20, level=4,
        title=("Reduce-scatter around a ring", "环上的 reduce-scatter"),
        prompt=("A generator for one rank: p − 1 times it yields a pair, the chunk that goes to the right neighbour and an array into which what the left one sent is put. At the end `chunks[rank]` is the sum of all ranks' chunks.", "为一个 rank 写生成器：产出 p − 1 次，每次是一对：发往右邻的块，以及用来放左邻发来内容的数组。结束时 `chunks[rank]` 是所有 rank 对应块之和。"),
        hints=[("Think backwards: in the last step the own chunk arrives, nearly complete, from the left.", "倒着想：最后一步，自己的那块几乎加完了，从左邻到来。"), ("What arrived in one step, added to, is what goes out in the next.", "这一步收到并加过的，就是下一步要发出去的。"), ("Receive into a fresh array and add: received into the chunk itself, the own share is lost.", "收到新数组里再相加；直接收进块里，自己的那份就丢了。")],
        use=around,
        properties=[
            agrees(("two ranks", "两个 rank"), lambda r, n: ([r.normal(size=2 * n) for _ in range(2)],)),
            agrees(("more ranks", "更多 rank"), lambda r, n: ([r.normal(size=3 * (n + 2)) for _ in range(n + 2)],)),
            agrees(("chunks of different lengths", "长短不一的块"), lambda r, n: ([r.normal(size=2 * n + 5) for _ in range(4)],)),
            agrees(("one rank sends nothing", "只有一个 rank，什么也不发"), lambda r, n: ([r.normal(size=n)],)),
        ],
        wrong=[
            wrong(("the neighbour's chunk is owned", "拥有的是邻居的块"), "dp-ring", ("give, take = chunks[(rank - step) % p], chunks[(rank - step - 1) % p]", "give, take = chunks[(rank - step + 1) % p], chunks[(rank - step) % p]")),
            wrong(("received over the own share", "收到的盖掉了自己的那份"), "dp-ring", ("yield give, arrived\n        take += arrived", "yield give, take")),
            wrong(("one step too few", "少走一步"), "dp-ring", ("range(1, p)", "range(1, p - 1)")),
            wrong(("the own chunk goes around", "每步都发同一块"), "q-dp-ring", ("give, take = chunks[(rank - step) % p], chunks[(rank - step - 1) % p]", "give, take = chunks[rank], chunks[rank - 1]")),
            wrong(("everything is sent in every step", "每步都发送全部"), "quiz-dp-ring", ("yield give, arrived\n        take += arrived", "everything = np.concatenate(chunks)\n        got = np.empty_like(everything)\n        yield everything, got\n        for own, other in zip(chunks, np.split(got, np.cumsum([len(c) for c in chunks])[:-1])):\n            if step == p - 1 or own is take:\n                own += other if own is take else 0")),
        ],
        right=[right("indices first", code="def reduce_scatter(chunks, rank):\n    p = len(chunks)\n    i = (rank - 1) % p\n    for _ in range(p - 1):\n        j = (i - 1) % p\n        box = np.zeros(chunks[j].shape, chunks[j].dtype)\n        yield chunks[i], box\n        chunks[j][...] = chunks[j] + box\n        i = j\n")],
        claims=["dp-ring", "dp-gloo"],
    ),
    task(
        "gradient-buckets", "backward_time", minutes=10, level=3,
        title=("Buckets: when does the last all-reduce end?", "分桶：最后一次 all-reduce 何时结束？"),
        prompt=("Layers come in backward order with bytes and seconds. Gradients wait until at least `bucket` bytes are there, or the last layer is done; then one message of latency + bytes / bandwidth goes, after those before it. Return when the last one ends.", "各层按反向的顺序给出字节数和秒数。梯度攒够 `bucket` 字节，或最后一层算完，就发一条消息，耗时 latency + 字节数 / bandwidth，排在前面的消息之后。返回最后一条结束的时刻。"),
        hints=[("Two clocks: one of computing, one of the network.", "两个时钟：计算的，网络的。"), ("A message starts at the later of the two.", "一条消息从两者中较晚的时刻开始。")],
        properties=[
            agrees(("a bucket for each layer", "一层一个桶"), lambda r, n: layers(r, n, 0.0)),
            agrees(("one bucket for all", "全部一个桶"), lambda r, n: layers(r, n, 1e9)),
            agrees(("buckets of some layers", "几层一个桶"), lambda r, n: [layers(r, n, 1.0), layers(r, n, 0.7)]),
            agrees(("filled exactly", "刚好装满"), lambda r, n: (np.ones(n + 1), np.ones(n + 1), 1.0, 0.25, 0.5)),
            agrees(("a fast network waits for the layers", "网络快，等着各层"), lambda r, n: (r.random(n + 1), r.random(n + 1) + 1, 0.2, 1e-3, 1e3)),
        ],
        wrong=[
            wrong(("no overlap", "没有重叠"), "dp-buckets", ("sent = max(sent, computed) + latency + waiting / bandwidth", "sent = sent + latency + waiting / bandwidth")),
            wrong(("messages do not queue up", "消息不排队"), "dp-buckets", ("sent = max(sent, computed) + latency + waiting / bandwidth", "sent = computed + latency + waiting / bandwidth")),
            wrong(("what is left at the end is not sent", "最后剩下的没有发"), "dp-buckets", ("if waiting >= bucket or i == len(sizes) - 1:", "if waiting >= bucket:")),
            wrong(("the bucket is never emptied", "桶从不清空"), "dp-buckets", ("            waiting = 0.0\n", "")),
            wrong(("one latency for everything", "延迟只算一次"), "q-dp-overlap", ("sent = max(sent, computed) + latency + waiting / bandwidth", "sent = max(sent, computed + latency) + waiting / bandwidth")),
        ],
        right=[right("buckets first, then the messages", code="def backward_time(sizes, seconds, bucket, latency, bandwidth):\n    messages, now, held = [], 0.0, 0.0\n    for size, cost in zip(sizes, seconds):\n        now, held = now + cost, held + size\n        if held >= bucket:\n            messages.append((now, held))\n            held = 0.0\n    if not messages or messages[-1][0] != now:\n        messages.append((now, held))\n    end = 0.0\n    for ready, amount in messages:\n        end = max(end, ready) + latency + amount / bandwidth\n    return end\n")],
        claims=["dp-buckets"],
        equivalent={"4: True -> False": "lists of different lengths are no input of the task"},
    ),
]
