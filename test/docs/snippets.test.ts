import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Page, ROOT, readPages } from "../support/doc-pages.ts";
import { follow, isCommands } from "../support/doc-run.ts";
import { DocShell } from "../support/doc-shell.ts";

const PAGES = readPages();
const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");
const STRICT = "--noEmit --strict --module nodenext --target es2023 --types node --skipLibCheck";

/** A page's commands, on a machine that has much else to do, in ms. */
const PAGE_WITHIN_MS = 180_000;

/** All blocks that no test runs, and why. */
const NOT_RUN = [
  "README.md: installs, builds, and serves until it is stopped",
  "docs/performance.md: takes minutes",
];

async function openShell(): Promise<DocShell> {
  const shell = await DocShell.open();
  onTestFinished(() => shell.close());
  return shell;
}

describe("the commands in", () => {
  const pages = PAGES.filter(({ blocks }) => blocks.some(isCommands));

  it.each(pages.map((page): [string, Page] => [page.path, page]))(
    "%s do and print what it says",
    async (_, page) => {
      expect(await follow(page, await openShell())).toEqual([]);
    },
    PAGE_WITHIN_MS,
  );

  it("all pages are run, except for these reasons", () => {
    const reasons = PAGES.flatMap(({ path, blocks }) =>
      blocks.flatMap(({ directive }) =>
        directive?.kind === "not run" ? [`${path}: ${directive.text}`] : [],
      ),
    );
    expect([...new Set(reasons)].sort()).toEqual([...NOT_RUN].sort());
  });
});

describe("the TypeScript at", () => {
  const snippets = PAGES.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => language === "ts").map(({ line, text }) => [`${path}:${line}`, text]),
  );

  it.each(snippets as [string, string][])("%s is sound", async (_, text) => {
    const shell = await openShell();
    for (const name of ["headcount", "@types/node"]) shell.provide(name);
    shell.write("snippet.mts", text);
    const { code, stdout } = await shell.run(`node ${COMPILER} ${STRICT} snippet.mts`);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });
});
