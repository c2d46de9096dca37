# ---
# title: "Experiment 7: How a KV cache grows"
# minutes: 11
# prerequisites: ["[[Multi-Head_Attention_Variants]]", "[[Causal_Mask]]"]
# ---

# %% [markdown]
# # 🧪 Experiment 7: How a KV cache grows
#
# **Purpose.** See that a KV cache changes nothing but the work, measure what it saves in time, and what it costs in
# memory for MHA, GQA, MQA and MLA.
#
# **Time.** 11 minutes to read, predict and run; the code itself takes a few seconds.
#
# **What you will see**
#
# - cached decoding equal to the full computation, for all four variants
# - time per token with and without the cache, and a ratio that grows with the length
# - memory per token counted on the real arrays, and the gigabytes of published models
# - what is lost when old tokens are dropped from the cache

# %%
import time

import matplotlib.pyplot as plt
import numpy as np

from snippets.multi_head_attention_variants import attention_variants, layer_cost, named_shapes

# Matplotlib's own font has no Chinese: the first of these that is installed is used.
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

rng = np.random.default_rng(0)
variants = attention_variants(rng, C=64, H=8)  # GQA with two key heads, MLA with rank 16 + 4
x = rng.standard_normal((512, 64))  # 512 tokens that arrive one by one
print(", ".join(variants), "- each called as layer(x, cache) -> output, cache")

# %% [markdown]
# ## 1. Nothing changes but the work
#
# Under a causal mask the keys and values of old tokens never change, so they can be kept. A step then needs the newest
# token and the cache.
#
# **Predict.** Feed 512 tokens one by one, each with the cache of those before it. How far is the result from one pass over
# all of them? And how many numbers does each variant keep per token?

# %% tags=["predict"]
def decode(layer, x):
    """One token at a time.  (T, C) -> outputs (T, C) and the size of the cache after each."""
    cache, outputs, numbers = None, [], []
    for token in x:
        output, cache = layer(token[None], cache)
        outputs.append(output[0])
        numbers.append(sum(array.size for array in cache))
    return np.array(outputs), np.array(numbers)


kept = {}
for name, layer in variants.items():
    outputs, numbers = decode(layer, x)
    same = np.abs(outputs - layer(x)[0]).max() < 1e-12
    kept[name] = numbers[-1] / len(x)
    print(f"{name}: same outputs {same}, {kept[name]:.0f} numbers per token")
    assert same and np.all(np.diff(numbers) == kept[name])  # grows by the same for every token

assert kept == {"MHA": 2 * 64, "GQA": 2 * 2 * 8, "MQA": 2 * 8, "MLA": 16 + 4}

# %% [markdown]
# MHA keeps a key and a value of width 8 for each of 8 heads; GQA for 2 heads, MQA for one. MLA keeps one compressed vector
# and a small rotary key, from which the keys and values of all heads are made. Note the order: at these sizes MQA keeps
# *less* than MLA. The merit of MLA is quality at a small size, not the smallest size.
#
# ## 2. What the cache saves
#
# **Predict.** How long does one token take with the cache and without, as the text grows from 32 to 512 tokens? By what
# factor does each time grow, and what is the ratio at the end?

# %% tags=["volatile"]
def fastest(function, repeats=5):
    """Seconds of the fastest of several runs: the one that was disturbed least."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


layer, lengths = variants["MHA"], (32, 64, 128, 256, 512)
cached, anew = [], []
for S in lengths:
    _, cache = layer(x[: S - 1])
    cached.append(fastest(lambda: layer(x[S - 1 : S], cache)))
    anew.append(fastest(lambda: layer(x[:S])))
    step, whole = layer(x[S - 1 : S], cache)[0], layer(x[:S])[0]
    assert len(whole) == S * len(step) and np.allclose(step, whole[-1:])  # the same, and one row computed instead of S

figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
ax.loglog(lengths, [1e3 * seconds for seconds in anew], "o-", label="without cache")
ax.loglog(lengths, [1e3 * seconds for seconds in cached], "o-", label="with cache")
ax.set_xticks(lengths, [str(S) for S in lengths])
ax.minorticks_off()
ax.set_xlabel("tokens so far")
ax.set_ylabel("milliseconds for the next token")
ax.legend(frameon=False)
plt.show()
ratios = [slow / fast for slow, fast in zip(anew, cached, strict=True)]
print(f"without / with: {ratios[0]:.0f} at 32 tokens, {ratios[-1]:.0f} at 512")

# %% [markdown]
# Without the cache a step costs $O(S^2 C + S C^2)$, with it $O(S C + C^2)$: the whole factor $S$ is saved. What remains grows
# with $S$, because the newest query still looks at every old key.
#
# ## 3. What the cache costs
#
# Bytes per token = layers × numbers per layer × bytes per number. For published shapes, in 16 bits:
#
# **Predict.** Llama 2 7B uses MHA, Llama 3 8B uses GQA with 8 of 32 heads. How many gigabytes does one sequence of 131,072
# tokens need in either? And DeepSeek-V3, which has almost twice as many layers and four times as many heads?

# %%
tokens = 2.0 ** np.arange(10, 18)  # 1,024 to 131,072
chosen = ("Llama 2 7B", "Llama 3 8B", "DeepSeek-V3", "MiniMind 8/2")
figure, ax = plt.subplots(figsize=(6, 3.6), layout="constrained")
bytes_per_token = {}
for name in chosen:
    shape = named_shapes()[name]
    bytes_per_token[name] = shape.layers * layer_cost(shape, S=1)["cache"] * 2
    ax.loglog(tokens, bytes_per_token[name] * tokens / 2**30, "o-", markersize=3, label=name)
ax.set_xticks(tokens, [f"{int(t) // 1024}k" for t in tokens])
ax.minorticks_off()
ax.set_xlabel("tokens in the context")
ax.set_ylabel("cache of one sequence in GiB")
ax.legend(frameon=False, fontsize=8)
plt.show()

for name, size in bytes_per_token.items():
    long = size * 131_072 / 2**30
    print(f"{name:12}  {size / 1024:5.1f} KiB per token, {long:4.1f} GiB at 131,072")
assert bytes_per_token["Llama 2 7B"] == 4 * bytes_per_token["Llama 3 8B"]  # 32 heads against 8
assert bytes_per_token["DeepSeek-V3"] < bytes_per_token["Llama 3 8B"]

# %% [markdown]
# The curves are arithmetic on published shapes, not measurements, and not all of these models were trained for so long a
# context. A line has slope 1 in every case: the cache grows linearly, variants only move it down.
#
# ## 4. Dropping old tokens
#
# The cheapest way to bound the cache is to keep only the newest 64 tokens.
#
# **Predict.** Is the next output still the same? If not, is it the same as that of some other, well-defined computation?

# %% tags=["predict"]
full, cache = layer(x[:-1])
exact, _ = layer(x[-1:], cache)
recent = tuple(part[..., -64:, :] for part in cache)  # 64 of 511 keys and values
dropped, _ = layer(x[-1:], recent)
window, _ = layer(x[-65:])  # as if the text had begun 64 tokens ago

error = np.linalg.norm(dropped - exact) / np.linalg.norm(exact)
print(f"relative change of the output: {error:.1f}")
print(f"equal to attention over the last 65 tokens alone: {np.allclose(dropped, window[-1:])}")

assert error > 0.1  # not the same
assert np.allclose(dropped, window[-1:])  # but exactly windowed attention, in one layer

# %% [markdown]
# ## Findings
#
# | question | measured |
# |---|---|
# | Is cached decoding exact? | yes, below $10^{-12}$, for MHA, GQA, MQA and MLA |
# | numbers per token, here | MHA 128, GQA 32, MLA 20, MQA 16 |
# | time per token without / with | a ratio that grows with the length |
# | growth of the memory | linear in the tokens: 64 GiB for Llama 2 7B at 131,072, a quarter with GQA |
# | dropping old tokens | another model: windowed attention |
#
# ## Try it yourself
#
# | change | expect |
# |---|---|
# | `variants["MQA"]` as `layer` in section 2 | similar ratios: the cache saves work in every variant |
# | `layer(x, absorb=False)[0]` for MLA in section 1 | the same outputs: absorbing $W_{UK}$ is only a reordering |
# | a batch of 32 sequences in section 3 | every number times 32: the cache, not the weights, fills the memory |
# | `-256:` and `x[-257:]` in section 4 | a smaller error: the more is kept, the nearer to the truth |
#
# **Cards:** [[KV_Cache]] · [[Multi-Head_Attention_Variants]] · [[Grouped_Query_Attention_GQA]] · [[Multi-Query_Attention_MQA]] · [[MLA]] · [[Attention_Complexity]]
