# ---
# title: "实验 2：Q、K、V 各司何职"
# minutes: 10
# prerequisites: ["[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 实验 2：Q、K、V 各司何职
#
# **目的。** 每次只改动一个，从而看清 query、key、value 各自的角色。
#
# **时间。** 阅读、预测加运行共 10 分钟；代码本身只跑几秒。
#
# **你会看到**
#
# - 一部字典怎样一步步变“软”，直到成为注意力
# - 输出永远走不出各个 value 围成的三角形
# - 只改 $Q$、只改 $K$、只改 $V$ 时，权重和输出哪个会动
# - 既然只有乘积起作用，为什么还要 $W_Q$ 和 $W_K$ 两个矩阵

# %%
import matplotlib.pyplot as plt
import numpy as np

from snippets.attention_mechanism import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionNumPy

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts


def on_circle(degrees):
    """单位圆上的点。  (n,) -> (n, 2)."""
    angle = np.deg2rad(np.asarray(degrees, dtype=float))
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


keys = on_circle([90, 210, 330])  # 三个方向
values = np.array([[0.0, 3.0], [-3.0, -2.0], [3.0, -2.0]])  # 各自交出的内容
print("keys", keys.shape, " values", values.shape)

# %% [markdown]
# ## 1. 从字典到注意力
#
# 图书馆靠目录回答问题：你问的是 *query*，目录里的条目是 *key*，书本身是 *value*。Python 的字典也是这样，只是没有的 key 它一概拒绝。
#
# **预测。** query 指向 100°，离第一个 key 差十度。字典返回什么？注意力返回什么？把 query 越拉越长，又会怎样？

# %% tags=["predict"]
library = {90: "第一本", 210: "第二本", 330: "第三本"}
try:
    library[100]
except KeyError as missing:
    print(f"字典：KeyError {missing}")

for length in (0, 1, 4, 16):
    found, weights = scaled_dot_product_attention(length * on_circle([100]), keys, values)
    shares = " ".join(f"{weight:.2f}" for weight in weights[0])
    print(f"长度 {length:2}：权重 {shares}")

assert np.allclose(found, values[:1], atol=1e-3)  # 够长时，几乎就是字典的回答
assert np.all(weights > 0)  # 但永远不会完全一样：没有“是”或“否”，只有多一点少一点

# %% [markdown]
# ## 2. 输出能落在哪里？
#
# 权重全为正、和为 1，所以输出是各个 value 的*凸组合*：它落在它们围成的三角形里。query 的方向决定落在哪儿，长度决定离顶点多近。

# %%
figure, ax = plt.subplots(figsize=(6, 4.6), layout="constrained")
corners = values[[0, 1, 2, 0]]
ax.plot(*corners.T, color="gray", linestyle="--", label="各个 value")
for length in (1, 3, 12):
    queries = length * on_circle(np.arange(0, 361, 3))
    path, _ = scaled_dot_product_attention(queries, keys, values)  # (121, 2)
    ax.plot(*path.T, label=f"query 长度 {length}")
ax.set_aspect("equal")
ax.legend(frameon=False, fontsize=8, loc="upper right")
ax.set_title("query 转一整圈时输出的轨迹")
plt.show()

long = 1000 * on_circle(np.arange(360))
outputs, weights = scaled_dot_product_attention(long, keys, values)
assert np.allclose(weights.sum(axis=-1), 1) and weights.min() >= 0
assert np.abs(outputs).max() <= 3.0 + 1e-12  # 没有哪个 query 能伸到 value 之外

# %% [markdown]
# ## 3. 三个里只改一个
#
# 六个词元：*The cat sat on the mat*，用随机向量表示；三个随机投影，一个头。
#
# **预测。** 填“会”或“不会”：只改 query 时，权重会变吗，输出会变吗？只改 key 呢？只改 value 呢？

# %% tags=["predict"]
rng = np.random.default_rng(0)
layer = SelfAttentionNumPy(rng, C=16, d_k=8, d_v=8)
x = rng.standard_normal((6, 16))
before = {"Q": x @ layer.w_q, "K": x @ layer.w_k, "V": x @ layer.w_v}
output, weights = scaled_dot_product_attention(*before.values())
sentence = "The cat sat on the mat".split()
print("cat 在看：", " ".join(f"{w} {s:.2f}" for w, s in zip(sentence, weights[1])))

moved = {}
for name, array in before.items():
    after = {**before, name: array + rng.standard_normal(array.shape)}
    new_output, new_weights = scaled_dot_product_attention(*after.values())
    moved[name] = (
        not np.allclose(new_weights, weights),
        not np.allclose(new_output, output),
    )
    print(f"只改 {name}：权重变化 {moved[name][0]}，输出变化 {moved[name][1]}")

assert moved == {"Q": (True, True), "K": (True, True), "V": (False, True)}

# %% [markdown]
# query 和 key 决定*看哪里*，value 决定*带回什么*。权重从来看不见 value。这里也没有“匹配上”或“没匹配上”：*cat* 从每个词都分到一份，这里分多少全凭运气，训练过的模型则取决于学到了什么。
#
# ## 4. 为什么“看”要用两个矩阵
#
# **预测。** 令 $W_K = W_Q$。*i* 给 *j* 的分数和 *j* 给 *i* 的分数会有什么关系？一个词元会去看谁？

# %%
rng = np.random.default_rng(1)
wide = SelfAttentionNumPy(rng, C=64, d_k=64, d_v=64)
tokens = rng.standard_normal((12, 64))
_, apart = wide(tokens)
wide.w_k = wide.w_q
_, tied = wide(tokens)

figure, axes = plt.subplots(1, 2, figsize=(7, 3.4), layout="constrained")
for ax, shown, name in zip(axes, (apart, tied), ("两个矩阵", "一个矩阵"), strict=True):
    ax.imshow(shown, cmap="viridis", vmin=0, vmax=1)
    ax.set_title(name)
    ax.set_xlabel("key")
    ax.set_ylabel("query")
plt.show()

scores = (tokens @ wide.w_q) @ (tokens @ wide.w_k).T
assert np.allclose(scores, scores.T)  # 绑定之后：i 看 j 与 j 看 i 一样相关
assert np.diag(tied).mean() > 0.9 > 0.3 > np.diag(apart).mean()  # 而且最看重自己

# %% [markdown]
# 只有一个矩阵时，对角线上的分数是一个向量与自己的点积，没有比它更大的了：词元只看自己。有了两个矩阵，才能“动词去找主语”而不必“主语也去找动词”。
#
# ## 5. 起作用的只有乘积
#
# 把 $W_Q$ 乘上任意可逆矩阵 $A$，把 $W_K$ 乘上 $A^{-\top}$。
#
# **预测。** 输出会变多少？

# %% tags=["predict"]
A = rng.standard_normal((8, 8))
q = x @ (layer.w_q @ A)
k = x @ (layer.w_k @ np.linalg.inv(A).T)
turned, _ = scaled_dot_product_attention(q, k, x @ layer.w_v)
print(f"query 最多相差 {np.abs(q - before['Q']).max():.0f}")
print(f"输出相等：{np.abs(turned - output).max() < 1e-9}")

assert np.abs(q - before["Q"]).max() > 1
assert np.abs(turned - output).max() < 1e-9  # (Q A)(K A^-T)^T = Q K^T

# %% [markdown]
# ## 结论
#
# | 部分 | 角色 | 测量结果 |
# |---|---|---|
# | query | 问的是什么 | 方向决定选谁，长度决定选得多尖锐 |
# | key | 供什么来匹配 | 改变权重，并由此改变输出 |
# | value | 交出什么 | 改变输出，从不改变权重 |
# | 输出 | 一种混合 | 永远走不出各个 value 的凸包 |
# | $W_Q$、$W_K$ | 一个双线性型 $W_Q W_K^\top$ | 绑定：对称，每个词元看自己；分开：自由 |
#
# 所以单个 query 或 key 里的某个数本身没有意义：第 5 节把它们全改了，什么也没发生。
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第 1 节让两个 key 相等：`keys[1] = keys[0]` | 不管问什么，两者的权重总是相同 |
# | 第 2 节令 `values = values + 10` | 图形不变，整体平移 (10, 10)：权重不理会 value |
# | 第 2 节令 `keys = 5 * keys` | 所有轨迹都靠向顶点：key 变长和 query 变长一样会变尖锐 |
# | 第 5 节令 `A = np.zeros((8, 8))` | 报错：这个矩阵没有逆 |
#
# **卡片：** [[Attention_Mechanism]] · [[Self_Attention]] · [[Cross_Attention]] · [[Attention_as_Explanation]]
#
# **下一个：** [[exp3_multihead_attention|实验 3：多头注意力]]
