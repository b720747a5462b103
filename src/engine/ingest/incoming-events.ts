import type { Sensor } from "../../domain/resources.ts";
import { TextColumn } from "../../domain/text-column.ts";
import type { Catalog } from "../catalog.ts";
import type { EngineContext } from "../context.ts";
import type { CatalogWrite, LogColumns, NewAuditEntry, RowRange } from "../ports.ts";
import { newSensors } from "../sensors.ts";
import { GroupIdentities } from "./group-identities.ts";
import type { IngestPart } from "./ingest-part.ts";

/** Reports on their way into the log. */
export interface IncomingEvents extends LogColumns {
  /** Their sensors, each once. */
  readonly sensors: readonly Sensor[];
  /** Whose each is: an index of those. */
  readonly places: Int32Array;
}

/** A part, and which of the group's events are its own. */
export interface IncomingPart extends RowRange {
  readonly part: IngestPart;
}

/** The events of some parts, in their order. */
export interface IncomingGroup {
  readonly events: IncomingEvents;
  readonly parts: readonly IncomingPart[];
}

/** The events of all parts; sensors that are seen for the first time are registered by the write (D20). */
export function identifyEvents(
  catalog: Catalog,
  parts: readonly IngestPart[],
  now: number,
): { readonly incoming: IncomingGroup; readonly write: CatalogWrite } {
  const known = new GroupSensors(catalog);
  const registered: Sensor[] = [];
  const audit: NewAuditEntry[] = [];
  const places = parts.map((part) => {
    const found = known.placesOf(part);
    const unknown = known.unknownOf(part, found);
    if (unknown.length === 0) return found;
    const made = newSensors(catalog, unknown, now, registered);
    for (const sensor of made) known.add(sensor);
    registered.push(...made);
    audit.push(...(catalog.audited({ put: { sensor: made } }, undefined, part.context).audit ?? []));
    return known.placesOf(part);
  });
  const incoming = joined(parts, places, known.sensors);
  if (registered.length === 0) return { incoming, write: {} };
  return { incoming, write: catalog.withNextId({ put: { sensor: registered }, audit }) };
}

/** The sensors of a group, by their serial numbers. */
class GroupSensors {
  readonly sensors: Sensor[] = [];
  readonly #catalog: Catalog;
  readonly #places = new Map<string, number>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  add(sensor: Sensor): void {
    this.#places.set(sensor.serialNumber, this.sensors.length);
    this.sensors.push(sensor);
  }

  /** The places of a part's sensors; -1 of those that there are none of. */
  placesOf({ reports: { serialNumbers } }: IngestPart): Int32Array {
    const places = new Int32Array(serialNumbers.length);
    for (let index = 0; index < places.length; index++)
      places[index] = this.#placeOf(serialNumbers[index] as string);
    return places;
  }

  #placeOf(serialNumber: string): number {
    const place = this.#places.get(serialNumber);
    if (place !== undefined) return place;
    const sensor = this.#catalog.sensorsBySerial.first(serialNumber);
    if (sensor === undefined) return -1;
    this.add(sensor);
    return this.sensors.length - 1;
  }

  /** The serial numbers of a part that there are no sensors of, each once. */
  unknownOf({ reports: { serialNumbers } }: IngestPart, places: Int32Array): string[] {
    return places.includes(-1) ? [...new Set(serialNumbers.filter((_, index) => places[index] === -1))] : [];
  }
}

/** The columns of all parts, one after the other. */
function joined(
  parts: readonly IngestPart[],
  placesOfParts: readonly Int32Array[],
  sensors: readonly Sensor[],
): IncomingGroup {
  const length = parts.reduce((sum, { reports }) => sum + reports.length, 0);
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const places = new Int32Array(length);
  const sensorKeys = new Int32Array(length);
  const incoming: IncomingPart[] = [];
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const { reports } = part;
    timestamps.set(reports.timestamps, start);
    trajectories.set(reports.trajectories, start);
    const placesOfPart = placesOfParts[index] as Int32Array;
    for (let row = 0; row < reports.length; row++) {
      const place = placesOfPart[reports.sensors[row] as number] as number;
      places[start + row] = place;
      sensorKeys[start + row] = (sensors[place] as Sensor).key;
    }
    incoming.push({ part, start, end: start + reports.length });
    start += reports.length;
  }
  const eventIds = joinedIds(parts);
  const columns = { timestamps, trajectories, sensorKeys, eventIds };
  return { events: { length, ...columns, sensors, places }, parts: incoming };
}

function joinedIds(parts: readonly IngestPart[]): TextColumn | null {
  if (parts.every(({ reports }) => reports.eventIds === null)) return null;
  return TextColumn.joined(parts.map(({ reports: { length, eventIds } }) => ({ length, texts: eventIds })));
}

/** Leaves out the events that repeat what is stored, or stands earlier in the group, as each part wants it (D9). */
export async function dropDuplicates(
  { events: store }: EngineContext,
  incoming: IncomingGroup,
): Promise<IncomingGroup> {
  const { events, parts } = incoming;
  const stored = await store.findStored(
    events,
    parts.filter(({ part }) => part.duplicates !== "keep"),
  );
  const seen = new GroupIdentities(events);
  const kept = new Int32Array(events.length);
  let length = 0;
  const left = parts.map(({ part, start, end }) => {
    const { duplicates } = part;
    const first = length;
    for (let row = start; row < end; row++) {
      const earlier = seen.note(row);
      if (duplicates !== "keep") {
        if (stored.size > 0 && stored.has(row)) continue;
        const isRepeated = duplicates === "keep-repeated" && earlier >= start;
        if (earlier >= 0 && !(isRepeated && (events.eventIds?.at(row) ?? null) === null)) continue;
      }
      kept[length++] = row;
    }
    return { part, start: first, end: length };
  });
  return length === events.length
    ? incoming
    : { events: selected(events, kept.subarray(0, length)), parts: left };
}

/** Some rows of some events. */
function selected(events: IncomingEvents, rows: Int32Array): IncomingEvents {
  const { timestamps, trajectories, sensorKeys, eventIds, sensors, places } = events;
  return {
    length: rows.length,
    timestamps: Float64Array.from(rows, (row) => timestamps[row] as number),
    trajectories: Int8Array.from(rows, (row) => trajectories[row] as number),
    sensorKeys: Int32Array.from(rows, (row) => sensorKeys[row] as number),
    eventIds: eventIds?.select(rows) ?? null,
    sensors,
    places: Int32Array.from(rows, (row) => places[row] as number),
  };
}
