// The history as one file: written for another device or for safekeeping, read and checked.
import { checkHistory, type Problem } from "./check";
import { FORMAT, type StudyEvent, VERSION } from "./events";
import { merge } from "./merge";

const MOST_BYTES = 64 * 1024 * 1024;

export type Refusal = { reason: "large" | "json" } | { reason: "schema"; problem: Problem };

export function exportText(events: readonly StudyEvent[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, events: merge(events) }, null, 1)}\n`;
}

export function fileName(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `zhixing-study-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.json`;
}

/** The events of a file, or why it was refused. */
export function importText(text: string): { events: StudyEvent[] } | { refusal: Refusal } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { refusal: { reason: "json" } };
  }
  const checked = checkHistory(value);
  return "events" in checked ? checked : { refusal: { reason: "schema", problem: checked.problem } };
}

export async function importFile(file: Blob): Promise<{ events: StudyEvent[] } | { refusal: Refusal }> {
  return file.size > MOST_BYTES ? { refusal: { reason: "large" } } : importText(await file.text());
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
