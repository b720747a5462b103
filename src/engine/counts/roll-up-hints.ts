import { localMidnights } from "../../domain/local-time.ts";
import { safeLimit } from "../../domain/safe-threshold.ts";
import { targetBandFloors } from "../../series/metrics.ts";
import type { RollUpHints } from "../../series/roller.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** The roll-up hints that follow from a space's current settings; null if the space does not exist. */
export function rollUpHints(catalog: Catalog, spaceId: bigint): RollUpHints | null {
  const space = catalog.spaces.get(spaceId);
  if (space === undefined) return null;
  return {
    history: catalog.history(space),
    bandFloors: targetBandFloors(space.targetCapacity),
    limit: safeLimit(space) ?? Infinity,
    midnights: (start, end) => localMidnights(space.timeZone, start, end),
  };
}
