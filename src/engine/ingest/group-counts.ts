import { must } from "../../domain/errors.ts";
import type { Bindings } from "../catalog/spans.ts";
import { type ChangeRange, skipLost } from "../live/live-counts.ts";
import type { NotificationBatch } from "../live/notifications.ts";
import type { Pacer } from "../yielding.ts";
import type { IncomingEvents, IncomingGroup, IncomingPart } from "./incoming-group.ts";
import type { IngestParts } from "./ingest-parts.ts";

/** Sensors whose bindings are looked up before others have their turn. */
const SENSORS_AT_ONCE = 1_000;

/**
 * Computes the current counts that the notifications of a group's events, and the answers to their senders, need, before
 * the events are applied. A count with a notification reaches back to the earliest such event of its space, since each
 * event has a notification, however late it is (D23). An answer that needs a longer past is read from the log instead.
 *
 * @returns the spaces whose counts cannot be made, since their runs are lost: they keep no events out
 */
export async function prepareCounts(
  { live }: Pick<IngestParts, "live">,
  { isWanted, counts: changed }: NotificationBatch,
  { events, parts }: IncomingGroup,
  now: number,
  pacer: Pacer,
): Promise<ReadonlySet<bigint>> {
  const { counts, bindings } = live;
  const wanted = parts.filter(({ part }) => part.live || part.duplicates === "keep");
  const ranges = await rangesOf(events, wanted, bindings, pacer);
  const spaceIds = [...ranges.keys()];
  if (!isWanted) return new Set(await skipLost(spaceIds, (ids) => counts.make(ids, now)));
  const range = (spaceId: bigint) => must(ranges.get(spaceId), "range");
  const short = spaceIds.filter((id) => !changed.keep(id, range(id)));
  const reach = (ids: readonly bigint[]) => changed.reach(new Map(ids.map((id) => [id, range(id)])), now);
  return new Set(await skipLost(short, reach));
}

/**
 * The spaces that some parts' events count for, each with a range that contains all of these events. It is worked out from
 * each sensor's first and last event alone: a loop over all events and their bindings takes as long as applying them.
 */
async function rangesOf(
  { sensors, sensorIndexes, timestamps }: IncomingEvents,
  parts: readonly IncomingPart[],
  bindings: Bindings,
  pacer: Pacer,
): Promise<Map<bigint, ChangeRange>> {
  const first = new Float64Array(sensors.length).fill(Infinity);
  const last = new Float64Array(sensors.length).fill(-Infinity);
  for (const { start, end } of parts) {
    for (let row = start; row < end; row++) {
      const sensor = sensorIndexes[row] as number;
      const timestamp = timestamps[row] as number;
      if (timestamp < (first[sensor] as number)) first[sensor] = timestamp;
      if (timestamp > (last[sensor] as number)) last[sensor] = timestamp;
    }
  }
  const ranges = new Map<bigint, ChangeRange>();
  for (const [index, sensor] of sensors.entries()) {
    const from = first[index] as number;
    const to = last[index] as number;
    if (from > to) continue;
    if ((index + 1) % SENSORS_AT_ONCE === 0) await pacer.step(SENSORS_AT_ONCE);
    for (const binding of bindings.of(sensor)) {
      if (to < binding.from || from >= binding.to) continue;
      const known = ranges.get(binding.spaceId);
      ranges.set(binding.spaceId, {
        from: Math.min(Math.max(from, binding.from), known?.from ?? Infinity),
        to: Math.max(to, known?.to ?? -Infinity),
      });
    }
  }
  return ranges;
}
