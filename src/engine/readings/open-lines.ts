import { getOrInsert } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { RefusedReading, TimedReading } from "../../domain/reading.ts";
import type { CountingSpan, Sensor } from "../../domain/resources.ts";
import { StoredRows } from "../../domain/stored-readings.ts";
import type { Interval } from "../../readings/intervals.ts";
import { lastMark, lastTime, type Marks } from "../../readings/marks.ts";
import type { Totals, TotalsLine } from "../../readings/totals-line.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Line, NewReadings, StoredReading } from "../ports.ts";
import { isStored, type Lines, UNKNOWN_LINE, type UnkeyedLine } from "./lines.ts";

export interface LineParts {
  readonly catalog: {
    readonly sensorsBySerial: Pick<Catalog["sensorsBySerial"], "first">;
    readonly countingsOfSensor: Pick<Catalog["countingsOfSensor"], "of">;
  };
  readonly lines: Pick<Lines, "of" | "storedEvery">;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface KnownInterval extends Interval {
  /** The reading that has it; absent if it is of this commit. */
  readonly stored?: StoredReading;
}

export interface OpenLine {
  readonly serialNumber: string;
  /** Null for a sensor that is not registered yet. */
  readonly sensor: Sensor | null;
  readonly countings: readonly CountingSpan[];
  readonly before: UnkeyedLine;
  readonly line: Mutable<Line>;
  /** The row of its last totals that are not repeated, of this commit; -1 without any. */
  lastTotals: number;
  /** The rows of those before, as far as they are not among `knownTotals`; null without any. */
  earlierTotals: number[] | null;
  /**
   * The readings that others have been compared with, of this commit and those that were found: totals by their time,
   * intervals in the order of arrival. Null if there are none.
   */
  knownTotals: Map<number, Totals[]> | null;
  knownIntervals: KnownInterval[] | null;
}

/** The lines of the sensors of a commit while it is decided, and the readings that it stores. */
export class OpenLines {
  readonly #parts: LineParts;
  readonly #lines = new Map<string, OpenLine>();
  readonly #rows = new StoredRows();
  /** The rows of sensors that are not registered yet. */
  readonly #unregistered = new Map<number, OpenLine>();
  /** The serial numbers of these sensors, as far as they have not been taken. */
  readonly #unknown = new Set<string>();

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  of(serialNumber: string): OpenLine {
    return this.#lines.get(serialNumber) ?? this.#open(serialNumber);
  }

  #open(serialNumber: string): OpenLine {
    const { catalog, lines } = this.#parts;
    const sensor = catalog.sensorsBySerial.first(serialNumber) ?? null;
    const sensorKey = sensor?.key ?? UNKNOWN_KEY;
    const before = (sensor && lines.of(sensorKey)) ?? UNKNOWN_LINE;
    const open = {
      serialNumber,
      sensor,
      countings: sensor === null ? [] : catalog.countingsOfSensor.of(sensor.id),
      before,
      line: { sensorKey, ...before },
      lastTotals: -1,
      earlierTotals: null,
      knownTotals: null,
      knownIntervals: null,
    };
    this.#lines.set(serialNumber, open);
    return open;
  }

  reserve(readings: number): void {
    this.#rows.reserve(readings);
  }

  /** The serial numbers of the sensors that are to be registered, since the last call. */
  takeUnregistered(): string[] {
    const unknown = [...this.#unknown];
    this.#unknown.clear();
    return unknown;
  }

  knownTotals(open: OpenLine, at: number): readonly Totals[] {
    for (const row of open.earlierTotals ?? []) knowTotals(open, this.#totalsAt(row));
    open.earlierTotals = null;
    const { knownTotals, lastTotals } = open;
    const last = lastTotals === -1 ? [] : [this.#totalsAt(lastTotals)];
    const known = [...(knownTotals?.get(at) ?? []), markedTotals(open.before.totals), ...last];
    return known.filter((totals) => totals.at === at);
  }

  /** Has the next row, which has totals of a line, known from then on. */
  knowNext(open: OpenLine): void {
    // Most totals are later than all before, with which they are not compared then.
    if (open.lastTotals !== -1) {
      open.earlierTotals ??= [];
      open.earlierTotals.push(open.lastTotals);
    }
    open.lastTotals = this.#rows.length;
  }

  #totalsAt(row: number): Totals {
    const { from, in: entered, out } = must(this.#rows.at(row), "reading");
    return { at: must(from, "time of totals"), in: entered, out };
  }

  /** Adds a reading to be stored. One that is refused is in the list of its sensor, too, as far as it can be stored. */
  add(
    open: OpenLine,
    reading: TimedReading | RefusedReading,
    { result, counted, note }: Pick<StoredReading, "result" | "counted" | "note">,
    { receivedAt, importId }: Pick<StoredReading, "receivedAt" | "importId">,
  ): void {
    const isTotal = "kind" in reading && reading.kind === "total";
    const isInterval = "kind" in reading && reading.kind === "interval";
    const { line } = open;
    line.receivedAt = receivedAt;
    if (open.sensor === null) {
      this.#unregistered.set(this.#rows.length, open);
      this.#unknown.add(open.serialNumber);
    }
    this.#rows.add({
      sensorKey: line.sensorKey,
      number: ++line.readings,
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
      importId,
      receivedAt,
      result,
      counted,
      note,
    });
  }

  /** The readings to store. @param sensors the sensors of the readings, which are registered by now */
  stored(sensors: readonly Sensor[]): NewReadings {
    const keys = new Map(sensors.map(({ serialNumber, key }) => [serialNumber, key]));
    for (const [row, { serialNumber, line }] of this.#unregistered) {
      line.sensorKey = must(keys.get(serialNumber), "sensor");
      this.#rows.setSensor(row, line.sensorKey);
    }
    const { storedEvery } = this.#parts.lines;
    const lines: Line[] = [];
    const derived: Line[] = [];
    for (const { before, line } of this.#lines.values()) {
      if (line.readings === before.readings) continue;
      if (isStored(before, line, storedEvery)) lines.push(line);
      else derived.push(line);
    }
    return { rows: this.#rows, lines, derived };
  }
}

/** The key of a sensor that is not registered yet. */
const UNKNOWN_KEY = 0;

/** The last totals of a line before the commit: those of the direction that has later ones. */
function markedTotals({ in: entered, out: left }: TotalsLine): Totals {
  const at = Math.max(lastTime(entered), lastTime(left));
  const totalOf = (marks: Marks) => (lastTime(marks) === at ? (lastMark(marks)?.total ?? null) : null);
  return { at, in: totalOf(entered), out: totalOf(left) };
}

/** Adds a stored reading to those that others are compared with. */
export function remember(open: OpenLine, stored: StoredReading): void {
  const { from, to, in: entered, out } = stored;
  if (from === null) return;
  if (to === null) knowTotals(open, { at: from, in: entered, out });
  else knowInterval(open, { from, to, in: entered, out, stored });
}

function knowTotals(open: OpenLine, totals: Totals): void {
  open.knownTotals ??= new Map();
  getOrInsert(open.knownTotals, totals.at, () => []).push(totals);
}

export function knowInterval(open: OpenLine, interval: KnownInterval): void {
  open.knownIntervals ??= [];
  open.knownIntervals.push(interval);
}

/** Whether a reading may repeat or overlap one of a line. */
export function isLate(line: UnkeyedLine, reading: TimedReading | RefusedReading): boolean {
  if ("reason" in reading) return false;
  if (reading.kind === "interval") return reading.from < line.intervalsEnd;
  const { totals } = line;
  const { at, inTotal, outTotal } = reading;
  const last = lastTotalsOf(line);
  if (at !== last) return at < last;
  // Cameras with times in whole seconds send several totals of one instant: a higher one is compared with the last.
  const isLower = (marks: Marks, total: number | null) => {
    const mark = lastMark(marks);
    return mark?.at === at && total !== null && total < mark.total;
  };
  return isLower(totals.in, inTotal) || isLower(totals.out, outTotal);
}

/** When the last totals of a line were read, in ms: nothing later is known. */
export function lastTotalsOf({ totals }: Pick<Line, "totals">): number {
  return Math.max(lastTime(totals.in), lastTime(totals.out));
}
