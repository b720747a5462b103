import { copyFile, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { ANALYSIS_FOLDER, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { makeSetAsideFolder } from "../runs/set-aside.ts";
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
 * Cuts a log of changes that cannot be read off where DuckDB has found it damaged, so that what comes before can be.
 * The whole log is put aside first.
 *
 * @param error what DuckDB has said of it
 * @returns where the log has been put
 */
export async function cutDamagedLog(directory: string, error: unknown): Promise<string> {
  const log = join(directory, DATABASE_LOG_FILE);
  const aside = join(await makeSetAsideFolder(directory), DATABASE_LOG_FILE);
  await copyFile(log, aside);
  const position = /\bat byte position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  const file = await open(log, "r+");
  try {
    await file.truncate(Number(position ?? 0));
    await file.sync();
  } finally {
    await file.close();
  }
  return aside;
}
