// A script that a part of the page needs is fetched when that part comes near the screen.

const NEAR = "800px";

export function whenNear(selector: string, load: () => void): void {
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      load();
    },
    { rootMargin: NEAR },
  );
  for (const place of document.querySelectorAll(selector)) near.observe(place);
}
