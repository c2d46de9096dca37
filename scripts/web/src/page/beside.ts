// Offers the other language beside the page. What lays it there is fetched when it is asked for.

const KEPT = "zx-beside";

interface Twins {
  open(link: HTMLAnchorElement): Promise<boolean>;
  close(): void;
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // it lasts as long as the page, then
  }
}

function keep(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(KEPT, "on");
    else localStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
}

/** Show the button on a page whose blocks have partners; what the reader chose on another page holds here, too. */
export function offerBeside(assets: string): void {
  const button = document.querySelector<HTMLButtonElement>("[data-zx-beside]");
  const link = button?.parentElement?.querySelector<HTMLAnchorElement>("a.zx-language");
  if (!button || !link || !document.querySelector(".md-content [data-pair]")) return;
  button.hidden = false;
  let asked = 0; // the last wish counts, whatever arrives when
  const set = async (wanted: boolean) => {
    const mine = ++asked;
    button.ariaPressed = String(wanted);
    button.ariaBusy = "true";
    const twins = (await import(new URL("twins.js", assets).href).catch(() => null)) as Twins | null;
    if (mine !== asked) return;
    if (!wanted) twins?.close();
    else if (!(await twins?.open(link)) && mine === asked) button.ariaPressed = "false";
    if (mine === asked) button.ariaBusy = "false";
  };
  button.addEventListener("click", () => {
    const wanted = button.ariaPressed !== "true";
    keep(wanted);
    void set(wanted);
  });
  if (isWanted()) void set(true);
}
