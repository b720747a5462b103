import { existsSync } from "node:fs";
import { copyFile, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { ANALYSIS_FOLDER, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { makeQuarantineFolder } from "../runs/quarantine.ts";
import type { Database } from "./database.ts";
import type { Loss } from "./missing-commits.ts";
import { statement } from "./statements.ts";

/**
 * Notes in the database that some acknowledged changes are lost, and which ids had been given to them: they are given
 * to nothing else. The copy that users' SQL reads goes, since it may have what is lost; it is made again from the log.
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
    await connection.run(statement("commits/insert-accepted-loss"), {
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
 * Copies the log of changes to where nothing removes it.
 *
 * @returns where that is; null where there is no log
 */
export async function copyLogAside(directory: string): Promise<string | null> {
  const log = join(directory, DATABASE_LOG_FILE);
  if (!existsSync(log)) return null;
  const aside = join(await makeQuarantineFolder(directory), DATABASE_LOG_FILE);
  await copyFile(log, aside);
  return aside;
}

/**
 * Cuts a log of changes that cannot be read off where DuckDB has found it damaged, so that what comes before can be.
 *
 * @param error what DuckDB has said of it
 */
export async function cutDamagedLog(directory: string, error: unknown): Promise<void> {
  const position = /\bat byte position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  const file = await open(join(directory, DATABASE_LOG_FILE), "r+");
  try {
    await file.truncate(Number(position ?? 0));
    await file.sync();
  } finally {
    await file.close();
  }
}
