// What the blocks of a page will ask for once someone runs or edits one: kept before, so that the network may be cut.
import { importedBy } from "./modules";

/** Addresses below the site's scripts: the buttons, the worker, and the modules that the page's blocks import. */
export function ahead(root: ParentNode): string[] {
  const bars = [...root.querySelectorAll<HTMLElement>(".zx-tested[data-block]")];
  const package_ = (bars[0]?.dataset.module ?? "").split(".")[0];
  if (!package_) return [];
  const codes = bars.map((bar) => bar.previousElementSibling?.querySelector("pre > code")?.textContent ?? "");
  const modules = new Set(codes.flatMap((code) => importedBy(code, package_)));
  return ["run.js", "python.js", ...[...modules].map((name) => `../py/modules/${name}.json`)];
}
