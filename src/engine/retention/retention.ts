import { HeadcountError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { type Keep, logStartOf } from "../../domain/retention.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import type { EventStore } from "../ports.ts";

/** What is older than need be kept. */
export interface OldEvents {
  /** In ms: the start of a UTC day. Events from before it are to go, or have gone. */
  readonly boundary: number;
  /** How many there are, voided ones too. */
  readonly events: number;
  /** UTC days that have some. */
  readonly days: number;
  /** When the first and the last were, in ms; null where there are none. */
  readonly span: { readonly first: number; readonly last: number } | null;
  /** Whether the log has no others. */
  readonly areAll: boolean;
}

/** What a removal of events changes: the log, while the catalog stays as it is. */
export interface OldEventRemoval extends CatalogChange {
  readonly events: Pick<EventStore, "logStart" | "logSpan" | "summary" | "removeBefore">;
}

/** The events that are older than need be kept. */
export async function findOldEvents(
  { clock, events }: Pick<OldEventRemoval, "clock" | "events">,
  keep: Keep,
): Promise<OldEvents> {
  // What has gone does not come back where more is to be kept than before.
  const boundary = Math.max(logStartOf(clock.now(), keep), events.logStart());
  const old = await events.logSpan({ start: 0, end: boundary });
  const { events: all } = await events.summary();
  return { ...old, boundary, areAll: old.events > 0 && old.events === all };
}

/**
 * Removes the events that are older than need be kept. Counts stay what they were, for any time.
 *
 * @returns what has been removed
 * @throws HeadcountError `conflict` where nothing would be left, or what is derived from the events is not what
 * they say; `unavailable` where there is no room for it. In each case nothing has changed
 */
export function removeOldEvents(change: OldEventRemoval, keep: Keep): Promise<OldEvents> {
  const { catalog, clock, events } = change;
  return catalog.exclusive(change, async () => {
    const old = await findOldEvents(change, keep);
    if (old.areAll)
      throw new HeadcountError(
        "conflict",
        `all ${old.events} events are from before ${formatInstant(old.boundary)}: nothing would be left of them, ` +
          "and nothing has been removed",
      );
    if (old.events > 0) await events.removeBefore(old.boundary, clock.now());
    return old;
  });
}
