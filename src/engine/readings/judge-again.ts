import { conflict, must } from "../../domain/errors.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { REJUDGED_EVENTS_MAX, REJUDGED_READINGS_MAX } from "../../domain/limits.ts";
import { toLocal } from "../../domain/local-time.ts";
import {
  type AliveReading,
  type Reading,
  type RefusedReading,
  type TimedReading,
  UNMOVING_RESULTS,
} from "../../domain/reading.ts";
import type { CountingSettings, CountingSpan, Import, Sensor } from "../../domain/resources.ts";
import { type AcceptedTimes, latestTimestamp } from "../../domain/sensor-report.ts";
import { lastMark, type Mark, onlyMark } from "../../readings/marks.ts";
import { crossingOf, type Passages } from "../../readings/spread.ts";
import type { Direction } from "../../readings/totals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { asEvents } from "../event-columns.ts";
import type { EventStore, Line, LoggedEvent, LogRecord, ReadingStore, StoredReading } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { acceptReading } from "./accepted-reading.ts";
import { correctedEvents } from "./corrected-events.ts";
import { countingAt } from "./counting-settings.ts";
import { ReadingsDecision } from "./decide-readings.ts";
import { lineKeysOf } from "./registers.ts";

/** The parts of an engine that judge readings again. */
export interface JudgingParts {
  readonly catalog: Pick<Catalog, "sensorsBySerial" | "countingsOfSensor">;
  readonly events: Pick<EventStore, "eventsOfReadings" | "logStart">;
  readonly readings: Pick<ReadingStore, "readings">;
}

/** Readings to be judged again. */
export interface JudgingOrder {
  readonly sensor: Sensor;
  /** The line of the sensor. */
  readonly line: Line;
  /** The settings of the sensor from now on. */
  readonly settings: readonly CountingSpan[];
  /** The instant from which on, in ms. */
  readonly since: number;
  /** When they are judged, in ms. */
  readonly now: number;
  /** An import whose readings and events count no more; null if there is none. */
  readonly voided: Pick<Import, "id" | "firstIds" | "lastIds"> | null;
  /** The key of the sensor with a serial number, which may be registered with the same change. */
  readonly keyOf: (serialNumber: string) => number;
}

/** What has become of readings that have been judged again. */
export interface JudgedAgain {
  /** How many have been judged. */
  readonly readings: number;
  /** Of how many something else has become. */
  readonly changed: number;
  /** What they counted, in people. */
  readonly before: Passages;
  readonly after: Passages;
  /** What the change stores. */
  readonly parts: Pick<LogRecord, "part" | "load" | "voided" | "readings">;
}

/**
 * Judges the readings of a sensor again, from an instant on (D32). No line is suspended for what it has sent: an operator
 * has looked at it.
 *
 * @throws HeadcountError `conflict` if there are too many readings or events for one change
 */
export async function judgeAgain(parts: JudgingParts, order: JudgingOrder): Promise<JudgedAgain> {
  const { catalog, events } = parts;
  const { sensor, line, settings, now, keyOf, voided } = order;
  const since = Math.max(order.since, events.logStart(), INSTANT_MIN);
  const all = await readingsSince(parts, sensor, since);
  const isLost = ({ importId }: StoredReading) => voided !== null && importId === voided.id;
  const stored = all.filter((reading) => !isLost(reading));
  const lost = all.filter(isLost);
  const start = await lineBefore(parts, line, since, all);
  const overlay = {
    catalog: {
      sensorsBySerial: catalog.sensorsBySerial,
      countingsOfSensor: {
        of: (id: bigint) => (id === sensor.id ? [...settings] : catalog.countingsOfSensor.of(id)),
      },
    },
    events,
    lines: { of: () => start, storedEvery: Infinity },
    readings: { find: async () => [] },
  };
  // Readings that were voided with their events stay what the next ones are compared with.
  const silent = new Set(stored.flatMap(({ result }, index) => (result === "voided" ? [index] : [])));
  const refused = new Map<number, string>();
  const times = { earliest: INSTANT_MIN, logStart: events.logStart(), latest: latestTimestamp(now) };
  const readings = stored.map((reading, index) => {
    const timed = timedReading(sensor, reading);
    const again = readAgain(timed, countingAt(overlay.catalog, sensor, startOf(timed)), times);
    if (!("reason" in again)) return again;
    if (!silent.has(index)) refused.set(index, again.reason);
    return timed;
  });
  const options = { now, eventsMax: REJUDGED_EVENTS_MAX, isDecided: true, silent, refused };
  const decision = new ReadingsDecision(overlay, options);
  const { decided, reports } = await decision.decide(readings, new Pacer());
  if (decided.length < stored.length) throw tooMany(sensor, "events", REJUDGED_EVENTS_MAX);
  const judged = decision.stored([sensor]);
  const ends = new Set(all.map(({ from, to }) => to ?? must(from, "time of a reading")));
  const old = await eventsSince(parts, order, {
    start: Math.min(since, start.totals.in[0] ?? since, start.totals.out[0] ?? since),
    ends,
  });
  const rows = stored.map(({ number, receivedAt, importId }, index) => {
    return { ...must(judged.rows.at(index), "reading"), number, receivedAt, importId };
  });
  const changed = rows.filter((row, index) => !isSame(row, must(stored[index], "reading")));
  const [after = start] = [...judged.lines, ...(judged.derived ?? [])];
  return {
    readings: stored.length,
    changed: changed.length,
    before: sumOf(stored),
    after: sumOf(rows),
    parts: {
      ...correctedEvents(old, asEvents(reports, keyOf)),
      readings: {
        rows: [],
        revised: [...changed, ...lost.map((reading) => ({ ...reading, ...WITHDRAWN }))],
        lines: [settled(after, line)],
      },
    },
  };
}

/** The readings since an instant that can be judged, in the order of arrival. */
async function readingsSince(
  { readings }: JudgingParts,
  sensor: Sensor,
  since: number,
): Promise<StoredReading[]> {
  const page = {
    start: since,
    end: INSTANT_MAX,
    order: "ASC",
    offset: 0,
    limit: REJUDGED_READINGS_MAX,
  } as const;
  const { total, items } = await readings.readings(sensor.key, page);
  if (total > REJUDGED_READINGS_MAX) throw tooMany(sensor, "readings", REJUDGED_READINGS_MAX);
  return items
    .filter(({ result, timeZone }) =>
      // Local times may be right in another zone.
      result === "refused" ? timeZone !== null : result !== "withdrawn",
    )
    .toSorted((a, b) => a.number - b.number);
}

function tooMany({ serialNumber }: Sensor, what: string, max: number) {
  return conflict(
    "too-many-readings",
    `sensor ${JSON.stringify(serialNumber)} has more than ${max} ${what} since this instant; choose a later effective_from`,
  );
}

/** How many readings are read at once to find the last ones before an instant. */
const PAGE = 200;

/**
 * The line as it was before an instant: the last totals of each direction, or the end of the last interval.
 *
 * @param after its readings since then: totals that arrived after one of these were late in the directions that it has,
 * also if they began to count the other one
 */
async function lineBefore(
  { readings }: JudgingParts,
  line: Line,
  before: number,
  after: readonly StoredReading[],
): Promise<Line> {
  const directions = (["in", "out"] as const).filter((direction) => line.totals[direction].length > 0);
  const firstOf = (direction: Direction) =>
    after.find((reading) => reading[direction] !== null && !UNMOVING_RESULTS.has(reading.result))?.number ??
    Infinity;
  const firstAfter = { in: firstOf("in"), out: firstOf("out") };
  const marks = new Map<Direction, Mark>();
  let intervalsEnd = -Infinity;
  for (let offset = 0; ; offset += PAGE) {
    const page = { start: INSTANT_MIN, end: before, order: "DESC", offset, limit: PAGE } as const;
    const { items } = await readings.readings(line.sensorKey, page);
    for (const { from, to, result, number, ...reading } of items) {
      if (from === null || UNMOVING_RESULTS.has(result)) continue;
      if (to !== null) intervalsEnd = Math.max(intervalsEnd, to);
      for (const direction of directions) {
        const total = reading[direction];
        if (to !== null || total === null || marks.has(direction)) continue;
        if (number < firstAfter[direction]) marks.set(direction, { at: from, total });
      }
    }
    const isFound = line.kind === "interval" ? intervalsEnd > -Infinity : marks.size === directions.length;
    if (isFound || items.length < PAGE) break;
  }
  const marksOf = (direction: Direction) => onlyMark(marks.get(direction) ?? null);
  return {
    ...line,
    totals: { in: marksOf("in"), out: marksOf("out"), backwards: [], suspended: null },
    intervalsEnd,
    revision: line.revision + 1,
  };
}

/** What becomes of a reading whose import is taken back. */
const WITHDRAWN = {
  result: "withdrawn",
  counted: { in: 0, out: 0 },
  note: "the import that it came with has been taken back",
} as const satisfies Partial<StoredReading>;

/** The line after all readings: those that have been judged again do not suspend it with the next one. */
function settled(line: Line, before: Line): Line {
  const { totals } = line;
  const { readings, receivedAt } = before;
  return {
    ...line,
    readings,
    receivedAt,
    totals: {
      ...totals,
      in: onlyMark(lastMark(totals.in)),
      out: onlyMark(lastMark(totals.out)),
      backwards: [],
    },
  };
}

/**
 * The events that the readings since an instant made. Events of readings that are not stored here stay: they have come with
 * a file of events.
 *
 * @param given.start of the earliest span, in ms
 * @param given.ends when the spans of the readings end, in ms
 */
async function eventsSince(
  { catalog, events }: JudgingParts,
  { sensor, voided }: JudgingOrder,
  { start, ends }: { readonly start: number; readonly ends: ReadonlySet<number> },
): Promise<LoggedEvent[]> {
  const { key } = sensor;
  const found = await events.eventsOfReadings(lineKeysOf(catalog, sensor), start, voided ?? undefined);
  return found.filter(({ sensorKey, eventId }) => {
    const crossing = crossingOf(eventId ?? "");
    return crossing !== null && ends.has(crossing.to) && crossing.register === (sensorKey === key ? 0 : key);
  });
}

function timedReading({ serialNumber }: Sensor, reading: StoredReading): TimedReading {
  const { kind, from, to, in: entered, out, coverage, width, isBoot, isUndirected, timeZone } = reading;
  const at = must(from, "time of a reading");
  if (kind === "interval" && to !== null)
    return { kind, serialNumber, from: at, to, in: entered, out, coverage, isUndirected, timeZone };
  const totals = { inTotal: entered, outTotal: out, width, isBoot, isUndirected };
  return { kind: "total", serialNumber, at, ...totals, timeZone };
}

function startOf(reading: TimedReading): number {
  return reading.kind === "total" ? reading.at : reading.from;
}

/** A reading whose local times are read in the zone that the settings have now; it may have none of these times. */
function readAgain(
  reading: TimedReading,
  { timeZone }: CountingSettings,
  times: AcceptedTimes,
): TimedReading | RefusedReading {
  const { timeZone: before } = reading;
  if (before === null || timeZone === null || timeZone === before) return reading;
  const localOf = (instant: number) => ({ local: formatInstant(toLocal(instant, before)).slice(0, -1) });
  const given: Exclude<Reading, AliveReading> =
    reading.kind === "total"
      ? { ...reading, at: localOf(reading.at) }
      : { ...reading, from: localOf(reading.from), to: localOf(reading.to) };
  return acceptReading(given, { times, timeZoneOf: () => timeZone });
}

function isSame(a: StoredReading, b: StoredReading): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.timeZone === b.timeZone &&
    a.result === b.result &&
    a.counted.in === b.counted.in &&
    a.counted.out === b.counted.out &&
    a.note === b.note
  );
}

function sumOf(readings: readonly StoredReading[]): Passages {
  const sum = { in: 0, out: 0 };
  for (const { counted } of readings) {
    sum.in += counted.in;
    sum.out += counted.out;
  }
  return sum;
}
