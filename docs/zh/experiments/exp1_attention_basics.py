# ---
# title: "实验 1：注意力基础与置换对称性"
# minutes: 10
# prerequisites: ["[[Softmax]]", "[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 实验 1：注意力基础与置换对称性
#
# **目的。** 亲眼看到注意力就是一个加权平均，权重由输入现算；再弄清楚词元换了位置之后，什么变、什么不变。
#
# **时间。** 阅读、预测加运行共 10 分钟；代码本身只跑几秒。
#
# **你会看到**
#
# - 一句话的注意力权重热力图，每一行之和为 1
# - 输出随输入一起置换，误差小于 $10^{-12}$：这叫*等变*（equivariance），不是不变
# - 打破这种对称性的两样东西：因果掩码和位置
# - 两个流行却什么也没演示的例子：$Q=K=V=X$，以及量级为 0.01 的投影
#
# 有些单元是折叠的。展开之前先写下你的预测：猜错一次，比猜对一次学到的更多。

# %%
import matplotlib.pyplot as plt
import numpy as np

from snippets.attention_mechanism import (
    MultiHeadAttentionNumPy,
    causal_mask,
    scaled_dot_product_attention,
    toy_sentence,
)
from snippets.self_attention import sharpness
from snippets.transformer import positional_encoding

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

tokens, q, k, v = toy_sentence()  # 手工设定，仅作示意：没有任何东西是学出来的
print(" ".join(tokens))
print("q", q.shape, " k", k.shape, " v", v.shape)

# %% [markdown]
# ## 1. 加权平均
#
# 每个词元用 query（查询）发问，用 key（键）应答，用 value（值）交出内容：
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right) V$$
#
# 这组玩具向量写明了每个词是哪一类词、又在找哪一类词：动词在找可以当主语的动物。
#
# **预测。** *ate* 和它的主语 *cat* 之间隔着一整个从句，*fish* 却近得多。*ate* 给哪个词的权重最大？有没有权重恰好等于零？

# %% tags=["predict"]
output, weights = scaled_dot_product_attention(q, k, v)  # (12, 9), (12, 12)
row = weights[tokens.index("ate")]
for place in np.argsort(-row)[:2]:
    print(f"ate -> {tokens[place]:5} {row[place]:.2f}")
print(f"每一行之和都是 1：{np.allclose(weights.sum(axis=-1), 1)}")
print(f"所有权重中最小的：{weights.min():.3f}")

assert tokens[row.argmax()] == "cat"  # 看的是相似度，不是距离
assert np.allclose(weights.sum(axis=-1), 1)
assert weights.min() > 0  # softmax 从不说“不”：每个 value 都混了进来

# %%
figure, ax = plt.subplots(figsize=(6, 5), layout="constrained")
picture = ax.imshow(weights, cmap="viridis")
ax.set_xticks(range(12), tokens, rotation=60)
ax.set_yticks(range(12), tokens)
ax.set_xlabel("key：被看的 token")
ax.set_ylabel("query：在看的 token")
figure.colorbar(picture, label="注意力权重")
plt.show()

# %% [markdown]
# ## 2. 打乱词元
#
# 现在换成一个 8 头、投影随机的层 $f$，一段 10 个词元的随机序列 $X$，和一个置换 $p$。
#
# **预测。** 哪个成立：$f(X[p]) = f(X)$，即*不变*；$f(X[p]) = f(X)[p]$，即*等变*；还是都不成立？如果先对所有词元取平均呢？

# %% tags=["predict"]
rng = np.random.default_rng(0)
layer = MultiHeadAttentionNumPy(rng, C=64, H=8)
x = rng.standard_normal((10, 64))
p = rng.permutation(10)


def attend(x, mask=None):
    """该层的输出，不含权重。  (T, C) -> (T, C)."""
    return layer(x, mask=mask)[0]


def equal(a, b):
    """两个数组是否直到最后几位都一致。"""
    return np.abs(a - b).max() < 1e-12


shuffled = attend(x[p])
print(f"f(X[p]) = f(X)：   {equal(shuffled, attend(x))}")
print(f"f(X[p]) = f(X)[p]：{equal(shuffled, attend(x)[p])}")
print(f"平均之后相等：     {equal(shuffled.mean(axis=0), attend(x).mean(axis=0))}")

assert equal(shuffled, attend(x)[p])  # 等变
assert not equal(shuffled, attend(x))  # 常听到的“不变”是错的
assert equal(shuffled.mean(axis=0), attend(x).mean(axis=0))  # 池化之后才不变

# %% [markdown]
# 每个词元得到的还是原来那个向量，只是换了地方。所以没有位置信息时，*dog bites man* 和 *man bites dog* 里的 *dog* 得到同一个向量。
#
# ## 3. 什么会打破对称性
#
# **预测。** 分别对三种层：普通的层、带因果掩码的层、先给每个位置加上位置编码的层，$f(X[p])$ 与 $f(X)[p]$ 相差多远？

# %%
mask, places = causal_mask(10), positional_encoding(10, 64)
layers = {
    "普通": attend,
    "因果掩码": lambda x: attend(x, mask),
    "加位置": lambda x: attend(x + places),
}
gaps = {
    name: np.linalg.norm(f(x[p]) - f(x)[p]) / np.linalg.norm(f(x))
    for name, f in layers.items()
}

figure, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
ax.barh(list(gaps), list(gaps.values()))
ax.invert_yaxis()
ax.set_xlabel("f(X[p]) 与 f(X)[p] 的相对距离")
plt.show()

equivariant, *broken = gaps.values()
assert equivariant < 1e-12 and min(broken) > 0.1

# %% [markdown]
# 光有因果掩码就够了，看看它的权重：第一个词元只看得到自己，最后一个看得到全部，所以不加位置编码，各个位置也已经不同。没有位置编码的解码器并不是“看不见顺序”，编码器才是。

# %%
_, masked = layer(x[:5], mask=causal_mask(5))  # (8, 5, 5)：八个头，五个 token
print("头 1；掩码里 True = 可以看：")
for line in masked[0]:
    print("  ".join(f"{weight:.2f}" for weight in line))

assert np.allclose(masked.sum(axis=-1), 1)  # 每一行都是一个分布
assert np.all(np.triu(masked, k=1) == 0)  # 分给未来的恰好是零

# %% [markdown]
# ## 4. 两个什么也没演示的例子
#
# 许多入门示例让 $Q=K=V=X$ 且 $X$ 随机，或者把投影取成 0.01 乘正态随机数。下面的*均匀度*是一行权重的熵除以 $\log T$：1 表示权重全相等，0 表示只看一处。
#
# **预测。** 这两种情形里，一个词元看的是自己、看的是别人，还是一视同仁？

# %% tags=["predict"]
_, itself = scaled_dot_product_attention(x, x, x)
print(f"Q = K = V = X：对自己的平均权重 {np.diag(itself).mean():.2f}")

small = 0.01 * np.sqrt(64)  # 相当于投影取 0.01，而不是 1/sqrt(C)
for name, scale in (("0.01", small), ("1/sqrt(C)", 1.0)):
    print(f"投影量级 {name}：均匀度 {sharpness(layer, x, scale):.3f}")

assert np.diag(itself).mean() > 0.95  # 一个向量和自己最像
assert sharpness(layer, x, small) > 0.9999  # 就是普通的平均
assert sharpness(layer, x, 1.0) < 0.95

# %% [markdown]
# ## 结论
#
# | 问题 | 测量结果 |
# |---|---|
# | 一行权重是什么？ | 一个分布：全为正，和为 1 |
# | 打乱输入 | 输出跟着一起打乱：等变 |
# | 对词元取平均 | 不变：只有池化后的输出才是不变的 |
# | 加因果掩码，或加位置 | 对称性消失 |
# | $Q=K=V=X$，$X$ 随机 | 每个词元都找到自己 |
# | 投影取 0.01 | 把所有内容平均了一遍 |
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第 1 节之前令 `q = 0 * q` | 每个权重都是 1/12：什么都不问，得到的就是平均 |
# | 第 2 节令 `p = np.arange(10)[::-1]` | 三行结果不变：任何置换都一样 |
# | 第 3 节令 `places = 0.1 * places` | 最后一根柱子缩到六分之一，但不为零；断言会报错 |
# | 第 4 节算 `sharpness(layer, x, 4.0)` | 约 0.1：投影一大，注意力就近乎“硬”选择 |
#
# **卡片：** [[Attention_Mechanism]] · [[Self_Attention]] · [[Causal_Mask]] · [[Position_Encoding]] · [[Softmax]]
#
# **下一个：** [[exp2_qkv_explained|实验 2：Q、K、V]]
