import { createWriteStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inEmptyFolder, type OnProgress } from "../../backup/files.ts";
import { moveIntoPlace } from "../../backup/restore.ts";
import { flushToDisk, requireRoom } from "../../disk.ts";
import { QUARANTINE_FOLDER, RESTORING_FOLDER } from "../../domain/data-directory.ts";
import { HeadcountError, must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Column } from "../../domain/table-columns.ts";
import { releaseVersion } from "../../program-folder.ts";
import { databaseBytes, removeData } from "../../store/duckdb/directory-files.ts";
import {
  compareWithLog,
  type LostChange,
  type LostData,
  type LostEvent,
} from "../../store/duckdb/lost-data.ts";
import { exportFiles } from "../export/sinks.ts";
import { toReadingRow } from "../loading/file-loader.ts";
import { type LogSource, openEngine, withStore } from "../open-engine.ts";
import { counted, fileError, info, systemClock } from "../process.ts";
import type { ExportFormat } from "../settings/settings.ts";
import { type ClusterDatabase, type ClusterParts, closeParts } from "./database.ts";

/** The directory of a node that is not open, and the node's name. */
interface NodeDirectory {
  readonly directory: string;
  readonly node: string;
}

interface OpeningObserver {
  readonly onJoin: (parts: ClusterParts) => void;
  /** How much of a snapshot has been loaded, in bytes. */
  readonly onProgress: OnProgress;
}

/** The log of a database, as a data directory is opened with it. @param name of a node that has none */
export function sourceOf(
  database: ClusterDatabase,
  { onJoin, onProgress }: OpeningObserver,
  name?: string,
): LogSource {
  return {
    organizationId: database.identity.organizationId,
    fill: (directory) => database.fill(directory, onProgress),
    isBehind: (followed) => database.isBehind(followed),
    replace: (directory, { node }) => replaceIfNothingIsLost({ directory, node }, database, onProgress),
    join: (directory, store, isNew) => {
      const parts = database.join(directory, store, isNew, name);
      onJoin(parts);
      return parts.log;
    },
  };
}

async function replaceIfNothingIsLost(
  replaced: NodeDirectory,
  database: ClusterDatabase,
  onProgress: OnProgress,
): Promise<void> {
  const { directory } = replaced;
  info(`${directory} lacks records that the log does not have any more; it is replaced by a snapshot.`);
  const before = async (lost: LostData) => {
    if (lost.events + lost.readings + lost.changes > 0)
      throw new HeadcountError(
        "log-diverged",
        `${directory} has ${countedLoss(lost)} that the log of the cluster does not have: headcount cluster rejoin saves ` +
          "them, and replaces the directory",
      );
  };
  await replace(replaced, database, { before, onProgress });
}

type LossSizes = Pick<LostData, "events" | "readings" | "changes">;

export function countedLoss({ events, readings, changes }: LossSizes): string {
  return `${counted(events, "event")}, ${counted(readings, "reading")} and ${counted(changes, "other change")}`;
}

/**
 * Replaces a directory that is not open by the data of the log, when all that only the directory has is saved.
 *
 * @param folder gets what is saved; it must not exist, or be empty
 * @returns the number of events, of readings and of other changes that only the directory had
 * @throws HeadcountError as `saveLost` and `replace` do. The directory is as before then
 */
export async function saveAndReplace(
  replaced: NodeDirectory,
  database: ClusterDatabase,
  folder: string,
): Promise<LossSizes> {
  const before = async (lost: LostData) => {
    await saveLost(replaced.directory, lost, folder);
    const { events, readings, changes } = lost;
    return { events, readings, changes };
  };
  return replace(replaced, database, { before, onProgress: () => {} });
}

/**
 * Makes a copy of the log's data in a folder of a directory, and puts it in the place of what the directory has. If the
 * process ends while it does so, the directory is as before, or is filled again when it is served.
 *
 * @param observer `before` is called with what only the directory has, before anything of it is deleted
 * @returns what `before` returns
 * @throws HeadcountError `conflict` if the directory has quarantined files; `unavailable` if the log cannot be followed,
 * or there is not enough disk space; what `before` throws
 */
async function replace<T>(
  { directory, node }: NodeDirectory,
  database: ClusterDatabase,
  observer: { readonly before: (lost: LostData) => Promise<T>; readonly onProgress: OnProgress },
): Promise<T> {
  const quarantine = join(directory, QUARANTINE_FOLDER);
  if (existsSync(quarantine))
    throw new HeadcountError("conflict", `${quarantine} has files that nothing else has: move it away first`);
  const copy = join(directory, RESTORING_FOLDER);
  await rm(copy, { recursive: true, force: true });
  let value: T;
  try {
    await requireRoom(directory, await databaseBytes(directory), "a copy of the log's data");
    await copyLog({ directory: copy, node }, database, observer.onProgress);
    const compared = { kept: directory, logged: copy, folder: join(copy, "compare.tmp") };
    value = await compareWithLog(compared, observer.before);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  removeData(directory);
  await moveIntoPlace(directory);
  return value;
}

/** Fills a new directory, which keeps the name of a node, with the data at the end of the log. */
async function copyLog(
  { directory, node }: NodeDirectory,
  database: ClusterDatabase,
  onProgress: OnProgress,
): Promise<void> {
  let joined: ClusterParts | null = null;
  const onJoin = (parts: ClusterParts) => {
    joined = parts;
  };
  const source = sourceOf(database, { onJoin, onProgress }, node || undefined);
  try {
    const { context, close } = await openEngine(directory, {
      mayCreate: "silently",
      logSource: async () => source,
    });
    try {
      await must(context.replica, "replica").barrier();
    } finally {
      await close();
    }
  } finally {
    if (joined !== null) await closeParts(joined);
  }
}

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
async function saveLost(directory: string, lost: LostData, folder: string): Promise<void> {
  await inEmptyFolder(folder, async () => {
    await withStore(directory, { mayFollow: true }, ({ backups }) =>
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
  const files = exportFiles(columns, format, false);
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
