// The theme takes `window.mermaid` if it is there and else fetches it from a public CDN.
// So it is always there: a stand-in that loads the real one from this site at the first diagram.
import type { Mermaid, MermaidConfig, RenderResult } from "mermaid";
import { readableTimeline } from "./timeline";

declare global {
  interface Window {
    mermaid?: Pick<Mermaid, "initialize" | "render">;
  }
}

// What the theme leaves in mermaid's own colours, which are pale on pale in the dark: boxes around nodes, timelines.
const COLOURS = `
  .cluster rect { fill: transparent !important; stroke: var(--md-mermaid-edge-color) !important; }
  .cluster text, .cluster span, .cluster-label, .cluster-label p { fill: var(--md-mermaid-label-fg-color) !important; color: var(--md-mermaid-label-fg-color) !important; }
  .timeline-node path, .timeline-node rect { fill: var(--md-mermaid-node-bg-color) !important; stroke: var(--md-mermaid-node-fg-color); }
  .timeline-node line { stroke: var(--md-mermaid-node-fg-color) !important; }
  .timeline-node text { fill: var(--md-mermaid-label-fg-color) !important; }
  .lineWrapper line { stroke: var(--md-mermaid-edge-color) !important; }
  .lineWrapper + text, svg > text, .titleText { fill: var(--md-mermaid-label-fg-color) !important; }
`;

/** `assets` is the address of the folder that this script came from. */
export function offerMermaid(assets: string): void {
  let config: MermaidConfig = {};
  let loading: Promise<Mermaid> | undefined;

  async function load(): Promise<Mermaid> {
    const module = (await import(new URL("mermaid.js", assets).href)) as { default: Mermaid };
    // On a phone a wide diagram keeps its size and scrolls: shrunk to the screen, nobody could read it.
    const useMaxWidth = !window.matchMedia("(max-width: 44.984375em)").matches;
    module.default.initialize({
      ...config,
      fontFamily: "inherit",
      themeCSS: (config.themeCSS ?? "") + COLOURS,
      flowchart: { ...config.flowchart, useMaxWidth },
      sequence: { ...config.sequence, useMaxWidth },
    });
    return module.default;
  }

  window.mermaid = {
    initialize: (given: MermaidConfig): void => {
      config = given;
    },
    render: async (id: string, text: string, box?: Element): Promise<RenderResult> => {
      loading ??= load();
      return (await loading).render(id, readableTimeline(text), box);
    },
  };
}
