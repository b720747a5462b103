import type { CatalogCopy } from "../analysis/analysis-database.ts";
import { AHEAD_MS, dailyResets, zoneSpans } from "../analysis/local-times.ts";
import { getOrInsert } from "../domain/collections.ts";
import { DAY_MS } from "../domain/instant.ts";
import type { MirrorSource } from "./mirror-rows.ts";
import type { MirrorTables } from "./mirror-tables.ts";

/** Local times are derived again each time that so much has passed, in ms: long before their end. */
const PERIOD_MS = 30 * DAY_MS;

/** The time of which there are local times, in ms. */
interface Span {
  /** The instant of the first event or explicit reset; null if there is none. */
  readonly first: number | null;
  readonly since: number;
  readonly until: number;
}

/** What the local times of a target have been derived from last. */
const derived = new WeakMap<MirrorTables, Span & { readonly catalogDigest: string }>();

/**
 * Ships the offsets of the spaces' time zones, and the instants of their daily resets, if what they are derived from has
 * changed: the catalog, the first event or explicit reset, or the present.
 *
 * @param touched the earliest instant of an event that has come or has been voided, in ms; infinite if there is none
 * @param now in ms
 * @param given.first the instant of the first event or explicit reset, in ms, if the target does not have all of them yet
 */
export async function shipLocalTimes(
  { catalog }: Pick<MirrorSource, "catalog">,
  target: MirrorTables,
  given: {
    readonly version: bigint;
    readonly catalogDigest: string;
    readonly touched: number;
    readonly now: number;
    readonly first?: number | null;
    readonly isAgain?: boolean;
  },
): Promise<void> {
  const { version, catalogDigest, touched, now, isAgain = false } = given;
  const known = isAgain ? undefined : derived.get(target);
  const isSameCatalog = known?.catalogDigest === catalogDigest;
  // Without a first one, any event is the first.
  const isSameFirst = isSameCatalog && (touched === Infinity || touched > (known.first ?? Infinity));
  const first = given.first ?? (isSameFirst ? known.first : await target.firstInstant());
  const until = now - (now % PERIOD_MS) + PERIOD_MS + AHEAD_MS;
  if (isSameCatalog && first === known.first && until === known.until) return;
  const since = first ?? now;
  await target.putCatalog(version, localTimesOf(catalog, { first, since, until }));
  derived.set(target, { catalogDigest, first, since, until });
}

/** The local times that were shipped to a target last; null if none were. */
export function shippedLocalTimes(
  catalog: MirrorSource["catalog"],
  target: MirrorTables,
): CatalogCopy | null {
  const known = derived.get(target);
  return known === undefined ? null : localTimesOf(catalog, known);
}

function localTimesOf(catalog: MirrorSource["catalog"], { first, since, until }: Span): CatalogCopy {
  const zones = catalog.spaces.all().map(({ timeZone }) => timeZone);
  return {
    zone_span: zoneSpans(zones, since, until),
    daily_reset: first === null ? [] : dailyResetsOf(catalog, first, until),
  };
}

/** The instants of all daily resets that spaces have, or have had. */
function dailyResetsOf(catalog: MirrorSource["catalog"], first: number, until: number) {
  const times = new Map<string, Set<string>>();
  const schedules = catalog.spaces.all().flatMap((space) => catalog.history(space).schedules);
  for (const { timeZone, dailyReset } of schedules) {
    if (dailyReset !== null) getOrInsert(times, timeZone, () => new Set<string>()).add(dailyReset);
  }
  return [...times].flatMap(([zone, ofZone]) =>
    [...ofZone].flatMap((time) => dailyResets(zone, time, first, until)),
  );
}
