import { getOrInsert } from "../../domain/collections.ts";
import type { Reports } from "../../domain/report-columns.ts";
import { TextColumnBuilder } from "../../domain/text-column.ts";
import {
  type CrossingOrigin,
  crossingId,
  crossingPrefix,
  newCrossings,
  spreadCrossings,
} from "../../readings/spread.ts";
import type { CountedSpan } from "../../readings/totals.ts";
import type { Pacer } from "../yielding.ts";

export interface CountedReading extends CountedSpan {
  /** The serial number of the sensor that has the events. */
  readonly line: string;
  readonly origin: CrossingOrigin;
}

/** The events of what has been counted (D31). @param serialNumbers those of other sensors that are to be named */
export async function eventsOf(
  counted: readonly CountedReading[],
  serialNumbers: string[],
  pacer: Pacer,
): Promise<Reports> {
  const indexes = new Map(serialNumbers.map((serial, index) => [serial, index]));
  const length = counted.reduce((sum, { passages }) => sum + passages.in + passages.out, 0);
  const sensors = new Int32Array(length);
  const crossings = newCrossings(length);
  const { timestamps, trajectories, numbers } = crossings;
  const eventIds = new TextColumnBuilder(length);
  let start = 0;
  for (const [index, { line, span, passages, origin }] of counted.entries()) {
    const sensor = getOrInsert(indexes, line, () => serialNumbers.push(line) - 1);
    spreadCrossings(span, passages, crossings, start);
    const end = start + passages.in + passages.out;
    sensors.fill(sensor, start, end);
    const prefix = crossingPrefix(span, origin);
    for (; start < end; start++) eventIds.add(crossingId(prefix, numbers[start] as number));
    if (pacer.isDue(index)) await pacer.pause();
  }
  const ids = eventIds.hasTexts ? eventIds.column : null;
  return { length, serialNumbers, sensors, timestamps, trajectories, eventIds: ids };
}
