import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { freeBytes, keepPrivate, makeFolder } from "../../disk.ts";
import {
  ANALYSIS_FOLDER,
  COMPACTING_FOLDER,
  DATABASE_FILE,
  RESTORING_FOLDER,
} from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { RUN_CACHE_BYTES_DEFAULT } from "../../domain/limits.ts";
import { type Connection, createInstance } from "../../duckdb/connection.ts";
import { Database } from "../../duckdb/database.ts";
import { firstLine } from "../../duckdb/failures.ts";
import { statement } from "../../duckdb/statements.ts";
import type { ReadingStore, Store } from "../../engine/ports.ts";
import { openRuns, type RunStore } from "../runs/run-store.ts";
import { DuckDbBackups, removePacked } from "./backups.ts";
import { duckDbCatalogStore, readCatalog } from "./catalog-store.ts";
import { CommitRecorder, readChangeLog, readLogPosition, removeLogPosition } from "./commits.ts";
import { readOnlyEvents } from "./copy-events.ts";
import { duckDbDeliveryStore } from "./delivery-store.ts";
import {
  type Inspection,
  inspectDirectory,
  openAndCompare,
  requireNothingMissing,
} from "./directory-check.ts";
import {
  createDatabase,
  databaseBytes,
  makePrivate,
  removeCreating,
  requireDatabase,
} from "./directory-files.ts";
import { changedEvents, duckDbEventStore } from "./event-store.ts";
import { explainOpening } from "./failures.ts";
import { duckDbJournal } from "./journal.ts";
import { Loads } from "./loads.ts";
import { copyReadings, duckDbReadingStore } from "./reading-store.ts";
import { duckDbRunSource } from "./run-source.ts";
import { createTables, insertSchema, readSchema, renewViews } from "./schema.ts";
import { StoredIdentities } from "./stored-identities.ts";

export interface OpenOptions {
  /** Creates the id of a new data directory's organization: a positive 63-bit number. */
  readonly newOrganizationId: () => bigint;
  /** Bytes of runs and roll-ups that may be kept in memory once they have been read. */
  readonly cacheBytes?: number;
  /** Maximum memory of DuckDB in bytes; DuckDB's own default if absent. */
  readonly databaseBytes?: number;
  /** Size of the database's log of changes from which on it is written into its file, in bytes. */
  readonly logBytes?: number;
  readonly notify?: (message: string) => void;
  /** Whether to open a directory in which acknowledged changes are missing. */
  readonly acceptsLoss?: boolean;
}

/**
 * Size of the database's log of changes from which on it is written into its file, in bytes. A larger one causes less
 * work for each event; but the next commit waits longer, a fifth of a second, and a start after a kill 1.5 s.
 */
const LOG_BYTES_DEFAULT = 32 * 2 ** 20;

/**
 * The directories that this process has open. DuckDB does not refuse to open a file twice in one process, and then
 * loses writes.
 */
const open = new Set<string>();

/**
 * The real path of a data directory.
 *
 * @throws HeadcountError `store-held` if this process has it open
 */
export function closedPath(directory: string): string {
  const path = realpathSync(directory);
  if (open.has(path)) throw new HeadcountError("store-held", `${directory} is already open in this process`);
  return path;
}

/**
 * Opens a data directory, and creates it if it does not exist.
 *
 * @throws HeadcountError `store-held` if this or another process has it open, `store-newer` if a newer release has
 * written it, `store-damaged` if its file cannot be read, `store-incomplete` if the database or an acknowledged change
 * is missing, `unavailable` if the directory cannot be used, or an older release wrote it; in each case nothing has been changed
 */
export async function openStore(directory: string, options: OpenOptions): Promise<Store> {
  keepPrivate();
  const path = prepareDirectory(directory);
  open.add(path);
  try {
    return await openFile(directory, path, options, () => open.delete(path));
  } catch (error) {
    open.delete(path);
    throw explainOpening(directory, error);
  }
}

/** The error of a directory that a command must not create. */
export function noDirectory(directory: string): HeadcountError {
  const message = `there is no data directory at ${directory}`;
  return new HeadcountError("unavailable", message, { remedy: "create-directory" });
}

function prepareDirectory(directory: string): string {
  try {
    // DuckDB would parse the rest as a query, and create its log of changes under another path.
    if (resolve(directory).includes("?")) throw new Error("its path must not contain a question mark");
    makeFolder(directory, 0o700);
    // DuckDB would open a writable file, and fail later if it cannot create files in the folder.
    accessSync(directory, constants.W_OK | constants.X_OK);
    if (existsSync(join(directory, RESTORING_FOLDER)) && !existsSync(join(directory, DATABASE_FILE)))
      throw new Error("a restore into it was interrupted; restore the backup again");
    requireDatabase(directory);
    return closedPath(directory);
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      EACCES: "the user has no permission to write to it",
      EROFS: "its file system is read-only",
    };
    const reason = reasons[code] ?? firstLine(error);
    throw new HeadcountError("unavailable", `cannot use ${directory} as a data directory: ${reason}`, {
      cause: error,
    });
  }
}

async function openFile(directory: string, path: string, options: OpenOptions, onClose: () => void) {
  const { databaseBytes, logBytes = LOG_BYTES_DEFAULT, acceptsLoss = false, notify = () => {} } = options;
  const inspection = await inspectDirectory(path, directory, acceptsLoss, notify);
  const limits = {
    // Checkpoints are written after a commit and not by DuckDB, so that the recorder knows of each.
    checkpoint_threshold: "1TB",
    ...(databaseBytes === undefined ? {} : { memory_limit: `${Math.ceil(databaseBytes / 2 ** 20)}MiB` }),
  };
  const recorder = new CommitRecorder(path, logBytes, notify);
  const database = await openDatabase(path, limits, recorder);
  try {
    const failure = makePrivate(path);
    if (failure !== null) notify(`${directory} stays readable for other users: ${failure}`);
    await prepareTables(database, options);
    // The copy for users' SQL may have lost changes; it is created again from the log.
    if (inspection.loss !== null) await rm(join(path, ANALYSIS_FOLDER), { recursive: true, force: true });
    return await assemble({ database, recorder }, { path, inspection }, options, onClose);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Creates the tables of a new database, or renews the views of an existing one. */
async function prepareTables(database: Database, { newOrganizationId }: OpenOptions): Promise<void> {
  const isNew = await database.transaction(async (connection) => {
    const stored = await readSchema(connection);
    if (stored !== null) {
      await renewViews(connection, stored);
      return false;
    }
    await createTables(connection);
    await insertSchema(connection);
    const values = { organization_id: newOrganizationId(), next_id: 1n };
    await connection.run(statement("catalog/insert-directory"), values);
    return true;
  });
  // With the tables in the file itself, a file without tables contains no data.
  if (isNew) await database.checkpoint();
}

async function assemble(
  { database, recorder }: { readonly database: Database; readonly recorder: CommitRecorder },
  { path, inspection }: { readonly path: string; readonly inspection: Inspection },
  options: OpenOptions,
  onClose: () => void,
): Promise<Store> {
  await removePacked(path);
  await rm(join(path, COMPACTING_FOLDER), { recursive: true, force: true });
  const { loss, isComplete } = inspection;
  const { cacheBytes = RUN_CACHE_BYTES_DEFAULT, notify } = options;
  const runOptions = { cacheBytes, notify, isComplete, hasLoss: loss !== null };
  const opened = await openRuns(duckDbRunSource(database), path, runOptions);
  const { runs, files } = opened;
  // Before a loss has been recorded, the database does not know the ids of what it has lost.
  recorder.given.raise(loss?.noted ?? {});
  await database.read((reader) => beginRecording(reader, recorder));
  const identities = new StoredIdentities(database);
  const loads = new Loads(database, recorder.given);
  const parts = { database, ...opened, identities, loads, given: recorder.given };
  const backups = new DuckDbBackups(database, files, path);
  let closing: Promise<void> | null = null;
  return {
    journal: duckDbJournal(parts),
    catalog: duckDbCatalogStore(database),
    events: duckDbEventStore(parts),
    readings: duckDbReadingStore(database),
    deliveries: duckDbDeliveryStore(database, recorder.given),
    changes: changedEvents(database),
    backups,
    disk: {
      figures: async () => {
        const { bytes: runs } = files;
        return { database: await databaseBytes(path), runs, free: await freeBytes(path) };
      },
    },
    acceptedLoss: loss && { keptEventId: loss.keptEventId, nextId: loss.noted.nextId, reason: loss.reason },
    followed: await database.read(readLogPosition),
    leaveLog: () => database.transaction(removeLogPosition),
    failed: database.failed,
    damaged: database.damaged,
    close: () => {
      closing ??= backups
        .close()
        .then(() => closeAll(database, runs))
        .finally(onClose);
      return closing;
    },
  };
}

async function openDatabase(
  path: string,
  limits: Readonly<Record<string, string>>,
  recorder: CommitRecorder,
): Promise<Database> {
  await createDatabase(path);
  const instance = await createInstance(join(path, DATABASE_FILE), limits);
  try {
    removeCreating(path);
    return await Database.over(instance, recorder);
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** Reads the highest ids that the database has assigned, and begins to record its commits. */
async function beginRecording(reader: Connection, recorder: CommitRecorder): Promise<void> {
  const { id: eventId } = await reader.row(statement("events/last-id"));
  const { id: deliveryId } = await reader.row(statement("deliveries/last-delivery-id"));
  const { next_id: nextId } = await reader.row(statement("catalog/directory"));
  recorder.given.raise({ eventId, deliveryId, nextId });
  await recorder.begin(await readChangeLog(reader));
}

async function closeAll(database: Database, runs: RunStore): Promise<void> {
  try {
    await runs.close();
  } catch (error) {
    // Runs that cannot be written are derived from the log when the directory is opened again.
    if (!(error instanceof HeadcountError)) throw error;
  } finally {
    await database.close();
  }
}

/**
 * Opens a data directory that no process changes, to copy what it has; several processes may do so at once. Its views
 * and macros may be those of another release and must not be used.
 *
 * @throws HeadcountError `store-held` if this or another process has it open for writing; `unavailable` if it does not
 * exist, or an older release wrote it; `store-newer`, `store-damaged` or `store-incomplete` as `openStore` does
 */
export async function openReadOnly(directory: string, settings: Readonly<Record<string, string>>) {
  requireDatabase(directory);
  if (!existsSync(join(directory, DATABASE_FILE))) throw noDirectory(directory);
  // DuckDB would open it twice, and closing it would release the lock of the first opening.
  const path = closedPath(directory);
  try {
    const { connection, close, loss, isEmpty } = await openAndCompare(path, settings, directory);
    try {
      requireNothingMissing(directory, loss);
      if (isEmpty)
        throw new HeadcountError("unavailable", `${directory} has no data yet; open it once for writing`, {
          remedy: "open-for-writing",
        });
      const rows = await readCatalog(connection);
      const catalog = { organizationId: rows.organizationId, revision: 0, rows: () => rows };
      const readings: Pick<ReadingStore, "copyReadings"> = {
        copyReadings: (since, folder) => copyReadings({ read: (work) => work(connection) }, since, folder),
      };
      return { catalog, events: await readOnlyEvents(connection, directory), readings, close };
    } catch (error) {
      close();
      throw error;
    }
  } catch (error) {
    throw explainOpening(directory, error);
  }
}
