# ---
# title: "Experiment 4: Scaling on and off"
# minutes: 11
# prerequisites: ["[[Softmax]]", "[[Attention_Mechanism]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 4: Scaling on and off
#
# **Purpose.** Measure what the division by $\sqrt{d_k}$ does to scores, weights, gradients and learning, and correct
# four sentences that are often said about it.
#
# **Time.** 11 minutes to read, predict and run; the code itself takes a few seconds.
#
# **What you will see**
#
# - dot products whose variance is $d_k$, and which have no bound
# - saturation: weights that become nearly one-hot as $d_k$ grows
# - gradients measured as norms of Jacobians: the median collapses, the mean much less
# - a task that is learned with scaling and not without

# %%
import matplotlib.pyplot as plt
import numpy as np

from snippets.softmax import (
    random_dot_products,
    softmax,
    softmax_backward,
    softmax_jacobian,
)

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

scores = random_dot_products(512)  # q . k of independent normal q and k: 1024 rows of 64
print("scores", scores.shape)

# %% [markdown]
# ## 1. How large are the scores?
#
# If the entries of $q$ and $k$ are independent with mean 0 and variance 1, then $\text{Var}(q \cdot k) = d_k$.
#
# **Predict.** For $d_k = 512$ the standard deviation is $\sqrt{512} \approx 22.6$. Do all scores lie within ±22.6? Do
# all lie within ±1 after the division?

# %% tags=["predict"]
deviation = np.sqrt(512)
outside = np.mean(np.abs(scores) > deviation)
print(f"variance / d_k:               {scores.var() / 512:.2f}")
print(f"beyond one standard deviation: {outside:.0%}")
print(f"largest score:                {np.abs(scores).max():.0f}")
print(f"beyond 1 after the division:   {np.mean(np.abs(scores / deviation) > 1):.0%}")
print(f"variance after the division:  {(scores / deviation).var():.2f}")

assert abs(scores.var() / 512 - 1) < 0.05
assert 0.29 < outside < 0.34 and np.abs(scores).max() > 4 * deviation  # 22.6 is no bound
assert abs((scores / deviation).var() - 1) < 0.05  # variance 1, not the range [-1, 1]

# %%
figure, ax = plt.subplots(figsize=(6, 3), layout="constrained")
bins = np.linspace(-90, 90, 73)
ax.hist(scores.ravel(), bins, density=True, alpha=0.7, label="q · k")
ax.hist(scores.ravel() / deviation, bins, density=True, alpha=0.7, label="q · k / √512")
ax.set_ylim(0, 0.05)
ax.set_xlabel("score")
ax.set_ylabel("density (the narrow one is cut off)")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# ## 2. What do the weights look like?
#
# **Predict.** A query meets 64 keys. What is, in the median, its largest weight for $d_k$ = 16, 64, 512, with scaling and
# without? (Softmax needs the whole row: "softmax of 22" has no meaning. Of a single number it is always 1.)

# %% tags=["predict"]
widths = (4, 16, 64, 128, 256, 512, 1024)
rows = {d_k: random_dot_products(d_k) for d_k in widths}
top = {d_k: np.median(softmax(z).max(axis=-1)) for d_k, z in rows.items()}
scaled_top = {d_k: np.median(softmax(z / d_k**0.5).max(axis=-1)) for d_k, z in rows.items()}
for d_k in widths:
    print(f"d_k {d_k:4}: largest weight {scaled_top[d_k]:.2f} scaled, {top[d_k]:.2f} not")

assert softmax(np.array([22.0]))[0] == 1
assert max(scaled_top.values()) < 0.12  # spread out, whatever the width
assert top[512] > 0.99 > 0.9 > top[64] > 0.8  # nearly one-hot

# %% [markdown]
# ## 3. What becomes of the gradient?
#
# A gradient on its way from the weights back to the scores is multiplied by the Jacobian of softmax,
# $J = \text{diag}(s) - s s^\top$. Its size says how much can be learned through this row.
#
# **Predict.** For $d_k = 512$ without scaling: is $J$ zero? By how much does its norm fall in the median, and in the mean?

# %%
def jacobian_norms(z):
    """Frobenius norm of diag(s) - s sᵀ for each row, from sums of powers.  (n, S) -> (n,)."""
    two, three = ((softmax(z) ** power).sum(axis=-1) for power in (2, 3))
    return np.sqrt(np.maximum(two - 2 * three + two**2, 0))


direct = np.linalg.norm(softmax_jacobian(rows[64][:8]), axis=(-2, -1))
assert np.allclose(jacobian_norms(rows[64][:8]), direct)  # the short form is right

norms = {d_k: (jacobian_norms(z / d_k**0.5), jacobian_norms(z)) for d_k, z in rows.items()}
figure, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
for place, name in enumerate(("scaled", "not scaled")):
    for measure, line in ((np.median, "-"), (np.mean, "--")):
        curve = [measure(norms[d_k][place]) for d_k in widths]
        label = f"{name}, {'median' if measure is np.median else 'mean'}"
        ax.loglog(widths, curve, line, color=f"C{place}", marker="o", markersize=3, label=label)
ax.set_xticks(widths, [str(d_k) for d_k in widths])
ax.minorticks_off()
ax.set_xlabel("d_k")
ax.set_ylabel("norm of the Jacobian")
ax.legend(frameon=False, fontsize=8)
plt.show()

# %% tags=["predict"]
scaled, raw = norms[512]
print(f"median: {np.median(scaled):.3f} scaled, {np.median(raw):.3f} not")
print(f"mean:   {scaled.mean():.3f} scaled, {raw.mean():.3f} not")
print(f"rows below 0.001: {np.mean(scaled < 1e-3):.0%} scaled, {np.mean(raw < 1e-3):.0%} not")
at_64 = [values.mean() for values in norms[64]]
print(f"mean at d_k = 64: {at_64[0]:.3f} scaled, {at_64[1]:.3f} not")

assert np.median(scaled) / np.median(raw) > 20  # most rows lose nearly everything
assert 1.5 < scaled.mean() / raw.mean() < 3  # the mean falls by a factor of about two
assert 0.3 < np.mean(raw < 1e-3) < 0.6 and raw.min() >= 0  # dead rows, and living ones
assert at_64[1] > at_64[0]  # at the usual width 64 the mean does not fall at all

# %% [markdown]
# So "without scaling the gradient is zero" is too strong, and "each derivative is $s_i(1-s_i)$" is only the diagonal of
# $J$. What happens is that a large part of the rows goes dead, and more of them as $d_k$ grows.
#
# ## 4. Does it matter for learning?
#
# 100 rows, each with 16 random keys of width 512. Gradient descent moves the query until its weight lies on the first
# key; the loss is the squared error of the output, with one-hot values.
#
# **Predict.** After 100 steps, which share of the rows has found its key, with scaling and without, at three rates?

# %%
def found(scaled, rate, d_k=512, steps=100):
    """Share of rows whose weight on key 0 exceeds one half, after each step."""
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
        label = f"{'scaled' if scaled else 'not scaled'}, rate {rate:g}"
        ax.plot(runs[scaled, rate], line, color="C0" if scaled else "C1", label=label)
ax.set_xlabel("step")
ax.set_ylabel("share of rows that found their key")
ax.legend(frameon=False, fontsize=8)
plt.show()

assert runs[True, 10.0][-1] > 0.95
assert max(shares[-1] for (scaled, _), shares in runs.items() if not scaled) < 0.3

# %% [markdown]
# ## Findings
#
# | often said | measured |
# |---|---|
# | scores lie in ±22 at $d_k = 512$ | a third lies beyond, the largest beyond 90 |
# | the division brings them into [−1, 1] | to variance 1; a third stays outside |
# | without it the gradient is zero | median Jacobian about fifty times smaller, mean about half; four rows in ten are dead |
# | it is always needed | at $d_k = 64$ the mean gradient does not fall; at 512 nearly nine rows in ten never learn |
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `found(False, 10.0, d_k=16)` | many more rows learn: narrow heads hardly saturate |
# | in `found`, `upstream = weights - target` | all rows learn without scaling: with cross-entropy on the weights themselves the Jacobian cancels |
# | `found(False, 0.01)` | no better: a smaller rate does not wake dead rows |
# | `z / d_k` instead of `z / d_k**0.5` in section 2 | largest weights near 1/64: divided too much, attention is an average |
#
# **Cards:** [[Softmax]] · [[Attention_Mechanism]] · [[Multi-Head_Attention]] · [[Embedding_and_Unembedding]]
#
# **Next:** [[exp5_rnn_vs_attention|Experiment 5: RNN against attention]]
