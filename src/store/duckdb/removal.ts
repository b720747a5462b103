import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { requireRoom, syncFolder } from "../../backup/files.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import type { RemovedEvents } from "../../engine/ports.ts";
import type { RetainedRuns } from "../runs/retained-runs.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { DaySpan } from "../runs/run-source.ts";
import type { Connection, Database } from "./database.ts";
import { appendRetained } from "./run-source.ts";
import { statement } from "./statements.ts";

/** Bytes of the database's write-ahead log for each event that is removed. */
const BYTES_PER_REMOVED_EVENT = 8;

/** A removal of events. */
export interface Removal {
  /** The start of a UTC day, in ms. */
  readonly boundary: number;
  /** The present, in ms. */
  readonly now: number;
  /** The greatest id that the log has had. */
  readonly lastEventId: bigint;
}

/**
 * Removes the events from before an instant, in one transaction that also records the runs that retain their changes.
 * The caller has verified that run files have these.
 *
 * @throws HeadcountError `conflict` if they no longer have them; `unavailable` if the disk is too full
 */
export function removeEvents(
  { database, files, retained }: { database: Database; files: RunFiles; retained: RetainedRuns },
  { boundary, now, lastEventId }: Removal,
): Promise<RemovedEvents> {
  return database.write(async (writer) => {
    const span = { start_ts: 0n, end_ts: BigInt(boundary) };
    const { events } = await writer.row(statement("export/log-span"), span);
    await requireRoom(dirname(files.folder), Number(events) * BYTES_PER_REMOVED_EVENT, "removing events");
    // The names of the files must be on disk before their changes are nowhere else.
    if (existsSync(files.folder)) await syncFolder(files.folder);
    const removed = await writer.transaction(async () => {
      const day = boundary / DAY_MS;
      const { unfinished } = await writer.row(statement("retention/unfinished"), { day });
      if (unfinished === true)
        throw new HeadcountError(
          "conflict",
          `events from before ${formatInstant(boundary)} are still coming in; try again`,
        );
      await recordRetained(writer, files, { firstDay: retained.firstDay, lastDay: day - 1 });
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
    retained.moveTo(boundary);
    return removed;
  });
}

async function recordRetained(writer: Connection, files: RunFiles, days: DaySpan): Promise<void> {
  for (const spaceId of files.spaceIds()) {
    const changed = await files.changedDays(spaceId, days);
    if (changed.days.length > 0) await appendRetained(writer, spaceId, changed);
  }
}
