import { type Block, type Page, readPages } from "./doc-pages.ts";
import { type DocShell, type Outcome, until } from "./doc-shell.ts";
import { differenceFrom } from "./printed.ts";

/** The page and heading that pages link to which go on where that part ends. */
const START = { path: "docs/README.md", anchor: "#a-server-to-try-things-on" };
const SECOND_TERMINAL_WITHIN_MS = 10_000;
const PRINTED = new Set(["json", "text", "csv"]);
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
  for (const [index, block] of [...startOf(page), ...page.blocks].entries()) {
    const place = `${page.path}:${block.line}`;
    const next = page.blocks[index - startOf(page).length + 1];
    const printed = next?.follows && PRINTED.has(next.language) && next.directive === null ? next : null;
    if (SCRIPTS.has(block.language)) providePackages(block, shell);
    if (block.directive?.kind === "file") shell.write(block.directive.text, block.text);
    if (!isCommands(block)) continue;
    if (block.directive?.kind === "second terminal") {
      const look = await shell.begin(block.text);
      background.push(async () => {
        const difference = () => outputDifference(block, printed, look(), since);
        await until(SECOND_TERMINAL_WITHIN_MS, place, () => difference() === null).catch(() => {
          complaints.push(`${place}: ${difference()}${look().stderr}`);
        });
      });
      continue;
    }
    const outcome = await shell.run(block.text);
    if (outcome.code !== 0) return [...complaints, `${place}: ended with ${outcome.code}: ${said(outcome)}`];
    const difference = outputDifference(block, printed, outcome, since);
    if (difference !== null) complaints.push(`${place}: ${difference}`);
  }
  for (const finish of background) await finish();
  return complaints;
}

/** The blocks that a page goes on from, which are another page's. */
function startOf(page: Page): readonly Block[] {
  if (page.path === START.path || !page.text.includes(`README.md${START.anchor}`)) return [];
  return readPages().find(({ path }) => path === START.path)?.blocks ?? [];
}

function outputDifference(
  block: Block,
  printed: Block | null,
  outcome: Outcome,
  since: number,
): string | null {
  const expected = printed ?? printedWithin(block);
  if (expected !== null) return differenceFrom(expected.text, outcome.stdout, expected.language, since);
  const problem = /\{"type":"[^"]*","title":"[^"]*","status":\d+.*/.exec(outcome.stdout);
  return problem === null ? null : `was refused: ${problem[0]}`;
}

/** What a block prints itself: the comments at its end. */
function printedWithin(block: Block): Pick<Block, "text" | "language"> | null {
  const comments = /(?:^#.*\n)+$/m.exec(block.text)?.[0];
  if (comments === undefined || comments === block.text) return null;
  const text = comments.replace(/^# ?/gm, "");
  return { text, language: /^[{[]/.test(text) ? "json" : "text" };
}

function said({ stdout, stderr }: Outcome): string {
  return `${stdout}\n${stderr}`.trim();
}

function providePackages(block: Block, shell: DocShell): void {
  for (const [, name = ""] of block.text.matchAll(/\bfrom "((?:@[^/"]+\/)?[^./"][^/"]*)/g)) {
    if (!name.startsWith("node:")) shell.provide(name);
  }
}
