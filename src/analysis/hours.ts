import { DAY_MS, HOUR_MS } from "../domain/instant.ts";
import type { Connection } from "../duckdb/connection.ts";
import { statement } from "../duckdb/statements.ts";
import { clearTable } from "./copied-rows.ts";

/** Hours are derived in slices of this length, in ms: the memory that DuckDB needs grows with the changes in one. */
const SLICE_MS = 30 * DAY_MS;

/** What hours are derived from besides events, and the instant from which on each of it matters, in ms. */
export type HourInputs = ReadonlyMap<string, number>;

/** Reads the present inputs: resets, and the spans of daily resets and of sensors that count for spaces. */
export async function readHourInputs(reader: Connection): Promise<HourInputs> {
  const rows = await reader.rows(statement("analysis/catalog/hours-inputs"));
  return new Map(rows.map(({ input, ts }) => [String(input), Number(ts)]));
}

/** The instant up to which hours derived from some inputs are right for others, in ms; infinite if for all time. */
export function agreeUntil(before: HourInputs, after: HourInputs): number {
  let least = Infinity;
  for (const inputs of [before, after])
    for (const [input, ts] of inputs)
      if (!before.has(input) || !after.has(input)) least = Math.min(least, ts);
  return least;
}

/**
 * Derives the hours that are stale, within a transaction of the caller.
 *
 * @param from the instant up to which the hours are right, in ms
 * @param first the earliest instant of an event or reset, in ms
 * @param until the present, in ms
 */
export async function deriveHours(
  writer: Connection,
  from: number,
  first: number,
  until: number,
): Promise<void> {
  if (from <= first) await clearTable(writer, "hour");
  for (let start = Math.max(from, first); start < until; start += SLICE_MS) {
    const until_ts = BigInt(Math.min(until, start + SLICE_MS));
    const lower_ts = BigInt(start - HOUR_MS);
    await clearTable(writer, "hours_begin");
    await writer.run(statement("analysis/hours/find-begin"), { lower_ts, from_ts: BigInt(start) });
    await writer.run(statement("analysis/hours/drop-stale"), { lower_ts });
    await writer.run(statement("analysis/hours/derive"), { lower_ts, until_ts });
  }
}
