# ---
# title: "实验 3：拆开多头注意力"
# minutes: 10
# prerequisites: ["[[Attention_Mechanism]]", "[[Multi-Head_Attention]]"]
# ---

# %% [markdown]
# # 🧪 实验 3：拆开多头注意力
#
# **目的。** 把一个多头层拆开看：切分要付出什么代价，怎样切才对，每个头贡献了什么，一个头做不到什么。
#
# **时间。** 阅读、预测加运行共 10 分钟；代码本身只跑几秒。
#
# **你会看到**
#
# - 1 个、8 个、64 个头的参数量完全相同，NumPy 和 PyTorch 各数一遍
# - 一个形状正确、却把词元搅乱的 reshape
# - 四个头有四种模式，而输出恰好等于它们贡献之和
# - 一个任务：一个头做不成，头够了就做成

# %%
import matplotlib.pyplot as plt
import numpy as np
from torch import nn

from snippets.attention_mechanism import MultiHeadAttentionNumPy, split_heads
from snippets.multi_head_attention import (
    gather_patterns,
    head_contributions,
    missed_share,
    prune_heads,
)
from snippets.transformer import parameters

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

C, T = 64, 32
x = np.random.default_rng(0).standard_normal((T, C))
mha = MultiHeadAttentionNumPy(np.random.default_rng(1), C, H=4)
output, weights = mha(x)
print("输出", output.shape, " 权重", weights.shape)
print(f"每个头的每一行之和都是 1：{np.allclose(weights.sum(axis=-1), 1)}")

# %% [markdown]
# ## 1. 多几个头要多少钱？
#
# 宽度 $C = 64$ 的层切成 $H$ 个头，每个头宽 $D = C / H$。
#
# **预测。** 从 1 个头到 64 个头：参数量是增、是减，还是不变？对 32 个词元，单个头的分数矩阵 $Q_i K_i^\top$ 的*秩*又是多少？

# %% tags=["predict"]
print(" 头数   宽度      参数量  PyTorch 里        分数矩阵的秩  H * D * D")
for H in (1, 2, 4, 8, 16, 64):
    D = C // H
    ours = MultiHeadAttentionNumPy(np.random.default_rng(1), C, H)
    count = sum(array.size for array in parameters(ours))
    theirs = sum(w.numel() for w in nn.MultiheadAttention(C, H, bias=False).parameters())
    q, k = split_heads(x @ ours.w_q, H), split_heads(x @ ours.w_k, H)  # (H, T, D)
    rank = np.linalg.matrix_rank(q @ k.swapaxes(-1, -2)).max()
    print(f"{H:5}  {D:5}  {count:10,}  {theirs:10,}  {rank:18}  {H * D * D:9,}")
    assert count == theirs == 4 * C * C  # 与头数无关
    assert rank == min(T, D)  # 一个头只能透过宽 D 的窄窗看
    assert (H * D * D == C * C) == (H == 1)  # 流行的那个公式只对一个头成立

# %% [markdown]
# 切分不花参数，但原因不是“每个头是个小方阵”：每个头用三个 $C \times D$ 的矩阵和一个 $D \times C$ 的矩阵做投影。代价在秩上：宽 8 的头只能给出秩为 8 的分数；*不受*限制的恰恰是那个又宽又单一的头。
#
# ## 2. 正确的 reshape
#
# `split_heads` 先变形为 (T, H, D)，再交换前两个轴。直接变形为 (H, T, D) 形状一样，也不报错。
#
# **预测。** 给词元编号 0 到 31：两种写法里，第一个头各看到哪些词元？

# %% tags=["predict"]
owner = np.repeat(np.arange(T)[:, None], C, axis=1)  # (T, C)：每个特征都写着自己属于哪个 token
right = split_heads(owner, 4)  # (4, T, 16)
wrong = owner.reshape(4, T, C // 4)  # 形状相同
print("正确：", sorted(set(right[0].ravel().tolist()))[-1] + 1, "个 token，一行一个")
print("错误：", sorted(set(wrong[0].ravel().tolist())), "——每个占四行")

assert right.shape == wrong.shape
assert set(right[0].ravel().tolist()) == set(range(T))
assert set(wrong[0].ravel().tolist()) == set(range(T // 4))  # 只有序列的四分之一

# %% [markdown]
# ## 3. 每个头有自己的模式
#
# 一个投影随机的层，四个头对前 12 个词元的权重。这里什么也没训练：头之所以不同，是因为投影不同。训练好的头在做什么，要看了才知道，不是事先分配的。

# %%
_, few = mha(x[:12])
figure, axes = plt.subplots(1, 4, figsize=(9, 2.6), layout="constrained")
for number, (ax, pattern) in enumerate(zip(axes, few, strict=True), 1):
    picture = ax.imshow(pattern, cmap="viridis", vmin=0, vmax=few.max())
    ax.set_title(f"头 {number}", fontsize=10)
    ax.set_xticks([])
    ax.set_yticks([])
figure.colorbar(picture, ax=axes, label="权重")
plt.show()

favourite = few.argmax(axis=-1)  # (4, 12)：每个 query 最看重哪里
agree = np.mean([favourite[i] == favourite[j] for i in range(4) for j in range(i)])
print(f"两个头对某个 query 最看重的 key 意见一致：{agree:.0%} 的情形")
assert agree < 0.5

# %% [markdown]
# ## 4. 输出是一个和
#
# 把各头拼起来再乘 $W_O$，等于把 $\text{head}_i W_O^{(i)}$ 加起来，其中 $W_O^{(i)}$ 是 $W_O$ 里属于第 $i$ 个头的那几行。
#
# **预测。** 四个头。去掉其中一个，输出（按长度算）还剩多少：四分之三吗？

# %% tags=["predict"]
parts = head_contributions(mha, x)  # (4, T, C)
size = np.linalg.norm(output)
for number, part in enumerate(parts, 1):
    print(f"头 {number}：长度是输出的 {np.linalg.norm(part) / size:.2f}")
without = prune_heads(mha, [0, 1, 2])  # 一个更小的层，没有第四个头
error = np.linalg.norm(without(x)[0] - output) / size
print(f"去掉头 4，输出偏差 {error:.2f}")

assert np.allclose(parts.sum(axis=0), output)
assert np.allclose(without(x)[0], output - parts[3])
assert 0.4 < error < 0.6  # 约 1/sqrt(4)，不是 1/4

# %% [markdown]
# 相互独立的随机头，贡献几乎两两垂直，所以相加的是长度的*平方*：四个头各占总长的一半左右，而不是四分之一。
#
# ## 5. 一个头做不到什么
#
# 16 个词元围成一圈，每个词元要取来左边两个、右边两个邻居，各放进自己的一格。一个头只能带来一份混合，供所有格子共用。
#
# **预测。** 1、2、3、4 个头的最优层，各漏掉目标的多少？

# %%
missed = missed_share(gather_patterns(16, (-2, -1, 1, 2)), c=4)
figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
ax.bar(range(1, 5), missed)
ax.set_xticks(range(1, 5))
ax.set_xlabel("头数")
ax.set_ylabel("目标中漏掉的比例")
plt.show()
print([f"{share:.2f}" for share in missed])

assert np.allclose(missed, [0.75, 0.5, 0.25, 0], atol=1e-9)

# %% [markdown]
# ## 结论
#
# | 问题 | 测量结果 |
# |---|---|
# | 1、8、64 个头的参数量 | 都是 $4C^2$，PyTorch 里也一样 |
# | 单个头分数矩阵的秩 | 至多 $D = C/H$：头多就是头窄 |
# | `reshape(H, T, D)` | 能运行，却只给一个头四分之一的词元 |
# | 层 = 各头之和 | 严格成立，所以可以精确地剪掉一个头 |
# | $H$ 个随机头中的一个 | 约占输出长度的 $1/\sqrt{H}$ |
# | 把四处内容取进四个格子 | 一个头漏掉四分之三，四个头一点不漏 |
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第一个单元里令 `T = 8` | 秩那一列最多到 8：8 个词元的分数矩阵秩不会更高 |
# | 第 4 节之前令 `mha.w_o[:16] = 0`，再算 `output, _ = mha(x)` | 头 1 的贡献为 0.00：它在 $W_O$ 里的行没了；其余的头占比变大，最后一个断言报错 |
# | 第 5 节用 `gather_patterns(16, (1, 1, 1, 1))` | 一个头就够：所有格子要的是同一处 |
# | `MultiHeadAttentionNumPy(np.random.default_rng(0), 64, 5)` | 报错：64 不能被 5 整除 |
#
# **卡片：** [[Multi-Head_Attention]] · [[Attention_Mechanism]] · [[Multi-Head_Attention_Variants]] · [[Grouped_Query_Attention_GQA]]
#
# **下一个：** [[exp4_scaling|实验 4：缩放的开与关]]
