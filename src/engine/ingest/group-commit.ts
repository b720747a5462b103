import { must } from "../../domain/errors.ts";
import type { RememberedRequest } from "../ports.ts";
import { addSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import { GroupChanges } from "./group-changes.ts";
import { prepareCounts } from "./group-counts.ts";
import { dropDuplicates, identifyEvents } from "./incoming-events.ts";
import type { IncomingGroup } from "./incoming-group.ts";
import type { IngestPart, PartResult } from "./ingest-part.ts";
import type { IngestParts } from "./ingest-parts.ts";

/**
 * Puts some parts into the log, in their order and in one transaction, with all that goes with them. Either
 * all of it has happened when this resolves, and is on disk, or none of it. To be called within `exclusive`.
 */
export async function commitGroup(engine: IngestParts, parts: readonly IngestPart[]): Promise<PartResult[]> {
  const { catalog, clock, events, live } = engine;
  const now = clock.now();
  const pacer = new Pacer(ROWS_AT_ONCE);
  const recalled = await recallRequests(engine, parts);
  const fresh = parts.filter((_, index) => recalled[index] === null);
  const { incoming, write } = await identifyEvents(catalog, fresh, now, pacer);
  const accepted = await dropDuplicates(engine, incoming, pacer);
  const notifications = live.notifications(now);
  await live.notifyDue(notifications, now);
  const spacesWithLostRuns = await prepareCounts(engine, notifications, accepted, now, pacer);
  await pacer.step(accepted.events.length);

  const firstId = events.lastEventId() + 1n;
  const group = new GroupChanges(engine, notifications, accepted, { now, firstId, spacesWithLostRuns });
  try {
    await live.commit(notifications, now, {
      change: async () => {
        await group.apply();
        return group.deferred;
      },
      save: (liveWrite) => {
        const { changes, requests } = group;
        const batch = { now, firstId, events: accepted.events, changes, requests, catalog: write };
        return events.append({ ...batch, live: liveWrite });
      },
    });
  } catch (error) {
    live.counts.takeBack();
    throw error;
  }
  await addSensors(catalog, write.put?.sensor ?? []);
  await pacer.step(accepted.events.length);
  await noteActivity(engine, accepted, now, pacer);
  return parts.map((part, index) => {
    const recall = recalled[index];
    if (typeof recall !== "number")
      return group.results.get(part) ?? { ...NOTHING, remembered: recall ?? null };
    const first = group.results.get(parts[recall] as IngestPart);
    const request = group.requests.find(({ eventId }) => eventId === first?.last?.id);
    return { ...NOTHING, remembered: must(request, "request") };
  });
}

/** Rows of a group that each step of its commit takes at a time before others have their turn. */
const ROWS_AT_ONCE = 1_000;

const NOTHING = { accepted: 0, duplicates: 0, last: null } as const;

/**
 * What is remembered of each part's request: what the store has of it, or the index of the part of this
 * group that brings it; null where it is new, or has no key (D9).
 */
async function recallRequests(
  { events }: Pick<IngestParts, "events">,
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
  { activity, telemetry }: Pick<IngestParts, "activity" | "telemetry">,
  { events, parts }: IncomingGroup,
  now: number,
  pacer: Pacer,
): Promise<void> {
  const { sensors, sensorIndexes, timestamps } = events;
  const alive = new Uint8Array(sensors.length);
  for (const { part, start, end } of parts) {
    if (!part.live || start === end) continue;
    for (let row = start; row < end; row++) alive[sensorIndexes[row] as number] = 1;
    telemetry.lagged(Math.max(0, now - (timestamps[end - 1] as number)) / 1_000);
  }
  for (const [index, { id }] of sensors.entries()) {
    if (alive[index] === 1) activity.record(id, now);
    if ((index + 1) % ROWS_AT_ONCE === 0) await pacer.step(ROWS_AT_ONCE);
  }
}
