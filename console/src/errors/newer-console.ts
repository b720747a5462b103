/** The entry script in the document of the console. Its name changes with every build. */
const ENTRY_SCRIPT = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

/** The entry script of this build. */
export function ownBuild(): string {
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
