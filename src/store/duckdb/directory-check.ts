import { existsSync } from "node:fs";
import { copyFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk } from "../../disk.ts";
import { DATABASE_FILE, DATABASE_LOG_FILE, LAST_COMMIT_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import { makeQuarantineFolder } from "../runs/run-file.ts";
import { readThroughCatalog } from "./catalog-store.ts";
import { type ChangeLog, logBytes } from "./commit-recorder.ts";
import { isDamagedLog } from "./failures.ts";
import { type HighestIds, type LastCommit, readLastCommit } from "./last-commit.ts";
import { readSchema, requireKnownVersion } from "./schema.ts";

/** The commits that a database has. */
interface StoredCommits extends ChangeLog {
  /** Whether each log of changes continues the one before. */
  readonly isContinuous: boolean;
  /** The last event's id, also if it has been removed. */
  readonly eventId: bigint;
}

/** Why a database, its log of changes and the file `last-commit` are not of the same state of a data directory. */
interface Mismatch {
  /** The problem, with the name of the file. */
  readonly reason: string;
  readonly kind: "missing-commits" | "foreign-log" | "foreign-file";
}

/** A mismatch, and the ids at which it was found. */
interface Loss extends Mismatch {
  readonly noted: HighestIds;
  /** The last remaining event's id. */
  readonly keptEventId: bigint;
}

const NO_LOG = { log: 0n, identity: 0n, previous: 0n, commits: 0n, isContinuous: true };

/** Reads the last log of changes of a database; its number is 0 if there has been none. */
export async function readChangeLog(connection: Connection): Promise<Omit<StoredCommits, "eventId">> {
  const [row] = await connection.rows(statement("database/last-change-log"));
  if (row === undefined) return NO_LOG;
  const { is_continuous: isContinuous, ...log } = row;
  return { ...log, isContinuous };
}

/**
 * Compares the commits of a database with the last one that was noted. A commit is noted after it has been stored, and
 * both files are on disk before and after a checkpoint: the note may be behind the log of changes, but neither ahead of
 * it nor behind a database without a log.
 *
 * @param noted null if it is unknown: then the logs of changes alone are compared
 * @param hasLog whether there is a log of changes beside the database's file
 * @returns null if they are of the same state
 */
function compareCommits(stored: StoredCommits, noted: LastCommit | null, hasLog: boolean): Mismatch | null {
  if (!stored.isContinuous)
    return {
      kind: "foreign-log",
      reason: `${DATABASE_LOG_FILE} is from another copy of the directory than ${DATABASE_FILE}`,
    };
  if (noted === null) return null;
  const olderNote: Mismatch = {
    kind: "foreign-file",
    reason: `${LAST_COMMIT_FILE} is an older copy: ${DATABASE_FILE} has later commits`,
  };
  // The first row of a log is stored before it is noted.
  const isNext = noted.isEnded === 1n && stored.log === noted.log + 1n;
  if (stored.log > noted.log && !isNext) return olderNote;
  if (stored.log >= noted.log && noted.identity !== (isNext ? stored.previous : stored.identity))
    return {
      kind: "foreign-file",
      reason: `${DATABASE_FILE} and ${LAST_COMMIT_FILE} are from different copies of a directory`,
    };
  if (isNext) return null;
  if (stored.log < noted.log || stored.commits < noted.commits || stored.eventId < noted.eventId) {
    const log = `${DATABASE_LOG_FILE} ${hasLog ? "lacks its end" : "is missing or empty"}`;
    return {
      kind: "missing-commits",
      reason: stored.log < noted.stored ? `${DATABASE_FILE} is an older copy, without the last commit` : log,
    };
  }
  const hasLater = stored.commits > noted.commits || stored.eventId > noted.eventId;
  return hasLater && !hasLog ? olderNote : null;
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
        : "no events, but other changes, for example of spaces, doorways, resets, tokens or webhook calls,";
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
}

interface InspectOptions {
  /** The name of the data directory for messages, as the caller has given it. */
  readonly directory: string;
  /** Whether to continue if the files do not match; a log of changes is truncated to the part that does. */
  readonly acceptsLoss: boolean;
  /** Called with messages for the operator. */
  readonly notify: (message: string) => void;
}

/**
 * Inspects a data directory that is to be opened for writing, without changing it.
 *
 * @throws HeadcountError `store-incomplete` if commits are missing, or files are of different states; `store-newer`,
 * `store-damaged` or `unavailable`, as `openStore`
 */
export async function inspectDirectory(path: string, options: InspectOptions): Promise<Inspection> {
  const { directory, acceptsLoss, notify } = options;
  if (!existsSync(join(path, DATABASE_FILE))) return { loss: null, isComplete: true };
  const { loss, log, noted } = await (acceptsLoss ? inspectAccepting : inspect)(path, options);
  if (!acceptsLoss) requireNothingMissing(directory, loss);
  // Without a log of changes nothing was noted: the directory was being created, or is a restored backup.
  if (noted === null && log.log > 0n)
    notify(
      `the file ${LAST_COMMIT_FILE} is missing or damaged: whether acknowledged changes are lost cannot be ` +
        "determined this time; the file is written again from the database",
    );
  return { loss, isComplete: loss === null && noted !== null };
}

/** The same for a directory whose losses are accepted: a log of changes that does not fit is copied to the quarantine. */
async function inspectAccepting(path: string, options: InspectOptions) {
  const { notify } = options;
  const found = await inspect(path, options).catch((error: unknown) => {
    if (!isDamagedLog(error)) throw error;
    return null;
  });
  if (found !== null && found.loss === null) return found;
  const log = join(path, DATABASE_LOG_FILE);
  if (existsSync(log)) {
    const copy = join(await makeQuarantineFolder(path), DATABASE_LOG_FILE);
    await copyFile(log, copy);
    notify(`the log of changes was copied to ${copy}`);
    const fits = async () => (await inspect(path, options)).loss?.kind !== "foreign-log";
    if (found === null || found.loss?.kind === "foreign-log") await cutLog(log, copy, fits);
  }
  const accepted = await inspect(path, options);
  if (accepted.loss !== null)
    notify(`${describeLoss(accepted.loss)}; the loss is accepted and recorded in the database`);
  return accepted;
}

async function inspect(path: string, { directory }: Pick<InspectOptions, "directory">) {
  const { connection, close, isEmpty, ...compared } = await openAndCompare(path, {}, directory);
  try {
    // Opening a directory begins with its catalog, so damage to it is detected here.
    if (!isEmpty) await readThroughCatalog(connection);
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
 * @param directory its name for messages
 * @throws HeadcountError as `requireKnownVersion`
 */
export async function openAndCompare(
  path: string,
  settings: Readonly<Record<string, string>>,
  directory: string,
) {
  const file = join(path, DATABASE_FILE);
  const { connection, close } = await openInstance(file, { ...settings, access_mode: "READ_ONLY" });
  try {
    // Null if there are no tables: then there are no commits.
    const schema = await readSchema(connection);
    if (schema !== null) requireKnownVersion(directory, schema.version);
    const log = schema === null ? NO_LOG : await readChangeLog(connection);
    const { id: eventId } = schema === null ? { id: 0n } : await connection.row(statement("events/last-id"));
    const stored = { ...log, eventId };
    const noted = readLastCommit(path);
    const mismatch = compareCommits(stored, noted, logBytes(path) > 0);
    const ids = {
      keptEventId: stored.eventId,
      noted: noted ?? { eventId: stored.eventId, nextId: 0n, deliveryId: 0n },
    };
    const loss: Loss | null = mismatch && { ...mismatch, ...ids };
    return { connection, log, noted, loss, isEmpty: schema === null, close };
  } catch (error) {
    close();
    throw error;
  }
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
  let usable = 0;
  let { size: unusable } = await stat(copy);
  while (unusable - usable > 1) {
    const middle = Math.floor((usable + unusable) / 2);
    await cutAt(middle);
    if (await fits().catch(() => false)) usable = middle;
    else unusable = middle;
  }
  await cutAt(usable);
  await flushToDisk(log);
}
