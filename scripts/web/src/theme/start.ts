// Runs in the place of the theme's own script; where the page brings that one, nothing is done here.
import { startContent } from "./content";
import { startKeys } from "./keys";
import { startPalette } from "./palette";
import { startScroll } from "./scroll";

export function startTheme(): void {
  if (!document.querySelector('meta[name="zx-theme"]')) return;
  startPalette();
  startContent();
  startScroll();
  startKeys();
}
