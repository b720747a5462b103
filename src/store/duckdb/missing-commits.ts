import { existsSync } from "node:fs";
import { copyFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk } from "../../disk.ts";
import {
  ANALYSIS_FOLDER,
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  LAST_COMMIT_FILE,
} from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { makeQuarantineFolder } from "../runs/run-file.ts";
import { readThroughCatalog } from "./catalog-store.ts";
import {
  type CommitRecord,
  type DatabasePosition,
  type FoundRecord,
  type HighestIds,
  readRecord,
  writeRecord,
} from "./commit-record.ts";
import { PositionReader } from "./commit-recorder.ts";
import { type Connection, type Database, openInstance } from "./database.ts";
import { isDamagedLog } from "./failures.ts";
import { readSchema, requireKnownVersion, type Schema } from "./schema.ts";
import { statement } from "./statements.ts";

/** Acknowledged changes missing from the database. */
interface Loss {
  /** The problem, with the name of the file. */
  readonly reason: string;
  /** The highest assigned ids. */
  readonly given: HighestIds;
  /** The last remaining event's id. */
  readonly keptEventId: bigint;
}

/**
 * Compares a database with the record of its commits.
 *
 * @param reader follows the files of the database that the connection reads
 * @returns null if nothing is missing, or there is no record
 * @throws HeadcountError `store-damaged` if the database's file has been truncated, or has no identity
 */
async function findLoss(
  connection: Connection,
  reader: PositionReader,
  { record, hasTables }: { readonly record: FoundRecord; readonly hasTables: boolean },
): Promise<Loss | null> {
  const identity = hasTables ? await identityOf(connection) : null;
  if (typeof record === "string") return null;
  if (identity === null)
    return { reason: `${DATABASE_FILE} has no tables`, given: record.ids, keptEventId: 0n };
  await reader.look(record.position?.logBytes ?? 0);
  const reason = lossReason(record, identity, reader.position);
  if (reason === null && record.position === null) return null;
  const { id: keptEventId } = await connection.row(statement("events/last-id"));
  const lacksEvents = (keptEventId as bigint) < record.ids.eventId;
  if (reason === null && !lacksEvents) return null;
  const lacking = `${DATABASE_FILE} and ${DATABASE_LOG_FILE} do not have them`;
  return { reason: reason ?? lacking, given: record.ids, keptEventId: keptEventId as bigint };
}

/**
 * The identity of a database's file, stored when its tables are created.
 *
 * @throws HeadcountError `store-damaged` if it has none
 */
export async function identityOf(connection: Connection): Promise<bigint> {
  const [row] = await connection.rows(statement("database/identity"));
  if (row === undefined)
    throw new HeadcountError(
      "store-damaged",
      `${DATABASE_FILE} is damaged: it does not have the identity of its file; restore it from a backup`,
    );
  return row.identity as bigint;
}

function lossReason(record: CommitRecord, identity: bigint, found: DatabasePosition): string | null {
  const { position: noted } = record;
  if (noted === null || record.identity === null) return null;
  if (identity !== record.identity)
    return identity === record.replacement
      ? null
      : `${DATABASE_FILE} is not the file that was written last, but another or an older one`;
  // A checkpoint moves changes from the log to the file.
  if (found.checkpoint > noted.checkpoint) return null;
  if (found.checkpoint < noted.checkpoint || found.header !== noted.header)
    return `${DATABASE_FILE} is an older copy of what was written last`;
  if (found.fileBytes < noted.fileBytes)
    throw new HeadcountError(
      "store-damaged",
      `${DATABASE_FILE} is damaged: it has ${bytes(found.fileBytes)} of ${bytes(noted.fileBytes)} bytes; restore it ` +
        "from a backup",
    );
  if (found.logBytes === 0 && noted.logBytes > 0)
    return `${DATABASE_LOG_FILE}, which had ${bytes(noted.logBytes)} bytes, is missing or empty`;
  if (found.logBytes < noted.logBytes)
    return `${DATABASE_LOG_FILE} has ${bytes(found.logBytes)} of ${bytes(noted.logBytes)} bytes`;
  if (found.logChecksum !== noted.logChecksum)
    return `${DATABASE_LOG_FILE} is damaged: its ${bytes(noted.logBytes)} bytes are not those that were written`;
  return null;
}

function bytes(count: number): string {
  return count.toLocaleString("en");
}

function describeLoss({ given, keptEventId, reason }: Loss): string {
  const count = given.eventId - keptEventId;
  const [first, last] = [formatId("event", keptEventId + 1n), formatId("event", given.eventId)];
  const which =
    count > 1n
      ? `events ${first} to ${last} (${count.toLocaleString("en")} at most)`
      : count === 1n
        ? `event ${last}`
        : "no event, but other changes, as of spaces, doorways, resets, tokens or webhook calls,";
  return `${which} that had been acknowledged ${count === 1n ? "is" : "are"} missing: ${reason}`;
}

/** @throws HeadcountError `store-incomplete` if something is missing */
export function requireNothingMissing(directory: string, loss: Loss | null): void {
  if (loss === null) return;
  throw new HeadcountError(
    "store-incomplete",
    `${directory}: ${describeLoss(loss)}. Nothing has been changed: put the files back as they were, or restore a ` +
      "backup",
    { remedy: "accept-loss" },
  );
}

/** Result of the inspection of a data directory. */
export interface Inspection {
  /** The missing changes, whose loss has been accepted; null if none are known. */
  readonly loss: Loss | null;
  /** Whether the database is known to have every commit: files that it does not list are then left over. */
  readonly isComplete: boolean;
}

const NOTHING: Inspection = { loss: null, isComplete: true };

interface InspectOptions {
  /** The name of the data directory for messages, as the caller has given it. */
  readonly directory: string;
  /** Whether to continue if changes are missing; an unreadable log of changes is then truncated. */
  readonly acceptsLoss: boolean;
  /** Called with messages for the operator. */
  readonly notify: (message: string) => void;
  readonly schema: Schema;
}

/**
 * Inspects a data directory that is to be opened for writing, without changing its content, which opening may do. The
 * record of its commits is made to stay valid while it is opened.
 *
 * @throws HeadcountError `store-incomplete` if changes are missing; `store-newer`, `store-damaged` or `unavailable`, as
 * `openStore`
 */
export async function inspectDirectory(path: string, options: InspectOptions): Promise<Inspection> {
  const { directory, acceptsLoss, notify } = options;
  if (!existsSync(join(path, DATABASE_FILE))) return NOTHING;
  const { loss, record, isEmpty } = await (acceptsLoss ? inspectDamaged : inspect)(path, options);
  if (!acceptsLoss) requireNothingMissing(directory, loss);
  if (typeof record === "string" && !isEmpty)
    notify(
      `the file ${LAST_COMMIT_FILE} is ${record}: whether acknowledged changes are lost cannot be determined this ` +
        "time; it is written again from what the database has",
    );
  if (loss === null && typeof record !== "string") await expectNewLog(path, record);
  return { loss, isComplete: loss === null && typeof record !== "string" && record.position !== null };
}

/**
 * Clears the expected log: DuckDB may rewrite it, with the same changes, if a checkpoint was not finished, and may be
 * interrupted before that can be recorded.
 */
async function expectNewLog(directory: string, record: CommitRecord): Promise<void> {
  if (record.position === null || record.position.logBytes === 0) return;
  await writeRecord(directory, { ...record, position: { ...record.position, logBytes: 0, logChecksum: 0 } });
}

/**
 * The same for a directory whose losses are accepted: the log of changes is copied to the quarantine if it is affected.
 */
async function inspectDamaged(path: string, options: InspectOptions) {
  const { notify } = options;
  let damage: unknown = null;
  const looked = await inspect(path, options).catch((error: unknown) => {
    if (!isDamagedLog(error)) throw error;
    damage = error;
    return null;
  });
  if (looked !== null && looked.loss === null) return looked;
  const aside = await copyLogAside(path);
  if (aside !== null) notify(`the changed log of changes was copied to ${aside}`);
  if (damage !== null) await cutDamagedLog(path, damage);
  const found = looked ?? (await inspect(path, options));
  if (found.loss !== null) notify(`${describeLoss(found.loss)}; this is accepted, and noted in the database`);
  return found;
}

async function inspect(path: string, versions: Pick<InspectOptions, "directory" | "schema">) {
  const { connection, close, loss, record, version } = await openAndCompare(path, {}, versions);
  try {
    // Opening a directory begins with its catalog, so damage to it is detected here.
    if (version === versions.schema.version) await readThroughCatalog(connection);
    // A database without tables has no commits.
    return { loss, record, isEmpty: version === null };
  } finally {
    close();
  }
}

/**
 * Opens the database of a data directory for reading only, and compares it with the record of its commits.
 *
 * @param path its real path
 * @param settings of DuckDB
 * @param versions the schema that is known, and the name of the directory for messages
 * @throws HeadcountError as `requireKnownVersion`; `store-damaged` as `findLoss`
 */
export async function openAndCompare(
  path: string,
  settings: Readonly<Record<string, string>>,
  versions: { readonly directory: string; readonly schema: Schema; readonly isReadOnly?: boolean },
) {
  const file = join(path, DATABASE_FILE);
  const opened = await openInstance(file, { ...settings, access_mode: "READ_ONLY" });
  const { connection } = opened;
  const reader = new PositionReader(path);
  const close = () => {
    opened.close();
    reader.close();
  };
  try {
    const stored = await readSchema(connection);
    if (stored !== null) requireKnownVersion(versions.directory, stored.version, versions);
    const record = readRecord(path);
    const loss = await findLoss(connection, reader, { record, hasTables: stored !== null });
    // The version is null if there are no tables.
    return { connection, loss, record, version: stored?.version ?? null, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Records in the database that acknowledged changes are lost, and their ids, which are not assigned again. The copy for
 * users' SQL is deleted, since it may have lost changes; it is created again from the log.
 *
 * @param now in ms
 */
export async function noteLoss(
  database: Database,
  directory: string,
  loss: Loss,
  now: number,
): Promise<void> {
  await rm(join(directory, ANALYSIS_FOLDER), { recursive: true, force: true });
  await database.transaction(async (connection) => {
    const { reason, given, keptEventId } = loss;
    await connection.run(statement("database/insert-accepted-loss"), {
      accepted_at: BigInt(now),
      kept_event_id: keptEventId,
      last_event_id: given.eventId,
      next_id: given.nextId,
      last_call_id: given.callId,
      reason,
    });
    const { next_id } = await connection.row(statement("catalog/directory"));
    if (given.nextId > (next_id as bigint))
      await connection.run(statement("catalog/set-next-id"), { next_id: given.nextId });
  });
}

/**
 * Copies the log of changes to the quarantine, where nothing removes it.
 *
 * @returns the path of the copy; null if there is no log
 */
async function copyLogAside(directory: string): Promise<string | null> {
  const log = join(directory, DATABASE_LOG_FILE);
  if (!existsSync(log)) return null;
  const aside = join(await makeQuarantineFolder(directory), DATABASE_LOG_FILE);
  await copyFile(log, aside);
  return aside;
}

/**
 * Truncates an unreadable log of changes at the damage that DuckDB has found, so that the changes before can be read.
 *
 * @param error DuckDB's error about it
 */
async function cutDamagedLog(directory: string, error: unknown): Promise<void> {
  const position = /\bat byte position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  const log = join(directory, DATABASE_LOG_FILE);
  await truncate(log, Number(position ?? 0));
  await flushToDisk(log);
}
