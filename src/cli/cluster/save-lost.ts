import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inEmptyFolder } from "../../backup/files.ts";
import { flushToDisk } from "../../disk.ts";
import { formatId } from "../../domain/ids.ts";
import type { Column } from "../../domain/table-columns.ts";
import { releaseVersion } from "../../program-folder.ts";
import type { LostChange, LostData, LostEvent } from "../../store/duckdb/lost-data.ts";
import { ExportFiles } from "../export/sinks.ts";
import { toReadingRow } from "../loading/reading-rows.ts";
import { withStore } from "../open-engine.ts";
import { fileError, systemClock } from "../process.ts";
import type { ExportFormat } from "../settings/settings.ts";

/** As `headcount backfill` loads it. */
const EVENT_COLUMNS: readonly Column<LostEvent>[] = [
  { name: "id", kind: "text", read: ({ id }) => formatId("event", id) },
  { name: "timestamp", kind: "instant", read: ({ ts }) => Number(ts) },
  { name: "sensor_serial_number", kind: "text", read: (row) => row.serial_number },
  { name: "trajectory", kind: "integer", read: (row) => row.trajectory },
  { name: "event_id", kind: "text", read: (row) => row.event_id },
];

const CHANGE_COLUMNS: readonly Column<LostChange>[] = [
  { name: "id", kind: "text", read: ({ id }) => formatId("auditEntry", id) },
  { name: "timestamp", kind: "instant", read: ({ ts }) => Number(ts) },
  ...(["actor", "action", "resource_type", "resource_id", "changes"] as const).map(
    (name): Column<LostChange> => ({ name, kind: "text", read: (row) => row[name] }),
  ),
];

/**
 * Saves what only a directory has that is not open: `events.parquet`, `readings.ndjson`, `changes.csv` and a complete
 * `backup`.
 *
 * @throws HeadcountError `conflict` if the folder is not empty; `unavailable` if there is not enough disk space, or a file
 * cannot be written. Nothing remains in the folder then
 */
export async function saveLost(directory: string, lost: LostData, folder: string): Promise<void> {
  await inEmptyFolder(folder, async () => {
    await withStore(directory, { followsLog: true }, ({ backups }) =>
      backups.write(join(folder, "backup"), {
        release: releaseVersion(),
        now: systemClock.now(),
        onProgress: () => {},
      }),
    );
    await write(join(folder, "events.parquet"), "parquet", EVENT_COLUMNS, lost.eventRows());
    await writeReadings(join(folder, "readings.ndjson"), lost.readingRows());
    await write(join(folder, "changes.csv"), "csv", CHANGE_COLUMNS, lost.changeRows());
    await flushToDisk(folder);
  });
}

async function write<Row>(
  path: string,
  format: ExportFormat,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): Promise<void> {
  const files = new ExportFiles(columns, format, false);
  try {
    // A file without rows still has the columns.
    await files.add(path, []);
    for await (const each of rows) await files.add(path, each);
    await files.finish();
  } catch (error) {
    await files.abandon();
    throw error;
  }
  await flushToDisk(path);
}

async function writeReadings(path: string, batches: ReturnType<LostData["readingRows"]>): Promise<void> {
  const lines = async function* () {
    for await (const readings of batches)
      yield readings.map((reading) => `${JSON.stringify(toReadingRow(reading))}\n`).join("");
  };
  try {
    await pipeline(lines, createWriteStream(path, { flush: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw fileError("unavailable", `cannot write ${path}`, error);
  }
}
