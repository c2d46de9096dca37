// Keys of the theme: `n` and `.` lead on, `p` and `,` lead back, Escape closes the drawer.

const WAYS: Record<string, string> = { n: "next", ".": "next", p: "prev", ",": "prev" };

export function startKeys(): void {
  const drawer = document.querySelector<HTMLInputElement>("#__drawer");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drawer) drawer.checked = false;
    const target = event.target as HTMLElement;
    const isTyping = target.isContentEditable || target.closest?.("input, textarea, select, dialog, [role=dialog]");
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping) return;
    const way = WAYS[event.key];
    const address = way && document.querySelector<HTMLLinkElement>(`link[rel=${way}]`)?.href;
    if (address) location.assign(address);
  });
  document.querySelector(".md-nav--primary")?.addEventListener("click", (event) => {
    if (drawer && (event.target as Element).closest("a[href*='#']")) drawer.checked = false;
  });
}
