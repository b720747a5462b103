import { conflict, invalid, must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import { REPORT_PROBLEMS, timeProblem } from "../../domain/sensor-report.ts";
import type { Engine } from "../engine.ts";
import { reportsOf } from "../ingest/admission.ts";
import type { CreatedEffect } from "../ingest/commit-group.ts";
import { addImport, nextImportId } from "../ingest/group-imports.ts";
import { acceptedTimes, type ReportIngest } from "../ingest/ingest-queue.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { loadNotifications } from "../live/notifications.ts";
import type {
  EventEffect,
  EventStore,
  IdempotentRequest,
  LoadOptions,
  LoadResult,
  RememberedRequest,
  SensorEvent,
} from "../ports.ts";
import { doorwayAt, registerSensors } from "../resources/sensors.ts";
import { type EventWithEffects, withEffects } from "./event-queries.ts";

/** How long a request with a key is stored, in ms (D9). */
const REQUEST_KEPT_MS = DAY_MS;

export type EventFields = Pick<SensorEvent, "sensorId" | "timestamp" | "trajectory">;

/** The key of a request, and the fingerprint that distinguishes requests with the same key (D9). */
export type RequestKey = Pick<IdempotentRequest, "tokenHash" | "key" | "fingerprint">;

export interface EventCreation extends CatalogChange, ReportIngest {
  readonly events: EventStore;
}
/**
 * Creates an event, even if it repeats another. A request with a known key gets its first answer again (D9).
 *
 * @throws HeadcountError `invalid` for an unknown sensor, or a time that is too far ahead (D3, D20) or before the log
 * start; `conflict` if the key was used for another request, or its event was voided before the answer; `unavailable`
 * if too many events are waiting
 */
export async function createEvent(
  creation: EventCreation,
  { sensorId, timestamp, trajectory, live }: EventFields & { readonly live: boolean },
  requestKey: RequestKey | null,
): Promise<EventWithEffects> {
  const { catalog, clock, ingest } = creation;
  const now = clock.now();
  const sensor = catalog.named("sensor", sensorId, "sensor_id");
  const problem = timeProblem(timestamp, acceptedTimes(creation));
  if (problem === "future-timestamp" && live)
    ingest.recordAhead(new Map([[sensor.serialNumber, { reports: 1, timestamp }]]));
  if (problem !== null) throw invalid("timestamp", REPORT_PROBLEMS[problem]);

  const outcomeOf = (created: readonly CreatedEffect[]): Outcome | null => {
    const effects = knownEffects(created);
    return effects && { doorwayId: doorwayAt(catalog, sensorId, timestamp), effects };
  };
  const key = requestKey && { ...requestKey, instant: now, since: now - REQUEST_KEPT_MS };
  const { last, remembered } = await ingest.submit({
    change: creation,
    reports: reportsOf([{ serialNumber: sensor.serialNumber, timestamp, trajectory, eventId: null }]),
    duplicates: "create",
    isLive: live,
    request: key && {
      key,
      answer: (effects) => {
        const outcome = outcomeOf(effects);
        return outcome && asText(outcome);
      },
    },
  });
  const id = must(remembered?.eventId ?? last?.id, "event");
  const outcome =
    remembered === null ? outcomeOf(must(last, "event").effects) : rememberedOutcome(remembered, key);
  if (outcome === null) return readEvent(creation, id, key);
  return { id, sensorId, timestamp, trajectory, resolution: 0, ...outcome };
}

type Outcome = Pick<EventWithEffects, "doorwayId" | "effects">;

function asText({ doorwayId, effects }: Outcome): string {
  const rows = effects.map(({ spaceId, direction, count }) => [String(spaceId), direction, count]);
  return JSON.stringify([doorwayId === null ? null : String(doorwayId), rows]);
}

function fromText(text: string): Outcome {
  const [doorwayId, rows]: [string | null, [string, 1 | -1, number][]] = JSON.parse(text);
  return {
    doorwayId: doorwayId === null ? null : BigInt(doorwayId),
    effects: rows.map(([spaceId, direction, count]) => ({ spaceId: BigInt(spaceId), direction, count })),
  };
}

/** @throws HeadcountError `conflict` if the key was used for another request */
function rememberedOutcome(remembered: RememberedRequest, key: IdempotentRequest | null): Outcome | null {
  if (remembered.fingerprint !== key?.fingerprint)
    throw conflict("idempotency-key-reused", "this Idempotency-Key was used for another request");
  return remembered.answer === null ? null : fromText(remembered.answer);
}

/** An event's effects on spaces; null if a count after it is not in memory. */
function knownEffects(effects: readonly CreatedEffect[]): EventEffect[] | null {
  const isKnown = (effect: CreatedEffect): effect is EventEffect => effect.count !== null;
  return effects.every(isKnown) ? effects.toSorted((a, b) => (a.spaceId < b.spaceId ? -1 : 1)) : null;
}

async function readEvent(
  creation: Pick<EventCreation, "actor" | "catalog" | "clock" | "events" | "journal">,
  id: bigint,
  key: IdempotentRequest | null,
): Promise<EventWithEffects> {
  const { catalog, events, journal } = creation;
  const stored = await events.event(id);
  // An earlier request without an answer may have created it.
  if (stored === null) throw conflict("event-voided", "the event that this request created has been voided");
  const [found] = await withEffects({ catalog, events }, [stored]);
  const event = must(found, "event");
  if (key === null) return event;
  const answer = asText(event);
  await journal.transact(creation, (draft) => draft.add({ answers: [{ request: key, answer }] }));
  // Another request with the key may have been answered first.
  const [remembered] = await events.requests([key]);
  return { ...event, ...fromText(remembered?.answer ?? answer) };
}

export type EventVoiding = CatalogChange & Pick<Engine, "events" | "notifier">;
/**
 * Voids an event: it stays in the log and no longer counts; a pending notification of it is not sent (D5).
 *
 * @throws HeadcountError `not-found` if the event does not exist or is already voided
 */
export function voidEvent(change: EventVoiding, id: bigint): Promise<void> {
  const { events, journal, notifier, actor } = change;
  return journal.transact(change, async (draft) => {
    const { now: instant } = draft;
    const resource = { resourceType: "event", resourceId: formatId("event", id) };
    const changes = { voided_at: { to: formatInstant(instant) } };
    const entry = { instant, actor, action: "void" as const, ...resource, changes };
    const event = await events.event(id);
    if (event === null) throw notFound("event", id, "does not exist, or has already been voided");
    const notifications = notifier.notifications(draft);
    notifications.notified.push(id);
    draft.save({ audit: [entry] });
    const { key } = draft.catalog.find("sensor", event.sensorId);
    draft.add({ voided: { ids: Float64Array.of(Number(id)), sensorKeys: [key] } });
    await notifier.notify(notifications);
  });
}

export type FileLoading = CatalogChange & Pick<Engine, "events" | "settings">;
/**
 * Loads a file of sensor reports as one transaction (D9). Its events cause no notifications (D23).
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read or is empty
 */
export async function loadFile(
  change: FileLoading,
  path: string,
  options: Omit<LoadOptions, "times">,
): Promise<LoadResult & { readonly importId: bigint }> {
  const { events, journal } = change;
  const result = await journal.transact(change, async (draft) => {
    const staging = { ...options, times: acceptedTimes(change) };
    const { unknownSerials, duplicateRule, ...file } = await events.stage(path, staging);
    options.onProgress({ phase: "storing", fraction: null, rows: file.rows, bytes: null });
    const sensors = await registerSensors(draft, unknownSerials);
    const { load, duplicates } = await events.acceptStaged(sensors, duplicateRule);
    const rejected = [...file.rejected.values()].reduce((sum, rows) => sum + rows, 0);
    const importId = nextImportId(draft);
    const figures = { rows: file.rows, accepted: load.events, duplicates, rejected };
    addImport(draft, importId, change.actor.name, { file: nameOf(path), kind: "events", ...figures }, load);
    draft.add({ load, notifications: loadNotifications(draft) });
    return { ...file, accepted: load.events, duplicates, importId };
  });
  options.onProgress({ phase: "deriving", fraction: null, rows: result.rows, bytes: null });
  await events.deriveRuns();
  return result;
}

export function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/s, "");
}
