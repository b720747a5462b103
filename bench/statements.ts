import { readFileSync } from "node:fs";

/** The text of `bench/sql/<name>.sql`. */
export function benchStatement(name: string): string {
  return readFileSync(new URL(`sql/${name}.sql`, import.meta.url), "utf8");
}
