import { DAY_MS, HOUR_MS } from "../domain/instant.ts";
import type { Connection } from "../store/duckdb/connection.ts";
import { BIGINT } from "../store/duckdb/duckdb-api.ts";
import { statement } from "../store/duckdb/statements.ts";
import { clearTable } from "./copied-rows.ts";

/** Hours are derived in slices of this length, in ms: the memory that DuckDB needs grows with the changes in one. */
const SLICE_MS = 30 * DAY_MS;

/** What hours are derived from, besides events. */
export interface HourInputs {
  /** A digest of the rules that bind events to spaces, and of the spaces' clocks and daily resets. */
  readonly rules: string;
  /** The instant of each explicit reset, in ms, by all that it sets. */
  readonly resets: ReadonlyMap<string, number>;
}

/** Reads the present inputs. */
export async function readHourInputs(reader: Connection): Promise<HourInputs> {
  const { rules } = await reader.row(statement("analysis/catalog/hours-rules"));
  const resets = await reader.rows(statement("analysis/catalog/hours-resets"));
  return {
    rules: String(rules),
    resets: new Map(resets.map(({ reset, ts }) => [String(reset), Number(ts)])),
  };
}

/** The instant up to which hours derived from one version of the inputs are right for another, in ms. */
export function agreeUntil(before: HourInputs, after: HourInputs): number {
  if (before.rules !== after.rules) return 0;
  const changed = (some: HourInputs, others: HourInputs) =>
    [...some.resets].filter(([reset]) => !others.resets.has(reset)).map(([, ts]) => ts);
  return Math.min(Infinity, ...changed(before, after), ...changed(after, before));
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
    const types = { lower_ts: BIGINT, until_ts: BIGINT };
    await writer.run(statement("analysis/hours/derive"), { lower_ts, until_ts }, types);
  }
}
