// What the worker and the page both know: where the list of the site's files is, and how what is kept is called.

export const LIST = "assets/zx/offline.json";

/** The files of one build: each with the beginning of its SHA-256 and its size in bytes. */
export interface Listed {
  build: string;
  files: Record<string, [hash: string, size: number]>;
}

/** What is kept of one build of the site at an address; other sites of the same host keep theirs under other names. */
export function cacheName(root: string, build: string): string {
  return `zhixing ${root} ${build}`;
}

/** Everything that was ever kept of the site at an address. */
export function isOurs(name: string, root: string): boolean {
  return name.startsWith(`zhixing ${root} `) || name === "zhixing-1";
}

/** The file that an address below the root shows; null if it lies elsewhere. */
export function fileOf(address: string, root: string): string | null {
  const [path = ""] = address.split(/[?#]/);
  if (!path.startsWith(root)) return null;
  let name = path.slice(root.length);
  try {
    name = decodeURIComponent(name);
  } catch {
    // no address that the site has
  }
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

/** The address of a file as a link to it would have it. */
export function addressOf(file: string, root: string): string {
  return (
    root +
    file
      .replace(/(^|\/)index\.html$/, "$1")
      .split("/")
      .map(encodeURIComponent)
      .join("/")
  );
}

/** Python itself, which is larger than all cards; its modules are small and belong to them. */
export function isPython(file: string): boolean {
  return file.startsWith("assets/py/") && !file.startsWith("assets/py/modules/");
}
