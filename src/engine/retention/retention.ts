import { HeadcountError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { type Keep, logStartOf } from "../../domain/retention.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { EventStore, LogSpan } from "../ports.ts";

/** The events that retention removes. */
export interface OldEvents extends LogSpan {
  /** In ms: the start of a UTC day. Events before it are removed. */
  readonly boundary: number;
  /** Whether the log has no other events. */
  readonly areAll: boolean;
}

/** The actor of a removal, and the log that it changes. The catalog does not change. */
export interface OldEventRemoval extends CatalogChange {
  readonly events: Pick<EventStore, "logStart" | "logSpan" | "summary">;
}

/** Finds the events that are older than the retention period. */
export async function findOldEvents(
  { clock, events }: Pick<OldEventRemoval, "clock" | "events">,
  keep: Keep,
): Promise<OldEvents> {
  // A longer period than before does not bring removed events back.
  const boundary = Math.max(logStartOf(clock.now(), keep), events.logStart());
  const old = await events.logSpan({ start: 0, end: boundary });
  const { events: all } = await events.summary();
  return { ...old, boundary, areAll: old.events > 0 && old.events === all };
}

/**
 * Removes the events that are older than the retention period. Counts do not change.
 *
 * @returns what has been removed
 * @throws HeadcountError `conflict` if no event would be left, or derived data does not match the events; `unavailable`
 * if the disk is full. Nothing has changed in these cases
 */
export function removeOldEvents(change: OldEventRemoval, keep: Keep): Promise<OldEvents> {
  return change.journal.transact(change, async (draft) => {
    const old = await findOldEvents(change, keep);
    if (old.areAll)
      throw new HeadcountError(
        "conflict",
        `all ${old.events} events are from before ${formatInstant(old.boundary)}; retention cannot remove all events, ` +
          "so none have been removed",
      );
    if (old.events > 0) draft.add({ logStart: old.boundary });
    return old;
  });
}
