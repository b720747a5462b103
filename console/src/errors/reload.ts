import { ownBuild } from "./newer-console.ts";

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

/** Records that the page works, so that a later error can reload it. */
export function noteLoaded(): void {
  sessionStorage.removeItem(KEY);
}
