import { getOrInsert } from "../../domain/collections.ts";
import { READING_RESULTS, type ReadingResult } from "../../domain/reading.ts";
import type { Passages } from "../../readings/spread.ts";
import type { DecidedReading } from "./decide-readings.ts";

export interface LineSummary {
  readonly results: Partial<Record<ReadingResult, number>>;
  /** In people. */
  readonly counted: { in: number; out: number };
  /** How long it is unknown what passed, in ms: the spans of jumps, of totals that fell, and of resets that were inferred. */
  unknownMs: number;
}

export function emptySummary(): LineSummary {
  return { results: {}, counted: { in: 0, out: 0 }, unknownMs: 0 };
}

export function sumInto(
  summary: Pick<LineSummary, "results" | "counted">,
  { results, counted }: Pick<LineSummary, "results" | "counted">,
): void {
  for (const result of READING_RESULTS)
    if (results[result] !== undefined)
      summary.results[result] = (summary.results[result] ?? 0) + results[result];
  summary.counted.in += counted.in;
  summary.counted.out += counted.out;
}

export class LineSummaries {
  readonly lines = new Map<string, LineSummary>();

  add(serialNumber: string, { result, counted, unknown }: DecidedReading): void {
    const line = getOrInsert(this.lines, serialNumber, emptySummary);
    sumInto(line, { results: { [result]: 1 }, counted });
    if (unknown !== null) line.unknownMs += unknown.to - unknown.from;
  }

  /** Adds how much more readings count that are not of the file, by those of the file before them. */
  addLater(serialNumber: string, counted: Passages): void {
    sumInto(getOrInsert(this.lines, serialNumber, emptySummary), { results: {}, counted });
  }
}
