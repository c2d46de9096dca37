// A timeline of mermaid's → a list: it fits every width, is read aloud in order, and takes the page's own letters.
import type { Drawn } from "./formula";

export const TIMELINE = /^\s*(?:%%.*\n\s*)*timeline\b/;
const CHINESE = /[\u3000-\u9fff\uff00-\uff60]/;
const BREAK = /\s*<br\s*\/?>\s*/i;

interface Moment {
  when: string;
  events: string[];
}

export function drawTimeline(text: string): Drawn {
  let title = "";
  const sections: { name: string; moments: Moment[] }[] = [];
  const section = () => sections.at(-1) ?? begin("");
  function begin(name: string) {
    sections.push({ name, moments: [] });
    return sections.at(-1)!;
  }
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (!line || line.startsWith("%%") || /^timeline\b/.test(line)) continue;
    const named = /^(title|section)\s+(.*)$/.exec(line);
    if (named?.[1] === "title") title = named[2]!;
    else if (named) begin(named[2]!);
    else {
      const [when = "", ...events] = line.split(/\s+:\s+|^:\s*|\s+:$/);
      const said = events.filter(Boolean);
      const last = section().moments.at(-1);
      if (!when && !last) return { html: "", error: "an event stands before the first moment" };
      if (!when) last!.events.push(...said);
      else section().moments.push({ when, events: said });
    }
  }
  if (!sections.some(({ moments }) => moments.length)) return { html: "", error: "the timeline is empty" };
  const lists = sections.map(({ name, moments }) => (name ? `<p>${shown(name)}</p>` : "") + list(moments));
  const caption = title ? `<figcaption>${shown(title)}</figcaption>` : "";
  return { html: `<figure class="zx-timeline">${caption}${lists.join("")}</figure>`, error: "" };
}

function list(moments: Moment[]): string {
  const items = moments.map(({ when, events }) => {
    const said = events.map(shown);
    const body = said.length > 1 ? `<ul>${said.map((one) => `<li>${one}</li>`).join("")}</ul>` : (said[0] ?? "");
    return `<li><b>${shown(when)}</b> <div>${body}</div></li>`;
  });
  return `<ol>${items.join("")}</ol>`;
}

/** A label without the breaks that were put in for a narrow box; between Chinese characters they are no space. */
function shown(label: string): string {
  const parts = label.split(BREAK);
  const joined = parts.reduce((before, after) => {
    const touching = CHINESE.test(before.at(-1) ?? "") || CHINESE.test(after[0] ?? "");
    return before + (touching ? "" : " ") + after;
  });
  return joined.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
