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
import { type ChangeLog, logBytes } from "./commit-recorder.ts";
import { type Connection, type Database, openInstance } from "./database.ts";
import { isDamagedLog } from "./failures.ts";
import { type FoundCommit, type LastCommit, readLastCommit } from "./last-commit.ts";
import { readSchema, requireKnownVersion, type Schema } from "./schema.ts";
import { statement } from "./statements.ts";

/** The commits that a database has, with its log of changes. */
interface StoredCommits extends ChangeLog {
  /** The identity of the log of changes before the last one. */
  readonly previous: bigint;
  /** Whether each log of changes continues the one before. */
  readonly isContinuous: boolean;
  /** The last event's id, also if it has been removed. */
  readonly eventId: bigint;
  /** Whether there is a log of changes beside the database's file. */
  readonly hasLog: boolean;
}

/** Why a database, its log of changes and the file `last-commit` are not of the same state of a data directory. */
interface Mismatch {
  /** The problem, with the name of the file. */
  readonly reason: string;
  readonly kind: "missing-commits" | "foreign-log" | "foreign-file";
}

/** A mismatch, and the ids at which it was found. */
interface Loss extends Mismatch {
  readonly noted: LastCommit;
  /** The last remaining event's id. */
  readonly keptEventId: bigint;
}

const NO_LOG: ChangeLog & Pick<StoredCommits, "previous" | "isContinuous"> = {
  log: 0n,
  identity: 0n,
  previous: 0n,
  commits: 0n,
  isContinuous: true,
};

/** Reads the last log of changes of a database; its number is 0 if there has been none. */
export async function readChangeLog(connection: Connection): Promise<typeof NO_LOG> {
  const [row] = await connection.rows(statement("database/last-change-log"));
  if (row === undefined) return NO_LOG;
  const { is_continuous, ...log } = row;
  return { ...(log as unknown as typeof NO_LOG), isContinuous: is_continuous as boolean };
}

const OLDER_DATABASE = `${DATABASE_FILE} is an older copy of what was written last`;
const OLDER_NOTE = `${LAST_COMMIT_FILE} is an older copy: ${DATABASE_FILE} has later commits`;
const OTHER_COPY = `${DATABASE_FILE} and ${LAST_COMMIT_FILE} are from different copies of a directory`;

/**
 * Compares the commits of a database with the last one that was noted. A commit is noted after it has been stored, and
 * both files are on disk before and after a checkpoint: the note may be behind the log of changes, but neither ahead of
 * it nor behind a database without a log.
 *
 * @returns null if they are of the same state
 */
function compareCommits(stored: StoredCommits, noted: LastCommit): Mismatch | null {
  const missing = (): Mismatch => ({
    kind: "missing-commits",
    reason:
      stored.log < noted.stored
        ? OLDER_DATABASE
        : stored.hasLog
          ? `${DATABASE_LOG_FILE} lacks its end`
          : `${DATABASE_LOG_FILE} is missing or empty`,
  });
  const foreign = (reason: string): Mismatch => ({ kind: "foreign-file", reason });
  if (!stored.isContinuous)
    return {
      kind: "foreign-log",
      reason: `${DATABASE_LOG_FILE} is from another copy of the directory than ${DATABASE_FILE}`,
    };
  if (noted.log > stored.log) return missing();
  if (noted.log < stored.log) {
    // The last log of changes can have a commit that was not noted, but its first one follows the end of the log before.
    if (noted.log < stored.log - 1n || noted.isEnded === 0n) return foreign(OLDER_NOTE);
    return noted.identity === stored.previous ? null : foreign(OTHER_COPY);
  }
  if (noted.identity !== stored.identity) return foreign(OTHER_COPY);
  if (stored.commits < noted.commits || stored.eventId < noted.eventId) return missing();
  const hasLater = stored.commits > noted.commits || stored.eventId > noted.eventId;
  return hasLater && (noted.isEnded === 1n || !stored.hasLog) ? foreign(OLDER_NOTE) : null;
}

/** Compares the database that a connection reads with its last commit. A database without tables has no commits. */
async function findLoss(
  path: string,
  connection: Connection,
  { found, hasTables }: { readonly found: FoundCommit; readonly hasTables: boolean },
): Promise<{ readonly loss: Loss | null; readonly log: ChangeLog }> {
  const log = hasTables ? await readChangeLog(connection) : NO_LOG;
  const { id = 0n } = hasTables ? await connection.row(statement("events/last-id")) : {};
  const stored = { ...log, eventId: id as bigint, hasLog: logBytes(path) > 0 };
  // Without a note, the logs of changes alone are compared.
  const unknown = { ...stored, isEnded: 0n, stored: 0n, nextId: 0n, callId: 0n };
  const noted = typeof found === "string" ? unknown : found;
  const mismatch = compareCommits(stored, noted);
  return { loss: mismatch && { ...mismatch, noted, keptEventId: stored.eventId }, log };
}

function describeLoss({ kind, noted, keptEventId, reason }: Loss): string {
  if (kind !== "missing-commits") return reason;
  const count = noted.eventId - keptEventId;
  const [first, last] = [formatId("event", keptEventId + 1n), formatId("event", noted.eventId)];
  const which =
    count > 1n
      ? `events ${first} to ${last} (${count.toLocaleString("en")} at most)`
      : count === 1n
        ? `event ${last}`
        : "no event, but other changes, as of spaces, doorways, resets, tokens or webhook calls,";
  return `${which} that had been acknowledged ${count === 1n ? "is" : "are"} missing: ${reason}`;
}

/** @throws HeadcountError `store-incomplete` if the files are not of the same state */
export function requireNothingMissing(directory: string, loss: Loss | null): void {
  if (loss === null) return;
  throw new HeadcountError(
    "store-incomplete",
    `${directory}: ${describeLoss(loss)}. Nothing has been changed: put all files of the directory back as they were at ` +
      "one time, or restore a backup",
    { remedy: "accept-loss" },
  );
}

/** Result of the inspection of a data directory. */
export interface Inspection {
  /** The mismatch that has been accepted; null if there is none. */
  readonly loss: Loss | null;
  /** Whether the database is known to have every commit: files that it does not list are then left over. */
  readonly isComplete: boolean;
  /** The last log of changes whose commits were in the database's file. */
  readonly stored: bigint;
}

interface InspectOptions {
  /** The name of the data directory for messages, as the caller has given it. */
  readonly directory: string;
  /** Whether to continue if the files do not match; a log of changes is truncated to the part that does. */
  readonly acceptsLoss: boolean;
  /** Called with messages for the operator. */
  readonly notify: (message: string) => void;
  readonly schema: Schema;
}

/**
 * Inspects a data directory that is to be opened for writing, without changing it.
 *
 * @throws HeadcountError `store-incomplete` if commits are missing, or files are of different states; `store-newer`,
 * `store-damaged` or `unavailable`, as `openStore`
 */
export async function inspectDirectory(path: string, options: InspectOptions): Promise<Inspection> {
  const { directory, acceptsLoss, notify } = options;
  if (!existsSync(join(path, DATABASE_FILE))) return { loss: null, isComplete: true, stored: 0n };
  const { loss, found, log } = await (acceptsLoss ? inspectAccepting : inspect)(path, options);
  if (!acceptsLoss) requireNothingMissing(directory, loss);
  const isKnown = typeof found !== "string";
  // Without a log of changes nothing was noted: the directory was being created, or is a restored backup.
  if (!isKnown && log.log > 0n)
    notify(
      `the file ${LAST_COMMIT_FILE} is ${found}: whether acknowledged changes are lost cannot be determined this ` +
        "time; it is written again from what the database has",
    );
  return { loss, isComplete: loss === null && isKnown, stored: isKnown ? found.stored : 0n };
}

/** The same for a directory whose losses are accepted: a log of changes that does not fit is copied to the quarantine. */
async function inspectAccepting(path: string, options: InspectOptions) {
  const { notify } = options;
  const looked = await inspect(path, options).catch((error: unknown) => {
    if (!isDamagedLog(error)) throw error;
    return null;
  });
  if (looked !== null && looked.loss === null) return looked;
  const aside = await copyLogAside(path);
  if (aside !== null) notify(`the log of changes was copied to ${aside}`);
  if (aside !== null && (looked === null || looked.loss?.kind === "foreign-log"))
    await cutLog(join(path, DATABASE_LOG_FILE), aside, async () => {
      const { loss } = await inspect(path, options);
      return loss?.kind !== "foreign-log";
    });
  const accepted = await inspect(path, options);
  if (accepted.loss !== null)
    notify(`${describeLoss(accepted.loss)}; this is accepted, and noted in the database`);
  return accepted;
}

async function inspect(path: string, versions: Pick<InspectOptions, "directory" | "schema">) {
  const { connection, close, version, ...compared } = await openAndCompare(path, {}, versions);
  try {
    // Opening a directory begins with its catalog, so damage to it is detected here.
    if (version === versions.schema.version) await readThroughCatalog(connection);
    return compared;
  } finally {
    close();
  }
}

/**
 * Opens the database of a data directory for reading only, and compares it with its last commit.
 *
 * @param path its real path
 * @param settings of DuckDB
 * @param versions the schema that is known, and the name of the directory for messages
 * @throws HeadcountError as `requireKnownVersion`
 */
export async function openAndCompare(
  path: string,
  settings: Readonly<Record<string, string>>,
  versions: { readonly directory: string; readonly schema: Schema; readonly isReadOnly?: boolean },
) {
  const file = join(path, DATABASE_FILE);
  const { connection, close } = await openInstance(file, { ...settings, access_mode: "READ_ONLY" });
  try {
    const schema = await readSchema(connection);
    if (schema !== null) requireKnownVersion(versions.directory, schema.version, versions);
    const found = readLastCommit(path);
    const compared = await findLoss(path, connection, { found, hasTables: schema !== null });
    // The version is null if there are no tables.
    return { connection, ...compared, found, version: schema?.version ?? null, close };
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
    const { noted, keptEventId } = loss;
    await connection.run(statement("database/insert-accepted-loss"), {
      accepted_at: BigInt(now),
      kept_event_id: keptEventId,
      last_event_id: noted.eventId,
      next_id: noted.nextId,
      last_call_id: noted.callId,
      reason: loss.reason,
    });
    const { next_id } = await connection.row(statement("catalog/directory"));
    if (noted.nextId > (next_id as bigint))
      await connection.run(statement("catalog/set-next-id"), { next_id: noted.nextId });
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
 * Truncates a log of changes to its longest part that can be used: DuckDB takes a log that ends early as one whose last
 * commit was interrupted.
 *
 * @param copy a copy of it
 * @param fits whether the log as it is can be used; if it throws, it cannot
 */
async function cutLog(log: string, copy: string, fits: () => Promise<boolean>): Promise<void> {
  const cutAt = async (bytes: number) => {
    await copyFile(copy, log);
    await truncate(log, bytes);
  };
  let [usable, unusable] = [0, logBytes(join(log, ".."))];
  while (unusable - usable > 1) {
    const middle = Math.floor((usable + unusable) / 2);
    await cutAt(middle);
    if (await fits().catch(() => false)) usable = middle;
    else unusable = middle;
  }
  await cutAt(usable);
  await flushToDisk(log);
}
