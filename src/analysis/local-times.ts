import { dailyResetInstants } from "../domain/daily-reset.ts";
import { DAY_MS } from "../domain/instant.ts";
import { offsetChanges, toLocal } from "../domain/local-time.ts";
import type { Connection } from "../duckdb/connection.ts";
import { statement } from "../duckdb/statements.ts";
import type { CopiedRow } from "./analysis-database.ts";
import { clearTable, replaceRows } from "./copied-rows.ts";

/** Local times are derived this far beyond the present, in ms, and again before that has passed. */
export const AHEAD_MS = 400 * DAY_MS;

/** Local times are known this far before the first event; earlier, the zone's offset at that instant is used. */
const BEHIND_MS = 400 * DAY_MS;

/**
 * Derives the daily resets, future ones too, and the offsets of zones for SQL, because DuckDB's functions do
 * not follow D2; within a transaction of the caller.
 *
 * @param first the earliest instant of an event or reset, in ms
 * @param asOf the present, in ms
 * @returns the instant, in ms, up to which they can be used
 */
export async function deriveLocalTimes(writer: Connection, first: number, asOf: number): Promise<number> {
  const until = asOf + AHEAD_MS;
  const zones = await writer.rows(statement("analysis/catalog/zones"));
  const names = zones.map((row) => String(row.time_zone));
  await replaceRows(writer, "zone_span", zoneSpans(names, first, until));
  await clearTable(writer, "local_binding");
  await writer.run(statement("analysis/catalog/fill-local-binding"));
  const times = await writer.rows(statement("analysis/catalog/reset-times"));
  const resets = times.flatMap((row) =>
    dailyResets(String(row.time_zone), String(row.daily_reset), first, until),
  );
  await replaceRows(writer, "daily_reset", resets);
  return until;
}

/** The spans over which the offset of each of some zones, and of UTC, is constant, up to an instant in ms. */
export function zoneSpans(timeZones: readonly string[], first: number, until: number): CopiedRow[] {
  return [...new Set(["UTC", ...timeZones])].flatMap((zone) => spansOf(zone, first, until));
}

/** The spans over which a zone's offset is constant; the first and the last have no limit. */
function spansOf(timeZone: string, first: number, until: number): CopiedRow[] {
  const from = first - BEHIND_MS;
  const changes = offsetChanges(timeZone, from, until);
  const offsets = [toLocal(from, timeZone) - from, ...changes.map(({ offset }) => offset)];
  // A wall time in a gap or an overlap is read with the offset before it, so the later offset applies from the wall
  // time that the greater of the two shows at the change.
  const localStarts = changes.map(
    ({ instant }, i) => instant + Math.max(offsets[i] as number, offsets[i + 1] as number),
  );
  return offsets.map((offset, i) => ({
    time_zone: timeZone,
    from_ts: changes[i - 1]?.instant ?? LEAST,
    to_ts: changes[i]?.instant ?? MOST,
    local_from: localStarts[i - 1] ?? LEAST,
    local_to: localStarts[i] ?? MOST,
    offset_ms: offset,
    in_use: (changes[i]?.instant ?? Infinity) > first,
  }));
}

const LEAST = "-9223372036854775808";
const MOST = "9223372036854775807";

/** The instants, in ms, of a daily reset in a time zone, from one instant to another (D8). */
export function dailyResets(timeZone: string, dailyReset: string, first: number, until: number): CopiedRow[] {
  const always = [{ from: -Infinity, to: Infinity, timeZone, dailyReset }];
  return dailyResetInstants(always, first, until).map((ts) => ({
    time_zone: timeZone,
    daily_reset: dailyReset,
    ts,
  }));
}
