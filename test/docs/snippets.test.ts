import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Page, parsePage, ROOT, readPages } from "../support/doc-pages.ts";
import { numbersOfSeeds, SEEDS } from "../support/random.ts";
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
  "docs/deployment.md: needs Docker",
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

describe("in one shell, in a random order, the commands in", () => {
  const pages = PAGES.filter(({ blocks }) => blocks.some(isCommands));
  const isReadme = ({ path }: Page) => path === "README.md";
  const below = numbersOfSeeds();
  const keys = new Map(pages.map((page) => [page, below(2 ** 30)]));
  const others = pages
    .filter((page) => !isReadme(page))
    .toSorted((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
  const order = [...pages.filter(isReadme), ...others];
  let before: string[];
  let shell: DocShell;
  beforeAll(async () => {
    before = projectFiles();
    shell = await DocShell.open();
    return () => shell.close();
  });

  it.each(order.map((page): [string, Page] => [page.path, page]))(
    `%s do and print what it says (seeds ${SEEDS})`,
    async (_, page) => {
      // Each page defines all names that it uses; processes, files and the current folder stay.
      await shell.forgetNames();
      expect(await follow(page, shell)).toEqual([]);
    },
    PAGE_WITHIN_MS,
  );

  it("all pages leave the project as it is", () => {
    expect(shell.added()).toEqual([]);
    expect(projectFiles()).toEqual(before);
  });

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

describe("differences from a page are reported:", () => {
  const BREACHES: readonly [string, string][] = [
    ["a command that fails", "```sh\nfalse\ntrue\n```"],
    ["other output", "```sh\necho a\n```\n\n```text\nb\n```"],
    ["other output than the comment at the end", "```sh\necho a\n# b\n```"],
    ["an answer that is a refusal", '```sh\necho \'{"type":"a","title":"b","status":404}\'\n```'],
    ["a program that runs on and fails", "<!-- runs on -->\n\n```sh\necho a &\n```\n\n```text\nb\n```"],
  ];

  it.each(BREACHES)("%s", async (_, text) => {
    const shell = await openShell();
    expect(await follow(parsePage("made-up.md", text), shell, 100)).toEqual([
      expect.stringMatching(/^made-up\.md:[13]: /),
    ]);
  });

  it("a name that only another page defines", async () => {
    const shell = await openShell();
    await shell.forgetNames();
    expect(await follow(parsePage("other.md", "```sh\napi() { echo a; }\n```"), shell)).toEqual([]);
    await shell.forgetNames();
    expect(await follow(parsePage("made-up.md", "```sh\napi\n```"), shell)).toHaveLength(1);
  });

  it("nothing if all is well", async () => {
    const text = "<!-- file: a.txt -->\n\n```text\na\n```\n\n```sh\ncat a.txt\n# a\n```";
    expect(await follow(parsePage("made-up.md", text), await openShell())).toEqual([]);
  });
});
