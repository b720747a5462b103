import { existsSync } from "node:fs";
import { copyFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk } from "../../disk.ts";
import { DATABASE_FILE, DATABASE_LOG_FILE, LAST_COMMIT_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { openInstance } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import { makeQuarantineFolder } from "../runs/run-file.ts";
import { readThroughCatalog } from "./catalog-store.ts";
import {
  type AssignedIds,
  type ChangeLog,
  type LastCommit,
  logBytes,
  readChangeLog,
  readLastCommit,
} from "./commits.ts";
import { isDamagedLog } from "./failures.ts";
import { readSchema, requireKnownVersion } from "./schema.ts";

/** Why a database, its log of changes and the file `last-commit` are not of the same state of a data directory. */
interface Mismatch {
  readonly kind: "missing-commits" | "foreign-log" | "foreign-file";
  readonly reason: string;
}

interface Loss extends Mismatch {
  readonly noted: AssignedIds["ids"];
  readonly keptEventId: bigint;
}

/** The last commit of a database: its log of changes, and the last event's id, also if that has been removed. */
type StoredCommit = ChangeLog & { readonly eventId: bigint };

/**
 * Compares the commits of a database with the last one that was noted. A commit is noted after it has been stored, and
 * both files are on disk before and after a checkpoint: the note may be behind the log of changes, but neither ahead of
 * it nor behind a database without a log.
 *
 * @param noted null if it is unknown: then the logs of changes alone are compared
 * @param hasLog whether there is a log of changes beside the database's file
 * @returns null if they are of the same state
 */
function compareCommits(stored: StoredCommit, noted: LastCommit | null, hasLog: boolean): Mismatch | null {
  if (!stored.is_continuous) {
    const reason = `${DATABASE_LOG_FILE} is from another copy of the directory than ${DATABASE_FILE}`;
    return { kind: "foreign-log", reason };
  }
  if (noted === null) return null;
  // The first commits of a log may not be noted yet.
  const isNext = noted.isEnded === 1n && stored.log === noted.log + 1n;
  const isSame = stored.log === noted.log && stored.identity === noted.identity;
  const hasLater = stored.commits > noted.commits || stored.eventId > noted.eventId;
  const lacksLast = stored.commits < noted.commits || stored.eventId < noted.eventId;
  if (stored.log < noted.log || (isSame && lacksLast)) {
    const log = `${DATABASE_LOG_FILE} ${hasLog ? "lacks its end" : "is missing or empty"}`;
    const isOlder = stored.log < noted.stored;
    return {
      kind: "missing-commits",
      reason: isOlder ? `${DATABASE_FILE} is an older copy, without the last commit` : log,
    };
  }
  if (isNext ? stored.previous === noted.identity : isSame && (hasLog || !hasLater)) return null;
  return {
    kind: "foreign-file",
    reason: `${LAST_COMMIT_FILE} is older than ${DATABASE_FILE}, or from another copy of the directory`,
  };
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

export type Inspection = Awaited<ReturnType<typeof inspectDirectory>>;

/**
 * Inspects a data directory that is to be opened for writing, without changing it.
 *
 * @param directory its name for messages, as the caller has given it
 * @param acceptsLoss whether to continue if the files do not match; a log of changes is truncated to the part that does
 * @param notify called with messages for the operator
 * @returns the mismatch that has been accepted, if any, and whether the database is known to have every commit: files
 * that it does not list are then left over
 * @throws HeadcountError `store-incomplete` if commits are missing, or files are of different states; `store-newer`,
 * `store-damaged` or `unavailable`, as `openStore`
 */
export async function inspectDirectory(
  path: string,
  directory: string,
  acceptsLoss: boolean,
  notify: (message: string) => void,
) {
  if (!existsSync(join(path, DATABASE_FILE))) return { loss: null, isComplete: true };
  const inspect = async () => {
    const { connection, close, isEmpty, ...compared } = await openAndCompare(path, {}, directory);
    // Opening a directory begins with its catalog, so damage to it is detected here.
    await (isEmpty ? close() : readThroughCatalog(connection).finally(close));
    return compared;
  };
  let found = await inspect().catch((error: unknown) => {
    if (!acceptsLoss || !isDamagedLog(error)) throw error;
    return null;
  });
  if (!acceptsLoss) requireNothingMissing(directory, found?.loss ?? null);
  if (found === null || found.loss !== null) {
    const isUnfit = found === null || found.loss?.kind === "foreign-log";
    const fits = async () => (await inspect()).loss?.kind !== "foreign-log";
    await setLogAside(path, isUnfit ? fits : null, notify);
    found = await inspect();
    if (found.loss !== null)
      notify(`${describeLoss(found.loss)}; the loss is accepted and recorded in the database`);
  }
  const { loss, log, noted } = found;
  // Without a log of changes nothing was noted: the directory was being created, or is a restored backup.
  if (noted === null && log.log > 0n)
    notify(
      `the file ${LAST_COMMIT_FILE} is missing or damaged: whether acknowledged changes are lost cannot be ` +
        "determined this time; the file is written again from the database",
    );
  return { loss, isComplete: loss === null && noted !== null };
}

/**
 * Copies a log of changes to the quarantine, and truncates it to its longest part that can be used: DuckDB takes a log
 * that ends early as one whose last commit was interrupted.
 *
 * @param fits whether the log as it is can be used; if it throws, it cannot; null if it is not to be truncated
 */
async function setLogAside(
  path: string,
  fits: (() => Promise<boolean>) | null,
  notify: (message: string) => void,
): Promise<void> {
  const log = join(path, DATABASE_LOG_FILE);
  if (!existsSync(log)) return;
  const copy = join(await makeQuarantineFolder(path), DATABASE_LOG_FILE);
  await copyFile(log, copy);
  notify(`the log of changes was copied to ${copy}`);
  if (fits === null) return;
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

/**
 * Opens the database of a data directory for reading only, and compares it with its last commit.
 *
 * @param path its real path
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
    const isEmpty = schema === null;
    const log = await readChangeLog(isEmpty ? null : connection);
    const { id: eventId } = isEmpty ? { id: 0n } : await connection.row(statement("events/last-id"));
    const noted = readLastCommit(path);
    const mismatch = compareCommits({ ...log, eventId }, noted, logBytes(path) > 0);
    const ids = noted ?? { eventId, nextId: 0n, deliveryId: 0n };
    const loss: Loss | null = mismatch && { ...mismatch, keptEventId: eventId, noted: ids };
    return { connection, log, noted, loss, isEmpty, close };
  } catch (error) {
    close();
    throw error;
  }
}
