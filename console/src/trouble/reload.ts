import { ownBuild } from "./newer-console.ts";

const KEY = "headcount-reloaded";

/** What is loaded again: this address, in this build. */
function subject(): string {
  return `${ownBuild()} ${location.pathname}`;
}

/**
 * Loads the console again, but only once for an address in a build, so that what goes wrong every time does
 * not make it load for ever.
 *
 * @returns whether it does
 */
export function reloadOnce(): boolean {
  if (sessionStorage.getItem(KEY) === subject()) return false;
  reload();
  return true;
}

/** Loads the console again. */
export function reload(): void {
  sessionStorage.setItem(KEY, subject());
  location.reload();
}

/** Notes that the page at this address works: it may be loaded again when something goes wrong later. */
export function noteLoaded(): void {
  sessionStorage.removeItem(KEY);
}
