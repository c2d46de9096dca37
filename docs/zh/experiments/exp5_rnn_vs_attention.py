# ---
# title: "实验 5：RNN 对注意力"
# minutes: 15
# prerequisites: ["[[RNN_and_LSTM]]", "[[Self_Attention]]"]
# ---

# %% [markdown]
# # 🧪 实验 5：RNN 对注意力
#
# **目的。** 在循环与注意力真正不同的地方比较它们：信息要走多远，梯度一路上会怎样，对学习有什么后果，算术能并行到什么程度。
#
# **时间。** 阅读、预测加运行共 15 分钟；代码本身约跑五秒。
#
# **你会看到**
#
# - 一条路要走 $T - 1$ 步，另一条只要一步
# - 每一步按固定比例衰减的梯度，和不知距离为何物的梯度
# - 一个记忆任务：隔 4 个词元，RNN 学得会；隔 32 个就学不会
# - 同样多的乘法，合成一次比排成一串快；以及注意力的 $T^2$ 在多长时开始反噬

# %%
import time

import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

from snippets.attention_mechanism import attention_cost, causal_mask
from snippets.causal_mask import causal_mask_torch, window_mask
from snippets.rnn_and_lstm import rnn_forward
from snippets.self_attention import SelfAttention, SelfAttentionNumPy

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts
torch.set_num_threads(1)

# %% [markdown]
# ## 1. 路有多长？
#
# 走一步，一个词元就能读到掩码允许它读的那些词元。RNN 读自己的输入和前一步的状态；一层窗口注意力读最近八个词元；一层因果注意力读前面所有的词元。
#
# **预测。** 256 个词元，要走几步，最后一个才能受到第一个的影响？

# %% tags=["predict"]
def path_length(mask):
    """走几步之后，最后一个 token 依赖于第一个。"""
    knows = np.arange(len(mask)) == 0  # 哪些 token 依赖于第一个
    steps = 0
    while not knows[-1]:
        knows = (mask & knows).any(axis=1)
        steps += 1
    return steps


for T in (16, 64, 256):
    masks = window_mask(T, 2), window_mask(T, 8), causal_mask(T)
    chained, windowed, full = map(path_length, masks)
    print(f"T = {T:3}：RNN {chained:3}，窗口 8 {windowed:2}，注意力 {full}")
    assert (chained, full) == (T - 1, 1)
    assert windowed == -(-(T - 1) // 7)  # 每层往回看七个 token，向上取整

# %% [markdown]
# ## 2. 梯度一路上会怎样？
#
# 从 100 个词元中最后一个的输出里读一个数。它在多大程度上依赖 $n$ 步之前的那个词元？用自动微分来量：每个输入处梯度的范数。
#
# **预测。** 以 $n$ 为横轴画三条曲线：PyTorch 默认初始化的 RNN、LSTM，以及一层注意力。

# %%
def gradient_by_distance(layer, T=100, C=64):
    """d（末尾的输出）/ d（n 步之前的输入）的范数，n = 0 … T - 1。"""
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(1, T, C, generator=generator, dtype=torch.float64).requires_grad_()
    layer(x)[0][0, -1].mean().backward()
    return x.grad[0].norm(dim=-1).flip(0).numpy()


torch.manual_seed(0)
attention = SelfAttention(64, 64, 64).double()
layers = {
    "RNN": nn.RNN(64, 64, batch_first=True).double(),
    "LSTM": nn.LSTM(64, 64, batch_first=True).double(),
    "注意力": lambda x: attention(x, mask=causal_mask_torch(x.shape[1])),
}
curves = {name: gradient_by_distance(layer) for name, layer in layers.items()}

figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for name, curve in curves.items():
    ax.semilogy(curve, label=name)
ax.set_xlabel("往回多少步")
ax.set_ylabel("梯度的范数")
ax.legend(frameon=False)
plt.show()
for name, curve in curves.items():
    far, near = curve[90:].mean(), curve[1:11].mean()
    print(f"{name}：90 步之前的梯度是近处的 {far / near:.0e}")

assert curves["RNN"][90:].mean() < 1e-12 * curves["RNN"][1:11].mean()
assert curves["LSTM"][90:].mean() < 1e-6 * curves["LSTM"][1:11].mean()
assert 0.1 < curves["注意力"][90:].mean() / curves["注意力"][1:11].mean() < 10

# %% [markdown]
# LSTM *可以*做得更好：把遗忘门的偏置调大，梯度就能保持上百步，见 [[RNN_and_LSTM]]。这里画的是默认设置，也说明了为什么要调那个偏置。
#
# ## 3. 对学习有影响吗？
#
# 任务：读 $T$ 个随机词元（共 8 种），然后说出**第一个**是哪个。两个模型宽度都是 32，优化器相同，都训练 80 步。瞎猜能对 12%。
#
# **预测。** $T$ 取 4、16、32 时，两个模型的准确率各是多少？

# %% tags=["volatile", "slow"]
class Recaller(nn.Module):
    """嵌入 token，混合，再从最后一个位置说出第一个 token。"""

    def __init__(self, T, recurrent, V=8, C=32):
        super().__init__()
        self.embedding, self.readout = nn.Embedding(V, C), nn.Linear(C, V)
        self.places = nn.Parameter(torch.randn(T, C))  # 注意力得知道哪个是第一个
        self.mix = nn.RNN(C, C, batch_first=True) if recurrent else SelfAttention(C, C, C)

    def forward(self, tokens):
        return self.readout(self.mix(self.embedding(tokens) + self.places)[0][:, -1])


def accuracy(T, recurrent, steps=80):
    """用新抽的序列训练，再用另外 512 条测试。"""
    torch.manual_seed(0)
    model = Recaller(T, recurrent)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        tokens = torch.randint(8, (64, T))
        loss = nn.functional.cross_entropy(model(tokens), tokens[:, 0])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    tokens = torch.randint(8, (512, T))
    return (model(tokens).argmax(dim=-1) == tokens[:, 0]).double().mean().item()


lengths = (4, 16, 32)
results = {
    name: [accuracy(T, recurrent) for T in lengths]
    for name, recurrent in (("RNN", True), ("注意力", False))
}
figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
for shift, (name, shares) in zip((-0.2, 0.2), results.items(), strict=True):
    ax.bar(np.arange(3) + shift, shares, width=0.4, label=name)
ax.axhline(1 / 8, color="gray", linestyle="--", label="瞎猜")
ax.set_xticks(range(3), [f"T = {T}" for T in lengths])
ax.set_ylabel("准确率")
ax.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
plt.show()

assert min(results["注意力"]) > 0.7 and results["RNN"][0] > 0.9  # 两者都能学会
assert results["RNN"][2] < 0.4  # 但隔 32 步不行

# %% [markdown]
# ## 4. 同样的算术，合成一次还是排成一串
#
# 把 512 个宽 128 的向量乘上同一个矩阵。注意力的投影一次就做完，形状是 (512, 128) × (128, 128)；循环却只能分成 512 次，因为每一次都要等前一次。
#
# **预测。** 乘法次数一样多，都只用一个核。哪个快，快几倍？

# %% tags=["predict", "volatile"]
def fastest(function, repeats=9):
    """多次运行中最快一次的秒数：受干扰最小的那次。"""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


rng = np.random.default_rng(0)
U = (rng.standard_normal((128, 128)) / np.sqrt(128)).astype(np.float32)
x = rng.standard_normal((512, 128)).astype(np.float32)


def chain():
    h = x[:1]
    for _ in range(512):
        h = h @ U
    return h


together = fastest(lambda: x @ U)
alone = fastest(chain)
print(f"合成一次 {together * 1e6:.0f} µs，排成一串 {alone * 1e6:.0f} µs")
print(f"相差 {alone / together:.1f} 倍")
assert (x @ U).shape == x.shape and chain().shape == (1, 128)

# %% [markdown]
# 哪怕只有一个核，启动 512 次乘法、每次只为一个向量读一遍矩阵，也都要花时间。核更多，或者用 GPU，那一次大乘法可以分摊开，一串小乘法却分不了：差距还会更大。
#
# ## 5. 整层比较，以及硬币的另一面
#
# 注意力要做的算术更多：它的分数要 $O(T^2 C)$，循环只要 $O(T C^2)$。先数一数，宽度 256，单位是百万次浮点运算：

# %%
sizes = (64, 128, 256, 512, 1024)
print("   T    RNN         投影    分数")
for T in sizes:
    recurrence = 4 * T * 256**2  # 每个 token 两次 (1, C) x (C, C) 的乘法
    cost = attention_cost(T, 256, H=1)
    projections = cost["projections"] * 3 // 4  # 这一层没有输出投影
    counts = (recurrence, projections, cost["core"])
    print(f"{T:4}  {counts[0] / 1e6:5.0f}  {counts[1] / 1e6:11.0f}  {counts[2] / 1e6:6.0f}")
    assert (cost["core"] > recurrence) == (T > 256)  # 光是分数，在 T = C 处就超过 RNN

# %% [markdown]
# **预测。** 一个核，宽度 256：64 个词元时谁快？1024 个呢？

# %% tags=["volatile"]
layer = SelfAttentionNumPy(rng, 256, 256, 256)
W = rng.standard_normal((256, 256)) / 16
seconds = {"RNN": [], "注意力": []}
for T in sizes:
    x = rng.standard_normal((T, 256))
    start = np.zeros((1, 256))
    seconds["RNN"].append(fastest(lambda: rnn_forward(x[None], start, W, W, 0.0), repeats=3))
    seconds["注意力"].append(fastest(lambda: layer(x), repeats=3))

figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
for name, values in seconds.items():
    ax.loglog(sizes, [1e3 * value for value in values], "o-", label=name)
ax.set_xticks(sizes, [str(T) for T in sizes])
ax.minorticks_off()
ax.set_xlabel("token 数 T")
ax.set_ylabel("处理整个序列的毫秒数")
ax.legend(frameon=False)
plt.show()
ratio = [a / r for a, r in zip(seconds["注意力"], seconds["RNN"], strict=True)]
print(f"注意力 / RNN：64 个 token 时 {ratio[0]:.1f}，1024 个时 {ratio[-1]:.1f}")
scores = [attention_cost(T, 256, H=1)["core"] / (4 * T * 256**2) for T in sizes]
assert scores == [T / 256 for T in sizes]  # 分数的运算量是循环的 T / C 倍：序列越长，倍数越大

# %% [markdown]
# ## 结论
#
# | 问题 | RNN | 一层注意力 |
# |---|---|---|
# | 从第一个词元到最后一个要走几步 | $T - 1$ | 1 |
# | 隔 90 步的梯度 | 不到隔 10 步时的 $10^{-12}$ | 与隔 10 步时一样大 |
# | 记住 32 个词元中的第一个 | 80 步学不会 | 学会了 |
# | 必须依次等待的步数 | $T$ | 1 |
# | 算术量 | $O(TC^2)$ | $O(TC^2 + T^2C)$ |
#
# 速度上的优势只属于*训练*：那时整段序列都已知。生成文本时，两者都得一个词元一个词元地来；RNN 的状态大小固定，注意力的缓存却越来越大：那是实验 7 的内容。
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第 3 节之后算 `accuracy(8, True, steps=300)` | 介于瞎猜和全对之间，看随机种子的运气：隔 8 步已经很难 |
# | `Recaller` 里把 `nn.RNN` 换成 `nn.LSTM` | 步数这么少时，它同样学会 $T = 4$，学不会 32 |
# | 去掉 `+ self.places` | 注意力也不行：没有位置，它知道出现过哪些词元，却不知道哪个是第一个 |
# | 第 4 节把 512 个词元换成 10 个 | 倍数变小：能合在一起做的事不多 |
#
# **卡片：** [[RNN_and_LSTM]] · [[Self_Attention]] · [[Attention_Complexity]] · [[Sparse_Attention]] · [[Transformer]]
#
# **下一个：** [[exp6_pre_post_norm|实验 6：Pre-Norm 对 Post-Norm]]
