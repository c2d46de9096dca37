# ---
# title: "Experiment 3: Multi-head attention in detail"
# minutes: 10
# prerequisites: ["[[Attention_Mechanism]]", "[[Multi-Head_Attention]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 3: Multi-head attention in detail
#
# **Purpose.** Take a multi-head layer apart: what splitting costs, how it is done right, what each head adds, and what
# one head cannot do.
#
# **Time.** 10 minutes to read, predict and run; the code itself takes a few seconds.
#
# **What you will see**
#
# - the same number of parameters for 1, 8 and 64 heads, counted in NumPy and in PyTorch
# - a reshape with the right shape that mixes up the tokens
# - four heads with four patterns, and an output that is exactly the sum of their contributions
# - a task that one head fails at and four heads solve

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

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

C, T = 64, 32
x = np.random.default_rng(0).standard_normal((T, C))
mha = MultiHeadAttentionNumPy(np.random.default_rng(1), C, H=4)
output, weights = mha(x)
print("output", output.shape, " weights", weights.shape)
print(f"every row of every head sums to one: {np.allclose(weights.sum(axis=-1), 1)}")

# %% [markdown]
# ## 1. What do more heads cost?
#
# A layer of width $C = 64$ is cut into $H$ heads of width $D = C / H$.
#
# **Predict.** From one head to 64: does the number of parameters grow, shrink, or stay? And the *rank* of the score
# matrix $Q_i K_i^\top$ of one head, for 32 tokens?

# %% tags=["predict"]
print("heads  width  parameters  in PyTorch  rank of the scores  H * D * D")
for H in (1, 2, 4, 8, 16, 64):
    D = C // H
    ours = MultiHeadAttentionNumPy(np.random.default_rng(1), C, H)
    count = sum(array.size for array in parameters(ours))
    theirs = sum(w.numel() for w in nn.MultiheadAttention(C, H, bias=False).parameters())
    q, k = split_heads(x @ ours.w_q, H), split_heads(x @ ours.w_k, H)  # (H, T, D)
    rank = np.linalg.matrix_rank(q @ k.swapaxes(-1, -2)).max()
    print(f"{H:5}  {D:5}  {count:10,}  {theirs:10,}  {rank:18}  {H * D * D:9,}")
    assert count == theirs == 4 * C * C  # whatever the number of heads
    assert rank == min(T, D)  # a head sees through a narrow window of width D
    assert (H * D * D == C * C) == (H == 1)  # the popular formula holds for one head only

# %% [markdown]
# Splitting is free, and not because the heads are small squares: each head projects with three $C \times D$ matrices and
# one $D \times C$. The price is rank. A head of width 8 can only form scores of rank 8; the single wide head is the one
# that is *not* limited.
#
# ## 2. The right reshape
#
# `split_heads` reshapes to (T, H, D) and then swaps the first two axes. Reshaping straight to (H, T, D) has the same
# shape and raises no error.
#
# **Predict.** If you number the tokens 0 to 31: which tokens does the first head see in either version?

# %% tags=["predict"]
owner = np.repeat(np.arange(T)[:, None], C, axis=1)  # (T, C): every feature names its token
right = split_heads(owner, 4)  # (4, T, 16)
wrong = owner.reshape(4, T, C // 4)  # the same shape
print("right:", sorted(set(right[0].ravel().tolist()))[-1] + 1, "tokens, one per row")
print("wrong:", sorted(set(wrong[0].ravel().tolist())), "- four rows of each")

assert right.shape == wrong.shape
assert set(right[0].ravel().tolist()) == set(range(T))
assert set(wrong[0].ravel().tolist()) == set(range(T // 4))  # a quarter of the sequence

# %% [markdown]
# ## 3. Every head has a pattern of its own
#
# The weights of four heads of one layer with random projections, for the first twelve tokens. Nothing is trained here:
# heads differ because their projections do. What a trained head does is found by looking, not assigned beforehand.

# %%
_, few = mha(x[:12])
figure, axes = plt.subplots(1, 4, figsize=(9, 2.6), layout="constrained")
for number, (ax, pattern) in enumerate(zip(axes, few, strict=True), 1):
    picture = ax.imshow(pattern, cmap="viridis", vmin=0, vmax=few.max())
    ax.set_title(f"head {number}", fontsize=10)
    ax.set_xticks([])
    ax.set_yticks([])
figure.colorbar(picture, ax=axes, label="weight")
plt.show()

favourite = few.argmax(axis=-1)  # (4, 12): where each query looks most
agree = np.mean([favourite[i] == favourite[j] for i in range(4) for j in range(i)])
print(f"two heads agree on the favourite key of a query: {agree:.0%} of cases")
assert agree < 0.5

# %% [markdown]
# ## 4. The output is a sum
#
# Concatenating the heads and multiplying by $W_O$ is the same as adding $\text{head}_i W_O^{(i)}$, where $W_O^{(i)}$ are
# the rows of $W_O$ that belong to head $i$.
#
# **Predict.** Four heads. What is left of the output if one of them is removed, relative to its length: three quarters?

# %% tags=["predict"]
parts = head_contributions(mha, x)  # (4, T, C)
size = np.linalg.norm(output)
for number, part in enumerate(parts, 1):
    print(f"head {number}: length {np.linalg.norm(part) / size:.2f} of the output's")
without = prune_heads(mha, [0, 1, 2])  # a smaller layer without the fourth head
error = np.linalg.norm(without(x)[0] - output) / size
print(f"without head 4 the output is off by {error:.2f}")

assert np.allclose(parts.sum(axis=0), output)
assert np.allclose(without(x)[0], output - parts[3])
assert 0.4 < error < 0.6  # about 1/sqrt(4), not 1/4

# %% [markdown]
# Contributions of independent random heads are nearly at right angles, so their *squared* lengths add up: each of four
# heads has about half the length of the sum, not a quarter.
#
# ## 5. What one head cannot do
#
# On a ring of 16 tokens every token shall fetch its two neighbours on the left and its two on the right, each into a
# slot of its own. One head brings one mixture for all slots.
#
# **Predict.** Which share of the target does the best possible layer of 1, 2, 3, 4 heads miss?

# %%
missed = missed_share(gather_patterns(16, (-2, -1, 1, 2)), c=4)
figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
ax.bar(range(1, 5), missed)
ax.set_xticks(range(1, 5))
ax.set_xlabel("heads")
ax.set_ylabel("share of the target that is missed")
plt.show()
print([f"{share:.2f}" for share in missed])

assert np.allclose(missed, [0.75, 0.5, 0.25, 0], atol=1e-9)

# %% [markdown]
# ## Findings
#
# | question | measured |
# |---|---|
# | parameters of 1, 8, 64 heads | the same, $4C^2$, also in PyTorch |
# | rank of one head's scores | at most $D = C/H$: many heads are narrow heads |
# | `reshape(H, T, D)` | runs, and gives a head a quarter of the tokens |
# | layer = sum of heads | exact, so a head can be cut out exactly |
# | one of $H$ random heads | about $1/\sqrt{H}$ of the output's length |
# | fetch four places into four slots | one head misses three quarters, four heads nothing |
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `T = 8` in the first cell | the rank column stops at 8: scores of 8 tokens have no higher rank |
# | `mha.w_o[:16] = 0` and `output, _ = mha(x)` before section 4 | head 1 contributes 0.00: its rows of $W_O$ are gone; the others weigh more, and the last assert objects |
# | `gather_patterns(16, (1, 1, 1, 1))` in section 5 | one head suffices: all slots want the same place |
# | `MultiHeadAttentionNumPy(np.random.default_rng(0), 64, 5)` | an error: 64 is not divisible by 5 |
#
# **Cards:** [[Multi-Head_Attention]] · [[Attention_Mechanism]] · [[Multi-Head_Attention_Variants]] · [[Grouped_Query_Attention_GQA]]
#
# **Next:** [[exp4_scaling|Experiment 4: Scaling on and off]]
