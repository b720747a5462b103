import type { Space } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore } from "../ports.ts";

/**
 * The first instant for which each space has counts, in ms: its creation, or its first change if that is earlier,
 * because events were imported (D27).
 */
export async function createdInstants(
  { catalog, events }: { readonly catalog: Catalog; readonly events: Pick<EventStore, "firstChanges"> },
  spaces: readonly Space[],
): Promise<ReadonlyMap<bigint, number>> {
  const earliest = new Map(
    spaces.map((space) => {
      const [firstReset] = catalog.history(space).resets;
      return [space.id, Math.min(space.createdAt, firstReset?.instant ?? Infinity)];
    }),
  );
  for (const [id, first] of await events.firstChanges(earliest)) earliest.set(id, first);
  return earliest;
}
