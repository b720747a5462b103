import { must } from "../../domain/errors.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog, ChangeContext } from "../catalog.ts";
import type { EngineContext } from "../context.ts";
import type { Announcements } from "../live/announcements.ts";
import type {
  AnsweredRequest,
  CatalogWrite,
  IdempotentRequest,
  LogEntry,
  LoggedEvent,
  NewAuditEntry,
  RememberedRequest,
  SensorReport,
  SpaceChange,
} from "../ports.ts";
import { newSensors } from "../sensors.ts";
import { GroupIdentities } from "./group-identities.ts";

/** Which events that repeat another are kept: none, those that repeat one of the same input, or all (D9). */
export type Duplicates = "drop" | "keep-repeated" | "keep";

/** What an event did to one space; the count after it is null where it lies too far back to tell at once. */
export interface CreatedEffect {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly direction: 1 | -1;
  readonly count: number | null;
}

/** An event that a request has created. */
export interface CreatedEvent {
  readonly id: bigint;
  readonly effects: readonly CreatedEffect[];
}

/** Reports that came together. */
export interface IngestPart {
  /** Whose they are, for the audit log. */
  readonly context: ChangeContext;
  readonly reports: readonly SensorReport[];
  readonly duplicates: Duplicates;
  /** Whether sockets and webhooks are told of them (D23). */
  readonly live: boolean;
  /** The request that they came by, if it is to be remembered, and what it is answered, where that is known. */
  readonly request: {
    readonly key: IdempotentRequest;
    readonly answer: (event: CreatedEvent) => string | null;
  } | null;
}

/** What became of a part. */
export interface PartResult {
  readonly accepted: number;
  readonly duplicates: number;
  /** Its last event that was accepted. */
  readonly last: CreatedEvent | null;
  /** What was remembered of its request: then nothing of it has entered the log. */
  readonly remembered: RememberedRequest | null;
}

/**
 * Puts some parts into the log, in their order and in one transaction, with all that goes with them. Either
 * all of it has happened when this resolves, and is on disk, or none of it. To be called within `exclusive`.
 */
export async function commitGroup(
  context: EngineContext,
  parts: readonly IngestPart[],
): Promise<PartResult[]> {
  const { catalog, clock, events, live, activity, telemetry } = context;
  const now = clock.now();
  const recalled = await recallRequests(context, parts);
  const fresh = parts.filter((_, index) => recalled[index] === null);
  const { sensors, write } = identifySensors(catalog, fresh, now);
  const judged = await judge(context, fresh, sensors);
  const announcements = live.announcements(now);
  await live.tellDue(announcements, now);
  await makeCounts(context, judged, now);

  const logged: LoggedEvent[] = [];
  const changes: SpaceChange[] = [];
  const requests: AnsweredRequest[] = [];
  const owed: LoggedEvent[] = [];
  const results = new Map<IngestPart, PartResult>();
  let id = events.lastEventId();
  for (const { part, accepted } of judged) {
    let last: CreatedEvent | null = null;
    for (const { entry, sensor } of accepted) {
      const event = { ...entry, id: ++id };
      logged.push(event);
      const effects = applyEvent(context, announcements, event, sensor, part.live, now);
      changes.push(...effects);
      if (part.live && event.timestamp > now && effects.length > 0) {
        announcements.owe(event.id);
        owed.push(event);
      }
      last = { id: event.id, effects };
    }
    if (part.request !== null && last !== null) {
      const { key, answer } = part.request;
      requests.push({ ...key, eventId: last.id, answer: answer(last) });
    }
    const { length } = accepted;
    const duplicates = part.reports.length - length;
    results.set(part, { accepted: length, duplicates, last, remembered: null });
  }

  const batch = { now, events: logged, changes, requests, catalog: write };
  await live.commit(announcements, owed, now, (told) => events.append({ ...batch, live: told }));
  catalog.apply(write);
  for (const { part, accepted } of judged) {
    if (!part.live) continue;
    for (const { sensor } of accepted) activity.note(sensor.id, now);
    const newest = accepted.at(-1);
    if (newest !== undefined) telemetry.lagged(Math.max(0, now - newest.entry.timestamp) / 1_000);
  }
  return parts.map((part, index) => {
    const recall = recalled[index];
    if (typeof recall !== "number") return results.get(part) ?? { ...NOTHING, remembered: recall ?? null };
    const request = requests.find(
      ({ eventId }) => eventId === results.get(parts[recall] as IngestPart)?.last?.id,
    );
    return { ...NOTHING, remembered: must(request, "request") };
  });
}

const NOTHING = { accepted: 0, duplicates: 0, last: null } as const;

/**
 * What is remembered of each part's request: what the store has of it, or the index of the part of this
 * group that brings it; null where it is new, or has no key (D9).
 */
async function recallRequests(
  { events }: EngineContext,
  parts: readonly IngestPart[],
): Promise<(RememberedRequest | number | null)[]> {
  const recalled: (RememberedRequest | number | null)[] = [];
  const first = new Map<string, number>();
  for (const [index, { request }] of parts.entries()) {
    const name = request && JSON.stringify([request.key.tokenHash, request.key.key]);
    const stored = request && (await events.request(request.key));
    recalled.push(stored ?? (name === null ? null : (first.get(name) ?? null)));
    if (name !== null && stored === null && !first.has(name)) first.set(name, index);
  }
  return recalled;
}

interface IdentifiedSensors {
  readonly sensors: ReadonlyMap<string, Sensor>;
  readonly write: CatalogWrite;
}

/** The sensors of all reports by their serial numbers; those seen for the first time are registered (D20). */
function identifySensors(catalog: Catalog, parts: readonly IngestPart[], now: number): IdentifiedSensors {
  const sensors = new Map<string, Sensor>();
  const registered: Sensor[] = [];
  const audit: NewAuditEntry[] = [];
  for (const { reports, context } of parts) {
    const unknown = new Set<string>();
    for (const { serialNumber } of reports) {
      if (sensors.has(serialNumber)) continue;
      const sensor = catalog.sensorsBySerial.first(serialNumber);
      if (sensor === undefined) unknown.add(serialNumber);
      else sensors.set(serialNumber, sensor);
    }
    if (unknown.size === 0) continue;
    const made = newSensors(catalog, [...unknown], now, registered);
    for (const sensor of made) sensors.set(sensor.serialNumber, sensor);
    registered.push(...made);
    audit.push(...(catalog.audited({ put: { sensor: made } }, undefined, context).audit ?? []));
  }
  if (registered.length === 0) return { sensors, write: {} };
  return { sensors, write: catalog.withNextId({ put: { sensor: registered }, audit }) };
}

/** A part with its reports that enter the log. */
interface JudgedPart {
  readonly part: IngestPart;
  readonly accepted: readonly { readonly entry: LogEntry; readonly sensor: Sensor }[];
}

/** Leaves out the reports that repeat what is stored, or stands earlier in the group, as each part wants it (D9). */
async function judge(
  { events }: EngineContext,
  parts: readonly IngestPart[],
  sensors: ReadonlyMap<string, Sensor>,
): Promise<JudgedPart[]> {
  const identified = parts.map((part) => ({
    part,
    rows: part.reports.map(({ serialNumber, timestamp, trajectory, eventId }) => {
      // Every serial number has been identified.
      const sensor = sensors.get(serialNumber) as Sensor;
      return { sensor, entry: { sensorKey: sensor.key, timestamp, trajectory, eventId } };
    }),
  }));
  const asked = identified.filter(({ part }) => part.duplicates !== "keep").flatMap(({ rows }) => rows);
  const stored = await events.findStored(asked.map(({ entry }) => entry));
  const seen = new GroupIdentities();
  return identified.map(({ part, rows }, index) => ({
    part,
    accepted: rows.filter(({ entry }) => {
      const earlier = seen.note(entry, index);
      if (part.duplicates === "keep") return true;
      if (stored.has(entry)) return false;
      if (earlier === null) return true;
      return earlier === index && part.duplicates === "keep-repeated" && entry.eventId === null;
    }),
  }));
}

/** Makes the counts that parts are told of, or answered with. */
async function makeCounts(
  { live }: EngineContext,
  judged: readonly JudgedPart[],
  now: number,
): Promise<void> {
  const spaceIds = new Set<bigint>();
  for (const { part, accepted } of judged) {
    if (!part.live && part.request === null && part.duplicates !== "keep") continue;
    for (const { entry, sensor } of accepted) {
      for (const { spaceId } of live.effectsOf(sensor.id, entry.timestamp, entry.trajectory))
        if (live.counts.of(spaceId) === undefined) spaceIds.add(spaceId);
    }
  }
  await live.counts.make([...spaceIds], now);
}

/** Applies an event to the current counts, and tells of it where it is due. */
function applyEvent(
  { live }: EngineContext,
  announcements: Announcements,
  { id: eventId, timestamp, trajectory }: LoggedEvent,
  sensor: Sensor,
  isLive: boolean,
  now: number,
): (CreatedEffect & SpaceChange)[] {
  return live.effectsOf(sensor.id, timestamp, trajectory).map((effect) => {
    const place = live.counts.apply(effect, now);
    const count = live.counts.of(effect.spaceId)?.countAt(timestamp, now) ?? null;
    if (isLive && timestamp <= now) {
      announcements.event({ ...effect, eventId });
      if (place === "head") announcements.threshold(effect.spaceId, timestamp);
    }
    return { ...effect, count };
  });
}
