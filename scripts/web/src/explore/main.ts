// Fills the places of figures when they come near the screen.
import { FIGURES } from "./names";
import { Panel } from "./panel";

const NEAR = "600px";

async function fill(place: HTMLElement): Promise<void> {
  const load = FIGURES[place.dataset.explore ?? ""];
  if (!load || place.dataset.state) return;
  place.dataset.state = "loading";
  try {
    const { draw } = await load();
    const panel = new Panel(place, document.documentElement.lang.startsWith("zh"));
    await draw(panel);
    panel.start();
    place.dataset.state = "ready";
  } catch (error) {
    // A module that was not fetched before the network was cut: the picture above stays.
    place.replaceChildren();
    delete place.dataset.state;
    if (!(error instanceof TypeError)) throw error;
  }
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      void fill(target as HTMLElement);
    }
  },
  { rootMargin: NEAR },
);

for (const place of document.querySelectorAll<HTMLElement>(".zx-explore[data-explore]")) near.observe(place);
