import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandProblems, inRepository, isInRepository, readRepository } from "../support/repository.ts";

const PAGES = ["README.md", ...readdirSync(inRepository("docs")).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith(".md"),
);

/** The command lines of `headcount` in a page's blocks of shell, each as the words after its name. */
function commandsIn(markdown: string): string[][] {
  const blocks = [...markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text = ""]) => text);
  return blocks
    .flatMap((block) => block.replaceAll("\\\n", " ").split("\n"))
    .map((line) => line.replace(/(?:^|\s)#.*$/, ""))
    .flatMap((line) => {
      const [, words] = /(?:^|\s)(?:bin\/)?headcount ((?!\.)[a-z]+ .*|[a-z]+)$/.exec(line.trim()) ?? [];
      return words === undefined ? [] : [words.split(/\s+/)];
    });
}

describe("the pages", () => {
  it("show commands that there are, with flags that there are", () => {
    const commands = PAGES.flatMap((path) => commandsIn(readRepository(path)));
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.flatMap(commandProblems)).toEqual([]);
  });

  it("link to files that there are", () => {
    const missing = PAGES.flatMap((page) =>
      [...readRepository(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, link = ""]) => new URL(link, `file:///${page}`).pathname.slice(1))
        .filter((path) => !isInRepository(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("are each to be found from the README", () => {
    const readme = readRepository("README.md");
    expect(PAGES.filter((page) => page !== "README.md" && !readme.includes(`(${page})`))).toEqual([]);
  });
});
