/** The script that a document of the console begins with; its name changes with every build. */
const ENTRY_SCRIPT = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

/** The name of the build that runs here. */
export function ownBuild(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";
}

/** Whether the server has another build of the console than the one that runs here; false where it does not say. */
export async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    const served = ENTRY_SCRIPT.exec(await response.text())?.[1];
    return response.ok && served !== undefined && served !== ownBuild();
  } catch {
    return false;
  }
}
