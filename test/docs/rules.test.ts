import { describe, expect, it } from "vitest";
import { readRepository } from "../support/repository.ts";
import { lineAt, readSources, type SourceFile, withoutComments } from "../support/source-tree.ts";

type Page = Pick<SourceFile, "text">;
/** Where rules may be named, in code, comments, tests, statements and pages. */
const FOLDERS = ["src", "console", "sql", "test", "bench", "scripts", "fixtures", "docs"];
const EXTENSIONS = [".ts", ".tsx", ".mjs", ".css", ".sql", ".yaml", ".md"];
const PAGES_AT_ROOT = ["README.md", "CHANGELOG.md"];

/** A rule's number as it is written everywhere: a D and the number. */
const RULE_NUMBER = /\bD\d+\b/g;
const RULE_HEADING = /^### (?<rule>D\d+) \S.*$/gm;

/** The rules that the page has headings for, in order. */
function rulesOf({ text }: Page): string[] {
  return Array.from(text.matchAll(RULE_HEADING), (match) => match.groups?.rule ?? "");
}

/** The headings and anchors of rules of a page that are not as they must be, one rule after another. */
function pageProblems({ text }: Page): string[] {
  const found = text.match(/^#+ D\d+\b.*$|^<a id=".*"><\/a>$/gm) ?? [];
  const wanted = rulesOf({ text }).flatMap((_, index) => [
    `<a id="d${index + 1}"></a>`,
    `### D${index + 1} `,
  ]);
  const isWanted = (line: string, index: number) => {
    const expected = wanted[index] ?? "nothing";
    return expected.startsWith("#") ? line.startsWith(expected) : line === expected;
  };
  return found.filter((line, index) => !isWanted(line, index));
}

/** The places where a file names rules that are none. */
function unknownRules({ path, text }: SourceFile, known: ReadonlySet<string>): string[] {
  return [...text.matchAll(RULE_NUMBER)]
    .filter(([rule]) => !known.has(rule))
    .map((match) => `${path}:${lineAt(text, match.index)}: there is no rule ${match[0]}`);
}

/** The rules that a test names in a title or in data: a comment is not enough. */
function checkedRules({ path, text }: SourceFile): string[] {
  if (!path.startsWith("test/")) return [];
  if (path.endsWith(".yaml")) return text.replace(/^\s*#.*$/gm, "").match(RULE_NUMBER) ?? [];
  return path.endsWith(".ts") ? (withoutComments(text).match(RULE_NUMBER) ?? []) : [];
}

const RULES_PAGE = { text: readRepository("docs/rules.md") };
const FILES: readonly SourceFile[] = [
  ...readSources(FOLDERS, EXTENSIONS),
  ...PAGES_AT_ROOT.map((path) => ({ path, text: readRepository(path) })),
];

describe("the rules", () => {
  it("have a heading each, in order, and one anchor right before it", () => {
    expect(pageProblems(RULES_PAGE)).toEqual([]);
    expect(rulesOf(RULES_PAGE).length).toBeGreaterThanOrEqual(30);
  });

  it("are there for every number that code, tests, statements and pages name", () => {
    const known = new Set(rulesOf(RULES_PAGE));
    expect(FILES.flatMap((file) => unknownRules(file, known))).toEqual([]);
  });

  it("are each named by a test", () => {
    const checked = new Set(FILES.flatMap(checkedRules));
    expect(rulesOf(RULES_PAGE).filter((rule) => !checked.has(rule))).toEqual([]);
  });

  it("are looked for in every folder", () => {
    const folders = new Set(FILES.map(({ path }) => path.split("/", 1).join()));
    expect([...folders].sort()).toEqual([...FOLDERS, ...PAGES_AT_ROOT].sort());
  });
});
