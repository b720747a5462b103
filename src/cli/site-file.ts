import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import {
  Document,
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
import { readValue } from "../schemas/read-value.ts";
import { siteDocument } from "../schemas/site.ts";
import type { JsonObject } from "../schemas/site-export.ts";
import { onFile } from "./process.ts";

const SHOWN_MAX = 20;

/**
 * Reads a site file; `-` is the standard input.
 *
 * @throws HeadcountError `unreadable-input` if it cannot be read; `invalid`, with lines, if it is not YAML or not a
 * site
 */
export async function readSiteFile(path: string) {
  if (path === "-") return parseSite(await buffer(process.stdin), "standard input");
  return parseSite(
    onFile("unreadable-input", `cannot read ${path}`, () => readFileSync(path)),
    path,
  );
}

/**
 * Reads a site from YAML.
 *
 * @param name the name of the file in messages
 * @throws HeadcountError `invalid`, with lines, if it is not YAML or not a site
 */
export function parseSite(bytes: Uint8Array, name: string) {
  const lines = new LineCounter();
  const options = { lineCounter: lines, prettyErrors: false, logLevel: "error" } as const;
  const yaml = parseDocument(decode(bytes, name), options);
  const problems = [...yaml.errors, ...yaml.warnings].map(({ pos: [offset], code, message }) => ({
    offset,
    message: YAML_MESSAGES[code] ?? message,
  }));
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (problems.length > 0) throw problemsError(name, problems, lineAt);
  const { contents } = yaml;
  if (contents === null || (isScalar(contents) && contents.value === null))
    throw invalidFile(
      `${name} is empty; a site file has spaces, doorways, sensors, time_segments and time_segment_groups`,
    );
  /** Turns issues with the site into an error with the lines of its file. */
  const locate = (issues: readonly Issue[], cause?: unknown) => {
    const located = issues.map(({ path, message }) => {
      const { offset, source } = placeOf(yaml, path);
      // A number has lost zeros and digits of its text.
      const text = message.endsWith(QUOTES_ADVICE) && source !== null ? `: "${source}"` : "";
      return { offset, message: `${shown(path)}: ${message}${text}` };
    });
    return problemsError(name, located, lineAt, cause);
  };
  try {
    const json: unknown = yaml.toJS();
    return { document: readValue(siteDocument, json, "", explainType), json, locate };
  } catch (error) {
    if (error instanceof HeadcountError) throw locate(error.issues, error);
    // An alias without an anchor, or aliases that expand too far.
    if (!(error instanceof ReferenceError)) throw error;
    const dangling = danglingAliases(yaml);
    if (dangling.length > 0) throw problemsError(name, dangling, lineAt, error);
    throw invalidFile(`${name}: its aliases (*) expand to too much data; write the file without them`, error);
  }
}

/** Writes a file; `-` is the standard output. @throws HeadcountError `unavailable` if it cannot be written */
export function writeText(path: string, text: string): void {
  if (path === "-") process.stdout.write(text);
  else onFile("unavailable", `cannot write ${path}`, () => writeFileSync(path, text));
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalidFile(`${name} is not UTF-8 text`, error);
  }
}

const YAML_MESSAGES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "duplicate field",
  MULTIPLE_DOCS: "a second YAML document begins here; a site file has one document, without a line ---",
};

/** Aliases such as `*hall` without an anchor. */
function danglingAliases(yaml: Document.Parsed): Problem[] {
  const found: Problem[] = [];
  visit(yaml, {
    Alias: (_, alias) => {
      if (alias.resolve(yaml) !== undefined) return;
      const message = `alias *${alias.source} has no anchor &${alias.source} before it`;
      found.push({ offset: alias.range?.[0] ?? 0, message });
    },
  });
  return found;
}

/** The message for a value of the wrong type, in terms of YAML. */
function explainType(input: unknown, expected: string): string | undefined {
  if (input === null) return "has no value; remove it, or give it a value";
  if (expected === "object") return "must have fields, each with its name, a colon and its value";
  if (expected === "array") return "must be a list: each entry begins with -, or all are in [ ]";
  const isBare = typeof input === "number" || typeof input === "boolean";
  return isBare && expected === "string" ? `is a ${typeof input}; ${QUOTES_ADVICE}` : undefined;
}

const QUOTES_ADVICE = "put text in quotes";

interface Problem {
  /** Its position in the file, in characters. */
  readonly offset: number;
  readonly message: string;
}

/** An error with the line and message of each problem, in order. */
function problemsError(
  name: string,
  found: readonly Problem[],
  lineAt: (offset: number) => number,
  cause?: unknown,
): HeadcountError {
  const lines = found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, message }) => `${name}:${lineAt(offset)}: ${message}`);
  const [only = name] = lines;
  if (lines.length < 2) return invalidFile(only, cause);
  const more = lines.length > SHOWN_MAX ? [`and ${lines.length - SHOWN_MAX} more`] : [];
  const listed = [...lines.slice(0, SHOWN_MAX), ...more].map((line) => `\n  ${line}`).join("");
  return invalidFile(`${lines.length} problems in ${name}:${listed}`, cause);
}

function invalidFile(message: string, cause?: unknown): HeadcountError {
  return new HeadcountError("invalid", message, { cause });
}

/**
 * The position of the part of the file at a path such as `spaces.0.capacity`, or of its nearest parent, and the text of
 * a scalar there.
 */
function placeOf(
  yaml: Document.Parsed,
  path: string,
): { readonly offset: number; readonly source: string | null } {
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
    if (!isNode(found)) return { offset, source: null };
    node = found as ParsedNode;
  }
  return { offset, source: isScalar(node) ? (node.source ?? null) : null };
}

/** A path in messages: `spaces[0].capacity`. */
function shown(path: string): string {
  return path === "" ? "the file" : path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}

/** The longest list on one line, in characters of JSON. */
const ONE_LINE_MAX = 100;

/**
 * Formats a site as YAML; the same site always gives the same text. Strings that YAML 1.1 would read as other types,
 * such as `yes` and `09:00:00`, are in quotes.
 */
export function formatSite(site: JsonObject): string {
  const yaml = new Document(site, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(yaml, {
    Pair(_, { key, value }) {
      // The user chooses the layout of a space's meta.
      if (isScalar(key) && key.value === "meta") return visit.SKIP;
      if (isScalar(key) && key.value === "counting" && isMap(value)) value.flow = true;
      if (!isSeq(value)) return undefined;
      const isLinks = isScalar(key) && key.value === "links";
      for (const item of isLinks ? value.items : []) if (isMap(item)) item.flow = true;
      const isShort = JSON.stringify(value).length <= ONE_LINE_MAX;
      if (isShort && !value.items.some(isMap)) value.flow = true;
      return undefined;
    },
  });
  const sections = isMap(yaml.contents) ? yaml.contents.items : [];
  for (const { key } of sections.slice(1)) if (isNode(key)) key.spaceBefore = true;
  return yaml.toString({ lineWidth: 0, flowCollectionPadding: false });
}
