import { getOrInsert } from "../../domain/collections.ts";
import { lineOf } from "../../domain/device-line.ts";
import { must } from "../../domain/errors.ts";
import { READING_EVENTS_MAX } from "../../domain/limits.ts";
import type { ReadingResult, RefusedReading, TimedReading } from "../../domain/reading.ts";
import type { Reports } from "../../domain/report-columns.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { type Interval, judgeInterval, overlapped } from "../../readings/intervals.ts";
import type { Passages, ReadingSpan } from "../../readings/spread.ts";
import {
  type CountedSpan,
  joinTotals,
  judgeTotals,
  type Totals,
  type TotalsRules,
} from "../../readings/totals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore, Line, NewReadings, ReadingStore, ReadingsSpan, StoredReading } from "../ports.ts";
import type { Pacer } from "../yielding.ts";
import { type CountedReading, eventsOf } from "./counted-readings.ts";
import { countingAt, rulesOf } from "./counting-settings.ts";
import { isStored, type Lines, UNKNOWN_LINE, type UnkeyedLine } from "./lines.ts";

/** What becomes of a reading. */
export interface DecidedReading {
  readonly result: ReadingResult;
  readonly counted: Passages;
  /** A span of which it is unknown what passed; null if there is none. */
  readonly unknown: ReadingSpan | null;
  readonly note: string | null;
}

/** The parts of an engine that decide readings. */
export interface ReadingParts {
  readonly catalog: {
    readonly sensorsBySerial: Pick<Catalog["sensorsBySerial"], "first">;
    readonly countingsOfSensor: Pick<Catalog["countingsOfSensor"], "of">;
  };
  readonly events: Pick<EventStore, "logStart">;
  readonly lines: Pick<Lines, "of">;
  readonly readings: Pick<ReadingStore, "find">;
}

/** How readings are decided. */
export interface DecisionOptions {
  /** When they are decided, in ms. */
  readonly now: number;
  /** Events after which no further reading is decided. */
  readonly eventsMax?: number;
  /** Whether other values of an interval replace those from before (D31). */
  readonly replaces?: boolean;
  /** The readings, by their index, that count nothing, since their events have been voided (D5). */
  readonly silent?: ReadonlySet<number>;
  /** Why readings, by their index, are refused before they are judged. */
  readonly refused?: ReadonlyMap<number, string>;
  /** Whether an operator has decided what becomes of the lines, so that none is suspended. */
  readonly isDecided?: boolean;
}

/** The readings of one sender: what becomes of the first ones, and the events that these make. */
export interface DecidedBatch {
  readonly reports: Reports;
  /** One for each reading that is decided. The others make too many events for one commit. */
  readonly decided: readonly (DecidedReading | RefusedReading)[];
}

/** Readings that are decided, and what they have counted. */
interface JudgedBatch extends Pick<DecidedBatch, "decided"> {
  readonly counted: readonly LineCount[];
}

/** What a reading has counted over a span. */
interface LineCount extends Omit<CountedReading, "sensor"> {
  /** The serial number of the sensor that has the events. */
  readonly line: string;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What is known of the readings of one sensor while a commit is decided. */
interface OpenLine extends Mutable<UnkeyedLine> {
  readonly serialNumber: string;
  /** Null for a sensor that is not registered yet. */
  readonly sensor: Sensor | null;
  /** The line before the commit. */
  readonly before: UnkeyedLine;
  /** Its readings that are not repeated, of this commit and those that were found, in the order of arrival. */
  readonly knownTotals: Totals[];
  readonly knownIntervals: Interval[];
}

/** What is stored of a reading; one of a sensor that is not registered yet gets its key later. */
type DecidedRow = Omit<StoredReading, "sensorKey"> & { sensorKey: number };

/** What becomes of a reading, and what it counts over which spans. */
interface Outcome extends DecidedReading {
  readonly spans: readonly CountedSpan[];
  readonly settings: CountingSettings;
  /** Whether it replaces another interval, which may be of the same commit. */
  readonly replaces?: boolean;
}

/** An interval whose events are voided, since others replace them. */
export interface ReplacedInterval extends ReadingSpan {
  /** The keys of the sensor that has the events, and of the register that counts them; 0 for the sensor itself. */
  readonly line: number;
  readonly register: number;
}

/** Decides the readings of one commit, in order (D31). */
export class ReadingsDecision {
  readonly #parts: ReadingParts;
  readonly #options: DecisionOptions;
  /** The events of the readings so far. */
  #events = 0;
  /** The import of the readings that are being decided. */
  #importId: bigint | null = null;
  readonly #open = new Map<string, OpenLine>();
  /** What totals mean by the settings that readings have had so far. */
  readonly #rules = new Map<CountingSettings, TotalsRules>();
  readonly #rows: DecidedRow[] = [];
  /** The rows of sensors that are not registered yet, by serial number. */
  readonly #unregistered = new Map<DecidedRow, string>();
  readonly replaced: ReplacedInterval[] = [];

  constructor(parts: ReadingParts, options: DecisionOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Finds the stored readings that readings may repeat or overlap. Most are later than all of their sensor. */
  async prepare(readings: readonly (TimedReading | RefusedReading)[]): Promise<void> {
    const { catalog, lines, readings: store } = this.#parts;
    const spans: ReadingsSpan[] = [];
    const serials = new Map<number, string>();
    for (const reading of readings) {
      if ("reason" in reading) continue;
      const { serialNumber } = reading;
      const sensor = catalog.sensorsBySerial.first(serialNumber);
      const line = sensor && lines.of(sensor.key);
      if (!line) continue;
      const { sensorKey } = line;
      if (reading.kind === "total" && reading.at <= lastTotalsOf(line))
        spans.push({ sensorKey, from: reading.at, to: reading.at });
      else if (reading.kind === "interval" && reading.from < line.intervalsEnd)
        spans.push({ sensorKey, from: reading.from, to: reading.to });
      else continue;
      serials.set(sensorKey, serialNumber);
    }
    for (const found of await store.find(spans))
      this.#remember(this.#lineOf(must(serials.get(found.sensorKey), "serial number")), found);
  }

  /**
   * Decides readings until all of the commit make too many events for one.
   *
   * @param importId the import that they came with
   */
  async decide(
    readings: readonly (TimedReading | RefusedReading)[],
    pacer: Pacer,
    importId: bigint | null = null,
  ): Promise<DecidedBatch> {
    const serialNumbers: string[] = [];
    const sensors = new Map<string, number>();
    const indexOf = (serial: string) => getOrInsert(sensors, serial, () => serialNumbers.push(serial) - 1);
    const before = this.#events;
    const { decided, counted } = await this.judge(readings, pacer, importId);
    // Each sensor that has sent a reading is registered (D20).
    for (const { serialNumber } of readings.slice(0, decided.length)) indexOf(must(serialNumber, "sensor"));
    const rows = counted.map(({ line, ...each }) => ({ ...each, sensor: indexOf(line) }));
    const reports = await eventsOf(serialNumbers, rows, this.#events - before, pacer);
    return { reports, decided };
  }

  /** Decides readings until all of the commit make too many events for one, without these events. */
  async judge(
    readings: readonly (TimedReading | RefusedReading)[],
    pacer: Pacer,
    importId: bigint | null = null,
  ): Promise<JudgedBatch> {
    this.#importId = importId;
    const { eventsMax = READING_EVENTS_MAX, silent = new Set(), refused = new Map() } = this.#options;
    const decided: (DecidedReading | RefusedReading)[] = [];
    const counted: LineCount[] = [];
    for (const [index, reading] of readings.entries()) {
      if (this.#events >= eventsMax) break;
      const serialNumber = must(reading.serialNumber, "sensor");
      const open = this.#lineOf(serialNumber);
      const reason = refused.get(index);
      const refusal = reason === undefined ? reading : { serialNumber, reason };
      const outcome = "reason" in refusal ? refusal : this.#decideOne(open, refusal);
      if (silent.has(index)) {
        decided.push(this.#silence(outcome));
        continue;
      }
      decided.push(outcome);
      if ("reason" in outcome) {
        this.#store(open, reading, { result: "refused", counted: NOTHING, note: outcome.reason });
        continue;
      }
      const line = lineOf(serialNumber, outcome.settings);
      const register = line === serialNumber ? 0 : (open.sensor?.key ?? 0);
      for (const { span, passages } of outcome.spans) {
        const origin = { revision: open.revision, register };
        const count = { line, span: this.#inLog(span), passages, origin };
        if (outcome.replaces) this.#uncount(counted, count);
        const events = passages.in + passages.out;
        if (events === 0) continue;
        counted.push(count);
        this.#events += events;
      }
      if (pacer.isDue(index)) await pacer.pause();
    }
    return { decided, counted };
  }

  /** Removes what an interval of this commit has counted that is replaced. */
  #uncount(counted: LineCount[], replaced: Pick<LineCount, "line" | "span" | "origin">): void {
    const { from, to } = replaced.span;
    const index = counted.findIndex(
      ({ line, span, origin }) =>
        line === replaced.line &&
        span.from === from &&
        span.to === to &&
        origin.register === replaced.origin.register,
    );
    for (const { passages } of index < 0 ? [] : counted.splice(index, 1))
      this.#events -= passages.in + passages.out;
  }

  /** What is stored. @param sensors those of the readings, which are registered by now */
  stored(sensors: readonly Sensor[]): NewReadings {
    const keyOf = this.#keysOf(sensors);
    for (const [row, serialNumber] of this.#unregistered)
      row.sensorKey = keyOf({ serialNumber, sensor: null });
    this.#unregistered.clear();
    const lines = this.linesAfter(sensors, (line) => isStored(line.before, line));
    return { rows: this.#rows, lines };
  }

  /** The lines after the readings. */
  linesAfter(sensors: readonly Sensor[], isWanted = (_line: OpenLine) => true): Line[] {
    const keyOf = this.#keysOf(sensors);
    return [...this.#open.values()]
      .filter((line) => line.readings > line.before.readings && isWanted(line))
      .map((line) => keyed(line, keyOf(line)));
  }

  #keysOf(sensors: readonly Sensor[]): (line: Pick<OpenLine, "sensor" | "serialNumber">) => number {
    const keys = new Map(sensors.map(({ serialNumber, key }) => [serialNumber, key]));
    return ({ sensor, serialNumber }) => sensor?.key ?? must(keys.get(serialNumber), "sensor");
  }

  #lineOf(serialNumber: string): OpenLine {
    return getOrInsert(this.#open, serialNumber, () => {
      const { catalog, lines } = this.#parts;
      const sensor = catalog.sensorsBySerial.first(serialNumber) ?? null;
      const before = (sensor && lines.of(sensor.key)) ?? UNKNOWN_LINE;
      const { kind, readings, totals, intervalsEnd, revision, receivedAt } = before;
      const line = { kind, readings, totals, intervalsEnd, revision, receivedAt };
      return { ...line, serialNumber, sensor, before, knownTotals: [], knownIntervals: [] };
    });
  }

  /** Events from before the log start cannot be stored. */
  #inLog({ from, to }: ReadingSpan): ReadingSpan {
    return { from: Math.max(from, this.#parts.events.logStart()), to };
  }

  #remember(
    { knownTotals, knownIntervals }: OpenLine,
    { from, to, in: entered, out }: Pick<StoredReading, "from" | "to" | "in" | "out">,
  ): void {
    if (from === null) return;
    if (to === null) knownTotals.push({ at: from, in: entered, out });
    else knownIntervals.push({ from, to, in: entered, out });
  }

  #decideOne(open: OpenLine, reading: TimedReading): Outcome | RefusedReading {
    const { serialNumber, kind } = reading;
    if (open.kind !== null && kind !== open.kind) {
      const reason = `the sensor sends ${PLURALS[open.kind]}, and a line is read in one way`;
      return { serialNumber, reason };
    }
    const instant = reading.kind === "total" ? reading.at : reading.from;
    const settings = countingAt(this.#parts.catalog, open.sensor ?? undefined, instant);
    return reading.kind === "total"
      ? this.#decideTotals(open, reading, settings)
      : this.#decideInterval(open, reading, settings);
  }

  #decideTotals(
    open: OpenLine,
    reading: TimedReading & { readonly kind: "total" },
    settings: CountingSettings,
  ): Outcome {
    const { at, inTotal, outTotal, width, isBoot, isUndirected } = reading;
    const rules = getOrInsert(this.#rules, settings, () => ({
      ...rulesOf(settings),
      suspends: this.#options.isDecided !== true,
    }));
    const known =
      at > lastTotalsOf(open)
        ? null
        : open.knownTotals.filter((each) => each.at === at).reduce<Totals | null>(joinTotals, null);
    const totals = { at, in: inTotal, out: outTotal, width, isBoot, isUndirected };
    const { line, result, counted, spans, unknown, note } = judgeTotals(open.totals, totals, rules, known);
    open.totals = line;
    this.#store(open, reading, { result, counted, note });
    return { result, counted, unknown, note, spans, settings };
  }

  #decideInterval(
    open: OpenLine,
    reading: TimedReading & { readonly kind: "interval" },
    settings: CountingSettings,
  ): Outcome | RefusedReading {
    const { serialNumber, from, to, in: entered, out: left, isUndirected } = reading;
    const span = { from, to };
    const isLate = from < open.intervalsEnd;
    if (isLate && overlapped(span, open.knownIntervals) !== null)
      return { serialNumber, reason: "the interval overlaps another one of the sensor that is not the same" };
    const isKnown = (each: Interval) => each.from === from && each.to === to;
    const known = isLate ? (open.knownIntervals.findLast(isKnown) ?? null) : null;
    const interval = { ...span, in: entered, out: left, isUndirected };
    const { replaces = false } = this.#options;
    const judged = judgeInterval(interval, known, { ...rulesOf(settings), replaces });
    const { result, counted, note } = judged;
    if (judged.replaces) {
      open.revision++;
      const key = open.sensor?.key ?? 0;
      const line = this.#parts.catalog.sensorsBySerial.first(lineOf(serialNumber, settings))?.key ?? key;
      this.replaced.push({ ...span, line, register: line === key ? 0 : key });
    }
    open.intervalsEnd = Math.max(open.intervalsEnd, to);
    this.#store(open, reading, { result, counted, note });
    const spans = [{ span, passages: counted }];
    return { result, counted, note, unknown: null, spans, settings, replaces: judged.replaces };
  }

  /** The last reading counts nothing. */
  #silence(outcome: Outcome | RefusedReading): DecidedReading | RefusedReading {
    if ("reason" in outcome) return outcome;
    const voided = { result: "voided", counted: NOTHING, note: "voided with its events" } as const;
    Object.assign(must(this.#rows.at(-1), "reading"), voided);
    return { ...voided, unknown: null };
  }

  /** A refused reading is in the list of its sensor, too, as far as it can be stored. */
  #store(
    open: OpenLine,
    reading: TimedReading | RefusedReading,
    { result, counted, note }: Pick<StoredReading, "result" | "counted" | "note">,
  ): void {
    const { now: receivedAt } = this.#options;
    const isTotal = "kind" in reading && reading.kind === "total";
    const isInterval = "kind" in reading && reading.kind === "interval";
    const row: DecidedRow = {
      sensorKey: open.sensor?.key ?? 0,
      number: ++open.readings,
      kind: "kind" in reading ? reading.kind : null,
      from: isTotal ? reading.at : isInterval ? reading.from : null,
      to: isInterval ? reading.to : null,
      in: isTotal ? reading.inTotal : isInterval ? reading.in : null,
      out: isTotal ? reading.outTotal : isInterval ? reading.out : null,
      coverage: isInterval ? reading.coverage : null,
      width: isTotal ? reading.width : null,
      isBoot: isTotal && reading.isBoot,
      isUndirected: "kind" in reading && reading.isUndirected,
      timeZone: "kind" in reading ? reading.timeZone : null,
      importId: this.#importId,
      receivedAt,
      result,
      counted,
      note,
    };
    open.receivedAt = receivedAt;
    this.#rows.push(row);
    if (open.sensor === null) this.#unregistered.set(row, open.serialNumber);
    if (result === "refused") return;
    open.kind = row.kind;
    if (result !== "duplicate" && result !== "conflict") this.#remember(open, row);
  }
}

const NOTHING: Passages = { in: 0, out: 0 };

/** When the last totals of a line were read, in ms: nothing later is known. */
function lastTotalsOf({ totals }: Pick<Line, "totals">): number {
  return Math.max(totals.in.at(-1)?.at ?? -Infinity, totals.out.at(-1)?.at ?? -Infinity);
}

function keyed(
  { kind, readings, totals, intervalsEnd, revision, receivedAt }: UnkeyedLine,
  sensorKey: number,
): Line {
  return { sensorKey, kind, readings, totals, intervalsEnd, revision, receivedAt };
}

const PLURALS = { total: "totals", interval: "intervals" } as const;
