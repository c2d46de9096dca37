# ---
# title: "实验 4：缩放的开与关"
# minutes: 11
# prerequisites: ["[[Softmax]]", "[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 实验 4：缩放的开与关
#
# **目的。** 测量除以 $\sqrt{d_k}$ 对分数、权重、梯度和学习各有什么影响，并纠正四句常听到的话。
#
# **时间。** 阅读、预测加运行共 11 分钟；代码本身只跑几秒。
#
# **你会看到**
#
# - 方差等于 $d_k$、而且没有上界的点积
# - 饱和：$d_k$ 越大，权重越接近独热
# - 用雅可比矩阵的范数来量梯度：中位数一落千丈，均值却降得不多
# - 一个任务：有缩放学得会，没有缩放学不会

# %%
import matplotlib.pyplot as plt
import numpy as np

from snippets.softmax import (
    random_dot_products,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

scores = random_dot_products(512)  # 相互独立的正态 q 与 k 的点积：1024 行，每行 64 个
print("分数", scores.shape)

# %% [markdown]
# ## 1. 分数有多大？
#
# 若 $q$ 和 $k$ 的各个分量相互独立、均值为 0、方差为 1，则 $\text{Var}(q \cdot k) = d_k$。
#
# **预测。** $d_k = 512$ 时标准差是 $\sqrt{512} \approx 22.6$。所有分数都落在 ±22.6 之内吗？除过之后都落在 ±1 之内吗？

# %% tags=["predict"]
deviation = np.sqrt(512)
outside = np.mean(np.abs(scores) > deviation)
print(f"方差 / d_k：      {scores.var() / 512:.2f}")
print(f"超出一个标准差的：{outside:.0%}")
print(f"最大的分数：      {np.abs(scores).max():.0f}")
print(f"除过之后超出 1 的：{np.mean(np.abs(scores / deviation) > 1):.0%}")
print(f"除过之后的方差：  {(scores / deviation).var():.2f}")

assert abs(scores.var() / 512 - 1) < 0.05
assert 0.29 < outside < 0.34 and np.abs(scores).max() > 4 * deviation  # 22.6 不是上界
assert abs((scores / deviation).var() - 1) < 0.05  # 方差为 1，而不是范围为 [-1, 1]

# %%
figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
bins = np.linspace(-90, 90, 73)
ax.hist(scores.ravel(), bins, density=True, alpha=0.7, label="q · k")
ax.hist(scores.ravel() / deviation, bins, density=True, alpha=0.7, label="q · k / √512")
ax.set_ylim(0, 0.05)
ax.set_xlabel("分数")
ax.set_ylabel("密度（窄的那个被截断）")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# ## 2. 权重长什么样？
#
# **预测。** 一个 query 面对 64 个 key。$d_k$ 取 16、64、512 时，最大权重的中位数是多少？有缩放和没有缩放各是多少？（softmax 要整行一起算：“22 的 softmax”没有意义；只有一个数时它永远是 1。）

# %% tags=["predict"]
widths = (4, 16, 64, 128, 256, 512, 1024)
rows = {d_k: random_dot_products(d_k) for d_k in widths}
top = {d_k: np.median(softmax(z).max(axis=-1)) for d_k, z in rows.items()}
scaled_top = {d_k: np.median(softmax(z / d_k**0.5).max(axis=-1)) for d_k, z in rows.items()}
for d_k in widths:
    print(f"d_k {d_k:4}：最大权重，有缩放 {scaled_top[d_k]:.2f}，无缩放 {top[d_k]:.2f}")

assert softmax(np.array([22.0]))[0] == 1
assert max(scaled_top.values()) < 0.12  # 不管多宽都是分散的
assert top[512] > 0.99 > 0.9 > top[64] > 0.8  # 几乎独热

# %% [markdown]
# ## 3. 梯度会怎样？
#
# 梯度从权重传回分数时，要乘上 softmax 的雅可比矩阵 $J = \text{diag}(s) - s s^\top$。它的大小说明这一行还能学到多少。
#
# **预测。** $d_k = 512$、没有缩放时：$J$ 是零吗？它的范数在中位数上缩小多少，在均值上缩小多少？

# %%
def jacobian_norms(z):
    """每行 diag(s) - s sᵀ 的 Frobenius 范数，由幂和算出。  (n, S) -> (n,)."""
    two, three = ((softmax(z) ** power).sum(axis=-1) for power in (2, 3))
    return np.sqrt(np.maximum(two - 2 * three + two**2, 0))


direct = np.linalg.norm(softmax_jacobian(rows[64][:8]), axis=(-2, -1))
assert np.allclose(jacobian_norms(rows[64][:8]), direct)  # 简式没有写错

norms = {d_k: (jacobian_norms(z / d_k**0.5), jacobian_norms(z)) for d_k, z in rows.items()}
figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for place, name in enumerate(("有缩放", "无缩放")):
    for measure, line in ((np.median, "-"), (np.mean, "--")):
        curve = [measure(norms[d_k][place]) for d_k in widths]
        label = f"{name}，{'中位数' if measure is np.median else '均值'}"
        ax.loglog(widths, curve, line, color=f"C{place}", marker="o", markersize=3, label=label)
ax.set_xticks(widths, [str(d_k) for d_k in widths])
ax.minorticks_off()
ax.set_xlabel("d_k")
ax.set_ylabel("雅可比矩阵的范数")
ax.legend(frameon=False, fontsize=8)
plt.show()

# %% tags=["predict"]
scaled, raw = norms[512]
print(f"中位数：有缩放 {np.median(scaled):.3f}，无缩放 {np.median(raw):.3f}")
print(f"均值：  有缩放 {scaled.mean():.3f}，无缩放 {raw.mean():.3f}")
print(f"低于 0.001 的行：有缩放 {np.mean(scaled < 1e-3):.0%}，无缩放 {np.mean(raw < 1e-3):.0%}")
at_64 = [values.mean() for values in norms[64]]
print(f"d_k = 64 时的均值：有缩放 {at_64[0]:.3f}，无缩放 {at_64[1]:.3f}")

assert np.median(scaled) / np.median(raw) > 20  # 多数行几乎丢光
assert 1.5 < scaled.mean() / raw.mean() < 3  # 均值只缩小到约二分之一
assert 0.3 < np.mean(raw < 1e-3) < 0.6 and raw.min() >= 0  # 有死行，也有活行
assert at_64[1] > at_64[0]  # 在常用的宽度 64 上，均值根本不降

# %% [markdown]
# 所以，“不缩放梯度就为零”说得太过，“导数就是 $s_i(1-s_i)$”也只说对了 $J$ 的对角线。真正发生的是：相当一部分行死掉了，$d_k$ 越大死得越多。
#
# ## 4. 对学习有影响吗？
#
# 100 行，每行 16 个宽 512 的随机 key。梯度下降移动 query，直到权重落在第一个 key 上；损失是输出的平方误差，value 取独热向量。
#
# **预测。** 100 步之后，在三种学习率下，有缩放和没有缩放各有多大比例的行找到了自己的 key？

# %%
def found(scaled, rate, d_k=512, steps=100):
    """每一步之后，对第 0 个 key 的权重超过一半的行占多少。"""
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((100, d_k)), rng.standard_normal((100, 16, d_k))
    factor = 1 / np.sqrt(d_k) if scaled else 1.0
    target, shares = np.eye(16)[0], []
    for _ in range(steps):
        weights = softmax(factor * (k @ q[:, :, None])[..., 0])  # (100, 16)
        shares.append(np.mean(weights[:, 0] > 0.5))
        upstream = softmax_backward(weights, weights - target)
        q -= rate * factor * (upstream[:, None, :] @ k)[:, 0]
    return shares


figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
runs = {}
for scaled in (True, False):
    for rate, line in ((1.0, ":"), (3.0, "--"), (10.0, "-")):
        runs[scaled, rate] = found(scaled, rate)
        label = f"{'有缩放' if scaled else '无缩放'}，学习率 {rate:g}"
        ax.plot(runs[scaled, rate], line, color="C0" if scaled else "C1", label=label)
ax.set_xlabel("步数")
ax.set_ylabel("找到自己 key 的行所占比例")
ax.legend(frameon=False, fontsize=8)
plt.show()

assert runs[True, 10.0][-1] > 0.95
assert max(shares[-1] for (scaled, _), shares in runs.items() if not scaled) < 0.3

# %% [markdown]
# ## 结论
#
# | 常听到的话 | 测量结果 |
# |---|---|
# | $d_k = 512$ 时分数落在 ±22 之内 | 三分之一在外面，最大的超过 90 |
# | 除过之后落进 [−1, 1] | 方差变成 1；仍有三分之一在外面 |
# | 不缩放梯度就为零 | 雅可比范数的中位数缩小到约五十分之一，均值只减半；每十行死四行 |
# | 缩放必不可少 | $d_k = 64$ 时梯度均值并不下降；512 时近九成的行永远学不会 |
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | `found(False, 10.0, d_k=16)` | 学会的行多得多：窄的头不太会饱和 |
# | 在 `found` 里令 `upstream = weights - target` | 不缩放也全部学会：损失若是权重上的交叉熵，雅可比矩阵就被约掉了 |
# | `found(False, 0.01)` | 好不了：调小学习率救不活死行 |
# | 第 2 节把 `z / d_k**0.5` 换成 `z / d_k` | 最大权重接近 1/64：除得太狠，注意力就成了平均 |
#
# **卡片：** [[Softmax]] · [[Attention_Mechanism]] · [[Multi-Head_Attention]] · [[Embedding_and_Unembedding]]
#
# **下一个：** [[exp5_rnn_vs_attention|实验 5：RNN 对注意力]]
