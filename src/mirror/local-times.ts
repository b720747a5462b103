import { AHEAD_MS, dailyResets, zoneSpans } from "../analysis/local-times.ts";
import { getOrInsert } from "../domain/collections.ts";
import { DAY_MS } from "../domain/instant.ts";
import type { MirrorSource, MirrorTarget } from "./ports.ts";

/** Local times are derived again each time that so much has passed, in ms: long before their end. */
const PERIOD_MS = 30 * DAY_MS;

/** What the local times of a target have been derived from last. */
interface Derived {
  readonly catalogDigest: string;
  /** The instant of the first event or explicit reset, in ms; null if there is none. */
  readonly first: number | null;
  readonly until: number;
}

const derived = new WeakMap<MirrorTarget, Derived>();

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
  target: MirrorTarget,
  given: {
    readonly version: bigint;
    readonly catalogDigest: string;
    readonly touched: number;
    readonly now: number;
    readonly first?: number | null;
  },
): Promise<void> {
  const { version, catalogDigest, touched, now } = given;
  const known = derived.get(target);
  const isSameCatalog = known?.catalogDigest === catalogDigest;
  // Without a first one, any event is the first.
  const isSameFirst = isSameCatalog && (touched === Infinity || touched > (known.first ?? Infinity));
  const first = given.first ?? (isSameFirst ? known.first : await target.firstInstant());
  const until = now - (now % PERIOD_MS) + PERIOD_MS + AHEAD_MS;
  if (isSameCatalog && first === known.first && until === known.until) return;
  const zones = catalog.spaces.all().map(({ timeZone }) => timeZone);
  await target.putCatalog(version, {
    zone_span: zoneSpans(zones, first ?? now, until),
    daily_reset: first === null ? [] : dailyResetsOf(catalog, first, until),
  });
  derived.set(target, { catalogDigest, first, until });
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
