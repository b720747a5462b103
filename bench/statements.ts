import { readFileSync } from "node:fs";

const texts = new Map<string, string>();

/** The text of `bench/sql/<name>.sql`. */
export function benchStatement(name: string): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`sql/${name}.sql`, import.meta.url), "utf8");
    texts.set(name, text);
  }
  return text;
}
