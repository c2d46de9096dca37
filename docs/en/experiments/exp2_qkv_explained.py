# ---
# title: "Experiment 2: Q, K and V explained"
# minutes: 10
# prerequisites: ["[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 2: Q, K and V explained
#
# **Purpose.** Give queries, keys and values their roles by changing one of them at a time.
#
# **Time.** 10 minutes to read, predict and run; the code itself takes a few seconds.
#
# **What you will see**
#
# - a dictionary that becomes softer and softer until it is attention
# - an output that can never leave the triangle of its values
# - which of weights and output move when only $Q$, only $K$ or only $V$ changes
# - why $W_Q$ and $W_K$ are two matrices, although only their product counts

# %%
import matplotlib.pyplot as plt
import numpy as np

from snippets.attention_mechanism import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionNumPy

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts


def on_circle(degrees):
    """Points on the unit circle.  (n,) -> (n, 2)."""
    angle = np.deg2rad(np.asarray(degrees, dtype=float))
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


keys = on_circle([90, 210, 330])  # three directions
values = np.array([[0.0, 3.0], [-3.0, -2.0], [3.0, -2.0]])  # what each hands over
print("keys", keys.shape, " values", values.shape)

# %% [markdown]
# ## 1. From a dictionary to attention
#
# A library answers a query by its catalogue: the *query* is what you ask, a *key* is a catalogue entry, a *value* is the
# book. A Python dictionary does the same, and refuses a key that it does not have.
#
# **Predict.** The query points to 100°, ten degrees beside the first key. What do the dictionary and attention return?
# What happens as the query is made longer and longer?

# %% tags=["predict"]
library = {90: "first", 210: "second", 330: "third"}
try:
    library[100]
except KeyError as missing:
    print(f"dictionary: KeyError {missing}")

for length in (0, 1, 4, 16):
    found, weights = scaled_dot_product_attention(length * on_circle([100]), keys, values)
    shares = " ".join(f"{weight:.2f}" for weight in weights[0])
    print(f"length {length:2}: weights {shares}")

assert np.allclose(found, values[:1], atol=1e-3)  # long: nearly the dictionary's answer
assert np.all(weights > 0)  # but never exactly: there is no yes or no, only more or less

# %% [markdown]
# ## 2. Where can the output be?
#
# The weights are positive and sum to one, so the output is a *convex combination* of the values: it lies inside the
# triangle that they span. The direction of the query says where, its length how near to a corner.

# %%
figure, ax = plt.subplots(figsize=(6, 4.6), layout="constrained")
corners = values[[0, 1, 2, 0]]
ax.plot(*corners.T, color="gray", linestyle="--", label="values")
for length in (1, 3, 12):
    queries = length * on_circle(np.arange(0, 361, 3))
    path, _ = scaled_dot_product_attention(queries, keys, values)  # (121, 2)
    ax.plot(*path.T, label=f"query of length {length}")
ax.set_aspect("equal")
ax.legend(frameon=False, fontsize=8, loc="upper right")
ax.set_title("the output while the query turns once around")
plt.show()

long = 1000 * on_circle(np.arange(360))
outputs, weights = scaled_dot_product_attention(long, keys, values)
assert np.allclose(weights.sum(axis=-1), 1) and weights.min() >= 0
assert np.abs(outputs).max() <= 3.0 + 1e-12  # no query reaches beyond the values

# %% [markdown]
# ## 3. Change one of the three
#
# Six tokens, *The cat sat on the mat*, as random vectors; three random projections, one head.
#
# **Predict.** Fill in yes or no: if only the queries change, do the weights change, does the output? And if only the
# keys do, or only the values?

# %% tags=["predict"]
rng = np.random.default_rng(0)
layer = SelfAttentionNumPy(rng, C=16, d_k=8, d_v=8)
x = rng.standard_normal((6, 16))
before = {"Q": x @ layer.w_q, "K": x @ layer.w_k, "V": x @ layer.w_v}
output, weights = scaled_dot_product_attention(*before.values())
sentence = "The cat sat on the mat".split()
print("cat looks at:", " ".join(f"{w} {s:.2f}" for w, s in zip(sentence, weights[1])))

moved = {}
for name, array in before.items():
    after = {**before, name: array + rng.standard_normal(array.shape)}
    new_output, new_weights = scaled_dot_product_attention(*after.values())
    moved[name] = (
        not np.allclose(new_weights, weights),
        not np.allclose(new_output, output),
    )
    print(f"only {name}: weights change {moved[name][0]}, output changes {moved[name][1]}")

assert moved == {"Q": (True, True), "K": (True, True), "V": (False, True)}

# %% [markdown]
# Queries and keys decide *where* to look, values decide *what* is brought. The weights never see the values. Nor is there
# a match that succeeds or fails: *cat* gets a share of every word, here by chance, in a trained model by what was learned.
#
# ## 4. Why two matrices for looking
#
# **Predict.** Let $W_K = W_Q$. What becomes of the score of *i* for *j* and of *j* for *i*? At whom does a token look
# then?

# %%
rng = np.random.default_rng(1)
wide = SelfAttentionNumPy(rng, C=64, d_k=64, d_v=64)
tokens = rng.standard_normal((12, 64))
_, apart = wide(tokens)
wide.w_k = wide.w_q
_, tied = wide(tokens)

figure, axes = plt.subplots(1, 2, figsize=(7, 3.4), layout="constrained")
for ax, shown, name in zip(axes, (apart, tied), ("two matrices", "one matrix"), strict=True):
    ax.imshow(shown, cmap="viridis", vmin=0, vmax=1)
    ax.set_title(name)
    ax.set_xlabel("key")
    ax.set_ylabel("query")
plt.show()

scores = (tokens @ wide.w_q) @ (tokens @ wide.w_k).T
assert np.allclose(scores, scores.T)  # tied: i finds j exactly as relevant as j finds i
assert np.diag(tied).mean() > 0.9 > 0.3 > np.diag(apart).mean()  # and itself most

# %% [markdown]
# With one matrix the score is the dot product of a vector with itself on the diagonal, which is the largest there is: a
# token looks at itself. Two matrices allow "a verb looks for its subject" without "a subject looks for its verb".
#
# ## 5. Only the product counts
#
# Multiply $W_Q$ by any invertible matrix $A$ and $W_K$ by $A^{-\top}$.
#
# **Predict.** How much does the output change?

# %% tags=["predict"]
A = rng.standard_normal((8, 8))
q = x @ (layer.w_q @ A)
k = x @ (layer.w_k @ np.linalg.inv(A).T)
turned, _ = scaled_dot_product_attention(q, k, x @ layer.w_v)
print(f"queries differ by up to {np.abs(q - before['Q']).max():.0f}")
print(f"outputs are equal: {np.abs(turned - output).max() < 1e-9}")

assert np.abs(q - before["Q"]).max() > 1
assert np.abs(turned - output).max() < 1e-9  # (Q A)(K A^-T)^T = Q K^T

# %% [markdown]
# ## Findings
#
# | part | role | measured |
# |---|---|---|
# | query | what is asked | its direction chooses, its length sharpens |
# | key | what is offered | changes the weights, and through them the output |
# | value | what is handed over | changes the output, never the weights |
# | output | a mixture | never leaves the convex hull of the values |
# | $W_Q$, $W_K$ | one bilinear form $W_Q W_K^\top$ | tied: symmetric, each token sees itself; apart: free |
#
# So an entry of a single query or key has no meaning of its own: section 5 changes all of them and nothing happens.
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | two equal keys in section 1: `keys[1] = keys[0]` | both get the same weight, whatever is asked |
# | `values = values + 10` in section 2 | the same picture, moved by (10, 10): the weights ignore the values |
# | `keys = 5 * keys` in section 2 | all paths move to the corners: long keys sharpen like long queries |
# | `A = np.zeros((8, 8))` in section 5 | an error: the matrix has no inverse |
#
# **Cards:** [[Attention_Mechanism]] · [[Self_Attention]] · [[Cross_Attention]] · [[Attention_as_Explanation]]
#
# **Next:** [[exp3_multihead_attention|Experiment 3: Multi-head attention]]
