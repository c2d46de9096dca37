# ---
# title: "Experiment 1: Attention basics and permutation symmetry"
# minutes: 10
# prerequisites: ["[[Softmax]]", "[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 1: Attention basics and permutation symmetry
#
# **Purpose.** See that attention is a weighted average whose weights are computed from the input, and find out what it
# does, and does not do, when the tokens change places.
#
# **Time.** 10 minutes to read, predict and run; the code itself takes a few seconds.
#
# **What you will see**
#
# - a heat map of the weights of one sentence, and rows that sum to one
# - the output permuted together with the input, equal below $10^{-12}$: *equivariance*, not invariance
# - two things that break this symmetry: a causal mask and positions
# - two popular demonstrations that show nothing: $Q=K=V=X$, and projections of size 0.01
#
# Some cells are folded. Write down what you expect before you open them: a wrong guess teaches more than a right one.

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

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

tokens, q, k, v = toy_sentence()  # set by hand as an illustration: nothing is learned
print(" ".join(tokens))
print("q", q.shape, " k", k.shape, " v", v.shape)

# %% [markdown]
# ## 1. A weighted average
#
# Every token asks with a query, offers a key and hands over a value:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right) V$$
#
# The toy vectors say what kind of word each token is, and what kind it looks for: a verb looks for an animal that could
# be its subject.
#
# **Predict.** Between *ate* and its subject *cat* stands a whole clause, and *fish* is much nearer. Which word gets the
# largest weight from *ate*? Do any weights become exactly zero?

# %% tags=["predict"]
output, weights = scaled_dot_product_attention(q, k, v)  # (12, 9), (12, 12)
row = weights[tokens.index("ate")]
for place in np.argsort(-row)[:2]:
    print(f"ate -> {tokens[place]:5} {row[place]:.2f}")
print(f"every row sums to one: {np.allclose(weights.sum(axis=-1), 1)}")
print(f"smallest of all weights: {weights.min():.3f}")

assert tokens[row.argmax()] == "cat"  # distance does not count, similarity does
assert np.allclose(weights.sum(axis=-1), 1)
assert weights.min() > 0  # softmax never says no: every value is mixed in

# %%
figure, ax = plt.subplots(figsize=(6, 5), layout="constrained")
picture = ax.imshow(weights, cmap="viridis")
ax.set_xticks(range(12), tokens, rotation=60)
ax.set_yticks(range(12), tokens)
ax.set_xlabel("key: the token that is looked at")
ax.set_ylabel("query: the token that looks")
figure.colorbar(picture, label="attention weight")
plt.show()

# %% [markdown]
# ## 2. Shuffle the tokens
#
# Now a layer $f$ with eight heads and random projections, a random sequence $X$ of ten tokens, and a permutation $p$.
#
# **Predict.** Which holds: $f(X[p]) = f(X)$, that is *invariance*; $f(X[p]) = f(X)[p]$, that is *equivariance*; or
# neither? And if the output is averaged over the tokens?

# %% tags=["predict"]
rng = np.random.default_rng(0)
layer = MultiHeadAttentionNumPy(rng, C=64, H=8)
x = rng.standard_normal((10, 64))
p = rng.permutation(10)


def attend(x, mask=None):
    """The output of the layer, without the weights.  (T, C) -> (T, C)."""
    return layer(x, mask=mask)[0]


def equal(a, b):
    """Whether two arrays agree to the last digits."""
    return np.abs(a - b).max() < 1e-12


shuffled = attend(x[p])
print(f"f(X[p]) = f(X):     {equal(shuffled, attend(x))}")
print(f"f(X[p]) = f(X)[p]:  {equal(shuffled, attend(x)[p])}")
print(f"averages are equal: {equal(shuffled.mean(axis=0), attend(x).mean(axis=0))}")

assert equal(shuffled, attend(x)[p])  # equivariant
assert not equal(shuffled, attend(x))  # the popular word, invariant, is wrong
assert equal(shuffled.mean(axis=0), attend(x).mean(axis=0))  # invariant after pooling

# %% [markdown]
# Each token gets the same vector as before, in another place. So without positions *dog bites man* and *man bites dog*
# give the word *dog* the same vector.
#
# ## 3. What breaks the symmetry
#
# **Predict.** How far apart are $f(X[p])$ and $f(X)[p]$ for the plain layer, for the layer with a causal mask, and for
# the layer that first adds a positional encoding to every place?

# %%
mask, places = causal_mask(10), positional_encoding(10, 64)
layers = {
    "plain": attend,
    "causal mask": lambda x: attend(x, mask),
    "positions": lambda x: attend(x + places),
}
gaps = {
    name: np.linalg.norm(f(x[p]) - f(x)[p]) / np.linalg.norm(f(x))
    for name, f in layers.items()
}

figure, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
ax.barh(list(gaps), list(gaps.values()))
ax.invert_yaxis()
ax.set_xlabel("relative distance of f(X[p]) and f(X)[p]")
plt.show()

equivariant, *broken = gaps.values()
assert equivariant < 1e-12 and min(broken) > 0.1

# %% [markdown]
# A causal mask is enough, as its weights show: the first token sees itself alone and the last one sees everything, so
# places differ even without positional encodings. A decoder without positions is not blind to order; an encoder is.

# %%
_, masked = layer(x[:5], mask=causal_mask(5))  # (8, 5, 5): eight heads, five tokens
print("head 1, True in the mask = may attend:")
for line in masked[0]:
    print("  ".join(f"{weight:.2f}" for weight in line))

assert np.allclose(masked.sum(axis=-1), 1)  # every row is a distribution
assert np.all(np.triu(masked, k=1) == 0)  # and gives exactly nothing to the future

# %% [markdown]
# ## 4. Two demonstrations that show nothing
#
# Many first examples call attention with $Q=K=V=X$ and random $X$, or draw the projections as 0.01 times normal
# numbers. Below, *evenness* is the entropy of a row divided by $\log T$: 1 means equal weights, 0 a single place.
#
# **Predict.** In each case: does a token look at itself, at others, or at all of them alike?

# %% tags=["predict"]
_, itself = scaled_dot_product_attention(x, x, x)
print(f"Q = K = V = X: mean weight on itself {np.diag(itself).mean():.2f}")

small = 0.01 * np.sqrt(64)  # as if the projections were 0.01 instead of 1/sqrt(C)
for name, scale in (("0.01", small), ("1/sqrt(C)", 1.0)):
    print(f"projections of {name}: evenness {sharpness(layer, x, scale):.3f}")

assert np.diag(itself).mean() > 0.95  # a vector is most similar to itself
assert sharpness(layer, x, small) > 0.9999  # plain averaging
assert sharpness(layer, x, 1.0) < 0.95

# %% [markdown]
# ## Findings
#
# | question | measured |
# |---|---|
# | What is a row of weights? | a distribution: every weight positive, sum one |
# | Shuffle the input | the outputs are shuffled with it: equivariance |
# | Average over the tokens | unchanged: only the pooled output is invariant |
# | A causal mask, or positions | the symmetry is gone |
# | $Q=K=V=X$, random $X$ | each token finds itself |
# | Projections of 0.01 | an average of everything |
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `q = 0 * q` before section 1 | every weight is 1/12: who asks nothing gets the average |
# | `p = np.arange(10)[::-1]` in section 2 | the same three lines: any permutation will do |
# | `places = 0.1 * places` in section 3 | the last bar shrinks to a sixth but does not vanish; the assert objects |
# | `sharpness(layer, x, 4.0)` in section 4 | about 0.1: large projections make attention nearly hard |
#
# **Cards:** [[Attention_Mechanism]] · [[Self_Attention]] · [[Causal_Mask]] · [[Position_Encoding]] · [[Softmax]]
#
# **Next:** [[exp2_qkv_explained|Experiment 2: Q, K and V]]
