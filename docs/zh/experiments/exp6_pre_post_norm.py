# ---
# title: "实验 6：Pre-Norm 对 Post-Norm"
# minutes: 12
# prerequisites: ["[[Layer_Normalization]]", "[[Residual_Connection]]"]
# ---

# %% [markdown]
# # 🧪 实验 6：Pre-Norm 对 Post-Norm
#
# **目的。** 把 LayerNorm 放在两个不同的位置，跟踪激活值和梯度穿过很深的堆叠，看看哪一种不用预热也能训练。
#
# **时间。** 阅读、预测加运行共 12 分钟；代码本身约跑五秒。
#
# **你会看到**
#
# - 残差对穿过 50 层的梯度做了什么，又有什么是它单独做不到的
# - Pre-Norm 的残差流按 $\sqrt{1 + l}$ 增长，Post-Norm 的大小不变
# - 最后一层的梯度：Pre-Norm 随深度变小，Post-Norm 不变
# - 12 层的模型：有的立刻学会，有的完全学不会，有的加了预热就学会

# %%
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

from snippets.layer_normalization import norm_profile
from snippets.transformer import Encoder, EncoderLayer, gradient_norms, last_norm

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts
torch.set_num_threads(1)

x = np.random.default_rng(0).standard_normal((2, 10, 64))
for name, first in (("Pre-Norm", True), ("Post-Norm", False)):
    sizes = dict(C=64, H=8, d_ff=256, num_layers=2, norm_first=first)
    output = Encoder(np.random.default_rng(1), **sizes)(x)
    print(f"{name} 编码器：{x.shape} -> {output.shape}，数值最大 {np.abs(output).max():.1f}")

# %% [markdown]
# ## 1. 五十层，有直通与没有直通
#
# 一层是 $x_{l+1} = f(x_l)$；带残差就是 $x_{l+1} = x_l + f(x_l)$，其中 $f$ 是一层随机的 ReLU。后者的雅可比矩阵是 $I + J_f$。
#
# **预测。** 从输出端放一个长度为 1 的梯度。没有直通，过 50 层之后还有多长？有直通，是不是一定不小于 1？如果 $f$ 读的是 $\text{LN}(x_l)$，也就是 Pre-Norm 呢？

# %%
depth = 50
variants = {
    "只有 f": gradient_norms(depth, gain=0.7, residual=False),
    "残差": gradient_norms(depth, gain=0.7, residual=True),
    "残差 + Pre-Norm（前置归一化）": gradient_norms(depth, gain=0.7, residual=True, normed=True),
}
figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for name, norms in variants.items():
    ax.semilogy(norms, label=name)
ax.set_xlabel("在输出之下多少层")
ax.set_ylabel("梯度的范数")
ax.legend(frameon=False)
plt.show()
for name, norms in variants.items():
    print(f"{name}: {norms[-1]:.0e}")

alone, residual, normed = (norms[-1] for norms in variants.values())
assert alone < 1e-5  # 消失
assert residual > 1e3  # 爆炸：光有直通治不了病
assert 0.1 < normed < 30  # 保持在可控范围

J = np.eye(64) + np.random.default_rng(0).standard_normal((64, 64)) / 8
assert np.linalg.svd(J, compute_uv=False).min() < 1  # I + J_f 也会缩小某些方向

# %% [markdown]
# ## 2. 归一化放在哪里
#
# $$\text{Pre-Norm: } x + f(\text{LN}(x)) \qquad\qquad \text{Post-Norm: } \text{LN}(x + f(x))$$
#
# 原版 Transformer 是 Post-Norm；GPT-2 及其后的多数模型是 Pre-Norm。这里的 $f$ 是一个前馈网络，输出的方差与输入相同。
#
# **预测。** 输入的标准差为 1。经过 1、4、16、32 层之后，两种情形下残差流的标准差各是多少？

# %% tags=["predict"]
streams = {name: norm_profile(32, first)[0] for name, first in (("Pre", True), ("Post", False))}
for layer in (0, 1, 4, 16, 32):
    pre, post = streams["Pre"][layer], streams["Post"][layer]
    print(f"{layer:2} 层之后：Pre-Norm {pre:.1f}，Post-Norm {post:.1f}")

growth = streams["Pre"] / np.sqrt(1 + np.arange(33))
assert np.abs(growth - 1).max() < 0.2  # 方差逐层相加：sqrt(1 + l)
assert np.allclose(streams["Post"], 1, atol=0.02)

# %% [markdown]
# ## 3. 最后一层感受到什么
#
# **预测。** 把堆叠加深到四倍。两种情形下，*最后*一层权重的梯度各会怎样：不变、减半，还是降到四分之一？

# %% tags=["predict"]
depths = (4, 16, 64)
last = {}
for name, first in (("Pre", True), ("Post", False)):
    for depth in depths:
        runs = [norm_profile(depth, first, seed=seed)[1][-1] for seed in range(3)]
        last[name, depth] = np.mean(runs)
    shown = ", ".join(f"{last[name, depth]:.0f}" for depth in depths)
    print(f"{name}-Norm，深度 4、16、64：{shown}")

for shallow, deep in ((4, 16), (16, 64)):
    assert 0.4 < last["Pre", deep] / last["Pre", shallow] < 0.65  # 约减半
    assert 0.8 < last["Post", deep] / last["Post", shallow] < 1.25  # 不变

# %% [markdown]
# Pre-Norm 里，最后那个归一化要除以残差流的大小 $\sqrt{1 + L}$，梯度也跟着除：很深的模型一开始步子小而稳。Post-Norm 里，靠近输出的层感受到的梯度不知道模型有多深。训练之初一切都是随机的，在那里迈一大步就会毁掉下面的层；*预热*（warm-up）就是让一开始的步子小一些。

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for name, first in (("Pre-Norm", True), ("Post-Norm", False)):
    stds, grads = norm_profile(32, first)
    left.plot(stds, label=name)
    right.plot(range(1, 33), grads, label=name)
left.set_xlabel("层")
left.set_ylabel("残差流的标准差")
right.set_xlabel("层")
right.set_ylabel("该层权重的梯度范数")
left.legend(frameon=False)
right.legend(frameon=False)
plt.show()

# %% [markdown]
# ## 4. 训练一下
#
# 12 层、宽 32 的编码器，学一个最简单的任务：把词元原样重复出来（共 16 种，瞎猜的损失是 $\ln 16 \approx 2.77$）。Adam，30 步，学习率 0.02；预热则是让学习率在这 30 步里线性升上去。
#
# **预测。** 三者之中谁学得会：不预热的 Pre-Norm，不预热的 Post-Norm，预热的 Post-Norm？

# %% tags=["volatile", "slow"]
class Repeater(nn.Module):
    """嵌入、编码层、读出。  tokens (B, T) -> logits (B, T, V)."""

    def __init__(self, depth, norm_first, V=16, C=32):
        super().__init__()
        sizes = dict(d_model=C, num_heads=4, d_ff=4 * C, dropout=0.0, norm_first=norm_first)
        self.embedding, self.readout = nn.Embedding(V, C), nn.Linear(C, V)
        self.layers = nn.Sequential(*(EncoderLayer(**sizes) for _ in range(depth)))
        self.norm = last_norm(C, norm_first)

    def forward(self, tokens):
        return self.readout(self.norm(self.layers(self.embedding(tokens))))


def losses(norm_first, warm_up, steps=30, rate=0.02):
    """一次训练中每一步的损失。"""
    torch.manual_seed(0)
    model, history = Repeater(12, norm_first), []
    optimiser = torch.optim.Adam(model.parameters(), lr=rate)
    for step in range(1, steps + 1):
        optimiser.param_groups[0]["lr"] = rate * min(1, step / steps) if warm_up else rate
        tokens = torch.randint(16, (16, 8))
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        history.append(loss.item())
    return history


runs = {
    "Pre-Norm": losses(True, warm_up=False),
    "Post-Norm": losses(False, warm_up=False),
    "Post-Norm + 预热": losses(False, warm_up=True),
}
figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
for name, history in runs.items():
    ax.plot(history, label=name)
ax.axhline(np.log(16), color="gray", linestyle="--", label="瞎猜")
ax.set_xlabel("步数")
ax.set_ylabel("损失")
ax.legend(frameon=False, fontsize=8)
plt.show()
for name, history in runs.items():
    print(f"{name}：损失 {np.mean(history[-5:]):.2f}")

pre, post, warmed = (np.mean(history[-5:]) for history in runs.values())
assert pre < 0.5 and warmed < 0.5  # 学会了
assert post > 2  # 还在瞎猜

# %% [markdown]
# ## 结论
#
# | 问题 | Pre-Norm | Post-Norm |
# |---|---|---|
# | $l$ 层之后残差流的大小 | $\sqrt{1 + l}$ | 1 |
# | 加深到四倍时最后一层的梯度 | 减半 | 不变 |
# | 12 层、大学习率、不预热 | 学会 | 停在瞎猜 |
# | 同样条件加预热 | 不需要 | 学会 |
#
# 光靠残差解释不了多少：没有归一化，梯度过 50 层就爆炸，而且 $I + J_f$ 也会缩小。让深层模型可以训练的，是直通路径、归一化、初始化，对 Post-Norm 来说还有预热，缺一不可。
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第 1 节令 `gain=0.1` | 只有残差时也停在 1 附近：让支路变小是另一种办法 |
# | 第 4 节令 `rate=0.002` | 三者都学会：学习率大时预热才要紧 |
# | `losses` 里用 2 层代替 12 层 | 三者都学会：层数多时预热才要紧 |
# | 第 2 节算 `norm_profile(256, True)` | 标准差接近 16：平方根规律继续成立 |
#
# **卡片：** [[Layer_Normalization]] · [[Residual_Connection]] · [[Transformer]] · [[Feed_Forward_Network]]
#
# **下一个：** [[exp7_kv_cache_growth|实验 7：KV 缓存怎样增长]]
