import { DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";

import type { CommitRecord, DatabasePosition, FoundRecord, HighestIds } from "./commit-record.ts";
import type { Connection } from "./database.ts";
import type { PositionReader } from "./database-position.ts";
import { statement } from "./statements.ts";

/** What has been acknowledged and is not in the database any more. */
export interface Loss {
  /** What is wrong with which file. */
  readonly reason: string;
  /** The highest ids that had been assigned. */
  readonly given: HighestIds;
  /** The last event's id that is left. */
  readonly keptEventId: bigint;
}

/**
 * Compares a database with what is known to have been committed to it.
 *
 * @param reader follows the files of the database that the connection reads
 * @returns null where nothing is missing, or nothing is known
 * @throws HeadcountError `store-damaged` where the database's file has been cut short, or has no identity
 */
export async function findLoss(
  connection: Connection,
  reader: PositionReader,
  record: FoundRecord,
): Promise<Loss | null> {
  const identity = await identityOf(connection);
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
 * The identity of a database's file, which is stored in the transaction that makes its tables; null where there are none.
 *
 * @throws HeadcountError `store-damaged` where there are tables, but no identity
 */
export async function identityOf(connection: Connection): Promise<bigint | null> {
  const tables = await connection.rows(statement("database/table-names"));
  if (tables.length === 0) return null;
  const [row] = await connection.rows(statement("commits/identity"));
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
  // What a checkpoint has written into the file is no more in the log.
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

/** What is missing, in a sentence's words. */
export function describeLoss({ given, keptEventId, reason }: Loss): string {
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

/** @throws HeadcountError `store-incomplete` where something is missing */
export function requireNothingMissing(directory: string, loss: Loss | null): void {
  if (loss === null) return;
  throw new HeadcountError(
    "store-incomplete",
    `${directory}: ${describeLoss(loss)}. Nothing has been changed: put the files back as they were, or restore a ` +
      "backup; `headcount serve --accept-loss` goes on without what is missing",
  );
}
