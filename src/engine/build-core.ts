import { Catalog } from "./catalog/catalog.ts";
import type { CoreOptions, EngineCore } from "./engine.ts";
import type { Store } from "./ports.ts";
import { NO_TELEMETRY } from "./telemetry.ts";

/** Loads the catalog of an open store. */
export async function buildCore(
  store: Store,
  { telemetry = NO_TELEMETRY, ...given }: CoreOptions,
): Promise<EngineCore> {
  const { events, journal, backups, disk } = store;
  return { ...given, telemetry, catalog: await Catalog.open(store), events, journal, backups, disk };
}
