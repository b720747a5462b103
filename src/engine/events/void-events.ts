import { getOrInsert, groupBy } from "../../domain/collections.ts";
import { invalid } from "../../domain/errors.ts";
import { DAY_MS, formatInstant, INSTANT_MAX } from "../../domain/instant.ts";
import { REJUDGED_READINGS_MAX } from "../../domain/limits.ts";
import type { Import, Sensor } from "../../domain/resources.ts";
import { crossingOf, type ReadingSpan } from "../../readings/spread.ts";
import { findChange } from "../../series/run-block.ts";
import type { Bindings } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Engine } from "../engine.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { loadNotifications } from "../live/notifications.ts";
import type { FoundEvents, LoggedEvent, RunReader, StoredReading, VoidedEvents } from "../ports.ts";
import {
  addCorrections,
  type Corrections,
  joinCorrections,
  uncounted,
  voidedOf,
} from "../readings/corrected-events.ts";
import { countsFor, lineKeysOf, registersOf } from "../readings/counting-settings.ts";
import { VOIDED_NOTE } from "../readings/decide-readings.ts";
import { type ChangedReading, judgeAgain, readingsIn } from "../readings/judge-again.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";

/** The user who takes events back, and the parts of the engine that find them. */
export type Voiding = CatalogChange & Pick<Engine, "events" | "notifier" | "readings" | "lines">;
export interface VoidedRows {
  /** Events that count no more. */
  readonly events: number;
  readonly readings: number;
  /** Other readings of which something else has become. */
  readonly changed: number;
  /** Events that these count now. */
  readonly added: number;
  readonly others: ReturnType<typeof othersOf>;
  readonly spaces: readonly ChangedPassages[];
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
    const pacer = new Pacer();
    const found: Import = catalog.find("import", id);
    const own = await events.eventsToVoid(found);
    const passages = passageChanges(catalog, change.notifier.bindings);
    await passages.addAll(own, -1, pacer);
    const corrections: Corrections[] = [{ voided: foundOf(own) }];
    const keys = new Set(own.sensorKeys);
    const others: ChangedReading[] = [];
    const sensors = new MadeSensors(draft);
    let voidedReadings = 0;
    for (const [sensorKey, since] of await readings.sensorsOfImport(id)) {
      const [sensor, line] = [catalog.sensorsByKey.first(sensorKey), lines.of(sensorKey)];
      if (sensor === undefined || line === null) continue;
      keys.add(sensorKey);
      const settings = catalog.countingsOfSensor.of(sensor.id);
      const order = { sensor, line, settings, since, now, voided: found };
      const judged = await judgeAgain(change, order, sensors);
      corrections.push(judged.parts);
      others.push(...judged.changes);
      for (const event of judged.old) passages.add(event, -1);
      await passages.addAll(judged.made, 1, pacer);
      voidedReadings += (judged.parts.readings?.revised?.length ?? 0) - judged.changed;
    }
    const parts = joinCorrections(corrections);
    const spaces = await passages.totals(events);
    if (!isDryRun) addCorrections(draft, parts, sensors, { put: { import: [{ ...found, voidedAt: now }] } });
    return {
      events: parts.voided?.ids.length ?? 0,
      readings: voidedReadings,
      changed: others.length,
      added: parts.load?.events ?? 0,
      others: othersOf(catalog, others),
      spaces,
      sensors: [...keys].flatMap((key) => catalog.sensorsByKey.first(key)?.serialNumber ?? []).sort(),
    };
  });
}

function foundOf({ ids, sensorKeys }: FoundEvents): VoidedEvents {
  return { ids, sensorKeys: [...new Set(sensorKeys)] };
}

/**
 * Other readings by what they came with, null for no import, and how many more people they count since something is taken
 * back; fewer are below 0.
 */
function othersOf(catalog: Pick<Catalog, "imports">, changes: readonly ChangedReading[]) {
  return Array.from(
    groupBy(changes, ({ importId }) => importId),
    ([importId, ofImport]) => {
      const sum = (kind: "in" | "out") =>
        ofImport.reduce((more, { before, after }) => more + after[kind] - before[kind], 0);
      const found = importId === null ? null : (catalog.imports.get(importId) ?? null);
      return { import: found, readings: ofImport.length, in: sum("in"), out: sum("out") };
    },
  );
}

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
  const until = Math.min(to, INSTANT_MAX);
  const tooMany = `the sensor has more than ${REJUDGED_READINGS_MAX} readings in this span; void it in parts`;
  return journal.transact(change, async (draft) => {
    const { catalog } = draft;
    const sensor = catalog.sensorBySerial(serialNumber);
    const own = await events.eventsToVoid({ sensorKey: sensor.key, from, to });
    const atLines = await eventsAtLines(change, sensor, { from, to });
    const corrections: Corrections[] = [{ voided: foundOf(own) }, { voided: voidedOf(atLines) }];
    const passages = passageChanges(catalog, change.notifier.bindings);
    await passages.addAll(own, -1, new Pacer());
    for (const event of atLines) passages.add(event, -1);
    const sensors = new Set<string>();
    for (const register of [sensor, ...registersOf(catalog, sensor)]) {
      const isToVoid = ({ from, counted }: StoredReading) =>
        counted.in + counted.out > 0 &&
        (register === sensor || (from !== null && countsFor(catalog, sensor, register, from)));
      const revised = (await readingsIn(change.readings, register, { from, to: until }, tooMany))
        .filter(isToVoid)
        .map((reading) => uncounted(reading, "voided", VOIDED_NOTE));
      const line = lines.of(register.key);
      if (line === null || revised.length === 0) continue;
      sensors.add(register.serialNumber);
      corrections.push({
        readings: { rows: [], revised, lines: [{ ...line, revision: line.revision + 1 }] },
      });
    }
    const { voided, readings } = joinCorrections(corrections);
    const figures = { events: voided?.ids.length ?? 0, readings: readings?.revised?.length ?? 0 };
    const spaces = await passages.totals(events);
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
    return { ...figures, changed: 0, added: 0, others: [], spaces, sensors: [...sensors].sort() };
  });
}

/** The events in a span that readings of a register have made at its lines. */
async function eventsAtLines(
  { catalog, events }: Voiding,
  register: Sensor,
  { from, to }: ReadingSpan,
): Promise<LoggedEvent[]> {
  const keys = lineKeysOf(catalog, register).filter((key) => key !== register.key);
  const found = keys.length === 0 ? [] : await events.eventsOfReadings(keys, { from, to });
  return found.filter(({ eventId }) => crossingOf(eventId ?? "")?.register === register.key);
}

/** Entrances and exits of a space, in people, in the time of the events that a change adds or voids. */
export interface ChangedPassages {
  readonly spaceId: bigint;
  readonly entrances: Record<"from" | "to", number>;
  readonly exits: Record<"from" | "to", number>;
}

/** Sums the events that a change adds and voids, by the spaces that they count for (D4). */
function passageChanges({ sensorsByKey }: Catalog, bindings: Bindings) {
  const bySpace = new Map<bigint, Passages>();
  let first = Infinity;
  let last = -Infinity;

  /** @param sign 1 if the event is added, -1 if it is voided */
  const add = (
    { sensorKey, timestamp, trajectory }: Omit<LoggedEvent, "id" | "eventId">,
    sign: 1 | -1,
  ): void => {
    const sensor = sensorsByKey.first(sensorKey);
    if (sensor === undefined) return;
    first = Math.min(first, timestamp);
    last = Math.max(last, timestamp);
    for (const { spaceId, direction } of bindings.effectsOf(sensor, timestamp, trajectory))
      getOrInsert(bySpace, spaceId, nothing)[direction === 1 ? "entrances" : "exits"] += sign;
  };
  const addAll = async (
    { length, sensorKeys, timestamps, trajectories }: Omit<FoundEvents, "ids">,
    sign: 1 | -1,
    pacer: Pacer,
  ): Promise<void> => {
    for (let row = 0; row < length; row++) {
      const [sensorKey = 0, timestamp = 0] = [sensorKeys[row], timestamps[row]];
      add({ sensorKey, timestamp, trajectory: trajectories[row] === 1 ? 1 : -1 }, sign);
      if (pacer.isDue(row)) await pacer.pause();
    }
  };
  /** What becomes of the passages of each space, from the first event to the last. */
  const totals = async (runs: Pick<RunReader, "runs">): Promise<ChangedPassages[]> => {
    const changed = [...bySpace].sort(([a], [b]) => (a < b ? -1 : 1));
    const counted = new Map<bigint, Passages>();
    if (changed.length > 0) {
      const [firstDay, lastDay] = [Math.floor(first / DAY_MS), Math.floor(last / DAY_MS)];
      const ids = changed.map(([id]) => id);
      for await (const { spaceId, dayStart, changes } of runs.runs(ids, firstDay, lastDay + 1)) {
        const passages = getOrInsert(counted, spaceId, nothing);
        const end = findChange(changes, last + 1 - dayStart);
        for (let i = findChange(changes, first - dayStart); i < end; i++)
          passages[(changes[i] as number) & 1 ? "entrances" : "exits"]++;
      }
    }
    return changed.map(([spaceId, more]) => {
      const from = counted.get(spaceId) ?? nothing();
      const changedBy = (kind: keyof Passages) => ({ from: from[kind], to: from[kind] + more[kind] });
      return { spaceId, entrances: changedBy("entrances"), exits: changedBy("exits") };
    });
  };
  return { add, addAll, totals };
}

type Passages = Record<"entrances" | "exits", number>;

const nothing = (): Passages => ({ entrances: 0, exits: 0 });
