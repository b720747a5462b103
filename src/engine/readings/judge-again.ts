import { lineOf } from "../../domain/device-line.ts";
import { conflict, must } from "../../domain/errors.ts";
import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { REJUDGED_EVENTS_MAX, REJUDGED_READINGS_MAX } from "../../domain/limits.ts";
import type { TimedReading } from "../../domain/reading.ts";
import type { CountingSpan, Import, Sensor } from "../../domain/resources.ts";
import { crossingOf, type Passages } from "../../readings/spread.ts";
import type { Direction, Mark } from "../../readings/totals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { asEvents } from "../event-columns.ts";
import type { EventStore, Line, LoggedEvent, LogRecord, ReadingStore, StoredReading } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { correctedEvents } from "./corrected-events.ts";
import { COUNTING_DEFAULTS } from "./counting-settings.ts";
import { ReadingsDecision } from "./decide-readings.ts";

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
    lines: { of: () => start },
    readings: { find: async () => [] },
  };
  // Readings that were voided with their events stay what the next ones are compared with.
  const silent = new Set(stored.flatMap(({ result }, index) => (result === "voided" ? [index] : [])));
  const options = { now, eventsMax: REJUDGED_EVENTS_MAX, isDecided: true, silent };
  const decision = new ReadingsDecision(overlay, options);
  const { decided, reports } = await decision.decide(
    stored.map((reading) => timedReading(sensor, reading)),
    new Pacer(),
  );
  if (decided.length < stored.length) throw tooMany("events", REJUDGED_EVENTS_MAX);
  const judged = decision.stored([sensor]);
  const old = await eventsSince(parts, order, start, since);
  const rows = stored.map(({ number, receivedAt, importId }, index) => {
    return { ...must(judged.rows[index], "reading"), number, receivedAt, importId };
  });
  const changed = rows.filter((row, index) => !isSame(row, must(stored[index], "reading")));
  const lines = judged.lines.length > 0 ? judged.lines : [start];
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
        lines: lines.map((each) => settled(each, line)),
      },
    },
  };
}

/** The readings since an instant that can be judged, in the order of arrival. */
async function readingsSince(
  { readings }: JudgingParts,
  { key }: Sensor,
  since: number,
): Promise<StoredReading[]> {
  const page = {
    start: since,
    end: INSTANT_MAX,
    order: "ASC",
    offset: 0,
    limit: REJUDGED_READINGS_MAX,
  } as const;
  const { total, items } = await readings.readings(key, page);
  if (total > REJUDGED_READINGS_MAX) throw tooMany("readings", REJUDGED_READINGS_MAX);
  return items
    .filter(({ result }) => result !== "refused" && result !== "withdrawn")
    .toSorted((a, b) => a.number - b.number);
}

function tooMany(what: string, max: number) {
  return conflict(
    "too-many-readings",
    `the sensor has more than ${max} ${what} since this instant; choose a later effective_from`,
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
    after.find((reading) => reading[direction] !== null && !UNMOVING.has(reading.result))?.number ?? Infinity;
  const firstAfter = { in: firstOf("in"), out: firstOf("out") };
  const marks = new Map<Direction, Mark>();
  let intervalsEnd = -Infinity;
  for (let offset = 0; ; offset += PAGE) {
    const page = { start: INSTANT_MIN, end: before, order: "DESC", offset, limit: PAGE } as const;
    const { items } = await readings.readings(line.sensorKey, page);
    for (const { from, to, result, number, ...reading } of items) {
      if (from === null || UNMOVING.has(result)) continue;
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
  const marksOf = (direction: Direction) => [marks.get(direction)].filter((mark) => mark !== undefined);
  return {
    ...line,
    totals: { in: marksOf("in"), out: marksOf("out"), backwards: [], suspended: null },
    intervalsEnd,
    revision: line.revision + 1,
  };
}

/** Results of readings that do not move the mark of their line. */
const UNMOVING: ReadonlySet<StoredReading["result"]> = new Set([
  "duplicate",
  "late",
  "conflict",
  "refused",
  "withdrawn",
]);

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
    totals: { ...totals, in: totals.in.slice(-1), out: totals.out.slice(-1), backwards: [] },
  };
}

/** The events that the readings since an instant made. @param line as it was before that instant */
async function eventsSince(
  { catalog, events }: JudgingParts,
  { sensor, voided }: JudgingOrder,
  { kind, totals }: Line,
  since: number,
): Promise<LoggedEvent[]> {
  const { serialNumber, id, key } = sensor;
  const settings = [COUNTING_DEFAULTS, ...catalog.countingsOfSensor.of(id)];
  const serials = new Set(settings.map((each) => lineOf(serialNumber, each)));
  const keys = [...serials].flatMap((serial) => catalog.sensorsBySerial.first(serial)?.key ?? []);
  const start = Math.min(since, ...[...totals.in, ...totals.out].map(({ at }) => at));
  const found = await events.eventsOfReadings(keys, start, voided ?? undefined);
  return found.filter(({ sensorKey, eventId }) => {
    const crossing = crossingOf(eventId ?? "");
    if (crossing === null || crossing.register !== (sensorKey === key ? 0 : key)) return false;
    // The time of totals is the end of their span, and that of an interval is its start.
    return (kind === "interval" ? crossing.from : crossing.to) >= since;
  });
}

function timedReading({ serialNumber }: Sensor, reading: StoredReading): TimedReading {
  const { kind, from, to, in: entered, out, coverage, width, isBoot, isUndirected } = reading;
  const at = must(from, "time of a reading");
  if (kind === "interval" && to !== null)
    return { kind, serialNumber, from: at, to, in: entered, out, coverage, isUndirected };
  return { kind: "total", serialNumber, at, inTotal: entered, outTotal: out, width, isBoot, isUndirected };
}

function isSame(a: StoredReading, b: StoredReading): boolean {
  return (
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
