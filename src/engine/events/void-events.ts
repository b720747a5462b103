import { conflict, invalid } from "../../domain/errors.ts";
import { formatInstant, INSTANT_MAX } from "../../domain/instant.ts";
import { REJUDGED_READINGS_MAX } from "../../domain/limits.ts";
import type { Import, Sensor } from "../../domain/resources.ts";
import { crossingOf, type ReadingSpan } from "../../readings/spread.ts";
import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { loadNotifications } from "../live/load-notifications.ts";
import type { EventStore, LoggedEvent, LogRecord, ReadingStore, StoredReading } from "../ports.ts";
import { joinCorrections, voidedOf } from "../readings/corrected-events.ts";
import { judgeAgain } from "../readings/judge-again.ts";
import type { Lines } from "../readings/lines.ts";
import { countsFor, lineKeysOf, registersOf } from "../readings/registers.ts";

/** The user who takes events back, and the parts of the engine that find them. */
export interface Voiding extends CatalogChange {
  readonly events: Pick<EventStore, "eventsToVoid" | "eventsOfReadings" | "logStart">;
  readonly readings: Pick<ReadingStore, "readings" | "sensorsOfImport">;
  readonly lines: Pick<Lines, "of">;
}

/** What is taken back. */
export interface VoidedRows {
  readonly events: number;
  readonly readings: number;
  /** Readings of which something else has become, since those before them are gone. */
  readonly changed: number;
  /** The serial numbers of the sensors of the events and readings, ascending. */
  readonly sensors: readonly string[];
}

/**
 * Takes an import back as one write (D5): its events and readings count no more. What other readings of its sensors have
 * counted is judged again without it.
 *
 * @throws HeadcountError `not-found` if there is no such import, or it has been taken back; `conflict` if too many
 * readings would have to be judged again
 */
export function voidImport(change: Voiding, id: bigint, isDryRun: boolean): Promise<VoidedRows> {
  const { events, readings, lines, journal } = change;
  return journal.transact(change, async (draft) => {
    const { catalog, now } = draft;
    const found: Import = catalog.find("import", id);
    const own = await events.eventsToVoid(found);
    const corrections: Pick<LogRecord, "part" | "load" | "voided" | "readings">[] = [{ voided: own }];
    const keys = new Set(own.sensorKeys);
    let [voidedReadings, changed] = [0, 0];
    for (const [sensorKey, since] of await readings.sensorsOfImport(id)) {
      const [sensor, line] = [catalog.sensorsByKey.first(sensorKey), lines.of(sensorKey)];
      if (sensor === undefined || line === null) continue;
      keys.add(sensorKey);
      const settings = catalog.countingsOfSensor.of(sensor.id);
      // Sensors of its events are registered: no other events are made than those that were.
      const keyOf = (serial: string) => catalog.sensorsBySerial.first(serial)?.key ?? sensorKey;
      const order = { sensor, line, settings, since, now, voided: found, keyOf };
      const judged = await judgeAgain({ ...change, catalog }, order);
      corrections.push(judged.parts);
      changed += judged.changed;
      voidedReadings += (judged.parts.readings?.revised?.length ?? 0) - judged.changed;
    }
    const parts = joinCorrections(corrections);
    if (!isDryRun) {
      draft.save({ put: { import: [{ ...found, voidedAt: now }] } });
      draft.add({ ...parts, notifications: loadNotifications(draft) });
    }
    return { events: own.ids.length, readings: voidedReadings, changed, sensors: serialsOf(draft, keys) };
  });
}

/** A half-open span of a sensor, in ms. */
export interface SensorSpan extends ReadingSpan {
  readonly serialNumber: string;
}

/**
 * Voids all events of a sensor in a span, as one write (D5). The readings in the span that made them are voided with them:
 * they stay what the next ones are compared with, and are not counted when readings are judged again. A register (D32) has
 * its events at a line, and a line has those of its registers.
 *
 * @throws HeadcountError `not-found` if the sensor does not exist; `invalid` if the span has no length; `conflict` if it
 * has too many readings
 */
export function voidSpan(
  change: Voiding,
  { serialNumber, from, to }: SensorSpan,
  isDryRun: boolean,
): Promise<VoidedRows> {
  if (to <= from) throw invalid("end_time", "must be after start_time");
  const { events, journal, lines } = change;
  return journal.transact(change, async (draft) => {
    const { catalog } = draft;
    const sensor = catalog.sensorBySerial(serialNumber);
    const corrections: Pick<LogRecord, "voided" | "readings">[] = [
      { voided: await events.eventsToVoid({ sensorKey: sensor.key, from, to }) },
      { voided: voidedOf(await eventsAtLines(change, sensor, { from, to })) },
    ];
    const sensors = new Set<string>();
    for (const register of [sensor, ...registersOf(catalog, sensor)]) {
      const isOwn = ({ from }: StoredReading) =>
        register === sensor || (from !== null && countsFor(catalog, sensor, register, from));
      const revised = (await readingsIn(change, register, { from, to }))
        .filter((reading) => isCounted(reading) && isOwn(reading))
        .map((reading) => ({ ...reading, ...VOIDED }));
      const line = lines.of(register.key);
      if (line === null || revised.length === 0) continue;
      sensors.add(register.serialNumber);
      corrections.push({
        readings: { rows: [], revised, lines: [{ ...line, revision: line.revision + 1 }] },
      });
    }
    const { voided, readings } = joinCorrections(corrections);
    const figures = { events: voided?.ids.length ?? 0, readings: readings?.revised?.length ?? 0 };
    if (figures.events > 0) sensors.add(serialNumber);
    if (!isDryRun && sensors.size > 0) {
      const span = { start_time: { to: formatInstant(from) }, end_time: { to: formatInstant(to) } };
      const changes = { events: { to: figures.events }, ...span };
      const resourceId = `snr_${sensor.id}`;
      const entry = { action: "void", resourceType: "sensor", resourceId, changes } as const;
      draft.save({ audit: draft.auditEntries({}, [entry]) });
      draft.add({
        ...(voided !== undefined && { voided, notifications: loadNotifications(draft) }),
        ...(readings !== undefined && { readings }),
      });
    }
    return { ...figures, changed: 0, sensors: [...sensors].sort() };
  });
}

/** The events in a span that readings of a register have made at its lines. */
async function eventsAtLines(
  { catalog, events }: Voiding,
  register: Sensor,
  { from, to }: ReadingSpan,
): Promise<LoggedEvent[]> {
  const keys = lineKeysOf(catalog, register).filter((key) => key !== register.key);
  const found = keys.length === 0 ? [] : await events.eventsOfReadings(keys, from);
  return found.filter(
    ({ timestamp, eventId }) => timestamp < to && crossingOf(eventId ?? "")?.register === register.key,
  );
}

/** The readings of a sensor in a span. */
async function readingsIn(
  { readings }: Voiding,
  { key }: Sensor,
  { from, to }: ReadingSpan,
): Promise<readonly StoredReading[]> {
  const page = { start: from, end: Math.min(to, INSTANT_MAX), order: "ASC", offset: 0 } as const;
  const { total, items } = await readings.readings(key, { ...page, limit: REJUDGED_READINGS_MAX });
  if (total > REJUDGED_READINGS_MAX)
    throw conflict(
      "too-many-readings",
      `the sensor has more than ${REJUDGED_READINGS_MAX} readings in this span; void it in parts`,
    );
  return items;
}

/** What becomes of a reading whose events are voided. */
const VOIDED = { result: "voided", counted: { in: 0, out: 0 }, note: "voided with its events" } as const;

function isCounted({ counted }: StoredReading): boolean {
  return counted.in + counted.out > 0;
}

function serialsOf({ catalog }: Draft, keys: ReadonlySet<number>): string[] {
  return [...keys].flatMap((key) => catalog.sensorsByKey.first(key)?.serialNumber ?? []).sort();
}
