import { must } from "../../domain/errors.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Engine } from "../build-engine.ts";
import type { Catalog } from "../catalog.ts";
import { Pacer } from "../pacing.ts";
import type { RememberedRequest } from "../ports.ts";
import { GroupChanges } from "./group-changes.ts";
import { prepareCounts } from "./group-counts.ts";
import { dropDuplicates, type IncomingGroup, identifyEvents } from "./incoming-events.ts";
import type { IngestPart, PartResult } from "./ingest-part.ts";

/**
 * Puts some parts into the log, in their order and in one transaction, with all that goes with them. Either
 * all of it has happened when this resolves, and is on disk, or none of it. To be called within `exclusive`.
 */
export async function commitGroup(context: Engine, parts: readonly IngestPart[]): Promise<PartResult[]> {
  const { catalog, clock, events, live } = context;
  const now = clock.now();
  const pacer = new Pacer(ROWS_AT_ONCE);
  const recalled = await recallRequests(context, parts);
  const fresh = parts.filter((_, index) => recalled[index] === null);
  const { incoming, write } = await identifyEvents(catalog, fresh, now, pacer);
  const accepted = await dropDuplicates(context, incoming, pacer);
  const announcements = live.announcements(now);
  await live.tellDue(announcements, now);
  const spacesWithLostRuns = await prepareCounts(context, announcements, accepted, now, pacer);
  await pacer.step(accepted.events.length);

  const firstId = events.lastEventId() + 1n;
  const group = new GroupChanges(context, announcements, accepted, { now, firstId, spacesWithLostRuns });
  try {
    group.apply();
    const { changes, requests, deferred } = group;
    const batch = { now, firstId, events: accepted.events, changes, requests, catalog: write };
    await live.commit(announcements, deferred, now, (liveWrite) =>
      events.append({ ...batch, live: liveWrite }),
    );
  } catch (error) {
    live.counts.takeBack();
    throw error;
  }
  await showSensors(catalog, write.put?.sensor ?? [], pacer);
  await pacer.step(accepted.events.length);
  await noteActivity(context, accepted, now, pacer);
  return parts.map((part, index) => {
    const recall = recalled[index];
    if (typeof recall !== "number")
      return group.results.get(part) ?? { ...NOTHING, remembered: recall ?? null };
    const first = group.results.get(parts[recall] as IngestPart);
    const request = group.requests.find(({ eventId }) => eventId === first?.last?.id);
    return { ...NOTHING, remembered: must(request, "request") };
  });
}

/**
 * Shows sensors whose registration is durable. They are shown in pieces: no event of a sensor is read through the catalog
 * before the sensor itself is in it.
 */
async function showSensors(catalog: Catalog, sensors: readonly Sensor[], pacer: Pacer): Promise<void> {
  for (let start = 0; start < sensors.length; start += ROWS_AT_ONCE) {
    const sensor = sensors.slice(start, start + ROWS_AT_ONCE);
    catalog.apply({ put: { sensor } });
    await pacer.step(sensor.length);
  }
}

/** Rows of a group that each step of its commit takes at a time before others have their turn. */
const ROWS_AT_ONCE = 1_000;

const NOTHING = { accepted: 0, duplicates: 0, last: null } as const;

/**
 * What is remembered of each part's request: what the store has of it, or the index of the part of this
 * group that brings it; null where it is new, or has no key (D9).
 */
async function recallRequests(
  { events }: Engine,
  parts: readonly IngestPart[],
): Promise<(RememberedRequest | number | null)[]> {
  const keys = parts.flatMap(({ request }) => (request === null ? [] : [request.key]));
  if (keys.length === 0) return parts.map(() => null);
  const stored = await events.requests(keys);
  const first = new Map<string, number>();
  let next = 0;
  return parts.map(({ request }, index) => {
    if (request === null) return null;
    const remembered = stored[next++] ?? null;
    const name = JSON.stringify([request.key.tokenHash, request.key.key]);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    return remembered ?? earlier ?? null;
  });
}

/** Notes that the sensors of live events live, and how late the events have come. */
async function noteActivity(
  { activity, telemetry }: Engine,
  { events, parts }: IncomingGroup,
  now: number,
  pacer: Pacer,
): Promise<void> {
  const { sensors, places, timestamps } = events;
  const alive = new Uint8Array(sensors.length);
  for (const { part, start, end } of parts) {
    if (!part.live || start === end) continue;
    for (let row = start; row < end; row++) alive[places[row] as number] = 1;
    telemetry.lagged(Math.max(0, now - (timestamps[end - 1] as number)) / 1_000);
  }
  for (const [place, { id }] of sensors.entries()) {
    if (alive[place] === 1) activity.note(id, now);
    if ((place + 1) % ROWS_AT_ONCE === 0) await pacer.step(ROWS_AT_ONCE);
  }
}
