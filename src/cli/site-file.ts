import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { Document } from "yaml";
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
} from "yaml";
import { HeadcountError, type Issue } from "../domain/errors.ts";
import type { SiteDocument } from "../engine/site/document.ts";
import { readValue } from "../schemas/read-value.ts";
import { siteDocument } from "../schemas/site.ts";

/** Mistakes shown at a time. */
const SHOWN_MAX = 20;

/** Makes issues with a site into a failure that names the lines of its file that they are about. */
export type Refuse = (issues: readonly Issue[], cause?: unknown) => HeadcountError;

/** A site file that has been read. */
export interface SiteFile {
  readonly document: SiteDocument;
  /** What it says as JSON, for a server. */
  readonly json: unknown;
  readonly refuse: Refuse;
}

/**
 * Reads a site file; `-` is the standard input.
 *
 * @throws HeadcountError `unreadable-input` where there is no such file; `invalid` with the lines where
 * it is not YAML, or not a site's
 */
export async function readSiteFile(path: string): Promise<SiteFile> {
  return parseSite(await readBytes(path), path === "-" ? "standard input" : path);
}

/**
 * Reads a site from YAML.
 *
 * @param name what the file is called in messages
 * @throws HeadcountError `invalid`, with the lines where it is not YAML, or not a site's
 */
export function parseSite(bytes: Uint8Array, name: string): SiteFile {
  const lines = new LineCounter();
  const options = { lineCounter: lines, prettyErrors: false, logLevel: "error" } as const;
  const yaml = parseDocument(decode(bytes, name), options);
  const complaints = [...yaml.errors, ...yaml.warnings].map(({ pos: [offset], code, message }) => ({
    offset,
    message: YAML_WORDS[code] ?? message,
  }));
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (complaints.length > 0) throw mistakes(name, complaints, lineAt);
  if (isEmpty(yaml)) {
    throw invalidFile(
      `${name} is empty; a site file has spaces, doorways, time_segments, time_segment_groups`,
    );
  }
  const refuse: Refuse = (issues, cause) => {
    const located = issues.map(({ path, message }) => ({
      offset: offsetOf(yaml, path),
      message: `${shown(path)}: ${message}`,
    }));
    return mistakes(name, located, lineAt, cause);
  };
  const json = plainValue(yaml, (error) => {
    const dangling = danglingAliases(yaml);
    return dangling.length > 0
      ? mistakes(name, dangling, lineAt, error)
      : invalidFile(`${name}: its aliases (*) repeat too much of it; write it without them`, error);
  });
  try {
    return { document: readValue(siteDocument, json, "", explain), json, refuse };
  } catch (error) {
    throw error instanceof HeadcountError ? refuse(error.issues, error) : error;
  }
}

/**
 * Writes a file; `-` is the standard output.
 *
 * @throws HeadcountError `unavailable` where it cannot be written
 */
export function writeText(path: string, text: string): void {
  if (path === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HeadcountError("unavailable", `cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return path === "-" ? await buffer(process.stdin) : readFileSync(path);
  } catch (error) {
    throw new HeadcountError("unreadable-input", `cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "no such file or directory";
  if (code === "EISDIR") return "it is a directory";
  return message;
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalidFile(`${name} is not a text in UTF-8`, error);
  }
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

/** What is said of YAML that its parser words for programmers, by the parser's codes. */
const YAML_WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "this field stands here twice",
  MULTIPLE_DOCS: "another document begins here; a site file is one document, without a line ---",
};

/** Aliases such as `*hall` of what the file does not have. */
function danglingAliases(yaml: Document.Parsed): Mistake[] {
  const found: Mistake[] = [];
  visit(yaml, {
    Alias: (_, alias) => {
      if (alias.resolve(yaml) !== undefined) return;
      const message = `*${alias.source} stands for nothing: no &${alias.source} comes before it`;
      found.push({ offset: alias.range?.[0] ?? 0, message });
    },
  });
  return found;
}

/** What YAML says as JSON. @throws what `refuse` makes of aliases of nothing, or that grow beyond all bounds */
function plainValue(yaml: Document.Parsed, refuse: (cause: ReferenceError) => HeadcountError): unknown {
  try {
    return yaml.toJS();
  } catch (error) {
    throw error instanceof ReferenceError ? refuse(error) : error;
  }
}

/** What is wrong with a value of the wrong type, in words for who writes YAML. */
function explain(input: unknown, expected: string): string | undefined {
  if (input === null) return "has no value; leave it out, or write what it is";
  if (expected === "object") return "must have fields, each written as its name, a colon and its value";
  if (expected === "array") return "must be a list: its entries each begin with -, or stand in [ ]";
  const isBare = typeof input === "number" || typeof input === "boolean";
  return isBare && expected === "string"
    ? `is a ${typeof input}; a text stands in quotes: "${input}"`
    : undefined;
}

interface Mistake {
  /** Where it begins, in characters. */
  readonly offset: number;
  readonly message: string;
}

/** A failure that tells each mistake with its line, in order. */
function mistakes(
  name: string,
  found: readonly Mistake[],
  lineAt: (offset: number) => number,
  cause?: unknown,
): HeadcountError {
  const told = found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, message }) => `${name}:${lineAt(offset)}: ${message}`);
  const [only = name] = told;
  if (told.length < 2) return invalidFile(only, cause);
  const more = told.length > SHOWN_MAX ? [`and ${told.length - SHOWN_MAX} more`] : [];
  const listed = [...told.slice(0, SHOWN_MAX), ...more].map((line) => `\n  ${line}`).join("");
  return invalidFile(`${told.length} mistakes in ${name}:${listed}`, cause);
}

function invalidFile(message: string, cause?: unknown): HeadcountError {
  return new HeadcountError("invalid", message, { cause });
}

/** Where the part of the file begins that a path such as `spaces.0.capacity` leads to, or what holds it. */
function offsetOf(yaml: Document.Parsed, path: string): number {
  let node: ParsedNode | null | undefined = yaml.contents;
  let offset = node?.range[0] ?? 0;
  for (const part of path.split(".")) {
    const holder: unknown = isAlias(node) ? node.resolve(yaml) : node;
    let found: unknown;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && String(key.value) === part);
      if (isNode(pair?.key)) offset = pair.key.range?.[0] ?? offset;
      found = pair?.value;
    } else if (isSeq(holder)) {
      found = holder.items[Number(part)];
      if (isNode(found)) offset = found.range?.[0] ?? offset;
    }
    if (!isNode(found)) break;
    node = found as ParsedNode;
  }
  return offset;
}

/** A path as people write it: `spaces[0].capacity`. */
function shown(path: string): string {
  return path === "" ? "the file" : path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}
