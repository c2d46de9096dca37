// What a decoding step keeps and reads.
import { bars } from "../chart";
import MODELS from "../data/models.json";
import { num, type Panel } from "../panel";
import { stepCost } from "../twin/cost";

const NAMES = (Object.keys(MODELS) as (keyof typeof MODELS)[]).filter((name) => MODELS[name].weights > 0);
const MEMORY = 80e9;

export function draw(panel: Panel): void {
  panel.title(["KV-cache calculator", "KV 缓存计算器"]);
  const model = panel.choice(
    ["model", "模型"],
    NAMES.map((name) => [name, [name, name]] as const),
    "Llama 3 8B",
  );
  const power = (value: number) => num(2 ** value);
  const tokens = panel.slider(["tokens in each sequence", "每条序列的词元数"], {
    min: 7,
    max: 17,
    value: 13,
    show: power,
  });
  const sequences = panel.slider(["sequences", "序列数"], { min: 0, max: 9, value: 3, show: power });
  const width = panel.choice(
    ["bytes per number", "每个数的字节"],
    [
      ["2", ["2 (bfloat16)", "2（bfloat16）"]],
      ["1", ["1 (8 bits)", "1（8 位）"]],
      ["4", ["4 (float32)", "4（float32）"]],
    ],
    "2",
  );
  const picture = panel.picture();
  panel.draws((across) => {
    const shape = MODELS[model()];
    const [S, B, each] = [2 ** tokens(), 2 ** sequences(), Number(width())];
    const cost = stepCost(shape.weights, shape, S, B, 1, each);
    const stored = each * shape.stored;
    const total = stored + cost.cache_bytes;
    const read = cost.weight_bytes + cost.cache_bytes;
    const gb = (count: number) => `${num(count / 1e9, 2)} GB`;
    const list = [
      { label: panel.say(["weights", "权重"]), value: stored, text: gb(stored), ink: "c" },
      { label: panel.say(["cache", "缓存"]), value: cost.cache_bytes, text: gb(cost.cache_bytes), ink: "a" },
      {
        label: panel.say(["together", "合计"]),
        value: total,
        text: gb(total),
        ink: total > MEMORY ? "b" : "d",
        mark: MEMORY,
      },
    ] as const;
    picture.clear(across, 4 + 3 * 22 + 4);
    bars(picture, list, across, Math.max(total, MEMORY));
    const perToken = stepCost(0, shape, 1, 1, 1, each).cache_bytes;
    const intensity = cost.flops / read;
    panel.tell([
      `${num(perToken)} bytes per token: ${num(B)} sequences of ${num(S)} tokens keep ${gb(cost.cache_bytes)}, with the weights ${gb(total)} ${total > MEMORY ? "(more than the 80 GB marked by the line)" : "(the line: 80 GB)"}. One decoding step reads ${gb(read)} and does ${num(intensity, 1)} FLOPs per byte.`,
      `每词元 ${num(perToken)} 字节：${num(B)} 条各 ${num(S)} 个词元的序列占 ${gb(cost.cache_bytes)}，加上权重共 ${gb(total)}${total > MEMORY ? "（超过竖线标出的 80 GB）" : "（竖线：80 GB）"}。每解码一步读取 ${gb(read)}，每字节 ${num(intensity, 1)} 次浮点运算。`,
    ]);
    panel.values(
      [panel.say(["number", "数量"]), panel.say(["per step", "每步"])],
      [
        [panel.say(["bytes of weights", "权重字节"]), num(cost.weight_bytes)],
        [panel.say(["bytes of cache", "缓存字节"]), num(cost.cache_bytes)],
        ["FLOPs", num(cost.flops)],
        ["FLOP / byte", num(intensity, 6)],
      ],
    );
  });
}
