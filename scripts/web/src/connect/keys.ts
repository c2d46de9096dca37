// The keys of a preview.

/** Whether the reader asks for the preview of the link that has the focus. */
export function isAsked(event: KeyboardEvent): boolean {
  return event.key === "ArrowDown" && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}
