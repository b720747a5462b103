import { conflict, invalid, must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import { latestTimestamp, REPORT_PROBLEMS } from "../../domain/sensor-report.ts";
import type { Catalog, Change } from "../catalog/catalog.ts";
import { type EventWithEffects, withEffects } from "../events/event-queries.ts";
import type { EventStore, IdempotentRequest, RememberedRequest } from "../ports.ts";
import { doorwayAt } from "../resources/sensors.ts";
import type { CreatedEvent } from "./ingest-part.ts";
import type { IngestQueue } from "./ingest-queue.ts";
import { reportsOf } from "./reports.ts";

/** How long a request with a key is remembered, in ms (D9). */
const REMEMBERED_MS = DAY_MS;

export interface EventFields {
  readonly sensorId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly trajectory: SensorPlacement;
}

/** The key of a request, and what tells it from another with the same key (D9). */
export type RequestKey = Pick<IdempotentRequest, "tokenHash" | "key" | "fingerprint">;

/** Who creates an event, and the parts of the engine that it goes through. */
export interface EventCreation extends Change {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly ingest: IngestQueue;
}

/**
 * Creates an event, also where it repeats another. A request whose key has been seen is answered as it was
 * then (D9).
 *
 * @param present writes the answer, which is what is remembered
 * @throws HeadcountError `invalid` for an unknown sensor, a time too far ahead (D3, D20), or one whose events have
 * been removed; `conflict` where
 * the key was used for another request, or its event was voided before it was answered; `unavailable` where
 * too many events are waiting
 */
export async function createEvent(
  creation: EventCreation,
  { sensorId, timestamp, trajectory, live }: EventFields & { readonly live: boolean },
  requestKey: RequestKey | null,
  present: (event: EventWithEffects) => string,
): Promise<string> {
  const { catalog, clock, events, ingest } = creation;
  const now = clock.now();
  const sensor = catalog.sensors.get(sensorId);
  if (sensor === undefined)
    throw invalid("sensor_id", `sensor ${formatId("sensor", sensorId)} does not exist`);
  if (timestamp < events.logStart()) throw invalid("timestamp", REPORT_PROBLEMS["removed-timestamp"]);
  if (timestamp > latestTimestamp(now)) throw invalid("timestamp", REPORT_PROBLEMS["future-timestamp"]);

  const answer = (created: CreatedEvent): string | null => {
    const effects = knownEffects(created);
    const doorwayId = doorwayAt(catalog, sensorId, timestamp);
    return effects && present({ id: created.id, sensorId, timestamp, trajectory, doorwayId, effects });
  };
  const key = requestKey && { ...requestKey, instant: now, since: now - REMEMBERED_MS };
  const { last, remembered } = await ingest.submit({
    change: creation,
    reports: reportsOf([{ serialNumber: sensor.serialNumber, timestamp, trajectory, eventId: null }]),
    duplicates: "keep",
    live,
    request: key && { key, answer },
  });
  const text = remembered === null ? answer(must(last, "event")) : rememberedAnswer(remembered, key);
  if (text !== null) return text;
  return answerFromLog(creation, must(remembered?.eventId ?? last?.id, "event"), key, present);
}

/** @throws HeadcountError `conflict` where the key was used for another request */
function rememberedAnswer(remembered: RememberedRequest, key: IdempotentRequest | null): string | null {
  if (remembered.fingerprint !== key?.fingerprint)
    throw conflict("idempotency-key-reused", "this Idempotency-Key was used for another request");
  return remembered.answer;
}

/** What an event did to each space, or null where the count after it is not known at once. */
function knownEffects({ effects }: CreatedEvent): EventWithEffects["effects"] | null {
  const known = [];
  for (const { spaceId, direction, count } of effects) {
    if (count === null) return null;
    known.push({ spaceId, countChange: direction, count });
  }
  return known.sort((a, b) => (a.spaceId < b.spaceId ? -1 : 1));
}

/** Answers a request from what the log says of its event, and remembers that. */
async function answerFromLog(
  { catalog, events }: Pick<EventCreation, "catalog" | "events">,
  id: bigint,
  key: IdempotentRequest | null,
  present: (event: EventWithEffects) => string,
): Promise<string> {
  const stored = await events.event(id);
  // It may have been made by a request that was never answered, long ago.
  if (stored === null)
    throw conflict("event-voided", "the event that this request made has been voided since");
  const [event] = await withEffects({ catalog, events }, [stored]);
  const text = present(must(event, "event"));
  return key === null ? text : events.answerRequest(key, text);
}
