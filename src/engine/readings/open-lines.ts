import { getOrInsert } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { RefusedReading, TimedReading } from "../../domain/reading.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Interval } from "../../readings/intervals.ts";
import type { Totals } from "../../readings/totals.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Line, NewReadings, StoredReading } from "../ports.ts";
import { isStored, type Lines, UNKNOWN_LINE, type UnkeyedLine } from "./lines.ts";

/** The parts of an engine that know the lines before a commit. */
export interface LineParts {
  readonly catalog: { readonly sensorsBySerial: Pick<Catalog["sensorsBySerial"], "first"> };
  readonly lines: Pick<Lines, "of">;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What is known of the readings of one sensor while a commit is decided. */
export interface OpenLine extends Mutable<UnkeyedLine> {
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
type OpenRow = Mutable<StoredReading>;

/** The lines of the sensors of a commit while it is decided, and the readings that it stores. */
export class OpenLines {
  readonly #parts: LineParts;
  readonly #lines = new Map<string, OpenLine>();
  readonly #rows: OpenRow[] = [];
  /** The rows of sensors that are not registered yet. */
  readonly #unregistered = new Map<OpenRow, OpenLine>();

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  of(serialNumber: string): OpenLine {
    return getOrInsert(this.#lines, serialNumber, () => {
      const { catalog, lines } = this.#parts;
      const sensor = catalog.sensorsBySerial.first(serialNumber) ?? null;
      const before = (sensor && lines.of(sensor.key)) ?? UNKNOWN_LINE;
      const { kind, readings, totals, intervalsEnd, revision, receivedAt } = before;
      const line = { kind, readings, totals, intervalsEnd, revision, receivedAt };
      return { ...line, serialNumber, sensor, before, knownTotals: [], knownIntervals: [] };
    });
  }

  /** Adds a reading to be stored. One that is refused is in the list of its sensor, too, as far as it can be stored. */
  add(
    line: OpenLine,
    reading: TimedReading | RefusedReading,
    { result, counted, note }: Pick<StoredReading, "result" | "counted" | "note">,
    { receivedAt, importId }: Pick<StoredReading, "receivedAt" | "importId">,
  ): void {
    const isTotal = "kind" in reading && reading.kind === "total";
    const isInterval = "kind" in reading && reading.kind === "interval";
    line.receivedAt = receivedAt;
    const row: OpenRow = {
      sensorKey: line.sensor?.key ?? 0,
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
    };
    this.#rows.push(row);
    if (line.sensor === null) this.#unregistered.set(row, line);
  }

  /** What is stored. @param sensors those of the readings, which are registered by now */
  stored(sensors: readonly Sensor[]): NewReadings {
    const keyOf = keysOf(sensors);
    for (const [row, line] of this.#unregistered) row.sensorKey = keyOf(line);
    const lines = this.#changed(keyOf, (line) => isStored(line.before, line));
    return { rows: this.#rows, lines };
  }

  /** The lines after the readings. */
  after(sensors: readonly Sensor[]): Line[] {
    return this.#changed(keysOf(sensors), () => true);
  }

  #changed(keyOf: (line: OpenLine) => number, isWanted: (line: OpenLine) => boolean): Line[] {
    const lines: Line[] = [];
    for (const open of this.#lines.values()) {
      if (open.readings === open.before.readings || !isWanted(open)) continue;
      const { kind, readings, totals, intervalsEnd, revision, receivedAt } = open;
      lines.push({ sensorKey: keyOf(open), kind, readings, totals, intervalsEnd, revision, receivedAt });
    }
    return lines;
  }
}

function keysOf(sensors: readonly Sensor[]): (line: OpenLine) => number {
  const keys = new Map(sensors.map(({ serialNumber, key }) => [serialNumber, key]));
  return ({ sensor, serialNumber }) => sensor?.key ?? must(keys.get(serialNumber), "sensor");
}
