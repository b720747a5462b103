import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { flushToDisk, requireRoom } from "../../disk.ts";
import { conflict, HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import { statement } from "../../duckdb/statements.ts";
import type { LogWrite } from "../../engine/ports.ts";
import { retainedDaysIn } from "../runs/retained-record.ts";
import { writeLogPosition } from "./commits.ts";
import { appendRetained } from "./run-source.ts";
import type { StoreParts } from "./store-parts.ts";

/** Bytes of the database's write-ahead log for each event that is removed. */
const BYTES_PER_REMOVED_EVENT = 8;

/**
 * Removes the events from before the start of a UTC day, in ms; their runs stay. An instant at or before the
 * log start changes nothing. A removal that another engine has decided is not refused: runs that differ here are derived
 * again before it.
 *
 * @throws HeadcountError `conflict` if runs differ from the log or events are coming in; `unavailable` if the disk is too
 * full
 */
export async function removeBefore(
  parts: StoreParts,
  boundary: number,
  now: number,
  logged?: LogWrite,
): Promise<void> {
  const { database, runs, retained, identities } = parts;
  const isDecided = logged !== undefined && logged.confirm === undefined;
  if (boundary <= retained.logStart) {
    if (logged === undefined) return;
    await logged.confirm?.();
    await database.transaction((writer) => writeLogPosition(writer, logged));
    return;
  }
  if (boundary % DAY_MS !== 0) throw new Error("events are removed by whole days");
  // Derives and flushes all runs before the comparison with the log.
  await runs.refresh();
  await runs.flush();
  const range = { spaceId: null, from: retained.logStart, to: boundary };
  const { differences } = await runs.rebuild({ ...range, verify: true });
  if (differences.length > 0 && isDecided) {
    await runs.rebuild({ ...range, verify: false });
    await runs.flush();
  } else if (differences.length > 0)
    throw new HeadcountError(
      "conflict",
      `${differences.length} runs from before ${formatInstant(boundary)} differ from the log, so they have not been removed`,
      { remedy: "rebuild", reason: "events-not-removable" },
    );
  await removeEvents(parts, boundary, now, logged);
  identities.forget();
}

/** Removes events in one transaction that also records the runs that retain their changes. */
function removeEvents(
  { database, files, retained, given }: StoreParts,
  boundary: number,
  now: number,
  logged?: LogWrite,
): Promise<void> {
  return database.write(async (writer) => {
    const span = { start_ts: 0n, end_ts: BigInt(boundary) };
    const { events } = await writer.row(statement("export/log-span"), span);
    await requireRoom(dirname(files.folder), events * BYTES_PER_REMOVED_EVENT, "removing events");
    // The names of the files must be on disk before the only other copy is deleted.
    if (existsSync(files.folder)) await flushToDisk(files.folder);
    await writer.commit(async () => {
      const day = boundary / DAY_MS;
      const { unfinished } = await writer.row(statement("retention/unfinished"), { day });
      if (unfinished === true)
        throw conflict(
          "events-not-removable",
          `events from before ${formatInstant(boundary)} are still arriving; try again`,
        );
      // Nothing can refuse the removal any more.
      await logged?.confirm?.();
      for (const spaceId of files.spaceIds()) {
        const newest = files.newest(spaceId, { firstDay: retained.firstDay, lastDay: day - 1 });
        await appendRetained(writer, spaceId, retainedDaysIn(newest, day));
      }
      const values = { boundary: BigInt(boundary) };
      await writer.run(statement("retention/remove-voided"), values);
      await writer.run(statement("retention/remove-pending"), values);
      await writer.run(statement("retention/remove-readings"), values);
      const count = await writer.run(statement("retention/remove-events"), values);
      await writer.run(statement("retention/insert-removal"), {
        ...values,
        removed_at: BigInt(now),
        events: BigInt(count),
        last_event_id: given.ids.eventId,
      });
      if (logged !== undefined) await writeLogPosition(writer, logged);
    });
    retained.moveTo(boundary);
  });
}
