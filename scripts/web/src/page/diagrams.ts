// Diagrams that the build could not draw: mermaid is fetched when the first of them comes near the screen.
import type { Mermaid } from "mermaid";
import { readableTimeline } from "./timeline";

declare global {
  interface Window {
    /** Draws the diagrams below an element that are still text, as they come near the screen. */
    zxDiagrams?: (root: ParentNode) => void;
  }
}

const NEAR = "600px";

/** `assets` is the address of the folder that this script came from. */
export function startDiagrams(assets: string): void {
  let loading: Promise<Mermaid> | undefined;
  let count = 0;

  async function draw(box: HTMLElement): Promise<void> {
    try {
      loading ??= load(assets);
      const { svg } = await (await loading).render(`zx-mermaid-${count++}`, readableTimeline(box.textContent ?? ""));
      const picture = document.createElement("div");
      picture.className = "zx-diagram mermaid";
      picture.innerHTML = svg;
      box.replaceWith(picture);
    } catch (error) {
      box.classList.add("zx-undrawn"); // its text is what there is
      const why = document.createElement("p");
      why.className = "zx-refused";
      why.textContent = String(error instanceof Error ? error.message : error).split("\n")[0]!;
      box.before(why);
    }
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        void draw(target as HTMLElement);
      }
    },
    { rootMargin: NEAR },
  );

  window.zxDiagrams = (root) => {
    for (const box of root.querySelectorAll<HTMLElement>("pre.mermaid")) {
      box.className = "zx-mermaid"; // its text is hidden until then; the theme would ask another host for mermaid
      near.observe(box);
    }
  };
  window.zxDiagrams(document);
}

async function load(assets: string): Promise<Mermaid> {
  const module = (await import(new URL("mermaid.js", assets).href)) as { default: Mermaid };
  const dark = document.body.dataset.mdColorScheme === "slate";
  // On a phone a wide diagram keeps its size and scrolls: shrunk to the screen, nobody could read it.
  const useMaxWidth = !window.matchMedia("(max-width: 44.984375em)").matches;
  module.default.initialize({
    startOnLoad: false,
    suppressErrorRendering: true, // its own picture of an error would stay at the end of the page
    securityLevel: "strict",
    theme: dark ? "dark" : "neutral",
    fontFamily: "inherit",
    flowchart: { useMaxWidth },
    sequence: { useMaxWidth },
  });
  return module.default;
}
