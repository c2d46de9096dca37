// Colours: as the system, light, dark. The head of the page has applied the last choice already; here it is changed.

declare global {
  // Defined by the theme in the head of the page: what is kept in this browser, under the address of the site.
  var __md_get: ((key: string) => unknown) | undefined;
  var __md_set: ((key: string, value: unknown) => void) | undefined;
}

const KEYS = ["media", "scheme", "primary", "accent"] as const;
const SYSTEM = "(prefers-color-scheme)";

function colours(input: Element): Record<string, string> {
  return Object.fromEntries(KEYS.map((key) => [key, input.getAttribute(`data-md-color-${key}`) ?? ""]));
}

function kept(): number | undefined {
  try {
    return (__md_get?.("__palette") as { index?: number } | null)?.index;
  } catch {
    return undefined; // this browser keeps nothing
  }
}

export function startPalette(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>("[data-md-component=palette] input")];
  if (!inputs.length) return;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function apply(index: number): void {
    const chosen = inputs[index] ?? inputs[0]!;
    const media = chosen.getAttribute("data-md-color-media");
    const wanted = `(prefers-color-scheme: ${dark.matches ? "dark" : "light"})`;
    const shown =
      media === SYSTEM ? (inputs.find((one) => one.getAttribute("data-md-color-media") === wanted) ?? chosen) : chosen;
    for (const [key, value] of Object.entries(colours(shown)))
      document.body.setAttribute(`data-md-color-${key}`, value);
    chosen.checked = true;
    for (const one of inputs) {
      const label = one.nextElementSibling;
      if (label instanceof HTMLLabelElement) label.hidden = one !== chosen;
    }
  }

  const first = inputs.findIndex((one) => matchMedia(one.getAttribute("data-md-color-media") ?? "").matches);
  apply(kept() ?? Math.max(0, first));
  inputs.forEach((input, index) => {
    input.addEventListener("change", () => {
      apply(index);
      __md_set?.("__palette", { index, color: colours(input) });
    });
    // The input itself is not shown: its label takes the keyboard's place.
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") inputs[(index + 1) % inputs.length]?.click();
    });
  });
  dark.addEventListener("change", () => apply(inputs.findIndex((one) => one.checked)));
}
