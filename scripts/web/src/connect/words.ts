// What this room says, in the languages of the site.

const EN = {
  preview: "Preview",
  pin: "Pin",
  pinned: "Pinned",
  close: "Close",
  keys: "Alt+↓ moves into it, Escape closes it.",
  shown: (title: string): string => `Preview: ${title}. Alt and the down arrow move into it, Escape closes it.`,
  missing: "No preview: the page could not be fetched or says nothing.",
};

const ZH: typeof EN = {
  preview: "预览",
  pin: "固定",
  pinned: "已固定",
  close: "关闭",
  keys: "Alt+↓ 进入预览，Esc 关闭。",
  shown: (title: string): string => `预览：${title}。按 Alt 加向下键进入，按 Escape 关闭。`,
  missing: "没有预览：页面取不到，或者没有内容。",
};

export type Words = typeof EN;

export function words(): Words {
  return document.documentElement.lang.startsWith("zh") ? ZH : EN;
}
