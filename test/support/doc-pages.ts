import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a comment before a fenced block says of it; `docs/README.md` explains them to those who write pages. */
export interface Directive {
  readonly kind: "not run" | "runs on" | "file";
  /** Why it is not run, or the file's name; empty if something runs on. */
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  /** The line of its opening fence, from 1. */
  readonly line: number;
  /** The page and that line. */
  readonly place: string;
  /** The first word after the fence. */
  readonly language: string;
  readonly text: string;
  readonly directive: Directive | null;
  /** Whether nothing but blank lines is between it and the block before it. */
  readonly follows: boolean;
}

/** A page of documentation. */
export interface Page {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

const COMMENT = /^\s*<!--\s*(?<kind>not run|runs on|file)?(?::\s*(?<text>.*?))?\s*-->\s*$/;

/** README.md and all Markdown pages under docs/, by path. */
export function readPages(): Page[] {
  const inDocs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const paths = inDocs.filter((path) => path.endsWith(".md")).map((path) => `docs/${path}`);
  return ["README.md", ...paths.sort()].map((path) =>
    parsePage(path, readFileSync(join(ROOT, path), "utf8")),
  );
}

/** Finds a page's blocks. @throws Error at a comment before a block that says nothing known of it */
function parsePage(path: string, text: string): Page {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let before: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const opening = /^(?<indent>\s*)```(?<language>\w*)/.exec(lines[index] ?? "");
    if (opening === null) {
      if ((lines[index] ?? "").trim() !== "") before.push(lines[index] ?? "");
      continue;
    }
    const indent = opening.groups?.indent ?? "";
    const end = lines.findIndex((line, at) => at > index && line === `${indent}\`\`\``);
    if (end === -1) throw new Error(`${path}:${index + 1}: the block has no end`);
    const place = `${path}:${index + 1}`;
    blocks.push({
      line: index + 1,
      place,
      language: opening.groups?.language ?? "",
      text: lines
        .slice(index + 1, end)
        .map((line) => `${line.slice(indent.length)}\n`)
        .join(""),
      directive: directiveOf(before.at(-1) ?? "", place),
      follows: blocks.length > 0 && before.length === 0,
    });
    before = [];
    index = end;
  }
  return { path, text, blocks };
}

function directiveOf(line: string, place: string): Directive | null {
  if (!line.trim().startsWith("<!--")) return null;
  const { kind, text = "" } = COMMENT.exec(line)?.groups ?? {};
  if (kind === undefined) throw new Error(`${place}: the comment before the block says nothing known of it`);
  if ((kind === "runs on") !== (text === "")) throw new Error(`${place}: what is meant by ${line}?`);
  return { kind: kind as Directive["kind"], text };
}

/** A relative link of a page. */
export interface Link {
  readonly line: number;
  /** The file's path from the project's root. */
  readonly path: string;
  /** What follows the `#`; empty without one. */
  readonly anchor: string;
}

/** A page's links to files and headings of the project, images among them. */
export function linksOf(page: Page): Link[] {
  const prose = withoutBlocks(page);
  return [...prose.matchAll(/\]\((?<target>[^)\s]+)\)/g)].flatMap((match) => {
    const target = match.groups?.target ?? "";
    if (/^[a-z]+:/.test(target)) return [];
    const { pathname, hash } = new URL(target, `file:///${page.path}`);
    const line = prose.slice(0, match.index).split("\n").length;
    return [{ line, path: decodeURIComponent(pathname.slice(1)), anchor: hash.slice(1) }];
  });
}

/** The anchors of a page: those that GitHub gives its headings, and those that it sets itself. */
export function anchorsOf(page: Page): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutBlocks(page).matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let numbered = anchor;
    for (let number = 1; anchors.has(numbered); number++) numbered = `${anchor}-${number}`;
    anchors.add(numbered);
  }
  for (const [, own = ""] of withoutBlocks(page).matchAll(/<a id="([^"]*)"><\/a>/g)) anchors.add(own);
  return anchors;
}

/** The page's text, its blocks blanked out, and each line where it was. */
function withoutBlocks(page: Page): string {
  return page.text.replace(/^(\s*)```[\s\S]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, ""));
}
