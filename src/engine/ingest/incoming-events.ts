import { must } from "../../domain/errors.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog.ts";
import type { EngineContext } from "../context.ts";
import type { CatalogWrite, LoggedEvent, NewAuditEntry } from "../ports.ts";
import { newSensors } from "../sensors.ts";
import { GroupIdentities } from "./group-identities.ts";
import type { IngestPart } from "./ingest-part.ts";

/** A report on its way into the log; its id is given when it is known to enter it. */
export interface IncomingEvent extends LoggedEvent {
  id: bigint;
  readonly sensor: Sensor;
}

/** A part's events, in its order. */
export interface IncomingPart {
  readonly part: IngestPart;
  readonly events: readonly IncomingEvent[];
}

/** The events of all parts; sensors that are seen for the first time are registered by the write (D20). */
export function identifyEvents(
  catalog: Catalog,
  parts: readonly IngestPart[],
  now: number,
): { readonly incoming: IncomingPart[]; readonly write: CatalogWrite } {
  const sensors = new Map<string, Sensor>();
  const registered: Sensor[] = [];
  const audit: NewAuditEntry[] = [];
  const incoming = parts.map((part) => {
    const made = registerUnknown(catalog, part, sensors, { now, others: registered });
    if (made.length > 0) {
      registered.push(...made);
      audit.push(...(catalog.audited({ put: { sensor: made } }, undefined, part.context).audit ?? []));
    }
    const events = part.reports.map(({ serialNumber, timestamp, trajectory, eventId }): IncomingEvent => {
      const sensor = must(sensors.get(serialNumber), "sensor");
      return { id: 0n, sensorKey: sensor.key, timestamp, trajectory, eventId, sensor };
    });
    return { part, events };
  });
  if (registered.length === 0) return { incoming, write: {} };
  return { incoming, write: catalog.withNextId({ put: { sensor: registered }, audit }) };
}

/** Finds the sensors of a part's reports, and makes those that there are none of. */
function registerUnknown(
  catalog: Catalog,
  { reports }: IngestPart,
  sensors: Map<string, Sensor>,
  { now, others }: { readonly now: number; readonly others: readonly Sensor[] },
): Sensor[] {
  let unknown: Set<string> | null = null;
  for (const { serialNumber } of reports) {
    if (sensors.has(serialNumber)) continue;
    const sensor = catalog.sensorsBySerial.first(serialNumber);
    if (sensor !== undefined) {
      sensors.set(serialNumber, sensor);
    } else {
      unknown ??= new Set();
      unknown.add(serialNumber);
    }
  }
  if (unknown === null) return [];
  const made = newSensors(catalog, [...unknown], now, others);
  for (const sensor of made) sensors.set(sensor.serialNumber, sensor);
  return made;
}

/** Leaves out the events that repeat what is stored, or stands earlier in the group, as each part wants it (D9). */
export async function dropDuplicates(
  { events: store }: EngineContext,
  incoming: readonly IncomingPart[],
): Promise<IncomingPart[]> {
  const asked = incoming.filter(({ part }) => part.duplicates !== "keep").flatMap(({ events }) => events);
  const stored = await store.findStored(asked);
  const seen = new GroupIdentities();
  return incoming.map(({ part, events }, index) => {
    const { duplicates } = part;
    const isKept = (event: IncomingEvent) => {
      const earlier = seen.note(event, index);
      if (duplicates === "keep") return true;
      if (stored.size > 0 && stored.has(event)) return false;
      if (earlier === null) return true;
      return earlier === index && duplicates === "keep-repeated" && event.eventId === null;
    };
    return { part, events: events.filter(isKept) };
  });
}
