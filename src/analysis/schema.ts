import { createHash } from "node:crypto";
import type { Connection } from "../store/duckdb/database.ts";
import { quoteText, script, scriptsIn, statementsOf } from "../store/duckdb/statements.ts";

/** The scripts that make what the copy is held in, and then the views and macros that users see. */
const BASE = "analysis/base";
const SCHEMA = "analysis/schema";

/** A text that differs where the schema does: a database with another one is not used. */
export function schemaDigest(): string {
  const digest = createHash("sha256");
  for (const path of [BASE, SCHEMA].flatMap(scriptsIn)) digest.update(script(path));
  return digest.digest("hex");
}

/** Creates all tables, views and macros. The comment above the statement of a view or macro becomes its comment. */
export async function createSchema(writer: Connection): Promise<void> {
  for (const path of scriptsIn(BASE)) await writer.run(script(path));
  for (const text of scriptsIn(SCHEMA).flatMap((subject) => [...statementsOf(subject).values()])) {
    await writer.run(text);
    const [, type, name] = /^CREATE (VIEW|MACRO) (\w+)/m.exec(text) ?? [];
    const kind = type === "MACRO" && /\bAS TABLE\b/.test(text) ? "MACRO TABLE" : type;
    await writer.run(`COMMENT ON ${kind} ${name} IS ${quoteText(descriptionOf(text))}`);
  }
}

/** The comment above a statement, without its first word and the references to rules. */
function descriptionOf(text: string): string {
  const lines = /^(?:--.*\n)+/.exec(text)?.[0] ?? "";
  return lines
    .replace(/^-- ?/gm, "")
    .replace(/\s+/g, " ")
    .replace(/^Grain: /, "")
    .replaceAll(/ \(D\d+(?:, D\d+)*\)/g, "")
    .trim();
}
