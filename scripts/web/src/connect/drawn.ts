// Diagrams of a preview that were not drawn when the site was built.
import type {} from "../page/diagrams";

let drawings = 0;

/** Draw them with what the page's own diagrams are drawn with; where that fails, the text stays. */
export async function drawDiagrams(root: ParentNode): Promise<void> {
  for (const text of root.querySelectorAll("pre.mermaid")) {
    try {
      const drawn = await window.mermaid?.render(`zx-preview-drawing-${++drawings}`, text.textContent ?? "");
      if (!drawn) return;
      const host = document.createElement("div");
      host.className = "mermaid";
      host.attachShadow({ mode: "open" }).innerHTML = drawn.svg;
      text.replaceWith(host);
    } catch {
      // left as it is
    }
  }
}
