import type { EngineContext } from "../context.ts";
import type { CatalogWrite, LoadOptions, LoadResult } from "../ports.ts";
import { registerSensors, showSensors } from "../sensors.ts";

/**
 * Loads a file of sensor reports as one transaction (D9). Nobody is told of its events (D23).
 *
 * @throws HeadcountError `unreadable-input` where the file as a whole cannot be read, or is empty
 */
export function loadFile(
  context: EngineContext,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const { catalog, clock, events, live } = context;
  return catalog.exclusive(context, async () => {
    const writes: CatalogWrite[] = [];
    const result = await events.load(path, { ...options, now: clock.now() }, async (serialNumbers) => {
      const write = await registerSensors(catalog, serialNumbers, clock.now());
      writes.push(write);
      return write;
    });
    for (const { put } of writes) await showSensors(catalog, put?.sensor ?? []);
    live.counts.forgetAll();
    return result;
  });
}
