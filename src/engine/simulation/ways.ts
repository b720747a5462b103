import type { SensorPlacement } from "../../domain/resources.ts";
import type { Passage, Route } from "./people.ts";

/** A doorway with a sensor, and the spaces it is linked to. */
export interface SensedDoorway {
  readonly serialNumber: string;
  readonly links: readonly { readonly place: string; readonly sensorPlacement: SensorPlacement }[];
}

/** The doorways and the hierarchy of a site. */
export interface SensedSite {
  readonly doorways: readonly SensedDoorway[];
  /** The spaces that contain a place, closest first. */
  readonly ancestry: (place: string) => readonly string[];
}

/** A place that can be reached through doorways. */
export interface ReachablePlace {
  readonly place: string;
  /** Routes from outdoors. People leave by the same route, through doorways with the same effect. */
  readonly routes: readonly Route[];
  /** The last place on the first route; null if that comes from outdoors. */
  readonly within: string | null;
}

/** A passage and its effect on counts: doorways with the same effect are interchangeable. */
interface Way extends Passage {
  readonly effect: string;
}

/** The places that can be reached through doorways with sensors, outer ones first. */
export function reachablePlaces(site: SensedSite): ReachablePlace[] {
  const ways = waysOf(site);
  const places = [...new Set(ways.map(({ into }) => into))];
  const found = new Map<string | null, ReachablePlace>();
  const order = new Map<string | null, number>([[null, 0]]);
  while (order.size <= places.length) {
    const next = ways.find(({ from, into }) => order.has(from) && !order.has(into));
    // Without a doorway from outdoors, people appear in the first place.
    const place = next?.into ?? (places.find((each) => !order.has(each)) as string);
    const inward = ways.filter(({ from, into }) => into === place && order.has(from));
    order.set(place, order.size);
    const doors = new Map<string, Way[]>();
    for (const way of inward) {
      const key = `${way.from} ${way.effect}`;
      doors.set(key, [...(doors.get(key) ?? []), way]);
    }
    const routes = [...doors.values()].map((alike) => {
      const outer = found.get(alike[0]?.from ?? null)?.routes[0] ?? [];
      return [...outer, alike];
    });
    found.set(place, { place, routes, within: inward[0]?.from ?? null });
  }
  return [...found.values()];
}

/** The people in each place itself, excluding places further in, from the counts of all. */
export function occupants(
  places: readonly ReachablePlace[],
  counts: ReadonlyMap<string, number>,
): Map<string, number> {
  const inside = new Map(places.map(({ place }) => [place, counts.get(place) ?? 0]));
  for (const { place, within } of places) {
    if (within !== null) inside.set(within, (inside.get(within) ?? 0) - (counts.get(place) ?? 0));
  }
  for (const [place, count] of inside) if (count < 0) inside.set(place, 0);
  return inside;
}

/** Each doorway in each direction that leads into a space (D4). */
function waysOf({ doorways, ancestry }: SensedSite): Way[] {
  const directed = doorways.flatMap(({ serialNumber, links }) =>
    ([1, -1] as const).flatMap((inward) => {
      const entered = links.filter((link) => link.sensorPlacement === inward).map(({ place }) => place);
      const left = links.filter((link) => link.sensorPlacement !== inward).map(({ place }) => place);
      const into = deepest(entered, ancestry);
      return into === undefined ? [] : [{ serialNumber, inward, entered, left, into }];
    }),
  );
  const stops = new Set(directed.map(({ into }) => into));
  return directed.map(({ serialNumber, inward, entered, left, into }) => ({
    serialNumber,
    inward,
    into,
    from:
      deepest(left, ancestry) ??
      ancestry(into).find((place) => stops.has(place) && !entered.includes(place)) ??
      null,
    effect: `${entered.toSorted().join("+")} ${left.toSorted().join("-")}`,
  }));
}

function deepest(places: readonly string[], ancestry: SensedSite["ancestry"]): string | undefined {
  return places.toSorted((a, b) => ancestry(b).length - ancestry(a).length)[0];
}
