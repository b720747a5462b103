import { describe, expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { type Page, readPages } from "../support/doc-pages.ts";

/*
 * What was measured stands in docs/performance.md. Other pages may repeat figures of it, in the same units, and no others.
 */

const PAGES = readPages();
const SOURCE = "docs/performance.md";

/** Where else measured figures stand: the page, and the heading that they are under. */
const REPEATED: readonly [string, string][] = [
  ["README.md", "## Performance"],
  ["docs/operating.md", "## Sizing"],
  ["docs/cluster.md", "## When one machine is enough"],
];

/** Quantities that describe what was measured, not what came out: counts of rows, and the like. */
const CIRCUMSTANCES = new Set(["1", "2", "90", "100", "200", "1,000", "2,000", "0.7", "10", "73"]);

function page(path: string): Page {
  return must(
    PAGES.find((each) => each.path === path),
    path,
  );
}

function sectionOf({ text }: Page, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  expect(start).toBeGreaterThan(-1);
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start, end === -1 ? undefined : end);
}

/** The numbers in a text, without those in code, links and images. */
function numbersIn(text: string): string[] {
  const prose = text.replace(/`[^`]*`/g, "").replace(/\]\([^)]*\)/g, "]");
  return [...prose.matchAll(/(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])/g)].map(([number]) =>
    number.replace(/,$/, ""),
  );
}

describe("figures that are repeated from the page on performance", () => {
  it.each(REPEATED)("in %s under %s are those of that page", (path, heading) => {
    const measured = new Set(numbersIn(page(SOURCE).text));
    const repeated = numbersIn(sectionOf(page(path), heading));
    expect(repeated.length).toBeGreaterThan(5);
    expect(repeated.filter((number) => !measured.has(number) && !CIRCUMSTANCES.has(number))).toEqual([]);
  });
});
