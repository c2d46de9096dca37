// Where a number comes from: said beside it, and listed for all numbers of the page.
import { numberAt, placeOf, rangeOf, type Standing } from "./number_at";

type Witness = [kind: number, what: string, line: number];
type Numbers = Record<string, Record<string, Witness[]>>;

const EN = {
  title: "Where the numbers of this page come from",
  close: "Close",
  kinds: ["line {} of this card", "cited: ", "as in the English card", "given: "],
  start: "Before the first section",
  none: "This list could not be fetched.",
};
const ZH: typeof EN = {
  title: "本页数字的出处",
  close: "关闭",
  kinds: ["英文卡片第 {} 行", "引自：", "与英文卡片相同", "直接给出："],
  start: "第一节之前",
  none: "无法取得这份列表。",
};
const REASONS: Record<string, string> = {
  stated: "正文陈述，未由代码计算",
  date: "日期",
  "place in a source": "文献中的位置",
  "in a formula": "公式中的数",
  "in an example": "示例中的数",
};

const kept = new Map<string, Promise<Numbers>>();
let tip: HTMLElement | null = null;

function words(): typeof EN {
  return document.documentElement.lang.startsWith("zh") ? ZH : EN;
}

function fetched(assets: string, header: HTMLElement): Promise<Numbers> {
  const address = new URL(`numbers/${header.dataset.numbers}.json`, assets).href;
  let file = kept.get(address);
  if (!file) {
    file = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json() as Promise<Numbers>;
    });
    file.catch(() => kept.delete(address));
    kept.set(address, file);
  }
  return file;
}

let styled: Promise<void> | undefined;

/** Boxes are measured where they stand, so their look comes first. */
function lendStyle(assets: string): Promise<void> {
  styled ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("numbers.css", assets).href;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
  return styled;
}

/** What a witness says, as text and, of code, its line. */
function shown([kind, what, line]: Witness): DocumentFragment {
  const say = words();
  const out = document.createDocumentFragment();
  if (kind === 0) {
    const code = document.createElement("code");
    code.textContent = what;
    out.append(say.kinds[0]!.replace("{}", String(line)), code);
  } else {
    const isChinese = say === ZH;
    out.append(say.kinds[kind]! + (kind === 3 && isChinese ? (REASONS[what] ?? what) : what));
  }
  return out;
}

/** Say where the number under a point comes from; what was said before goes. */
export async function tell(assets: string, header: HTMLElement, x: number, y: number): Promise<void> {
  const number = numberAt(x, y);
  hide();
  if (!number) return;
  const [file] = await Promise.all([fetched(assets, header).catch(() => null), lendStyle(assets)]);
  const { anchor, index } = placeOf(number);
  const all = file?.[anchor]?.[number.digits];
  const witness = all?.[Math.min(index, all.length - 1)];
  if (witness) show(number, witness);
}

function show(number: Standing, witness: Witness): void {
  hide();
  const range = rangeOf(number);
  const box = range.getBoundingClientRect();
  tip = document.createElement("div");
  tip.className = "zx-number-tip";
  tip.setAttribute("role", "status");
  tip.append(shown(witness));
  document.body.append(tip);
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  const above = box.top - height - 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : box.bottom + 6}px`;
  if ("highlights" in CSS) CSS.highlights.set("zx-number", new Highlight(range));
  for (const [name, options] of [
    ["scroll", { once: true, capture: true }],
    ["keydown", { once: true }],
    ["pointerdown", { once: true }],
  ] as const)
    addEventListener(name, hide, options);
}

function hide(): void {
  tip?.remove();
  tip = null;
  if ("highlights" in CSS) CSS.highlights.delete("zx-number");
}

/** All numbers of the page in a dialog, section by section. */
export async function listNumbers(assets: string, header: HTMLElement): Promise<void> {
  const say = words();
  const dialog = document.createElement("dialog");
  dialog.className = "zx-numbers";
  dialog.setAttribute("aria-label", say.title);
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = say.close;
  close.addEventListener("click", () => dialog.close());
  const title = document.createElement("h2");
  title.textContent = say.title;
  dialog.append(close, title);
  dialog.addEventListener("close", () => dialog.remove());
  const [file] = await Promise.all([fetched(assets, header).catch(() => null), lendStyle(assets)]);
  if (!file) dialog.append(say.none);
  for (const [anchor, numbers] of Object.entries(file ?? {})) {
    const heading = document.createElement("h3");
    heading.textContent = document.getElementById(anchor)?.firstChild?.textContent?.trim() || say.start;
    const list = document.createElement("dl");
    for (const [digits, witnesses] of Object.entries(numbers)) {
      const seen = new Set<string>();
      for (const witness of witnesses) {
        const key = witness.join();
        if (seen.has(key)) continue;
        seen.add(key);
        const term = document.createElement("dt");
        const said = document.createElement("dd");
        term.textContent = digits;
        said.append(shown(witness));
        list.append(term, said);
      }
    }
    dialog.append(heading, list);
  }
  document.body.append(dialog);
  dialog.showModal();
}
