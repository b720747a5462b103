import type { Link } from "../../domain/resources.ts";
import { uniteWindows, type Windows } from "../../domain/time-segment.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore } from "../ports.ts";

/** The parts of the engine that tell when spaces were measured. */
export interface Measuring {
  readonly catalog: Catalog;
  readonly events: Pick<EventStore, "firstChanges">;
}

/**
 * When each of some spaces was measured (D22): the times at which a doorway was linked to it, from the first event that
 * counts for it on. The last period of a space that is measured now ends at Infinity.
 */
export async function measuredPeriods(
  { catalog, events }: Measuring,
  spaceIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Windows>> {
  const firsts = await events.firstChanges(new Map(spaceIds.map((id) => [id, Infinity])));
  return new Map(
    spaceIds.map((id) => [id, periodsOf(catalog.linksOfSpace.of(id), firsts.get(id) ?? Infinity)]),
  );
}

/** @param first the instant of the first event, in ms; Infinity if there is none */
function periodsOf(links: readonly Link[], first: number): Windows {
  return uniteWindows(
    links.map(({ from, to }) => ({ start: Math.max(first, from ?? -Infinity), end: to ?? Infinity })),
  );
}
