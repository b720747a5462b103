import { readdirSync } from "node:fs";
import { type SourceFile, withoutComments } from "./source-tree.ts";

/** What comments and documents can name: the paths of the project, and the words of its code. */
export interface NamedCode {
  readonly paths: readonly string[];
  readonly words: ReadonlySet<string>;
}

const FOLDERS = ["bench", "console", "docs", "fixtures", "openapi", "scripts", "sql", "src", "test"];

export function pathsOf(root: string): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true }).map((path) => `${folder}/${path}`),
  );
  return [...readdirSync(root), ...below];
}

export function wordsOf(files: readonly SourceFile[]): Set<string> {
  return new Set(files.flatMap(({ path, text }) => codeOf(path, text).match(/[A-Za-z_$][\w$]*/g) ?? []));
}

function codeOf(path: string, text: string): string {
  return path.endsWith(".sql") ? text.replaceAll(/--.*/g, "") : withoutComments(text);
}

/** The comments of a file of code, or the whole text of a document. */
function proseOf({ path, text }: SourceFile): string {
  if (path.endsWith(".md")) return text;
  if (path.endsWith(".sql")) return (text.match(/--.*/g) ?? []).join("\n");
  const code = withoutComments(text);
  return Array.from(text, (character, index) => (character === code[index] ? " " : character)).join("");
}

const QUOTED = /`([^`\n]+)`/g;
const FILE = /^[\w./-]+\.(?:ts|tsx|mjs|sql|md|json|ya?ml)$/;
/** Names of code: with a capital inside, members, calls and types. Other words may be of any language. */
const SYMBOL = /^(?=.*(?:[a-z][A-Z]|\.|\(\)|^[A-Z][a-z]))[A-Za-z_$][\w$]*(?:\.[A-Za-z_$#][\w$]*)*(?:\(\))?$/;

/** The names in the comments of a file, or in a document, of files and code that do not exist. */
export function missingNames(file: SourceFile, { paths, words }: NamedCode): string[] {
  const quoted = [...new Set([...proseOf(file).matchAll(QUOTED)].map(([, name = ""]) => name))];
  return quoted.filter((name) => {
    if (FILE.test(name)) return !paths.some((path) => path === name || path.endsWith(`/${name}`));
    if (!SYMBOL.test(name)) return false;
    return name.split(/[.()]+/).some((part) => part !== "" && !words.has(part.replace("#", "")));
  });
}
