// What the way back to where one stopped says; apart from the other words, since every page carries it.

const EN = { go: "Continue: ", close: "Close", label: "Continue where you were" };
const ZH: typeof EN = { go: "继续阅读：", close: "关闭", label: "从上次停下的地方继续" };

export function words(): typeof EN {
  return document.documentElement.lang.startsWith("zh") ? ZH : EN;
}
