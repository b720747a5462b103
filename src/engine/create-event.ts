import { conflict, invalid, must, notFound } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { DAY_MS, formatInstant } from "../domain/instant.ts";
import type { SensorPlacement } from "../domain/resources.ts";
import { latestTimestamp, REPORT_PROBLEMS } from "../domain/sensor-report.ts";
import type { EngineContext } from "./context.ts";
import { type EventWithEffects, withEffects } from "./event-queries.ts";
import { registering } from "./ingest.ts";
import type { IdempotentRequest } from "./ports.ts";

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

/**
 * Creates an event, also where it repeats another. A request whose key has been seen is answered as it was
 * then (D9).
 *
 * @param answer writes the answer, which is what is remembered
 * @throws HeadcountError `invalid` for an unknown sensor or a time too far ahead (D3, D20); `conflict` where
 * the key was used for another request, or its event was voided before it was answered
 */
export async function createEvent(
  context: EngineContext,
  fields: EventFields & { readonly live: boolean },
  requestKey: RequestKey | null,
  answer: (event: EventWithEffects) => string,
): Promise<string> {
  const { clock, events } = context;
  const now = clock.now();
  const request = requestKey && { ...requestKey, instant: now, since: now - REMEMBERED_MS };
  const made = await findOrCreate(context, fields, request);
  if (typeof made === "string") return made;
  const stored = await events.event(made);
  // It may have been made by a request that was never answered, long ago.
  if (stored === null) throw conflict("the event that this request made has been voided since");
  const [event] = await withEffects(context, [stored]);
  const text = answer(must(event, "event"));
  return request === null ? text : events.answerRequest(request, text);
}

/** The id of the event that a request makes, or has made; or the answer that it got. */
function findOrCreate(
  context: EngineContext,
  { sensorId, timestamp, trajectory, live }: EventFields & { readonly live: boolean },
  request: IdempotentRequest | null,
): Promise<bigint | string> {
  const { catalog, clock, events, activity } = context;
  return registering(context, async (register) => {
    const remembered = request && (await events.request(request));
    if (remembered !== null) {
      if (remembered.fingerprint !== request?.fingerprint)
        throw conflict("this Idempotency-Key was used for another request");
      return remembered.answer ?? remembered.eventId;
    }
    const sensor = catalog.sensors.get(sensorId);
    if (sensor === undefined)
      throw invalid("sensor_id", `sensor ${formatId("sensor", sensorId)} does not exist`);
    if (timestamp > latestTimestamp(clock.now()))
      throw invalid("timestamp", REPORT_PROBLEMS["future-timestamp"]);
    const report = { serialNumber: sensor.serialNumber, timestamp, trajectory, eventId: null };
    const id = await events.create(report, request, register);
    if (live) activity.note(sensor.id, clock.now());
    return id;
  });
}

/**
 * Voids an event: it stays in the log and counts for nothing (D5).
 *
 * @throws HeadcountError `not-found` where there is no such event, or it is voided already
 */
export function voidEvent(context: EngineContext, id: bigint): Promise<void> {
  const { catalog, clock, events, actor } = context;
  return catalog.exclusive(context, async () => {
    const instant = clock.now();
    const changes = { voided_at: { to: formatInstant(instant) } };
    const entry = {
      instant,
      actor,
      action: "void",
      resourceType: "event",
      resourceId: formatId("event", id),
      changes,
    } as const;
    if (!(await events.voidEvent(id, instant, catalog.withNextId({ audit: [entry] }))))
      throw notFound(`event ${formatId("event", id)}`);
  });
}
