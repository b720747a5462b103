import type { Sensor } from "../../domain/resources.ts";
import { TextColumn } from "../../domain/text-column.ts";
import type { Catalog, Change } from "../catalog/catalog.ts";
import type { CatalogWrite, NewAuditEntry } from "../ports.ts";
import { NewSensors } from "../resources/sensors.ts";
import type { Pacer } from "../yielding.ts";
import { GroupIdentities } from "./group-identities.ts";
import type { IncomingEvents, IncomingGroup, IncomingPart } from "./incoming-group.ts";
import type { IngestPart } from "./ingest-part.ts";
import type { IngestParts } from "./ingest-parts.ts";
import { select } from "./reports.ts";

/** The events of all parts; sensors that are seen for the first time are registered by the write (D20). */
export async function identifyEvents(
  catalog: Catalog,
  parts: readonly IngestPart[],
  now: number,
  pacer: Pacer,
): Promise<{ readonly incoming: IncomingGroup; readonly write: CatalogWrite }> {
  const group = new GroupSensors(catalog, now);
  const indexes: Int32Array[] = [];
  for (const part of parts) indexes.push(await group.indexesOf(part, pacer));
  const incoming = await joined(parts, indexes, group.sensors, pacer);
  const { registered, audit } = group;
  if (registered.length === 0) return { incoming, write: {} };
  return { incoming, write: catalog.withNextId({ put: { sensor: registered }, audit }) };
}

/** Sensors that are looked up, or registered, before others have their turn. */
const SENSORS_AT_ONCE = 1_000;

/** Rows that are joined, or compared, before others have their turn. */
const ROWS_AT_ONCE = 4_096;

/** The sensors of a group, by their serial numbers. */
class GroupSensors {
  readonly sensors: Sensor[] = [];
  /** Those of them that are seen for the first time, and what the audit log is to say of them. */
  readonly registered: Sensor[] = [];
  readonly audit: NewAuditEntry[] = [];
  readonly #catalog: Catalog;
  readonly #newSensors: NewSensors;
  readonly #indexes = new Map<string, number>();

  constructor(catalog: Catalog, now: number) {
    this.#catalog = catalog;
    this.#newSensors = new NewSensors(catalog, now);
  }

  /** The index of each of a part's sensors among those of the group. */
  async indexesOf({ change, reports: { serialNumbers } }: IngestPart, pacer: Pacer): Promise<Int32Array> {
    const { length } = serialNumbers;
    const indexes = new Int32Array(length);
    for (let start = 0; start < length; start += SENSORS_AT_ONCE) {
      const end = Math.min(start + SENSORS_AT_ONCE, length);
      const audited = this.registered.length;
      for (let row = start; row < end; row++) indexes[row] = this.#indexOf(serialNumbers[row] as string);
      this.#audit(this.registered.slice(audited), change);
      await pacer.step(end - start);
    }
    return indexes;
  }

  #indexOf(serialNumber: string): number {
    const index = this.#indexes.get(serialNumber);
    if (index !== undefined) return index;
    const sensor = this.#catalog.sensorsBySerial.first(serialNumber) ?? this.#register(serialNumber);
    this.#indexes.set(serialNumber, this.sensors.length);
    this.sensors.push(sensor);
    return this.sensors.length - 1;
  }

  #register(serialNumber: string): Sensor {
    const sensor = this.#newSensors.make(serialNumber);
    this.registered.push(sensor);
    return sensor;
  }

  #audit(sensors: readonly Sensor[], change: Change): void {
    if (sensors.length === 0) return;
    const { audit = [] } = this.#catalog.audited({ put: { sensor: sensors } }, undefined, change);
    this.audit.push(...audit);
  }
}

/** The columns of all parts, one after the other. */
async function joined(
  parts: readonly IngestPart[],
  indexesOfParts: readonly Int32Array[],
  sensors: readonly Sensor[],
  pacer: Pacer,
): Promise<IncomingGroup> {
  const length = parts.reduce((sum, { reports }) => sum + reports.length, 0);
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const sensorIndexes = new Int32Array(length);
  const sensorKeys = new Int32Array(length);
  const incoming: IncomingPart[] = [];
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const { reports } = part;
    timestamps.set(reports.timestamps, start);
    trajectories.set(reports.trajectories, start);
    const indexesOfPart = indexesOfParts[index] as Int32Array;
    for (let row = 0; row < reports.length; row++) {
      const sensor = indexesOfPart[reports.sensors[row] as number] as number;
      sensorIndexes[start + row] = sensor;
      sensorKeys[start + row] = (sensors[sensor] as Sensor).key;
      if ((row + 1) % ROWS_AT_ONCE === 0) await pacer.step(ROWS_AT_ONCE);
    }
    incoming.push({ part, start, end: start + reports.length });
    start += reports.length;
    await pacer.step(reports.length % ROWS_AT_ONCE);
  }
  const eventIds = joinedIds(parts);
  const columns = { timestamps, trajectories, sensorKeys, eventIds };
  return { events: { length, ...columns, sensors, sensorIndexes }, parts: incoming };
}

function joinedIds(parts: readonly IngestPart[]): TextColumn | null {
  if (parts.every(({ reports }) => reports.eventIds === null)) return null;
  return TextColumn.joined(parts.map(({ reports: { length, eventIds } }) => ({ length, texts: eventIds })));
}

/** A group without the events that repeat others, as of a position of the log. */
export interface FreshGroup extends IncomingGroup {
  readonly position: bigint;
}

/** Leaves out the events that repeat what is stored, or stands earlier in the group, as each part wants it (D9). */
export async function dropDuplicates(
  { events: store }: Pick<IngestParts, "events">,
  incoming: IncomingGroup,
  pacer: Pacer,
): Promise<FreshGroup> {
  const { events, parts } = incoming;
  const { rows: stored, position } = await store.findStored(
    events,
    parts.filter(({ part }) => part.duplicates !== "keep"),
  );
  const seen = new GroupIdentities(events);
  const kept = new Int32Array(events.length);
  let length = 0;
  const left: IncomingPart[] = [];
  for (const { part, start, end } of parts) {
    const { duplicates } = part;
    const first = length;
    for (let row = start; row < end; row++) {
      if (row > start && (row - start) % ROWS_AT_ONCE === 0) await pacer.step(ROWS_AT_ONCE);
      const earlier = seen.note(row);
      if (duplicates !== "keep") {
        if (stored.size > 0 && stored.has(row)) continue;
        const isRepeated = duplicates === "keep-repeated" && earlier >= start;
        if (earlier >= 0 && !(isRepeated && (events.eventIds?.at(row) ?? null) === null)) continue;
      }
      kept[length++] = row;
    }
    left.push({ part, start: first, end: length });
  }
  await pacer.step(events.length);
  if (length === events.length) return { ...incoming, position };
  return { events: selected(events, kept.subarray(0, length)), parts: left, position };
}

/** Some rows of some events. */
function selected(events: IncomingEvents, rows: Int32Array): IncomingEvents {
  const { length } = rows;
  return {
    length,
    timestamps: select(events.timestamps, rows, new Float64Array(length)),
    trajectories: select(events.trajectories, rows, new Int8Array(length)),
    sensorKeys: select(events.sensorKeys, rows, new Int32Array(length)),
    eventIds: events.eventIds?.select(rows) ?? null,
    sensors: events.sensors,
    sensorIndexes: select(events.sensorIndexes, rows, new Int32Array(length)),
  };
}
