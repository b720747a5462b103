import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Runs in the page, which has types of its own. */
const FIND_OVERFLOW = readFileSync(new URL("find-overflow.js", import.meta.url), "utf8");

/** What axe has against a page as it is now, one line for each element. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Without a page of its own for the outcome: there are no frames.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
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
