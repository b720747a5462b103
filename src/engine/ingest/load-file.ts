import type { Engine } from "../build-engine.ts";
import type { CatalogWrite, LoadOptions, LoadResult } from "../ports.ts";
import { NewSensors } from "../sensors.ts";

/**
 * Loads a file of sensor reports as one transaction (D9). Nobody is told of its events (D23).
 *
 * @throws HeadcountError `unreadable-input` where the file as a whole cannot be read, or is empty
 */
export function loadFile(
  context: Engine,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const { catalog, clock, events, live } = context;
  return catalog.exclusive(context, async () => {
    const writes: CatalogWrite[] = [];
    const result = await events.load(path, { ...options, now: clock.now() }, (serialNumbers) => {
      const made = new NewSensors(catalog, clock.now());
      const sensor = serialNumbers.map((serialNumber) => made.make(serialNumber));
      const write = catalog.withNextId(catalog.audited({ put: { sensor } }));
      writes.push(write);
      return write;
    });
    for (const write of writes) catalog.apply(write);
    live.counts.forgetAll();
    return result;
  });
}
