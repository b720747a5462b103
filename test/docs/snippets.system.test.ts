import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Page, ROOT, readPages } from "../support/doc-pages.ts";
import { follow, isCommands } from "./doc-run.ts";
import { DocShell } from "./doc-shell.ts";

const PAGES = readPages();
const COMPILER = join(ROOT, "node_modules/typescript/bin/tsc");
const STRICT = "--noEmit --strict --module nodenext --target es2023 --types node --skipLibCheck";

/** A page's commands, on a machine that has much else to do, in ms. */
const PAGE_WITHIN_MS = 180_000;

/** All blocks that no test runs, and why. */
const NOT_RUN = [
  "README.md: installs, builds, and serves until it is stopped",
  "README.md: needs PostgreSQL",
  "docs/analytics.md: needs ClickHouse",
  "docs/cluster.md: needs PostgreSQL",
  "docs/deployment.md: needs Docker",
  "docs/devices/mqtt.md: needs a broker of MQTT",
  "docs/devices/simulated.md: takes minutes",
  "docs/deployment.md: sets a system up, as root",
  "docs/performance.md: takes minutes",
];

async function openShell(): Promise<DocShell> {
  const shell = await DocShell.open();
  onTestFinished(() => shell.close());
  return shell;
}

/** Size and time of the project's files that commands of pages could write. */
function projectFiles(): string[] {
  return ["bin", "docs", "fixtures", "sql"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => {
      const { size, mtimeMs } = statSync(join(ROOT, folder, name));
      return `${folder}/${name} ${size} ${mtimeMs}`;
    }),
  );
}

describe("each in a shell of its own, the commands in", () => {
  const pages = PAGES.filter(({ blocks }) => blocks.some(isCommands));
  let before: string[];
  beforeAll(() => {
    before = projectFiles();
  });

  it.each(pages.map((page): [string, Page] => [page.path, page]))(
    "%s do and print what it says",
    async (_, page) => {
      const shell = await openShell();
      expect(await follow(page, shell)).toEqual([]);
      expect(shell.added()).toEqual([]);
    },
    PAGE_WITHIN_MS,
  );

  it("all pages leave the project as it is", () => expect(projectFiles()).toEqual(before));

  it("all pages are run, except for these reasons", () => {
    const reasons = PAGES.flatMap(({ path, blocks }) =>
      blocks.flatMap(({ directive }) =>
        directive?.kind === "not run" ? [`${path}: ${directive.text}`] : [],
      ),
    );
    expect([...new Set(reasons)].sort()).toEqual([...NOT_RUN].sort());
  });
});

it("the TypeScript of all pages is sound", async () => {
  const shell = await openShell();
  for (const name of ["headcount", "@types/node"]) shell.provide(name);
  const snippets = PAGES.flatMap(({ blocks }) => blocks.filter(({ language }) => language === "ts"));
  const names = snippets.map(({ place }) => `${place.replaceAll(/\W/g, "-")}.mts`);
  for (const [index, { text }] of snippets.entries()) shell.write(names[index] ?? "", text);
  const { code, stdout } = await shell.run(`node ${COMPILER} ${STRICT} ${names.join(" ")}`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});
