// Whether a training step fits on a GPU, and what has to shrink until it does.
import { bars } from "../chart";
import DATA from "../data/training_memory.json";
import { type Both, num, type Panel } from "../panel";
import { parameters, rankState, trainingBytes } from "../twin/memory";

const MEMORY = 80e9;
const CHUNK = 2048;
type Recipe = keyof typeof DATA.recipes;
const RECIPES: Partial<Record<Recipe, Both>> = {
  master: ["bfloat16 + master copy", "bfloat16 加主权重"],
  "float32 gradients": ["+ float32 gradients", "加 float32 梯度"],
  autocast: ["autocast", "autocast"],
  float32: ["float32", "float32"],
  "8-bit Adam": ["8-bit Adam", "8 位 Adam"],
  bfloat16: ["bfloat16 alone", "纯 bfloat16"],
};
const STAGES: readonly Both[] = [
  ["0: nothing", "0：不分片"],
  ["1: optimizer", "1：优化器"],
  ["2: + gradients", "2：加梯度"],
  ["3: + weights", "3：加权重"],
];
const short = (value: number) => String(Number(value.toFixed(2)));
const gigabytes = (count: number) => `${num(count / 1e9, count < 1e10 ? 2 : 1)} GB`;

export function draw(panel: Panel): void {
  panel.title(["Does the training step fit on a GPU?", "这一步训练装得进一块 GPU 吗？"]);
  const names = Object.keys(DATA.models) as (keyof typeof DATA.models)[];
  const model = panel.choice(
    ["model", "模型"],
    names.map((name) => [name, [name, name]] as const),
    "Llama 3 8B",
  );
  const recipe = panel.choice(["recipe", "配方"], Object.entries(RECIPES) as [Recipe, Both][], "master");
  const stage = panel.choice(
    ["ZeRO shards", "ZeRO 分片"],
    STAGES.map((text, at) => [String(at), text] as const),
    "0",
  );
  const power = (value: number) => num(2 ** value);
  const ranks = panel.slider(["ranks", "rank 数"], { min: 0, max: 10, value: 3, show: power });
  const length = panel.slider(["tokens in a text", "每条文本的词元数"], { min: 9, max: 17, value: 13, show: power });
  const batch = panel.slider(["texts in a micro-batch", "微批次的文本数"], { min: 0, max: 5, value: 0, show: power });
  const full = panel.tick(["a checkpoint at each layer", "每层一个检查点"], false);
  const chunks = panel.tick([`loss in chunks of ${num(CHUNK)}`, `损失按 ${num(CHUNK)} 词元分块`], false);
  const picture = panel.picture();
  panel.draws((width) => {
    const shape = DATA.models[model()];
    const [p, T, B] = [2 ** ranks(), 2 ** length(), 2 ** batch()];
    const bytes = rankState(DATA.recipes[recipe()], p, Number(stage()));
    const step = trainingBytes(shape, B * T, full(), chunks() ? CHUNK : 0, bytes.sum);
    const N = parameters(shape);
    const parts = [
      { ink: "c", label: panel.say(["weights", "权重"]), value: N * bytes.weights },
      { ink: "b", label: panel.say(["gradients", "梯度"]), value: N * bytes.gradients },
      { ink: "a", label: panel.say(["optimizer", "优化器"]), value: N * bytes.optimizer },
      { ink: "d", label: panel.say(["activations", "激活"]), value: step.kept },
      { ink: "quiet", label: panel.say(["peak on top", "其上的峰值"]), value: step.peak },
    ] as const;
    const total = step.state + step.kept + step.peak;
    const together = { label: panel.say(["together", "合计"]), value: total, text: gigabytes(total) };
    const list = [
      { ...together, parts, mark: MEMORY },
      ...parts.map((part) => ({ ...part, text: gigabytes(part.value) })),
    ];
    picture.clear(width, 4 + list.length * 22 + 4);
    bars(picture, list, width, Math.max(total, MEMORY), 4, 80);
    const most = parts.reduce((one, other) => (other.value > one.value ? other : one));
    const [over, left] = [gigabytes(total - MEMORY), gigabytes(MEMORY - total)];
    panel.tell([
      `${model()}, ${num(B)} × ${num(T)} tokens on each of ${num(p)} ranks, ZeRO-${stage()}: ${gigabytes(total)} a rank, ${total > MEMORY ? `${over} more than` : `${left} less than`} the 80 GB at the line. State takes ${short(bytes.sum)} bytes a parameter. Largest part: ${most.label}, ${gigabytes(most.value)}.`,
      `${model()}，${num(p)} 个 rank 各跑 ${num(B)} × ${num(T)} 个词元，ZeRO-${stage()}：每个 rank ${gigabytes(total)}，比竖线处的 80 GB ${total > MEMORY ? `多 ${over}` : `少 ${left}`}。状态每参数 ${short(bytes.sum)} 字节。最大的一项：${most.label}，${gigabytes(most.value)}。`,
    ]);
    panel.values(
      [panel.say(["part", "部分"]), panel.say(["bytes", "字节"])],
      [...parts, together].map(({ label, value }) => [label, num(value)]),
    );
  });
}
