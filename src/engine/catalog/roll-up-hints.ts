import { localMidnights } from "../../domain/local-time.ts";
import { safeLimit } from "../../domain/resources.ts";
import type { RollUpHints } from "../../series/roller.ts";
import { targetBandFloors } from "../../series/sample-meter.ts";
import type { Catalog } from "./catalog.ts";

/** How a space's counts are read with its present settings; null if there is no such space. */
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
