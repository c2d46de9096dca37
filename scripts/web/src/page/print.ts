// A card on paper, its answers shown or hidden. The browser's own command hides them, unless the address says ?print=answers.

const WORDS = {
  en: { print: "Print", answers: "Print with answers", sheet: "Question sheet" },
  zh: { print: "打印", answers: "打印（含答案）", sheet: "本类题目单" },
};
const ANSWERS = "details.question, details.quiz";

export function startPrint(): void {
  const header = document.querySelector(".zx-header");
  const asked = document.querySelector(`${ANSWERS}, .quiz`);
  if (!header || !asked) return;
  const words = document.documentElement.lang.startsWith("zh") ? WORDS.zh : WORDS.en;
  const always = new URLSearchParams(location.search).get("print") === "answers";
  let answers = always;
  let before: [HTMLDetailsElement, boolean][] = [];

  addEventListener("beforeprint", () => {
    before = [...document.querySelectorAll<HTMLDetailsElement>(ANSWERS)].map((fold) => [fold, fold.open]);
    for (const [fold] of before) fold.open ||= answers; // styles hide what is not wanted, whoever opened it
    document.documentElement.classList.toggle("zx-print-answers", answers);
  });
  addEventListener("afterprint", () => {
    for (const [fold, open] of before) fold.open = open;
    document.documentElement.classList.remove("zx-print-answers");
    answers = always;
  });

  const tools = document.createElement("span");
  tools.className = "zx-print";
  for (const [text, shown] of [
    [words.print, false],
    [words.answers, true],
  ] as const) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => {
      answers = shown;
      print();
    });
    tools.append(button);
  }
  const sheet = document.querySelector<HTMLMetaElement>('meta[name="zx-sheet"]')?.content;
  if (sheet) {
    const link = document.createElement("a"); // the questions of its category, made for paper
    link.href = sheet;
    link.textContent = words.sheet;
    tools.append(link);
  }
  header.append(tools);
}
