import type { CatalogChange } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStore, LoadOptions, LoadResult } from "../ports.ts";
import { addSensors, registerSensors } from "../resources/sensors.ts";

/** Who loads a file, and what that changes: the log, the catalog and the counts in memory. */
export interface FileLoading extends CatalogChange {
  readonly events: Pick<EventStore, "stage">;
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
    const { append, unknownSerials, ...staged } = await events.stage(path, { ...options, now: clock.now() });
    const sensors = await registerSensors(catalog, unknownSerials, clock.now());
    const result = { ...staged, ...(await append(sensors)) };
    await addSensors(catalog, sensors.put?.sensor ?? []);
    live.counts.forgetAll();
    return result;
  });
}
