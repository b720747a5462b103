import { BIGINT, INTEGER } from "@duckdb/node-api";
import type { DayRange } from "../../domain/collections.ts";
import { splitDays } from "../../domain/collections.ts";
import { dailyResetInstants, type ResetSchedule } from "../../domain/daily-reset.ts";
import { must } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { localHourStart } from "../../domain/local-time.ts";
import { readIntegers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import { Replay } from "../../series/replay.ts";
import { type ExplicitReset, FLOOR, mergeResets } from "../../series/replay-plan.ts";
import { blockOf, joinChanges } from "../../series/run-block.ts";
import { clearTable } from "../copied-rows.ts";
import { HourMeter, type HourRow, type HourSink } from "./hour-meter.ts";

/** About how many events are sorted at a time: memory use grows with them. */
const SLICE_EVENTS = 2_000_000;

/** From this number of rows on, hours are written. */
const ROWS_HELD = 2 ** 16;

/** The tables that record which data the hours were derived from. */
const NOTES = {
  hours_as_of: "note",
  hours_space: "note-spaces",
  hours_reset: "note-resets",
  hours_voided: "note-voided",
} as const;

/**
 * Brings the tables of hours up to `asOf`, in ms, within a transaction of the caller. Stale hours are found from the
 * data alone: events, resets and rules that the hours were not derived from.
 */
export async function refreshHours(writer: Connection, asOf: number): Promise<void> {
  await plan(writer);
  const spaces = await plannedSpaces(writer);
  await dropHours(writer, spaces);
  await deriveHours(writer, spaces, asOf);
  for (const [table, note] of Object.entries(NOTES)) {
    await clearTable(writer, table);
    await writer.run(statement(`analysis/hours/${note}`));
  }
}

/** Plans from which instant on each space's hours are derived again: hours stay if their data has not changed. */
async function plan(writer: Connection): Promise<void> {
  for (const table of ["hours_plan", "hours_stale"]) await clearTable(writer, table);
  const known = await writer.row(statement("analysis/hours/known"));
  await writer.run(
    statement("analysis/hours/stale"),
    { ...known },
    { known_ts: BIGINT, known_event: BIGINT },
  );
  await writer.run(statement("analysis/hours/plan-opened"));
  // The bound is a parameter, so that DuckDB does not read the events before it.
  const { from_ts = null } = await writer.row(statement("analysis/hours/first-unplanned"));
  if (from_ts !== null)
    await writer.run(statement("analysis/hours/plan-first"), { from_ts }, { from_ts: BIGINT });
}

/** Removes the hours that are derived again, and those of spaces that have none any more. */
async function dropHours(writer: Connection, spaces: readonly PlannedSpace[]): Promise<void> {
  const isOpened = ({ opening }: PlannedSpace) => opening !== null;
  const starts = spaces.filter(isOpened).map(({ start }) => start);
  if (starts.length > 0)
    await writer.run(statement("analysis/hours/drop-stale"), { from_ts: BigInt(least(starts)) });
  if (starts.length < spaces.length) await writer.run(statement("analysis/hours/drop-restarted"));
  await writer.run(statement("analysis/hours/drop-gone"));
  await writer.run(statement("analysis/hours/drop-running"));
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), Infinity);
}

async function plannedSpaces(writer: Connection): Promise<PlannedSpace[]> {
  const rows = await writer.rows(statement("analysis/hours/planned"));
  const spaces = rows.map(
    (row): PlannedSpace => ({
      spaceId: row.space_id,
      timeZone: row.time_zone,
      start: Number(row.start_ts),
      opening: row.opening,
      schedules: [],
      resets: [],
    }),
  );
  const spaceOf = ({ position }: { readonly position: number }) => must(spaces[position], "planned space");
  for (const row of await writer.rows(statement("analysis/hours/schedules")))
    spaceOf(row).schedules.push({
      from: row.valid_from === null ? -Infinity : Number(row.valid_from),
      to: row.valid_to === null ? Infinity : Number(row.valid_to),
      timeZone: row.time_zone,
      dailyReset: row.daily_reset,
    });
  for (const row of await writer.rows(statement("analysis/hours/resets")))
    spaceOf(row).resets.push({ instant: Number(row.ts), count: row.count });
  return spaces;
}

async function deriveHours(writer: Connection, spaces: readonly PlannedSpace[], asOf: number): Promise<void> {
  const sink: HourSink = { ended: [], running: [] };
  const flushMany = async () => {
    if (sink.ended.length >= ROWS_HELD) await flush(writer, "hour", sink.ended);
  };
  const replays = spaces.map((space) => hourReplay(space, asOf, sink));
  const from = least(spaces.map(({ start }) => start));
  for (const slice of spaces.length === 0 ? [] : await eventSlices(writer, from)) {
    for await (const run of changesOf(writer, slice)) {
      const space = must(spaces[run.position], "planned space");
      const replay = must(replays[run.position], "replay");
      replay.push({ block: blockOf(space.spaceId, run.day, run.changes), from: 0, to: 1 });
    }
    await flushMany();
  }
  for (const replay of replays) {
    replay.finish();
    await flushMany();
  }
  await flush(writer, "hour", sink.ended);
  await flush(writer, "running_hour", sink.running);
}

/** The fields of the columns of the tables of hours, in their order, by type. */
const WIDE_FIELDS = ["spaceId", "start", "end"] as const;
const NARROW_FIELDS = ["offset", "opening", "count", "min", "max", "entrances", "exits"] as const;

async function flush(writer: Connection, table: string, rows: HourRow[]): Promise<void> {
  const wide = (field: (typeof WIDE_FIELDS)[number] | "integral") => ({
    type: BIGINT,
    values: new BigInt64Array(rows.map((row) => BigInt(row[field]))),
  });
  const narrow = NARROW_FIELDS.map((field) => ({
    type: INTEGER,
    values: new Int32Array(rows.map((row) => row[field])),
  }));
  await writer.append(table, [...WIDE_FIELDS.map(wide), ...narrow, wide("integral")], null, "base");
  rows.length = 0;
}

/** The days from an instant on that have events, in slices of whole days with about that many events. */
async function eventSlices(writer: Connection, from: number): Promise<DayRange[]> {
  const rows = await writer.rows(statement("analysis/hours/event-days"), { from_ts: BigInt(from) });
  const days = rows.map(({ day, events }) => ({ day: Number(day), events: Number(events) }));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return splitDays({ firstDay: first.day, lastDay: last.day }, days, SLICE_EVENTS);
}

interface PlannedRun {
  readonly position: number;
  readonly day: number;
  readonly changes: Uint32Array;
}

/** The runs of a slice, by space, then by day. */
async function* changesOf(writer: Connection, { firstDay, lastDay }: DayRange): AsyncGenerator<PlannedRun> {
  let position = -1;
  let day = 0;
  let parts: Int32Array[] = [];
  const whole = (): PlannedRun => ({ position, day, changes: joinChanges(parts) });
  const bounds = { from_ts: BigInt(firstDay * DAY_MS), to_ts: BigInt((lastDay + 1) * DAY_MS) };
  for await (const chunk of writer.chunks(statement("analysis/hours/changes"), bounds)) {
    const positions = readIntegers(chunk, 0);
    const days = readIntegers(chunk, 1);
    const changes = readIntegers(chunk, 2);
    let first = 0;
    for (let row = 0; row < positions.length; row++) {
      if (positions[row] === position && days[row] === day) continue;
      if (row > first) parts.push(changes.subarray(first, row));
      if (parts.length > 0) yield whole();
      parts = [];
      first = row;
      position = positions[row] as number;
      day = days[row] as number;
    }
    parts.push(changes.subarray(first));
  }
  if (parts.length > 0) yield whole();
}

/** A space whose hours are to be derived, and everything besides events that sets its count. */
interface PlannedSpace {
  readonly spaceId: bigint;
  readonly timeZone: string;
  /** The start of an hour, or the space's first change if it has no hour; in ms. */
  readonly start: number;
  /** The count at that start before its events; null if there is none. */
  readonly opening: number | null;
  readonly schedules: ResetSchedule[];
  /** From the start on, in D6's order. */
  readonly resets: ExplicitReset[];
}

/** A replay that derives a planned space's hours up to an instant, in ms. */
function hourReplay(space: PlannedSpace, end: number, sink: HourSink): Replay<HourMeter> {
  const { spaceId, timeZone, opening, schedules, resets } = space;
  const begins = opening === null;
  const start = begins ? localHourStart(space.start, timeZone) : space.start;
  // The count at the start of an existing hour includes the resets of that instant.
  const firstReset = begins ? start : start + 1;
  const plan = {
    origin: { instant: start, count: opening ?? 0 },
    resets: mergeResets(
      dailyResetInstants(schedules, firstReset, end),
      resets.filter(({ instant }) => instant >= firstReset && instant < end),
    ),
    floor: FLOOR,
  };
  return new Replay(plan, new HourMeter({ spaceId, timeZone, start, end }, sink), null);
}
