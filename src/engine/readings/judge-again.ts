import { conflict, must } from "../../domain/errors.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN, SECOND_MS } from "../../domain/instant.ts";
import { REJUDGED_EVENTS_MAX, REJUDGED_READINGS_MAX } from "../../domain/limits.ts";
import { toLocal } from "../../domain/local-time.ts";
import {
  type AliveReading,
  type Reading,
  type RefusedReading,
  type TimedReading,
  UNMOVING_RESULTS,
} from "../../domain/reading.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { type AcceptedTimes, latestTimestamp } from "../../domain/sensor-report.ts";
import { UNSEEN_MS_MAX } from "../../readings/judge-total.ts";
import {
  crossingOf,
  NO_PASSAGES,
  type Passages,
  type ReadingSpan,
  sumOfPassages,
} from "../../readings/spread.ts";
import { asEvents } from "../event-columns.ts";
import type { Line, LoggedEvent, StoredReading } from "../ports.ts";
import type { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import { acceptReading } from "./accepted-reading.ts";
import { type Corrections, correctedEvents, uncounted } from "./corrected-events.ts";
import { eventsOf } from "./counted-readings.ts";
import { countingAt, lineKeysOf } from "./counting-settings.ts";
import { ReadingsDecision } from "./decide-readings.ts";
import type { JudgingOrder, JudgingParts } from "./judging-order.ts";
import { endOfFirstTotals, inOrder, lineBefore, settledLine } from "./line-before.ts";
import { isOfHistory } from "./lines.ts";

/** What has become of readings that have been judged again, and what the change stores. */
export type JudgedAgain = Awaited<ReturnType<typeof judgeAgain>>;

/** A stored reading of which something else has become, and what it counts then, in people. */
export type ChangedReading = JudgedAgain["changes"][number];

/**
 * Judges the readings of a sensor again, from an instant on (D32). No line is suspended for what it has sent: an operator
 * has looked at it.
 *
 * @param sensors those that are registered with the same change
 * @throws HeadcountError `conflict` if there are too many readings or events for one change
 */
export async function judgeAgain(
  parts: JudgingParts,
  order: JudgingOrder,
  { keyOf }: Pick<MadeSensors, "keyOf">,
) {
  const { old, counted, stored, ...judged } = await judgeLine(parts, order);
  const made = asEvents(await eventsOf(counted, [], new Pacer()), keyOf);
  const corrections: Corrections = { ...correctedEvents(old, made), readings: stored };
  return { ...judged, old, made, parts: corrections };
}

/** Judges readings again as `judgeAgain` does. What is counted is not made into events. */
export async function judgeLine(parts: JudgingParts, order: JudgingOrder) {
  const { catalog, events } = parts;
  const { sensor, line, settings, now, voided } = order;
  const since = Math.max(order.since, events.logStart(), INSTANT_MIN);
  const until = await endOfHistory(parts.readings, order);
  const problem = tooMany(sensor, "readings", REJUDGED_READINGS_MAX);
  const inSpan = await readingsIn(parts.readings, sensor, { from: since, to: until }, problem);
  const found = inSpan.filter(({ result, timeZone }) =>
    // Local times may be right in another zone.
    result === "refused" ? timeZone !== null : result !== "withdrawn",
  );
  // What was late arrived after readings that are not in the span: it stays so.
  const all = until === INSTANT_MAX ? found : found.filter(({ result }) => !UNMOVING_RESULTS.has(result));
  const isLost = ({ importId }: StoredReading) => voided !== null && importId === voided.id;
  const lost = all.filter(isLost);
  const stored = inOrder(line, [...all.filter((reading) => !isLost(reading)), ...addedTo(line, order)]);
  const start = await lineBefore(parts.readings, line, since, stored);
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
  const times = { earliest: INSTANT_MIN, logStart: events.logStart(), latest: latestTimestamp(now) };
  const readings = stored.map((reading, index) => {
    const timed = timedReading(sensor, reading);
    const from = timed.kind === "total" ? timed.at : timed.from;
    const again = readAgain(timed, countingAt(overlay.catalog, sensor, from), times);
    return "reason" in again && silent.has(index) ? timed : again;
  });
  const options = { now, eventsMax: REJUDGED_EVENTS_MAX, isDecided: true, silent };
  const decision = new ReadingsDecision(overlay, options);
  const { decided, counted } = await decision.judge(readings, new Pacer());
  if (decided.length < stored.length)
    throw conflict("too-many-readings", tooMany(sensor, "events", REJUDGED_EVENTS_MAX));
  const judged = decision.stored([sensor]);
  const old = await eventsOfJudged(parts, order, until, all);
  const rows = stored.map((reading, index) => {
    const given = must(readings[index], "reading");
    const { result, counted: people, note } = must(judged.rows.at(index), "reading");
    return { ...reading, ...("kind" in given && storedAs(given)), result, counted: people, note };
  });
  const isNew = ({ number }: StoredReading) => number > line.readings;
  const changed = rows.filter((row, index) => !isNew(row) && !isSame(row, must(stored[index], "reading")));
  const countedBefore = new Map(stored.map(({ number, counted }) => [number, counted]));
  const before = sumOf(stored);
  const ofOthers = sumOf(rows.filter((row) => !isNew(row)));
  const [after = start] = [...judged.lines, ...(judged.derived ?? [])];
  return {
    readings: stored.length,
    changed: changed.length,
    changes: changed.map(({ number, importId, counted: after }) => ({
      importId,
      before: countedBefore.get(number) ?? NO_PASSAGES,
      after,
    })),
    before,
    after: sumOf(rows),
    old,
    counted,
    // How much more the others count by totals that were added.
    later: { in: ofOthers.in - before.in, out: ofOthers.out - before.out },
    added: decided.filter((_, index) => isNew(must(rows[index], "reading"))),
    stored: {
      rows: rows.filter(isNew),
      revised: [...changed, ...lost.map(withdrawn)],
      lines: [settledLine(after, order, { stored, rows, isHistory: until < INSTANT_MAX })],
    },
  };
}

/**
 * The end of the readings, in ms: with totals from before the line's first ones, only those until then are judged. An import
 * that has been taken back meanwhile may have had the first ones.
 */
async function endOfHistory(
  readings: JudgingParts["readings"],
  { line, added }: JudgingOrder,
): Promise<number> {
  const isHistory = added?.readings.every(({ at }) => isOfHistory(line, at)) === true;
  return isHistory ? (await endOfFirstTotals(readings, line)) + 1 : INSTANT_MAX;
}

/**
 * The readings of a sensor in a span, as many as one change may have.
 *
 * @param problem says what to do if there are more
 * @throws HeadcountError `conflict` then
 */
export async function readingsIn(
  readings: JudgingParts["readings"],
  { key }: Sensor,
  { from, to }: ReadingSpan,
  problem: string,
): Promise<readonly StoredReading[]> {
  const page = { start: from, end: to, order: "ASC", offset: 0, limit: REJUDGED_READINGS_MAX } as const;
  const { total, items } = await readings.readings(key, page);
  if (total > REJUDGED_READINGS_MAX) throw conflict("too-many-readings", problem);
  return items;
}

function addedTo({ sensorKey, readings }: Line, { added, now: receivedAt }: JudgingOrder): StoredReading[] {
  if (added === undefined) return [];
  const { importId } = added;
  return added.readings.map((reading, index) => ({
    ...storedAs(reading),
    sensorKey,
    number: readings + index + 1,
    importId,
    receivedAt,
    result: "late",
    counted: NO_PASSAGES,
    note: null,
  }));
}

function withdrawn(reading: StoredReading): StoredReading {
  return uncounted(reading, "withdrawn", "the import that it came with has been taken back");
}

function tooMany({ serialNumber }: Sensor, what: string, max: number): string {
  const sensor = `sensor ${JSON.stringify(serialNumber)}`;
  return `${sensor} has more than ${max} ${what} since this instant; choose a later effective_from`;
}

/**
 * The events that readings have made. Events of readings that are not stored here stay: they have come with
 * a file of events.
 */
async function eventsOfJudged(
  { catalog, events }: JudgingParts,
  { sensor, line, since, voided }: JudgingOrder,
  until: number,
  judged: readonly StoredReading[],
): Promise<LoggedEvent[]> {
  const { key } = sensor;
  const endsOf = (kind: StoredReading["kind"]) =>
    new Set(judged.filter((each) => each.kind === kind).map(({ from, to }) => to ?? from));
  const [totals, intervals] = [endsOf("total"), endsOf("interval")];
  // The first totals may be of the end of the last interval before them: they count nothing but crossings of that instant.
  const isCountedBy = ({ from, to }: ReadingSpan) =>
    intervals.has(to) || (totals.has(to) && (to > line.intervalsEnd || from === to));
  // Whatever a reading was compared with: its crossings are in the time that one can count, or in the second after it.
  const span = { from: Math.max(0, since - UNSEEN_MS_MAX), to: Math.min(until + SECOND_MS, INSTANT_MAX) };
  const found = await events.eventsOfReadings(lineKeysOf(catalog, sensor), span, voided ?? undefined);
  return found.filter(({ sensorKey, eventId }) => {
    const crossing = crossingOf(eventId ?? "");
    return crossing !== null && isCountedBy(crossing) && crossing.register === (sensorKey === key ? 0 : key);
  });
}

const JUDGED_FIELDS = ["from", "to", "timeZone", "result", "note"] as const;

function isSame(a: StoredReading, b: StoredReading): boolean {
  const isCountedAlike = a.counted.in === b.counted.in && a.counted.out === b.counted.out;
  return isCountedAlike && JUDGED_FIELDS.every((field) => a[field] === b[field]);
}

function sumOf(readings: readonly StoredReading[]): Passages {
  return sumOfPassages(readings.map(({ counted }) => counted));
}

function storedAs(reading: TimedReading) {
  const { kind, isUndirected, timeZone } = reading;
  const fixed = { kind, isUndirected, timeZone };
  if (kind === "interval") {
    const { from, to, in: entered, out, coverage } = reading;
    return { ...fixed, from, to, in: entered, out, coverage, width: null, isBoot: false };
  }
  const { at, inTotal, outTotal, width, isBoot } = reading;
  return { ...fixed, from: at, to: null, in: inTotal, out: outTotal, coverage: null, width, isBoot };
}

function timedReading({ serialNumber }: Sensor, reading: StoredReading): TimedReading {
  const { kind, from, to, in: entered, out, coverage, width, isBoot, isUndirected, timeZone } = reading;
  const at = must(from, "time of a reading");
  if (kind === "interval" && to !== null)
    return { kind, serialNumber, from: at, to, in: entered, out, coverage, isUndirected, timeZone };
  const totals = { inTotal: entered, outTotal: out, width, isBoot, isUndirected };
  return { kind: "total", serialNumber, at, ...totals, timeZone };
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
