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

/** What a reading has counted over a span. */
export interface CountedReading extends CountedSpan {
  /** The sensor that has the events, as an index of serial numbers. */
  readonly sensor: number;
  readonly origin: CrossingOrigin;
}

/** The events of what has been counted (D31). @param length their number */
export async function eventsOf(
  serialNumbers: readonly string[],
  counted: readonly CountedReading[],
  length: number,
  pacer: Pacer,
): Promise<Reports> {
  const sensors = new Int32Array(length);
  const crossings = newCrossings(length);
  const { timestamps, trajectories, numbers } = crossings;
  const eventIds = new TextColumnBuilder(length);
  let start = 0;
  for (const [index, { sensor, span, passages, origin }] of counted.entries()) {
    spreadCrossings(span, passages, crossings, start);
    const end = start + passages.in + passages.out;
    sensors.fill(sensor, start, end);
    const prefix = crossingPrefix(span, origin);
    for (; start < end; start++) eventIds.add(crossingId(prefix, numbers[start] as number));
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
