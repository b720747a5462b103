import type { ExportedEvent, LogSpan } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { BIGINT, LIST, listValue } from "./duckdb-api.ts";
import { rangeOf } from "./event-rows.ts";
import { statement } from "./statements.ts";

/** Rows that are given at a time: some of DuckDB's chunks. */
const ROWS_AT_ONCE = 10_000;

/** The log's events of a range, as the port says. A connection is held while they are taken. */
export async function* exportedEvents(
  database: Database,
  { start, end }: { readonly start: number; readonly end: number },
  spaceIds: readonly bigint[] | null,
): AsyncGenerator<readonly ExportedEvent[]> {
  const reader = await database.acquire();
  try {
    yield* readEvents(reader, {
      ...rangeOf({ start, end }),
      space_ids: spaceIds === null ? null : listValue([...spaceIds]),
    });
  } finally {
    database.release(reader);
  }
}

async function* readEvents(
  reader: Connection,
  values: Parameters<Connection["chunks"]>[1],
): AsyncGenerator<readonly ExportedEvent[]> {
  let rows: ExportedEvent[] = [];
  for await (const chunk of reader.chunks(statement("export/events"), values, { space_ids: LIST(BIGINT) })) {
    for (const [id, ts, serialNumber, trajectory, eventId, doorwayId] of chunk.getRows()) {
      rows.push({
        id: id as bigint,
        timestamp: Number(ts),
        serialNumber: serialNumber as string,
        trajectory: trajectory === 1 ? 1 : -1,
        eventId: eventId as string | null,
        doorwayId: doorwayId as bigint | null,
      });
    }
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** What the log holds of a range, as the port says. */
export async function logSpan(
  connection: Connection,
  range: { readonly start: number; readonly end: number },
): Promise<LogSpan> {
  const row = await connection.row(statement("export/log-span"), rangeOf(range));
  const span = row.first_ts === null ? null : { first: Number(row.first_ts), last: Number(row.last_ts) };
  return { events: Number(row.events), days: Number(row.days), span };
}
