import { type ComponentType, lazy } from "react";

const KEY = "headcount-reloaded";

/** Identifies the page and the build. */
function pageKey(): string {
  return `${ownBuild()} ${location.pathname}`;
}

/** Reloads the console, but only once per page and build, to avoid a reload loop. @returns whether it reloads */
export function reloadOnce(): boolean {
  if (sessionStorage.getItem(KEY) === pageKey()) return false;
  reload();
  return true;
}

/** Reloads the console. */
export function reload(): void {
  sessionStorage.setItem(KEY, pageKey());
  location.reload();
}

/** The entry script in the document of the console. Its name changes with every build. */
const ENTRY_SCRIPT = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

/** The entry script of this build. */
function ownBuild(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";
}

/** Whether the server has another build of the console; false if the request fails. */
export async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    const served = ENTRY_SCRIPT.exec(await response.text())?.[1];
    return response.ok && served !== undefined && served !== ownBuild();
  } catch {
    return false;
  }
}

/** The code of a page could not be loaded: the server does not respond, or has another build. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super("the page could not be loaded", { cause });
    this.name = "PageLoadError";
  }
}

/** The timeout for the code of a page. */
const LOAD_MS = 30_000;

/** A page whose code is loaded when it is first shown. Throws a `PageLoadError` if that fails. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    try {
      const isLate = new Promise<never>((_resolve, reject) => {
        AbortSignal.timeout(LOAD_MS).addEventListener("abort", reject);
      });
      const page = (await Promise.race([load(), isLate]))[name];
      // The page works, so that a later error can reload it.
      sessionStorage.removeItem(KEY);
      return { default: page };
    } catch (error) {
      throw new PageLoadError(error);
    }
  });
}
