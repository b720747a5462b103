import type { Connection, SqlValues } from "../store/duckdb/database.ts";
import { statement, statementWith } from "../store/duckdb/statements.ts";

/*
 * What queries read is what counts at the present of the copy: tables, without conditions on the way that
 * DuckDB could not plan by. What lies ahead, or has been voided, is in tables of its own.
 */

/**
 * Takes events that have come in to where they belong, within a transaction of the caller's: those that are
 * ahead of the clock aside, those that have fallen due back, and those that have been voided out (D3, D5).
 *
 * @param afterId those with greater ids have come in
 * @param asOf the present, in ms
 */
export async function settleEvents(writer: Connection, afterId: number, asOf: number): Promise<void> {
  const values = { after_id: BigInt(afterId), as_of: BigInt(asOf) };
  await run(writer, "put-ahead", values);
  await run(writer, "drop-ahead", values);
  await takeDue(writer, "event", asOf);
  const { voided } = await writer.row(statement("analysis/catalog/has-new-voided"));
  if (voided !== true) return;
  const tables = ["event", "event_ahead"];
  // Before any is dropped: one that stands among the taken is not taken again.
  for (const table of tables) await writer.run(statementWith("analysis/catalog/take-voided", { table }));
  for (const table of tables) await writer.run(statementWith("analysis/catalog/drop-voided", { table }));
}

/** Takes what has fallen due from a table of what lies ahead, within a transaction of the caller's. */
export async function takeDue(
  writer: Connection,
  table: "event" | "daily_reset",
  asOf: number,
): Promise<void> {
  const values = { as_of: BigInt(asOf) };
  for (const name of ["take-due", "clear-due"])
    await writer.run(statementWith(`analysis/catalog/${name}`, { table }), values);
}

function run(writer: Connection, name: string, values: SqlValues): Promise<number> {
  return writer.run(statement(`analysis/catalog/${name}`), values);
}
