import type { DatabaseReader } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type { ChangedEvents, MonthSum } from "../../engine/ports.ts";
import { readRows } from "./event-rows.ts";

/** What has changed in the log in DuckDB. */
export function changedEvents(database: DatabaseReader): ChangedEvents {
  return {
    copyValidEvents: (afterId, lastId, paths) =>
      database.read(async (reader) => {
        const ids = { after_id: afterId, last_id: lastId };
        await reader.run(statement("events/copy-valid-events"), { ...ids, path: paths.events });
        await reader.run(statement("events/copy-space-events"), { ...ids, path: paths.spaceEvents });
      }),
    copyValidEventsIn: ({ from, to }, lastId, paths) =>
      database.read(async (reader) => {
        const values = { from_ts: BigInt(from), to_ts: BigInt(to), last_id: lastId };
        await reader.run(statement("events/copy-valid-events-in"), { ...values, path: paths.events });
        await reader.run(statement("events/copy-space-events-in"), { ...values, path: paths.spaceEvents });
      }),
    eventsByHour: (lastId) => readRows(database, "events/events-by-hour", { last_id: lastId }),
    copyEventsOfSpace: (spaceId, { from, to }, path) => {
      const values = { space_id: spaceId, from_ts: BigInt(from), to_ts: BigInt(to), path };
      return database.read((reader) => reader.run(statement("events/copy-events-of-space"), values));
    },
    spansOfSensors: (afterId, lastId) =>
      readRows(database, "events/spans-of-sensors", { after_id: afterId, last_id: lastId }),
    monthSums: async (lastId) => sumsOf(await readRows(database, "events/month-sums", { last_id: lastId })),
    monthSumsOfSpaces: async (lastId) =>
      sumsOf(await readRows(database, "events/month-sums-of-spaces", { last_id: lastId })),
    monthSumsOfReadings: async (from) =>
      sumsOf(await readRows(database, "readings/month-sums", { start_ts: BigInt(from) })),
    voidedSince: (instant) => readRows(database, "events/voided-since", { since_ts: BigInt(instant) }),
  };
}

type SumRow = Row<"events/month-sums" | "events/month-sums-of-spaces" | "readings/month-sums">;

function sumsOf(rows: readonly SumRow[]): Map<number, MonthSum> {
  return new Map(rows.map(({ month, ...sum }) => [month, sum]));
}
