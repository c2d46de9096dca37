// What this room says, in the languages of the site.

const EN = {
  preview: "Preview",
  pin: "Pin",
  pinned: "Pinned",
  close: "Close",
  keys: "Alt+↓ moves into it, Escape closes it.",
  shown: (title: string): string => `Preview: ${title}. Alt and the down arrow move into it, Escape closes it.`,
  missing: "No preview: the page could not be fetched or says nothing.",
  graph: {
    label:
      "Graph of cards. Arrow keys go from card to card, Enter opens one, plus and minus zoom. The list below says the same.",
    keys: "Point at a card to see what it is joined to. Keys: arrows, Enter, + − 0. Drag to move, Ctrl and the wheel or two fingers to zoom.",
    list: "As a list",
    all: "all",
    steps: "Steps",
    category: "Category",
    tag: "Tag",
    difficulty: "Difficulty up to",
    state: "Learning",
    states: { new: "new", begun: "begun", read: "read", learned: "learned" },
    kinds: { link: "links in prose", prerequisite: "read first", import: "imports in code" },
    columns: ["Card", "Category", "Difficulty", "Learning", "Links to", "Read first", "Imports code of"],
    comma: ", ",
    joined: (count: number): string => `${count} connections`,
    larger: "Zoom in",
    smaller: "Zoom out",
    failed: "The graph could not be fetched.",
  },
  palette: {
    label: "Commands",
    hint: "Card, heading, question, exercise or command",
    none: "Nothing found.",
    command: "Command",
    language: "Read in",
    theme: "Change colours: light, dark, as the system",
    kinds: {
      card: "Card",
      heading: "Section",
      section: "Section",
      text: "Section",
      question: "Question",
      exercise: "Exercise",
      symbol: "Code",
    } as Record<string, string>,
    pages: {
      "study/review": ["Start review", "study learn"],
      "study/practice": ["Practise: write code", "exercise task"],
      "study/quiz": ["Start a quiz", "test"],
      "study/interview": ["Start an interview", "mock"],
      "map/Graph": ["Open the graph", "map network"],
      "map/Before": ["What to read first", "prerequisites"],
      "study/progress": ["Show progress", "statistics"],
    } as Record<string, [string, string]>,
  },
  before: {
    question: "What must I read before",
    choose: "choose a card …",
    minutes: (count: number): string => `${count} min`,
    told: (cards: number, all: number, left: number): string =>
      `${cards} ${cards === 1 ? "card" : "cards"} first, ${all} min in all, ${left} min not yet read:`,
    nothing: (title: string): string => `Nothing: ${title} builds on no other card.`,
  },
};

const ZH: typeof EN = {
  preview: "预览",
  pin: "固定",
  pinned: "已固定",
  close: "关闭",
  keys: "Alt+↓ 进入预览，Esc 关闭。",
  shown: (title: string): string => `预览：${title}。按 Alt 加向下键进入，按 Escape 关闭。`,
  missing: "没有预览：页面取不到，或者没有内容。",
  graph: {
    label: "卡片关系图。方向键在卡片之间移动，回车打开，加号和减号缩放。下面的列表内容相同。",
    keys: "指向一张卡片，看它与谁相连。按键：方向键、回车、+ − 0。拖动可移动，Ctrl 加滚轮或双指可缩放。",
    list: "列表形式",
    all: "全部",
    steps: "步数",
    category: "分类",
    tag: "标签",
    difficulty: "难度不超过",
    state: "学习进度",
    states: { new: "未学", begun: "已开始", read: "已读", learned: "已掌握" },
    kinds: { link: "正文链接", prerequisite: "先读", import: "代码导入" },
    columns: ["卡片", "分类", "难度", "学习进度", "链接到", "先读", "导入代码"],
    comma: "、",
    joined: (count: number): string => `${count} 条连线`,
    larger: "放大",
    smaller: "缩小",
    failed: "关系图取不到。",
  },
  palette: {
    label: "命令",
    hint: "卡片、标题、问题、练习或命令",
    none: "没有找到。",
    command: "命令",
    language: "阅读语言：",
    theme: "切换配色：浅色、深色、跟随系统",
    kinds: {
      card: "卡片",
      heading: "小节",
      section: "小节",
      text: "小节",
      question: "问题",
      exercise: "练习",
      symbol: "代码",
    },
    pages: {
      "study/review": ["开始复习", "review"],
      "study/practice": ["动手写代码", "practice 练习"],
      "study/quiz": ["开始测验", "quiz"],
      "study/interview": ["开始模拟面试", "interview"],
      "map/Graph": ["打开关系图", "graph"],
      "map/Before": ["先读什么", "prerequisites"],
      "study/progress": ["查看进度", "progress"],
    },
  },
  before: {
    question: "读这张卡片之前要先读什么：",
    choose: "选择一张卡片……",
    minutes: (count: number): string => `${count} 分钟`,
    told: (cards: number, all: number, left: number): string =>
      `先读 ${cards} 张卡片，共 ${all} 分钟，其中 ${left} 分钟还没读：`,
    nothing: (title: string): string => `什么都不用：《${title}》不依赖其他卡片。`,
  },
};

export type Words = typeof EN;

export function words(): Words {
  return document.documentElement.lang.startsWith("zh") ? ZH : EN;
}
