import type { CatalogWrite, IngestResult, LoadOptions, StagedFile } from "../../engine/ports.ts";
import { writeCatalog } from "./catalog-store.ts";
import { column } from "./columns.ts";
import type { Connection, SqlValues } from "./database.ts";
import { INTEGER, VARCHAR } from "./duckdb-api.ts";
import { stageFile } from "./files/stage-file.ts";
import { requireLogRoom, type StoreParts } from "./journal.ts";
import { statement } from "./statements.ts";

/** Reads a file into the `report` table, a temporary one of the writer; see `EventStore.stage`. */
export async function stageFileOfReports(
  parts: StoreParts,
  path: string,
  options: LoadOptions,
): Promise<StagedFile> {
  const { logStart } = parts.retained;
  const staged = await parts.database.write(async (writer) => ({
    // Staging has a separate transaction: DuckDB numbers rows from 0 only once they are committed.
    ...(await stageFile(writer, path, { ...options, logStart })),
    unknownSerials: await readUnknownSerials(writer),
  }));
  return { ...staged, append: (sensors) => appendStaged(parts, staged.rows, options, sensors) };
}

async function appendStaged(
  { database, runs, identities, given }: StoreParts,
  rows: number,
  { keepDuplicates, onProgress }: LoadOptions,
  sensors: CatalogWrite,
): Promise<IngestResult> {
  const progress = { fraction: null, rows, bytes: null };
  onProgress({ phase: "storing", ...progress });
  given.raise({ nextId: sensors.nextId });
  const result = await database.write(async (writer) => {
    await createIncoming(writer, sensors);
    const afterId = given.ids.eventId;
    const { lastId, ...appended } = await writer.transaction(() =>
      appendIncoming(writer, sensors, { keepDuplicates, afterId }),
    );
    given.raise({ eventId: lastId });
    return appended;
  });
  identities.forget();
  if (result.accepted > 0) runs.becameStale();
  onProgress({ phase: "deriving", ...progress });
  await runs.refresh();
  await runs.settle();
  return result;
}

async function readUnknownSerials(connection: Connection): Promise<string[]> {
  const unknown: string[] = [];
  for await (const chunk of connection.chunks(statement("events/unknown-serials")))
    for (const serialNumber of chunk.getColumnValues(0)) unknown.push(String(serialNumber));
  return unknown;
}

/**
 * Copies the accepted rows of the `report` table to `incoming`, with their sensors, outside of the transaction that
 * stores them: DuckDB uses only one thread to read rows of the same transaction.
 */
async function createIncoming(connection: Connection, { put }: CatalogWrite): Promise<void> {
  const sensors = put?.sensor ?? [];
  await connection.run(statement("load/create-new-sensor"));
  await connection.append(
    "new_sensor",
    [
      column(VARCHAR, sensors, ({ serialNumber }) => serialNumber),
      column(INTEGER, sensors, ({ key }) => key),
    ],
    "temp",
  );
  await connection.run(statement("events/create-incoming"));
}

/** Appends the new sensors of the `incoming` table, then its rows to the log, within a transaction of the caller. */
async function appendIncoming(
  writer: Connection,
  sensors: CatalogWrite,
  { keepDuplicates, afterId }: { readonly keepDuplicates: boolean; readonly afterId: bigint },
): Promise<IngestResult & { readonly lastId: bigint }> {
  await writeCatalog(writer, sensors);
  let duplicates = await writer.run(statement("events/drop-repeated"), { keep_duplicates: keepDuplicates });
  const staged = await writer.row(statement("events/incoming-summary"));
  const nothing = { accepted: 0, lastId: afterId };
  if (staged.events === 0n) return { ...nothing, duplicates };
  const { first_ts, last_ts } = staged;
  duplicates += await writer.run(statement("events/drop-stored"), { first_ts, last_ts } as SqlValues);
  // Ids follow the rows of the file: the last id is that of the last remaining row.
  const { events, last_row } = await writer.row(statement("events/incoming-summary"));
  if (events === 0n) return { ...nothing, duplicates };
  const firstId = afterId + 1n;
  const lastId = firstId + (last_row as bigint);
  requireLogRoom(lastId);
  const accepted = await writer.run(statement("events/append-incoming"), { first_id: firstId });
  await writer.run(statement("events/mark-incoming"));
  return { accepted, duplicates, lastId };
}
