// Follows the reader: the entry of the contents list, the title in the header, the way back to the top, the address.

const REST = 200; // milliseconds without scrolling, then the address follows

export function startScroll(): void {
  const header = document.querySelector<HTMLElement>(".md-header");
  const title = document.querySelector(".md-header__title");
  const heading = document.querySelector("article h1");
  const top = document.querySelector<HTMLButtonElement>(".md-top");
  const entries = contents();
  let before = 0; // to ask for it now would lay out the page before it is complete
  let waiting = false;
  let rest = 0;
  let isMoved = false;

  function update(): void {
    waiting = false;
    const line = header?.getBoundingClientRect().bottom ?? 0;
    header?.classList.toggle("md-header--shadow", scrollY > 0);
    title?.classList.toggle("md-header__title--active", !!heading && heading.getBoundingClientRect().bottom < line);
    if (top && Math.abs(scrollY - before) > 4) {
      top.hidden = scrollY > before || scrollY < 400;
      top.tabIndex = top.hidden ? -1 : 0;
    }
    before = scrollY;
    const passed = entries.findLastIndex(
      ({ target }) => target.getBoundingClientRect().top < line + 32 && target.checkVisibility(),
    );
    entries.forEach(({ link }, place) => {
      link.classList.toggle("md-nav__link--passed", place < passed);
      link.classList.toggle("md-nav__link--active", place === passed);
    });
    follow((entries[passed] ?? entries[0])?.link); // above the first section the list begins again
    clearTimeout(rest);
    if (isMoved) rest = window.setTimeout(() => track(entries[passed]?.target), REST);
  }

  addEventListener(
    "scroll",
    () => {
      isMoved = true;
      if (!waiting) requestAnimationFrame(update);
      waiting = true;
    },
    { passive: true },
  );
  top?.addEventListener("click", () => scrollTo({ top: 0 }));
  if (top) top.tabIndex = -1;
  requestAnimationFrame(update); // once all of the page is there: laid out once, not twice
}

function contents(): { link: HTMLAnchorElement; target: HTMLElement }[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(".md-sidebar--secondary [data-md-component=toc] a");
  return [...links].flatMap((link) => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target ? [{ link, target }] : [];
  });
}

/** The list of a long page scrolls along. */
function follow(link: Element | undefined): void {
  const list = link?.closest(".md-sidebar__scrollwrap");
  if (!link || !list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 40)
    list.scrollTop += inner.top - outer.top - outer.height / 2;
}

/** The address names the section that is read, without a step in the history. */
function track(section: HTMLElement | undefined): void {
  const hash = section ? `#${section.id}` : "";
  if (decodeURIComponent(location.hash) !== hash)
    history.replaceState(history.state, "", `${location.pathname}${location.search}${hash}`);
}
