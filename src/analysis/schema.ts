import { createHash } from "node:crypto";
import type { Connection } from "../store/duckdb/database.ts";
import { statement, statementNames } from "../store/duckdb/statements.ts";

/** The folders of the statements that make the schema, in order: what the copy is held in, and what users see. */
const FOLDERS = ["analysis/base", "analysis/schema"];

/** A text that differs where the schema does: a database with another one is not used. */
export function schemaDigest(): string {
  const digest = createHash("sha256");
  for (const name of schemaNames()) digest.update(statement(name));
  return digest.digest("hex");
}

/** Creates all tables, views and macros; the first lines of each file become its comment. */
export async function createSchema(writer: Connection): Promise<void> {
  for (const name of schemaNames()) {
    const text = statement(name);
    await writer.run(text);
    const commented = COMMENTED.exec(text);
    if (commented === null) continue;
    const kind = commented[1] === "VIEW" ? "VIEW" : /\bAS TABLE\b/.test(text) ? "MACRO TABLE" : "MACRO";
    const comment = descriptionOf(text).replaceAll("'", "''");
    await writer.run(`COMMENT ON ${kind} ${commented[2]} IS '${comment}'`);
  }
}

/** The views and macros of the schema that users see. */
const COMMENTED = /^CREATE (VIEW|MACRO) (\w+)(?=\s|\()/m;

/** The first lines of a file, without their first word and the references to rules. */
function descriptionOf(text: string): string {
  const lines = /^(?:--.*\n)+/.exec(text)?.[0] ?? "";
  return lines
    .replace(/^-- ?/gm, "")
    .replace(/\s+/g, " ")
    .replace(/^Grain: /, "")
    .replaceAll(/ \(D\d+(?:, D\d+)*\)/g, "")
    .trim();
}

function schemaNames(): string[] {
  return FOLDERS.flatMap(statementNames);
}
