// What a tab is in the middle of: it survives a reload and the switch to the other language, and ends with the tab.

const PREFIX = "zx-study-";

export function loadSession<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined; // storage is blocked, or something else wrote there
  }
}

/** Without storage the session still lives as long as the page. */
export function saveSession(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // nothing to do: see above
  }
}
