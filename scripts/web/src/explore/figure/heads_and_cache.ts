// MHA → GQA → MQA → MLA in the shape of a published model: the cache that each would keep.
import { bars } from "../chart";
import MODELS from "../data/models.json";
import { bytes, num, type Panel } from "../panel";
import { layerNumbers, type Shape, stepCost } from "../twin/cost";

const NAMES = Object.keys(MODELS) as (keyof typeof MODELS)[];
const LATENT = MODELS["DeepSeek-V3"];

export function draw(panel: Panel): void {
  panel.title(["Head counts against cache bytes", "头数与缓存字节数"]);
  const model = panel.choice(
    ["model", "模型"],
    NAMES.map((name) => [name, [name, name]] as const),
    "Llama 3 8B",
  );
  const tokens = panel.slider(["tokens of context", "上下文词元数"], {
    min: 8,
    max: 17,
    value: 13,
    show: (power) => num(2 ** power),
  });
  const groups = panel.slider(["GQA: query heads per key head", "GQA：每个键头对应的查询头"], {
    min: 0,
    max: 6,
    value: 2,
    show: (power) => String(2 ** power),
  });
  const picture = panel.picture();
  panel.draws((width) => {
    const published: Shape = MODELS[model()];
    const { H } = published;
    const G = Math.max(Math.floor(H / 2 ** groups()), 1);
    const as = (change: Partial<Shape>): Shape => ({ ...published, R: 0, q_rank: 0, kv_rank: 0, ...change });
    const latent = { G: 0, R: LATENT.R, q_rank: LATENT.q_rank, kv_rank: LATENT.kv_rank };
    const variants: [string, Shape][] = [
      [`MHA, ${H}`, as({ G: H })],
      [`GQA, ${G}`, as({ G })],
      ["MQA, 1", as({ G: 1 })],
      ["MLA", as(latent)],
    ];
    const S = 2 ** tokens();
    const cache = (shape: Shape) => stepCost(0, shape, S, 1, 1, 2).cache_bytes;
    const own = cache(published);
    const most = Math.max(...variants.map(([, shape]) => cache(shape)));
    const list = variants.map(([label, shape]) => {
      const value = cache(shape);
      return { label, value, text: bytes(value), ink: value === own ? "b" : "a" } as const;
    });
    picture.clear(width, bars(picture, [], width, most) + 4 * 22 + 4);
    bars(picture, list, width, most);
    const each = layerNumbers(published);
    const said = list.map(({ label, text }) => `${label}: ${text}`).join("; ");
    panel.tell([
      `${num(S)} tokens in the shape of ${model()} (${published.layers} layers, ${H} heads of ${published.D}, 16 bits): ${said}. As published it keeps ${num(each.cache)} numbers per token and layer, ${bytes(own)} in all.`,
      `${num(S)} 个词元，按 ${model()} 的形状（${published.layers} 层、${H} 个宽 ${published.D} 的头、16 位）：${said}。公开的配置每词元每层保留 ${num(each.cache)} 个数，共 ${bytes(own)}。`,
    ]);
    panel.values(
      [
        panel.say(["model as published", "公开的模型"]),
        panel.say(["numbers per token and layer", "每词元每层的数"]),
        panel.say([`bytes at ${num(S)} tokens`, `${num(S)} 个词元的字节数`]),
      ],
      NAMES.map((name) => [name, num(layerNumbers(MODELS[name]).cache), num(cache(MODELS[name]))]),
    );
  });
}
