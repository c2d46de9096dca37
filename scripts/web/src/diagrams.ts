// The theme takes `window.mermaid` if it is there and else fetches it from a public CDN.
// So it is always there: a stand-in that loads the real one from this site at the first diagram.
import type { Mermaid, MermaidConfig, RenderResult } from "mermaid";

declare global {
  interface Window {
    mermaid?: Pick<Mermaid, "initialize" | "render">;
  }
}

/** `assets` is the address of the folder that this script came from. */
export function offerMermaid(assets: string): void {
  let config: MermaidConfig = {};
  let loading: Promise<Mermaid> | undefined;

  async function load(): Promise<Mermaid> {
    const module = (await import(new URL("mermaid.js", assets).href)) as { default: Mermaid };
    module.default.initialize({ ...config, fontFamily: "inherit" });
    return module.default;
  }

  window.mermaid = {
    initialize: (given: MermaidConfig) => void (config = given),
    render: async (id: string, text: string, box?: Element): Promise<RenderResult> =>
      (await (loading ??= load())).render(id, text, box),
  };
}
