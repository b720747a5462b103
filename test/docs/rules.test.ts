import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownAnchorsOf, type Page, parsePage } from "../support/doc-pages.ts";
import { inRepository } from "../support/repository.ts";
import { lineAt, readSources, type SourceFile, withoutComments } from "../support/source-tree.ts";

const RULES_PATH = "docs/rules.md";
/** Where rules may be named, in code, comments, tests, statements and pages. */
const FOLDERS = ["src", "console", "sql", "test", "bench", "scripts", "fixtures", "docs"];
const EXTENSIONS = [".ts", ".tsx", ".mjs", ".css", ".sql", ".yaml", ".md"];
const PAGES_AT_ROOT = ["README.md", "CHANGELOG.md"];

/** A rule's number as it is written everywhere: a D and the number. */
const RULE_NUMBER = /\bD\d+\b/g;
const RULE_HEADING = /^### (?<rule>D\d+) \S.*$/gm;
/** Anything that is meant to be a rule's heading. */
const LIKE_RULE_HEADING = /^#+ D\d+\b.*$/gm;

/** The rules that the page has headings for, in order. */
function rulesOf({ text }: Page): string[] {
  return Array.from(text.matchAll(RULE_HEADING), (match) => match.groups?.rule ?? "");
}

/** What is wrong with the page's headings and anchors. */
function pageProblems(page: Page): string[] {
  const rules = rulesOf(page);
  const headings = page.text.match(LIKE_RULE_HEADING) ?? [];
  const anchors = ownAnchorsOf(page);
  const anchorsWanted = rules.map((rule) => rule.toLowerCase());
  return [
    ...headings
      .filter((heading) => heading.match(RULE_HEADING) === null)
      .map((heading) => `"${heading}" is no heading of a rule`),
    ...rules
      .filter((rule, index) => rule !== `D${index + 1}`)
      .map((rule) => `${rule} is double or out of order`),
    ...anchorsWanted
      .filter((anchor) => !page.text.includes(`<a id="${anchor}"></a>\n\n### ${anchor.toUpperCase()} `))
      .map((anchor) => `the anchor ${anchor} is not right before its heading`),
    ...anchors
      .filter((anchor, index) => anchors.indexOf(anchor) !== index)
      .map((anchor) => `the anchor ${anchor} is double`),
    ...anchors
      .filter((anchor) => !anchorsWanted.includes(anchor))
      .map((anchor) => `the anchor ${anchor} has no rule`),
  ];
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

function readPage(path: string): Page {
  return parsePage(path, readFileSync(inRepository(path), "utf8"));
}

const RULES_PAGE = readPage(RULES_PATH);
const FILES: readonly SourceFile[] = [
  ...readSources(FOLDERS, EXTENSIONS),
  ...PAGES_AT_ROOT.map((path) => readPage(path)),
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

describe("the checks", () => {
  /** A rule's number, put together, since this file is looked through, too. */
  const rule = (number: number) => `D${number}`;
  const anchor = (number: number) => `<a id="d${number}"></a>`;
  const section = (number: number) => `${anchor(number)}\n\n### ${rule(number)} Title\n\nText.\n`;
  const page = (...sections: string[]) => parsePage(RULES_PATH, `# Rules\n\n${sections.join("\n")}`);

  it("take a page that is in order", () => {
    expect(pageProblems(page(section(1), section(2), section(3)))).toEqual([]);
  });

  it.each([
    ["a heading without its anchor", [section(1), `### ${rule(2)} Title\n`]],
    ["an anchor that is elsewhere", [section(1), `### ${rule(2)} Title\n\n${anchor(2)}\n`]],
    ["an anchor that is double", [section(1), anchor(1)]],
    ["an anchor without a rule", [section(1), anchor(2)]],
    ["a rule that is double", [section(1), `### ${rule(1)} Title\n`]],
    ["a number that is left out", [section(1), section(3)]],
    ["a heading of another level", [section(1), `## ${rule(2)} Title\n`]],
    ["a heading without a title", [section(1), `### ${rule(2)}\n`]],
  ])("report %s", (_what, sections) => {
    expect(pageProblems(page(...sections))).toHaveLength(1);
  });

  it("report a number without a rule, wherever it stands", () => {
    const text = `// as ${rule(1)} says\n/* (${rule(7)}) */ it("${rule(8)}: …");\nconst ID3 = "${rule(1)}a";`;
    expect(unknownRules({ path: "src/a.ts", text }, new Set([rule(1)]))).toEqual([
      `src/a.ts:2: there is no rule ${rule(7)}`,
      `src/a.ts:2: there is no rule ${rule(8)}`,
    ]);
  });

  it("count what a test says, not its comments", () => {
    const text = `// ${rule(1)}\nit("${rule(2)}: is so", () => {}); /* ${rule(3)} */`;
    expect(checkedRules({ path: "test/a.test.ts", text })).toEqual([rule(2)]);
    expect(checkedRules({ path: "src/a.ts", text })).toEqual([]);
    const rows = `# ${rule(1)}\nsays: "${rule(2)}"\n`;
    expect(checkedRules({ path: "test/a.yaml", text: rows })).toEqual([rule(2)]);
  });
});
