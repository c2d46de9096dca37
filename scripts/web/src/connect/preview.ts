// Previews of links: shown when the pointer rests on a link, when the focus rests on it, or when it is pressed for long.
// They nest: a link inside a preview has a preview. Leaving closes those that are not pinned, Escape closes the last.
import { startQuizzes } from "../page/quiz";
import { anchorOf, linkAt } from "./address";
import { adopt } from "./adopt";
import { type Box, hold, letMove, makeBox, place } from "./box";
import { cut } from "./cut";
import { isAsked } from "./keys";
import { addStyle, fetchPage, lendStyles } from "./pages";
import { words } from "./words";

const SHOW = 350; // milliseconds that a pointer rests on a link
const FOCUS = 800; // that the focus does
const PRESS = 500; // that a finger does
const HIDE = 300; // after the pointer has left
const SLIP = 10; // pixels that a pressing finger may move

type Way = "hover" | "focus" | "press" | "key";

interface Preview extends Box {
  link: HTMLAnchorElement;
  parent: Preview | undefined;
  way: Way;
  isPinned: boolean;
}

class Previews {
  private open: Preview[] = [];
  private hovered: HTMLAnchorElement | null = null;
  private pointer: { x: number; y: number; target: Element | null } = { x: -1, y: -1, target: null };
  private resting = 0;
  private leaving = 0;
  private focusing = 0;
  private pressing = 0;
  private pressed: { link: HTMLAnchorElement; x: number; y: number; isDone: boolean } | null = null;
  private readonly say = words();
  private readonly status = document.createElement("div");
  private readonly styled: Promise<void>;

  constructor(
    private readonly root: string,
    assets: string,
  ) {
    this.styled = addStyle(new URL("preview.css", assets).href);
    this.status.className = "zx-preview-status";
    this.status.setAttribute("role", "status");
    document.body.append(this.status);
  }

  listen(): void {
    const listen = document.addEventListener.bind(document) as typeof document.addEventListener;
    listen("pointermove", (event) => this.onMove(event), { passive: true });
    listen("pointerdown", (event) => this.onDown(event), { passive: true });
    listen("pointerup", () => this.endPress(), { passive: true });
    listen("pointercancel", () => this.endPress(), { passive: true });
    listen("scroll", () => this.endPress(), { passive: true, capture: true });
    listen("contextmenu", (event) => this.onMenu(event));
    listen("click", (event) => this.onClick(event), { capture: true });
    listen("focusin", (event) => this.onFocus(event));
    listen("keydown", (event) => this.onKey(event), { capture: true });
    document.documentElement.addEventListener("pointerleave", () => this.onLeave());
  }

  /** What happened before this script was there. */
  begin(event: Event): void {
    if (event instanceof KeyboardEvent) this.onKey(event);
    else if (event instanceof FocusEvent) this.onFocus(event);
    else if (event instanceof PointerEvent && event.type === "pointerdown") this.onDown(event);
    else if (event instanceof PointerEvent) this.onMove(event);
  }

  // A pointer that hovers

  private onMove(event: PointerEvent): void {
    if (event.pointerType === "touch") {
      const { pressed } = this;
      if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) this.endPress();
      return;
    }
    const { clientX: x, clientY: y } = event;
    if (x === this.pointer.x && y === this.pointer.y) return; // the page moved below a pointer at rest
    const target = event.target instanceof Element ? event.target : null;
    this.pointer = { x, y, target };
    const link = event.buttons ? null : linkAt(target, this.root);
    if (link !== this.hovered) {
      this.hovered = link;
      clearTimeout(this.resting);
      if (link) this.resting = window.setTimeout(() => void this.show(link, "hover"), SHOW);
    }
    this.leave();
  }

  private onLeave(): void {
    this.pointer.target = null;
    this.hovered = null;
    clearTimeout(this.resting);
    this.leave();
  }

  /** Close after a while what neither the pointer nor the focus is on. */
  private leave(): void {
    const needed = this.needed();
    if (this.open.every((one) => one.isPinned || needed.has(one))) {
      clearTimeout(this.leaving);
      this.leaving = 0;
    } else {
      this.leaving ||= window.setTimeout(() => {
        this.leaving = 0;
        const now = this.needed();
        for (const one of this.open.filter((each) => !each.isPinned && !now.has(each))) this.close(one);
      }, HIDE);
    }
  }

  /** The previews that the pointer or the focus is in or has opened, each with those it came out of. */
  private needed(): Set<Preview> {
    const { target } = this.pointer;
    const active = document.activeElement;
    const needed = new Set<Preview>();
    for (const one of this.open) {
      const isOn = target !== null && (one.element.contains(target) || one.link.contains(target));
      const isFocused = one.element.contains(active) || (one.way !== "hover" && one.link === active);
      if (!isOn && !isFocused && one.way !== "press") continue;
      for (let each: Preview | undefined = one; each; each = each.parent) needed.add(each);
    }
    return needed;
  }

  // A finger

  private onDown(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const inside = this.open.find((one) => target && one.element.contains(target));
    if (!inside) for (const one of this.open.filter(({ isPinned }) => !isPinned)) this.close(one);
    clearTimeout(this.resting);
    this.endPress();
    this.pressed = null;
    const link = event.pointerType === "touch" ? linkAt(target, this.root) : null;
    if (!link) return;
    this.pressed = { link, x: event.clientX, y: event.clientY, isDone: false };
    this.pressing = window.setTimeout(() => this.press(), PRESS);
  }

  private press(): void {
    this.endPress();
    if (!this.pressed || this.pressed.isDone) return;
    this.pressed.isDone = true;
    void this.show(this.pressed.link, "press");
  }

  private endPress(): void {
    clearTimeout(this.pressing);
    this.pressing = 0;
  }

  /** A long press would open the browser's menu over the preview. */
  private onMenu(event: MouseEvent): void {
    const isPress = this.pressed !== null && linkAt(event.target, this.root) === this.pressed.link;
    if (!isPress || !(this.pressing || this.pressed?.isDone)) return;
    event.preventDefault();
    this.press();
  }

  /** The end of a long press is no click. */
  private onClick(event: MouseEvent): void {
    if (this.pressed?.isDone && linkAt(event.target, this.root) === this.pressed.link && event.detail) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.pressed = null;
  }

  // The keyboard

  private onFocus(event: FocusEvent): void {
    clearTimeout(this.focusing);
    const link = linkAt(event.target, this.root);
    if (link?.matches(":focus-visible")) this.focusing = window.setTimeout(() => void this.show(link, "focus"), FOCUS);
    this.leave();
  }

  private onKey(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]")) return;
    const link = linkAt(event.target, this.root);
    if (isAsked(event) && link) {
      event.preventDefault();
      event.stopPropagation();
      void this.enter(link);
    } else if (event.key === "Escape" && this.open.length) {
      event.preventDefault();
      event.stopPropagation();
      this.close(this.open.at(-1)!);
    } else if (event.key === "Tab") this.onTab(event);
  }

  /** The focus leaves a preview for the link it came from. */
  private onTab(event: KeyboardEvent): void {
    const inside = this.open.findLast((one) => one.element.contains(document.activeElement));
    if (!inside) return;
    const stops = [
      ...inside.element.querySelectorAll<HTMLElement>("a[href], button:not(:disabled), [tabindex='0'], summary, input"),
    ];
    const seen = stops.filter((stop) => stop.checkVisibility());
    if (document.activeElement !== (event.shiftKey ? seen[0] : seen.at(-1))) return;
    event.preventDefault();
    inside.link.focus();
  }

  private async enter(link: HTMLAnchorElement): Promise<void> {
    clearTimeout(this.focusing);
    const preview = await this.show(link, "key");
    if (preview) preview.body.focus({ preventScroll: true });
    else this.status.textContent = this.say.missing;
  }

  // Opening and closing

  private async show(link: HTMLAnchorElement, way: Way): Promise<Preview | undefined> {
    const known = this.open.find((one) => one.link === link);
    if (known) return known;
    const url = new URL(link.href);
    const page = await fetchPage(url);
    const piece = page && cut(page, anchorOf(url));
    if (!page || !piece) return undefined;
    await Promise.all([this.styled, lendStyles(page, url)]);
    const meanwhile = this.open.find((one) => one.link === link);
    if (meanwhile || !link.isConnected) return meanwhile;
    if (way === "hover" && !link.matches(":hover")) return undefined; // the reader has moved on
    if ((way === "focus" || way === "key") && document.activeElement !== link) return undefined;
    const title = adopt(piece.title, url);
    for (const inner of title.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
    const name = title.textContent ?? "";
    const box = makeBox(url.href, title, adopt(piece.content, url));
    if (page.documentElement.lang) box.element.lang = page.documentElement.lang;
    const parent = this.open.findLast((one) => one.element.contains(link));
    const preview: Preview = { ...box, link, parent, way, isPinned: false };
    this.furnish(preview);
    for (const other of this.open.filter((one) => !one.isPinned && !isAbove(one, preview))) this.close(other);
    document.body.append(box.element);
    this.open.push(preview);
    place(box.element, link, way === "hover" ? this.pointer.x : null);
    if (way === "focus" || way === "key") this.status.textContent = this.say.shown(name);
    window.zxDiagrams?.(box.body);
    return preview;
  }

  private furnish(preview: Preview): void {
    const { element, body, pin, close } = preview;
    const first = body.firstElementChild;
    if (first instanceof HTMLDetailsElement && body.childElementCount === 1) first.open = true;
    window.zxMath?.(body);
    startQuizzes(body);
    element.addEventListener("zx-judged", (event) => event.stopPropagation()); // answered beside the answer's page
    pin.addEventListener("click", () => {
      preview.isPinned = !preview.isPinned;
      pin.setAttribute("aria-pressed", String(preview.isPinned));
      pin.textContent = preview.isPinned ? this.say.pinned : this.say.pin;
      hold(element, preview.isPinned);
    });
    close.addEventListener("click", () => this.close(preview));
    letMove(element);
  }

  /** Close a preview and those that came out of it; pinned ones stay. The focus goes back to the link. */
  private close(preview: Preview): void {
    if (!this.open.includes(preview)) return;
    const hadFocus = preview.element.contains(document.activeElement);
    this.open = this.open.filter((one) => one !== preview);
    for (const child of this.open.filter((one) => one.parent === preview)) {
      child.parent = preview.parent;
      if (!child.isPinned) this.close(child);
    }
    preview.element.remove();
    this.status.textContent = "";
    if (hadFocus && preview.link.isConnected) preview.link.focus({ preventScroll: true });
    clearTimeout(this.focusing); // the focus that came back opens nothing
  }
}

/** Whether one preview is the other or what it came out of. */
function isAbove(one: Preview, other: Preview): boolean {
  return one === other || (other.parent !== undefined && isAbove(one, other.parent));
}

/** `first` is what made the page fetch this script. */
export function startPreviews(assets: string, first: Event | undefined): void {
  const previews = new Previews(new URL("../../", assets).href, assets);
  previews.listen();
  if (first) previews.begin(first);
}
