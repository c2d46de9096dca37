// A look inside a whole model: a reader's text, and everything that a small GPT computes for it.
import { num, type Panel } from "../panel";
import { row, softmax } from "../twin/tiny_gpt/forward";
import { inLayer, ofHead, stages } from "../twin/tiny_gpt/stages";
import { readModel } from "../twin/tiny_gpt/weights";
import file from "../twin/tiny_gpt/weights.bin";
import { button, Choice, group, line, Slider, TextField, Tokens } from "./tiny_gpt/controls";
import { type Cells, drawCells, drawGuesses, drawStream, walkable } from "./tiny_gpt/drawings";
import { Reading } from "./tiny_gpt/reading";
import { EXAMPLES, STAGES, seen } from "./tiny_gpt/words";

const SHOWN = 6; // guesses as bars
const WIDEST = 22; // of a cell

export async function draw(panel: Panel): Promise<void> {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new TypeError(`${answer.status}: ${answer.url}`); // as if there were no network
  const model = readModel(await answer.arrayBuffer());
  const steps = stages(model.blocks.length);
  const start = EXAMPLES[panel.zh ? "zh" : "en"][0]!;
  let reading = new Reading(model, start);
  // What is chosen; `key` and `number` are where the two cursors stand.
  const now = { position: reading.length - 1, layer: 0, head: 0, step: 0, key: 0, number: 0 };

  const place = (t: number) => panel.say([`${t}: "${reading.letter(t)}"`, `${t}：“${reading.letter(t)}”`]);
  const stepName = (at: number) => {
    const { name, layer } = steps[at]!;
    if (layer === undefined) return panel.say(STAGES[name]);
    const head = ofHead(name);
    return panel.say([
      `layer ${layer + 1}${head ? `, head ${now.head + 1}` : ""}: ${STAGES[name][0]}`,
      `第 ${layer + 1} 层${head ? `第 ${now.head + 1} 头` : ""}：${STAGES[name][1]}`,
    ]);
  };

  panel.title(["Look inside a small GPT: type a text", "看看小 GPT 的内部：输入一段文字"]);
  const field = new TextField(panel.say(["text", "文字"]), start);
  const missing = line();
  const type = (text: string) => {
    field.input.value = text;
    panel.redraw();
  };
  const examples = [...EXAMPLES[panel.zh ? "zh" : "en"], ...EXAMPLES[panel.zh ? "en" : "zh"]];
  const offered = group(
    panel.say(["examples", "例子"]),
    examples.map((text) => button(text, () => type(text))),
  );
  const tokens = new Tokens((t) => {
    now.position = t;
    panel.redraw();
  });
  const position = new Slider(panel.say(["position", "位置"]), place);
  for (const element of [field.element, missing, offered, tokens.element, position.element]) panel.place(element);
  const temperature = panel.slider(["temperature τ", "温度 τ"], {
    min: -3,
    max: 2,
    step: 0.25,
    value: 0,
    show: (power) => num(2 ** power, 2),
  });
  const next = () => softmax(row(reading.trace.logits, reading.length - 1), 2 ** temperature());
  const likely = () => type(field.input.value + reading.best(next(), 1)[0]!.letter);
  const sample = () => type(field.input.value + seen(model.letters[reading.draw(next(), Math.random())]!));
  panel.place(
    group(panel.say(["write on", "续写"]), [
      button(panel.say(["append the most likely", "添上最可能的字"]), likely),
      button(panel.say(["append a sample", "按概率抽一个添上"]), sample),
    ]),
  );

  const guesses = panel.picture();
  const stream = panel.picture();
  const layer = new Choice(panel.say(["attention: layer", "注意力：层"]), model.blocks.length);
  const head = new Choice(panel.say(["head", "头"]), model.heads);
  const matrix = panel.picture();
  const matrixSaid = line();
  const shape = "zx-explore-controls";
  matrix.svg.before(group(panel.say(["attention", "注意力"]), [layer.element, head.element], shape));
  matrix.svg.after(matrixSaid);
  const step = new Slider(panel.say(["computation, step", "计算步骤"]), (at) => `${at + 1} / ${steps.length}`);
  const stepSaid = line();
  const vector = panel.picture();
  const vectorSaid = line();
  vector.svg.before(group(panel.say(["steps", "步骤"]), [step.element], shape), stepSaid);
  vector.svg.after(vectorSaid);

  /** Attention of the chosen head: queries down, keys across. */
  function attention(): Cells {
    const weights = reading.trace.layers[now.layer]!.weights[now.head]!;
    return {
      rows: weights.rows,
      cols: weights.cols,
      value: (t, s) => (s < 0 || s > t || t >= weights.rows ? undefined : row(weights, t)[s]),
      rowName: (t) => reading.letter(t),
      colName: (s) => reading.letter(s),
      cursor: [now.position, now.key],
    };
  }

  /** The numbers of the chosen step, in lines. */
  function numbers(): Cells {
    const values = reading.values(steps[now.step]!, now.head, now.position);
    const cols = Math.min(values.length, 24);
    return {
      rows: Math.ceil(values.length / cols),
      cols,
      value: (r, c) => (c < 0 || c >= cols ? undefined : values[r * cols + c]),
      inside: (r, c) => reading.name(steps[now.step]!, r * cols + c),
      cursor: [Math.floor(now.number / cols), now.number % cols],
    };
  }

  walkable(matrix, WIDEST, attention, (t, s) => {
    [now.position, now.key] = [t, s];
    panel.redraw();
  });
  walkable(vector, WIDEST, numbers, (r, c) => {
    now.number = r * numbers().cols + c;
    panel.redraw();
  });

  /** Take over what the reader has moved; a cursor that would stand outside goes to the end. */
  function update(): void {
    if (field.input.value !== reading.text) {
      reading = new Reading(model, field.input.value);
      now.position = reading.length - 1;
      now.key = now.position;
      tokens.fill(Array.from({ length: reading.length }, (_, t) => reading.letter(t)));
    }
    if (layer.value !== now.layer) now.step = inLayer(steps, now.step, layer.value);
    now.layer = steps[now.step]!.layer ?? layer.value;
    now.head = head.value;
    now.key = Math.min(now.key, now.position);
    now.number = Math.min(now.number, reading.values(steps[now.step]!, now.head, now.position).length - 1);
  }

  panel.draws((width) => {
    update();
    position.set(now.position, reading.length - 1);
    layer.set(now.layer);
    step.set(now.step, steps.length - 1);
    tokens.choose(now.position);
    missing.textContent = reading.unknown.length
      ? panel.say([
          `Not in the vocabulary, left out: ${reading.unknown.join(" ")}`,
          `词表里没有、被略去的字：${reading.unknown.join(" ")}`,
        ])
      : "";
    const p = softmax(row(reading.trace.logits, now.position), 2 ** temperature());
    const top = reading.best(p, SHOWN);
    const at = place(now.position);
    drawGuesses(guesses, panel.say([`next character after position ${at}`, `位置 ${at} 之后的下一个字`]), top, width);
    const said = panel.say(["length of the stream ‖x‖", "残差流的长度 ‖x‖"]);
    const ended = panel.say(["says, if it ended here", "若到此为止会说"]);
    drawStream(stream, [said, ended], reading.stations(now.position, panel), width);
    drawCells(matrix, attention(), Math.min(width, 460), WIDEST);
    const weight = row(reading.trace.layers[now.layer]!.weights[now.head]!, now.position)[now.key]!;
    matrixSaid.textContent = panel.say([
      `Layer ${now.layer + 1}, head ${now.head + 1}: position ${at} reads position ${place(now.key)} with weight ${num(weight, 6)}.`,
      `第 ${now.layer + 1} 层第 ${now.head + 1} 头：位置 ${at} 读位置 ${place(now.key)}，权重 ${num(weight, 6)}。`,
    ]);
    stepSaid.textContent = stepName(now.step);
    drawCells(vector, numbers(), width, WIDEST);
    const values = reading.values(steps[now.step]!, now.head, now.position);
    const name = (i: number) => reading.name(steps[now.step]!, i) || String(i);
    vectorSaid.textContent = panel.say([
      `${values.length} numbers; under the cursor, ${name(now.number)}: ${num(values[now.number]!, 6)}`,
      `共 ${values.length} 个数；光标处 ${name(now.number)}：${num(values[now.number]!, 6)}`,
    ]);
    const [first, second] = top.map(({ letter, p }) => `${panel.say([`"${letter}"`, `“${letter}”`])} ${num(p, 4)}`);
    const found = `${now.step + 1}/${steps.length}`;
    panel.tell([
      `After position ${at} the most likely character is ${first}, then ${second} (τ = ${num(2 ** temperature(), 2)}). Step ${found}, ${stepName(now.step)}.`,
      `位置 ${at} 之后最可能的字是 ${first}，其次是 ${second}（τ = ${num(2 ** temperature(), 2)}）。步骤 ${found}，${stepName(now.step)}。`,
    ]);
    panel.values(
      [panel.say(["number", "编号"]), stepName(now.step)],
      Array.from(values, (value, i) => [name(i), num(value, 6)]),
    );
  });
  for (const [control, take] of [
    [position, () => (now.position = position.value)],
    [step, () => (now.step = step.value)],
  ] as const)
    control.element.addEventListener("input", take);
  tokens.fill(Array.from({ length: reading.length }, (_, t) => reading.letter(t)));
}
