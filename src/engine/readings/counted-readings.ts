import type { Reports } from "../../domain/report-columns.ts";
import { TextColumnBuilder } from "../../domain/text-column.ts";
import { type CrossingOrigin, crossingId, spreadCrossings } from "../../readings/spread.ts";
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
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const eventIds = new TextColumnBuilder(length);
  let start = 0;
  for (const [index, { sensor, span, passages, origin }] of counted.entries()) {
    const crossings = spreadCrossings(span, passages);
    sensors.fill(sensor, start, start + crossings.length);
    timestamps.set(crossings.timestamps, start);
    trajectories.set(crossings.trajectories, start);
    for (const number of crossings.numbers) eventIds.add(crossingId(span, number, origin));
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
