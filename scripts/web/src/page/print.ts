// A card on paper, its answers shown or hidden. The browser's own command hides them, unless the address says ?print=answers.

const ANSWERS = "details.question, details.quiz";

export function startPrint(): void {
  if (!document.querySelector(`${ANSWERS}, .quiz`)) return;
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

  document.querySelectorAll(".zx-header > .zx-print > button:not([class])").forEach((button, number) => {
    button.addEventListener("click", () => {
      answers = number === 1;
      print();
    });
  });
  // The questions of its category, made for paper.
  const sheet = document.querySelector<HTMLMetaElement>('meta[name="zx-sheet"]')?.content;
  const link = document.querySelector<HTMLAnchorElement>(".zx-header > .zx-print > a");
  if (sheet && link) link.href = sheet;
}
