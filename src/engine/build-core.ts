import { Catalog } from "./catalog/catalog.ts";
import type { CoreOptions, EngineCore } from "./engine.ts";
import { Journal } from "./journal/journal.ts";
import type { Store } from "./ports.ts";
import { NO_TELEMETRY } from "./telemetry.ts";

/** Loads the catalog of an open store, which then rolls up runs by it. */
export async function buildCore(
  store: Store,
  { telemetry = NO_TELEMETRY, ...given }: CoreOptions,
): Promise<EngineCore> {
  const { events, readings, changes, backups, disk } = store;
  const catalog = await Catalog.open(store.catalog);
  const journal = new Journal(store.journal, catalog);
  events.setResetHistories((spaceId) => {
    const space = catalog.spaces.get(spaceId);
    return space === undefined ? null : catalog.history(space);
  });
  const { acceptedLoss } = store;
  if (acceptedLoss !== null)
    await journal.transact(given, (draft) => {
      draft.save({ nextId: acceptedLoss.nextId });
      draft.add({ acceptedLoss });
    });
  return { ...given, telemetry, catalog, events, readings, journal, changes, backups, disk };
}
