# ---
# title: "Experiment 6: Pre-Norm against Post-Norm"
# minutes: 12
# prerequisites: ["[[Layer_Normalization]]", "[[Residual_Connection]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 6: Pre-Norm against Post-Norm
#
# **Purpose.** Follow activations and gradients through a deep stack with the LayerNorm in either place, and see which of
# the two can be trained without a warm-up.
#
# **Time.** 12 minutes to read, predict and run; the code itself takes about five seconds.
#
# **What you will see**
#
# - what residuals do to gradients through 50 layers, and what they do not do alone
# - a stream that grows like $\sqrt{1 + l}$ with Pre-Norm and keeps its size with Post-Norm
# - gradients of the last layer that shrink with depth with Pre-Norm and do not with Post-Norm
# - 12 layers that learn at once, not at all, or with a warm-up

# %%
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

from snippets.layer_normalization import norm_profile
from snippets.transformer import Encoder, EncoderLayer, gradient_norms, last_norm

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts
torch.set_num_threads(1)

x = np.random.default_rng(0).standard_normal((2, 10, 64))
for name, first in (("Pre-Norm", True), ("Post-Norm", False)):
    sizes = dict(C=64, H=8, d_ff=256, num_layers=2, norm_first=first)
    output = Encoder(np.random.default_rng(1), **sizes)(x)
    print(f"{name} encoder: {x.shape} -> {output.shape}, values up to {np.abs(output).max():.1f}")

# %% [markdown]
# ## 1. Fifty layers, with and without a shortcut
#
# A layer is $x_{l+1} = f(x_l)$, or with a residual $x_{l+1} = x_l + f(x_l)$, where $f$ is one random ReLU layer. The
# Jacobian of the second is $I + J_f$.
#
# **Predict.** A gradient of length 1 starts at the output. How long is it after 50 layers without the shortcut? With it,
# is it always at least 1? And if $f$ reads $\text{LN}(x_l)$, that is with Pre-Norm?

# %%
depth = 50
variants = {
    "f alone": gradient_norms(depth, gain=0.7, residual=False),
    "residual": gradient_norms(depth, gain=0.7, residual=True),
    "residual, Pre-Norm": gradient_norms(depth, gain=0.7, residual=True, normed=True),
}
figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for name, norms in variants.items():
    ax.semilogy(norms, label=name)
ax.set_xlabel("layers below the output")
ax.set_ylabel("norm of the gradient")
ax.legend(frameon=False)
plt.show()
for name, norms in variants.items():
    print(f"{name}: {norms[-1]:.0e}")

alone, residual, normed = (norms[-1] for norms in variants.values())
assert alone < 1e-5  # vanishes
assert residual > 1e3  # explodes: a shortcut alone is no cure
assert 0.1 < normed < 30  # stays within reach

J = np.eye(64) + np.random.default_rng(0).standard_normal((64, 64)) / 8
assert np.linalg.svd(J, compute_uv=False).min() < 1  # I + J_f may shrink some directions

# %% [markdown]
# ## 2. Where the norm stands
#
# $$\text{Pre-Norm: } x + f(\text{LN}(x)) \qquad\qquad \text{Post-Norm: } \text{LN}(x + f(x))$$
#
# The original Transformer is Post-Norm; GPT-2 and most models since are Pre-Norm. Here $f$ is a feed-forward network whose
# output has the variance of its input.
#
# **Predict.** The input has standard deviation 1. What is that of the stream after 1, 4, 16 and 32 layers, in either case?

# %% tags=["predict"]
streams = {name: norm_profile(32, first)[0] for name, first in (("Pre", True), ("Post", False))}
for layer in (0, 1, 4, 16, 32):
    pre, post = streams["Pre"][layer], streams["Post"][layer]
    print(f"after {layer:2} layers: Pre-Norm {pre:.1f}, Post-Norm {post:.1f}")

growth = streams["Pre"] / np.sqrt(1 + np.arange(33))
assert np.abs(growth - 1).max() < 0.2  # variances add up: sqrt(1 + l)
assert np.allclose(streams["Post"], 1, atol=0.02)

# %% [markdown]
# ## 3. What the last layer feels
#
# **Predict.** Make the stack four times as deep. What becomes of the gradient of the *last* layer's weights, in either
# case: does it stay, halve, or fall to a quarter?

# %% tags=["predict"]
depths = (4, 16, 64)
last = {}
for name, first in (("Pre", True), ("Post", False)):
    for depth in depths:
        runs = [norm_profile(depth, first, seed=seed)[1][-1] for seed in range(3)]
        last[name, depth] = np.mean(runs)
    shown = ", ".join(f"{last[name, depth]:.0f}" for depth in depths)
    print(f"{name}-Norm, depth 4, 16, 64: {shown}")

for shallow, deep in ((4, 16), (16, 64)):
    assert 0.4 < last["Pre", deep] / last["Pre", shallow] < 0.65  # about one half
    assert 0.8 < last["Post", deep] / last["Post", shallow] < 1.25  # no change

# %% [markdown]
# With Pre-Norm the last norm divides by the size of the stream, $\sqrt{1 + L}$, and the gradient with it: a deep stack starts
# with small, tame steps. With Post-Norm the layers near the output feel a gradient that does not know the depth. At the
# start, when everything is random, a large step there ruins what lies below; a *warm-up* keeps those steps small.

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for name, first in (("Pre-Norm", True), ("Post-Norm", False)):
    stds, grads = norm_profile(32, first)
    left.plot(stds, label=name)
    right.plot(range(1, 33), grads, label=name)
left.set_xlabel("layer")
left.set_ylabel("standard deviation of the stream")
right.set_xlabel("layer")
right.set_ylabel("gradient norm of the layer's weights")
left.legend(frameon=False)
right.legend(frameon=False)
plt.show()

# %% [markdown]
# ## 4. Train it
#
# Twelve encoder layers of width 32 shall learn the easiest of tasks: repeat the tokens (16 kinds, so guessing gives a loss
# of $\ln 16 \approx 2.77$). Adam, 30 steps, a rate of 0.02; the warm-up raises the rate linearly over the 30 steps.
#
# **Predict.** Which of the three learns: Pre-Norm without a warm-up, Post-Norm without, Post-Norm with?

# %% tags=["volatile", "slow"]
class Repeater(nn.Module):
    """Embedding, encoder layers, readout.  tokens (B, T) -> logits (B, T, V)."""

    def __init__(self, depth, norm_first, V=16, C=32):
        super().__init__()
        sizes = dict(d_model=C, num_heads=4, d_ff=4 * C, dropout=0.0, norm_first=norm_first)
        self.embedding, self.readout = nn.Embedding(V, C), nn.Linear(C, V)
        self.layers = nn.Sequential(*(EncoderLayer(**sizes) for _ in range(depth)))
        self.norm = last_norm(C, norm_first)

    def forward(self, tokens):
        return self.readout(self.norm(self.layers(self.embedding(tokens))))


def losses(norm_first, warm_up, steps=30, rate=0.02):
    """The loss of every step of one run."""
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
    "Post-Norm, warm-up": losses(False, warm_up=True),
}
figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
for name, history in runs.items():
    ax.plot(history, label=name)
ax.axhline(np.log(16), color="gray", linestyle="--", label="guessing")
ax.set_xlabel("step")
ax.set_ylabel("loss")
ax.legend(frameon=False, fontsize=8)
plt.show()
for name, history in runs.items():
    print(f"{name}: loss {np.mean(history[-5:]):.2f}")

pre, post, warmed = (np.mean(history[-5:]) for history in runs.values())
assert pre < 0.5 and warmed < 0.5  # learned
assert post > 2  # still guessing

# %% [markdown]
# ## Findings
#
# | question | Pre-Norm | Post-Norm |
# |---|---|---|
# | size of the stream after $l$ layers | $\sqrt{1 + l}$ | 1 |
# | gradient of the last layer, four times deeper | halves | stays |
# | 12 layers, large rate, no warm-up | learns | stays at guessing |
# | the same with a warm-up | not needed | learns |
#
# Residuals alone explain little: without any norm the gradient explodes over 50 layers, and $I + J_f$ can also shrink. What
# makes depth trainable is the shortcut *and* the norm *and* the initialisation *and*, for Post-Norm, the warm-up.
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `gain=0.1` in section 1 | the residual alone stays near 1: small branches are another cure |
# | `rate=0.002` in section 4 | all three learn: the warm-up matters only where the rate is large |
# | 2 layers instead of 12 in `losses` | all three learn: the warm-up matters only where the stack is deep |
# | `norm_profile(256, True)` in section 2 | a standard deviation near 16: the square root goes on |
#
# **Cards:** [[Layer_Normalization]] · [[Residual_Connection]] · [[Transformer]] · [[Feed_Forward_Network]]
#
# **Next:** [[exp7_kv_cache_growth|Experiment 7: How a KV cache grows]]
