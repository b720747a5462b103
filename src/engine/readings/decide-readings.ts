import { getOrInsert } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import { READING_EVENTS_MAX } from "../../domain/limits.ts";
import type { ReadingResult } from "../../domain/reading.ts";
import type { Reports } from "../../domain/report-columns.ts";
import type { Sensor } from "../../domain/resources.ts";
import { TextColumnBuilder } from "../../domain/text-column.ts";
import { type Interval, judgeInterval, overlapped } from "../../readings/intervals.ts";
import { crossingId, type Passages, type ReadingSpan, spreadCrossings } from "../../readings/spread.ts";
import { CAP_DEFAULT, judgeTotals, type Totals, type TotalsRules } from "../../readings/totals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore, Line, NewReadings, ReadingStore, ReadingsSpan, StoredReading } from "../ports.ts";
import type { Pacer } from "../yielding.ts";
import type { AcceptedReading, RefusedReading } from "./accepted-reading.ts";
import { type Lines, newLine, type UnkeyedLine } from "./lines.ts";

/** What becomes of a reading. */
export interface DecidedReading {
  readonly result: ReadingResult;
  readonly counted: Passages;
  /** Over which it is spread, or that is unknown; null if there is none. */
  readonly span: ReadingSpan | null;
  readonly note: string | null;
}

/** The parts of an engine that decide readings. */
export interface ReadingParts {
  readonly catalog: { readonly sensorsBySerial: Pick<Catalog["sensorsBySerial"], "first"> };
  readonly events: Pick<EventStore, "logStart">;
  readonly lines: Pick<Lines, "of">;
  readonly readings: Pick<ReadingStore, "find">;
}

/** The readings of one sender: what becomes of the first ones, and the events that these make. */
export interface DecidedBatch {
  readonly reports: Reports;
  /** One for each reading that is decided. The others make too many events for one commit. */
  readonly decided: readonly (DecidedReading | RefusedReading)[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What is known of the readings of one sensor while a commit is decided. */
interface OpenLine extends Mutable<UnkeyedLine> {
  /** Its readings that are not repeated, of this commit and those that were found. */
  readonly knownTotals: Map<number, Totals>;
  readonly knownIntervals: Interval[];
}

/** What a reading has counted, to be spread over its span. */
interface Counted {
  readonly sensor: number;
  readonly span: ReadingSpan;
  readonly passages: Passages;
}

/** The settings of a line. */
const RULES: TotalsRules = { cap: CAP_DEFAULT, width: null, isReversed: false, isReset: () => false };

/** Decides the readings of one commit, in order (D31). */
export class ReadingsDecision {
  readonly #parts: ReadingParts;
  readonly #now: number;
  /** The events of the readings so far. */
  #events = 0;
  readonly #open = new Map<string, OpenLine>();
  /** What is stored; a new sensor has no key yet. */
  readonly #rows: (Omit<StoredReading, "sensorKey"> & { readonly serialNumber: string })[] = [];

  constructor(parts: ReadingParts, now: number) {
    this.#parts = parts;
    this.#now = now;
  }

  /** Finds the stored readings that readings may repeat or overlap. Most are later than all of their sensor. */
  async prepare(readings: readonly AcceptedReading[]): Promise<void> {
    const { catalog, lines, readings: store } = this.#parts;
    const spans: ReadingsSpan[] = [];
    const serials = new Map<number, string>();
    for (const reading of readings) {
      const { serialNumber } = reading;
      const sensor = catalog.sensorsBySerial.first(serialNumber);
      const line = sensor && lines.of(sensor.key);
      if (!line) continue;
      serials.set(line.sensorKey, serialNumber);
      const { sensorKey } = line;
      if (reading.kind === "total" && reading.at <= (line.totals.mark?.at ?? -Infinity))
        spans.push({ sensorKey, from: reading.at, to: reading.at });
      if (reading.kind === "interval" && reading.from < line.intervalsEnd)
        spans.push({ sensorKey, from: reading.from, to: reading.to });
    }
    for (const found of await store.find(spans)) {
      const serialNumber = must(serials.get(found.sensorKey), "serial number");
      this.#remember(this.#lineOf(serialNumber, found.kind), found);
    }
  }

  /** Decides readings until all of the commit make too many events for one. */
  async decide(readings: readonly AcceptedReading[], pacer: Pacer): Promise<DecidedBatch> {
    const serialNumbers: string[] = [];
    const sensors = new Map<string, number>();
    const counted: Counted[] = [];
    const before = this.#events;
    const decided = await this.judge(readings, pacer, READING_EVENTS_MAX);
    for (const [index, outcome] of decided.entries()) {
      if ("refused" in outcome) continue;
      const { serialNumber } = readings[index] as AcceptedReading;
      const sensor = getOrInsert(sensors, serialNumber, () => serialNumbers.push(serialNumber) - 1);
      const { counted: passages, span } = outcome;
      if (span !== null && passages.in + passages.out > 0) counted.push({ sensor, span, passages });
    }
    return { reports: await reportsOf(serialNumbers, counted, this.#events - before, pacer), decided };
  }

  /**
   * Decides readings without their events.
   *
   * @param eventsMax events of the commit after which no further reading is decided
   */
  async judge(
    readings: readonly AcceptedReading[],
    pacer: Pacer,
    eventsMax: number,
  ): Promise<(DecidedReading | RefusedReading)[]> {
    const decided: (DecidedReading | RefusedReading)[] = [];
    for (const [index, reading] of readings.entries()) {
      if (this.#events >= eventsMax) break;
      const outcome = this.#decideOne(this.#lineOf(reading.serialNumber, reading.kind), reading);
      decided.push(outcome);
      if (!("refused" in outcome) && outcome.span !== null)
        this.#events += outcome.counted.in + outcome.counted.out;
      if (pacer.isDue(index)) await pacer.pause();
    }
    return decided;
  }

  /** What is stored. @param sensors those of the readings, which are registered by now */
  stored(sensors: readonly Sensor[]): NewReadings {
    const keys = new Map(sensors.map(({ serialNumber, key }) => [serialNumber, key]));
    const keyOf = (serialNumber: string) => must(keys.get(serialNumber), "sensor");
    const rows = this.#rows.map(({ serialNumber, ...row }) => ({ ...row, sensorKey: keyOf(serialNumber) }));
    const changed = new Set(this.#rows.map(({ serialNumber }) => serialNumber));
    const lines = Array.from(changed, (serialNumber) => {
      const { kind, readings, totals, intervalsEnd } = must(this.#open.get(serialNumber), "line");
      return { sensorKey: keyOf(serialNumber), kind, readings, totals, intervalsEnd };
    });
    return { rows, lines };
  }

  #lineOf(serialNumber: string, kind: Line["kind"]): OpenLine {
    return getOrInsert(this.#open, serialNumber, () => {
      const { catalog, lines } = this.#parts;
      const sensor = catalog.sensorsBySerial.first(serialNumber);
      const line = (sensor && lines.of(sensor.key)) ?? newLine(kind);
      const { readings, totals, intervalsEnd } = line;
      return { kind: line.kind, readings, totals, intervalsEnd, knownTotals: new Map(), knownIntervals: [] };
    });
  }

  #remember({ knownTotals, knownIntervals }: OpenLine, reading: Omit<StoredReading, "sensorKey">): void {
    const { from, to } = reading;
    if (to === null) knownTotals.set(from, { at: from, in: reading.in, out: reading.out });
    else knownIntervals.push({ from, to, in: reading.in, out: reading.out });
  }

  #decideOne(open: OpenLine, reading: AcceptedReading): DecidedReading | RefusedReading {
    if (reading.kind !== open.kind)
      return { refused: `the sensor sends ${PLURALS[open.kind]}, and a line is read in one way` };
    if (reading.kind === "interval") return this.#decideInterval(open, reading);
    const { at, inTotal, outTotal, width, isBoot } = reading;
    const totals = { at, in: inTotal, out: outTotal, width, isBoot };
    const judged = judgeTotals(open.totals, totals, RULES, open.knownTotals.get(at) ?? null);
    const { result, counted, note } = judged;
    // Events from before the log start cannot be stored.
    const logStart = this.#parts.events.logStart();
    const span = judged.span && { ...judged.span, from: Math.max(judged.span.from, logStart) };
    const stored = { ...totals, kind: "total" as const, from: at, to: null, coverage: null };
    this.#store(open, reading.serialNumber, { ...stored, result, counted, note });
    open.totals = judged.line;
    return { result, counted, note, span };
  }

  #decideInterval(open: OpenLine, reading: AcceptedReading & { readonly kind: "interval" }) {
    const { from, to, in: entered, out: left, coverage } = reading;
    const span = { from, to };
    const isLate = from < open.intervalsEnd;
    const other = isLate ? overlapped(span, open.knownIntervals) : null;
    if (other !== null)
      return { refused: "the interval overlaps another one of the sensor that is not the same" };
    const known = isLate
      ? open.knownIntervals.find((each) => each.from === from && each.to === to)
      : undefined;
    const rules = { replaces: false, isReversed: false };
    const { result, counted, note } = judgeInterval(
      { ...span, in: entered, out: left },
      known ?? null,
      rules,
    );
    const values = { in: entered, out: left, coverage, width: null, isBoot: false };
    this.#store(open, reading.serialNumber, { kind: "interval", ...span, ...values, result, counted, note });
    open.intervalsEnd = Math.max(open.intervalsEnd, to);
    return { result, counted, note, span };
  }

  #store(
    open: OpenLine,
    serialNumber: string,
    reading: Omit<StoredReading, "sensorKey" | "number" | "receivedAt">,
  ): void {
    open.readings++;
    const row = { ...reading, number: open.readings, receivedAt: this.#now, serialNumber };
    this.#rows.push(row);
    if (row.result !== "duplicate" && row.result !== "conflict") this.#remember(open, row);
  }
}

const PLURALS = { total: "totals", interval: "intervals" } as const;

/** The events of what has been counted. */
async function reportsOf(
  serialNumbers: readonly string[],
  counted: readonly Counted[],
  length: number,
  pacer: Pacer,
): Promise<Reports> {
  const sensors = new Int32Array(length);
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const eventIds = new TextColumnBuilder(length);
  let start = 0;
  for (const [index, { sensor, span, passages }] of counted.entries()) {
    const crossings = spreadCrossings(span, passages);
    sensors.fill(sensor, start, start + crossings.length);
    timestamps.set(crossings.timestamps, start);
    trajectories.set(crossings.trajectories, start);
    for (const number of crossings.numbers) eventIds.add(crossingId(span, number));
    start += crossings.length;
    if (pacer.isDue(index)) await pacer.pause();
  }
  return {
    length,
    serialNumbers,
    sensors,
    timestamps,
    trajectories,
    eventIds: eventIds.hasTexts ? eventIds.column : null,
  };
}
