import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { requireRoom, syncFolder } from "../../backup/files.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import type { RemovedEvents } from "../../engine/ports.ts";
import type { Days } from "../runs/kept-days.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { Connection, Database } from "./database.ts";
import { appendKept, type KeptRuns } from "./kept-runs.ts";
import { statement } from "./statements.ts";

/** What the database's log of changes takes for each event that is removed, in bytes. */
const BYTES_PER_REMOVED_EVENT = 8;

/** What a removal is about. */
export interface Removal {
  /** The start of a UTC day, in ms. */
  readonly boundary: number;
  /** The present, in ms. */
  readonly now: number;
  /** The greatest id that the log has had. */
  readonly lastEventId: bigint;
}

/**
 * Removes the events from before an instant, in one transaction that notes which runs are left of them. These
 * have to be in files as the log has them, which whoever calls this has looked at.
 *
 * @throws HeadcountError `conflict` where they are not any more; `unavailable` where there is no room
 */
export function removeEvents(
  { database, files, kept }: { database: Database; files: RunFiles; kept: KeptRuns },
  { boundary, now, lastEventId }: Removal,
): Promise<RemovedEvents> {
  return database.write(async (writer) => {
    const span = { start_ts: 0n, end_ts: BigInt(boundary) };
    const { events } = await writer.row(statement("export/log-span"), span);
    await requireRoom(dirname(files.folder), Number(events) * BYTES_PER_REMOVED_EVENT, "removing events");
    // The names of the files must be on disk as well before nothing else has what is in them.
    if (existsSync(files.folder)) await syncFolder(files.folder);
    const removed = await writer.transaction(async () => {
      const day = boundary / DAY_MS;
      const { unfinished } = await writer.row(statement("retention/unfinished"), { day });
      if (unfinished === true)
        throw new HeadcountError(
          "conflict",
          `events from before ${formatInstant(boundary)} are still coming in; try again`,
        );
      await noteKept(writer, files, { firstDay: kept.firstDay, lastDay: day - 1 });
      const values = { boundary: BigInt(boundary) };
      await writer.run(statement("retention/remove-voided"), values);
      await writer.run(statement("retention/remove-pending"), values);
      const count = await writer.run(statement("retention/remove-events"), values);
      await writer.run(statement("retention/insert-removal"), {
        ...values,
        removed_at: BigInt(now),
        events: BigInt(count),
        last_event_id: lastEventId,
      });
      return { events: count };
    });
    kept.moveTo(boundary);
    return removed;
  });
}

/** Notes all runs of some days that have changes. */
async function noteKept(writer: Connection, files: RunFiles, days: Days): Promise<void> {
  for (const spaceId of files.spaceIds()) {
    const changed = await files.changedDays(spaceId, days);
    if (changed.days.length > 0) await appendKept(writer, spaceId, changed);
  }
}
