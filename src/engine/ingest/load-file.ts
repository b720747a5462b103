import type { CatalogChange } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { CatalogWrite, EventStore, LoadOptions, LoadResult } from "../ports.ts";
import { addSensors, registerSensors } from "../resources/sensors.ts";

/** Who loads a file, and what that changes: the log, the catalog and the counts in memory. */
export interface FileLoading extends CatalogChange {
  readonly events: Pick<EventStore, "load">;
  readonly live: Pick<Live, "counts">;
}

/**
 * Loads a file of sensor reports as one transaction (D9). Its events cause no notifications (D23).
 *
 * @throws HeadcountError `unreadable-input` where the file as a whole cannot be read, or is empty
 */
export function loadFile(
  change: FileLoading,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const { catalog, clock, events, live } = change;
  return catalog.exclusive(change, async () => {
    const writes: CatalogWrite[] = [];
    const result = await events.load(path, { ...options, now: clock.now() }, async (serialNumbers) => {
      const write = await registerSensors(catalog, serialNumbers, clock.now());
      writes.push(write);
      return write;
    });
    for (const { put } of writes) await addSensors(catalog, put?.sensor ?? []);
    live.counts.forgetAll();
    return result;
  });
}
