import { describe, expect, it } from "vitest";
import { readRepository } from "../support/repository.ts";
import { lineAt, readSources, type SourceFile, withoutComments } from "../support/source-tree.ts";

/** Where rules may be named, in code, comments, tests, statements and pages. */
const FOLDERS = ["src", "console", "sql", "test", "bench", "scripts", "fixtures", "docs"];
const EXTENSIONS = [".ts", ".tsx", ".mjs", ".css", ".sql", ".yaml", ".md"];
const PAGES_AT_ROOT = ["README.md", "CHANGELOG.md"];

/** A rule's number as it is written everywhere: a D and the number. */
const RULE_NUMBER = /\bD\d+\b/g;
const RULE_HEADING = /^### (?<rule>D\d+) \S.*$/gm;

/** The rules that the page has headings for, in order. */
function rulesOf(text: string): string[] {
  return Array.from(text.matchAll(RULE_HEADING), (match) => match.groups?.rule ?? "");
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

const RULES = rulesOf(readRepository("docs/rules.md"));
const FILES: readonly SourceFile[] = [
  ...readSources(FOLDERS, EXTENSIONS),
  ...PAGES_AT_ROOT.map((path) => ({ path, text: readRepository(path) })),
];

describe("the rules", () => {
  it("are there for every number that code, tests, statements and pages name", () => {
    const known = new Set(RULES);
    expect(FILES.flatMap((file) => unknownRules(file, known))).toEqual([]);
  });

  it("are each named by a test", () => {
    const checked = new Set(FILES.flatMap(checkedRules));
    expect(RULES.filter((rule) => !checked.has(rule))).toEqual([]);
  });
});
