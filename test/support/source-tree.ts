import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXTENSIONS: readonly string[] = [".ts", ".tsx", ".mjs", ".sql"];

/** A file of the project, or a made-up one; `path` is relative to the project's root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads the files under the given folders of the project whose names end in one of some ways: by default code and SQL.
 * A folder that does not exist has none.
 */
export function readSources(folders: readonly string[], extensions = EXTENSIONS): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readFolder(folder, extensions));
}

function readFolder(folder: string, extensions: readonly string[]): SourceFile[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return readFolder(path, extensions);
    if (!extensions.some((extension) => path.endsWith(extension))) return [];
    return [{ path, text: readFileSync(join(ROOT, path), "utf8") }];
  });
}

// Not a parser (TypeScript 7 offers none to programs): enough to tell comments and literals from code as
// the formatter writes it. A regular expression is known by what stands before it.
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/.source;
const BEFORE_REGEX = /(?<=(?:[=(,:!&|?{}[;>]|\breturn)\s*)/.source;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//.source;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/.source;
const TOKEN = new RegExp(`(?<literal>${STRING}|${BEFORE_REGEX}${REGEX})|${COMMENT}`, "g");

/** The text with its comments blanked out, all else, and so each position, as it was. */
export function withoutComments(text: string): string {
  return text.replace(TOKEN, (token, literal?: string) => literal ?? blank(token));
}

/** The text with comments, strings and regular expressions blanked out, and each position as it was. */
export function codeOnly(text: string): string {
  return text.replace(TOKEN, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** One import or re-export: what it names, and the line that it begins on. */
export interface ImportedModule {
  /** As written; `(computed)` if an `import()` takes anything but a plain string. */
  readonly specifier: string;
  /** For a relative specifier the path from the project's root, otherwise the specifier. */
  readonly target: string;
  readonly line: number;
}

const FROM = /(?<!["'`])\b(?:import|export)\b[^"'`;()]*?\bfrom\s*["']([^"']+)["']/g;
const BARE = /^\s*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /(?<![.\w$])(?:import|require)\s*\(\s*(?:["'`]([^"'`$]+)["'`]\s*[,)])?/g;

/** Every module that a file imports: statically, for types, by re-export or by `import()`. */
export function importsOf(file: SourceFile): ImportedModule[] {
  const code = withoutComments(file.text);
  return [FROM, BARE, DYNAMIC].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => {
      const specifier = match[1] ?? "(computed)";
      const relative = specifier.startsWith(".");
      const target = relative ? posix.join(posix.dirname(file.path), specifier) : specifier;
      return { specifier, target, line: lineAt(code, match.index) };
    }),
  );
}

/** The number, from 1, of the line that holds the character at `index`. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
