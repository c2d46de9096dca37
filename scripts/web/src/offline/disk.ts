// A site that was opened from a disk: browsers allow less there, and a folder has no first page.

const TEXT = {
  en: "Opened from a disk: reading and search work. To run code, practise and review, serve the folder, for example with",
  zh: "从磁盘打开：可以阅读和搜索。要运行代码、练习和复习，请用服务器打开这个文件夹，例如",
} as const;
const COMMAND = "python -m http.server";

export function fromDisk(): void {
  document.addEventListener("click", (event) => lead(event.target as Element), true);
  document.addEventListener("auxclick", (event) => lead(event.target as Element), true);
  document.addEventListener("focusin", (event) => lead(event.target as Element), true);
  if (!document.querySelector("[data-study], [data-practice], .zx-tested[data-block], .zx-explore")) return;
  const note = document.createElement("p");
  note.className = "zx-from-disk";
  const command = document.createElement("code");
  command.textContent = COMMAND;
  note.append(TEXT[document.documentElement.lang.startsWith("zh") ? "zh" : "en"], " ", command);
  document.querySelector("article")?.prepend(note);
}

/** A link to a folder leads to the first page in it. */
function lead(target: Element): void {
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
}
