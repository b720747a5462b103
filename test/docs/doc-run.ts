import { vi } from "vitest";
import { type Block, type Page, readPages } from "../support/doc-pages.ts";
import type { DocShell, Outcome } from "./doc-shell.ts";
import { differenceFrom } from "./printed.ts";

/** The page and heading that pages link to which go on where that part ends. */
const START = { path: "docs/README.md", anchor: "#start-a-test-server" };
const SHOWN_WITHIN_MS = 60_000;
const PRINTED = new Set(["json", "text", "csv"]);
/** An answer that nothing was done (RFC 9457). */
const PROBLEM = /\{"type":"[^"]*","title":"[^"]*","status":\d+.*/;
const SCRIPTS = new Set(["js", "ts"]);

/** Whether a block is commands that are run. */
export function isCommands(block: Block): boolean {
  return block.language === "sh" && block.directive?.kind !== "not run";
}

/**
 * Does what a page says, from its top: writes its files, runs its commands, compares what it prints.
 *
 * @returns what was not as the page says, each with its place
 */
export async function follow(page: Page, shell: DocShell): Promise<string[]> {
  const since = Date.now();
  const complaints: string[] = [];
  const background: (() => Promise<void>)[] = [];
  const blocks = [...startOf(page), ...page.blocks];
  for (const [index, block] of blocks.entries()) {
    if (SCRIPTS.has(block.language)) providePackages(block, shell);
    if (block.directive?.kind === "file") shell.write(block.directive.text, block.text);
    if (!isCommands(block)) continue;
    const printed = printedAfter(blocks[index + 1]) ?? printedWithin(block);
    const complain = (outcome: Outcome) => complaintOf(block, printed, outcome, since);
    const { look, ...outcome } = await shell.run(block.text);
    if (block.directive?.kind === "runs on" && outcome.code === 0) {
      const until = { timeout: SHOWN_WITHIN_MS, interval: 20 };
      await vi.waitUntil(() => look().stdout + look().stderr !== "", until);
      background.push(async () => {
        await vi.waitUntil(() => complain(look()).length === 0, until).catch(() => undefined);
        complaints.push(...complain(look()));
      });
      continue;
    }
    complaints.push(...complain(outcome));
    if (outcome.code !== 0) return complaints;
  }
  for (const finish of background) await finish();
  return complaints;
}

/** The blocks that a page goes on from, which are another page's. */
function startOf(page: Page): readonly Block[] {
  if (page.path === START.path || !page.text.includes(`README.md${START.anchor}`)) return [];
  return readPages().find(({ path }) => path === START.path)?.blocks ?? [];
}

type Printed = Pick<Block, "text" | "language">;

/** What is wrong with what came out of a block; nothing if it is as the page says. */
function complaintOf(block: Block, printed: Printed | null, outcome: Outcome, since: number): string[] {
  const { code, stdout, stderr } = outcome;
  if (code !== 0 && code !== null) return [`${block.place}: ended with ${code}: ${stdout}\n${stderr}`];
  if (printed !== null) {
    const difference = differenceFrom(printed.text, stdout, printed.language, since);
    return difference === null ? [] : [`${block.place}: ${difference}\n${stderr}`];
  }
  const problem = PROBLEM.exec(stdout);
  return problem === null ? [] : [`${block.place}: was refused: ${problem[0]}`];
}

/** The block that shows what the one before it prints. */
function printedAfter(next: Block | undefined): Printed | null {
  return next?.follows && PRINTED.has(next.language) && next.directive === null ? next : null;
}

/** What a block prints itself: the comments at its end. */
function printedWithin(block: Block): Printed | null {
  const comments = /(?:^#.*\n)+(?![\s\S])/m.exec(block.text)?.[0];
  if (comments === undefined || comments === block.text) return null;
  const text = comments.replace(/^# ?/gm, "");
  return { text, language: /^[{[]/.test(text) ? "json" : "text" };
}

/** Makes the packages importable that a script imports. */
function providePackages(block: Block, shell: DocShell): void {
  for (const [, name = ""] of block.text.matchAll(/\bfrom "((?:@[^/"]+\/)?[^./"][^/"]*)/g)) {
    if (!name.startsWith("node:")) shell.provide(name);
  }
}
