// What the dialog says.

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

export interface Words {
  title: string;
  intro: string;
  close: string;
  keep: (bytes: number) => string;
  python: (bytes: number) => string;
  remove: string;
  kept: (count: number, bytes: number) => string;
  progress: (count: number, total: number, bytes: number, all: number) => string;
  pages: string;
  all: string;
  failed: string;
  none: string;
}

export const WORDS: Record<"en" | "zh", Words> = {
  en: {
    title: "Read offline",
    intro:
      "Pages that you have opened open again without a network. Here you can keep all of them, with search and review, in this browser.",
    close: "Close",
    keep: (bytes) => `Keep all pages (${megabytes(bytes)})`,
    python: (bytes) => `and Python with NumPy, to run code (${megabytes(bytes)} more)`,
    remove: "Remove what is kept",
    kept: (count, bytes) => `Kept so far: ${count} files, ${megabytes(bytes)}.`,
    progress: (count, total, bytes, all) => `${count} of ${total} files, ${megabytes(bytes)} of ${megabytes(all)}`,
    pages: "All pages are kept: reading, search and review work without a network.",
    all: "Everything is kept, Python too: the site works without a network.",
    failed: "Not everything could be fetched. What is there stays; try again for the rest.",
    none: "This browser keeps nothing here: it needs https, and a window that is not private.",
  },
  zh: {
    title: "离线阅读",
    intro: "打开过的页面，没有网络也能再打开。在这里可以把整个站点连同搜索和复习都存进这个浏览器。",
    close: "关闭",
    keep: (bytes) => `保存全部页面（${megabytes(bytes)}）`,
    python: (bytes) => `连同运行代码用的 Python 和 NumPy（另需 ${megabytes(bytes)}）`,
    remove: "清除已保存的内容",
    kept: (count, bytes) => `已保存 ${count} 个文件，${megabytes(bytes)}。`,
    progress: (count, total, bytes, all) => `已取 ${count} / ${total} 个文件，${megabytes(bytes)} / ${megabytes(all)}`,
    pages: "全部页面已保存：没有网络也能阅读、搜索和复习。",
    all: "全部内容已保存，包括 Python：没有网络也能使用本站。",
    failed: "有些内容没有取到。已取到的会保留，其余请再试一次。",
    none: "这个浏览器在这里存不了东西：需要 https，且不是无痕窗口。",
  },
};
