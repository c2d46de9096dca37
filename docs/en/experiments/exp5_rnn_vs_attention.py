# ---
# title: "Experiment 5: RNN against attention"
# minutes: 15
# prerequisites: ["[[RNN_and_LSTM]]", "[[Self_Attention]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 5: RNN against attention
#
# **Purpose.** Compare recurrence and attention where they differ: how far information has to travel, what becomes of the
# gradient on the way, what that does to learning, and how well the arithmetic runs in parallel.
#
# **Time.** 15 minutes to read, predict and run; the code itself takes about five seconds.
#
# **What you will see**
#
# - a path of $T - 1$ steps against a path of one
# - gradients that fall by a constant factor per step, and gradients that do not know the distance
# - a memory task that an RNN learns over 4 tokens and not over 32
# - the same multiplications, faster in one product than in a chain; and the length at which attention's $T^2$ strikes back

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

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts
torch.set_num_threads(1)

# %% [markdown]
# ## 1. How long is the path?
#
# A step lets a token read from the tokens that its mask allows. An RNN reads its own input and the state one step back;
# a layer of windowed attention reads the last eight tokens; a layer of causal attention reads all of them.
#
# **Predict.** After how many steps can the last of 256 tokens depend on the first?

# %% tags=["predict"]
def path_length(mask):
    """Steps after which the last token depends on the first."""
    knows = np.arange(len(mask)) == 0  # which tokens depend on the first
    steps = 0
    while not knows[-1]:
        knows = (mask & knows).any(axis=1)
        steps += 1
    return steps


for T in (16, 64, 256):
    masks = window_mask(T, 2), window_mask(T, 8), causal_mask(T)
    chained, windowed, full = map(path_length, masks)
    print(f"T = {T:3}: RNN {chained:3}, window of 8 {windowed:2}, attention {full}")
    assert (chained, full) == (T - 1, 1)
    assert windowed == -(-(T - 1) // 7)  # seven tokens back per layer, rounded up

# %% [markdown]
# ## 2. What becomes of the gradient on the way?
#
# One number is read from the output at the last of 100 tokens. How much does it depend on the token $n$ steps back?
# Autograd measures it: the norm of the gradient at each input.
#
# **Predict.** Sketch three curves over $n$: an RNN and an LSTM as PyTorch initialises them, and one attention layer.

# %%
def gradient_by_distance(layer, T=100, C=64):
    """Norm of d(output at the end) / d(input n steps back), for n = 0 … T - 1."""
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(1, T, C, generator=generator, dtype=torch.float64).requires_grad_()
    layer(x)[0][0, -1].mean().backward()
    return x.grad[0].norm(dim=-1).flip(0).numpy()


torch.manual_seed(0)
attention = SelfAttention(64, 64, 64).double()
layers = {
    "RNN": nn.RNN(64, 64, batch_first=True).double(),
    "LSTM": nn.LSTM(64, 64, batch_first=True).double(),
    "attention": lambda x: attention(x, mask=causal_mask_torch(x.shape[1])),
}
curves = {name: gradient_by_distance(layer) for name, layer in layers.items()}

figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for name, curve in curves.items():
    ax.semilogy(curve, label=name)
ax.set_xlabel("steps back")
ax.set_ylabel("norm of the gradient")
ax.legend(frameon=False)
plt.show()
for name, curve in curves.items():
    far, near = curve[90:].mean(), curve[1:11].mean()
    print(f"{name}: the gradient 90 steps back is {far / near:.0e} of the near one")

assert curves["RNN"][90:].mean() < 1e-12 * curves["RNN"][1:11].mean()
assert curves["LSTM"][90:].mean() < 1e-6 * curves["LSTM"][1:11].mean()
assert 0.1 < curves["attention"][90:].mean() / curves["attention"][1:11].mean() < 10

# %% [markdown]
# An LSTM *can* do better: with a larger bias in its forget gates it keeps gradients over a hundred steps, as
# [[RNN_and_LSTM]] shows. These curves show the default, and why that bias is set.
#
# ## 3. Does it matter for learning?
#
# The task: read $T$ random tokens out of 8 and then say which one came **first**. Both models have width 32, the same
# optimiser and 80 steps. Guessing gets 12 %.
#
# **Predict.** The accuracy of both models for $T$ = 4, 16 and 32.

# %% tags=["volatile", "slow"]
class Recaller(nn.Module):
    """Embeds tokens, mixes them, and names the first from what the last position holds."""

    def __init__(self, T, recurrent, V=8, C=32):
        super().__init__()
        self.embedding, self.readout = nn.Embedding(V, C), nn.Linear(C, V)
        self.places = nn.Parameter(torch.randn(T, C))  # attention needs to know which is first
        self.mix = nn.RNN(C, C, batch_first=True) if recurrent else SelfAttention(C, C, C)

    def forward(self, tokens):
        return self.readout(self.mix(self.embedding(tokens) + self.places)[0][:, -1])


def accuracy(T, recurrent, steps=80):
    """Train on fresh sequences, then test on 512 more."""
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
    for name, recurrent in (("RNN", True), ("attention", False))
}
figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
for shift, (name, shares) in zip((-0.2, 0.2), results.items(), strict=True):
    ax.bar(np.arange(3) + shift, shares, width=0.4, label=name)
ax.axhline(1 / 8, color="gray", linestyle="--", label="guessing")
ax.set_xticks(range(3), [f"T = {T}" for T in lengths])
ax.set_ylabel("accuracy")
ax.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
plt.show()

assert min(results["attention"]) > 0.7 and results["RNN"][0] > 0.9  # both can learn it
assert results["RNN"][2] < 0.4  # but not over 32 steps

# %% [markdown]
# ## 4. The same arithmetic, in one product or in a chain
#
# Multiply 512 vectors of width 128 by one matrix. Attention's projections do it as a single product of shape
# (512, 128) × (128, 128). A recurrence must do it as 512 products, because each one waits for the one before.
#
# **Predict.** Both do the same number of multiplications, here on one core. Which is faster, and by what factor?

# %% tags=["predict", "volatile"]
def fastest(function, repeats=9):
    """Seconds of the fastest of several runs: the one that was disturbed least."""
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
print(f"one product {together * 1e6:.0f} µs, chain {alone * 1e6:.0f} µs")
print(f"ratio {alone / together:.1f}")
assert (x @ U).shape == x.shape and chain().shape == (1, 128)

# %% [markdown]
# Even on one core it costs to start 512 products and to read the matrix for one vector each time. More cores, or a GPU,
# can share the single product among them and cannot share the chain: there the gap is wider still.
#
# ## 5. Whole layers, and the other side of the coin
#
# Attention does more arithmetic: its scores cost $O(T^2 C)$, the recurrence $O(T C^2)$. Counted first, in millions of
# floating-point operations at width 256:

# %%
sizes = (64, 128, 256, 512, 1024)
print("   T    RNN  projections  scores")
for T in sizes:
    recurrence = 4 * T * 256**2  # two products (1, C) x (C, C) per token
    cost = attention_cost(T, 256, H=1)
    projections = cost["projections"] * 3 // 4  # this layer has no output projection
    counts = (recurrence, projections, cost["core"])
    print(f"{T:4}  {counts[0] / 1e6:5.0f}  {counts[1] / 1e6:11.0f}  {counts[2] / 1e6:6.0f}")
    assert (cost["core"] > recurrence) == (T > 256)  # the scores alone overtake the RNN at T = C

# %% [markdown]
# **Predict.** On one core and at width 256: who is faster at 64 tokens, and who at 1024?

# %% tags=["volatile"]
layer = SelfAttentionNumPy(rng, 256, 256, 256)
W = rng.standard_normal((256, 256)) / 16
seconds = {"RNN": [], "attention": []}
for T in sizes:
    x = rng.standard_normal((T, 256))
    start = np.zeros((1, 256))
    seconds["RNN"].append(fastest(lambda: rnn_forward(x[None], start, W, W, 0.0), repeats=3))
    seconds["attention"].append(fastest(lambda: layer(x), repeats=3))

figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
for name, values in seconds.items():
    ax.loglog(sizes, [1e3 * value for value in values], "o-", label=name)
ax.set_xticks(sizes, [str(T) for T in sizes])
ax.minorticks_off()
ax.set_xlabel("tokens T")
ax.set_ylabel("milliseconds for the whole sequence")
ax.legend(frameon=False)
plt.show()
ratio = [a / r for a, r in zip(seconds["attention"], seconds["RNN"], strict=True)]
print(f"attention / RNN: {ratio[0]:.1f} at 64 tokens, {ratio[-1]:.1f} at 1024")
scores = [attention_cost(T, 256, H=1)["core"] / (4 * T * 256**2) for T in sizes]
assert scores == [T / 256 for T in sizes]  # the scores cost T / C of the recurrence: more, the longer the sequence

# %% [markdown]
# ## Findings
#
# | question | RNN | attention, one layer |
# |---|---|---|
# | steps from the first token to the last | $T - 1$ | 1 |
# | gradient over 90 steps | below $10^{-12}$ of that over 10 | as large as over 10 |
# | recall the first of 32 tokens | not learned in 80 steps | learned |
# | steps that wait for each other | $T$ | 1 |
# | arithmetic | $O(TC^2)$ | $O(TC^2 + T^2C)$ |
#
# The advantage in speed is one of *training*, where the whole sequence is known. When text is generated, both go token by
# token; then the RNN has a state of fixed size, and attention a cache that grows: that is Experiment 7.
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `accuracy(8, True, steps=300)` after section 3 | between guessing and certainty, depending on the seed: 8 steps are already hard |
# | `nn.LSTM` instead of `nn.RNN` in `Recaller` | it, too, learns $T = 4$ and fails at 32 in so few steps |
# | remove `+ self.places` | attention does poorly as well: without positions it knows which tokens occurred, not which was first |
# | 10 tokens instead of 512 in section 4 | the ratio shrinks: there is little to do together |
#
# **Cards:** [[RNN_and_LSTM]] · [[Self_Attention]] · [[Attention_Complexity]] · [[Sparse_Attention]] · [[Transformer]]
#
# **Next:** [[exp6_pre_post_norm|Experiment 6: Pre-Norm against Post-Norm]]
