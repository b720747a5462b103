import type { Clock } from "../../domain/clock.ts";
import { getOrInsert } from "../../domain/collections.ts";
import { conflict, must } from "../../domain/errors.ts";
import { readPositiveDecimal } from "../../domain/ids.ts";
import { HOUR_MS, INSTANT_MIN, MINUTE_MS } from "../../domain/instant.ts";
import type { Attachment, Sensor, SensorState } from "../../domain/resources.ts";
import { type Rhythms, signOfLife } from "../../readings/rhythms.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { sensorsOf } from "../event-columns.ts";
import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { Actor, EventStore, Line, LogRecord, NewAuditEntry } from "../ports.ts";
import { Pacer } from "../yielding.ts";

/** The sensors with serial numbers, as a change finds or makes them, each once (D20). */
export class MadeSensors {
  readonly #draft: Draft;
  readonly #bySerial = new Map<string, Sensor>();
  readonly #ids = new Set<bigint>();
  readonly #audit: NewAuditEntry[] = [];

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  get made(): readonly Sensor[] {
    return [...this.#bySerial.values()];
  }

  /** @param actor the actor in the audit log, for `save`; by default that of the change */
  of(serialNumber: string, actor?: Actor): Sensor {
    const known = this.#draft.catalog.sensorsBySerial.first(serialNumber);
    return known ?? getOrInsert(this.#bySerial, serialNumber, () => this.#make(serialNumber, actor));
  }

  readonly keyOf = (serialNumber: string): number => this.of(serialNumber).key;

  /** Makes a sensor. A serial number that is a free positive 63-bit decimal is also the id (D20). */
  #make(serialNumber: string, actor?: Actor): Sensor {
    const { catalog, now: createdAt } = this.#draft;
    let id = readPositiveDecimal(serialNumber) ?? this.#draft.newId();
    while (this.#ids.has(id) || catalog.sensors.has(id)) id = this.#draft.newId();
    this.#ids.add(id);
    const key = catalog.lastSensorKey + this.#ids.size;
    // A part of a text would hold all of it, such as a whole message, in memory: this makes a copy.
    const sensor = { id, key, serialNumber: Buffer.from(serialNumber).toString(), createdAt };
    this.#audit.push(...this.#draft.auditEntries({ put: { sensor: [sensor] } }, undefined, actor));
    return sensor;
  }

  save(sensorState: readonly SensorState[] = []): void {
    const { made } = this;
    if (made.length === 0 && sensorState.length === 0) return;
    const put = {
      ...(made.length > 0 && { sensor: made }),
      ...(sensorState.length > 0 && { sensorState }),
    };
    this.#draft.save({ put, audit: this.#audit });
  }
}

/** Registers sensors that are not in the catalog. @returns the sensors, in the same order */
export async function registerSensors(
  draft: Draft,
  serialNumbers: readonly string[],
): Promise<readonly Sensor[]> {
  const sensors = new MadeSensors(draft);
  const pacer = new Pacer();
  for (const serialNumber of serialNumbers) {
    sensors.of(serialNumber);
    await pacer.step();
  }
  sensors.save();
  return sensors.made;
}

export interface SensorParts {
  readonly catalog: Catalog;
  readonly activity: SensorActivity;
  /** The lines of sensors that have sent readings, by their keys. */
  readonly lines: {
    of(sensorKey: number): Line | null;
    readonly rhythms: Pick<Rhythms, "heardAt" | "usualGap">;
  };
  readonly clock: Clock;
  /** How long a sensor counts as online, in ms. */
  readonly settings: { readonly sensorTimeout: number };
}

/**
 * Whether a sensor's last heartbeat, reading or event is within the sensor timeout (D27); also an event that was rejected
 * because of the sensor's clock shows that it works.
 */
export function isOnline(
  { catalog, activity, clock, lines, settings }: SensorParts,
  { id, key }: Sensor,
): boolean {
  const heartbeat = catalog.sensorStates.get(id)?.lastHeartbeat ?? -Infinity;
  const reading = lines.of(key)?.receivedAt ?? -Infinity;
  const last = Math.max(heartbeat, reading, activity.of(id), activity.aheadOf(id)?.recordedAt ?? -Infinity);
  return last > clock.now() - settings.sensorTimeout;
}

/** The usual gap between messages of a sensor of which it is not known. */
const USUAL_GAP_MS = 15 * MINUTE_MS;

/**
 * Whether a sensor lives now (D22): its last heartbeat, reading or event that it sent by itself is not older than 3 times
 * its usual gap. Unlike its status, messages of its past do not make it so.
 */
export function isAlive(
  { catalog, activity, clock, lines, settings }: SensorParts,
  { id, key }: Sensor,
): boolean {
  const heartbeat = catalog.sensorStates.get(id)?.lastHeartbeat ?? -Infinity;
  const ahead = activity.aheadOf(id)?.recordedAt ?? -Infinity;
  const last = Math.max(heartbeat, lines.rhythms.heardAt(key), activity.livedAt(id), ahead);
  const gap = lines.rhythms.usualGap(key) ?? USUAL_GAP_MS;
  return last > clock.now() - Math.max(settings.sensorTimeout, 3 * gap);
}

export function doorwayOf(catalog: Catalog, sensor: Sensor) {
  const attachment = catalog.attachmentsOfSensor.of(sensor.id).find(({ to }) => to === null);
  return attachment && catalog.doorways.get(attachment.doorwayId);
}

/** The doorway to which a sensor was attached at an instant in ms, or null (D5). */
export function doorwayAt(catalog: Catalog, sensorId: bigint, instant: number): bigint | null {
  const holds = ({ from, to }: Attachment) => (from ?? -Infinity) <= instant && instant < (to ?? Infinity);
  return catalog.attachmentsOfSensor.of(sensorId).find(holds)?.doorwayId ?? null;
}

/** How far a sensor's clock was ahead, in ms, and when this was recorded, in ms. */
interface ClockAhead {
  readonly by: number;
  readonly recordedAt: number;
}

/** Sensors whose last message about their clock is remembered. */
const REPORTED_MAX = 10_000;

/**
 * When each sensor's last event arrived, in ms, by sensor id, kept in memory. For events that were stored before the
 * process started, it is the event's timestamp.
 */
export class SensorActivity {
  readonly #catalog: Catalog;
  readonly #last: Map<bigint, number>;
  /** When each sensor last lived by its events, in ms. */
  readonly #lived: Map<bigint, number>;
  /** The clocks of sensors whose last live report was rejected since it was too far ahead (D3). */
  readonly #ahead = new Map<bigint, ClockAhead>();
  readonly #duplicates = new Map<bigint, number>();
  /** When the observer was last called for a sensor, in ms, by serial number. */
  readonly #reported = new Map<string, number>();
  /** Called at most once an hour for a sensor whose reports are too far ahead, by so many ms. */
  onAhead: (serialNumber: string, by: number) => void = () => {};
  readonly #readAll: () => Promise<ReadonlyMap<bigint, number>>;
  #loading: Promise<void> | null = null;

  /**
   * @param last recent events, enough to decide which sensors are online
   * @param readAll reads the last event of every sensor from the whole log
   */
  constructor(
    catalog: Catalog,
    last: ReadonlyMap<bigint, number>,
    readAll: () => Promise<ReadonlyMap<bigint, number>>,
  ) {
    this.#catalog = catalog;
    this.#last = new Map(last);
    this.#lived = new Map(last);
    this.#readAll = readAll;
  }

  /** Reads the log once, for sensors that have been silent since before the process started. */
  loadAll(): Promise<void> {
    const load = async () => {
      for (const [sensorId, instant] of await this.#readAll()) this.#raise(sensorId, instant, instant);
    };
    this.#loading ??= load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Records the arrival of a record's live events, and its duplicates. */
  async apply({ duplicates = [], events, now }: LogRecord): Promise<void> {
    for (const { sensorId, events: dropped } of duplicates)
      this.#duplicates.set(sensorId, this.duplicatesOf(sensorId) + dropped);
    if (!events?.isLive) return;
    const pacer = new Pacer();
    const { sensorKeys, timestamps } = events.columns;
    const { keys, indexes } = sensorsOf(sensorKeys);
    const newest = new Float64Array(keys.length).fill(-Infinity);
    for (let row = 0; row < indexes.length; row++) {
      const index = indexes[row] as number;
      const timestamp = timestamps[row] as number;
      if (timestamp > (newest[index] as number)) newest[index] = timestamp;
    }
    for (const [index, key] of keys.entries()) {
      const instant = newest[index] as number;
      const { id } = must(this.#catalog.sensorsByKey.first(key), "sensor");
      this.#raise(id, now, signOfLife(instant, now));
      this.#ahead.delete(id);
      if (pacer.isDue(index)) await pacer.pause();
    }
  }

  /** The number of a sensor's events that were dropped as duplicates since the process started. */
  duplicatesOf(sensorId: bigint): number {
    return this.#duplicates.get(sensorId) ?? 0;
  }

  #raise(sensorId: bigint, arrival: number, lived: number): void {
    this.#last.set(sensorId, Math.max(arrival, this.#last.get(sensorId) ?? 0));
    this.#lived.set(sensorId, Math.max(lived, this.#lived.get(sensorId) ?? -Infinity));
  }

  /**
   * Records that a sensor's report was rejected since it was too far ahead.
   *
   * @param sensor its id is null if the catalog does not have it
   * @param by in ms
   * @param now in ms
   */
  recordAhead(
    sensor: { readonly id: bigint | null; readonly serialNumber: string },
    by: number,
    now: number,
  ): void {
    const { id, serialNumber } = sensor;
    if (id !== null) this.#ahead.set(id, { by, recordedAt: now });
    if (now - (this.#reported.get(serialNumber) ?? -Infinity) < HOUR_MS) return;
    if (this.#reported.size >= REPORTED_MAX) this.#reported.clear();
    this.#reported.set(serialNumber, now);
    this.onAhead(serialNumber, by);
  }

  /** The clock of a sensor whose last live report was too far ahead; null for others. */
  aheadOf(sensorId: bigint): ClockAhead | null {
    return this.#ahead.get(sensorId) ?? null;
  }

  /** Caps all instants, in ms, after the clock has been corrected. */
  capAt(instant: number): void {
    for (const known of [this.#last, this.#lived])
      for (const [sensorId, last] of known) if (last > instant) known.set(sensorId, instant);
    // How far they are ahead of the corrected clock is unknown.
    this.#ahead.clear();
  }

  /** When a sensor last lived by its events, in ms; -Infinity if none is known. */
  livedAt(sensorId: bigint): number {
    return this.#lived.get(sensorId) ?? -Infinity;
  }

  /** When a sensor's last event arrived; -Infinity if none is known, which `loadAll` may change. */
  of(sensorId: bigint): number {
    return this.#last.get(sensorId) ?? -Infinity;
  }
}

/** Sets whether the messages of a sensor are ignored (D31, rule 8). An unknown sensor is registered. */
export function ignoreSensor(
  change: CatalogChange,
  serialNumber: string,
  isIgnored: boolean,
): Promise<Sensor> {
  return change.journal.transact(change, (draft) => {
    const sensors = new MadeSensors(draft);
    const before = sensors.of(serialNumber);
    const sensor = { ...before, isIgnored };
    if (sensors.made.length > 0 || (before.isIgnored ?? false) !== isIgnored)
      draft.save({ put: { sensor: [sensor] } });
    return sensor;
  });
}

export interface SensorDeletion extends CatalogChange {
  readonly events: Pick<EventStore, "lastEvents">;
  readonly lines: { of(sensorKey: number): Line | null };
}

/**
 * Deletes a sensor that has nothing but its state and settings.
 *
 * @throws HeadcountError `not-found`; `conflict` (`sensor-in-use`) if it has events or readings, or has been at a doorway
 */
export function deleteSensor(change: SensorDeletion, serialNumber: string): Promise<void> {
  return change.journal.transact(change, async (draft) => {
    const { catalog } = draft;
    const { id, key } = catalog.sensorBySerial(serialNumber);
    const uses = [
      catalog.attachmentsOfSensor.first(id) !== undefined && "has been at a doorway",
      change.lines.of(key) !== null && "has sent readings",
      (await change.events.lastEvents(INSTANT_MIN)).has(id) && "has events",
    ];
    const use = uses.find((each) => each !== false);
    if (use !== undefined) {
      const name = JSON.stringify(serialNumber);
      throw conflict(
        "sensor-in-use",
        `sensor ${name} ${use}; with "ignored": true its messages are not stored`,
      );
    }
    const counting = catalog.countingsOfSensor.of(id).map((span) => span.id);
    const sensorState = catalog.sensorStates.has(id) ? [id] : [];
    draft.save({ remove: { sensor: [id], sensorState, counting } });
  });
}
