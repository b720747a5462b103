import { Catalog } from "./catalog/catalog.ts";
import { rollUpHints } from "./catalog/roll-up-hints.ts";
import type { CoreOptions, EngineCore } from "./engine.ts";
import type { Store } from "./ports.ts";
import { NO_TELEMETRY } from "./telemetry.ts";

/** Loads the catalog of an open store, which then rolls up runs by it. */
export async function buildCore(
  store: Store,
  { telemetry = NO_TELEMETRY, ...given }: CoreOptions,
): Promise<EngineCore> {
  const { events, journal, backups, disk } = store;
  const catalog = await Catalog.open(store);
  events.setRollUpHints((spaceId) => rollUpHints(catalog, spaceId));
  return { ...given, telemetry, catalog, events, journal, backups, disk };
}
