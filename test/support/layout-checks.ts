import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Scripts that run in the page, which has types of its own. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FIND_OVERFLOW = readFileSync(new URL("find-overflow.js", import.meta.url), "utf8");

/** What axe has against a page as it is now, one line for each element. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

/** What does not fit into the window: a page that scrolls sideways, and texts that are cut. */
export async function overflowFindings(page: Page): Promise<readonly string[]> {
  // Charts follow the window a frame later.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return page.evaluate<string[]>(FIND_OVERFLOW);
}
