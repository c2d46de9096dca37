# ---
# title: "实验 7：KV 缓存怎样增长"
# minutes: 11
# prerequisites: ["[[Multi-Head_Attention_Variants]]", "[[Causal_Mask]]"]
# ---

# %% [markdown]
# # 🧪 实验 7：KV 缓存怎样增长
#
# **目的。** 看到 KV 缓存除了计算量什么也不改变；测量它省下多少时间，又在 MHA、GQA、MQA、MLA 里各占多少内存。
#
# **时间。** 阅读、预测加运行共 11 分钟；代码本身只跑几秒。
#
# **你会看到**
#
# - 四种变体里，带缓存的解码都与完整计算相等
# - 有缓存与没有缓存时每个词元的用时，以及随长度增大的倍数
# - 在真实数组上数出来的每词元内存，和已发布模型的吉字节数
# - 把旧词元从缓存里丢掉，会失去什么

# %%
import time

import matplotlib.pyplot as plt
import numpy as np

from snippets.multi_head_attention_variants import attention_variants, layer_cost, named_shapes

# Matplotlib 自带的字体没有汉字：用下面第一个已安装的字体。
fonts = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "DejaVu Sans"]
plt.rcParams["font.sans-serif"] = fonts

rng = np.random.default_rng(0)
variants = attention_variants(rng, C=64, H=8)  # GQA 有两个 key 头，MLA 的秩是 16 + 4
x = rng.standard_normal((512, 64))  # 512 个 token，一个一个到来
print(", ".join(variants), "——都这样调用：layer(x, cache) -> output, cache")

# %% [markdown]
# ## 1. 除了计算量，什么都不变
#
# 在因果掩码下，旧词元的 key 和 value 永远不变，所以可以留着。于是每一步只需要最新的词元和缓存。
#
# **预测。** 把 512 个词元一个一个喂进去，每次带上前面所有词元的缓存。结果与一次算完相差多远？每种变体为每个词元各留多少个数？

# %% tags=["predict"]
def decode(layer, x):
    """一次一个 token。  (T, C) -> 输出 (T, C)，以及每个 token 之后缓存的大小。"""
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
    print(f"{name}：输出相同 {same}，每个 token 留 {kept[name]:.0f} 个数")
    assert same and np.all(np.diff(numbers) == kept[name])  # 每来一个 token 都增加同样多

assert kept == {"MHA": 2 * 64, "GQA": 2 * 2 * 8, "MQA": 2 * 8, "MLA": 16 + 4}

# %% [markdown]
# MHA 为 8 个头各留一个宽 8 的 key 和 value；GQA 留 2 个头的，MQA 只留 1 个头的。MLA 留一个压缩过的向量和一个小小的旋转键，所有头的 key 和 value 都由它们算出。注意大小顺序：在这个尺寸下，MQA 留得比 MLA *还少*。MLA 的长处是在很小的缓存下保住质量，不是缓存最小。
#
# ## 2. 缓存省下什么
#
# **预测。** 文本从 32 个词元长到 512 个，有缓存和没有缓存时，生成一个词元各要多久？两个时间各增大几倍？最后相差几倍？

# %% tags=["volatile"]
def fastest(function, repeats=5):
    """多次运行中最快一次的秒数：受干扰最小的那次。"""
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
    assert len(whole) == S * len(step) and np.allclose(step, whole[-1:])  # 结果相同，只算一行，而不是 S 行

figure, ax = plt.subplots(figsize=(6, 3.2), layout="constrained")
ax.loglog(lengths, [1e3 * seconds for seconds in anew], "o-", label="没有缓存")
ax.loglog(lengths, [1e3 * seconds for seconds in cached], "o-", label="有缓存")
ax.set_xticks(lengths, [str(S) for S in lengths])
ax.minorticks_off()
ax.set_xlabel("已有的 token 数")
ax.set_ylabel("生成下一个 token 的毫秒数")
ax.legend(frameon=False)
plt.show()
ratios = [slow / fast for slow, fast in zip(anew, cached, strict=True)]
print(f"没有 / 有：32 个 token 时 {ratios[0]:.0f} 倍，512 个时 {ratios[-1]:.0f} 倍")

# %% [markdown]
# 没有缓存，一步要 $O(S^2 C + S C^2)$；有缓存，只要 $O(S C + C^2)$：省下了整整一个因子 $S$。剩下的部分仍随 $S$ 增长，因为最新的 query 还是要看遍每个旧的 key。
#
# ## 3. 缓存要花多少
#
# 每词元的字节数 = 层数 × 每层的数 × 每个数的字节数。下面按已发布的形状、16 位来算：
#
# **预测。** Llama 2 7B 用 MHA，Llama 3 8B 用 GQA（32 个头只留 8 个）。一条 131,072 个词元的序列，各要多少吉字节？DeepSeek-V3 的层数几乎是它们的两倍、头数是四倍，又要多少？

# %%
tokens = 2.0 ** np.arange(10, 18)  # 1,024 到 131,072
chosen = ("Llama 2 7B", "Llama 3 8B", "DeepSeek-V3", "MiniMind 8/2")
figure, ax = plt.subplots(figsize=(6, 3.6), layout="constrained")
bytes_per_token = {}
for name in chosen:
    shape = named_shapes()[name]
    bytes_per_token[name] = shape.layers * layer_cost(shape, S=1)["cache"] * 2
    ax.loglog(tokens, bytes_per_token[name] * tokens / 2**30, "o-", markersize=3, label=name)
ax.set_xticks(tokens, [f"{int(t) // 1024}k" for t in tokens])
ax.minorticks_off()
ax.set_xlabel("上下文的 token 数")
ax.set_ylabel("一条序列的缓存（GiB）")
ax.legend(frameon=False, fontsize=8)
plt.show()

for name, size in bytes_per_token.items():
    long = size * 131_072 / 2**30
    print(f"{name:12}  每 token {size / 1024:5.1f} KiB，131,072 个时 {long:4.1f} GiB")
assert bytes_per_token["Llama 2 7B"] == 4 * bytes_per_token["Llama 3 8B"]  # 32 个头对 8 个头
assert bytes_per_token["DeepSeek-V3"] < bytes_per_token["Llama 3 8B"]

# %% [markdown]
# 这些曲线是按公布的形状算出来的，不是测出来的；其中有的模型也没有训练到这么长的上下文。每条线的斜率都是 1：缓存总是线性增长，换一种变体只是把线往下移。
#
# ## 4. 丢掉旧词元
#
# 要给缓存封顶，最便宜的办法是只留最近的 64 个词元。
#
# **预测。** 下一个输出还一样吗？如果不一样，它是否恰好等于另一种说得清楚的计算？

# %% tags=["predict"]
full, cache = layer(x[:-1])
exact, _ = layer(x[-1:], cache)
recent = tuple(part[..., -64:, :] for part in cache)  # 511 个 key 和 value 里的 64 个
dropped, _ = layer(x[-1:], recent)
window, _ = layer(x[-65:])  # 就当文本是从 64 个 token 之前才开始的

error = np.linalg.norm(dropped - exact) / np.linalg.norm(exact)
print(f"输出的相对变化：{error:.1f}")
print(f"等于只看最后 65 个 token 的注意力：{np.allclose(dropped, window[-1:])}")

assert error > 0.1  # 不一样
assert np.allclose(dropped, window[-1:])  # 但在单层里恰好就是窗口注意力

# %% [markdown]
# ## 结论
#
# | 问题 | 测量结果 |
# |---|---|
# | 带缓存的解码精确吗？ | 精确，误差低于 $10^{-12}$，MHA、GQA、MQA、MLA 都是 |
# | 这里每词元留多少个数 | MHA 128，GQA 32，MLA 20，MQA 16 |
# | 每词元用时，没有缓存比有缓存 | 倍数随长度增大 |
# | 内存的增长 | 对词元数是线性的：Llama 2 7B 在 131,072 个时要 64 GiB，用 GQA 只要四分之一 |
# | 丢掉旧词元 | 成了另一个模型：窗口注意力 |
#
# ## 自己动手
#
# | 改动 | 预期 |
# |---|---|
# | 第 2 节用 `variants["MQA"]` 作 `layer` | 倍数差不多：哪种变体里缓存都省计算 |
# | 第 1 节对 MLA 用 `layer(x, absorb=False)[0]` | 输出相同：吸收 $W_{UK}$ 只是换了计算次序 |
# | 第 3 节一批放 32 条序列 | 每个数都乘 32：占满内存的是缓存，不是权重 |
# | 第 4 节改成 `-256:` 和 `x[-257:]` | 误差变小：留得越多，离真值越近 |
#
# **卡片：** [[KV_Cache]] · [[Multi-Head_Attention_Variants]] · [[Grouped_Query_Attention_GQA]] · [[Multi-Query_Attention_MQA]] · [[MLA]] · [[Attention_Complexity]]
