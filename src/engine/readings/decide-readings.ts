import { getOrInsert } from "../../domain/collections.ts";
import { lineOf } from "../../domain/device-line.ts";
import { must } from "../../domain/errors.ts";
import { READING_EVENTS_MAX } from "../../domain/limits.ts";
import { type RefusedReading, type TimedReading, UNCOMPARED_RESULTS } from "../../domain/reading.ts";
import type { ReadingList } from "../../domain/reading-list.ts";
import type { Reports } from "../../domain/report-columns.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { judgeInterval, overlapped } from "../../readings/intervals.ts";
import { NO_PASSAGES, type ReadingSpan } from "../../readings/spread.ts";
import { type JudgedTotals, judgeTotals } from "../../readings/totals.ts";
import type { TotalsRules } from "../../readings/totals-line.ts";
import type { EventStore, Line, NewReadings, ReadingStore, ReadingsSpan, StoredReading } from "../ports.ts";
import type { Pacer } from "../yielding.ts";
import { type CountedReading, eventsOf } from "./counted-readings.ts";
import { countingIn, rulesOf } from "./counting-settings.ts";
import { isOfHistory, kindBy } from "./lines.ts";
import {
  isLate,
  knowInterval,
  type LineParts,
  lastTotalsOf,
  type OpenLine,
  OpenLines,
  remember,
} from "./open-lines.ts";

export type DecidedReading = Pick<JudgedTotals, "result" | "counted" | "unknown" | "note">;

/**
 * Totals from before the first ones of their line, which are not decided with what is new: those after them are judged
 * again with them (D31).
 */
export interface HistoryReading {
  readonly isHistory: true;
}

export type ReadingOutcome = DecidedReading | RefusedReading | HistoryReading;

export interface ReadingParts extends LineParts {
  readonly events: Pick<EventStore, "logStart">;
  readonly readings: Pick<ReadingStore, "find">;
}

export interface DecisionOptions {
  /** When they are decided, in ms. */
  readonly now: number;
  readonly eventsMax?: number;
  /** Whether other values of an interval replace those from before (D31). */
  readonly replaces?: boolean;
  /** The readings, by their index, that count nothing, since their events have been voided (D5). */
  readonly silent?: ReadonlySet<number>;
  /** Whether an operator has decided what becomes of the lines, so that none is suspended. */
  readonly isDecided?: boolean;
}

/** The readings of one sender: what becomes of the first ones, and the events that these make. */
export interface DecidedBatch {
  readonly reports: Reports;
  /** One for each reading that is decided. The others make too many events for one commit. */
  readonly decided: readonly ReadingOutcome[];
}

type Outcome = DecidedReading & Pick<JudgedTotals, "spans">;

/** An interval whose events are voided, since others replace them. */
export interface ReplacedInterval extends ReadingSpan {
  readonly stored: StoredReading;
  /** The keys of the sensor that has the events, and of the register that counts them; 0 for the sensor itself. */
  readonly line: number;
  readonly register: number;
}

/** Decides the readings of one commit, in order (D31). */
export class ReadingsDecision {
  readonly #parts: ReadingParts;
  readonly #options: DecisionOptions;
  #events = 0;
  readonly #lines: OpenLines;
  /** The rules of totals by settings, for the settings that readings have had so far. */
  readonly #rules = new Map<CountingSettings, TotalsRules>();
  readonly replaced: ReplacedInterval[] = [];

  constructor(parts: ReadingParts, options: DecisionOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#lines = new OpenLines(parts);
  }

  /**
   * Decides readings until all of the commit make too many events for one.
   *
   * @param importId the import that they came with
   */
  async decide(readings: ReadingList, pacer: Pacer, importId: bigint | null = null): Promise<DecidedBatch> {
    const { decided, counted } = await this.judge(readings, pacer, importId);
    // Each sensor that has sent a reading is registered (D20).
    const reports = await eventsOf(counted, this.#lines.takeUnregistered(), pacer);
    return { reports, decided };
  }

  /** Decides readings until all of the commit make too many events for one, without these events. */
  async judge(readings: ReadingList, pacer: Pacer, importId: bigint | null = null) {
    const { now, eventsMax = READING_EVENTS_MAX, silent = new Set() } = this.#options;
    const decided: ReadingOutcome[] = [];
    const counted: CountedReading[] = [];
    const arrival = { receivedAt: now, importId };
    let isPrepared = false;
    this.#lines.reserve(readings.length);
    for (let index = 0; index < readings.length && this.#events < eventsMax; index++) {
      if (pacer.isDue(index)) await pacer.pause();
      const reading = must(readings.at(index), "reading");
      const serialNumber = must(reading.serialNumber, "sensor");
      const open = this.#lines.of(serialNumber);
      if (!isPrepared && isLate(open.before, reading)) {
        await this.#prepare(readings, index);
        isPrepared = true;
      }
      if (isHistory(open.line, reading)) {
        decided.push(HISTORY);
        continue;
      }
      const outcome = "reason" in reading ? reading : this.#decideOne(open, reading, importId);
      const isRefused = "reason" in outcome;
      const result = silent.has(index) ? VOIDED : isRefused ? refusalOf(outcome) : outcome;
      this.#lines.add(open, reading, result, arrival);
      decided.push(isRefused && result !== VOIDED ? outcome : decisionOf(result));
      if (isRefused || "reason" in reading || result === VOIDED || outcome.spans.length === 0) continue;
      const line = lineOf(serialNumber, this.#settingsOf(open, reading));
      const register = line === serialNumber ? 0 : (open.sensor?.key ?? 0);
      for (const { span, passages, place } of outcome.spans) {
        const events = passages.in + passages.out;
        if (events === 0) continue;
        const origin = { revision: open.line.revision, register, place };
        // Events from before the log start cannot be stored.
        const from = Math.max(span.from, this.#parts.events.logStart());
        counted.push({ line, span: { from, to: span.to }, passages, origin });
        this.#events += events;
      }
    }
    return { decided, counted };
  }

  /**
   * Finds the stored readings that readings may repeat or overlap. Most are later than all of their sensor.
   *
   * @param start the first of the readings
   */
  async #prepare(readings: ReadingList, start: number): Promise<void> {
    const spans: ReadingsSpan[] = [];
    const opened = new Map<number, OpenLine>();
    for (let row = start; row < readings.length; row++) {
      const reading = must(readings.at(row), "reading");
      if (reading.serialNumber === null) continue;
      const open = this.#lines.of(reading.serialNumber);
      if ("reason" in reading || !isLate(open.before, reading)) continue;
      const { sensorKey } = open.line;
      const [from, to] = reading.kind === "total" ? [reading.at, reading.at] : [reading.from, reading.to];
      spans.push({ sensorKey, from, to });
      opened.set(sensorKey, open);
    }
    for (const found of await this.#parts.readings.find(spans))
      remember(must(opened.get(found.sensorKey), "line"), found);
  }

  /** The readings to store. @param sensors the sensors of the readings, which are registered by now */
  stored(sensors: readonly Sensor[]): NewReadings {
    return this.#lines.stored(sensors);
  }

  #decideOne(open: OpenLine, reading: TimedReading, importId: bigint | null): Outcome | RefusedReading {
    const { serialNumber, kind } = reading;
    const { kind: known } = open.line;
    if (known !== null && kind !== known && !isBeforeTotals(open.line, reading)) {
      const reason = `the sensor sends ${PLURALS[known]}, and a line is read in one way`;
      return { serialNumber, reason };
    }
    if (reading.kind === "total" && reading.at < open.line.intervalsEnd)
      return { serialNumber, reason: "intervals of the sensor have counted this time" };
    const settings = this.#settingsOf(open, reading);
    return reading.kind === "total"
      ? this.#decideTotals(open, reading, settings)
      : this.#decideInterval(open, reading, settings, importId);
  }

  #decideTotals(
    open: OpenLine,
    reading: TimedReading & { readonly kind: "total" },
    settings: CountingSettings,
  ): Outcome {
    const { at, inTotal, outTotal, width, isBoot, isUndirected } = reading;
    const rules = this.#rulesOf(settings);
    const { line } = open;
    const known = at > lastTotalsOf(line) ? [] : this.#lines.knownTotals(open, at);
    const totals = { at, in: inTotal, out: outTotal, width, isBoot, isUndirected };
    const judged = judgeTotals(line.totals, totals, rules, known);
    line.totals = judged.line;
    line.kind = "total";
    if (!UNCOMPARED_RESULTS.has(judged.result)) this.#lines.knowNext(open);
    return judged;
  }

  #settingsOf({ countings }: OpenLine, reading: TimedReading): CountingSettings {
    return countingIn(countings, reading.kind === "total" ? reading.at : reading.from);
  }

  #rulesOf(settings: CountingSettings): TotalsRules {
    const suspends = this.#options.isDecided !== true;
    return getOrInsert(this.#rules, settings, () => ({ ...rulesOf(settings), suspends }));
  }

  #decideInterval(
    open: OpenLine,
    reading: TimedReading & { readonly kind: "interval" },
    settings: CountingSettings,
    importId: bigint | null,
  ): Outcome | RefusedReading {
    const { serialNumber, from, to, in: entered, out: left, isUndirected } = reading;
    const span = { from, to };
    const { line, knownIntervals } = open;
    const isAfterAll = from >= line.intervalsEnd;
    if (!isAfterAll && overlapped(span, knownIntervals ?? []) !== null)
      return { serialNumber, reason: "the interval overlaps another one of the sensor that is not the same" };
    const isKnown = (each: ReadingSpan) => each.from === from && each.to === to;
    const known = isAfterAll ? null : (knownIntervals?.findLast(isKnown) ?? null);
    const interval = { ...span, in: entered, out: left, isUndirected };
    const { replaces = false } = this.#options;
    const judged = judgeInterval(interval, known, { ...this.#rulesOf(settings), replaces });
    const { result, counted, note } = judged;
    if (judged.replaces) {
      line.revision++;
      const { key } = must(open.sensor, "sensor");
      const stored = must(known?.stored, "stored interval");
      const counted = this.#parts.catalog.sensorsBySerial.first(lineOf(serialNumber, settings))?.key ?? key;
      this.replaced.push({ ...span, stored, line: counted, register: counted === key ? 0 : key });
    }
    line.intervalsEnd = Math.max(line.intervalsEnd, to);
    line.kind ??= kindBy("interval", importId);
    if (!UNCOMPARED_RESULTS.has(result)) knowInterval(open, interval);
    return { result, counted, note, unknown: null, spans: [{ span, passages: counted }] };
  }
}

const HISTORY: HistoryReading = { isHistory: true };

function isHistory(line: Pick<Line, "totals">, reading: TimedReading | RefusedReading): boolean {
  return "kind" in reading && reading.kind === "total" && isOfHistory(line, reading.at);
}

/** Whether a reading is of a time that no totals have counted: what passed before the first ones may be known by intervals. */
function isBeforeTotals({ totals: { earliest } }: Pick<Line, "totals">, reading: TimedReading): boolean {
  return reading.kind === "interval" && earliest !== null && reading.to <= earliest;
}

const NOTHING = { counted: NO_PASSAGES, unknown: null } as const;

function decisionOf({ result, counted, unknown, note }: DecidedReading): DecidedReading {
  return { result, counted, unknown, note };
}

/** Says of a reading that it counts nothing, since its events have been voided. */
export const VOIDED_NOTE = "voided with its events";

const VOIDED: DecidedReading = { result: "voided", ...NOTHING, note: VOIDED_NOTE };

function refusalOf({ reason }: RefusedReading): DecidedReading {
  return { result: "refused", ...NOTHING, note: reason };
}

const PLURALS = { total: "totals", interval: "intervals" } as const;
