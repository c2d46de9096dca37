// What the figure says, in both languages.
import type { Both } from "../../panel";
import type { StageName } from "../../twin/tiny_gpt/stages";

export const EXAMPLES = {
  en: ["The mask hides the f", "qzvk qzvk qz", "4 5 6 7 8 9"],
  zh: ["春眠不觉晓，", "灯书月 灯书月 灯", "三、四、五、"],
};

export const STAGES: Record<StageName, Both> = {
  token: ["row of the token table E", "词元表 E 的一行"],
  place: ["row of the position table P", "位置表 P 的一行"],
  input: ["their sum: the stream x", "两者之和：残差流 x"],
  norm1: ["LayerNorm before attention", "注意力之前的 LayerNorm"],
  q: ["query q", "查询 q"],
  k: ["key k", "键 k"],
  v: ["value v", "值 v"],
  scores: ["scores q·k/√D with the positions up to this one", "与截至此处的各位置的分数 q·k/√D"],
  weights: ["softmax of the scores: attention weights", "分数的 softmax：注意力权重"],
  heads: ["mean of the values by these weights", "按权重求值的平均"],
  attention: ["all heads side by side, times W_O", "各头拼接，再乘 W_O"],
  middle: ["stream + attention", "残差流 + 注意力"],
  norm2: ["LayerNorm before the FFN", "FFN 之前的 LayerNorm"],
  hidden: ["first matrix of the FFN", "FFN 的第一个矩阵"],
  active: ["GELU", "GELU"],
  ffn: ["second matrix of the FFN", "FFN 的第二个矩阵"],
  output: ["stream + FFN", "残差流 + FFN"],
  last: ["last LayerNorm", "最后的 LayerNorm"],
  logits: ["times the token table: logits", "乘词元表：logits"],
  probabilities: ["softmax of the logits: probabilities", "logits 的 softmax：概率"],
};

/** A character as it can be seen: a space and the line break that starts a text are not. */
export const seen = (letter: string): string => ({ " ": "␣", "\n": "⏎" })[letter] ?? letter;

/** What the reader types for a line break. */
export const unseen = (text: string): string => text.replaceAll("⏎", "\n");
