import { must } from "../../domain/errors.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Bindings } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { sensorsOf } from "../event-columns.ts";
import type { Draft } from "../journal/draft.ts";
import { ChangedCounts, type ChangeRange, skipLost } from "../live/live-counts.ts";
import type { NotificationBatch } from "../live/notifications.ts";
import type { CatalogWrite, NewEvents, RememberedRequest } from "../ports.ts";
import { type DecidedBatch, ReadingsDecision } from "../readings/decide-readings.ts";
import { Pacer } from "../yielding.ts";
import {
  type CommitGroup,
  dropDuplicates,
  type GroupEvents,
  type GroupPart,
  type IngestPart,
  type IngestParts,
  identifyEvents,
  type PartResult,
} from "./commit-group.ts";
import { GroupChanges } from "./group-changes.ts";
import { groupImports } from "./group-imports.ts";

/**
 * Decides the change that stores parts in the log, in order, with all that follows.
 *
 * @returns the result of each part once the change is stored
 */
export async function decideGroup(
  engine: IngestParts,
  given: readonly IngestPart[],
  draft: Draft,
): Promise<PartResult[]> {
  const { notifier } = engine;
  const { ids, now } = draft;
  const pacer = new Pacer();
  const recalled = await recallRequests(engine, given);
  const imports = groupImports(draft, given);
  const readings = await decideReadings(engine, given, { now, imports }, pacer);
  const batchOf = (part: IngestPart) => readings?.batches.get(part);
  const withReports = (part: IngestPart) => ({ ...part, reports: batchOf(part)?.reports ?? part.reports });
  const parts = readings === null ? given : given.map(withReports);
  const fresh = parts.filter((_, index) => recalled[index] === null);
  const incoming = await identifyEvents(draft, fresh, pacer);
  const accepted = await dropDuplicates(engine, incoming, pacer);
  const notifications = notifier.notifications(draft);
  await notifier.notifyDue(notifications);
  const isLive = accepted.parts.some(({ part }) => part.isLive);
  const { ranges, spacesWithLostRuns } = await prepareCounts(engine, notifications, [accepted], pacer);
  if (accepted.events.length > 0) {
    const spaceIds = isLive ? [...ranges.keys()] : spacesOf(accepted.events, notifier.bindings);
    await notifier.precede(notifications, { spaceIds, isLive });
  }
  const group = new GroupChanges(engine, notifications, accepted, { spacesWithLostRuns });
  await group.apply(pacer);
  const { changes, requests } = group;
  const { events, dropped } = accepted;
  const duplicates = Array.from(dropped, ([{ id: sensorId }, number]) => ({ sensorId, events: number }));
  draft.add({ events: { columns: events, isLive }, duplicates, requests });
  if (readings !== null) draft.add({ readings: readings.decision.stored(incoming.events.sensors) });
  draft.changes = changes;
  await notifier.notify(notifications, changes.spaceIds);
  const spans = new Map(accepted.parts.map((range) => [range.part, range]));
  const results = parts.map((part, index): PartResult => {
    const recall = recalled[index] ?? null;
    const batch = batchOf(given[index] as IngestPart);
    if (recall === null) {
      const range = must(spans.get(part), "part");
      const result = { ...resultOf(part, range, group, ids.eventId), readings: batch?.decided ?? null };
      return { ...result, importId: imports.add(given[index] as IngestPart, range, result) };
    }
    if (typeof recall !== "number") return { ...NOTHING, remembered: recall };
    const first = must(group.lastEvents.get(parts[recall] as IngestPart), "event");
    const own = requests.find((request) => request.row === first.row);
    const { row, fingerprint, answer } = must(own, "request");
    return { ...NOTHING, remembered: { fingerprint, answer, eventId: ids.eventId + BigInt(row) } };
  });
  imports.save();
  return results;
}

/** Decides the readings of some parts, in order; null if no part has any. */
async function decideReadings(
  engine: IngestParts,
  parts: readonly IngestPart[],
  { now, imports }: { readonly now: number; readonly imports: ReturnType<typeof groupImports> },
  pacer: Pacer,
) {
  if (parts.every(({ readings }) => readings === undefined)) return null;
  const decision = new ReadingsDecision(engine, { now });
  const batches = new Map<IngestPart, DecidedBatch>();
  for (const part of parts)
    if (part.readings !== undefined)
      batches.set(part, await decision.decide(part.readings, pacer, imports.idOf(part)));
  return { decision, batches };
}

function recordedEvents(catalog: Catalog, { columns, isLive }: NewEvents, rows?: CatalogWrite): CommitGroup {
  const { keys, indexes } = sensorsOf(columns.sensorKeys);
  const sensors = keys.map((key) => {
    const known = catalog.sensorsByKey.first(key) ?? rows?.put?.sensor?.find((each) => each.key === key);
    return must(known, "sensor");
  });
  const part = { isLive, duplicates: "drop", request: null } as const;
  return {
    events: { ...columns, sensors, sensorIndexes: indexes },
    parts: [{ part, start: 0, end: columns.length }],
  };
}

function resultOf(
  part: IngestPart,
  { start, end }: GroupPart,
  group: GroupChanges,
  firstId: bigint,
): Omit<PartResult, "readings" | "importId"> {
  const accepted = end - start;
  const last = group.lastEvents.get(part);
  return {
    accepted,
    duplicates: part.reports.length - accepted,
    last: last === undefined ? null : { id: firstId + BigInt(last.row), effects: last.effects },
    remembered: null,
  };
}

const NOTHING = { accepted: 0, duplicates: 0, last: null, readings: null, importId: null } as const;

/**
 * The known request of each part: the stored request, or the index of the part of this group with the same request;
 * null if it is new, or has no key (D9).
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

/**
 * Computes the current counts that the notifications of some groups' events, and the answers to their senders, need,
 * before the events are applied. A count with a notification reaches back to the earliest such event of its space, since
 * even late events have notifications (D23). An answer that needs a longer past is read from the log.
 *
 * @returns the spaces of the events that need counts, with the range of these events; and the spaces whose counts cannot be
 * computed: events for them are still accepted
 */
async function prepareCounts(
  { notifier }: Pick<IngestParts, "notifier">,
  notifications: NotificationBatch,
  groups: readonly CommitGroup[],
  pacer: Pacer,
): Promise<{ ranges: ReadonlyMap<bigint, ChangeRange>; spacesWithLostRuns: ReadonlySet<bigint> }> {
  const { now } = notifications.draft;
  const { counts, bindings } = notifier;
  const { isWanted, counts: changed } = notifications;
  const ranges = new Map<bigint, ChangeRange>();
  for (const { events, parts } of groups) {
    const wanted = parts.filter(({ part }) => part.isLive || part.duplicates === "create");
    await addRanges(ranges, events, wanted, bindings, pacer);
  }
  const spaceIds = [...ranges.keys()];
  const range = (spaceId: bigint) => must(ranges.get(spaceId), "range");
  const short = isWanted ? spaceIds.filter((id) => !changed.reachesBack(id, range(id))) : spaceIds;
  const lost = await skipLost(short, (ids) =>
    isWanted ? changed.reach(new Map(ids.map((id) => [id, range(id)])), now) : counts.load(ids, now),
  );
  return { ranges, spacesWithLostRuns: new Set(lost) };
}

function spacesOf({ sensors }: Pick<GroupEvents, "sensors">, bindings: Bindings): bigint[] {
  const spaceIds = sensors.flatMap((sensor) => bindings.of(sensor).map(({ spaceId }) => spaceId));
  return [...new Set(spaceIds)];
}

/**
 * Adds the spaces that some parts' events count for, each with a range that contains all of these events. It is computed
 * from each sensor's first and last event: a loop over all events and bindings takes as long as applying them.
 */
async function addRanges(
  ranges: Map<bigint, ChangeRange>,
  { sensors, sensorIndexes, timestamps }: GroupEvents,
  parts: readonly GroupPart[],
  bindings: Bindings,
  pacer: Pacer,
): Promise<void> {
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
  for (let index = 0; index < sensors.length; index++) {
    const from = first[index] as number;
    const to = last[index] as number;
    if (from > to) continue;
    if (pacer.isDue(index)) await pacer.pause();
    for (const binding of bindings.of(sensors[index] as Sensor)) {
      if (to < binding.from || from >= binding.to) continue;
      const start = Math.max(from, binding.from);
      const range = ranges.get(binding.spaceId) ?? { from: start, to };
      ranges.set(binding.spaceId, { from: Math.min(range.from, start), to: Math.max(range.to, to) });
    }
  }
}

/**
 * Computes what follows from records that another engine has decided on the same state, such as counts and the messages
 * of sockets. They are stored in one transaction afterwards.
 */
export async function prepareFollowed(
  engine: Pick<IngestParts, "notifier" | "catalog">,
  drafts: readonly Draft[],
): Promise<void> {
  const { notifier, catalog } = engine;
  const pacer = new Pacer();
  const counts = new ChangedCounts(notifier.counts);
  const changes = drafts.flatMap((draft) => {
    const { record } = draft;
    if (record?.notifications === undefined) return [];
    const { events, notifications: decided } = record;
    const incoming = events === undefined ? null : recordedEvents(catalog, events, record.catalog);
    return [{ draft, decided, incoming, notifications: notifier.notifications(draft, counts) }];
  });
  const [first] = changes;
  if (first === undefined) return;
  // For all of them together: while they are prepared, the store has the events of none.
  const groups = changes.flatMap(({ incoming }) => incoming ?? []);
  const { spacesWithLostRuns } = await prepareCounts(engine, first.notifications, groups, pacer);
  const events = groups.reduce((sum, group) => sum + group.events.length, 0);
  // A node that catches up: computing counts from the runs afterwards takes less than updating them with each event.
  if (!first.notifications.isWanted && events > notifier.counts.changes) {
    const sensors = [...new Set(groups.flatMap((group) => group.events.sensors))];
    for (const id of spacesOf({ sensors }, notifier.bindings)) counts.forget(id);
  }
  const changed = new Set<bigint>();
  for (const { draft, decided, incoming, notifications } of changes) {
    await notifier.repeat(notifications, decided);
    if (incoming !== null) {
      notifications.isLive = incoming.parts.some(({ part }) => part.isLive);
      const deferred = new Set(decided.pending);
      const group = new GroupChanges(engine, notifications, incoming, { deferred, spacesWithLostRuns });
      await group.apply(pacer);
      draft.changes = group.changes;
    }
    if (notifications.isLive) for (const id of draft.changes?.spaceIds ?? []) changed.add(id);
  }
  // The first one that is shown shows the counts of all: noting them once is enough.
  const noting = changes.findLast(({ notifications }) => notifications.isLive);
  for (const change of changes)
    notifier.showApplied(change.notifications, change === noting ? [...changed] : []);
}
